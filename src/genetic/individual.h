/* The population in which individuals are born. */
#ifndef NQ_GENETIC_INDIVIDUAL_H
#define NQ_GENETIC_INDIVIDUAL_H

#include "board/method.h"
#include "genetic/genome.h"
#include "genetic/select.h"

/* How the best child of a generation so far was born, for a trace. */
typedef struct nq_lineage {
  uint64_t cost; /* of the child; UINT64_MAX: there is none yet */
  uint32_t child, from, to;
  uint32_t *rows; /* n each: of its parents, of it before its mutation; the latter of any child */
} nq_lineage;

typedef struct nq_population {
  const nq_genetic_plan *plan;
  nq_arrays arrays;
  nq_watch *watch;
  nq_pcg64 random;
  nq_individual *now, *next; /* plan->options.population each */
  uint64_t *cost;            /* of now[] */
  uint32_t *holder, *common; /* by genome: see nq_individual_fold */
  uint32_t *elite;          /* indices of the plan->options.elite best of now[]; has room for all */
  uint32_t *first, *second; /* parents of each child; second is NQ_EMPTY without crossover */
  uint32_t *mates;          /* second parents as they were drawn */
  uint8_t *mirrored;        /* by child: crossed at the cut of the child before it */
  uint8_t *wanted;          /* by individual of now[]: is elite or a parent */
  nq_selector selector;
  nq_genome_store store;      /* two genomes per individual: the old and the new */
  uint32_t *scratch;          /* 4n numbers for crossover */
  double mutation;            /* the probability of this generation */
  uint64_t mutated, improved; /* children of this generation; of these, better than their parent */
  const nq_improver *improver;
  void *improver_work; /* NULL without memetic steps */
  uint32_t cut, until; /* of the last crossover */
  nq_lineage *family;  /* NULL: it is not traced */
  uint32_t *solution;  /* n rows, the caller's */
  uint64_t unwatched;  /* numbers read or written since the last poll of the watch */
  nq_look look;        /* for work on a single individual */
  /* of this restart */
  uint64_t restart, generation;
  bool complete;            /* now[] is a complete generation */
  uint64_t best;            /* the lowest cost of now[], */
  uint32_t best_individual; /* and the individual that has it */
  /* over all restarts */
  uint64_t generations, evaluations, steps, memetic_steps, steps_limit;
  /* Restarts without a step.  Each counts as one step, so that the limit also ends a run without
   * mutation. */
  uint64_t idle;
  uint64_t lowest_conflicts; /* fewest attacking pairs among the best boards of all generations */
} nq_population;

static inline uint64_t steps_left(const nq_population *population) {
  if (population->steps_limit == 0) return UINT64_MAX;
  return population->steps_limit - population->steps - population->idle;
}

/* Score the individual, which has no edit, from its rows; O(n). */
void nq_individual_evaluate(nq_population *population, nq_individual *individual);

/* Make the individual's pending edits, in a genome of its own. */
void nq_individual_settle(nq_population *population, nq_individual *individual);

/* Write its rows to n numbers. */
void nq_individual_write(const nq_population *population, const nq_individual *individual,
                         uint32_t *rows);

/* Where all wanted individuals of now[] that share a genome begin with the same edits, make these
 * edits in the genome.  As a population soon descends from one individual, few genomes are ever
 * copied. */
void nq_individual_fold(nq_population *population);

/* Make child i of the next generation from the parents first[i] and second[i].  It is of no use
 * when population->look.stopped is set. */
void nq_individual_bear(nq_population *population, nq_individual *child, uint32_t i);

#endif
