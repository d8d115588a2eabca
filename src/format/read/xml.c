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
#include "format/read/read.h"

#include <inttypes.h>
#include <stdio.h>

/* A short text must not make the reader allocate much memory. */
#define TIMES_MAX 1000

typedef enum part { NONE, LIST, VALUES, ALL } part;

static const char *const tags[] = {"", "list", "values", "instantiation"};

typedef struct element {
  const nq_terms *terms;
  uint64_t n, line; /* line: of its tag */
  part open;
  bool opened, listed, valued, ended;
  nq_names names; /* of the list; their values are places among the values */
  size_t listed_names;
  char array[40]; /* the first name, if it is q[] */
  nq_numbers values;
  nq_error *error;
} element;

/* ---- The list ---- */

static nq_status take_name(element *state, const nq_node *node) {
  bool array = node->kind == NQ_KIND_CALL && node + 1 == nq_next(node);
  size_t place = state->listed_names++;
  if (state->array[0] != '\0') { /* values after its n are of other variables */
    if (nq_node_is(node, "q"))
      return nq_error_at(state->error, node->line,
                         "the values of q cannot be located: list its variables");
  } else if (!array)
    nq_names_put(&state->names, node, true, (int64_t)place);
  else if (place > 0)
    return nq_error_at(state->error, node->line,
                       "the values of %.*s cannot be located: give n, or list its variables",
                       (int)(node->size < 40 ? node->size : 40), node->text);
  else
    snprintf(state->array, sizeof state->array, "%.*s", (int)node->size, node->text);
  return NQ_OK;
}

/* ---- Values ---- */

/* 2x5 */
static bool parse_times(const char *text, size_t size, int64_t *value, int64_t *times) {
  size_t at = nq_text_span((nq_text){text, size}, "0123456789"), end = at + 1;
  if (at == 0 || end >= size || text[at] != 'x') return false;
  if (nq_text_span((nq_text){text + end, size - end}, "0123456789") < size - end) return false;
  nq_number_of(text, at, value);
  nq_number_of(text + end, size - end, times);
  return *times > 0;
}

static nq_status take_value(element *state, const nq_node *node) {
  const char *text = node->text;
  int64_t value = nq_node_is_sign(node, '*') ? NQ_HOLE : node->value, times = 1;
  bool number = node->kind == NQ_KIND_NUMBER || nq_node_is_sign(node, '*');
  if (!number && !parse_times(text, node->size, &value, &times))
    return nq_error_at(state->error, node->line, "a value in <values> that is not a row: '%.*s'",
                       (int)(node->size < 40 ? node->size : 40), text);
  if (times > TIMES_MAX)
    return nq_error_at(state->error, node->line, "a value is repeated more than %d times%s",
                       TIMES_MAX, state->n > 0 ? "" : ": give n");
  for (; times > 0; times--) nq_numbers_add(&state->values, value);
  return NQ_OK;
}

/* ---- The element ---- */

/* The tag at *node, which becomes what follows it. */
static void take_tag(element *state, const nq_node **node) {
  const nq_node *end = nq_terms_end(state->terms), *name = *node + 1;
  bool closing = name < end && nq_node_is_sign(name, '/');
  if (closing) name++;
  part found = ALL;
  while (found > NONE && !(name < end && nq_node_is(name, tags[found]))) found--;
  if (found == ALL && !closing) state->line = (*node)->line;
  state->opened = state->opened || found == ALL;
  state->ended = state->ended || (found == ALL && closing);
  state->open = closing || found == ALL ? NONE : found;
  state->listed = state->listed || found == LIST;
  state->valued = state->valued || found == VALUES;
  for (*node = name; *node < end && !nq_node_is_sign(*node, '>');) *node = nq_next(*node);
  if (*node < end) ++*node;
}

static nq_status take_line(element *state, const nq_node *node) {
  const nq_node *end = nq_terms_end(state->terms);
  nq_status status = NQ_OK;
  while (node < end && !state->ended) {
    if (nq_node_is_sign(node, '<')) {
      take_tag(state, &node);
      continue;
    }
    if (status == NQ_OK && !state->opened)
      status = nq_node_unexpected(state->terms, node, "<instantiation");
    if (status == NQ_OK && state->open == LIST) status = take_name(state, node);
    if (status == NQ_OK && state->open == VALUES) status = take_value(state, node);
    node = nq_next(node);
  }
  return status;
}

/* Lines up to the closing tag, which start with v if the first does. */
static nq_status take_lines(element *state, nq_terms *terms) {
  nq_status status = NQ_OK;
  bool marked = false;
  for (bool first = true; status == NQ_OK && !state->ended; first = false) {
    nq_place here = nq_terms_here(terms);
    status = nq_terms_read(terms);
    if (status != NQ_OK && status != NQ_END) return status;
    const nq_node *node = terms->nodes + 1;
    bool mark = status == NQ_OK && nq_node_is(node, "v");
    if (first) marked = mark;
    bool remark = status == NQ_OK && marked && nq_node_is(node, "c");
    if (status == NQ_OK && (terms->count == 1 || remark)) continue;
    if (status == NQ_END || (marked && !mark)) {
      nq_terms_return(terms, here);
      return nq_error_at(state->error, terms->line, "the answer is cut short: </%s> is missing",
                         tags[state->open == NONE ? ALL : state->open]);
    }
    status = take_line(state, node + mark);
  }
  return status;
}

/* Each name gets the value at its place, those of an array the first n. */
static void match_names(element *state) {
  nq_names *names = &state->names;
  size_t kept = 0;
  for (size_t i = 0; i < state->n && i < state->values.count && state->array[0] != '\0'; i++) {
    char text[64];
    nq_node name = {.kind = NQ_KIND_WORD, .text = text};
    name.size = (uint32_t)snprintf(text, sizeof text, "%s[%zu]", state->array, i);
    nq_names_put(names, &name, true, (int64_t)i);
  }
  for (size_t i = 0; i < names->count; i++) {
    int64_t value = state->values.values[names->at[i].value];
    names->at[kept] = names->at[i];
    names->at[kept].value = value;
    kept += value != NQ_HOLE;
  }
  names->count = kept;
  names->line = state->line;
}

static nq_status add_board(element *state, nq_reader *reader) {
  const nq_setting setting = {
      .form = "assignments", .contradicts = true, .ours = reader->dialect->ours};
  bool array = state->array[0] != '\0';
  if (!state->valued || state->values.count == 0)
    return nq_error_at(state->error, reader->terms.line,
                       "no rows in <values> of the instantiation");
  if (!state->listed || (array && state->listed_names == 1)) {
    nq_numbers_end_row(&state->values, state->line, false);
    return nq_numbers_boards(&state->values);
  }
  if (array && state->n == 0)
    return nq_error_at(state->error, state->line,
                       "the values of %s cannot be located: give n, or list its variables",
                       state->array);
  if (!array && state->listed_names != state->values.count)
    return nq_error_at(state->error, state->line, "%zu values in <values> for %zu names in <list>",
                       state->values.count, state->listed_names);
  if (!state->values.failed) match_names(state);
  nq_status status = nq_names_board(&state->names, &setting, reader);
  if (status != NQ_END) return status;
  return nq_error_at(state->error, state->line, "no array such as q[] or q[0] q[1] in <list>");
}

nq_status nq_read_instantiation(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  element state = {.terms = terms,
                   .n = reader->expected_n,
                   .error = reader->error,
                   .values = {.reader = reader, .setting = {.named = true}}};
  size_t size;
  terms->style = NQ_TAGS;
  nq_status status = take_lines(&state, terms);
  while (status == NQ_BAD_FORMAT && !state.ended && nq_terms_line(terms, &size)) {
    state.ended = nq_text_contains(nq_terms_look(terms, 0), "</instantiation>");
    nq_terms_skip_line(terms);
  }
  if (status == NQ_OK) status = add_board(&state, reader);
  nq_names_release(&state.names);
  nq_numbers_release(&state.values);
  return status;
}
