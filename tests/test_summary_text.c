/* What the text of a summary looks like: figures, ratios, width and length. */
#include "experiment.h"
#include "experiment/summary.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void figures_are_told_in_fitting_units(void **state) {
  (void)state;
  static const struct {
    double value;
    const char *seconds, *count;
  } cases[] = {{0, "0ns", "0"},
               {4.1e-7, "410ns", "4.1e-07"},
               {9.994e-7, "999ns", "9.99e-07"},
               {9.996e-7, "1us", "1e-06"},
               {0.0123, "12.3ms", "0.0123"},
               {9.5, "9.5s", "9.5"},
               {1234, "1234s", "1234"},
               {12345, "12345s", "12.3k"},
               {1630000, "1630000s", "1.63M"},
               {INFINITY, ">lim", ">lim"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(nq_words_seconds(cases[i].value).text, cases[i].seconds);
    assert_string_equal(nq_words_count(cases[i].value).text, cases[i].count);
  }
}

static void ratios_have_three_digits(void **state) {
  (void)state;
  static const struct {
    double ratio;
    const char *text;
  } cases[] = {{1.046, "1.05"}, {2.7, "2.7"},     {47.12, "47.1"},   {998.7, "999"},
               {999.9, "1000"}, {14062, "14100"}, {1.5e8, "1.5e+08"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(nq_words_ratio(cases[i].ratio).text, cases[i].text);
  }
}

static void small_p_are_told_by_a_bound(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  static const struct {
    double p;
    const char *text;
  } cases[] = {{0.8, "A = 0.00, p = 0.8 ("}, {0.012, "p = 0.012"}, {0.001, "p = 0.001"},
               {0.0009, "p < 1e-3"},         {3e-9, "p < 1e-8"},   {0, "p < 1e-300"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_claim claim = {.second = 1, .p = cases[i].p};
    assert_non_null(strstr(nq_words_claim(&made->summary, &claim).text, cases[i].text));
  }
  release(made);
}

/* Fails unless each line takes at most 80 columns; words are separated by single blanks. */
static void expect_80_columns(const char *text) {
  for (const char *end; *text != '\0'; text = end + 1) {
    char line[600];
    end = strchr(text, '\n');
    assert_non_null(end);
    assert_true((size_t)(end - text) < sizeof line);
    memcpy(line, text, (size_t)(end - text));
    line[end - text] = '\0';
    if (nq_label_columns(line) > 80) fail_msg("more than 80 columns: %s", line);
  }
}

static void the_text_fits_80_columns(void **state) {
  (void)state;
  struct experiment *made = make("min-conflicts:start=random,step=column,restart=luby,walk=0.05,"
                                 "patience=123456789",
                                 4);
  char *text = summary_text(made, 0);
  expect_80_columns(text);
  assert_non_null(strstr(text, "min-conflicts #2 = min-conflicts:start=random,"));
  assert_non_null(strstr(text, ">lim"));
  assert_non_null(strstr(text, "4/10"));
  free(text);
  release(made);
}

/* 13 variants with labels as long as may be on 10 sizes up to the largest, or the first of these; the
 * first runs in the time of seed + 1, each other in three times the time of the one before; with
 * turns, every other n has the reverse order. */
static struct experiment *make_large(size_t variants, size_t sizes, bool turns) {
  static const char *const wide = "\xe7\x9a\x87\xe5\x90\x8e\xe7\x9a\x87\xe5\x90\x8e"
                                  "\xe7\x9a\x87\xe5\x90\x8e\xe7\x9a\x87\xe5\x90\x8e"
                                  "\xe7\x9a\x87\xe5\x90\x8e\xe7\x9a\x87\xe5\x90\x8e=construct";
  struct experiment *made = calloc(1, sizeof *made);
  assert_non_null(made);
  made->plan = (nq_plan){.first_seed = 0, .seeds = 20, .time_limit = 123456};
  for (int i = 0; i < 12; i++) {
    char variant[200];
    snprintf(variant, sizeof variant, "A variant of the name %02d=min-conflicts:walk=0.%02d", i,
             i + 10);
    assert_int_equal(nq_plan_add_variant(&made->plan, variant, NULL), NQ_OK);
  }
  assert_int_equal(nq_plan_add_variant(&made->plan, wide, NULL), NQ_OK);
  char list[] = "8,16,32,64,1e3,1e4,1e5,1e6,1e9,4294967295";
  size_t end = strcspn(list, ",");
  for (size_t i = 1; i < sizes; i++) end += 1 + strcspn(list + end + 1, ",");
  list[end] = '\0';
  assert_int_equal(nq_plan_set_sizes(&made->plan, list, NULL), NQ_OK);
  made->store = nq_store_open(NULL, &made->plan, NULL);
  assert_non_null(made->store);
  assert_int_equal(made->plan.n_count, sizes);
  made->plan.variant_count = variants;
  for (size_t variant = 0; variant < variants; variant++)
    for (size_t n = 0; n < sizes; n++)
      for (uint64_t seed = 0; seed < 20; seed++) {
        nq_plan_run run = {.variant = variant, .question = n, .seed = seed};
        double seconds = 0.6234567 * (double)(seed + 1) *
                         pow(3, (double)(turns && n % 2 == 1 ? 12 - variant : variant));
        bool solved = seconds < 123456;
        const nq_attempt attempt = {.result = {.verdict = solved ? NQ_SOLVED : NQ_UNKNOWN,
                                               .steps = 1234567 * seed,
                                               .seconds_total = solved ? seconds : 123456},
                                    .outcome = solved ? NQ_OUTCOME_SOLVED : NQ_OUTCOME_TIME};
        assert_int_equal(nq_store_add(made->store, &made->plan, &run, &attempt, NULL), NQ_OK);
      }
  assert_int_equal(nq_summary_init(&made->summary, &made->plan, made->store, NULL), NQ_OK);
  return made;
}

static void many_variants_with_long_labels_fit(void **state) {
  (void)state;
  struct experiment *made = make_large(13, 10, false);
  char *text = summary_text(made, 0);
  expect_80_columns(text);
  assert_int_equal(nq_label_columns(made->plan.variant[12].label), 24);
  assert_non_null(
      strstr(text, "n = 8 to 4294967295: A variant of the name 00, 3 times as fast as the next"));
  assert_non_null(strstr(text,
                         "\nA variant of the name 00 is 3 times as fast as A variant of the name "
                         "01 at n =\n    4294967295 (95 % interval "));
  free(text);
  release(made);
}

static size_t lines_of_findings(size_t variants, size_t sizes, bool turns) {
  struct experiment *made = make_large(variants, sizes, turns);
  char *text = summary_text(made, 0);
  const char *holds = strstr(text, "\nWhat holds: ");
  size_t lines = 0;
  assert_non_null(holds);
  assert_non_null(strstr(holds, "\nThe fastest, "));
  assert_non_null(strstr(holds, "\n\nA variant of the name "));
  for (holds++; *holds != '\0'; holds++) lines += *holds == '\n';
  expect_80_columns(text);
  free(text);
  release(made);
  return lines;
}

/* All labels are as long as may be. */
static void what_holds_takes_a_screen(void **state) {
  (void)state;
  assert_in_range(lines_of_findings(2, 1, false), 6, 24);
  assert_in_range(lines_of_findings(5, 4, false), 14, 24);
  assert_in_range(lines_of_findings(5, 6, false), 14, 24);
  assert_in_range(lines_of_findings(5, 6, true), 14, 24);
}

/* A cell without runs is listed, and no claim is made about it. */
static void an_unfinished_experiment_says_so(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  nq_summary_release(&made->summary);
  assert_int_equal(nq_plan_add_variant(&made->plan, "min-conflicts:walk=0.5", NULL), NQ_OK);
  assert_int_equal(nq_summary_init(&made->summary, &made->plan, made->store, NULL), NQ_OK);
  assert_int_equal(made->summary.claims, 2); /* of the three pairs on each of two n */
  made->plan.step_limit = 500;
  char *text = summary_text(made, 0);
  assert_non_null(strstr(text, "\n 10  min-conflicts:walk=0.5  no run\n"));
  assert_non_null(strstr(text, "\n100  min-conflicts:walk=0.5  no run\n"));
  assert_non_null(strstr(text, "Runs: only 40 of 60, seeds 0 to 9"));
  assert_non_null(strstr(text, "at most 2 seconds or 500 steps each"));
  free(text);
  release(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures_are_told_in_fitting_units),
      cmocka_unit_test(ratios_have_three_digits),
      cmocka_unit_test(small_p_are_told_by_a_bound),
      cmocka_unit_test(the_text_fits_80_columns),
      cmocka_unit_test(many_variants_with_long_labels_fit),
      cmocka_unit_test(what_holds_takes_a_screen),
      cmocka_unit_test(an_unfinished_experiment_says_so),
  };
  return cmocka_run_group_tests_name("summary_text", tests, NULL, NULL);
}
