/* A population of boards and its generations, after J. H. Holland, "Adaptation in Natural and
 * Artificial Systems", 1975, with an elite (K. A. De Jong, "An Analysis of the Behavior of a Class
 * of Genetic Adaptive Systems", 1975).
 *
 * MODEL.  An individual is a genome and a few pending edits:
 *
 *     individual   genome  edits            score (of the genome with the edits)
 *         0          7
 *         1          7     (3, 12)          a child of 0 that only mutated
 *         2          7     (3, 12) (5, 8)   a child of 1
 *
 * A child that differs from a parent in a few genes shares its genome and is scored from its
 * counters in O(1); edits that all individuals have in common are made in the genome.  Other
 * children, and those with more edits, have their own genome: O(n).
 *
 * A new generation: the elite is copied unchanged; for each other place parents are selected and,
 * with the crossover probability, crossed; the child is mutated and, with memetic steps,
 * improved. */
#ifndef NQ_GENETIC_POPULATION_H
#define NQ_GENETIC_POPULATION_H

#include "genetic/individual.h"

typedef enum nq_breeding {
  NQ_BREEDING_ON,      /* a generation is complete */
  NQ_BREEDING_SOLVED,  /* rows are in `solution`; the generation is complete unless a limit ended
                          it */
  NQ_BREEDING_STEPS,   /* the limit of steps was reached */
  NQ_BREEDING_STOPPED, /* by the watch */
} nq_breeding;

/* NQ_NO_MEMORY, or NQ_OK.  Release it in any case.  The caller finds out
 * whether its bytes are available. */
nq_status nq_population_init(nq_population *population, const nq_genetic_plan *plan,
                             const nq_task *task, nq_error *error);
void nq_population_release(nq_population *population);
/* Bytes of the population; UINT64_MAX on overflow. */
uint64_t nq_population_bytes(const nq_genetic_plan *plan, const nq_improver *improver);

/* Generation 0 of a restart: random boards. */
nq_breeding nq_population_start(nq_population *population, uint64_t seed, uint64_t stream,
                                uint64_t restart);
/* The next generation. */
nq_breeding nq_population_breed(nq_population *population);

/* Migration, between generations.  Order elite[] by cost, all individuals, the best first; then let
 * the `count` best of a ranked population replace the worst of this one but `arrived`; then compute
 * the costs and the best again. */
void nq_population_rank(nq_population *population);
void nq_population_receive(nq_population *population, const nq_population *from, uint32_t count,
                           uint32_t arrived);
void nq_population_survey(nq_population *population);

/* Describe the current generation; O(population n). */
nq_generation nq_population_describe(const nq_population *population);

#endif
