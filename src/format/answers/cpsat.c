/* Answers of CP-SAT (OR-Tools): its response as text, or the name of its status alone.
 *
 * MODEL.  One field a line.  `solution` comes once for each variable in the model's order:
 * the rows, from 0, of the columns:
 *
 *     status: OPTIMAL          FEASIBLE; INFEASIBLE; UNKNOWN, the default, so the line may be
 *     solution: 4              missing; MODEL_INVALID
 *     solution: 7
 *     num_booleans: 60
 *
 * A # starts a comment.  Other fields may come between these, up to the next status.  There are no
 * auxiliary variables: more values than columns are a wrong answer.  Without n, another field must
 * follow the values, as in every complete response: one that was cut short could pass for a smaller
 * board. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* After `solution:`, a row and the end of the line. */
static nq_status take_row(nq_input *input, int64_t *row, nq_error *error) {
  nq_symbol symbol;
  nq_symbol_take(input, &symbol);
  *row = symbol.value;
  nq_status status =
      symbol.kind == NQ_SYMBOL_NUMBER ? NQ_OK : nq_answer_unexpected(&symbol, "a row", error);
  uint64_t line = symbol.line;
  if (status == NQ_OK) nq_symbol_take_field(input, &symbol);
  if (symbol.kind == NQ_SYMBOL_LINE_END) return status;
  if (status == NQ_OK && symbol.kind == NQ_SYMBOL_WORD && symbol.text[0] == '#') {
    nq_input_skip_line(input);
    return NQ_OK;
  }
  if (status == NQ_OK && symbol.kind == NQ_SYMBOL_END)
    return nq_answer_cut(line, "the end of the line", error);
  if (status == NQ_OK) status = nq_answer_unexpected(&symbol, "the end of the line", error);
  nq_input_skip_line(input);
  return status;
}

/* The lines that start with `solution:`, from the first one up to the next status or the end.
 * *followed: another field comes after them. */
static nq_status take_rows(nq_input *input, nq_squares *squares, bool *followed, nq_error *error) {
  static const char mark[] = "solution:";
  nq_status status = NQ_OK;
  for (int64_t column = 0; status == NQ_OK; nq_input_skip_blanks(input)) {
    if (nq_input_peek(input) < 0 || nq_input_at(input, "status:") ||
        nq_input_at(input, "CpSolverResponse"))
      break;
    if (!nq_input_at(input, mark)) {
      *followed = *followed || (nq_input_peek(input) != '#' && nq_input_peek(input) != '\n');
      nq_input_skip_line(input);
      continue;
    }
    int64_t row;
    for (size_t i = 0; i + 1 < sizeof mark; i++) nq_input_take(input);
    status = take_row(input, &row, error);
    if (status == NQ_OK) status = nq_squares_put(squares, column++, row, error);
  }
  return status;
}

static nq_status take_board(nq_reader *reader, nq_board *board, uint64_t line, nq_error *error) {
  nq_squares squares;
  bool followed = false;
  nq_squares_begin(&squares, reader);
  reader->state.verdict = 0;
  reader->state.answers++;
  reader->state.inside = false;
  nq_status status = take_rows(&reader->input, &squares, &followed, error);
  followed = followed || nq_input_peek(&reader->input) >= 0;
  if (status == NQ_OK && squares.n == 0 && !followed)
    status = nq_answer_cut(line, "the field after the last solution: line", error);
  if (status == NQ_OK && reader->state.none > 0)
    status = nq_answer_contradicts(line, reader->state.none, error);
  if (status == NQ_OK) return nq_squares_finish(&squares, reader, board, line, error);
  nq_squares_release(&squares);
  while (nq_input_at(&reader->input, "solution:")) nq_input_skip_line(&reader->input);
  return status;
}

/* A word that is a status; NQ_OK where it promises a solution. */
static nq_status judge_status(nq_reader *reader, const nq_symbol *word, uint64_t line,
                              nq_error *error) {
  nq_answer answer;
  reader->state.inside = false;
  if (nq_symbol_is_word(word, "MODEL_INVALID"))
    return nq_error_at(error, line, "CP-SAT found the model invalid: this is not an answer");
  if (word->kind != NQ_SYMBOL_WORD || !nq_answer_by_word(word->text, &answer))
    return nq_answer_unexpected(word, "OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN", error);
  reader->state.none = answer == NQ_ANSWER_UNSATISFIABLE ? line : 0;
  if (answer != NQ_ANSWER_BOARD) return nq_answer_verdict(reader, answer, line, error);
  reader->state.verdict = line;
  return NQ_OK;
}

/* Any other line; NQ_OK where there is nothing to report. */
static nq_status take_field(nq_reader *reader, uint64_t line, nq_error *error) {
  nq_symbol field, value = {.kind = NQ_SYMBOL_END};
  nq_answer answer;
  nq_symbol_take_field(&reader->input, &field);
  bool status = nq_symbol_is_word(&field, "status:");
  if (status) nq_symbol_take_field(&reader->input, &value);
  bool ended = field.kind == NQ_SYMBOL_LINE_END || value.kind == NQ_SYMBOL_LINE_END;
  bool clean = (ended || nq_input_skip_line(&reader->input)) && field.kind != NQ_SYMBOL_ODD;
  if (!clean) return nq_error_at(error, line, "bytes that are not text");
  if (status) return judge_status(reader, &value, line, error);
  bool bare = field.kind == NQ_SYMBOL_WORD && (nq_answer_by_word(field.text, &answer) ||
                                               nq_symbol_is_word(&field, "MODEL_INVALID"));
  if (bare) return judge_status(reader, &field, line, error);
  bool key = field.kind == NQ_SYMBOL_WORD && strchr(field.text, ':') != NULL;
  if (key && reader->found == 0 && reader->state.verdict == 0) reader->state.inside = true;
  return NQ_OK;
}

static nq_status judge_end(nq_reader *reader, uint64_t *line, nq_error *error) {
  *line = reader->state.verdict;
  if (*line > 0)
    return nq_answer_missing(
        reader, "the status promises a solution, but no solution: lines follow", error);
  if (!reader->state.inside) return NQ_END;
  reader->state.inside = false;
  *line = 1;
  return nq_answer_verdict(reader, NQ_ANSWER_UNKNOWN, 1, error);
}

nq_status nq_cpsat_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = &reader->input;
  for (;;) {
    nq_input_skip_blanks(input);
    if (nq_input_peek(input) < 0) return judge_end(reader, line, error);
    *line = input->line;
    if (nq_input_at(input, "solution:")) return take_board(reader, board, *line, error);
    nq_status status = take_field(reader, *line, error);
    if (status != NQ_OK) return status;
  }
}
