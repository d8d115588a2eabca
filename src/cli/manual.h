/* The source of manual pages (roff with the macros man), from the tables that --help reads. */
#ifndef NQ_CLI_MANUAL_H
#define NQ_CLI_MANUAL_H

#include "cli/options.h"

#include <stdio.h>

/* The page of a subcommand, nqueens-<name>(1); of the program, nqueens(1). */
void cli_manual_write(FILE *stream, const cli_usage *usage, const cli_option *table);
void cli_manual_write_overview(FILE *stream);

#endif
