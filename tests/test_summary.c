#include "experiment.h"
#include "experiment/summary.h"

#include <jansson.h>
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

static void assert_close(double value, double expected) {
  if (!(fabs(value - expected) <= 1e-9 * fabs(expected)))
    fail_msg("%.17g, expected %.17g", value, expected);
}

static void cells_have_quartiles_and_scores(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  const nq_cell *all = nq_summary_cell(&made->summary, 0, 1);
  assert_int_equal(all->count, 10);
  assert_int_equal(all->solved, 10);
  assert_close(all->measure[NQ_SECONDS].quartile[NQ_MEDIAN], 550e-6);
  assert_close(all->measure[NQ_SECONDS].quartile[NQ_LOWER_QUARTILE], 300e-6);
  assert_close(all->measure[NQ_SECONDS].quartile[NQ_UPPER_QUARTILE], 800e-6);
  assert_close(all->measure[NQ_STEPS].quartile[NQ_MEDIAN], 10);
  assert_close(all->par2, 550e-6);
  const nq_cell *some = nq_summary_cell(&made->summary, 1, 1);
  assert_int_equal(some->solved, 4);
  assert_close(some->measure[NQ_SECONDS].quartile[NQ_LOWER_QUARTILE], 0.12);
  assert_true(isinf(some->measure[NQ_SECONDS].quartile[NQ_MEDIAN]));
  assert_close(some->par2, (0.04 + 0.08 + 0.12 + 0.16 + 6 * 4) / 10);
  nq_interval share = nq_wilson_interval(4, 10);
  assert_close(some->solved_share.low, share.low);
  release(made);
}

static void intervals_hold_their_quartile(void **state) {
  (void)state;
  struct experiment *made = make("construct", 7);
  for (size_t i = 0; i < 4; i++)
    for (size_t kind = 0; kind < NQ_MEASURES; kind++)
      for (size_t j = 0; j < NQ_QUARTILES; j++) {
        const nq_measure *measure = &made->summary.cell[i].measure[kind];
        assert_true(measure->interval[j].low <= measure->quartile[j]);
        assert_true(measure->interval[j].high >= measure->quartile[j]);
        assert_true(measure->interval[j].low < measure->interval[j].high);
      }
  release(made);
}

static void claims_name_the_faster_one(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  assert_int_equal(made->summary.claims, 2);
  /* The slowest of one beats the fastest of the other: 2 of the C(20, 10) orders are as extreme.
   * It is the larger p of the two, which Holm leaves as it is. */
  nq_words words = nq_words_claim(&made->summary, &made->summary.claim[0]);
  assert_string_equal(words.text, "min-conflicts is 40 times as fast as construct at n = 10 "
                                  "(95 % interval 20 to 85): A = 1.00, p < 1e-4 (Mann-Whitney)");
  assert_close(made->summary.claim[0].p, 2.0 / 184756);
  words = nq_words_claim(&made->summary, &made->summary.claim[1]);
  assert_non_null(strstr(words.text, "(log-rank)"));
  assert_true(nq_claim_holds(&made->summary.claim[1]));
  release(made);
}

/* scipy.stats.bootstrap gives [18.5, 86.7] for the ratio of medians.  Of 10 runs with a median beyond the
 * limit of 2 s, 4 took .4 s together: a mean of 1.24 s, against 550 us;
 * the interval of scipy is [1122, 3863]. */
static void claims_say_by_what_factor(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  const nq_claim *claim = &made->summary.claim[0];
  assert_close(claim->ratio.value, 40);
  assert_true(claim->ratio.interval.low >= 18 && claim->ratio.interval.low <= 20);
  assert_true(claim->ratio.interval.high >= 85 && claim->ratio.interval.high <= 88);
  assert_true(claim->horizon == 0);
  claim = &made->summary.claim[1];
  assert_close(claim->horizon, 2);
  assert_close(claim->ratio.value, 1.24 / 550e-6);
  assert_true(claim->ratio.interval.low > 1080 && claim->ratio.interval.low < 1170);
  assert_true(claim->ratio.interval.high > 3750 && claim->ratio.interval.high < 3980);
  nq_words words = nq_words_factor(&made->summary, claim, true);
  assert_non_null(strstr(words.text,
                         "min-conflicts is at least 2250 times as fast as construct at n = 100 "
                         "(95 % interval "));
  assert_non_null(strstr(words.text, ", of means within 2s; A = 1.00)"));
  char *tables = summary_text(made, 0);
  assert_non_null(
      strstr(tables, "\nn = 10: min-conflicts, 40 times as fast as construct (20 to 85)\n"));
  assert_non_null(
      strstr(tables, "\n\nmin-conflicts is at least 2250 times as fast as construct at "));
  assert_non_null(strstr(tables, "min-conflicts    1-0    1-0\nconstruct        0-1    0-1\n"));
  free(tables);
  release(made);
}

/* Nothing is said to be the fastest that does not beat each other. */
static void the_fastest_beats_all_others(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  assert_ptr_equal(nq_summary_fastest(&made->summary, 0), &made->summary.claim[0]);
  assert_ptr_equal(nq_summary_claim(&made->summary, 1, 0, 1), &made->summary.claim[1]);
  assert_null(nq_summary_claim(&made->summary, 1, 1, 1));
  assert_int_equal(nq_summary_power(&made->summary).decided, 2);
  made->summary.claim[0].p = made->summary.claim[1].p = 0.5;
  assert_null(nq_summary_fastest(&made->summary, 0));
  assert_true(nq_summary_is_unbeaten(&made->summary, 1, 0));
  char *text = summary_text(made, 0);
  assert_non_null(strstr(text, "0 of 2 pairs decided: with 10 runs of each only differences with A "
                               "of 0.80 and\n    more are sure to show"));
  assert_non_null(strstr(text, "\nn = 10: not decided between min-conflicts and construct\n"));
  assert_non_null(strstr(
      text, "\nAt n = 10 to 100 no difference is shown between min-conflicts and construct.\n"));
  free(text);
  release(made);
}

/* Two that are equally fast do not silence the sentence about the third. */
static void an_answer_names_those_that_lead_together(void **state) {
  (void)state;
  struct experiment *made = make("construct", 10);
  nq_words words = nq_words_answer(&made->summary);
  assert_string_equal(words.text,
                      "min-conflicts is at least 40 times as fast as construct at n = 10 to 100");
  words = nq_words_failures(&made->summary);
  assert_string_equal(words.text, "");
  nq_summary_release(&made->summary);
  assert_int_equal(nq_plan_add_variant(&made->plan, "twin=min-conflicts:walk=0.5", NULL), NQ_OK);
  for (size_t n = 0; n < 2; n++)
    for (uint64_t seed = 0; seed < made->plan.seeds; seed++) {
      nq_plan_run run = {.variant = 2, .question = n, .seed = seed};
      const nq_attempt attempt = {
          .result = {.verdict = NQ_SOLVED,
                     .seconds_total = 1e-6 * (double)((seed + 1) * n_of(&made->plan, n))},
          .outcome = NQ_OUTCOME_SOLVED};
      assert_int_equal(nq_store_add(made->store, &made->plan, &run, &attempt, NULL), NQ_OK);
    }
  assert_int_equal(nq_summary_init(&made->summary, &made->plan, made->store, NULL), NQ_OK);
  assert_null(nq_summary_fastest(&made->summary, 1));
  words = nq_words_answer(&made->summary);
  assert_string_equal(words.text,
                      "min-conflicts and twin are at least 40 times as fast as construct at n "
                      "= 10 to 100; between the two no difference is shown");
  for (size_t i = 0; i < made->summary.claims; i++)
    if (made->summary.claim[i].n == 0) made->summary.claim[i].p = 0.5;
  words = nq_words_answer(&made->summary); /* of the largest n */
  assert_string_equal(words.text,
                      "min-conflicts and twin are at least 400 times as fast as construct at "
                      "n = 100; between the two no difference is shown");
  release(made);
}

static void claims_do_not_depend_on_the_order_of_variants(void **state) {
  (void)state;
  struct experiment *one = make_with("construct", 4, 0), *two = make_with("construct", 4, 1);
  for (size_t i = 0; i < 2; i++) {
    const nq_claim *a = &one->summary.claim[i], *b = &two->summary.claim[i];
    assert_int_equal(a->first, 0);
    assert_int_equal(b->first, 1);
    assert_int_equal(b->second, 0);
    assert_close(b->a, a->a);
    assert_close(b->p, a->p);
    assert_false(b->mixed);
  }
  release(one);
  release(two);
}

static void claims_that_do_not_hold_say_so(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  nq_claim claim = {.first = 1, .second = 0, .n = 0, .a = 0.53, .p = 0.8};
  nq_words words = nq_words_claim(&made->summary, &claim);
  assert_string_equal(words.text,
                      "no difference shown between construct and min-conflicts at n = 10: "
                      "A = 0.53, p = 0.8 (Mann-Whitney)");
  claim = (nq_claim){.n = 1, .first = 0, .second = 1, .a = 0.6, .p = 0.01, .mixed = true};
  assert_false(nq_claim_holds(&claim));
  words = nq_words_claim(&made->summary, &claim);
  assert_non_null(strstr(words.text, "neither is the faster one throughout"));
  claim = (nq_claim){.n = 1, .first = 1, .second = 1, .a = 0.5, .p = 1, .censored = true};
  made->summary.cell[3].solved = 0;
  words = nq_words_claim(&made->summary, &claim);
  assert_string_equal(words.text, "neither construct nor construct solved a run at n = 100");
  release(made);
}

static void the_exponent_is_fitted_where_the_median_is_known(void **state) {
  (void)state;
  struct experiment *made = make("construct", 10);
  assert_int_equal(made->summary.fit[0].points, 2);
  assert_close(made->summary.fit[0].exponent, 1);
  assert_close(made->summary.fit[1].exponent, 2);
  assert_true(made->summary.fit[1].interval.low < 2 && made->summary.fit[1].interval.high > 2);
  release(made);
  made = make("construct", 4);
  assert_int_equal(made->summary.fit[1].points, 0);
  release(made);
}

/* ---- Words ---- */

static void the_json_has_every_cell_and_claim(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  char *text = summary_text(made, 1);
  json_t *object = json_loads(text, 0, NULL);
  assert_non_null(object);
  assert_int_equal(json_array_size(json_object_get(object, "cells")), 4);
  assert_int_equal(json_array_size(json_object_get(object, "claims")), 2);
  const json_t *last = json_array_get(json_object_get(object, "cells"), 3);
  assert_string_equal(json_string_value(json_object_get(last, "variant")), "construct");
  assert_int_equal(json_integer_value(json_object_get(last, "solved")), 4);
  const json_t *median = json_object_get(json_object_get(last, "seconds"), "median");
  assert_true(json_is_null(json_object_get(median, "value")));
  json_decref(object);
  free(text);
  release(made);
}

/* ---- CSV ---- */

static char *csv_cell(const char *text) {
  char *cell = NULL;
  size_t size;
  FILE *stream = open_memstream(&cell, &size);
  assert_non_null(stream);
  nq_csv_write_cell(text, stream);
  fclose(stream);
  return cell;
}

/* Write errors are reported by the stream's owner, who knows the file. */
static void a_full_disk_is_no_lack_of_memory(void **state) {
  (void)state;
  nq_error error = {0};
  FILE *full = fopen("/dev/full", "w");
  if (full == NULL) skip();
  setvbuf(full, NULL, _IONBF, 0);
  struct experiment *made = make("construct", 4);
  assert_int_equal(nq_summary_write_json(&made->summary, full, &error), NQ_OK);
  assert_true(ferror(full));
  fclose(full);
  release(made);
}

static void csv_cells_are_quoted_and_no_formulas(void **state) {
  (void)state;
  static const char *const cases[][2] = {{"plain", "plain"},
                                         {"", ""},
                                         {"a,b", "\"a,b\""},
                                         {"say \"x\"", "\"say \"\"x\"\"\""},
                                         {"two\nlines", "\"two\nlines\""},
                                         {"=1+1", "\"'=1+1\""},
                                         {"+1", "\"'+1\""},
                                         {"-1", "\"'-1\""},
                                         {"@x", "\"'@x\""},
                                         {"\tx", "\"'\tx\""},
                                         {"\033[31m\177", "?[31m?"},
                                         {"\302\233m \233 \303\233", "\302?m ? \303\233"},
                                         {"1=1", "1=1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *cell = csv_cell(cases[i][0]);
    assert_string_equal(cell, cases[i][1]);
    free(cell);
  }
}

/* Three instances of two families: times of the first variant, then of the second; 0: not solved. */
static void instances_have_groups_and_a_virtual_best_solver(void **state) {
  (void)state;
  static const double times[2][3] = {{1, 3, 0}, {2, 0, 4}};
  nq_plan plan = {.first_seed = 5, .seeds = 1, .time_limit = 10};
  nq_plan_add_methods(&plan, "construct,min-conflicts", NULL);
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(nq_plan_add_instance(&plan, i == 0 ? "a" : "b", i < 2 ? "one" : "two",
                                          NQ_KNOWN_NOTHING, nq_instance_new(8 + (uint32_t)i), NULL),
                     NQ_OK);
  assert_int_equal(nq_plan_groups(&plan), 3);
  nq_store *store = nq_store_open(NULL, &plan, NULL);
  for (uint64_t i = 0; i < nq_plan_runs(&plan); i++) {
    nq_plan_run run = nq_plan_get(&plan, i);
    double time = times[run.variant][run.question];
    const nq_attempt attempt = {.result = {.seconds_total = time > 0 ? time : 0.5},
                                .outcome = time > 0 ? NQ_OUTCOME_PROVED : NQ_OUTCOME_WRONG};
    assert_int_equal(nq_store_add(store, &plan, &run, &attempt, NULL), NQ_OK);
  }
  nq_summary summary;
  assert_int_equal(nq_summary_init(&summary, &plan, store, NULL), NQ_OK);
  const nq_cell *one = nq_summary_cell(&summary, 1, 0), *all = nq_summary_cell(&summary, 0, 2);
  assert_true(one->count == 2 && one->solved == 1 && one->par2 == 11);
  assert_true(all->count == 3 && all->solved == 2 && all->outcomes[NQ_OUTCOME_WRONG] == 1);
  assert_true(all->measure[NQ_SECONDS].sorted[2].value == 10); /* it gave up */
  const nq_best best = summary.best;
  const nq_addition *adds = summary.adds;
  assert_true(best.runs == 3 && best.solved == 3 && best.par2 == 8. / 3);
  assert_true(adds[0].fastest == 2 && adds[0].alone == 1 && adds[0].par2 == 26. / 3);
  assert_true(adds[1].fastest == 1 && adds[1].alone == 1 && adds[1].par2 == 8);
  assert_true(nq_summary_time(&summary, 1, 2) == 4 && isinf(nq_summary_time(&summary, 1, 1)));
  nq_summary_release(&summary);
  nq_store_close(store);
  nq_plan_release(&plan);
}

static void the_csv_has_a_line_for_each_run(void **state) {
  (void)state;
  struct experiment *made = make("construct", 4);
  char *text = summary_text(made, 2);
  size_t lines = 0;
  for (const char *end = text; (end = strstr(end, "\r\n")) != NULL; end += 2) lines++;
  assert_int_equal(lines, 41);
  assert_int_equal(strncmp(text, "label,method,options,n,seed,verdict,", 36), 0);
  assert_non_null(strstr(text, "\r\nconstruct,construct,,100,9,unknown,time,,19,,0,0,2,0,0,{},,,"));
  free(text);
  release(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cells_have_quartiles_and_scores),
      cmocka_unit_test(intervals_hold_their_quartile),
      cmocka_unit_test(claims_name_the_faster_one),
      cmocka_unit_test(claims_say_by_what_factor),
      cmocka_unit_test(the_fastest_beats_all_others),
      cmocka_unit_test(an_answer_names_those_that_lead_together),
      cmocka_unit_test(claims_do_not_depend_on_the_order_of_variants),
      cmocka_unit_test(claims_that_do_not_hold_say_so),
      cmocka_unit_test(the_exponent_is_fitted_where_the_median_is_known),
      cmocka_unit_test(the_json_has_every_cell_and_claim),
      cmocka_unit_test(a_full_disk_is_no_lack_of_memory),
      cmocka_unit_test(csv_cells_are_quoted_and_no_formulas),
      cmocka_unit_test(instances_have_groups_and_a_virtual_best_solver),
      cmocka_unit_test(the_csv_has_a_line_for_each_run),
  };
  return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
