/* The output of toulbar2, and its solution file (-w).
 *
 * MODEL.  A line of n rows, from 0, is a solution.  In the solution file it stands alone; in the
 * output it follows a line `New solution` or, if all solutions are printed, a number:
 *
 *     8 unassigned variables, 64 values in all current domains ...
 *     New solution: 0 (13 backtracks, 40 nodes, depth 2)
 *      0 6 3 5 7 1 4 2
 *     2 solution(0):  0 6 4 7 1 3 5 2
 *     No solution in 0 backtracks and 0 nodes ...
 *
 * A time limit without a solution gives the verdict unknown; all other lines are skipped.  There are
 * no auxiliary variables: more values than columns are a wrong answer. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct report {
  nq_reader *reader;
  nq_input *input;
  nq_symbol token;
} report;

static void step(report *state) {
  nq_symbol_take(state->input, &state->token);
}

static bool at_line_end(const report *state) {
  return state->token.kind == NQ_SYMBOL_LINE_END || state->token.kind == NQ_SYMBOL_END;
}

/* The rows from column `column` on, the first of them in token, up to the end of the line. */
static nq_status take_rows(report *state, int64_t column, nq_squares *squares, nq_error *error) {
  nq_status status = NQ_OK;
  for (; status == NQ_OK && !at_line_end(state); column++) {
    if (state->token.kind != NQ_SYMBOL_NUMBER)
      return nq_answer_unexpected(&state->token, "a row", error);
    status = nq_squares_put(squares, column, state->token.value, error);
    step(state);
  }
  if (status == NQ_OK && state->token.kind == NQ_SYMBOL_END)
    return nq_answer_cut(state->token.line, "the end of the line", error);
  return status;
}

/* A line of which the first `first` rows, 0 or 1, are already taken. */
static nq_status take_board(report *state, const nq_symbol *start, unsigned first, nq_board *board,
                            nq_error *error) {
  nq_squares squares;
  nq_squares_begin(&squares, state->reader);
  state->reader->state.verdict = 0;
  state->reader->state.answers++;
  nq_status status = NQ_OK;
  if (first > 0) status = nq_squares_put(&squares, 0, start->value, error);
  if (status == NQ_OK) status = take_rows(state, first, &squares, error);
  if (!at_line_end(state)) nq_input_skip_line(state->input);
  if (status == NQ_OK && squares.named == 0)
    status = nq_error_at(error, start->line, "no rows on the line of a solution");
  if (status == NQ_OK) return nq_squares_finish(&squares, state->reader, board, start->line, error);
  nq_squares_release(&squares);
  return status;
}

/* After the number at the start of a line; NQ_END where the line is no solution. */
static nq_status take_number(report *state, const nq_symbol *start, nq_board *board,
                             nq_error *error) {
  step(state);
  if (state->token.kind == NQ_SYMBOL_NUMBER || at_line_end(state))
    return take_board(state, start, 1, board, error);
  bool solution = nq_symbol_is_word(&state->token, "solution");
  while (solution && !at_line_end(state) && !nq_symbol_is(&state->token, ':')) step(state);
  if (!solution || at_line_end(state)) {
    if (!at_line_end(state)) nq_input_skip_line(state->input);
    return NQ_END;
  }
  step(state);
  return take_board(state, start, 0, board, error);
}

/* A line that starts with a word; NQ_END where there is nothing to report. */
static nq_status take_words(report *state, nq_error *error) {
  nq_symbol first = state->token;
  step(state);
  bool none = nq_symbol_is_word(&first, "No") && nq_symbol_is_word(&state->token, "solution");
  bool limit = nq_symbol_is_word(&first, "Time") && nq_symbol_is_word(&state->token, "limit");
  bool clean = at_line_end(state) || nq_input_skip_line(state->input);
  if (limit && state->reader->state.answers == 0) state->reader->state.verdict = first.line;
  if (!clean) return nq_error_at(error, first.line, "a NUL byte: this is not text");
  return none ? nq_answer_verdict(state->reader, NQ_ANSWER_UNSATISFIABLE, first.line, error)
              : NQ_END;
}

/* At the end, report a limit that was reached. */
static nq_status judge_end(nq_reader *reader, uint64_t *line, nq_error *error) {
  if (reader->state.verdict == 0) return NQ_END;
  *line = reader->state.verdict;
  reader->state.verdict = 0;
  return nq_answer_verdict(reader, NQ_ANSWER_UNKNOWN, *line, error);
}

nq_status nq_toulbar2_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  report state = {.reader = reader, .input = &reader->input};
  for (;;) {
    step(&state);
    nq_symbol start = state.token;
    nq_status status = NQ_END;
    if (start.kind == NQ_SYMBOL_END) return judge_end(reader, line, error);
    *line = start.line;
    if (start.kind == NQ_SYMBOL_NUMBER)
      status = take_number(&state, &start, board, error);
    else if (start.kind == NQ_SYMBOL_WORD)
      status = take_words(&state, error);
    else if (start.kind == NQ_SYMBOL_ODD)
      status = nq_answer_unexpected(&start, "a line of toulbar2's output", error);
    if (start.kind == NQ_SYMBOL_SIGN || start.kind == NQ_SYMBOL_ODD)
      nq_input_skip_line(state.input);
    if (status != NQ_END) return status;
  }
}
