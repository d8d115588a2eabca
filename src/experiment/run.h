/* The runs of a plan, on several threads, each run on one. */
#ifndef NQ_EXPERIMENT_RUN_H
#define NQ_EXPERIMENT_RUN_H

#include "experiment/store.h"

#include <stdbool.h>
#include <stdint.h>

/* How far the experiment has got. */
typedef struct nq_experiment_progress {
  uint64_t done, total; /* runs, those found in the store included */
  uint64_t running;
  double seconds;      /* since it began */
  double seconds_left; /* an estimate; negative: not known yet */
} nq_experiment_progress;

/* Called ten times a second from the calling thread.  Return false to stop: what is running is
 * given up and not stored. */
typedef bool nq_experiment_function(void *context, const nq_experiment_progress *progress);

typedef struct nq_experiment_outcome {
  uint64_t done;  /* runs of the plan that are now in the store */
  uint64_t found; /* of these, those that were there before */
  bool interrupted;
} nq_experiment_outcome;

/* Run what the store does not have yet.  An error of a run or of the store ends all of them. */
nq_status nq_experiment_run(const nq_plan *plan, nq_store *store, unsigned threads,
                            nq_experiment_function *progress, void *context,
                            nq_experiment_outcome *outcome, nq_error *error);

#endif
