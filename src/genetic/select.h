/* Selection: which individuals become parents.
 *
 * MODEL.  The search reduces an individual's cost to 0; its fitness decreases with the cost;
 * scaling turns the fitness into a share.  The wheel is the running sum of the shares, so
 * individual i owns the stretch from wheel[i - 1] to wheel[i]:
 *
 *     roulette    a point drawn on the wheel, found by binary search: O(log P) (Holland 1975)
 *     sus         equally spaced points from one random offset, shuffled (J. E. Baker, "Reducing
 *                 bias and inefficiency in the selection algorithm", Proc. 2nd Int. Conf. on
 *                 Genetic Algorithms, 1987)
 *     rank        a wheel whose shares fall linearly from 2 for the best to 0 for the worst (J. E.
 *                 Baker, "Adaptive selection methods for genetic algorithms", Proc. 1st ICGA,
 *                 1985); equal costs have equal shares
 *     tournament  the fittest of some drawn with replacement; on a tie the first drawn (D. E.
 *                 Goldberg, K. Deb, "A comparative analysis of selection schemes used in genetic
 *                 algorithms", Foundations of Genetic Algorithms, 1991)
 *
 *     scaling none   the fitness itself
 *     scaling power  fitness ^ power (A. M. Gillies 1985, after Goldberg 1989)
 *     scaling sigma  1 + (fitness - mean) / (2 deviation), at least .1 (R. Tanese, "Distributed
 *                    genetic algorithms for function optimization", 1989) */
#ifndef NQ_GENETIC_SELECT_H
#define NQ_GENETIC_SELECT_H

#include "core/core.h"
#include "genetic/plan.h"

/* Shares of the costs best + 0 .. NQ_SHARES - 1 are cached, as they recur. */
#define NQ_SHARES 64

typedef struct nq_selector {
  const nq_genetic_plan *plan;
  const uint64_t *cost;    /* by individual */
  double *wheel;           /* NULL for tournament */
  uint32_t *order;         /* for rank: individuals, the best first; NULL otherwise */
  uint64_t best;           /* share[] is valid for this best cost */
  double share[NQ_SHARES]; /* for scaling power: share of cost best + i */
} nq_selector;

/* Its memory is among `arrays`. */
void nq_selector_init(nq_selector *selector, const nq_genetic_plan *plan, const uint64_t *cost,
                      nq_arrays *arrays);

/* Recompute the wheel from the costs; `best` is the lowest of them. */
void nq_selector_prepare(nq_selector *selector, uint64_t best);

/* Draw parents, in random order. */
void nq_selector_draw(const nq_selector *selector, uint32_t *parents, uint32_t count,
                      nq_pcg64 *random);

/* order[] = 0 .. count - 1 sorted by cost, lowest first; count >= 1. */
void nq_order_by_cost(uint32_t *order, const uint64_t *cost, uint64_t count);

/* An individual's fitness before scaling. */
double nq_selector_fitness(const nq_genetic_plan *plan, uint64_t cost);

#endif
