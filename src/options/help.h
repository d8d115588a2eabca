/* What --help prints, from the tables of the commands. */
#ifndef NQ_OPTIONS_HELP_H
#define NQ_OPTIONS_HELP_H

#include "options/command.h"

#include <stdio.h>

/* What the codes mean that the program as a whole ends with. */
extern const char *const cli_program_exits[CLI_EXITS];

/* The columns that text on standard output may fill: one less than $COLUMNS, or the terminal's, or
 * 80; 19 to 79. */
size_t cli_help_width(void);

/* "near: attacking pairs (default: 1)": an option's help, its owners before it, its default after. */
void cli_help_describe(const cli_group *group, const nq_option *option, char *text, size_t size);

/* A command's help in full; in brief, for a screen: the usual options, a line each, and the names of
 * the others (all of it where there are no usual ones); its options alone; the overview of the
 * program.  No line is longer than `width`, but for words that are longer themselves. */
void cli_help_write(FILE *stream, const cli_command *command, size_t width);
void cli_help_write_brief(FILE *stream, const cli_command *command, size_t width);
void cli_help_write_usage(FILE *stream, const cli_command *command, size_t width);
void cli_help_write_overview(FILE *stream, const cli_command *const *commands, size_t width);

#endif
