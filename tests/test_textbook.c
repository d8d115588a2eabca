/* Backtracking with preset textbook, against numbers that are known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "nqueens.h"

static double counter(const nq_result *result, const char *name) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, name) == 0) return result->counter[i].value;
  fail_msg("there is no counter %s", name);
  return 0;
}

static nq_result solve(const nq_instance *instance, const char *method, nq_board *board) {
  nq_solve_options options;
  nq_result result = {0};
  nq_error error = {0};
  nq_solve_options_init(&options);
  if (nq_solve_options_set(&options, method, &error) != NQ_OK ||
      nq_solve(instance, &options, board, &result, &error) != NQ_OK)
    fail_msg("%s: %s", method, error.message);
  return result;
}

/* The lexicographically first board; depth-first search of 8 queens looks at 876 squares and puts 113
 * queens, of 20 queens it puts 199,635. */
static void counts_as_books_do(void **state) {
  (void)state;
  static const uint32_t first[8] = {0, 4, 7, 5, 2, 6, 1, 3};
  nq_board board = {0};
  nq_instance *instance = nq_instance_new(8);
  nq_result result = solve(instance, "backtracking:preset=textbook", &board);
  assert_memory_equal(board.rows, first, sizeof first);
  assert_int_equal(result.steps, 113);
  assert_true(counter(&result, "evaluations") == 876);
  nq_board_release(&board);
  nq_instance_free(instance);
  instance = nq_instance_new(20);
  result = solve(instance, "backtracking:preset=textbook", &board);
  assert_int_equal(result.steps, 199635);
  nq_board_release(&board);
  nq_instance_free(instance);
}

/* Forward checking prunes the tree, and leaves the first board the same; the orders prune more. */
static void options_prune(void **state) {
  (void)state;
  static const char *const methods[] = {
      "backtracking:preset=textbook", "backtracking:preset=textbook,inference=forward-checking",
      "backtracking:preset=textbook,inference=forward-checking,variable=mrv",
      "backtracking:preset=textbook,inference=forward-checking,variable=mrv,value=lcv"};
  nq_instance *instance = nq_instance_new(20);
  nq_board board[4] = {{0}};
  uint64_t steps = UINT64_MAX;
  for (size_t i = 0; i < 4; i++) {
    nq_result result = solve(instance, methods[i], &board[i]);
    assert_int_equal(result.verdict, NQ_SOLVED);
    assert_true(result.steps < steps);
    steps = result.steps;
  }
  assert_memory_equal(board[0].rows, board[1].rows, 20 * sizeof *board[0].rows);
  for (size_t i = 0; i < 4; i++) nq_board_release(&board[i]);
  nq_instance_free(instance);
}

/* All agree with the fast search on instances, solvable or not. */
static void agrees_on_instances(void **state) {
  (void)state;
  static const char *const methods[] = {
      "backtracking:preset=textbook", "backtracking:preset=textbook,variable=mrv",
      "backtracking:preset=textbook,inference=forward-checking,value=lcv"};
  nq_pcg64 random;
  unsigned unsolvable = 0;
  nq_pcg64_seed(&random, 1, 0);
  for (unsigned i = 0; i < 60; i++) {
    nq_instance *instance = nq_instance_new(7);
    nq_board board = {0};
    for (unsigned k = 0; k < 18; k++)
      nq_instance_block(instance, (uint32_t)nq_pcg64_below(&random, 7),
                        (uint32_t)nq_pcg64_below(&random, 7), NULL);
    nq_instance_exclude_rising(instance, nq_pcg64_below(&random, 13), NULL);
    nq_verdict verdict = solve(instance, "backtracking", &board).verdict;
    nq_board_release(&board);
    unsolvable += verdict == NQ_UNSOLVABLE;
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
      assert_int_equal(solve(instance, methods[m], &board).verdict, verdict);
      nq_board_release(&board);
    }
    nq_instance_free(instance);
  }
  assert_true(unsolvable > 5 && unsolvable < 55);
}

static void limits_and_wrong_options(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(30);
  nq_solve_options options;
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options_init(&options);
  options.method = "backtracking";
  options.backtracking.variable = NQ_VARIABLE_MRV;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  options.backtracking.preset = NQ_BACKTRACKING_PRESET_TEXTBOOK;
  options.backtracking.variable = NQ_VARIABLE_FIRST;
  options.limits.steps = 1000;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.steps, 1000);
  nq_instance_free(instance);
}

static bool attacks(uint32_t a, uint32_t row_a, uint32_t b, uint32_t row_b) {
  return row_a == row_b || row_a + a == row_b + b || row_a + b == row_b + a;
}

static void expect_squares(void *context, const nq_branch_state *state) {
  for (uint32_t column = 0; column < state->n; column++) {
    uint32_t squares = 0;
    for (uint32_t row = 0; state->rows[column] == NQ_EMPTY && row < state->n; row++) {
      bool left = nq_instance_allows(context, column, row);
      for (uint32_t other = 0; other < state->n; other++)
        left &= state->rows[other] == NQ_EMPTY || !attacks(column, row, other, state->rows[other]);
      squares += left;
    }
    assert_int_equal(state->squares[column], squares);
  }
}

static void a_trace_shows_the_squares_left(void **state) {
  (void)state;
  static const nq_inference inferences[] = {NQ_INFERENCE_NONE, NQ_INFERENCE_FORWARD_CHECKING};
  nq_instance *instance = nq_instance_new(9);
  nq_instance_place(instance, 4, 2, NULL);
  nq_instance_block(instance, 0, 0, NULL);
  for (size_t i = 0; i < 2; i++) {
    nq_solve_options options;
    nq_board board = {0};
    nq_result result;
    nq_solve_options_init(&options);
    options.method = "backtracking";
    options.backtracking = (nq_backtracking_options){.preset = NQ_BACKTRACKING_PRESET_TEXTBOOK,
                                                     .inference = inferences[i],
                                                     .trace = expect_squares,
                                                     .trace_context = instance};
    assert_int_equal(nq_solve(instance, &options, &board, &result, NULL), NQ_OK);
    assert_int_equal(result.verdict, NQ_SOLVED);
    nq_board_release(&board);
  }
  nq_instance_free(instance);
}

static bool stop(void *context, const nq_progress *progress) {
  (void)context;
  return progress->branches == 0;
}

/* With lcv a node of a large board takes long: the search ends long before 256 of them. */
static void large_boards_end_in_time(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(1500);
  nq_solve_options options;
  nq_board board = {0};
  nq_result result;
  nq_solve_options_init(&options);
  options.progress = stop;
  assert_int_equal(
      nq_solve_options_set(&options, "backtracking:preset=textbook,variable=mrv,value=lcv", NULL),
      NQ_OK);
  assert_int_equal(nq_solve(instance, &options, &board, &result, NULL), NQ_OK);
  assert_true(result.verdict == NQ_UNKNOWN && result.interrupted);
  assert_in_range(result.steps, 1, 200);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_as_books_do),       cmocka_unit_test(options_prune),
      cmocka_unit_test(agrees_on_instances),      cmocka_unit_test(limits_and_wrong_options),
      cmocka_unit_test(large_boards_end_in_time), cmocka_unit_test(a_trace_shows_the_squares_left),
  };
  return cmocka_run_group_tests_name("textbook", tests, NULL, NULL);
}
