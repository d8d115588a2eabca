#include "board/search.h"

#include <stddef.h>

nq_status nq_search_solve(const nq_search_kind *kind, nq_task *task, nq_error *error) {
  nq_result *result = task->result;
  void *search;
  double begin = nq_clock();
  nq_status status = kind->begin(task, &search, error);
  if (search == NULL) return status;
  status = kind->run(search, task->options->limits.steps, &result->verdict, error);
  if (status == NQ_OK && kind->finish != NULL && result->verdict == NQ_UNSOLVABLE)
    status = kind->finish(search, error);
  if (status == NQ_OK) kind->report(search, result);
  if (status == NQ_OK && result->verdict == NQ_SOLVED && kind->rows != NULL)
    kind->rows(search, task->rows);
  if (status == NQ_OK && result->verdict == NQ_UNKNOWN)
    nq_result_unknown(result, task->watch, "the limit of steps was reached");
  result->seconds_search = nq_clock() - begin - result->seconds_start;
  kind->end(search);
  return status;
}
