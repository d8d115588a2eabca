/* Plans that are run into a store. */
#include "experiment/store.h"
#include "stores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* ---- Running into a store ---- */

static bool keep_going(void *context, const nq_progress *progress) {
  nq_progress *last = context;
  assert_true(progress->done >= last->done && progress->done <= progress->total);
  *last = *progress;
  return true;
}

static bool stop(void *context, const nq_progress *progress) {
  (void)context;
  (void)progress;
  return false;
}

static void count_any(void *context, const nq_stored_run *stored) {
  (void)stored;
  ++*(size_t *)context;
}

static void a_plan_is_run_once(void **state) {
  (void)state;
  nq_experiment_outcome outcome;
  nq_store *store = opened();
  for (unsigned threads = 3; threads > 0; threads--) {
    nq_progress last = {0};
    assert_int_equal(
        nq_experiment_run(&plan, store, threads, NULL, keep_going, &last, &outcome, NULL), NQ_OK);
    assert_int_equal(outcome.done, 16);
    assert_int_equal(outcome.found, threads == 3 ? 0 : 16);
    assert_false(outcome.interrupted);
  }
  size_t count = 0;
  nq_store_each(store, &plan, count_any, &count, NULL);
  assert_int_equal(count, 16);
  nq_store_close(store);
}

/* No run of this plan ends by itself during the test. */
static void interrupted_runs_are_not_stored(void **state) {
  (void)state;
  nq_plan endless = {.first_seed = 1, .seeds = 4, .time_limit = 1e6};
  nq_plan_add_variant(&endless, "min-conflicts:start=random,step=column,walk=1", NULL);
  nq_plan_set_sizes(&endless, "2000", NULL);
  nq_error error = {0};
  nq_experiment_outcome outcome;
  nq_store *store = nq_store_open(path, &endless, &error);
  assert_non_null(store);
  assert_int_equal(nq_experiment_run(&endless, store, 2, NULL, stop, NULL, &outcome, &error),
                   NQ_OK);
  assert_true(outcome.interrupted);
  assert_int_equal(outcome.done, 0);
  size_t count = 0;
  nq_store_each(store, &endless, count_any, &count, NULL);
  assert_int_equal(count, 0);
  nq_store_close(store);
  nq_plan_release(&endless);
}

static void a_failing_run_ends_the_experiment(void **state) {
  (void)state;
  nq_plan bad = {.first_seed = 1, .seeds = 3, .time_limit = 1};
  nq_plan_add_variant(&bad, "min-conflicts:start=random,step=swap", NULL);
  nq_plan_set_sizes(&bad, "8", NULL);
  nq_error error = {0};
  nq_experiment_outcome outcome;
  nq_store *store = nq_store_open(NULL, &bad, NULL);
  assert_int_equal(nq_experiment_run(&bad, store, 2, NULL, NULL, NULL, &outcome, &error),
                   NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "min-conflicts:start=random,step=swap, n = 8, seed "));
  nq_store_close(store);
  nq_plan_release(&bad);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_plan_is_run_once, remove_file),
      cmocka_unit_test_teardown(interrupted_runs_are_not_stored, remove_file),
      cmocka_unit_test_teardown(a_failing_run_ends_the_experiment, remove_file),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
