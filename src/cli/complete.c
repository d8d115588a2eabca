#include "cli/complete.h"
#include "cli/commands.h"
#include "cli/help.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* What is being asked. */
struct query {
  FILE *stream;
  const cli_usage *usage;
  const cli_option *table;
  char **words;
  size_t count;
  const char *prefix; /* before the value, part of the word: "--format=", or "" */
  int prefix_length;
  const char *word; /* what is typed of the value */
  bool any;         /* something was offered */
};

static void offer(struct query *query, const char *word, size_t length, const char *end,
                  const char *about) {
  size_t typed = strlen(query->word);
  if (typed > length || strncmp(word, query->word, typed) != 0) return;
  fprintf(query->stream, "%.*s%.*s%s", query->prefix_length, query->prefix, (int)length, word, end);
  if (about != NULL) fprintf(query->stream, "\t%s", about);
  fputc('\n', query->stream);
  query->any = true;
}

static void offer_files(struct query *query) {
  fputs(":files\n", query->stream);
  query->any = true;
}

/* ---- Values whose names are in tables of the library ---- */

static void offer_methods(struct query *query) {
  for (size_t i = 0; nq_method_name(i) != NULL; i++)
    offer(query, nq_method_name(i), strlen(nq_method_name(i)), "", nq_method_summary(i));
}

/* The last of several, between commas. */
static void offer_method_list(struct query *query) {
  const char *comma = strrchr(query->word, ',');
  if (comma != NULL) {
    query->word = comma + 1;
    query->prefix_length = (int)(query->word - query->prefix);
  }
  offer_methods(query);
}

static void offer_exports(struct query *query) {
  const nq_export_format *format;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++)
    offer(query, format->name, strlen(format->name), "", format->summary);
}

/* The format that was named before, as in `--to dimacs` or `--to=dimacs`, or NULL. */
static const nq_export_format *find_export(const struct query *query) {
  const nq_export_format *format = NULL;
  for (size_t i = 0; i + 1 < query->count && format == NULL; i++) {
    const char *equals = strchr(query->words[i], '=');
    format = nq_export_format_by_name(equals != NULL ? equals + 1 : query->words[i]);
  }
  return format;
}

static void offer_encodings(struct query *query) {
  const nq_export_format *only = find_export(query), *format;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++)
    for (size_t j = 0; format->encodings != NULL && format->encodings[j] != NULL; j++)
      if (only == NULL || only == format)
        offer(query, format->encodings[j], strlen(format->encodings[j]), "", format->name);
}

/* Of boards and of instances. */
static void offer_formats(struct query *query) {
  for (size_t i = 0; nq_format_name(i) != NULL; i++)
    offer(query, nq_format_name(i), strlen(nq_format_name(i)), "", NULL);
  offer_exports(query);
}

static void offer_paths(struct query *query) {
  const char *name;
  bool available;
  for (size_t i = 0; (name = nq_count_path_name(i, &available)) != NULL; i++)
    if (available) offer(query, name, strlen(name), "", NULL);
}

static const struct {
  const char *option;
  void (*offer)(struct query *query);
} named_values[] = {{"method", offer_methods},     {"methods", offer_method_list},
                    {"to", offer_exports},         {"format", offer_formats},
                    {"encoding", offer_encodings}, {"path", offer_paths}};

/* ---- Values that the name of an argument tells ---- */

static void offer_commands(struct query *query) {
  const cli_command *command;
  for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++)
    offer(query, command->name, strlen(command->name), "", command->summary);
}

/* "a|b|c"; numbers, as in "0..1", are not offered. */
static void offer_choices(struct query *query, const char *names, size_t size) {
  for (size_t length; size > 0; names += length, size -= length) {
    length = strcspn(names, "|");
    if (length > size) length = size;
    offer(query, names, length, "", NULL);
    if (length < size) length++;
  }
}

/* The list in the notes that is headed by the argument's name: "Kinds:" for KIND. */
static void offer_list(struct query *query, const char *name, size_t length) {
  const char *line = query->usage->notes != NULL ? query->usage->notes : "";
  bool within = false;
  while (*line != '\0') {
    size_t end = strcspn(line, "\n"), start = strspn(line, " ");
    if (within && start >= 2 && start < end)
      offer(query, line + start, strcspn(line + start, " \n"), "", NULL);
    else
      within = end == length + 2 && strncmp(line + length, "s:", 2) == 0 &&
               strncasecmp(line, name, length) == 0;
    line += end + (line[end] == '\n');
  }
}

static bool has_word(const char *text, size_t size, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i + length <= size; i++)
    if (strncmp(text + i, word, length) == 0) return true;
  return false;
}

static void offer_argument(struct query *query, const char *name, size_t length) {
  if (has_word(name, length, "FILE") || has_word(name, length, "DIR") ||
      has_word(name, length, "BOARD"))
    offer_files(query);
  else if (has_word(name, length, "COMMAND"))
    offer_commands(query);
  else if (memchr(name, '|', length) != NULL && length > 1)
    offer_choices(query, name, length);
  else
    offer_list(query, name, length);
}

/* ---- Options ---- */

static const cli_option *find_by_name(const cli_option *table, const char *name, size_t length) {
  for (; table->help != NULL; table++)
    if (table->kind != CLI_HEADING && strlen(table->name) == length &&
        strncmp(table->name, name, length) == 0)
      return table;
  return NULL;
}

/* The option whose value comes after the word "--name", or after "-x" or "-abx"; NULL where none
 * does. */
static const cli_option *find_waiting(const cli_option *table, const char *word, size_t length) {
  const cli_option *option = NULL;
  if (length > 2 && strncmp(word, "--", 2) == 0) {
    option = find_by_name(table, word + 2, length - 2);
  } else if (length > 1 && word[0] == '-' && word[1] != '-') {
    for (option = table; option->help != NULL; option++)
      if (option->kind != CLI_HEADING && option->letter == word[length - 1]) break;
    if (option->help == NULL) option = NULL;
  }
  return option != NULL && option->kind != CLI_FLAG ? option : NULL;
}

static void offer_values(struct query *query, const cli_option *option) {
  for (size_t i = 0; option->kind == CLI_CHOICE && option->choices[i] != NULL; i++)
    offer(query, option->choices[i], strlen(option->choices[i]), "", NULL);
  if (option->kind == CLI_CHOICE) return;
  for (size_t i = 0; i < sizeof named_values / sizeof *named_values; i++)
    if (strcmp(named_values[i].option, option->name) == 0) {
      named_values[i].offer(query);
      return;
    }
  if (option->argument != NULL) offer_argument(query, option->argument, strlen(option->argument));
}

static void offer_table(struct query *query, const cli_option *table) {
  char name[100];
  for (; table->help != NULL; table++) {
    if (table->kind == CLI_HEADING) continue;
    int length = snprintf(name, sizeof name, "--%s", table->name);
    offer(query, name, (size_t)length, table->kind == CLI_FLAG ? "" : "=", table->help);
  }
}

static void offer_options(struct query *query) {
  offer_table(query, query->table);
  offer_table(query, cli_common_options);
}

/* ---- Arguments ---- */

/* How many arguments stand before the last word. */
static size_t count_arguments(const struct query *query) {
  size_t count = 0;
  bool value = false, ended = false;
  for (size_t i = 0; i + 1 < query->count; i++) {
    const char *word = query->words[i];
    bool option = !ended && word[0] == '-' && word[1] != '\0';
    if (!value && !option) count++;
    ended = ended || (!value && strcmp(word, "--") == 0);
    value = !ended && !value && find_waiting(query->table, word, strlen(word)) != NULL;
  }
  return count;
}

/* The words of the usage that are no option and no option's value; files once. */
static void offer_arguments(struct query *query) {
  bool files = false, value = false;
  const char *text = query->usage->arguments;
  while (*text != '\0') {
    size_t length = strcspn(text, " \n");
    bool file = has_word(text, length, "FILE") || has_word(text, length, "BOARD");
    if (!value && *text != '-' && !(file && files)) offer_argument(query, text, length);
    files = files || (file && !value);
    value = find_waiting(query->table, text, length) != NULL;
    text += length + strspn(text + length, " \n");
  }
}

void cli_complete_write(FILE *stream, const cli_usage *usage, const cli_option *table, char **words,
                        size_t count) {
  char *word = words[count - 1];
  struct query query = {.stream = stream,
                        .usage = usage,
                        .table = table,
                        .words = words,
                        .count = count,
                        .prefix = word,
                        .word = word};
  const char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
  const char *before = count > 1 ? words[count - 2] : "";
  const cli_option *option = find_waiting(table, before, strlen(before));
  bool ended = false;
  for (size_t i = 0; i + 1 < count; i++) ended = ended || strcmp(words[i], "--") == 0;
  if (!ended && option != NULL) {
    offer_values(&query, option);
  } else if (!ended && equals != NULL) {
    query.word = equals + 1;
    query.prefix_length = (int)(query.word - word);
    option = find_waiting(table, word, (size_t)(equals - word));
    if (option != NULL) offer_values(&query, option);
  } else if (!ended && word[0] == '-') {
    offer_options(&query);
  } else {
    if (count_arguments(&query) < usage->most_arguments) offer_arguments(&query);
    if (!query.any && word[0] == '\0' && !ended) offer_options(&query);
  }
}

void cli_complete_write_commands(FILE *stream, const char *word) {
  struct query query = {.stream = stream, .word = word, .prefix = word};
  offer_commands(&query);
  if (word[0] != '-') return;
  offer_table(&query, cli_common_options);
}
