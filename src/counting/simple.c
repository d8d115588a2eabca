/* Small searches, column by column, with lines as bits.
 *
 * MODEL.  Bit r of a mask is row r.  `rising` and `falling` hold the rows that the diagonals of the
 * queens so far reach in the current column.  They move by one row per column, rising diagonals
 * (row + column) down, falling ones (row - column) up.
 *
 * A half turn maps (c, r) to (n - 1 - c, n - 1 - r).  For solutions that it maps to themselves only
 * the left half is searched, and an odd board has a queen in the centre.  The solutions that a
 * quarter turn, (n - 1 - r, c), maps to themselves are some of these. */
#include "counting/parts.h"

/* A search that can be stopped. */
typedef struct pulsed {
  count_pulse *pulse;
  void *context;
  uint64_t queens;
  bool stopped;
} pulsed;

enum { QUEENS_PER_ASK = 1 << 14 };

static bool goes_on(pulsed *walk) {
  if (++walk->queens % QUEENS_PER_ASK == 0 && walk->pulse != NULL && !walk->pulse(walk->context))
    walk->stopped = true;
  return !walk->stopped;
}

/* Occupied lines of the whole board: rows, and diagonals by index. */
typedef struct taken_lines {
  uint64_t rows, rising, falling;
} taken_lines;

/* A search for the solutions that a half turn maps to themselves. */
typedef struct turn_walk {
  uint32_t n;
  uint8_t row[16]; /* by column of the left half */
  uint64_t half, quarter;
  pulsed pulse;
} turn_walk;

static uint64_t mirror_bits(uint64_t bit, uint32_t last) {
  uint64_t mirrored = UINT64_C(1) << last;
  return mirrored >> __builtin_ctzll(bit);
}

/* Rows that are free in the column.  On a long diagonal a queen would attack its own image. */
static uint64_t free_rows(uint32_t n, const taken_lines *taken, uint32_t column) {
  uint32_t last = n - 1;
  uint64_t all = (UINT64_C(1) << n) - 1;
  uint64_t diagonals = UINT64_C(1) << column | UINT64_C(1) << (last - column);
  return all &
         ~(taken->rows | taken->rising >> column | taken->falling >> (last - column) | diagonals);
}

static bool keeps_quarter_turn(const turn_walk *walk) {
  uint32_t last = walk->n - 1, half = walk->n / 2;
  for (uint32_t column = 0; column < half; column++) {
    uint32_t row = walk->row[column], image = last - row;
    if ((image < half ? walk->row[image] : last - walk->row[row]) != column) return false;
  }
  return true;
}

static void walk_half_turns(turn_walk *walk, const taken_lines *before, uint32_t column,
                            uint64_t free) {
  uint32_t last = walk->n - 1;
  if (column == walk->n / 2) {
    walk->half++;
    walk->quarter += keeps_quarter_turn(walk);
    return;
  }
  for (; free != 0 && goes_on(&walk->pulse); free &= free - 1) {
    uint64_t row = free & -free, up = row << column, down = row << (last - column);
    taken_lines after = {.rows = before->rows | row | mirror_bits(row, last),
                         .rising = before->rising | up | mirror_bits(up, 2 * last),
                         .falling = before->falling | down | mirror_bits(down, 2 * last)};
    walk->row[column] = (uint8_t)__builtin_ctzll(row);
    walk_half_turns(walk, &after, column + 1, free_rows(walk->n, &after, column + 1));
  }
}

/* Only the upper half for the first queen; the lower half mirrors it. */
uint64_t nq_count_half_turn(uint32_t n, uint64_t *quarter, count_pulse *pulse, void *context) {
  turn_walk walk = {.n = n, .pulse = {pulse, context, 0, false}};
  const taken_lines start = {.rows = n % 2 != 0 ? UINT64_C(1) << n / 2 : 0}; /* the centre */
  uint64_t upper = (UINT64_C(1) << n / 2) - 1;
  walk_half_turns(&walk, &start, 0, free_rows(n, &start, 0) & upper);
  *quarter = n == 1 ? 1 : 2 * walk.quarter;
  return walk.pulse.stopped ? NQ_COUNT_UNKNOWN : n == 1 ? 1 : 2 * walk.half;
}

/* ---- Classes ---- */

/* A class has 8 solutions, 4 if a half turn maps them to themselves, 2 if a quarter turn
 * does; a reflection never does for n > 1, since two queens would share a line.  The symmetric
 * solutions are counted by a search of their own. */

static bool is_wanted(void *context) {
  return !nq_watch_poll(context, (nq_progress){.phase = "count"});
}

/* Divide the solutions into classes; false when they are not a whole number of classes. */
static bool classify(nq_wide solutions, uint64_t half, uint64_t quarter,
                     nq_count_classes *classes) {
  if (half < quarter || (half - quarter) % 4 != 0 || quarter % 2 != 0) return false;
  if (is_less_wide(solutions, (nq_wide){half, 0})) return false;
  nq_wide plain = subtract_wide(solutions, (nq_wide){half, 0});
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
  uint64_t quarter, half = nq_count_half_turn(n, &quarter, is_wanted, &watch);
  nq_watch_release(&watch);
  *interrupted = half == NQ_COUNT_UNKNOWN;
  if (*interrupted) return NQ_OK;
  nq_wide all = {solutions, solutions_high};
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

/* ---- Units counted by search: a way to audit the join that shares none of its code ---- */

/* Columns of the left half take rows of unit->rows[0], those of the right half rows of
 * unit->rows[1], and the middle column of an odd board the centre (BY_QUARTERS) or a row of the
 * left half (BY_OFFSET).  The conditions of plan.c are tested on the queens themselves, as soon as
 * a half is complete. */
typedef struct unit_walk {
  const count_unit *unit;
  uint32_t n, half;
  uint8_t row[32];   /* by column */
  uint32_t rows[32]; /* by column: those that it may take */
  pulsed pulse;
} unit_walk;

/* Whether queens in the columns before `column` can be part of a solution that counts. */
static bool may_count(const unit_walk *walk, uint32_t column) {
  uint32_t half = walk->half;
  if (walk->unit->symmetry == BY_OFFSET)
    return column != half + 1 || nq_count_offsets_choose(walk->row, half);
  return column != half || nq_count_measure(walk->row, 1, half) <= walk->unit->bound;
}

static uint64_t weigh(const unit_walk *walk) {
  const count_unit *unit = walk->unit;
  if (unit->symmetry == BY_OFFSET) return unit->weight[0][0];
  uint32_t left = nq_count_measure(walk->row, 1, walk->half);
  uint32_t right = nq_count_measure(walk->row + walk->n - 1, -1, walk->half);
  return right > unit->bound ? 0 : unit->weight[left == unit->bound][right == unit->bound];
}

static uint64_t walk_unit(unit_walk *walk, uint32_t column, uint32_t rows, uint32_t rising,
                          uint32_t falling) {
  if (!may_count(walk, column)) return 0;
  if (column == walk->n) return weigh(walk);
  uint64_t count = 0;
  for (uint32_t free = walk->rows[column] & ~(rows | rising | falling);
       free != 0 && goes_on(&walk->pulse); free &= free - 1) {
    uint32_t row = free & -free;
    walk->row[column] = (uint8_t)__builtin_ctz(row);
    count += walk_unit(walk, column + 1, rows | row, (rising | row) >> 1, (falling | row) << 1);
  }
  return count;
}

uint64_t nq_count_unit_simple(uint32_t n, const count_unit *unit, count_pulse *pulse,
                              void *context) {
  unit_walk walk = {.unit = unit, .n = n, .half = n / 2, .pulse = {pulse, context, 0, false}};
  for (uint32_t column = 0; column < n; column++)
    walk.rows[column] = unit->rows[column < n - walk.half ? 0 : 1];
  if (n % 2 != 0 && unit->symmetry == BY_QUARTERS) walk.rows[walk.half] = 1u << walk.half;
  uint64_t count = walk_unit(&walk, 0, 0, 0, 0);
  return walk.pulse.stopped ? NQ_COUNT_UNKNOWN : count;
}

static bool available(void) {
  return true;
}

const count_path nq_count_path_simple = {.name = "simple", .available = available};
