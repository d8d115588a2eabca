/* Complete search as the method "backtracking": its seed, its limits, and its stops. */
#include "complete.h"
#include "exact/complete.h"
#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

static nq_result solve(const nq_instance *instance, const nq_solve_options *options,
                       nq_board *board) {
  nq_result result;
  nq_error error = {0};
  if (nq_solve(instance, options, board, &result, &error) != NQ_OK)
    fail_msg("seed %" PRIu64 ": %s", options->seed, error.message);
  if (result.verdict == NQ_SOLVED) expect_solution(board, instance, options->seed);
  return result;
}

static nq_solve_options method_options(uint64_t seed) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "backtracking";
  options.seed = seed;
  return options;
}

static void depends_on_the_seed_alone(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(40);
  nq_board boards[3] = {{0}};
  for (unsigned i = 0; i < 3; i++) {
    nq_solve_options options = method_options(i / 2);
    options.threads = 1 + i;
    assert_int_equal(solve(instance, &options, &boards[i]).verdict, NQ_SOLVED);
  }
  assert_memory_equal(boards[0].rows, boards[1].rows, 40 * sizeof(uint32_t));
  assert_memory_not_equal(boards[0].rows, boards[2].rows, 40 * sizeof(uint32_t));
  for (unsigned i = 0; i < 3; i++) nq_board_release(&boards[i]);
  nq_instance_free(instance);
}

static void gives_up_honestly(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(3000);
  nq_board board = {0};
  nq_solve_options options = method_options(1);
  options.limits.seconds = 1e-6;
  nq_result result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_string_equal(result.reason, "the time limit was reached");
  options = method_options(1);
  options.limits.steps = 5;
  result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.steps, 5);
  assert_string_equal(result.reason, "the limit of steps was reached");
  nq_instance_free(instance);
}

/* One that is stopped while it is prepared says nothing, however often it is asked. */
static void stays_stopped(void **state) {
  (void)state;
  nq_instance *instance = draw_diagonals(1, 80, 7);
  const complete_plan plan = {.instance = instance, .seed = 4};
  struct running running;
  nq_watch watch;
  nq_watch_init(&watch, 1e-9, NULL, NULL);
  assert_int_equal(begin_search(&running, &plan, &watch, NULL), NQ_OK);
  for (unsigned i = 0; i < 3; i++) {
    nq_verdict verdict;
    assert_int_equal(nq_search_backtracking.run(running.search, 0, &verdict, NULL), NQ_OK);
    assert_int_equal(verdict, NQ_UNKNOWN);
    assert_int_equal(running.search->statistics.branches, 0);
  }
  nq_search_backtracking.end(running.search);
  nq_watch_release(&watch);
  nq_instance_free(instance);
}

/* The polls of the watch, by phase; at search poll `most` the run must stop. */
struct looks {
  nq_watch watch;
  unsigned prepare, search, most;
};

static bool count_looks(void *context, const nq_progress *progress) {
  struct looks *looks = context;
  bool search = strcmp(progress->phase, "search") == 0;
  looks->watch.called -= 1; /* so that the next poll calls too */
  looks->prepare += !search;
  looks->search += search;
  return !search || looks->search != looks->most;
}

static void init_looks(struct looks *looks, unsigned most) {
  *looks = (struct looks){.most = most};
  nq_watch_init(&looks->watch, 0, count_looks, looks);
  looks->watch.called -= 1;
}

/* A single queen on a large board takes long. */
static void looks_at_the_watch_within_a_step(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(2000000);
  const complete_plan plan = {.instance = instance};
  struct looks looks;
  struct running running;
  nq_verdict verdict;
  init_looks(&looks, 0);
  assert_int_equal(begin_search(&running, &plan, &looks.watch, NULL), NQ_OK);
  assert_int_equal(nq_search_backtracking.run(running.search, 1, &verdict, NULL), NQ_OK);
  assert_int_equal(verdict, NQ_UNKNOWN);
  assert_int_equal(running.search->statistics.queens, 1);
  assert_in_range(looks.prepare, 50, 5000);
  assert_in_range(looks.search, 10, 100);
  nq_search_backtracking.end(running.search);
  nq_watch_release(&looks.watch);
  nq_instance_free(instance);
}

/* Wherever a stop comes, within a step too, the search ends without a verdict, and with all memory
 * freed. */
static void ends_at_any_stop(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(600000);
  const complete_plan plan = {.instance = instance, .seed = 3};
  for (unsigned stop = 1; stop < 20; stop += 1 + stop / 6) {
    struct looks looks;
    struct running running;
    nq_verdict verdict = NQ_SOLVED;
    init_looks(&looks, stop);
    assert_int_equal(begin_search(&running, &plan, &looks.watch, NULL), NQ_OK);
    for (unsigned i = 0; i < 2; i++) {
      assert_int_equal(nq_search_backtracking.run(running.search, 0, &verdict, NULL), NQ_OK);
      assert_int_equal(verdict, NQ_UNKNOWN);
      assert_int_equal(looks.search, stop);
      assert_in_range(running.search->statistics.queens, 0, stop);
    }
    nq_search_backtracking.end(running.search);
    nq_watch_release(&looks.watch);
  }
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depends_on_the_seed_alone),
      cmocka_unit_test(gives_up_honestly),
      cmocka_unit_test(stays_stopped),
      cmocka_unit_test(looks_at_the_watch_within_a_step),
      cmocka_unit_test(ends_at_any_stop),
  };
  return cmocka_run_group_tests_name("complete method", tests, NULL, NULL);
}
