#include "options/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The word to complete. */
struct query {
  FILE *stream;
  const cli_call *call;
  const char *prefix; /* before the value, part of the word: "--format=", or "" */
  int prefix_length;
  const char *word; /* the typed beginning of the value */
  bool any;         /* something was offered */
};

static void offer_word(struct query *query, const char *word, const char *end, const char *about) {
  size_t typed = strlen(query->word);
  if (strncmp(word, query->word, typed) != 0) return;
  fprintf(query->stream, "%.*s%s%s", query->prefix_length, query->prefix, word, end);
  if (about != NULL) fprintf(query->stream, "\t%s", about);
  fputc('\n', query->stream);
  query->any = true;
}

/* Make the text up to `end` part of the prefix. */
static void skip_to(struct query *query, const char *end) {
  query->prefix_length += (int)(end - query->word);
  query->word = end;
}

/* ---- Values ---- */

static void offer_values(struct query *query, const nq_option *option);

/* METHOD:key=value,...: the key of the last pair, or its value. */
static void offer_keys(struct query *query, const nq_option *option, const char *colon) {
  char name[60];
  const nq_option *key;
  snprintf(name, sizeof name, "%.*s", (int)(colon - query->word), query->word);
  const char *comma = strrchr(colon, ','), *pair = comma != NULL ? comma + 1 : colon + 1;
  const char *equals = strchr(pair, '=');
  skip_to(query, equals != NULL ? equals + 1 : pair);
  for (size_t i = 0; (key = option->keys(name, i)) != NULL; i++) {
    if (!nq_option_is_key(key)) continue;
    size_t length = strlen(key->name);
    if (equals == NULL)
      offer_word(query, key->name, "=", key->help);
    else if (length == (size_t)(equals - pair) && strncmp(key->name, pair, length) == 0)
      offer_values(query, key);
  }
}

static void offer_values(struct query *query, const nq_option *option) {
  const char *name, *about = NULL;
  /* LABEL=METHOD:key=value,... */
  if (option->kind == NQ_OPTION_LIST && option->keys != NULL &&
      query->word[strcspn(query->word, "=:")] == '=')
    skip_to(query, strchr(query->word, '=') + 1);
  const char *colon = option->keys != NULL ? strchr(query->word, ':') : NULL;
  const char *comma = option->kind == NQ_OPTION_LIST ? strrchr(query->word, ',') : NULL;
  bool paths = option->kind == NQ_OPTION_LIST && option->names == NULL;
  if (paths || option->kind == NQ_OPTION_INPUT || option->kind == NQ_OPTION_OUTPUT) {
    fputs(":files\n", query->stream);
    query->any = true;
  }
  if (colon != NULL) {
    offer_keys(query, option, colon);
    return;
  }
  if (comma != NULL) skip_to(query, comma + 1);
  for (const nq_choice *choice = option->choices; choice != NULL && choice->name != NULL; choice++)
    offer_word(query, choice->name, "", choice->summary);
  for (size_t i = 0;
       option->names != NULL && (name = option->names(query->call->options, i, &about)) != NULL;
       i++)
    offer_word(query, name, "", about);
}

/* ---- Options and arguments ---- */

static void offer_options(struct query *query, const cli_command *command) {
  cli_row row;
  for (cli_rows rows = {.command = command}; cli_rows_next(&rows, &row);) {
    char name[100], about[500];
    if (row.group.keys) continue;
    snprintf(name, sizeof name, "--%s", row.option->name);
    cli_guide_describe(&row, about, sizeof about);
    offer_word(query, name, nq_option_takes_value(row.option) ? "=" : "", about);
  }
}

static void offer_commands(struct query *query) {
  for (const cli_command *const *command = query->call->program->commands; *command != NULL;
       command++)
    offer_word(query, (*command)->name, "", (*command)->summary);
}

static void offer_argument(struct query *query) {
  const cli_command *command = query->call->command;
  size_t before = query->call->argument_count;
  const nq_option *argument = command->first;
  if (before >= command->most_arguments || argument == NULL) return;
  if (before > 0 && command->further != NULL) argument = command->further;
  if (strcmp(argument->name, "COMMAND") == 0)
    offer_commands(query);
  else
    offer_values(query, argument);
}

/* ---- The words before ---- */

/* Read the words before the last, ignoring mistakes; the option that lacks its value, or NULL. */
static const nq_option *read_words(cli_call *call, bool *ended) {
  const cli_row *waiting = NULL;
  const char *value = NULL;
  cli_row *row;
  for (cli_word word; (word = cli_call_next(call, &row)) != CLI_WORD_END;) {
    if (word == CLI_WORD_NO_VALUE) waiting = row;
    if (word != CLI_WORD_OPTION || cli_row_is_common(row)) continue;
    value = optarg;
    (void)nq_option_set(row->option, optarg, cli_row_options(call, row), NULL);
  }
  const char *last = call->words[optind - 1];
  *ended = strcmp(last, "--") == 0 && last != value;
  return waiting != NULL ? waiting->option : NULL;
}

/* The value in "--name=value". */
static void offer_value_of(struct query *query, const char *equals) {
  const char *name = query->word + 2;
  size_t length = (size_t)(equals - name);
  skip_to(query, equals + 1);
  for (size_t i = 0; i < query->call->row_count; i++) {
    const nq_option *option = query->call->rows[i].option;
    if (strlen(option->name) == length && strncmp(option->name, name, length) == 0 &&
        nq_option_takes_value(option))
      offer_values(query, option);
  }
}

static void offer_for_word(struct query *query, cli_call *call) {
  bool ended;
  const nq_option *waiting = read_words(call, &ended);
  const char *word = query->word;
  const char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
  if (waiting != NULL) {
    offer_values(query, waiting);
  } else if (!ended && equals != NULL) {
    offer_value_of(query, equals);
  } else if (!ended && word[0] == '-') {
    offer_options(query, call->command);
  } else {
    offer_argument(query);
    if (!query->any && word[0] == '\0' && !ended) offer_options(query, call->command);
  }
}

static void offer_for_command(struct query *query, cli_call *call) {
  call->options = nq_arrays_take(&call->arrays, call->command->options_size + 1, 1);
  if (call->options != NULL && cli_call_begin(call)) offer_for_word(query, call);
  nq_arrays_release(&call->arrays);
}

void cli_completion_write(FILE *stream, const cli_command *const *commands, char **words,
                          size_t count) {
  const cli_program program = {.commands = commands};
  cli_call call = {.program = &program, .words = words, .word_count = (int)count - 1};
  const char *word = words[count - 1];
  struct query query = {.stream = stream, .call = &call, .prefix = word, .word = word};
  if (count > 1) {
    call.command = cli_command_find(commands, words[0]);
    if (call.command != NULL) offer_for_command(&query, &call);
    return;
  }
  offer_commands(&query);
  if (word[0] == '-') offer_options(&query, &(cli_command){.name = ""});
}
