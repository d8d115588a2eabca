/* Messages on standard error, and exit codes. */
#ifndef NQ_OPTIONS_SAY_H
#define NQ_OPTIONS_SAY_H

#include "nqueens.h"

#include <stdio.h>

/* Exit codes, fixed for scripts. */
enum { CLI_YES = 0, CLI_NO = 1, CLI_ERROR = 2, CLI_UNKNOWN = 3, CLI_INTERRUPTED = 130 };

/* Every message begins with it. */
#define CLI_PREFIX "nqueens: "

/* Print "nqueens: message", without control characters.  cli_say returns CLI_ERROR, cli_refuse
 * false. */
int cli_say(const char *format, ...) NQ_PRINTF(1, 2);
#define cli_refuse(...) (cli_say(__VA_ARGS__), false)

/* From now on what this thread says goes to `stream`; NULL: to standard error. */
void cli_say_into(FILE *stream);

/* "nqueens: name:line: message" (parts that are missing are left out); returns CLI_ERROR. */
int cli_say_error(const char *name, const nq_error *error);

/* Flush standard output: a full disk or a closed pipe is an error, which is reported.  Returns the
 * exit code, which is `code` unless there was an error. */
int cli_finish_output(int code);

/* Replace control characters, also those that change the direction of text, by question marks:
 * names and words from files must not control the terminal, look like others or start another
 * line. */
void cli_mask_controls(char *text);

#endif
