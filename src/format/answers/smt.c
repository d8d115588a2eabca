/* Answers of SMT solvers.
 *
 * MODEL.  A verdict, sat, unsat or unknown, and after sat any number of lists of values:
 *
 *     ((Q1 4) (Q2 #b0010) (Q3 #x8) ...)                    get-value; Qi: column i, its row, from 1
 *     ((q_1_1 false) (q_1_2 true) ...)                     Bools of the squares, column and row
 *     ((define-fun Q2 () Int 2) ...)                       get-model, in any order
 *     [Q_3 = 8, Q_1 = 4, ...]   [q_1_2 = True, ...]        z3's Python
 *     [4, 2, 8, ...]                                       a Python list of rows
 *
 * A ; (in Python a #) starts a comment up to the end of its line; |q_1_1| is the name q_1_1.
 *
 * All lists up to the next verdict are one board, as a solver may be asked for one value at a time;
 * in z3's Python each list is a board.  Other names are skipped, and so are z3's errors, (error
 * "...").  z3's Python writes `no solution` and `failed to solve` for unsat and unknown. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct smt {
  nq_input *input;
  bool python; /* the list is one of Python's */
  nq_squares squares;
  nq_symbol token; /* the current one */
} smt;

/* Skip blanks and comments; returns the next byte, -1 at the end. */
static int skip_comments(nq_input *input, int sign) {
  for (;;) {
    nq_input_skip_blanks(input);
    int byte = nq_input_peek(input);
    if (byte == sign)
      nq_input_skip_line(input);
    else if (byte == '\n')
      nq_input_take(input);
    else
      return byte;
  }
}

static void step(smt *state) {
  int byte = skip_comments(state->input, state->python ? '#' : ';');
  nq_symbol_take(state->input, &state->token);
  if (byte == '|' && !state->python) nq_symbol_take_string(state->input, '|', 0, &state->token);
}

static nq_status expect(smt *state, char sign, nq_error *error) {
  char what[] = "' '";
  what[1] = sign;
  return nq_symbol_is(&state->token, sign) ? NQ_OK
                                           : nq_answer_unexpected(&state->token, what, error);
}

/* From inside `depth` brackets to the last closing one. */
static nq_status skip_expression(smt *state, unsigned depth, nq_error *error) {
  while (depth > 0) {
    if (state->token.kind == NQ_SYMBOL_END || state->token.kind == NQ_SYMBOL_ODD)
      return nq_answer_unexpected(&state->token, "')'", error);
    if (nq_symbol_is(&state->token, '"'))
      nq_symbol_take_string(state->input, '"', 0, &state->token);
    if (nq_symbol_is(&state->token, '(')) depth++;
    if (nq_symbol_is(&state->token, ')')) depth--;
    if (depth > 0) step(state);
  }
  return NQ_OK;
}

/* ---- Values ---- */

/* The digits of #b0100, #x2b or bv12, 4 bits at most a digit; -1 when there are too many. */
static int64_t parse_digits(const char *digits, int base) {
  static const char known[] = "0123456789abcdef";
  int64_t value = 0;
  for (; *digits != '\0'; digits++) {
    int byte = *digits >= 'A' && *digits <= 'F' ? *digits - 'A' + 'a' : *digits;
    const char *digit = strchr(known, byte);
    if (digit == NULL || digit - known >= base || value >= INT64_C(1) << 50) return -1;
    value = base * value + (digit - known);
  }
  return value;
}

/* A word as a value; -1 where it is none.  Words longer than a token holds are numbers with too
 * many digits. */
static int64_t parse_word(const nq_symbol *token) {
  const char *text = token->text;
  if (token->kind == NQ_SYMBOL_NUMBER) return token->value;
  if (token->kind != NQ_SYMBOL_WORD) return -1;
  if (strcmp(text, "true") == 0 || strcmp(text, "True") == 0) return 1;
  if (strcmp(text, "false") == 0 || strcmp(text, "False") == 0) return 0;
  if (token->size >= sizeof token->text || token->size < 3) return -1;
  if (text[0] == '#' && text[1] == 'b') return parse_digits(text + 2, 2);
  if (text[0] == '#' && text[1] == 'x') return parse_digits(text + 2, 16);
  if (text[0] == 'b' && text[1] == 'v') return parse_digits(text + 2, 10);
  return -1;
}

static bool is_value(const nq_symbol *token) {
  return token->kind == NQ_SYMBOL_NUMBER ||
         (token->kind == NQ_SYMBOL_WORD && parse_word(token) >= 0);
}

/* A value, from its first token: a word, (- 3) or (_ bv12 8). */
static nq_status take_value(smt *state, int64_t *value, nq_error *error) {
  static const char what[] = "a row, a bit-vector, true or false";
  bool bracket = nq_symbol_is(&state->token, '('), minus = false;
  if (bracket) {
    step(state);
    minus = nq_symbol_is(&state->token, '-');
    if (!minus && !nq_symbol_is_word(&state->token, "_"))
      return nq_answer_unexpected(&state->token, what, error);
    step(state);
  }
  if (!is_value(&state->token)) return nq_answer_unexpected(&state->token, what, error);
  *value = minus ? -parse_word(&state->token) : parse_word(&state->token);
  return bracket ? skip_expression(state, 1, error) : NQ_OK;
}

static nq_status put_value(smt *state, unsigned count, const int64_t indices[2], int64_t value,
                           nq_error *error) {
  if (indices[0] < 1 || (count == 2 && indices[1] < 1))
    return nq_error_at(error, state->token.line,
                       "a name with the number 0: columns and rows are counted from 1 here");
  int64_t column = indices[0] - 1;
  if (count == 2) return nq_squares_value(&state->squares, column, indices[1] - 1, value, error);
  state->squares.by_column = true;
  return nq_squares_put(&state->squares, column, value - 1, error);
}

/* ---- Lists of SMT-LIB ---- */

/* After define-fun, from the name on: name, (), a sort, a value. */
static nq_status take_definition(smt *state, nq_error *error) {
  int64_t indices[2], value = 0;
  unsigned count = nq_symbol_indices(&state->token, indices);
  if (count == 0) return skip_expression(state, 1, error);
  step(state);
  nq_status status = expect(state, '(', error);
  if (status != NQ_OK) return status;
  step(state);
  if (!nq_symbol_is(&state->token, ')')) return skip_expression(state, 2, error);
  step(state);
  if (nq_symbol_is(&state->token, '(')) {
    step(state);
    status = skip_expression(state, 1, error);
    if (status != NQ_OK) return status;
  }
  step(state);
  status = take_value(state, &value, error);
  if (status == NQ_OK) status = put_value(state, count, indices, value, error);
  step(state);
  return status == NQ_OK ? expect(state, ')', error) : status;
}

/* At the bracket of an entry, (name value) or (define-fun ...); up to its closing bracket. */
static nq_status take_entry(smt *state, nq_error *error) {
  step(state);
  bool definition = nq_symbol_is_word(&state->token, "define-fun");
  if (definition) step(state);
  if (definition) return take_definition(state, error);
  int64_t indices[2], value = 0;
  unsigned count = nq_symbol_indices(&state->token, indices);
  if (count == 0) return skip_expression(state, 1, error);
  step(state);
  nq_status status = take_value(state, &value, error);
  if (status == NQ_OK) status = put_value(state, count, indices, value, error);
  step(state);
  return status == NQ_OK ? expect(state, ')', error) : status;
}

/* From an opening bracket to the closing one. */
static nq_status take_list(smt *state, nq_error *error) {
  step(state);
  if (nq_symbol_is_word(&state->token, "error")) return skip_expression(state, 1, error);
  if (nq_symbol_is_word(&state->token, "model")) step(state);
  while (!nq_symbol_is(&state->token, ')')) {
    nq_status status = expect(state, '(', error);
    if (status == NQ_OK) status = take_entry(state, error);
    if (status != NQ_OK) return status;
    step(state);
  }
  return NQ_OK;
}

/* ---- Lists of Python ---- */

/* An item, from its first token: name = value, or the row of the next column. */
static nq_status take_python_item(smt *state, int64_t column, nq_error *error) {
  state->squares.by_column = state->squares.by_column || state->token.kind == NQ_SYMBOL_NUMBER;
  if (state->token.kind == NQ_SYMBOL_NUMBER)
    return nq_squares_put(&state->squares, column, state->token.value - 1, error);
  if (state->token.kind != NQ_SYMBOL_WORD)
    return nq_answer_unexpected(&state->token, "a name or a row", error);
  int64_t indices[2];
  unsigned count = nq_symbol_indices(&state->token, indices);
  step(state);
  nq_status status = expect(state, '=', error);
  step(state);
  if (status != NQ_OK || count == 0) return status;
  if (!is_value(&state->token))
    return nq_answer_unexpected(&state->token, "a row, True or False", error);
  return put_value(state, count, indices, parse_word(&state->token), error);
}

/* From an opening bracket to the closing one. */
static nq_status take_python(smt *state, nq_error *error) {
  nq_status status = NQ_OK;
  step(state);
  for (int64_t column = 0; !nq_symbol_is(&state->token, ']'); column++) {
    status = take_python_item(state, column, error);
    if (status != NQ_OK) return status;
    step(state);
    if (!nq_symbol_is(&state->token, ',')) break;
    step(state);
  }
  return expect(state, ']', error);
}

/* ---- Answers ---- */

/* After an error, skip to a line where an answer may start. */
static void skip_to_answer(nq_input *input) {
  int byte;
  do {
    nq_input_skip_line(input);
    byte = nq_input_peek(input);
  } while (byte >= 0 && byte != 's' && byte != 'u' && byte != '[');
}

/* All lists up to a verdict, or one list of Python's. */
static nq_status take_lists(smt *state, nq_reader *reader, nq_board *board, uint64_t *line,
                            nq_error *error) {
  nq_status status = NQ_OK;
  bool python = nq_input_peek(state->input) == '[';
  state->python = python;
  nq_squares_begin(&state->squares, reader);
  *line = state->input->line;
  do {
    step(state);
    uint64_t first = state->token.line, named = state->squares.named;
    status = python ? take_python(state, error) : take_list(state, error);
    if (named == 0 && state->squares.named > 0) *line = first;
  } while (status == NQ_OK && !python && skip_comments(state->input, ';') == '(');
  bool none = !python && reader->state.none > 0, found = state->squares.named > 0;
  if (status == NQ_OK && found && !none)
    return nq_squares_finish(&state->squares, reader, board, *line, error);
  nq_squares_release(&state->squares);
  if (status != NQ_OK) skip_to_answer(state->input);
  if (status == NQ_OK && found) return nq_answer_contradicts(*line, reader->state.none, error);
  return status == NQ_OK ? NQ_END : status;
}

/* The verdict `no solution`, `failed to solve` or one in a solver's word; false for others. */
static bool judge_words(smt *state, nq_answer *answer) {
  static const struct {
    const char *first, *second;
    nq_answer answer;
  } table[] = {{"no", "solution", NQ_ANSWER_UNSATISFIABLE}, {"failed", "to", NQ_ANSWER_UNKNOWN}};
  if (state->token.kind != NQ_SYMBOL_WORD) return false;
  if (nq_answer_by_word(state->token.text, answer)) return true;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (!nq_symbol_is_word(&state->token, table[i].first)) continue;
    nq_symbol_take(state->input, &state->token);
    *answer = table[i].answer;
    return nq_symbol_is_word(&state->token, table[i].second);
  }
  return false;
}

static const char missing[] = "sat, but no values of Q1 .. Qn or q_1_1 .. q_n_n follow (get-value)";

/* A line with a verdict; NQ_OK after sat. */
static nq_status take_verdict(smt *state, nq_reader *reader, uint64_t *line, nq_error *error) {
  if (reader->state.verdict > 0) return nq_answer_missing(reader, missing, error);
  nq_symbol_take(state->input, &state->token);
  nq_symbol first = state->token;
  nq_answer answer;
  *line = first.line;
  bool known = judge_words(state, &answer);
  if (!known) {
    nq_answer_unexpected(&first, "sat, unsat, unknown or a list of values", error);
    if (first.kind != NQ_SYMBOL_LINE_END) skip_to_answer(state->input);
    return NQ_BAD_FORMAT;
  }
  nq_input_skip_line(state->input);
  reader->state.none = answer == NQ_ANSWER_UNSATISFIABLE ? first.line : 0;
  if (answer != NQ_ANSWER_BOARD) return nq_answer_verdict(reader, answer, first.line, error);
  reader->state.verdict = first.line;
  return NQ_OK;
}

nq_status nq_smt_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  smt state = {.input = &reader->input};
  for (;;) {
    int byte = skip_comments(state.input, reader->entry->format == NQ_FORMAT_Z3PY ? '#' : ';');
    if (byte < 0 && reader->state.verdict == 0) return NQ_END;
    if (byte < 0) return nq_answer_missing(reader, missing, error);
    nq_status status;
    if (byte == '(' || byte == '[') {
      status = take_lists(&state, reader, board, line, error);
      if (status == NQ_END) continue;
      reader->state.verdict = 0;
    } else {
      status = take_verdict(&state, reader, line, error);
      if (status == NQ_OK) continue;
    }
    return status;
  }
}
