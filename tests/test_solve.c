/* Solving in general: small boards, verdicts against a simple search, every n of a range. */
#include "instances.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static nq_status solve(const nq_instance *instance, const nq_solve_options *options,
                       nq_board *board, nq_result *result, nq_error *error) {
  nq_status status = nq_solve(instance, options, board, result, error);
  bool solved = status == NQ_OK && result->verdict == NQ_SOLVED;
  assert_int_equal(board->rows != NULL, solved);
  if (solved) expect_solution(board, instance, options->seed);
  return status;
}

static void decides_the_smallest_boards(void **state) {
  (void)state;
  for (size_t i = 0; nq_method_name(i) != NULL; i++)
    for (uint32_t n = 1; n <= 4; n++) {
      nq_solve_options options;
      nq_board board = {0};
      nq_result result;
      nq_error error = {0};
      nq_solve_options_init(&options);
      options.method = nq_method_name(i);
      nq_instance *instance = nq_instance_new(n);
      assert_int_equal(solve(instance, &options, &board, &result, &error), NQ_OK);
      bool none = n == 2 || n == 3;
      assert_int_equal(result.verdict, none ? NQ_UNSOLVABLE : NQ_SOLVED);
      if (none) {
        char why[] = "no solution exists for n = 0";
        why[strlen(why) - 1] = (char)('0' + n);
        assert_string_equal(result.reason, why);
      }
      assert_true(result.conflicts == (none ? UINT64_MAX : 0));
      if (n == 1) assert_int_equal(board.rows[0], 0);
      nq_board_release(&board);
      nq_instance_free(instance);
    }
}

static void knows_its_methods(void **state) {
  (void)state;
  size_t count = 0;
  while (nq_method_name(count) != NULL) {
    assert_non_null(nq_method_summary(count));
    assert_non_null(nq_method_step(count));
    for (size_t i = 0; i < count; i++)
      assert_string_not_equal(nq_method_name(i), nq_method_name(count));
    count++;
  }
  assert_string_equal(nq_method_name(0), "min-conflicts");
  assert_true(count >= 2);
  assert_null(nq_method_summary(count));
  assert_null(nq_method_step(count));
  assert_null(nq_method_name(SIZE_MAX));
}

static void refuses_bad_options(void **state) {
  (void)state;
  static const double seconds[] = {-1, -1e-300};
  nq_instance *instance = nq_instance_new(8);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "magic";
  assert_int_equal(solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  static const char known[] =
      "there is no method 'magic': it must be min-conflicts, auto, genetic, backtracking, ";
  assert_memory_equal(error.message, known, sizeof known - 1);
  assert_non_null(strstr(error.message, "hill-climbing, annealing, construct or typical"));
  nq_solve_options_init(&options);
  options.threads = 0;
  assert_int_equal(solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "threads must be at least 1");
  nq_solve_options_init(&options);
  options.stream = UINT64_C(1) << 32;
  assert_int_equal(solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  for (size_t i = 0; i < 2; i++) {
    nq_solve_options_init(&options);
    options.limits.seconds = seconds[i];
    assert_int_equal(solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  }
  nq_instance_free(instance);
}

static void expect_unsolvable(nq_instance *instance, const char *why) {
  nq_solve_options options;
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options_init(&options);
  options.method = "min-conflicts";
  assert_int_equal(solve(instance, &options, &board, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNSOLVABLE);
  assert_true(result.conflicts == UINT64_MAX);
  assert_non_null(strstr(result.reason, why));
  nq_instance_free(instance);
}

static void proves_some_instances_unsolvable(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  nq_instance_place(instance, 0, 0, NULL);
  nq_instance_place(instance, 7, 7, NULL);
  expect_unsolvable(instance, "the queens placed in columns 0 and 7 share falling diagonal 7");
  instance = nq_instance_new(8);
  for (uint32_t column = 0; column < 8; column++) nq_instance_block(instance, column, 5, NULL);
  expect_unsolvable(instance, "no square of row 5 is left for a queen");
  instance = nq_instance_new(8);
  for (uint32_t column = 1; column < 4; column++)
    for (uint32_t row = 2; row < 8; row++) nq_instance_block(instance, column, row, NULL);
  expect_unsolvable(instance, "the columns cannot all have a row of their own");
  instance = nq_instance_new(1);
  nq_instance_block(instance, 0, 0, NULL);
  expect_unsolvable(instance, "no square of column 0 is left for a queen");
  instance = nq_instance_new(1);
  nq_instance_exclude_rising(instance, 0, NULL);
  expect_unsolvable(instance, "no square of column 0 is left for a queen");
  instance = nq_instance_new(3);
  nq_instance_place(instance, 1, 1, NULL);
  expect_unsolvable(instance, "no solution exists for n = 3");
}

/* Min-conflicts: solvable instances are solved: they are so small that a thousand restarts find a solution.
 * Unsolvable ones are never reported as solved, nor solvable ones as unsolvable. */
static void is_never_wrong_about_small_instances(void **state) {
  (void)state;
  const unsigned cases = TRIM > 1 ? 500 : 2500;
  unsigned solvable = 0, proved = 0, open = 0;
  for (uint64_t seed = 0; seed < cases; seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 40);
    uint32_t n = 1 + draw_below(&random, 7);
    nq_instance *instance = random_instance(&random, n, (uint32_t)(seed % 4), n, seed % 5 == 0);
    uint64_t solutions = plain_count(instance);
    nq_solve_options options;
    nq_board board = {0};
    nq_result result;
    nq_error error = {0};
    nq_solve_options_init(&options);
    options.method = "min-conflicts";
    options.seed = seed;
    options.limits.restarts = solutions > 0 ? 1000 : 20;
    if (solve(instance, &options, &board, &result, &error) != NQ_OK)
      fail_msg("seed %" PRIu64 ": %s", seed, error.message);
    if (result.verdict != NQ_SOLVED && solutions > 0)
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": '%s', but it has %" PRIu64 " solutions", seed, n,
               result.reason, solutions);
    if (result.verdict == NQ_SOLVED && solutions == 0)
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": solved what has no solution", seed, n);
    solvable += solutions > 0;
    proved += result.verdict == NQ_UNSOLVABLE;
    open += result.verdict == NQ_UNKNOWN;
    nq_board_release(&board);
    nq_instance_free(instance);
  }
  assert_true(solvable > cases * 2 / 25 && proved > cases * 2 / 25 && open > cases / 50);
}

static void expect_solved(uint32_t n, uint64_t seed) {
  nq_solve_options options;
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options_init(&options);
  options.seed = seed;
  nq_instance *instance = nq_instance_new(n);
  if (solve(instance, &options, &board, &result, &error) != NQ_OK || result.verdict != NQ_SOLVED)
    fail_msg("n %" PRIu32 ", seed %" PRIu64 ": %s%s", n, seed, error.message, result.reason);
  assert_int_equal(board.n, n);
  assert_true(result.memory_bytes >= 4 * (uint64_t)n);
  nq_board_release(&board);
  nq_instance_free(instance);
}

static void solves_every_n(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= 300; n++)
    for (uint64_t seed = 0; seed < 10; seed++) expect_solved(n, seed);
  for (uint32_t n = 301; n <= 10000; n += 37) expect_solved(n, n);
  for (uint32_t n = 4090; n <= 4100; n++) expect_solved(n, n);
}

/* The same board as nq_solve, in the caller's memory, whatever its content; nothing is written past
 * it. */
static void solves_into_memory_of_the_caller(void **state) {
  (void)state;
  static const struct {
    const char *method;
    uint32_t n;
  } cases[] = {{NULL, 1},      {NULL, 8},         {NULL, 1025},
               {NULL, 50000},  {"construct", 77}, {"backtracking", 12},
               {"genetic", 20}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t n = cases[i].n, *rows = malloc((n + 1) * sizeof *rows);
    assert_non_null(rows);
    memset(rows, i % 2 ? 0xff : 0x11, (n + 1) * sizeof *rows);
    rows[n] = 12345;
    nq_solve_options options;
    nq_board board = {0};
    nq_result result, into;
    nq_solve_options_init(&options);
    options.method = cases[i].method;
    options.seed = i;
    options.threads = 2;
    nq_instance *instance = nq_instance_new(n);
    assert_int_equal(nq_solve(instance, &options, &board, &result, NULL), NQ_OK);
    assert_int_equal(nq_solve_into(instance, &options, rows, &into, NULL), NQ_OK);
    assert_int_equal(into.verdict, NQ_SOLVED);
    assert_memory_equal(rows, board.rows, n * sizeof *rows);
    assert_int_equal(rows[n], 12345);
    assert_int_equal(into.steps, result.steps);
    assert_int_equal(result.memory_bytes - into.memory_bytes, 4 * (uint64_t)n);
    nq_board_release(&board);
    nq_instance_free(instance);
    free(rows);
  }
}

static void solves_into_nothing_what_has_no_solution(void **state) {
  (void)state;
  nq_solve_options options;
  nq_result result;
  nq_error error = {0};
  uint32_t rows[3] = {7, 7, 7};
  nq_solve_options_init(&options);
  nq_instance *instance = nq_instance_new(3);
  assert_int_equal(nq_solve_into(instance, &options, rows, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNSOLVABLE);
  options.method = "magic";
  assert_int_equal(nq_solve_into(instance, &options, rows, &result, &error), NQ_BAD_VALUE);
  nq_instance_free(instance);
}

static void has_sound_defaults(void **state) {
  (void)state;
  nq_solve_options options;
  memset(&options, 0xff, sizeof options);
  nq_solve_options_init(&options);
  assert_null(options.method);
  assert_null(options.progress);
  assert_int_equal(options.threads, 1);
  assert_int_equal(options.seed + options.stream + options.limits.steps + options.limits.restarts,
                   0);
  assert_true(options.limits.seconds >= 0 && options.limits.seconds <= 0);
  assert_true(options.min_conflicts.walk < 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decides_the_smallest_boards),
      cmocka_unit_test(knows_its_methods),
      cmocka_unit_test(refuses_bad_options),
      cmocka_unit_test(proves_some_instances_unsolvable),
      cmocka_unit_test(is_never_wrong_about_small_instances),
      cmocka_unit_test(solves_every_n),
      cmocka_unit_test(solves_into_memory_of_the_caller),
      cmocka_unit_test(solves_into_nothing_what_has_no_solution),
      cmocka_unit_test(has_sound_defaults),
  };
  return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
