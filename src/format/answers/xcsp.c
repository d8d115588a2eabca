/* Answers to XCSP3.
 *
 * MODEL.  One element, whose lines may start with v:
 *
 *     <instantiation id="s1" type="solution">
 *       <list> q[] </list>                          or the names: q[0] q[1] ...
 *       <values> 1 3 0 2 </values>                  of the list's variables, in its order; 2x5 is
 *     </instantiation>                              5 times 2, * is any value
 *
 * The values are the rows, from 0, of the columns: of those named in the list, or, where it says q[]
 * or names fewer, of the columns in their order.  Variables with other names are passed over; where n
 * is said, so is what follows the first n. */
#include "format/answers/answer.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NAME_SIZE 64 /* longer names are not those of columns */

/* A short text must not ask for much memory. */
#define TIMES_MAX 1000

/* The next bytes of the element, with a v at the start of a line passed over; -1 at the end. */
static int take_byte(nq_input *input) {
  int byte = nq_input_take(input);
  if (byte != '\n') return byte;
  nq_input_skip_blanks(input);
  if (nq_input_peek(input) == 'v') nq_input_take(input);
  return byte;
}

/* Up to and with the bracket that closes the tag; the tag's first letters, / included. */
static bool take_tag(nq_input *input, char name[16]) {
  size_t size = 0;
  bool named = false;
  for (;;) {
    int byte = take_byte(input);
    if (byte <= 0) return false;
    named = named || byte == ' ' || byte == '\t' || byte == '\n' || byte == '>';
    if (!named && size < 15) name[size++] = (char)byte;
    if (byte == '>') break;
  }
  name[size] = '\0';
  return true;
}

/* Up to and with the bracket that opens a tag. */
static bool skip_to_tag(nq_input *input) {
  int byte;
  do byte = take_byte(input);
  while (byte > 0 && byte != '<');
  return byte > 0;
}

/* Behind a word of the element's text: white space, or the bracket of the next tag. */
static bool ends_word(int byte) {
  return byte == '<' || byte == '\n' || byte == ' ' || byte == '\t' || byte == '\r';
}

/* ---- The list ---- */

/* Behind `array` and its bracket, a column: q[12].  NQ_EMPTY when it is something else. */
static uint32_t parse_name(const char *text, const char *array) {
  size_t length = strlen(array);
  if (strncmp(text, array, length) != 0) return NQ_EMPTY;
  uint64_t column = 0;
  const char *at = text + length;
  if (*at < '0' || *at > '9') return NQ_EMPTY;
  for (; *at >= '0' && *at <= '9' && column < NQ_N_MAX; at++)
    column = 10 * column + (uint64_t)(*at - '0');
  return strcmp(at, "]") == 0 && column < NQ_N_MAX ? (uint32_t)column : NQ_EMPTY;
}

/* "q[" of q[12] */
static void copy_array(const char *text, char array[NAME_SIZE]) {
  size_t length = strcspn(text, "[");
  length += text[length] == '[';
  memcpy(array, text, length);
  array[length] = '\0';
}

/* Are the columns in their order, and so need no list? */
static bool is_in_order(const nq_rows *list) {
  for (uint64_t i = 0; i < list->count; i++)
    if (list->rows[i] != i) return false;
  return true;
}

/* Behind <list>, up to and with the bracket of the next tag: the columns of its names, or none where
 * they are in their order.  The first name tells the array, as in q[0].  `n`: 0 where it is not said;
 * then a name cannot ask for more memory than all names take. */
static nq_status take_list(nq_input *input, uint32_t n, nq_rows *list, nq_error *error) {
  char text[NAME_SIZE] = "", array[NAME_SIZE] = "";
  size_t size = 0;
  bool whole = false;
  uint64_t line;
  list->count = 0;
  for (;;) {
    line = input->line;
    int byte = take_byte(input);
    if (byte <= 0) return nq_answer_cut(line, "</list>", error);
    bool ends = ends_word(byte);
    if (!ends && size < NAME_SIZE) text[size++] = (char)byte;
    if (ends && size > 0) {
      text[size < NAME_SIZE ? size : NAME_SIZE - 1] = '\0';
      if (array[0] == '\0') copy_array(text, array);
      whole = whole || (list->count == 0 && strcmp(text + strlen(array), "]") == 0);
      nq_status status = whole ? NQ_OK : nq_rows_append(list, parse_name(text, array), error);
      if (status != NQ_OK) return status;
      size = 0;
    }
    if (byte == '<') break;
  }
  if (is_in_order(list)) list->count = 0;
  for (uint64_t i = 0; n == 0 && i < list->count; i++)
    if (list->rows[i] != NQ_EMPTY && list->rows[i] >= list->count)
      return nq_error_at(error, line, "column %" PRIu32 " in <list>, of fewer names: say n",
                         list->rows[i]);
  return NQ_OK;
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

/* The column of a place in the list; NQ_EMPTY when it has none. */
static uint32_t column_at(const nq_rows *list, const nq_squares *squares, uint64_t place) {
  uint64_t column = place < list->count ? list->rows[place] : place;
  uint64_t end = squares->n > 0 ? squares->n : list->count > 0 ? list->count : NQ_N_MAX;
  return column < end ? (uint32_t)column : NQ_EMPTY;
}

static nq_status put_values(nq_squares *squares, const nq_rows *list, const char *text,
                            uint64_t *place, uint64_t line, nq_error *error) {
  int64_t value, times;
  if (!parse_value(text, &value, &times))
    return nq_error_at(error, line, "a value in <values> that is no row");
  if (times > TIMES_MAX && squares->n == 0)
    return nq_error_at(error, line, "more than %d times a value: say n", TIMES_MAX);
  nq_status status = NQ_OK;
  for (; times > 0 && status == NQ_OK; times--, (*place)++) {
    uint32_t column = column_at(list, squares, *place);
    if (column == NQ_EMPTY && *place >= list->count) return NQ_OK;
    if (column == NQ_EMPTY) continue;
    if (strcmp(text, "*") != 0)
      status = nq_squares_put(squares, column, value, error);
    else
      nq_squares_see_column(squares, column);
    if (squares->reason[0] != '\0') times = 1;
  }
  return status;
}

/* Behind <values>, up to and with the bracket of the next tag. */
static nq_status take_values(nq_input *input, nq_squares *squares, const nq_rows *list,
                             nq_error *error) {
  char text[17] = ""; /* no more digits than the checks above can bear */
  size_t size = 0;
  for (uint64_t place = 0;;) {
    uint64_t line = input->line;
    int byte = take_byte(input);
    if (byte <= 0) return nq_answer_cut(line, "</values>", error);
    bool ends = ends_word(byte);
    if (!ends && size + 1 == sizeof text)
      return nq_error_at(error, line, "a value in <values> that is no row");
    if (!ends) text[size++] = (char)byte;
    if (ends && size > 0) {
      text[size] = '\0';
      size = 0;
      nq_status status = put_values(squares, list, text, &place, line, error);
      if (status != NQ_OK) return status;
    }
    if (byte == '<') return NQ_OK;
  }
}

/* Up to the end of an element in which something is wrong, which is behind its opening tag. */
static void skip_element(nq_input *input) {
  char name[16];
  while (skip_to_tag(input) && take_tag(input, name) && strcmp(name, "/instantiation") != 0) {
  }
}

/* ---- The element ---- */

static nq_status take_element(nq_input *input, nq_squares *squares, nq_rows *list,
                              nq_error *error) {
  char name[16];
  bool values = false;
  for (;;) {
    if (!skip_to_tag(input)) break;
    bool known = take_tag(input, name);
    while (known && (strcmp(name, "values") == 0 || strcmp(name, "list") == 0)) {
      bool lists = name[0] == 'l';
      values = values || !lists;
      nq_status status = lists ? take_list(input, squares->n, list, error)
                               : take_values(input, squares, list, error);
      if (status == NQ_BAD_FORMAT) skip_element(input);
      if (status != NQ_OK) return status;
      known = take_tag(input, name);
    }
    if (!known) break;
    if (strcmp(name, "/instantiation") != 0) continue;
    if (values && squares->named > 0) return NQ_OK;
    return nq_error_at(error, input->line, "no rows in <values> of the instantiation");
  }
  return nq_answer_cut(input->line, "</instantiation>", error);
}

nq_status nq_xcsp_take(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_squares squares;
  nq_rows list = {0};
  nq_squares_begin(&squares, reader);
  *line = reader->input.line;
  nq_status status = take_element(&reader->input, &squares, &list, error);
  nq_rows_release(&list);
  nq_input_skip_line(&reader->input);
  if (status == NQ_OK) return nq_squares_finish(&squares, reader, board, *line, error);
  nq_squares_release(&squares);
  return status;
}
