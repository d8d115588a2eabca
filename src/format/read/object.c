/* MODEL. {"n":4,"base":0,"rows":[1,3,0,2]} is our own: `n` and `base` may be missing, null is an
 * empty column, and other keys are ignored.  In any other object each list may be the board, and
 * its key is its name; objects within it are looked through as well, and those in a list are an
 * answer each:
 *
 *     {"queens" : [2, 4, 1, 3]}                                    MiniZinc
 *     {"type": "solution", "output": {"json": {"queens" : [...]}}} MiniZinc's stream
 *     {"Call": [{"Witnesses": [{"Value": ["queen(1,2)", ...]}, ...]}], "Result": "SATISFIABLE"}  clingo
 *
 * A string under the key Result or status is a verdict. */
#include "format/read/object.h"
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/items.h"
#include "format/read/pick.h"
#include "format/read/sheet.h"
#include "format/read/values.h"
#include "format/read/term.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const nq_node *end_of(const nq_terms *terms, const nq_node *list) {
  return terms->nodes + list->end;
}

/* The value of a key, or NULL. */
static const nq_node *find(const nq_terms *terms, const nq_node *object, const char *name) {
  const nq_node *node = object + 1, *key, *value;
  while (nq_value_entry(terms, object, &node, &key, &value))
    if (key->kind == NQ_KIND_STRING && key->size == strlen(name) &&
        memcmp(nq_node_text(terms, key), name, key->size) == 0)
      return value;
  return NULL;
}

static nq_status refuse_duplicates(const nq_terms *terms, const nq_node *object, nq_error *error) {
  const nq_node *node = object + 1, *key, *value;
  for (size_t keys = 0; keys < 64 && nq_value_entry(terms, object, &node, &key, &value); keys++) {
    const nq_node *other = object + 1, *other_key, *other_value;
    while (nq_value_entry(terms, object, &other, &other_key, &other_value) && other_key < key)
      if (key->kind == NQ_KIND_STRING && other_key->kind == key->kind &&
          key->size == other_key->size &&
          memcmp(nq_node_text(terms, key), nq_node_text(terms, other_key), key->size) == 0)
        return nq_error_at(error, nq_node_line(terms, key),
                           "a duplicate object key: another \"%.*s\"",
                           (int)(key->size < 40 ? key->size : 40), nq_node_text(terms, key));
  }
  return NQ_OK;
}

/* ---- Our own ---- */

/* Whether the number is written without a point or exponent. */
static bool is_integer(const nq_terms *terms, const nq_node *node) {
  const char *text = nq_node_text(terms, node);
  for (size_t i = 0; i < node->size; i++)
    if (!is_digit(text[i]) && text[i] != '-') return false;
  return node->kind == NQ_KIND_NUMBER;
}

static const char *value_words(const nq_terms *terms, const nq_node *value,
                               char words[NQ_NODE_WORDS]) {
  if (value == NULL) return "nothing";
  switch (value->kind) {
  case NQ_KIND_NUMBER:
  case NQ_KIND_REAL:
    if (is_integer(terms, value)) return "an integer";
    snprintf(words, NQ_NODE_WORDS, "%.*s", (int)(value->size < 40 ? value->size : 40),
             nq_node_text(terms, value));
    return words;
  case NQ_KIND_STRING:
    return "a string";
  case NQ_KIND_TRUTH:
    return "true or false";
  case NQ_KIND_HOLE:
    return "null";
  case NQ_KIND_LIST:
    return value->sign == '{' ? "an object" : "an array";
  default:
    return nq_node_words(terms, value, words);
  }
}

/* An optional integer from `least` to `most`. */
static nq_status get_integer(const nq_terms *terms, const nq_node *object, const char *key,
                             int64_t least, int64_t most, int64_t *value, nq_error *error) {
  char words[NQ_NODE_WORDS];
  const nq_node *found = find(terms, object, key);
  uint64_t line = terms->first_line;
  if (found == NULL) return NQ_OK;
  if (!is_integer(terms, found))
    return nq_error_at(error, line, "\"%s\" must be an integer, not %s", key,
                       value_words(terms, found, words));
  *value = found->value;
  if (*value >= least && *value <= most) return NQ_OK;
  return nq_error_at(error, line, "\"%s\" is %" PRId64 ", but must be %" PRId64 " to %" PRId64, key,
                     *value, least, most);
}

static nq_status add_row(nq_sheet *sheet, const nq_terms *terms, const nq_node *item,
                         int64_t column, nq_error *error) {
  char words[NQ_NODE_WORDS];
  int64_t least = sheet->base, most = (int64_t)NQ_N_MAX - 1 + least;
  if (item->kind == NQ_KIND_HOLE) return NQ_OK;
  if (!is_integer(terms, item))
    return nq_error_at(error, sheet->line,
                       "\"rows\"[%" PRId64 "] must be a row number or null, not %s", column,
                       value_words(terms, item, words));
  if (item->value < least || item->value > most)
    return nq_error_at(error, sheet->line,
                       "\"rows\"[%" PRId64 "] is %.*s, but with base %" PRId64 " a row is %" PRId64
                       " to %" PRId64,
                       column, (int)(item->size < 40 ? item->size : 40), nq_node_text(terms, item),
                       least, least, most);
  nq_sheet_queen(sheet, column, item->value);
  return NQ_OK;
}

static nq_status fill(nq_sheet *sheet, const nq_terms *terms, const nq_node *object,
                      const nq_node *rows, nq_error *error) {
  int64_t count = 0, base = 0;
  const nq_node *end = end_of(terms, rows);
  for (const nq_node *item = rows + 1; item < end; item = terms->nodes + item->end) count++;
  if (count == 0)
    return nq_error_at(error, sheet->line, "\"rows\" is empty: a board has at least one column");
  int64_t n = count;
  nq_status status = get_integer(terms, object, "n", 1, NQ_N_MAX, &n, error);
  if (status == NQ_OK) status = get_integer(terms, object, "base", 0, 1, &base, error);
  if (status == NQ_OK && n != count)
    return nq_error_at(error, sheet->line,
                       "\"n\" is %" PRId64 ", but \"rows\" has %" PRId64 " numbers", n, count);
  sheet->n = sheet->named = (uint64_t)count;
  sheet->base = (int)base;
  count = 0;
  for (const nq_node *item = rows + 1; item < end && status == NQ_OK;
       item = terms->nodes + item->end)
    status = add_row(sheet, terms, item, count++, error);
  return status;
}

nq_status nq_object_rows(nq_reader *reader, const nq_terms *terms, const nq_node *object,
                         nq_error *error) {
  char words[NQ_NODE_WORDS];
  const nq_node *rows = find(terms, object, "rows");
  nq_status status = refuse_duplicates(terms, object, error);
  if (status == NQ_OK && (rows == NULL || rows->kind != NQ_KIND_LIST || rows->sign != '['))
    status =
        nq_error_at(error, terms->first_line, "\"rows\" must be an array of row numbers, not %s",
                    value_words(terms, rows, words));
  if (status != NQ_OK) return status;
  nq_sheet sheet;
  nq_sheet_begin(&sheet, "rows", nq_node_line(terms, object));
  sheet.ordered = sheet.by_column = sheet.native = true;
  status = fill(&sheet, terms, object, rows, error);
  if (status == NQ_OK) return nq_sheet_finish(&sheet, reader, error);
  nq_sheet_release(&sheet);
  return status;
}

/* ---- Those of solvers ---- */

static bool is_index_key(const nq_node *key) {
  return key->kind == NQ_KIND_NUMBER || key->kind == NQ_KIND_LIST;
}

bool nq_object_is(const nq_terms *terms, const nq_node *list) {
  const nq_node *node = list + 1, *key, *value;
  bool other = false;
  if (list->sign != '{') return false;
  if (node == end_of(terms, list)) return true;
  while (nq_value_entry(terms, list, &node, &key, &value)) {
    if (is_index_key(key)) return false;
    other = other || value->kind >= NQ_KIND_WORD || key->kind == NQ_KIND_STRING;
    bool scalar = value->kind <= NQ_KIND_TRUTH,
         digit = is_digit(nq_node_text(terms, key)[key->size - (key->size > 0)]);
    if (scalar && digit) return false; /* a variable */
  }
  return other && node == end_of(terms, list);
}

/* Strings that may be lines of a picture, or atoms. */
static bool may_be_board(const nq_terms *terms, const nq_node *list) {
  const nq_node *first = list + 1;
  if (first == end_of(terms, list) || first->kind != NQ_KIND_STRING)
    return first != end_of(terms, list);
  const char *text = nq_node_text(terms, first);
  if (memchr(text, '(', first->size) != NULL) return true;
  for (size_t i = 0; i < first->size; i++) {
    bool letter = is_letter(text[i]) && text[i] != '_';
    if (is_digit(text[i]) || (letter && strchr("QqOoXx", text[i]) == NULL)) return false;
  }
  return true;
}

static nq_status read_verdict(nq_reader *reader, const nq_terms *terms, const nq_node *value,
                              nq_error *error) {
  nq_answer answer;
  if (value->kind != NQ_KIND_STRING ||
      !nq_verdict_of_word(nq_node_text(terms, value), value->size, &answer))
    return NQ_OK;
  nq_status status = nq_pick_settle(reader, nq_node_line(terms, value), error);
  return status == NQ_OK ? nq_found_verdict(reader, answer, nq_node_line(terms, value), error)
                         : status;
}

bool nq_object_holds(const nq_terms *terms, const nq_node *list) {
  const nq_node *end = end_of(terms, list);
  int64_t pair[2];
  bool swapped;
  for (const nq_node *child = list + 1; child < end; child = terms->nodes + child->end)
    if (child->kind != NQ_KIND_LIST || !nq_object_is(terms, child) ||
        nq_value_pair(terms, child, pair, &swapped))
      return false;
  return list + 1 < end;
}

static nq_status visit(nq_reader *reader, const nq_terms *terms, const nq_node *object,
                       nq_error *error);

/* Objects in a list are an answer each. */
static nq_status visit_all(nq_reader *reader, const nq_terms *terms, const nq_node *list,
                           nq_error *error) {
  nq_status status = NQ_OK;
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end && status == NQ_OK;
       child = terms->nodes + child->end) {
    status = visit(reader, terms, child, error);
    if (status == NQ_OK) status = nq_pick_settle(reader, nq_node_line(terms, child), error);
  }
  return status;
}

static nq_status visit_value(nq_reader *reader, const nq_terms *terms, const nq_node *key,
                             const nq_node *value, nq_error *error) {
  char name[40];
  const nq_setting setting = {.base = reader->dialect->base, .likely = 1, .named = true};
  const nq_node *list = nq_value_list(terms, value);
  if (nq_node_is(terms, key, "result") || nq_node_is(terms, key, "status"))
    return read_verdict(reader, terms, value, error);
  if (list == NULL) return NQ_OK;
  if (nq_object_is(terms, list)) return visit(reader, terms, list, error);
  if (nq_object_holds(terms, list)) return visit_all(reader, terms, list, error);
  if (!may_be_board(terms, list)) return NQ_OK;
  snprintf(name, sizeof name, "%.*s", (int)key->size, nq_node_text(terms, key));
  nq_status status = nq_pick_offer(reader, name, terms, list, &setting, error);
  if (status != NQ_BAD_FORMAT) return status;
  return nq_found_error(reader, error);
}

static nq_status visit(nq_reader *reader, const nq_terms *terms, const nq_node *object,
                       nq_error *error) {
  const nq_node *node = object + 1, *key, *value;
  nq_status status = refuse_duplicates(terms, object, error);
  while (status == NQ_OK && nq_value_entry(terms, object, &node, &key, &value))
    status = visit_value(reader, terms, key, value, error);
  return status;
}

/* MiniZinc's stream has objects of other kinds. */
static bool is_remark(const nq_terms *terms, const nq_node *object) {
  return find(terms, object, "type") != NULL;
}

nq_status nq_object_read(nq_reader *reader, const nq_terms *terms, const nq_node *object,
                         nq_error *error) {
  const nq_node *rows = find(terms, object, "rows");
  bool verdict = find(terms, object, "Result") != NULL || find(terms, object, "status") != NULL;
  if (rows != NULL) return nq_object_rows(reader, terms, object, error);
  bool before = nq_found_any(reader);
  nq_status status = nq_pick_settle(reader, terms->first_line, error);
  if (status == NQ_OK) status = visit(reader, terms, object, error);
  if (status == NQ_OK) status = nq_pick_settle(reader, terms->first_line, error);
  bool found = before || nq_found_any(reader) || verdict || is_remark(terms, object);
  return status == NQ_OK && !found ? nq_object_rows(reader, terms, object, error) : status;
}

nq_status nq_object_read_all(nq_reader *reader, const nq_terms *terms, const nq_node *list,
                             nq_error *error) {
  nq_status status = NQ_OK;
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end && status == NQ_OK;
       child = terms->nodes + child->end) {
    status = nq_object_read(reader, terms, child, error);
    if (status == NQ_BAD_FORMAT) status = nq_found_error(reader, error);
  }
  return status;
}

/* ---- Lines of objects ---- */

void nq_object_refuse(const nq_terms *terms, nq_error *error) {
  nq_error cut = *error;
  nq_error_at(error, terms->first_line, "not a JSON object: %.300s", cut.message);
}

/* Skip to the next line that starts an object. */
static void skip_lines(nq_terms *terms) {
  size_t size;
  for (; nq_terms_line(terms, &size); nq_terms_skip_line(terms)) {
    const unsigned char *text = terms->input->next + terms->at;
    size_t start = 0, end = size < NQ_INPUT_WINDOW ? size : NQ_INPUT_WINDOW;
    while (start < end && (text[start] == ' ' || text[start] == '\t')) start++;
    if (start < end && text[start] == '{') return;
  }
}

nq_status nq_read_objects(nq_reader *reader, nq_error *error) {
  nq_terms *terms = &reader->terms;
  uint64_t line = terms->line;
  terms->style = reader->dialect->style;
  nq_status status = nq_terms_read(terms, error);
  if (status == NQ_BAD_FORMAT) {
    nq_object_refuse(terms, error);
    terms->at = 0;
    terms->line = line;
    nq_terms_skip_line(terms);
    skip_lines(terms);
  }
  if (status != NQ_OK) return status;
  const nq_node *end = terms->nodes + terms->count;
  for (const nq_node *node = terms->nodes + 1; node < end && status == NQ_OK;
       node = terms->nodes + node->end) {
    char words[NQ_NODE_WORDS];
    bool object = node->kind == NQ_KIND_LIST && node->sign == '{';
    status =
        object ? nq_object_rows(reader, terms, node, error)
               : nq_error_at(error, nq_node_line(terms, node),
                             "an object such as {\"n\":4,\"rows\":[1,3,0,2]} was expected, not %s",
                             nq_node_words(terms, node, words));
    if (status == NQ_BAD_FORMAT && object) status = nq_found_error(reader, error);
  }
  return status;
}
