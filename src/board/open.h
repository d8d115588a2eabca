/* The open part of an instance: the columns and rows without a placed queen, numbered from 0.
 * Diagonals keep their index on the board. */
#ifndef NQ_BOARD_OPEN_H
#define NQ_BOARD_OPEN_H

#include "core/core.h"

typedef struct nq_open {
  nq_arrays arrays;
  const nq_instance *instance;
  uint32_t n, count;        /* count: open columns, and as many rows */
  uint32_t *columns, *rows; /* on the board, ascending; room for n */
  uint64_t *rising;         /* a bit for each diagonal that is excluded or has a placed queen */
  uint64_t *falling;
  uint64_t *blocked;  /* bit column * count + row; NULL: none, or `lookup` */
  bool lookup;        /* blocked squares are looked up in the instance */
  bool contradiction; /* the placed queens contradict each other; rows and `blocked` are not set */
} nq_open;

/* Polls the watch.  Release `open` after an error too.  NQ_NO_MEMORY. */
nq_status nq_open_init(nq_open *open, const nq_instance *instance, nq_watch *watch,
                       nq_error *error);
void nq_open_release(nq_open *open);
/* An upper bound. */
uint64_t nq_open_bytes(const nq_instance *instance);

/* The number of a row of the board among the open ones, or NQ_EMPTY. */
uint32_t nq_open_row(const nq_open *open, uint64_t row);

/* No placed queen attacks the open square (column, row), and the instance allows it. */
static inline bool open_allows(const nq_open *open, uint32_t column, uint32_t row) {
  uint64_t c = open->columns[column], r = open->rows[row];
  if (has_bit(open->rising, c + r) || has_bit(open->falling, r + open->n - 1 - c)) return false;
  if (open->blocked != NULL) return !has_bit(open->blocked, (uint64_t)column * open->count + row);
  return !open->lookup || nq_instance_allows(open->instance, (uint32_t)c, (uint32_t)r);
}

#endif
