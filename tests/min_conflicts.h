/* Min-conflicts with each start and step. */
#ifndef NQ_TESTS_MIN_CONFLICTS_H
#define NQ_TESTS_MIN_CONFLICTS_H

#include "local/local.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static const struct {
  nq_start start;
  nq_step step;
} parts[] = {
    {NQ_START_AUTO, NQ_STEP_AUTO},        {NQ_START_RANDOM, NQ_STEP_AUTO},
    {NQ_START_RANDOM, NQ_STEP_COLUMN},    {NQ_START_PERMUTATION, NQ_STEP_COLUMN},
    {NQ_START_PERMUTATION, NQ_STEP_SWAP}, {NQ_START_GREEDY, NQ_STEP_COLUMN},
    {NQ_START_FEWEST, NQ_STEP_COLUMN},    {NQ_START_RANDOM, NQ_STEP_SWEEP},
    {NQ_START_GREEDY, NQ_STEP_SWAP},
};

#define PARTS (sizeof parts / sizeof *parts)

static inline nq_solve_options options_of(size_t i, uint64_t seed) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "min-conflicts";
  options.seed = seed;
  options.min_conflicts.start = parts[i].start;
  options.min_conflicts.step = parts[i].step;
  return options;
}

static inline void solve(const nq_instance *instance, const nq_solve_options *options,
                         nq_board *board, nq_result *result) {
  nq_error error = {0};
  nq_status status = nq_solve(instance, options, board, result, &error);
  if (status != NQ_OK) fail_msg("seed %" PRIu64 ": %s", options->seed, error.message);
}

#endif
