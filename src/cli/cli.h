/* The command line: subcommands and what they share. */
#ifndef NQ_CLI_CLI_H
#define NQ_CLI_CLI_H

#include "nqueens.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Exit codes, fixed for scripts. */
enum { CLI_YES = 0, CLI_NO = 1, CLI_ERROR = 2, CLI_UNKNOWN = 3, CLI_INTERRUPTED = 130 };

/* What main hands in. */
typedef struct cli_signals {
  /* From now on SIGINT, SIGTERM and the like set the flag once.  Before they end the process with
   * CLI_INTERRUPTED: whoever waits for an input, or for the reader of a FIFO, has not called yet. */
  void (*catch_interrupts)(void);
  const atomic_bool *interrupted;
} cli_signals;

/* Run the program; returns its exit code. */
int cli_run(int argc, char **argv, const cli_signals *signals);

/* ---- Subcommands: argv[0] is the program, argv[1 ..] what follows the subcommand ---- */

int cli_solve(int argc, char **argv, const cli_signals *signals);
int cli_enumerate(int argc, char **argv, const cli_signals *signals);
int cli_check(int argc, char **argv, const cli_signals *signals);
int cli_compare(int argc, char **argv, const cli_signals *signals);
int cli_draw(int argc, char **argv, const cli_signals *signals);
int cli_count(int argc, char **argv, const cli_signals *signals);
int cli_export(int argc, char **argv, const cli_signals *signals);
int cli_generate(int argc, char **argv, const cli_signals *signals);
int cli_help(int argc, char **argv, const cli_signals *signals);
int cli_manual(int argc, char **argv, const cli_signals *signals);
int cli_completion(int argc, char **argv, const cli_signals *signals);

/* ---- For people, on stderr ---- */

/* "nqueens: message", made plain. */
void cli_say(const char *format, ...) NQ_PRINTF(1, 2);

/* "nqueens: name:line: message" (parts that are missing are left out); returns CLI_ERROR. */
int cli_say_error(const char *name, const nq_error *error);

/* What was printed must have arrived: a full disk or a closed pipe is an error, which is said.
 * Returns the exit code, `code` where all is well. */
int cli_finish_output(int code);

/* A descriptor for reading the file, or standard input for "-"; -1 when it cannot be had, which has
 * been said. */
int cli_input_open(const char *path);
void cli_input_close(int descriptor);

/* The instance in the file, "-" being standard input; NULL when it cannot be read, which has been
 * said. */
nq_instance *cli_read_instance(const char *path, uint64_t first_diagonals);

/* The same, or without a path the plain problem of size n. */
nq_instance *cli_take_instance(const char *path, uint64_t first_diagonals, uint32_t n);

/* As a limit of the library, where 0 is none, what was said: 0 is a limit, less than 0 none. */
double cli_limit_seconds(double said);

/* A seed drawn from the system, of 53 bits: what is told in JSON comes through any reader as it was.
 * False when the system gives none, which has been said. */
bool cli_system_seed(uint64_t *seed);

/* The processors this process may run on. */
unsigned cli_processors(void);

#endif
