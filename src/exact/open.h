/* The open part of an instance: what its placed queens leave to search.  Columns and rows are
 * numbered from 0 among those without a placed queen; diagonals keep their index on the board. */
#ifndef NQ_EXACT_OPEN_H
#define NQ_EXACT_OPEN_H

#include "core/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nq_open {
  const nq_instance *instance;
  uint32_t n, count;        /* of columns, and as many rows */
  uint32_t *columns, *rows; /* on the board, ascending; room for n */
  uint64_t *rising;         /* a bit for each diagonal that is excluded or has a placed queen */
  uint64_t *falling;
  uint64_t *blocked;  /* bit column * count + row; NULL: none, or `lookup` */
  bool lookup;        /* blocked squares are looked up in the instance */
  bool contradiction; /* the placed queens alone have no solution; rows and `blocked` say nothing */
} nq_open;

/* NQ_NO_MEMORY, or NQ_OK; the watch is looked at.  Release it in any case. */
nq_status nq_open_init(nq_open *open, const nq_instance *instance, nq_watch *watch,
                       nq_error *error);
void nq_open_release(nq_open *open);
/* At most. */
uint64_t nq_open_bytes(const nq_instance *instance);

/* The number of a row of the board, or NQ_EMPTY when it is not open. */
uint32_t nq_open_row(const nq_open *open, uint64_t row);

static inline bool open_bit(const uint64_t *bits, uint64_t i) {
  return bits[i / 64] >> i % 64 & 1;
}

/* No placed queen attacks the open square (column, row), and the instance allows it. */
static inline bool open_allows(const nq_open *open, uint32_t column, uint32_t row) {
  uint64_t c = open->columns[column], r = open->rows[row];
  if (open_bit(open->rising, c + r) || open_bit(open->falling, r + open->n - 1 - c)) return false;
  if (open->blocked != NULL) return !open_bit(open->blocked, (uint64_t)column * open->count + row);
  return !open->lookup || nq_instance_allows(open->instance, (uint32_t)c, (uint32_t)r);
}

#endif
