/* Whole runs of the genetic algorithm. */
#include "core/option.h"
#include "instances.h"
#include "sized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static nq_solve_options make_options(uint64_t seed) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "genetic";
  options.seed = seed;
  return options;
}

/* Solve and check the board against the instance again; the caller releases it. */
static nq_result solve(const nq_instance *instance, const nq_solve_options *options,
                       nq_board *board) {
  nq_result result;
  nq_error error = {0};
  nq_status status = nq_solve(instance, options, board, &result, &error);
  if (status != NQ_OK) fail_msg("seed %llu: %s", (unsigned long long)options->seed, error.message);
  if (result.verdict == NQ_SOLVED) {
    nq_check_report report;
    assert_int_equal(nq_check(board->rows, board->n, instance, &report, NULL), NQ_OK);
    assert_true(report.valid);
  } else {
    assert_null(board->rows);
  }
  return result;
}

static void assert_solves(const nq_instance *instance, const nq_solve_options *options) {
  nq_board board = {0};
  nq_result result = solve(instance, options, &board);
  if (result.verdict != NQ_SOLVED)
    fail_msg("n = %u, seed %llu is not solved", nq_instance_n(instance),
             (unsigned long long)options->seed);
  assert_int_equal(result.conflicts, 0);
  nq_board_release(&board);
}

static void test_every_small_board(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 30; n++) {
    nq_instance *instance = nq_instance_new(n);
    for (uint64_t seed = 0; seed < trimmed(4); seed++) {
      nq_solve_options options = make_options(seed);
      nq_board board = {0};
      if (n == 2 || n == 3)
        assert_int_equal(solve(instance, &options, &board).verdict, NQ_UNSOLVABLE);
      else
        assert_solves(instance, &options);
      options.genetic.encoding = NQ_ENCODING_ROWS;
      if (n > 3 && n < 16) assert_solves(instance, &options);
    }
    nq_instance_free(instance);
  }
}

static void test_larger_boards(void **state) {
  (void)state;
  for (uint32_t n = 64; n <= 512; n *= 2) {
    nq_instance *instance = nq_instance_new(n);
    nq_solve_options options = make_options(n);
    assert_solves(instance, &options);
    nq_instance_free(instance);
  }
}

/* The i-th value of the option, NULL past the end. */
static const nq_choice *genetic_choice(const char *name, size_t i) {
  return nq_option_choice(nq_option_find(nq_method_option("genetic", 0), name), i);
}

static void test_every_choice_solves(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(10);
  const nq_choice *selection, *crossover, *fitness, *scaling;
  for (size_t s = 0; (selection = genetic_choice("selection", s)) != NULL; s++)
    for (size_t c = 0; (crossover = genetic_choice("crossover", c)) != NULL; c++)
      for (size_t f = 0; (fitness = genetic_choice("fitness", f)) != NULL; f++)
        for (size_t k = 0; (scaling = genetic_choice("scaling", k)) != NULL; k++) {
          if ((s + c + f + k) % TRIM != 0) continue;
          nq_solve_options options = make_options(s * 1000 + c * 100 + f * 10 + k);
          options.genetic.selection = (nq_selection)selection->value;
          options.genetic.crossover = (nq_crossover)crossover->value;
          options.genetic.fitness = (nq_fitness)fitness->value;
          options.genetic.scaling = (nq_scaling)scaling->value;
          options.genetic.crossover_probability = 0.7;
          options.genetic.memetic_steps = k == 0 ? 2 : 0;
          assert_solves(instance, &options);
        }
  nq_instance_free(instance);
}

/* ---- Instances ---- */

static void test_instances_are_kept(void **state) {
  (void)state;
  for (uint32_t n = 20; n <= 40; n += 10) {
    nq_instance *instance = rich_instance(n);
    for (uint64_t seed = 0; seed < trimmed(5); seed++) {
      nq_solve_options options = make_options(seed);
      assert_solves(instance, &options);
      options.genetic.encoding = NQ_ENCODING_ROWS;
      assert_solves(instance, &options);
      options.genetic.memetic_steps = 3;
      assert_solves(instance, &options);
    }
    nq_instance_free(instance);
  }
}

static void test_impossible_instances_are_never_solved(void **state) {
  (void)state;
  nq_board board = {0};
  nq_solve_options options = make_options(1);
  nq_instance *instance = nq_instance_new(6); /* a column without a square */
  for (uint32_t row = 0; row < 6; row++) nq_instance_block(instance, 2, row, NULL);
  nq_result result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNSOLVABLE);
  assert_true(strlen(result.reason) > 0);
  nq_instance_free(instance);
  instance = nq_instance_new(6); /* no solution has a queen in a corner: a limit ends the search */
  for (uint32_t row = 1; row < 5; row++) nq_instance_block(instance, 0, row, NULL);
  options.limits.restarts = 2;
  options.genetic.stagnation = 60;
  result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.restarts, 2);
  assert_true(result.conflicts > 0 || counter_of(&result, "best_conflicts") > 0);
  nq_instance_free(instance);
}

/* All queens but one placed, on a board too large for a table of forbidden squares. */
static void test_the_last_queen(void **state) {
  (void)state;
  enum { N = 5000 };
  static uint32_t rows[N];
  assert_true(nq_construct(rows, N));
  for (int blocked = 0; blocked < 2; blocked++)
    for (int encoding = NQ_ENCODING_ROWS; encoding <= NQ_ENCODING_PERMUTATION; encoding++) {
      nq_instance *instance = nq_instance_new(N);
      for (uint32_t i = 0; i < N; i++)
        if (i != 1234) nq_instance_place(instance, i, rows[i], NULL);
      if (blocked) nq_instance_block(instance, 1234, rows[1234], NULL);
      nq_solve_options options = make_options(0);
      options.genetic.encoding = (nq_encoding)encoding;
      nq_board board = {0};
      nq_result result = solve(instance, &options, &board);
      assert_int_equal(result.verdict, blocked ? NQ_UNSOLVABLE : NQ_SOLVED);
      nq_board_release(&board);
      nq_instance_free(instance);
    }
}

/* ---- Determinism and limits ---- */

static void test_same_seed_same_board(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(60);
  nq_board one = {0}, other = {0};
  for (uint64_t seed = 0; seed < 8; seed++) {
    nq_solve_options options = make_options(seed);
    options.genetic.stagnation = 60; /* forces restarts */
    options.genetic.crossover_probability = (double)seed / 8;
    nq_result first = solve(instance, &options, &one);
    options.threads = 4;
    nq_result second = solve(instance, &options, &other);
    assert_memory_equal(one.rows, other.rows, 60 * sizeof *one.rows);
    assert_int_equal(first.steps, second.steps);
    assert_int_equal(first.restarts, second.restarts);
    options.stream = 1;
    nq_board_release(&other);
    solve(instance, &options, &other);
    assert_memory_not_equal(one.rows, other.rows, 60 * sizeof *one.rows);
    nq_board_release(&one);
    nq_board_release(&other);
  }
  nq_instance_free(instance);
}

/* Without mutation no steps are made: each restart counts as one, so the run ends. */
static void test_limit_of_steps_without_mutation(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(40);
  nq_solve_options options = make_options(1);
  options.genetic.mutation = 0;
  options.genetic.stagnation = 3;
  options.limits = (nq_limits){.steps = 20, .seconds = 20};
  nq_board board = {0};
  nq_result result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_string_equal(result.reason, "the limit of steps was reached");
  assert_int_equal(result.steps, 0);
  assert_int_equal(result.restarts, 19);
  nq_instance_free(instance);
}

static bool refuse(void *context, const nq_progress *progress) {
  ++*(int *)context;
  assert_string_equal(progress->phase, "breed");
  return false;
}

static void test_limits(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(400);
  nq_board board = {0};
  for (int encoding = NQ_ENCODING_ROWS; encoding <= NQ_ENCODING_PERMUTATION; encoding++)
    for (uint64_t steps = 1; steps < 2000; steps = 3 * steps + 1) {
      nq_solve_options options = make_options(steps);
      options.limits.steps = steps;
      options.genetic.encoding = (nq_encoding)encoding;
      options.genetic.memetic_steps = steps % 2 ? 3 : 0;
      nq_result result = solve(instance, &options, &board);
      if (result.verdict == NQ_SOLVED) { /* a memetic run may finish earlier */
        assert_true(result.steps <= steps && options.genetic.memetic_steps > 0);
        nq_board_release(&board);
        continue;
      }
      assert_int_equal(result.verdict, NQ_UNKNOWN);
      assert_int_equal(result.steps, steps);
      assert_true(result.conflicts > 0 && result.conflicts < 400 * 399 / 2);
    }
  nq_solve_options options = make_options(1);
  options.genetic.elite = 0; /* without selection and elite there is no progress */
  options.genetic.tournament = 1;
  options.genetic.selection = NQ_SELECTION_TOURNAMENT;
  options.limits.seconds = 0.05;
  nq_result result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_false(result.interrupted);
  assert_true(result.seconds_total >= 0.05);
  int calls = 0;
  options.limits.seconds = 0;
  options.progress = refuse;
  options.context = &calls;
  result = solve(instance, &options, &board);
  assert_true(result.interrupted);
  assert_int_equal(calls, 1);
  nq_instance_free(instance);
}

/* ---- Options ---- */

static void assert_refused(nq_genetic_options genetic, const char *word) {
  nq_instance *instance = nq_instance_new(8);
  nq_solve_options options = make_options(0);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  options.genetic = genetic;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_BAD_VALUE);
  if (strstr(error.message, word) == NULL) fail_msg("no '%s' in: %s", word, error.message);
  nq_instance_free(instance);
}

static void test_wrong_options_are_refused(void **state) {
  (void)state;
  const nq_genetic_options plain = make_options(0).genetic;
  nq_genetic_options genetic = plain;
  genetic.encoding = NQ_ENCODING_ROWS;
  genetic.crossover = NQ_CROSSOVER_PMX;
  assert_refused(genetic, "two-point");
  genetic.encoding = NQ_ENCODING_PERMUTATION;
  genetic.crossover = NQ_CROSSOVER_ONE_POINT;
  assert_refused(genetic, "pmx, order or cycle");
  genetic = plain;
  genetic.selection = (nq_selection)99;
  assert_refused(genetic, "selection");
  genetic = plain;
  genetic.mutation = 1.5;
  assert_refused(genetic, "mutation");
  genetic.mutation = NAN;
  assert_refused(genetic, "mutation");
  genetic = plain;
  genetic.crossover_probability = 2;
  assert_refused(genetic, "crossover probability");
  genetic = plain;
  genetic.population = 1;
  assert_refused(genetic, "population");
  genetic.population = UINT32_MAX;
  assert_refused(genetic, "population");
  genetic.population = 30;
  genetic.elite = 30;
  assert_refused(genetic, "elite");
  genetic.elite = 29;
  genetic.tournament = 31;
  assert_refused(genetic, "tournament");
}

static void test_too_much_memory_is_refused(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(1000000);
  nq_solve_options options = make_options(0);
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  options.genetic.population = 1U << 30;
  assert_int_equal(nq_solve(instance, &options, &board, &result, &error), NQ_NO_MEMORY);
  assert_non_null(strstr(error.message, "population"));
  nq_instance_free(instance);
}

/* ---- Statistics ---- */

#define PATIENCE 60 /* generations without improvement before a restart */

struct trace {
  nq_generation last;
  uint64_t calls;
  uint64_t record, recorded; /* of this restart: the best, and its first generation */
};

static void note(void *context, const nq_generation *generation) {
  struct trace *trace = context;
  const nq_generation *last = &trace->last;
  if (trace->calls > 0 && generation->restart == last->restart) {
    assert_int_equal(generation->generation, last->generation + 1);
    assert_true(generation->best_conflicts <= last->best_conflicts);
  } else {
    if (trace->calls > 0) assert_int_equal(last->generation - trace->recorded, PATIENCE);
    trace->record = UINT64_MAX;
    assert_int_equal(generation->generation, 0);
    assert_int_equal(generation->restart, trace->calls > 0 ? last->restart + 1 : 0);
    assert_true(generation->diversity > 0.8);
  }
  assert_true(trace->calls == 0 || generation->evaluations > last->evaluations);
  assert_true(generation->mean_conflicts >= (double)generation->best_conflicts);
  assert_true(generation->mean_conflicts <= (double)generation->worst_conflicts);
  assert_true(generation->mean_fitness <= generation->best_fitness);
  assert_true(generation->mean_fitness >= generation->worst_fitness - 1e-12);
  assert_true(generation->worst_fitness == 1 / (1 + (double)generation->worst_conflicts));
  nq_check_report checked;
  assert_int_equal(nq_check(generation->rows, generation->n, NULL, &checked, NULL), NQ_OK);
  assert_true(checked.conflicts == generation->best_conflicts);
  assert_true(generation->best_fitness == 1 / (1 + (double)generation->best_conflicts));
  assert_true(generation->diversity >= 0 && generation->diversity <= 1);
  if (generation->best_conflicts < trace->record) {
    trace->record = generation->best_conflicts;
    trace->recorded = generation->generation;
  }
  assert_true(generation->generation - trace->recorded <= PATIENCE);
  trace->last = *generation;
  trace->calls++;
}

static void test_trace_and_counters(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(50);
  for (uint64_t seed = 0; seed < 10; seed++) {
    struct trace trace = {.calls = 0};
    nq_solve_options options = make_options(seed);
    options.genetic.trace = note;
    options.genetic.trace_context = &trace;
    options.genetic.stagnation = PATIENCE;
    nq_board board = {0};
    nq_result result = solve(instance, &options, &board);
    assert_int_equal(result.verdict, NQ_SOLVED);
    assert_int_equal(trace.last.best_conflicts, 0);
    assert_int_equal(trace.last.restart, result.restarts);
    assert_true(counter_of(&result, "generations") == (double)(trace.calls - 1 - result.restarts));
    assert_true(counter_of(&result, "evaluations") == (double)trace.last.evaluations);
    assert_true(counter_of(&result, "population") == 20);
    assert_true(counter_of(&result, "memetic_steps") == 0);
    assert_true(counter_of(&result, "best_conflicts") == 0);
    assert_true(counter_of(&result, "mean_conflicts") == trace.last.mean_conflicts);
    assert_true(counter_of(&result, "diversity") == trace.last.diversity);
    assert_true(result.memory_bytes > 50 * 20 * 20);
    nq_board_release(&board);
  }
  nq_instance_free(instance);
}

struct births {
  bool one_point; /* rows, and a change in at most one column of a child */
  uint64_t copied, born, crossed;
};

static uint64_t conflicts_of(const uint32_t *rows, uint32_t n) {
  nq_check_report checked;
  assert_int_equal(nq_check(rows, n, NULL, &checked, NULL), NQ_OK);
  return checked.conflicts;
}

static void note_birth(void *context, const nq_generation *generation) {
  struct births *births = context;
  const nq_birth *birth = generation->birth;
  uint32_t n = generation->n, changed = 0;
  if (generation->generation == 0) {
    assert_null(birth);
    return;
  }
  assert_non_null(birth);
  for (uint32_t i = 1; i < birth->population && birth->wheel != NULL; i++)
    assert_true(birth->wheel[i] >= birth->wheel[i - 1]);
  births->copied += birth->copied;
  if (birth->copied) return;
  bool two = birth->second != NQ_EMPTY;
  births->born++;
  births->crossed += two;
  assert_true(birth->first < birth->population && (!two || birth->second < birth->population));
  assert_true(conflicts_of(birth->first_rows, n) == birth->conflicts[birth->first]);
  if (two) assert_true(conflicts_of(birth->second_rows, n) == birth->conflicts[birth->second]);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t first = birth->first_rows[i], second = two ? birth->second_rows[i] : first;
    bool inside = i >= birth->from && i < birth->to;
    if (births->one_point) assert_int_equal(birth->crossed_rows[i], inside ? second : first);
    if (!two) assert_int_equal(birth->crossed_rows[i], first);
    changed += birth->crossed_rows[i] != generation->rows[i];
  }
  assert_true(changed <= (births->one_point ? 1 : 2));
}

/* The parents, the cut and the mutation of the best individual of each generation. */
static void test_births(void **state) {
  (void)state;
  static const struct {
    nq_genetic_options with;
    bool one_point;
  } cases[] = {
      {{.preset = NQ_GENETIC_PRESET_AIMA}, true},
      {{.encoding = NQ_ENCODING_ROWS,
        .crossover = NQ_CROSSOVER_ONE_POINT_TWO_SIDED,
        .mutation_unit = NQ_MUTATION_PER_CHILD},
       true},
      {{.crossover = NQ_CROSSOVER_PMX}, false},
      {{.crossover = NQ_CROSSOVER_CYCLE, .selection = NQ_SELECTION_TOURNAMENT}, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_instance *instance = nq_instance_new(12);
    struct births births = {.one_point = cases[i].one_point};
    nq_solve_options options = make_options(i + 1);
    nq_board board = {0};
    options.genetic.preset = cases[i].with.preset;
    options.genetic.encoding = cases[i].with.encoding;
    options.genetic.crossover = cases[i].with.crossover;
    options.genetic.selection = cases[i].with.selection;
    options.genetic.mutation_unit = cases[i].with.mutation_unit;
    if (options.genetic.preset == 0) options.genetic.crossover_probability = 0.7;
    options.genetic.trace = note_birth;
    options.genetic.trace_context = &births;
    options.limits.steps = 3000;
    (void)solve(instance, &options, &board);
    assert_true(births.born > 0 && births.crossed > 0);
    assert_true((births.copied > 0) == (options.genetic.preset == 0));
    nq_board_release(&board);
    nq_instance_free(instance);
  }
}

static void test_memetic_steps_are_told_apart(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(60);
  nq_solve_options options = make_options(3);
  options.genetic.memetic_steps = 2;
  options.genetic.mutation = 0;
  nq_board board = {0};
  nq_result result = solve(instance, &options, &board);
  assert_int_equal(result.verdict, NQ_SOLVED);
  assert_true(result.steps > 0);
  assert_true(counter_of(&result, "memetic_steps") == (double)result.steps);
  nq_board_release(&board);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_small_board),
      cmocka_unit_test(test_larger_boards),
      cmocka_unit_test(test_every_choice_solves),
      cmocka_unit_test(test_instances_are_kept),
      cmocka_unit_test(test_impossible_instances_are_never_solved),
      cmocka_unit_test(test_the_last_queen),
      cmocka_unit_test(test_same_seed_same_board),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_wrong_options_are_refused),
      cmocka_unit_test(test_too_much_memory_is_refused),
      cmocka_unit_test(test_trace_and_counters),
      cmocka_unit_test(test_births),
      cmocka_unit_test(test_limit_of_steps_without_mutation),
      cmocka_unit_test(test_memetic_steps_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
