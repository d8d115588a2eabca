/* Islands of the genetic algorithm: the result depends on the seed and the options alone. */
#include "instances.h"
#include "sized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* What a run showed, as one number. */
struct shown {
  uint64_t generations, restarts, evaluations, hash;
  const nq_instance *instance;
};

static void note(void *context, const nq_generation *generation) {
  struct shown *shown = context;
  assert_true(generation->generation == 0 || generation->evaluations > shown->evaluations);
  assert_true((double)generation->best_conflicts <= generation->mean_conflicts + 1e-9);
  assert_true(generation->mean_conflicts <= (double)generation->worst_conflicts + 1e-9);
  nq_check_report best;
  assert_int_equal(nq_check(generation->rows, generation->n, shown->instance, &best, NULL), NQ_OK);
  if (nq_instance_is_plain(shown->instance))
    assert_int_equal(best.conflicts, generation->best_conflicts);
  shown->generations += generation->generation > 0;
  shown->restarts = generation->restart;
  shown->evaluations = generation->evaluations;
  uint64_t mean = (uint64_t)(generation->mean_conflicts * 1000);
  uint64_t diversity = (uint64_t)(generation->diversity * 1000000);
  const uint64_t parts[] = {generation->generation,
                            generation->best_conflicts,
                            generation->worst_conflicts,
                            mean,
                            diversity,
                            generation->evaluations};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    shown->hash = (shown->hash ^ parts[i]) * UINT64_C(0x100000001b3);
}

struct run {
  nq_result result;
  nq_board board;
  struct shown shown;
};

static struct run solve(const nq_instance *instance, nq_solve_options options, unsigned threads) {
  struct run run = {.shown = {.hash = 1, .instance = instance}};
  nq_error error = {0};
  options.threads = threads;
  if (threads % 2 == 1) { /* a trace does not change the run */
    options.genetic.trace = note;
    options.genetic.trace_context = &run.shown;
  }
  if (nq_solve(instance, &options, &run.board, &run.result, &error) != NQ_OK)
    fail_msg("%s", error.message);
  if (run.result.verdict == NQ_SOLVED) expect_solution(&run.board, instance, options.seed);
  return run;
}

static void expect_same(const nq_instance *instance, nq_solve_options options) {
  struct run one = solve(instance, options, 1);
  for (unsigned threads = 2; threads <= 5; threads++) {
    struct run other = solve(instance, options, threads);
    assert_int_equal(one.result.verdict, other.result.verdict);
    assert_int_equal(one.result.steps, other.result.steps);
    assert_int_equal(one.result.restarts, other.result.restarts);
    assert_int_equal(one.result.conflicts, other.result.conflicts);
    assert_int_equal(one.result.counters, other.result.counters);
    for (size_t i = 0; i < one.result.counters; i++)
      assert_true(one.result.counter[i].value == other.result.counter[i].value);
    if (one.result.verdict == NQ_SOLVED)
      assert_memory_equal(one.board.rows, other.board.rows, one.board.n * sizeof(uint32_t));
    if (threads % 2 == 1) {
      assert_int_equal(one.shown.generations, other.shown.generations);
      assert_int_equal(one.shown.hash, other.shown.hash);
    }
    nq_board_release(&other.board);
  }
  assert_true(counter_of(&one.result, "generations") == (double)one.shown.generations);
  nq_board_release(&one.board);
}

static void threads_do_not_matter(void **state) {
  (void)state;
  static const char *const methods[] = {
      "genetic:islands=4,migration-every=7",
      "genetic:islands=3,topology=full,migration-every=1,migrants=2",
      "genetic:islands=5,migrants=0,stagnation=30",
      "genetic:islands=7,population=23,elite=0,selection=tournament,tournament=2",
      "genetic:islands=2,encoding=rows,mutation-rule=one-fifth,memetic-steps=1",
  };
  nq_instance *instances[] = {nq_instance_new(60), rich_instance(30)};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    for (uint64_t seed = i % 2; seed < 4; seed += sized(3, 1)) {
      nq_solve_options options = solve_options(methods[i], seed);
      options.limits.steps = 20000; /* some are too weak to solve */
      expect_same(instances[seed % 2], options);
    }
  nq_instance_free(instances[0]);
  nq_instance_free(instances[1]);
}

/* The limit of steps is met exactly, also where there are more islands than steps. */
static void limits_end_islands(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(200);
  for (uint64_t steps = 1; steps < 4000; steps = 3 * steps + 1) {
    nq_solve_options options = solve_options("genetic:islands=4,migration-every=5", steps);
    options.limits.steps = steps;
    expect_same(instance, options);
    struct run run = solve(instance, options, 2);
    assert_int_equal(run.result.verdict, NQ_UNKNOWN);
    assert_int_equal(run.result.steps, steps);
    assert_string_equal(run.result.reason, "the limit of steps was reached");
  }
  nq_solve_options options = solve_options("genetic:islands=3,stagnation=3,mutation=0", 1);
  options.limits.restarts = 5;
  struct run run = solve(instance, options, 3);
  assert_int_equal(run.result.restarts, 5);
  assert_string_equal(run.result.reason, "the limit of restarts was reached");
  options.limits = (nq_limits){.seconds = 0.05};
  run = solve(instance, options, 2);
  assert_string_equal(run.result.reason, "the time limit was reached");
  nq_instance_free(instance);
}

static void placed_queens_leave_one_board(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  static const uint32_t rows[] = {0, 4, 7, 5, 2, 6, 1};
  for (uint32_t column = 0; column < 7; column++)
    nq_instance_place(instance, column, rows[column], NULL);
  struct run run = solve(instance, solve_options("genetic:islands=4", 1), 2);
  assert_int_equal(run.result.verdict, NQ_SOLVED);
  assert_int_equal(run.board.rows[7], 3);
  nq_board_release(&run.board);
  nq_instance_free(instance);
}

static void islands_are_apart_without_migrants(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(100);
  struct run one = solve(instance, solve_options("genetic:islands=2,migrants=0", 1), 2);
  struct run other =
      solve(instance, solve_options("genetic:islands=2,migrants=0,migration-every=1", 1), 2);
  assert_memory_equal(one.board.rows, other.board.rows, 100 * sizeof(uint32_t));
  nq_board_release(&other.board);
  other = solve(instance, solve_options("genetic:islands=2,migrants=3,migration-every=1", 1), 2);
  assert_memory_not_equal(one.board.rows, other.board.rows, 100 * sizeof(uint32_t));
  nq_board_release(&one.board);
  nq_board_release(&other.board);
  nq_instance_free(instance);
}

static void expect_refused(const char *method, const char *word) {
  nq_instance *instance = nq_instance_new(12);
  nq_solve_options options = solve_options(method, 1);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  if (strstr(error.message, word) == NULL) fail_msg("no '%s' in: %s", word, error.message);
  nq_instance_free(instance);
}

static void errors_name_what_is_possible(void **state) {
  (void)state;
  expect_refused("genetic:islands=11,population=20", "1 to 10");
  expect_refused("genetic:islands=13,population=2n", "1 to 12");
  expect_refused("genetic:islands=4,population=22,migrants=3", "0 to 2 with topology ring");
  expect_refused("genetic:islands=4,population=80,topology=full,migrants=6",
                 "0 to 5 with topology full");
  expect_refused("genetic:islands=4,population=23,elite=5", "smallest island, which is 5");
  expect_refused("genetic:islands=4,population=23,tournament=6", "smallest island, which is 5");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(limits_end_islands),
      cmocka_unit_test(placed_queens_leave_one_board),
      cmocka_unit_test(islands_are_apart_without_migrants),
      cmocka_unit_test(errors_name_what_is_possible),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
