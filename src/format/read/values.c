/* MODEL.  What a list holds decides its shape:
 *
 *     [1, 3, 0, 2]   c(1, 3, 0, 2)   [true, false, ...]       numbers: a row of a table
 *     [[1, 3, 0, 2], ...]   [0 1; 1 0]   [| 0, 1 | 1, 0 |]    lists of numbers: the rows of a table
 *     ["..Q.", ...]   [["Q", "."], ...]                       strings: a picture
 *     [{"r": 0, "c": 1}, ...]                                 objects of two numbers: pairs
 *     {queen(1,2), ...}   ["queen(1,2)", ...]                 atoms: pairs
 *     {0: 1, 1: 3, ...}   [Q1 = 2, Q2 = 4]                    entries: assignments
 *     lists of any of these                                   each by itself */
#include "format/read/grid.h"
#include "format/read/read.h"
#include "core/core.h"

#include <stdio.h>
#include <string.h>

/* The first node of the list that is no entry with the same sign as the others, or its end. */
static const nq_node *find_no_entry(const nq_node *list) {
  const nq_node *node = list + 1, *key, *value;
  for (int64_t sign = 0; nq_value_entry(list, &node, &key, &value); sign = nq_next(key)->value)
    if (sign != 0 && nq_next(key)->value != sign) return key;
  return node;
}

/* Oz: queens(1:2 2:4 3:1 4:3); Essence: function(1 --> 2, 2 --> 4, 3 --> 1, 4 --> 3) */
static bool is_record(const nq_node *node) {
  return node->kind == NQ_KIND_CALL && node->span > 9 && node[1].kind == NQ_KIND_NUMBER &&
         nq_node_is_gives(node + 2) && find_no_entry(node) == nq_next(node);
}

static bool is_dictionary(const nq_node *list) {
  bool any = list->kind == NQ_KIND_LIST && list + 1 < nq_next(list);
  return is_record(list) || (any && find_no_entry(list) == nq_next(list));
}

/* Go's struct {4 [1 3 0 2]}, Erlang's {ok, [1, 3, 0, 2]} and Clojure's {:n 4, :queens [1 3 0 2]}:
 * its only list, beside numbers and words with colons before them at most; or NULL.  Of Python's
 * tuple ([1, 3, 0, 2], 0) only a list with each row once. */
static const nq_node *list_of_struct(const nq_node *node) {
  const nq_node *list = NULL, *word = NULL, *end = nq_next(node);
  bool tuple = node->sign == '(', series;
  if ((node->sign != '{' && !tuple) || node + 1 >= end) return NULL;
  for (const nq_node *child = node + 1; child < end; child = nq_next(child)) {
    bool inner = child->kind == NQ_KIND_LIST && child->sign == '[' && list == NULL;
    bool words = child->kind == NQ_KIND_WORD || (tuple && child->kind == NQ_KIND_STRING);
    bool name = words && word == NULL && !nq_node_is_gives(nq_next(child));
    bool colon = nq_node_is_sign(child, ':') && nq_next(child)->kind == NQ_KIND_WORD;
    if (inner) list = child;
    if (inner && word != NULL && nq_word_is_measure(word)) return NULL;
    if (!inner && !name && !colon && !nq_node_is_scalar(child)) return NULL;
    word = name ? child : NULL;
  }
  bool board = !tuple || (list != NULL && node->span > list->span + 1 &&
                          nq_value_is_permutation(list, &series) && !series);
  return board ? list : NULL;
}

const nq_node *nq_value_list(const nq_node *node) {
  const nq_node *inside = node->kind == NQ_KIND_LIST ? list_of_struct(node) : NULL;
  if (inside != NULL) return inside;
  if (node->kind == NQ_KIND_LIST || is_record(node)) return node;
  if (node->kind != NQ_KIND_CALL) return NULL;
  const nq_node *first = NULL;
  size_t numbers = 0, lists = 0, others = 0;
  for (const nq_node *child = node + 1; child < nq_next(node); child = nq_next(child)) {
    const nq_node *inner = child->kind >= NQ_KIND_LIST ? nq_value_list(child) : NULL;
    if (first == NULL || (first->sign == '{' && inner != NULL)) first = inner;
    numbers += child->kind <= NQ_KIND_HOLE;
    bool like = inner != NULL && child->kind == node[1].kind && child->sign == node[1].sign;
    lists += like;
    bool split = nq_node_is_sign(child, ';') || nq_node_is_sign(child, '|');
    others += child->kind > NQ_KIND_HOLE && !like && !split;
  }
  bool list = lists == 0 ? numbers >= 3 : numbers == 0 && lists >= 2;
  return list && others == 0 ? node : first;
}

/* ---- What a list holds ---- */

typedef enum holds {
  HOLDS_NOTHING,
  HOLDS_NUMBERS,
  HOLDS_ROWS, /* numbers with ; or | between rows */
  HOLDS_STRINGS,
  HOLDS_SQUARES, /* of chess */
  HOLDS_LISTS,
  HOLDS_OBJECTS, /* of two numbers */
  HOLDS_ATOMS,
  HOLDS_ENTRIES,
  HOLDS_OTHER
} holds;

static holds classify_node(const nq_node *node) {
  int64_t pair[2];
  bool swapped;
  if (node->kind <= NQ_KIND_HOLE) return HOLDS_NUMBERS;
  if (node->kind == NQ_KIND_STRING)
    return memchr(node->text, '(', node->size) != NULL ? HOLDS_ATOMS : HOLDS_STRINGS;
  if (nq_node_is_sign(node, ';') || nq_node_is_sign(node, '|')) return HOLDS_ROWS;
  bool named = node->kind == NQ_KIND_LIST && node->span > 1 && node[1].kind == NQ_KIND_WORD;
  bool arrow = node->span == 4 && nq_node_is_number(node + 1); /* (1|->2) */
  bool object = node->kind == NQ_KIND_CALL || arrow ||         /* (row: 0, col: 1) */
                (node->kind == NQ_KIND_LIST && (node->sign == '{' || named));
  if (object && nq_value_pair(node, pair, &swapped)) return HOLDS_OBJECTS;
  if (nq_value_list(node) != NULL) return HOLDS_LISTS;
  bool atom = node->kind == NQ_KIND_CALL && nq_next(node) == node + 3 &&
              nq_node_is_number(node + 1) && nq_node_is_number(node + 2);
  return atom || nq_node_is_sign(node, '-') ? HOLDS_ATOMS : HOLDS_OTHER;
}

/* Whether the list is squares of chess, as words or strings; q1, q2 ... are names: they are all in
 * one column, and that is beyond the board. */
static bool is_squares(const nq_node *list) {
  int64_t count = 0, first = 0, last = 0, column, row;
  bool same = true;
  for (const nq_node *node = list + 1; node < nq_next(list); node = nq_next(node)) {
    if (!nq_square_of(node, &column, &row)) return false;
    if (count++ == 0) first = column;
    if (column > last) last = column;
    same = same && column == first;
  }
  return last <= count && (count == 1 || (count > 1 && !same));
}

static holds classify(const nq_node *list) {
  holds found = HOLDS_NOTHING;
  if (is_squares(list)) return HOLDS_SQUARES;
  if (is_dictionary(list)) return HOLDS_ENTRIES;
  for (const nq_node *child = list + 1; child < nq_next(list); child = nq_next(child)) {
    holds kind = classify_node(child);
    bool rows = kind == HOLDS_ROWS || found == HOLDS_ROWS;
    bool strings = child->kind == NQ_KIND_STRING && found >= HOLDS_STRINGS && kind >= HOLDS_STRINGS;
    if (strings && kind != found) /* "p" among atoms */
      kind = found = kind == HOLDS_ATOMS || found == HOLDS_ATOMS ? HOLDS_ATOMS : HOLDS_STRINGS;
    if (found == HOLDS_NOTHING || kind == found)
      found = kind;
    else if (rows && (kind == HOLDS_NUMBERS || found == HOLDS_NUMBERS))
      found = HOLDS_ROWS;
    else if (found != HOLDS_ROWS ||
             (!nq_node_is(child, "int") && /* Essence: ; int(1..8)], MiniZinc: [| 0: 1, 3 | */
              !(nq_node_is_sign(child, ':') && nq_node_is_sign(list + 1, '|'))))
      return found == HOLDS_NUMBERS || found == HOLDS_STRINGS ? found : HOLDS_OTHER;
  }
  return found;
}

bool nq_value_is_plain(const nq_node *list) {
  const nq_node *end = nq_next(list);
  if (is_dictionary(list)) /* (k = 4) is none */
    return list->sign != '(' || nq_next(nq_next(list + 1) + 1) < end;
  if (is_squares(list)) return true;
  for (const nq_node *child = list + 1; child < end; child = nq_next(child)) {
    bool last = nq_next(child) == end;
    if (classify_node(child) == HOLDS_OTHER && !nq_node_is_gives(child) &&
        !(child->kind == NQ_KIND_WORD && !last && nq_node_is_gives(child + 1)))
      return false;
  }
  return list + 1 < end;
}

/* ---- Numbers ---- */

static nq_status refuse_number(nq_reader *reader, const nq_node *node) {
  char words[NQ_NODE_WORDS];
  if (nq_node_is_sign(node, NQ_SIGN_LEFT_OUT))
    return nq_error_at(reader->error, node->line,
                       "NumPy left numbers out (...): save the array with numpy.save, or print it "
                       "with numpy.set_printoptions(threshold=sys.maxsize)");
  if (node->kind == NQ_KIND_REAL)
    return nq_error_at(reader->error, node->line, "a row must be a whole number, not %s",
                       nq_node_words(node, words));
  if (node->kind == NQ_KIND_STRING)
    return nq_error_at(reader->error, node->line, "a list has either numbers or strings");
  return nq_node_unexpected(&reader->terms, node, "a row or the closing bracket");
}

/* MATLAB: a list of n^2 squares on n lines, which are its rows. */
static bool is_lines(const nq_node *list) {
  size_t count = 0, n = nq_side((uint64_t)list->span - 1), lines = 1;
  bool good = n >= 4 && n * n == (size_t)list->span - 1;
  uint64_t line = list[1].line;
  for (const nq_node *node = list + 1; node < nq_next(list) && good; node++, count++) {
    bool next = node->line != line;
    good = node->kind == NQ_KIND_NUMBER && (node->value | 1) == 1 && next == (count == n);
    if (next) lines++, count = 0, line = node->line;
  }
  return good && lines == n;
}

/* [1 2 3 4; 2 4 1 3]: the first row numbers the columns. */
static void drop_indices(nq_numbers *table) {
  if (table->failed || table->row_count < 2) return;
  nq_number_row *first = &table->rows[table->row_count - 2], *last = first + 1;
  if (first->count < 4 || first->count != last->count ||
      !nq_numbers_is_series(table, table->row_count - 2))
    return;
  *first = *last;
  table->row_count--;
}

/* Add the numbers as one row, or as one for each part between ; and |, or for each line. */
static nq_status add_rows(nq_numbers *table, const nq_node *list) {
  uint64_t line = list->line;
  size_t items = 0, truths = 0, rows = 0;
  bool lines = is_lines(list);
  for (const nq_node *child = list + 1; child < nq_next(list); child = nq_next(child)) {
    bool sign = nq_node_is_sign(child, ';') || nq_node_is_sign(child, '|');
    bool split = sign || (lines && child->line != line);
    if (split && items > 0) {
      nq_numbers_end_row(table, line, truths == items);
      rows++;
    }
    if (split) items = truths = 0;
    if (sign) continue;
    if (rows == 1 && nq_node_is(child, "int")) return NQ_OK;
    bool label = nq_node_is_sign(list + 1, '|') && nq_node_is_sign(child, ':');
    if (label && items > 0 && !table->failed) {
      items--, table->count--;
      continue;
    }
    if (child->kind > NQ_KIND_HOLE || child->kind == NQ_KIND_REAL)
      return refuse_number(table->reader, child);
    if (items == 0) line = child->line;
    items++;
    truths += child->kind == NQ_KIND_TRUTH;
    nq_numbers_add(table, child->kind == NQ_KIND_HOLE ? NQ_HOLE : child->value);
  }
  if (items == 0 && rows > 0) return NQ_OK;
  bool pairs, some = (rows == 0 || lines) && list->value > 0 && list->value + 1 < (int64_t)items;
  const nq_node *gap = some ? nq_find_gap(list + 1, nq_next(list), &pairs) : NULL;
  if (gap != NULL) return nq_node_unexpected(&table->reader->terms, gap, "',' or ']'");
  if (rows == 0) line = list->line;
  nq_numbers_end_row(table, line, items > 0 && truths == items);
  if (rows == 1) drop_indices(table);
  return NQ_OK;
}

/* ---- Pictures ---- */

/* Each string becomes a line of the picture or, if `join`, a square of one line. */
static nq_status add_strings(nq_reader *reader, nq_grid *grid, const nq_node *list, bool join) {
  for (const nq_node *child = list + 1; child < nq_next(list); child = nq_next(child)) {
    char words[NQ_BYTE_WORDS];
    if (child->kind != NQ_KIND_STRING && !(join && child->size == 1))
      return nq_error_at(reader->error, child->line, "a list has either numbers or strings");
    int32_t other = nq_grid_add_text(grid, child->text, child->size);
    if (join && child->size == 0) nq_grid_add(grid, NQ_CELL_BLANK);
    if (other >= 0)
      return nq_error_at(reader->error, child->line, "a square, Q or ., was expected, not %s",
                         nq_byte_words(other < 0x80 ? (int)other : 0xFF, words));
    if (!join) nq_grid_end_row(grid, NQ_GRID_ROW, child->line);
  }
  if (join) nq_grid_end_row(grid, NQ_GRID_ROW, list->line);
  return NQ_OK;
}

/* Whether each item is one glyph, in quotes or, as Java prints characters, not. */
static bool has_squares(const nq_node *list) {
  for (const nq_node *child = list + 1; child < nq_next(list); child = nq_next(child)) {
    size_t bytes;
    if (child->kind < NQ_KIND_HOLE || child->kind > NQ_KIND_STRING) return false;
    if (child->size == 0) continue; /* "": an empty square */
    nq_glyph((const unsigned char *)child->text, child->size, &bytes);
    if (bytes != child->size) return false;
  }
  return true;
}

/* Add the lists of as many squares that follow one alone of several lines, as Node prints rows.  The
 * tree goes. */
static void add_rows_below(nq_reader *reader, nq_grid *grid, const nq_node *list) {
  nq_terms *terms = &reader->terms;
  const uint32_t span = list->span;
  bool row = terms->count == span + 1 && terms->last_line > terms->first_line;
  for (nq_place here; row && grid->row_count + 1 < span;) {
    here = nq_terms_here(terms);
    row = nq_terms_read(terms) == NQ_OK && terms->count == span + 1 && terms->nodes[1].span == span;
    row = row && has_squares(terms->nodes + 1) &&
          add_strings(reader, grid, terms->nodes + 1, true) == NQ_OK;
    if (!row) nq_terms_return(terms, here);
  }
}

static nq_status finish_grid(nq_grid *grid, nq_status status, nq_reader *reader) {
  if (status == NQ_OK) status = nq_grid_check(grid, false, reader->error);
  if (status == NQ_OK) status = nq_grid_boards(grid, reader);
  nq_grid_release(grid);
  return status;
}

/* ---- Items ---- */

static nq_status read_items(const nq_node *list, nq_item kind, const nq_setting *setting,
                            nq_reader *reader) {
  nq_items items = {.setting = *setting, .line = list->line};
  nq_items_take(&items, list, kind);
  nq_status status = nq_items_board(&items, kind, false, reader);
  if (status != NQ_END) return status;
  return nq_error_at(reader->error, list->line, "no atoms with a column and a row");
}

static nq_status read_entries(const nq_node *list, const nq_setting *setting, nq_reader *reader) {
  nq_setting own = *setting;
  own.contradicts = list->sign == '[';
  const nq_node *node = list + 1, *key, *value;
  nq_names names = {0};
  while (nq_value_entry(list, &node, &key, &value))
    if (nq_node_is_scalar(value))
      nq_names_put(&names, key, value->kind != NQ_KIND_REAL, value->value);
  nq_status status = nq_names_board(&names, &own, reader);
  if (status != NQ_END) return status;
  return nq_error_at(reader->error, list->line, "no variables of columns or squares");
}

/* ---- Any list ---- */

/* The list as a row of a table, or, if `nested`, each list in it. */
static nq_status read_table(const nq_node *list, bool nested, const nq_setting *setting,
                            nq_reader *reader) {
  nq_numbers table = {.reader = reader, .setting = *setting};
  const nq_node *child = list + 1;
  table.setting.tuple = nested && list->sign == '(';
  nq_status status = nested ? NQ_OK : add_rows(&table, list);
  for (; nested && child < nq_next(list) && status == NQ_OK; child = nq_next(child))
    status = add_rows(&table, nq_value_list(child));
  bool flat = status == NQ_OK && !nested && table.row_count == 1;
  nq_status digits = flat ? nq_digits_flat(&table, list + 1, nq_next(list)) : NQ_END;
  if (status == NQ_OK) status = digits != NQ_END ? digits : nq_numbers_boards(&table);
  nq_numbers_release(&table);
  return status;
}

static nq_status read_lists(const nq_node *list, const nq_setting *setting, nq_reader *reader) {
  nq_status status = NQ_OK;
  nq_grid grid = {0};
  bool numbers = true, squares = true; /* all lists are */
  for (const nq_node *child = list + 1; child < nq_next(list); child = nq_next(child)) {
    holds found = classify(nq_value_list(child));
    numbers = numbers && (found == HOLDS_NUMBERS || found == HOLDS_NOTHING);
    squares = squares && has_squares(nq_value_list(child));
  }
  if (numbers) return read_table(list, true, setting, reader);
  for (const nq_node *child = list + 1; child < nq_next(list) && status == NQ_OK;
       child = nq_next(child)) {
    status = squares ? add_strings(reader, &grid, nq_value_list(child), true)
                     : nq_value_boards(nq_value_list(child), setting, reader);
    if (!squares && status == NQ_BAD_FORMAT) status = nq_found_error(reader);
  }
  return squares ? finish_grid(&grid, status, reader) : status;
}

nq_status nq_value_boards(const nq_node *list, const nq_setting *setting, nq_reader *reader) {
  const nq_node *end = nq_next(list), *child = list + 1;
  nq_status text = child->kind == NQ_KIND_STRING ? nq_strings_read(reader, list) : NQ_END;
  if (text != NQ_END) return text;
  switch (classify(list)) {
  case HOLDS_NOTHING:
    return nq_error_at(reader->error, list->line,
                       "the list is empty: a board has at least one column");
  case HOLDS_NUMBERS:
  case HOLDS_ROWS:
    return read_table(list, false, setting, reader);
  case HOLDS_LISTS:
    return read_lists(list, setting, reader);
  case HOLDS_OBJECTS:
    return read_items(list, NQ_ITEM_PAIR, setting, reader);
  case HOLDS_ATOMS:
    return read_items(list, NQ_ITEM_ATOM, setting, reader);
  case HOLDS_SQUARES:
    return read_items(list, NQ_ITEM_SQUARE, setting, reader);
  case HOLDS_ENTRIES:
    return read_entries(list, setting, reader);
  case HOLDS_STRINGS:;
    nq_grid grid = {0};
    bool join = child + 1 < end && has_squares(list);
    nq_status status = add_strings(reader, &grid, list, join);
    join = join && status == NQ_OK && reader->dialect->format == NQ_FORMAT_AUTO;
    if (join) add_rows_below(reader, &grid, list);
    return finish_grid(&grid, status, reader);
  default:
    if (child + 2 < end && nq_node_is_gives(nq_next(child)))
      return nq_node_unexpected(&reader->terms, find_no_entry(list), "a name, a sign and a value");
    while (child < end && classify_node(child) != HOLDS_OTHER) child = nq_next(child);
    return nq_node_unexpected(&reader->terms, child < end ? child : list,
                              "a row or the closing bracket");
  }
}

/* ---- Which list of an answer is the board ---- */

enum {
  RANK_OTHER, /* the user named another variable */
  RANK_ANY,   /* the board, if it is the only one */
  RANK_OURS,  /* named as in our exports */
  RANK_NAMED  /* named queens, or as the user named it */
};

static int rank_of(const nq_reader *reader, const char *name) {
  const char *ours = reader->dialect->ours;
  if (reader->variable != NULL)
    return strcmp(name, reader->variable) == 0 ? RANK_NAMED : RANK_OTHER;
  if (strcmp(name, "queens") == 0) return RANK_NAMED;
  return ours != NULL && strcmp(name, ours) == 0 ? RANK_OURS : RANK_ANY;
}

static bool is_kept(const nq_pick *pick, const char *name) {
  return pick->rank > RANK_OTHER && strcmp(pick->name, name) == 0;
}

/* Keep what was found in the list of this name, or drop it. */
static nq_status keep(nq_reader *reader, const char *name, const nq_node *list,
                      nq_found_list *found) {
  nq_pick *pick = &reader->pick;
  nq_pick next = {.rank = rank_of(reader, name), .line = list->line, .found = *found};
  bool better = next.rank > pick->rank, same = nq_found_same(&pick->found, found);
  if (is_kept(pick, name)) {
    nq_found_drop(found);
    if (same) return NQ_OK;
    return nq_error_at(reader->error, list->line,
                       "the answer contradicts itself: %s is already on line %" PRIu64, name,
                       pick->line);
  }
  nq_text_add(pick->names, sizeof pick->names, pick->names[0] != '\0' ? ", %s" : "%s",
              name[0] != '\0' ? name : "\"\"");
  next.whole = nq_value_is_permutation(list, &next.series) && list->span > 4;
  bool both = next.whole && pick->whole && !(better ? pick : &next)->series && !same &&
              reader->dialect->format == NQ_FORMAT_AUTO && next.rank > RANK_OTHER;
  bool doubt = both || (next.rank == RANK_ANY && pick->rank == RANK_ANY);
  if (!better) {
    pick->ambiguous = pick->ambiguous || doubt;
    nq_found_drop(found);
    return NQ_OK;
  }
  nq_found_drop(&pick->found);
  next.ambiguous = doubt;
  next.odd = pick->odd;
  memcpy(next.names, pick->names, sizeof next.names);
  snprintf(next.name, sizeof next.name, "%s", name);
  *pick = next;
  return NQ_OK;
}

/* Whether the name says that the numbers are measures, or how many solutions there are, as
 * solutions = [1, 0, 0, 2, 10, 4, 40, 92], where one is too large for a row. */
static bool is_measured(const char *name, const nq_node *list) {
  const nq_node word = nq_text_word((nq_text){name, strlen(name)});
  bool board, large = false;
  if (nq_words_are_measure(&word, &word + 1, &board) && !board) return true;
  for (const nq_node *node = list + 1; node < nq_next(list); node++)
    large |= nq_node_is_number(node) && node->value > NQ_ROW_GUESSED((int64_t)list->span - 1);
  return large && nq_word_is_count(&word) && !nq_word_is_board(&word);
}

nq_status nq_pick_offer(nq_reader *reader, const char *name, const nq_node *list,
                        const nq_setting *setting) {
  nq_pick *pick = &reader->pick;
  if (reader->variable == NULL && reader->dialect->format == NQ_FORMAT_AUTO &&
      nq_node_is_scalar(list + 1) && is_measured(name, list))
    return nq_pick_pass(reader, name, list);
  bool few = list->span == 1 || (list->span == 2 && pick->whole); /* [], or F = [0.] after X */
  if (few && reader->variable == NULL && !nq_stem_is_ours(name)) return NQ_OK;
  bool again = is_kept(pick, name), marks = reader->dialect->format == NQ_FORMAT_MINIZINC;
  nq_status status = NQ_OK;
  if (again && !marks) status = nq_pick_settle(reader, list->line);
  if (status != NQ_OK) return status;
  nq_found_list before = nq_found_detach(reader);
  bool refused = reader->refused;
  status = nq_value_boards(list, setting, reader);
  nq_found_list found = nq_found_detach(reader);
  reader->refused = refused; /* by nothing that may be dropped */
  nq_found_attach(reader, &before);
  if (status == NQ_OK) return keep(reader, name, list, &found);
  nq_found_drop(&found);
  if (status == NQ_BAD_FORMAT && !again && rank_of(reader, name) <= RANK_ANY) {
    if (pick->odd.status == NQ_OK) pick->odd = *reader->error; /* a list of other things */
    return NQ_OK;
  }
  return status;
}

nq_status nq_pick_settle(nq_reader *reader, uint64_t line) {
  nq_pick pick = reader->pick;
  reader->pick = (nq_pick){0};
  if (pick.names[0] == '\0' && pick.odd.status == NQ_OK) return NQ_OK;
  if (pick.rank > RANK_OTHER && !pick.ambiguous) {
    nq_found_attach(reader, &pick.found);
    return NQ_OK;
  }
  nq_found_drop(&pick.found);
  if (pick.rank > RANK_OTHER)
    nq_error_at(reader->error, line,
                "the board may be any of several lists: %s; name its variable with --variable",
                pick.names);
  else if (reader->variable != NULL && pick.names[0] != '\0')
    nq_error_at(reader->error, line, "no list of rows is named %s, only %s", reader->variable,
                pick.names);
  else
    *reader->error = pick.odd;
  return nq_found_error(reader);
}
