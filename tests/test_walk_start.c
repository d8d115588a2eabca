/* Start boards where almost every square is forbidden: random draws find no allowed square, so a
 * matching or a scan of the column must. */
#include "nqueens.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

enum { N = 200 };

/* Leave two squares in each column: a solution's, and another permutation's. */
static nq_instance *leave_two(uint64_t seed, const uint32_t *solution) {
  uint32_t other[N];
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, 0);
  for (uint32_t row = 0; row < N; row++) other[row] = row;
  nq_pcg64_shuffle(&random, other, N);
  nq_instance *instance = nq_instance_new(N);
  assert_non_null(instance);
  for (uint32_t column = 0; column < N; column++)
    for (uint32_t row = 0; row < N; row++)
      if (row != solution[column] && row != other[column])
        assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
  return instance;
}

struct starts {
  const nq_instance *instance;
  bool permutation;
  uint64_t count;
};

/* Every start board uses only allowed squares; for swaps it is a permutation. */
static void look_at_start(void *context, const nq_step_state *state) {
  struct starts *starts = context;
  bool taken[N] = {false};
  if (state->step > 0) return;
  assert_int_equal(state->n, N);
  for (uint32_t column = 0; column < N; column++) {
    uint32_t row = state->rows[column];
    assert_true(row < N);
    assert_true(nq_instance_allows(starts->instance, column, row));
    if (starts->permutation) assert_false(taken[row]);
    taken[row] = true;
  }
  starts->count++;
}

/* Both steps start on allowed squares and find a solution. */
static void expect_a_start(const nq_instance *instance, nq_step step, uint64_t seed) {
  struct starts starts = {.instance = instance, .permutation = step == NQ_STEP_SWAP};
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "min-conflicts";
  options.seed = seed;
  options.min_conflicts.step = step;
  options.min_conflicts.start = step == NQ_STEP_SWAP ? NQ_START_PERMUTATION : NQ_START_RANDOM;
  options.min_conflicts.trace = look_at_start;
  options.min_conflicts.trace_context = &starts;
  options.limits.steps = 5000;
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_status status = nq_solve(instance, &options, &board, &result, &error);
  if (status != NQ_OK) fail_msg("seed %" PRIu64 ": %s", seed, error.message);
  assert_int_equal(starts.count, result.restarts + 1);
  assert_true(result.verdict == NQ_SOLVED || result.verdict == NQ_UNKNOWN);
  if (result.verdict == NQ_SOLVED) {
    nq_check_report report;
    assert_int_equal(nq_check(board.rows, N, instance, &report, NULL), NQ_OK);
    assert_true(report.valid);
  }
  nq_board_release(&board);
}

static void starts_on_the_squares_that_are_left(void **state) {
  (void)state;
  uint32_t solution[N];
  assert_true(nq_construct(solution, N));
  for (uint64_t seed = 0; seed < 3; seed++) {
    nq_instance *instance = leave_two(seed, solution);
    expect_a_start(instance, NQ_STEP_SWAP, seed);
    expect_a_start(instance, NQ_STEP_COLUMN, seed);
    nq_instance_free(instance);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(starts_on_the_squares_that_are_left)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
