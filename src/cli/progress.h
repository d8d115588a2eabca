/* The progress line on the terminal, and requests to stop. */
#ifndef NQ_CLI_PROGRESS_H
#define NQ_CLI_PROGRESS_H

#include "cli/inputs.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
  const atomic_bool *interrupted;
  double deadline; /* of all work, on the monotonic clock; 0: none */
  bool show;       /* stderr is a terminal and --quiet is not given */
  bool visible;    /* a line is on the screen */
  double shown;    /* seconds when it was last written */
  /* The current phase, and the seconds and the work done at its first report. */
  const char *phase;
  double began;
  uint64_t done;
} cli_progress;

void cli_progress_init(cli_progress *progress, const atomic_bool *interrupted, bool quiet);

/* An nq_progress_function; the context is a cli_progress. */
bool cli_progress_report(void *context, const nq_progress *progress);

/* The same, but also false after the deadline: for work that does not check the time itself, such
 * as writing. */
bool cli_progress_in_time(void *context, const nq_progress *progress);

/* Set the deadline; 0 seconds: no limit. */
void cli_progress_limit(cli_progress *progress, double seconds);

/* CLI_INTERRUPTED or CLI_UNKNOWN when work must stop, otherwise CLI_YES.  *why, unless NULL, is
 * then "interrupted" or "the time limit was reached". */
int cli_progress_stop(const cli_progress *progress, const char **why);

/* For other work: whether a line is due, `seconds` after the start, and printing the line. */
bool cli_progress_due(const cli_progress *progress, double seconds);
void cli_progress_line(cli_progress *progress, double seconds, const char *line);

/* Erase the line. */
void cli_progress_clear(cli_progress *progress);

#endif
