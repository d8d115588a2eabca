/* A line on the terminal that tells how far a run has got, and the wish to stop. */
#ifndef NQ_CLI_PROGRESS_H
#define NQ_CLI_PROGRESS_H

#include "cli/inputs.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
  const atomic_bool *interrupted;
  double deadline; /* of all work, on the monotonic clock; 0: none */
  bool show;       /* stderr is a terminal and nothing told us to be quiet */
  bool visible;    /* a line is on the screen */
  double shown;    /* seconds when it was last written */
  /* The phase that goes on, and the seconds and what was done when it was first heard of. */
  const char *phase;
  double began;
  uint64_t done;
} cli_progress;

void cli_progress_init(cli_progress *progress, const atomic_bool *interrupted, bool quiet);

/* An nq_progress_function; the context is a cli_progress. */
bool cli_progress_report(void *context, const nq_progress *progress);

/* The same, false from the deadline on too: for work that does not look at the time itself, such as
 * a writer's. */
bool cli_progress_in_time(void *context, const nq_progress *progress);

/* Set the deadline; 0 seconds are no limit. */
void cli_progress_limit(cli_progress *progress, double seconds);

/* The exit code of work that must stop, CLI_INTERRUPTED or CLI_UNKNOWN, or CLI_YES.  *why, where it
 * is not NULL, is "interrupted" or "the time limit was reached". */
int cli_progress_stop(const cli_progress *progress, const char **why);

/* For other work: whether a line is due, `seconds` after the beginning, and the line. */
bool cli_progress_due(const cli_progress *progress, double seconds);
void cli_progress_line(cli_progress *progress, double seconds, const char *line);

/* Take the line off the screen. */
void cli_progress_clear(cli_progress *progress);

#endif
