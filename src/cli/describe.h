/* Commands and times, formatted for people. */
#ifndef NQ_CLI_DESCRIBE_H
#define NQ_CLI_DESCRIBE_H

#include <stddef.h>

/* "nqueens" and the words, up to NULL, quoted for a shell.  The caller frees it.  NULL when memory
 * is short. */
char *cli_describe_command(char *const *words);

/* "59 us", "26.2 ms", "1.63 s", "86400 s"; seconds >= 0. */
void cli_describe_seconds(double seconds, char *text, size_t size);
/* "3 d 4 h", "2 h 5 min", "4 min 10 s" or "12 s"; 0 <= seconds < 2^64. */
void cli_describe_left(double seconds, char *text, size_t size);

#endif
