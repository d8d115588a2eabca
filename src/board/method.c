#include "board/method.h"

#include <stdio.h>
#include <string.h>

void nq_result_count(nq_result *result, const char *name, double value) {
  if (result->counters < NQ_COUNTERS_MAX)
    result->counter[result->counters++] = (nq_counter){name, value};
}

double nq_result_counted(const nq_result *result, const char *name) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, name) == 0) return result->counter[i].value;
  return -1;
}

void nq_result_unknown(nq_result *result, const nq_watch *watch, const char *limit) {
  static const char *const stops[] = {
      [NQ_STOP_TIME] = "the time limit was reached", [NQ_STOP_INTERRUPT] = "interrupted"};
  nq_stop stop = watch_stop(watch);
  result->verdict = NQ_UNKNOWN;
  result->interrupted = stop == NQ_STOP_INTERRUPT;
  snprintf(result->reason, sizeof result->reason, "%s", stop == NQ_STOP_NOT ? limit : stops[stop]);
}

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
