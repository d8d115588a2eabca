/* The program and its commands; cli.c has the table of commands. */
#ifndef NQ_CLI_COMMANDS_H
#define NQ_CLI_COMMANDS_H

#include "options/command.h"
#include "parallel/work.h"

#include <stdio.h>

/* Run the command that argv[1] names, with the help of the crew, which may be NULL, as may the name
 * and version of the MPI library; returns the exit code. */
int cli_run(int argc, char **argv, const cli_signals *signals, nq_crew *crew, const char *mpi);

/* The version of the program, and what is built in: version.c. */
void cli_version_write(FILE *stream, const char *mpi);

/* Prepare the process: signals and standard descriptors.  Returns what commands need of signals:
 * signals.c. */
const cli_signals *cli_signals_init(void);

/* A job of `check`: a unit is a file. */
extern const nq_work_kind cli_check_work;

extern const cli_command cli_solve;
extern const cli_command cli_enumerate;
extern const cli_command cli_check;
extern const cli_command cli_compare;
extern const cli_command cli_draw;
extern const cli_command cli_count;
extern const cli_command cli_export;
extern const cli_command cli_generate;
extern const cli_command cli_suite;
extern const cli_command cli_help;
extern const cli_command cli_manual;
extern const cli_command cli_completion;

#endif
