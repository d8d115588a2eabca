/* The linear relaxation of a board: a proof that not even fractions of queens can fill its lines.
 *
 * MODEL.  A square has a number, at least 0, in place of a queen or none.  The numbers add up to 1
 * on a line that must have a queen, and to at most 1 on other lines.  A solution is a choice of
 * such numbers, so if there is none, there is no solution.  By Farkas' lemma (1902) multipliers of
 * the lines then prove it: they add up to less than 0, those of each square's lines to 0 or more,
 * and on lines that need no queen none is negative.  The dual simplex method (Lemke, 1954) finds
 * them in floating point, and they are checked in whole numbers.  So a proof is exact; rounding
 * errors or the limit of work can only miss one.
 *
 * The next board begins with the tableau of the last one, since most boards differ in a few
 * lines. */
#ifndef NQ_EXACT_RELAXATION_H
#define NQ_EXACT_RELAXATION_H

#include "core/core.h"

enum { RELAXATION_LINES = 4 /* of a square: its column, its row and two diagonals */ };

typedef struct nq_relaxation nq_relaxation;

/* In `arrays`.  The lines of square s are lines_of[RELAXATION_LINES * s] and the next ones, the
 * first is its column; they must outlive it.  `written`: proofs are written, so prefer small
 * multipliers.  NULL: no memory. */
nq_relaxation *nq_relaxation_new(nq_arrays *arrays, uint32_t lines, uint32_t squares,
                                 const uint16_t *lines_of, bool written);
uint64_t nq_relaxation_bytes(uint32_t lines, uint32_t squares);

/* Begin again with the tableau of an empty board: results do not depend on earlier boards. */
void nq_relaxation_reset(nq_relaxation *relaxation);

/* Multipliers by line, valid until the next call: proved that no queens on the squares left give
 * each line that must have a queen one, and no line two.  NULL: not proved.  left[] and must[] have
 * a flag for each square and line.  *work is the number of entries of the tableau
 * that were computed, at most about 2^26. */
const int64_t *nq_relaxation_refutes(nq_relaxation *relaxation, const uint8_t *left,
                                     const uint8_t *must, uint64_t *work);

#endif
