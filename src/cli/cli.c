#include "cli/commands.h"
#include "options/guide.h"

#include <stdio.h>
#include <string.h>

/* In the order of the overview; an example may use the file that an earlier one writes. */
static const cli_command *const commands[] = {
    &cli_solve,  &cli_check,    &cli_count, &cli_enumerate, &cli_compare,    &cli_draw,
    &cli_export, &cli_generate, &cli_help,  &cli_manual,    &cli_completion, NULL};

/* Options in place of a command; -1 for any other word. */
static int run_word(int argc, char **argv) {
  const char *word = argv[0];
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0)
    cli_help_write_overview(stdout, commands);
  else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
    puts("nqueens " NQ_VERSION);
  else if (strcmp(word, "--complete") != 0)
    return -1;
  else if (argc > 1)
    cli_complete_write(stdout, commands, argv + 1, (size_t)argc - 1);
  return CLI_YES;
}

int cli_run(int argc, char **argv, const cli_signals *signals, nq_crew *crew) {
  if (argc < 2)
    return cli_say(
        "a command is needed, such as `nqueens solve 1000`; `nqueens --help` lists the commands");
  const cli_command *command = cli_command_find(commands, argv[1]);
  int code = command != NULL ? cli_command_run(command, commands, argc - 1, argv + 1, signals, crew)
                             : run_word(argc - 1, argv + 1);
  return cli_finish_output(code >= 0 ? code : cli_refuse_command(commands, argv[1]));
}
