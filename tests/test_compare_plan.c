/* Plans of experiments and the labels of their variants. */
#include "experiment/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* ---- Plans ---- */

static void a_plan_runs_every_variant_on_every_n_with_every_seed(void **state) {
  (void)state;
  nq_plan plan = {.first_seed = 7, .seeds = 3, .time_limit = 1};
  assert_int_equal(nq_plan_add_methods(&plan, "min-conflicts,construct", NULL), NQ_OK);
  assert_int_equal(nq_plan_add_variant(&plan, "min-conflicts:walk=0.5", NULL), NQ_OK);
  assert_int_equal(nq_plan_set_sizes(&plan, "1e2,8,16", NULL), NQ_OK);
  assert_int_equal(nq_plan_check(&plan, NULL), NQ_OK);
  assert_int_equal(plan.n_count, 3);
  assert_int_equal(n_of(&plan, 0), 8);
  assert_int_equal(n_of(&plan, 2), 100);
  assert_int_equal(nq_plan_runs(&plan), 27);
  bool seen[3][3][3] = {{{false}}};
  for (uint64_t i = 0; i < 27; i++) {
    nq_plan_run run = nq_plan_get(&plan, i);
    assert_in_range(run.seed, 7, 9);
    assert_false(seen[run.variant][run.question][run.seed - 7]);
    seen[run.variant][run.question][run.seed - 7] = true;
    assert_int_equal(i, ((run.seed - 7) * 3 + run.question) * 3 + run.variant);
    assert_int_equal(run.seed, 7 + i / 9); /* the machine's moods hit all variants alike */
    nq_solve_options options = nq_plan_options(&plan, &run);
    assert_int_equal(options.threads, 1);
    assert_int_equal(options.seed, run.seed);
    assert_true(options.limits.seconds == 1);
    assert_true(options.min_conflicts.walk == (run.variant == 2 ? 0.5 : -1));
  }
  assert_string_equal(nq_variant_options(&plan.variant[2]), "walk=0.5");
  assert_ptr_equal(nq_variant_options(&plan.variant[2]), strchr(plan.variant[2].text, ':') + 1);
  nq_plan_release(&plan);
}

static void ranges_of_sizes(void **state) {
  (void)state;
  static const struct {
    const char *list;
    size_t count;
    uint32_t first, last;
  } cases[] = {{"8..128", 121, 8, 128},      {"8..128:x2", 5, 8, 128},
               {"8..127:x2", 4, 8, 64},      {"8..8", 1, 8, 8},
               {"1e3,5..20:x2", 4, 5, 1000}, {"4..4294967295:x2", 30, 4, 1u << 31}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_plan plan = {0};
    assert_int_equal(nq_plan_set_sizes(&plan, cases[i].list, NULL), NQ_OK);
    assert_int_equal(plan.n_count, cases[i].count);
    assert_int_equal(n_of(&plan, 0), cases[i].first);
    assert_int_equal(n_of(&plan, plan.n_count - 1), cases[i].last);
    nq_plan_release(&plan);
  }
}

static void expect_plan_refused(nq_status status, const nq_error *error, const char *word) {
  assert_int_equal(status, NQ_BAD_VALUE);
  if (strstr(error->message, word) == NULL) fail_msg("lacks '%s': %s", word, error->message);
}

/* ---- Labels ---- */

static void expect_labels(const char *const *texts, const char *const *labels) {
  nq_plan plan = {0};
  nq_error error = {0};
  for (size_t i = 0; texts[i] != NULL; i++)
    if (nq_plan_add_variant(&plan, texts[i], &error) != NQ_OK)
      fail_msg("%s: %s", texts[i], error.message);
  for (size_t i = 0; texts[i] != NULL; i++) assert_string_equal(plan.variant[i].label, labels[i]);
  nq_plan_release(&plan);
}

static void labels_are_made_from_what_differs(void **state) {
  (void)state;
  expect_labels((const char *const[]){"construct", "min-conflicts:start=random", NULL},
                (const char *const[]){"construct", "min-conflicts"});
  expect_labels(
      (const char *const[]){"min-conflicts:start=random,walk=0.1", "min-conflicts:start=random",
                            "min-conflicts:start=random,step=column,walk=0.1", NULL},
      (const char *const[]){"min-conflicts:walk=0.1", "min-conflicts", "min-conflicts #3"});
  expect_labels((const char *const[]){"genetic:selection=rank,population=50",
                                      "genetic:selection=sus,population=50", "genetic", NULL},
                (const char *const[]){"genetic:rank,pop=50", "genetic:sus,pop=50", "genetic"});
}

static void given_labels_stay(void **state) {
  (void)state;
  expect_labels((const char *const[]){"small=genetic:population=10", "genetic:population=20",
                                      "genetic=min-conflicts", NULL},
                (const char *const[]){"small", "genetic #2", "genetic"});
  expect_labels((const char *const[]){"<b>, \"\xc3\xa4\"=genetic", "\xe7\x9a\x87=construct", NULL},
                (const char *const[]){"<b>, \"\xc3\xa4\"", "\xe7\x9a\x87"});
  assert_int_equal(nq_label_columns("a\xc3\xa4\xe7\x9a\x87"), 4);
}

static void bad_labels_are_refused(void **state) {
  (void)state;
  static const char *const bad[] = {
      "=genetic",
      " a=genetic",
      "a =genetic",
      "a\tb=genetic",
      "a\xff=genetic",
      "a\xcc\x81=genetic",
      "1234567890123456789012345=genetic",
      "12345678901234567890\xe7\x9a\x87\xe7\x9a\x87\xe7\x9a\x87=genetic"};
  nq_variant variant;
  nq_error error = {0};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(nq_variant_parse(bad[i], &variant, &error), NQ_BAD_VALUE);
    assert_non_null(strstr(error.message, "a label has 1 to 24 letters, digits"));
  }
  assert_int_equal(nq_variant_parse("123456789012345678901234=genetic", &variant, &error), NQ_OK);
  nq_plan plan = {0};
  assert_int_equal(nq_plan_add_variant(&plan, "a=genetic", &error), NQ_OK);
  expect_plan_refused(nq_plan_add_variant(&plan, "a=construct", &error), &error,
                      "the label 'a' is given twice: for genetic and for construct");
  expect_plan_refused(nq_plan_add_variant(&plan, "b=genetic", &error), &error,
                      "'genetic' is given twice");
  nq_plan_release(&plan);
}

static void bad_plans_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *list, *word;
  } sizes[] = {{"8,x", "'x' is not a whole number"},
               {"8,,16", "'' is not a whole number"},
               {"8,", "''"},
               {"8 ,16", "'8 '"},
               {"3", "'3' is out of range"},
               {"5e9", "4 to 4294967295"},
               {"8,16,8", "twice"},
               {"-8", "'-8'"},
               {"8..", "'' is not a whole number"},
               {"..8", "'' is not a whole number"},
               {"8..x", "'x' is not a whole number"},
               {"3..8", "'3' is out of range"},
               {"8..5e9", "4 to 4294967295"},
               {"16..8", "'16..8' is empty: the smaller size comes first"},
               {"8..16..32", "'16..32' is not a whole number"},
               {"8..32,16", "16 is given twice"}};
  nq_plan plan = {.first_seed = 1, .seeds = 1, .time_limit = 1};
  nq_error error = {0};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    expect_plan_refused(nq_plan_set_sizes(&plan, sizes[i].list, &error), &error, sizes[i].word);
  assert_int_equal(nq_plan_set_sizes(&plan, "8", &error), NQ_OK);
  expect_plan_refused(nq_plan_check(&plan, &error), &error, "a method");
  assert_int_equal(nq_plan_add_variant(&plan, "min-conflicts:walk=0.5", &error), NQ_OK);
  expect_plan_refused(nq_plan_add_variant(&plan, "min-conflicts:walk=5e-1", &error), &error,
                      "'min-conflicts:walk=0.5' is given twice");
  expect_plan_refused(nq_plan_add_methods(&plan, "construct,min-conflicts:walk=0.1", &error),
                      &error, "--method");
  assert_int_equal(nq_plan_add_variant(&plan, "min-conflicts:start=random,step=swap", &error),
                   NQ_OK);
  expect_plan_refused(nq_plan_check(&plan, &error), &error,
                      "min-conflicts:start=random,step=swap: step swap cannot");
  plan.seeds = NQ_PLAN_RUNS_MOST + 1;
  expect_plan_refused(nq_plan_check(&plan, &error), &error, "1000001 runs are too many");
  plan.seeds = 1;
  plan.first_seed = NQ_PLAN_SEED_MOST;
  expect_plan_refused(nq_plan_check(&plan, &error), &error, "below 2^63");
  nq_plan_release(&plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plan_runs_every_variant_on_every_n_with_every_seed),
      cmocka_unit_test(labels_are_made_from_what_differs),
      cmocka_unit_test(given_labels_stay),
      cmocka_unit_test(bad_labels_are_refused),
      cmocka_unit_test(ranges_of_sizes),
      cmocka_unit_test(bad_plans_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
