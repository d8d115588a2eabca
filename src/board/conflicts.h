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

#include "core/core.h"

/* ---- Swaps, for counters of any kind ---- */

/* Two queens that exchange rows: the change of conflicts in O(1).
 *
 * MODEL.  The queens (a, row_a) and (b, row_b), in distinct columns and rows, leave four diagonals
 * and join four; each row keeps a queen.
 *
 *     leave    rising  a + row_a, b + row_b     falling  row_a - a, row_b - b
 *     join     rising  a + row_b, b + row_a     falling  row_b - a, row_a - b
 *
 * A queen that leaves a line of k takes k - 1 pairs with it, one that joins a line of k adds k.
 * Sums over single queens miss a pair where both leave or join one line: if the two share a
 * diagonal, they share one of the other direction afterwards.
 *
 * The functions that the counters pass are inlined.  A falling diagonal is numbered row + last -
 * column. */
typedef struct nq_swap {
  uint64_t a, row_a, b, row_b;
} nq_swap;

/* `queens` loads the number of queens on a diagonal. */
static inline __attribute__((always_inline)) int64_t
swap_change(const void *board, uint64_t last, nq_swap swap,
            uint64_t (*queens)(const void *board, nq_direction direction, uint64_t line)) {
  const uint64_t a = swap.a, row_a = swap.row_a, b = swap.b, row_b = swap.row_b;
  uint64_t leave = queens(board, NQ_RISING, a + row_a) + queens(board, NQ_RISING, b + row_b) +
                   queens(board, NQ_FALLING, row_a + last - a) +
                   queens(board, NQ_FALLING, row_b + last - b);
  uint64_t join = queens(board, NQ_RISING, a + row_b) + queens(board, NQ_RISING, b + row_a) +
                  queens(board, NQ_FALLING, row_b + last - a) +
                  queens(board, NQ_FALLING, row_a + last - b);
  int shared = (a + row_a == b + row_b) + (row_a + b == row_b + a);
  return (int64_t)(join - leave) + 4 + 2 * shared;
}

/* ---- The counters ---- */

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

/* Empty the board, O(n); the same, and then place the queens of rows[].  False when `look`, which
 * may be NULL, stops it. */
bool nq_conflicts_clear(nq_conflicts *conflicts, nq_look *look);
bool nq_conflicts_load(nq_conflicts *conflicts, const uint32_t *rows, nq_look *look);

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
