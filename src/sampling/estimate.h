/* The grid of an estimate, for its tests. */
#ifndef NQ_SAMPLING_ESTIMATE_H
#define NQ_SAMPLING_ESTIMATE_H

#include "nqueens.h"

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
