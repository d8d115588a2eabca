/* The method typical: boards, limits, options. */
#include "nqueens.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static nq_solve_options typical(uint64_t seed) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "typical";
  options.seed = seed;
  return options;
}

static nq_status solve(uint32_t n, const nq_solve_options *options, uint32_t *rows,
                       nq_result *result, nq_error *error) {
  nq_instance *instance = nq_instance_new(n);
  assert_non_null(instance);
  nq_status status = nq_solve_into(instance, options, rows, result, error);
  nq_instance_free(instance);
  return status;
}

static double counter(const nq_result *result, const char *name) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, name) == 0) return result->counter[i].value;
  return NAN;
}

static void boards_are_solutions(void **state) {
  static const uint32_t sizes[] = {1, 4, 5, 6, 7, 8, 9, 20, 31, 100, 1000, 5000};
  uint32_t rows[5000];
  nq_result result;
  nq_error error;
  (void)state;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    nq_solve_options options = typical(i);
    assert_int_equal(solve(sizes[i], &options, rows, &result, &error), NQ_OK);
    assert_int_equal(result.verdict, NQ_SOLVED);
    uint32_t least = 400 + 16000 / sizes[i];
    assert_true(counter(&result, "sweeps") >= least);
  }
}

static void threads_make_no_difference(void **state) {
  uint32_t one[500], many[500];
  nq_solve_options options = typical(4);
  nq_result result;
  nq_error error;
  (void)state;
  assert_int_equal(solve(500, &options, one, &result, &error), NQ_OK);
  options.threads = 5;
  assert_int_equal(solve(500, &options, many, &result, &error), NQ_OK);
  assert_memory_equal(one, many, sizeof one);
  options.stream = 1;
  assert_int_equal(solve(500, &options, many, &result, &error), NQ_OK);
  assert_memory_not_equal(one, many, sizeof one);
}

static void there_are_none_for_2_and_3(void **state) {
  uint32_t rows[3];
  nq_result result;
  nq_error error;
  (void)state;
  for (uint32_t n = 2; n <= 3; n++) {
    nq_solve_options options = typical(1);
    assert_int_equal(solve(n, &options, rows, &result, &error), NQ_OK);
    assert_int_equal(result.verdict, NQ_UNSOLVABLE);
  }
}

static void sweeps_are_limited(void **state) {
  uint32_t rows[8];
  nq_result result;
  nq_error error;
  nq_solve_options options = typical(1);
  (void)state;
  options.typical.sweeps = 3;
  assert_int_equal(solve(8, &options, rows, &result, &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "4 to 1000000000"));
  options.typical.sweeps = 5000;
  assert_int_equal(solve(8, &options, rows, &result, &error), NQ_OK);
  assert_true(counter(&result, "sweeps") >= 5000);
}

static void instances_are_refused(void **state) {
  uint32_t rows[8];
  nq_result result;
  nq_error error;
  nq_solve_options options = typical(1);
  nq_instance *instance = nq_instance_new(8);
  (void)state;
  assert_int_equal(nq_instance_place(instance, 0, 3, &error), NQ_OK);
  assert_int_equal(nq_solve_into(instance, &options, rows, &result, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "only plain boards"));
  nq_instance_free(instance);
}

/* Stop at the first call, and keep what it reported. */
static bool stop_soon(void *context, const nq_progress *progress) {
  nq_progress *kept = context;
  *kept = *progress;
  return false;
}

static void the_run_stops(void **state) {
  uint32_t *rows = calloc(1000000, sizeof *rows);
  nq_result result;
  nq_error error;
  nq_progress kept = {0};
  nq_solve_options options = typical(1);
  (void)state;
  options.limits.steps = 1000;
  assert_int_equal(solve(1000, &options, rows, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_string_equal(result.reason, "the limit of steps was reached");
  assert_true(result.conflicts > 0);
  options.limits.steps = 0;
  options.limits.seconds = 0.01;
  assert_int_equal(solve(200000, &options, rows, &result, &error), NQ_OK);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_string_equal(result.reason, "the time limit was reached");
  options.limits.seconds = 0;
  options.progress = stop_soon;
  options.context = &kept;
  assert_int_equal(solve(200000, &options, rows, &result, &error), NQ_OK);
  assert_true(result.interrupted);
  assert_string_equal(kept.phase, "anneal");
  assert_int_equal(kept.total, 400);
  assert_true(kept.temperature > 0 && kept.conflicts > 0 && kept.done > 0);
  options.progress = NULL;
  options.limits.seconds = 1e-9; /* over at the first poll, while the start is drawn */
  assert_int_equal(solve(1000000, &options, rows, &result, &error), NQ_OK);
  assert_string_equal(result.reason, "the time limit was reached");
  assert_true(result.steps == 0 && result.conflicts == UINT64_MAX);
  free(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boards_are_solutions),       cmocka_unit_test(threads_make_no_difference),
      cmocka_unit_test(there_are_none_for_2_and_3), cmocka_unit_test(sweeps_are_limited),
      cmocka_unit_test(instances_are_refused),      cmocka_unit_test(the_run_stops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
