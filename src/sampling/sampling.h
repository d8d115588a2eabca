/* Typical boards and estimates, which are both drawn by random swaps. */
#ifndef NQ_SAMPLING_SAMPLING_H
#define NQ_SAMPLING_SAMPLING_H

#include "board/method.h"

/* Solutions with the statistics of uniformly drawn ones. */
extern const nq_method nq_method_typical;

/* ---- Swaps: swaps.c ---- */

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

/* Start from a random permutation in rows[0 .. n - 1], with x = 1 (infinite temperature).  Polls
 * the watch, unless it is NULL; if that stops it, `conflicts` is UINT64_MAX, for unknown.
 * NQ_NO_MEMORY.  Release it even after an error. */
nq_status nq_swaps_init(nq_swaps *swaps, uint32_t *rows, uint32_t n, uint64_t seed, uint64_t stream,
                        nq_watch *watch, nq_error *error);
void nq_swaps_release(nq_swaps *swaps);
/* The memory that it takes besides rows. */
uint64_t nq_swaps_bytes(uint32_t n);

/* Set the weight of a conflict, 0 <= x <= 1. */
void nq_swaps_weigh(nq_swaps *swaps, double x);
/* The tries of a sweep for `count` columns from `first` on. */
void nq_swaps_try(nq_swaps *swaps, uint32_t first, uint32_t count);

/* ---- The grid of an estimate ---- */

#define NODES 12

/* The integral from `cold` to 1 of f is about the sum of weight[k] f(u[k]). */
typedef struct nq_estimate_grid {
  double cold;
  double u[NODES + 1], weight[NODES]; /* u from 1 down, from hot to cold; the last is `cold` */
  double legendre[NODES][NODES]; /* [i][k]: the i-th Legendre polynomial at u[k], on cold .. 1 */
  uint32_t discarded[NODES + 1], samples[NODES + 1]; /* sweeps of a chain at each u */
  uint64_t sweeps;                                   /* of a chain */
} nq_estimate_grid;

void nq_estimate_grid_init(nq_estimate_grid *grid, uint32_t n);

#endif
