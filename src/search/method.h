/* What search/solve hands to a method, and what a method must hand back. */
#ifndef NQ_SEARCH_METHOD_H
#define NQ_SEARCH_METHOD_H

#include "core/limits.h"

typedef struct nq_task {
  const nq_instance *instance;
  const nq_solve_options *options;
  nq_watch *watch;
  uint32_t n;
  uint32_t *rows;    /* n entries, zero: the method fills them when it solves */
  nq_result *result; /* zero: the method sets the verdict, steps, restarts, conflicts, seconds of
                        start and search, memory (beyond rows) and its own counters */
} nq_task;

typedef struct nq_method {
  const char *name;
  const char *summary;
  /* Solve the task: NQ_OK with a verdict, or an error.  n >= 4 or the instance is not plain. */
  nq_status (*solve)(nq_task *task, nq_error *error);
} nq_method;

/* Add one of the method's own counters to the result. */
void nq_result_count(nq_result *result, const char *name, double value);

/* Set the verdict NQ_UNKNOWN with the reason that the watch knows, or `limit` if it knows none. */
void nq_result_unknown(nq_result *result, const nq_watch *watch, const char *limit);

#endif
