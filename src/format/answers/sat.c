/* Answers of SAT solvers, in the form of the SAT and pseudo-Boolean competitions.
 *
 * MODEL.  Lines by their first letter:
 *
 *     c anything                   a comment; `c UNKNOWN` is the whole answer of some solvers
 *     * anything                   a comment as in the problem's file, OPB
 *     s SATISFIABLE                or UNSATISFIABLE, UNKNOWN, OPTIMUM FOUND
 *     v -1 -2 3 -4 5 ... 0         literals, over any number of lines; pseudo-Boolean: v -x1 -x2 x3
 *     v <instantiation> ...        an answer to XCSP3 (xcsp.c)
 *     o 12                         a bound: skipped
 *
 * The s line may come before the v lines or after them, and many solutions may follow one another.
 * A solution ends at its 0; comments may come between its lines.  Without a 0 it ends at an s line,
 * at the end of the input or, as in pseudo-Boolean answers, at a v line that starts again with the
 * first variable or one below it.
 *
 * Variable column * n + row + 1 is the square (column, row); variables above n^2 are auxiliary.
 * Without n given, n is the square root of the largest variable, but only if each column then has
 * one queen, which hardly happens by chance when there are auxiliary variables.
 *
 * An answer in which a variable is both true and false contradicts itself and is refused. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LITERAL_MAX (INT64_C(1) << 61)

/* The literals of a solution. */
typedef struct solution {
  nq_rows codes;   /* low and high halves of 2 * variable, + 1 when it is false */
  bool ascending;  /* so far */
  uint64_t trues;  /* how many are true */
  int64_t first;   /* variable */
  int64_t largest; /* variable, true or false */
} solution;

static nq_status add_literal(solution *found, int64_t literal, nq_error *error) {
  int64_t variable = literal < 0 ? -literal : literal;
  uint64_t code = 2 * (uint64_t)variable + (literal < 0);
  if (found->codes.count == 0) found->first = variable;
  found->ascending = found->codes.count == 0 || (found->ascending && variable > found->largest);
  if (variable > found->largest) found->largest = variable;
  found->trues += literal > 0;
  nq_status status = nq_rows_append(&found->codes, (uint32_t)(code & UINT32_MAX), error);
  return status == NQ_OK ? nq_rows_append(&found->codes, (uint32_t)(code >> 32), error) : status;
}

static uint64_t code_at(const uint32_t *halves) {
  return halves[0] | (uint64_t)halves[1] << 32;
}

static int compare_codes(const void *one, const void *other) {
  uint64_t a = code_at(one), b = code_at(other);
  return a < b ? -1 : a > b;
}

/* Sort the literals and drop duplicates; NQ_BAD_FORMAT for a variable that is true and false. */
static nq_status settle_literals(solution *found, uint64_t line, nq_error *error) {
  uint32_t *codes = found->codes.rows;
  uint64_t kept = 0;
  if (found->codes.count == 0 || found->ascending) return NQ_OK;
  qsort(codes, (size_t)found->codes.count / 2, 2 * sizeof *codes, compare_codes);
  found->trues = 0;
  for (uint64_t i = 0; i < found->codes.count; i += 2) {
    uint64_t code = code_at(codes + i), last = kept > 0 ? code_at(codes + kept - 2) : 0;
    if (kept > 0 && code / 2 == last / 2 && code != last)
      return nq_error_at(
          error, line, "the answer contradicts itself: variable %" PRIu64 " is both true and false",
          code / 2);
    if (code == last) continue;
    memmove(codes + kept, codes + i, 2 * sizeof *codes);
    kept += 2;
    found->trues += code % 2 == 0;
  }
  found->codes.count = kept;
  return NQ_OK;
}

/* ---- n from the answer ---- */

/* The true variables become the squares of a board of size n. */
static nq_status finish(const solution *found, uint32_t n, nq_reader *reader, nq_board *board,
                        uint64_t line, nq_error *error) {
  nq_squares squares;
  nq_squares_begin(&squares, reader);
  squares.n = n;
  nq_status status = NQ_OK;
  for (uint64_t i = 0; i + 1 < found->codes.count && status == NQ_OK; i += 2) {
    uint64_t code = code_at(found->codes.rows + i);
    int64_t square = (int64_t)(code / 2) - 1;
    if (code % 2 == 0 && square / n < n)
      status = nq_squares_put(&squares, square / n, square % n, error);
  }
  if (status == NQ_OK) return nq_squares_finish(&squares, reader, board, line, error);
  nq_squares_release(&squares);
  return status;
}

static bool is_full(const nq_board *board) {
  for (uint32_t column = 0; column < board->n; column++)
    if (board->rows[column] == NQ_EMPTY) return false;
  return true;
}

static nq_status guess_n(const solution *found, nq_reader *reader, nq_board *board, uint64_t line,
                         nq_error *error) {
  int64_t n = nq_answer_side((uint64_t)found->largest);
  if (n > 0 && n * n == found->largest && found->trues == (uint64_t)n) {
    nq_status status = finish(found, (uint32_t)n, reader, board, line, error);
    if (status == NQ_OK && is_full(board)) return NQ_OK;
    nq_board_release(board);
    if (status != NQ_OK && status != NQ_NO_BOARD) return status;
  }
  reader->answer_n = 0;
  return nq_error_at(error, line,
                     "n cannot be determined from %" PRIu64 " true variables up to %" PRId64
                     ": give n, as there may be auxiliary variables",
                     found->trues, found->largest);
}

/* ---- v lines ---- */

/* The literal of a field: 12, -12, x12 or -x12; false when it is none. */
static bool parse_literal(const nq_symbol *field, int64_t *literal) {
  const char *at = field->text;
  bool negative = *at == '-';
  at += negative;
  at += *at == 'x';
  if (*at < '0' || *at > '9' || field->size >= sizeof field->text) return false;
  int64_t value = 0;
  for (; *at >= '0' && *at <= '9' && value < LITERAL_MAX / 10; at++)
    value = 10 * value + (*at - '0');
  *literal = negative ? -value : value;
  return *at == '\0';
}

/* After the 0 of a solution. */
static nq_status take_line_end(nq_input *input, nq_error *error) {
  nq_symbol field;
  nq_symbol_take_field(input, &field);
  if (field.kind == NQ_SYMBOL_LINE_END || field.kind == NQ_SYMBOL_END) return NQ_OK;
  return nq_answer_unexpected(&field, "the end of the line after 0", error);
}

/* The literals of a v line.  *done: the solution ends here; a literal of the next one is kept. */
static nq_status take_literals(nq_reader *reader, solution *found, bool *done, nq_error *error) {
  nq_answer_state *state = &reader->state;
  for (bool first = !state->has_literal;; first = false) {
    nq_symbol field;
    int64_t literal = state->literal;
    if (!state->has_literal) {
      nq_symbol_take_field(&reader->input, &field);
      if (field.kind == NQ_SYMBOL_LINE_END) return NQ_OK;
      if (field.kind == NQ_SYMBOL_END)
        return nq_answer_cut(field.line, "the end of its line", error);
      if (field.kind != NQ_SYMBOL_WORD || !parse_literal(&field, &literal))
        return nq_answer_unexpected(&field, "a literal such as -12 or x12", error);
      *done = literal == 0;
      if (*done) return take_line_end(&reader->input, error);
      bool named = field.text[0] == 'x' || field.text[1] == 'x';
      *done = named && first && found->codes.count > 0 && llabs(literal) <= found->first;
      state->has_literal = *done;
      state->literal = literal;
      if (*done) return NQ_OK;
    }
    state->has_literal = false;
    nq_status status = add_literal(found, literal, error);
    if (status != NQ_OK) return status;
  }
}

/* A comment: c, or * in answers to pseudo-Boolean problems; or a bound. */
static bool at_remark(nq_input *input) {
  int byte = nq_input_peek(input);
  return byte == 'c' || byte == '*' || byte == 'o' || byte == 'd' || byte == '\n';
}

/* Skip remarks and take a v at the start of a line. */
static bool take_v(nq_input *input) {
  while (nq_input_skip_blanks(input), at_remark(input)) nq_input_skip_line(input);
  if (nq_input_peek(input) != 'v') return false;
  nq_input_take(input);
  return true;
}

/* All v lines of a solution, from after the v of the first, or with a literal kept. */
static nq_status take_solution(nq_reader *reader, solution *found, nq_error *error) {
  bool done = false;
  do {
    nq_status status = take_literals(reader, found, &done, error);
    if (status != NQ_OK) return status;
  } while (!done && take_v(&reader->input));
  int byte = nq_input_peek(&reader->input);
  if (done || byte < 0 || byte == 's' || byte == '<') return NQ_OK;
  return nq_error_at(error, reader->input.line, "a line that starts with c, s or v was expected");
}

static nq_status read_solution(nq_reader *reader, nq_board *board, uint64_t *line,
                               nq_error *error) {
  solution found = {.ascending = true};
  uint32_t n = reader->expected_n;
  *line = reader->input.line;
  reader->state.verdict = 0;
  reader->state.answers++;
  nq_status status = take_solution(reader, &found, error);
  if (status != NQ_OK) {
    reader->state.has_literal = false;
    nq_input_skip_line(&reader->input);
    while (take_v(&reader->input)) nq_input_skip_line(&reader->input);
  } else {
    status = settle_literals(&found, *line, error);
  }
  if (status == NQ_OK && reader->state.none > 0)
    status = nq_answer_contradicts(*line, reader->state.none, error);
  if (status == NQ_OK)
    status = n > 0 ? finish(&found, n, reader, board, *line, error)
                   : guess_n(&found, reader, board, *line, error);
  nq_rows_release(&found.codes);
  return status;
}

/* ---- The other lines ---- */

/* After s or c: the verdict of the line; NQ_OK where there is none, or it promises a solution. */
static nq_status take_verdict(nq_reader *reader, bool comment, uint64_t *line, nq_error *error) {
  nq_symbol field;
  nq_answer answer;
  uint64_t start = reader->input.line;
  nq_symbol_take_field(&reader->input, &field);
  bool known = field.kind == NQ_SYMBOL_WORD && nq_answer_by_word(field.text, &answer);
  if (field.kind != NQ_SYMBOL_LINE_END) nq_input_skip_line(&reader->input);
  *line = start;
  if (comment && known && answer == NQ_ANSWER_UNKNOWN && strcmp(field.text, "UNKNOWN") != 0)
    known = false;
  if (comment && (!known || answer != NQ_ANSWER_UNKNOWN)) return NQ_OK;
  if (!known) return nq_answer_unexpected(&field, "s SATISFIABLE, UNSATISFIABLE or UNKNOWN", error);
  if (!comment) reader->state.none = answer == NQ_ANSWER_UNSATISFIABLE ? start : 0;
  if (answer != NQ_ANSWER_BOARD) return nq_answer_verdict(reader, answer, start, error);
  reader->state.verdict = reader->state.answers == 0 ? start : 0;
  reader->state.answers = 0;
  return NQ_OK;
}

static nq_status take_line(nq_reader *reader, int byte, nq_board *board, uint64_t *line,
                           nq_error *error) {
  nq_input *input = &reader->input;
  if (byte == '<') {
    reader->state.verdict = 0;
    reader->state.answers++;
    return nq_xcsp_take(reader, board, line, error);
  }
  uint64_t start = input->line;
  nq_input_take(input);
  switch (byte) {
  case '\n':
    return NQ_OK;
  case 'c':
  case 's':
    return take_verdict(reader, byte == 'c', line, error);
  case 'v':
    nq_input_skip_blanks(input);
    reader->state.marked = nq_input_peek(input) == '<';
    if (reader->state.marked) return NQ_OK;
    return read_solution(reader, board, line, error);
  case '*':
  case 'o':
  case 'd':
    nq_input_skip_line(input);
    return NQ_OK;
  default:
    nq_input_skip_line(input);
    *line = start;
    return nq_error_at(error, start, "a line that starts with c, s or v was expected");
  }
}

nq_status nq_sat_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  if (reader->state.has_literal) return read_solution(reader, board, line, error);
  for (;;) {
    nq_input_skip_blanks(&reader->input);
    int byte = nq_input_peek(&reader->input);
    if (byte < 0 && reader->state.verdict > 0)
      return nq_answer_missing(reader, "s SATISFIABLE, but no v lines with the solution", error);
    if (byte < 0) return NQ_END;
    nq_status status = take_line(reader, byte, board, line, error);
    if (status != NQ_OK || board->rows != NULL) return status;
  }
}
