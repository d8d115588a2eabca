/* MODEL.  What a list holds decides its shape:
 *
 *     [1, 3, 0, 2]   c(1, 3, 0, 2)   [true, false, ...]       numbers: a row of a table
 *     [[1, 3, 0, 2], ...]   [0 1; 1 0]   [| 0, 1 | 1, 0 |]    lists of numbers: the rows of a table
 *     ["..Q.", ...]   [["Q", "."], ...]                       strings: a picture
 *     [{"r": 0, "c": 1}, ...]                                 objects of two numbers: pairs
 *     {queen(1,2), ...}   ["queen(1,2)", ...]                 atoms: pairs
 *     {0: 1, 1: 3, ...}   [Q1 = 2, Q2 = 4]                    entries: assignments
 *     lists of any of these                                   each by itself */
#include "format/read/values.h"
#include "format/read/found.h"
#include "format/read/grid.h"
#include "format/read/items.h"
#include "format/read/names.h"

#include <inttypes.h>
#include <string.h>

static const nq_node *next_of(const nq_terms *terms, const nq_node *node) {
  return terms->nodes + node->end;
}

static const nq_node *end_of(const nq_terms *terms, const nq_node *list) {
  return terms->nodes + list->end;
}

const nq_node *nq_value_list(const nq_terms *terms, const nq_node *node) {
  if (node->kind == NQ_KIND_LIST) return node;
  if (node->kind != NQ_KIND_CALL) return NULL;
  size_t numbers = 0, others = 0;
  const nq_node *end = end_of(terms, node);
  for (const nq_node *child = node + 1; child < end; child = next_of(terms, child)) {
    const nq_node *inner = child->kind >= NQ_KIND_LIST ? nq_value_list(terms, child) : NULL;
    if (inner != NULL) return inner;
    numbers += child->kind <= NQ_KIND_HOLE;
    others += child->kind > NQ_KIND_HOLE;
  }
  return numbers >= 3 && others == 0 ? node : NULL;
}

static bool is_key_sign(const nq_node *node) {
  return nq_node_is_sign(node, ':') || nq_node_is_sign(node, NQ_SIGN_GIVES);
}

/* The first node of the list that is no entry with the same sign as the others, or its end. */
static const nq_node *find_no_entry(const nq_terms *terms, const nq_node *list) {
  const nq_node *node = list + 1, *key = node, *value;
  int64_t sign = 0;
  while (nq_value_entry(terms, list, &node, &key, &value)) {
    int64_t own = next_of(terms, key)->value;
    if (sign != 0 && own != sign) return key;
    sign = own;
  }
  return node;
}

static bool is_dictionary(const nq_terms *terms, const nq_node *list) {
  bool any = list->kind == NQ_KIND_LIST && list + 1 < end_of(terms, list);
  return any && find_no_entry(terms, list) == end_of(terms, list);
}

/* ---- What a list holds ---- */

typedef enum holds {
  HOLDS_NOTHING,
  HOLDS_NUMBERS,
  HOLDS_ROWS, /* numbers with ; or | between rows */
  HOLDS_STRINGS,
  HOLDS_SQUARES, /* of chess, as strings */
  HOLDS_LISTS,
  HOLDS_OBJECTS, /* of two numbers */
  HOLDS_ATOMS,
  HOLDS_ENTRIES,
  HOLDS_OTHER
} holds;

/* A call of two numbers. */
static bool is_atom(const nq_terms *terms, const nq_node *node) {
  return node->kind == NQ_KIND_CALL && next_of(terms, node) == node + 3 &&
         node[1].kind == NQ_KIND_NUMBER && node[2].kind == NQ_KIND_NUMBER;
}

static holds classify_node(const nq_terms *terms, const nq_node *node) {
  int64_t pair[2];
  bool swapped;
  if (node->kind <= NQ_KIND_HOLE) return HOLDS_NUMBERS;
  int64_t column, row;
  if (node->kind == NQ_KIND_STRING && nq_square_of(terms, node, &column, &row))
    return HOLDS_SQUARES;
  if (node->kind == NQ_KIND_STRING)
    return memchr(nq_node_text(terms, node), '(', node->size) != NULL ? HOLDS_ATOMS : HOLDS_STRINGS;
  if (nq_node_is_sign(node, ';') || nq_node_is_sign(node, '|')) return HOLDS_ROWS;
  bool object = node->kind == NQ_KIND_CALL || (node->kind == NQ_KIND_LIST && node->sign == '{');
  if (object && nq_value_pair(terms, node, pair, &swapped)) return HOLDS_OBJECTS;
  if (nq_value_list(terms, node) != NULL) return HOLDS_LISTS;
  return is_atom(terms, node) || nq_node_is_sign(node, '-') ? HOLDS_ATOMS : HOLDS_OTHER;
}

static holds classify(const nq_terms *terms, const nq_node *list) {
  const nq_node *end = end_of(terms, list);
  holds found = HOLDS_NOTHING;
  if (is_dictionary(terms, list)) return HOLDS_ENTRIES;
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child)) {
    holds kind = classify_node(terms, child);
    bool rows = kind == HOLDS_ROWS || found == HOLDS_ROWS;
    bool strings = child->kind == NQ_KIND_STRING && found >= HOLDS_STRINGS && kind >= HOLDS_STRINGS;
    if (strings && kind != found) /* "p" among atoms */
      kind = found = kind == HOLDS_ATOMS || found == HOLDS_ATOMS ? HOLDS_ATOMS : HOLDS_STRINGS;
    if (found == HOLDS_NOTHING || kind == found)
      found = kind;
    else if (rows && (kind == HOLDS_NUMBERS || found == HOLDS_NUMBERS))
      found = HOLDS_ROWS;
    else if (found != HOLDS_ROWS || !nq_node_is(terms, child, "int")) /* Essence: ; int(1..8)] */
      return found == HOLDS_NUMBERS || found == HOLDS_STRINGS ? found : HOLDS_OTHER;
  }
  return found;
}

bool nq_value_is_plain(const nq_terms *terms, const nq_node *list) {
  const nq_node *end = end_of(terms, list);
  if (is_dictionary(terms, list)) return true;
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child)) {
    bool last = next_of(terms, child) == end;
    if (classify_node(terms, child) == HOLDS_OTHER && !is_key_sign(child) &&
        !(child->kind == NQ_KIND_WORD && !last && is_key_sign(child + 1)))
      return false;
  }
  return list + 1 < end;
}

/* ---- Numbers ---- */

/* NQ_BAD_FORMAT at the first number that no comma precedes, where others have one. */
static nq_status refuse_gap(const nq_terms *terms, const nq_node *list, nq_error *error) {
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end; child++) {
    const char *text = nq_node_text(terms, child) + child->size;
    size_t size = child + 1 < end ? (size_t)(child[1].at - child->at - child->size) : 0;
    if (child + 1 < end && memchr(text, ',', size) == NULL)
      return nq_node_unexpected(terms, child + 1, "',' or ']'", error);
  }
  return NQ_OK;
}

static nq_status refuse_number(const nq_terms *terms, const nq_node *node, nq_error *error) {
  uint64_t line = nq_node_line(terms, node);
  char words[NQ_NODE_WORDS];
  if (nq_node_is_sign(node, NQ_SIGN_LEFT_OUT))
    return nq_error_at(error, line,
                       "NumPy left numbers out (...): save the array with numpy.save, or print it "
                       "with numpy.set_printoptions(threshold=sys.maxsize)");
  if (node->kind == NQ_KIND_REAL)
    return nq_error_at(error, line, "a row must be a whole number, not %s",
                       nq_node_words(terms, node, words));
  if (node->kind == NQ_KIND_STRING)
    return nq_error_at(error, line, "a list has either numbers or strings");
  return nq_node_unexpected(terms, node, "a row or the closing bracket", error);
}

/* Add the numbers as one row, or as one for each part between ; and |. */
static nq_status add_rows(const nq_terms *terms, const nq_node *list, nq_numbers *table,
                          nq_error *error) {
  const nq_node *end = end_of(terms, list);
  uint64_t line = nq_node_line(terms, list);
  size_t items = 0, truths = 0, rows = 0;
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child)) {
    bool split = nq_node_is_sign(child, ';') || nq_node_is_sign(child, '|');
    if (split && items > 0) {
      nq_numbers_end_row(table, line, truths == items);
      rows++;
    }
    if (split) items = truths = 0;
    if (split) continue;
    if (rows == 1 && nq_node_is(terms, child, "int")) return NQ_OK;
    if (child->kind > NQ_KIND_HOLE || child->kind == NQ_KIND_REAL)
      return refuse_number(terms, child, error);
    if (items == 0) line = nq_node_line(terms, child);
    items++;
    truths += child->kind == NQ_KIND_TRUTH;
    nq_numbers_add(table, child->kind == NQ_KIND_HOLE ? NQ_HOLE : child->value);
  }
  if (items == 0 && rows > 0) return NQ_OK;
  int64_t commas = list->value;
  if (rows == 0 && commas > 0 && commas + 1 < (int64_t)items) return refuse_gap(terms, list, error);
  if (rows == 0) line = nq_node_line(terms, list);
  nq_numbers_end_row(table, line, items > 0 && truths == items);
  return NQ_OK;
}

/* ---- Pictures ---- */

/* Each string becomes a line of the picture or, if `join`, a square of one line. */
static nq_status add_strings(nq_grid *grid, const nq_terms *terms, const nq_node *list, bool join,
                             nq_error *error) {
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child)) {
    uint64_t line = nq_node_line(terms, child);
    char words[NQ_BYTE_WORDS];
    if (child->kind != NQ_KIND_STRING && !(join && child->size == 1))
      return nq_error_at(error, line, "a list has either numbers or strings");
    int32_t other = nq_grid_add_text(grid, nq_node_text(terms, child), child->size);
    if (other >= 0)
      return nq_error_at(error, line, "a square, Q or ., was expected, not %s",
                         nq_byte_words(other < 0x80 ? (int)other : 0xFF, words));
    if (!join) nq_grid_end_row(grid, line);
  }
  if (join) nq_grid_end_row(grid, nq_node_line(terms, list));
  return NQ_OK;
}

/* Whether each item is one glyph, in quotes or, as Java prints characters, not. */
static bool has_squares(const nq_terms *terms, const nq_node *list) {
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child)) {
    size_t bytes = 1;
    const char *text = nq_node_text(terms, child);
    bool word = child->kind == NQ_KIND_WORD || child->kind == NQ_KIND_HOLE;
    if ((child->kind != NQ_KIND_STRING && !word) || child->size == 0) return false;
    nq_glyph((const unsigned char *)text, child->size, &bytes);
    if (bytes != child->size || (word && strchr("Qq._", *text) == NULL)) return false;
  }
  return true;
}

static nq_status finish_grid(nq_grid *grid, nq_status status, nq_reader *reader, nq_error *error) {
  if (status == NQ_OK) status = nq_grid_check(grid, false, error);
  if (status == NQ_OK) status = nq_grid_boards(grid, reader, error);
  nq_grid_release(grid);
  return status;
}

bool nq_value_is_row(const nq_terms *terms, const nq_node *list, bool *strings, size_t *count) {
  const nq_node *end = end_of(terms, list);
  bool numbers = true;
  *count = 0;
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child), ++*count)
    numbers = numbers && child->kind <= NQ_KIND_TRUTH && (child->value == 0 || child->value == 1);
  *strings = *count >= 2 && has_squares(terms, list);
  return *strings || (numbers && *count >= 3);
}

nq_status nq_value_add_row(const nq_terms *terms, const nq_node *list, nq_numbers *matrix,
                           nq_grid *picture, nq_error *error) {
  return list[1].kind == NQ_KIND_STRING ? add_strings(picture, terms, list, true, error)
                                        : add_rows(terms, list, matrix, error);
}

/* ---- Items ---- */

static nq_status read_items(const nq_terms *terms, const nq_node *list, nq_item kind,
                            const nq_setting *setting, nq_reader *reader, nq_error *error) {
  nq_items items = {.setting = *setting, .line = nq_node_line(terms, list)};
  nq_items_take(&items, terms, list, kind);
  nq_status status = nq_items_board(&items, kind, false, reader, error);
  if (status != NQ_END) return status;
  return nq_error_at(error, nq_node_line(terms, list), "no atoms with a column and a row");
}

static nq_status read_entries(const nq_terms *terms, const nq_node *list, const nq_setting *setting,
                              nq_reader *reader, nq_error *error) {
  const nq_names_options options = {.form = "assignments",
                                    .base = setting->base,
                                    .likely = setting->likely,
                                    .samples = setting->samples,
                                    .contradicts = list->sign == '['};
  const nq_node *node = list + 1, *key, *value;
  nq_names names = {0};
  while (nq_value_entry(terms, list, &node, &key, &value)) nq_names_add(&names, terms, key, value);
  nq_status status = nq_names_board(&names, &options, reader, error);
  if (status != NQ_END) return status;
  return nq_error_at(error, nq_node_line(terms, list), "no variables of columns or squares");
}

/* ---- Any list ---- */

/* Whether all lists in the list hold this. */
static bool all_hold(const nq_terms *terms, const nq_node *list, holds kind) {
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child)) {
    holds found = classify(terms, nq_value_list(terms, child));
    if (found != kind && !(kind == HOLDS_NUMBERS && found == HOLDS_NOTHING)) return false;
    if (kind == HOLDS_STRINGS && !has_squares(terms, nq_value_list(terms, child))) return false;
  }
  return true;
}

/* The list as a row of a table, or, if `nested`, each list in it. */
static nq_status read_table(const nq_terms *terms, const nq_node *list, bool nested,
                            const nq_setting *setting, nq_reader *reader, nq_error *error) {
  nq_numbers table = {0};
  const nq_node *end = end_of(terms, list), *child = list + 1;
  nq_status status = nested ? NQ_OK : add_rows(terms, list, &table, error);
  for (; nested && child < end && status == NQ_OK; child = next_of(terms, child))
    status = add_rows(terms, nq_value_list(terms, child), &table, error);
  if (status == NQ_OK) status = nq_numbers_boards(&table, setting, reader, error);
  nq_numbers_release(&table);
  return status;
}

static nq_status read_pictures(const nq_terms *terms, const nq_node *list, nq_reader *reader,
                               nq_error *error) {
  nq_grid grid = {0};
  const nq_node *end = end_of(terms, list);
  nq_status status = NQ_OK;
  for (const nq_node *child = list + 1; child < end && status == NQ_OK;
       child = next_of(terms, child))
    status = add_strings(&grid, terms, nq_value_list(terms, child), true, error);
  return finish_grid(&grid, status, reader, error);
}

/* Whether all lists in the list are squares. */
static bool all_squares(const nq_terms *terms, const nq_node *list) {
  const nq_node *end = end_of(terms, list);
  for (const nq_node *child = list + 1; child < end; child = next_of(terms, child))
    if (!has_squares(terms, nq_value_list(terms, child))) return false;
  return true;
}

static nq_status read_lists(const nq_terms *terms, const nq_node *list, const nq_setting *setting,
                            nq_reader *reader, nq_error *error) {
  if (all_hold(terms, list, HOLDS_NUMBERS)) {
    nq_setting own = *setting;
    own.tuple = list->sign == '(';
    return read_table(terms, list, true, &own, reader, error);
  }
  if (all_hold(terms, list, HOLDS_STRINGS) || all_squares(terms, list))
    return read_pictures(terms, list, reader, error);
  const nq_node *end = end_of(terms, list);
  nq_status status = NQ_OK;
  for (const nq_node *child = list + 1; child < end && status == NQ_OK;
       child = next_of(terms, child)) {
    status = nq_value_boards(terms, nq_value_list(terms, child), setting, reader, error);
    if (status == NQ_BAD_FORMAT) status = nq_found_error(reader, error);
  }
  return status;
}

nq_status nq_value_boards(const nq_terms *terms, const nq_node *list, const nq_setting *setting,
                          nq_reader *reader, nq_error *error) {
  uint64_t line = nq_node_line(terms, list);
  const nq_node *end = end_of(terms, list), *child = list + 1;
  switch (classify(terms, list)) {
  case HOLDS_NOTHING:
    return nq_error_at(error, line, "the list is empty: a board has at least one column");
  case HOLDS_NUMBERS:
  case HOLDS_ROWS:
    return read_table(terms, list, false, setting, reader, error);
  case HOLDS_LISTS:
    return read_lists(terms, list, setting, reader, error);
  case HOLDS_OBJECTS:
    return read_items(terms, list, NQ_ITEM_PAIR, setting, reader, error);
  case HOLDS_ATOMS:
    return read_items(terms, list, NQ_ITEM_ATOM, setting, reader, error);
  case HOLDS_SQUARES:
    return read_items(terms, list, NQ_ITEM_SQUARE, setting, reader, error);
  case HOLDS_ENTRIES:
    return read_entries(terms, list, setting, reader, error);
  case HOLDS_STRINGS:;
    nq_grid grid = {0};
    bool join = child + 1 < end && has_squares(terms, list);
    return finish_grid(&grid, add_strings(&grid, terms, list, join, error), reader, error);
  default:
    if (child + 2 < end && is_key_sign(next_of(terms, child)))
      return nq_node_unexpected(terms, find_no_entry(terms, list), "a name, a sign and a value",
                                error);
    while (child < end && classify_node(terms, child) != HOLDS_OTHER) child = next_of(terms, child);
    return nq_node_unexpected(terms, child < end ? child : list, "a row or the closing bracket",
                              error);
  }
}
