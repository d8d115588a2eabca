/* Answers that are lists of rows: MiniZinc and FlatZinc, CPLEX OPL, Essence.
 *
 * MODEL.  A name and the rows, from 1, of the columns in their order:
 *
 *     queens = [5, 2, 4, 7, 3, 8, 6, 1];                        MiniZinc
 *     queens = array1d(1..8, [5, 2, 4, 7, 3, 8, 6, 1]);         FlatZinc
 *     {"queens" : [5, 2, 4, 7, 3, 8, 6, 1]}                     MiniZinc's JSON
 *     x = [5 8 4 1 3 6 2 7];                                    OPL
 *     letting queens be [5, 2, 4, 7, 3, 8, 6, 1; int(1..8)]     Essence
 *     ----------                                                the end of a solution
 *     ==========   =====UNSATISFIABLE=====   =====UNKNOWN=====  MiniZinc's verdicts
 *     <<< no solution                                           OPL's
 *
 * The first list of a solution is the board, and lists of other names in it are passed over; the
 * same name again is the next board.  Assignments that are no lists are passed over, and comments:
 * lines that start with %, // or $. */
#include "format/answer.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct list {
  nq_reader *reader;
  nq_input *input;
  nq_symbol token;
  char name[NQ_SYMBOL_TEXT]; /* of the assignment at hand */
} list;

static void step(list *state) {
  nq_symbol_take_any(state->input, &state->token);
}

/* ---- Rows ---- */

/* Behind the opening bracket, up to and with the closing one.  Behind a semicolon is the type of
 * Essence's indices. */
static nq_status take_rows(list *state, nq_squares *squares, nq_error *error) {
  nq_status status = NQ_OK;
  for (int64_t column = 0; status == NQ_OK;) {
    step(state);
    while (nq_symbol_is(&state->token, ';')) {
      do step(state);
      while (state->token.kind == NQ_SYMBOL_WORD || state->token.kind == NQ_SYMBOL_NUMBER ||
             nq_symbol_is(&state->token, '(') || nq_symbol_is(&state->token, ')'));
    }
    if (nq_symbol_is(&state->token, ']')) return NQ_OK;
    if (nq_symbol_is(&state->token, ',')) continue;
    if (state->token.kind != NQ_SYMBOL_NUMBER)
      return nq_answer_unexpected(&state->token, "a row or ']'", error);
    status = nq_squares_put(squares, column++, state->token.value - 1, error);
  }
  return status;
}

/* The list is the board: it is the first one of the solution, or has the name of the first. */
static bool is_board(list *state) {
  char *name = state->reader->state.name;
  if (name[0] == '\0') memcpy(name, state->name, sizeof state->name);
  return strcmp(name, state->name) == 0;
}

/* What does not belong to rows: up to the end of the list. */
static nq_status skip_list(list *state, nq_error *error) {
  uint64_t line = state->token.line;
  for (unsigned depth = 1; depth > 0;) {
    step(state);
    if (nq_symbol_is(&state->token, '[')) depth++;
    if (nq_symbol_is(&state->token, ']')) depth--;
    if (state->token.kind == NQ_SYMBOL_END) return nq_answer_cut(line, "']'", error);
    if (state->token.kind == NQ_SYMBOL_ODD)
      return nq_answer_unexpected(&state->token, "a list", error);
  }
  return NQ_OK;
}

/* Behind what is wrong: to a line on which an answer may start. */
static void skip_to_answer(nq_input *input) {
  do nq_input_skip_line(input);
  while (nq_input_peek(input) >= 0 && nq_input_peek(input) != '-' && nq_input_peek(input) != '=');
}

/* At the opening bracket.  NQ_END: the list was passed over. */
static nq_status take_list(list *state, nq_board *board, uint64_t *line, nq_error *error) {
  if (!is_board(state)) {
    nq_status status = skip_list(state, error);
    return status == NQ_OK ? NQ_END : status;
  }
  nq_squares squares;
  nq_squares_begin(&squares, state->reader);
  *line = state->token.line;
  nq_status status = take_rows(state, &squares, error);
  if (status == NQ_OK && squares.named == 0)
    status = nq_error_at(error, *line, "the list is empty: a board has at least one column");
  if (status == NQ_OK) return nq_squares_finish(&squares, state->reader, board, *line, error);
  nq_squares_release(&squares);
  return status;
}

/* Behind the name's = or :, or `be`.  NQ_END: no board. */
static nq_status take_assignment(list *state, nq_board *board, uint64_t *line, nq_error *error) {
  step(state);
  bool array = nq_symbol_is_word(&state->token, "array1d");
  while (array && state->token.kind != NQ_SYMBOL_END && !nq_symbol_is(&state->token, '['))
    step(state);
  if (nq_symbol_is(&state->token, '[')) return take_list(state, board, line, error);
  if (state->token.kind == NQ_SYMBOL_END || state->token.kind == NQ_SYMBOL_ODD)
    return nq_answer_unexpected(&state->token, "a list", error);
  return NQ_END;
}

/* ---- Verdicts and marks ---- */

/* At the first of many equal signs, up to the end of its line.  NQ_END: no verdict. */
static nq_status take_rule(list *state, uint64_t *line, nq_error *error) {
  static const struct {
    const char *word;
    nq_answer answer;
  } table[] = {{"UNSATISFIABLE", NQ_ANSWER_UNSATISFIABLE},
               {"UNKNOWN", NQ_ANSWER_UNKNOWN},
               {"UNSATorUNBOUNDED", NQ_ANSWER_UNKNOWN},
               {"UNBOUNDED", NQ_ANSWER_UNKNOWN}};
  *line = state->token.line;
  state->reader->state.name[0] = '\0';
  while (nq_symbol_is(&state->token, '=')) nq_symbol_take(state->input, &state->token);
  nq_symbol word = state->token;
  if (word.kind == NQ_SYMBOL_LINE_END || word.kind == NQ_SYMBOL_END) return NQ_END;
  nq_input_skip_line(state->input);
  state->token.kind = NQ_SYMBOL_LINE_END;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (nq_symbol_is_word(&word, table[i].word))
      return nq_answer_say(state->reader, table[i].answer, *line, error);
  return nq_answer_unexpected(&word, "UNSATISFIABLE or UNKNOWN", error);
}

/* A line of OPL in angle brackets. */
static nq_status take_brackets(list *state, uint64_t *line, nq_error *error) {
  *line = state->token.line;
  while (nq_symbol_is(&state->token, '<')) nq_symbol_take(state->input, &state->token);
  bool no = nq_symbol_is_word(&state->token, "no");
  if (state->token.kind != NQ_SYMBOL_LINE_END) nq_input_skip_line(state->input);
  return no ? nq_answer_say(state->reader, NQ_ANSWER_UNSATISFIABLE, *line, error) : NQ_END;
}

/* At a sign outside of lists. */
static nq_status take_sign(list *state, uint64_t *line, nq_error *error) {
  switch (state->token.byte) {
  case '=':
    return take_rule(state, line, error);
  case '<':
    return take_brackets(state, line, error);
  case '-':
    state->reader->state.name[0] = '\0';
    nq_input_skip_line(state->input);
    return NQ_END;
  case '%':
  case '/':
    return nq_input_skip_line(state->input)
               ? NQ_END
               : nq_error_at(error, state->token.line, "a NUL byte: this is no text");
  case '"':
    nq_symbol_take_string(state->input, '"', '\\', &state->token);
    memcpy(state->name, state->token.text, sizeof state->name);
    return NQ_END;
  default:
    return NQ_END; /* the signs between */
  }
}

/* At a token outside of lists; NQ_END: nothing to tell yet. */
static nq_status take_part(list *state, nq_board *board, uint64_t *line, nq_error *error) {
  bool assigns = nq_symbol_is(&state->token, '=') || nq_symbol_is(&state->token, ':') ||
                 nq_symbol_is_word(&state->token, "be");
  if (assigns && state->name[0] != '\0') {
    nq_status status = take_assignment(state, board, line, error);
    state->name[0] = '\0';
    return status;
  }
  if (state->token.kind == NQ_SYMBOL_ODD)
    return nq_answer_unexpected(&state->token, "a list of rows", error);
  if (state->token.kind == NQ_SYMBOL_WORD)
    memcpy(state->name, state->token.text, sizeof state->name);
  else if (state->token.kind == NQ_SYMBOL_SIGN)
    return take_sign(state, line, error);
  return NQ_END;
}

nq_status nq_list_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  list state = {.reader = reader, .input = &reader->input};
  for (;;) {
    nq_symbol_take(state.input, &state.token);
    if (state.token.kind == NQ_SYMBOL_END) return NQ_END;
    nq_status status = take_part(&state, board, line, error);
    if (status == NQ_END) continue;
    if (status == NQ_BAD_FORMAT && state.token.kind != NQ_SYMBOL_LINE_END)
      skip_to_answer(state.input);
    return status;
  }
}
