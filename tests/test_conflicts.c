/* The conflict counters against a count of all pairs, over random sequences of moves. */
#include "board/conflicts.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <cmocka.h>

#define N_MAX 40

/* Distinct columns. */
static bool attack(const uint32_t *rows, uint32_t a, uint32_t b) {
  if (rows[a] == NQ_EMPTY || rows[b] == NQ_EMPTY) return false;
  int64_t columns = (int64_t)a - b, apart = (int64_t)rows[a] - rows[b];
  return apart == 0 || apart == columns || apart == -columns;
}

static uint64_t count_attackers(const uint32_t *rows, uint32_t n, uint32_t column) {
  uint64_t found = 0;
  for (uint32_t other = 0; other < n; other++)
    found += other != column && attack(rows, column, other);
  return found;
}

static uint64_t count_pairs(const uint32_t *rows, uint32_t n) {
  uint64_t found = 0;
  for (uint32_t column = 0; column < n; column++) found += count_attackers(rows, n, column);
  return found / 2;
}

/* The set holds exactly the queens in conflict, each once. */
static bool has_right_set(const nq_conflicts *conflicts, const uint32_t *rows, uint32_t n) {
  bool seen[N_MAX] = {false};
  uint32_t attacked = 0;
  for (uint32_t column = 0; column < n; column++) attacked += count_attackers(rows, n, column) > 0;
  if (nq_conflicts_queens(conflicts) != attacked) return false;
  for (uint32_t i = 0; i < attacked; i++) {
    uint32_t column = nq_conflicts_queen(conflicts, i);
    if (column >= n || seen[column] || count_attackers(rows, n, column) == 0) return false;
    seen[column] = true;
  }
  return true;
}

static bool has_right_square(const nq_conflicts *conflicts, uint32_t *rows, uint32_t n,
                             uint32_t column, uint32_t row) {
  uint32_t before = rows[column];
  rows[column] = row;
  uint64_t expected = count_attackers(rows, n, column);
  rows[column] = before;
  /* A queen on another square of the same column shares no line with the square. */
  return nq_conflicts_at(conflicts, column, row) == expected;
}

static void expect_right(const nq_conflicts *conflicts, uint32_t *rows, uint32_t n, uint64_t seed,
                         nq_pcg64 *random) {
  const char *wrong = NULL;
  if (!nq_conflicts_verify(conflicts)) wrong = "a counter";
  if (nq_conflicts_total(conflicts) != count_pairs(rows, n)) wrong = "the total";
  if (!has_right_set(conflicts, rows, n)) wrong = "the set of queens in conflict";
  for (uint32_t column = 0; column < n; column++)
    if (nq_conflicts_row(conflicts, column) != rows[column]) wrong = "a row";
  for (int i = 0; i < 8; i++)
    if (!has_right_square(conflicts, rows, n, (uint32_t)nq_pcg64_below(random, n),
                          (uint32_t)nq_pcg64_below(random, n)))
      wrong = "the conflicts of a square";
  if (wrong != NULL) fail_msg("n %" PRIu32 ", seed %" PRIu64 ": %s is wrong", n, seed, wrong);
}

/* Swap two queens, after computing the change. */
static void swap(nq_conflicts *conflicts, uint32_t *rows, uint32_t a, uint32_t b, uint64_t seed) {
  int64_t before = (int64_t)nq_conflicts_total(conflicts);
  int64_t delta = nq_conflicts_swap_delta(conflicts, a, b);
  assert_int_equal(nq_conflicts_swap_delta(conflicts, b, a), delta);
  nq_conflicts_swap(conflicts, a, b);
  uint32_t row = rows[a];
  rows[a] = rows[b];
  rows[b] = row;
  if ((int64_t)nq_conflicts_total(conflicts) - before != delta)
    fail_msg("seed %" PRIu64 ": a swap of columns %" PRIu32 " and %" PRIu32 " was said to change "
             "%" PRId64,
             seed, a, b, delta);
}

/* Rows are drawn below `spread`: a small value crowds them. */
static void move_at_random(nq_conflicts *conflicts, uint32_t *rows, uint32_t n, uint32_t spread,
                           nq_pcg64 *random, uint64_t seed) {
  uint32_t a = (uint32_t)nq_pcg64_below(random, n), b = (uint32_t)nq_pcg64_below(random, n);
  if (rows[a] == NQ_EMPTY) {
    rows[a] = (uint32_t)nq_pcg64_below(random, spread);
    nq_conflicts_place(conflicts, a, rows[a]);
  } else if (a != b && rows[b] != NQ_EMPTY && nq_pcg64_below(random, 4) > 0) {
    swap(conflicts, rows, a, b, seed);
  } else {
    nq_conflicts_remove(conflicts, a);
    rows[a] = NQ_EMPTY;
  }
}

static void run_sequence(uint32_t n, uint64_t seed) {
  nq_pcg64 random;
  uint32_t rows[N_MAX];
  nq_pcg64_seed(&random, seed, n);
  nq_conflicts *conflicts = nq_conflicts_new(n);
  assert_non_null(conflicts);
  for (uint32_t column = 0; column < n; column++) rows[column] = NQ_EMPTY;
  uint32_t spread = seed % 3 == 0 ? 1 + n / 4 : n;
  expect_right(conflicts, rows, n, seed, &random);
  for (uint32_t i = 0; i < 3 * n + 10; i++) {
    move_at_random(conflicts, rows, n, spread, &random, seed);
    expect_right(conflicts, rows, n, seed, &random);
  }
  nq_conflicts_clear(conflicts, NULL);
  for (uint32_t column = 0; column < n; column++) rows[column] = NQ_EMPTY;
  expect_right(conflicts, rows, n, seed, &random);
  nq_conflicts_free(conflicts);
}

static void agrees_with_counting_pairs(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= N_MAX; n++)
    for (uint64_t seed = 0; seed < trimmed(60); seed++) run_sequence(n, seed);
}

/* Compare with the checker, which shares no code with the counters. */
static void agrees_with_the_checker(void **state) {
  (void)state;
  static const uint32_t sizes[] = {41, 64, 1000, 65537, 300000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i], *rows = calloc(n, sizeof *rows);
    assert_non_null(rows);
    nq_pcg64 random;
    nq_pcg64_seed(&random, 5, n);
    nq_conflicts *conflicts = nq_conflicts_new(n);
    assert_non_null(conflicts);
    for (uint32_t column = 0; column < n; column++) {
      rows[column] = (uint32_t)nq_pcg64_below(&random, n);
      nq_conflicts_place(conflicts, column, rows[column]);
    }
    for (uint32_t move = 0; move < 2000; move++) {
      uint32_t a = (uint32_t)nq_pcg64_below(&random, n), b = (uint32_t)nq_pcg64_below(&random, n);
      if (a != b) swap(conflicts, rows, a, b, 5);
    }
    nq_check_report report;
    assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
    assert_int_equal(nq_conflicts_total(conflicts), report.conflicts);
    assert_true(nq_conflicts_verify(conflicts));
    nq_conflicts_free(conflicts);
    free(rows);
  }
}

/* All pairs of columns of some full boards: swaps within lines and into corners. */
static void knows_the_change_of_every_swap(void **state) {
  (void)state;
  for (uint32_t n = 2; n <= 12; n++)
    for (uint64_t seed = 0; seed < 20; seed++) {
      nq_pcg64 random;
      uint32_t rows[N_MAX];
      nq_pcg64_seed(&random, seed, 100 + n);
      nq_conflicts *conflicts = nq_conflicts_new(n);
      assert_non_null(conflicts);
      for (uint32_t column = 0; column < n; column++) {
        rows[column] = (uint32_t)nq_pcg64_below(&random, n);
        nq_conflicts_place(conflicts, column, rows[column]);
      }
      for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
          if (a == b) continue;
          swap(conflicts, rows, a, b, seed);
          swap(conflicts, rows, a, b, seed);
        }
      assert_int_equal(nq_conflicts_total(conflicts), count_pairs(rows, n));
      nq_conflicts_free(conflicts);
    }
}

static void notices_a_wrong_counter(void **state) {
  (void)state;
  nq_conflicts *conflicts = nq_conflicts_new(8);
  assert_non_null(conflicts);
  for (uint32_t column = 0; column < 8; column++) nq_conflicts_place(conflicts, column, column / 2);
  uint32_t *const wrong[] = {&conflicts->row.count[2],      &conflicts->rising.count[14],
                             &conflicts->falling.count[0],  &conflicts->row.columns[3],
                             &conflicts->rising.columns[1], &conflicts->falling.columns[9],
                             &conflicts->slot[0],           &conflicts->queen[3]};
  assert_true(nq_conflicts_verify(conflicts));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    uint32_t right = *wrong[i];
    *wrong[i] = right ^ 1;
    if (nq_conflicts_verify(conflicts)) fail_msg("a wrong counter of kind %zu is not seen", i);
    *wrong[i] = right;
  }
  conflicts->total++;
  assert_false(nq_conflicts_verify(conflicts));
  conflicts->total--;
  conflicts->crowded[1]++;
  assert_false(nq_conflicts_verify(conflicts));
  conflicts->crowded[1]--;
  assert_true(nq_conflicts_verify(conflicts));
  nq_conflicts_free(conflicts);
}

static void refuses_an_empty_board(void **state) {
  (void)state;
  assert_null(nq_conflicts_new(0));
  nq_conflicts_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_counting_pairs),     cmocka_unit_test(agrees_with_the_checker),
      cmocka_unit_test(knows_the_change_of_every_swap), cmocka_unit_test(notices_a_wrong_counter),
      cmocka_unit_test(refuses_an_empty_board),
  };
  return cmocka_run_group_tests_name("conflicts", tests, NULL, NULL);
}
