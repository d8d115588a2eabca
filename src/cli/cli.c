#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

/* In the order of the overview; an example may use the file that an earlier one writes. */
static const cli_command *const commands[] = {
    &cli_solve,    &cli_check, &cli_count, &cli_enumerate, &cli_compare,    &cli_draw, &cli_export,
    &cli_generate, &cli_suite, &cli_help,  &cli_manual,    &cli_completion, NULL};

/* Options in place of a command; -1 for any other word. */
static int run_word(const cli_program *program, int argc, char **argv) {
  const char *word = argv[0];
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0)
    cli_help_write_overview(stdout, program->commands);
  else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
    cli_version_write(stdout, program->mpi);
  else if (strcmp(word, "--complete") != 0)
    return -1;
  else if (argc > 1)
    cli_completion_write(stdout, program->commands, argv + 1, (size_t)argc - 1);
  return CLI_YES;
}

int cli_run(int argc, char **argv, const cli_signals *signals, nq_crew *crew, const char *mpi) {
  const cli_program program = {.commands = commands,
                               .signals = signals,
                               .crew = crew,
                               .mpi = mpi,
                               .write_version = cli_version_write};
  if (argc < 2) {
    cli_say("a command is needed, as in");
    cli_help_write_most_used(stderr, commands);
    return CLI_ERROR;
  }
  const cli_command *command = cli_command_find(commands, argv[1]);
  int code = command != NULL ? cli_command_run(command, &program, argc - 1, argv + 1)
                             : run_word(&program, argc - 1, argv + 1);
  return cli_finish_output(code >= 0 ? code : cli_refuse_command(commands, argv[1]));
}
