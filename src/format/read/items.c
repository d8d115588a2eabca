#include "format/read/items.h"
#include "format/read/sheet.h"
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/labels.h"
#include "format/read/names.h"
#include "format/read/numbers.h"
#include "format/read/pick.h"
#include "format/read/values.h"
#include "format/read/term.h"

#include <inttypes.h>
#include <stdbool.h>
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

nq_status nq_items_again(nq_reader *reader, nq_error *error) {
  reader->terms.at = 0;
  reader->terms.line = reader->input.line;
  nq_status status = nq_terms_read(&reader->terms, error);
  return status == NQ_OK ? NQ_END : status;
}

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
  const nq_node *word[3] = {NULL}, *last = NULL, *end = end_of(state);
  int64_t number[3];
  size_t numbers = 0, words = 0, named = 0;
  for (const nq_node *node = first_of(state); node < end; node = next_of(state, node)) {
    if (node->kind == NQ_KIND_WORD) {
      words++;
      last = node;
      named += names_square(state, node);
    } else if (numbers < 3 && (node->kind == NQ_KIND_NUMBER || node->kind == NQ_KIND_STRING)) {
      int64_t *value = &number[numbers];
      const char *digits = nq_node_text(state->terms, node);
      if (nq_number_of(digits, node->size, value) != NQ_KIND_NUMBER) return 0;
      word[numbers++] = last;
    } else if (node->kind != NQ_KIND_SIGN) {
      return 0;
    }
  }
  bool third = numbers == 3;
  if (numbers < 2 || named < 2 || (found->words > 0 && found->words != words)) return 0;
  found->words = words;
  const int64_t *square = number + third;
  const nq_node **what = word + third;
  found->setting.swapped =
      what[0] != NULL && what[1] != NULL && nq_words_are_swapped(state->terms, what[0], what[1]);
  *status = nq_numbers_add(&found->pairs, square[0], state->error);
  if (*status == NQ_OK) *status = nq_numbers_add(&found->pairs, square[1], state->error);
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
  bool arrow = nq_node_is_sign(node, NQ_SIGN_GIVES) && node->size == 2;
  bool gives =
      key ? (arrow || nq_node_is_sign(node, ':')) && (name == first || goes_on) : is_gives(node);
  bool table = !key && name->kind != NQ_KIND_STRING &&
               (name == first || (name == first + 1 && first->kind == NQ_KIND_NUMBER) ||
                (name == first + 2 && nq_node_is(state->terms, first + 1, "gurobi.Var")));
  if (gives)
    node = next_of(state, node);
  else if (!table)
    return NULL;
  if (table && node < end && nq_node_is_sign(node, '*')) node++;
  bool named =
      node + 2 < end && node->kind == NQ_KIND_LIST && nq_node_is(state->terms, node + 1, "value");
  if (named) node += 2; /* Gurobi: x[0,1] (value 1.0) */
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
  nq_label label;
  const nq_node *after = nq_label_skip(state->terms, &label);
  bool colon = label == NQ_LABEL_WORDS && nq_node_is_sign(after - 1, ':');
  if (colon && after + 3 < end) node = after; /* Solution: Q_1 = 2 */
  while (node < end && *status == NQ_OK) {
    char stem[NQ_STEM_BYTES];
    unsigned indices;
    int64_t index[2] = {0};
    const nq_node *value = NULL;
    if (nq_name_of(state->terms, node, stem, &indices, index))
      value = value_after(state, node, count > 0, &rest);
    if (value == NULL) {
      bool skip = node->kind == NQ_KIND_SIGN ||
                  (node == first_of(state) && node->kind == NQ_KIND_NUMBER) ||
                  (node == first_of(state) + 1 && nq_node_is(state->terms, node, "gurobi.Var"));
      if (!skip) return 0;
      node = next_of(state, node);
      continue;
    }
    bool same = strcmp(stem, found->first) == 0 && index[0] == found->index[0] &&
                (indices == 1 || index[1] == found->index[1]);
    bool again = count == 0 && found->names.count > 0 && same;
    if (again && found->names.count == 1 && found->names.at[0].value != value->value)
      *status = nq_error_at(state->error, state->terms->first_line,
                            "a variable that is the whole board has another value");
    if (again) return 0; /* the next board */
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

static size_t take_squares(text *state, collection *found, nq_status *status) {
  const nq_node *end = end_of(state);
  size_t count = 0;
  nq_label label;
  const nq_node *node = nq_label_skip(state->terms, &label);
  for (; node < end && *status == NQ_OK; node = next_of(state, node)) {
    int64_t column, row;
    if (nq_node_is_sign(node, ';') || nq_node_is_sign(node, '.')) continue;
    if (node == first_of(state) && node->kind == NQ_KIND_NUMBER && node + 2 == end) continue;
    if (!nq_square_of(state->terms, node, &column, &row)) return 0;
    *status = nq_numbers_add(&found->pairs, column, state->error);
    if (*status == NQ_OK) *status = nq_numbers_add(&found->pairs, row, state->error);
    count++;
  }
  found->setting.base = 1;
  return count;
}

/* ---- Lines that belong together ---- */

static size_t take_items(text *state, nq_item kind, collection *found, nq_status *status) {
  size_t names = found->names.count, values = found->pairs.count, count = 0;
  switch (kind) {
  case NQ_ITEM_PAIR:
    count = take_pairs(state, found, status);
    if (count == 0 && *status == NQ_OK) found->pairs.count = values;
    if (count == 0 && *status == NQ_OK) count = take_sentence(state, found, status);
    break;
  case NQ_ITEM_ATOM:
    count = take_atoms(state, found, status);
    break;
  case NQ_ITEM_VALUE:
    count = take_values(state, found, status);
    break;
  case NQ_ITEM_SQUARE:
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
static nq_status gather(text *state, nq_item kind, collection *found, size_t *items) {
  nq_terms *terms = state->terms;
  for (;;) {
    size_t at = terms->at, size, count = 0;
    uint64_t line = terms->line;
    nq_status status = NQ_END, taken = NQ_OK;
    if (nq_terms_line(terms, &size) && size != SIZE_MAX)
      status = nq_terms_read(terms, state->error);
    if (status == NQ_OK) count = take_items(state, kind, found, &taken);
    if (status == NQ_NO_MEMORY || taken != NQ_OK) return status == NQ_OK ? taken : status;
    if (status != NQ_OK || count != 1) {
      terms->at = at;
      terms->line = line;
      return NQ_OK;
    }
    ++*items;
  }
}

static nq_status finish(text *state, nq_item kind, uint64_t line, collection *found) {
  nq_reader *reader = state->reader;
  const nq_names_options options = {
      kind == NQ_ITEM_ATOM ? "pairs" : "assignments",
      reader->dialect->base,
      reader->dialect->format == NQ_FORMAT_AUTO ? 1 : reader->dialect->likely,
      false,
      true,
      NULL};
  nq_status status = nq_pick_settle(reader, line, state->error);
  if (status != NQ_OK) return status;
  if (kind == NQ_ITEM_ATOM || kind == NQ_ITEM_VALUE)
    return nq_names_board(&found->names, &options, reader, state->error);
  status = nq_numbers_end_row(&found->pairs, line, false, state->error);
  if (status != NQ_OK) return status;
  return nq_numbers_pairs(&found->pairs, 0, &found->setting, reader, state->error);
}

/* One variable with a name that is not ours is text. */
static bool is_remark(nq_item kind, const collection *found, size_t items) {
  const char *stem = found->first;
  return kind == NQ_ITEM_VALUE && items == 1 && strcmp(stem, "q") != 0 && strcmp(stem, "x") != 0 &&
         strncmp(stem, "queen", 5) != 0 && strcmp(stem, "n") != 0;
}

/* NQ_END if the line has no such items. */
static nq_status read_items(text *state, nq_item kind) {
  collection found = {
      .setting = {.base = state->reader->dialect->base, .likely = state->reader->dialect->likely}};
  uint64_t line = state->terms->first_line;
  nq_status status = NQ_OK;
  const nq_node *first = first_of(state);
  bool alone = kind == NQ_ITEM_PAIR && next_of(state, first) == end_of(state) && first->sign != '{';
  size_t items = take_items(state, kind, &found, &status);
  if (status == NQ_OK && items == 1) status = gather(state, kind, &found, &items);
  bool none = items == 0 || (alone && items == 1) || is_remark(kind, &found, items);
  if (status == NQ_OK && !none)
    status = finish(state, kind, line, &found);
  else if (status == NQ_OK)
    status = items == 0 ? NQ_END : nq_items_again(state->reader, state->error);
  nq_names_release(&found.names);
  nq_numbers_release(&found.pairs);
  return status;
}

nq_status nq_items_read(nq_reader *reader, nq_item kind, nq_error *error) {
  text state = {reader, &reader->terms, error};
  return read_items(&state, kind);
}
