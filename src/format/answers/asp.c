/* Answers of answer set solvers: clingo, clasp.
 *
 * MODEL.  Text, with one or more answers; the atoms of an answer are on one line, in any order, and
 * may include others than queen(column,row):
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
 * In text, % starts a comment up to the end of its line.  Strings are not atoms.  A verdict that
 * there is no solution after an answer, and -queen(c,r) beside queen(c,r), are contradictions.
 *
 * Columns and rows are counted from 1.  n is what the reader expects, or the largest column. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct asp {
  nq_reader *reader;
  nq_input *input;
  nq_symbol token;
} asp;

/* The next token on the line.  A comment becomes the end of its line, a string becomes a quote; a
 * string without an end on its line is odd. */
static void take(asp *state) {
  nq_symbol *token = &state->token;
  nq_symbol_take(state->input, token);
  uint64_t line = token->line;
  if (nq_symbol_is(token, '%')) {
    nq_input_skip_line(state->input);
    token->kind = NQ_SYMBOL_LINE_END;
  } else if (nq_symbol_is(token, '"')) {
    nq_symbol_take_string(state->input, '"', '\\', token);
    bool whole = token->kind == NQ_SYMBOL_WORD && state->input->line == line;
    *token = (nq_symbol){.kind = whole ? NQ_SYMBOL_SIGN : NQ_SYMBOL_ODD, .byte = '"', .line = line};
  }
}

/* ---- Atoms ---- */

/* After an atom's opening bracket, up to and including the closing one: the number of arguments,
 * and the first two if they are numbers; otherwise 0. */
static nq_status take_arguments(asp *state, unsigned *count, int64_t values[2], nq_error *error) {
  bool numbers = true;
  unsigned depth = 1, given = 0; /* given: bit i: values[i] is set */
  *count = 1;
  do {
    take(state);
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
    else if (token->kind == NQ_SYMBOL_NUMBER && *count <= 2) {
      values[*count - 1] = token->value;
      given |= *count;
    } else
      numbers = false;
  } while (depth > 0);
  if (!numbers || (*count == 2 && given != 3)) *count = 0;
  return NQ_OK;
}

/* Atoms named queen (or queens, q, x) with two numbers. */
static bool is_queen(const nq_symbol *word) {
  static const char *const names[] = {"queen", "queens", "q", "x"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (nq_symbol_is_word(word, names[i])) return true;
  return false;
}

static nq_status put_queen(nq_squares *squares, bool negated, int64_t column, int64_t row,
                           nq_error *error) {
  return negated ? nq_squares_value(squares, column, row, 0, error)
                 : nq_squares_put(squares, column, row, error);
}

/* At an atom's name. */
static nq_status take_atom(asp *state, bool negated, nq_squares *squares, nq_error *error) {
  bool queen = is_queen(&state->token);
  if (nq_input_peek(state->input) != '(') return NQ_OK;
  take(state);
  unsigned count;
  int64_t values[2] = {0};
  nq_status status = take_arguments(state, &count, values, error);
  if (status != NQ_OK || !queen || count != 2) return status;
  return put_queen(squares, negated, values[0] - 1, values[1] - 1, error);
}

/* Atoms up to the end of the line. */
static nq_status take_atoms(asp *state, nq_squares *squares, nq_error *error) {
  for (bool negated = false;;) {
    nq_symbol *token = &state->token;
    if (token->kind == NQ_SYMBOL_LINE_END) return NQ_OK;
    if (token->kind == NQ_SYMBOL_END)
      return nq_answer_cut(token->line, "the end of the line", error);
    if (token->kind == NQ_SYMBOL_ODD) return nq_answer_unexpected(token, "an atom", error);
    if (token->kind == NQ_SYMBOL_WORD) {
      nq_status status = take_atom(state, negated, squares, error);
      if (status != NQ_OK) return status;
    }
    negated = nq_symbol_is(token, '-');
    take(state);
  }
}

/* A number up to `end`; returns the byte after `end`, or NULL. */
static const char *parse_number(const char *text, char end, int64_t *value) {
  bool negative = *text == '-';
  const char *at = text + negative;
  for (*value = 0; is_digit(*at); at++) *value = nq_symbol_add_digit(*value, *at);
  if (negative) *value = -*value;
  return *at == end && at > text + negative ? at + 1 : NULL;
}

/* An atom in a JSON string: as in text, without blanks. */
static nq_status put_atom(const nq_symbol *atom, nq_squares *squares, nq_error *error) {
  bool negated = atom->text[0] == '-';
  nq_symbol name = *atom;
  size_t length = strcspn(name.text + negated, "(");
  memmove(name.text, name.text + negated, length);
  name.text[length] = '\0';
  if (!is_queen(&name)) return NQ_OK;
  int64_t column = 0, row = 0;
  const char *at = atom->text + negated + length;
  if (!nq_symbol_is_whole(atom) || atom->size > 30)
    return nq_error_at(error, atom->line, "an atom of %zu characters", atom->size);
  at = *at == '(' ? parse_number(at + 1, ',', &column) : NULL;
  if (at != NULL) at = parse_number(at, ')', &row);
  if (at == NULL || *at != '\0') return NQ_OK;
  return put_queen(squares, negated, column - 1, row - 1, error);
}

/* Strings of JSON up to the closing bracket. */
static nq_status take_strings(asp *state, nq_squares *squares, nq_error *error) {
  nq_symbol *token = &state->token;
  nq_status status = NQ_OK;
  while (status == NQ_OK && !nq_symbol_is(token, ']')) {
    uint64_t line = token->line;
    bool string = nq_symbol_is(token, '"');
    if (string) nq_symbol_take_string(state->input, '"', '\\', token);
    if (token->kind == NQ_SYMBOL_END) return nq_answer_cut(line, "']'", error);
    if (!string) return nq_answer_unexpected(token, "an atom", error);
    status = put_atom(token, squares, error);
    nq_symbol_take_any(state->input, token);
    if (nq_symbol_is(token, ',')) nq_symbol_take_any(state->input, token);
  }
  return status;
}

/* An answer, with its first atom taken. */
static nq_status take_answer(asp *state, bool json, nq_board *board, uint64_t *line,
                             nq_error *error) {
  nq_squares squares;
  nq_squares_begin(&squares, state->reader);
  *line = state->token.line;
  state->reader->state.answers++;
  nq_status status =
      json ? take_strings(state, &squares, error) : take_atoms(state, &squares, error);
  if (status == NQ_OK && squares.named == 0 && squares.n == 0)
    status = nq_error_at(error, *line, "no atoms queen(column,row) in this answer");
  else if (status != NQ_OK && state->token.kind != NQ_SYMBOL_LINE_END)
    nq_input_skip_line(state->input);
  if (status == NQ_OK) {
    status = nq_squares_finish(&squares, state->reader, board, *line, error);
    state->reader->state.shown = status == NQ_OK ? *line : state->reader->state.shown;
    return status;
  }
  nq_squares_release(&squares);
  return status;
}

/* ---- Verdicts ---- */

/* NQ_END where there is nothing to report. */
static nq_status take_verdict(asp *state, nq_answer answer, uint64_t *line, nq_error *error) {
  nq_answer_state *kept = &state->reader->state;
  uint64_t shown = kept->shown;
  *line = state->token.line;
  kept->shown = 0;
  if (answer == NQ_ANSWER_UNSATISFIABLE && shown > 0)
    return nq_error_at(error, *line,
                       "the answer contradicts itself: line %" PRIu64 " has a solution", shown);
  if (answer != NQ_ANSWER_BOARD) {
    kept->answers = 0;
    return nq_answer_verdict(state->reader, answer, *line, error);
  }
  bool without = kept->answers == 0;
  kept->answers = 0;
  return without ? nq_error_at(error, *line, "a solution exists, but no answer shows its atoms")
                 : NQ_END;
}

/* ---- JSON ---- */

static void step(asp *state) {
  nq_symbol_take_any(state->input, &state->token);
}

/* The value of the key Result: the verdict of the object, once. */
static nq_status take_result(asp *state, uint64_t *line, nq_error *error) {
  nq_answer answer;
  if (nq_symbol_is(&state->token, '"'))
    nq_symbol_take_string(state->input, '"', '\\', &state->token);
  if (state->token.kind != NQ_SYMBOL_WORD || !nq_answer_by_word(state->token.text, &answer))
    return nq_answer_unexpected(&state->token, "SATISFIABLE, UNSATISFIABLE or UNKNOWN", error);
  if (state->reader->state.verdict > 0)
    return nq_error_at(error, state->token.line, "another \"Result\"");
  state->reader->state.verdict = state->token.line;
  return take_verdict(state, answer, line, error);
}

/* After a string: the value of a key that matters.  NQ_END for any other string. */
static nq_status take_key(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  bool value = nq_symbol_is_word(&state->token, "Value");
  bool result = nq_symbol_is_word(&state->token, "Result") && state->reader->state.depth == 1;
  nq_input_skip_blanks(state->input);
  if ((!value && !result) || nq_input_peek(state->input) != ':') return NQ_END;
  step(state);
  step(state);
  if (result) return take_result(state, line, error);
  if (!nq_symbol_is(&state->token, '[')) return nq_answer_unexpected(&state->token, "'['", error);
  step(state);
  return take_answer(state, true, board, line, error);
}

/* Up to the next answer or the verdict; NQ_END where neither comes. */
static nq_status read_json(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  nq_answer_state *kept = &state->reader->state;
  while (kept->depth > 0) {
    nq_status status = NQ_END;
    uint64_t start = state->input->line;
    step(state);
    if (nq_symbol_is(&state->token, '{')) kept->depth++;
    if (nq_symbol_is(&state->token, '}')) kept->depth--;
    bool string = nq_symbol_is(&state->token, '"');
    if (string) nq_symbol_take_string(state->input, '"', '\\', &state->token);
    bool cut = state->token.kind == NQ_SYMBOL_END;
    if (cut || (kept->depth == 0 && kept->verdict == 0)) {
      kept->depth = 0;
      *line = start;
      return nq_answer_cut(start, kept->verdict == 0 ? "\"Result\"" : "'}'", error);
    }
    if (string) status = take_key(state, board, line, error);
    if (status != NQ_END) return status;
  }
  return NQ_END;
}

/* ---- Text ---- */

/* A line that starts with a word, now in token.  NQ_END where there is nothing to report. */
static nq_status read_word(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  nq_answer answer;
  bool heading =
      nq_symbol_is_word(&state->token, "Answer") || nq_symbol_is_word(&state->token, "ANSWER");
  if (heading) {
    nq_input_skip_line(state->input);
    while (nq_input_skip_blanks(state->input), nq_input_peek(state->input) == '%')
      nq_input_skip_line(state->input);
    take(state);
    return take_answer(state, false, board, line, error);
  }
  if (nq_input_peek(state->input) == '(') return take_answer(state, false, board, line, error);
  bool known = nq_answer_by_word(state->token.text, &answer);
  nq_symbol word = state->token;
  nq_input_skip_line(state->input);
  state->token = word;
  return known ? take_verdict(state, answer, line, error) : NQ_END;
}

/* A line, with its first token taken.  NQ_END where there is nothing to report. */
static nq_status read_line(asp *state, nq_board *board, uint64_t *line, nq_error *error) {
  if (state->token.kind == NQ_SYMBOL_WORD) return read_word(state, board, line, error);
  if (nq_symbol_is(&state->token, '{')) {
    state->reader->state.depth = 1;
    state->reader->state.verdict = 0;
    return read_json(state, board, line, error);
  }
  if (state->token.kind == NQ_SYMBOL_LINE_END) return NQ_END;
  *line = state->token.line;
  nq_input_skip_line(state->input);
  return NQ_END;
}

nq_status nq_asp_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  asp state = {.reader = reader, .input = &reader->input};
  nq_status status = read_json(&state, board, line, error);
  while (status == NQ_END) {
    take(&state);
    if (state.token.kind == NQ_SYMBOL_END) break;
    status = read_line(&state, board, line, error);
  }
  return status;
}
