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
#include "format/read/read.h"

#include <stdio.h>
#include <string.h>

/* The value of a string as key, or NULL. */
static const nq_node *find_text(const nq_node *object, const char *name, size_t size) {
  const nq_node *node = object + 1, *key, *value;
  while (nq_value_entry(object, &node, &key, &value))
    if (key->kind == NQ_KIND_STRING && key->size == size && memcmp(key->text, name, size) == 0)
      return value;
  return NULL;
}

static const nq_node *find(const nq_node *object, const char *name) {
  return find_text(object, name, strlen(name));
}

static nq_status refuse_duplicates(nq_reader *reader, const nq_node *object) {
  const nq_node *node = object + 1, *key, *value;
  for (size_t keys = 0; keys < 64 && nq_value_entry(object, &node, &key, &value); keys++)
    if (key->kind == NQ_KIND_STRING && find_text(object, key->text, key->size) != value)
      return nq_error_at(reader->error, key->line, "a duplicate object key: another \"%.*s\"",
                         (int)(key->size < 40 ? key->size : 40), key->text);
  return NQ_OK;
}

/* ---- Our own ---- */

/* Whether the number is written without a point or exponent. */
static bool is_integer(const nq_node *node) {
  return node->kind == NQ_KIND_NUMBER &&
         nq_text_span((nq_text){node->text, node->size}, "0123456789-") == node->size;
}

static const char *value_words(const nq_node *value, char words[NQ_NODE_WORDS]) {
  static const char *const kinds[] = {[NQ_KIND_TRUTH] = "true or false",
                                      [NQ_KIND_HOLE] = "null",
                                      [NQ_KIND_STRING] = "a string",
                                      [NQ_KIND_LIST] = "an array"};
  if (value == NULL) return "nothing";
  if (is_integer(value)) return "an integer";
  if (value->sign == '{') return "an object";
  if (value->kind < sizeof kinds / sizeof *kinds && kinds[value->kind] != NULL)
    return kinds[value->kind];
  if (value->kind != NQ_KIND_NUMBER && value->kind != NQ_KIND_REAL)
    return nq_node_words(value, words);
  snprintf(words, NQ_NODE_WORDS, "%.*s", (int)(value->size < 40 ? value->size : 40), value->text);
  return words;
}

/* An optional integer from `least` to `most`. */
static nq_status get_integer(nq_reader *reader, const nq_node *object, const char *key,
                             int64_t least, int64_t most, int64_t *value) {
  char words[NQ_NODE_WORDS];
  const nq_node *found = find(object, key);
  uint64_t line = reader->terms.first_line;
  if (found == NULL) return NQ_OK;
  if (!is_integer(found))
    return nq_error_at(reader->error, line, "\"%s\" must be an integer, not %s", key,
                       value_words(found, words));
  *value = found->value;
  if (*value >= least && *value <= most) return NQ_OK;
  return nq_error_at(reader->error, line,
                     "\"%s\" is %" PRId64 ", but must be %" PRId64 " to %" PRId64, key, *value,
                     least, most);
}

/* A row of a board whose rows count from `least`, or null. */
static nq_status check_row(nq_reader *reader, const nq_node *item, int64_t column, int64_t least) {
  char words[NQ_NODE_WORDS];
  int64_t most = (int64_t)NQ_N_MAX - 1 + least;
  if (item->kind == NQ_KIND_HOLE) return NQ_OK;
  if (!is_integer(item))
    return nq_error_at(reader->error, item->line,
                       "\"rows\"[%" PRId64 "] must be a row number or null, not %s", column,
                       value_words(item, words));
  if (item->value >= least && item->value <= most) return NQ_OK;
  return nq_error_at(
      reader->error, item->line,
      "\"rows\"[%" PRId64 "] is %.*s, but with base %" PRId64 " a row is %" PRId64 " to %" PRId64,
      column, (int)(item->size < 40 ? item->size : 40), item->text, least, least, most);
}

static nq_status read_rows(nq_reader *reader, const nq_node *object) {
  char words[NQ_NODE_WORDS];
  const nq_node *rows = find(object, "rows");
  nq_status status = refuse_duplicates(reader, object);
  if (status != NQ_OK) return status;
  if (rows == NULL || rows->sign != '[')
    return nq_error_at(reader->error, reader->terms.first_line,
                       "\"rows\" must be an array of row numbers, not %s",
                       value_words(rows, words));
  int64_t count = 0, base = 0;
  for (const nq_node *item = rows + 1; item < nq_next(rows); item = nq_next(item)) count++;
  int64_t n = count;
  if (count == 0)
    return nq_error_at(reader->error, object->line,
                       "\"rows\" is empty: a board has at least one column");
  status = get_integer(reader, object, "n", 1, NQ_N_MAX, &n);
  if (status == NQ_OK) status = get_integer(reader, object, "base", 0, 1, &base);
  if (status == NQ_OK && n != count)
    status = nq_error_at(reader->error, object->line,
                         "\"n\" is %" PRId64 ", but \"rows\" has %" PRId64 " numbers", n, count);
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, "rows", object->line, (uint64_t)count);
  sheet.by_column = sheet.setting.native = true;
  sheet.base = (int)base;
  count = 0;
  for (const nq_node *item = rows + 1; item < nq_next(rows) && status == NQ_OK;
       item = nq_next(item), count++) {
    status = check_row(reader, item, count, base);
    if (item->kind != NQ_KIND_HOLE) nq_sheet_queen(&sheet, count, item->value);
  }
  if (status == NQ_OK) return nq_sheet_finish(&sheet, reader);
  reader->error->line = object->line;
  nq_sheet_release(&sheet);
  return status;
}

/* ---- Those of solvers ---- */

bool nq_object_is(const nq_node *list) {
  const nq_node *node = list + 1, *key, *value;
  bool other = false;
  if (list->sign != '{') return false;
  if (node == nq_next(list)) return true;
  while (nq_value_entry(list, &node, &key, &value)) {
    if (nq_node_is_number(key) || key->kind == NQ_KIND_LIST) return false;
    other = other || value->kind >= NQ_KIND_WORD || key->kind == NQ_KIND_STRING;
    char last = key->size > 0 ? key->text[key->size - 1] : ' ';
    if ((is_digit(last) || last == ']' || last == ')') && nq_node_is_scalar(value))
      return false; /* a variable */
  }
  return other && node == nq_next(list);
}

/* Strings that may be lines of a picture or of any text, or atoms. */
static bool may_be_board(const nq_node *list) {
  const nq_node *first = list + 1;
  if (first == nq_next(list) || first->kind != NQ_KIND_STRING) return first != nq_next(list);
  const char *text = first->text;
  int64_t column, row;
  if (nq_text_contains((nq_text){text, first->size}, "\\n")) return true;
  if (memchr(text, '(', first->size) != NULL || nq_square_of(first, &column, &row)) return true;
  for (size_t i = 0; i < first->size; i++) {
    bool letter = is_letter(text[i]) && text[i] != '_';
    if (is_digit(text[i]) || (letter && strchr("QqOoXx", text[i]) == NULL)) return false;
  }
  return true;
}

static nq_status read_verdict(nq_reader *reader, const nq_node *value) {
  nq_answer answer;
  if (!nq_verdict_of_node(value, &answer)) return NQ_OK;
  nq_status status = nq_pick_settle(reader, value->line);
  return status == NQ_OK ? nq_found_verdict(reader, answer, value->line) : status;
}

bool nq_object_holds(const nq_node *list) {
  const nq_node *end = nq_next(list);
  int64_t pair[2];
  bool swapped;
  for (const nq_node *child = list + 1; child < end; child = nq_next(child))
    if (!nq_object_is(child) || nq_value_pair(child, pair, &swapped)) return false;
  return list + 1 < end;
}

static nq_status visit(nq_reader *reader, const nq_node *object);

/* Objects in a list are an answer each. */
static nq_status visit_all(nq_reader *reader, const nq_node *list) {
  nq_status status = NQ_OK;
  for (const nq_node *child = list + 1; child < nq_next(list) && status == NQ_OK;
       child = nq_next(child)) {
    status = visit(reader, child);
    if (status == NQ_OK) status = nq_pick_settle(reader, child->line);
  }
  return status;
}

/* Gurobi: [{"VarName": "x[0,1]", "X": 1}, ...]; or with name and value.  NQ_END at other
 * objects. */
static nq_status read_variables(nq_reader *reader, const nq_node *list) {
  const nq_setting setting = {.named = true};
  nq_names names = {0};
  for (const nq_node *child = list + 1; child < nq_next(list); child = nq_next(child)) {
    bool gurobi = find(child, "VarName") != NULL;
    const nq_node *name = find(child, gurobi ? "VarName" : "name");
    const nq_node *value = find(child, gurobi ? "X" : "value");
    if (name == NULL || value == NULL || !nq_node_is_scalar(value)) {
      nq_names_cut(&names, 0);
      break;
    }
    nq_names_put(&names, name, value->kind != NQ_KIND_REAL, value->value);
  }
  nq_status status = nq_names_board(&names, &setting, reader);
  nq_names_release(&names);
  return status;
}

/* Read the texts in strings of the object that have lines or a list, such as MiniZinc's
 * "default": "q = [2, 1, 4, 3];\n". */
static nq_status read_strings(nq_reader *reader, const nq_node *object) {
  nq_status status = NQ_OK;
  for (const nq_node *node = object + 1; node < nq_next(object) && status == NQ_OK; node++) {
    const nq_text text = {node->text, node->size};
    if (nq_text_contains(text, "\\n") || nq_text_contains(text, "["))
      status = reader->read_part(reader, text, node->line);
  }
  return status;
}

static nq_status visit_value(nq_reader *reader, const nq_node *key, const nq_node *value) {
  char name[40];
  const nq_setting setting = {.named = true, .turned = nq_word_is_columns(key)};
  const nq_node *list = nq_value_list(value);
  if (nq_node_is(key, "result") || nq_node_is(key, "status")) return read_verdict(reader, value);
  if (list == NULL || nq_node_is(key, "source")) return NQ_OK; /* of a notebook */
  if (nq_object_is(list)) return visit(reader, list);
  if (nq_object_holds(list)) {
    nq_status status = read_variables(reader, list);
    return status == NQ_END ? visit_all(reader, list) : status;
  }
  if (list->sign != '{' && !may_be_board(list)) return NQ_OK; /* {"1": 2, ...} is one */
  snprintf(name, sizeof name, "%.*s", (int)key->size, key->text);
  nq_status status = nq_pick_offer(reader, name, list, &setting);
  return status == NQ_BAD_FORMAT ? nq_found_error(reader) : status;
}

static nq_status visit(nq_reader *reader, const nq_node *object) {
  const nq_node *node = object + 1, *key, *value;
  nq_status status = refuse_duplicates(reader, object);
  while (status == NQ_OK && nq_value_entry(object, &node, &key, &value))
    status = visit_value(reader, key, value);
  return status;
}

/* {"rows": [0, 1, 2, 3], "cols": [1, 3, 0, 2]}: both numbers of each square. */
static nq_status read_places(nq_reader *reader, const nq_node *rows, const nq_node *columns) {
  nq_numbers table = {.reader = reader, .setting.swapped = true};
  const nq_node *row = rows + 1, *column = columns + 1;
  for (; row < nq_next(rows) && column < nq_next(columns); row++, column++) {
    if (!nq_node_is_number(row) || !nq_node_is_number(column)) break;
    nq_numbers_add(&table, row->value);
    nq_numbers_add(&table, column->value);
  }
  nq_numbers_end_row(&table, rows->line, false);
  nq_status status = row == nq_next(rows) && column == nq_next(columns)
                         ? nq_numbers_pairs(&table, 0)
                         : nq_error_at(reader->error, rows->line,
                                       "\"rows\" and \"cols\" have not as many numbers each");
  nq_numbers_release(&table);
  return status;
}

static nq_status read_object(nq_reader *reader, const nq_node *object) {
  const nq_node *rows = find(object, "rows"), *columns = find(object, "cols");
  if (columns == NULL) columns = find(object, "columns");
  if (rows != NULL && rows->kind != NQ_KIND_LIST) rows = NULL; /* the size of the board */
  bool places = rows != NULL && columns != NULL && nq_node_is_number(rows + 1) &&
                nq_node_is_number(columns + 1);
  if (places) return read_places(reader, rows, columns);
  bool verdict = find(object, "Result") != NULL || find(object, "status") != NULL;
  if (rows != NULL && !nq_object_holds(rows)) return read_rows(reader, object);
  const nq_found *last = reader->finds.last;
  nq_status status = nq_pick_settle(reader, reader->terms.first_line);
  if (status == NQ_OK) status = visit(reader, object);
  if (status == NQ_OK) status = nq_pick_settle(reader, reader->terms.first_line);
  bool remark = find(object, "type") != NULL; /* MiniZinc's stream has objects of other kinds */
  if (status == NQ_OK && reader->finds.last == last) status = read_strings(reader, object);
  bool found = reader->finds.first != NULL || verdict || remark;
  return status == NQ_OK && !found ? read_rows(reader, object) : status;
}

nq_status nq_object_read(nq_reader *reader, const nq_node *list) {
  nq_status status = NQ_OK;
  if (list->sign == '{') return read_object(reader, list);
  for (const nq_node *child = list + 1; child < nq_next(list) && status == NQ_OK;
       child = nq_next(child)) {
    status = read_object(reader, child);
    if (status == NQ_BAD_FORMAT) status = nq_found_error(reader);
  }
  return status;
}

/* ---- Lines of objects ---- */

nq_status nq_object_refuse(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_error cut = *reader->error;
  nq_error_at(reader->error, terms->first_line, "not a JSON object: %.300s", cut.message);
  nq_terms_return(terms, (nq_place){0, reader->input.line});
  nq_text line;
  do nq_terms_skip_line(terms);
  while ((line = nq_terms_look(terms, 0)).at != NULL && !nq_text_starts(line, "{"));
  return NQ_BAD_FORMAT;
}

nq_status nq_read_objects(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_status status = nq_terms_read(terms);
  if (status == NQ_BAD_FORMAT) return nq_object_refuse(reader);
  if (status != NQ_OK) return status;
  for (const nq_node *node = terms->nodes + 1; node < nq_terms_end(terms) && status == NQ_OK;
       node = nq_next(node)) {
    char words[NQ_NODE_WORDS];
    bool object = node->sign == '{';
    status =
        object ? read_rows(reader, node)
               : nq_error_at(reader->error, node->line,
                             "an object such as {\"n\":4,\"rows\":[1,3,0,2]} was expected, not %s",
                             nq_node_words(node, words));
    if (status == NQ_BAD_FORMAT && object) status = nq_found_error(reader);
  }
  return status;
}
