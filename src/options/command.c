#include "options/options.h"

#include <string.h>

static const nq_option common_options[] = {
    {NQ_OPTION_FLAG, "help", .letter = 'h', .help = "print the usual options"},
    {NQ_OPTION_FLAG, "usage", .help = "print only a list of the options"},
    {NQ_OPTION_FLAG, "version", .letter = 'V', .help = "print the version, and what is built in"},
    {0},
};

/* ---- The table of a command ---- */

/* A group by number, the common one last; false past the end. */
static bool find_group(const cli_command *command, size_t i, cli_group *group) {
  size_t own = command->usual != NULL, more = 0;
  *group = (cli_group){.options = command->usual};
  if (i < own) return true;
  for (const cli_group *at = command->groups; at != NULL && at->options != NULL; at++) {
    *group = *at;
    if (i == own++) return true;
  }
  while (command->more_groups != NULL && command->more_groups(more, group))
    if (own + more++ == i) return true;
  *group = (cli_group){.options = common_options};
  return i == own + more;
}

bool cli_command_row(const cli_command *command, size_t i, cli_row *row) {
  cli_group group;
  for (size_t g = 0; find_group(command, g, &group); g++) {
    bool opens = true;
    for (const nq_option *option = group.options; option->name != NULL; option++) {
      if (group.keys && !nq_option_is_key(option)) continue;
      *row = (cli_row){option, group, opens, false};
      row->group.keys = group.keys || option->key_only;
      if (i-- == 0) return true;
      opens = false;
    }
  }
  return false;
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
