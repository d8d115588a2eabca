/* Solution files and reports of mixed integer solvers.
 *
 * MODEL.  A heading decides; then comes a line for each variable, or for each that is not 0, with
 * its name, x_c_r, x[c,r] or x(c,r), and its value.  Other lines are skipped, and so are variables
 * of other kinds, as the rows of the problem:
 *
 *     Optimal - objective value 0              CBC      3 x_0_3    1    0        also with ** before
 *     Model status / Optimal                   HiGHS    x_0_1 1                  up to # Dual or # Basis;
 *                                                       its log has Model status : Infeasible
 *     solution status: optimal solution found  SCIP     x_0_1   1    (obj:0)
 *     # Solution for model queens              Gurobi   x_0_1 1
 *     Value of objective function: 0           lp_solve x_0_1   1                up to the constraints
 *     Variable:                                Pyomo    x[1,2]:, above Value: 1
 *     Status:     INTEGER OPTIMAL              GLPK's report     2 x_0_1   *   1   0   1
 *     <header solutionStatusString="..."/>     CPLEX    <variable name="x_0_1" index="1" value="1"/>,
 *                                                       the attributes of the header each on a line
 *
 * `Infeasible` and `Stopped on time (no integer solution ...)` also list values, without meaning.
 *
 * GLPK's file (-w) has rows i and columns j by number, column * n + row + 1 a square; the letter
 * after the counts is o (optimal), f (feasible), n (none exists) or u (undefined):
 *
 *     s mip 42 64 o 0
 *     i 1 1
 *     j 7 1
 *     e o f */
#include "format/read/read.h"

#include <string.h>

/* ---- Headings ---- */

/* Whether the line is a heading with a verdict, or above one. */
static bool is_heading(nq_text line) {
  static const char *const headings[] = {"Status:", "solution status:", "This problem is",
                                         "Model status", NULL};
  return nq_text_starts_any(line, headings) || nq_text_contains(line, " - objective value") ||
         nq_text_contains(line, "solutionStatusString");
}

/* ---- Variables ---- */

static void put(nq_reader *reader, const nq_node *name, nq_kind kind, int64_t value) {
  nq_name own;
  bool known = nq_name_of(name, &own) && (own.indices == 2 || nq_stem_is_ours(own.stem));
  if (!known || kind > NQ_KIND_TRUTH) return;
  bool first = reader->names.count == 0;
  nq_names_put(&reader->names, name, kind != NQ_KIND_REAL, value);
  if (first && reader->verdicts.promise > 0) reader->names.line = reader->verdicts.promise;
}

/* <variable name="x_0_1" index="1" value="1"/> */
static void take_element(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_node *name = NULL, *value = NULL;
  for (const nq_node *node = terms->nodes + 1; node + 2 < nq_terms_end(terms); node++) {
    if (node[2].kind != NQ_KIND_STRING) continue;
    if (nq_node_is(node, "name")) name = node + 2;
    if (nq_node_is(node, "value")) value = node + 2;
  }
  int64_t number = 0;
  if (name == NULL || value == NULL) return;
  nq_kind kind = nq_number_of(value->text, value->size, &number);
  put(reader, name, kind, number);
}

/* GLPK breaks the line after a long name, whose node is its last, and Pyomo after x[1,2]: the value
 * is in the next line. */
static nq_status take_broken(nq_reader *reader, const nq_node *node) {
  nq_terms *terms = &reader->terms;
  char name[NQ_STEM_BYTES + 24];
  size_t size = 0;
  for (; size < sizeof name && (unsigned char)node->text[size] > ' ' && node->text[size] != ':';
       size++)
    name[size] = node->text[size];
  const nq_node word = {
      .kind = NQ_KIND_STRING, .line = node->line, .text = name, .size = (uint32_t)size};
  bool pyomo = nq_text_starts(nq_terms_look(terms, 0), "Value: ");
  if (!pyomo && !nq_text_starts(nq_terms_look(terms, 0), "*")) return NQ_OK;
  nq_status status = nq_terms_read(terms);
  const nq_node *value = nq_terms_first(terms) + 1 + pyomo;
  if (status == NQ_OK) put(reader, &word, (nq_kind)value->kind, value->value);
  return status;
}

/* The first name of the line and the first number after it. */
static nq_status take_variable(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_node *first = nq_terms_first(terms), *node = first, *end = nq_terms_end(terms);
  if (nq_node_is_sign(first, '<')) {
    take_element(reader);
    return NQ_OK;
  }
  while (node->kind == NQ_KIND_SIGN || node->kind == NQ_KIND_NUMBER) node++;
  if (node->kind != NQ_KIND_WORD && node->kind != NQ_KIND_CALL) return NQ_OK;
  const nq_node *value = nq_next(node);
  while (nq_node_is_sign(value, '*') || nq_node_is_sign(value, NQ_SIGN_GIVES)) value++;
  bool cbc = first->kind == NQ_KIND_NUMBER;
  bool colon = nq_node_is_sign(value, ':') && value + 1 == end;
  if ((cbc && value == end) || colon) return take_broken(reader, node);
  if (cbc && nq_next(value) == end)
    return nq_error_at(reader->error, terms->first_line,
                       "a line with number, name, value and cost was expected");
  put(reader, node, (nq_kind)value->kind, value->value);
  return NQ_OK;
}

nq_status nq_read_variables(nq_reader *reader) {
  static const char *const others[] = {/* whose lines are no values of variables */
                                       "# Dual", "# Basis", "Dual value",
                                       "Actual values of the constraints", NULL};
  nq_terms *terms = &reader->terms;
  nq_text line = nq_terms_look(terms, 0);
  uint64_t at = terms->line;
  if (line.at == NULL) return NQ_END;
  bool heading = is_heading(line);
  if (nq_text_starts(line, "Model status") && !nq_text_contains(line, ":")) { /* HiGHS */
    nq_terms_skip_line(terms);
    line = nq_terms_look(terms, 0);
    at = terms->line;
    if (line.at == NULL) return NQ_OK;
  }
  if (heading) {
    nq_answer answer = NQ_ANSWER_UNKNOWN;
    nq_verdict_of(NQ_SAYS_STATUS, line, &answer);
    nq_status status = nq_names_settle(reader);
    nq_terms_skip_line(terms);
    reader->skipping = answer != NQ_ANSWER_BOARD;
    return status == NQ_OK ? nq_found_verdict(reader, answer, at) : status;
  }
  if (nq_text_starts_any(line, others)) reader->skipping = true;
  if (nq_text_starts(line, "Actual values of the variables")) { /* of another solution */
    nq_status status = nq_names_settle(reader);
    if (status != NQ_OK) return status;
    reader->skipping = false;
  }
  if (nq_text_starts(line, "No.   Row name")) { /* up to an empty line */
    do nq_terms_skip_line(terms);
    while (nq_terms_look(terms, 0).size > 0);
    return NQ_OK;
  }
  nq_place start = nq_terms_here(terms);
  if (!reader->skipping && line.size > 0) {
    nq_status status = nq_terms_read(terms);
    if (status == NQ_OK && terms->last_line <= at) return take_variable(reader);
    if (status != NQ_OK && status != NQ_BAD_FORMAT) return status;
    nq_terms_return(terms, start); /* a log with a bracket that does not fit */
  }
  nq_terms_skip_line(terms);
  return NQ_OK;
}

/* ---- GLPK ---- */

static nq_status take_status(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  nq_names *names = &reader->names;
  const nq_node *word = nq_terms_first(terms) + 1, *letter = word + 3;
  uint64_t line = terms->first_line;
  if (!nq_node_is(word, "mip"))
    return nq_node_unexpected(terms, word, "s mip: the solution of an integer problem");
  if (letter >= nq_terms_end(terms) || word[2].value < 0)
    return nq_error_at(terms->error, line, "s mip, rows, columns, and o, f, n or u were expected");
  bool solved = nq_node_is(letter, "o") || nq_node_is(letter, "f");
  bool none = nq_node_is(letter, "n");
  if (!solved && !none && !nq_node_is(letter, "u"))
    return nq_node_unexpected(terms, letter, "o, f, n or u");
  nq_answer answer = solved ? NQ_ANSWER_BOARD : none ? NQ_ANSWER_UNSATISFIABLE : NQ_ANSWER_UNKNOWN;
  if (names->ended && (answer != names->answer || word[2].value != names->most))
    return nq_error_at(terms->error, line, "the answer contradicts itself: another line s mip");
  names->unnamed = names->literals = names->ended = true;
  names->answer = answer;
  names->most = word[2].value;
  return NQ_OK;
}

/* After j: a column's number and value. */
static nq_status take_column(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_node *number = nq_terms_first(terms) + 1, *value = number + 1;
  if (value + 1 != nq_terms_end(terms) || number->value < 1 || value->kind > NQ_KIND_REAL)
    return nq_error_at(terms->error, terms->first_line,
                       "j, the number of a column and its value were expected");
  if (number->value > reader->names.most)
    return nq_error_at(terms->error, terms->first_line,
                       "the answer contradicts itself: column %" PRId64 " of %" PRId64,
                       number->value, reader->names.most);
  bool real = value->kind == NQ_KIND_REAL;
  if (reader->names.answer == NQ_ANSWER_BOARD)
    nq_names_number(&reader->names, number->value, real ? 2 : value->value);
  return NQ_OK;
}

/* e o f */
static nq_status end_answer(nq_reader *reader) {
  const nq_names names = reader->names;
  if (names.ended && names.answer == NQ_ANSWER_BOARD) return nq_names_settle(reader);
  nq_names_release(&reader->names);
  if (names.ended) return nq_found_verdict(reader, names.answer, names.line);
  nq_error_at(reader->error, names.line, "no line s mip before the line e o f");
  return nq_found_error(reader);
}

nq_status nq_read_glpk(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  bool begun = reader->names.ended;
  nq_text line = nq_terms_look(terms, 0);
  if (line.at == NULL && begun)
    return nq_error_at(reader->error, terms->line,
                       "the answer is cut short: the line e o f is missing");
  if (line.at == NULL) return NQ_END;
  if (line.size > 0 && !reader->skipping && reader->names.line == 0)
    reader->names.line = terms->line;
  if (line.size == 0 || *line.at == 'c' || *line.at == 'i') {
    nq_terms_skip_line(terms);
    return NQ_OK;
  }
  terms->style = 0;
  nq_status status = nq_terms_read(terms);
  if (status != NQ_OK) return status;
  const nq_node *word = nq_terms_first(terms);
  bool end = nq_node_is(word, "e"), skipped = reader->skipping;
  if (end) reader->skipping = false;
  if (skipped) return NQ_OK;
  if (end) return end_answer(reader);
  if (nq_node_is(word, "s")) return take_status(reader);
  if (nq_node_is(word, "j") && begun) return take_column(reader);
  return nq_node_unexpected(terms, word, "a line that starts with c, s, i, j or e");
}
