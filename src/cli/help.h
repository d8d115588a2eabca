/* What --help prints, from the tables of options, commands and examples. */
#ifndef NQ_CLI_HELP_H
#define NQ_CLI_HELP_H

#include "cli/options.h"

#include <stdio.h>

#define CLI_EXIT_CODES "Exit codes: 0 yes, 1 no, 2 error, 3 unknown (gave up), 130 interrupted."

/* The options that every subcommand has beside those of its table; ends as a table does. */
extern const cli_option cli_common_options[];

/* The columns that text on standard output may fill: one less than $COLUMNS, or the terminal's, or
 * 80; 19 to 79. */
size_t cli_help_width(void);

/* A subcommand's help in full; in brief, for a screen: the options before the table's first heading,
 * a line each, and the names of the others (all of it where the table is empty); the overview of
 * the program.  No line is longer than `width`, but for words that are longer themselves. */
void cli_help_write(FILE *stream, const cli_usage *usage, const cli_option *table, size_t width);
void cli_help_write_brief(FILE *stream, const cli_usage *usage, const cli_option *table,
                          size_t width);
void cli_help_write_overview(FILE *stream, size_t width);

#endif
