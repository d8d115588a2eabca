/* Sums that are the same for all solutions, and what they rule out.
 *
 * MODEL.  Measure rows and columns from the centre of the board.  A queen's diagonals are then
 * u = row + column and v = row - column, and u^2 + v^2 = 2 row^2 + 2 column^2.  So for queens that
 * fill given rows and columns, one on each, the sums of u, of v and of u^2 + v^2 do not depend on
 * where they stand.  On a board with few diagonals left, those near the centre may be too few: if
 * even the most central choice has too large a sum of squares, there is no solution.
 *
 * Two more facts make the bound stricter.  Row + column is even where row - column is, so as many
 * queens stand on even rising diagonals as on even falling ones; and if `even` counts the even rows
 * and columns, this number plus queens plus `even` is even.
 *
 * The same bound with a queen on a certain outer diagonal, in place of the outermost one of the most
 * central choice, shows whether this diagonal can be used at all; without a central one, whether it
 * must be used.  Diagonals that must be used belong to every choice, which raises the bound. */
#ifndef NQ_BOARD_SUMS_H
#define NQ_BOARD_SUMS_H

#include <stdint.h>

/* Of the open rows and columns of a board of size n. */
typedef struct nq_sums {
  uint32_t n, queens, even;
  int64_t rising, falling; /* of row + column, of row - column, from the corner */
  int64_t squares;         /* of (2 line - n + 1)^2 over rows and columns */
} nq_sums;

enum { NQ_SUMS_N = 4096 /* the largest n, so that nothing overflows */ };

static inline void sums_add_line(nq_sums *sums, uint32_t line) {
  int64_t twice = 2 * (int64_t)line - sums->n + 1;
  sums->squares += twice * twice;
  sums->even += line % 2 == 0;
}

static inline void sums_add_column(nq_sums *sums, uint32_t column) {
  sums_add_line(sums, column);
  sums->queens++;
  sums->rising += column;
  sums->falling -= column;
}

static inline void sums_add_row(nq_sums *sums, uint32_t row) {
  sums_add_line(sums, row);
  sums->rising += row;
  sums->falling += row;
}

/* Words of 64 bits that nq_sums_filter needs. */
static inline uint32_t sums_room(uint32_t queens) {
  return 6 * (queens + 1);
}

typedef enum nq_sums_verdict {
  NQ_SUMS_EXCEEDED, /* proved: no queens on these lines stand on different diagonals of those left */
  NQ_SUMS_POSSIBLE,
  NQ_SUMS_NARROWED /* possible, and a diagonal was cleared or must be used now */
} nq_sums_verdict;

/* The diagonals of a direction, as bits: row + column of rising, row - column + n - 1 of falling. */
typedef struct nq_sums_diagonals {
  uint64_t *left;
  uint64_t *must; /* those left that must have a queen */
} nq_sums_diagonals;

/* Clear the diagonals left that no queen can stand on in a solution, and add to `must` those that have
 * a queen in every solution. */
nq_sums_verdict nq_sums_filter(const nq_sums *sums, const nq_sums_diagonals *rising,
                               const nq_sums_diagonals *falling, int64_t *room);

#endif
