/* Answers to XCSP3.
 *
 * MODEL.  One element, whose lines may start with v:
 *
 *     <instantiation id="s1" type="solution">
 *       <list> q[] </list>                          or the names: q[0] q[1] ...
 *       <values> 1 3 0 2 </values>                  of the list's variables, in its order;
 *     </instantiation>                              2x5 is 5 times 2, * is any value
 *
 * The values are the rows, from 0, of the columns that the list names.  With q[], or without a
 * list, they are the rows of the columns in their order; with n given, values after the first n
 * belong to the arrays listed after q[], or are a wrong answer.  If the list has several arrays, one
 * is the board (nq_pick); the values of other variables are skipped.  Comments are <!-- ... -->, and lines that start with c where the others
 * start with v. */
#include "format/answers/answers.h"
#include "format/answers/pick.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define ARRAYS 16 /* in a list */

/* A short text must not make the reader allocate much memory. */
#define TIMES_MAX 1000

typedef struct element {
  nq_reader *reader;
  nq_input *input;
  nq_squares squares;
  bool marked; /* lines start with v */
  bool listed, valued;
  uint64_t line;         /* of the last word */
  uint64_t names, place; /* number of names in the list; number of values so far */
  nq_rows list;          /* for each name its array, from 1 (0: none), and its column */
  char arrays[ARRAYS][NQ_SYMBOL_TEXT];
  unsigned known;         /* arrays */
  uint64_t whole[ARRAYS]; /* 1 + the place of the name q[], or 0 */
  unsigned board;         /* the array that is the board; 0: columns in their order */
} element;

/* ---- Bytes and tags ---- */

/* The next byte, without the v at the start of a line; -1 at the end, and at a line without v. */
static int take_plain(element *state) {
  nq_input *input = state->input;
  int byte = nq_input_take(input);
  if (byte != '\n') return byte;
  nq_input_skip_blanks(input);
  while (state->marked && (nq_input_peek(input) == 'c' || nq_input_peek(input) == '\n')) {
    nq_input_skip_line(input);
    nq_input_skip_blanks(input);
  }
  if (nq_input_peek(input) != 'v') return state->marked ? -1 : byte;
  nq_input_take(input);
  state->marked = true;
  return byte;
}

/* The next byte; a comment is a blank. */
static int take_byte(element *state) {
  int byte = take_plain(state);
  if (byte != '<' || !nq_input_at(state->input, "!--")) return byte;
  for (unsigned i = 0; i < 3; i++) take_plain(state);
  for (unsigned dashes = 0; (byte = take_plain(state)) >= 0;) {
    if (byte == '>' && dashes >= 2) return ' ';
    dashes = byte == '-' ? dashes + 1 : 0;
  }
  return byte;
}

/* Take the tag up to and including its closing bracket; `name` becomes its first letters, with the
 * /. */
static bool take_tag(element *state, char name[16]) {
  size_t size = 0;
  bool named = false;
  int byte, quote = 0;
  while ((byte = take_byte(state)) > 0) {
    if (quote == 0 && byte == '>') break;
    named = named || byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    if (quote != 0)
      quote = byte == quote ? 0 : quote;
    else if (byte == '"' || byte == '\'')
      quote = byte;
    if (!named && size < 15) name[size++] = (char)byte;
  }
  name[size] = '\0';
  return byte > 0;
}

/* Skip up to and including the opening bracket of a tag. */
static bool skip_to_tag(element *state) {
  int byte;
  do byte = take_byte(state);
  while (byte > 0 && byte != '<');
  return byte > 0;
}

/* Take the next word of the element's text; returns its length, of which `text` holds at most
 * `room` - 1 bytes.  *byte is the byte after it: white space, the bracket of the next tag, or the
 * end. */
static size_t take_word(element *state, char *text, size_t room, int *byte) {
  size_t size = 0;
  for (;;) {
    *byte = take_byte(state);
    bool blank = *byte == '\n' || *byte == ' ' || *byte == '\t' || *byte == '\r';
    if (blank && size == 0) continue;
    if (blank || *byte == '<' || *byte <= 0) break;
    state->line = state->input->line;
    if (size + 1 < room) text[size] = (char)*byte;
    size++;
  }
  text[size < room ? size : room - 1] = '\0';
  return size;
}

/* ---- The list ---- */

/* The number of the array with this name, from 1; 0 where there are too many. */
static unsigned find_array(element *state, const char *name, size_t length) {
  for (unsigned i = 0; i < state->known; i++)
    if (strncmp(state->arrays[i], name, length) == 0 && state->arrays[i][length] == '\0')
      return i + 1;
  if (state->known == ARRAYS) return 0;
  memcpy(state->arrays[state->known], name, length);
  return ++state->known;
}

/* Add q[12] or q[]; any other name is a variable that is not a column. */
static nq_status add_name(element *state, const char *text, size_t size, nq_error *error) {
  uint64_t column = 0;
  size_t length = strcspn(text, "[");
  const char *at = text + length, *digits = at + (*at == '[');
  for (at = digits; *at >= '0' && *at <= '9'; at++)
    if (column < NQ_N_MAX) column = 10 * column + (uint64_t)(*at - '0');
  bool array =
      size < NQ_SYMBOL_TEXT && length > 0 && digits > text + length && strcmp(at, "]") == 0;
  if (array && column >= NQ_N_MAX)
    return nq_error_at(error, state->input->line, "the column in '%.40s' is over %" PRIu32, text,
                       NQ_N_MAX - 1);
  unsigned found = array ? find_array(state, text, length) : 0;
  if (array && found == 0)
    return nq_error_at(error, state->input->line, "more than %d arrays in <list>", ARRAYS);
  state->names++;
  if (found > 0 && at == digits && state->whole[found - 1] == 0)
    state->whole[found - 1] = state->names;
  nq_status status = nq_rows_append(&state->list, at == digits ? 0 : found, error);
  return status == NQ_OK ? nq_rows_append(&state->list, (uint32_t)column, error) : status;
}

/* Choose the array that is the board by its name. */
static nq_status choose_array(element *state, nq_error *error) {
  nq_pick pick;
  nq_pick_begin(&pick, state->reader, "q");
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < state->known && status == NQ_OK; i++)
    status = nq_pick_offer(&pick, state->arrays[i], &(nq_squares){0}, state->input->line, error);
  if (status == NQ_OK) status = nq_pick_settle(&pick, error);
  if (status == NQ_END)
    return nq_error_at(error, state->input->line, "no array such as q[] or q[0] q[1] in <list>");
  if (status == NQ_OK) state->board = find_array(state, pick.name, strlen(pick.name));
  return status;
}

/* Each value must have a known place: no a[], of unknown length, may come before a column.  Without
 * n, a name may not ask for more memory than all names take. */
static nq_status check_list(element *state, nq_error *error) {
  uint64_t whole = state->whole[state->board - 1], first = UINT64_MAX, last = 0;
  for (unsigned i = 0; i < state->known; i++)
    if (state->whole[i] > 0 && state->whole[i] < first) first = state->whole[i];
  for (uint64_t i = 0; i < state->names; i++) {
    if (state->list.rows[2 * i] != state->board) continue;
    last = i + 1;
    uint32_t column = state->list.rows[2 * i + 1];
    if (state->squares.n == 0 && column >= state->names)
      return nq_error_at(error, state->input->line,
                         "column %" PRIu32 " in <list>, which has fewer names: give n", column);
  }
  bool alone = whole == 1 && last == 0 && (state->names == 1 || state->squares.n > 0);
  if (whole > 0 ? !alone : first < last)
    return nq_error_at(error, state->input->line,
                       "the values of %s cannot be located: give n, or list its variables",
                       state->arrays[state->board - 1]);
  if (alone) state->board = 0;
  return NQ_OK;
}

/* After <list>, up to and including the bracket of the next tag. */
static nq_status take_list(element *state, nq_error *error) {
  char text[NQ_SYMBOL_TEXT];
  int byte;
  nq_status status = NQ_OK;
  if (state->listed || state->valued)
    return nq_error_at(error, state->input->line, "another <list>, or one after <values>");
  state->listed = true;
  do {
    size_t size = take_word(state, text, sizeof text, &byte);
    if (byte <= 0) return nq_answer_cut(state->input->line, "</list>", error);
    if (size > 0) status = add_name(state, text, size, error);
  } while (byte != '<' && status == NQ_OK);
  if (status == NQ_OK) status = choose_array(state, error);
  return status == NQ_OK ? check_list(state, error) : status;
}

/* ---- The values ---- */

/* A value, or several: 3, 3x4, *; false when it is none. */
static bool parse_value(const char *text, int64_t *value, int64_t *times) {
  *times = 1;
  *value = -1;
  if (strcmp(text, "*") == 0) return true;
  bool negative = *text == '-';
  const char *at = text + negative;
  if (*at < '0' || *at > '9') return false;
  for (*value = 0; *at >= '0' && *at <= '9'; at++) *value = 10 * *value + (*at - '0');
  if (negative) *value = -*value;
  if (*at != 'x') return *at == '\0';
  for (*times = 0, at++; *at >= '0' && *at <= '9'; at++) *times = 10 * *times + (*at - '0');
  return *at == '\0' && *times > 0;
}

/* The column of the value at a place, on the board or not; NQ_EMPTY where it has none. */
static uint32_t column_at(const element *state, uint64_t place) {
  if (state->board == 0) return place < NQ_N_MAX ? (uint32_t)place : NQ_EMPTY;
  bool ours = place < state->names && state->list.rows[2 * place] == state->board;
  return ours ? state->list.rows[2 * place + 1] : NQ_EMPTY;
}

static nq_status put_values(element *state, const char *text, nq_error *error) {
  int64_t value, times;
  nq_squares *squares = &state->squares;
  bool alone = state->board == 0 && state->names <= 1; /* all values are the board's */
  uint64_t line = state->line, end = state->board > 0 ? state->names : alone ? 0 : squares->n;
  if (!parse_value(text, &value, &times))
    return nq_error_at(error, line, "a value in <values> that is not a row");
  if (times > TIMES_MAX && (squares->n == 0 || alone))
    return nq_error_at(error, line, "a value is repeated more than %d times: give n", TIMES_MAX);
  nq_status status = NQ_OK;
  for (; times > 0 && status == NQ_OK; times--, state->place++) {
    if (end > 0 && state->place >= end) break;
    uint32_t column = column_at(state, state->place);
    if (column == NQ_EMPTY) continue;
    if (strcmp(text, "*") != 0)
      status = nq_squares_put(squares, column, value, error);
    else
      nq_squares_see_column(squares, column);
  }
  state->place += (uint64_t)times;
  return status;
}

/* After <values>, up to and including the bracket of the next tag. */
static nq_status take_values(element *state, nq_error *error) {
  char text[17]; /* so few digits that parse_value cannot overflow */
  int byte;
  nq_status status = NQ_OK;
  if (state->valued) return nq_error_at(error, state->input->line, "another <values>");
  state->valued = true;
  do {
    size_t size = take_word(state, text, sizeof text, &byte);
    if (byte <= 0) return nq_answer_cut(state->input->line, "</values>", error);
    if (size >= sizeof text)
      return nq_error_at(error, state->line, "a value in <values> that is not a row");
    if (size > 0) status = put_values(state, text, error);
  } while (byte != '<' && status == NQ_OK);
  bool whole = false;
  for (unsigned i = 0; i < state->known; i++) whole = whole || state->whole[i] > 0;
  if (status == NQ_OK && state->listed && !whole && state->place != state->names)
    return nq_error_at(error, state->input->line,
                       "%" PRIu64 " values in <values> for %" PRIu64 " names in <list>",
                       state->place, state->names);
  return status;
}

/* After an error inside an element, skip to its end. */
static void skip_element(element *state) {
  char name[16];
  while (skip_to_tag(state) && take_tag(state, name) && strcmp(name, "/instantiation") != 0) {
  }
}

/* ---- The element ---- */

/* All tags up to the closing one. */
static nq_status take_element(element *state, uint64_t *line, nq_error *error) {
  char name[16];
  bool open = false, tag = skip_to_tag(state);
  while (tag && take_tag(state, name)) {
    bool list = strcmp(name, "list") == 0, values = strcmp(name, "values") == 0;
    bool start = strcmp(name, "instantiation") == 0;
    if (open ? start : !start && name[0] != '?')
      return nq_error_at(error, state->input->line, "<%s> is not expected here", name);
    if (start) *line = state->input->line;
    open = open || start;
    nq_status status = list ? take_list(state, error) : values ? take_values(state, error) : NQ_OK;
    if (status != NQ_OK) return status;
    if (strcmp(name, "/instantiation") == 0) {
      if (state->valued && state->squares.named > 0) return NQ_OK;
      return nq_error_at(error, state->input->line, "no rows in <values> of the instantiation");
    }
    tag = list || values || skip_to_tag(state);
  }
  return nq_answer_cut(state->input->line, "</instantiation>", error);
}

nq_status nq_xcsp_take(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  element state = {.reader = reader, .input = &reader->input, .marked = reader->state.marked};
  reader->state.marked = false;
  nq_squares_begin(&state.squares, reader);
  state.squares.by_column = true;
  *line = reader->input.line;
  nq_status status = take_element(&state, line, error);
  nq_rows_release(&state.list);
  if (status == NQ_OK) return nq_squares_finish(&state.squares, reader, board, *line, error);
  nq_squares_release(&state.squares);
  if (nq_input_peek(&reader->input) >= 0) skip_element(&state);
  nq_input_skip_line(&reader->input);
  return status;
}
