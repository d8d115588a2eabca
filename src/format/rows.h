/* An array of rows that grows as numbers arrive, whatever size the input claims, and becomes a
 * board without a copy. */
#ifndef NQ_FORMAT_ROWS_H
#define NQ_FORMAT_ROWS_H

#include "nqueens.h"

typedef struct nq_rows {
  uint32_t *rows;
  uint64_t count, room;
  uint32_t guess; /* the likely number: the size of the last board, or 0 */
  /* If not NULL, receives the rows in pieces; `count` then restarts from 0. */
  nq_rows_sink *sink;
  void *context;
  uint64_t passed; /* to the sink */
} nq_rows;

/* Make room for at least one more row, but for at most `most` in total.  NQ_IO when the sink
 * stops. */
nq_status nq_rows_grow(nq_rows *rows, uint64_t most, nq_error *error);

static inline nq_status nq_rows_append(nq_rows *rows, uint32_t row, nq_error *error) {
  if (rows->count == rows->room) {
    nq_status status = nq_rows_grow(rows, NQ_N_MAX, error);
    if (status != NQ_OK) return status;
  }
  rows->rows[rows->count++] = row;
  return NQ_OK;
}

/* The number of rows so far. */
static inline uint64_t nq_rows_seen(const nq_rows *rows) {
  return rows->passed + rows->count;
}

/* Count rows that are from 1 from 0: where `base` is 1 or, if it is below 0, where a row is n and none is 0.
 * *found is what they counted from.  Of a board that is passed on in pieces too little is there to see it.
 * NQ_NO_BOARD if `base` is 1 and a row is 0. */
nq_status nq_rows_settle(nq_rows *rows, int base, unsigned *found, nq_error *error);
/* Move the rows, at least one, to *board, which must be empty.  With a sink, pass on the last rows
 * and set only board->n. */
nq_status nq_rows_finish(nq_rows *rows, nq_board *board, nq_error *error);
void nq_rows_release(nq_rows *rows);

#endif
