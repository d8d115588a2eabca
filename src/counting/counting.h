/* Exact numbers of solutions by joining half boards; nqueens/count.h has the contract.
 *
 * MODEL.  Cut the board between its columns.  Fix R, the rows whose queens stand in the left half.
 * List all left half boards on R and all right half boards on the other rows, each as a signature:
 * the set of diagonals that it uses among those that cross the cut.  Any pair with disjoint
 * signatures is a solution.
 *
 *       left half   right half
 *       . Q . . | . . . .       Each list is built from strips of half its width in the same way.
 *     R . . . Q | . . . .       Pairs are counted 512 at a time (join.c), and seven of
 *       . . . . | . . Q .       eight images of a solution are left out before they are built
 *       Q . . . | . . . .       (plan.c).  Each R is a unit of work of its own: threads,
 *       . . . . | . . . Q       machines and broken-off runs only have to share out the units.
 *            ...
 *
 * A plan numbers the units 0 .. units - 1.  Each unit's contribution has its weight in it already:
 * the contributions of all units add up to the number of solutions.  Change NQ_COUNT_NUMBERING with
 * the numbering: files of counted units depend on it.  NQ_COUNT_N_MAX is where signature and tag of
 * a half board fill 64 bits (parts.h). */
#ifndef NQ_COUNTING_COUNTING_H
#define NQ_COUNTING_COUNTING_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Small searches: simple.c ------------------------------------------------------ */

/* The number of solutions by plain backtracking, column by column.  1 <= n <= 31, for small n. */
uint64_t nq_count_backtracking(uint32_t n);

/* Asked thousands of times a second whether to go on. */
typedef bool nq_count_ask(void *context);

/* The answer when that said no. */
#define NQ_COUNT_UNKNOWN UINT64_MAX

/* Solutions that a half turn (P) or a quarter turn (R) maps to themselves.  1 <= n <= 31; P of
 * n = 27 takes a minute.  `ask` may be NULL. */
uint64_t nq_count_half_turn(uint32_t n, nq_count_ask *ask, void *context);
uint64_t nq_count_quarter_turn(uint32_t n);

/* NQ_OK for 1 <= n <= NQ_COUNT_N_MAX. */
nq_status nq_count_require(uint32_t n, nq_error *error);

#endif
