/* src/experiment/plot_files: how runs converge. */
#include "experiment/graphics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

/* All but the last. */
static void long_traces_are_thinned_evenly(void **state) {
  (void)state;
  nq_trace *trace = calloc(1, sizeof *trace);
  assert_non_null(trace);
  for (uint64_t i = 0; i < 100000; i++) nq_trace_add(trace, (double)i, 2 * (double)i);
  assert_in_range(trace->count, NQ_TRACE_POINTS / 4, NQ_TRACE_POINTS + 1);
  for (size_t i = 0; i + 1 < trace->count; i++) {
    assert_int_equal(trace->point[i].generation, i * trace->every);
    assert_true(trace->point[i].best == (double)(i * trace->every));
  }
  assert_int_equal(trace->point[trace->count - 1].generation, 99999);
  assert_true(trace->point[trace->count - 1].best == 99999);
  free(trace);
}

/* The first seed's run on the largest n, generation by generation, down to the solution. */
static void a_run_is_traced_to_its_solution(void **state) {
  (void)state;
  nq_plan plan = {.first_seed = 3, .seeds = 2, .time_limit = 60};
  assert_int_equal(nq_plan_add_variant(&plan, "genetic:population=10", NULL), NQ_OK);
  assert_int_equal(nq_plan_set_sizes(&plan, "6,12", NULL), NQ_OK);
  nq_trace *trace = calloc(2, sizeof *trace);
  assert_non_null(trace);
  assert_true(nq_trace_run(&trace[0], &plan, 0, NULL, NULL));
  assert_true(trace[0].count >= 2);
  for (size_t i = 0; i + 1 < trace[0].count; i++) {
    const nq_trace_point *point = &trace[0].point[i];
    assert_int_equal(point->generation, i * trace[0].every);
    assert_true(point->best >= 0 && point->mean >= point->best);
  }
  assert_true(trace[0].point[trace[0].count - 1].best == 0);
  plan.n_count = 1; /* another n is another run, which replaces the trace */
  trace[1] = trace[0];
  assert_true(nq_trace_run(&trace[1], &plan, 0, NULL, NULL));
  assert_memory_not_equal(&trace[0], &trace[1], sizeof *trace);
  plan.n_count = 2;
  assert_true(nq_trace_run(&trace[1], &plan, 0, NULL, NULL));
  assert_memory_equal(&trace[0], &trace[1], sizeof *trace);
  free(trace);
  nq_plan_release(&plan);
}

static void methods_without_generations_have_no_trace(void **state) {
  (void)state;
  nq_plan plan = {.first_seed = 3, .seeds = 2, .time_limit = 60};
  assert_int_equal(nq_plan_add_methods(&plan, "construct,min-conflicts", NULL), NQ_OK);
  assert_int_equal(nq_plan_set_sizes(&plan, "12", NULL), NQ_OK);
  nq_trace *trace = calloc(1, sizeof *trace);
  assert_non_null(trace);
  nq_trace_add(trace, 1, 1);
  for (size_t i = 0; i < plan.variant_count; i++) {
    assert_false(nq_trace_run(trace, &plan, i, NULL, NULL));
    assert_int_equal(trace->count, 0);
  }
  free(trace);
  nq_plan_release(&plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_traces_are_thinned_evenly),
      cmocka_unit_test(a_run_is_traced_to_its_solution),
      cmocka_unit_test(methods_without_generations_have_no_trace),
  };
  return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
