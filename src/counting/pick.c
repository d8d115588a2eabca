/* Solutions by their number in the order of the count.
 *
 * MODEL.  The count adds up the units of work (plan.c) in their order.  A unit's contribution is
 * the sum of the weights of its pairs of half boards; a pair of weight w stands for w boards,
 * images of the solution that the pair makes.  So a number R belongs to a unit, a pair in it, and
 * an image:
 *
 *     units   counted one by one, by nq_count_run; running sums give the unit of each number
 *     pairs   only units with a wanted number are counted again.  Where the pairs of a block and a
 *             stream (parts.h) include it, counting parts of the stream finds the pair; the half
 *             boards of its two words are then found by backtracking.  Several half boards may have
 *             the same word: the i-th of equal words stands for the i-th found
 *     images  the distinct images of a solution in lexicographic order are divided among those that
 *             are counted (plan.c), in the same order, as many to each as its weight
 *
 * So any number of boards takes one count, and the units that have a wanted number once more.  The
 * order depends on n alone.  Each unit's pairs must add up to what the count found. */
#include "board/board.h"
#include "counting/parts.h"

#include <string.h>

/* A wanted number, and where its board goes. */
typedef struct wish {
  uint64_t rank;
  size_t place;
} wish;

/* A unit of the count, and its wishes. */
typedef struct pick_unit {
  uint64_t boards, before; /* of the unit; of those before it */
  size_t next, end;        /* the next wish to be granted, and after the last */
  uint64_t seen;           /* boards so far */
  bool broken;             /* something did not agree */
} pick_unit;

typedef struct pick_run {
  nq_arrays arrays;
  uint32_t n;
  unsigned threads;
  nq_count_plan *plan;
  pick_unit *units;
  nq_count_range *ranges; /* those to count, each alone */
  wish *wishes, *spare;   /* sorted by rank; room to sort them */
  size_t count;           /* of wishes */
  uint8_t *rows;
  bool picks; /* otherwise it counts */
  nq_watch watch;
} pick_run;

static bool pulse(pick_run *run) {
  return !nq_watch_poll(&run->watch, (nq_progress){.phase = "pick"});
}

/* ---- Images --------------------------------------------------------------------------------- */

/* With how many boards the count lets image i stand for all images; see plan.c. */
static unsigned weigh(uint32_t n, const uint32_t *const lines[2], unsigned i) {
  uint8_t rows[32] = {0}, columns[32] = {0};
  uint32_t half = n / 2;
  for (uint32_t column = 0; column < n; column++) {
    rows[column] = (uint8_t)image_at(lines, n, i, column);
    columns[rows[column]] = (uint8_t)column;
  }
  if (n % 2 != 0 && rows[half] != half) return nq_count_offsets_choose(rows, half) ? 8 : 0;
  uint32_t upper = nq_count_measure(columns, 1, half);
  uint32_t lower = nq_count_measure(columns + n - 1, -1, half);
  uint32_t left = nq_count_measure(rows, 1, half), right = nq_count_measure(rows + n - 1, -1, half);
  if (lower > upper || left > upper || right > upper || columns[0] >= half) return 0;
  unsigned ties = 1u + (lower == upper) + (left == upper) + (right == upper);
  return ties != 3 ? 8 / ties : lower == upper ? 0 : 8;
}

/* Write the image that number `i` of the boards stands for, for which the board rows[] counts. */
static bool take_image(uint32_t n, const uint32_t *rows, uint64_t i, uint8_t *taken) {
  uint32_t columns[32] = {0};
  const uint32_t *const lines[2] = {rows, columns};
  unsigned images[NQ_IMAGES]; /* the distinct ones, in order */
  size_t count = 0;
  uint64_t before = 0, all = 0;
  for (uint32_t column = 0; column < n; column++) columns[rows[column]] = column;
  for (unsigned image = 0; image < NQ_IMAGES; image++) {
    size_t at = count;
    while (at > 0 && image_is_less(lines, n, image, images[at - 1])) at--;
    if (at > 0 && !image_is_less(lines, n, images[at - 1], image)) continue;
    memmove(images + at + 1, images + at, (count - at) * sizeof *images);
    images[at] = image;
    count++;
  }
  for (size_t k = 0; k < count; k++) {
    unsigned weight = weigh(n, lines, images[k]);
    if (image_is_less(lines, n, images[k], 0)) before += weight;
    all += weight;
  }
  if (all != count || before + i >= count) return false;
  for (uint32_t column = 0; column < n; column++)
    taken[column] = (uint8_t)image_at(lines, n, images[before + i], column);
  return true;
}

/* ---- Half boards ---------------------------------------------------------------------------- */

/* A search for a half board, whose columns are counted from the edge inwards. */
typedef struct half_search {
  const count_tables *tables;
  const count_unit *unit;
  uint32_t side, columns, tie;
  uint64_t word; /* its signature */
  uint64_t skip; /* half boards with this signature that come before it */
  bool found;
  uint8_t row[16];
} half_search;

/* Whether the symmetry keeps it, as a tie or not. */
static bool is_kept(const half_search *search) {
  uint32_t half = search->tables->half, bound = search->unit->bound;
  if (search->unit->symmetry == BY_OFFSET)
    return search->side == 1 || nq_count_offsets_choose(search->row, half);
  uint32_t measure = nq_count_measure(search->row, 1, half);
  return search->tie != 0 ? measure == bound : measure < bound;
}

/* `rows`: those that are left; up, down: those of this column that are attacked on diagonals. */
static void search_half(half_search *search, uint32_t c, uint32_t rows, uint32_t up, uint32_t down,
                        uint64_t word) {
  if (c == search->columns) {
    if (word == search->word && is_kept(search)) search->found = search->skip-- == 0;
    return;
  }
  for (uint32_t open = rows & ~(up | down); open != 0 && !search->found; open &= open - 1) {
    uint32_t bit = open & -open, row = (uint32_t)__builtin_ctz(bit);
    uint64_t lines = nq_count_signature(search->tables, c, row);
    if ((lines & ~search->word) != 0) continue;
    search->row[c] = (uint8_t)row;
    search_half(search, c + 1, rows ^ bit, (up | bit) >> 1, (down | bit) << 1, word | lines);
  }
}

/* The half board of words[at]. */
static bool find_half(half_search *search, const uint64_t *words, size_t at) {
  search->word = words[at];
  for (size_t i = 0; i < at; i++) search->skip += words[i] == words[at];
  search_half(search, 0, search->unit->rows[search->side], 0, 0, 0);
  return search->found;
}

/* ---- Pairs ---------------------------------------------------------------------------------- */

/* Exchange rising and falling diagonals. */
static uint64_t mirror(uint64_t word) {
  const uint64_t even = UINT64_C(0x5555555555555555);
  return (word & even) << 1 | (word >> 1 & even);
}

/* Find the words of a pair: words[*one] of the block, stream->words[*two]. */
static bool find_pair(const count_sight *sight, uint64_t pair, size_t *one, size_t *two) {
  const count_stream *stream = sight->stream;
  size_t end = stream->segments[stream->groups[stream->group_count - 1].end - 1].end;
  for (*two = 0; *two < end; ++*two) {
    uint64_t lines = mirror(stream->words[*two]), here = 0;
    for (size_t i = sight->first; i < sight->end; i++) here += (sight->words[i] & lines) == 0;
    for (*one = sight->first; pair < here; ++*one)
      if ((sight->words[*one] & lines) == 0 && pair-- == 0) return true;
    pair -= here;
  }
  return false;
}

/* The board that the pair makes. */
static bool make_board(const count_sight *sight, uint64_t pair, uint32_t *rows) {
  uint32_t n = sight->tables->n, half = n / 2;
  bool offset = sight->unit->symmetry == BY_OFFSET;
  half_search search[2] = {{.columns = half + offset}, {.columns = half, .side = 1}};
  half_search *block = &search[offset], *stream = &search[!offset];
  for (int i = 0; i < 2; i++) {
    search[i].tables = sight->tables;
    search[i].unit = sight->unit;
  }
  block->tie = sight->block_tie;
  stream->tie = sight->stream_tie;
  size_t one, two;
  if (!find_pair(sight, pair, &one, &two) || !find_half(block, sight->words, one) ||
      !find_half(stream, sight->stream->words, two))
    return false;
  if (n % 2 != 0) rows[half] = offset ? search[0].row[half] : half;
  for (uint32_t c = 0; c < half; c++) {
    rows[c] = search[0].row[c];
    rows[n - 1 - c] = search[1].row[c];
  }
  return true;
}

/* A count_see: write the wanted ones of the boards for which these pairs stand. */
static void take_wanted(void *context, const count_sight *sight) {
  pick_run *run = context;
  pick_unit *unit = &run->units[sight->unit->number];
  uint64_t end = unit->seen + sight->weight * sight->pairs;
  for (; unit->next < unit->end; unit->next++) {
    const wish *at = &run->wishes[unit->next];
    if (at->rank - unit->before >= end || watch_stop(&run->watch) != NQ_STOP_NOT) break;
    uint8_t *rows = run->rows + at->place * run->n;
    if (unit->next > 0 && at->rank == at[-1].rank) {
      memcpy(rows, run->rows + at[-1].place * run->n, run->n);
      continue;
    }
    uint64_t number = at->rank - unit->before - unit->seen;
    uint32_t board[32] = {0};
    if (!make_board(sight, number / sight->weight, board) ||
        !take_image(run->n, board, number % sight->weight, rows))
      unit->broken = true;
  }
  unit->seen = end;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

static bool report(void *context, const nq_progress *counting) {
  pick_run *run = context;
  return run->picks ? pulse(run) : !nq_watch_poll(&run->watch, *counting);
}

/* Note the number of boards of a unit, or check that it has granted its wishes. */
static nq_status settle_unit(void *context, const nq_count_range *range, nq_error *error) {
  pick_run *run = context;
  pick_unit *unit = &run->units[range->begin];
  if (!run->picks) unit->boards = range->count;
  bool whole = !unit->broken && unit->next == unit->end && unit->seen == unit->boards;
  if (!run->picks || whole || watch_stop(&run->watch) != NQ_STOP_NOT) return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "n = %" PRIu32 ", unit %" PRIu64 ": %" PRIu64 " boards instead of %" PRIu64,
                      run->n, range->begin, unit->seen, unit->boards);
}

/* Count these units, each as a range of its own. */
static nq_status count_units(pick_run *run, size_t count, nq_error *error) {
  const nq_count_options options = {
      .threads = run->threads, .record = settle_unit, .progress = report, .context = run};
  nq_count_result result;
  nq_status status = nq_count_run_seen(run->plan, run->ranges, count, &options,
                                       run->picks ? take_wanted : NULL, run, &result, error);
  return status == NQ_OK && result.interrupted ? NQ_END : status;
}

static nq_status count_all(pick_run *run, nq_error *error) {
  size_t units = (size_t)run->plan->count;
  for (size_t i = 0; i < units; i++) run->ranges[i] = (nq_count_range){.begin = i, .end = i + 1};
  return count_units(run, units, error);
}

/* Give the units the sorted wishes, and count those that have some once more. */
static nq_status pick_all(pick_run *run, nq_error *error) {
  size_t next = 0, units = 0;
  uint64_t before = 0;
  run->picks = true;
  for (uint64_t i = 0; i < run->plan->count; i++) {
    pick_unit *unit = &run->units[i];
    if (!pulse(run)) return NQ_END;
    unit->before = before;
    before += unit->boards;
    unit->next = next;
    while (next < run->count && run->wishes[next].rank < before) next++;
    unit->end = next;
    if (unit->next < next) run->ranges[units++] = (nq_count_range){.begin = i, .end = i + 1};
  }
  if (before == nq_count_known(run->n)) return count_units(run, units, error);
  return nq_error_set(error, NQ_INTERNAL, "n = %" PRIu32 ": the count is %" PRIu64, run->n, before);
}

/* Some milliseconds of work between two looks at the watch. */
enum { DIGIT_BITS = 10, WISHES_PER_PULSE = 1 << 18 };

static bool pulse_at(pick_run *run, size_t i) {
  return i % WISHES_PER_PULSE != WISHES_PER_PULSE - 1 || pulse(run);
}

/* One pass of a radix sort, by the digit of the rank from bit `shift` on; false when stopped. */
static bool sort_digit(pick_run *run, unsigned shift) {
  const uint64_t mask = (UINT64_C(1) << DIGIT_BITS) - 1;
  size_t begin[(1 << DIGIT_BITS) + 1] = {0};
  for (size_t i = 0; i < run->count; i++) {
    begin[(run->wishes[i].rank >> shift & mask) + 1]++;
    if (!pulse_at(run, i)) return false;
  }
  for (size_t digit = 0; digit < mask; digit++) begin[digit + 1] += begin[digit];
  for (size_t i = 0; i < run->count; i++) {
    run->spare[begin[run->wishes[i].rank >> shift & mask]++] = run->wishes[i];
    if (!pulse_at(run, i)) return false;
  }
  wish *sorted = run->spare;
  run->spare = run->wishes;
  run->wishes = sorted;
  return true;
}

/* By rank and then by place, since each pass keeps the order of equal digits. */
static nq_status sort_wishes(pick_run *run, const uint64_t *ranks) {
  for (size_t i = 0; i < run->count; i++) {
    run->wishes[i] = (wish){ranks[i], i};
    if (!pulse_at(run, i)) return NQ_END;
  }
  for (unsigned shift = 0; nq_count_known(run->n) >> shift > 0; shift += DIGIT_BITS)
    if (!sort_digit(run, shift)) return NQ_END;
  return NQ_OK;
}

static nq_status pick_large(pick_run *run, const uint64_t *ranks, nq_error *error) {
  nq_status status = nq_count_plan_new(run->n, &run->plan, error);
  if (status == NQ_OK) {
    run->units = nq_arrays_take(&run->arrays, run->plan->count, sizeof *run->units);
    run->ranges = nq_arrays_take(&run->arrays, run->plan->count, sizeof *run->ranges);
    run->wishes = nq_arrays_take(&run->arrays, run->count, sizeof *run->wishes);
    run->spare = nq_arrays_take(&run->arrays, run->count, sizeof *run->spare);
    if (run->arrays.failed)
      status = nq_error_set(error, NQ_NO_MEMORY, "no memory for %zu boards", run->count);
  }
  if (status == NQ_OK) status = count_all(run, error);
  if (status == NQ_OK) status = sort_wishes(run, ranks);
  if (status == NQ_OK) status = pick_all(run, error);
  nq_arrays_release(&run->arrays);
  nq_count_plan_free(run->plan);
  return status;
}

nq_status nq_count_pick(uint32_t n, const uint64_t *ranks, size_t count, unsigned threads,
                        nq_progress_function *progress, void *context, uint8_t *rows,
                        bool *interrupted, nq_error *error) {
  *interrupted = false;
  if (n == 0 || n > NQ_COUNT_PICK_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is out of range: boards are numbered for n = 1 to %d", n,
                        NQ_COUNT_PICK_N_MAX);
  if (n == 2 || n == 3)
    return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
  if (threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  for (size_t i = 0; i < count; i++)
    if (ranks[i] >= nq_count_known(n))
      return nq_error_set(error, NQ_BAD_VALUE,
                          "n = %" PRIu32 " has no board %" PRIu64 ": they go from 0 to %" PRIu64, n,
                          ranks[i], nq_count_known(n) - 1);
  if (n == 1) memset(rows, 0, count);
  if (n == 1 || count == 0) return NQ_OK;
  pick_run run = {.n = n, .threads = threads, .count = count, .rows = rows};
  nq_watch_init(&run.watch, 0, progress, context);
  nq_status status = pick_large(&run, ranks, error);
  nq_watch_release(&run.watch);
  *interrupted = status == NQ_END;
  return status == NQ_END ? NQ_OK : status;
}
