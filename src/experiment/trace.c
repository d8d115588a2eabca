#include "experiment/trace.h"

#include <string.h>

void nq_trace_add(nq_trace *trace, double best, double mean) {
  uint64_t generation = trace->seen++;
  if (trace->every == 0) trace->every = 1;
  if (trace->kept == NQ_TRACE_POINTS && generation % trace->every == 0) {
    for (size_t i = 0; i < NQ_TRACE_POINTS / 2; i++) trace->point[i] = trace->point[2 * i];
    trace->kept = NQ_TRACE_POINTS / 2;
    trace->every *= 2;
  }
  trace->point[trace->kept] = (nq_trace_point){generation, best, mean};
  trace->count = trace->kept + 1;
  if (generation % trace->every == 0) trace->kept++;
}

static void note_generation(void *context, const nq_generation *generation) {
  nq_trace_add(context, (double)generation->best_conflicts, generation->mean_conflicts);
}

/* Make the run report its generations; false when its method has none. */
static bool attach(nq_trace *trace, nq_solve_options *options) {
  if (strcmp(options->method, "genetic") != 0) return false;
  options->genetic.trace = note_generation;
  options->genetic.trace_context = trace;
  return true;
}

bool nq_trace_run(nq_trace *trace, const nq_plan *plan, size_t variant,
                  nq_progress_function *progress, void *context) {
  const nq_plan_run run = {.variant = variant, .n = plan->n_count - 1, .seed = plan->first_seed};
  nq_solve_options options = nq_plan_options(plan, &run);
  *trace = (nq_trace){0};
  if (!attach(trace, &options)) return false;
  options.progress = progress;
  options.context = context;
  nq_instance *instance = nq_instance_new(plan->n[run.n]);
  nq_board board = {0};
  nq_result result = {0};
  bool ran = instance != NULL && nq_solve(instance, &options, &board, &result, NULL) == NQ_OK;
  nq_board_release(&board);
  nq_instance_free(instance);
  return ran && !result.interrupted && trace->count > 0;
}
