#include "core/option.h"
#include "experiment/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static nq_variant parsed(const char *text) {
  nq_variant variant;
  nq_error error = {0};
  if (nq_variant_parse(text, &variant, &error) != NQ_OK) fail_msg("%s: %s", text, error.message);
  return variant;
}

static void expect_canonical(const char *text, const char *expected) {
  nq_variant variant;
  nq_error error = {0};
  if (nq_variant_parse(text, &variant, &error) != NQ_OK) fail_msg("%s: %s", text, error.message);
  assert_string_equal(variant.text, expected);
  const char *colon = strchr(expected, ':');
  assert_string_equal(nq_variant_options(&variant), colon != NULL ? colon + 1 : "");
}

/* The message must have all of the words. */
static void expect_refused(const char *text, const char *word, const char *other) {
  nq_variant variant;
  nq_error error = {0};
  assert_int_equal(nq_variant_parse(text, &variant, &error), NQ_BAD_VALUE);
  if (strstr(error.message, word) == NULL || strstr(error.message, other) == NULL)
    fail_msg("%s: the message lacks '%s' or '%s': %s", text, word, other, error.message);
}

static void values_reach_the_options(void **state) {
  (void)state;
  nq_variant variant =
      parsed("min-conflicts:start=random,step=column,restart=luby,walk=0.25,patience=1e3");
  const nq_min_conflicts_options *options = &variant.solve.min_conflicts;
  assert_string_equal(variant.solve.method, "min-conflicts");
  assert_int_equal(options->start, NQ_START_RANDOM);
  assert_int_equal(options->step, NQ_STEP_COLUMN);
  assert_int_equal(options->restart, NQ_RESTART_LUBY);
  assert_true(options->walk == 0.25);
  assert_int_equal(options->patience, 1000);
}

static void what_is_not_said_stays_as_by_default(void **state) {
  (void)state;
  nq_solve_options options;
  nq_solve_options_init(&options);
  nq_variant variant = parsed("min-conflicts:restart=luby");
  const nq_min_conflicts_options *said = &variant.solve.min_conflicts,
                                 *unsaid = &options.min_conflicts;
  assert_int_equal(said->restart, NQ_RESTART_LUBY);
  assert_int_equal(said->start, unsaid->start);
  assert_int_equal(said->step, unsaid->step);
  assert_int_equal(said->patience, unsaid->patience);
  assert_true(said->walk == unsaid->walk);
  assert_int_equal(variant.solve.threads, options.threads);
}

static void equal_variants_have_equal_texts(void **state) {
  (void)state;
  expect_canonical("construct", "construct");
  expect_canonical("min-conflicts", "min-conflicts");
  expect_canonical("min-conflicts:walk=5e-2,start=random", "min-conflicts:start=random,walk=0.05");
  expect_canonical("min-conflicts:start=random,walk=0.050", "min-conflicts:start=random,walk=0.05");
  expect_canonical("min-conflicts:patience=1e6", "min-conflicts:patience=1000000");
  expect_canonical("min-conflicts:patience=1_000_000", "min-conflicts:patience=1000000");
  expect_canonical("min-conflicts:walk=-0", "min-conflicts:walk=0");
  expect_canonical("min-conflicts:walk=0.1", "min-conflicts:walk=0.1");
  expect_canonical("min-conflicts:walk=0.3333333333333333",
                   "min-conflicts:walk=0.3333333333333333");
}

static void genetic_has_all_of_its_options(void **state) {
  (void)state;
  nq_variant variant =
      parsed("genetic:stagnation=7,memetic-steps=2,tournament=4,elite=0,pop=200,mutation=0.04,"
             "crossover-probability=0.8,crossover=pmx,encoding=permutation,power=3,scaling=power,"
             "fitness=pairs,selection=roulette");
  assert_string_equal(nq_variant_options(&variant),
                      "selection=roulette,fitness=pairs,scaling=power,power=3,"
                      "encoding=permutation,crossover=pmx,crossover-probability=0.8,"
                      "mutation=0.04,population=200,elite=0,tournament=4,memetic-steps=2,"
                      "stagnation=7");
  const nq_genetic_options *options = &variant.solve.genetic;
  assert_int_equal(options->selection, NQ_SELECTION_ROULETTE);
  assert_int_equal(options->fitness, NQ_FITNESS_PAIRS);
  assert_int_equal(options->scaling, NQ_SCALING_POWER);
  assert_int_equal(options->power, 3);
  assert_int_equal(options->encoding, NQ_ENCODING_PERMUTATION);
  assert_int_equal(options->crossover, NQ_CROSSOVER_PMX);
  assert_true(options->crossover_probability == 0.8 && options->mutation == 0.04);
  assert_int_equal(options->population, 200);
  assert_int_equal(options->elite, 0);
  assert_int_equal(options->tournament, 4);
  assert_int_equal(options->memetic_steps, 2);
  assert_int_equal(options->stagnation, 7);
  expect_canonical("genetic:pop=50", "genetic:population=50");
  expect_canonical("genetic:pop=4n", "genetic:population=4n");
  expect_canonical("genetic:pop=1e2n,stagnation=none", "genetic:population=100n,stagnation=none");
  assert_int_equal(parsed("genetic:pop=4n").solve.genetic.population, 4 | NQ_TIMES_N);
  expect_refused("genetic:pop=0n", "'0n'", "times n, as in 4n");
  expect_refused("genetic:pop=-4n", "'-4n'", "times n, as in 4n");
  expect_refused("genetic:pop=n", "'n'", "times n, as in 4n");
  expect_refused("genetic:pop=2147483648n", "'2147483648n'", "times n");
  expect_refused("genetic:elite=4n", "'4n'", "0 to");
  expect_refused("genetic:population=50,pop=60", "population", "twice");
  expect_refused("genetic:pop=1", "'1' is out of range", "2 to 1073741824");
  expect_refused("genetic:selection=luck", "'luck'", "roulette, tournament, rank or sus");
}

/* Some do nothing unless another one has a certain value. */
static void options_may_have_no_effect(void **state) {
  (void)state;
  static const struct {
    const char *variant, *option;
    bool effect;
  } cases[] = {
      {"genetic:selection=sus,scaling=power,islands=1", "power", true},
      {"genetic:selection=sus,scaling=none,islands=1", "power", false},
      {"genetic:selection=rank,scaling=power,islands=1", "power", false},
      {"genetic:selection=rank,islands=1", "population", true},
      {"genetic:selection=tournament,islands=2", "migrants", true},
      {"genetic:selection=tournament,islands=1", "migrants", false},
      {"min-conflicts:step=sweep", "ties", true},
      {"min-conflicts:step=swap", "ties", false},
      {"backtracking:preset=textbook", "variable", true},
      {"backtracking", "variable", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_variant variant = parsed(cases[i].variant);
    const nq_option *table = nq_method_option(variant.solve.method, 0),
                    *option = nq_option_find(table, cases[i].option);
    assert_int_equal(nq_option_has_effect(table, option, &variant.solve), cases[i].effect);
  }
}

/* A preset sets what is not given, before it or after it. */
static void presets_set_defaults(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(50);
  const char *const texts[] = {"genetic:preset=textbook,mutation=.01",
                               "genetic:mutation=.01,preset=textbook"};
  for (size_t i = 0; i < 2; i++) {
    nq_solve_options options = parsed(texts[i]).solve;
    assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
    const nq_genetic_options *genetic = &options.genetic;
    assert_true(genetic->mutation == 0.01 && genetic->crossover_probability == 1);
    assert_int_equal(genetic->population, 200);
    assert_int_equal(genetic->encoding, NQ_ENCODING_ROWS);
    assert_int_equal(genetic->fitness, NQ_FITNESS_INVERSE);
    assert_int_equal(genetic->elite, 0);
    assert_true(genetic->stagnation == UINT64_MAX);
  }
  nq_solve_options options = parsed("genetic:preset=aima").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_true(options.genetic.crossover_probability == 0.98 && options.genetic.mutation == 0.1);
  assert_int_equal(options.genetic.mutation_unit, NQ_MUTATION_PER_CHILD);
  options = parsed("min-conflicts:preset=minton").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_int_equal(options.min_conflicts.start, NQ_START_FEWEST);
  assert_int_equal(options.min_conflicts.patience, 5000);
  options = parsed("min-conflicts:patience=3,preset=textbook").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_int_equal(options.min_conflicts.ties, NQ_TIES_HALF);
  assert_int_equal(options.min_conflicts.patience, 3);
  expect_refused("genetic:preset=minton", "'minton'", "textbook or aima");
  expect_refused("min-conflicts:preset=holland", "'holland'", "textbook, minton or aima");
  nq_instance_free(instance);
}

/* Without a preset the defaults are those that the options describe. */
static void defaults_are_resolved(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(99);
  nq_solve_options options = parsed("genetic:islands=4").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_int_equal(options.genetic.population, 80);
  assert_true(options.genetic.mutation == 0.9);
  options = parsed("genetic:encoding=rows").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_true(options.genetic.mutation == 0.01);
  options = parsed("min-conflicts").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_int_equal(options.min_conflicts.step, NQ_STEP_SWAP);
  assert_int_equal(options.min_conflicts.patience, 1000 + 400 * 99);
  options = parsed("typical").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
  assert_int_equal(options.typical.sweeps, 400 + 16000 / 99);
  options.method = "luck";
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_BAD_VALUE);
  options = parsed("backtracking:value=lcv").solve;
  assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_BAD_VALUE);
  nq_instance_free(instance);
}

static void resolved_options_can_be_used(void **state) {
  (void)state;
  static const char *const texts[] = {"min-conflicts", "min-conflicts:step=sweep,patience=3",
                                      "genetic", "genetic:encoding=rows"};
  const uint32_t from[] = {1, 1, NQ_EMPTY, 7, 3, 5, 2, 0};
  nq_instance *instance = nq_instance_new(8);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    nq_solve_options options = parsed(texts[i]).solve;
    uint32_t rows[8], again[8];
    nq_result result;
    options.from = from;
    assert_int_equal(nq_solve_into(instance, &options, rows, &result, NULL), NQ_OK);
    assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
    assert_int_equal(nq_solve_into(instance, &options, again, &result, NULL), NQ_OK);
    assert_memory_equal(rows, again, sizeof rows);
  }
  nq_instance_free(instance);
}

/* A placed queen forbids the squares that it attacks, where there is a table of them. */
static void placed_queens_change_the_steps(void **state) {
  (void)state;
  static const uint32_t sizes[] = {99, 5000};
  for (size_t i = 0; i < 2; i++) {
    nq_instance *instance = nq_instance_new(sizes[i]);
    assert_int_equal(nq_instance_place(instance, 0, 3, NULL), NQ_OK);
    nq_solve_options options = parsed("min-conflicts").solve;
    assert_int_equal(nq_solve_options_resolve(&options, instance, NULL), NQ_OK);
    assert_int_equal(options.min_conflicts.step, i == 0 ? NQ_STEP_COLUMN : NQ_STEP_SWAP);
    nq_instance_free(instance);
  }
}

static void mistakes_are_named_with_what_would_be_right(void **state) {
  (void)state;
  expect_refused("tabu", "'tabu'", "min-conflicts");
  expect_refused("", "''", "construct");
  expect_refused("construct:start=random", "construct has no option 'start'", "min-conflicts");
  expect_refused("construct:speed=3", "construct has no options", "'speed'");
  expect_refused("minconflicts", "'minconflicts'", "did you mean 'min-conflicts'?");
  expect_refused("min-conflicts:wlak=.5", "'wlak'", "did you mean 'walk'?");
  expect_refused("min-conflicts:speed=3", "'speed'", "patience");
  expect_refused("min-conflicts:start=hot", "'hot'", "random, permutation, greedy or fewest");
  expect_refused("min-conflicts:walk=1.5", "'1.5' is out of range", "0 to 1");
  expect_refused("min-conflicts:walk=-0.5", "'-0.5' is out of range", "0 to 1");
  expect_refused("min-conflicts:walk=nan", "'nan' is not a number", "0 to 1");
  expect_refused("min-conflicts:walk=0.1x", "'0.1x' is not a number", "0 to 1");
  expect_refused("min-conflicts:walk=", "'' is not a number", "walk");
  expect_refused("min-conflicts:patience=0", "'0' is out of range", "1 or more");
  expect_refused("min-conflicts:patience=few", "'few' is not a whole number", "patience");
  expect_refused("genetic:start=greedy", "genetic has no option 'start'", "min-conflicts");
  expect_refused("min-conflicts:start", "'start'", "key=value");
  expect_refused("min-conflicts:", "''", "key=value");
  expect_refused("min-conflicts:walk=0.1,", "''", "key=value");
  expect_refused("min-conflicts:walk=0.1,walk=0.2", "walk", "twice");
  char text[600];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = '\0';
  expect_refused(text, "xxx", "too long");
}

/* ---- The tables of the methods ---- */

/* The values that an option describes are those that it takes: the ends of a range, every choice. */
static size_t expect_values(const char *method, const nq_option *option) {
  char values[300], text[400];
  size_t count = 0;
  nq_option_values(option, values, sizeof values);
  for (char *value = values, *next; value != NULL; value = next, count++) {
    next = strpbrk(value, "|.");
    if (next != NULL) {
      *next++ = '\0';
      next += strspn(next, ".|"); /* "1..|none" */
      if (*next == '\0') next = NULL;
    }
    snprintf(text, sizeof text, "%s:%s=%s", method, nq_option_name(option), value);
    expect_canonical(text, text);
  }
  return count;
}

static void options_take_the_values_that_they_describe(void **state) {
  (void)state;
  size_t options = 0;
  for (size_t m = 0; nq_method_name(m) != NULL; m++) {
    const char *method = nq_method_name(m);
    const nq_option *option;
    for (size_t i = 0; (option = nq_method_option(method, i)) != NULL; i++, options++) {
      assert_true(strlen(nq_option_help(option)) > 0);
      if (!nq_option_is_key(option)) continue;
      assert_true(strlen(nq_option_default(option)) > 0);
      assert_true(expect_values(method, option) >= 1);
    }
  }
  assert_in_range(options, 18, 100);
  assert_null(nq_method_option("magic", 0));
  assert_null(nq_method_option("construct", 0));
}

static void choices_are_in_the_order_of_their_enum(void **state) {
  (void)state;
  size_t chosen = 0;
  for (size_t m = 0; nq_method_name(m) != NULL; m++) {
    const nq_option *option;
    for (size_t i = 0; (option = nq_method_option(nq_method_name(m), i)) != NULL; i++) {
      const nq_choice *choice;
      size_t c = 0;
      for (; (choice = nq_option_choice(option, c)) != NULL; c++) {
        assert_int_equal(choice->value, (int)c + 1); /* 0 is AUTO */
        assert_true(strlen(choice->summary) > 0);
      }
      chosen += c > 0;
    }
  }
  assert_int_equal(chosen, 21);
}

static void options_keep_what_a_text_does_not_name(void **state) {
  (void)state;
  nq_solve_options options;
  char text[NQ_VARIANT_TEXT];
  nq_error error = {0};
  nq_solve_options_init(&options);
  nq_solve_options_text(&options, text, sizeof text);
  assert_string_equal(text, "min-conflicts");
  options.genetic.population = 50;
  options.seed = 7;
  assert_int_equal(nq_solve_options_set(&options, "genetic:selection=rank", &error), NQ_OK);
  assert_int_equal(options.seed, 7);
  nq_solve_options_text(&options, text, sizeof text);
  assert_string_equal(text, "genetic:selection=rank,population=50");
  assert_int_equal(nq_solve_options_set(&options, "genetic:population=60", &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "population is given twice"));
  char little[10];
  nq_solve_options_text(&options, little, sizeof little);
  assert_string_equal(little, "genetic:s");
}

/* ---- Every kind of member ---- */

struct members {
  bool flag;
  uint64_t flag64, count64, choice64;
  uint32_t count32;
  double real;
  int choice;
  const char *name, *text;
  nq_option_slice slice;
};

static const char *names(const void *options, size_t i, const char **about) {
  static const char *const known[] = {"one", "two", NULL};
  (void)options;
  *about = NULL;
  return known[i];
}

#define AT(member) offsetof(struct members, member)

static const nq_choice colours[] = {
    {"red", 3, NULL},
    {"blue", 5, NULL},
    {0},
};
static const nq_option kinds[] = {
    {NQ_OPTION_FLAG, "flag", .offset = AT(flag)},
    {NQ_OPTION_FLAG64, "flag64", .offset = AT(flag64)},
    {NQ_OPTION_COUNT32, "count32", .offset = AT(count32), .least = 2, .most = 4000},
    {NQ_OPTION_COUNT64, "count64", .offset = AT(count64), .most = UINT64_MAX},
    {NQ_OPTION_REAL, "real", .offset = AT(real), .least = 1, .most = 9},
    {NQ_OPTION_CHOICE, "choice", .offset = AT(choice), .choices = colours},
    {NQ_OPTION_CHOICE64, "choice64", .offset = AT(choice64), .choices = colours},
    {NQ_OPTION_NAME, "name", .offset = AT(name), .names = names},
    {NQ_OPTION_TEXT, "text", .offset = AT(text)},
    {NQ_OPTION_SLICE, "slice", .offset = AT(slice), .most = 9},
    {0},
};

static void every_kind_is_set_and_written(void **state) {
  (void)state;
  const struct members zero = {0};
  struct members made = {0};
  char text[200];
  nq_error error = {0};
  const char *all = "flag=yes,flag64=yes,count32=4000,count64=18446744073709551614,real=1.5,"
                    "choice=blue,choice64=red";
  assert_int_equal(nq_options_set(kinds, "x", all, &made, &zero, false, &error), NQ_OK);
  assert_true(made.flag);
  assert_int_equal(made.flag64, 1);
  assert_int_equal(made.count32, 4000);
  assert_int_equal(made.choice, 5);
  assert_int_equal(made.choice64, 3);
  nq_options_format(kinds, &made, &zero, text, sizeof text);
  assert_string_equal(text, all);
  assert_int_equal(nq_option_set(nq_option_find(kinds, "name"), "two", &made, &error), NQ_OK);
  assert_string_equal(made.name, "two");
  assert_int_equal(nq_option_set(nq_option_find(kinds, "text"), "any", &made, &error), NQ_OK);
  assert_string_equal(made.text, "any");
  assert_int_equal(nq_option_set(nq_option_find(kinds, "slice"), "8/9", &made, &error), NQ_OK);
  assert_true(made.slice.part == 8 && made.slice.parts == 9);
  assert_null(nq_option_find(kinds, "nothing"));
}

static void nothing_is_clamped(void **state) {
  (void)state;
  static const struct {
    const char *name, *text, *message;
  } wrong[] = {
      {"flag", "perhaps", "flag: 'perhaps' is not known: it must be yes or no"},
      {"count32", "1", "count32: '1' is out of range: it must be 2 to 4000"},
      {"count32", "4001", "count32: '4001' is out of range: it must be 2 to 4000"},
      {"count32", "-3", "count32: '-3' is out of range: it must be 2 to 4000"},
      {"count32", "3x",
       "count32: '3x' is not a whole number: it must be 2 to 4000, as in 1000, 1e3 or 1_000"},
      {"count64", "", "count64: '' is not a whole number: it must be 0 or more, below 2^64"},
      {"real", "0.9", "real: '0.9' is out of range: it must be 1 to 9"},
      {"real", "9.1", "real: '9.1' is out of range: it must be 1 to 9"},
      {"real", "inf", "real: 'inf' is not a number: it must be 1 to 9"},
      {"choice", "green", "choice: 'green' is not known: it must be red or blue"},
      {"slice", "1/10",
       "slice: '1/10' is out of range: it must be K/M, part K of M, K from 0 to M - 1, M from 1 to "
       "9"},
      {"slice", "1-2",
       "slice: '1-2' is not a slice: it must be K/M, part K of M, K from 0 to M - 1, M from 1 to "
       "9"},
      {"name", "three", "name: 'three' is not known: it must be one or two"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    struct members made, before;
    memset(&made, 0, sizeof made);
    memcpy(&before, &made, sizeof made);
    nq_error error = {0};
    const nq_option *option = nq_option_find(kinds, wrong[i].name);
    assert_int_equal(nq_option_set(option, wrong[i].text, &made, &error), NQ_BAD_VALUE);
    assert_string_equal(error.message, wrong[i].message);
    assert_memory_equal(&made, &before, sizeof made);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_reach_the_options),
      cmocka_unit_test(what_is_not_said_stays_as_by_default),
      cmocka_unit_test(equal_variants_have_equal_texts),
      cmocka_unit_test(genetic_has_all_of_its_options),
      cmocka_unit_test(options_may_have_no_effect),
      cmocka_unit_test(presets_set_defaults),
      cmocka_unit_test(defaults_are_resolved),
      cmocka_unit_test(resolved_options_can_be_used),
      cmocka_unit_test(placed_queens_change_the_steps),
      cmocka_unit_test(mistakes_are_named_with_what_would_be_right),
      cmocka_unit_test(options_take_the_values_that_they_describe),
      cmocka_unit_test(choices_are_in_the_order_of_their_enum),
      cmocka_unit_test(options_keep_what_a_text_does_not_name),
      cmocka_unit_test(every_kind_is_set_and_written),
      cmocka_unit_test(nothing_is_clamped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
