/* What was meant by a word that is none: the nearest of those that are. */
#ifndef NQ_CLI_SPELLING_H
#define NQ_CLI_SPELLING_H

#include "cli/options.h"

#include <stddef.h>

/* Of the names offered so far, the one nearest to `word`; begins as {.word = word}. */
typedef struct cli_nearest {
  const char *word, *name; /* name: NULL as long as none is near */
  size_t distance;
} cli_nearest;

void cli_nearest_offer(cli_nearest *nearest, const char *name);

/* An option that the table does not have ends the process with an error, which names the one that
 * was meant, or where the options are listed.  All other errors are left to argp. */
void cli_check_spelling(const cli_usage *usage, const cli_option *table, int argc, char **argv);

#endif
