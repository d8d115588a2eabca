/* Reading a command line and running its command; messages about mistakes suggest what may have
 * been meant. */
#ifndef NQ_OPTIONS_RUN_H
#define NQ_OPTIONS_RUN_H

#include "options/command.h"

/* Read argv[1 ..] and run the command; argv[0] is ignored.  Returns the exit code. */
int cli_command_run(const cli_command *command, const cli_command *const *commands, int argc,
                    char **argv, const cli_signals *signals);

/* Report that there is no such command, and which one may have been meant; returns CLI_ERROR. */
int cli_refuse_command(const cli_command *const *commands, const char *name);

#endif
