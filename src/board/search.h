/* A search that runs in pieces, so that the method auto can let several take turns. */
#ifndef NQ_BOARD_SEARCH_H
#define NQ_BOARD_SEARCH_H

#include "board/method.h"

#include <stdbool.h>
#include <stdint.h>

/* About how many nanoseconds it takes. */
typedef struct nq_search_cost {
  uint64_t start; /* before the first step */
  uint64_t step;  /* >= 1 */
} nq_search_cost;

typedef struct nq_search_kind {
  const char *method; /* the method's name */
  /* False: it cannot search the task's instance. */
  bool (*cost)(const nq_task *task, nq_search_cost *cost);
  /* A search of the task, which must outlive it; nothing is done yet.  *search is NULL after an
   * error. */
  nq_status (*begin)(const nq_task *task, void **search, nq_error *error);
  /* Search on for at most `steps` more steps, or without limit for 0.  *verdict is NQ_UNKNOWN when
   * they are spent or the task's watch said stop. */
  nq_status (*run)(void *search, uint64_t steps, nq_verdict *verdict, nq_error *error);
  /* Set steps, restarts, conflicts, memory, the seconds of the start, the method's own counters
   * and, when it was refuted, the reason. */
  void (*report)(const void *search, nq_result *result);
  /* The solution, into n rows; NULL: it works on the task's rows. */
  void (*rows)(const void *search, uint32_t *rows);
  /* Keep the files of the proof when the instance was refuted; or NULL. */
  nq_status (*finish)(void *search, nq_error *error);
  void (*end)(void *search);
} nq_search_kind;

/* Run one search to its end: what a method is that has no more to do. */
nq_status nq_search_solve(const nq_search_kind *kind, nq_task *task, nq_error *error);

#endif
