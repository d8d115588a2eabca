/* The half boards of one side of a unit: all disjoint pairs of a strip 1 on rows S and a strip 2 on
 * the side's other rows, over all S.
 *
 * MODEL.  Kept tables have the strips on S and the tag in each word; part_words drops the half
 * boards over the unit's bound and sets ties apart.  Other tables are searched for the strips on S
 * (strips.c).  Their words have no tag, so the strips themselves are split:
 *
 *   strip 1   measure of its part of the tag, against the bound's high part
 *     less      every strip 2 makes a half board below the bound
 *     equal     a strip 2 whose part of the tag is less makes one below the bound, an equal one
 *               makes a tie; where strip 1 has the complement of the bound's part, the complement
 *               of strip 2's counts
 *     greater   none
 *
 * When a list of half boards would exceed limits.words, all are built once to count them by the
 * highest bits of the signature.  The values of these bits are then cut into pieces that fit, and
 * building a piece keeps only its words. */
#include "counting/parts.h"

#include <string.h>

enum {
  STRIPS_MAX = 40320, /* permutations of 8 columns */
  CHOICES_PER_PULSE = 16
};

/* Called when words were added: filters or counts them, or notes that there are too many. */
typedef struct build_run {
  count_worker *worker;
  uint32_t side;
  const uint32_t *piece; /* its first value, and that of the next piece; NULL: all */
  uint64_t *found;       /* NULL, or to count the words of each value, keeping none */
  size_t most;           /* of words in a list */
} build_run;

bool nq_count_reserve(word_list *list, size_t count) {
  return nq_memory_reserve(&list->words, count + 8, &list->room, sizeof *list->words);
}

/* ---- Pieces --------------------------------------------------------------------------------- */

static uint32_t piece_value(const count_worker *worker, uint64_t word) {
  uint64_t signature = word & (UINT64_MAX >> (64 - worker->signature_bits));
  return (uint32_t)(signature >> (worker->signature_bits - PIECE_BITS));
}

/* Keep those of the last words, from `first` on, that belong to the piece. */
static void keep_piece(const build_run *run, word_list *list, size_t first) {
  size_t kept = first;
  for (size_t i = first; i < list->count; i++) {
    uint32_t value = piece_value(run->worker, list->words[i]);
    list->words[kept] = list->words[i];
    kept += value >= run->piece[0] && value < run->piece[1] ? 1 : 0;
  }
  list->count = kept;
}

/* False when the list has become too long. */
static bool settle(const build_run *run, word_list *list, size_t first) {
  if (run->found != NULL) {
    for (size_t i = first; i < list->count; i++)
      run->found[piece_value(run->worker, list->words[i])]++;
    list->count = first;
    return true;
  }
  if (run->piece != NULL) keep_piece(run, list, first);
  return list->count <= run->most;
}

static void cut_pieces(count_pieces *pieces, const uint64_t *found, size_t most) {
  uint64_t words = 0;
  for (uint32_t value = 0; value < PIECE_VALUES; value++) {
    if (words > 0 && words + found[value] > most) {
      pieces->begin[++pieces->count] = value;
      words = 0;
    }
    words += found[value];
  }
  pieces->begin[++pieces->count] = PIECE_VALUES;
}

/* ---- Pairs of strips ------------------------------------------------------------------------ */

static build_end join(const build_run *run, word_list *out, const count_list *one,
                      const count_list *two) {
  size_t before = out->count;
  if (one->count == 0 || two->count == 0) return BUILT;
  if (!nq_count_reserve(out, before + one->count * two->count)) return BUILD_NO_MEMORY;
  /* The second list is read in eights: choose the one that wastes less of its last eight. */
  if ((two->count + 7) / 8 * one->count > (one->count + 7) / 8 * two->count) {
    const count_list *swapped = one;
    one = two;
    two = swapped;
  }
  out->count += run->worker->path->join_strips(out->words + before, one->strip, one->count,
                                               two->strip, two->count);
  return settle(run, out, before) ? BUILT : BUILD_LONG;
}

static uint32_t lowest_rows(uint32_t rows, uint32_t count) {
  uint32_t lowest = 0;
  for (; count > 0; count--, rows &= rows - 1) lowest |= rows & -rows;
  return lowest;
}

/* The next larger choice of as many of the rows, or 0: the lowest run of chosen rows loses all but
 * one, which moves up, and the others become the lowest rows. */
static uint32_t next_choice(uint32_t chosen, uint32_t rows) {
  uint32_t next = ((chosen | ~rows) + (chosen & -chosen)) & rows, run = chosen & ~next;
  if (next == 0) return 0;
  for (run &= run - 1; run != 0; run &= run - 1, rows &= rows - 1) next |= rows & -rows;
  return next;
}

static uint32_t second_kind(const count_tables *tables, uint32_t side) {
  return tables->symmetry == BY_OFFSET && side == 0 ? 2 : 1;
}

/* ---- Kept tables ---------------------------------------------------------------------------- */

/* The number of keys of strip 1 that can be within the bound. */
static uint32_t usable_keys(const count_tables *tables, const count_unit *unit) {
  if (unit->symmetry == BY_OFFSET) return 1;
  return (unit->bound >> (tables->half - tables->width)) - (1u << (tables->width - 1)) + 1;
}

/* Collect the runs of strips for each choice of strip 1's rows where neither run is empty.  This is
 * a separate pass so that the look-ups need not wait for each other. */
static size_t pair_runs(const build_run *run) {
  const count_tables *tables = run->worker->tables;
  const count_unit *unit = run->worker->unit;
  uint32_t rows = unit->rows[run->side], keys = usable_keys(tables, unit);
  uint32_t first = lowest_rows(rows, tables->width);
  const count_strips *one = &tables->strips[0];
  const count_strips *two = &tables->strips[second_kind(tables, run->side)];
  size_t count = 0;
  for (; first != 0; first = next_choice(first, rows)) {
    const uint32_t *start1 = one->start + rank_rows(one, first) * one->keys;
    const uint32_t *start2 = two->start + rank_rows(two, rows ^ first);
    run_pair *pairing = &run->worker->pairings[count];
    pairing->first[0] = start1[0];
    pairing->first[1] = start2[0];
    pairing->count[0] = start1[keys] - start1[0];
    pairing->count[1] = start2[1] - start2[0];
    if (pairing->count[0] != 0 && pairing->count[1] != 0) count++;
  }
  return count;
}

static build_end build_kept(const build_run *run) {
  size_t pairings = pair_runs(run);
  const count_tables *tables = run->worker->tables;
  const count_strips *strips = tables->strips;
  uint32_t second = second_kind(tables, run->side);
  for (size_t i = 0; i < pairings; i++) {
    const run_pair *pairing = &run->worker->pairings[i];
    const count_list one = {strips[0].strip + pairing->first[0], NULL, pairing->count[0]};
    const count_list two = {strips[second].strip + pairing->first[1], NULL, pairing->count[1]};
    build_end end = join(run, &run->worker->raw, &one, &two);
    if (end != BUILT) return end;
  }
  return BUILT;
}

/* ---- Searched tables ------------------------------------------------------------------------ */

static void add_strip(count_list *list, const count_strip *strip) {
  list->strip[list->count++] = *strip;
}

static void split_first(count_worker *worker) {
  count_list *list = worker->list;
  const count_list *one = &list[LIST_ONE];
  uint32_t width = worker->tables->width, shift = worker->half - width;
  uint32_t bound = worker->unit->bound >> shift;
  list[LIST_SURE].count = list[LIST_TIE].count = list[LIST_MIRRORED_TIE].count = 0;
  for (size_t i = 0; i < one->count; i++) {
    uint32_t set = (uint32_t)one->tag[i] >> shift, measure = measure_set(set, width);
    if (measure > bound) continue;
    add_strip(&list[measure < bound  ? LIST_SURE
                    : set == measure ? LIST_TIE
                                     : LIST_MIRRORED_TIE],
              &one->strip[i]);
  }
}

/* Join the strips 1 that tie with the bound's high part with the strips 2 that are less than or
 * equal to its low part. */
static build_end join_ties(const build_run *run, const count_list *one, bool mirrored) {
  count_worker *worker = run->worker;
  const count_list *two = &worker->list[LIST_TWO];
  count_list *less = &worker->list[LIST_LESS], *equal = &worker->list[LIST_EQUAL];
  uint32_t all = (1u << (worker->half - worker->tables->width)) - 1;
  uint32_t bound = worker->unit->bound & all;
  if (one->count == 0) return BUILT;
  less->count = equal->count = 0;
  for (size_t i = 0; i < two->count; i++) {
    uint32_t set = two->tag[i] ^ (mirrored ? all : 0);
    if (set < bound) add_strip(less, &two->strip[i]);
    if (set == bound) add_strip(equal, &two->strip[i]);
  }
  build_end end = join(run, &worker->raw, one, less);
  return end == BUILT ? join(run, &worker->ties, one, equal) : end;
}

static build_end build_choice(const build_run *run, uint32_t first, uint32_t rest) {
  const count_tables *tables = run->worker->tables;
  word_list *raw = &run->worker->raw;
  count_list *list = run->worker->list;
  nq_count_strips_list(tables, 0, first, &list[LIST_ONE]);
  if (list[LIST_ONE].count == 0) return BUILT;
  nq_count_strips_list(tables, second_kind(tables, run->side), rest, &list[LIST_TWO]);
  if (list[LIST_TWO].count == 0) return BUILT;
  if (tables->symmetry == BY_OFFSET) return join(run, raw, &list[LIST_ONE], &list[LIST_TWO]);
  split_first(run->worker);
  build_end end = join(run, raw, &list[LIST_SURE], &list[LIST_TWO]);
  if (end == BUILT) end = join_ties(run, &list[LIST_TIE], false);
  return end == BUILT ? join_ties(run, &list[LIST_MIRRORED_TIE], true) : end;
}

static build_end build_searched(const build_run *run) {
  count_worker *worker = run->worker;
  const count_tables *tables = worker->tables;
  uint32_t rows = worker->unit->rows[run->side], choices = 0;
  uint32_t first = lowest_rows(rows, tables->width);
  for (; first != 0; first = next_choice(first, rows)) {
    if (choices++ % CHOICES_PER_PULSE == 0 && !worker->pulse(worker->context)) return BUILD_STOPPED;
    build_end end = build_choice(run, first, rows ^ first);
    if (end != BUILT) return end;
  }
  return BUILT;
}

/* ---- A side --------------------------------------------------------------------------------- */

static build_end build_all(const build_run *run) {
  run->worker->raw.count = run->worker->ties.count = 0;
  return run->worker->tables->kept ? build_kept(run) : build_searched(run);
}

/* Drop the words over the bound and set the ties apart, by the tags of the words. */
static build_end part(count_worker *worker, uint32_t side) {
  word_list *raw = &worker->raw, *ties = &worker->ties;
  const count_unit *unit = worker->unit;
  bool tagged = unit->symmetry == BY_OFFSET ? side == 0 : worker->tables->kept;
  if (!tagged) return BUILT;
  if (!nq_count_reserve(ties, raw->count)) return BUILD_NO_MEMORY;
  raw->count = worker->path->part_words(raw->words, raw->count, unit, worker->half, ties->words,
                                        &ties->count);
  return BUILT;
}

static bool init_lists(count_worker *worker) {
  nq_arrays *arrays = &worker->arrays;
  for (size_t i = 0; i < LISTS; i++) {
    count_list *list = &worker->list[i];
    list->strip = nq_arrays_take(arrays, STRIPS_MAX + 8, sizeof *list->strip);
    list->tag = nq_arrays_take(arrays, STRIPS_MAX, sizeof *list->tag);
  }
  return !arrays->failed;
}

build_end nq_count_halves_build(count_worker *worker, uint32_t side, size_t piece) {
  count_pieces *pieces = &worker->pieces[side];
  size_t limit = worker->limits.words > 0 ? (size_t)worker->limits.words : SIZE_MAX;
  build_run run = {.worker = worker, .side = side, .most = limit};
  if (!worker->tables->kept && worker->list[LIST_ONE].strip == NULL && !init_lists(worker))
    return BUILD_NO_MEMORY;
  if (pieces->count == 0) {
    build_end end = build_all(&run);
    if (end == BUILT) pieces->count = 1;
    if (end != BUILD_LONG) return end == BUILT ? part(worker, side) : end;
    run.found = worker->found; /* count the words of the side, and cut it into pieces */
    memset(worker->found, 0, sizeof worker->found);
    end = build_all(&run);
    if (end != BUILT) return end;
    cut_pieces(pieces, run.found, run.most);
    run.found = NULL;
  }
  run.piece = pieces->count > 1 ? &pieces->begin[piece] : NULL;
  run.most = SIZE_MAX; /* a piece of a single value cannot be cut further */
  build_end end = build_all(&run);
  return end == BUILT ? part(worker, side) : end;
}

uint64_t nq_count_halves_bytes(void) {
  return LISTS * (STRIPS_MAX + 8) * (sizeof(count_strip) + sizeof(uint16_t));
}
