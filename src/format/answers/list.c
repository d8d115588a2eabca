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
 * The name of a list decides whether it is the board (nq_pick).  MiniZinc's solutions end at their
 * mark or with their JSON object; OPL and Essence have no marks: there the next solution starts
 * where the board's name is repeated.  Assignments that are not lists of numbers are skipped, and
 * so are strings and comments: % and slash-star in MiniZinc, // and slash-star in OPL, $ in
 * Essence. */
#include "format/answers/answers.h"
#include "format/answers/pick.h"
#include "format/answers/verdict.h"
#include "format/json_input.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct list {
  nq_reader *reader;
  nq_input *input;
  nq_format format;
  nq_pick pick;
  nq_symbol token;
  nq_symbol name; /* the word before the token; another kind: none */
  bool letting;   /* `letting` precedes the name */
} list;

/* ---- Tokens ---- */

/* Inside a comment: skip to its end, star and slash; the token becomes a line end. */
static void skip_block(list *state) {
  int last = 0, byte;
  for (; (byte = nq_input_take(state->input)) >= 0; last = byte)
    if (last == '*' && byte == '/') break;
  state->token.kind = byte < 0 ? NQ_SYMBOL_END : NQ_SYMBOL_LINE_END;
}

/* Where the token starts a comment or a string, take all of it; the token becomes a line end or a
 * quote. */
static void skip_text(list *state) {
  nq_format format = state->format;
  nq_symbol *token = &state->token;
  bool slash = nq_symbol_is(token, '/'), line = false;
  int next = slash ? nq_input_peek(state->input) : 0;
  if (format == NQ_FORMAT_MINIZINC) line = nq_symbol_is(token, '%');
  if (format == NQ_FORMAT_ESSENCE) line = nq_symbol_is(token, '$');
  if (format == NQ_FORMAT_OPL) line = next == '/';
  if (line) {
    nq_input_skip_line(state->input);
    token->kind = NQ_SYMBOL_LINE_END;
  } else if (next == '*' && format != NQ_FORMAT_ESSENCE) {
    nq_input_take(state->input);
    skip_block(state);
  } else if (nq_symbol_is(token, '"')) {
    uint64_t start = token->line;
    nq_symbol_take_string(state->input, '"', '\\', token);
    bool whole = token->kind == NQ_SYMBOL_WORD && state->input->line == start;
    *token =
        (nq_symbol){.kind = whole ? NQ_SYMBOL_SIGN : NQ_SYMBOL_ODD, .byte = '"', .line = start};
  }
}

static void take(list *state) {
  nq_symbol_take(state->input, &state->token);
  skip_text(state);
}

/* The next token after line ends. */
static void step(list *state) {
  do take(state);
  while (state->token.kind == NQ_SYMBOL_LINE_END);
}

static bool ends_statement(const nq_symbol *token) {
  return token->kind == NQ_SYMBOL_END || token->kind == NQ_SYMBOL_LINE_END ||
         token->kind == NQ_SYMBOL_ODD || nq_symbol_is(token, ';');
}

/* ---- Rows ---- */

/* The type of Essence's indices: after a list's semicolon, up to the closing bracket. */
static nq_status take_type(list *state, nq_error *error) {
  step(state);
  if (!nq_symbol_is_word(&state->token, "int"))
    return nq_answer_unexpected(&state->token, "int", error);
  do step(state);
  while (state->token.kind == NQ_SYMBOL_WORD || state->token.kind == NQ_SYMBOL_NUMBER ||
         nq_symbol_is(&state->token, '(') || nq_symbol_is(&state->token, ')'));
  if (nq_symbol_is(&state->token, ']')) return NQ_OK;
  return nq_answer_unexpected(&state->token, "']'", error);
}

/* After the opening bracket, up to and including the closing one.  A comma may follow the last
 * row. */
static nq_status take_rows(list *state, nq_squares *squares, nq_error *error) {
  nq_status status = NQ_OK;
  bool blanks = state->format == NQ_FORMAT_OPL, ready = true;
  for (int64_t column = 0; status == NQ_OK;) {
    step(state);
    if (nq_symbol_is(&state->token, ']')) return NQ_OK;
    if (nq_symbol_is(&state->token, ',') && !ready) {
      ready = true;
      continue;
    }
    if (nq_symbol_is(&state->token, ';') && state->format == NQ_FORMAT_ESSENCE)
      return take_type(state, error);
    ready = ready || blanks;
    if (state->token.kind != NQ_SYMBOL_NUMBER || !ready)
      return nq_answer_unexpected(&state->token, ready ? "a row or ']'" : "',' or ']'", error);
    status = nq_squares_put(squares, column++, state->token.value - 1, error);
    ready = false;
  }
  return status;
}

/* Up to the end of the statement, from inside `depth` brackets. */
static nq_status skip_value(list *state, unsigned depth, nq_error *error) {
  uint64_t line = state->token.line;
  for (;; take(state)) {
    int sign = state->token.kind == NQ_SYMBOL_SIGN ? state->token.byte : 0;
    if (sign == '[' || sign == '(' || sign == '{') depth++;
    if ((sign == ']' || sign == ')' || sign == '}') && depth > 0) depth--;
    if (state->token.kind == NQ_SYMBOL_ODD)
      return nq_answer_unexpected(&state->token, "a list", error);
    if (state->token.kind == NQ_SYMBOL_END && depth > 0) return nq_answer_cut(line, "']'", error);
    if (depth == 0 && ends_statement(&state->token)) return NQ_OK;
  }
}

/* After the closing bracket of the list: the end of the statement, after the closing ) of array1d,
 * if any.  Prolog's ends in a full stop. */
static nq_status take_end(list *state, bool array, nq_error *error) {
  if (array) step(state);
  if (array && !nq_symbol_is(&state->token, ')'))
    return nq_answer_unexpected(&state->token, "')'", error);
  take(state);
  if (nq_symbol_is(&state->token, '.')) take(state);
  if (ends_statement(&state->token) && state->token.kind != NQ_SYMBOL_ODD) return NQ_OK;
  return nq_answer_unexpected(&state->token, "';' or the end of the line", error);
}

/* At the opening bracket.  A list of anything but rows is skipped, or refused if it has the board's
 * name, or that of the list that is kept; so is a list of rows with more after it. */
static nq_status take_list(list *state, bool array, nq_error *error) {
  uint64_t line = state->token.line;
  const char *name = state->name.text;
  nq_error odd = {0};
  nq_squares squares;
  nq_squares_begin(&squares, state->reader);
  nq_status status = take_rows(state, &squares, &odd);
  unsigned depth = status == NQ_OK ? 0 : 1;
  bool again = state->pick.rank > NQ_RANK_OTHER && strcmp(state->pick.name, name) == 0;
  if (status == NQ_OK) status = take_end(state, array, &odd);
  if (status == NQ_OK && squares.named == 0)
    status = nq_error_at(&odd, line, "the list is empty: a board has at least one column");
  if (status == NQ_OK) return nq_pick_offer(&state->pick, name, &squares, line, error);
  bool rows = depth == 0 && squares.named > 0;
  nq_squares_release(&squares);
  if (status == NQ_BAD_FORMAT && !again && !rows &&
      nq_pick_rank(&state->pick, name) <= NQ_RANK_ANY) {
    if (state->pick.odd.status == NQ_OK) state->pick.odd = odd;
    return skip_value(state, depth, error);
  }
  if (error != NULL) *error = odd;
  return status;
}

/* After the name's =, : or `be`. */
static nq_status take_value(list *state, nq_error *error) {
  step(state);
  bool array = nq_symbol_is_word(&state->token, "array1d");
  while (array && !nq_symbol_is(&state->token, '[') && !nq_symbol_is(&state->token, ';') &&
         state->token.kind != NQ_SYMBOL_END && state->token.kind != NQ_SYMBOL_ODD)
    step(state);
  if (nq_symbol_is(&state->token, '[')) return take_list(state, array, error);
  if (array || state->token.kind == NQ_SYMBOL_END)
    return nq_answer_unexpected(&state->token, "a list", error);
  return skip_value(state, 0, error);
}

/* ---- JSON ---- */

static nq_status offer_array(list *state, const char *key, const json_t *array, uint64_t line,
                             nq_error *error) {
  nq_squares squares;
  nq_squares_begin(&squares, state->reader);
  nq_status status = NQ_OK;
  bool rows = json_array_size(array) > 0;
  for (size_t i = 0; i < json_array_size(array) && rows && status == NQ_OK; i++) {
    const json_t *item = json_array_get(array, i);
    int64_t row = json_integer_value(item);
    rows = json_is_integer(item);
    if (rows) status = nq_squares_put(&squares, (int64_t)i, row > INT64_MIN ? row - 1 : row, error);
  }
  if (rows && status == NQ_OK) return nq_pick_offer(&state->pick, key, &squares, line, error);
  nq_squares_release(&squares);
  if (status != NQ_OK || nq_pick_rank(&state->pick, key) <= NQ_RANK_ANY) return status;
  return nq_error_at(error, line, "\"%s\" is not an array of rows", key);
}

/* The arrays of the object, and of those that --json-stream wraps around the solution. */
static nq_status offer_object(list *state, json_t *object, uint64_t line, nq_error *error) {
  const char *key;
  json_t *value;
  nq_status status = NQ_OK;
  json_object_foreach(object, key, value) {
    bool wrapper = strcmp(key, "output") == 0 || strcmp(key, "json") == 0;
    if (json_is_array(value))
      status = offer_array(state, key, value, line, error);
    else if (json_is_object(value) && wrapper)
      status = offer_object(state, value, line, error);
    if (status != NQ_OK) break;
  }
  return status;
}

/* At the opening brace of an object, a solution. */
static nq_status take_object(list *state, nq_board *board, uint64_t *line, nq_error *error) {
  *line = state->input->line;
  json_t *object = nq_json_load(state->input, error);
  if (object == NULL) return error->status;
  nq_status status = offer_object(state, object, *line, error);
  json_decref(object);
  return status == NQ_OK ? nq_pick_finish(&state->pick, board, line, error) : status;
}

/* ---- Verdicts and marks ---- */

/* At the first of many equal signs, up to the end of the line.  NQ_OK where there is no verdict. */
static nq_status take_rule(list *state, uint64_t *line, nq_error *error) {
  static const struct {
    const char *word;
    nq_answer answer;
  } table[] = {{"UNSATISFIABLE", NQ_ANSWER_UNSATISFIABLE},
               {"UNKNOWN", NQ_ANSWER_UNKNOWN},
               {"UNSATorUNBOUNDED", NQ_ANSWER_UNKNOWN},
               {"UNBOUNDED", NQ_ANSWER_UNKNOWN}};
  *line = state->token.line;
  while (nq_symbol_is(&state->token, '=')) nq_symbol_take(state->input, &state->token);
  nq_symbol word = state->token;
  if (word.kind == NQ_SYMBOL_LINE_END || word.kind == NQ_SYMBOL_END) return NQ_OK;
  nq_input_skip_line(state->input);
  state->token.kind = NQ_SYMBOL_LINE_END;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (nq_symbol_is_word(&word, table[i].word))
      return nq_answer_verdict(state->reader, table[i].answer, *line, error);
  return nq_answer_unexpected(&word, "UNSATISFIABLE or UNKNOWN", error);
}

/* A line of OPL in angle brackets. */
static nq_status take_brackets(list *state, uint64_t *line, nq_error *error) {
  *line = state->token.line;
  while (nq_symbol_is(&state->token, '<')) nq_symbol_take(state->input, &state->token);
  bool no = nq_symbol_is_word(&state->token, "no");
  if (state->token.kind != NQ_SYMBOL_LINE_END) nq_input_skip_line(state->input);
  return no ? nq_answer_verdict(state->reader, NQ_ANSWER_UNSATISFIABLE, *line, error) : NQ_OK;
}

/* At the start of a line with a mark, or at the end. */
static bool at_mark(nq_input *input) {
  nq_input_skip_blanks(input);
  return nq_input_peek(input) < 0 || nq_input_at(input, "----------") ||
         nq_input_at(input, "=====");
}

/* At the start of a line.  NQ_END at a statement; NQ_OK after a line with nothing to report. */
static nq_status take_line(list *state, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = state->input;
  bool opl = state->format == NQ_FORMAT_OPL, minizinc = state->format == NQ_FORMAT_MINIZINC;
  if (at_mark(input) && nq_pick_is_open(&state->pick))
    return nq_pick_finish(&state->pick, board, line, error);
  int byte = nq_input_peek(input);
  if (byte == '{' && minizinc) return take_object(state, board, line, error);
  if (nq_input_at(input, "----------")) {
    nq_input_skip_line(input);
    return NQ_OK;
  }
  bool rule = nq_input_at(input, "=====");
  if (!rule && (byte != '<' || !opl)) return NQ_END;
  nq_symbol_take(input, &state->token);
  return rule ? take_rule(state, line, error) : take_brackets(state, line, error);
}

/* ---- Solutions ---- */

/* After an error, skip to a line where an answer may start. */
static void skip_to_answer(const list *state) {
  nq_input *input = state->input;
  if (state->token.kind != NQ_SYMBOL_LINE_END) nq_input_skip_line(input);
  while (nq_input_peek(input) >= 0 && nq_input_peek(input) != '-' && nq_input_peek(input) != '=')
    nq_input_skip_line(input);
}

/* Whether the token assigns a value to the name before it. */
static bool is_assignment(const list *state) {
  bool essence = state->format == NQ_FORMAT_ESSENCE;
  if (state->name.kind != NQ_SYMBOL_WORD || (essence && !state->letting)) return false;
  if (nq_symbol_is(&state->token, '=')) return true;
  if (essence) return nq_symbol_is_word(&state->token, "be");
  if (!nq_symbol_is(&state->token, ':')) return false;
  nq_input_skip_blanks(state->input);
  return nq_input_peek(state->input) == '[' || nq_input_at(state->input, "array1d(");
}

/* Whether the next value belongs to the next solution; it is then left to the next call.  Of a
 * format that was only recognised, it is not certain that it has marks: Prolog's has none. */
static bool starts_solution(list *state) {
  const nq_pick *pick = &state->pick;
  bool marks = state->format == NQ_FORMAT_MINIZINC && !state->reader->recognised;
  if (marks || !is_assignment(state) || pick->rank == NQ_RANK_OTHER) return false;
  if (strcmp(pick->name, state->name.text) != 0) return false;
  memcpy(state->reader->state.name, state->name.text, sizeof state->name.text);
  return true;
}

static nq_status take_part(list *state, nq_error *error) {
  if (is_assignment(state)) {
    nq_status status = take_value(state, error);
    state->name.kind = NQ_SYMBOL_SIGN;
    return status;
  }
  if (state->token.kind == NQ_SYMBOL_ODD)
    return nq_answer_unexpected(&state->token, "a list of rows", error);
  state->letting = nq_symbol_is_word(&state->name, "letting");
  state->name = state->token;
  return NQ_OK;
}

/* Read the value of the name that the last call kept. */
static nq_status resume(list *state, nq_error *error) {
  state->name = (nq_symbol){.kind = NQ_SYMBOL_WORD};
  memcpy(state->name.text, state->reader->state.name, sizeof state->name.text);
  state->reader->state.name[0] = '\0';
  return take_value(state, error);
}

static nq_status read_solution(list *state, nq_board *board, uint64_t *line, nq_error *error) {
  nq_status status = NQ_OK;
  bool start = true;
  if (state->reader->state.name[0] != '\0') status = resume(state, error);
  while (status == NQ_OK) {
    while (start) {
      status = take_line(state, board, line, error);
      if (status == NQ_END) break;
      if (status != NQ_OK || board->rows != NULL) return status;
    }
    take(state);
    start = state->token.kind == NQ_SYMBOL_LINE_END;
    if (state->token.kind == NQ_SYMBOL_END || starts_solution(state))
      return nq_pick_finish(&state->pick, board, line, error);
    status = take_part(state, error);
    start = start || state->token.kind == NQ_SYMBOL_LINE_END;
  }
  if (status == NQ_BAD_FORMAT) skip_to_answer(state);
  return status;
}

nq_status nq_list_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  list state = {.reader = reader, .input = &reader->input, .format = reader->entry->format};
  nq_pick_begin(&state.pick, reader, state.format == NQ_FORMAT_OPL ? "x" : "queens");
  nq_status status = read_solution(&state, board, line, error);
  nq_pick_release(&state.pick);
  return status;
}
