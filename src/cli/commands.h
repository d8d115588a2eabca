/* The table of subcommands, which the overview, the manual pages and completion read. */
#ifndef NQ_CLI_COMMANDS_H
#define NQ_CLI_COMMANDS_H

#include "cli/cli.h"

#include <stddef.h>

typedef struct cli_command {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv, const cli_signals *signals);
} cli_command;

/* The i-th of the table, NULL past the end; by name, or NULL. */
const cli_command *cli_command_at(size_t i);
const cli_command *cli_command_by_name(const char *name);

/* Say that there is no such command, and which one may have been meant; returns CLI_ERROR. */
int cli_refuse_command(const char *name);

/* The common case of a command. */
typedef struct cli_example {
  const char *command; /* its name */
  const char *line;    /* what one types */
  const char *about;   /* for the overview; NULL: not shown there */
} cli_example;

/* As for the commands. */
const cli_example *cli_example_at(size_t i);
const cli_example *cli_example_by_name(const char *command);

#endif
