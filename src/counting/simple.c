/* Small searches, column by column, with lines as bits.
 *
 * MODEL.  Bit r of a mask is row r.  `rising` and `falling` hold the rows that the diagonals of the
 * queens so far reach in the current column.  They move by one row per column, rising diagonals
 * (row + column) down, falling ones (row - column) up.
 *
 * Symmetric solutions place whole orbits.  A half turn maps (c, r) to (n - 1 - c, n - 1 - r), so
 * only the left half is searched.  A quarter turn maps (c, r) to (n - 1 - r, c): each orbit of four
 * squares fills four columns, and the first free column is next.  In both, an odd board has a queen
 * in the centre. */
#include "core/core.h"
#include "core/random.h"
#include "counting/parts.h"

#include <inttypes.h>

static uint64_t walk_columns(uint32_t all, uint32_t rows, uint32_t rising, uint32_t falling) {
  if (rows == all) return 1;
  uint64_t count = 0;
  for (uint32_t free = all & ~(rows | rising | falling); free != 0; free &= free - 1) {
    uint32_t row = free & -free;
    count += walk_columns(all, rows | row, (rising | row) >> 1, (falling | row) << 1);
  }
  return count;
}

/* Only the upper half for the first queen; the lower half mirrors it. */
uint64_t nq_count_backtracking(uint32_t n) {
  uint32_t all = (UINT32_C(1) << n) - 1;
  uint64_t count = 0;
  for (uint32_t i = 0; i < n / 2; i++) {
    uint32_t row = UINT32_C(1) << i;
    count += 2 * walk_columns(all, row, row >> 1, row << 1);
  }
  if (n % 2 == 0) return count;
  uint32_t middle = UINT32_C(1) << n / 2;
  return count + walk_columns(all, middle, middle >> 1, middle << 1);
}

/* Occupied lines of the whole board: rows, and diagonals by index. */
typedef struct taken_lines {
  uint32_t n;
  uint64_t columns, rows, rising, falling;
} taken_lines;

/* Place a queen; false when it is attacked. */
static bool place(taken_lines *taken, uint32_t column, uint32_t row) {
  uint64_t c = UINT64_C(1) << column, r = UINT64_C(1) << row;
  uint64_t up = UINT64_C(1) << (column + row), down = UINT64_C(1) << (row + taken->n - 1 - column);
  if ((taken->columns & c) != 0 || (taken->rows & r) != 0 || (taken->rising & up) != 0 ||
      (taken->falling & down) != 0)
    return false;
  taken->columns |= c;
  taken->rows |= r;
  taken->rising |= up;
  taken->falling |= down;
  return true;
}

static uint64_t mirror_bits(uint64_t bit, uint32_t last) {
  uint64_t mirrored = UINT64_C(1) << last;
  return mirrored >> __builtin_ctzll(bit);
}

/* Rows that are free in the column.  On a long diagonal a queen would attack its own image. */
static uint64_t free_rows(const taken_lines *taken, uint32_t column) {
  uint32_t last = taken->n - 1;
  uint64_t all = (UINT64_C(1) << taken->n) - 1;
  uint64_t diagonals = UINT64_C(1) << column | UINT64_C(1) << (last - column);
  return all &
         ~(taken->rows | taken->rising >> column | taken->falling >> (last - column) | diagonals);
}

/* A search that can be stopped. */
typedef struct half_turn_walk {
  count_pulse *pulse;
  void *context;
  uint64_t queens;
  bool stopped;
} half_turn_walk;

enum { QUEENS_PER_ASK = 1 << 14 };

static bool goes_on(half_turn_walk *walk) {
  if (++walk->queens % QUEENS_PER_ASK == 0 && walk->pulse != NULL && !walk->pulse(walk->context))
    walk->stopped = true;
  return !walk->stopped;
}

static uint64_t walk_half_turns(half_turn_walk *walk, const taken_lines *before, uint32_t column,
                                uint64_t free) {
  uint32_t last = before->n - 1;
  if (column == before->n / 2) return 1;
  uint64_t count = 0;
  for (; free != 0 && goes_on(walk); free &= free - 1) {
    uint64_t row = free & -free, up = row << column, down = row << (last - column);
    taken_lines after = {.n = before->n,
                         .rows = before->rows | row | mirror_bits(row, last),
                         .rising = before->rising | up | mirror_bits(up, 2 * last),
                         .falling = before->falling | down | mirror_bits(down, 2 * last)};
    count += walk_half_turns(walk, &after, column + 1, free_rows(&after, column + 1));
  }
  return count;
}

static uint64_t walk_quarter_turns(const taken_lines *before) {
  uint32_t n = before->n, last = n - 1, column = 0;
  while ((before->columns >> column & 1) != 0) column++;
  if (column == n) return 1;
  uint64_t count = 0;
  for (uint32_t row = 0; row < n; row++) {
    taken_lines after = *before;
    if (place(&after, column, row) && place(&after, last - row, column) &&
        place(&after, last - column, last - row) && place(&after, row, last - column))
      count += walk_quarter_turns(&after);
  }
  return count;
}

/* An empty board; if n is odd, with a queen in the centre. */
static taken_lines start_turns(uint32_t n) {
  taken_lines start = {.n = n};
  if (n % 2 != 0) (void)place(&start, n / 2, n / 2);
  return start;
}

/* Only the upper half for the first queen; the lower half mirrors it. */
uint64_t nq_count_half_turn(uint32_t n, count_pulse *pulse, void *context) {
  half_turn_walk walk = {.pulse = pulse, .context = context};
  taken_lines start = start_turns(n);
  uint64_t upper = (UINT64_C(1) << n / 2) - 1;
  if (n == 1) return 1;
  uint64_t count = 2 * walk_half_turns(&walk, &start, 0, free_rows(&start, 0) & upper);
  return walk.stopped ? NQ_COUNT_UNKNOWN : count;
}

uint64_t nq_count_quarter_turn(uint32_t n) {
  taken_lines start = start_turns(n);
  return walk_quarter_turns(&start);
}

/* ---- Classes ---- */

/* A class has 8 solutions, 4 if a half turn maps them to themselves, 2 if a quarter turn
 * does; a reflection never does for n > 1, since two queens would share a line.  The symmetric
 * solutions are counted by a search of their own. */

static bool is_wanted(void *context) {
  return !nq_watch_poll(context, (nq_progress){.phase = "count"});
}

/* Divide the solutions into classes; false when they are not a whole number of classes. */
static bool classify(wide solutions, uint64_t half, uint64_t quarter, nq_count_classes *classes) {
  if (half < quarter || (half - quarter) % 4 != 0 || quarter % 2 != 0) return false;
  if (is_less_wide(solutions, (wide){half, 0})) return false;
  wide plain = subtract_wide(solutions, (wide){half, 0});
  *classes =
      (nq_count_classes){plain.low >> 3 | plain.high << 61, (half - quarter) / 4, quarter / 2};
  return plain.low % 8 == 0 && plain.high >> 3 == 0;
}

nq_status nq_count_classify(uint32_t n, uint64_t solutions, uint64_t solutions_high,
                            nq_progress_function *progress, void *context,
                            nq_count_classes *classes, bool *interrupted, nq_error *error) {
  nq_watch watch;
  *classes = (nq_count_classes){.plain = 1};
  *interrupted = false;
  nq_status status = nq_count_require_n(n, error);
  if (status != NQ_OK) return status;
  nq_watch_init(&watch, 0, progress, context);
  uint64_t half = nq_count_half_turn(n, is_wanted, &watch);
  nq_watch_release(&watch);
  *interrupted = half == NQ_COUNT_UNKNOWN;
  if (*interrupted) return NQ_OK;
  uint64_t quarter = nq_count_quarter_turn(n);
  wide all = {solutions, solutions_high};
  char text[WIDE_TEXT_BYTES];
  bool good =
      n == 1 ? solutions == 1 && solutions_high == 0 : classify(all, half, quarter, classes);
  if (good) return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "n = %" PRIu32 ": %s solutions, %" PRIu64 " and %" PRIu64
                      " of them symmetric under half and quarter turns, do not make a whole number "
                      "of classes",
                      n, nq_wide_format(all, text), half, quarter);
}

nq_status nq_count_fundamental(uint32_t n, uint64_t solutions, nq_progress_function *progress,
                               void *context, uint64_t *classes, bool *interrupted,
                               nq_error *error) {
  nq_count_classes by;
  nq_status status = nq_count_classify(n, solutions, 0, progress, context, &by, interrupted, error);
  bool good = status == NQ_OK && !*interrupted;
  *classes = good ? by.plain + by.half_turn + by.quarter_turn : 0;
  return status;
}
