/* Units counted by search: a way to audit the join that shares none of its code.
 *
 * MODEL.  As in simple.c, column by column with lines as bits.  Columns of the left half take rows
 * of unit->rows[0], those of the right half rows of unit->rows[1], and the middle column of an odd
 * board the centre (BY_QUARTERS) or a row of the left half (BY_OFFSET).  The conditions of plan.c
 * are tested on the queens themselves, as soon as a half is complete. */
#include "counting/parts.h"

typedef struct unit_walk {
  const count_unit *unit;
  uint32_t n, half;
  uint32_t row[32];  /* by column */
  uint32_t rows[32]; /* by column: those that it may take */
  count_pulse *pulse;
  void *context;
  uint64_t queens;
  bool stopped;
} unit_walk;

enum { QUEENS_PER_ASK = 1 << 16 };

static bool goes_on(unit_walk *walk) {
  if (++walk->queens % QUEENS_PER_ASK == 0 && !walk->pulse(walk->context)) walk->stopped = true;
  return !walk->stopped;
}

/* The measure of the left or right half: of the set of its lines, from the edge inwards, whose queen
 * is in the upper half. */
static uint32_t measure_half(const unit_walk *walk, bool right) {
  uint32_t set = 0;
  for (uint32_t i = 0; i < walk->half; i++) {
    uint32_t column = right ? walk->n - 1 - i : i;
    set = set << 1 | (walk->row[column] < walk->half ? 1 : 0);
  }
  return measure_set(set, walk->half);
}

/* Whether the queens of the middle column and row choose this image; both are in the left half. */
static bool offsets_choose(const unit_walk *walk) {
  uint32_t half = walk->half, column = 0;
  while (walk->row[column] != half) column++;
  return walk->row[half] > half && half - column < walk->row[half] - half;
}

/* Whether queens in the columns before `column` can be part of a solution that counts. */
static bool may_count(const unit_walk *walk, uint32_t column) {
  if (walk->unit->symmetry == BY_OFFSET) return column != walk->half + 1 || offsets_choose(walk);
  return column != walk->half || measure_half(walk, false) <= walk->unit->bound;
}

static uint64_t weigh(const unit_walk *walk) {
  const count_unit *unit = walk->unit;
  if (unit->symmetry == BY_OFFSET) return unit->weight[0][0];
  uint32_t left = measure_half(walk, false), right = measure_half(walk, true);
  return right > unit->bound ? 0 : unit->weight[left == unit->bound][right == unit->bound];
}

static uint64_t walk_unit(unit_walk *walk, uint32_t column, uint32_t rows, uint32_t rising,
                          uint32_t falling) {
  if (!may_count(walk, column)) return 0;
  if (column == walk->n) return weigh(walk);
  uint64_t count = 0;
  for (uint32_t free = walk->rows[column] & ~(rows | rising | falling); free != 0 && goes_on(walk);
       free &= free - 1) {
    uint32_t row = free & -free;
    walk->row[column] = (uint32_t)__builtin_ctz(row);
    count += walk_unit(walk, column + 1, rows | row, (rising | row) >> 1, (falling | row) << 1);
  }
  return count;
}

uint64_t nq_count_unit_simple(uint32_t n, const count_unit *unit, count_pulse *pulse,
                              void *context) {
  unit_walk walk = {.unit = unit, .n = n, .half = n / 2, .pulse = pulse, .context = context};
  for (uint32_t column = 0; column < n; column++)
    walk.rows[column] = unit->rows[column < n - walk.half ? 0 : 1];
  if (n % 2 != 0 && unit->symmetry == BY_QUARTERS) walk.rows[walk.half] = 1u << walk.half;
  uint64_t count = walk_unit(&walk, 0, 0, 0, 0);
  return walk.stopped ? NQ_COUNT_UNKNOWN : count;
}

static bool available(void) {
  return true;
}

const count_path nq_count_path_simple = {.name = "simple", .available = available};
