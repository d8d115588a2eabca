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
  uint64_t *blocked; /* bit column * count + row; NULL: none, or `lookup` */
  bool lookup;       /* blocked squares are looked up in the instance */
} nq_open;

/* Of an instance that does not contradict itself.  Polls the watch.  Release `open` after an error
 * too.  NQ_NO_MEMORY. */
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

/* ---- The squares left ---- */

/* The squares left on a board of up to 64 columns, for searches that look at every line.
 *
 * MODEL.  The board is kept twice: for every column the rows left to it, and for every row the
 * columns.  A queen on (column, row) removes the same squares from both:
 *
 *     lines[0][c] loses the rows    row, row + (c - column), row - (c - column)
 *     lines[1][r] loses the columns column, column + (r - row), column - (r - row)
 *
 * An open line with no square left is a dead end; one with a single square gets its queen at
 * once. */
#define NQ_SQUARES_N_MAX 64

enum { SQUARES_OF_COLUMNS, SQUARES_OF_ROWS };

typedef struct nq_squares {
  uint64_t lines[2][NQ_SQUARES_N_MAX];
  uint64_t open[2]; /* lines without a queen */
} nq_squares;

/* A line, by its kind and index. */
typedef struct nq_squares_line {
  unsigned kind;
  uint32_t index;
} nq_squares_line;

/* All columns open, each with the rows in allowed[column]. */
static inline void squares_init(nq_squares *view, uint32_t n, const uint64_t *allowed) {
  *view = (nq_squares){.open = {UINT64_MAX >> (64 - n), UINT64_MAX >> (64 - n)}};
  for (uint32_t column = 0; column < n; column++) {
    view->lines[SQUARES_OF_COLUMNS][column] = allowed[column];
    for (uint32_t row = 0; row < n; row++)
      view->lines[SQUARES_OF_ROWS][row] |= (allowed[column] >> row & 1) << column;
  }
}

static inline void squares_take(uint64_t *lines, uint32_t n, uint32_t at, uint32_t square) {
  const uint64_t queen = UINT64_C(1) << square;
  lines[at] = queen;
  for (uint64_t line = at + 1, up = queen << 1, down = queen >> 1; line < n; line++) {
    lines[line] &= ~(queen | up | down);
    up <<= 1;
    down >>= 1;
  }
  uint64_t up = queen << 1, down = queen >> 1;
  for (uint32_t line = at; line-- > 0;) {
    lines[line] &= ~(queen | up | down);
    up <<= 1;
    down >>= 1;
  }
}

static inline void squares_put_queen(nq_squares *view, uint32_t n, uint32_t column, uint32_t row) {
  squares_take(view->lines[SQUARES_OF_COLUMNS], n, column, row);
  squares_take(view->lines[SQUARES_OF_ROWS], n, row, column);
  view->open[SQUARES_OF_COLUMNS] &= ~(UINT64_C(1) << column);
  view->open[SQUARES_OF_ROWS] &= ~(UINT64_C(1) << row);
}

/* Find the open line with the fewest squares and return their number.  It stops at a line with
 * none. */
static inline unsigned squares_find_narrowest(const nq_squares *view, nq_squares_line *found) {
  unsigned least = UINT32_MAX;
  for (unsigned kind = SQUARES_OF_COLUMNS; kind <= SQUARES_OF_ROWS; kind++)
    for (uint64_t open = view->open[kind]; open != 0; open &= open - 1) {
      uint32_t index = (uint32_t)__builtin_ctzll(open);
      unsigned squares = (unsigned)__builtin_popcountll(view->lines[kind][index]);
      if (squares >= least) continue;
      least = squares;
      *found = (nq_squares_line){kind, index};
      if (squares == 0) return 0;
    }
  return least;
}

/* ---- Sums of the open lines: sums.c ---- */

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
 * The same bound with a queen on a certain outer diagonal, in place of the outermost one of the
 * most central choice, shows whether this diagonal can be used at all; without a central one,
 * whether it must be used.  Diagonals that must be used belong to every choice, which raises the
 * bound. */

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

/* The diagonals of a direction, as bits: row + column of rising, row - column + n - 1 of
 * falling. */
typedef struct nq_sums_diagonals {
  uint64_t *left;
  uint64_t *must; /* those left that must have a queen */
} nq_sums_diagonals;

/* Clear the diagonals left that no queen can stand on in a solution, and add to `must` those that
 * have a queen in every solution. */
nq_sums_verdict nq_sums_filter(const nq_sums *sums, const nq_sums_diagonals *rising,
                               const nq_sums_diagonals *falling, int64_t *room);

#endif
