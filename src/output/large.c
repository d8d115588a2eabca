/* A large board, solved within its files. */
#include "output/kind.h"

#define PIECE 1024 /* rows */

static nq_status name_stop(nq_status status, nq_error *error) {
  return status == NQ_END ? nq_error_set(error, NQ_IO, "stopped") : status;
}

static nq_status begin(cli_boards *boards, nq_error *error) {
  nq_status status = cli_shards_reserve(&boards->files, boards->progress, boards->context, error);
  boards->file_bytes = boards->files.bytes;
  return name_stop(status, error);
}

/* The rows of a board that was small enough for memory. */
static nq_status add(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  const nq_large_board board = cli_shards_board(&boards->files);
  nq_status status = NQ_OK;
  uint64_t piece[PIECE];
  size_t count;
  for (uint64_t column = 0; rows != NULL && column < board.n && status == NQ_OK; column += count) {
    count = board.n - column < PIECE ? (size_t)(board.n - column) : PIECE;
    for (size_t i = 0; i < count; i++) piece[i] = rows[column + i];
    status = board.write(board.context, column, piece, count, error);
  }
  return status;
}

static nq_status finish(cli_boards *boards, nq_error *error) {
  nq_status status =
      cli_shards_commit(&boards->files, &boards->run, boards->progress, boards->context, error);
  return name_stop(status, error);
}

static void release(cli_boards *boards) {
  cli_shards_release(&boards->files);
}

const cli_boards_kind cli_boards_large = {
    .begin = begin, .add = add, .finish = finish, .release = release, .names_files = true};
