/* What can stand at the end of a command line that is being typed.
 *
 * The shells' scripts ask `nqueens --complete WORD...` with the words behind the program up to the
 * cursor; the last is the one to complete, "" where it has not begun.  The answer is a line for
 * each word that fits, with a tab and a line about it where there is one:
 *
 *     --method=<TAB>METHOD, or METHOD:key=value,... (see below)
 *
 * A word that ends with "=" or "," is to go on.  The line ":files" says that names of files fit,
 * behind the "=" if there is one. */
#ifndef NQ_CLI_COMPLETE_H
#define NQ_CLI_COMPLETE_H

#include "cli/options.h"

#include <stdio.h>

/* The words behind a subcommand; count >= 1. */
void cli_complete_write(FILE *stream, const cli_usage *usage, const cli_option *table, char **words,
                        size_t count);

/* The subcommand itself. */
void cli_complete_write_commands(FILE *stream, const char *word);

/* The script for a shell, "bash", "zsh" or "fish"; NULL for another. */
const char *const *cli_complete_script(const char *shell);

#endif
