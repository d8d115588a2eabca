/* src/generate/exact: verdicts and counts of instances, also where backtracking cannot decide. */
#include "generate/kinds.h"

#include "generate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static nq_generated decide(nq_instance *instance) {
  nq_watch watch;
  nq_error error = {0};
  const nq_generating generation = {.watch = &watch};
  nq_generated item = {.instance = instance, .answer = NQ_KNOWN_NOTHING};
  const nq_making at = {.generation = &generation, .item = &item, .error = &error};
  nq_watch_init(&watch, 0, NULL, NULL);
  if (nq_exact_verdict(&at) != NQ_OK) fail_msg("%s", error.message);
  nq_watch_release(&watch);
  return item;
}

/* Count the solutions, up to a limit, with at most so many branches and seconds; 0: no limit. */
static nq_status count(const nq_instance *instance, uint64_t limit, uint64_t branches,
                       double seconds, nq_enumerate_result *report) {
  nq_watch watch;
  nq_error error = {0};
  const nq_generating generation = {.watch = &watch};
  const nq_making at = {.generation = &generation, .error = &error};
  nq_watch_init(&watch, seconds, NULL, NULL);
  nq_status status = nq_exact_search(
      &at, (nq_backtrack_plan){.instance = instance, .solutions = limit, .branches = branches},
      report);
  nq_watch_release(&watch);
  return status;
}

static bool has_sat(void) {
  for (size_t i = 0; nq_method_name(i) != NULL; i++)
    if (strcmp(nq_method_name(i), "sat") == 0) return true;
  return false;
}

static void contradictions_need_no_search(void **state) {
  (void)state;
  for (uint32_t n = 8; n <= 1000; n *= 5) {
    nq_instance *instance = nq_instance_new(n);
    assert_int_equal(nq_instance_place(instance, 1, 2, NULL), NQ_OK);
    assert_int_equal(nq_instance_place(instance, 3, 4, NULL), NQ_OK);
    nq_generated item = decide(instance);
    assert_int_equal(item.answer, NQ_KNOWN_UNSOLVABLE);
    assert_non_null(strstr(item.reason, "falling diagonal"));
    nq_instance_free(instance);
  }
}

/* Against a plain search. */
static void verdicts_on_small_instances_are_right(void **state) {
  (void)state;
  nq_pcg64 random;
  unsigned seen[2] = {0};
  nq_pcg64_seed(&random, 5, 0);
  for (unsigned i = 0; i < 300; i++) {
    nq_instance *instance = random_instance(&random, 4 + i % 5, 3, 12, 3);
    bool solvable = plain_count(instance) > 0;
    nq_generated item = decide(instance);
    assert_int_equal(item.answer, solvable ? NQ_KNOWN_SOLVABLE : NQ_KNOWN_UNSOLVABLE);
    assert_int_equal(item.reason[0] == '\0', solvable);
    seen[solvable]++;
    nq_instance_free(instance);
  }
  assert_true(seen[0] > 30 && seen[1] > 30);
}

/* Above n = 64 local search finds solutions, and propagation or sat proves that there are none;
 * otherwise the answer is unknown. */
static void large_instances_have_verdicts(void **state) {
  (void)state;
  const uint32_t n = 100;
  uint32_t rows[100];
  nq_pcg64 random;
  nq_pcg64_seed(&random, 6, 0);
  assert_true(nq_construct(rows, n));
  nq_instance *instance = planted_instance(&random, rows, n, 5, 300, 10);
  assert_int_equal(decide(instance).answer, NQ_KNOWN_SOLVABLE);
  nq_instance_free(instance);
  instance = nq_instance_new(n);
  for (uint32_t column = 10; column < 13; column++)
    for (uint32_t row = 0; row < n; row++)
      if (row != 20 && row != 70)
        assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
  nq_generated item = decide(instance);
  assert_int_equal(item.answer, NQ_KNOWN_UNSOLVABLE);
  assert_true(item.reason[0] != '\0');
  nq_instance_free(instance);
}

/* The verdict of sat alone. */
static void expect_verdict_of_sat(const nq_generated *item, void *context) {
  unsigned *seen = context;
  nq_solve_options solve;
  nq_result result;
  nq_board board = {0};
  nq_solve_options_init(&solve);
  solve.method = "sat";
  assert_int_equal(nq_solve(item->instance, &solve, &board, &result, NULL), NQ_OK);
  nq_board_release(&board);
  assert_int_equal(item->answer,
                   result.verdict == NQ_SOLVED ? NQ_KNOWN_SOLVABLE : NQ_KNOWN_UNSOLVABLE);
  seen[result.verdict == NQ_SOLVED]++;
}

/* About half of the completion instances of n = 70 have no solution.  Of these four, sat refutes the
 * first, propagation two, and the last is solved. */
static void sat_has_the_last_word(void **state) {
  (void)state;
  if (!has_sat()) skip();
  nq_generate_options options = options_for("completion", 70, 1);
  unsigned seen[2] = {0};
  options.value[NQ_GENERATE_VERDICT] = 1;
  options.count = 4;
  run_all(&options, expect_verdict_of_sat, seen);
  assert_int_equal(seen[0], 3);
  assert_int_equal(seen[1], 1);
}

static void a_search_stops_when_told(void **state) {
  (void)state;
  nq_enumerate_result report;
  nq_instance *instance = nq_instance_new(20); /* has 39,029,188,884 solutions */
  assert_int_equal(count(instance, UINT64_MAX, UINT64_MAX, 1e-12, &report), NQ_END);
  nq_instance_free(instance);
}

/* A count has the solutions found before the branches ran out, and at most the limit. */
static void counts_keep_their_limits(void **state) {
  (void)state;
  nq_enumerate_result report;
  nq_instance *instance = nq_instance_new(8);
  assert_int_equal(count(instance, 100, UINT64_MAX, 0, &report), NQ_OK);
  assert_int_equal(report.end, NQ_ENUMERATE_ALL);
  assert_int_equal(report.solutions, 92);
  assert_int_equal(count(instance, 7, UINT64_MAX, 0, &report), NQ_OK);
  assert_int_equal(report.end, NQ_ENUMERATE_LIMIT);
  assert_int_equal(report.solutions, 7);
  assert_int_equal(count(instance, 100, 1, 0, &report), NQ_OK);
  assert_int_equal(report.end, NQ_ENUMERATE_LIMIT);
  assert_int_equal(report.solutions, 0);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contradictions_need_no_search),
      cmocka_unit_test(verdicts_on_small_instances_are_right),
      cmocka_unit_test(large_instances_have_verdicts),
      cmocka_unit_test(sat_has_the_last_word),
      cmocka_unit_test(a_search_stops_when_told),
      cmocka_unit_test(counts_keep_their_limits),
  };
  return cmocka_run_group_tests_name("generate_exact", tests, NULL, NULL);
}
