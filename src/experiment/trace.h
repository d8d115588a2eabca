/* How a run of a method with generations converges: a curve of at most NQ_TRACE_POINTS points.
 * Traced runs are made anew for the report, so that tracing costs the timed ones nothing; a seed
 * gives the same run again. */
#ifndef NQ_EXPERIMENT_TRACE_H
#define NQ_EXPERIMENT_TRACE_H

#include "experiment/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NQ_TRACE_POINTS 512

typedef struct nq_trace_point {
  uint64_t generation; /* over all restarts */
  double best, mean;   /* conflicts */
} nq_trace_point;

typedef struct nq_trace {
  nq_trace_point point[NQ_TRACE_POINTS];
  size_t count;
  uint64_t seen, every; /* generations, and which of them are kept */
} nq_trace;

/* An empty trace is all zero.  Add the next generation; of a long run every 2nd, 4th, .. is kept.
 */
void nq_trace_add(nq_trace *trace, double best, double mean);

/* Run the variant again on the largest n with the first seed and fill in the trace.  False when the
 * method has no generations, or the run failed or was stopped by `progress`. */
bool nq_trace_run(nq_trace *trace, const nq_plan *plan, size_t variant,
                  nq_progress_function *progress, void *context);

#endif
