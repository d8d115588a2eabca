/* The table of the commands, and those that describe commands: help, manual and completion. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const nq_option command_name = {.kind = NQ_OPTION_NAME, .name = "COMMAND"};

/* Describe the command that the argument names, or all commands.  The text is written in one piece,
 * so that a reader that closes the pipe early, such as head, causes no error. */
static int write_about(const cli_call *call,
                       void (*about_one)(FILE *stream, const cli_command *command),
                       void (*about_all)(FILE *stream, const cli_command *const *commands)) {
  const char *name = call->argument_count > 0 ? call->arguments[0] : NULL;
  const cli_command *command =
      name != NULL ? cli_command_find(call->program->commands, name) : NULL;
  if (name != NULL && command == NULL) return cli_refuse_command(call->program->commands, name);
  nq_bytes bytes = {0};
  FILE *stream = nq_bytes_stream(&bytes);
  if (stream != NULL && command != NULL) about_one(stream, command);
  if (stream != NULL && command == NULL) about_all(stream, call->program->commands);
  char *text = nq_bytes_close_text(&bytes, stream);
  if (text == NULL) return cli_say("out of memory");
  (void)setvbuf(stdout, NULL, _IONBF, 0);
  fputs(text, stdout);
  free(text);
  return CLI_YES;
}

static int run_help(const cli_call *call) {
  return write_about(call, cli_help_write, cli_help_write_overview);
}

const cli_command cli_help = {
    .name = "help",
    .summary = "print the options of a command",
    .description = "Print all options of a command, or list the commands.",
    .usage = "[COMMAND]",
    .example = "nqueens help solve",
    .notes = "`nqueens COMMAND --help` prints only the usual options.\n",
    .exits = {"done", NULL, "error"},
    .first = &command_name,
    .most_arguments = 1,
    .run = run_help,
};

static int run_manual(const cli_call *call) {
  return write_about(call, cli_manual_write, cli_manual_write_overview);
}

const cli_command cli_manual = {
    .name = "manual",
    .summary = "print the source of a command's manual page",
    .description = "Print the source of the manual page of a command, or of the program.",
    .usage = "[COMMAND]",
    .example = "nqueens manual solve | man -l -",
    .notes = "The page is generated from the tables of the program; the installed pages, "
             "such as `man nqueens-solve`, have more.\n",
    .exits = {"done", NULL, "error"},
    .first = &command_name,
    .most_arguments = 1,
    .run = run_manual,
};

static const nq_choice shells[] = {{"bash", 0, NULL}, {"zsh", 1, NULL}, {"fish", 2, NULL}, {0}};
static const nq_option shell = {NQ_OPTION_CHOICE, "SHELL", .choices = shells};

static int run_completion(const cli_call *call) {
  static const char *const scripts[] = {nq_completion_bash, nq_completion_zsh, nq_completion_fish};
  if (call->argument_count == 0) return cli_say("a shell is needed: bash, zsh or fish");
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    if (strcmp(shells[i].name, call->arguments[0]) == 0) {
      fputs(scripts[i], stdout);
      return CLI_YES;
    }
  return cli_say("'%.80s' is not known: it must be bash, zsh or fish", call->arguments[0]);
}

const cli_command cli_completion = {
    .name = "completion",
    .summary = "print a script that completes commands and options in a shell",
    .description = "Print a script that completes commands, options and values in a shell.",
    .usage = "bash|zsh|fish",
    .example = "nqueens completion bash",
    .notes = "For the current session: `source <(nqueens completion bash)`, the same with zsh, or "
             "`nqueens completion fish | source`.  `make install` puts the scripts where the "
             "shells look for them.\n",
    .exits = {"done", NULL, "error"},
    .first = &shell,
    .most_arguments = 1,
    .run = run_completion,
};

/* ---- All commands ---- */

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

/* Flush standard output: a full disk or a closed pipe is an error, which is reported.  Returns the
 * exit code, which is `code` unless there was an error. */
static int finish_output(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  return cli_say("standard output: %s", strerror(errno));
}

int cli_run(int argc, char **argv, nq_crew *crew, const char *mpi) {
  const cli_program program = {
      .commands = commands, .crew = crew, .mpi = mpi, .write_version = cli_version_write};
  if (argc < 2) {
    cli_say("a command is needed, as in");
    cli_help_write_most_used(stderr, commands);
    return CLI_ERROR;
  }
  const cli_command *command = cli_command_find(commands, argv[1]);
  int code = command != NULL ? cli_command_run(command, &program, argc - 1, argv + 1)
                             : run_word(&program, argc - 1, argv + 1);
  return finish_output(code >= 0 ? code : cli_refuse_command(commands, argv[1]));
}
