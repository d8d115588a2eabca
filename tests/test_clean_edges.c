/* The checker's fast path on all small boards.  It is called directly, because the slow path would
 * hide it if the fast path rejected a solution. */
#include "board/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MOST 6

/* By definition, in O(n^2); rows may be n. */
static bool is_solution(const uint32_t *rows, uint32_t n) {
  for (uint32_t a = 0; a < n; a++) {
    if (rows[a] >= n) return false;
    for (uint32_t b = 0; b < a; b++)
      if (rows[a] == rows[b] || rows[a] + a == rows[b] + b || rows[a] + b == rows[b] + a)
        return false;
  }
  return true;
}

/* Increment rows[] as digits of base n + 1; false after the last board. */
static bool next_board(uint32_t *rows, uint32_t n) {
  for (uint32_t column = 0; column < n; column++) {
    if (++rows[column] <= n) return true;
    rows[column] = 0;
  }
  return false;
}

static void every_small_board_is_judged_rightly(void **state) {
  (void)state;
  static const unsigned solutions[MOST + 1] = {0, 1, 0, 0, 2, 10, 4};
  for (uint32_t n = 1; n <= MOST; n++) {
    uint32_t rows[MOST] = {0};
    unsigned found = 0;
    do {
      bool expected = is_solution(rows, n);
      if (nq_rows_are_clean(rows, n, 1, NULL) != expected) fail_msg("a board of n = %u", n);
      found += expected;
    } while (next_board(rows, n));
    assert_int_equal(found, solutions[n]);
  }
}

/* The last lines have room for every n, even when the marks exactly fill their words. */
static void solutions_of_every_n_are_clean(void **state) {
  (void)state;
  uint32_t rows[300];
  for (uint32_t n = 4; n <= 300; n++) {
    assert_true(nq_construct(rows, n));
    assert_true(nq_rows_are_clean(rows, n, 1, NULL));
    assert_true(nq_rows_are_clean(rows, n, 4, NULL));
    rows[n - 1] = n;
    assert_false(nq_rows_are_clean(rows, n, 1, NULL));
    rows[n - 1] = UINT32_MAX;
    assert_false(nq_rows_are_clean(rows, n, 1, NULL));
  }
}

/* Two queens in opposite corners attack each other, where lines begin and end.  Other queens may
 * conflict too: only the verdict counts. */
static void corners_are_on_one_diagonal(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= 200; n++) {
    uint32_t rows[200];
    assert_true(nq_construct(rows, n));
    rows[0] = 0, rows[n - 1] = n - 1;
    assert_false(nq_rows_are_clean(rows, n, 1, NULL));
    rows[0] = n - 1, rows[n - 1] = 0;
    assert_false(nq_rows_are_clean(rows, n, 1, NULL));
  }
}

/* n/4 bytes for each thread; only large boards use more than one. */
static void memory_is_as_told(void **state) {
  (void)state;
  for (uint64_t n = 1; n <= UINT32_MAX; n = 3 * n + 1) {
    uint64_t one = nq_clean_bytes((uint32_t)n, 1);
    assert_in_range(one, (2 * n + 6) / 8, n / 4 + 8);
    for (unsigned threads = 2; threads < 6; threads++) {
      uint64_t shares = n < 1U << 18 ? 1 : threads < 3 ? threads : 3;
      assert_int_equal(nq_clean_bytes((uint32_t)n, threads), shares * one);
    }
  }
  assert_int_equal(nq_clean_bytes((1U << 18) - 1, 3), nq_clean_bytes((1U << 18) - 1, 1));
  assert_int_equal(nq_clean_bytes(1U << 18, 3), 3 * nq_clean_bytes(1U << 18, 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_small_board_is_judged_rightly),
      cmocka_unit_test(solutions_of_every_n_are_clean),
      cmocka_unit_test(corners_are_on_one_diagonal),
      cmocka_unit_test(memory_is_as_told),
  };
  return cmocka_run_group_tests_name("clean_edges", tests, NULL, NULL);
}
