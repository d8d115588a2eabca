/* A board that changes by random swaps at a temperature.
 *
 * MODEL.  The states are the n! permutations, so that only diagonals conflict.  A try exchanges the
 * rows of two queens, chosen whatever the board, and is accepted with the probability min(1, x^d)
 * (N. Metropolis et al., "Equation of state calculations by fast computing machines", Journal of
 * Chemical Physics 21, 1953).  d is the change of the number of conflicts, and x = exp(-1 / T) the
 * weight of a conflict.  So in the long run a board with E conflicts has a probability in proportion
 * to x^E.  In particular every solution is as likely as any other, at every temperature.
 *
 * A sweep tries each column once, in order, with a random other one: n tries.  Each try keeps that
 * distribution, and so does any fixed order of tries. */
#ifndef NQ_SAMPLING_SWAPS_H
#define NQ_SAMPLING_SWAPS_H

#include "core/core.h"

/* Tries that add more conflicts are refused: x^d is below 2^-32, or d this large never occurs. */
#define NQ_SWAPS_WORSE 64

typedef struct nq_swaps {
  uint32_t n;
  uint32_t *rows;            /* the caller's */
  uint8_t *rising, *falling; /* queens on each diagonal; 256 on one would be 10^500 to 1 against */
  uint64_t conflicts, steps; /* now; tries accepted so far */
  nq_pcg64 random;
  uint32_t accept[NQ_SWAPS_WORSE]; /* [d]: x^d in units of 2^-32 */
} nq_swaps;

/* Start from a random permutation in rows[0 .. n - 1], with x = 1 (infinite temperature).  Polls the
 * watch, unless it is NULL; if that stops it, `conflicts` is UINT64_MAX, for unknown.  NQ_NO_MEMORY.
 * Release it even after an error. */
nq_status nq_swaps_init(nq_swaps *swaps, uint32_t *rows, uint32_t n, uint64_t seed, uint64_t stream,
                        nq_watch *watch, nq_error *error);
void nq_swaps_release(nq_swaps *swaps);
/* The memory that it takes besides rows. */
uint64_t nq_swaps_bytes(uint32_t n);

/* Set the weight of a conflict, 0 <= x <= 1. */
void nq_swaps_weigh(nq_swaps *swaps, double x);
/* The tries of a sweep for `count` columns from `first` on; a whole sweep. */
void nq_swaps_try(nq_swaps *swaps, uint32_t first, uint32_t count);
void nq_swaps_sweep(nq_swaps *swaps);

#endif
