#include "board/method.h"

#include <stdio.h>

void nq_result_count(nq_result *result, const char *name, double value) {
  if (result->counters < NQ_COUNTERS_MAX)
    result->counter[result->counters++] = (nq_counter){name, value};
}

void nq_result_unknown(nq_result *result, const nq_watch *watch, const char *limit) {
  static const char *const stops[] = {
      [NQ_STOP_TIME] = "the time limit was reached", [NQ_STOP_INTERRUPT] = "interrupted"};
  nq_stop stop = watch_stop(watch);
  result->verdict = NQ_UNKNOWN;
  result->interrupted = stop == NQ_STOP_INTERRUPT;
  snprintf(result->reason, sizeof result->reason, "%s", stop == NQ_STOP_NOT ? limit : stops[stop]);
}

nq_status nq_method_require_plain(const char *method, const nq_instance *instance,
                                  nq_error *error) {
  if (nq_instance_is_plain(instance)) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "the method %s knows only plain boards: this instance has placed queens, "
                      "blocked squares or excluded diagonals; use auto",
                      method);
}
