/* Boards as places by name, in any order.
 *
 * MODEL.
 *
 *     a2 b4 c1 d3                      the squares of chess: column a is column 0, rank 1 is row 0
 *     x0 = 1  x1 = 3  x2 = 0  x3 = 2   variables: the number at the end of a name, or [0], is the
 *                                      column; what is before it is the same for all
 *
 * Columns of variables count from the smallest one, 0 or 1, and so do rows: where the columns count
 * from 1, a row 0 is refused.  Commas and semicolons may stand between.  A board is a line; if this has only
 * one place, the lines up to an empty one.  n is the largest number, unless it is given. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/symbol.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct place {
  int64_t column, row;
} place;

/* What is found of a board. */
typedef struct places {
  nq_rows numbers;           /* column and row of each place in turn */
  char name[NQ_SYMBOL_TEXT]; /* of the variables, without their numbers; "" before the first */
} places;

/* The digits up to the end of the text; false if there are none, or the number is too large. */
static bool parse_number(const char *at, int64_t *value) {
  const char *start = at;
  for (*value = 0; is_digit(*at) && at - start < 10; at++) *value = 10 * *value + (*at - '0');
  return at > start && *at == '\0' && *value < NQ_N_MAX;
}

/* a2; columns after z are aa, ab, ... */
static nq_status take_square(const nq_symbol *token, place *found, nq_error *error) {
  const char *at = token->text;
  int64_t column = 0;
  bool whole = token->kind == NQ_SYMBOL_WORD && nq_symbol_is_whole(token);
  for (; whole && *at >= 'a' && *at <= 'z' && at < token->text + 6; at++)
    column = 26 * column + (*at - 'a' + 1);
  if (!whole || at == token->text || !parse_number(at, &found->row) || found->row == 0)
    return nq_answer_unexpected(token, "a square such as a1", error);
  found->column = column - 1;
  found->row--;
  return NQ_OK;
}

static nq_status refuse_column(const nq_symbol *name, nq_error *error) {
  return nq_error_at(error, name->line, "the column in '%.40s' is over %" PRIu32, name->text,
                     NQ_N_MAX - 1);
}

/* All variables have the first `length` bytes of their names in common. */
static nq_status compare_name(places *found, const nq_symbol *name, size_t length,
                              nq_error *error) {
  if (found->name[0] == '\0') memcpy(found->name, name->text, length);
  if (strlen(found->name) == length && memcmp(found->name, name->text, length) == 0) return NQ_OK;
  return nq_error_at(error, name->line, "'%.40s' is not a variable of the list '%s'", name->text,
                     found->name);
}

/* The column of a variable whose name starts with the token. */
static nq_status take_name(nq_input *input, nq_symbol *token, places *found, int64_t *column,
                           nq_error *error) {
  const char *at = token->text + strlen(token->text);
  bool whole = token->kind == NQ_SYMBOL_WORD && nq_symbol_is_whole(token);
  while (at > token->text && is_digit(at[-1])) at--;
  if (whole && at > token->text && *at != '\0') {
    if (!parse_number(at, column)) return refuse_column(token, error);
    return compare_name(found, token, (size_t)(at - token->text), error);
  }
  nq_symbol name = *token;
  nq_symbol_take(input, token);
  if (!whole || !nq_symbol_is(token, '['))
    return nq_answer_unexpected(&name, "a variable with its column, such as x0 or x[0],", error);
  nq_status status = compare_name(found, &name, name.size, error);
  if (status != NQ_OK) return status;
  nq_symbol_take(input, token);
  *column = token->value;
  if (token->kind != NQ_SYMBOL_NUMBER || *column < 0)
    return nq_answer_unexpected(token, "a column", error);
  if (*column >= NQ_N_MAX) return refuse_column(token, error);
  nq_symbol_take(input, token);
  return nq_symbol_is(token, ']') ? NQ_OK : nq_answer_unexpected(token, "']'", error);
}

/* name = row */
static nq_status take_variable(nq_input *input, nq_symbol *token, places *list, place *found,
                               nq_error *error) {
  nq_status status = take_name(input, token, list, &found->column, error);
  if (status != NQ_OK) return status;
  nq_symbol_take(input, token);
  if (!nq_symbol_is(token, '=')) return nq_answer_unexpected(token, "'='", error);
  nq_symbol_take(input, token);
  found->row = token->value;
  if (token->kind == NQ_SYMBOL_NUMBER && found->row >= 0 && found->row < NQ_N_MAX) return NQ_OK;
  return nq_answer_unexpected(token, "a row", error);
}

/* The places up to the end of the line, each as column and row. */
static nq_status take_line(nq_reader *reader, nq_symbol *token, places *list, nq_error *error) {
  nq_status status = NQ_OK;
  bool chess = reader->entry->format == NQ_FORMAT_CHESS;
  while (status == NQ_OK) {
    place found = {0};
    nq_symbol_take(&reader->input, token);
    if (token->kind == NQ_SYMBOL_END || token->kind == NQ_SYMBOL_LINE_END) return NQ_OK;
    if (nq_symbol_is(token, ',') || nq_symbol_is(token, ';')) continue;
    status = chess ? take_square(token, &found, error)
                   : take_variable(&reader->input, token, list, &found, error);
    if (status == NQ_OK) status = nq_rows_append(&list->numbers, (uint32_t)found.column, error);
    if (status == NQ_OK) status = nq_rows_append(&list->numbers, (uint32_t)found.row, error);
  }
  return status;
}

static nq_status take_places(nq_reader *reader, nq_symbol *token, places *list, nq_error *error) {
  nq_status status = take_line(reader, token, list, error);
  if (list->numbers.count != 2) return status;
  while (status == NQ_OK && token->kind == NQ_SYMBOL_LINE_END) {
    nq_input_skip_blanks(&reader->input);
    if (nq_input_at_line_end(&reader->input)) break;
    status = take_line(reader, token, list, error);
  }
  return status;
}

/* The smallest of every second number from `at` on. */
static uint32_t least(const nq_rows *numbers, uint64_t at) {
  uint32_t smallest = UINT32_MAX;
  for (; at < numbers->count; at += 2)
    if (numbers->rows[at] < smallest) smallest = numbers->rows[at];
  return smallest;
}

static nq_status make_board(const nq_rows *numbers, nq_reader *reader, nq_board *board,
                            uint64_t line, nq_error *error) {
  bool variables = reader->entry->format == NQ_FORMAT_VALUES;
  uint32_t column_base = variables && least(numbers, 0) == 1;
  if (column_base == 1 && least(numbers, 1) == 0)
    return nq_error_at(error, line,
                       "columns count from 1 here, but a row is 0: number both from 0, or from 1");
  nq_squares squares;
  nq_squares_begin(&squares, reader);
  nq_status status = NQ_OK;
  for (uint64_t i = 0; i + 1 < numbers->count && status == NQ_OK; i += 2) {
    int64_t column = (int64_t)numbers->rows[i] - column_base;
    int64_t row = (int64_t)numbers->rows[i + 1] - column_base;
    status = nq_squares_put(&squares, column, row, error);
    if (squares.size <= (uint64_t)row) squares.size = (uint64_t)row + 1;
  }
  if (status == NQ_OK) return nq_squares_finish(&squares, reader, board, line, error);
  nq_squares_release(&squares);
  return status;
}

nq_status nq_places_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_status status = nq_input_skip_comments(&reader->input, error);
  if (status != NQ_OK) return status;
  *line = reader->input.line;
  places found = {0};
  nq_symbol token;
  status = take_places(reader, &token, &found, error);
  bool mid_line = token.kind != NQ_SYMBOL_LINE_END && token.kind != NQ_SYMBOL_END;
  if (status == NQ_OK && found.numbers.count == 0)
    status = nq_error_at(error, *line, "there are no places on this line");
  else if (status == NQ_OK)
    status = make_board(&found.numbers, reader, board, *line, error);
  if (mid_line) nq_input_skip_line(&reader->input);
  nq_rows_release(&found.numbers);
  return status;
}
