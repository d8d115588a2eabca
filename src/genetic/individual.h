/* Individuals, and the population in which they are born. */
#ifndef NQ_GENETIC_INDIVIDUAL_H
#define NQ_GENETIC_INDIVIDUAL_H

#include "board/method.h"
#include "genetic/genome.h"
#include "genetic/select.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nq_individual {
  nq_score score;
  uint32_t genome;
  nq_edit edit;
} nq_individual;

typedef struct nq_population {
  const nq_genetic_plan *plan;
  nq_watch *watch;
  nq_pcg64 random;
  nq_individual *now, *next; /* plan->population each */
  uint64_t *cost;            /* of now[] */
  uint32_t *elite;           /* indices of the plan->elite best of now[]; has room for all */
  uint32_t *first, *second;  /* parents of each child; second is NQ_EMPTY without crossover */
  uint32_t *mates;           /* second parents as they were drawn */
  uint8_t *mirrored;         /* by child: crossed at the cut of the child before it */
  uint8_t *wanted;           /* by individual of now[]: is elite or a parent */
  nq_selector selector;
  nq_genome_store store; /* two genomes per individual: the old and the new */
  uint32_t *scratch;     /* 4n numbers for crossover */
  const nq_improver *improver;
  void *improver_work; /* NULL without memetic steps */
  uint32_t cut;        /* of the last crossover */
  uint32_t *solution;  /* n rows, the caller's */
  uint64_t unwatched;  /* numbers read or written since the last poll of the watch */
  /* of this restart */
  uint64_t restart, generation;
  bool complete;            /* now[] is a complete generation */
  uint64_t best;            /* the lowest cost of now[], */
  uint32_t best_individual; /* and the individual that has it */
  uint64_t record;          /* the lowest cost of any generation */
  uint64_t recorded;        /* the generation that reached it first */
  /* over all restarts */
  uint64_t generations, evaluations, steps, memetic_steps, steps_limit;
  /* Restarts without a step.  Each counts as one step, so that the limit also ends a run without
   * mutation. */
  uint64_t idle;
  uint64_t lowest_conflicts; /* fewest attacking pairs among the best boards of all generations */
} nq_population;

/* The row of an individual's column. */
static inline uint32_t individual_row(const nq_genetic_plan *plan, const nq_genome *genome,
                                      nq_edit edit, uint32_t column) {
  if (!is_edit(edit) || (column != edit.a && column != edit.b)) return genome->rows[column];
  if (plan->encoding == NQ_ENCODING_ROWS) return column == edit.a ? edit.b : genome->rows[column];
  return genome->rows[column == edit.a ? edit.b : edit.a];
}

static inline bool is_solved(const nq_individual *individual) {
  return individual->score.conflicts + individual->score.broken == 0;
}

static inline uint64_t steps_left(const nq_population *population) {
  if (population->steps_limit == 0) return UINT64_MAX;
  return population->steps_limit - population->steps - population->idle;
}

/* Score the individual, which has no edit, from its rows; O(n). */
void nq_individual_evaluate(nq_population *population, nq_individual *individual);

/* Make the individual's pending edit, in a genome of its own. */
void nq_individual_make_edit(nq_population *population, nq_individual *individual);

/* Make child i of the next generation from the parents first[i] and second[i], whose edits have
 * been made. */
void nq_individual_bear(nq_population *population, nq_individual *child, uint32_t i);

#endif
