/* The log of a run of the genetic algorithm: a line of CSV for each generation.
 *
 * It is written in place, while the run goes on, so that others can read it meanwhile; after an
 * error or an interrupt the lines so far remain. */
#ifndef NQ_CLI_SOLVE_LOG_H
#define NQ_CLI_SOLVE_LOG_H

#include "nqueens.h"

#include <stdio.h>

typedef struct cli_log {
  const char *path;
  FILE *stream;   /* NULL: no log */
  double flushed; /* seconds of the last generation that was written out */
  int failed;     /* the errno of the first write that failed, or 0 */
} cli_log;

/* Create or empty the file and write the heading; nothing for NULL. */
nq_status cli_log_open(cli_log *log, const char *path, nq_error *error);

/* Make the run write to the log. */
void cli_log_attach(cli_log *log, nq_solve_options *solve);

/* NQ_IO when a write has failed.  Close the log in any case. */
nq_status cli_log_flush(cli_log *log, nq_error *error);
void cli_log_close(cli_log *log);

#endif
