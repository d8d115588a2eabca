/* The progress line on the terminal, and requests to stop. */
#ifndef NQ_CLI_PROGRESS_H
#define NQ_CLI_PROGRESS_H

#include "cli/inputs.h"

typedef struct cli_progress {
  const cli_signals *signals;
  double start, deadline; /* of all work, on the monotonic clock; deadline 0: none */
  bool show;              /* there is to be a line */
  bool beside_output;     /* boards go to a terminal too: no line from the first board on */
  double shown;           /* when the line was last written */
  /* Work that consists of items, such as boards; NULL: one piece. */
  const char *items;
  uint64_t items_done, items_total; /* total 0: not known */
  double item_began;
  /* The current phase, and the time and the work done at its first report. */
  const char *phase;
  double began;
  uint64_t done;
} cli_progress;

/* There is a line on a terminal that can erase it, unless `quiet`.  Neither it nor anything else has
 * colours, so NO_COLOR changes nothing. */
void cli_progress_init(cli_progress *progress, const cli_signals *signals, bool quiet);

/* From now on the line shows how many items, a noun in the plural, are done of `total` (0: not
 * known), and the phase only of an item that takes long. */
void cli_progress_items(cli_progress *progress, const char *items, uint64_t total);
/* Without items it does nothing. */
void cli_progress_items_done(cli_progress *progress, uint64_t done);

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

/* Erase the line. */
void cli_progress_clear(cli_progress *progress);
/* Erase it for good: what is still reported, such as the last writes, comes after the last
 * message. */
void cli_progress_end(cli_progress *progress);

#endif
