/* The sums of diagonals: every solution keeps the bound exactly, and no other set of as many diagonals
 * nearer to its own centre exceeds it. */
#include "board/open.h"
#include "core/random.h"
#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

enum { N = 9, WORDS = 3 };

typedef struct line_set {
  nq_sums sums;
  uint64_t rising[WORDS], falling[WORDS];
  uint64_t must_rising[WORDS], must_falling[WORDS];
} line_set;

static void add(line_set *lines, uint32_t column, uint32_t row) {
  uint32_t up = column + row, down = row + lines->sums.n - 1 - column;
  sums_add_column(&lines->sums, column);
  sums_add_row(&lines->sums, row);
  lines->rising[up / 64] |= UINT64_C(1) << up % 64;
  lines->falling[down / 64] |= UINT64_C(1) << down % 64;
}

/* Leave the lines that the filter leaves. */
static nq_sums_verdict filter(line_set *lines) {
  int64_t room[6 * (N + 1)];
  assert_true(sums_room(lines->sums.queens) <= sizeof room / sizeof *room);
  return nq_sums_filter(&lines->sums, &(nq_sums_diagonals){lines->rising, lines->must_rising},
                        &(nq_sums_diagonals){lines->falling, lines->must_falling}, room);
}

static bool exceed(const line_set *lines) {
  line_set copy = *lines;
  return filter(&copy) == NQ_SUMS_EXCEEDED;
}

static bool same(const line_set *a, const line_set *b) {
  return memcmp(a->rising, b->rising, sizeof a->rising) == 0 &&
         memcmp(a->falling, b->falling, sizeof a->falling) == 0 &&
         memcmp(a->must_rising, b->must_rising, sizeof a->must_rising) == 0 &&
         memcmp(a->must_falling, b->must_falling, sizeof a->must_falling) == 0;
}

static unsigned added, narrowed, with_forced;

/* The diagonals of a solution stay, whatever others there are, and no others must be used; the same
 * for all bits of `more`, and where those of `must` that are of the solution must be used. */
static void keep(const line_set *lines, uint64_t more, uint64_t must) {
  uint64_t all = (UINT64_C(1) << (2 * lines->sums.n - 1)) - 1;
  line_set wider = *lines;
  wider.rising[0] |= more & all;
  wider.falling[0] |= more >> 32 & all;
  wider.must_rising[0] = must & lines->rising[0];
  wider.must_falling[0] = must >> 32 & lines->falling[0];
  const line_set before = wider;
  nq_sums_verdict verdict = filter(&wider);
  if (verdict == NQ_SUMS_EXCEEDED) fail_msg("n = %" PRIu32 ": refuted", lines->sums.n);
  assert_int_equal(lines->rising[0] & ~wider.rising[0], 0);
  assert_int_equal(lines->falling[0] & ~wider.falling[0], 0);
  assert_int_equal(wider.rising[0] & ~before.rising[0], 0);
  assert_int_equal(wider.falling[0] & ~before.falling[0], 0);
  assert_int_equal(wider.must_rising[0] & ~lines->rising[0], 0);
  assert_int_equal(wider.must_falling[0] & ~lines->falling[0], 0);
  assert_int_equal(before.must_rising[0] & ~wider.must_rising[0], 0);
  assert_int_equal(before.must_falling[0] & ~wider.must_falling[0], 0);
  bool all_forced = wider.must_rising[0] == lines->rising[0];
  with_forced += wider.must_rising[0] != before.must_rising[0] && !all_forced;
  added++;
  assert_int_equal(verdict == NQ_SUMS_NARROWED, !same(&wider, &before));
  narrowed += verdict == NQ_SUMS_NARROWED;
}

/* The outermost of the diagonals moved further out; false if there is no place. */
static bool move_out(line_set *lines) {
  uint32_t last = 2 * lines->sums.n - 2;
  for (uint32_t i = last; i > last / 2; i--) {
    if ((lines->rising[0] >> i & 1) == 0) continue;
    if (i == last) return false;
    lines->rising[0] ^= UINT64_C(3) << i;
    return true;
  }
  return false;
}

static unsigned solutions, moved, refuted;
static nq_pcg64 random;

/* All solutions, and their queens from each column on. */
static void try_column(uint32_t n, uint32_t column, uint32_t *rows) {
  if (column < n) {
    for (rows[column] = 0; rows[column] < n; rows[column]++) {
      bool fits = true;
      for (uint32_t other = 0; other < column && fits; other++)
        fits = !plain_attacks(other, rows[other], column, rows[column]);
      if (fits) try_column(n, column + 1, rows);
    }
    return;
  }
  line_set lines = {.sums.n = n};
  solutions++;
  for (uint32_t first = n; first-- > 0;) {
    add(&lines, first, rows[first]);
    keep(&lines, 0, 0);
    for (int i = 0; i < 20; i++) {
      uint64_t more = next_pcg64(&random);
      keep(&lines, more & next_pcg64(&random), i % 2 == 0 ? 0 : next_pcg64(&random));
    }
  }
  if (!move_out(&lines)) return;
  moved++;
  refuted += exceed(&lines);
}

static void no_solution_is_lost(void **state) {
  (void)state;
  uint32_t rows[N];
  nq_pcg64_seed(&random, 1, 1);
  for (uint32_t n = 1; n <= N; n++) try_column(n, 0, rows);
  assert_int_equal(solutions, 1 + 2 + 10 + 4 + 40 + 92 + 352);
  assert_true(moved > 300);
  assert_int_equal(refuted, moved);
  assert_true(narrowed > added / 10);
  assert_true(with_forced > added / 10);
}

/* The most central diagonals of all are allowed, and where they are not, the bound is as strict as
 * the sum says: n = 4, whose solutions have u^2 + v^2 = 20 in all. */
static void small_sums_are_right(void **state) {
  (void)state;
  line_set lines = {.sums.n = 4};
  static const uint32_t rows[] = {1, 3, 0, 2};
  for (uint32_t column = 0; column < 4; column++) add(&lines, column, rows[column]);
  assert_int_equal(lines.sums.queens, 4);
  assert_int_equal(2 * lines.sums.squares, 4 * 20);
  assert_int_equal(lines.sums.rising, 12);
  assert_int_equal(lines.sums.falling, 0);
  assert_int_equal(lines.sums.even, 4);
  memset(lines.rising, 0xff, sizeof lines.rising);
  memset(lines.falling, 0xff, sizeof lines.falling);
  assert_false(exceed(&lines));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_solution_is_lost),
      cmocka_unit_test(small_sums_are_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
