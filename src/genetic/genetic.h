/* The method genetic: a population of boards, selection, crossover, mutation, restarts.
 *
 * MODEL.  A population of boards and its generations, after J. H. Holland, "Adaptation in Natural
 * and Artificial Systems", 1975, with an elite (K. A. De Jong, "An Analysis of the Behavior of a
 * Class of Genetic Adaptive Systems", 1975).  A new generation: the elite is copied unchanged; for
 * each other place parents are selected and, with the crossover probability, crossed; the child is
 * mutated and, with memetic steps, improved.
 *
 * A genome is a board with its conflict counters, an individual a genome and a few pending edits:
 *
 *     individual   genome  edits            score (of the genome with the edits)
 *         0          7
 *         1          7     (3, 12)          a child of 0 that only mutated
 *         2          7     (3, 12) (5, 8)   a child of 1
 *
 * An edit is one mutation: with encoding permutation two columns exchange rows, with encoding rows
 * a column's queen moves to a row.  The score after an edit follows from the counters in O(1), so a
 * child that differs from a parent in a few genes shares its genome.  Edits that all individuals
 * have in common are made in the genome.  Other children, and those with more edits, have their own
 * genome: O(n). */
#ifndef NQ_GENETIC_GENETIC_H
#define NQ_GENETIC_GENETIC_H

#include "board/method.h"

extern const nq_method nq_method_genetic;

/* ---- options.c ---- */

extern const nq_option nq_genetic_table[];

/* Every option at its default. */
#define NQ_GENETIC_DEFAULTS                                                                        \
  ((nq_genetic_options){.crossover_probability = -1, .mutation = -1, .elite = -1, .migrants = -1})

/* Choose every default of options->genetic for n. */
nq_status nq_genetic_resolve(nq_solve_options *options, const nq_instance *instance,
                             nq_error *error);

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

/* NQ_BAD_VALUE, NQ_NO_MEMORY, or NQ_OK.  Release it in any case.  The domain must outlive it. */
nq_status nq_genetic_plan_init(nq_genetic_plan *plan, const nq_genetic_options *options,
                               const nq_domain *domain, nq_error *error);
void nq_genetic_plan_release(nq_genetic_plan *plan);

static inline uint32_t gene_column(const nq_genetic_plan *plan, uint32_t i) {
  return plan->gene == NULL ? i : plan->gene[i];
}

static inline bool has_rows(const nq_genetic_plan *plan) {
  return plan->options.encoding == NQ_ENCODING_ROWS;
}

/* ---- genome.c ---- */

/* One block of bytes: the row of each column, then the queens on each of 2n - 1 rising and falling
 * diagonals, and with encoding rows on each of n rows: in a permutation it is 1. */
typedef struct nq_genome {
  uint32_t *rows, *rising, *falling;
  uint32_t *row; /* NULL with encoding permutation */
} nq_genome;

/* The search reduces both to 0: attacking pairs, and queens on forbidden squares. */
typedef struct nq_score {
  uint64_t conflicts, broken;
} nq_score;

static inline uint64_t cost_of(nq_score score) {
  return score.conflicts + score.broken;
}

/* Permutation: columns a and b exchange rows.  Rows: the queen of column a moves to row b. */
typedef struct nq_edit {
  uint32_t a, b;
} nq_edit;

/* Most pending edits.  More of them make an individual slower to score; fewer, more copies of
 * genomes. */
#define NQ_PENDING 16

typedef struct nq_individual {
  nq_score score; /* of the genome with the edits */
  uint32_t genome;
  uint32_t edits;
  /* Pending: made one after another they turn the genome into the board. */
  nq_edit edit[NQ_PENDING];
} nq_individual;

/* A store of genomes, each shared by users[] individuals. */
typedef struct nq_genome_store {
  const nq_genetic_plan *plan;
  uint32_t count;
  uint64_t each; /* bytes of a genome */
  unsigned char *bytes;
  uint32_t *users;  /* by genome */
  uint32_t *unused; /* a stack of the genomes without users */
  uint32_t unused_count;
} nq_genome_store;

/* Bytes of one genome, a multiple of 64. */
uint64_t nq_genome_bytes(const nq_genetic_plan *plan);

/* The genome in `bytes`, which must be aligned for 32-bit numbers. */
nq_genome nq_genome_at(const nq_genetic_plan *plan, void *bytes);

/* A look (or NULL) that stops a function below leaves rows on the board, but they are of no use. */

/* Draw the rows: allowed rows with encoding rows; with encoding permutation a permutation of all
 * rows, allowed or not.  Placed queens keep their rows.  The counters do not change. */
void nq_genome_draw(const nq_genetic_plan *plan, nq_genome *genome, nq_pcg64 *random,
                    nq_look *look);

/* The given board in place of a draw: where it has no queen, a queen on a forbidden square, or with
 * encoding permutation a row twice, rows are drawn.  Then `changes` of its genes, one after
 * another: swapped with another one, or drawn anew.  `scratch` has 2n numbers. */
void nq_genome_give(const nq_genetic_plan *plan, nq_genome *genome, uint32_t changes,
                    uint32_t *scratch, nq_pcg64 *random, nq_look *look);

/* Count the lines from the rows, and the score from both; O(n). */
nq_score nq_genome_count(const nq_genetic_plan *plan, nq_genome *genome, nq_look *look);

/* The score after an edit of a genome that has this score; O(1). */
nq_score nq_genome_edited(const nq_genetic_plan *plan, const nq_genome *genome, nq_score score,
                          nq_edit edit);

/* Make the edit; O(1).  Returns the edit that takes it back. */
nq_edit nq_genome_edit(const nq_genetic_plan *plan, nq_genome *genome, nq_edit edit);

/* `count` genomes, in memory among `arrays`; clear it, which drops all genomes, before use. */
void nq_genome_store_init(nq_genome_store *store, const nq_genetic_plan *plan, uint32_t count,
                          nq_arrays *arrays);
void nq_genome_store_clear(nq_genome_store *store);

/* Take an unused genome, which must exist, for one user; its content is undefined.  Remove one. */
uint32_t nq_genome_take(nq_genome_store *store);
void nq_genome_drop(nq_genome_store *store, uint32_t genome);
/* A genome with the same content and one user: this one if the caller is its only user, otherwise a
 * copy. */
uint32_t nq_genome_own(nq_genome_store *store, uint32_t genome, nq_look *look);
/* An unused genome, taken for one user, with the content of a genome of a store. */
uint32_t nq_genome_copy(nq_genome_store *store, const nq_genome_store *from, uint32_t genome,
                        nq_look *look);

static inline nq_genome genome_in(const nq_genome_store *store, uint32_t genome) {
  return nq_genome_at(store->plan, store->bytes + genome * store->each);
}

/* The row of an individual's column. */
static inline uint32_t individual_row(const nq_genetic_plan *plan, const nq_genome *genome,
                                      const nq_individual *individual, uint32_t column) {
  bool rows = has_rows(plan);
  for (uint32_t i = individual->edits; i-- > 0;) {
    nq_edit edit = individual->edit[i];
    if (column == edit.a && rows) return edit.b;
    if (column == edit.a)
      column = edit.b;
    else if (column == edit.b && !rows)
      column = edit.a;
  }
  return genome->rows[column];
}

/* ---- cross.c: a child's genes from two parents ---- */

/* Of parents a and b: their genes 0 .. count - 1, and two cuts 0 <= from < to <= count. */
typedef struct nq_mating {
  const uint32_t *a, *b;
  uint32_t *child;
  uint32_t *where; /* scratch for permutations: largest value + 1 numbers */
  uint32_t count;  /* genes, >= 1 */
  uint32_t from, to;
  nq_look *look; /* or NULL */
} nq_mating;

/* Fill the child.  If the look stops it, some of the child's genes are what they were. */
void nq_cross(nq_crossover crossover, const nq_mating *mating);

/* Most genes in which the parents may differ. */
#define NQ_DIFFERENCES 64

/* The edits that turn parent a into the child that nq_cross makes of the mating's count and cuts,
 * in edit[NQ_DIFFERENCES].  False when the parents differ in more genes, or the crossover moves
 * genes that they have in common: then nq_cross must do it. */
bool nq_differ_cross(const nq_genome_store *store, const nq_individual *a, const nq_individual *b,
                     const nq_mating *mating, nq_edit *edit, uint32_t *edits);

/* ---- select.c: which individuals become parents ---- */

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

/* ---- population.c: generations ---- */

/* How the best child of a generation so far was born, for a trace. */
typedef struct nq_lineage {
  bool whole;    /* the generation is complete */
  uint64_t cost; /* of the child; UINT64_MAX: there is none yet */
  uint32_t child, from, to;
  uint32_t *rows;   /* n each: of its parents, of it before its mutation; the latter of any child */
  uint64_t *before; /* costs of the generation before */
  nq_birth birth;   /* that is shown */
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
  uint32_t *solution;  /* n rows */
  uint32_t *shown;     /* n rows of the best; NULL: it is not traced, or n is large */
  nq_lineage *family;  /* NULL: the same, or there are several islands */
  uint64_t unwatched;  /* numbers read or written since the last poll of the watch */
  nq_look look;        /* for work on a single individual */
  /* of this restart */
  uint64_t restart, generation;
  bool complete;            /* now[] is a complete generation */
  uint64_t best;            /* the lowest cost of now[], */
  uint32_t best_individual; /* and the individual that has it */
  /* over all restarts */
  uint64_t evaluations, steps, memetic_steps, steps_limit;
  /* Restarts without a step.  Each counts as one step, so that the limit also ends a run without
   * mutation. */
  uint64_t idle;
  uint64_t lowest_conflicts; /* fewest attacking pairs among the best boards of all generations */
} nq_population;

static inline uint64_t steps_left(const nq_population *population) {
  if (population->steps_limit == 0) return UINT64_MAX;
  return population->steps_limit - population->steps - population->idle;
}

typedef enum nq_breeding {
  NQ_BREEDING_ON,      /* a generation is complete */
  NQ_BREEDING_SOLVED,  /* rows are in `solution`; the generation is complete unless a limit ended
                          it */
  NQ_BREEDING_STEPS,   /* the limit of steps was reached */
  NQ_BREEDING_STOPPED, /* by the watch */
} nq_breeding;

/* NQ_NO_MEMORY, or NQ_OK.  Release it in any case.  The caller finds out whether its bytes are
 * available. */
nq_status nq_population_init(nq_population *population, const nq_genetic_plan *plan,
                             const nq_task *task, nq_error *error);
void nq_population_release(nq_population *population);
/* Bytes of the population; UINT64_MAX on overflow. */
uint64_t nq_population_bytes(const nq_genetic_plan *plan, const nq_task *task);

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

/* Describe the current generation, for a trace with its best board and how that was born;
 * O(population n). */
nq_generation nq_population_describe(const nq_population *population);

/* ---- individual.c: births ---- */

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
