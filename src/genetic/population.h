/* A population of boards and its generations, after J. H. Holland, "Adaptation in Natural and
 * Artificial Systems", 1975, with an elite (K. A. De Jong, "An Analysis of the Behavior of a Class
 * of Genetic Adaptive Systems", 1975).
 *
 * MODEL.  An individual is a genome and at most one pending edit:
 *
 *     individual   genome  edit      score (of the genome with the edit)
 *         0          7     none
 *         1          7     (3, 12)   a child of 0 that only mutated
 *         2          9     (5, 8)
 *
 * A child that only mutated is scored from its parent's counters in O(1) and shares its genome.
 * Its edit is made only when it becomes a parent: in place if nobody else needs the genome,
 * otherwise in a copy.  Most children never become parents, so most cost O(1).  A child of two
 * parents, or with several edits, has its own genome from birth: O(n).
 *
 * A new generation: the elite is copied unchanged; for all other places parents are selected,
 * crossed with the crossover probability, and their children mutated and (with memetic steps)
 * improved. */
#ifndef NQ_GENETIC_POPULATION_H
#define NQ_GENETIC_POPULATION_H

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

typedef enum nq_breeding {
  NQ_BREEDING_ON,      /* a generation is complete */
  NQ_BREEDING_SOLVED,  /* rows are in `solution`; the generation is complete unless a limit ended
                          it */
  NQ_BREEDING_STEPS,   /* the limit of steps was reached */
  NQ_BREEDING_STOPPED, /* by the watch */
} nq_breeding;

typedef struct nq_population {
  const nq_genetic_plan *plan;
  nq_watch *watch;
  nq_pcg64 random;
  nq_individual *now, *next; /* plan->population each */
  uint64_t *cost;            /* of now[] */
  uint32_t *elite;           /* the plan->elite best of now[]; room for all */
  uint32_t *first, *second;  /* parents of each child; second is NQ_EMPTY without crossover */
  uint32_t *mates;           /* second parents as they were drawn */
  uint8_t *mirrored;         /* by child: crossed at the cut of the child before it */
  uint8_t *wanted;           /* of now[]: elite or parent */
  nq_selector selector;
  nq_genome_store store; /* two genomes per individual: the old and the new */
  uint32_t *scratch;     /* 4n numbers for crossover */
  const nq_improver *improver;
  void *improver_work; /* NULL without memetic steps */
  uint32_t cut;        /* of the last crossover */
  uint32_t *solution;  /* n rows, the caller's */
  uint64_t unwatched;  /* numbers touched since the last look at the watch */
  /* of this restart */
  uint64_t restart, generation;
  bool complete;            /* now[] is a whole generation */
  uint64_t best;            /* the lowest cost of now[], */
  uint32_t best_individual; /* and who has it */
  uint64_t record;          /* the lowest cost of any generation */
  uint64_t recorded;        /* the generation that reached it first */
  /* over all restarts */
  uint64_t generations, evaluations, steps, memetic_steps, steps_limit;
  uint64_t
      idle; /* restarts without a step: each counts as one step, so that the limit also ends a run
                    without mutation */
  uint64_t lowest_conflicts; /* attacking pairs: the fewest of any generation's best board */
} nq_population;

/* NQ_NO_MEMORY, or NQ_OK.  Release it in any case. */
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

/* Describe the current generation; O(population n). */
nq_generation nq_population_describe(const nq_population *population);

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

/* ---- Its parts: genetic/birth.c ---- */

/* Score the individual, which has no edit, from its rows; O(n). */
void nq_individual_evaluate(nq_population *population, nq_individual *individual);

/* Make the individual's pending edit, in a genome of its own. */
void nq_individual_make_edit(nq_population *population, nq_individual *individual);

/* Make child i of the next generation from the parents first[i] and second[i], whose edits have
 * been made. */
void nq_individual_bear(nq_population *population, nq_individual *child, uint32_t i);

#endif
