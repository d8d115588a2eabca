#include "cli/large.h"
#include "output/shards.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 65536 /* rows */

/* The size of the one board in a .npy file; 0 for other files. */
static uint64_t size_in(const char *file) {
  nq_npy_layout layout = {0};
  int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  nq_status status = nq_npy_measure(descriptor, &layout, NULL);
  close(descriptor);
  return status == NQ_OK ? layout.n : 0;
}

bool cli_is_large(const char *file, bool any_n) {
  struct stat found;
  if (strcmp(file, "-") == 0 || stat(file, &found) != 0) return false;
  if (S_ISDIR(found.st_mode)) return true;
  if (!S_ISREG(found.st_mode)) return false;
  uint64_t n = size_in(file);
  return n > NQ_N_MAX || (n > 0 && any_n);
}

nq_status cli_large_draw(const char *file, nq_density *density, uint32_t *rows, size_t room,
                         uint64_t *n, nq_error *error) {
  cli_shards shards;
  nq_status status = cli_shards_open(&shards, file, error);
  if (status != NQ_OK) return status;
  const nq_large_board board = cli_shards_board(&shards);
  uint64_t *piece = malloc(PIECE * sizeof *piece);
  if (piece == NULL) status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  for (uint64_t column = 0; piece != NULL && column < board.n && status == NQ_OK; column += PIECE) {
    size_t count = board.n - column < PIECE ? (size_t)(board.n - column) : PIECE;
    status = board.read(board.context, column, piece, count, error);
    if (status != NQ_OK) break;
    nq_density_add_wide(density, piece, count);
    for (size_t i = 0; i < count && column + i < room; i++) rows[column + i] = (uint32_t)piece[i];
  }
  *n = board.n;
  free(piece);
  cli_shards_release(&shards);
  return status;
}
