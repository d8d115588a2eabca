#define _GNU_SOURCE /* argp */
#include "cli/options.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files.h"
#include "cli/guide.h"
#include "cli/spelling.h"
#include "core/number.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Above all characters and below argp's own keys: an option's key is this plus its place. */
#define FIRST_KEY 0x100
#define LAST_KEY  0xffffff
#define HELP_KEY  'h' /* argp has '?' of its own, but the help is ours */

/* ---- Numbers ---- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool cli_parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value, char *why,
                     size_t size) {
  if (nq_number_parse(text, value) == NQ_NUMBER_OK && *value >= least && *value <= most)
    return true;
  uint64_t ignored;
  bool whole = nq_number_parse(text[0] == '-' ? text + 1 : text, &ignored) != NQ_NUMBER_NONE;
  const char *what = whole ? "is out of range" : "is not a whole number";
  if (most == UINT64_MAX)
    snprintf(why, size, "'%.80s' %s: it must be %" PRIu64 " or more, below 2^64", text, what,
             least);
  else
    snprintf(why, size, "'%.80s' %s: it must be %" PRIu64 " to %" PRIu64 "%s", text, what, least,
             most, most >= 1000 && is_digit(text[0]) && !whole ? ", as in 1000, 1e3 or 1_000" : "");
  return false;
}

static bool parse_real(const char *text, const cli_option *option, double *value, char *why,
                       size_t size) {
  nq_number number = nq_number_parse_real(text, value);
  double least = (double)option->least, most = (double)option->most;
  if (number == NQ_NUMBER_OK && *value >= least && *value <= most) return true;
  snprintf(why, size, "'%.80s' %s: it must be %g to %g", text,
           number != NQ_NUMBER_NONE ? "is out of range" : "is not a number", least, most);
  return false;
}

static bool parse_choice(const char *text, const cli_option *option, int *value, char *why,
                         size_t size) {
  for (int i = 0; option->choices[i] != NULL; i++) {
    if (strcmp(option->choices[i], text) != 0) continue;
    *value = i + (int)option->least;
    return true;
  }
  int length = snprintf(why, size, "'%.80s' is not known: it must be", text);
  for (int i = 0; option->choices[i] != NULL && length >= 0 && (size_t)length < size; i++)
    length += snprintf(why + length, size - (size_t)length, "%s %s",
                       i == 0                           ? ""
                       : option->choices[i + 1] == NULL ? " or"
                                                        : ",",
                       option->choices[i]);
  return false;
}

/* ---- From the table to argp and back ---- */

struct parse {
  const cli_usage *usage;
  const cli_option *table;
  void *values;
  char **arguments;
  size_t count;
};

static void take_value(const cli_option *option, char *text, void *values,
                       const struct argp_state *state) {
  char why[400] = "";
  void *value = (char *)values + option->offset;
  bool taken = true;
  switch (option->kind) {
  case CLI_HEADING:
    break;
  case CLI_FLAG:
    *(bool *)value = true;
    break;
  case CLI_COUNT:
    taken = cli_parse_count(text, option->least, option->most, value, why, sizeof why);
    break;
  case CLI_REAL:
    taken = parse_real(text, option, value, why, sizeof why);
    break;
  case CLI_CHOICE:
    taken = parse_choice(text, option, value, why, sizeof why);
    break;
  case CLI_TEXT:
  case CLI_INPUT:
  case CLI_OUTPUT:
    *(const char **)value = text;
    break;
  case CLI_LIST: {
    cli_list *list = value;
    list->items[list->count++] = text;
    break;
  }
  }
  cli_make_plain(why);
  if (!taken) argp_failure(state, 2, 0, "--%s: %s", option->name, why);
}

/* "-5" looks like an option; it was meant as a number. */
static void refuse_negative(const struct argp_state *state, const cli_usage *usage) {
  char *text = state->argv[state->next - 1];
  if (text[0] != '-' || text[1] < '0' || text[1] > '9') text = state->argv[state->next];
  cli_make_plain(text);
  argp_failure(state, 2, 0, "'%.80s' is out of range%s%s", text, usage->range != NULL ? ": " : "",
               usage->range != NULL ? usage->range : "");
}

/* The common case shows how it was to be said. */
static void refuse_surplus(const struct argp_state *state, const cli_usage *usage, char *text) {
  const cli_example *example = cli_example_by_name(usage->name);
  cli_make_plain(text);
  argp_failure(state, 2, 0, "'%.80s' is one argument too many%s%s%s", text,
               example != NULL ? "; for instance: `" : "", example != NULL ? example->line : "",
               example != NULL ? "`" : "");
}

static error_t take(int key, char *text, struct argp_state *state) {
  struct parse *parse = state->input;
  if (key == HELP_KEY || key == '?') {
    cli_guide_help(parse->usage, parse->table);
  } else if (key >= '0' && key <= '9') {
    refuse_negative(state, parse->usage);
  } else if (key == ARGP_KEY_ARG) {
    if (parse->count == parse->usage->most_arguments) refuse_surplus(state, parse->usage, text);
    parse->arguments[parse->count++] = text;
  } else if (key >= FIRST_KEY && key <= LAST_KEY) {
    take_value(&parse->table[key - FIRST_KEY], text, parse->values, state);
  } else {
    for (const cli_option *option = parse->table; option->help != NULL; option++)
      if (option->letter != 0 && option->letter == key) {
        take_value(option, text, parse->values, state);
        return 0;
      }
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

/* "a|b|c" for the help of a choice; NULL when memory is short. */
static char *join_choices(const char *const *choices) {
  size_t size = 1, length = 0;
  for (size_t i = 0; choices[i] != NULL; i++) size += strlen(choices[i]) + 1;
  char *text = calloc(size, 1);
  for (size_t i = 0; text != NULL && choices[i] != NULL; i++)
    length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? "|" : "", choices[i]);
  return text;
}

static void release(struct argp_option *options, const cli_option *table) {
  for (size_t i = 0; table[i].help != NULL; i++)
    if (table[i].kind == CLI_CHOICE && table[i].argument == NULL) {
      union {
        const char *kept;
        char *owned;
      } argument = {.kept = options[i].arg};
      free(argument.owned);
    }
  free(options);
}

/* argp's own table: an entry an option, the hidden digits and the help; NULL when memory is short. */
static struct argp_option *build(const cli_option *table) {
  size_t count = 0;
  while (table[count].help != NULL) count++;
  struct argp_option *options = calloc(count + 13, sizeof *options);
  if (options == NULL) return NULL;
  for (size_t i = 0; i < count; i++) {
    const cli_option *from = &table[i];
    options[i].doc = from->help;
    if (from->kind == CLI_HEADING) continue;
    options[i].name = from->name;
    options[i].key = from->letter != 0 ? from->letter : FIRST_KEY + (int)i;
    if (from->kind == CLI_FLAG) continue;
    options[i].arg = from->argument;
    if (from->argument != NULL) continue;
    options[i].arg = join_choices(from->choices);
    if (options[i].arg == NULL) {
      release(options, table);
      return NULL;
    }
  }
  for (int digit = 0; digit < 10; digit++)
    options[count + (size_t)digit] =
        (struct argp_option){.key = '0' + digit, .flags = OPTION_HIDDEN, .doc = ""};
  options[count + 10] = (struct argp_option){.name = "help", .key = HELP_KEY, .doc = ""};
  options[count + 11] = (struct argp_option){.key = '?', .flags = OPTION_HIDDEN, .doc = ""};
  return options;
}

size_t cli_options_parse(const cli_usage *usage, const cli_option *table, int argc, char **argv,
                         void *values) {
  cli_guide_answer(usage, table, argc, argv);
  cli_check_spelling(usage, table, argc, argv);
  char name[64];
  snprintf(name, sizeof name, "nqueens %s", usage->name);
  struct argp_option *options = build(table);
  char **arguments = calloc((size_t)argc + 1, sizeof *arguments);
  if (options == NULL || arguments == NULL) {
    fputs("nqueens: out of memory\n", stderr);
    exit(2);
  }
  struct parse parse = {.usage = usage, .table = table, .values = values, .arguments = arguments};
  const struct argp argp = {.options = options, .parser = take, .args_doc = usage->arguments};
  char *program = argv[0];
  argv[0] = name;
  argp_parse(&argp, argc, argv, 0, NULL, &parse);
  argv[0] = program;
  for (size_t i = 0; i < parse.count; i++) argv[i + 1] = arguments[i];
  cli_check_files(usage, table, values, parse.count > 0 ? arguments[0] : NULL);
  free(arguments);
  release(options, table);
  return parse.count;
}
