/* One unit of work: build the half boards of both sides, sort them, and count the disjoint pairs.
 *
 * MODEL.  The half boards of a side are the disjoint pairs of a strip 1 on rows S and a strip 2 on
 * the side's other rows, over all S.  Half boards that the symmetry excludes are dropped; ties are
 * kept apart from the others.
 *
 * One side is cut into blocks of 512.  A block's tables (count_block) give, for each value of a
 * piece of a signature, which of the 512 half boards intersect it.  For each half board of the
 * other side, the stream, the table rows for its pieces are combined with OR, and the remaining
 * zeros are counted.  Both sides are sorted by the highest bits of the signature, the central
 * diagonals:
 *
 *   - the rows for the pattern are combined once for all of the stream that share it (a segment);
 *   - where they give all ones, the segment or group of segments is skipped.  The half boards of a
 *     block share most of their central diagonals; at n = 20 four of five pairs are skipped.
 *
 * The right half is a mirrored left half: rising and falling diagonals, bits 2i + 1 and 2i, are
 * swapped in the block once its bits are columns.  This works whichever side is the block. */
#include "counting/parts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A run of strips 1 and a run of strips 2, to join. */
typedef struct run_pair {
  uint32_t first[2], count[2];
} run_pair;

enum { PAIRINGS_MAX = 3432 }; /* choices of 7 rows of 14 for strip 1 */

/* A growing array of words. */
typedef struct word_list {
  uint64_t *words;
  size_t count, room;
} word_list;

struct count_worker {
  const count_path *path;
  count_pulse *pulse;
  void *context;
  uint32_t n, half;
  uint32_t signature_bits, high_bits, low_bits; /* of the unit's symmetry; see count_block */
  uint8_t weight[2][2];                         /* [block tie][stream tie] */
  run_pair pairings[PAIRINGS_MAX];
  word_list raw, ties;
  word_list sorted[2][2];                 /* [block, stream][tie] */
  uint32_t *places;                       /* offset of each pattern's words */
  count_segment *segments[2], *groups[2]; /* [tie] */
  count_stream stream[2];
  lanes columns[COLUMNS];
  count_block block;
  count_see *see; /* or NULL */
  void *seer;
};

static uint32_t pattern_bits(uint32_t half, count_symmetry symmetry) {
  uint32_t bits = 2 * count_diagonals(half, symmetry);
  return bits > CHUNKS_BITS ? bits - CHUNKS_BITS : 0;
}

static void lay_out_signature(count_worker *worker, count_symmetry symmetry) {
  uint32_t pattern = pattern_bits(worker->half, symmetry);
  worker->signature_bits = pattern + CHUNKS_BITS;
  worker->high_bits = (pattern + 1) / 2;
  worker->low_bits = pattern / 2;
}

static void *allocate_lines(size_t bytes) {
  return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

enum { BLOCK_SORT_BITS_MAX = 14 };

/* Largest numbers of segments, groups and sorting offsets. */
typedef struct worker_sizes {
  size_t patterns, parts, places;
} worker_sizes;

static worker_sizes measure_worker(uint32_t n) {
  uint32_t bits = pattern_bits(n / 2, n % 2 == 0 ? BY_QUARTERS : BY_OFFSET);
  uint32_t sort_bits = bits > BLOCK_SORT_BITS_MAX ? bits : BLOCK_SORT_BITS_MAX;
  return (worker_sizes){.patterns = (size_t)1 << bits,
                        .parts = (size_t)1 << (bits + 1) / 2,
                        .places = (size_t)1 << sort_bits};
}

uint64_t nq_count_worker_bytes(uint32_t n) {
  worker_sizes sizes = measure_worker(n);
  return sizeof(count_worker) + 2 * (sizes.patterns + sizes.parts + 2) * sizeof(count_segment) +
         sizes.places * sizeof(uint32_t) + 2 * sizes.parts * sizeof(lanes);
}

count_worker *nq_count_worker_new(uint32_t n, const count_path *path, count_pulse *pulse,
                                  void *context) {
  count_worker *worker = allocate_lines(sizeof *worker);
  if (worker == NULL) return NULL;
  memset(worker, 0, sizeof *worker);
  worker->path = path;
  worker->pulse = pulse;
  worker->context = context;
  worker->n = n;
  worker->half = n / 2;
  worker_sizes sizes = measure_worker(n);
  bool complete = true;
  for (uint32_t tie = 0; tie < 2; tie++) {
    worker->segments[tie] = malloc((sizes.patterns + 1) * sizeof(count_segment));
    worker->groups[tie] = malloc((sizes.parts + 1) * sizeof(count_segment));
    complete = complete && worker->segments[tie] != NULL && worker->groups[tie] != NULL;
  }
  worker->places = malloc(sizes.places * sizeof *worker->places);
  worker->block.high = allocate_lines(sizes.parts * sizeof(lanes));
  worker->block.low = allocate_lines(sizes.parts * sizeof(lanes));
  if (complete && worker->places != NULL && worker->block.high != NULL && worker->block.low != NULL)
    return worker;
  nq_count_worker_free(worker);
  return NULL;
}

void nq_count_worker_free(count_worker *worker) {
  if (worker == NULL) return;
  free(worker->raw.words);
  free(worker->ties.words);
  for (uint32_t tie = 0; tie < 2; tie++) {
    for (uint32_t i = 0; i < 2; i++) free(worker->sorted[i][tie].words);
    free(worker->segments[tie]);
    free(worker->groups[tie]);
  }
  free(worker->places);
  free(worker->block.high);
  free(worker->block.low);
  free(worker);
}

/* Make room for `count` words and for the 8 words after them that vectors may touch. */
static bool reserve(word_list *list, size_t count) {
  if (count + 8 <= list->room) return true;
  size_t room = count + count / 2 + 8;
  uint64_t *words = realloc(list->words, room * sizeof *words);
  if (words == NULL) return false;
  list->words = words;
  list->room = room;
  return true;
}

void nq_count_worker_show(count_worker *worker, count_see *see, void *seer) {
  worker->see = see;
  worker->seer = seer;
}

/* ---- Half boards ---------------------------------------------------------------------------- */

static const count_strips *second_strips(const count_tables *tables, uint32_t side) {
  return &tables->strips[tables->symmetry == BY_OFFSET && side == 0 ? 2 : 1];
}

/* The number of keys of strip 1 that can be within the bound. */
static uint32_t usable_keys(const count_tables *tables, const count_unit *unit) {
  if (unit->symmetry == BY_OFFSET) return 1;
  return (unit->bound >> (tables->half - tables->width)) - (1u << (tables->width - 1)) + 1;
}

/* Collect the runs of strips for each choice of strip 1's rows where neither run is empty.  This is
 * a separate pass so that the look-ups need not wait for each other.  Two tables of 7 places each
 * map a set of places among the side's rows to a set of rows. */
static size_t pair_runs(count_worker *worker, const count_tables *tables, const count_unit *unit,
                        uint32_t side) {
  uint32_t low[128] = {0}, high[128] = {0}, rows = unit->rows[side], place = 0;
  for (uint32_t left = rows; left != 0; left &= left - 1, place++) {
    uint32_t *table = place < 7 ? low : high, bit = 1u << place % 7;
    for (uint32_t set = 0; set < bit; set++) table[bit + set] = table[set] | (left & -left);
  }
  const count_strips *one = &tables->strips[0], *two = second_strips(tables, side);
  const uint16_t *choice = tables->choice[side];
  uint32_t keys = usable_keys(tables, unit);
  size_t count = 0;
  for (uint32_t i = 0; i < tables->choices[side]; i++) {
    uint32_t first = low[choice[i] & 127] | high[choice[i] >> 7];
    const uint32_t *start1 = one->start + rank_rows(one, first) * one->keys;
    const uint32_t *start2 = two->start + rank_rows(two, rows ^ first);
    run_pair *pairing = &worker->pairings[count];
    pairing->first[0] = start1[0];
    pairing->first[1] = start2[0];
    pairing->count[0] = start1[keys] - start1[0];
    pairing->count[1] = start2[1] - start2[0];
    if (pairing->count[0] != 0 && pairing->count[1] != 0) count++;
  }
  return count;
}

/* Write all half boards of a side to `raw`. */
static bool build(count_worker *worker, const count_tables *tables, const count_unit *unit,
                  uint32_t side) {
  size_t pairings = pair_runs(worker, tables, unit, side);
  const count_strip *all[2] = {tables->strips[0].strip, second_strips(tables, side)->strip};
  word_list *raw = &worker->raw;
  raw->count = 0;
  for (size_t i = 0; i < pairings; i++) {
    const run_pair *pairing = &worker->pairings[i];
    size_t count[2] = {pairing->count[0], pairing->count[1]};
    if (!reserve(raw, raw->count + count[0] * count[1])) return false;
    /* The second list is read in eights: choose the one that wastes less of its last eight. */
    size_t two = (count[1] + 7) / 8 * count[0] <= (count[0] + 7) / 8 * count[1] ? 1 : 0,
           one = 1 - two;
    raw->count += worker->path->join_strips(raw->words + raw->count, all[one] + pairing->first[one],
                                            count[one], all[two] + pairing->first[two], count[two]);
  }
  return true;
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* Sort by the highest `bits` bits of the signature; afterwards places[k] is the end of the words
 * whose bits are k. */
static bool sort_words(count_worker *worker, const uint64_t *words, size_t count, uint32_t bits,
                       word_list *sorted) {
  if (!reserve(sorted, count)) return false;
  sorted->count = count;
  uint32_t *places = worker->places, shift = worker->signature_bits - bits, sum = 0;
  size_t patterns = (size_t)1 << bits;
  memset(places, 0, patterns * sizeof *places);
  for (size_t i = 0; i < count; i++) places[words[i] >> shift]++;
  for (size_t k = 0; k < patterns; k++) {
    uint32_t here = places[k];
    places[k] = sum;
    sum += here;
  }
  uint64_t *restrict out = sorted->words;
  for (size_t i = 0; i < count; i++) {
    uint64_t word = words[i];
    out[places[word >> shift]++] = word;
  }
  return true;
}

/* Twice the bits that number the blocks, because values are far from equally frequent. */
static uint32_t block_sort_bits(size_t count) {
  uint32_t bits = 0;
  while (bits < BLOCK_SORT_BITS_MAX && count > (size_t)BLOCK_LANES << bits / 2) bits++;
  return bits;
}

/* Cut the sorted stream into segments and groups, from the places left by sorting. */
static void cut_segments(count_worker *worker, uint32_t tie) {
  count_segment *segment = worker->segments[tie], *group = worker->groups[tie];
  uint32_t lows = 1u << worker->low_bits, highs = 1u << worker->high_bits, begin = 0;
  const uint32_t *end = worker->places;
  for (uint32_t high = 0; high < highs; high++, end += lows) {
    if (end[lows - 1] == begin) continue;
    for (uint32_t low = 0; low < lows; low++) {
      *segment = (count_segment){low, end[low]};
      if (end[low] != begin) segment++;
      begin = end[low];
    }
    *group++ = (count_segment){high, (uint32_t)(segment - worker->segments[tie])};
  }
  worker->stream[tie] = (count_stream){.words = worker->sorted[1][tie].words,
                                       .segments = worker->segments[tie],
                                       .groups = worker->groups[tie],
                                       .group_count = (size_t)(group - worker->groups[tie])};
}

/* Sort `raw` into sorted[0] or, for the stream, sorted[1]. */
static bool order(count_worker *worker, const count_unit *unit, uint32_t side, bool stream) {
  count_filter filter = {unit->symmetry, worker->half, unit->bound};
  word_list *raw = &worker->raw, *ties = &worker->ties;
  ties->count = 0;
  if (side == 0 || unit->symmetry == BY_QUARTERS) {
    if (!reserve(ties, raw->count)) return false;
    raw->count =
        worker->path->part_words(raw->words, raw->count, &filter, ties->words, &ties->count);
  }
  uint32_t pattern = worker->high_bits + worker->low_bits;
  for (uint32_t tie = 0; tie < 2; tie++) {
    const word_list *part = tie == 0 ? raw : ties;
    uint32_t bits = stream ? pattern : block_sort_bits(part->count);
    if (!sort_words(worker, part->words, part->count, bits, &worker->sorted[stream ? 1 : 0][tie]))
      return false;
    if (stream) cut_segments(worker, tie);
  }
  return true;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

static void fill_block(count_worker *worker, const uint64_t *words, size_t count) {
  const count_path *path = worker->path;
  count_block *block = &worker->block;
  uint64_t padded[BLOCK_LANES];
  if (count < BLOCK_LANES) {
    memcpy(padded, words, count * sizeof *words);
    memset(padded + count, 0, (BLOCK_LANES - count) * sizeof *words);
    words = padded;
  }
  for (size_t i = 0; i < BLOCK_WORDS; i++)
    block->none.word[i] = count >= 64 * (i + 1) ? 0
                          : count <= 64 * i     ? UINT64_MAX
                                                : UINT64_MAX << count % 64;
  path->transpose(worker->columns, words, worker->signature_bits);
  for (uint32_t bit = 0; bit < worker->signature_bits; bit += 2) {
    lanes falling = worker->columns[bit];
    worker->columns[bit] = worker->columns[bit + 1];
    worker->columns[bit + 1] = falling;
  }
  for (uint32_t i = 0; i < CHUNKS; i++)
    path->fill_table(block->chunk[i], worker->columns + (size_t)i * CHUNK_BITS, CHUNK_BITS);
  path->fill_table(block->low, worker->columns + CHUNKS_BITS, worker->low_bits);
  path->fill_table(block->high, worker->columns + CHUNKS_BITS + worker->low_bits,
                   worker->high_bits);
}

/* The pairs of the block at word `first` of a list with a stream. */
static uint64_t count_block_pairs(const count_worker *worker, uint32_t tie, uint32_t other,
                                  size_t first) {
  uint64_t pairs = worker->path->count_disjoint(&worker->block, &worker->stream[other]);
  if (worker->see == NULL) return pairs;
  const word_list *list = &worker->sorted[0][tie];
  const count_sight sight = {.path = worker->path,
                             .block = &worker->block,
                             .stream = &worker->stream[other],
                             .words = list->words,
                             .first = first,
                             .end = list->count - first < BLOCK_LANES ? list->count
                                                                      : first + BLOCK_LANES,
                             .block_tie = tie,
                             .stream_tie = other,
                             .weight = worker->weight[tie][other],
                             .pairs = pairs};
  worker->see(worker->seer, &sight);
  return pairs;
}

/* False when stopped. */
static bool count_pairs(count_worker *worker, uint64_t *count) {
  uint64_t total = 0;
  for (uint32_t tie = 0; tie < 2; tie++) {
    const word_list *list = &worker->sorted[0][tie];
    if (worker->weight[tie][0] == 0 && worker->weight[tie][1] == 0) continue;
    for (size_t first = 0; first < list->count; first += BLOCK_LANES) {
      size_t left = list->count - first;
      if (!worker->pulse(worker->context)) return false;
      fill_block(worker, list->words + first, left < BLOCK_LANES ? left : BLOCK_LANES);
      for (uint32_t other = 0; other < 2; other++)
        if (worker->weight[tie][other] != 0)
          total += worker->weight[tie][other] * count_block_pairs(worker, tie, other, first);
    }
  }
  *count = total;
  return true;
}

nq_status nq_count_worker_unit(count_worker *worker, const count_tables *tables,
                               const count_unit *unit, uint64_t *count, bool *whole,
                               nq_error *error) {
  /* Make blocks of the longer side: the half boards of a block are then more similar. */
  uint32_t blocks = unit->symmetry == BY_QUARTERS ? 0 : 1;
  *whole = false;
  lay_out_signature(worker, unit->symmetry);
  for (uint32_t side = 0; side < 2; side++)
    if (!build(worker, tables, unit, side) || !order(worker, unit, side, side != blocks))
      return nq_error_set(error, NQ_NO_MEMORY,
                          "counting n = %" PRIu32 ": no memory for the half boards", worker->n);
  for (uint32_t block = 0; block < 2; block++)
    for (uint32_t stream = 0; stream < 2; stream++)
      worker->weight[block][stream] =
          blocks == 0 ? unit->weight[block][stream] : unit->weight[stream][block];
  *whole = count_pairs(worker, count);
  return NQ_OK;
}
