/* Hill climbing and annealing, against what textbooks report. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "nqueens.h"

/* What runs on 8 queens did. */
typedef struct facts {
  double solved, steps_solved, steps_stuck; /* share; means */
} facts;

static facts climb(int32_t sideways, unsigned runs) {
  nq_instance *instance = nq_instance_new(8);
  nq_solve_options options;
  uint64_t solved = 0, steps[2] = {0};
  assert_non_null(instance);
  nq_solve_options_init(&options);
  options.method = "hill-climbing";
  options.hill_climbing.sideways = sideways;
  options.hill_climbing.restarts = 0;
  for (options.seed = 0; options.seed < runs; options.seed++) {
    nq_board board = {0};
    nq_result result;
    nq_error error;
    assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_OK);
    solved += result.verdict == NQ_SOLVED;
    steps[result.verdict == NQ_SOLVED] += result.steps;
    nq_board_release(&board);
  }
  nq_instance_free(instance);
  return (facts){(double)solved / runs, (double)steps[1] / (double)solved,
                 (double)steps[0] / (double)(runs - solved)};
}

static void is_near(double found, double expected, double reach) {
  if (fabs(found - expected) > reach) fail_msg("%f is not within %f of %f", found, reach, expected);
}

/* Russell and Norvig: from random boards of 8 queens steepest ascent solves 14 %, in 4 steps, and is
 * stuck after 3; with at most 100 steps sideways it solves 94 %, in 21 steps, and is stuck after 64.
 * The reaches are 3.3 standard errors of the numbers found in 100,000 runs: each fails 1 in 1000 seeds
 * sets, and this one is pinned. */
static void finds_what_textbooks_report(void **state) {
  (void)state;
  facts plain = climb(0, 20000), sideways = climb(100, 20000);
  is_near(plain.solved, .141, .0082);
  is_near(plain.steps_solved, 4.09, .08);
  is_near(plain.steps_stuck, 3.07, .04);
  is_near(sideways.solved, .943, .0055);
  is_near(sideways.steps_solved, 19.1, .6);
  is_near(sideways.steps_stuck, 61.6, 4);
}

static void solve_all(const char *method, uint32_t n) {
  nq_instance *instance = nq_instance_new(n);
  assert_non_null(instance);
  for (uint64_t seed = 1; seed <= 5; seed++) {
    nq_solve_options options;
    nq_board board = {0};
    nq_result result;
    nq_error error = {0};
    nq_solve_options_init(&options);
    options.seed = seed;
    assert_int_equal(nq_solve_options_set(&options, method, &error), NQ_OK);
    if (nq_solve(instance, &options, &board, &result, &error) != NQ_OK ||
        result.verdict != NQ_SOLVED)
      fail_msg("%s, n = %u: %s%s", method, n, error.message, result.reason);
    assert_true(result.counters >= 1);
    nq_board_release(&board);
  }
  nq_instance_free(instance);
}

static void every_variant_solves(void **state) {
  (void)state;
  static const char *const methods[] = {"hill-climbing",
                                        "hill-climbing:climb=first-choice",
                                        "hill-climbing:climb=stochastic",
                                        "hill-climbing:sideways=0",
                                        "annealing",
                                        "annealing:move=column",
                                        "annealing:schedule=linear",
                                        "annealing:schedule=logarithmic,start-temperature=2"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    for (uint32_t n = 4; n <= 32; n += 4)
      if (n != 32 || i != 3) solve_all(methods[i], n);
  solve_all("annealing", 200);
  solve_all("hill-climbing", 100);
}

/* Placed queens stay, and forbidden squares stay free. */
static void instances_are_kept(void **state) {
  (void)state;
  static const char *const methods[] = {"hill-climbing", "annealing"};
  nq_instance *instance = nq_instance_new(12);
  assert_non_null(instance);
  assert_int_equal(nq_instance_place(instance, 3, 7, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 0, 0, NULL), NQ_OK);
  for (size_t i = 0; i < 2; i++) {
    nq_solve_options options;
    nq_board board = {0};
    nq_result result;
    nq_solve_options_init(&options);
    options.method = methods[i];
    assert_int_equal(nq_solve(instance, &options, &board, &result, NULL), NQ_OK);
    assert_int_equal(result.verdict, NQ_SOLVED);
    assert_int_equal(board.rows[3], 7);
    assert_int_not_equal(board.rows[0], 0);
    nq_board_release(&board);
  }
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_textbooks_report),
      cmocka_unit_test(every_variant_solves),
      cmocka_unit_test(instances_are_kept),
  };
  return cmocka_run_group_tests_name("hill_climbing", tests, NULL, NULL);
}
