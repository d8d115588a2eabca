/* Answers of SAT solvers, in the form of the SAT and pseudo-Boolean competitions.
 *
 * MODEL.  Lines by their first letter:
 *
 *     c anything                   a comment; `c UNKNOWN` is the whole answer of some solvers
 *     s SATISFIABLE                or UNSATISFIABLE, UNKNOWN, OPTIMUM FOUND
 *     v -1 -2 3 -4 5 ... 0         literals, over any number of lines; pseudo-Boolean: v -x1 -x2 x3
 *     v <instantiation> ...        an answer to XCSP3 (answer_xcsp.c)
 *     o 12                         a bound: passed over
 *
 * The s line may stand before the v lines or behind them, and many solutions may follow one
 * another.  A solution ends at its 0; where there is none, as in pseudo-Boolean answers, at a
 * variable that is not above the one before it, another line, or the end of the input.
 *
 * Variable column * n + row + 1 is the square (column, row); variables above n^2 are the
 * encoding's.  Where n is not said, it is the root of the largest variable, but only if the queens
 * are then one a column: with variables of the encoding's that is next to impossible by chance.
 *
 * Where n is said, a variable that is true and false makes the answer wrong, as far as it shows
 * without a mark for each of n^2 squares: next to each other, or true first and a queen's square. */
#include "board/board.h"
#include "core/number.h"
#include "format/answers/answer.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LITERAL_MAX (INT64_C(1) << 61)

/* The true variables of a solution. */
typedef struct solution {
  nq_squares squares; /* when n is said */
  nq_board queens;    /* then too: the last row of each column, from 1; 0: none yet */
  nq_rows trues;      /* low and high halves of the true variables, when it is not */
  int64_t largest;    /* variable, true or false */
  int64_t last;       /* literal */
} solution;

/* Pages of the array without a queen are never touched. */
static nq_status put_queen(solution *found, uint32_t n, int64_t column, int64_t row,
                           nq_error *error) {
  nq_status status = NQ_OK;
  if (found->queens.rows == NULL) status = nq_board_reserve(&found->queens, n, error);
  if (status != NQ_OK) return status;
  found->queens.rows[column] = (uint32_t)(row + 1);
  return nq_squares_put(&found->squares, column, row, error);
}

static bool is_queen(const solution *found, int64_t column, int64_t row) {
  return found->queens.rows != NULL && found->queens.rows[column] == row + 1;
}

/* A literal of a board whose size is known. */
static nq_status add_square(solution *found, uint32_t n, int64_t literal, int64_t variable,
                            nq_error *error) {
  int64_t column = (variable - 1) / n, row = (variable - 1) % n;
  bool inside = column < n;
  if (literal == -found->last || (literal < 0 && inside && is_queen(found, column, row)))
    nq_squares_refuse(&found->squares, "variable %" PRId64 " is true and false", variable);
  found->last = literal;
  return literal > 0 && inside ? put_queen(found, n, column, row, error) : NQ_OK;
}

static nq_status add_literal(solution *found, uint32_t n, int64_t literal, nq_error *error) {
  int64_t variable = literal < 0 ? -literal : literal;
  if (variable > found->largest) found->largest = variable;
  if (n > 0) return add_square(found, n, literal, variable, error);
  if (literal < 0) return NQ_OK;
  nq_status status = nq_rows_append(&found->trues, (uint32_t)(variable & UINT32_MAX), error);
  return status == NQ_OK ? nq_rows_append(&found->trues, (uint32_t)(variable >> 32), error)
                         : status;
}

/* ---- n from the answer ---- */

/* The true variables become the squares of a board of size n. */
static nq_status place_trues(solution *found, uint32_t n, nq_error *error) {
  found->squares.n = n;
  nq_status status = NQ_OK;
  for (uint64_t i = 0; i + 1 < found->trues.count && status == NQ_OK; i += 2) {
    int64_t variable = found->trues.rows[i] | (int64_t)found->trues.rows[i + 1] << 32;
    status = nq_squares_put(&found->squares, (variable - 1) / n, (variable - 1) % n, error);
  }
  return status;
}

static bool is_full(const nq_board *board) {
  for (uint32_t column = 0; column < board->n; column++)
    if (board->rows[column] == NQ_EMPTY) return false;
  return true;
}

static nq_status guess_n(solution *found, nq_reader *reader, nq_board *board, uint64_t line,
                         nq_error *error) {
  int64_t n = nq_square_root((uint64_t)found->largest);
  nq_status status = NQ_BAD_FORMAT;
  if (n > 0 && n * n == found->largest && found->trues.count / 2 == (uint64_t)n) {
    status = place_trues(found, (uint32_t)n, error);
    if (status == NQ_OK) status = nq_squares_finish(&found->squares, reader, board, line, error);
    if (status == NQ_OK && is_full(board)) return NQ_OK;
    nq_board_release(board);
    if (status != NQ_OK && status != NQ_NO_BOARD) return status;
  }
  reader->answer_n = 0;
  return nq_error_at(error, line,
                     "n cannot be told from %" PRIu64 " true variables up to %" PRId64
                     ": say n, as there may be variables of the encoding's",
                     found->trues.count / 2, found->largest);
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

/* The literals of a v line.  *done: the solution ends here; a literal of the next one is kept. */
static nq_status take_literals(nq_reader *reader, solution *found, bool *done, nq_error *error) {
  nq_answer_state *state = &reader->state;
  for (;;) {
    nq_symbol field;
    int64_t literal = state->literal;
    if (!state->has_literal) {
      nq_symbol_take_field(&reader->input, &field);
      if (field.kind == NQ_SYMBOL_LINE_END) return NQ_OK;
      if (field.kind == NQ_SYMBOL_END)
        return nq_answer_cut(field.line, "the end of its line", error);
      if (field.kind != NQ_SYMBOL_WORD || !parse_literal(&field, &literal))
        return nq_answer_unexpected(&field, "a literal such as -12 or x12", error);
      bool ends = literal == 0;
      bool again = field.text[0] == 'x' || field.text[1] == 'x';
      again = again && found->largest > 0 && llabs(literal) <= found->largest;
      *done = ends || again;
      state->has_literal = again && !ends;
      state->literal = literal;
      if (ends) nq_input_skip_line(&reader->input);
      if (*done) return NQ_OK;
    }
    state->has_literal = false;
    nq_status status = add_literal(found, reader->expected_n, literal, error);
    if (status != NQ_OK) return status;
  }
}

/* Take a v at the start of a line. */
static bool take_v(nq_input *input) {
  nq_input_skip_blanks(input);
  if (nq_input_peek(input) != 'v') return false;
  nq_input_take(input);
  return true;
}

/* All v lines of a solution; behind the v of the first, or with a literal kept. */
static nq_status take_solution(nq_reader *reader, solution *found, nq_error *error) {
  bool done = false;
  do {
    nq_status status = take_literals(reader, found, &done, error);
    if (status != NQ_OK) return status;
  } while (!done && take_v(&reader->input));
  return NQ_OK;
}

static void release(solution *found) {
  nq_squares_release(&found->squares);
  nq_board_release(&found->queens);
  nq_rows_release(&found->trues);
}

static nq_status read_solution(nq_reader *reader, nq_board *board, uint64_t *line,
                               nq_error *error) {
  solution found = {0};
  nq_squares_begin(&found.squares, reader);
  *line = reader->input.line;
  reader->state.said = 0;
  reader->state.answers++;
  nq_status status = take_solution(reader, &found, error);
  if (status != NQ_OK) {
    reader->state.has_literal = false;
    nq_input_skip_line(&reader->input);
    while (take_v(&reader->input)) nq_input_skip_line(&reader->input);
  } else if (reader->expected_n > 0) {
    status = nq_squares_finish(&found.squares, reader, board, *line, error);
  } else {
    status = guess_n(&found, reader, board, *line, error);
  }
  release(&found);
  return status;
}

/* ---- The other lines ---- */

static nq_status refuse_missing(nq_reader *reader, nq_error *error) {
  uint64_t line = reader->state.said;
  reader->state.said = 0;
  return nq_error_at(error, line, "s SATISFIABLE, but no v lines with the solution");
}

/* Behind s, or c: the verdict of the line; NQ_OK where there is none, or a solution is promised. */
static nq_status take_verdict(nq_reader *reader, bool comment, uint64_t *line, nq_error *error) {
  nq_symbol field;
  nq_answer answer;
  uint64_t start = reader->input.line;
  nq_symbol_take_field(&reader->input, &field);
  bool known = field.kind == NQ_SYMBOL_WORD && nq_answer_by_word(field.text, &answer);
  bool nul = field.kind == NQ_SYMBOL_ODD && field.byte == '\0';
  if (field.kind != NQ_SYMBOL_LINE_END) nul = !nq_input_skip_line(&reader->input) || nul;
  *line = start;
  if (nul) return nq_error_at(error, start, "a NUL byte: this is no text");
  if (comment && known && answer == NQ_ANSWER_UNKNOWN && strcmp(field.text, "UNKNOWN") != 0)
    known = false;
  if (comment && (!known || answer != NQ_ANSWER_UNKNOWN)) return NQ_OK;
  if (!known) return nq_answer_unexpected(&field, "s SATISFIABLE, UNSATISFIABLE or UNKNOWN", error);
  if (answer != NQ_ANSWER_BOARD) return nq_answer_say(reader, answer, start, error);
  reader->state.said = reader->state.answers == 0 ? start : 0;
  reader->state.answers = 0;
  return NQ_OK;
}

static nq_status take_line(nq_reader *reader, int byte, nq_board *board, uint64_t *line,
                           nq_error *error) {
  nq_input *input = &reader->input;
  if (byte == '<') {
    reader->state.said = 0;
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
    if (nq_input_peek(input) == '<') return NQ_OK;
    return read_solution(reader, board, line, error);
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
    if (byte < 0) return reader->state.said > 0 ? refuse_missing(reader, error) : NQ_END;
    nq_status status = take_line(reader, byte, board, line, error);
    if (status != NQ_OK || board->rows != NULL) return status;
  }
}
