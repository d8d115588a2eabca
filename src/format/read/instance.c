/* Reading an instance.
 *
 * MODEL.  A text is one of these, or goes on in lines of the same kind; # $ % and // start
 * comments:
 *
 *     n 8            queen 0 3   queen d4   block 2 5   exclude rising 4       our own; from 0
 *     letting n = 8  init = [[2, 1], ...]  blocks = [[1, 5], ...]              CSPLib: [row,
 *     numdiags = 1   diags = [[4, 1], ...]                                     column], init from
 *                                                                              0, blocks from 1
 *     n = 4;  queens = [_, 3, _, _];  blocked = [| 1, 1 | 2, 2 |];             MiniZinc
 *     board(4).  block(1,1).  queen(2,4).  -queen(3,3).                        facts
 *     {"n":4,"rows":[null,3,null,null]}   {"n":4,"queens":[[1,3]],"blocked":[]}
 *     . 3 . .                                                                  rows, from 0
 *     X _ _ Q  ...                                                             a picture
 *
 * A diagonal [value, 1] is row + column = value, [value, 0] is row - column + n - 1 = value.  All
 * items are kept until the end: n may come after them, and only all of them show their base. */
#include "format/read/read.h"
#include "core/core.h"
#include "format/read/question.h"

#include <stdlib.h>
#include <string.h>

/* What a name stands for. */
typedef struct nq_meaning {
  const char *name;
  nq_ask kind;
  int base;       /* of its numbers, or NQ_BASE_SEEN */
  bool row_first; /* a pair is row and column */
} meaning;

static const meaning meanings[] = {
    {"rows", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"n", ASK_SIZE, 0, false},
    {"size", ASK_SIZE, 0, false},
    {"board_size", ASK_SIZE, 0, false},
    {"init", ASK_QUEEN, 0, true},
    {"blocks", ASK_BLOCK, 1, true},
    {"diags", ASK_DIAGONAL, 0, false},
    {"base", ASK_BASE, 0, false},
    {"numdiags", ASK_COUNT, 0, false},
    {"q", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"qs", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"queen", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"queens", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"given", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"givens", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"fixed", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"placed", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"initial", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"preplaced", ASK_QUEEN, NQ_BASE_SEEN, false},
    {"block", ASK_BLOCK, NQ_BASE_SEEN, false},
    {"blocked", ASK_BLOCK, NQ_BASE_SEEN, false},
    {"blocked_squares", ASK_BLOCK, NQ_BASE_SEEN, false},
    {"forbidden", ASK_BLOCK, NQ_BASE_SEEN, false},
    {"holes", ASK_BLOCK, NQ_BASE_SEEN, false},
    {"grid", ASK_SIZE, 0, false},
    {"board", ASK_SIZE, 0, false},
};

/* `expected` was expected for the name, not the node; NULL or past the last: the end of the
 * line. */
static void expect(nq_question *state, const char *name, const char *expected,
                   const nq_node *node) {
  char words[NQ_NODE_WORDS];
  uint64_t line = node != NULL && node->kind != NQ_KIND_END ? node->line : state->terms.first_line;
  nq_question_fail(state, line, "%s: %s was expected, not %s", name, expected,
                   nq_node_words(node, words));
}

static void refuse(nq_question *state, const nq_node *node) {
  char words[NQ_NODE_WORDS];
  nq_question_fail(
      state, node->line,
      "n, queen, block or exclude was expected, not %s; an instance is lines such as n 8, queen 0 "
      "3 and block 2 5, a row such as . 3 . ., a picture of . and Q, X for blocked squares, "
      "facts such as board(8). block(2,5)., {\"n\":8,\"queens\":[[0,3]]}, or CSPLib's n = 8; "
      "init = [[3, 0]]; `nqueens check` reads boards",
      nq_node_words(node, words));
}

static void set_size(nq_question *state, const nq_node *node) {
  if (node->kind != NQ_KIND_NUMBER)
    expect(state, "n", "a board size", node);
  else if (state->n != 0)
    nq_question_fail(state, node->line, "n: given more than once");
  else if (node->value < 1 || node->value > NQ_N_MAX)
    nq_question_fail(state, node->line, "n: %.*s is out of range: it must be 1 to %" PRIu64,
                     (int)(node->size < 40 ? node->size : 40), node->text, (uint64_t)NQ_N_MAX);
  else
    state->n = (uint32_t)node->value;
}

static void add_pair(nq_question *state, const meaning *what, int64_t first, int64_t second,
                     bool swapped, uint64_t line) {
  bool swap = what->row_first || swapped;
  int base = state->object && what->kind == ASK_BLOCK ? NQ_BASE_SEEN : what->base;
  nq_question_add(state, (nq_asked){what->name, what->kind, base, base, swap ? second : first,
                                    swap ? first : second, line});
}

/* ---- Lists ---- */

static const meaning *const row_list = &meanings[0];

static const meaning *find_meaning(const nq_node *name) {
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
    if (nq_node_is(name, meanings[i].name)) return &meanings[i];
  return NULL;
}

static bool is_hole(const nq_node *node) {
  return node->kind == NQ_KIND_HOLE || nq_node_is_sign(node, '*') || nq_node_is_sign(node, '?') ||
         nq_node_is_sign(node, '-') || (node->kind == NQ_KIND_WORD && *node->text == '_') ||
         (node->kind == NQ_KIND_NUMBER && node->value == -1);
}

/* A row for each column, or none; a 0 among rows from 1 is none, too.  Sets n. */
static void take_rows(nq_question *state, const meaning *what, const nq_node *node,
                      const nq_node *end) {
  int64_t count = 0, holes = 0, zeros = 0, most = 0;
  for (const nq_node *at = node; at < end; at = nq_next(at), count++) {
    holes += is_hole(at);
    if (at->kind != NQ_KIND_NUMBER) continue;
    zeros += at->value == 0;
    if (at->value > most) most = at->value;
  }
  if (state->n != 0 && state->n != count)
    nq_question_fail(state, node->line, "%s: %" PRId64 " rows for n = %" PRIu32, what->name, count,
                     state->n);
  state->n = (uint32_t)count;
  bool none = zeros > 1 || (zeros == 1 && most == count);
  if (holes == 0 && zeros == 1 && !none)
    nq_question_fail(state, node->line, "%s: 0 may be a row, or no queen: write null for no queen",
                     what->name);
  for (count = 0; node < end; node = nq_next(node), count++) {
    if (is_hole(node) || (none && node->value == 0)) continue;
    if (node->kind != NQ_KIND_NUMBER) expect(state, what->name, "a row", node);
    int base = none ? 1 : what->base;
    nq_question_add(state,
                    (nq_asked){what->name, what->kind, 0, base, count, node->value, node->line});
  }
}

/* Two numbers from 0 that stand alone; what follows them. */
static const nq_node *take_two(nq_question *state, const meaning *what, const nq_node *node,
                               const nq_node *end) {
  for (size_t i = 0; i < 2; i++) {
    const nq_node *at = node + i < end ? node + i : NULL;
    if (at == NULL || at->kind != NQ_KIND_NUMBER || at->value < 0)
      expect(state, what->name, i == 0 ? "a column" : "a row", at);
    if (state->status != NQ_OK) return end;
  }
  add_pair(state, what, node[0].value, node[1].value, false, node->line);
  return node + 2;
}

/* Pairs of numbers, or squares of chess; [| 1, 1 | 2, 2 |] if `bars`. */
static void take_pairs(nq_question *state, const meaning *what, const nq_node *node,
                       const nq_node *end, bool bars) {
  for (const nq_node *next; node < end; node = next) {
    int64_t pair[2] = {0}, column, row;
    bool swapped = false, inner = node->kind == NQ_KIND_LIST && node + 1 < end;
    next = nq_next(node);
    if (bars)
      next = nq_node_is_sign(node, '|') ? next : take_two(state, what, node, end);
    else if (nq_square_of(node, &column, &row))
      nq_question_add(state, (nq_asked){what->name, what->kind, 1, 1, column, row, node->line});
    else if (nq_value_pair(node, pair, &swapped))
      add_pair(state, what, pair[0], pair[1], swapped, node->line);
    else
      expect(state, what->name, "a pair of numbers such as [1, 3]",
             inner && node[1].kind != NQ_KIND_NUMBER ? node + 1 : node);
  }
}

/* {"0": 3, ...}: columns and rows. */
static void take_entries(nq_question *state, const meaning *what, const nq_node *list) {
  const nq_node *node = list + 1, *key, *value;
  while (nq_value_entry(list, &node, &key, &value)) {
    int64_t column = 0;
    nq_kind kind = nq_number_of(key->text, key->size, &column);
    if (kind != NQ_KIND_NUMBER || value->kind != NQ_KIND_NUMBER)
      expect(state, what->name, "a column and its row", key);
    add_pair(state, what, column, value->value, false, key->line);
  }
}

static void take_list(nq_question *state, const meaning *what, const nq_node *list) {
  const nq_node *node = list + 1, *end = nq_next(list), *first, *value;
  uint64_t bit = UINT64_C(1) << (what - meanings);
  if ((state->given & bit) != 0)
    nq_question_fail(state, list->line, "%s: given more than once", what->name);
  state->given |= bit;
  state->listed = state->listed || what->kind == ASK_DIAGONAL;
  size_t items = 0, pairs = 0;
  int64_t column, row;
  for (const nq_node *at = node; at < end; at = nq_next(at)) {
    items++;
    pairs += at->kind == NQ_KIND_LIST || nq_square_of(at, &column, &row);
  }
  const nq_node *at = node;
  bool bars = nq_node_is_sign(node, '|');
  bool entries = list->sign == '{' && nq_value_entry(list, &at, &first, &value);
  bool alone = items > 0 && pairs == 0 && !bars;
  bool cells = node->kind == NQ_KIND_LIST && node[1].kind == NQ_KIND_STRING;
  if (list->value + 1 < (int64_t)items && !entries && !bars)
    nq_question_fail(state, list->line, "%s: a ',' is missing between its items", what->name);
  else if (entries)
    take_entries(state, what, list);
  else if ((alone && node->kind == NQ_KIND_STRING) || (cells && what == row_list))
    nq_question_strings(state, node, end);
  else if (what->kind <= ASK_BLOCK && nq_question_is_matrix(node, end))
    nq_question_matrix(state, (nq_asked){.name = what->name, .kind = what->kind}, node, end);
  else if (alone && what->kind == ASK_QUEEN && !what->row_first)
    take_rows(state, what, node, end);
  else
    take_pairs(state, what, node, end, bars);
}

/* The value of a name. */
static void take_value(nq_question *state, const meaning *what, const nq_node *value) {
  const nq_node *list = nq_value_list(value);
  int64_t column, row;
  bool squares = strcmp(what->name, "board") == 0 || strcmp(what->name, "grid") == 0;
  if (list != NULL && squares) what = row_list;
  if (what->kind == ASK_SIZE)
    set_size(state, value);
  else if (what->kind >= ASK_BASE && value->kind != NQ_KIND_NUMBER)
    expect(state, what->name, "a number", value);
  else if (what->kind == ASK_BASE)
    state->base = value->value > 0, state->stated = true;
  else if (what->kind == ASK_COUNT && state->announced >= 0)
    nq_question_fail(state, value->line, "numdiags: given more than once");
  else if (what->kind == ASK_COUNT)
    state->announced = value->value, state->announced_line = value->line;
  else if (list == NULL && nq_square_of(value, &column, &row))
    take_pairs(state, what, value, nq_next(value), false);
  else if (list == NULL)
    expect(state, what->name, "a list", value);
  else
    take_list(state, what, list);
}

/* ---- Statements ---- */

/* Our own, each after its word. */
static const meaning own[] = {{"queen", ASK_QUEEN, 0, false},
                              {"n", ASK_SIZE, 0, false},
                              {"block", ASK_BLOCK, 0, false},
                              {"blocked", ASK_BLOCK, 0, false},
                              {"exclude", ASK_DIAGONAL, 0, false}};

static const meaning *find_own(const nq_node *word) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (word->size == strlen(own[i].name) && strncmp(word->text, own[i].name, word->size) == 0)
      return &own[i];
  return NULL;
}

/* rising 4; what follows it. */
static const nq_node *take_diagonal(nq_question *state, const nq_node *node) {
  static const meaning kinds[] = {{"exclude falling", ASK_DIAGONAL, 0, false},
                                  {"exclude rising", ASK_DIAGONAL, 0, false}};
  bool rising = nq_node_is(node, "rising");
  if (!rising && !nq_node_is(node, "falling"))
    expect(state, "exclude", "rising or falling", node);
  else if ((++node)->kind != NQ_KIND_NUMBER)
    expect(state, "exclude", "a diagonal", node);
  else
    add_pair(state, &kinds[rising], node->value, rising, false, node->line);
  return node + 1;
}

/* Up to the end of the line. */
static void take_own(nq_question *state, const meaning *what, const nq_node *node) {
  const nq_node *end = nq_terms_end(&state->terms);
  int64_t column, row;
  if (what->kind == ASK_SIZE) {
    set_size(state, node++);
  } else if (state->n == 0) {
    nq_question_fail(state, state->terms.first_line,
                     "%s: the board size, as in n 8, must come first", what->name);
  } else if (what->kind == ASK_DIAGONAL) {
    node = take_diagonal(state, node);
  } else if (nq_square_of(node, &column, &row)) {
    for (; nq_square_of(node, &column, &row); node++)
      add_pair(state, what, column - 1, row - 1, false, node->line);
  } else {
    bool list = node->kind == NQ_KIND_LIST; /* queen (0, 3) */
    node = take_two(state, what, node + list, end);
  }
  if (node < end) expect(state, what->name, "the end of the line", node);
}

/* board(4).  block(1,1).  -queen(2,2). */
static void take_facts(nq_question *state, const nq_node *node) {
  if (state->base == NQ_BASE_SEEN) state->base = 1;
  for (; node < nq_terms_end(&state->terms); node = nq_next(node)) {
    if (node->kind == NQ_KIND_SIGN) continue;
    const nq_node *after = nq_next(node);
    const meaning *what = find_meaning(node);
    bool negated = nq_node_is_sign(node - 1, '-');
    bool range = after == node + 4 && nq_node_is_sign(node + 2, NQ_SIGN_RANGE); /* n(1..8) */
    if (what != NULL && what->kind == ASK_SIZE && (after == node + 2 || range))
      set_size(state, after - 1);
    else if (what == NULL || what->kind > ASK_BLOCK || node->sign != '(')
      refuse(state, node);
    else {
      const meaning fact = {what->name, negated ? ASK_BLOCK : what->kind, NQ_BASE_SEEN, false};
      if (take_two(state, &fact, node + 1, after) != after) refuse(state, node);
    }
  }
}

/* (0, 7), c3 or, in a list with dashes, [0, 7]. */
static bool is_place(const nq_question *state, const nq_node *node) {
  int64_t pair[2];
  bool swapped, list = node->kind == NQ_KIND_LIST && (node->sign == '(' || state->dashes != NULL);
  return list ? nq_value_pair(node, pair, &swapped) : nq_square_of(node, &pair[0], &pair[1]);
}

/* Names, signs and values, over any number of lines. */
static void take_names(nq_question *state, const nq_node *node) {
  for (; node < nq_terms_end(&state->terms); node = nq_next(node)) {
    const meaning *what = state->what;
    bool gives = nq_node_is_gives(node) || nq_node_is(node, "be");
    if (nq_node_is_sign(node, ';') && state->base == NQ_BASE_SEEN) state->base = 1; /* MiniZinc */
    if (what != NULL && !state->gives) {
      if (!gives) expect(state, what->name, "'='", node);
      state->gives = true;
    } else if (what != NULL && nq_node_is_sign(node, '-')) {
      state->dashes = what;
    } else if (what != NULL && what->kind <= ASK_BLOCK && is_place(state, node)) {
      take_pairs(state, what, node, nq_next(node), false); /* blocked: (0, 7) (1, 6) */
      if (!is_place(state, nq_next(node))) state->what = NULL;
    } else if (what != NULL) {
      take_value(state, what, node);
      state->what = NULL;
    } else if (nq_node_is(node, "language")) {
      return;
    } else if (node->kind != NQ_KIND_SIGN && !nq_node_is(node, "letting") &&
               !nq_node_is(node, "int")) {
      state->what = find_meaning(node);
      state->gives = false;
      if (state->what == NULL) expect(state, "letting", "n, init, blocks, numdiags or diags", node);
    }
  }
}

static void take_object(nq_question *state, const nq_node *object) {
  const nq_node *node = object + 1, *key, *value;
  static const char *const others[] = {"answer", "completions", "solution", "solutions", NULL};
  size_t known = 0;
  if (state->n != 0)
    nq_question_fail(state, state->terms.first_line, "a second instance: give one of them");
  state->object = true;
  while (nq_value_entry(object, &node, &key, &value)) {
    const meaning *what = find_meaning(key);
    bool list = nq_value_list(value) != NULL;
    if (what == NULL && list && !nq_node_is_any(key, others))
      expect(state, "the object", "n, queens or blocked", key);
    bool none = nq_node_is_number(value) || value->kind == NQ_KIND_HOLE; /* "queens": 8 */
    bool count = what != NULL && what->kind < ASK_SIZE && none;
    if (what == NULL || count) continue;
    if (nq_node_is(key, "rows") && state->base == NQ_BASE_SEEN) state->base = 0;
    take_value(state, what, value);
    known++;
  }
  if (known == 0) refuse(state, object);
}

/* . 3 . ., from 0; what * 3 * * counts from must show. */
static void take_row(nq_question *state, const nq_node *node) {
  meaning row = {"the row", ASK_QUEEN, 0, false};
  const nq_node *end = nq_terms_end(&state->terms), *at = node;
  bool holes = false, rows = true;
  for (; at < end; at = nq_next(at)) {
    if (at->kind == NQ_KIND_SIGN) row.base = NQ_BASE_SEEN;
    holes = holes || is_hole(at);
    rows = rows && (is_hole(at) || at->kind == NQ_KIND_NUMBER);
  }
  if (!rows || !holes)
    refuse(state, node);
  else if (state->count > 0)
    nq_question_fail(state, state->terms.first_line, "a second instance: give one of them");
  else
    take_rows(state, &row, node, end);
}

static void take_tree(nq_question *state) {
  const nq_terms *terms = &state->terms;
  const nq_node *first = terms->nodes + 1, *end = nq_terms_end(terms), *second = first + 1;
  if (first == end) return;
  const nq_node *list = nq_value_list(first);
  int64_t column, row;
  bool word = first->kind == NQ_KIND_WORD;
  bool gives = nq_node_is(second, "be") || nq_node_is_gives(second);
  bool names = word && (gives || nq_node_is(first, "letting") || nq_node_is(first, "language"));
  if (state->what == NULL && nq_node_is_sign(first, '-')) state->what = state->dashes;
  if (state->what == NULL) state->dashes = NULL;
  if (state->what != NULL || names)
    take_names(state, first);
  else if (word && find_own(first) != NULL)
    take_own(state, find_own(first), second);
  else if (nq_square_of(first, &column, &row) && state->n > 0) /* a4, below n 8 */
    take_own(state, own, first);
  else if (first->sign == '{')
    take_object(state, first);
  else if (list != NULL && nq_next(first) == end) /* [null, 3, null, null] */
    state->base = 0, take_list(state, row_list, list);
  else if (first->kind == NQ_KIND_CALL || nq_node_is_sign(first, ':') ||
           second->kind == NQ_KIND_CALL)
    take_facts(state, first);
  else if (first->kind == NQ_KIND_NUMBER && second == end && state->n == 0)
    set_size(state, first);
  else
    take_row(state, first);
}

/* ---- The whole ---- */

/* Skip ``` around an instance and headings above it; false at the end. */
static bool skip_text(nq_terms *terms) {
  nq_text line;
  while ((line = nq_terms_look(terms, 0)).at != NULL) {
    bool yaml = nq_text_is(line, "---") && nq_terms_look(terms, 1).size > 3;
    line = nq_terms_look(terms, 0);
    if (!nq_text_starts(line, "```") && !yaml && !nq_heading_is_of_instance(line)) return true;
    nq_terms_skip_line(terms);
  }
  return false;
}

/* Read pictures and trees up to the end. */
static void read_all(nq_question *state) {
  nq_terms *terms = &state->terms;
  bool begun = false, pictured = false;
  while (state->status == NQ_OK && skip_text(terms)) {
    if (pictured && nq_question_is_prose(nq_terms_look(terms, 0))) {
      nq_terms_skip_line(terms);
      continue;
    }
    nq_status status =
        state->count == 0 && state->what == NULL ? nq_question_read_picture(state) : NQ_END;
    if (status == NQ_END && !begun) status = nq_question_read_headed(state);
    if (status == NQ_END && nq_terms_peek(terms, 6) == ' ' &&
        strncmp((const char *)terms->input->next, "#const", 6) == 0)
      terms->at = 6;
    if (status == NQ_END) state->status = nq_terms_read(terms);
    pictured = pictured || status == NQ_OK;
    begun = begun || status == NQ_OK || terms->count > 1;
    if (status == NQ_END && state->status == NQ_OK) take_tree(state);
    nq_terms_commit(terms);
  }
  if (state->what != NULL)
    nq_question_fail(state, terms->line, "%s: a value was expected, not the end of the file",
                     state->what->name);
  if (state->status == NQ_OK && !begun)
    state->status =
        nq_error_set(state->error, NQ_BAD_FORMAT, "no instance: the input %s",
                     terms->input->line == 1 ? "is empty" : "has only comments and blank lines");
}

static nq_instance *read_from(int descriptor, nq_bytes_source *source, void *context,
                              uint64_t first, nq_error *error) {
  nq_error unused = {0};
  nq_input input;
  nq_question state = {
      .error = error != NULL ? error : &unused, .base = NQ_BASE_SEEN, .announced = -1};
  if (!nq_input_init(&input, descriptor)) {
    nq_error_set(error, NQ_NO_MEMORY, "no memory to read an instance");
    return NULL;
  }
  input.source = source;
  input.source_context = context;
  nq_input_skip_mark(&input);
  nq_terms_begin(&state.terms, &input, state.error);
  state.terms.style = NQ_HASH | NQ_DOLLAR | NQ_PERCENT | NQ_SLASHES | NQ_STARS;
  read_all(&state);
  uint64_t nul = state.terms.nul_line;
  if (nul > 0) state.status = nq_error_at(state.error, nul, "a NUL byte: this is not text");
  if (nq_input_status(&input, state.error) != NQ_OK)
    state.status = NQ_IO; /* reading failed, so the text is not to blame */
  nq_instance *instance = nq_question_build(&state, first);
  nq_terms_release(&state.terms);
  nq_input_release(&input);
  free(state.items);
  return instance;
}

nq_instance *nq_instance_read(int descriptor, uint64_t first_diagonals, nq_error *error) {
  return read_from(descriptor, NULL, NULL, first_diagonals, error);
}

nq_instance *nq_instance_read_source(nq_bytes_source *source, void *context,
                                     uint64_t first_diagonals, nq_error *error) {
  return read_from(-1, source, context, first_diagonals, error);
}
