/* Samples of a quadratic binary model, as annealers and dimod give them.
 *
 * MODEL.  A sample has a value, 0 or 1, for each of the n^2 variables; variable column * n + row is the
 * square (column, row):
 *
 *     0100000110000010              a line of digits, also with blanks or commas between
 *     [0, 1, 0, 0, ...]             a list, over any number of lines
 *     {"0": 0, "1": 1, ...}         an object or a Python dictionary, in any order
 *
 * Samples may follow one another, also as the items of a list.  A line of digits with blanks looks
 * like a board, so this format is read only when it is named. */
#include "format/answers/answers.h"
#include "format/answers/squares.h"
#include "format/answers/verdict.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Boards of more columns have variables that do not fit into 31 bits. */
#define VARIABLE_MOST ((uint32_t)INT32_MAX)

/* A sample: 2 * variable + value, in the order of the input. */
typedef struct sample {
  nq_rows values;
  uint64_t line;
} sample;

static bool is_blank(int byte) {
  return byte == ' ' || byte == '\t' || byte == '\r';
}

static nq_status add(sample *found, uint64_t variable, int value, nq_error *error) {
  if (variable >= VARIABLE_MOST)
    return nq_error_at(error, found->line, "a variable is over %" PRIu32, VARIABLE_MOST - 1);
  return nq_rows_append(&found->values, (uint32_t)(2 * variable + (uint64_t)value), error);
}

static nq_status refuse_byte(nq_input *input, const char *expected, nq_error *error) {
  int byte = nq_input_peek(input);
  if (byte < 0) return nq_answer_cut(input->line, expected, error);
  if (byte > ' ' && byte <= '~')
    return nq_error_at(error, input->line, "'%c' where %s was expected", byte, expected);
  return nq_error_at(error, input->line, "byte %d where %s was expected", byte, expected);
}

/* Digits one by one up to the end of the line. */
static nq_status take_line(nq_input *input, sample *found, nq_error *error) {
  nq_status status = NQ_OK;
  for (uint64_t variable = 0; status == NQ_OK; variable++) {
    while (is_blank(nq_input_peek(input)) || nq_input_peek(input) == ',') nq_input_take(input);
    int byte = nq_input_peek(input);
    if (byte == '\n' || byte < 0) break;
    if (byte != '0' && byte != '1') return refuse_byte(input, "0 or 1", error);
    status = add(found, variable, nq_input_take(input) - '0', error);
  }
  return status;
}

static void skip_space(nq_input *input) {
  while (is_blank(nq_input_peek(input)) || nq_input_peek(input) == '\n') nq_input_take(input);
}

/* "12" or 12 */
static nq_status take_name(nq_input *input, uint64_t *variable, nq_error *error) {
  int quote = nq_input_peek(input);
  bool quoted = quote == '"' || quote == '\'';
  if (quoted) nq_input_take(input);
  if (!is_digit(nq_input_peek(input))) return refuse_byte(input, "a variable", error);
  for (*variable = 0; is_digit(nq_input_peek(input));) {
    uint64_t digit = (uint64_t)(nq_input_take(input) - '0');
    if (*variable <= VARIABLE_MOST) *variable = 10 * *variable + digit;
  }
  if (quoted && nq_input_take(input) != quote) return refuse_byte(input, "a quote", error);
  skip_space(input);
  if (nq_input_peek(input) != ':') return refuse_byte(input, "a colon", error);
  nq_input_take(input);
  skip_space(input);
  return NQ_OK;
}

/* A 0 or a 1 that no other digit follows. */
static nq_status take_value(nq_input *input, sample *found, uint64_t variable, nq_error *error) {
  int byte = nq_input_peek(input);
  if (byte != '0' && byte != '1') return refuse_byte(input, "0 or 1", error);
  nq_input_take(input);
  if (is_digit(nq_input_peek(input)) || nq_input_peek(input) == '.')
    return refuse_byte(input, "0 or 1", error);
  return add(found, variable, byte - '0', error);
}

/* After the opening bracket or brace, up to the closing one. */
static nq_status take_items(nq_input *input, int close, sample *found, nq_error *error) {
  nq_status status = NQ_OK;
  skip_space(input);
  for (uint64_t variable = 0; status == NQ_OK && nq_input_peek(input) != close; variable++) {
    if (close == '}') status = take_name(input, &variable, error);
    if (status == NQ_OK) status = take_value(input, found, variable, error);
    if (status != NQ_OK) break;
    skip_space(input);
    int byte = nq_input_peek(input);
    if (byte != ',' && byte != close) return refuse_byte(input, "a comma", error);
    if (byte == ',') nq_input_take(input);
    skip_space(input);
  }
  if (status == NQ_OK) nq_input_take(input);
  return status;
}

/* Skip what is between samples: blanks, comments, and the brackets of a list of them. */
static nq_status skip_between(nq_input *input, bool *inside, nq_error *error) {
  for (;;) {
    skip_space(input);
    int byte = nq_input_peek(input);
    if (byte == '#') {
      if (!nq_input_skip_line(input))
        return nq_error_at(error, input->line, "a NUL byte: this is not text");
    } else if (*inside && (byte == ',' || byte == ']')) {
      if (nq_input_take(input) == ']') *inside = false;
    } else {
      bool cut = byte < 0 && *inside;
      if (byte < 0) *inside = false;
      if (cut) return nq_answer_cut(input->line, "']'", error);
      return byte < 0 ? NQ_END : NQ_OK;
    }
  }
}

static nq_status take_sample(nq_input *input, bool *inside, sample *found, nq_error *error) {
  int byte = nq_input_peek(input);
  if (byte != '[' && byte != '{') return take_line(input, found, error);
  nq_input_take(input);
  if (byte == '{') return take_items(input, '}', found, error);
  skip_space(input);
  byte = nq_input_peek(input);
  if (*inside || (byte != '[' && byte != '{')) return take_items(input, ']', found, error);
  *inside = true; /* a list of samples */
  return take_sample(input, inside, found, error);
}

/* One value for each of the n^2 variables; but a queen outside the board is a wrong answer, not a bad sample. */
static nq_status require_all(const sample *found, uint32_t n, nq_error *error) {
  uint64_t count = found->values.count;
  unsigned char *seen = calloc(n, n);
  if (seen == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the sample");
  nq_status status = NQ_OK;
  for (uint64_t i = 0; i < count && status == NQ_OK; i++) {
    uint32_t variable = found->values.rows[i] / 2, value = found->values.rows[i] % 2;
    if (variable >= count && value == 1) continue;
    if (variable >= count)
      status =
          nq_error_at(error, found->line, "variable %" PRIu32 " of %" PRIu64 ": they count from 0",
                      variable, count);
    else if (seen[variable]++)
      status = nq_error_at(error, found->line,
                           "the answer contradicts itself: variable %" PRIu32 " has two values",
                           variable);
  }
  free(seen);
  return status;
}

static nq_status make_board(const sample *found, nq_reader *reader, nq_board *board,
                            nq_error *error) {
  uint32_t n = nq_answer_side(found->values.count);
  if (reader->expected_n > 0) n = reader->expected_n;
  if (n == 0 || (uint64_t)n * n != found->values.count)
    return nq_error_at(error, found->line,
                       "the sample has %" PRIu64
                       " values: it needs one for each of the n^2 squares",
                       found->values.count);
  nq_squares squares;
  nq_status status = require_all(found, n, error);
  if (status != NQ_OK) return status;
  nq_squares_begin(&squares, reader);
  squares.n = n;
  for (uint64_t i = 0; i < found->values.count && status == NQ_OK; i++) {
    uint32_t variable = found->values.rows[i] / 2, value = found->values.rows[i] % 2;
    status = nq_squares_value(&squares, variable / n, variable % n, value, error);
  }
  if (status == NQ_OK) return nq_squares_finish(&squares, reader, board, found->line, error);
  nq_squares_release(&squares);
  return status;
}

nq_status nq_qubo_read(nq_reader *reader, nq_board *board, uint64_t *line, nq_error *error) {
  nq_input *input = &reader->input;
  sample found = {0};
  nq_status status = skip_between(input, &reader->state.inside, error);
  if (status != NQ_OK) return status;
  *line = found.line = input->line;
  status = take_sample(input, &reader->state.inside, &found, error);
  if (status == NQ_OK)
    status = make_board(&found, reader, board, error);
  else
    nq_input_skip_line(input);
  nq_rows_release(&found.values);
  return status;
}
