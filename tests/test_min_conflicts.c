/* The method min-conflicts: all its parts solve and keep instances, and its answer depends only on
 * the options. */
#include "hurried.h"
#include "instances.h"
#include "local/local.h"
#include "min_conflicts.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

static void expect_solved(const nq_instance *instance, const nq_solve_options *options, size_t i) {
  nq_board board = {0};
  nq_result result;
  solve(instance, options, &board, &result);
  if (result.verdict != NQ_SOLVED)
    fail_msg("n %" PRIu32 ", seed %" PRIu64 ", parts %zu: %s", nq_instance_n(instance),
             options->seed, i, result.reason);
  assert_int_equal(result.conflicts, 0);
  expect_solution(&board, instance, options->seed);
  nq_board_release(&board);
}

static void solves_with_all_parts(void **state) {
  (void)state;
  static const uint32_t sizes[] = {4, 5, 6, 7, 8, 9, 10, 13, 20, 31, 50, 100, 333, 1000};
  for (size_t i = 0; i < PARTS; i++)
    for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      nq_instance *instance = nq_instance_new(sizes[j]);
      for (uint64_t seed = 0; seed < (TRIM > 1 ? 2 : 3); seed++) {
        nq_solve_options options = options_of(i, seed);
        options.min_conflicts.restart = seed % 2 ? NQ_RESTART_LUBY : NQ_RESTART_FIXED;
        expect_solved(instance, &options, i);
      }
      nq_instance_free(instance);
    }
}

static void solves_large_boards_with_swaps(void **state) {
  (void)state;
  static const uint32_t sizes[] = {4096, 4097, 20000, 65536, 65537, 300000};
  for (size_t i = 0; i < PARTS; i++)
    for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      bool swaps = parts[i].step == NQ_STEP_SWAP || parts[i].start == NQ_START_AUTO;
      if (!swaps || (parts[i].start == NQ_START_PERMUTATION && sizes[j] > 20000)) continue;
      nq_instance *instance = nq_instance_new(sizes[j]);
      nq_solve_options options = options_of(i, 1);
      expect_solved(instance, &options, i);
      nq_instance_free(instance);
    }
}

/* Placed queens, blocked squares, excluded diagonals, alone and together, around a hidden solution:
 * so few that every variant solves them. */
static void keeps_instances(void **state) {
  (void)state;
  static const uint32_t sizes[] = {6, 8, 12, 20, 60, 200};
  for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
    for (uint64_t seed = 0; seed < (TRIM > 1 ? 4 : 8); seed++) {
      uint32_t n = sizes[j];
      nq_pcg64 random;
      nq_board hidden = {0};
      nq_result result;
      nq_pcg64_seed(&random, seed, 20 + n);
      nq_instance *plain = nq_instance_new(n);
      nq_solve_options any = options_of(0, seed + 99);
      solve(plain, &any, &hidden, &result);
      uint32_t placed = seed % 4 == 0 || seed % 4 == 3 ? n / 6 : 0;
      uint32_t blocked = seed % 4 == 1 || seed % 4 == 3 ? n * n / 10 : 0;
      uint32_t excluded = seed % 4 == 2 || seed % 4 == 3 ? n / 8 : 0;
      nq_instance *instance = planted_instance(&random, hidden.rows, n, placed, blocked, excluded);
      for (size_t i = 0; i < PARTS; i++) {
        nq_solve_options options = options_of(i, seed);
        expect_solved(instance, &options, i);
      }
      nq_instance_free(instance);
      nq_instance_free(plain);
      nq_board_release(&hidden);
    }
}

/* Too large for the table of forbidden squares. */
static void keeps_large_instances(void **state) {
  (void)state;
  const uint32_t n = 5000;
  nq_pcg64 random;
  nq_board hidden = {0};
  nq_result result;
  nq_pcg64_seed(&random, 2, 30);
  nq_instance *plain = nq_instance_new(n);
  nq_solve_options any = options_of(0, 5);
  solve(plain, &any, &hidden, &result);
  for (unsigned kinds = 1; kinds < 8; kinds++) {
    nq_instance *instance = planted_instance(&random, hidden.rows, n, kinds & 1 ? 200 : 0,
                                             kinds & 2 ? 2000 : 0, kinds & 4 ? 100 : 0);
    for (size_t i = 0; i < PARTS; i += PARTS - 1) { /* the defaults; greedy and swap */
      nq_solve_options options = options_of(i, kinds);
      expect_solved(instance, &options, i);
    }
    nq_instance_free(instance);
  }
  nq_instance_free(plain);
  nq_board_release(&hidden);
}

/* ---- The same result for every number of threads ---- */

static void expect_same_for_all_threads(const nq_instance *instance, nq_solve_options options,
                                        const char *what) {
  nq_board first = {0};
  nq_result one;
  options.threads = 1;
  solve(instance, &options, &first, &one);
  for (unsigned threads = 1; threads <= 4; threads++) {
    nq_board board = {0};
    nq_result result;
    options.threads = threads;
    solve(instance, &options, &board, &result);
    if (result.verdict != one.verdict || result.steps != one.steps ||
        result.restarts != one.restarts || result.conflicts != one.conflicts ||
        result.counter[0].value < one.counter[0].value ||
        result.counter[0].value > one.counter[0].value || board.n != first.n ||
        (board.n > 0 && memcmp(board.rows, first.rows, board.n * sizeof *board.rows) != 0))
      fail_msg("%s, n %" PRIu32 ", seed %" PRIu64 ", %u threads: verdict %d for %d, %" PRIu64
               " steps for %" PRIu64 ", %" PRIu64 " restarts for %" PRIu64 ", %" PRIu64
               " conflicts for %" PRIu64,
               what, nq_instance_n(instance), options.seed, threads, (int)result.verdict,
               (int)one.verdict, result.steps, one.steps, result.restarts, one.restarts,
               result.conflicts, one.conflicts);
    nq_board_release(&board);
  }
  nq_board_release(&first);
}

static void answers_the_same_for_all_threads(void **state) {
  (void)state;
  uint64_t restarts = 0;
  for (size_t i = 0; i < PARTS; i++)
    for (uint64_t seed = 0; seed < trimmed(12); seed++) {
      uint32_t n = 8 + 4 * (uint32_t)seed;
      nq_instance *instance = nq_instance_new(n);
      nq_solve_options options = options_of(i, seed);
      options.min_conflicts.patience = parts[i].step == NQ_STEP_SWAP || i == 0 ? n : 5;
      options.min_conflicts.restart = seed % 2 ? NQ_RESTART_LUBY : NQ_RESTART_FIXED;
      options.limits.restarts = 3000;
      expect_same_for_all_threads(instance, options, "many restarts");
      nq_board board = {0};
      nq_result result;
      solve(instance, &options, &board, &result);
      restarts += result.restarts;
      nq_board_release(&board);
      nq_instance_free(instance);
    }
  assert_true(restarts > trimmed(500)); /* otherwise the threads had nothing to do */
}

static void draws_another_board_for_another_seed_or_stream(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(200);
  nq_board boards[3] = {{0}};
  nq_result result;
  for (unsigned i = 0; i < 3; i++) {
    nq_solve_options options = options_of(0, i == 1 ? 8 : 7);
    options.stream = i == 2;
    solve(instance, &options, &boards[i], &result);
  }
  for (unsigned i = 0; i < 3; i++)
    assert_memory_not_equal(boards[i].rows, boards[(i + 1) % 3].rows, 200 * sizeof(uint32_t));
  for (unsigned i = 0; i < 3; i++) nq_board_release(&boards[i]);
  nq_instance_free(instance);
}

/* ---- Limits ---- */

/* No solution, which the method cannot prove: it walks until a limit. */
static nq_instance *endless_instance(void) {
  nq_instance *instance = nq_instance_new(6); /* no solution has a queen in a corner */
  for (uint32_t row = 1; row < 5; row++)
    assert_int_equal(nq_instance_block(instance, 0, row, NULL), NQ_OK);
  assert_int_equal(plain_count(instance), 0);
  return instance;
}

static void keeps_the_limit_of_restarts(void **state) {
  (void)state;
  nq_instance *instance = endless_instance();
  static const uint64_t limits[] = {257, 1, 2, 5, 255, 256, 1000};
  for (size_t j = 0; j < trimmed(sizeof limits / sizeof *limits); j++)
    for (size_t i = 0; i < PARTS; i++) {
      nq_solve_options options = options_of(i, 3);
      options.limits.restarts = limits[j];
      options.min_conflicts.patience = 7;
      expect_same_for_all_threads(instance, options, "limit of restarts");
      nq_board board = {0};
      nq_result result;
      options.threads = 2;
      solve(instance, &options, &board, &result);
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      assert_int_equal(result.restarts, limits[j]);
      double each = parts[i].step == NQ_STEP_SWEEP ? 7 * 6 : 7;
      assert_true(result.counter[0].value <= each * (double)(limits[j] + 1));
      assert_string_equal(result.reason, "the limit of restarts was reached");
      assert_false(result.interrupted);
      assert_null(board.rows);
    }
  nq_instance_free(instance);
}

static void keeps_the_limit_of_steps(void **state) {
  (void)state;
  nq_instance *instance = endless_instance();
  for (uint64_t limit = 1; limit < 3000; limit = limit * 3 + 1)
    for (size_t i = 0; i < PARTS; i++) {
      nq_solve_options options = options_of(i, limit);
      options.limits.steps = limit;
      options.min_conflicts.patience = 20;
      options.min_conflicts.walk = 0.1;
      expect_same_for_all_threads(instance, options, "limit of steps");
      nq_board board = {0};
      nq_result result;
      options.threads = 3;
      solve(instance, &options, &board, &result);
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      /* some of these short walks make no step, and count as one */
      assert_in_range(result.steps, 0, limit);
      assert_in_range(result.steps + result.restarts + 1, limit, UINT64_MAX);
      assert_string_equal(result.reason, "the limit of steps was reached");
    }
  nq_instance_free(instance);
}

/* The columns can have different rows in one way only, in which the last two queens attack each other.  The
 * further squares of column 2 hide this from the refutation by sums. */
static nq_instance *motionless_instance(void) {
  static const uint32_t squares[5] = {1 << 0, 1 << 4, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4, 1 << 3,
                                      1 << 2};
  nq_instance *instance = nq_instance_new(5);
  for (uint32_t column = 0; column < 5; column++)
    for (uint32_t row = 0; row < 5; row++)
      if ((squares[column] >> row & 1) == 0) nq_instance_block(instance, column, row, NULL);
  return instance;
}

/* The limit ends a run whose walks cannot make any step; the time limit is a safeguard. */
static void keeps_the_limit_of_steps_where_none_can_be_made(void **state) {
  (void)state;
  nq_instance *instance = motionless_instance();
  for (size_t i = 0; i < PARTS; i++)
    for (unsigned threads = 1; threads <= 3; threads++) {
      if (parts[i].step != NQ_STEP_SWAP) continue;
      nq_solve_options options = options_of(i, i);
      options.limits = (nq_limits){.steps = 30, .seconds = 20};
      options.min_conflicts.patience = 20;
      options.threads = threads;
      nq_board board = {0};
      nq_result result;
      solve(instance, &options, &board, &result);
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      assert_string_equal(result.reason, "the limit of steps was reached");
      assert_int_equal(result.steps, 0);
      assert_int_equal(result.restarts, 29);
    }
  nq_instance_free(instance);
}

/* Enough steps that all threads are working when the limit is reached. */
static void keeps_the_limit_of_steps_while_threads_run(void **state) {
  (void)state;
  nq_instance *instance = endless_instance();
  for (uint64_t seed = 0; seed < trimmed(8); seed++) {
    nq_solve_options options = options_of(seed % 2 ? 0 : PARTS - 1, seed);
    options.limits.steps = trimmed(20000) + 1111 * seed;
    options.min_conflicts.patience = trimmed(3000);
    expect_same_for_all_threads(instance, options, "limit of steps");
  }
  nq_instance_free(instance);
}

static void keeps_the_limit_of_steps_on_large_boards(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(50000);
  nq_solve_options options = options_of(0, 1);
  options.limits.steps = 3;
  nq_board board = {0};
  nq_result result;
  solve(instance, &options, &board, &result);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.steps, 3);
  assert_true(result.conflicts > 0 && result.conflicts < 1000);
  nq_instance_free(instance);
}

static void stops_at_the_time_limit(void **state) {
  (void)state;
  nq_instance *endless = endless_instance(), *large = nq_instance_new(300000);
  for (size_t i = 0; i < PARTS; i++)
    for (unsigned threads = 1; threads <= 3; threads++) {
      nq_solve_options options = options_of(i, 1);
      options.threads = threads;
      options.limits.seconds = 0.005;
      nq_board board = {0};
      nq_result result;
      solve(endless, &options, &board, &result);
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      assert_string_equal(result.reason, "the time limit was reached");
      assert_false(result.interrupted);
      if (i == 0) continue; /* it may solve before it reads the clock */
      options.limits.seconds = 1e-9;
      solve(large, &options, &board, &result);
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      assert_null(board.rows);
    }
  nq_instance_free(endless);
  nq_instance_free(large);
}

static bool refuse(void *context, const nq_progress *progress) {
  unsigned *calls = context;
  assert_non_null(progress->phase);
  return ++*calls < 2;
}

static void stops_when_told(void **state) {
  (void)state;
  clock_hurries = true;
  nq_instance *instance = endless_instance();
  for (size_t i = 0; i < PARTS; i++)
    for (unsigned threads = 1; threads <= 2; threads++) {
      unsigned calls = 0;
      nq_solve_options options = options_of(i, 1);
      options.threads = threads;
      options.progress = refuse;
      options.context = &calls;
      nq_board board = {0};
      nq_result result;
      solve(instance, &options, &board, &result);
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      assert_true(result.interrupted);
      assert_string_equal(result.reason, "interrupted");
      assert_true(calls >= 2);
      assert_null(board.rows);
    }
  clock_hurries = false;
  nq_instance_free(instance);
}

/* ---- Options ---- */

static void schedules_restarts(void **state) {
  (void)state;
  static const uint64_t luby[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1};
  for (uint32_t i = 0; i < sizeof luby / sizeof *luby; i++) {
    assert_int_equal(nq_min_conflicts_budget(NQ_RESTART_LUBY, 10, i), 10 * luby[i]);
    assert_int_equal(nq_min_conflicts_budget(NQ_RESTART_FIXED, 10, i), 10);
  }
  assert_int_equal(nq_min_conflicts_budget(NQ_RESTART_LUBY, 1, UINT32_MAX - 1), UINT64_C(1) << 31);
  assert_int_equal(nq_min_conflicts_budget(NQ_RESTART_LUBY, UINT64_MAX / 2, 6), UINT64_MAX);
}

static void refuses_bad_options(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(20);
  static const double walks[] = {1.5, 1e300};
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options options = options_of(0, 0);
  for (size_t i = 0; i < 2; i++) {
    options.min_conflicts.walk = walks[i];
    assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
    assert_non_null(strstr(error.message, "walk"));
  }
  options = options_of(0, 0);
  options.min_conflicts.start = NQ_START_RANDOM;
  options.min_conflicts.step = NQ_STEP_SWAP;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "swap cannot resolve"));
  options = options_of(0, 0);
  options.min_conflicts.start = NQ_START_GIVEN; /* without options.from */
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "start has no value"));
  options = options_of(0, 0);
  options.min_conflicts.restart = (nq_restart)99;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "restart has no value number 99");
  assert_null(board.rows);
  nq_instance_free(instance);
}

int main(void) {
  clock_hurries = false;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_with_all_parts),
      cmocka_unit_test(solves_large_boards_with_swaps),
      cmocka_unit_test(keeps_instances),
      cmocka_unit_test(keeps_large_instances),
      cmocka_unit_test(answers_the_same_for_all_threads),
      cmocka_unit_test(draws_another_board_for_another_seed_or_stream),
      cmocka_unit_test(keeps_the_limit_of_restarts),
      cmocka_unit_test(keeps_the_limit_of_steps),
      cmocka_unit_test(keeps_the_limit_of_steps_where_none_can_be_made),
      cmocka_unit_test(keeps_the_limit_of_steps_while_threads_run),
      cmocka_unit_test(keeps_the_limit_of_steps_on_large_boards),
      cmocka_unit_test(stops_at_the_time_limit),
      cmocka_unit_test(stops_when_told),
      cmocka_unit_test(schedules_restarts),
      cmocka_unit_test(refuses_bad_options),
  };
  return cmocka_run_group_tests_name("min-conflicts", tests, NULL, NULL);
}
