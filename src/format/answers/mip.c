/* Solution files of mixed integer solvers: CBC and GLPK.
 *
 * MODEL.  CBC (-solution FILE): the first line decides; then a line for each variable that is not
 * 0, as number, name, value, reduced cost, where x_c_r is the square (c, r), both from 0:
 *
 *     Optimal - objective value 0.00000000
 *           3 x_0_3                  1                       0
 *
 * `Infeasible` and `Stopped on time (no integer solution ...)` also list values, without meaning. A
 * line may start with ** (a bound is broken).
 *
 * GLPK (-w FILE): rows i and columns j by number, column * n + row + 1 a square; the letter after
 * the counts is o (optimal), f (feasible), n (none exists) or u (undefined):
 *
 *     c Status:     INTEGER OPTIMAL
 *     s mip 42 64 o 0
 *     i 1 1
 *     j 7 1
 *     e o f
 *
 * n is the reader's expected n.  Without it, CBC's n is 1 + the largest column, and GLPK's is the
 * square root of the number of columns, unless too few squares are listed for it. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdbool.h>

static nq_status refuse_length(const nq_symbol *value, nq_error *error) {
  return nq_error_at(error, value->line, "a value of %zu characters, where at most %zu are read",
                     value->size, sizeof value->text - 1);
}

/* ---- CBC ---- */

/* The verdict in the fields of a heading; false if it is not a heading. */
static bool judge_heading(nq_input *input, nq_symbol *field, nq_answer *answer) {
  bool none = false, objective = false, integer = false;
  *answer = NQ_ANSWER_UNKNOWN;
  nq_symbol first = *field;
  while (field->kind == NQ_SYMBOL_WORD) {
    none = none || nq_symbol_is_word(field, "(no");
    integer = integer || nq_symbol_is_word(field, "infeasible");
    objective = objective || nq_symbol_is_word(field, "objective");
    nq_symbol_take_field(input, field);
  }
  if (nq_symbol_is_word(&first, "Optimal") || (nq_symbol_is_word(&first, "Stopped") && !none))
    *answer = NQ_ANSWER_BOARD;
  if (nq_symbol_is_word(&first, "Infeasible") || integer) *answer = NQ_ANSWER_UNSATISFIABLE;
  return objective && field->kind != NQ_SYMBOL_ODD;
}

/* A line of a variable, from its first field on, up to the end of the line. */
static nq_status take_variable(nq_input *input, nq_symbol *field, nq_squares *squares,
                               nq_error *error) {
  nq_symbol name, value;
  uint64_t line = field->line;
  if (nq_symbol_is_word(field, "**")) nq_symbol_take_field(input, field);
  nq_symbol_take_field(input, &name);
  *field = name;
  if (field->kind == NQ_SYMBOL_WORD) nq_symbol_take_field(input, field);
  value = *field;
  if (field->kind == NQ_SYMBOL_WORD) nq_symbol_take_field(input, field);
  bool whole = field->kind == NQ_SYMBOL_WORD;
  if (whole || field->kind == NQ_SYMBOL_ODD) nq_input_skip_line(input);
  if (!whole)
    return nq_error_at(error, line, "a line with number, name, value and cost was expected");
  int64_t indices[2];
  if (nq_symbol_indices(&name, indices) != 2) return NQ_OK;
  if (!nq_symbol_is_whole(&value)) return refuse_length(&value, error);
  return nq_squares_value(squares, indices[0], indices[1], nq_unit_value(&value), error);
}

/* At the start of a line that lists a variable. */
static bool at_variable(nq_input *input) {
  int byte = nq_input_peek(input);
  return byte == ' ' || byte == '\t' || byte == '*' || (byte >= '0' && byte <= '9');
}

static nq_status take_variables(nq_input *input, nq_squares *squares, nq_error *error) {
  nq_status status = NQ_OK;
  while (status == NQ_OK && at_variable(input)) {
    nq_symbol field;
    nq_symbol_take_field(input, &field);
    if (field.kind == NQ_SYMBOL_WORD) status = take_variable(input, &field, squares, error);
  }
  return status;
}

static void skip_variables(nq_input *input) {
  while (at_variable(input)) nq_input_skip_line(input);
}

/* After the heading. */
static nq_status take_cbc_board(nq_reader *reader, nq_board *board, uint64_t line,
                                nq_error *error) {
  nq_squares squares;
  nq_squares_begin(&squares, reader);
  nq_status status = take_variables(&reader->input, &squares, error);
  bool ends =
      nq_input_peek(&reader->input) < 0 || nq_recognise_answer(&reader->input, 0) == NQ_FORMAT_CBC;
  if (status == NQ_OK && !ends)
    status = nq_error_at(error, reader->input.line, "a line of a variable was expected");
  if (status == NQ_OK && squares.named == 0 && squares.n == 0)
    status = nq_error_at(error, line, "no variables x_column_row with the value 1");
  if (status == NQ_OK) return nq_squares_finish(&squares, reader, board, line, error);
  nq_squares_release(&squares);
  skip_variables(&reader->input);
  return status;
}

nq_status nq_cbc_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = &reader->input;
  nq_symbol field;
  do nq_symbol_take_field(input, &field);
  while (field.kind == NQ_SYMBOL_LINE_END);
  if (field.kind == NQ_SYMBOL_END) return NQ_END;
  *line = field.line;
  nq_answer answer;
  if (!judge_heading(input, &field, &answer)) {
    if (field.kind == NQ_SYMBOL_ODD) nq_input_skip_line(input);
    skip_variables(input);
    return nq_error_at(error, *line, "a line such as 'Optimal - objective value 0' was expected");
  }
  if (answer == NQ_ANSWER_BOARD) return take_cbc_board(reader, board, *line, error);
  skip_variables(input);
  return nq_answer_verdict(reader, answer, *line, error);
}

/* ---- GLPK ---- */

typedef struct glpk {
  nq_input *input;
  nq_squares squares;
  int64_t n; /* expected, or from the s line; 0: not known */
  nq_answer answer;
  bool has_status; /* the s line was read */
  int64_t columns; /* of the s line */
} glpk;

/* The next field as a number >= 0. */
static bool take_number(nq_input *input, int64_t *value) {
  nq_symbol token;
  nq_symbol_take(input, &token);
  *value = token.value;
  return token.kind == NQ_SYMBOL_NUMBER && token.value >= 0;
}

/* n from the number of columns.  It counts as one named column only, so that memory depends on the
 * squares and not on a claim of the file. */
static nq_status take_size(glpk *state, int64_t columns, uint64_t line, nq_error *error) {
  if (state->n > 0) return NQ_OK;
  int64_t n = nq_answer_side((uint64_t)columns);
  if (n == 0 || n * n != columns)
    return nq_error_at(error, line,
                       "n cannot be determined: %" PRId64 " columns are not the squares of a board",
                       columns);
  state->n = n;
  nq_squares_see_column(&state->squares, n - 1);
  return NQ_OK;
}

/* After s: mip rows columns letter objective. */
static nq_status take_status(glpk *state, uint64_t line, nq_error *error) {
  nq_symbol kind, letter;
  int64_t rows, columns = 0;
  nq_symbol_take(state->input, &kind);
  if (!nq_symbol_is_word(&kind, "mip"))
    return nq_answer_unexpected(&kind, "s mip: the solution of an integer problem", error);
  if (!take_number(state->input, &rows) || !take_number(state->input, &columns))
    return nq_error_at(error, line, "s mip, rows, columns, and o, f, n or u were expected");
  nq_symbol_take(state->input, &letter);
  bool solved = nq_symbol_is_word(&letter, "o") || nq_symbol_is_word(&letter, "f");
  bool none = nq_symbol_is_word(&letter, "n");
  if (!solved && !none && !nq_symbol_is_word(&letter, "u"))
    return nq_answer_unexpected(&letter, "o, f, n or u", error);
  nq_answer answer = solved ? NQ_ANSWER_BOARD : none ? NQ_ANSWER_UNSATISFIABLE : NQ_ANSWER_UNKNOWN;
  if (state->has_status && (answer != state->answer || columns != state->columns))
    return nq_error_at(error, line, "the answer contradicts itself: another line s mip");
  state->has_status = true;
  state->answer = answer;
  state->columns = columns;
  return solved ? take_size(state, columns, line, error) : NQ_OK;
}

/* After j: a column's number and value. */
static nq_status take_column(glpk *state, uint64_t line, nq_error *error) {
  int64_t number, n = state->n;
  nq_symbol value;
  bool known = take_number(state->input, &number);
  nq_symbol_take_field(state->input, &value);
  if (!known || number < 1 || value.kind != NQ_SYMBOL_WORD)
    return nq_error_at(error, line, "j, the number of a column and its value were expected");
  if (number > state->columns)
    return nq_error_at(error, line, "the answer contradicts itself: column %" PRId64 " of %" PRId64,
                       number, state->columns);
  if (state->answer != NQ_ANSWER_BOARD || n == 0 || (number - 1) / n >= n) return NQ_OK;
  int64_t column = (number - 1) / n, row = (number - 1) % n;
  if (!nq_symbol_is_whole(&value)) return refuse_length(&value, error);
  return nq_squares_value(&state->squares, column, row, nq_unit_value(&value), error);
}

/* Lines up to `e o f`. */
static nq_status take_lines(glpk *state, nq_error *error) {
  nq_status status = NQ_OK;
  while (status == NQ_OK) {
    nq_symbol word;
    nq_symbol_take(state->input, &word);
    if (word.kind == NQ_SYMBOL_END) return nq_answer_cut(word.line, "the line e o f", error);
    if (word.kind == NQ_SYMBOL_LINE_END) continue;
    bool end = nq_symbol_is_word(&word, "e");
    if (nq_symbol_is_word(&word, "s"))
      status = take_status(state, word.line, error);
    else if (nq_symbol_is_word(&word, "j") && state->has_status)
      status = take_column(state, word.line, error);
    else if (!end && !nq_symbol_is_word(&word, "c") && !nq_symbol_is_word(&word, "i"))
      status = nq_answer_unexpected(&word, "a line that starts with c, s, i, j or e", error);
    nq_input_skip_line(state->input);
    if (end) break;
  }
  return status;
}

static void skip_file(nq_input *input) {
  while (nq_input_peek(input) >= 0) {
    bool last = nq_input_peek(input) == 'e';
    nq_input_skip_line(input);
    if (last) break;
  }
}

nq_status nq_glpk_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  glpk state = {.input = &reader->input};
  while (nq_input_skip_blanks(state.input), nq_input_peek(state.input) == '\n')
    nq_input_take(state.input);
  if (nq_input_peek(state.input) < 0) return NQ_END;
  *line = state.input->line;
  nq_squares_begin(&state.squares, reader);
  state.n = state.squares.n;
  nq_status status = take_lines(&state, error);
  if (status == NQ_OK && !state.has_status)
    status = nq_error_at(error, *line, "no line s mip before the line e o f");
  else if (status == NQ_BAD_FORMAT)
    skip_file(state.input);
  if (status == NQ_OK && state.answer == NQ_ANSWER_BOARD)
    return nq_squares_finish(&state.squares, reader, board, *line, error);
  nq_squares_release(&state.squares);
  return status == NQ_OK ? nq_answer_verdict(reader, state.answer, *line, error) : status;
}
