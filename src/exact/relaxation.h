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

/* Prefer small multipliers: proofs are written. */
void nq_relaxation_write(nq_relaxation *relaxation);

/* Begin again with the tableau of an empty board: results do not depend on earlier boards. */
void nq_relaxation_reset(nq_relaxation *relaxation);

/* True: proved that no queens on the squares left give each line that must have a queen one, and no
 * line two.  left[] has a flag for each square, line[] an nq_line_state for each line.  *work is
 * the number of entries of the tableau that were computed, at most about 2^26. */
bool nq_relaxation_refutes(nq_relaxation *relaxation, const uint8_t *left, const uint8_t *line,
                           uint64_t *work);

/* The multipliers of the last proof, by line. */
const int64_t *nq_relaxation_multipliers(const nq_relaxation *relaxation);

#endif
