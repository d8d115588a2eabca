/* The same queens in several shapes: a list, pairs, assignments, a picture and a matrix of them are
 * read as the same board.  Bytes: n, and a row for each column. */
#include "nqueens.h"
#include "scratch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define N_MAX 12

typedef enum shape { LIST, PAIRS, VALUES, ATOMS, PICTURE, MATRIX, SHAPES } shape;

static void write_shape(FILE *file, shape shape, const uint8_t *rows, unsigned n) {
  if (shape == LIST || shape == PAIRS) fputs("board = [", file);
  for (unsigned i = 0; i < n && shape < PICTURE; i++) {
    if (i > 0 && shape <= PAIRS) fputs(", ", file);
    if (shape == LIST)
      fprintf(file, "%u", rows[i]);
    else if (shape == PAIRS)
      fprintf(file, "(%u, %u)", i, rows[i]);
    else
      fprintf(file, shape == VALUES ? "x[%u] = %u\n" : "queen(%u,%u) ", i, rows[i]);
  }
  for (unsigned row = 0; row < n && shape >= PICTURE; row++)
    for (unsigned column = 0; column < n; column++)
      fprintf(file, "%c%c", (shape == PICTURE ? ".Q" : "01")[rows[column] == row],
              column + 1 < n ? ' ' : '\n');
  fputs(shape <= PAIRS ? "]\n" : "\n", file);
}

static void require_board(const char *text, size_t size, const uint8_t *rows, unsigned n) {
  static int file = -1;
  if (file < 0) file = scratch_file();
  scratch_fill(file, (const uint8_t *)text, size);
  require(lseek(file, 0, SEEK_SET) == 0);
  nq_reader *reader = nq_reader_new(file, NQ_FORMAT_AUTO);
  nq_board board = {0};
  nq_error error;
  uint64_t line;
  require(reader != NULL);
  require(nq_reader_next(reader, &board, &line, &error) == NQ_OK && board.n == n);
  for (unsigned column = 0; column < n; column++) require(board.rows[column] == rows[column]);
  require(nq_reader_next(reader, &board, &line, &error) == NQ_END);
  nq_board_release(&board);
  nq_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  uint8_t rows[N_MAX];
  if (size < 1) return 0;
  unsigned n = 4 + bytes[0] % (N_MAX - 3);
  bool zero = false;
  if (size < 1 + (size_t)n) return 0;
  for (unsigned i = 0; i < n; i++) {
    rows[i] = bytes[1 + i] % n;
    zero = zero || rows[i] == 0;
  }
  if (!zero) return 0; /* the base shows only then */
  for (shape shape = LIST; shape < SHAPES; shape++) {
    char text[4096];
    FILE *file = fmemopen(text, sizeof text, "w");
    require(file != NULL);
    write_shape(file, shape, rows, n);
    long length = ftell(file);
    fclose(file);
    require_board(text, (size_t)length, rows, n);
  }
  return 0;
}
