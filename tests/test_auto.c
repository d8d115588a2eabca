/* The method auto: verdicts and boards against a plain search, the same result for any number of
 * threads, limits, proofs; and searches cut into pieces. */
#include "board/method.h"
#include "exact/exact.h"
#include "instances.h"
#include "local/local.h"
#include "proof.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>
#include <unistd.h>

struct answer {
  nq_result result;
  nq_board board;
};

static struct answer answer(const nq_instance *instance, const nq_solve_options *options) {
  struct answer answer = {0};
  nq_error error = {0};
  if (nq_solve(instance, options, &answer.board, &answer.result, &error) != NQ_OK)
    fail_msg("seed %" PRIu64 ": %s", options->seed, error.message);
  if (answer.result.verdict == NQ_SOLVED) expect_solution(&answer.board, instance, options->seed);
  return answer;
}

static nq_solve_options options_of(const char *method, uint64_t seed) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = method;
  options.seed = seed;
  return options;
}

/* All that does not come from the clock. */
static void expect_equal(const struct answer *one, const struct answer *two, uint64_t seed) {
  const nq_result *a = &one->result, *b = &two->result;
  if (a->verdict != b->verdict || a->steps != b->steps || a->restarts != b->restarts ||
      a->conflicts != b->conflicts || a->counters != b->counters || a->member != b->member)
    fail_msg("seed %" PRIu64 ": another result with more threads", seed);
  assert_string_equal(a->reason, b->reason);
  for (size_t i = 0; i < a->counters; i++) {
    assert_string_equal(a->counter[i].name, b->counter[i].name);
    if (strstr(a->counter[i].name, "seconds") == NULL)
      assert_true(a->counter[i].value == b->counter[i].value);
  }
  assert_int_equal(one->board.n, two->board.n);
  if (one->board.n > 0)
    assert_memory_equal(one->board.rows, two->board.rows, one->board.n * sizeof(uint32_t));
}

static void agrees_with_a_plain_search(void **state) {
  (void)state;
  static const char *const methods[] = {"auto", "backtracking"};
  unsigned solvable = 0;
  for (uint64_t seed = 0; seed < thinned(sized(2500, 10000)); seed++) {
    nq_instance *instance = draw_instance(seed, 61, 2);
    uint64_t solutions = plain_count(instance);
    solvable += solutions > 0;
    for (unsigned i = 0; i < 2; i++) {
      nq_solve_options options = options_of(methods[i], seed);
      struct answer one = answer(instance, &options);
      options.threads = 2;
      struct answer two = answer(instance, &options);
      expect_equal(&one, &two, seed);
      if (one.result.verdict != (solutions > 0 ? NQ_SOLVED : NQ_UNSOLVABLE))
        fail_msg("seed %" PRIu64 ", %s: verdict %d, but %" PRIu64 " solutions", seed, methods[i],
                 (int)one.result.verdict, solutions);
      nq_board_release(&one.board);
      nq_board_release(&two.board);
    }
    nq_instance_free(instance);
  }
  assert_in_range(solvable, thinned(500), 8000);
}

/* Several of the runs take five rounds or more, in which sat has turns too. */
static void does_not_depend_on_threads(void **state) {
  (void)state;
  unsigned long_ones = 0;
  const uint32_t end = sized(7, 12);
  for (uint64_t seed = end - trimmed(end); seed < end; seed++) {
    nq_instance *instance = draw_diagonals(seed, 24, seed % 2 == 0 ? 11 : 10);
    nq_solve_options options = options_of("auto", seed);
    struct answer one = answer(instance, &options);
    long_ones += one.result.counter[0].value > 4;
    for (options.threads = 2; options.threads <= 3; options.threads++) {
      struct answer more = answer(instance, &options);
      expect_equal(&one, &more, seed);
      nq_board_release(&more.board);
    }
    nq_board_release(&one.board);
    nq_instance_free(instance);
  }
  assert_true(long_ones > trimmed(1));
}

static void is_the_default_for_instances(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(20);
  nq_solve_options options = options_of(NULL, 1);
  assert_string_equal(nq_method_default(instance), "min-conflicts");
  struct answer plain = answer(instance, &options);
  assert_null(plain.result.member);
  nq_instance_block(instance, 3, 4, NULL);
  assert_string_equal(nq_method_default(instance), "auto");
  struct answer blocked = answer(instance, &options);
  assert_non_null(blocked.result.member);
  nq_board_release(&plain.board);
  nq_board_release(&blocked.board);
  nq_instance_free(instance);
}

/* Plain boards are solved by min-conflicts, with the boards of that method. */
static void leaves_plain_boards_to_min_conflicts(void **state) {
  (void)state;
  for (uint32_t n = 1; n < 10; n++) {
    nq_instance *instance = nq_instance_new(n);
    nq_solve_options options = options_of("auto", n), local = options_of("min-conflicts", n);
    struct answer found = answer(instance, &options), same = answer(instance, &local);
    assert_int_equal(found.result.verdict, n == 2 || n == 3 ? NQ_UNSOLVABLE : NQ_SOLVED);
    assert_int_equal(found.board.n, same.board.n);
    if (found.board.n > 0)
      assert_memory_equal(found.board.rows, same.board.rows, n * sizeof(uint32_t));
    nq_board_release(&found.board);
    nq_board_release(&same.board);
    nq_instance_free(instance);
  }
}

/* Large boards with queens: the walk is on bits, and pauses there. */
static void solves_large_boards(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(300000);
  nq_solve_options options = options_of("auto", 1);
  nq_pcg64 random;
  nq_pcg64_seed(&random, 1, 1);
  for (unsigned i = 0; i < 20; i++)
    assert_int_equal(
        nq_instance_place(instance, 1000 * i, 2500 * i + draw_below(&random, 900), NULL), NQ_OK);
  struct answer one = answer(instance, &options);
  assert_int_equal(one.result.verdict, NQ_SOLVED);
  assert_string_equal(one.result.member, "min-conflicts");
  options.threads = 2;
  struct answer two = answer(instance, &options);
  expect_equal(&one, &two, 1);
  nq_board_release(&one.board);
  nq_board_release(&two.board);
  nq_instance_free(instance);
}

static void keeps_limits(void **state) {
  (void)state;
  nq_instance *instance = draw_diagonals(4, 70, 41);
  nq_solve_options options = options_of("auto", 3);
  options.limits.steps = 30000;
  struct answer one = answer(instance, &options);
  assert_int_equal(one.result.verdict, NQ_UNKNOWN);
  assert_string_equal(one.result.reason, "the limit of steps was reached");
  assert_in_range(one.result.steps, 20000, 30000);
  options.threads = 2;
  struct answer two = answer(instance, &options);
  expect_equal(&one, &two, 3);
  options = options_of("auto", 3);
  options.limits.restarts = 2;
  options.limits.seconds = 60;
  struct answer restarts = answer(instance, &options);
  assert_string_equal(restarts.result.reason, "the limit of restarts was reached");
  options = options_of("auto", 3);
  options.limits.seconds = 0.01;
  struct answer seconds = answer(instance, &options);
  assert_string_equal(seconds.result.reason, "the time limit was reached");
  nq_instance_free(instance);
}

static void proves(void **state) {
  (void)state;
  unsigned proved = 0;
  char path[40];
  for (uint64_t seed = 0; seed < 40; seed++) {
    nq_instance *instance = seed < 30 ? draw_instance(seed, 61, 2) : draw_diagonals(seed, 12, 6);
    nq_solve_options options = options_of("auto", seed);
    take_path(path);
    options.proof = path;
    options.threads = 1 + seed % 2;
    struct answer found = answer(instance, &options);
    assert_int_not_equal(found.result.verdict, NQ_UNKNOWN);
    if (found.result.verdict == NQ_UNSOLVABLE) {
      proved++;
      expect_proof(path);
    } else {
      assert_int_equal(access(path, F_OK), -1);
    }
    nq_board_release(&found.board);
    nq_instance_free(instance);
  }
  assert_true(proved > 10);
}

/* Placed queens that attack each other, two in a column, one on a blocked square or on an excluded
 * diagonal: no method starts, and the proof is two clauses. */
static void proves_contradictions(void **state) {
  (void)state;
  static const char *const methods[] = {"auto", "backtracking", "sat", NULL};
  static const uint32_t sizes[] = {3, 8, 1000, 5000, 1000000000};
  for (unsigned i = 0; i < 4 * sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i / 4];
    nq_instance *instance = nq_instance_new(n);
    assert_int_equal(nq_instance_place(instance, 0, 0, NULL), NQ_OK);
    if (i % 4 == 0) nq_instance_place(instance, 1, 1, NULL);
    if (i % 4 == 1) nq_instance_place(instance, 0, 2, NULL);
    if (i % 4 == 2) nq_instance_block(instance, 0, 0, NULL);
    if (i % 4 == 3) nq_instance_exclude_rising(instance, 0, NULL);
    for (unsigned k = 0; methods[k] != NULL; k++) {
      char path[40];
      nq_solve_options options = options_of(NULL, i);
      if (nq_solve_options_set(&options, methods[k], NULL) != NQ_OK) continue; /* not built in */
      take_path(path);
      options.proof = path;
      options.threads = 1 + i % 2;
      struct answer found = answer(instance, &options);
      assert_int_equal(found.result.verdict, NQ_UNSOLVABLE);
      assert_int_equal(found.result.steps, 0);
      expect_proof(path);
    }
    nq_instance_free(instance);
  }
}

/* ---- Searches in pieces ---- */

/* Run a search of the task by `steps` at a time. */
static nq_verdict run_in_pieces(const nq_search_kind *kind, nq_task *task, uint64_t steps,
                                nq_result *result, uint32_t *rows) {
  nq_error error = {0};
  nq_verdict verdict = NQ_UNKNOWN;
  void *search;
  *result = (nq_result){0};
  task->rows = rows;
  assert_int_equal(kind->begin(task, &search, &error), NQ_OK);
  while (verdict == NQ_UNKNOWN) assert_int_equal(kind->run(search, steps, &verdict, &error), NQ_OK);
  kind->report(search, result);
  if (verdict == NQ_SOLVED && kind->rows != NULL) kind->rows(search, rows);
  kind->end(search);
  return verdict;
}

static void pieces_do_not_matter(const nq_search_kind *kind, const nq_instance *instance,
                                 uint64_t seed, uint64_t steps) {
  uint32_t n = nq_instance_n(instance);
  nq_solve_options options = options_of(NULL, seed);
  nq_watch watch;
  nq_watch_init(&watch, 0, NULL, NULL);
  nq_task task = {.instance = instance, .options = &options, .watch = &watch, .n = n};
  nq_board whole = {0}, pieces = {0};
  nq_result one, two;
  assert_int_equal(nq_board_init(&whole, n, NULL), NQ_OK);
  assert_int_equal(nq_board_init(&pieces, n, NULL), NQ_OK);
  assert_int_equal(run_in_pieces(kind, &task, 0, &one, whole.rows), NQ_SOLVED);
  assert_int_equal(run_in_pieces(kind, &task, steps, &two, pieces.rows), NQ_SOLVED);
  expect_solution(&whole, instance, seed);
  assert_memory_equal(whole.rows, pieces.rows, n * sizeof(uint32_t));
  assert_int_equal(one.steps, two.steps);
  assert_int_equal(one.restarts, two.restarts);
  nq_board_release(&whole);
  nq_board_release(&pieces);
  nq_watch_release(&watch);
}

static void walks_go_on_where_they_paused(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    nq_pcg64 random;
    uint32_t rows[24];
    nq_pcg64_seed(&random, seed, 5);
    assert_true(nq_construct(rows, 24));
    nq_instance *blocked = planted_instance(&random, rows, 24, 0, 300, 0);
    pieces_do_not_matter(&nq_search_min_conflicts, blocked, seed, 1 + seed);
    pieces_do_not_matter(&nq_search_backtracking, blocked, seed, 1 + seed);
    nq_instance_free(blocked);
    nq_instance *placed = nq_instance_new(6000); /* on bits */
    nq_instance_place(placed, 17, (uint32_t)seed, NULL);
    pieces_do_not_matter(&nq_search_min_conflicts, placed, seed, 1 + seed);
    nq_instance_free(placed);
  }
}

/* Where a proof is asked for, local search leaves an instance that its first look refutes to
 * others; a column without squares is nothing to walk on. */
static void local_search_writes_no_proof(void **state) {
  (void)state;
  enum { N = 12 };
  uint32_t rows[N];
  nq_instance *instance = nq_instance_new(N);
  for (uint32_t row = 0; row < N; row++) nq_instance_block(instance, 7, row, NULL);
  nq_solve_options options = options_of(NULL, 1);
  nq_watch watch;
  nq_watch_init(&watch, 0, NULL, NULL);
  nq_task task = {.instance = instance, .options = &options, .watch = &watch, .n = N, .rows = rows};
  for (int i = 0; i < 2; i++) {
    options.proof = i == 0 ? NULL : "proof";
    nq_error error = {0};
    nq_verdict verdict;
    nq_result result = {0};
    void *search;
    assert_int_equal(nq_search_min_conflicts.begin(&task, &search, &error), NQ_OK);
    assert_int_equal(nq_search_min_conflicts.run(search, 1000, &verdict, &error), NQ_OK);
    assert_int_equal(verdict, i == 0 ? NQ_UNSOLVABLE : NQ_UNKNOWN);
    nq_search_min_conflicts.report(search, &result);
    assert_int_equal(result.steps, 0);
    nq_search_min_conflicts.end(search);
  }
  nq_watch_release(&watch);
  nq_instance_free(instance);
}

/* Placed queens attack each other, so no queen in conflict may move: the steps are spent all the
 * same. */
static void local_search_ends_without_a_queen_to_move(void **state) {
  (void)state;
  enum { N = 1000 };
  static uint32_t rows[N];
  nq_instance *instance = nq_instance_new(N);
  nq_instance_place(instance, 0, 0, NULL);
  nq_instance_place(instance, 1, 1, NULL);
  nq_watch watch;
  nq_watch_init(&watch, 0, NULL, NULL);
  for (nq_step step = NQ_STEP_COLUMN; step <= NQ_STEP_SWAP; step++) {
    nq_solve_options options = options_of(NULL, 1);
    options.min_conflicts.step = step;
    nq_task task = {
        .instance = instance, .options = &options, .watch = &watch, .n = N, .rows = rows};
    nq_error error = {0};
    nq_verdict verdict;
    void *search;
    assert_int_equal(nq_search_min_conflicts.begin(&task, &search, &error), NQ_OK);
    assert_int_equal(nq_search_min_conflicts.run(search, 3000, &verdict, &error), NQ_OK);
    assert_int_equal(verdict, NQ_UNKNOWN);
    nq_search_min_conflicts.end(search);
  }
  nq_watch_release(&watch);
  nq_instance_free(instance);
}

/* Up to n = 4096 placed queens forbid squares: then each step scans a column. */
static void steps_cost_more_where_squares_are_forbidden(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1000, 4096, 4097};
  uint64_t step[2][3];
  for (unsigned i = 0; i < 6; i++) {
    nq_instance *instance = nq_instance_new(sizes[i % 3]);
    if (i >= 3) nq_instance_place(instance, 0, 0, NULL);
    nq_search_cost cost;
    const nq_task task = {.instance = instance, .n = sizes[i % 3]};
    assert_true(nq_search_min_conflicts.cost(&task, &cost));
    step[i / 3][i % 3] = cost.step;
    nq_instance_free(instance);
  }
  assert_true(step[1][0] > 10 * step[0][0] && step[1][1] > 2 * step[1][0]);
  assert_int_equal(step[1][2], step[0][2]);
}

static void trace_nothing(void *context, const nq_generation *generation) {
  (void)context, (void)generation;
}

static void refuses_what_belongs_to_other_methods(void **state) {
  nq_solve_options options = options_of("auto", 1), traced = options;
  nq_board board = {0};
  nq_result result;
  nq_error error;
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  options.genetic.population = 7;
  traced.genetic.trace = trace_nothing;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "the method auto has no option population=7: genetic has");
  assert_int_equal(nq_solve(instance, &traced, &board, &result, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "the method auto cannot be traced: take genetic");
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_a_plain_search),
      cmocka_unit_test(does_not_depend_on_threads),
      cmocka_unit_test(is_the_default_for_instances),
      cmocka_unit_test(leaves_plain_boards_to_min_conflicts),
      cmocka_unit_test(solves_large_boards),
      cmocka_unit_test(keeps_limits),
      cmocka_unit_test(proves),
      cmocka_unit_test(proves_contradictions),
      cmocka_unit_test(walks_go_on_where_they_paused),
      cmocka_unit_test(local_search_writes_no_proof),
      cmocka_unit_test(local_search_ends_without_a_queen_to_move),
      cmocka_unit_test(steps_cost_more_where_squares_are_forbidden),
      cmocka_unit_test(refuses_what_belongs_to_other_methods),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
