/* MODEL.  In the order in which they are looked for:
 *
 *     queens = [2, 4, 1, 3];   Solution 1: [1, 3, 0, 2]   {"queens": ...}    lists and objects
 *     (1,1) (5,2) ...   Queen 1: (1, 2)   row 0, column 1                    pairs
 *     queen(1,2) queen(2,4) ...                                              atoms
 *     x0 = 1 x1 = 3 ...   x_0_1  1   3 x_0_3 1 0   0: 1                      assignments
 *     a2 b4 c1 d3                                                            squares of chess
 *     Total of 2 solutions found.                                            text
 *
 * A line with one pair, atom, assignment or square goes on in the lines after it that have one.  A line is
 * text if it has words, at most two numbers and no list. */
#include "format/read/statement.h"
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/names.h"
#include "format/read/object.h"
#include "format/read/pick.h"
#include "format/read/numbers.h"
#include "format/read/values.h"

#include <inttypes.h>
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

/* ---- Lists ---- */

/* The list that the node is, where the line has one: it holds no words, and more than one number unless it
 * stands alone or after = . */
static const nq_node *list_at(const text *state, const nq_node *node) {
  const nq_node *list = nq_value_list(state->terms, node), *first = first_of(state);
  if (list == NULL) return NULL;
  bool given = node > first && (nq_node_is_sign(node - 1, NQ_SIGN_GIVES) ||
                                nq_node_is(state->terms, node - 1, "be"));
  bool alone = node == first && next_of(state, node) == end_of(state);
  if (given || alone || (node == first && node->kind == NQ_KIND_LIST && node->sign == '{'))
    return list;
  bool plain = nq_value_is_plain(state->terms, list) || nq_value_is_dictionary(state->terms, list);
  bool single = list + 2 == state->terms->nodes + list->end && list[1].kind != NQ_KIND_STRING;
  if (node == first && node->kind == NQ_KIND_LIST && node->sign == '[' && !single) return list;
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
  while (node < end && node->kind == NQ_KIND_SIGN && node->value < 0x80 &&
         strchr(".;?,!", (int)node->value) != NULL)
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

/* NQ_END with the tree of the first line, as before. */
static nq_status read_again(text *state) {
  state->terms->at = 0;
  state->terms->line = state->reader->input.line;
  nq_status status = nq_terms_read(state->terms, state->error);
  return status == NQ_OK ? NQ_END : status;
}

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

/* ---- Lines of one item ---- */

typedef enum item { ITEM_PAIR, ITEM_ATOM, ITEM_VALUE, ITEM_SQUARE } item;

/* What the lines of a board have so far. */
typedef struct collection {
  nq_names names;
  nq_numbers pairs;
  nq_setting setting;
  char first[NQ_STEM_BYTES]; /* the first variable, whose second value starts the next board */
  int64_t index[2];
  size_t words; /* of the first line, if that is a sentence */
} collection;

/* ---- Pairs ---- */

/* Words that say what two numbers of a sentence are. */
static bool names_square(const text *state, const nq_node *node) {
  static const char *const words[] = {"queen", "row", "col", "column", "queens", "rank", "file"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (nq_node_is(state->terms, node, words[i])) return true;
  return false;
}

/* row 0, column 1; or Queen 1 is on row 1, column 2. */
static size_t take_sentence(text *state, collection *found, nq_status *status) {
  const nq_node *number[3], *word[3] = {NULL}, *last = NULL, *end = end_of(state);
  size_t numbers = 0, words = 0, named = 0;
  for (const nq_node *node = first_of(state); node < end; node = next_of(state, node)) {
    if (node->kind == NQ_KIND_WORD) {
      words++;
      last = node;
      named += names_square(state, node);
    } else if (node->kind == NQ_KIND_NUMBER && numbers < 3) {
      word[numbers] = last;
      number[numbers++] = node;
    } else if (node->kind != NQ_KIND_SIGN) {
      return 0;
    }
  }
  bool third = numbers == 3;
  if (numbers < 2 || named < 2 || (found->words > 0 && found->words != words)) return 0;
  found->words = words;
  const nq_node **square = number + third, **what = word + third;
  found->setting.swapped =
      what[0] != NULL && what[1] != NULL && nq_words_are_swapped(state->terms, what[0], what[1]);
  *status = nq_numbers_add(&found->pairs, square[0]->value, state->error);
  if (*status == NQ_OK) *status = nq_numbers_add(&found->pairs, square[1]->value, state->error);
  return 1;
}

static size_t take_pairs(text *state, collection *found, nq_status *status) {
  const nq_node *end = end_of(state);
  size_t count = 0, numbers = 0, words = 0;
  for (const nq_node *node = first_of(state); node < end && *status == NQ_OK;
       node = next_of(state, node)) {
    int64_t pair[2];
    if (nq_value_pair(state->terms, node, pair, &found->setting.swapped)) {
      *status = nq_numbers_add(&found->pairs, pair[0], state->error);
      if (*status == NQ_OK) *status = nq_numbers_add(&found->pairs, pair[1], state->error);
      count++;
    } else if (node->kind == NQ_KIND_LIST || nq_node_is_sign(node, NQ_SIGN_GIVES) ||
               nq_node_is(state->terms, node, "be") || (count > 0 && nq_node_is_sign(node, ':'))) {
      return 0;
    } else {
      numbers += is_scalar(node);
      words += node->kind == NQ_KIND_WORD;
    }
  }
  if (count == 0 || numbers > count || (numbers > 0 && words == 0)) return 0;
  return count;
}

/* ---- Atoms ---- */

static size_t take_atoms(text *state, collection *found, nq_status *status) {
  const nq_node *end = end_of(state);
  size_t count = found->names.count, others = 0;
  bool negated = false;
  for (const nq_node *node = first_of(state); node < end && *status == NQ_OK;
       node = next_of(state, node)) {
    bool sign = nq_node_is_sign(node, '-');
    if (is_gives(node)) return 0;
    if (node->kind == NQ_KIND_CALL && node->sign == '(')
      *status = nq_names_atom(&found->names, state->terms, node, !negated, state->error);
    else
      others += node->kind != NQ_KIND_SIGN;
    negated = sign;
  }
  return others == 0 ? found->names.count - count : 0;
}

/* ---- Assignments ---- */

/* The value of a variable, after its name and = or :, or at once in a table; *rest is what follows.
 * `goes_on`: it is not the first of the line. */
static const nq_node *value_after(const text *state, const nq_node *name, bool goes_on,
                                  const nq_node **rest) {
  const nq_node *end = end_of(state), *node = next_of(state, name), *first = first_of(state);
  if (node >= end) return NULL;
  bool key = name->kind == NQ_KIND_NUMBER || name->kind == NQ_KIND_LIST;
  bool gives = key ? nq_node_is_sign(node, ':') && (name == first || goes_on) : is_gives(node);
  bool table = !key && name->kind != NQ_KIND_STRING &&
               (name == first || (name == first + 1 && first->kind == NQ_KIND_NUMBER));
  if (gives)
    node = next_of(state, node);
  else if (!table)
    return NULL;
  if (table && node < end && nq_node_is_sign(node, '*')) node++;
  if (node >= end || !is_scalar(node)) return NULL;
  *rest = gives ? next_of(state, node) : end;
  const nq_node *second = *rest + 1, *third = second < end ? next_of(state, second) : end;
  bool bounds = key && third < end && nq_node_is_sign(*rest, ':') && nq_node_is_sign(third, ':');
  if (bounds) *rest = end; /* Pyomo: lower : value : upper : ... */
  return bounds && is_scalar(second) ? second : node;
}

static size_t take_values(text *state, collection *found, nq_status *status) {
  const nq_node *end = end_of(state), *rest, *node = first_of(state);
  size_t count = 0;
  while (node < end && *status == NQ_OK) {
    char stem[NQ_STEM_BYTES];
    unsigned indices;
    int64_t index[2] = {0};
    const nq_node *value = NULL;
    if (nq_name_of(state->terms, node, stem, &indices, index))
      value = value_after(state, node, count > 0, &rest);
    if (value == NULL) {
      bool skip =
          node->kind == NQ_KIND_SIGN || (node == first_of(state) && node->kind == NQ_KIND_NUMBER);
      if (!skip) return 0;
      node = next_of(state, node);
      continue;
    }
    bool same = strcmp(stem, found->first) == 0 && index[0] == found->index[0] &&
                (indices == 1 || index[1] == found->index[1]);
    if (count == 0 && found->names.count > 0 && same) return 0; /* the next board */
    if (found->names.count == 0) {
      memcpy(found->first, stem, sizeof stem);
      memcpy(found->index, index, sizeof index);
    }
    *status = nq_names_add(&found->names, state->terms, node, value, state->error);
    count++;
    node = rest;
  }
  return count;
}

/* ---- Squares of chess ---- */

/* a2 or Qa2; columns after z are aa, ab, ... */
static bool parse_square(const text *state, const nq_node *node, int64_t *column, int64_t *row) {
  const char *at = nq_node_text(state->terms, node), *end = at + node->size;
  if (node->kind != NQ_KIND_WORD) return false;
  if (node->size > 2 && *at == 'Q' && is_letter(at[1])) at++;
  size_t letters = 0;
  for (*column = 0; at < end && is_letter(*at) && *at != '_' && letters < 3; at++, letters++)
    *column = 26 * *column + (*at | 0x20) - 'a' + 1;
  const char *rank = at;
  for (*row = 0; at < end && is_digit(*at); at++) *row = nq_add_digit(*row, *at);
  return letters > 0 && letters < 3 && at > rank && at == end && *row > 0 && *row < NQ_N_MAX;
}

static size_t take_squares(text *state, collection *found, nq_status *status) {
  const nq_node *end = end_of(state);
  size_t count = 0;
  for (const nq_node *node = first_of(state); node < end && *status == NQ_OK;
       node = next_of(state, node)) {
    int64_t column, row;
    if (nq_node_is_sign(node, ';') || nq_node_is_sign(node, '.')) continue;
    if (!parse_square(state, node, &column, &row)) return 0;
    *status = nq_numbers_add(&found->pairs, column, state->error);
    if (*status == NQ_OK) *status = nq_numbers_add(&found->pairs, row, state->error);
    count++;
  }
  found->setting.base = 1;
  return count;
}

/* ---- Lines that belong together ---- */

static size_t take_items(text *state, item kind, collection *found, nq_status *status) {
  size_t names = found->names.count, values = found->pairs.count, count = 0;
  switch (kind) {
  case ITEM_PAIR:
    count = take_pairs(state, found, status);
    if (count == 0 && *status == NQ_OK) found->pairs.count = values;
    if (count == 0 && *status == NQ_OK) count = take_sentence(state, found, status);
    break;
  case ITEM_ATOM:
    count = take_atoms(state, found, status);
    break;
  case ITEM_VALUE:
    count = take_values(state, found, status);
    break;
  case ITEM_SQUARE:
    count = take_squares(state, found, status);
    break;
  }
  if (count == 0) {
    found->names.count = names;
    found->pairs.count = values;
  }
  return count;
}

/* Take the lines after the first, each with one item. */
static nq_status gather(text *state, item kind, collection *found, size_t *items) {
  nq_terms *terms = state->terms;
  for (;;) {
    size_t at = terms->at, size, count = 0;
    uint64_t line = terms->line;
    nq_status status = NQ_END;
    if (nq_terms_line(terms, &size) && size != SIZE_MAX)
      status = nq_terms_read(terms, state->error);
    if (status == NQ_OK) count = take_items(state, kind, found, &status);
    if (status == NQ_NO_MEMORY) return status;
    if (status != NQ_OK || count != 1) {
      terms->at = at;
      terms->line = line;
      return NQ_OK;
    }
    ++*items;
  }
}

static nq_status finish(text *state, item kind, uint64_t line, collection *found) {
  nq_reader *reader = state->reader;
  const nq_names_options options = {
      kind == ITEM_ATOM ? "pairs" : "assignments",
      reader->dialect->base,
      reader->dialect->format == NQ_FORMAT_AUTO ? 1 : reader->dialect->likely,
      false,
      true,
      NULL};
  nq_status status = nq_pick_settle(reader, line, state->error);
  if (status != NQ_OK) return status;
  if (kind == ITEM_ATOM || kind == ITEM_VALUE)
    return nq_names_board(&found->names, &options, reader, state->error);
  status = nq_numbers_end_row(&found->pairs, line, false, state->error);
  if (status != NQ_OK) return status;
  return nq_numbers_pairs(&found->pairs, 0, &found->setting, reader, state->error);
}

/* One variable with a name that is not ours is text. */
static bool is_remark(item kind, const collection *found, size_t items) {
  const char *stem = found->first;
  return kind == ITEM_VALUE && items == 1 && strcmp(stem, "q") != 0 && strcmp(stem, "x") != 0 &&
         strncmp(stem, "queen", 5) != 0 && strcmp(stem, "n") != 0;
}

/* NQ_END if the line has no such items. */
static nq_status read_items(text *state, item kind) {
  collection found = {
      .setting = {.base = state->reader->dialect->base, .likely = state->reader->dialect->likely}};
  uint64_t line = state->terms->first_line;
  nq_status status = NQ_OK;
  const nq_node *first = first_of(state);
  bool alone = kind == ITEM_PAIR && next_of(state, first) == end_of(state) && first->sign != '{';
  size_t items = take_items(state, kind, &found, &status);
  if (status == NQ_OK && items == 1) status = gather(state, kind, &found, &items);
  bool none = items == 0 || (alone && items == 1) || is_remark(kind, &found, items);
  if (status == NQ_OK && !none)
    status = finish(state, kind, line, &found);
  else if (status == NQ_OK)
    status = items == 0 ? NQ_END : read_again(state);
  nq_names_release(&found.names);
  nq_numbers_release(&found.pairs);
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
    if (parse_square(state, node, &column, &row))
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

nq_status nq_statement_read(nq_reader *reader, nq_error *error) {
  text state = {reader, &reader->terms, error};
  const nq_node *first = first_of(&state), *end = end_of(&state);
  bool lists = false;
  if (first >= end) return NQ_OK;
  if (first + 1 < end && nq_node_is_sign(first, '?') && nq_node_is_sign(first + 1, '-'))
    return NQ_END;
  nq_status status = read_row_lists(&state);
  if (status == NQ_END) status = read_items(&state, ITEM_PAIR);
  if (status != NQ_END) return status;
  first = first_of(&state);
  end = end_of(&state);
  for (const nq_node *node = first; node < end && !lists; node = next_of(&state, node))
    lists = list_at(&state, node) != NULL;
  static const item items[] = {ITEM_ATOM, ITEM_VALUE, ITEM_SQUARE};
  bool chess = reader->dialect->format == NQ_FORMAT_CHESS;
  for (size_t i = chess ? 2 : 0; i < 3 && (!lists || i == 1); i++) {
    status = read_items(&state, items[i]);
    if (status != NQ_END) return status;
  }
  return lists ? read_lists(&state) : check_text(&state);
}
