#include "genetic/genetic.h"
#include "core/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#define POPULATION_MAX (UINT32_C(1) << 30)

/* ---- The choices by name ---- */

static const nq_choice selections[] = {
    {"roulette", NQ_SELECTION_ROULETTE, "in proportion to fitness"},
    {"tournament", NQ_SELECTION_TOURNAMENT, "the fittest of some drawn at random"},
    {"rank", NQ_SELECTION_RANK, "in proportion to the rank by fitness"},
    {"sus", NQ_SELECTION_SUS, "in proportion to fitness, by one spin with equal steps"},
    {NULL, 0, NULL}};

static const nq_choice fitnesses[] = {
    {"reciprocal", NQ_FITNESS_RECIPROCAL, "1 / (1 + conflicts)"},
    {"pairs", NQ_FITNESS_PAIRS, "pairs of queens that do not attack each other"},
    {NULL, 0, NULL}};

static const nq_choice scalings[] = {
    {"none", NQ_SCALING_NONE, "fitness as it is"},
    {"power", NQ_SCALING_POWER, "fitness to a power"},
    {"sigma", NQ_SCALING_SIGMA, "fitness by its distance from the mean, in standard deviations"},
    {NULL, 0, NULL}};

static const nq_choice encodings[] = {
    {"rows", NQ_ENCODING_ROWS, "a row for each column; rows may repeat"},
    {"permutation", NQ_ENCODING_PERMUTATION, "a permutation of the rows"},
    {NULL, 0, NULL}};

static const nq_choice crossovers[] = {
    {"one-point", NQ_CROSSOVER_ONE_POINT, "one cut, one child of a pair (rows)"},
    {"one-point-two-sided", NQ_CROSSOVER_ONE_POINT_TWO_SIDED,
     "one cut, both children of a pair (rows)"},
    {"two-point", NQ_CROSSOVER_TWO_POINT, "the genes between two cuts (rows)"},
    {"pmx", NQ_CROSSOVER_PMX, "partially mapped (permutation)"},
    {"order", NQ_CROSSOVER_ORDER, "order, OX (permutation)"},
    {"cycle", NQ_CROSSOVER_CYCLE, "cycle, CX (permutation)"},
    {NULL, 0, NULL}};

static const struct {
  const char *name;
  const nq_choice *choice;
} option_table[NQ_GENETIC_OPTIONS] = {
    [NQ_GENETIC_SELECTION] = {"selection", selections},
    [NQ_GENETIC_FITNESS] = {"fitness", fitnesses},
    [NQ_GENETIC_SCALING] = {"scaling", scalings},
    [NQ_GENETIC_ENCODING] = {"encoding", encodings},
    [NQ_GENETIC_CROSSOVER] = {"crossover", crossovers},
};

const char *nq_genetic_option_name(nq_genetic_option option) {
  return (unsigned)option < NQ_GENETIC_OPTIONS ? option_table[option].name : NULL;
}

const nq_choice *nq_genetic_choice(nq_genetic_option option, size_t i) {
  if ((unsigned)option >= NQ_GENETIC_OPTIONS) return NULL;
  const nq_choice *choice = option_table[option].choice;
  while (i > 0 && choice->name != NULL) i--, choice++;
  return choice->name == NULL ? NULL : choice;
}

const nq_choice *nq_genetic_choice_by_name(nq_genetic_option option, const char *name) {
  const nq_choice *choice;
  for (size_t i = 0; (choice = nq_genetic_choice(option, i)) != NULL; i++)
    if (strcmp(choice->name, name) == 0) return choice;
  return NULL;
}

static const nq_choice *find_value(nq_genetic_option option, int value) {
  const nq_choice *choice;
  for (size_t i = 0; (choice = nq_genetic_choice(option, i)) != NULL; i++)
    if (choice->value == value) return choice;
  return NULL;
}

/* ---- Defaults and ranges ---- */

static bool crosses_rows(nq_crossover crossover) {
  return crossover == NQ_CROSSOVER_ONE_POINT || crossover == NQ_CROSSOVER_ONE_POINT_TWO_SIDED ||
         crossover == NQ_CROSSOVER_TWO_POINT;
}

static nq_status choose_by_name(nq_genetic_plan *plan, const nq_genetic_options *options,
                                nq_error *error) {
  plan->selection = options->selection ? options->selection : NQ_SELECTION_ROULETTE;
  plan->fitness = options->fitness ? options->fitness : NQ_FITNESS_RECIPROCAL;
  plan->scaling = options->scaling;
  if (plan->scaling == NQ_SCALING_AUTO)
    plan->scaling = plan->fitness == NQ_FITNESS_RECIPROCAL ? NQ_SCALING_POWER : NQ_SCALING_NONE;
  plan->crossover = options->crossover;
  plan->encoding = options->encoding;
  if (plan->encoding == NQ_ENCODING_AUTO)
    plan->encoding = crosses_rows(plan->crossover) ? NQ_ENCODING_ROWS : NQ_ENCODING_PERMUTATION;
  bool rows = plan->encoding == NQ_ENCODING_ROWS;
  if (plan->crossover == NQ_CROSSOVER_AUTO)
    plan->crossover = rows ? NQ_CROSSOVER_TWO_POINT : NQ_CROSSOVER_PMX;
  const int value[NQ_GENETIC_OPTIONS] = {(int)plan->selection, (int)plan->fitness,
                                         (int)plan->scaling, (int)plan->encoding,
                                         (int)plan->crossover};
  for (int i = 0; i < NQ_GENETIC_OPTIONS; i++)
    if (find_value((nq_genetic_option)i, value[i]) == NULL)
      return nq_error_set(error, NQ_BAD_VALUE, "%s has no value number %d", option_table[i].name,
                          value[i]);
  if (rows != crosses_rows(plan->crossover))
    return nq_error_set(
        error, NQ_BAD_VALUE, "crossover %s does not work on encoding %s: take %s, or encoding %s",
        find_value(NQ_GENETIC_CROSSOVER, (int)plan->crossover)->name,
        find_value(NQ_GENETIC_ENCODING, (int)plan->encoding)->name,
        rows ? "one-point, one-point-two-sided or two-point" : "pmx, order or cycle",
        rows ? "permutation" : "rows");
  return NQ_OK;
}

/* Fewer generations cannot distinguish stagnation from bad luck. */
#define STAGNATION_LEAST 50

/* Several times the evaluations that the last conflict takes.  The fraction of swaps that remove it
 * falls as 1 / n; that of edits with encoding rows, where one column must find one row, as 1 /
 * n^2. */
static uint64_t default_stagnation(const nq_genetic_plan *plan) {
  double n = plan->n;
  double evaluations = 20000 + (plan->encoding == NQ_ENCODING_ROWS ? 50 * n * n : 200 * n);
  double generations = evaluations / plan->population;
  return generations < STAGNATION_LEAST ? STAGNATION_LEAST : (uint64_t)generations;
}

/* Measured from n = 12 to n = 4000: populations of 8 to 40 are fastest for every n, larger ones
 * only add evaluations; crossover does not change the number of evaluations, but costs time. */
static void fill_numbers(nq_genetic_plan *plan, const nq_genetic_options *options) {
  bool rows = plan->encoding == NQ_ENCODING_ROWS;
  plan->population = options->population > 0 ? options->population : 20;
  plan->elite = options->elite < 0 ? 1 : (uint32_t)options->elite;
  plan->tournament = options->tournament;
  if (plan->tournament == 0) plan->tournament = plan->population < 5 ? plan->population : 5;
  plan->power = options->power > 0 ? options->power : 64;
  plan->mutation = options->mutation;
  if (options->mutation < 0) plan->mutation = rows ? 1 / (plan->n + 1.0) : 0.9;
  plan->crossover_probability = options->crossover_probability;
  if (options->crossover_probability < 0) plan->crossover_probability = 0.1;
  plan->memetic_steps = options->memetic_steps;
  plan->stagnation = options->stagnation;
  if (plan->stagnation == 0) plan->stagnation = default_stagnation(plan);
}

static nq_status choose_numbers(nq_genetic_plan *plan, const nq_genetic_options *options,
                                nq_error *error) {
  if (!(options->mutation <= 1))
    return nq_error_set(error, NQ_BAD_VALUE, "mutation is a probability, 0 to 1");
  if (!(options->crossover_probability <= 1))
    return nq_error_set(error, NQ_BAD_VALUE, "crossover probability must be 0 to 1");
  fill_numbers(plan, options);
  if (plan->population < 2 || plan->population > POPULATION_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "population must be 2 to %" PRIu32, POPULATION_MAX);
  if (plan->elite >= plan->population)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "elite must be below the population, which is %" PRIu32, plan->population);
  if (plan->tournament > plan->population)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "tournament must be at most the population, which is %" PRIu32,
                        plan->population);
  return NQ_OK;
}

/* ---- Genes ---- */

/* Collect the columns without a placed queen, and the rows without one: equally many. */
static void fill_genes(nq_genetic_plan *plan) {
  const nq_domain *domain = plan->domain;
  for (uint32_t column = 0; column < plan->n; column++) {
    if (domain_is_fixed(domain, column))
      plan->free_row[domain->fixed[column]] = 1;
    else
      plan->gene[plan->genes++] = column;
  }
  uint32_t rows = 0;
  for (uint32_t row = 0; row < plan->n; row++) {
    bool taken = plan->free_row[row] != 0; /* rows <= row: this entry is not overwritten yet */
    if (!taken) plan->free_row[rows++] = row;
  }
}

static nq_status collect_genes(nq_genetic_plan *plan, nq_error *error) {
  plan->genes = plan->n;
  if (plan->domain->fixed == NULL) return NQ_OK;
  plan->gene = nq_memory_new(plan->n, sizeof *plan->gene);
  plan->free_row = nq_memory_new(plan->n, sizeof *plan->free_row);
  if (plan->gene == NULL || plan->free_row == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the genes");
  plan->genes = 0;
  fill_genes(plan);
  /* A single queen has only one row left: there is nothing to breed. */
  if (plan->genes < 2) plan->encoding = NQ_ENCODING_PERMUTATION;
  return NQ_OK;
}

nq_status nq_genetic_plan_init(nq_genetic_plan *plan, const nq_genetic_options *options,
                               const nq_domain *domain, nq_error *error) {
  *plan = (nq_genetic_plan){.domain = domain, .n = domain->n};
  nq_status status = choose_by_name(plan, options, error);
  if (status == NQ_OK) status = choose_numbers(plan, options, error);
  if (status == NQ_OK) status = collect_genes(plan, error);
  return status;
}

void nq_genetic_plan_release(nq_genetic_plan *plan) {
  nq_memory_free(plan->gene, plan->n, sizeof *plan->gene);
  nq_memory_free(plan->free_row, plan->n, sizeof *plan->free_row);
  *plan = (nq_genetic_plan){0};
}

uint64_t nq_genetic_plan_bytes(const nq_genetic_plan *plan) {
  return plan->gene == NULL ? 0 : 2 * sizeof(uint32_t) * (uint64_t)plan->n;
}
