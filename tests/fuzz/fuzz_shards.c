/* Any bytes, taken for the index of a folder of shards, and for a board in one .npy file: no crash, no
 * board but the one that is there, and what is refused is named. */
#include "output/output.h"
#include "scratch.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define COLUMNS   4 /* of each of the two files */
#define ROWS_MOST 4096

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char folder[] = "/tmp/nqueens-fuzz-XXXXXX", path[4][64];

static void remove_folder(void) {
  for (unsigned i = 0; i < 4; i++) unlink(path[i]);
  rmdir(folder);
}

/* part-00000.npy and part-00001.npy, a solution of 8 queens. */
static void write_parts(void) {
  static const uint8_t rows[2][COLUMNS] = {{0, 4, 7, 5}, {2, 6, 1, 3}};
  uint8_t bytes[NQ_NPY_HEADER_MAX + 4 * COLUMNS] = {0};
  require(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
  for (unsigned i = 0; i < 2; i++) {
    size_t start = nq_npy_header_wide(COLUMNS, 4, (char *)bytes);
    for (unsigned c = 0; c < COLUMNS; c++) bytes[start + 4 * c] = rows[i][c];
    snprintf(path[i], sizeof path[i], "%s/part-0000%u.npy", folder, i);
    scratch_write(path[i], bytes, start + sizeof(uint32_t) * COLUMNS);
  }
  snprintf(path[2], sizeof path[2], "%s/%s", folder, CLI_SHARDS_INDEX);
  snprintf(path[3], sizeof path[3], "%s/board.npy", folder);
}

static void read_all(cli_shards *shards, uint64_t most) {
  static uint64_t rows[ROWS_MOST];
  const nq_large_board board = cli_shards_board(shards);
  nq_error error = {0};
  require(board.n >= 1 && board.n <= most);
  require(board.read(board.context, 0, rows, (size_t)board.n, &error) == NQ_OK);
  for (uint64_t i = 0; shards->folder >= 0 && i < board.n; i++) require(rows[i] < 2 * COLUMNS);
}

/* Write the bytes there, and read the board at `name`. */
static void open_and_read(const char *written, const char *name, const uint8_t *bytes, size_t size,
                          uint64_t most) {
  cli_shards shards;
  nq_error error = {0};
  scratch_write(written, bytes, size);
  if (cli_shards_open(&shards, name, &error) != NQ_OK) {
    require(error.message[0] != '\0' && shards.shard == NULL);
    return;
  }
  read_all(&shards, most);
  error = (nq_error){0};
  if (cli_shards_sum(&shards, 0, shards.count, &error) != NQ_OK) require(error.message[0] != '\0');
  cli_shards_release(&shards);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > ROWS_MOST) return 0;
  if (path[2][0] == '\0') write_parts();
  open_and_read(path[2], folder, bytes, size, 2 * (uint64_t)COLUMNS);
  open_and_read(path[3], path[3], bytes, size, size / sizeof(uint32_t));
  return 0;
}
