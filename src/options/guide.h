/* Help, manual pages and completion, written from the tables of the commands. */
#ifndef NQ_OPTIONS_GUIDE_H
#define NQ_OPTIONS_GUIDE_H

#include "options/command.h"

#include <stdio.h>

/* "near: attacking pairs (default: 1)": an option's help, its owners before it, its default
 * after. */
void cli_guide_describe(const cli_row *row, char *text, size_t size);

/* The help of a command in full; in brief, with a line for each usual option and only the names of
 * the others (in full if there are no usual ones); only a list of its options; the overview of the
 * program; and examples of the commands that are most used.  Lines fit the width of the terminal,
 * or $COLUMNS, unless a single word is longer. */
void cli_help_write(FILE *stream, const cli_command *command);
void cli_help_write_brief(FILE *stream, const cli_command *command);
void cli_help_write_usage(FILE *stream, const cli_command *command);
void cli_help_write_overview(FILE *stream, const cli_command *const *commands);
void cli_help_write_most_used(FILE *stream, const cli_command *const *commands);

/* ---- The source of manual pages: roff with the macros man ---- */

/* The page of a command, nqueens-<name>(1); of the program, nqueens(1). */
void cli_manual_write(FILE *stream, const cli_command *command);
void cli_manual_write_overview(FILE *stream, const cli_command *const *commands);

/* ---- Completion ---- */

/* Complete the last word of a command line that is being typed.
 *
 * The shells' scripts ask `nqueens --complete WORD...` with the words after the program up to the
 * cursor; the last is the one to complete, "" where it has not begun.  The answer is a line for
 * each word that fits, followed by a tab and a description if there is one:
 *
 *     --method=<TAB>the method; METHOD:key=value,... sets its options too (default: ..)
 *
 * A word that ends with "=" or "," is incomplete.  The line ":files" means that file names fit,
 * after the "=" if there is one. */
void cli_completion_write(FILE *stream, const cli_command *const *commands, char **words,
                          size_t count);

/* The scripts, from files of these names. */
extern const char nq_completion_bash[], nq_completion_zsh[], nq_completion_fish[];

#endif
