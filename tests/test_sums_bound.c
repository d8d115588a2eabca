/* The filter of sums is as strict as its model says: the same verdict and diagonals as by looking at
 * each diagonal on its own, with the sums taken in full. */
#include "board/open.h"
#include "core/random.h"
#include "core/core.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

enum { N = 14, DIAGONALS = 2 * N - 1, NONE = -1 };

#define IMPOSSIBLE (INT64_MAX / 4)

/* ---- A slow filter ---- */

typedef struct side {
  uint64_t left, must; /* of DIAGONALS, */
  int from;            /* from this one on */
  bool odd_middle;     /* row + column is odd where the index is even */
  int64_t sum, centre;
  int64_t least[N + 1]; /* by the queens with an even row + column */
} side;

static int64_t distance(const nq_sums *sums, const side *one, int index) {
  int64_t from = 2 * ((int64_t)one->from + index - sums->n + 1) - one->centre;
  return from * from;
}

static bool is_odd(const side *one, int index) {
  return ((one->from + index) % 2 == 1) != one->odd_middle;
}

/* The next nearest of those left that are not in `used`; of two, the upper one. */
static int nearest(const nq_sums *sums, const side *one, uint64_t used) {
  int best = NONE;
  for (int i = DIAGONALS - 1; i >= 0; i--)
    if ((one->left & ~used) >> i & 1 &&
        (best == NONE || distance(sums, one, i) < distance(sums, one, best)))
      best = i;
  return best;
}

/* The least sum of 4 u^2 if `queens` stand on diagonals of the parity, on all that they must, not on
 * `without`, and on `with` (or NONE): by the centre, without the part that is the same for all. */
static int64_t least_of(const nq_sums *sums, const side *one, uint32_t queens, bool odd, int with,
                        int without) {
  uint64_t of_parity = 0, forced = one->must;
  int64_t sum = 0;
  for (int i = 0; i < DIAGONALS; i++) of_parity |= (uint64_t)(is_odd(one, i) == odd) << i;
  if (with != NONE) forced |= UINT64_C(1) << with;
  forced &= of_parity;
  for (int i = 0; i < DIAGONALS; i++) {
    if ((forced >> i & 1) == 0) continue;
    if (queens-- == 0) return IMPOSSIBLE;
    sum += distance(sums, one, i);
  }
  uint64_t used = forced | ~of_parity | (without == NONE ? 0 : UINT64_C(1) << without);
  for (; queens > 0; queens--) {
    int next = nearest(sums, one, used);
    if (next == NONE) return IMPOSSIBLE;
    sum += distance(sums, one, next);
    used |= UINT64_C(1) << next;
  }
  return sum;
}

static int64_t bound(const nq_sums *sums, const side *one, uint32_t even, int with, int without) {
  int64_t centre = one->centre, even_part = least_of(sums, one, even, false, with, without),
          odd_part = least_of(sums, one, sums->queens - even, true, with, without);
  if (even_part == IMPOSSIBLE || odd_part == IMPOSSIBLE) return IMPOSSIBLE;
  return even_part + odd_part + 4 * centre * one->sum - sums->queens * centre * centre;
}

static bool is_possible(const nq_sums *sums, const side *one, const side *other, uint32_t even) {
  return (even + sums->queens + sums->even) % 2 == 0 &&
         one->least[even] + other->least[even] <= 2 * sums->squares;
}

/* Are all queens on diagonals of the parity of `index`, any of which they may leave?  The filter knows
 * only as many of those as there are queens, so it does not force one. */
static bool may_leave(const nq_sums *sums, const side *one, uint32_t even, int index) {
  bool odd = is_odd(one, index);
  uint32_t usable = 0;
  for (int i = 0; i < DIAGONALS; i++) {
    if (is_odd(one, i) != odd) continue;
    if (one->must >> i & 1) return false;
    usable += (uint32_t)(one->left >> i & 1);
  }
  return (odd ? sums->queens - even : even) == sums->queens && usable >= sums->queens;
}

/* Are there queens that stand on the diagonal `with` and not on `without`? */
static bool allows(const nq_sums *sums, const side *one, const side *other, int with, int without) {
  for (uint32_t even = 0; even <= sums->queens; even++)
    if (is_possible(sums, one, other, even) &&
        ((without != NONE && may_leave(sums, one, even, without)) ||
         bound(sums, one, even, with, without) + other->least[even] <= 2 * sums->squares))
      return true;
  return false;
}

static bool force(const nq_sums *sums, side *one, const side *other) {
  const side before = *one;
  for (int i = 0; i < DIAGONALS; i++)
    if ((before.left & ~before.must) >> i & 1 && !allows(sums, &before, other, NONE, i))
      one->must |= UINT64_C(1) << i;
  return one->must != before.must;
}

/* `before`: with the diagonals that must be used then. */
static bool clear(const nq_sums *sums, side *one, const side *before, const side *other) {
  for (int i = 0; i < DIAGONALS; i++)
    if ((one->left & ~one->must) >> i & 1 && !allows(sums, before, other, i, NONE))
      one->left ^= UINT64_C(1) << i;
  return one->left != before->left;
}

static void raise_least(const nq_sums *sums, side *one) {
  for (uint32_t even = 0; even <= sums->queens; even++) {
    int64_t here = bound(sums, one, even, NONE, NONE);
    if (one->least[even] < here) one->least[even] = here;
  }
}

/* The sum of u of the most central choice of all queens. */
static int64_t sum_central(const nq_sums *sums, const side *one) {
  uint32_t others = sums->queens;
  uint64_t used = one->must;
  int64_t sum = 0;
  for (int i = 0; i < DIAGONALS; i++) {
    if ((one->must >> i & 1) == 0) continue;
    sum += one->from + i - (int64_t)sums->n + 1;
    if (others > 0) others--;
  }
  for (int next; others > 0 && (next = nearest(sums, one, used)) != NONE; others--) {
    sum += one->from + next - (int64_t)sums->n + 1;
    used |= UINT64_C(1) << next;
  }
  return sum;
}

static int64_t within(int64_t value, int64_t most) {
  return value > most ? most : value < -most ? -most : value;
}

static nq_sums_verdict filter_slowly(const nq_sums *sums, side *up, side *down) {
  int64_t queens = sums->queens, most = 2 * ((int64_t)sums->n - 1);
  bool changed = false;
  up->centre = 2 * up->sum / queens;
  down->centre = 2 * down->sum / queens;
  for (int round = 0; round < 2; round++) {
    int64_t up_sum = sum_central(sums, up), down_sum = sum_central(sums, down);
    raise_least(sums, up);
    raise_least(sums, down);
    bool possible = false;
    for (uint32_t even = 0; even <= sums->queens; even++)
      possible |= is_possible(sums, up, down, even);
    if (!possible) return NQ_SUMS_EXCEEDED;
    const side up_before = *up, down_before = *down;
    changed |= force(sums, up, down);
    changed |= force(sums, down, up);
    changed |= clear(sums, up, &up_before, down);
    changed |= clear(sums, down, &down_before, up);
    up->centre = within(up->centre + 3 * (up->sum - up_sum) / queens, most);
    down->centre = within(down->centre + 3 * (down->sum - down_sum) / queens, most);
  }
  return changed ? NQ_SUMS_NARROWED : NQ_SUMS_POSSIBLE;
}

/* ---- Comparison ---- */

/* The filter's result on a board of any size; its bits are in as many words as it must have. */
static nq_sums_verdict filter(const nq_sums *sums, side *up, side *down) {
  side *const sides[] = {up, up, down, down};
  uint64_t *bits[4], *const values[] = {&up->left, &up->must, &down->left, &down->must};
  size_t words = (2 * (size_t)sums->n - 2) / 64 + 1;
  int64_t room[6 * (N + 1)];
  for (int set = 0; set < 4; set++) {
    bits[set] = calloc(words, sizeof *bits[set]);
    assert_non_null(bits[set]);
    for (uint64_t i = 0, at = (uint64_t)sides[set]->from; i < DIAGONALS; i++, at++)
      if (*values[set] >> i & 1) bits[set][at / 64] |= UINT64_C(1) << at % 64;
  }
  nq_sums_verdict verdict = nq_sums_filter(sums, &(nq_sums_diagonals){bits[0], bits[1]},
                                           &(nq_sums_diagonals){bits[2], bits[3]}, room);
  for (int set = 0; set < 4; set++) {
    *values[set] = 0;
    for (uint64_t i = 0, at = (uint64_t)sides[set]->from; i < DIAGONALS && at < 64 * words;
         i++, at++)
      *values[set] |= (bits[set][at / 64] >> at % 64 & 1) << i;
    free(bits[set]);
  }
  return verdict;
}

/* Some queens of a random board of size N or less, which is a part of one of size `n`. */
static nq_sums draw(nq_pcg64 *random, uint32_t part, uint32_t n, uint32_t column, uint32_t row) {
  uint32_t rows[N], columns[N], queens = 1 + (uint32_t)nq_pcg64_below(random, part);
  nq_sums sums = {.n = n};
  (void)nq_permutation_draw(rows, part, random, NULL);
  (void)nq_permutation_draw(columns, part, random, NULL);
  for (uint32_t i = 0; i < queens; i++) {
    sums_add_column(&sums, column + columns[i]);
    sums_add_row(&sums, row + rows[i]);
  }
  return sums;
}

static uint64_t draw_bits(nq_pcg64 *random, uint32_t part, uint64_t quarters) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < 2 * part - 1; i++)
    bits |= (uint64_t)(nq_pcg64_below(random, 4) < quarters) << i;
  return bits;
}

/* The same by both filters, for queens of a part of the board, of some of its diagonals; the verdict. */
static nq_sums_verdict compare(nq_pcg64 *random, bool must, uint32_t part, uint32_t n,
                               uint32_t column, uint32_t row) {
  nq_sums sums = draw(random, part, n, column, row);
  int64_t queens = sums.queens, middle = (int64_t)n - 1;
  uint64_t quarters = 1 + nq_pcg64_below(random, 4);
  side up = {.from = (int)(column + row), .sum = sums.rising - queens * middle};
  side down = {.from = (int)(row + n - column - part), .sum = sums.falling};
  up.left = draw_bits(random, part, quarters);
  down.left = draw_bits(random, part, quarters);
  down.odd_middle = middle % 2 == 1;
  if (must) {
    up.must = up.left & draw_bits(random, part, 1) & draw_bits(random, part, 1);
    down.must = down.left & draw_bits(random, part, 1) & draw_bits(random, part, 1);
  }
  side fast_up = up, fast_down = down;
  nq_sums_verdict verdict = filter(&sums, &fast_up, &fast_down);
  if (filter_slowly(&sums, &up, &down) != verdict)
    fail_msg("n = %" PRIu32 ", %" PRIu32 " queens from column %" PRIu32 ", row %" PRIu32, n,
             sums.queens, column, row);
  if (verdict == NQ_SUMS_EXCEEDED) return verdict;
  assert_int_equal(fast_up.left, up.left);
  assert_int_equal(fast_down.left, down.left);
  assert_int_equal(fast_up.must, up.must);
  assert_int_equal(fast_down.must, down.must);
  return verdict;
}

static void is_as_strict_as_the_bound(void **state) {
  unsigned found[3] = {0};
  nq_pcg64 random;
  (void)state;
  nq_pcg64_seed(&random, 5, 0);
  for (unsigned i = 0; i < thinned(10000); i++) {
    uint32_t n = 1 + (uint32_t)nq_pcg64_below(&random, N);
    found[compare(&random, i % 3 == 0, n, n, 0, 0)]++;
  }
  for (unsigned i = 0; i < 3; i++) assert_true(found[i] > thinned(500));
}

/* The diagonals are in one word or several, up to the first and the last. */
static void holds_at_corners_of_larger_boards(void **state) {
  unsigned found[3] = {0};
  nq_pcg64 random;
  (void)state;
  nq_pcg64_seed(&random, 6, 0);
  for (unsigned i = 0; i < thinned(10000); i++) {
    uint32_t part = 1 + (uint32_t)nq_pcg64_below(&random, N);
    uint32_t more = (uint32_t)nq_pcg64_below(&random, 150);
    uint32_t column = i % 2 == 0 ? 0 : more, row = i / 2 % 2 == 0 ? 0 : more;
    found[compare(&random, i % 3 == 0, part, part + more, column, row)]++;
  }
  for (unsigned i = 0; i < 3; i++) assert_true(found[i] > thinned(500));
}

/* Of a parity that no queen can have. */
static void clears_a_diagonal_at_the_centre(void **state) {
  static const uint32_t columns[] = {3, 2, 6, 5}, rows[] = {3, 6, 4, 7};
  nq_sums sums = {.n = 9};
  side up = {0}, down = {0};
  (void)state;
  for (int i = 0; i < 4; i++) {
    sums_add_column(&sums, columns[i]);
    sums_add_row(&sums, rows[i]);
    up.left |= UINT64_C(1) << (rows[i] + columns[i]);
    down.left |= UINT64_C(1) << (rows[i] + 8 - columns[i]);
  }
  uint64_t used = up.left;
  up.left |= UINT64_C(1) << 9;
  assert_int_equal(filter(&sums, &up, &down), NQ_SUMS_NARROWED);
  assert_int_equal(up.left, used);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_as_strict_as_the_bound),
      cmocka_unit_test(holds_at_corners_of_larger_boards),
      cmocka_unit_test(clears_a_diagonal_at_the_centre),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
