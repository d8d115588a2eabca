/* The method sat: verdicts against a plain search, seeds and limits.  Without CaDiCaL in the build
 * all of it is skipped. */
#include "exact/exact.h"
#include "instances.h"
#include "proof.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static void require_method(void) {
  for (size_t i = 0; nq_method_name(i) != NULL; i++)
    if (strcmp(nq_method_name(i), "sat") == 0) return;
  print_message("this build is without CaDiCaL\n");
  skip();
}

static nq_solve_options sat_options(uint64_t seed) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "sat";
  options.seed = seed;
  return options;
}

static nq_result solve(const nq_instance *instance, const nq_solve_options *options,
                       nq_board *board) {
  nq_result result;
  nq_error error = {0};
  if (nq_solve(instance, options, board, &result, &error) != NQ_OK)
    fail_msg("seed %" PRIu64 ": %s", options->seed, error.message);
  if (result.verdict == NQ_SOLVED) expect_solution(board, instance, options->seed);
  return result;
}

static void solves_plain_boards(void **state) {
  (void)state;
  require_method();
  for (uint32_t n = 1; n <= 40; n += n < 16 ? 1 : sized(6, 1)) {
    nq_solve_options options = sat_options(n);
    nq_board board = {0};
    nq_instance *instance = nq_instance_new(n);
    nq_result result = solve(instance, &options, &board);
    assert_int_equal(result.verdict, n == 2 || n == 3 ? NQ_UNSOLVABLE : NQ_SOLVED);
    nq_board_release(&board);
    nq_instance_free(instance);
  }
}

static void agrees_with_a_plain_search(void **state) {
  (void)state;
  require_method();
  unsigned solvable = 0, unsolvable = 0;
  for (uint64_t seed = 0; seed < thinned(sized(700, 2000)); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 44);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = random_instance(&random, n, (uint32_t)(seed % 3), n, seed % 4 == 0);
    uint64_t solutions = plain_count(instance);
    nq_solve_options options = sat_options(seed);
    nq_board board = {0};
    nq_result result = solve(instance, &options, &board);
    if (result.verdict != (solutions > 0 ? NQ_SOLVED : NQ_UNSOLVABLE))
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": verdict %d, but %" PRIu64 " solutions", seed, n,
               (int)result.verdict, solutions);
    solvable += solutions > 0;
    unsolvable += solutions == 0;
    nq_board_release(&board);
    nq_instance_free(instance);
  }
  assert_true(solvable > thinned(70) && unsolvable > thinned(70));
}

/* Lines of more than 25 squares have grids of grids. */
static void keeps_larger_instances(void **state) {
  (void)state;
  require_method();
  uint32_t rows[80];
  for (uint64_t seed = 0; seed < 10; seed += sized(3, 1)) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 45);
    uint32_t n = 30 + 5 * (uint32_t)seed;
    assert_true(nq_construct(rows, n));
    nq_instance *instance = planted_instance(&random, rows, n, 5, n * n / 4, n / 4);
    nq_solve_options options = sat_options(seed);
    nq_board board = {0};
    assert_int_equal(solve(instance, &options, &board).verdict, NQ_SOLVED);
    nq_board_release(&board);
    nq_instance_free(instance);
  }
}

static void depends_on_the_seed_alone(void **state) {
  (void)state;
  require_method();
  nq_instance *instance = nq_instance_new(30);
  nq_board boards[3] = {{0}};
  for (size_t i = 0; i < 3; i++) {
    nq_solve_options options = sat_options(i / 2);
    assert_int_equal(solve(instance, &options, &boards[i]).verdict, NQ_SOLVED);
  }
  assert_memory_equal(boards[0].rows, boards[1].rows, 30 * sizeof(uint32_t));
  assert_memory_not_equal(boards[0].rows, boards[2].rows, 30 * sizeof(uint32_t));
  for (size_t i = 0; i < 3; i++) nq_board_release(&boards[i]);
  nq_instance_free(instance);
}

static void gives_up_honestly(void **state) {
  (void)state;
  require_method();
  nq_instance *instance = nq_instance_new(300);
  nq_board board = {0};
  nq_solve_options options = sat_options(1);
  options.limits.seconds = 1e-3;
  nq_result result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_string_equal(result.reason, "the time limit was reached");
  options = sat_options(1);
  options.progress = interrupt;
  result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_true(result.interrupted);
  options = sat_options(1);
  options.limits.steps = 5;
  result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_string_equal(result.reason, "the limit of steps was reached");
  nq_instance_free(instance);
}

static bool note_clauses(void *context, const nq_progress *at) {
  if (strcmp(at->phase, "encode") != 0) return true;
  assert_string_equal(at->unit, "clauses");
  assert_true(at->done <= at->total);
  *(uint64_t *)context = at->total;
  return true;
}

/* The clauses of a plain board are known from the start. */
static void announces_the_clauses(void **state) {
  (void)state;
  require_method();
  const uint32_t n = 200;
  uint64_t announced = 0, written = 0;
  nq_instance *instance = nq_instance_new(n);
  nq_board board = {0};
  nq_solve_options options = sat_options(1);
  options.limits.steps = 1;
  options.progress = note_clauses;
  options.context = &announced;
  nq_result result = solve(instance, &options, &board);
  for (size_t i = 0; i < result.counters; i++)
    if (strcmp(result.counter[i].name, "clauses") == 0) written = (uint64_t)result.counter[i].value;
  assert_true(written > 0);
  if (announced > 0) assert_int_equal(announced, written); /* unless it was too fast */
  nq_board_release(&board);
  nq_instance_free(instance);
}

/* ---- Proofs ---- */

static void proves_what_has_no_solution(void **state) {
  (void)state;
  require_method();
  unsigned proved = 0;
  char path[40];
  for (uint64_t seed = 0; seed < trimmed(sized(200, 400)); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 46);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = random_instance(&random, n, (uint32_t)(seed % 3), n, seed % 4 == 0);
    nq_solve_options options = sat_options(seed);
    nq_board board = {0};
    take_path(path);
    options.proof = path;
    nq_result result = solve(instance, &options, &board);
    assert_int_equal(result.verdict == NQ_SOLVED, plain_count(instance) > 0);
    if (result.verdict == NQ_UNSOLVABLE)
      expect_proof(path);
    else
      assert_int_equal(access(path, F_OK), -1);
    proved += result.verdict == NQ_UNSOLVABLE;
    nq_board_release(&board);
    nq_instance_free(instance);
  }
  assert_true(proved > trimmed(25));
}

/* Enough excluded diagonals that half of the instances have no solution. */
static void proves_what_takes_a_search(void **state) {
  (void)state;
  require_method();
  unsigned searched = 0;
  char path[40];
  for (uint64_t seed = 0; seed < trimmed(30); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 47);
    nq_instance *instance = nq_instance_new(12);
    for (unsigned i = 0; i < 5; i++) {
      nq_instance_exclude_rising(instance, 5 + draw_below(&random, 13), NULL);
      nq_instance_exclude_falling(instance, 5 + draw_below(&random, 13), NULL);
    }
    nq_solve_options options = sat_options(seed);
    nq_board board = {0};
    take_path(path);
    options.proof = path;
    nq_result result = solve(instance, &options, &board);
    if (result.verdict == NQ_UNSOLVABLE) expect_proof(path);
    searched += result.verdict == NQ_UNSOLVABLE && result.steps > 20;
    nq_board_release(&board);
    nq_instance_free(instance);
  }
  assert_true(searched >= trimmed(10));
}

static void refuses_proofs_it_cannot_write(void **state) {
  (void)state;
  require_method();
  nq_instance *instance = nq_instance_new(3);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options options = sat_options(0);
  options.proof = "/missing/folder/proof";
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_IO);
  char path[40], formula[sizeof path + 4];
  take_path(path);
  snprintf(formula, sizeof formula, "%s.cnf", path);
  assert_int_equal(mkdir(formula, 0700), 0);
  options.proof = path;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_IO);
  assert_int_equal(access(path, F_OK), -1); /* no proof without its formula */
  rmdir(formula);
  options.method = "min-conflicts";
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_UNSUPPORTED);
  assert_string_equal(error.message, "only the methods auto, backtracking and sat write proofs");
  nq_instance_free(instance);
}

static void refuses_large_boards(void **state) {
  (void)state;
  require_method();
  nq_instance *instance = nq_instance_new(NQ_SAT_N_MAX + 1);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options options = sat_options(1);
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "n = 2049 is over 2048"));
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_plain_boards),
      cmocka_unit_test(agrees_with_a_plain_search),
      cmocka_unit_test(keeps_larger_instances),
      cmocka_unit_test(depends_on_the_seed_alone),
      cmocka_unit_test(gives_up_honestly),
      cmocka_unit_test(announces_the_clauses),
      cmocka_unit_test(refuses_large_boards),
      cmocka_unit_test(proves_what_has_no_solution),
      cmocka_unit_test(proves_what_takes_a_search),
      cmocka_unit_test(refuses_proofs_it_cannot_write),
  };
  return cmocka_run_group_tests_name("sat", tests, NULL, NULL);
}
