/* The presets do what their pages print.  Seeds are pinned; a bound is some five standard deviations
 * from the expected value. */
#include "instances.h"
#include "sized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static nq_result solve(const nq_instance *instance, const nq_solve_options *options) {
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  if (nq_solve(instance, options, &board, &result, &error) != NQ_OK) fail_msg("%s", error.message);
  if (result.verdict == NQ_SOLVED) expect_solution(&board, instance, options->seed);
  nq_board_release(&board);
  return result;
}

/* ---- Genetic ---- */

struct generations {
  uint64_t count, evaluations, each; /* children of each generation */
};

static void note_generation(void *context, const nq_generation *generation) {
  struct generations *seen = context;
  assert_int_equal(generation->generation, seen->count);
  assert_int_equal(generation->restart, 0); /* never starts anew */
  assert_int_equal(generation->evaluations - seen->evaluations, seen->each);
  seen->evaluations = generation->evaluations;
  seen->count++;
}

/* A run of `steps` mutations that does not solve; mutations per child. */
static double mutations_per_child(const char *method, uint32_t n, uint64_t each, uint64_t steps) {
  nq_instance *instance = nq_instance_new(n);
  nq_solve_options options = solve_options(method, 3);
  struct generations seen = {.each = each};
  options.limits.steps = steps;
  options.genetic.trace = note_generation;
  options.genetic.trace_context = &seen;
  nq_result result = solve(instance, &options);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.steps, steps);
  nq_instance_free(instance);
  return (double)steps / (counter_of(&result, "evaluations") - (double)each);
}

/* Each gene is replaced with probability .04 by a random row: another one with (n - 1) / n.  All 4n
 * individuals are replaced. */
static void textbook_mutates_each_gene(void **state) {
  (void)state;
  const double n = 60, expected = n * 0.04 * (n - 1) / n, steps = 40000;
  double rate = mutations_per_child("genetic:preset=textbook", 60, 240, 40000);
  assert_true(fabs(rate / expected - 1) < 5 / sqrt(steps));
  rate = mutations_per_child("genetic:preset=textbook,mutation=.01,population=2n", 60, 120, 40000);
  assert_true(fabs(rate / (expected / 4) - 1) < 5 / sqrt(steps));
}

static void aima_mutates_a_child_once(void **state) {
  (void)state;
  const double n = 50, expected = 0.1 * (n - 1) / n, steps = 20000;
  nq_instance *instance = nq_instance_new(50);
  nq_solve_options options = solve_options("genetic:preset=aima", 3);
  options.limits.steps = 20000;
  nq_result result = solve(instance, &options);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.restarts, 0);
  double generations = counter_of(&result, "generations");
  assert_true(fabs(steps / (100 * generations) / expected - 1) < 6 / sqrt(steps));
  nq_instance_free(instance);
}

static void genetic_presets_solve(void **state) {
  (void)state;
  static const char *const methods[] = {
      "genetic:preset=textbook", "genetic:preset=textbook,crossover=one-point-two-sided",
      "genetic:preset=textbook,crossover=two-point", "genetic:preset=aima"};
  nq_instance *plain = nq_instance_new(8), *placed = nq_instance_new(10);
  assert_int_equal(nq_instance_place(placed, 0, 2, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(placed, 4, 4, NULL), NQ_OK);
  for (size_t i = 0; i < 4; i++) {
    nq_solve_options options = solve_options(methods[i], i);
    assert_int_equal(solve(plain, &options).verdict, NQ_SOLVED);
    assert_int_equal(solve(placed, &options).verdict, NQ_SOLVED);
  }
  nq_instance_free(plain);
  nq_instance_free(placed);
}

/* ---- Min-conflicts ---- */

#define N 24

struct walk {
  bool started;
  uint32_t next; /* column that the sweep visits next */
  uint32_t rows[N];
  uint64_t ties, last; /* choices among several rows; of the last of these */
};

/* Queens of other columns before `most` that attack the square. */
static uint32_t count_attacks(const uint32_t *rows, uint32_t most, uint32_t column, uint32_t row) {
  uint32_t attacks = 0;
  for (uint32_t other = 0; other < most; other++)
    attacks += other != column && plain_attacks(other, rows[other], column, row);
  return attacks;
}

/* The queen of the column went to `row`: one with fewest conflicts. */
static void note_choice(struct walk *walk, uint32_t column, uint32_t row) {
  uint32_t ties = 0, last = 0, fewest = UINT32_MAX;
  for (uint32_t other = 0; other < N; other++) {
    uint32_t attacks = count_attacks(walk->rows, N, column, other);
    if (attacks < fewest) ties = 0;
    if (attacks > fewest) continue;
    fewest = attacks;
    last = other;
    ties++;
  }
  assert_int_equal(count_attacks(walk->rows, N, column, row), fewest);
  walk->ties += ties > 1;
  walk->last += ties > 1 && row == last;
}

/* A step moves one queen; the columns from the one before it on stayed. */
static void note_sweep(void *context, const nq_step_state *state) {
  struct walk *walk = context;
  uint32_t moved = 0;
  if (state->step == 0) walk->next = 0;
  if (state->step > 0) {
    while (walk->rows[moved] == state->rows[moved]) moved++;
    for (; walk->next != moved; walk->next = (walk->next + 1) % N)
      note_choice(walk, walk->next, walk->rows[walk->next]);
    note_choice(walk, moved, state->rows[moved]);
    walk->next = (moved + 1) % N;
  }
  memcpy(walk->rows, state->rows, sizeof walk->rows);
}

/* Whatever the number of ties, the last of them is chosen half of the time. */
static void textbook_breaks_ties_by_halves(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(N);
  struct walk walk = {.ties = 0};
  for (uint64_t seed = 0; seed < trimmed(200); seed++) {
    nq_solve_options options = solve_options("min-conflicts:preset=textbook", seed);
    options.min_conflicts.trace = note_sweep;
    options.min_conflicts.trace_context = &walk;
    assert_int_equal(solve(instance, &options).verdict, NQ_SOLVED);
  }
  double ties = (double)walk.ties;
  assert_true(ties > trimmed(2000));
  assert_true(fabs((double)walk.last - ties / 2) < 5 * sqrt(ties) / 2);
  nq_instance_free(instance);
}

/* A sweep is n tries; it ends where the board is solved, and `patience` sweeps end the walk. */
static void textbook_sweeps(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(N);
  unsigned in_the_middle = 0, unsolved = 0;
  for (uint64_t seed = 0; seed < 40; seed++) {
    nq_solve_options options = solve_options("min-conflicts:preset=textbook,patience=2", seed);
    options.limits.restarts = 2;
    nq_result result = solve(instance, &options);
    double tries = counter_of(&result, "tries"), walks = (double)result.restarts + 1;
    if (result.verdict == NQ_SOLVED) {
      assert_true(tries > 2 * N * (walks - 1) && tries <= 2 * N * walks);
      in_the_middle += fmod(tries, N) != 0;
    } else {
      assert_true(result.restarts == 2 && tries == 2 * N * walks);
      unsolved++;
    }
  }
  assert_true(in_the_middle > 0 && unsolved > 0);
  nq_instance_free(instance);
}

static void note_start(void *context, const nq_step_state *state) {
  uint64_t *starts = context;
  if (state->step > 0) return;
  ++*starts;
  for (uint32_t column = 0; column < state->n; column++) {
    uint32_t own = count_attacks(state->rows, column, column, state->rows[column]);
    for (uint32_t row = 0; row < state->n; row++)
      assert_true(own <= count_attacks(state->rows, column, column, row));
  }
}

/* Each queen starts where the fewest queens before it attack it. */
static void minton_starts_with_fewest_conflicts(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(N);
  uint64_t starts = 0;
  for (uint64_t seed = 0; seed < trimmed(20); seed++) {
    nq_solve_options options = solve_options("min-conflicts:preset=minton", seed);
    options.min_conflicts.trace = note_start;
    options.min_conflicts.trace_context = &starts;
    assert_int_equal(solve(instance, &options).verdict, NQ_SOLVED);
  }
  assert_true(starts >= trimmed(20));
  nq_instance_free(instance);
}

static double mean_steps(uint32_t n, uint64_t runs) {
  nq_instance *instance = nq_instance_new(n);
  uint64_t steps = 0;
  for (uint64_t seed = 0; seed < runs; seed++) {
    nq_solve_options options = solve_options("min-conflicts:preset=aima", seed);
    nq_result result = solve(instance, &options);
    assert_int_equal(result.verdict, NQ_SOLVED);
    assert_true(counter_of(&result, "evaluations") >= (double)(n + result.steps) * n);
    steps += result.steps;
  }
  nq_instance_free(instance);
  return (double)steps / (double)runs;
}

/* Minton and others: about 50 steps after a greedy start, whatever n.  The means of 20,000 and 2,000
 * other runs are 49.6 and 52.7, with standard deviations of 32 and 31; a bound is 3.3 standard errors. */
static void min_conflicts_takes_about_50_steps(void **state) {
  const uint32_t runs = trimmed(400), few = trimmed(60);
  (void)state;
  assert_true(fabs(mean_steps(100, runs) - 49.6) < 3.3 * 32 / sqrt(runs));
  assert_true(fabs(mean_steps(1000, few) - 52.7) < 3.3 * 31 / sqrt(few));
}

static void min_conflicts_presets_keep_instances(void **state) {
  (void)state;
  nq_instance *instance = rich_instance(40);
  for (uint64_t seed = 0; seed < trimmed(5); seed++) {
    nq_solve_options options = solve_options("min-conflicts:preset=textbook", seed);
    assert_int_equal(solve(instance, &options).verdict, NQ_SOLVED);
    options = solve_options("min-conflicts:preset=minton", seed);
    assert_int_equal(solve(instance, &options).verdict, NQ_SOLVED);
    options = solve_options("min-conflicts:preset=aima", seed);
    assert_int_equal(solve(instance, &options).verdict, NQ_SOLVED);
  }
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(textbook_mutates_each_gene),
      cmocka_unit_test(aima_mutates_a_child_once),
      cmocka_unit_test(genetic_presets_solve),
      cmocka_unit_test(textbook_breaks_ties_by_halves),
      cmocka_unit_test(textbook_sweeps),
      cmocka_unit_test(minton_starts_with_fewest_conflicts),
      cmocka_unit_test(min_conflicts_takes_about_50_steps),
      cmocka_unit_test(min_conflicts_presets_keep_instances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
