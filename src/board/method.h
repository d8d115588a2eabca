/* What solve/ passes to a method, and what the method returns. */
#ifndef NQ_BOARD_METHOD_H
#define NQ_BOARD_METHOD_H

#include "board/domain.h"
#include "core/option.h"

/* One method's steps, for another method that wants its boards improved. */
typedef struct nq_improver {
  /* Working memory for boards of the domain, for one thread at a time; NULL when memory is short.
   * `columns`: queens move within their columns; otherwise pairs of queens swap rows. */
  void *(*begin)(const nq_domain *domain, bool columns);
  void (*end)(void *work);
  uint64_t (*bytes)(const nq_domain *domain, bool columns);
  /* Take at most `steps` steps on the board and return their number.  A look that stops it leaves a
   * board of the same kind. */
  uint64_t (*improve)(void *work, uint32_t *rows, uint64_t steps, nq_pcg64 *random, nq_look *look);
} nq_improver;

typedef struct nq_task {
  const nq_instance *instance;
  const nq_solve_options *options;
  nq_watch *watch;
  uint32_t n;
  uint32_t *rows;     /* n entries, any content; the method fills them when it solves */
  nq_result *result;  /* zero, but conflicts UINT64_MAX; the method sets the verdict, steps,
                         restarts, conflicts of whole boards, seconds of start and search, memory
                         (beyond rows) and its own counters */
  uint64_t row_bytes; /* memory that rows[] will take when written; 0 if the library's caller
                         supplied it */
  const nq_improver *improver; /* the steps of min-conflicts, for memetic search */
} nq_task;

typedef struct nq_method {
  const char *name;
  const char *summary;
  bool plain_only; /* instances that are not plain are refused, */
  uint32_t n_most; /* and larger boards; 0: none */
  /* Solve the task: NQ_OK with a verdict, or an error; NQ_NONE: it has no solution, and the error
   * says why.  The placed queens stand on allowed squares and do not attack each other.  Unless a
   * proof is wanted, n is neither 2 nor 3. */
  nq_status (*solve)(nq_task *task, nq_error *error);
  const nq_option *options; /* table of members of nq_solve_options; NULL: none */
  const char *step;         /* what it counts as a step */
  /* Choose every default of these members; NULL: they have none that depends on anything. */
  nq_status (*resolve)(nq_solve_options *options, const nq_instance *instance, nq_error *error);
  bool proves; /* it writes options->proof */
  bool starts; /* from options->from */
} nq_method;

/* Add one of the method's own counters to the result. */
void nq_result_count(nq_result *result, const char *name, double value);
/* The value of the counter, or -1 where there is none. */
double nq_result_counted(const nq_result *result, const char *name);

/* Set the verdict NQ_UNKNOWN; the reason is why the watch stopped, or `limit` if it did not. */
void nq_result_unknown(nq_result *result, const nq_watch *watch, const char *limit);

/* ---- Searches that run in pieces, so that the method auto can let several take turns ---- */

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
  /* Set steps, restarts, conflicts of whole boards, memory, the seconds of the start, the method's
   * own counters and, when it was refuted, the reason. */
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
