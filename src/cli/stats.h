/* The statistics of a run as JSON. */
#ifndef NQ_CLI_STATS_H
#define NQ_CLI_STATS_H

#include "core/file.h"
#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_stats {
  nq_file output;
  FILE *stream;         /* NULL: no statistics */
  bool short_of_memory; /* some are missing */
} cli_stats;

/* Open the file, or standard error for "-"; nothing for NULL. */
nq_status cli_stats_open(cli_stats *stats, const char *path, nq_error *error);

/* Write a JSON object about a run, on one line; `mapped_bytes` is the size of the board's mapped
 * file, or 0.  The instance may be NULL: a plain board of size n, by a method without options. */
void cli_stats_write(cli_stats *stats, const char *method, const nq_instance *instance, uint64_t n,
                     const nq_solve_options *solve, uint64_t mapped_bytes, const nq_result *result);

/* After a run with this exit code: complete the file, or remove it after CLI_ERROR.  Returns the code,
 * or CLI_ERROR after a message. */
int cli_stats_finish(cli_stats *stats, int code);
void cli_stats_abort(cli_stats *stats);

#endif
