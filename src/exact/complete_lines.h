/* The board of complete search where diagonals are lines too (complete_diagonals.c). */
#ifndef NQ_EXACT_COMPLETE_LINES_H
#define NQ_EXACT_COMPLETE_LINES_H

#include "exact/complete_parts.h"
#include "exact/relaxation.h"

enum { NQ_DIAGONALS_N = 64, DIAGONALS_MOST = 2 * NQ_DIAGONALS_N - 1 };

typedef enum line_kind { COLUMNS, ROWS, RISING, FALLING, KINDS } line_kind;

/* Lines of one kind: bits of open columns or rows by number, of diagonals by index. */
typedef struct line_bits {
  uint64_t word[2];
} line_bits;

typedef struct board_state {
  uint64_t squares[KINDS][DIAGONALS_MOST + 1];
  line_bits left[KINDS]; /* lines that may get another queen */
  line_bits must[KINDS]; /* those that must: all columns and rows, and some diagonals */
} board_state;

/* A branch on the squares of a line, or on whether a diagonal is used. */
typedef struct branch {
  line_kind kind;
  uint32_t line;
  uint64_t untried; /* squares; for a decision, bit 0: without a queen, bit 1: with one */
  bool decision;
  uint32_t standing; /* queens before the branch */
  uint64_t clause;   /* of a proof: the diagonal has a queen */
} branch;

typedef struct nq_diagonals {
  uint32_t n, count, levels;
  uint8_t row_at[NQ_DIAGONALS_N]; /* the number of an open row, by its place on the board */
  board_state *states;            /* by level */
  branch *branches;
  uint32_t level;
  int64_t *room; /* for nq_sums_filter */
  /* The relaxation, or NULL: there are too many squares. */
  nq_relaxation *relaxation;
  uint32_t squares, lines;                      /* those of the first state */
  nq_open_square *where;                        /* of a square */
  uint16_t line_at[KINDS][DIAGONALS_MOST + 1];  /* the number of a line in the relaxation; */
  uint16_t place[KINDS * (DIAGONALS_MOST + 1)]; /* by this number: as in sat_proof.h */
  uint8_t *square_left, *line_state;
} nq_diagonals;

static inline nq_diagonals *board_of(const nq_complete *search) {
  return search->board;
}

/* Take the first of the bits; false: there is none. */
static inline bool take_first(line_bits *bits, uint32_t *i) {
  uint32_t word = bits->word[0] == 0;
  if (bits->word[word] == 0) return false;
  *i = 64 * word + (uint32_t)__builtin_ctzll(bits->word[word]);
  bits->word[word] &= bits->word[word] - 1;
  return true;
}

static inline void find_lines(const nq_open *open, nq_open_square at, uint32_t lines[KINDS]) {
  uint32_t column = open->columns[at.column], row = open->rows[at.row];
  lines[COLUMNS] = at.column;
  lines[ROWS] = at.row;
  lines[RISING] = column + row;
  lines[FALLING] = row + open->n - 1 - column;
}

/* The square of a line at bit `bit` of its word. */
static inline nq_open_square square_of(const nq_complete *search, line_kind kind, uint32_t line,
                                       uint32_t bit) {
  const nq_open *open = &search->open;
  if (kind == COLUMNS) return (nq_open_square){line, bit};
  if (kind == ROWS) return (nq_open_square){bit, line};
  uint32_t column = open->columns[bit];
  uint32_t row = kind == RISING ? line - column : line + column + 1 - open->n;
  return (nq_open_square){bit, board_of(search)->row_at[row]};
}

/* The bit of a square in the word of its line. */
static inline uint64_t bit_of(line_kind kind, nq_open_square at) {
  return UINT64_C(1) << (kind == COLUMNS ? at.row : at.column);
}

/* ---- The proof: complete_lines_proof.c ---- */

/* The number of a line, as in sat_proof.h. */
uint16_t nq_diagonals_place(const nq_complete *search, line_kind kind, uint32_t line);
/* Write the multipliers of the relaxation, which refuted the state of the level. */
void nq_diagonals_write_sum(nq_complete *search, uint32_t level);
/* State the choice of a branch: one of the squares of a line, or no queen on any of them. */
void nq_diagonals_state(nq_complete *search, const branch *at, uint32_t bit);

#endif
