/* What search/solve hands to a method, and what a method must hand back. */
#ifndef NQ_BOARD_METHOD_H
#define NQ_BOARD_METHOD_H

#include "board/domain.h"
#include "core/limits.h"
#include "core/option.h"

#include <stdbool.h>
#include <stdint.h>

/* A method's steps, lent to another one that breeds or builds boards and wants them improved. */
typedef struct nq_improver {
  /* Working memory for boards of the domain, or NULL when it cannot be had; `columns`: queens move
   * within their columns, otherwise pairs of queens swap rows.  Use it by one thread at a time. */
  void *(*begin)(const nq_domain *domain, bool columns);
  void (*end)(void *work);
  uint64_t (*bytes)(const nq_domain *domain, bool columns);
  /* Take at most `steps` steps from the board of rows, and return how many. */
  uint64_t (*improve)(void *work, uint32_t *rows, uint64_t steps, nq_pcg64 *random);
} nq_improver;

typedef struct nq_task {
  const nq_instance *instance;
  const nq_solve_options *options;
  nq_watch *watch;
  uint32_t n;
  uint32_t *rows;     /* n entries of any content: the method fills them when it solves */
  nq_result *result;  /* zero: the method sets the verdict, steps, restarts, conflicts, seconds of
                         start and search, memory (beyond rows) and its own counters */
  uint64_t row_bytes; /* of memory that rows[] takes once it is written to: 0 when the caller of the
                         library gave it */
  const nq_improver *improver; /* min-conflicts' steps, for a method that asks for them */
} nq_task;

typedef struct nq_method {
  const char *name;
  const char *summary;
  /* Whether the method takes the instance at all; NULL: any.  Asked before memory is. */
  nq_status (*require)(const nq_instance *instance, nq_error *error);
  /* Solve the task: NQ_OK with a verdict, or an error.  Unless a proof is asked for, n is neither 2
   * nor 3, and the placed queens stand on allowed squares and do not attack each other. */
  nq_status (*solve)(nq_task *task, nq_error *error);
  const nq_option *options; /* its table, of members of nq_solve_options; NULL: it has none */
} nq_method;

/* Add one of the method's own counters to the result. */
void nq_result_count(nq_result *result, const char *name, double value);

/* Set the verdict NQ_UNKNOWN with the reason that the watch knows, or `limit` if it knows none. */
void nq_result_unknown(nq_result *result, const nq_watch *watch, const char *limit);

#endif
