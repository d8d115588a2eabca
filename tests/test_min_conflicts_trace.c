/* Traces of min-conflicts. */
#include "local/local.h"
#include "min_conflicts.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

/* ---- Traces ---- */

#define TRACE_N 40

struct watcher {
  uint64_t calls, restart, step;
  uint32_t most_moved; /* queens that moved between two boards of a walk */
  uint64_t conflicts;
  uint64_t evaluations, before; /* of this walk so far, of those before it */
  uint32_t rows[TRACE_N];
};

static uint64_t count_conflicts(const uint32_t *rows) {
  uint64_t conflicts = 0;
  for (uint32_t b = 0; b < TRACE_N; b++)
    for (uint32_t a = 0; a < b; a++)
      conflicts += rows[a] == rows[b] || a + rows[a] == b + rows[b] || a + rows[b] == b + rows[a];
  return conflicts;
}

static void look(void *context, const nq_step_state *state) {
  struct watcher *watcher = context;
  assert_int_equal(state->n, TRACE_N);
  assert_int_equal(state->conflicts, count_conflicts(state->rows));
  bool next = watcher->calls > 0 && state->restart == watcher->restart;
  assert_int_equal(state->step, next ? watcher->step + 1 : 0);
  assert_int_equal(state->restart, next                 ? watcher->restart
                                   : watcher->calls > 0 ? watcher->restart + 1
                                                        : 0);
  uint32_t moved = 0;
  for (uint32_t i = 0; i < TRACE_N; i++) moved += next && state->rows[i] != watcher->rows[i];
  if (next) assert_true(moved > 0);
  if (next) assert_true(state->evaluations >= watcher->evaluations);
  if (!next) watcher->before += watcher->evaluations;
  watcher->evaluations = state->evaluations;
  if (moved > watcher->most_moved) watcher->most_moved = moved;
  watcher->calls++;
  watcher->restart = state->restart;
  watcher->step = state->step;
  watcher->conflicts = state->conflicts;
  memcpy(watcher->rows, state->rows, sizeof watcher->rows);
}

static uint64_t count_evaluations(const nq_result *result) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, "evaluations") == 0)
      return (uint64_t)result->counter[i].value;
  return 0;
}

static void shows_each_board_to_a_trace(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(TRACE_N);
  for (size_t i = 0; i < PARTS; i++)
    for (uint64_t seed = 0; seed < 5; seed++) {
      nq_solve_options options = options_of(i, seed);
      nq_board plain = {0}, traced = {0};
      nq_result without, result;
      struct watcher watcher = {.calls = 0};
      options.min_conflicts.patience = 2000; /* some restart */
      solve(instance, &options, &plain, &without);
      options.min_conflicts.trace = look;
      options.min_conflicts.trace_context = &watcher;
      solve(instance, &options, &traced, &result);
      assert_int_equal(watcher.calls, result.steps + result.restarts + 1);
      assert_int_equal(watcher.conflicts, 0);
      assert_in_range(watcher.before + watcher.evaluations, 1, count_evaluations(&result));
      assert_in_range(watcher.most_moved, 0, 2);
      assert_int_equal(result.steps, without.steps);
      assert_memory_equal(traced.rows, plain.rows, sizeof watcher.rows);
      assert_memory_equal(traced.rows, watcher.rows, sizeof watcher.rows);
      nq_board_release(&plain);
      nq_board_release(&traced);
    }
  nq_instance_free(instance);
}

/* A run that the limit of steps ends is traced once too. */
static void traces_up_to_the_limit_of_steps(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(TRACE_N);
  for (uint64_t steps = 1; steps < 12; steps++) {
    nq_solve_options options = options_of(2, 1);
    nq_board board = {0};
    nq_result result;
    struct watcher watcher = {.calls = 0};
    options.limits.steps = steps;
    options.min_conflicts.trace = look;
    options.min_conflicts.trace_context = &watcher;
    options.min_conflicts.patience = 5;
    solve(instance, &options, &board, &result);
    assert_int_equal(result.verdict, NQ_UNKNOWN);
    assert_int_equal(result.steps, steps);
    assert_int_equal(watcher.calls, result.steps + result.restarts + 1);
  }
  nq_instance_free(instance);
}

static void refuses_traces_that_would_not_be_whole(void **state) {
  (void)state;
  nq_instance *large = nq_instance_new(NQ_TRACE_N_MAX + 1), *small = nq_instance_new(TRACE_N);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options options = options_of(0, 0);
  options.min_conflicts.trace = look;
  assert_int_equal(nq_solve(large, &options, &board, &result, &error), NQ_BAD_VALUE);
  options.threads = 2;
  assert_int_equal(nq_solve(small, &options, &board, &result, &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "one thread"));
  nq_instance_free(large);
  nq_instance_free(small);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shows_each_board_to_a_trace),
      cmocka_unit_test(traces_up_to_the_limit_of_steps),
      cmocka_unit_test(refuses_traces_that_would_not_be_whole),
  };
  return cmocka_run_group_tests_name("min-conflicts", tests, NULL, NULL);
}
