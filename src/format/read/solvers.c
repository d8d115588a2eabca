/* The output of solvers: CP-SAT, toulbar2, clingo and other answer set solvers, SMT solvers and
 * annealers. */
#include "format/read/read.h"

#include <string.h>

static nq_status cut_short(const nq_reader *reader, uint64_t line) {
  return nq_error_at(reader->error, line,
                     "the answer is cut short: the end of the line is missing");
}

/* The row of the next column, which has no name. */
static nq_status add_row(nq_reader *reader, const nq_node *row) {
  const nq_terms *terms = &reader->terms;
  nq_names *names = &reader->names;
  if (row->kind != NQ_KIND_NUMBER) return nq_node_unexpected(terms, row, "a row");
  if (names->count == 0) names->line = terms->first_line;
  names->form = "rows";
  nq_names_number(names, (int64_t)names->count, row->value);
  return NQ_OK;
}

/* ---- toulbar2 ----
 *
 *     8 unassigned variables, 64 values in all current domains ...
 *     New solution: 0 (13 backtracks, 40 nodes, depth 2)
 *      0 6 3 5 7 1 4 2                        a solution, as in the solution file (-w), rows from 0
 *     2 solution(0):  0 6 4 7 1 3 5 2         one of all
 *     No solution in 0 backtracks and 0 nodes ...
 *
 * There are no auxiliary variables: more values than columns are a wrong answer. */

static nq_status take_rows(nq_reader *reader, const nq_node *first) {
  const nq_terms *terms = &reader->terms;
  nq_status status = NQ_OK;
  for (; first < nq_terms_end(terms) && status == NQ_OK; first = nq_next(first))
    status = add_row(reader, first);
  if (status == NQ_OK && !nq_terms_at_start(terms)) status = cut_short(reader, terms->first_line);
  if (status == NQ_OK && reader->names.count == 0)
    status = nq_error_at(reader->error, terms->first_line, "no rows on the line of a solution");
  return status == NQ_OK ? nq_names_settle(reader) : status;
}

nq_status nq_read_toulbar2(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  terms->style = 0;
  nq_status status = nq_terms_read_line(terms);
  if (status != NQ_OK) return status;
  const nq_node *first = terms->nodes + 1, *end = nq_terms_end(terms), *second = first + 1;
  if (first == end) return NQ_OK;
  if (first->kind == NQ_KIND_ODD)
    return nq_node_unexpected(terms, first, "a line of toulbar2's output");
  bool number = first->kind == NQ_KIND_NUMBER;
  if (number && (second == end || second->kind == NQ_KIND_NUMBER)) return take_rows(reader, first);
  bool solution = nq_node_is(second, "solution");
  if (number && solution) {
    while (second < end && !nq_node_is_sign(second, ':')) second = nq_next(second);
    return second < end ? take_rows(reader, second + 1) : NQ_OK;
  }
  if (solution && nq_node_is(first, "no"))
    return nq_found_verdict(reader, NQ_ANSWER_UNSATISFIABLE, terms->first_line);
  if (nq_node_is(first, "time") && nq_node_is(second, "limit"))
    nq_found_hint(reader, NQ_ANSWER_UNKNOWN, terms->first_line);
  return NQ_OK;
}

/* ---- CP-SAT ----
 *
 *     status: OPTIMAL          FEASIBLE; INFEASIBLE; UNKNOWN, the default, so the line may be
 *     solution: 4              missing; MODEL_INVALID
 *     solution: 7              rows, from 0, of the columns in their order
 *     num_booleans: 60
 *
 * There are no auxiliary variables, too.  Without n, another field must follow the values, as in
 * every complete response: one that was cut short could pass for a smaller board. */

static bool is_field(const nq_terms *terms, const char *name) {
  const nq_node *first = terms->nodes + 1;
  return nq_node_is(first, name) && nq_node_is_sign(first + 1, ':');
}

/* After solution: */
static nq_status take_row(nq_reader *reader, const nq_node *row) {
  const nq_terms *terms = &reader->terms;
  nq_status status = add_row(reader, row);
  if (status != NQ_OK) return status;
  if (row + 1 < nq_terms_end(terms))
    return nq_node_unexpected(terms, row + 1, "the end of the line");
  return nq_terms_at_start(terms) ? NQ_OK : cut_short(reader, terms->first_line);
}

static nq_status take_status(nq_reader *reader, const nq_node *word) {
  const nq_terms *terms = &reader->terms;
  nq_answer answer;
  reader->verdicts.hint = 0;
  nq_status status = nq_names_settle(reader);
  if (status != NQ_OK) return status;
  if (nq_node_is(word, "MODEL_INVALID"))
    return nq_error_at(reader->error, terms->first_line,
                       "CP-SAT found the model invalid: this is not an answer");
  return nq_verdict_of_node(word, &answer)
             ? nq_found_verdict(reader, answer, terms->first_line)
             : nq_node_unexpected(terms, word, "OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN");
}

/* Pass over the summary at the end of a log, up to its fingerprint: its status has no solution, and
 * any text around it the board. */
static nq_status skip_summary(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_answer answer = NQ_ANSWER_UNKNOWN;
  bool last = false, known = false;
  uint64_t at = terms->line;
  for (nq_text line; (line = nq_terms_look(terms, 0)).size > 0 && !last;
       nq_terms_skip_line(terms)) {
    if (memchr(line.at, ':', line.size) == NULL) break;
    last = nq_text_starts(line, "solution_fingerprint:");
    if (!nq_text_starts(line, "status: ")) continue;
    known = nq_verdict_of(NQ_SAYS_WORD, (nq_text){line.at + 8, line.size - 8}, &answer);
    at = terms->line;
  }
  reader->dialect = reader->given;
  return known ? nq_found_verdict(reader, answer, at) : NQ_OK;
}

nq_status nq_read_response(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_answer answer;
  bool summary = nq_text_starts(nq_terms_look(terms, 0), "CpSolverResponse summary");
  if (summary && reader->names.count == 0 && reader->given->format == NQ_FORMAT_AUTO)
    return skip_summary(reader);
  nq_status status = nq_terms_read_line(terms);
  const nq_names *names = &reader->names;
  if (status == NQ_END && names->count > 0 && !names->ended && reader->expected_n == 0)
    return nq_error_at(
        reader->error, names->line,
        "the answer is cut short: the field after the last solution: line is missing");
  if (status != NQ_OK || terms->count == 1) return status;
  const nq_node *first = terms->nodes + 1;
  bool solution = is_field(terms, "solution");
  if (solution) return reader->skipping ? NQ_OK : take_row(reader, first + 2);
  reader->skipping = false;
  reader->names.ended = names->count > 0;
  if (is_field(terms, "status")) return take_status(reader, first + 2);
  if (first->kind == NQ_KIND_ODD)
    return nq_error_at(reader->error, terms->first_line, "bytes that are not text");
  bool word = first->kind == NQ_KIND_WORD && first + 1 == nq_terms_end(terms) &&
              (nq_verdict_of_node(first, &answer) || nq_node_is(first, "MODEL_INVALID"));
  if (word) return take_status(reader, first);
  if (nq_node_is_sign(first + 1, ':') && reader->verdicts.promise == 0)
    nq_found_hint(reader, NQ_ANSWER_UNKNOWN, 1); /* a response without a status */
  return NQ_OK;
}

/* ---- Answer set solvers ----
 *
 *     Answer: 1                      the atoms of an answer follow, on one line or several,
 *     queen(2,2) queen(1,5) p(7)     with others or without; the competitions: ANSWER, and full
 *     SATISFIABLE                    stops; or UNSATISFIABLE, INCONSISTENT, UNKNOWN
 *
 * -queen(c,r) beside queen(c,r) is a contradiction. clingo's JSON is an object. */

/* The atoms of the line just read. */
static nq_status take_atoms(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  for (const nq_node *node = nq_terms_first(terms); node < nq_terms_end(terms); node++)
    if (node->kind == NQ_KIND_ODD) return nq_node_unexpected(terms, node, "an atom");
  if (!nq_terms_at_start(terms)) return cut_short(reader, terms->first_line);
  nq_names_atoms(&reader->names, nq_terms_first(terms), nq_terms_end(terms), false);
  return NQ_OK;
}

/* Whether the answer goes on in the next line, which starts with an atom: it was broken, and no
 * whole board is above. */
static bool goes_on(nq_reader *reader) {
  const nq_names *names = &reader->names;
  nq_text line = nq_terms_look(&reader->terms, 0);
  size_t size = 0, step = sizeof *names->at / sizeof names->at->index[0];
  while (size < line.size && (is_letter(line.at[size]) || (size == 0 && *line.at == '-'))) size++;
  bool atom = size > 0 && size < line.size && line.at[size] == '(';
  return atom && !(names->count > 3 && nq_squares_are_whole(names->at->index, step, names->count));
}

/* The atoms of the line just read and, if it is below `Answer: 1`, of the lines after it. */
static nq_status read_answer(nq_reader *reader, bool headed) {
  nq_names *names = &reader->names;
  uint64_t line = reader->terms.first_line;
  nq_status status = take_atoms(reader);
  while (status == NQ_OK && headed && goes_on(reader)) {
    status = nq_terms_read_line(&reader->terms);
    if (status == NQ_OK) status = take_atoms(reader);
  }
  if (status != NQ_OK) return status;
  if (names->count == 0 && reader->expected_n == 0)
    return nq_error_at(reader->error, line, "no atoms queen(column,row) in this answer");
  names->unnamed = names->ended = names->count == 0;
  names->line = line;
  return nq_names_settle(reader);
}

nq_status nq_read_atoms(nq_reader *reader) {
  const nq_setting setting = {0};
  nq_terms *terms = &reader->terms;
  nq_answer answer;
  size_t size;
  if (!nq_terms_line(terms, &size)) return NQ_END;
  bool object = terms->input->next[terms->at] == '{';
  nq_status status = object ? nq_terms_read(terms) : nq_terms_read_line(terms);
  if (status == NQ_BAD_FORMAT && object) reader->error->line = terms->first_line;
  if (status != NQ_OK || terms->count == 1) return status;
  const nq_node *first = terms->nodes + 1;
  bool heading = nq_node_is(first, "Answer");
  if (heading) {
    do status = nq_terms_read_line(terms);
    while (status == NQ_OK && terms->count == 1 && terms->commented);
    return status == NQ_OK ? read_answer(reader, true) : status;
  }
  if (object && nq_object_is(first)) return nq_object_read(reader, first);
  if (object) return nq_value_boards(first, &setting, reader);
  if ((first->kind == NQ_KIND_CALL && first->sign == '(') || nq_node_is_sign(first, '-'))
    return read_answer(reader, false);
  if (first->kind == NQ_KIND_WORD && nq_node_is_sign(first + 1, '(') &&
      first[1].at == first->at + first->size)
    return nq_error_at(reader->error, terms->first_line,
                       "an atom without its ')': ')' was expected");
  bool known = nq_verdict_of_node(first, &answer);
  return known ? nq_found_verdict(reader, answer, terms->first_line) : NQ_OK;
}

/* ---- SMT solvers ----
 *
 * MODEL.  A verdict, sat, unsat or unknown, and after sat any number of lists of values:
 *
 *     ((Q1 4) (Q2 #b0010) (Q3 #x8) ...)                    get-value; Qi: column i and its row
 *     ((q_1_1 false) (q_1_2 true) ...)                     Bools of the squares, column and row
 *     ((define-fun Q2 () Int 2) ...)                       get-model, in any order
 *     [Q_3 = 8, Q_1 = 4, ...]                              z3's Python, a board each
 *
 * All lists up to the next verdict are one board, as a solver may be asked for one value at a
 * time.  Other names are skipped, and so are errors, (error "..."). */

/* (- 3) and (_ bv3 8); false for other lists. */
static bool take_list_value(const nq_node *list, int64_t *value) {
  const nq_node *first = list + 1, *end = nq_next(list), *second = first + 1;
  if (second >= end) return false;
  *value = -second->value;
  if (nq_node_is_sign(first, '-') && second->kind == NQ_KIND_NUMBER) return true;
  const nq_text text = {second->text, second->size};
  bool bits = second->kind == NQ_KIND_WORD && nq_text_starts(text, "bv9") &&
              2 + nq_text_span((nq_text){text.at + 2, text.size - 2}, "0123456789") == text.size;
  if (bits) nq_number_of(text.at + 2, text.size - 2, value);
  return bits && nq_node_is(first, "_");
}

/* The value of a name; those of others need not be numbers. */
static nq_status take_value(nq_reader *reader, const nq_node *name, const nq_node *value) {
  const nq_terms *terms = &reader->terms;
  nq_name own;
  int64_t number = value->value;
  if (name->kind != NQ_KIND_WORD || !nq_name_of(name, &own)) return NQ_OK;
  bool known = value->kind == NQ_KIND_NUMBER || value->kind == NQ_KIND_TRUTH ||
               (value->kind == NQ_KIND_LIST && take_list_value(value, &number));
  bool first = reader->names.count == 0;
  if (known)
    nq_names_put(&reader->names, name, true, number);
  else if (nq_stem_is_ours(own.stem))
    return nq_node_unexpected(terms, value, "a row, a bit-vector, true or false");
  if (first) reader->names.line = terms->first_line;
  return NQ_OK;
}

/* (name value) or (define-fun name () sort value) */
static nq_status take_entry(nq_reader *reader, const nq_node *entry) {
  const nq_node *end = nq_next(entry), *name = entry + 1, *last = name;
  if (name >= end) return NQ_OK;
  while (nq_next(last) < end) last = nq_next(last);
  bool whole = nq_next(name) == last && last > name;
  if (nq_node_is(name, "define-fun")) {
    name = name + 1;
    const nq_node *arguments = name < end ? nq_next(name) : end;
    whole = arguments < end && arguments->kind == NQ_KIND_LIST &&
            nq_next(arguments) == arguments + 1 && last > arguments;
  }
  return whole ? take_value(reader, name, last) : NQ_OK;
}

static nq_status take_values(nq_reader *reader, const nq_node *list) {
  nq_status status = NQ_OK;
  const nq_node *end = nq_next(list);
  if (list + 1 == end || nq_node_is(list + 1, "error")) return NQ_OK;
  if (list->span == list[1].span + 3 && nq_node_is_sign(list + 1, '=')) /* Yices: (= Q1 2) */
    return take_value(reader, list + 2, list + 3);
  if (nq_node_is(list + 1, "define-fun") && list->span > 5) /* its last node is a value, no term */
    return nq_next(list + 4) + 1 == end ? take_entry(reader, list) : NQ_OK;
  for (const nq_node *child = list + 1; child < end && status == NQ_OK; child = nq_next(child))
    if (child->kind == NQ_KIND_LIST) status = take_entry(reader, child);
  return status;
}

static nq_status take_words(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_node *first = nq_terms_first(terms);
  uint64_t line = terms->first_line;
  nq_answer answer;
  if (!nq_verdict_of_node(first, &answer) &&
      !nq_verdict_of(NQ_SAYS_WORD, nq_terms_text(terms), &answer))
    return nq_node_unexpected(terms, first, "sat, unsat, unknown or a list of values");
  nq_status status = nq_names_settle(reader);
  return status == NQ_OK ? nq_found_verdict(reader, answer, line) : status;
}

static nq_status take_smt(nq_reader *reader) {
  const nq_terms *terms = &reader->terms;
  const nq_setting setting = {.named = true};
  nq_status status = NQ_OK;
  for (const nq_node *node = terms->nodes + 1; node < nq_terms_end(terms) && status == NQ_OK;
       node = nq_next(node)) {
    if (node->kind != NQ_KIND_LIST) return take_words(reader);
    if (node->sign == '[') {
      status = nq_names_settle(reader);
      if (status == NQ_OK) status = nq_value_boards(node, &setting, reader);
    } else {
      status = take_values(reader, node);
    }
  }
  return status;
}

nq_status nq_read_smt(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_status status = nq_terms_read(terms);
  return status == NQ_OK ? take_smt(reader) : status;
}

/* ---- Samples of a quadratic binary model, as annealers and dimod give them ----
 *
 * MODEL.  A sample has a value, 0 or 1, for each of the n^2 variables; variable column * n + row is
 * the square (column, row):
 *
 *     0100000110000010              a line of digits, also with blanks or commas between
 *     [0, 1, 0, 0, ...]             a list, over any number of lines
 *     {"0": 0, "1": 1, ...}         an object or a Python dictionary, in any order
 *
 * Samples may follow one another, also as the items of a list.  This format is read only when it is
 * named. */

/* A line of digits, with blanks between or not. */
static nq_status read_digits(nq_reader *reader, const nq_setting *setting) {
  const nq_terms *terms = &reader->terms;
  nq_numbers table = {.reader = reader, .setting = *setting};
  nq_status status = NQ_OK;
  for (const nq_node *node = terms->nodes + 1; node < nq_terms_end(terms) && status == NQ_OK;
       node++) {
    const char *text = node->text;
    bool digits = node->kind == NQ_KIND_NUMBER && strspn(text, "01") >= node->size;
    if (!digits && node->kind != NQ_KIND_TRUTH) status = nq_node_unexpected(terms, node, "0 or 1");
    for (size_t i = 0; i < node->size && digits; i++) nq_numbers_add(&table, text[i] - '0');
    if (node->kind == NQ_KIND_TRUTH) nq_numbers_add(&table, node->value);
  }
  nq_numbers_end_row(&table, terms->first_line, false);
  if (status == NQ_OK) status = nq_numbers_boards(&table);
  nq_numbers_release(&table);
  return status;
}

nq_status nq_read_samples(nq_reader *reader) {
  const nq_setting setting = {.samples = true};
  nq_terms *terms = &reader->terms;
  nq_status status = nq_terms_read(terms);
  if (status != NQ_OK || terms->count == 1) return status;
  const nq_node *node = terms->nodes + 1, *end = nq_terms_end(terms);
  if (node->kind < NQ_KIND_LIST) return read_digits(reader, &setting);
  for (; node < end && status == NQ_OK; node = nq_next(node)) {
    const nq_node *list = nq_value_list(node);
    status = list != NULL ? nq_value_boards(list, &setting, reader)
                          : nq_node_unexpected(terms, node, "a sample");
    if (list != NULL && status == NQ_BAD_FORMAT) status = nq_found_error(reader);
  }
  return status;
}
