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
 * central choice, shows whether this diagonal can be used at all. */
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
  NQ_SUMS_CLEARED /* possible, but not with all diagonals left */
} nq_sums_verdict;

/* Clear the diagonals that no queen can stand on in a solution.  Bits row + column of `rising` and
 * row - column + n - 1 of `falling` are the diagonals left.  Unless `needed` is NULL, add to
 * needed[0] (rising) and needed[1] (falling) those left that have a queen in every solution. */
nq_sums_verdict nq_sums_filter(const nq_sums *sums, uint64_t *rising, uint64_t *falling,
                               uint64_t *const needed[2], int64_t *room);

#endif
