/* nqueens help, manual, completion, and the questions behind them.  Only a subcommand has its table
 * of options, which may be built at run time; so it is run with a question as its first word, and
 * cli_options_parse, where the table arrives, has it answered here. */
#include "cli/guide.h"

#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/help.h"
#include "cli/manual.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option no_options[] = {{0}};

void cli_guide_answer(const cli_usage *usage, const cli_option *table, int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], CLI_ASK_MANUAL) == 0)
    cli_manual_write(stdout, usage, table);
  else if (argc == 2 && strcmp(argv[1], CLI_ASK_HELP) == 0)
    cli_help_write(stdout, usage, table, cli_help_width());
  else if (argc > 2 && strcmp(argv[1], CLI_ASK_COMPLETE) == 0)
    cli_complete_write(stdout, usage, table, argv + 2, (size_t)argc - 2);
  else
    return;
  exit(cli_finish_output(CLI_YES));
}

void cli_guide_help(const cli_usage *usage, const cli_option *table) {
  cli_help_write_brief(stdout, usage, table, cli_help_width());
  exit(cli_finish_output(CLI_YES));
}

/* Run a subcommand with the question. */
static int ask(const char *name, char *question, const cli_signals *signals) {
  const cli_command *command = cli_command_by_name(name);
  char program[] = "nqueens", *argv[] = {program, question, NULL};
  if (command != NULL) return command->run(2, argv, signals);
  return cli_refuse_command(name);
}

int cli_help(int argc, char **argv, const cli_signals *signals) {
  static const cli_usage usage = {.name = "help",
                                  .arguments = "[COMMAND]",
                                  .summary = "Print all options of a command, or all commands.",
                                  .notes = "`nqueens COMMAND --help` tells the usual ones.\n\n"
                                           "Exit codes: 0 done, 2 error.\n",
                                  .most_arguments = 1};
  char question[] = CLI_ASK_HELP;
  if (cli_options_parse(&usage, no_options, argc, argv, NULL) == 1)
    return ask(argv[1], question, signals);
  cli_help_write_overview(stdout, cli_help_width());
  return CLI_YES;
}

int cli_manual(int argc, char **argv, const cli_signals *signals) {
  static const cli_usage usage = {
      .name = "manual",
      .arguments = "[COMMAND]",
      .summary = "Print the source of a manual page: of a command, or of the program.",
      .notes = "The page tells what is in the tables of the program; pages that were installed "
               "tell more, as in `man nqueens-solve`.\n\n"
               "Exit codes: 0 done, 2 error.\n",
      .most_arguments = 1};
  char question[] = CLI_ASK_MANUAL;
  if (cli_options_parse(&usage, no_options, argc, argv, NULL) == 1)
    return ask(argv[1], question, signals);
  cli_manual_write_overview(stdout);
  return CLI_YES;
}

int cli_completion(int argc, char **argv, const cli_signals *signals) {
  static const cli_usage usage = {
      .name = "completion",
      .arguments = "bash|zsh|fish",
      .summary = "Print a script that completes commands, options and values in a shell.",
      .notes = "For one session: `source <(nqueens completion bash)`, the same with zsh, or "
               "`nqueens completion fish | source`.  `make install` puts the scripts where the "
               "shells look for them.\n\n"
               "Exit codes: 0 done, 2 error.\n",
      .most_arguments = 1};
  (void)signals;
  if (cli_options_parse(&usage, no_options, argc, argv, NULL) == 0) {
    cli_say("completion: a shell is needed: bash, zsh or fish");
    return CLI_ERROR;
  }
  const char *const *line = cli_complete_script(argv[1]);
  if (line == NULL) {
    cli_say("completion: '%.80s' is not known: it must be bash, zsh or fish", argv[1]);
    return CLI_ERROR;
  }
  for (; *line != NULL; line++) puts(*line);
  return CLI_YES;
}

int cli_guide_complete(int argc, char **argv, const cli_signals *signals) {
  if (argc == 2) cli_complete_write_commands(stdout, argv[1]);
  if (argc <= 2) return CLI_YES;
  const cli_command *command = cli_command_by_name(argv[1]);
  char question[] = CLI_ASK_COMPLETE;
  if (command == NULL) return CLI_YES;
  argv[1] = question;
  return command->run(argc, argv, signals);
}
