/* Any bytes, read as boards in each format: no crash, and an end.  What reads as a board is
 * written in each format, and reads back the same; read in pieces it is the same, too. */
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

/* A line of these rows is read from 1: there is a row n, and no row 0. */
static bool looks_from_1(const nq_board *board) {
  bool has_n = false;
  for (uint32_t i = 0; i < board->n; i++) {
    if (board->rows[i] == 0) return false;
    has_n = has_n || board->rows[i] == board->n;
  }
  return has_n;
}

static void write_and_read(const nq_board *board, nq_format format, int scratch) {
  const unsigned base = format == NQ_FORMAT_JSON; /* the only one that states it */
  if (format == NQ_FORMAT_LINE && looks_from_1(board)) return;
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

static uint64_t add_up(uint64_t sum, uint64_t number) {
  return (sum ^ number) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t add_rows(uint64_t sum, const uint32_t *rows, size_t count) {
  for (size_t i = 0; i < count; i++) sum = add_up(sum, rows[i]);
  return sum;
}

static bool take_rows(void *context, const uint32_t *rows, size_t count) {
  uint64_t *sum = context;
  *sum = add_rows(*sum, rows, count);
  return true;
}

/* A digest of all boards and errors, by nq_reader_stream; rows of bad boards do not count. */
static uint64_t stream_all(int input, nq_format format) {
  require(lseek(input, 0, SEEK_SET) == 0);
  nq_reader *reader = nq_reader_new(input, format);
  for (uint64_t sum = 0;;) {
    uint64_t rows = sum, line;
    uint32_t n;
    nq_error error = {0};
    nq_status status = nq_reader_stream(reader, take_rows, &rows, &n, &line, &error);
    sum = add_up(status == NQ_OK ? rows : sum, status);
    if (status != NQ_END) continue;
    nq_reader_free(reader);
    return sum;
  }
}

static void read_all(int input, nq_format format, int scratch) {
  require(lseek(input, 0, SEEK_SET) == 0);
  nq_reader *reader = nq_reader_new(input, format);
  nq_board board = {0};
  uint64_t sum = 0;
  for (unsigned boards = 0;; boards++) {
    uint64_t line;
    nq_error error = {0};
    nq_status status = nq_reader_next(reader, &board, &line, &error);
    if (status == NQ_OK) sum = add_rows(sum, board.rows, board.n);
    sum = add_up(sum, status);
    if (status == NQ_END) break;
    require((status == NQ_OK) == (board.rows != NULL));
    require(status == NQ_OK || (error.status == status && error.message[0] != '\0'));
    if (status != NQ_OK || boards > 4) continue;
    for (nq_format to = NQ_FORMAT_LINE; to <= NQ_FORMAT_NPY; to++)
      if (to != NQ_FORMAT_PICTURE || board.n <= PICTURE_N_MAX) write_and_read(&board, to, scratch);
  }
  nq_board_release(&board);
  nq_reader_free(reader);
  require(stream_all(input, format) == sum);
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
