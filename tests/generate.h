/* Shared by the tests of the generators: runs and their items. */
#ifndef NQ_TESTS_GENERATE_H
#define NQ_TESTS_GENERATE_H

#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <cmocka.h>

/* Called for each item of a run. */
typedef void look(const nq_generated *item, void *context);

typedef struct looking {
  look *at;
  void *context;
  uint64_t items;
} looking;

static inline bool look_at(void *context, const nq_generated *item) {
  looking *run = context;
  run->items++;
  if (run->at != NULL) run->at(item, run->context);
  return true;
}

static inline nq_generate_options options_for(const char *kind, uint32_t n, uint64_t seed) {
  nq_generate_options options;
  nq_generate_options_init(&options);
  options.kind = kind;
  options.n = n;
  options.seed = seed;
  return options;
}

static inline nq_status try_run(const nq_generate_options *options, look *at, void *context,
                                nq_error *error) {
  looking run = {.at = at, .context = context};
  nq_generate_options watched = *options;
  watched.context = &run;
  nq_status status = nq_generate(&watched, look_at, error);
  if (status == NQ_OK) assert_int_equal(run.items, options->count);
  return status;
}

/* All items must be made. */
static inline void run_all(const nq_generate_options *options, look *at, void *context) {
  nq_error error = {0};
  if (try_run(options, at, context, &error) != NQ_OK)
    fail_msg("%s, n %" PRIu32 ", seed %" PRIu64 ": %s", options->kind, options->n, options->seed,
             error.message);
}

/* The definition, in O(n^2). */
static inline uint64_t count_pairs(const uint32_t *rows, uint32_t n) {
  uint64_t pairs = 0;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++) pairs += plain_attacks(a, rows[a], b, rows[b]);
  return pairs;
}

/* The verdict of exact search, n up to 64. */
static inline nq_verdict decide_exactly(const nq_instance *instance) {
  nq_solve_options solve;
  nq_result result;
  nq_board board = {0};
  nq_solve_options_init(&solve);
  solve.method = "backtracking";
  assert_int_equal(nq_solve(instance, &solve, &board, &result, NULL), NQ_OK);
  nq_board_release(&board);
  return result.verdict;
}

#endif
