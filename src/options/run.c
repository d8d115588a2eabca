#include "core/core.h"
#include "options/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Longer names are cut in messages. */
#define NAME_MOST 80

/* ---- Mistakes ---- */

int cli_refuse_command(const cli_command *const *commands, const char *name) {
  nq_nearest nearest = {.word = name};
  uint64_t n;
  if (name[0] == '-' && name[1] != '\0' && (name[1] < '0' || name[1] > '9'))
    return cli_say("there is no command '%.80s': an option follows its command, as in `nqueens "
                   "solve 8 --seed=1`; "
                   "`nqueens --help` lists the commands",
                   name);
  for (; *commands != NULL; commands++) nq_nearest_offer(&nearest, (*commands)->name);
  if (nq_number_parse(name, &n) == NQ_NUMBER_OK && n >= 1 && n <= NQ_LARGE_N_MAX)
    return cli_say("there is no command '%s': did you mean `nqueens solve %s`?", name, name);
  if (nearest.name != NULL)
    return cli_say("there is no command '%s': did you mean '%s'?", name, nearest.name);
  return cli_say("there is no command '%.80s'; `nqueens --help` lists the commands", name);
}

/* Does the command take N as an argument?  Users may try -n or --n instead. */
static bool takes_size(const cli_command *command) {
  return command->first != NULL && strcmp(command->first->name, "N") == 0;
}

/* "-5" looks like an option; it was meant as a number. */
static int refuse_negative(const cli_command *command, const char *text) {
  char range[100] = "";
  if (takes_size(command)) nq_option_range(command->first, NULL, range, sizeof range);
  return cli_say("'%.80s' is out of range%s%s", text, range[0] != '\0' ? ": N must be " : "",
                 range);
}

/* Is the word one of the names that the command's first argument can be? */
static bool is_name(const cli_command *command, const char *word) {
  const nq_option *first = command->first;
  const char *name, *about;
  if (first == NULL || first->names == NULL) return false;
  for (size_t i = 0; (name = first->names(NULL, i, &about)) != NULL; i++)
    if (strcmp(name, word) == 0) return true;
  return false;
}

/* The example shows the correct form, with the name that was given, if that is right. */
static int refuse_surplus(const cli_call *call, const char *text) {
  const cli_command *command = call->command;
  const char *name = call->arguments[0], *rest = strstr(command->example, " -");
  if (rest == NULL || !is_name(command, name))
    return cli_say("'%.80s' is one argument too many; for instance: `%s`", text, command->example);
  return cli_say("'%.80s' is one argument too many; for instance: `nqueens %s %s%s`", text,
                 command->name, name, rest);
}

static int refuse_unknown(const cli_command *command, const char *dashes, const char *name,
                          const char *nearest) {
  if (strcmp(name, "n") == 0 && takes_size(command))
    return cli_say("unrecognized option '%s%s': N is given by itself, as in `%s`", dashes, name,
                   command->example);
  if (nearest != NULL)
    return cli_say("unrecognized option '%s%s': did you mean '--%s'?", dashes, name, nearest);
  return cli_say("unrecognized option '%s%s'; `nqueens %s --help` lists the options", dashes, name,
                 command->name);
}

/* An unknown or ambiguous long option. */
static int refuse_long(const cli_call *call, const char *word) {
  char name[NAME_MOST + 1], several[200] = "";
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
  nq_nearest nearest = {.word = name};
  for (size_t i = 0; i < call->row_count; i++) {
    const char *other = call->rows[i].option->name;
    if (strncmp(other, name, strlen(name)) == 0)
      nq_text_add(several, sizeof several, several[0] != '\0' ? ", --%s" : " --%s", other);
    nq_nearest_offer(&nearest, other);
  }
  if (several[0] == '\0') return refuse_unknown(call->command, "--", name, nearest.name);
  return cli_say("option '--%s' is ambiguous; possibilities:%s", name, several);
}

/* The word that getopt could not take. */
static int refuse_word(const cli_call *call) {
  const char *before = call->words[optind - 1], *next = call->words[optind];
  const cli_command *command = call->command;
  char letter[2] = {(char)optopt, '\0'};
  if (optopt == 0) return refuse_long(call, before + 2);
  if (optopt < '0' || optopt > '9') return refuse_unknown(command, "-", letter, NULL);
  bool whole = before[0] == '-' && before[1] == letter[0];
  return refuse_negative(command, whole || next == NULL ? before : next);
}

/* Is the word an option of the command? */
static bool is_option(const cli_call *call, const char *word) {
  if (word[0] != '-' || word[1] == '\0') return false;
  for (size_t i = 0; i < call->row_count; i++) {
    const nq_option *option = call->rows[i].option;
    size_t length = strlen(option->name);
    if (word[1] == option->letter && word[2] == '\0') return true;
    if (word[1] == '-' && strncmp(word + 2, option->name, length) == 0 &&
        (word[2 + length] == '\0' || word[2 + length] == '='))
      return true;
  }
  return false;
}

/* Has the option taken the next one for its value, as --stats in `--stats -o board.npy`? */
static bool takes_option(const cli_call *call) {
  return optarg != NULL && optarg == call->words[optind - 1] && is_option(call, optarg);
}

/* ---- Reading ---- */

/* Continue; every other value is an exit code. */
#define CONTINUE (-1)

static int take_common(const cli_call *call, const nq_option *option) {
  if (strcmp(option->name, "version") == 0)
    call->program->write_version(stdout, call->program->mpi);
  else if (strcmp(option->name, "usage") == 0)
    cli_help_write_usage(stdout, call->command);
  else
    cli_help_write_brief(stdout, call->command);
  return CLI_YES;
}

static int take_option(const cli_call *call, cli_row *row) {
  nq_error error = {0};
  if (cli_row_is_common(row)) return take_common(call, row->option);
  row->given = true;
  if (nq_option_set(row->option, optarg, cli_row_options(call, row), &error) == NQ_OK)
    return CONTINUE;
  return cli_say("--%s", error.message);
}

static int check_arguments(const cli_call *call) {
  if (call->argument_count <= call->command->most_arguments) return CONTINUE;
  return refuse_surplus(call, call->arguments[call->command->most_arguments]);
}

/* "--n" is meant as the size, not as short for an option such as --nth. */
static bool means_size(const cli_call *call, const cli_row *row) {
  const char *word = call->words[optind - 1], *name = row->option->name;
  if (word == optarg) word = call->words[optind - 2];
  return takes_size(call->command) && name[0] == 'n' && name[1] != '\0' &&
         (strcmp(word, "--n") == 0 || strncmp(word, "--n=", 4) == 0);
}

static int read_words(cli_call *call) {
  for (;;) {
    cli_row *row;
    cli_word word = cli_call_next(call, &row);
    if (word == CLI_WORD_END) return check_arguments(call);
    if (word == CLI_WORD_UNKNOWN) return refuse_word(call);
    const char *name = row->option->name;
    if (word == CLI_WORD_NO_VALUE) return cli_say("option '--%s' requires an argument", name);
    if (word == CLI_WORD_SURPLUS) return cli_say("option '--%s' doesn't allow an argument", name);
    if (means_size(call, row)) return refuse_unknown(call->command, "--", "n", NULL);
    if (takes_option(call))
      return cli_say("option '--%s' requires an argument before '%.80s'; if that is the argument, "
                     "write '--%s=%.80s'",
                     name, optarg, name, optarg);
    int code = take_option(call, row);
    if (code != CONTINUE) return code;
  }
}

int cli_command_run(const cli_command *command, const cli_program *program, int argc, char **argv) {
  cli_call call = {.command = command, .program = program, .words = argv, .word_count = argc};
  int code = CLI_ERROR;
  call.options = nq_arrays_take(&call.arrays, command->options_size + 1, 1);
  bool set = call.options != NULL &&
             (command->set_defaults == NULL || command->set_defaults(call.options));
  if (call.options == NULL || (set && !cli_call_begin(&call)))
    cli_say("out of memory");
  else if (set)
    code = read_words(&call);
  if (code == CONTINUE) code = cli_files_check(&call) ? command->run(&call) : CLI_ERROR;
  nq_arrays_release(&call.arrays);
  return code;
}
