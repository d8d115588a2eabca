/* What the program tells about its commands, from their tables: help, manual pages, completion. */
#ifndef NQ_OPTIONS_GUIDE_H
#define NQ_OPTIONS_GUIDE_H

#include "options/command.h"

#include <stdio.h>

/* What the codes mean that the program as a whole ends with. */
extern const char *const cli_program_exits[CLI_EXITS];

/* "near: attacking pairs (default: 1)": an option's help, its owners before it, its default after. */
void cli_help_describe(const cli_row *row, char *text, size_t size);

/* A command's help in full; in brief, for a screen: the usual options, a line each, and the names of
 * the others (all of it where there are no usual ones); its options alone; the overview of the
 * program.  Lines are no longer than the terminal is wide, or $COLUMNS, but for words that are longer
 * themselves. */
void cli_help_write(FILE *stream, const cli_command *command);
void cli_help_write_brief(FILE *stream, const cli_command *command);
void cli_help_write_usage(FILE *stream, const cli_command *command);
void cli_help_write_overview(FILE *stream, const cli_command *const *commands);

/* ---- The source of manual pages: roff with the macros man ---- */

/* The page of a command, nqueens-<name>(1); of the program, nqueens(1). */
void cli_manual_write(FILE *stream, const cli_command *command);
void cli_manual_write_overview(FILE *stream, const cli_command *const *commands);

/* ---- Completion ---- */

/* What can stand at the end of a command line that is being typed.
 *
 * The shells' scripts ask `nqueens --complete WORD...` with the words after the program up to the
 * cursor; the last is the one to complete, "" where it has not begun.  The answer is a line for
 * each word that fits, with a tab and a line about it where there is one:
 *
 *     --method=<TAB>the method, or METHOD:key=value,...
 *
 * A word that ends with "=" or "," is to go on.  The line ":files" says that names of files fit,
 * after the "=" if there is one. */
void cli_complete_write(FILE *stream, const cli_command *const *commands, char **words,
                        size_t count);

/* The script for a shell, "bash", "zsh" or "fish"; NULL for another. */
const char *const *cli_complete_script(const char *shell);

#endif
