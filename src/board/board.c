/* The memory of boards. */
#include "board/board.h"

#include <inttypes.h>

nq_status nq_board_reserve(nq_board *board, uint32_t n, nq_error *error) {
  *board = (nq_board){0};
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board has at least one column");
  board->rows = nq_memory_new(n, sizeof *board->rows);
  if (board->rows == NULL)
    return nq_error_set(error, NQ_NO_MEMORY,
                        "a board of n = %" PRIu32 " needs %" PRIu64 " bytes of memory", n,
                        (uint64_t)n * sizeof *board->rows);
  board->n = n;
  return NQ_OK;
}

nq_status nq_board_init(nq_board *board, uint32_t n, nq_error *error) {
  nq_status status = nq_board_reserve(board, n, error);
  if (status != NQ_OK) return status;
  for (uint32_t column = 0; column < n; column++) board->rows[column] = NQ_EMPTY;
  return NQ_OK;
}

void nq_board_release(nq_board *board) {
  nq_memory_free(board->rows, board->n, sizeof *board->rows);
  *board = (nq_board){0};
}
