/* Boards in the library's formats. */
#include "output/kind.h"

static nq_status begin(cli_boards *boards, nq_error *error) {
  boards->writer = nq_writer_new(boards->file.descriptor, boards->format, (uint32_t)boards->n,
                                 boards->count, boards->one_based ? 1 : 0);
  if (boards->writer == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_writer_watch(boards->writer, boards->progress, boards->context);
  return NQ_OK;
}

static nq_status add(cli_boards *boards, const uint32_t *rows, nq_error *error) {
  return nq_writer_board(boards->writer, rows, error);
}

static nq_status finish(cli_boards *boards, nq_error *error) {
  nq_status status = nq_writer_finish(boards->writer, error);
  boards->writer = NULL;
  return status;
}

static void release(cli_boards *boards) {
  if (boards->writer == NULL) return;
  if (boards_in_place(boards) && nq_writer_written(boards->writer) > 0)
    (void)finish(boards, NULL);
  else
    nq_writer_free(boards->writer);
  boards->writer = NULL;
}

const cli_boards_kind cli_boards_text = {
    .begin = begin, .add = add, .finish = finish, .release = release};
