/* nq_count: the plan's units, all in one run. */
#include "counting/counting.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

nq_status nq_count(uint32_t n, unsigned threads, nq_progress_function *progress, void *context,
                   uint64_t *solutions, bool *interrupted, nq_error *error) {
  *solutions = 0;
  *interrupted = false;
  if (threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  nq_count_plan *plan;
  nq_status status = nq_count_plan_new(n, &plan, error);
  if (status != NQ_OK) return status;
  const nq_count_range all = {.begin = 0, .end = nq_count_plan_units(plan)};
  const nq_count_options options = {.threads = threads, .progress = progress, .context = context};
  nq_count_result result;
  status = nq_count_run(plan, &all, 1, &options, &result, error);
  nq_count_plan_free(plan);
  if (status != NQ_OK) return status;
  *interrupted = result.interrupted;
  *solutions = result.interrupted ? 0 : result.count;
  return NQ_OK;
}
