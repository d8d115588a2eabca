/* Shared by the tests of summary and report: an experiment with known results. */
#ifndef NQ_TESTS_EXPERIMENT_H
#define NQ_TESTS_EXPERIMENT_H

#include "experiment/summary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* Two variants on n = 10 and 100 with 10 seeds each.  The fast one takes (seed + 1) n microseconds
 * and always solves; the other takes 4 (seed + 1) n^2 and solves only the first `solved` seeds of
 * n = 100, the others stopping at the limit. */
struct experiment {
  size_t fast;
  nq_plan plan;
  nq_store *store;
  nq_summary summary;
};

static inline void add_runs(struct experiment *made, size_t variant, size_t n, uint64_t solved) {
  double size = n_of(&made->plan, n);
  for (uint64_t seed = 0; seed < made->plan.seeds; seed++) {
    nq_plan_run run = {.variant = variant, .question = n, .seed = seed};
    double micro = (double)(seed + 1) * (variant == made->fast ? size : 4 * size * size);
    const nq_attempt attempt = {
        .result = {.verdict = seed < solved ? NQ_SOLVED : NQ_UNKNOWN,
                   .steps = 2 * seed + 1,
                   .seconds_total = seed < solved ? 1e-6 * micro : made->plan.time_limit},
        .outcome = seed < solved ? NQ_OUTCOME_SOLVED : NQ_OUTCOME_TIME};
    assert_int_equal(nq_store_add(made->store, &made->plan, &run, &attempt, NULL), NQ_OK);
  }
}

static inline struct experiment *make_with(const char *second, uint64_t solved, size_t fast) {
  struct experiment *made = calloc(1, sizeof *made);
  assert_non_null(made);
  made->fast = fast;
  made->plan = (nq_plan){.first_seed = 0, .seeds = 10, .time_limit = 2};
  nq_plan_add_variant(&made->plan, "min-conflicts", NULL);
  nq_plan_add_variant(&made->plan, second, NULL);
  nq_plan_set_sizes(&made->plan, "10,100", NULL);
  made->store = nq_store_open(NULL, &made->plan, NULL);
  assert_non_null(made->store);
  add_runs(made, fast, 0, 10);
  add_runs(made, fast, 1, 10);
  add_runs(made, 1 - fast, 0, 10);
  add_runs(made, 1 - fast, 1, solved);
  assert_int_equal(nq_summary_init(&made->summary, &made->plan, made->store, NULL), NQ_OK);
  return made;
}

static inline struct experiment *make(const char *second, uint64_t solved) {
  return make_with(second, solved, 0);
}

static inline void release(struct experiment *made) {
  nq_summary_release(&made->summary);
  nq_store_close(made->store);
  nq_plan_release(&made->plan);
  free(made);
}

/* The output of a writer; free it. */
static inline char *summary_text(const struct experiment *made, int what) {
  char *text = NULL;
  size_t size;
  nq_error error = {0};
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  if (what == 0) nq_summary_write_text(&made->summary, stream);
  if (what == 1) assert_int_equal(nq_summary_write_json(&made->summary, stream, &error), NQ_OK);
  if (what == 2) assert_int_equal(nq_runs_write_csv(&made->plan, made->store, stream, NULL), NQ_OK);
  fclose(stream);
  return text;
}

#endif
