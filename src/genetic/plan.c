#include "genetic/plan.h"
#include "core/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POPULATION_MAX (UINT32_C(1) << 30)

/* ---- The table ---- */

static const nq_choice selections[] = {
    {"roulette", NQ_SELECTION_ROULETTE, "in proportion to fitness"},
    {"tournament", NQ_SELECTION_TOURNAMENT, "the fittest of some drawn at random"},
    {"rank", NQ_SELECTION_RANK, "in proportion to the rank by fitness"},
    {"sus", NQ_SELECTION_SUS, "in proportion to fitness, by one spin with equal steps"},
    {0},
};

static const nq_choice fitnesses[] = {
    {"reciprocal", NQ_FITNESS_RECIPROCAL, "1 / (1 + conflicts)"},
    {"pairs", NQ_FITNESS_PAIRS, "pairs of queens that do not attack each other"},
    {0},
};

static const nq_choice scalings[] = {
    {"none", NQ_SCALING_NONE, "fitness as it is"},
    {"power", NQ_SCALING_POWER, "fitness to a power"},
    {"sigma", NQ_SCALING_SIGMA, "fitness by its distance from the mean, in standard deviations"},
    {0},
};

static const nq_choice encodings[] = {
    {"rows", NQ_ENCODING_ROWS, "a row for each column; rows may repeat"},
    {"permutation", NQ_ENCODING_PERMUTATION, "a permutation of the rows"},
    {0},
};

static const nq_choice crossovers[] = {
    {"one-point", NQ_CROSSOVER_ONE_POINT, "one cut, one child of a pair (rows)"},
    {"one-point-two-sided", NQ_CROSSOVER_ONE_POINT_TWO_SIDED,
     "one cut, both children of a pair (rows)"},
    {"two-point", NQ_CROSSOVER_TWO_POINT, "the genes between two cuts (rows)"},
    {"pmx", NQ_CROSSOVER_PMX, "partially mapped (permutation)"},
    {"order", NQ_CROSSOVER_ORDER, "order, OX (permutation)"},
    {"cycle", NQ_CROSSOVER_CYCLE, "cycle, CX (permutation)"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, genetic.member)

const nq_option nq_genetic_table[] = {
    {NQ_OPTION_CHOICE, "selection", .offset = AT(selection), .choices = selections,
     .fallback = "roulette", .help = "how parents are drawn"},
    {NQ_OPTION_CHOICE, "fitness", .offset = AT(fitness), .choices = fitnesses,
     .fallback = "reciprocal", .help = "what makes an individual fit"},
    {NQ_OPTION_CHOICE, "scaling", .offset = AT(scaling), .choices = scalings,
     .fallback = "power; none with fitness pairs",
     .help = "how fitness becomes the chance to be a parent"},
    {NQ_OPTION_COUNT32, "power", .offset = AT(power), .least = 1, .most = INT32_MAX,
     .fallback = "64", .help = "exponent of the fitness with scaling power"},
    {NQ_OPTION_CHOICE, "encoding", .offset = AT(encoding), .choices = encodings,
     .fallback = "permutation, or what the crossover needs", .help = "what the genes are"},
    {NQ_OPTION_CHOICE, "crossover", .offset = AT(crossover), .choices = crossovers,
     .fallback = "pmx; two-point with encoding rows", .help = "how two parents make a child"},
    {NQ_OPTION_REAL, "crossover-probability", .offset = AT(crossover_probability), .least = 0,
     .most = 1, .fallback = "0.1", .help = "probability that a child has two parents"},
    {NQ_OPTION_REAL, "mutation", .offset = AT(mutation), .least = 0, .most = 1,
     .fallback = "0.9; 1/(n+1) with encoding rows",
     .help = "probability of a change, per child or, with encoding rows, per gene"},
    {NQ_OPTION_COUNT32, "population", .alias = "pop", .offset = AT(population), .least = 2,
     .most = POPULATION_MAX, .fallback = "20", .help = "number of individuals"},
    {NQ_OPTION_COUNT32, "elite", .offset = AT(elite), .least = 0, .most = INT32_MAX,
     .fallback = "1", .help = "elitism: copy this many of the best individuals unchanged"},
    {NQ_OPTION_COUNT32, "tournament", .offset = AT(tournament), .least = 1, .most = INT32_MAX,
     .fallback = "5", .help = "individuals that compete in a tournament"},
    {NQ_OPTION_COUNT32, "memetic-steps", .offset = AT(memetic_steps), .least = 1, .most = INT32_MAX,
     .fallback = "none", .help = "steps of min-conflicts on each child"},
    {NQ_OPTION_COUNT64, "stagnation", .offset = AT(stagnation), .least = 1, .most = UINT64_MAX,
     .fallback = "by n, encoding and population",
     .help = "restart after this many generations without improvement"},
    {0},
};

static const nq_choice *find_value(const char *name, int value) {
  const nq_choice *choice = nq_option_find(nq_genetic_table, name)->choices;
  while (choice->name != NULL && choice->value != value) choice++;
  return choice->name != NULL ? choice : NULL;
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
  const struct {
    const char *name;
    int value;
  } chosen[] = {{"selection", (int)plan->selection},
                {"fitness", (int)plan->fitness},
                {"scaling", (int)plan->scaling},
                {"encoding", (int)plan->encoding},
                {"crossover", (int)plan->crossover}};
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
    if (find_value(chosen[i].name, chosen[i].value) == NULL)
      return nq_error_set(error, NQ_BAD_VALUE, "%s has no value number %d", chosen[i].name,
                          chosen[i].value);
  if (rows != crosses_rows(plan->crossover))
    return nq_error_set(
        error, NQ_BAD_VALUE, "crossover %s does not work on encoding %s: take %s, or encoding %s",
        find_value("crossover", (int)plan->crossover)->name,
        find_value("encoding", (int)plan->encoding)->name,
        rows ? "one-point, one-point-two-sided or two-point" : "pmx, order or cycle",
        rows ? "permutation" : "rows");
  return NQ_OK;
}

/* Fewer generations cannot distinguish stagnation from bad luck. */
#define STAGNATION_LEAST 50

/* Several times the evaluations that removing the last conflict takes.  The fraction of swaps that
 * remove it falls as 1 / n; that of edits with encoding rows, where one column must find one row,
 * as 1 / n^2. */
static uint64_t default_stagnation(const nq_genetic_plan *plan) {
  double n = plan->n;
  double evaluations = 20000 + (plan->encoding == NQ_ENCODING_ROWS ? 50 * n * n : 200 * n);
  double generations = evaluations / plan->population;
  return generations < STAGNATION_LEAST ? STAGNATION_LEAST : (uint64_t)generations;
}

/* Measured from n = 12 to n = 4000: populations of 8 to 40 are fastest for every n, and larger ones
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
    bool taken = plan->free_row[row] != 0; /* not overwritten yet, as rows <= row */
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
