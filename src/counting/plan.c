/* Units of work, and how to count each class of 8 images once.
 *
 * MODEL.  Rotations and reflections give a solution 8 images, fewer distinct ones when it is
 * symmetric.  Each unit counts certain images with weights that add up to 8 over the 8 images of a
 * solution.  The images of a symmetric solution coincide, so the sum over its distinct images is
 * their number.
 *
 * BY_QUARTERS (n even, or n odd with a queen in the centre).  Leave out the middle column and row
 * of an odd board.  Each of the four edges has a half: the h rows or columns next to it.  Take the
 * lines of a half from the edge inwards and note whether the queen is on the left or the right: a
 * set of h places.  Its measure (measure_set) does not change when left and right are exchanged.
 * The symmetries permute the four measures as they permute the edges.  Count the images in which
 *
 *   1. the upper half's measure is not less than the others, and
 *   2. its outermost queen stands on the left.
 *
 *               upper: rows 0 .. h - 1                 The rows of a unit give the upper and the
 *              +-----------+-----------+               lower measure and so its bound.  The tag
 *      left:   |           |           |  right:       of a half board gives its own measure, so
 *      columns +-----------+-----------+  columns      left and right half boards are filtered
 *      0..h-1  |           |           |  n-h..n-1     independently.
 *              +-----------+-----------+
 *               lower: rows n - h .. n - 1
 *
 *   If k halves tie for the largest measure, k images of the solution qualify.  Their weights are
 *
 *     k = 1   8
 *     k = 2   4 each
 *     k = 3   8 for the image whose lower half is not in the tie, 0 for the others
 *     k = 4   2 each
 *
 * BY_OFFSET (n odd, centre empty).  The middle column's queen is a > 0 rows away from the centre,
 * the middle row's b > 0 columns.  They would attack each other if a = b.  Exactly one image has
 * the first below the centre, the second to its left, and b < a: count that with weight 8.
 *
 * A unit is the set of rows of the left half (for BY_OFFSET with the middle column): about
 * binomial(n, h) / 4, or binomial(n - 1, h), independent units. */
#include "counting/parts.h"

#include <stdlib.h>
#include <string.h>

nq_status nq_count_require_n(uint32_t n, nq_error *error) {
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "n = 0: counting needs a board, n >= 1");
  if (n > NQ_COUNT_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 ": counting goes up to n = %d, as far as a half board's "
                        "diagonals fit in 64 bits",
                        n, NQ_COUNT_N_MAX);
  return NQ_OK;
}

/* Sort all sets of h places by size, then by measure.  Each measure belongs to two sets: one with
 * the highest place, and its complement. */
static void order_sets(nq_count_plan *plan) {
  uint32_t half = plan->half, all = 1u << half, place = 0;
  for (uint32_t size = 0; size <= half; size++) {
    plan->first_set[size] = place;
    for (uint32_t upper = all / 2; upper < all; upper++) {
      if (set_size(upper) == size) plan->sets[place++] = (uint16_t)upper;
      if (half - set_size(upper) == size) plan->sets[place++] = (uint16_t)(upper ^ (all - 1));
    }
  }
  plan->first_set[half + 1] = place;
}

/* The number of lower sets for an upper one: those of size h - |upper| and measure <= upper. */
static uint64_t count_lower(const nq_count_plan *plan, uint32_t upper) {
  uint32_t size = plan->half - set_size(upper), count = 0;
  for (uint32_t i = plan->first_set[size]; i < plan->first_set[size + 1]; i++)
    if (measure_set(plan->sets[i], plan->half) <= upper) count++;
  return count;
}

#define RUN 32 /* units that keep their order */

/* A stride near the golden section spreads each run of units over all numbers, so that equal slices
 * take about equal work. */
static uint64_t choose_stride(uint64_t count) {
  uint64_t stride = (uint64_t)((double)count * 0.6180339887498949);
  if (stride == 0) stride = 1;
  while (nq_common_divisor(stride, count) != 1) stride++;
  return stride;
}

/* Number the units of a board that can be cut; false when memory is short. */
static bool number_units(nq_count_plan *plan) {
  uint32_t half = plan->half, uppers = 1u << (half - 1);
  plan->before = calloc((size_t)uppers + 1, sizeof *plan->before);
  plan->sets = calloc((size_t)uppers * 2, sizeof *plan->sets);
  if (plan->before == NULL || plan->sets == NULL) return false;
  order_sets(plan);
  for (uint32_t i = 0; i < uppers; i++)
    plan->before[i + 1] = plan->before[i] + count_lower(plan, uppers + i);
  plan->quarters = plan->before[uppers];
  plan->count = plan->quarters + (plan->n % 2 == 0 ? 0 : binomial(2 * half, half));
  plan->stride = choose_stride(plan->count / RUN);
  return true;
}

nq_status nq_count_plan_new(uint32_t n, nq_count_plan **result, nq_error *error) {
  *result = NULL;
  nq_status status = nq_count_require_n(n, error);
  if (status != NQ_OK) return status;
  nq_count_plan *plan = calloc(1, sizeof *plan);
  if (plan != NULL) *plan = (nq_count_plan){.n = n, .half = n / 2, .count = 1};
  if (plan == NULL || (n >= JOIN_N_MIN && !number_units(plan))) {
    nq_count_plan_free(plan);
    return nq_error_set(error, NQ_NO_MEMORY, "counting n = %" PRIu32 ": no memory for the plan", n);
  }
  *result = plan;
  return NQ_OK;
}

void nq_count_plan_free(nq_count_plan *plan) {
  if (plan == NULL) return;
  free(plan->before);
  free(plan->sets);
  free(plan);
}

uint32_t nq_count_plan_n(const nq_count_plan *plan) {
  return plan->n;
}

uint64_t nq_count_plan_units(const nq_count_plan *plan) {
  return plan->count;
}

nq_status nq_count_slice(const nq_count_plan *plan, uint64_t slice, uint64_t slices,
                         nq_count_range *range, nq_error *error) {
  if (slices == 0 || slice >= slices ||
      slices > NQ_COUNT_SLICES_MAX) /* up to it slice * units fits in 64 bits */
    return nq_error_set(error, NQ_BAD_VALUE,
                        "slice %" PRIu64 "/%" PRIu64
                        ": slices K/M go from 0/M to (M - 1)/M, 1 <= M <= 2^32",
                        slice, slices);
  *range = (nq_count_range){.begin = slice * plan->count / slices,
                            .end = (slice + 1) * plan->count / slices};
  return NQ_OK;
}

/* Place h - 1 - i of the upper set is row i from the upper edge; of the lower set, row i from the
 * lower edge. */
static uint32_t rows_of_sets(const nq_count_plan *plan, uint32_t upper, uint32_t lower) {
  uint32_t rows = 0;
  for (uint32_t i = 0; i < plan->half; i++) {
    uint32_t place = plan->half - 1 - i;
    rows |= (upper >> place & 1) << i | (lower >> place & 1) << (plan->n - 1 - i);
  }
  return rows;
}

static void quarters_at(const nq_count_plan *plan, uint64_t index, count_unit *unit) {
  uint32_t half = plan->half, uppers = 1u << (half - 1);
  uint64_t first = last_at_most(plan->before, uppers, index);
  uint32_t upper = uppers + (uint32_t)first;
  uint32_t size = half - set_size(upper);
  uint32_t lower = plan->sets[plan->first_set[size] + (index - plan->before[first])];
  uint32_t centre = plan->n % 2 == 0 ? 0 : 1u << half;
  static const uint8_t weight[2][2][2] = {{{8, 4}, {4, 8}}, {{4, 0}, {0, 2}}};
  unit->symmetry = BY_QUARTERS;
  unit->rows[0] = rows_of_sets(plan, upper, lower);
  unit->rows[1] = ((UINT32_C(1) << plan->n) - 1) ^ centre ^ unit->rows[0];
  unit->bound = upper;
  memcpy(unit->weight, weight[measure_set(lower, half) == upper ? 1 : 0], sizeof unit->weight);
}

/* The set of `size` numbers with the given rank, as in strips.c. */
static uint32_t set_of_rank(uint64_t rank, uint32_t size) {
  uint32_t set = 0;
  for (uint32_t left = size; left > 0; left--) {
    uint32_t last = left - 1;
    while (binomial(last + 1, left) <= rank) last++;
    rank -= binomial(last, left);
    set |= UINT32_C(1) << last;
  }
  return set;
}

/* The left half has h + 1 rows, with the middle column's, and the middle row is one of them. */
static void offset_at(const nq_count_plan *plan, uint64_t index, count_unit *unit) {
  uint32_t half = plan->half, set = set_of_rank(index, half);
  uint32_t below = (1u << half) - 1;
  static const uint8_t weight[2][2] = {{8, 0}, {0, 0}};
  unit->symmetry = BY_OFFSET;
  unit->rows[0] = (set & below) | 1u << half | (set & ~below) << 1;
  unit->rows[1] = ((UINT32_C(1) << plan->n) - 1) ^ unit->rows[0];
  unit->bound = 0;
  memcpy(unit->weight, weight, sizeof weight);
}

void nq_count_unit_at(const nq_count_plan *plan, uint64_t index, count_unit *unit) {
  /* No overflow: at n = 29 there are fewer than 2^26 units. */
  uint64_t runs = plan->count / RUN, number = index;
  unit->number = index;
  if (index < runs * RUN) number = index / RUN * plan->stride % runs * RUN + index % RUN;
  if (number < plan->quarters)
    quarters_at(plan, number, unit);
  else
    offset_at(plan, number - plan->quarters, unit);
}

uint32_t nq_count_measure(const uint8_t *edge, int step, uint32_t half) {
  uint32_t set = 0;
  for (int i = 0; i < (int)half; i++) set = set << 1 | (edge[i * step] < half ? 1 : 0);
  return measure_set(set, half);
}

bool nq_count_offsets_choose(const uint8_t *rows, uint32_t half) {
  uint32_t column = 0, row = rows[half];
  while (rows[column] != half) column++;
  return row > half && column < half && half - column < row - half;
}
