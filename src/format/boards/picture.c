/* Pictures: each line is a row of the board, the top line row 0; and other forms of rows of
 * squares.
 *
 * MODEL.  rows = {1, 3, 0, 2} and the partial board {1, ., 0, .}:
 *
 *     _ _ Q _      _ _ Q _
 *     Q _ _ _      Q _ _ _
 *     _ _ _ Q      _ _ _ _
 *     _ Q _ _      _ _ _ _
 *
 * A Q in line r and place c is a queen with rows[c] = r.  An empty line stands between boards.  A
 * matrix has 1 and 0 instead.  One line a board have leetcode and fen, whose numbers may have
 * several digits, as for large variants of chess:
 *
 *     ["..Q.","Q...","...Q",".Q.."]
 *     2Q1/Q3/3Q/1Q2
 *
 * All are read in read/. */
#include "format/boards/boards.h"

/* Each row of a FEN is searched for its queens. */
#define FEN_N_MAX 1000

void nq_picture_separate(nq_writer *writer) {
  if (writer->written > 0 && !writer->separated) nq_output_text(&writer->output, "\n");
  writer->separated = true;
}

/* What stands for a square, and after it, but after the last of a row. */
struct squares {
  char queen, empty, between; /* 0: nothing between */
};

static char *put_square(char *text, const struct squares *squares, bool queen, bool last) {
  *text++ = queen ? squares->queen : squares->empty;
  if (squares->between != '\0' && !last) *text++ = squares->between;
  return text;
}

static void write_row(nq_output *output, const uint32_t *rows, uint32_t n, uint32_t row,
                      const struct squares *squares) {
  for (uint32_t column = 0; column < n;) {
    char *text = nq_output_reserve(output, 64), *at = text;
    if (text == NULL) return;
    size_t fit = nq_output_room(output) / 2;
    uint32_t end = n - column < fit ? n : column + (uint32_t)fit;
    for (; column < end; column++)
      at = put_square(at, squares, rows[column] == row, column + 1 == n);
    output->used += (size_t)(at - text);
  }
}

static nq_status require_rows(const uint32_t *rows, uint32_t n, nq_error *error) {
  for (uint32_t column = 0; column < n; column++)
    if (rows[column] >= n && rows[column] != NQ_EMPTY)
      return nq_error_set(error, NQ_BAD_VALUE,
                          "column %" PRIu32 ": row %" PRIu32
                          " cannot be drawn: a picture has rows 0..%" PRIu32,
                          column, rows[column], n - 1);
  return NQ_OK;
}

static nq_status write_lines(nq_writer *writer, const uint32_t *rows, const struct squares *squares,
                             nq_error *error) {
  nq_status status = require_rows(rows, writer->n, error);
  if (status != NQ_OK) return status;
  nq_picture_separate(writer);
  writer->separated = false;
  for (uint32_t row = 0; row < writer->n && writer->output.failure == 0; row++) {
    write_row(&writer->output, rows, writer->n, row, squares);
    nq_output_bytes(&writer->output, "\n", 1);
  }
  return NQ_OK;
}

nq_status nq_picture_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  static const struct squares squares = {'Q', '_', ' '};
  return write_lines(writer, rows, &squares, error);
}

nq_status nq_matrix_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  static const struct squares squares = {'1', '0', ' '};
  return write_lines(writer, rows, &squares, error);
}

nq_status nq_leetcode_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  static const struct squares squares = {'Q', '.', '\0'};
  nq_status status = require_rows(rows, writer->n, error);
  if (status != NQ_OK) return status;
  for (uint32_t row = 0; row < writer->n && writer->output.failure == 0; row++) {
    nq_output_text(&writer->output, row == 0 ? "[\"" : "\",\"");
    write_row(&writer->output, rows, writer->n, row, &squares);
  }
  nq_output_text(&writer->output, "\"]\n");
  return NQ_OK;
}

/* A row of FEN: Q, and the numbers of empty squares. */
static void write_runs(nq_output *output, const uint32_t *rows, uint32_t n, uint32_t row) {
  uint32_t run = 0;
  for (uint32_t column = 0; column <= n; column++) {
    bool queen = column < n && rows[column] == row;
    if (run > 0 && (queen || column == n)) nq_output_number(output, run);
    if (queen) nq_output_text(output, "Q");
    run = queen ? 0 : run + 1;
  }
}

nq_status nq_fen_write(nq_writer *writer, const uint32_t *rows, nq_error *error) {
  uint32_t n = writer->n;
  if (n > FEN_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED, "n = %" PRIu32 ": fen is for boards up to n = %d", n,
                        FEN_N_MAX);
  nq_status status = require_rows(rows, n, error);
  for (uint32_t row = 0; row < n && status == NQ_OK; row++) {
    if (row > 0) nq_output_text(&writer->output, "/");
    write_runs(&writer->output, rows, n, row);
  }
  nq_output_text(&writer->output, "\n");
  return status;
}
