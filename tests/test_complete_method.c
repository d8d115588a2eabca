/* Complete search as the method "backtracking": its seed, its limits, and how it goes on after a stop. */
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

/* A search that was stopped while it was prepared goes on as if nothing had been. */
static void goes_on_after_a_stop(void **state) {
  (void)state;
  nq_instance *instance = draw_diagonals(1, 80, 7);
  const nq_complete_plan plan = {.instance = instance, .seed = 4};
  struct answer at_once = answer(&plan, 0);
  nq_complete *search;
  nq_complete_end end;
  nq_watch watch;
  assert_int_equal(nq_complete_new(&plan, &search, NULL), NQ_OK);
  nq_watch_init(&watch, 1e-9, NULL, NULL);
  assert_int_equal(nq_complete_run(search, 0, &watch, &end, NULL), NQ_OK);
  assert_int_equal(end, NQ_COMPLETE_STOPPED);
  nq_watch_release(&watch);
  nq_watch_init(&watch, 0, NULL, NULL);
  assert_int_equal(nq_complete_run(search, 0, &watch, &end, NULL), NQ_OK);
  assert_int_equal(end, at_once.end);
  assert_memory_equal(nq_complete_statistics_of(search), &at_once.statistics,
                      sizeof at_once.statistics);
  nq_complete_free(search);
  nq_watch_release(&watch);
  nq_board_release(&at_once.board);
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
  const nq_complete_plan plan = {.instance = instance};
  struct looks looks;
  nq_complete *search;
  nq_complete_end end;
  init_looks(&looks, 0);
  assert_int_equal(nq_complete_new(&plan, &search, NULL), NQ_OK);
  assert_int_equal(nq_complete_run(search, 1, &looks.watch, &end, NULL), NQ_OK);
  assert_int_equal(end, NQ_COMPLETE_STEPS);
  assert_int_equal(nq_complete_statistics_of(search)->queens, 1);
  assert_in_range(looks.prepare, 50, 5000);
  assert_in_range(looks.search, 10, 100);
  nq_complete_free(search);
  nq_watch_release(&looks.watch);
  nq_instance_free(instance);
}

/* So is one that was stopped within a step, as often as it can be. */
static void goes_on_after_many_stops(void **state) {
  (void)state;
  enum { N = 1100 };
  nq_instance *instance = nq_instance_new(N);
  const nq_complete_plan plan = {.instance = instance, .seed = 3};
  struct answer at_once = answer(&plan, 0);
  uint32_t rows[N];
  nq_complete *search;
  nq_complete_end end = NQ_COMPLETE_STOPPED;
  unsigned stops = 0;
  assert_int_equal(nq_complete_new(&plan, &search, NULL), NQ_OK);
  for (; end == NQ_COMPLETE_STOPPED; stops++) {
    struct looks looks;
    init_looks(&looks, 2); /* the first comes before the search goes on */
    assert_int_equal(nq_complete_run(search, 0, &looks.watch, &end, NULL), NQ_OK);
    nq_watch_release(&looks.watch);
  }
  assert_true(stops > 3);
  assert_int_equal(end, NQ_COMPLETE_SOLVED);
  assert_memory_equal(nq_complete_statistics_of(search), &at_once.statistics,
                      sizeof at_once.statistics);
  nq_complete_rows(search, rows);
  assert_memory_equal(rows, at_once.board.rows, sizeof rows);
  nq_complete_free(search);
  nq_board_release(&at_once.board);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(depends_on_the_seed_alone),
      cmocka_unit_test(gives_up_honestly),
      cmocka_unit_test(goes_on_after_a_stop),
      cmocka_unit_test(looks_at_the_watch_within_a_step),
      cmocka_unit_test(goes_on_after_many_stops),
  };
  return cmocka_run_group_tests_name("complete method", tests, NULL, NULL);
}
