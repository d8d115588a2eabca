#include "core/option.h"
#include "core/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(nq_start) == sizeof(int) && sizeof(nq_crossover) == sizeof(int),
               "an enum is written as an int");

/* Messages show how large numbers may be written only if the range reaches this far. */
#define LARGE 1000

/* No key=value that is right is longer. */
#define PAIR_MOST 200

enum { NUMBER_BYTES = 64 /* of a number with something after it; longer ones are refused */ };

/* ---- What an option takes ---- */

bool nq_option_takes_value(const nq_option *option) {
  return option->kind != NQ_OPTION_FLAG && option->kind != NQ_OPTION_FLAG64;
}

bool nq_option_is_key(const nq_option *option) {
  return option->kind < NQ_OPTION_NAME;
}

static bool is_real(const nq_option *option) {
  return option->kind == NQ_OPTION_REAL || option->kind == NQ_OPTION_TIME;
}

/* The i-th of its names, NULL past the end and where it has none. */
static const char *name_at(const nq_option *option, const void *options, size_t i) {
  const char *about;
  if (option->choices != NULL) return option->choices[i].name;
  return option->names != NULL ? option->names(options, i, &about) : NULL;
}

/* Add "a, b or c" or, with one separator, "a|b|c". */
static void add_names(const nq_option *option, const void *options, const char *separator,
                      const char *last, char *text, size_t size) {
  const char *name = name_at(option, options, 0), *next;
  for (size_t i = 1; name != NULL; name = next, i++) {
    next = name_at(option, options, i);
    nq_text_add(text, size, "%s%s", i == 1 ? "" : next == NULL ? last : separator, name);
  }
}

void nq_option_range(const nq_option *option, const void *options, char *text, size_t size) {
  text[0] = '\0';
  if (option->kind == NQ_OPTION_TIME)
    snprintf(text, size, "%" PRIu64 " to %g seconds, as in 10, 500ms, 10s, 2m or 1h", option->least,
             (double)option->most);
  else if (option->kind == NQ_OPTION_REAL)
    snprintf(text, size, "%g to %g", (double)option->least, (double)option->most);
  else if (option->kind == NQ_OPTION_SLICE)
    snprintf(text, size, "K/M, part K of M, K from 0 to M - 1, M from 1 to %" PRIu64, option->most);
  else if (option->kind != NQ_OPTION_COUNT32 && option->kind != NQ_OPTION_COUNT64)
    add_names(option, options, ", ", " or ", text, size);
  else if (option->most >= UINT64_MAX - 1)
    snprintf(text, size, "%" PRIu64 " or more, below 2^64", option->least);
  else
    snprintf(text, size, "%" PRIu64 " to %" PRIu64, option->least, option->most);
  if (option->times_n) nq_text_add(text, size, ", or times n, as in 4n");
  if (option->or_none) nq_text_add(text, size, ", or none");
}

void nq_option_values(const nq_option *option, char *text, size_t size) {
  if (size == 0) return;
  text[0] = '\0';
  if (is_real(option))
    snprintf(text, size, "%g..%g", (double)option->least, (double)option->most);
  else if (option->kind != NQ_OPTION_COUNT32 && option->kind != NQ_OPTION_COUNT64)
    add_names(option, NULL, "|", "|", text, size);
  else if (option->most >= INT32_MAX)
    snprintf(text, size, "%" PRIu64 "..", option->least);
  else
    snprintf(text, size, "%" PRIu64 "..%" PRIu64, option->least, option->most);
  if (option->times_n) nq_text_add(text, size, "|1n..");
  if (option->or_none) nq_text_add(text, size, "|none");
}

const char *nq_option_name(const nq_option *option) {
  return option->name;
}

const char *nq_option_help(const nq_option *option) {
  return option->help;
}

const char *nq_option_default(const nq_option *option) {
  return option->fallback;
}

const nq_choice *nq_option_choice(const nq_option *option, size_t i) {
  const nq_choice *choice = option->choices;
  while (choice != NULL && choice->name != NULL && i > 0) i--, choice++;
  return choice != NULL && choice->name != NULL ? choice : NULL;
}

const nq_option *nq_option_find(const nq_option *table, const char *name) {
  for (; table != NULL && table->name != NULL; table++)
    if (strcmp(table->name, name) == 0 || (table->alias != NULL && strcmp(table->alias, name) == 0))
      return table;
  return NULL;
}

/* ---- Setting a member ---- */

static nq_status refuse(const nq_option *option, const char *text, const char *what,
                        const void *options, nq_error *error) {
  char range[280];
  const char *name;
  nq_nearest nearest = {.word = text};
  for (size_t i = 0; (name = name_at(option, options, i)) != NULL; i++)
    nq_nearest_offer(&nearest, name);
  if (nearest.name != NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "%s: '%.80s' %s: did you mean '%s'?", option->name,
                        text, what, nearest.name);
  bool word = strcmp(what, "is not a whole number") == 0 && text[0] >= '0' && text[0] <= '9';
  nq_option_range(option, options, range, sizeof range);
  return nq_error_set(error, NQ_BAD_VALUE, "%s: '%.80s' %s: it must be %s%s", option->name, text,
                      what, range,
                      word && option->most >= LARGE ? ", as in 1000, 1e3 or 1_000" : "");
}

static nq_status set_flag(const nq_option *option, const char *text, void *member,
                          nq_error *error) {
  bool yes = text == NULL || strcmp(text, "yes") == 0;
  if (!yes && strcmp(text, "no") != 0)
    return nq_error_set(error, NQ_BAD_VALUE, "%s: '%.80s' is not known: it must be yes or no",
                        option->name, text);
  if (option->kind == NQ_OPTION_FLAG)
    *(bool *)member = yes;
  else
    *(uint64_t *)member = yes;
  return NQ_OK;
}

/* Copy the text up to the first of `ends`, or nothing if it is too long; returns what is there. */
static const char *split(const char *text, const char *ends, char number[NUMBER_BYTES]) {
  size_t length = strcspn(text, ends);
  snprintf(number, NUMBER_BYTES, "%.*s", (int)(length < NUMBER_BYTES ? length : 0), text);
  return text + length;
}

/* "4n" as 4 | NQ_TIMES_N; false when it is no such text. */
static bool set_times_n(const char *text, uint32_t *member) {
  char factor[NUMBER_BYTES];
  uint64_t value;
  if (strcmp(split(text, "n", factor), "n") != 0 ||
      nq_number_parse(factor, &value) != NQ_NUMBER_OK || value < 1 || value >= NQ_TIMES_N)
    return false;
  *member = (uint32_t)value | NQ_TIMES_N;
  return true;
}

static nq_status set_count(const nq_option *option, const char *text, void *member,
                           nq_error *error) {
  uint64_t value;
  if (option->times_n && set_times_n(text, member)) return NQ_OK;
  if (option->or_none && strcmp(text, "none") == 0) {
    *(uint64_t *)member = UINT64_MAX;
    return NQ_OK;
  }
  bool negative = text[0] == '-';
  nq_number number = nq_number_parse(text + negative, &value);
  if (number == NQ_NUMBER_NONE) return refuse(option, text, "is not a whole number", NULL, error);
  if (negative || number == NQ_NUMBER_LARGE || value < option->least || value > option->most)
    return refuse(option, text, "is out of range", NULL, error);
  if (option->kind == NQ_OPTION_COUNT32)
    *(uint32_t *)member = (uint32_t)value;
  else
    *(uint64_t *)member = value;
  return NQ_OK;
}

/* A number of seconds, or of the unit after it. */
static nq_number parse_time(const char *text, double *seconds) {
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"ms", 1e-3}, {"s", 1},    {"sec", 1},  {"m", 60},
               {"min", 60},  {"h", 3600}, {"d", 86400}};
  char number[NUMBER_BYTES];
  const char *unit = split(text, "msdh", number);
  if (*unit == '\0') return nq_number_parse_real(text, seconds);
  nq_number found = nq_number_parse_real(number, seconds);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (strcmp(units[i].name, unit) != 0) continue;
    *seconds *= units[i].seconds;
    return found;
  }
  return NQ_NUMBER_NONE;
}

static nq_status set_real(const nq_option *option, const char *text, void *member,
                          nq_error *error) {
  double value;
  nq_number number = option->kind == NQ_OPTION_TIME ? parse_time(text, &value)
                                                    : nq_number_parse_real(text, &value);
  if (number == NQ_NUMBER_NONE) return refuse(option, text, "is not a number", NULL, error);
  if (number == NQ_NUMBER_LARGE || value < (double)option->least || value > (double)option->most)
    return refuse(option, text, "is out of range", NULL, error);
  *(double *)member = value + 0.0; /* -0 becomes 0 */
  return NQ_OK;
}

/* One of the names, or what it stands for. */
static nq_status set_name(const nq_option *option, const char *text, void *options,
                          nq_error *error) {
  void *member = (char *)options + option->offset;
  const char *name;
  size_t i = 0;
  while ((name = name_at(option, options, i)) != NULL && strcmp(name, text) != 0) i++;
  if (name == NULL) return refuse(option, text, "is not known", options, error);
  if (option->kind == NQ_OPTION_NAME)
    *(const char **)member = name;
  else if (option->kind == NQ_OPTION_CHOICE)
    memcpy(member, &option->choices[i].value, sizeof option->choices->value);
  else
    *(uint64_t *)member = (uint64_t)option->choices[i].value;
  return NQ_OK;
}

/* "-1/3" has the right form, so it is refused as out of range. */
static nq_status set_slice(const nq_option *option, const char *text, nq_option_slice *slice,
                           nq_error *error) {
  char part[NUMBER_BYTES];
  nq_option_slice read;
  bool sign = text[0] == '-';
  const char *slash = split(text, "/", part);
  nq_number k = nq_number_parse(part + sign, &read.part), m = NQ_NUMBER_NONE;
  if (*slash != '\0') m = nq_number_parse(slash + 1, &read.parts);
  if (k == NQ_NUMBER_NONE || m == NQ_NUMBER_NONE)
    return refuse(option, text, "is not a slice", NULL, error);
  if (sign || k == NQ_NUMBER_LARGE || m == NQ_NUMBER_LARGE || read.parts > option->most ||
      read.part >= read.parts)
    return refuse(option, text, "is out of range", NULL, error);
  *slice = read;
  return NQ_OK;
}

nq_status nq_option_set(const nq_option *option, const char *text, void *options, nq_error *error) {
  void *member = (char *)options + option->offset;
  nq_option_list *list = member;
  switch (option->kind) {
  case NQ_OPTION_FLAG:
  case NQ_OPTION_FLAG64:
    return set_flag(option, text, member, error);
  case NQ_OPTION_COUNT32:
  case NQ_OPTION_COUNT64:
    return set_count(option, text, member, error);
  case NQ_OPTION_REAL:
  case NQ_OPTION_TIME:
    return set_real(option, text, member, error);
  case NQ_OPTION_CHOICE:
  case NQ_OPTION_CHOICE64:
  case NQ_OPTION_NAME:
    return set_name(option, text, options, error);
  case NQ_OPTION_TEXT:
  case NQ_OPTION_INPUT:
  case NQ_OPTION_OUTPUT:
    *(const char **)member = text;
    return NQ_OK;
  case NQ_OPTION_LIST:
    list->items[list->count++] = text;
    return NQ_OK;
  case NQ_OPTION_SLICE:
    return set_slice(option, text, member, error);
  }
  return NQ_INTERNAL;
}

/* ---- Writing a member ---- */

/* The shortest decimal that reads back as the same number. */
static void format_real(double value, char *text, size_t size) {
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, size, "%.*g", digits, value);
    if (strtod(text, NULL) == value) return;
  }
}

/* The member as a number; 0 for a real or a text. */
static uint64_t number_of(const nq_option *option, const void *member) {
  int choice;
  switch (option->kind) {
  case NQ_OPTION_FLAG:
    return *(const bool *)member;
  case NQ_OPTION_COUNT32:
    return *(const uint32_t *)member;
  case NQ_OPTION_CHOICE:
    memcpy(&choice, member, sizeof choice);
    return (uint64_t)choice;
  case NQ_OPTION_FLAG64:
  case NQ_OPTION_COUNT64:
  case NQ_OPTION_CHOICE64:
    return *(const uint64_t *)member;
  default:
    return 0;
  }
}

const nq_choice *nq_option_choice_of(const nq_option *option, uint64_t value) {
  const nq_choice *choice = option->choices;
  while (choice != NULL && choice->name != NULL && (uint64_t)choice->value != value) choice++;
  return choice != NULL && choice->name != NULL ? choice : NULL;
}

void nq_option_format(const nq_option *option, const void *options, char *text, size_t size) {
  const void *member = (const char *)options + option->offset;
  uint64_t value = number_of(option, member);
  text[0] = '\0';
  if (is_real(option))
    format_real(*(const double *)member, text, size);
  else if (!nq_option_takes_value(option))
    snprintf(text, size, "%s", value != 0 ? "yes" : "no");
  else if (option->or_none && value == UINT64_MAX)
    snprintf(text, size, "none");
  else if (option->times_n && value >= NQ_TIMES_N)
    snprintf(text, size, "%" PRIu64 "n", value - NQ_TIMES_N);
  else if (option->choices == NULL)
    snprintf(text, size, "%" PRIu64, value);
  const nq_choice *choice = nq_option_choice_of(option, value);
  if (choice != NULL) snprintf(text, size, "%s", choice->name);
}

nq_status nq_options_require(const nq_option *table, const void *options, nq_error *error) {
  for (const nq_option *option = table; option != NULL && option->name != NULL; option++) {
    if (option->kind != NQ_OPTION_CHOICE) continue;
    uint64_t value = number_of(option, (const char *)options + option->offset);
    if (value != 0 && nq_option_choice_of(option, value) == NULL)
      return nq_error_set(error, NQ_BAD_VALUE, "%s has no value number %" PRIu64, option->name,
                          value);
  }
  return NQ_OK;
}

bool nq_option_has_effect(const nq_option *table, const nq_option *option, const void *options) {
  const char *condition = option->only_with;
  char key[32], value[64];
  if (condition == NULL) return true;
  size_t length = strcspn(condition, "!=");
  bool wanted = condition[length] != '!', found = false;
  snprintf(key, sizeof key, "%.*s", (int)length, condition);
  const nq_option *other = nq_option_find(table, key);
  nq_option_format(other, options, value, sizeof value);
  for (const char *one = condition + length + (wanted ? 1 : 2); !found && *one != '\0';) {
    length = strcspn(one, "|");
    found = strlen(value) == length && strncmp(one, value, length) == 0;
    one += length + (one[length] == '|');
  }
  return found == wanted && nq_option_has_effect(table, other, options);
}

/* ---- key=value,... ---- */

static bool is_set(const nq_option *option, const void *options, const void *defaults) {
  const void *member = (const char *)options + option->offset;
  const void *other = (const char *)defaults + option->offset;
  if (is_real(option)) return *(const double *)member != *(const double *)other;
  return nq_option_is_key(option) && number_of(option, member) != number_of(option, other);
}

static nq_status refuse_key(const nq_option *table, const char *owner, const char *name,
                            nq_error *error) {
  char list[300] = "";
  nq_nearest nearest = {.word = name};
  for (; table != NULL && table->name != NULL; table++) {
    if (!nq_option_is_key(table)) continue;
    nq_nearest_offer(&nearest, table->name);
    nq_text_add(list, sizeof list, list[0] != '\0' ? ", %s" : "%s", table->name);
  }
  if (nearest.name != NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "%s has no option '%.60s': did you mean '%s'?", owner,
                        name, nearest.name);
  if (list[0] == '\0')
    return nq_error_set(error, NQ_BAD_VALUE, "%s has no options, so no '%.60s'", owner, name);
  return nq_error_set(error, NQ_BAD_VALUE, "%s has no option '%.60s': it has %s", owner, name,
                      list);
}

/* Set one key=value, which is cut in two. */
static nq_status set_pair(const nq_option *table, const char *owner, char *pair, void *options,
                          const void *defaults, bool fills, nq_error *error) {
  nq_error why = {0};
  char *equals = strchr(pair, '=');
  if (equals == NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "%s: '%.60s' must be of the form key=value", owner,
                        pair);
  *equals = '\0';
  const nq_option *option = nq_option_find(table, pair);
  if (option == NULL) return refuse_key(table, owner, pair, error);
  if (!nq_option_is_key(option))
    return nq_error_set(error, NQ_BAD_VALUE, "%s: %s is given by itself, not as key=value", owner,
                        option->name);
  bool given = is_set(option, options, defaults);
  if (given && fills) return NQ_OK;
  if (given) return nq_error_set(error, NQ_BAD_VALUE, "%s: %s is given twice", owner, option->name);
  if (nq_option_set(option, equals + 1, options, &why) == NQ_OK) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE, "%s: %.380s", owner, why.message);
}

nq_status nq_options_set(const nq_option *table, const char *owner, const char *text, void *options,
                         const void *defaults, bool fills, nq_error *error) {
  for (;;) {
    char pair[PAIR_MOST + 1];
    size_t length = strcspn(text, ",");
    if (length > PAIR_MOST)
      return nq_error_set(error, NQ_BAD_VALUE, "%s: '%.60s...' is too long", owner, text);
    memcpy(pair, text, length);
    pair[length] = '\0';
    nq_status status = set_pair(table, owner, pair, options, defaults, fills, error);
    if (status != NQ_OK || text[length] == '\0') return status;
    text += length + 1;
  }
}

void nq_options_format(const nq_option *table, const void *options, const void *defaults,
                       char *text, size_t size) {
  text[0] = '\0';
  for (; table != NULL && table->name != NULL; table++) {
    char value[64];
    if (!is_set(table, options, defaults)) continue;
    nq_option_format(table, options, value, sizeof value);
    nq_text_add(text, size, text[0] != '\0' ? ",%s=%s" : "%s=%s", table->name, value);
  }
}
