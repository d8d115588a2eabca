/* How a run of a method with generations converges: a curve of some hundred points.  The report
 * repeats a run to trace it (the same seed gives the same run), so tracing does not slow timed
 * runs. */
#ifndef NQ_EXPERIMENT_TRACE_H
#define NQ_EXPERIMENT_TRACE_H

#include "experiment/compare_plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NQ_TRACE_POINTS 512

typedef struct nq_trace_point {
  uint64_t generation; /* over all restarts */
  double best, mean;   /* conflicts */
} nq_trace_point;

typedef struct nq_trace {
  nq_trace_point point[NQ_TRACE_POINTS + 1];
  size_t count, kept;   /* the latest generation is a point, even where it is not kept */
  uint64_t seen, every; /* generations; every `every`-th is kept */
} nq_trace;

/* Add the next generation; of a long run only every 2nd, 4th, ... and the latest are kept.  An
 * empty trace is all zero. */
void nq_trace_add(nq_trace *trace, double best, double mean);

/* Run the variant on the largest n with the first seed and fill in the trace.  False when the
 * method has no generations, or the run failed or was stopped by `progress`. */
bool nq_trace_run(nq_trace *trace, const nq_plan *plan, size_t variant,
                  nq_progress_function *progress, void *context);

#endif
