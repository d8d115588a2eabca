/* Answers to XCSP3.
 *
 * MODEL.  One element, whose lines may start with v:
 *
 *     <instantiation id="s1" type="solution">
 *       <list> q[] </list>                          or the names: q[0] q[1] ...
 *       <values> 1 3 0 2 </values>                  of the list's variables, in its order;
 *     </instantiation>                              2x5 is 5 times 2, * is any value
 *
 * The values are the rows, from 0, of the columns that the list names.  With q[], or without a
 * list, they are the rows of the columns in their order; with n given, values after the first n
 * belong to the arrays listed after q[], or are a wrong answer.  Comments are <!-- ... -->, and
 * lines that start with c where the others start with v. */
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/names.h"
#include "format/read/numbers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A short text must not make the reader allocate much memory. */
#define TIMES_MAX 1000

/* The text of the element, without comments and the v of its lines, and where its parts are. */
typedef struct element {
  char *text;
  size_t size, room;
  uint64_t line; /* of the first byte */
} element;

typedef struct part {
  const char *at, *end;
} part;

/* ---- The text ---- */

static nq_status add_byte(element *state, int byte, nq_error *error) {
  if (state->size + 1 >= state->room) {
    size_t room = state->room > 0 ? 2 * state->room : 1024;
    char *larger = room > state->room ? realloc(state->text, room) : NULL;
    if (larger == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the instantiation");
    state->text = larger;
    state->room = room;
  }
  state->text[state->size++] = (char)byte;
  state->text[state->size] = '\0';
  return NQ_OK;
}

/* At the start of a line: skip its v, and lines of comments.  False where the lines end. */
static bool take_mark(nq_terms *terms, bool marked) {
  while (marked) {
    int byte = nq_terms_peek(terms, 0);
    if (byte == 'v') {
      terms->at++;
      return true;
    }
    if (byte != 'c' && byte != '\n' && byte != '\r') return false;
    nq_terms_skip_line(terms);
  }
  return nq_terms_peek(terms, 0) >= 0;
}

/* Copy the element up to its closing tag; the rest of that line is skipped. */
static nq_status copy_element(nq_terms *terms, element *state, nq_error *error) {
  static const char close[] = "</instantiation>";
  const size_t length = sizeof close - 1;
  while (nq_terms_peek(terms, 0) == ' ' || nq_terms_peek(terms, 0) == '\t') terms->at++;
  bool marked = nq_terms_peek(terms, 0) == 'v', more = take_mark(terms, marked);
  nq_status status = NQ_OK;
  size_t comment = 0; /* 1 + where it starts */
  while (more && status == NQ_OK) {
    int byte = nq_terms_peek(terms, 0);
    if (byte < 0) break;
    terms->at++;
    terms->line += byte == '\n';
    status = add_byte(state, byte, error);
    if (byte == '\n') more = take_mark(terms, marked);
    if (status != NQ_OK) break;
    const char *end = state->text + state->size;
    if (comment == 0 && state->size >= 4 && strncmp(end - 4, "<!--", 4) == 0)
      comment = state->size - 3;
    if (comment > 0 && state->size >= comment + 5 && strncmp(end - 3, "-->", 3) == 0) {
      memset(state->text + comment - 1, ' ', state->size - comment + 1);
      comment = 0;
    }
    bool closed = comment == 0 && state->size >= length && strcmp(end - length, close) == 0;
    if (!closed) continue;
    nq_terms_skip_line(terms);
    return NQ_OK;
  }
  if (status != NQ_OK) return status;
  const char *values = state->text != NULL ? strstr(state->text, "<values") : NULL;
  const char *list = state->text != NULL ? strstr(state->text, "<list") : NULL;
  const char *missing = values != NULL && strstr(values, "</values>") == NULL ? "</values>"
                        : list != NULL && strstr(list, "</list>") == NULL     ? "</list>"
                                                                              : close;
  return nq_error_at(error, terms->line, "the answer is cut short: %s is missing", missing);
}

static uint64_t line_at(const element *state, const char *at) {
  uint64_t line = state->line;
  for (const char *byte = state->text; byte < at; byte++) line += *byte == '\n';
  return line;
}

/* What follows the opening tag, whose attributes may hold brackets; NULL if there is none. */
static const char *skip_tag(const element *state) {
  const char *at = state->text != NULL ? strstr(state->text, "<instantiation") : NULL;
  for (char quote = '\0'; at != NULL && *at != '\0'; at++) {
    if (quote == '\0' && *at == '>') return at + 1;
    if (*at == quote)
      quote = '\0';
    else if (quote == '\0' && (*at == '"' || *at == '\''))
      quote = *at;
  }
  return NULL;
}

/* The text between <name> and </name> from `from` on; NQ_END if there is none. */
static nq_status find_part(const element *state, const char *from, const char *name, part *found,
                           nq_error *error) {
  char open[16], close[16];
  snprintf(open, sizeof open, "<%s>", name);
  snprintf(close, sizeof close, "</%s>", name);
  const char *start = strstr(from, open);
  *found = (part){NULL, NULL};
  if (start == NULL) return NQ_END;
  found->at = start + strlen(open);
  found->end = strstr(found->at, close);
  if (found->end == NULL)
    return nq_error_at(error, line_at(state, state->text + state->size),
                       "the answer is cut short: %s is missing", close);
  if (strstr(found->end, open) == NULL) return NQ_OK;
  return nq_error_at(error, line_at(state, found->end), "another %s", open);
}

/* The next word of the part; false at its end. */
static bool next_word(part *rest, part *word) {
  static const char blanks[] = " \t\r\n";
  while (rest->at < rest->end && strchr(blanks, *rest->at) != NULL) rest->at++;
  word->at = rest->at;
  while (rest->at < rest->end && strchr(blanks, *rest->at) == NULL) rest->at++;
  word->end = rest->at;
  return word->end > word->at;
}

/* ---- Values ---- */

/* 3, 3x4 or *: a value and how often it stands. */
static bool parse_value(part word, int64_t *value, int64_t *times) {
  bool negative = word.at < word.end && *word.at == '-';
  *times = 1;
  *value = NQ_HOLE;
  if (word.end - word.at == 1 && *word.at == '*') return true;
  word.at += negative;
  const char *start = word.at;
  for (*value = 0; word.at < word.end && is_digit(*word.at); word.at++)
    *value = nq_add_digit(*value, *word.at);
  if (negative) *value = -*value;
  if (word.at == start || word.at == word.end) return word.at > start;
  if (*word.at++ != 'x' || word.at == word.end) return false;
  for (*times = 0; word.at < word.end && is_digit(*word.at); word.at++)
    *times = nq_add_digit(*times, *word.at);
  return word.at == word.end && *times > 0;
}

static nq_status take_values(const element *state, part values, bool given, nq_numbers *table,
                             nq_error *error) {
  for (part word; next_word(&values, &word);) {
    int64_t value, times;
    uint64_t line = line_at(state, word.at);
    if (!parse_value(word, &value, &times))
      return nq_error_at(error, line, "a value in <values> that is not a row: '%.*s'",
                         (int)(word.end - word.at < 40 ? word.end - word.at : 40), word.at);
    if (times > TIMES_MAX)
      return nq_error_at(error, line, "a value is repeated more than %d times%s", TIMES_MAX,
                         given ? "" : ": give n");
    for (; times > 0; times--) nq_numbers_add(table, value);
  }
  return NQ_OK;
}

/* The values after those of an array without indices are of other variables, none of which is the
 * board. */
static nq_status check_others(const element *state, part list, nq_error *error) {
  for (part word; next_word(&list, &word);) {
    size_t size = strcspn(word.at, "[ \t\r\n<");
    if (size == 1 && *word.at == 'q')
      return nq_error_at(error, line_at(state, word.at),
                         "the values of q cannot be located: list its variables");
  }
  return NQ_OK;
}

/* The names of the list in turn, each with its value.  An array without indices has the next n
 * values, or all if it is the only name. */
static nq_status match_names(const element *state, part list, const nq_numbers *table, uint64_t n,
                             nq_names *names, nq_error *error) {
  size_t place = 0, count = 0;
  part rest = list;
  for (part word; next_word(&rest, &word);) count++;
  for (part word; next_word(&list, &word);) {
    size_t size = (size_t)(word.end - word.at);
    bool whole = size > 2 && strncmp(word.end - 2, "[]", 2) == 0;
    size_t columns = whole ? (count == 1 ? table->count : (size_t)n) : 1;
    if (whole && (columns == 0 || place > 0))
      return nq_error_at(error, line_at(state, word.at),
                         "the values of %.*s cannot be located: give n, or list its variables",
                         (int)(size - 2 < 40 ? size - 2 : 40), word.at);
    for (size_t column = 0; column < columns; column++, place++) {
      char name[80];
      snprintf(name, sizeof name, whole ? "%.*s%zu]" : "%.*s",
               (int)(size - whole < 50 ? size - whole : 50), word.at, column);
      if (place >= table->count || table->values[place] == NQ_HOLE) continue;
      nq_names_put_text(names, name, strlen(name), table->values[place]);
    }
    if (whole && count > 1) return check_others(state, list, error);
  }
  if (place != table->count)
    return nq_error_at(error, line_at(state, list.at),
                       "%zu values in <values> for %zu names in <list>", table->count, place);
  return NQ_OK;
}

/* ---- The element ---- */

static nq_status read_rows(nq_reader *reader, nq_numbers *table, uint64_t line, nq_error *error) {
  const nq_setting setting = {.base = 0, .named = true};
  nq_numbers_end_row(table, line, false);
  return nq_numbers_boards(table, &setting, reader, error);
}

static nq_status read_named(nq_reader *reader, const element *state, part list,
                            const nq_numbers *values, uint64_t line, nq_error *error) {
  const nq_names_options options = {
      .form = "assignments", .contradicts = true, .ours = reader->dialect->ours};
  nq_names names = {0};
  nq_status status = match_names(state, list, values, reader->expected_n, &names, error);
  names.line = line;
  if (status == NQ_OK) status = nq_names_board(&names, &options, reader, error);
  if (status == NQ_END)
    status = nq_error_at(error, line, "no array such as q[] or q[0] q[1] in <list>");
  nq_names_release(&names);
  return status;
}

/* Whether the list is one array without indices. */
static bool is_array(part list) {
  part word, more;
  return next_word(&list, &word) && word.end - word.at > 2 && strncmp(word.end - 2, "[]", 2) == 0 &&
         !next_word(&list, &more);
}

static nq_status read_element(nq_reader *reader, const element *state, nq_error *error) {
  const char *inner = skip_tag(state);
  uint64_t end = line_at(state, state->text + state->size);
  if (inner == NULL) return nq_error_at(error, state->line, "<instantiation> was expected");
  uint64_t line = line_at(state, strstr(state->text, "<instantiation"));
  part list = {0}, values = {0};
  nq_numbers table = {0};
  nq_status listed = find_part(state, inner, "list", &list, error), status = listed;
  if (listed != NQ_BAD_FORMAT) status = find_part(state, inner, "values", &values, error);
  if (status == NQ_OK) status = take_values(state, values, reader->expected_n > 0, &table, error);
  if (status == NQ_END || (status == NQ_OK && table.count == 0))
    status = nq_error_at(error, end, "no rows in <values> of the instantiation");
  bool alone = listed == NQ_END || (status == NQ_OK && is_array(list));
  if (status == NQ_OK && alone)
    status = read_rows(reader, &table, line, error);
  else if (status == NQ_OK)
    status = read_named(reader, state, list, &table, line, error);
  nq_numbers_release(&table);
  return status;
}

nq_status nq_read_instantiation(nq_reader *reader, nq_error *error) {
  nq_terms *terms = &reader->terms;
  size_t size;
  if (!nq_terms_line(terms, &size)) return NQ_END;
  element state = {.line = terms->line};
  nq_status status = copy_element(terms, &state, error);
  for (bool inside = status == NQ_BAD_FORMAT; inside && nq_terms_line(terms, &size);) {
    inside = nq_terms_peek(terms, 0) != 'v' || size < 18 ||
             strncmp((const char *)terms->input->next + terms->at, "v </instantiation>", 18) != 0;
    nq_terms_skip_line(terms);
  }
  if (status == NQ_OK) status = read_element(reader, &state, error);
  free(state.text);
  return status;
}
