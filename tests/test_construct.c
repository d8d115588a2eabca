/* The explicit solution, through the checker. */
#include "hurried.h"
#include "nqueens.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <cmocka.h>

#define N_MOST 1000000

static void expect_solution(uint32_t *rows, uint32_t n) {
  nq_check_report report;
  for (uint32_t column = 0; column < n; column++) rows[column] = NQ_EMPTY;
  assert_true(nq_construct(rows, n));
  assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
  if (!report.valid) fail_msg("n = %" PRIu32 ": %" PRIu64 " conflicts", n, report.conflicts);
}

static void solves_every_n(void **state) {
  (void)state;
  uint32_t *rows = calloc(N_MOST, sizeof *rows);
  assert_non_null(rows);
  expect_solution(rows, 1);
  for (uint32_t n = 4; n <= 3000; n++) expect_solution(rows, n);
  /* every remainder modulo 12, at growing sizes */
  for (uint32_t n = 3001; n <= 200000; n = n * 5 / 4)
    for (uint32_t i = 0; i < 12; i++) expect_solution(rows, n + i);
  for (uint32_t n = N_MOST - 12; n <= N_MOST; n++) expect_solution(rows, n);
  free(rows);
}

static void has_none_where_none_exists(void **state) {
  (void)state;
  uint32_t rows[3] = {7, 7, 7};
  assert_false(nq_construct(rows, 0));
  assert_false(nq_construct(rows, 2));
  assert_false(nq_construct(rows, 3));
  assert_int_equal(rows[0], 7);
}

static void is_the_solution_of_pauls(void **state) {
  (void)state;
  static const uint32_t six[] = {1, 3, 5, 0, 2, 4}, seven[] = {1, 3, 5, 0, 2, 4, 6};
  uint32_t rows[7];
  assert_true(nq_construct(rows, 6));
  assert_memory_equal(rows, six, sizeof six);
  assert_true(nq_construct(rows, 7));
  assert_memory_equal(rows, seven, sizeof seven);
}

static bool end_at_once(void *seen, const nq_progress *progress) {
  *(nq_progress *)seen = *progress;
  return false;
}

static void ends_when_told(void **state) {
  (void)state;
  nq_progress seen = {0};
  uint32_t *rows = calloc(N_MOST, sizeof *rows);
  assert_non_null(rows);
  assert_false(nq_construct_with(rows, N_MOST, end_at_once, &seen));
  assert_int_equal(seen.total, N_MOST);
  assert_int_equal(rows[N_MOST / 2 - 1], 0); /* not reached */
  free(rows);
}

static void refuses_instances(void **state) {
  (void)state;
  nq_solve_options options;
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options_init(&options);
  options.method = "construct";
  nq_instance *instance = nq_instance_new(8);
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_SOLVED);
  nq_board_release(&board);
  assert_int_equal(nq_instance_block(instance, 0, 0, NULL), NQ_OK);
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_UNSUPPORTED);
  assert_null(board.rows);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_every_n),           cmocka_unit_test(has_none_where_none_exists),
      cmocka_unit_test(is_the_solution_of_pauls), cmocka_unit_test(ends_when_told),
      cmocka_unit_test(refuses_instances),
  };
  return cmocka_run_group_tests_name("construct", tests, NULL, NULL);
}
