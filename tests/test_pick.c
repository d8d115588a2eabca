/* Solutions by their number: every number once, order, repetitions, stops, errors. */
#include "nqueens.h"
#include "sized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static uint8_t *pick(uint32_t n, const uint64_t *ranks, size_t count, unsigned threads) {
  uint8_t *rows = calloc(count, n);
  bool interrupted = true;
  nq_error error = {0};
  assert_non_null(rows);
  nq_status status =
      nq_count_pick(n, ranks, count, threads, NULL, NULL, rows, &interrupted, &error);
  if (status != NQ_OK) fail_msg("n = %u: %s", n, error.message);
  assert_false(interrupted);
  return rows;
}

static int compare_boards(const void *a, const void *b) {
  return memcmp(a, b, 13);
}

/* All numbers, from the last to the first: all are solutions, and no two the same. */
static void every_number_is_a_solution(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= (TRIM > 1 ? 12 : 13); n++) {
    size_t count = nq_count_known(n);
    if (count == 0) continue;
    uint64_t *ranks = calloc(count, sizeof *ranks);
    uint8_t(*wide)[13] = calloc(count, sizeof *wide);
    for (size_t i = 0; i < count; i++) ranks[i] = count - 1 - i;
    uint8_t *rows = pick(n, ranks, count, 2);
    for (size_t i = 0; i < count; i++) {
      uint32_t board[13];
      nq_check_report report;
      memcpy(wide[i], rows + i * n, n);
      for (uint32_t c = 0; c < n; c++) board[c] = rows[i * n + c];
      assert_int_equal(nq_check(board, n, NULL, &report, NULL), NQ_OK);
      assert_true(report.valid);
    }
    qsort(wide, count, sizeof *wide, compare_boards);
    for (size_t i = 1; i < count; i++) assert_memory_not_equal(wide[i - 1], wide[i], sizeof *wide);
    free(ranks);
    free(rows);
    free(wide);
  }
}

/* Boards come in the order asked for, and repeatedly; threads make no difference. */
static void the_order_is_that_of_the_numbers(void **state) {
  static const uint64_t ranks[] = {500000, 3, 2279183, 3, 0, 1234567};
  uint8_t *all = pick(15, ranks, 6, 1), *again = pick(15, ranks, 6, 7);
  (void)state;
  assert_memory_equal(all, again, 6 * 15);
  assert_memory_equal(all + 15, all + 45, 15);
  for (size_t i = 0; i < 6; i++) {
    uint8_t *one = pick(15, ranks + i, 1, 2);
    assert_memory_equal(one, all + 15 * i, 15);
    free(one);
  }
  free(all);
  free(again);
}

/* The numbers are part of what users cite: they stay the same, on every machine. */
static void numbers_stay_the_same(void **state) {
  static const uint8_t first[] = {1, 4, 6, 3, 0, 7, 5, 2}, last[] = {6, 1, 3, 0, 7, 4, 2, 5};
  static const uint64_t ranks[] = {0, 91};
  uint8_t *rows = pick(8, ranks, 2, 1);
  (void)state;
  assert_memory_equal(rows, first, 8);
  assert_memory_equal(rows + 8, last, 8);
  free(rows);
}

static bool stop_at_once(void *context, const nq_progress *progress) {
  (void)context;
  (void)progress;
  return false;
}

static void values_are_refused(void **state) {
  uint8_t rows[40];
  uint64_t rank = 92;
  bool interrupted;
  nq_error error;
  (void)state;
  assert_int_equal(nq_count_pick(8, &rank, 1, 1, NULL, NULL, rows, &interrupted, &error),
                   NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "0 to 91"));
  rank = 0;
  assert_int_equal(nq_count_pick(8, &rank, 1, 0, NULL, NULL, rows, &interrupted, &error),
                   NQ_BAD_VALUE);
  for (uint32_t n = 2; n <= 3; n++)
    assert_int_equal(nq_count_pick(n, &rank, 1, 1, NULL, NULL, rows, &interrupted, &error),
                     NQ_NONE);
  assert_int_equal(nq_count_pick(0, &rank, 1, 1, NULL, NULL, rows, &interrupted, &error),
                   NQ_UNSUPPORTED);
  assert_int_equal(nq_count_pick(21, &rank, 1, 1, NULL, NULL, rows, &interrupted, &error),
                   NQ_UNSUPPORTED);
  assert_int_equal(nq_count_pick(8, NULL, 0, 1, NULL, NULL, rows, &interrupted, &error), NQ_OK);
  assert_int_equal(nq_count_pick(20, &rank, 1, 1, stop_at_once, NULL, rows, &interrupted, &error),
                   NQ_OK);
  assert_true(interrupted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_number_is_a_solution),
      cmocka_unit_test(the_order_is_that_of_the_numbers),
      cmocka_unit_test(numbers_stay_the_same),
      cmocka_unit_test(values_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
