/* Pictures: each line is a row of the board, the top line row 0.
 *
 * MODEL.  rows = {1, 3, 0, 2} and the partial board {1, ., 0, .}:
 *
 *     _ _ Q _      _ _ Q _
 *     Q _ _ _      Q _ _ _
 *     _ _ _ Q      _ _ _ _
 *     _ Q _ _      _ _ _ _
 *
 * A Q in line r and place c is a queen with rows[c] = r.  An empty line stands between boards.  Pictures are
 * read in read/picture.c. */
#include "format/boards/boards.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

void nq_picture_separate(nq_writer *writer) {
  if (writer->written > 0 && !writer->separated) nq_output_text(&writer->output, "\n");
  writer->separated = true;
}

static void write_row(nq_output *output, const uint32_t *rows, uint32_t n, uint32_t row) {
  for (uint32_t column = 0; column < n;) {
    char *text = nq_output_reserve(output, 64);
    if (text == NULL) return;
    size_t fit = nq_output_room(output) / 2, size = 0;
    uint32_t end = n - column < fit ? n : column + (uint32_t)fit;
    for (; column < end; column++) {
      text[size++] = rows[column] == row ? 'Q' : '_';
      text[size++] = column + 1 < n ? ' ' : '\n';
    }
    output->used += size;
  }
}

nq_status nq_picture_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  uint32_t n = writer->n;
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] >= n && rows[column] != NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "column %" PRIu32 ": row %" PRIu32
                          " cannot be drawn: a picture has rows 0..%" PRIu32,
                          column, rows[column], n - 1);
  nq_picture_separate(writer);
  writer->separated = false;
  for (uint32_t row = 0; row < n && writer->output.failure == 0; row++)
    write_row(&writer->output, rows, n, row);
  return NQ_OK;
}
