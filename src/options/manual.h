/* The source of manual pages (roff with the macros man), from the tables that --help reads. */
#ifndef NQ_OPTIONS_MANUAL_H
#define NQ_OPTIONS_MANUAL_H

#include "options/command.h"

#include <stdio.h>

/* The page of a command, nqueens-<name>(1); of the program, nqueens(1). */
void cli_manual_write(FILE *stream, const cli_command *command);
void cli_manual_write_overview(FILE *stream, const cli_command *const *commands);

#endif
