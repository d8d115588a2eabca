/* The runs of a plan, each on one thread. */
#ifndef NQ_EXPERIMENT_MAKE_RUNS_H
#define NQ_EXPERIMENT_MAKE_RUNS_H

#include "experiment/store.h"
#include "parallel/work.h"

typedef struct nq_experiment_outcome {
  uint64_t done;  /* runs of the plan that are now in the store */
  uint64_t found; /* of these, found in the store at the start */
  bool interrupted;
  uint64_t wrong;        /* answers of other solvers that were wrong, also stored ones */
  nq_plan_run wrong_run; /* the first of them, */
  char wrong_reason[200];
} nq_experiment_outcome;

/* A job that makes runs. */
extern const nq_work_kind nq_compare_work;

/* Set the version of each solver of others: that of the store, or what its program says, which the
 * store then keeps.  NQ_END when the plan's watch stopped it. */
nq_status nq_experiment_ask_versions(nq_plan *plan, nq_store *store, nq_error *error);

/* Make the runs that the store does not have yet, on this many threads of this process and of each
 * in the crew, which may be NULL.  `progress`, called from the calling thread, counts these runs;
 * if it returns false, unfinished runs are not stored.  An error of a run or of the store ends all
 * runs. */
nq_status nq_experiment_run(const nq_plan *plan, nq_store *store, unsigned threads, nq_crew *crew,
                            nq_progress_function *progress, void *context,
                            nq_experiment_outcome *outcome, nq_error *error);

#endif
