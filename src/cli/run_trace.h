/* A run of min-conflicts, board by board. */
#ifndef NQ_CLI_RUN_TRACE_H
#define NQ_CLI_RUN_TRACE_H

#include "cli/inputs.h"
#include "draw/draw.h"

#include <stddef.h>
#include <stdint.h>

typedef struct cli_run_trace {
  const nq_instance *instance;
  uint32_t n; /* of the instance; at most NQ_DRAW_RUN_N_MAX */
  size_t boards;
  uint64_t conflicts; /* of the last board */
  uint32_t *rows;     /* boards * n */
} cli_run_trace;

/* Run on one thread until the board is solved or NQ_DRAW_RUN_MAX boards are recorded. */
nq_status cli_run_record(cli_run_trace *trace, const nq_min_conflicts_options *method,
                         uint64_t seed, nq_error *error);
void cli_run_release(cli_run_trace *trace);
void cli_run_summarise(const cli_run_trace *trace, uint64_t seed);

#endif
