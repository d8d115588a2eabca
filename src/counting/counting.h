/* Exact numbers of solutions by joining half boards; nqueens/count.h has the contract.
 *
 * MODEL.  Cut the board between columns.  Fix R, the rows of the queens in the left half.  List all
 * left half boards on R and all right half boards on the other rows, each as a signature: the set
 * of diagonals it uses among those that cross the cut.  Each pair with disjoint signatures is a
 * solution.
 *
 *       left half   right half
 *       . Q . . | . . . .       Each list is built in the same way from strips of half its width.
 *     R . . . Q | . . . .       Pairs are counted 512 at a time (join.c).  Seven of the eight
 *       . . . . | . . Q .       images of a solution are left out before they are built (plan.c).
 *       Q . . . | . . . .       Each R is an independent unit of work, so threads, machines and
 *       . . . . | . . . Q       resumed runs only have to divide the units.
 *            ...
 *
 * A plan numbers the units 0 .. units - 1.  Each contribution includes the unit's weight, so all
 * contributions add up to the number of solutions.  Change NQ_COUNT_NUMBERING with the
 * numbering, on which files of counted units depend.  At NQ_COUNT_N_MAX signature and tag of a half
 * board fill 64 bits (parts.h). */
#ifndef NQ_COUNTING_COUNTING_H
#define NQ_COUNTING_COUNTING_H

#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Small searches: simple.c --------------------------------------------------------------- */

/* The number of solutions by plain backtracking, column by column.  1 <= n <= 31, for small n. */
uint64_t nq_count_backtracking(uint32_t n);

/* Called thousands of times a second; returns false to stop. */
typedef bool nq_count_ask(void *context);

/* Returned by a search that was stopped. */
#define NQ_COUNT_UNKNOWN UINT64_MAX

/* Solutions that a half turn (P) or a quarter turn (R) maps to themselves.  1 <= n <= 31; P of
 * n = 27 takes a minute.  `ask` may be NULL. */
uint64_t nq_count_half_turn(uint32_t n, nq_count_ask *ask, void *context);
uint64_t nq_count_quarter_turn(uint32_t n);

/* NQ_OK for 1 <= n <= NQ_COUNT_N_MAX. */
nq_status nq_count_require(uint32_t n, nq_error *error);

#endif
