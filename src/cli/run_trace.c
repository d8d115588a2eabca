#include "cli/run_trace.h"
#include "core/memory.h"
#include "core/number.h"

#include <inttypes.h>
#include <string.h>

static void keep_board(void *context, const nq_step_state *state) {
  cli_run_trace *trace = context;
  if (trace->boards == NQ_DRAW_RUN_MAX) return;
  memcpy(trace->rows + trace->boards * trace->n, state->rows, trace->n * sizeof *state->rows);
  trace->boards++;
  trace->conflicts = state->conflicts;
}

nq_status cli_run_record(cli_run_trace *trace, const nq_min_conflicts_options *method,
                         uint64_t seed, nq_error *error) {
  trace->rows = nq_memory_new((uint64_t)NQ_DRAW_RUN_MAX * trace->n, sizeof *trace->rows);
  nq_solve_options options;
  nq_board board = {0};
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_solve_options_init(&options);
  options.min_conflicts = *method;
  options.min_conflicts.trace = keep_board;
  options.min_conflicts.trace_context = trace;
  options.seed = seed;
  options.limits.steps = NQ_DRAW_RUN_MAX - 1;
  nq_status status = trace->rows != NULL
                         ? nq_solve(trace->instance, &options, &board, &result, error)
                         : nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_board_release(&board);
  if (status == NQ_OK && trace->boards == 0)
    return nq_error_set(error, NQ_UNSUPPORTED, "there is no run to draw: %s", result.reason);
  return status;
}

void cli_run_release(cli_run_trace *trace) {
  nq_memory_free(trace->rows, (uint64_t)NQ_DRAW_RUN_MAX * trace->n, sizeof *trace->rows);
  *trace = (cli_run_trace){0};
}

void cli_run_summarise(const cli_run_trace *trace, uint64_t seed) {
  size_t steps = trace->boards - 1;
  if (trace->conflicts == 0)
    cli_say("n = %" PRIu32 " solved in %zu step%s (seed %" PRIu64 ")", trace->n, steps,
            nq_plural(steps), seed);
  else
    cli_say("n = %" PRIu32 " not solved in the first %zu step%s, %" PRIu64
            " conflict%s left (seed %" PRIu64 ")",
            trace->n, steps, nq_plural(steps), trace->conflicts, nq_plural(trace->conflicts), seed);
}
