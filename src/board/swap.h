/* Two queens that exchange rows: the change of conflicts in O(1), for counters of any kind.
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
#ifndef NQ_BOARD_SWAP_H
#define NQ_BOARD_SWAP_H

#include "nqueens.h"

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

#endif
