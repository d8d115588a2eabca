/* Answers of answer set solvers: clingo, clasp.
 *
 * MODEL.  Text, with as many answers as were asked for; the atoms of an answer stand on one line,
 * in any order, others than queen(column,row) between them:
 *
 *     Answer: 1
 *     queen(2,2) queen(1,5) ...
 *     SATISFIABLE                        or UNSATISFIABLE, UNKNOWN
 *
 * (quiet clingo leaves out `Answer`; the form of the competitions has ANSWER, atoms that end in
 * full stops, and INCONSISTENT), or JSON (--outf=2):
 *
 *     {"Call": [{"Witnesses": [{"Value": ["queen(2,2)", "queen(1,5)", ...]}, ...]}],
 *      "Result": "SATISFIABLE", ...}
 *
 * Columns and rows are counted from 1.  n is what the reader expects, or the largest column. */
#include "format/answers/answer.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct asp {
  nq_reader *reader;
  nq_input *input;
  nq_symbol token;
} asp;

/* ---- Atoms ---- */

/* Behind an atom's opening bracket, up to and with the closing one: how many arguments there are,
 * and the first two where they are numbers. */
static nq_status take_arguments(asp *state, unsigned *count, int64_t values[2], nq_error *error) {
  bool numbers = true;
  unsigned depth = 1;
  *count = 1;
  do {
    nq_symbol_take(state->input, &state->token);
    const nq_symbol *token = &state->token;
    if (token->kind == NQ_SYMBOL_LINE_END || token->kind == NQ_SYMBOL_END ||
        token->kind == NQ_SYMBOL_ODD)
      return nq_answer_unexpected(token, "')'", error);
    if (nq_symbol_is(token, '('))
      depth++;
    else if (nq_symbol_is(token, ')'))
      depth--;
    else if (nq_symbol_is(token, ',') && depth == 1)
      ++*count;
    else if (token->kind == NQ_SYMBOL_NUMBER && *count <= 2)
      values[*count - 1] = token->value;
    else
      numbers = false;
  } while (depth > 0);
  if (!numbers) *count = 0;
  return NQ_OK;
}

/* Atoms of the name queen (or queens, q, x) with two numbers. */
static bool is_queen(const nq_symbol *word) {
  static const char *const names[] = {"queen", "queens", "q", "x"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (nq_symbol_is_word(word, names[i])) return true;
  return false;
}

/* At an atom's name. */
static nq_status take_atom(asp *state, bool negated, nq_squares *squares, nq_error *error) {
  bool queen = is_queen(&state->token) && !negated;
  if (nq_input_peek(state->input) != '(') return NQ_OK;
  nq_symbol_take(state->input, &state->token);
  unsigned count;
  int64_t values[2];
  nq_status status = take_arguments(state, &count, values, error);
  if (status != NQ_OK || !queen || count != 2) return status;
  return nq_squares_put(squares, values[0] - 1, values[1] - 1, error);
}

/* Atoms up to the end of the line, or, in JSON, up to the closing bracket. */
static nq_status take_atoms(asp *state, bool json, nq_squares *squares, nq_error *error) {
  for (bool negated = false;;) {
    nq_symbol *token = &state->token;
    if (json ? nq_symbol_is(token, ']') : token->kind == NQ_SYMBOL_LINE_END) return NQ_OK;
    if (token->kind == NQ_SYMBOL_END)
      return nq_answer_cut(token->line, json ? "']'" : "the end of the line", error);
    if (token->kind == NQ_SYMBOL_ODD) return nq_answer_unexpected(token, "an atom", error);
    if (token->kind == NQ_SYMBOL_WORD) {
      nq_status status = take_atom(state, negated, squares, error);
      if (status != NQ_OK) return status;
    }
    negated = nq_symbol_is(token, '-');
    nq_symbol_take(state->input, token);
    if (json)
      while (token->kind == NQ_SYMBOL_LINE_END) nq_symbol_take(state->input, token);
  }
}

/* The first atom is at hand. */
static nq_status take_answer(asp *state, bool json, nq_board *board, uint64_t *line,
                             nq_error *error) {
  nq_squares squares;
  nq_squares_begin(&squares, state->reader);
  *line = state->token.line;
  state->reader->state.said = 0;
  state->reader->state.answers++;
  nq_status status = take_atoms(state, json, &squares, error);
  if (status == NQ_OK && squares.named == 0 && squares.n == 0)
    status = nq_error_at(error, *line, "no atoms queen(column,row) in this answer");
  else if (status != NQ_OK && state->token.kind != NQ_SYMBOL_LINE_END)
    nq_input_skip_line(state->input);
  if (status == NQ_OK) return nq_squares_finish(&squares, state->reader, board, *line, error);
  nq_squares_release(&squares);
  return status;
}

/* ---- Verdicts ---- */

/* NQ_END: nothing to tell. */
static nq_status take_verdict(asp *state, nq_answer answer, uint64_t *line, nq_error *error) {
  nq_answer_state *kept = &state->reader->state;
  *line = state->token.line;
  if (answer != NQ_ANSWER_BOARD) {
    kept->answers = 0;
    return nq_answer_say(state->reader, answer, *line, error);
  }
  bool without = kept->answers == 0;
  kept->answers = 0;
  return without ? nq_error_at(error, *line, "a solution exists, but no answer shows its atoms")
                 : NQ_END;
}

/* ---- JSON ---- */

/* Take `"`, `:` and a last sign behind a key; false when something else stands there. */
static bool take_colon(asp *state, char last) {
  const char signs[] = {'"', ':', last, '\0'};
  for (const char *sign = signs; *sign != '\0'; sign++) {
    nq_symbol_take_any(state->input, &state->token);
    if (!nq_symbol_is(&state->token, *sign)) return false;
  }
  return true;
}

static nq_status take_result(asp *state, uint64_t *line, nq_error *error) {
  nq_answer answer;
  nq_symbol_take(state->input, &state->token);
  if (state->token.kind != NQ_SYMBOL_WORD || !nq_answer_by_word(state->token.text, &answer))
    return nq_answer_unexpected(&state->token, "SATISFIABLE, UNSATISFIABLE or UNKNOWN", error);
  state->reader->state.inside = false;
  return take_verdict(state, answer, line, error);
}

/* Up to the next answer or the verdict; NQ_END: neither came. */
static nq_status read_json(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  nq_answer_state *kept = &state->reader->state;
  while (kept->inside) {
    uint64_t start = state->input->line;
    nq_symbol_take_any(state->input, &state->token);
    if (state->token.kind == NQ_SYMBOL_END) {
      kept->inside = false;
      *line = start;
      return nq_answer_cut(start, "\"Result\"", error);
    }
    if (state->token.kind == NQ_SYMBOL_ODD && state->token.byte == '\0')
      return nq_answer_unexpected(&state->token, "text", error);
    if (nq_symbol_is_word(&state->token, "Value") && take_colon(state, '[')) {
      nq_symbol_take_any(state->input, &state->token);
      return take_answer(state, true, board, line, error);
    }
    if (nq_symbol_is_word(&state->token, "Result") && take_colon(state, '"'))
      return take_result(state, line, error);
  }
  return NQ_END;
}

/* ---- Text ---- */

/* The line with a word at hand; NQ_END: nothing to tell. */
static nq_status read_word(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  nq_answer answer;
  bool heading =
      nq_symbol_is_word(&state->token, "Answer") || nq_symbol_is_word(&state->token, "ANSWER");
  if (heading) {
    nq_input_skip_line(state->input);
    nq_symbol_take(state->input, &state->token);
    return take_answer(state, false, board, line, error);
  }
  if (nq_input_peek(state->input) == '(') return take_answer(state, false, board, line, error);
  bool known = nq_answer_by_word(state->token.text, &answer);
  nq_symbol word = state->token;
  bool clean = nq_input_skip_line(state->input);
  state->token = word;
  if (!clean) return nq_error_at(error, word.line, "a NUL byte: this is no text");
  return known ? take_verdict(state, answer, line, error) : NQ_END;
}

/* The line whose first token is at hand; NQ_END: nothing to tell. */
static nq_status read_line(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  if (state->token.kind == NQ_SYMBOL_WORD) return read_word(state, board, line, error);
  if (nq_symbol_is(&state->token, '{')) {
    state->reader->state.inside = true;
    return read_json(state, board, line, error);
  }
  if (state->token.kind == NQ_SYMBOL_LINE_END) return NQ_END;
  *line = state->token.line;
  bool nul = state->token.kind == NQ_SYMBOL_ODD && state->token.byte == '\0';
  nul = !nq_input_skip_line(state->input) || nul;
  return nul ? nq_error_at(error, *line, "a NUL byte: this is no text") : NQ_END;
}

nq_status nq_asp_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  asp state = {.reader = reader, .input = &reader->input};
  nq_status status = read_json(&state, board, line, error);
  while (status == NQ_END) {
    nq_symbol_take(state.input, &state.token);
    if (state.token.kind == NQ_SYMBOL_END) break;
    status = read_line(&state, board, line, error);
  }
  return status;
}
