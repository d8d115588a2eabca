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

#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>

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

/* The lines left and the lines joined are distinct (the queens stand in distinct columns and rows),
 * so each sum is independent.  If both queens leave one line, or join one line, the pair that they
 * form must be counted once. */
static inline int64_t conflicts_swap_delta(const nq_conflicts *conflicts, uint32_t a, uint32_t b) {
  uint64_t n = conflicts->n, row_a = conflicts->rows[a], row_b = conflicts->rows[b];
  const uint32_t *rising = conflicts->rising.count, *falling = conflicts->falling.count + n - 1;
  if (row_a == row_b) return 0;
  int64_t left = (int64_t)rising[a + row_a] + rising[b + row_b] + *(falling + (int64_t)row_a - a) +
                 *(falling + (int64_t)row_b - b) - 4;
  int64_t joined = (int64_t)rising[a + row_b] + rising[b + row_a] +
                   *(falling + (int64_t)row_b - a) + *(falling + (int64_t)row_a - b);
  left -= a + row_a == b + row_b;
  left -= row_a - a == row_b - b;
  joined += a + row_b == b + row_a;
  joined += row_b - a == row_a - b;
  return joined - left;
}

#endif
