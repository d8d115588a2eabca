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
#ifndef NQ_OPTIONS_COMPLETE_H
#define NQ_OPTIONS_COMPLETE_H

#include "options/command.h"

#include <stdio.h>

/* For the words after the program, words[0 .. count - 1], count >= 1. */
void cli_complete_write(FILE *stream, const cli_command *const *commands, char **words,
                        size_t count);

/* The script for a shell, "bash", "zsh" or "fish"; NULL for another. */
const char *const *cli_complete_script(const char *shell);

#endif
