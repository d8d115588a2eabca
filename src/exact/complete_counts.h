/* The board of a complete search where many squares are left, and of that of textbooks: the number
 * of squares left on each open line, and the diagonals that have a queen. */
#ifndef NQ_EXACT_COMPLETE_COUNTS_H
#define NQ_EXACT_COMPLETE_COUNTS_H

#include "exact/complete.h"

enum { COLUMNS, ROWS };

/* What is tried at a depth. */
typedef struct nq_counts_level {
  uint32_t line;   /* columns, then rows */
  uint32_t start;  /* place in the list of the other kind where the line's squares begin, */
  uint32_t passed; /* places already tried, */
  uint32_t left;   /* and how many squares before */
  bool single;     /* the line had a single square at first */
} nq_counts_level;

typedef struct nq_counts {
  uint32_t count;     /* of columns */
  uint32_t open;      /* those without a queen */
  uint32_t *left[2];  /* squares left, by line */
  uint32_t *list[2];  /* the open lines, then the others */
  uint32_t *place[2]; /* of a line in its list; ~place, from NQ_EMPTY / 2 on: not open */
  uint8_t *rising, *falling, *closed; /* diagonals and rows of the board that are taken */
  uint32_t *row_of;                   /* of an open row of the board its number */
  nq_counts_level *levels;
  uint32_t n;
  bool blocked;      /* some squares are blocked one by one */
  bool dead;         /* the last queen left a line without a square */
  bool columns_only; /* the squares on rows, and `dead`, are of no use */
  /* Of textbook.c, with lcv: [level * n + i], the rows of the level's column as they are tried; by
   * row of a column, see squares_removed. */
  uint16_t *order;
  uint32_t *removed;
} nq_counts;

static inline bool counts_are_open(const nq_counts *counts, int kind, uint32_t line) {
  return counts->place[kind][line] < NQ_EMPTY / 2;
}

/* The square of two open lines is left. */
static inline bool counts_leave(const nq_complete *search, uint32_t column, uint32_t row) {
  const nq_counts *counts = search->board;
  uint64_t c = search->open.columns[column], r = search->open.rows[row];
  return !counts->rising[c + r] && !counts->falling[r + counts->n - 1 - c] &&
         (!counts->blocked || open_allows(&search->open, column, row));
}

/* The square of an open column on row `row` of the board, below 0 wrapped round, is left. */
static inline bool counts_have(const nq_counts *counts, const nq_open *open, uint32_t column,
                               uint64_t row) {
  uint64_t c = open->columns[column];
  return row < counts->n && !counts->closed[row] && !counts->rising[c + row] &&
         !counts->falling[row + counts->n - 1 - c] &&
         (!counts->blocked || open_allows(open, column, counts->row_of[row]));
}

/* As in nq_complete_kind. */
nq_status nq_counts_open(nq_complete *search, nq_error *error);
void nq_counts_begin(nq_complete *search);
void nq_counts_put(nq_complete *search, nq_open_square queen, bool forced);
void nq_counts_take_back(nq_complete *search);

#endif
