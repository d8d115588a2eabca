/* Answers of SAT solvers, in the form of the SAT and pseudo-Boolean competitions, and MiniSat's, and
 * to XCSP3.
 *
 * MODEL.  Lines by their first letter:
 *
 *     c anything                   a comment; `c UNKNOWN` is the whole answer of some solvers
 *     * anything                   a comment as in the problem's file, OPB
 *     s SATISFIABLE                or UNSATISFIABLE, UNKNOWN, OPTIMUM FOUND; MiniSat: SAT alone
 *     v -1 -2 3 -4 5 ... 0         literals, over any number of lines; pseudo-Boolean: v -x1 -x2 x3
 *     v <instantiation> ...        an answer to XCSP3, below
 *     o 12                         a bound: skipped
 *
 * A solution ends at its 0; comments may come between its lines.  Without a 0 it ends at an s line,
 * at the end of the input or, as in pseudo-Boolean answers, at a v line that starts again with the
 * first variable or one below it.  After an error the v lines up to the next s line are skipped. */
#include "format/read/read.h"

#include <stdlib.h>
#include <string.h>

static nq_text first_word(nq_text text) {
  size_t size = 0;
  while (size < text.size && (unsigned char)text.at[size] > ' ') size++;
  return (nq_text){text.at, size};
}

/* The literal at *node, 12, -12, x12 or -x12; *node becomes what follows.  False for others. */
static bool take_literal(const nq_node **node, const nq_node *end, int64_t *literal, bool *named) {
  const nq_node *at = *node;
  bool minus = nq_node_is_sign(at, '-') && at + 1 < end;
  at += minus;
  *named = at->kind == NQ_KIND_WORD && at->text[0] == 'x';
  if ((unsigned char)at->text[at->size] > ' ') return false; /* 1-2 */
  *literal = at->value;
  if (*named ? nq_number_of(at->text + 1, at->size - 1, literal) != NQ_KIND_NUMBER
             : minus || !nq_node_is_number(at))
    return false;
  if (minus) *literal = -*literal;
  *node = at + 1;
  return true;
}

/* The literals of a line. */
static nq_status take_literals(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_names *names = &reader->names;
  nq_status status = nq_terms_read_line(terms);
  if (status != NQ_OK) return status;
  const nq_node *node = nq_terms_first(terms), *end = nq_terms_end(terms);
  bool first = names->count > 0, named;
  if (node->kind == NQ_KIND_WORD && node->size == 1) node++;
  for (; node < end && status == NQ_OK; first = false) {
    int64_t literal;
    const nq_node *at = node;
    if (names->ended) return nq_node_unexpected(terms, at, "the end of the line after 0");
    if (!take_literal(&node, end, &literal, &named))
      return nq_node_unexpected(terms, at, "a literal such as -12 or x12");
    if (named && first && llabs(literal) <= names->at[0].index[0])
      status = nq_names_settle(reader); /* the next solution */
    if (names->count == 0) names->line = terms->first_line;
    names->form = "literals";
    names->unnamed = names->literals = true;
    names->ended = literal == 0;
    if (!names->ended) nq_names_number(names, llabs(literal), literal > 0);
  }
  if (status == NQ_OK && names->ended) return nq_names_settle(reader);
  if (status != NQ_OK || nq_terms_at_start(terms)) return status;
  return nq_error_at(terms->error, terms->line,
                     "the answer is cut short: the end of its line is missing");
}

/* ---- Answers to XCSP3 ----
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

/* A short text must not make the reader allocate much memory. */
#define TIMES_MAX 1000

typedef enum part { NONE, LIST, VALUES, ALL } part;

static const char *const tags[] = {"", "list", "values", "instantiation"};

typedef struct element {
  nq_reader *reader; /* whose names are those of the list; before their values, their places */
  uint64_t line;     /* of its tag, or 0 before it */
  part open;
  bool array, ended;             /* array: the first of the list is q[] */
  size_t listed, values, valued; /* valued: names */
} element;

/* A name of the list.  After an array all others are only counted: their values come after its n.
 */
static nq_status take_name(element *state, const nq_node *node) {
  bool array = node->kind == NQ_KIND_CALL && node + 1 == nq_next(node);
  size_t place = state->listed++;
  if (place == 0) state->array = array;
  bool lost = state->array ? state->reader->expected_n == 0 || nq_node_is(node, "q") : array;
  if (place > 0 && lost)
    return nq_error_at(state->reader->error, node->line,
                       "the values of %.*s cannot be located: give n, or list its variables",
                       (int)(node->size < 40 ? node->size : 40), node->text);
  if (state->values > 0) return nq_node_unexpected(&state->reader->terms, node, "</instantiation>");
  if (!state->array) nq_names_put(&state->reader->names, node, true, (int64_t)place);
  return NQ_OK;
}

/* The next value is that of the name at its place, or the row of the next column. */
static void put_value(element *state, int64_t value) {
  nq_names *names = &state->reader->names;
  int64_t place = (int64_t)state->values++;
  bool rows = state->listed == 0 || state->array;
  if (rows && (state->listed <= 1 || place < state->reader->expected_n))
    nq_names_number(names, place, value);
  else if (!rows && state->valued < names->count && names->at[state->valued].value == place)
    names->at[state->valued++].value = value;
}

/* 2x5 */
static bool parse_times(const char *text, size_t size, int64_t *value, int64_t *times) {
  const char *sign = memchr(text, 'x', size);
  if (sign == NULL) return false;
  return nq_number_of(text, (size_t)(sign - text), value) == NQ_KIND_NUMBER &&
         nq_number_of(sign + 1, (size_t)(text + size - sign) - 1, times) == NQ_KIND_NUMBER;
}

static nq_status take_value(element *state, const nq_node *node) {
  nq_error *error = state->reader->error;
  bool any = nq_node_is_sign(node, '*');
  int64_t value = any ? NQ_HOLE : node->value, times = 1;
  if (!any && !nq_node_is_number(node) && !parse_times(node->text, node->size, &value, &times))
    return nq_error_at(error, node->line, "a value in <values> that is not a row: '%.*s'",
                       (int)(node->size < 40 ? node->size : 40), node->text);
  if (times > TIMES_MAX)
    return nq_error_at(error, node->line, "a value is repeated more than %d times%s", TIMES_MAX,
                       state->reader->expected_n > 0 ? "" : ": give n");
  for (; times > 0; times--) put_value(state, value);
  return NQ_OK;
}

/* ---- The element ---- */

/* The tag at *node, which becomes what follows it. */
static void take_tag(element *state, const nq_node **node) {
  const nq_node *end = nq_terms_end(&state->reader->terms), *name = *node + 1;
  bool closing = nq_node_is_sign(name, '/');
  if (closing) name++;
  part found = ALL;
  while (found > NONE && !nq_node_is(name, tags[found])) found--;
  if (found == ALL && !closing) state->line = (*node)->line;
  state->ended = found == ALL && closing;
  state->open = closing ? NONE : found;
  for (*node = name; *node < end && !nq_node_is_sign(*node, '>');) *node = nq_next(*node);
  if (*node < end) ++*node;
}

static nq_status take_line(element *state, const nq_node *node) {
  const nq_node *end = nq_terms_end(&state->reader->terms);
  nq_status status = NQ_OK;
  while (node < end && !state->ended) {
    if (nq_node_is_sign(node, '<')) {
      take_tag(state, &node);
      continue;
    }
    if (status == NQ_OK && state->line == 0)
      status = nq_node_unexpected(&state->reader->terms, node, "<instantiation");
    if (status == NQ_OK && state->open == LIST) status = take_name(state, node);
    if (status == NQ_OK && state->open == VALUES) status = take_value(state, node);
    node = nq_next(node);
  }
  return status;
}

/* Lines up to the closing tag, which start with v if the first does. */
static nq_status take_element(element *state) {
  nq_terms *terms = &state->reader->terms;
  nq_status status = NQ_OK;
  bool marked = nq_text_starts(nq_terms_look(terms, 0), "v");
  while (status == NQ_OK && !state->ended) {
    nq_place here = nq_terms_here(terms);
    status = nq_terms_read(terms);
    if (status != NQ_OK && status != NQ_END) return status;
    const nq_node *node = terms->nodes + 1;
    bool mark = status == NQ_OK && nq_node_is(node, "v");
    if (status == NQ_OK && (terms->count == 1 || (marked && nq_node_is(node, "c")))) continue;
    if (status == NQ_END || (marked && !mark)) {
      nq_terms_return(terms, here);
      return nq_error_at(terms->error, terms->line, "the answer is cut short: </%s> is missing",
                         tags[state->open == NONE ? ALL : state->open]);
    }
    status = take_line(state, node + mark);
  }
  return status;
}

static nq_status add_board(const element *state) {
  nq_reader *reader = state->reader;
  bool named = state->listed > 0 && !state->array;
  if (state->values == 0)
    return nq_error_at(reader->error, reader->terms.line,
                       "no rows in <values> of the instantiation");
  if (named && state->listed != state->values)
    return nq_error_at(reader->error, state->line, "%zu values in <values> for %zu names in <list>",
                       state->values, state->listed);
  if (reader->names.count == 0)
    return nq_error_at(reader->error, state->line, "no array such as q[] or q[0] q[1] in <list>");
  if (!named) reader->names.form = "rows";
  reader->names.line = state->line;
  return nq_names_settle(reader);
}

static nq_status read_instantiation(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  element state = {.reader = reader};
  terms->style = NQ_TAGS;
  nq_status status = take_element(&state);
  for (nq_text line; status == NQ_BAD_FORMAT && !state.ended; nq_terms_skip_line(terms)) {
    line = nq_terms_look(terms, 0);
    state.ended = line.at == NULL || nq_text_contains(line, "</instantiation>");
  }
  return status == NQ_OK ? add_board(&state) : status;
}

/* ---- Any line ---- */

nq_status nq_read_literals(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_text line = nq_terms_look(terms, 0), word = first_word(line);
  if (line.at == NULL) return NQ_END;
  const nq_text rest = nq_text_trim((nq_text){line.at + word.size, line.size - word.size});
  char letter = word.size == 1 ? *word.at : '\0';
  bool bare =
      reader->verdicts.promise > 0 && word.size > 0 && (*word.at == '-' || is_digit(*word.at));
  bool tag = nq_text_starts(line, "<") || (letter == 'v' && nq_text_starts(rest, "<"));
  if ((bare || letter == 'v') && !tag && !reader->skipping) return take_literals(reader);
  nq_status status = tag || letter == 's' ? nq_names_settle(reader) : NQ_OK;
  if (tag) return status == NQ_OK ? read_instantiation(reader) : status;
  if (letter == 's') reader->skipping = false;
  if (letter == 's' || letter == 'c') word = first_word(rest);
  bool other = reader->names.count == 0 && reader->given->format == NQ_FORMAT_AUTO &&
               (nq_found_any(reader) || reader->verdicts.promise > 0);
  bool remark = line.size == 0 || *line.at == '*' || memchr("codv", letter, 4) != NULL;
  nq_answer answer = NQ_ANSWER_BOARD;
  bool known = (letter == 's' || letter == 'c' || rest.size == 0) && reader->names.count == 0 &&
               nq_verdict_of(NQ_SAYS_WORD, word, &answer);
  if (letter == 'c') known = known && answer == NQ_ANSWER_UNKNOWN && *word.at == 'U';
  if (status == NQ_OK && known)
    status = nq_found_verdict(reader, answer, terms->line);
  else if (status == NQ_OK && letter == 's')
    status = nq_error_at(reader->error, terms->line,
                         "s SATISFIABLE, UNSATISFIABLE or UNKNOWN was expected, not '%.*s'",
                         (int)(word.size < 40 ? word.size : 40), word.at);
  else if (status == NQ_OK && !remark && other) { /* what a program makes of the answer */
    reader->dialect = reader->given;
    return NQ_OK;
  } else if (status == NQ_OK && !remark)
    status =
        nq_error_at(terms->error, terms->line, "a line that starts with c, s or v was expected");
  nq_terms_skip_line(terms);
  return status;
}
