#define _GNU_SOURCE /* getopt_long */
#include "options/options.h"

#include <getopt.h>
#include <string.h>

/* ---- The table of a command ---- */

static const nq_option common_options[] = {
    {NQ_OPTION_FLAG, "help", .letter = 'h', .help = "print the usual options"},
    {NQ_OPTION_FLAG, "usage", .help = "print only a list of the options"},
    {NQ_OPTION_FLAG, "version", .letter = 'V', .help = "print the version, and what is built in"},
    {0},
};

/* Complete the i-th group of those for each method; otherwise *i is less by their number. */
static bool find_method(size_t *i, cli_group *group) {
  for (size_t m = 0; (group->of = nq_method_name(m)) != NULL; m++) {
    group->options = nq_method_option(group->of, 0);
    bool any = group->options != NULL && (!group->keys || nq_option_is_key(group->options));
    if (any && (*i)-- == 0) return true;
  }
  return false;
}

/* A group by number, the common one last; false past the end. */
static bool find_group(const cli_command *command, size_t i, cli_group *group) {
  *group = (cli_group){.options = command->usual};
  if (command->usual != NULL && i-- == 0) return true;
  for (const cli_group *at = command->groups; at != NULL && at->heading != NULL; at++) {
    *group = *at;
    if (at->of_methods ? find_method(&i, group) : i-- == 0) return true;
  }
  *group = (cli_group){.options = common_options};
  return i == 0;
}

bool cli_rows_next(cli_rows *rows, cli_row *row) {
  bool opens = false;
  for (;;) {
    if (rows->option == NULL || rows->option->name == NULL) {
      if (!find_group(rows->command, rows->group, &rows->of)) return false;
      rows->group++;
      rows->option = rows->of.options;
      opens = true;
      continue;
    }
    const nq_option *option = rows->option++;
    if (rows->of.keys && !nq_option_is_key(option)) continue;
    *row = (cli_row){option, rows->of, opens, false};
    row->group.keys = rows->of.keys || option->key_only;
    return true;
  }
}

bool cli_row_is_common(const cli_row *row) {
  return row->group.options == common_options;
}

void *cli_row_options(const cli_call *call, const cli_row *row) {
  return (char *)call->options + row->group.offset;
}

const cli_command *cli_command_find(const cli_command *const *commands, const char *name) {
  while (*commands != NULL && strcmp((*commands)->name, name) != 0) commands++;
  return *commands;
}

const cli_row *cli_row_find(const cli_call *call, const char *name) {
  for (size_t i = 0; i < call->row_count; i++)
    if (strcmp(call->rows[i].option->name, name) == 0) return &call->rows[i];
  return NULL;
}

/* ---- Reading a command line ---- */

/* For a long name, getopt returns this plus the index of its row; letters are smaller. */
#define FIRST_LONG 0x100

/* Add the option to the rows and to what getopt knows.  A list has room for every word. */
static void add_row(cli_call *call, const cli_row *row, char **letter, const char ***room) {
  const nq_option *option = row->option;
  bool value = nq_option_takes_value(option);
  int got = FIRST_LONG + (int)call->row_count;
  call->longs[call->row_count] = (struct option){option->name, value, NULL, got};
  call->rows[call->row_count++] = *row;
  if (option->letter != 0) *(*letter)++ = option->letter;
  if (option->letter != 0 && value) *(*letter)++ = ':';
  if (option->kind != NQ_OPTION_LIST) return;
  char *options = cli_row_options(call, row);
  ((nq_option_list *)(void *)(options + option->offset))->items = *room;
  *room += call->word_count;
}

bool cli_call_begin(cli_call *call) {
  size_t count = 0;
  cli_row row;
  for (cli_rows rows = {.command = call->command}; cli_rows_next(&rows, &row);) count++;
  call->rows = nq_arrays_take(&call->arrays, count + 1, sizeof *call->rows);
  call->longs = nq_arrays_take(&call->arrays, count + 1, sizeof *call->longs);
  call->letters = nq_arrays_take(&call->arrays, 2 * count + 1, 1);
  const char **room = nq_arrays_take(&call->arrays, count * (size_t)call->word_count, sizeof *room);
  char *letter = call->letters;
  if (call->arrays.failed) return false;
  for (cli_rows rows = {.command = call->command}; cli_rows_next(&rows, &row);)
    if (!row.group.keys) add_row(call, &row, &letter, &room);
  optind = 0;
  opterr = 0;
  return true;
}

static cli_row *find_row(const cli_call *call, int got) {
  if (got >= FIRST_LONG) return &call->rows[got - FIRST_LONG];
  for (size_t i = 0; i < call->row_count; i++)
    if (got != 0 && call->rows[i].option->letter == (got == '?' ? 'h' : got)) return &call->rows[i];
  return NULL;
}

cli_word cli_call_next(cli_call *call, cli_row **row) {
  *row = NULL;
  int got = getopt_long(call->word_count, call->words, call->letters, call->longs, NULL);
  if (got == -1) {
    call->arguments = call->words + optind;
    call->argument_count = (size_t)(call->word_count - optind);
    return CLI_WORD_END;
  }
  bool found = got != '?' || optopt == '?'; /* -? asks for help and is not an error */
  *row = find_row(call, got != '?' ? got : optopt);
  if (*row == NULL) return CLI_WORD_UNKNOWN;
  if (found) return CLI_WORD_OPTION;
  return nq_option_takes_value((*row)->option) ? CLI_WORD_NO_VALUE : CLI_WORD_SURPLUS;
}
