/* nqueens count --plan: N -> units, memory and core hours, from a random sample of units. */
#include "cli/count.h"

int cli_count_plan(cli_count_options *options, const char *n_text, const cli_signals *signals) {
  (void)options, (void)n_text, (void)signals;
  return CLI_ERROR;
}
