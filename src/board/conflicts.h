/* The O(1) conflict counters, inline for the search's inner loops; nqueens.h has the contract.
 *
 * MODEL.  Each of the n rows and 2n - 1 rising and falling diagonals is a line with two numbers:
 *
 *     count    queens on the line
 *     columns  the exclusive or of their columns
 *
 * While a line holds one queen, `columns` is that queen's column.  So when a second queen arrives,
 * or the last but one leaves, the other queen on the line is known without a search, and the set of
 * queens in conflict stays exact in O(1):
 *
 *     crowded[c]  number of lines that queen c shares; c is in the set when it is not 0
 *     queen[]     the set, dense; slot[c] is the place of c; removal swaps with the last
 *
 * The total counts pairs: a queen that joins a line of k queens adds k pairs. */
#ifndef NQ_BOARD_CONFLICTS_H
#define NQ_BOARD_CONFLICTS_H

#include "board/swap.h"
#include "core/core.h"

typedef struct nq_lines {
  uint32_t *count;
  uint32_t *columns;
} nq_lines;

struct nq_conflicts {
  uint32_t n;
  uint32_t queens; /* in conflict */
  uint64_t total;  /* attacking pairs */
  nq_lines row, rising, falling;
  uint32_t *rows; /* of each column, or NQ_EMPTY */
  uint32_t *queen, *slot;
  uint8_t *crowded;
  nq_arrays arrays;
};

/* Recount everything: is a counter wrong?  False if memory is too short to recount. */
bool nq_conflicts_are_wrong(const nq_conflicts *conflicts);

/* Bytes that nq_conflicts_new(n) takes. */
uint64_t nq_conflicts_bytes(uint32_t n);

/* The part of nq_conflicts_clear for columns first .. end - 1; a board is clear after all parts. */
void nq_conflicts_clear_part(nq_conflicts *conflicts, uint32_t first, uint32_t end);

/* Empty the board, O(n). */
void nq_conflicts_clear(nq_conflicts *conflicts);

static inline uint64_t conflicts_at(const nq_conflicts *conflicts, uint32_t column, uint32_t row) {
  uint64_t queens = (uint64_t)conflicts->row.count[row] +
                    conflicts->rising.count[(uint64_t)column + row] +
                    conflicts->falling.count[(uint64_t)row + conflicts->n - 1 - column];
  return conflicts->rows[column] == row ? queens - 3 : queens;
}

static inline uint64_t conflicts_on(const void *counters, nq_direction direction, uint64_t line) {
  const nq_conflicts *conflicts = counters;
  return direction == NQ_RISING ? conflicts->rising.count[line] : conflicts->falling.count[line];
}

static inline int64_t conflicts_swap_delta(const nq_conflicts *conflicts, uint32_t a, uint32_t b) {
  const nq_swap swap = {a, conflicts->rows[a], b, conflicts->rows[b]};
  if (swap.row_a == swap.row_b) return 0;
  return swap_change(conflicts, conflicts->n - 1, swap, conflicts_on);
}

#endif
