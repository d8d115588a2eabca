/* MODEL.  In the order in which they are looked for:
 *
 *     queens = [2, 4, 1, 3];   Solution 1: [1, 3, 0, 2]   {"queens": ...}    lists and objects
 *     (1,1) (5,2) ...   Queen 1: (1, 2)   row 0, column 1                    pairs
 *     queen(1,2) queen(2,4) ...                                              atoms
 *     x0 = 1 x1 = 3 ...   x_0_1  1   3 x_0_3 1 0   0: 1                      assignments
 *     a2 b4 c1 d3                                                            squares of chess
 *     Total of 2 solutions found.                                            text
 *
 * A line with one pair, atom, assignment or square goes on in the lines after it that have one.  A
 * line is text if it has words, at most two numbers and no list. */
#include "format/read/statement.h"
#include "format/read/sheet.h"
#include "format/read/dialect.h"
#include "format/read/items.h"
#include "format/read/names.h"
#include "format/read/object.h"
#include "format/read/pick.h"
#include "format/read/numbers.h"
#include "format/read/values.h"
#include "format/read/term.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct text {
  nq_reader *reader;
  nq_terms *terms;
  nq_error *error;
} text;

static const nq_node *first_of(const text *state) {
  return state->terms->nodes + 1;
}

static const nq_node *end_of(const text *state) {
  return state->terms->nodes + state->terms->count;
}

static const nq_node *next_of(const text *state, const nq_node *node) {
  return state->terms->nodes + node->end;
}

static bool is_gives(const nq_node *node) {
  return nq_node_is_sign(node, NQ_SIGN_GIVES) || nq_node_is_sign(node, ':');
}

static bool is_scalar(const nq_node *node) {
  return node->kind <= NQ_KIND_TRUTH;
}

/* Read the first line of the unit again: NQ_END, with its tree. */
static nq_status read_again(text *state) {
  state->terms->at = 0;
  state->terms->line = state->reader->input.line;
  nq_status status = nq_terms_read(state->terms, state->error);
  return status == NQ_OK ? NQ_END : status;
}

/* ---- Lists ---- */

/* The list that the node is, where the line has one: it holds no words, and more than one number
 * unless it stands alone or after = . */
static const nq_node *list_at(const text *state, const nq_node *node) {
  const nq_node *list = nq_value_list(state->terms, node), *first = first_of(state);
  if (list == NULL) return NULL;
  bool given = node > first && (nq_node_is_sign(node - 1, NQ_SIGN_GIVES) ||
                                nq_node_is(state->terms, node - 1, "be"));
  bool alone = node == first && next_of(state, node) == end_of(state);
  if (given || alone || (node == first && node->kind == NQ_KIND_LIST && node->sign == '{'))
    return list;
  bool plain = nq_value_is_plain(state->terms, list);
  bool single = list + 2 == state->terms->nodes + list->end && list[1].kind != NQ_KIND_STRING;
  bool last = next_of(state, node) == end_of(state); /* [main.rs:10] board = [... */
  if (last && node == first && node->kind == NQ_KIND_LIST && node->sign == '[' && !single)
    return list;
  return plain && !single ? list : NULL;
}

static nq_status read_list(text *state, const nq_node *name, const nq_node *list) {
  char words[NQ_STEM_BYTES];
  nq_reader *reader = state->reader;
  const nq_terms *terms = state->terms;
  nq_setting setting = {.base = reader->dialect->base, .likely = reader->dialect->likely};
  bool object = nq_object_is(terms, list), objects = nq_object_holds(terms, list);
  if (name != NULL && !object && name->size < sizeof words) {
    setting.named = true;
    setting.likely = 1;
    snprintf(words, sizeof words, "%.*s", (int)name->size, nq_node_text(terms, name));
    return nq_pick_offer(reader, words, terms, list, &setting, state->error);
  }
  nq_status status = nq_pick_settle(reader, terms->first_line, state->error);
  if (status != NQ_OK) return status;
  if (object) return nq_object_read(reader, terms, list, state->error);
  if (objects) return nq_object_read_all(reader, terms, list, state->error);
  return nq_value_boards(terms, list, &setting, reader, state->error);
}

/* After a list: signs, further assignments and, unless it has a name, words. */
static nq_status check_rest(const text *state, const nq_node *node, bool named) {
  const nq_node *end = end_of(state);
  while (node < end && (node->kind == NQ_KIND_HOLE || /* a full stop apart */
                        (node->kind == NQ_KIND_SIGN && node->value < 0x80 &&
                         strchr(".;?,!", (int)node->value) != NULL)))
    node++;
  if (node >= end || list_at(state, node) != NULL) return NQ_OK;
  bool word = node->kind == NQ_KIND_WORD || node->kind == NQ_KIND_CALL;
  bool gives = word && next_of(state, node) < end && is_gives(next_of(state, node));
  if (named && !gives)
    return nq_node_unexpected(state->terms, node, "';' or the end of the line", state->error);
  unsigned numbers = 0;
  for (; node < end && list_at(state, node) == NULL; node = next_of(state, node)) {
    numbers += is_scalar(node);
    if (node->kind == NQ_KIND_ODD)
      return nq_node_unexpected(state->terms, node, "text", state->error);
    if (numbers == 3)
      return nq_error_at(state->error, nq_node_line(state->terms, node),
                         "the numbers after the list may be a board: write them as a list");
  }
  return NQ_OK;
}

static nq_status read_lists(text *state) {
  const nq_node *end = end_of(state), *word = NULL, *name = NULL;
  nq_status status = NQ_OK;
  for (const nq_node *node = first_of(state); node < end; node = next_of(state, node)) {
    const nq_node *list = list_at(state, node);
    if (list == NULL) {
      bool gives = nq_node_is_sign(node, NQ_SIGN_GIVES);
      bool be = nq_node_is(state->terms, node, "be") && word != NULL;
      if (gives || be) name = word;
      if (!gives && !be) word = node->kind == NQ_KIND_WORD ? node : NULL;
      if (nq_node_is_sign(node, ':') || nq_node_is_sign(node, ';')) name = NULL;
      continue;
    }
    status = check_rest(state, next_of(state, node), name != NULL);
    if (status == NQ_OK) status = read_list(state, name, list);
    if (status != NQ_OK) return status;
    name = word = NULL;
  }
  return status;
}

/* ---- Lists that are lines of a matrix or picture ---- */

/* The only list of the line, with a comma or semicolon after it or not; NULL for other lines. */
static const nq_node *only_list(const text *state) {
  const nq_node *first = first_of(state), *end = end_of(state);
  if (first >= end || first->kind != NQ_KIND_LIST) return NULL;
  const nq_node *rest = next_of(state, first);
  return rest == end || (rest + 1 == end && nq_node_is_sign(rest, ';')) ? first : NULL;
}

/* [0 0 1 0] and n - 1 more such lines.  NQ_END if it is none of them, or alone. */
static nq_status read_row_lists(text *state) {
  nq_terms *terms = state->terms;
  const nq_node *list = only_list(state);
  nq_numbers matrix = {0};
  nq_grid picture = {0};
  size_t n, count, rows = 0;
  bool strings, others;
  if (list == NULL || !nq_value_is_row(terms, list, &strings, &n)) return NQ_END;
  size_t at = terms->at;
  uint64_t first = terms->first_line, line = terms->line;
  nq_status status = NQ_OK;
  while (status == NQ_OK && list != NULL) {
    status = nq_value_add_row(terms, list, &matrix, &picture, state->error);
    at = terms->at;
    line = terms->line;
    if (status != NQ_OK || ++rows == n || nq_terms_read(terms, state->error) != NQ_OK) break;
    list = only_list(state);
    bool like = list != NULL && nq_value_is_row(terms, list, &others, &count) && count == n;
    if (!like || others != strings) list = NULL;
  }
  const nq_setting setting = {.base = 0};
  terms->at = at;
  terms->line = line;
  if (status == NQ_OK) status = nq_pick_settle(state->reader, first, state->error);
  if (status == NQ_OK && rows < n && (rows > 1 || strings))
    status =
        nq_error_at(state->error, first, "the picture is %zu squares wide but only %zu line%s high",
                    n, rows, rows == 1 ? "" : "s");
  else if (status == NQ_OK && rows < n)
    status = read_again(state);
  else if (status == NQ_OK && strings)
    status = nq_grid_boards(&picture, state->reader, state->error);
  else if (status == NQ_OK)
    status = nq_numbers_boards(&matrix, &setting, state->reader, state->error);
  nq_numbers_release(&matrix);
  nq_grid_release(&picture);
  return status;
}

/* ---- Text ---- */

/* Words of letters and a number, one of which is a square: the others should be. */
static const nq_node *find_no_square(const text *state) {
  const nq_node *end = end_of(state), *bad = NULL;
  size_t squares = 0;
  int64_t column, row;
  for (const nq_node *node = first_of(state); node < end; node = next_of(state, node)) {
    const char *word = nq_node_text(state->terms, node);
    bool like = node->kind == NQ_KIND_WORD && is_letter(word[0]) && is_digit(word[node->size - 1]);
    if (!like) return NULL;
    if (nq_square_of(state->terms, node, &column, &row))
      squares++;
    else
      bad = node;
  }
  return squares > 0 ? bad : NULL;
}

/* Of a format that was named, and has no log or headings, every line is part of a board. */
static bool is_strict(const text *state) {
  nq_format format = state->reader->dialect->format;
  return format == NQ_FORMAT_LIST || format == NQ_FORMAT_JUDGE || format == NQ_FORMAT_CHESS ||
         format == NQ_FORMAT_VALUES;
}

/* Words, at most two numbers and no list. */
static nq_status check_text(const text *state) {
  const nq_node *first = first_of(state), *end = end_of(state), *odd = find_no_square(state);
  size_t numbers = 0, words = 0;
  if (odd != NULL)
    return nq_node_unexpected(state->terms, odd, "a square such as a1", state->error);
  bool signs = true;
  for (const nq_node *node = first; node < end; node++) {
    numbers += node->kind == NQ_KIND_NUMBER || node->kind == NQ_KIND_REAL;
    words += node->kind == NQ_KIND_STRING || (node->kind == NQ_KIND_WORD && node->size > 1) ||
             node->kind == NQ_KIND_CALL;
    signs = signs && node->kind == NQ_KIND_SIGN;
    if (node->kind == NQ_KIND_ODD || (node->kind > NQ_KIND_HOLE && odd == NULL)) odd = node;
    if (node->kind == NQ_KIND_ODD) break;
  }
  bool bad = odd != NULL && odd->kind == NQ_KIND_ODD && odd->value != '"' && odd->value != '\'';
  bool truth = first->kind == NQ_KIND_TRUTH || first->kind == NQ_KIND_HOLE;
  bool heading = first->kind == NQ_KIND_WORD && first + 1 < end; /* s [*,*] */
  bool scalar = heading && is_gives(first + 1) && numbers <= 2;  /* n = 4 */
  bool remark =
      signs || scalar || (words > 0 && numbers <= 2) || ((truth || heading) && numbers == 0);
  if (!bad && remark && !is_strict(state)) return NQ_END;
  bool row = first < end && first->kind <= NQ_KIND_HOLE;
  if (state->reader->dialect->format == NQ_FORMAT_CHESS)
    return nq_node_unexpected(state->terms, odd != NULL ? odd : first, "a square such as a1",
                              state->error);
  if (row || odd == NULL || bad)
    return nq_node_unexpected(state->terms, odd, "a row, 0 to 4294967294, or . for an empty column",
                              state->error);
  if (numbers >= 3)
    return nq_error_at(state->error, state->terms->first_line,
                       "the numbers of this line may be a board, but not in a form that is known: "
                       "write [1, 3, 0, 2], or (column, row) for each queen");
  return nq_node_unexpected(state->terms, odd,
                            "a board, such as 1 3 0 2, [1, 3, 0, 2] or lines of . and Q,",
                            state->error);
}

/* ---- Lines with items ---- */

/* Take the lines after the first, each with one item. */
static nq_status gather(text *state, nq_item kind, nq_items *items, size_t *count) {
  nq_terms *terms = state->terms;
  for (;;) {
    size_t at = terms->at, size;
    uint64_t line = terms->line;
    nq_status status = NQ_END;
    if (nq_terms_line(terms, &size) && size != SIZE_MAX)
      status = nq_terms_read(terms, state->error);
    if (status == NQ_NO_MEMORY) return status;
    if (status == NQ_OK && nq_items_take(items, terms, terms->nodes, kind) == 1) {
      ++*count;
      continue;
    }
    terms->at = at;
    terms->line = line;
    if (!items->again) return NQ_OK;
    return nq_error_at(state->error, line, "a variable that is the whole board has another value");
  }
}

/* One variable with a name that is not ours is text. */
static bool is_remark(nq_item kind, const nq_items *items, size_t count) {
  const char *stem = items->first;
  return kind == NQ_ITEM_VALUE && count == 1 && strcmp(stem, "q") != 0 && strcmp(stem, "x") != 0 &&
         strncmp(stem, "queen", 5) != 0 && strcmp(stem, "n") != 0;
}

/* NQ_END if the line has no such items. */
static nq_status read_items(text *state, nq_item kind) {
  const nq_dialect *dialect = state->reader->dialect;
  nq_items items = {.setting = {.base = dialect->base, .likely = dialect->likely},
                    .line = state->terms->first_line};
  const nq_node *first = first_of(state);
  bool alone = kind == NQ_ITEM_PAIR && next_of(state, first) == end_of(state) && first->sign != '{';
  size_t count = nq_items_take(&items, state->terms, state->terms->nodes, kind);
  nq_status status = count == 1 ? gather(state, kind, &items, &count) : NQ_OK;
  bool none = count == 0 || (alone && count == 1) || is_remark(kind, &items, count);
  if (status == NQ_OK && none) status = count == 0 ? NQ_END : read_again(state);
  if (status == NQ_OK) status = nq_pick_settle(state->reader, items.line, state->error);
  if (status == NQ_OK) status = nq_items_board(&items, kind, true, state->reader, state->error);
  nq_names_release(&items.names);
  nq_numbers_release(&items.squares);
  return status;
}

/* row,col: the heading of a table whose rows come first. */
static bool is_row_first(const text *state) {
  const nq_node *end = end_of(state), *before = NULL, *last = NULL;
  for (const nq_node *node = first_of(state); node < end; node = next_of(state, node)) {
    if (node->kind != NQ_KIND_WORD && node->kind != NQ_KIND_STRING) return false;
    before = last;
    last = node;
  }
  return nq_words_are_swapped(state->terms, before, last);
}

nq_status nq_statement_read(nq_reader *reader, nq_error *error) {
  text state = {reader, &reader->terms, error};
  const nq_node *first = first_of(&state), *end = end_of(&state);
  bool lists = false;
  if (first >= end) return NQ_OK;
  reader->row_first = is_row_first(&state);
  if (first + 1 < end && nq_node_is_sign(first, '?') && nq_node_is_sign(first + 1, '-'))
    return NQ_END;
  nq_status status = read_row_lists(&state);
  if (status == NQ_END) status = read_items(&state, NQ_ITEM_PAIR);
  if (status != NQ_END) return status;
  first = first_of(&state);
  end = end_of(&state);
  for (const nq_node *node = first; node < end && !lists; node = next_of(&state, node))
    lists = list_at(&state, node) != NULL;
  static const nq_item items[] = {NQ_ITEM_ATOM, NQ_ITEM_VALUE, NQ_ITEM_SQUARE};
  bool chess = reader->dialect->format == NQ_FORMAT_CHESS;
  for (size_t i = chess ? 2 : 0; i < 3; i++) {
    if (lists && items[i] != NQ_ITEM_VALUE) continue;
    status = read_items(&state, items[i]);
    if (status != NQ_END) return status;
  }
  return lists ? read_lists(&state) : check_text(&state);
}
