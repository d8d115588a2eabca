/* Any bytes, read as boards in each format: no crash, and an end.  What reads as a board is
 * written in each format, and reads back the same. */
#include "nqueens.h"
#include "scratch.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* A picture has n squares for each queen. */
#define PICTURE_N_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool fits_picture(const nq_board *board) {
  for (uint32_t column = 0; column < board->n; column++)
    if (board->rows[column] >= board->n && board->rows[column] != NQ_EMPTY) return false;
  return true;
}

static void write_and_read(const nq_board *board, nq_format format, int scratch) {
  const unsigned base = format == NQ_FORMAT_JSON; /* the only one that states it */
  scratch_clear(scratch);
  nq_writer *writer = nq_writer_new(scratch, format, board->n, 1, base);
  require(writer != NULL);
  nq_status status = nq_writer_board(writer, board->rows, NULL);
  if (format == NQ_FORMAT_PICTURE && !fits_picture(board)) {
    require(status == NQ_BAD_VALUE);
    nq_writer_free(writer);
    return;
  }
  require(status == NQ_OK && nq_writer_finish(writer, NULL) == NQ_OK);
  require(lseek(scratch, 0, SEEK_SET) == 0);
  nq_reader *reader = nq_reader_new(scratch, format);
  nq_board again = {0};
  uint64_t line;
  require(nq_reader_next(reader, &again, &line, NULL) == NQ_OK && again.n == board->n);
  require(memcmp(again.rows, board->rows, board->n * sizeof *board->rows) == 0);
  require(nq_reader_next(reader, &again, &line, NULL) == NQ_END);
  nq_reader_free(reader);
}

static void read_all(int input, nq_format format, int scratch) {
  require(lseek(input, 0, SEEK_SET) == 0);
  nq_reader *reader = nq_reader_new(input, format);
  nq_board board = {0};
  for (unsigned boards = 0;; boards++) {
    uint64_t line;
    nq_error error = {0};
    nq_status status = nq_reader_next(reader, &board, &line, &error);
    if (status == NQ_END) break;
    require((status == NQ_OK) == (board.rows != NULL));
    require(status == NQ_OK || (error.status == status && error.message[0] != '\0'));
    if (status != NQ_OK || boards > 4) continue;
    for (nq_format to = NQ_FORMAT_LINE; to <= NQ_FORMAT_NPY; to++)
      if (to != NQ_FORMAT_PICTURE || board.n <= PICTURE_N_MAX) write_and_read(&board, to, scratch);
  }
  nq_board_release(&board);
  nq_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static int input = -1, scratch = -1;
  if (input < 0) {
    input = scratch_file();
    scratch = scratch_file();
  }
  scratch_fill(input, bytes, size);
  for (nq_format format = NQ_FORMAT_AUTO; format <= NQ_FORMAT_NPY; format++)
    read_all(input, format, scratch);
  return 0;
}
