/* src/generate/generate and describe: the tables of kinds and parameters, refused runs, items in
 * words. */
#include "generate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* ---- The tables ---- */

static void kinds_are_found_by_their_names(void **state) {
  (void)state;
  size_t kinds = 0;
  uint32_t taken = 0;
  for (const nq_generate_kind *kind; (kind = nq_generate_kind_at(kinds)) != NULL; kinds++) {
    assert_ptr_equal(nq_generate_kind_by_name(kind->name), kind);
    assert_true(kind->summary[0] != '\0');
    assert_true(kind->instances || !kind->placed);
    taken |= kind->parameters;
  }
  assert_int_equal(kinds, 17);
  assert_int_equal(taken, (1U << NQ_GENERATE_PARAMETERS) - 1);
  assert_null(nq_generate_kind_at(SIZE_MAX));
  assert_null(nq_generate_kind_by_name("solve"));
  assert_null(nq_generate_kind_by_name(""));
  assert_null(nq_generate_kind_by_name(NULL));
  for (unsigned i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    const nq_option *option = nq_generate_option((nq_generate_parameter)i);
    assert_true(nq_option_name(option)[0] != '\0' && nq_option_help(option)[0] != '\0');
    const nq_choice *choice;
    for (size_t c = 0; (choice = nq_option_choice(option, c)) != NULL; c++)
      assert_int_equal(choice->value, (int)c); /* its place is its value */
  }
  assert_null(nq_generate_option(NQ_GENERATE_PARAMETERS));
}

/* ---- Refused ---- */

static void expect_refused(const nq_generate_options *options, const char *message) {
  nq_error error = {0};
  assert_int_equal(try_run(options, NULL, NULL, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, message);
}

static void options_out_of_range_are_refused(void **state) {
  (void)state;
  nq_generate_options options = options_for("solve", 8, 1);
  expect_refused(&options, "there is no kind 'solve'");
  options.kind = NULL;
  expect_refused(&options, "there is no kind ''");
  options = options_for("solved", 0, 1);
  expect_refused(&options, "n must be at least 1");
  options = options_for("solved", 8, 1);
  options.threads = 0;
  expect_refused(&options, "threads must be at least 1");
  options = options_for("solved", 8, 1);
  options.seconds = -1;
  expect_refused(&options, "the time limit must not be negative");
  options.seconds = (double)NAN;
  expect_refused(&options, "the time limit must not be negative");
}

/* The last index is 2^32 - 1. */
static void indices_end_at_32_bits(void **state) {
  (void)state;
  nq_generate_options options = options_for("random", 8, 1);
  options.first = UINT32_MAX;
  run_all(&options, NULL, NULL);
  options.count = 2;
  expect_refused(&options, "indices must be below 2^32");
  options.first++;
  options.count = 0;
  expect_refused(&options, "indices must be below 2^32");
  options.first = 5;
  options.count = UINT64_MAX;
  expect_refused(&options, "indices must be below 2^32");
  options.count = 0;
  run_all(&options, NULL, NULL);
}

static void values_are_those_of_the_kind(void **state) {
  (void)state;
  static const struct {
    const char *kind;
    nq_generate_parameter parameter;
    uint64_t value;
    const char *message; /* NULL: accepted */
  } cases[] = {
      {"solved", NQ_GENERATE_UNIFORM, 1, NULL},
      {"solved", NQ_GENERATE_UNIFORM, 2, "uniform: 2 is out of range: it must be 0 to 1"},
      {"solved", NQ_GENERATE_CONFLICTS, 1,
       "the kind solved has no parameter 'conflicts': it is one of near"},
      {"random", NQ_GENERATE_FAULT, 0,
       "the kind random has no parameter 'fault': it is one of corrupt"},
      {"symmetric", NQ_GENERATE_TURN, 1, NULL},
      {"symmetric", NQ_GENERATE_TURN, 2, "turn: 2 is out of range: it must be 0 to 1"},
      {"corrupt", NQ_GENERATE_FAULT, 4, NULL},
      {"corrupt", NQ_GENERATE_FAULT, 5, "fault: 5 is out of range: it must be 0 to 4"},
      {"hard", NQ_GENERATE_FAMILY, 3, "family: 3 is out of range: it must be 0 to 2"},
      {"blocked", NQ_GENERATE_LEAST, 13, "least: a line of n = 12 has no 13 squares"},
      {"blocked", NQ_GENERATE_BLOCKS, 145, "blocks: 145 is out of range: it must be 0 to 144"},
      {"completion", NQ_GENERATE_PLACED, 13, "placed: 13 is out of range: it must be 0 to 12"},
      {"diagonals", NQ_GENERATE_DIAGONALS, 47, "diagonals: 47 is out of range: it must be 0 to 46"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_generate_options options = options_for(cases[i].kind, 12, 1);
    options.value[cases[i].parameter] = cases[i].value;
    if (cases[i].message == NULL)
      run_all(&options, NULL, NULL);
    else
      expect_refused(&options, cases[i].message);
  }
}

/* Each kind has its largest n. */
static void boards_too_large_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *kind;
    uint32_t n;
    const char *message;
  } cases[] = {
      {"corrupt", UINT32_C(1) << 31, "n = 2147483648 is over 2147483647"},
      {"blocked", 4097, "n = 4097 is over 4096, the most for this kind"},
      {"diagonals", 16385, "n = 16385 is over 16384, the most for this kind"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_generate_options options = options_for(cases[i].kind, cases[i].n, 1);
    nq_error error = {0};
    assert_int_equal(try_run(&options, NULL, NULL, &error), NQ_UNSUPPORTED);
    assert_string_equal(error.message, cases[i].message);
  }
}

/* ---- The run ---- */

static bool stop_at_third(void *context, const nq_generated *item) {
  uint64_t *seen = context;
  assert_int_equal(item->index, *seen);
  return ++*seen < 3;
}

/* The visitor ends a run, and so does the clock, before an item is started. */
static void a_run_ends_when_it_is_told(void **state) {
  (void)state;
  for (unsigned threads = 1; threads <= 3; threads++) {
    uint64_t seen = 0;
    nq_generate_options options = options_for("permutation", 8, 1);
    options.count = 1000;
    options.threads = threads;
    options.context = &seen;
    assert_int_equal(nq_generate(&options, stop_at_third, NULL), NQ_END);
    assert_int_equal(seen, 3);
    options.seconds = 1e-12;
    seen = 0;
    assert_int_equal(nq_generate(&options, stop_at_third, NULL), NQ_END);
    assert_int_equal(seen, 0);
  }
}

/* ---- In words ---- */

static void keep_text(const nq_generated *item, void *context) {
  nq_generated_describe(item, context, 400);
}

static void expect_words(const nq_generate_options *options, const char *words) {
  char text[400] = "";
  run_all(options, keep_text, text);
  assert_string_equal(text, words);
}

static void items_are_told_in_words(void **state) {
  (void)state;
  nq_generate_options options = options_for("solved", 8, 3);
  expect_words(&options, "kind=solved n=8 seed=3 index=0 uniform=no answer=valid conflicts=0");
  options.value[NQ_GENERATE_UNIFORM] = 1;
  options.first = 7;
  expect_words(&options, "kind=solved n=8 seed=3 index=7 uniform=yes answer=valid conflicts=0");
  options = options_for("near", 20, 1);
  options.value[NQ_GENERATE_CONFLICTS] = 2;
  char text[400];
  run_all(&options, keep_text, text);
  assert_non_null(
      strstr(text, "kind=near n=20 seed=1 index=0 answer=invalid conflicts=2 (columns "));
  options = options_for("unique", 6, 1);
  run_all(&options, keep_text, text);
  assert_string_equal(text, "kind=unique n=6 seed=1 index=0 answer=solvable solutions=1");
  options = options_for("symmetric", 12, 1);
  options.value[NQ_GENERATE_TURN] = 1;
  expect_words(&options, "kind=symmetric n=12 seed=1 index=0 turn=90 answer=valid conflicts=0");
  options = options_for("completion", 30, 1);
  options.value[NQ_GENERATE_PLACED] = 3;
  expect_words(&options, "kind=completion n=30 seed=1 index=0 placed=3 answer=unknown");
  options.value[NQ_GENERATE_VERDICT] = 1;
  expect_words(&options, "kind=completion n=30 seed=1 index=0 placed=3 answer=solvable");
  options = options_for("unsolvable", 8, 2);
  options.value[NQ_GENERATE_REASON] = 1;
  run_all(&options, keep_text, text);
  assert_non_null(strstr(text, " reason=blocked answer=unsolvable ("));
}

static void keep_item(const nq_generated *item, void *context) {
  char whole[200];
  (void)context;
  nq_generated_describe(item, whole, sizeof whole);
  size_t length = strlen(whole);
  for (size_t size = 1; size <= length + 1; size++) {
    char part[201];
    memset(part, '#', sizeof part);
    nq_generated_describe(item, part, size);
    assert_int_equal(strlen(part), size - 1);
    assert_memory_equal(part, whole, size - 1);
    assert_int_equal(part[size], '#');
  }
  char none = '#';
  nq_generated_describe(item, &none, 0);
  assert_int_equal(none, '#');
}

/* To the last character that fits, and never past the end. */
static void words_are_cut_off_at_their_size(void **state) {
  (void)state;
  nq_generate_options options = options_for("corrupt", 12, 1);
  options.count = 5;
  run_all(&options, keep_item, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_are_found_by_their_names),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(indices_end_at_32_bits),
      cmocka_unit_test(values_are_those_of_the_kind),
      cmocka_unit_test(boards_too_large_are_refused),
      cmocka_unit_test(a_run_ends_when_it_is_told),
      cmocka_unit_test(items_are_told_in_words),
      cmocka_unit_test(words_are_cut_off_at_their_size),
  };
  return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
