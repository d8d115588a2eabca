/* An array of rows that grows as numbers arrive, so that no word of the input about its size has to
 * be believed, and becomes a board without a copy. */
#ifndef NQ_FORMAT_ROWS_H
#define NQ_FORMAT_ROWS_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nq_rows {
  uint32_t *rows;
  uint64_t count, room;
  uint32_t guess; /* how many there may be: the size of the board before, or 0 */
  /* When not NULL the rows go there instead, some at a time: count starts anew from 0. */
  nq_rows_sink *sink;
  void *context;
  uint64_t passed; /* that many have gone */
} nq_rows;

/* Make room for at least one more, at most `most` in all.  NQ_IO when the sink said stop. */
nq_status nq_rows_grow(nq_rows *rows, uint64_t most, nq_error *error);

static inline nq_status nq_rows_append(nq_rows *rows, uint32_t row, nq_error *error) {
  if (rows->count == rows->room) {
    nq_status status = nq_rows_grow(rows, NQ_N_MAX, error);
    if (status != NQ_OK) return status;
  }
  rows->rows[rows->count++] = row;
  return NQ_OK;
}

/* How many there have been. */
static inline uint64_t rows_seen(const nq_rows *rows) {
  return rows->passed + rows->count;
}

/* Hand the rows, at least one, over to *board, which owned nothing.  With a sink the last of them go
 * there, and of the board only n is filled in. */
nq_status nq_rows_finish(nq_rows *rows, nq_board *board, nq_error *error);
void nq_rows_release(nq_rows *rows);

#endif
