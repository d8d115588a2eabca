/* The native text: one board per line; and how lines are written as CSV (1,3,0,2), as pairs ((0,1)
 * ..), and as JSON ({"n":4,"base":0,"rows":[1,3,0,2]}; null is an empty column).
 *
 * MODEL.  A line is n tokens separated by blanks:
 *
 *     1 3 0 2      rows[0] = 1, rows[1] = 3, ...
 *     1 . 0 .      columns 1 and 3 are empty
 *
 * A row is at most 4294967294, as 4294967295 is NQ_EMPTY.  Where a row is n and none is 0, rows are
 * from 1.  Whether a row lies on the board (row < n) is not checked here.  Numbers that are
 * entirely in the buffer and followed by one space take the fast path; everything else, such as the
 * last number of a line, takes the slow path, byte by byte. */
#include "format/boards/boards.h"

#include <stdio.h>
#include <string.h>

static nq_status write_numbers(nq_writer *writer, const uint32_t *rows, char separator) {
  nq_output_rows(&writer->output, rows, writer->n, writer->base, separator, ".");
  nq_output_bytes(&writer->output, "\n", 1);
  return NQ_OK;
}

nq_status nq_line_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  (void)error;
  return write_numbers(writer, rows, ' ');
}

nq_status nq_csv_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  (void)error;
  return write_numbers(writer, rows, ',');
}

nq_status nq_json_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  (void)error;
  nq_output *output = &writer->output;
  nq_output_text(output, "{\"n\":");
  nq_output_number(output, writer->n);
  nq_output_text(output, writer->base == 0 ? ",\"base\":0," : ",\"base\":1,");
  if (writer->members != NULL) {
    nq_output_text(output, writer->members);
    nq_output_text(output, ",");
  }
  writer->members = NULL;
  nq_output_text(output, "\"rows\":[");
  nq_output_rows(output, rows, writer->n, writer->base, ',', "null");
  nq_output_text(output, "]}\n");
  return NQ_OK;
}

nq_status nq_pairs_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  nq_output *output = &writer->output;
  for (uint32_t column = 0; column < writer->n; column++)
    if (rows[column] == NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "column %" PRIu32 " is empty: pairs cannot show partial boards", column);
  for (uint32_t column = 0; column < writer->n && output->failure == 0; column++) {
    nq_output_text(output, column > 0 ? " (" : "(");
    nq_output_number(output, (uint64_t)column + writer->base);
    nq_output_bytes(output, ",", 1);
    nq_output_number(output, (uint64_t)rows[column] + writer->base);
    nq_output_bytes(output, ")", 1);
  }
  nq_output_bytes(output, "\n", 1);
  return NQ_OK;
}

/* The fast path: take numbers until `rows` is full.  A NUL after the buffer's end stops the
 * digits. */
static void take_plain_numbers(nq_input *input, nq_rows *rows) {
  const unsigned char *next = input->next;
  uint32_t *row = rows->rows + rows->count, *const room_end = rows->rows + rows->room;
  while (row < room_end) {
    const unsigned char *at = next;
    uint64_t value = 0;
    for (unsigned digit; (digit = (unsigned)*at - '0') <= 9; at++) value = 10 * value + digit;
    if (at == next || at - next > 10 || value >= NQ_EMPTY || *at != ' ') break;
    *row++ = (uint32_t)value;
    next = at + 1;
  }
  rows->count = (uint64_t)(row - rows->rows);
  input->next = next;
}

/* The size of the token at the input, at least 1; one that is longer than the buffer is cut. */
static size_t measure_token(nq_input *input) {
  size_t size = 1;
  while ((input->next + size < input->end || nq_input_more(input)) &&
         memchr(" \t\n\r", input->next[size], 4) == NULL)
    size++;
  return size;
}

/* The slow path. */
static nq_status take_item(nq_input *input, nq_rows *rows, nq_error *error) {
  size_t size = measure_token(input), digits = 0, odd = 0;
  const unsigned char *token = input->next;
  uint64_t value = 0;
  for (; digits < size && is_digit(token[digits]) && value < NQ_EMPTY; digits++)
    value = 10 * value + (uint64_t)(token[digits] - '0');
  bool number = digits == size && value < NQ_EMPTY;
  if (number || (size == 1 && *token == '.')) {
    input->next += size;
    return nq_rows_append(rows, number ? (uint32_t)value : NQ_EMPTY, error);
  }
  char words[NQ_BYTE_WORDS], quoted[34];
  snprintf(quoted, sizeof quoted, "'%.*s%s'", size > 31 ? 28 : (int)size, (const char *)token,
           size > 31 ? "..." : "");
  while (odd < size && token[odd] > ' ' && token[odd] < 0x7F) odd++;
  return nq_error_at(error, input->line,
                     "a row, 0 to 4294967294, or . for an empty column was expected, not %s",
                     odd == size ? quoted : nq_byte_words(token[odd], words));
}

static nq_status take_items(nq_input *input, nq_rows *rows, nq_error *error) {
  nq_status status = NQ_OK;
  while (status == NQ_OK && !nq_input_at_line_end(input)) {
    if (rows->count < rows->room) take_plain_numbers(input, rows);
    nq_input_skip_blanks(input);
    if (!nq_input_at_line_end(input)) status = take_item(input, rows, error);
    nq_input_skip_blanks(input);
  }
  return status;
}

nq_status nq_line_read(nq_reader *reader, nq_board *board) {
  nq_rows rows = {.guess = reader->last_n, .sink = reader->sink, .context = reader->context};
  if (reader->refused) rows.sink = NULL; /* a board that is refused again is not spoken of */
  nq_status status = take_items(&reader->input, &rows, reader->error);
  if (status == NQ_OK)
    status = nq_rows_settle(&rows, reader->base, &reader->form_base, reader->error);
  if (status == NQ_OK) status = nq_rows_finish(&rows, board, reader->error);
  nq_rows_release(&rows);
  nq_input_skip_line(&reader->input);
  return status;
}
