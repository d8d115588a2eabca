/* The linear relaxation of a board: a proof that no queens fill its lines, even in fractions.
 *
 * MODEL.  A square gets a number from 0 to 1, in place of a queen or none.  The numbers add up to 1
 * on a line that must have a queen, and to at most 1 on others.  Solutions are such numbers, so if
 * there are none, there is no solution.  By Farkas' lemma (1902) there are then prices of the lines
 * that prove it: the sum of the prices is negative, but no square's lines cost less than 0, where
 * lines that need no queen have no negative price.  The prices are found by the dual simplex method
 * (Lemke, 1954) in floating point, and checked in whole numbers.  So a proof is exact; a limit or
 * rounding errors can only hide one.
 *
 * The table of the simplex method is kept for the next board, which mostly differs in a few lines. */
#ifndef NQ_EXACT_RELAXATION_H
#define NQ_EXACT_RELAXATION_H

#include <stdbool.h>
#include <stdint.h>

enum { RELAXATION_LINES = 4 /* of a square: its column, its row and two diagonals */ };

typedef struct nq_relaxation nq_relaxation;

typedef enum nq_line_state {
  NQ_LINE_FREE, /* at most one queen */
  NQ_LINE_MUST  /* exactly one */
} nq_line_state;

/* The lines of square s are lines[RELAXATION_LINES * s] and the next ones; the first is its column.
 * NULL: no memory. */
nq_relaxation *nq_relaxation_new(uint32_t lines, uint32_t squares, const uint16_t *lines_of);
void nq_relaxation_free(nq_relaxation *relaxation);
uint64_t nq_relaxation_bytes(uint32_t lines, uint32_t squares);

/* Begin again with the table of an empty board, so that what follows depends on nothing before. */
void nq_relaxation_reset(nq_relaxation *relaxation);

/* True: proved that no queens stand on the squares that are left, one on each line that must have
 * one.  left[] has a flag for each square, line[] an nq_line_state for each line.  *work is how many
 * entries of the table were computed. */
bool nq_relaxation_refutes(nq_relaxation *relaxation, const uint8_t *left, const uint8_t *line,
                           uint64_t *work);

#endif
