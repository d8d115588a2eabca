/* Options of the method genetic with every default chosen. */
#ifndef NQ_GENETIC_PLAN_H
#define NQ_GENETIC_PLAN_H

#include "board/domain.h"
#include "core/option.h"

/* The table of options. */
extern const nq_option nq_genetic_table[];

/* Every option at its default. */
#define NQ_GENETIC_DEFAULTS                                                                        \
  ((nq_genetic_options){.crossover_probability = -1, .mutation = -1, .elite = -1, .migrants = -1})

/* The options with every default chosen and every value in range, and the genes. */
typedef struct nq_genetic_plan {
  const nq_domain *domain;
  uint32_t n;
  uint32_t genes;             /* number of columns whose queens may move */
  uint32_t *gene;             /* these columns; NULL: all columns */
  uint32_t *free_row;         /* the rows without placed queens, equally many; NULL: all rows */
  const uint32_t *given;      /* the board that individuals start from, n rows; NULL: none */
  nq_genetic_options options; /* its population is that of all islands; an island's, its own */
} nq_genetic_plan;

/* Choose every default of options->genetic for n. */
nq_status nq_genetic_resolve(nq_solve_options *options, const nq_instance *instance,
                             nq_error *error);

/* Individuals of an island. */
static inline uint32_t island_population(const nq_genetic_plan *plan, uint32_t island) {
  return plan->options.population / plan->options.islands +
         (island < plan->options.population % plan->options.islands);
}
/* Migrants that an island receives. */
static inline uint32_t island_arrivals(const nq_genetic_plan *plan) {
  uint32_t migrants = (uint32_t)plan->options.migrants;
  if (plan->options.islands == 1) return 0;
  return plan->options.topology == NQ_TOPOLOGY_FULL ? (plan->options.islands - 1) * migrants
                                                    : migrants;
}

/* NQ_BAD_VALUE, NQ_NO_MEMORY, or NQ_OK.  Release it in any case.  The domain must outlive it. */
nq_status nq_genetic_plan_init(nq_genetic_plan *plan, const nq_genetic_options *options,
                               const nq_domain *domain, nq_error *error);
void nq_genetic_plan_release(nq_genetic_plan *plan);
/* Bytes of its arrays. */
uint64_t nq_genetic_plan_bytes(const nq_genetic_plan *plan);

static inline uint32_t gene_column(const nq_genetic_plan *plan, uint32_t i) {
  return plan->gene == NULL ? i : plan->gene[i];
}

#endif
