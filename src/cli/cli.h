/* The program: its table of commands. */
#ifndef NQ_CLI_CLI_H
#define NQ_CLI_CLI_H

#include "options/command.h"

/* Run the command that argv[1] names; returns the exit code. */
int cli_run(int argc, char **argv, const cli_signals *signals);

#endif
