/* The options of the method genetic, and their defaults. */
#include "genetic/genetic.h"

#define POPULATION_MAX (UINT32_C(1) << 30)
#define ISLANDS_MAX    1024

/* ---- Presets ---- */

/* A preset is a line of options: a genetic algorithm as its page prints it.
 *
 *     textbook   the usual exercise.  A gene is the row of a column; rows may repeat.  The first
 *                population has 4n random boards.  A generation: the fitness of a board is
 *                1 / conflicts, and a board without conflicts ends the run; the fitnesses are
 *                summed up, and a binary search of a random point in the sums draws each parent;
 *                the child has the genes of one parent on one side of a random point, and of the
 *                other parent on the other side (crossover one-point; the two others of the page
 *                are one-point-two-sided and two-point); each of its genes becomes a random row
 *                with probability .04; the children replace the whole population.
 *
 *     aima       S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", 3rd ed.
 *                2010, figure 4.8, for 8 queens.  The fitness is the number of pairs that do not
 *                attack each other; parents are drawn in proportion to it; the child has the genes
 *                1 .. c of one and the others of the other, c random in 1 .. n; with a small
 *                probability one random gene of the child becomes a random row.  The book leaves
 *                two numbers open: the authors' own program (aima-python) has a population of 100
 *                for 8 queens, and mutates a child with probability .1.
 *
 * Neither has an elite, nor starts anew. */
static const nq_choice presets[] = {
    {"textbook", NQ_GENETIC_PRESET_TEXTBOOK, "the usual exercise: rows, roulette, population 4n"},
    {"aima", NQ_GENETIC_PRESET_AIMA, "Russell and Norvig's for 8 queens"},
    {0},
};

static const char *const preset_lines[] = {
    [NQ_GENETIC_PRESET_TEXTBOOK] = "encoding=rows,population=4n,fitness=inverse,scaling=none,"
                                   "selection=roulette,crossover=one-point,crossover-probability=1,"
                                   "mutation=0.04,mutation-per=gene,elite=0,stagnation=none",
    [NQ_GENETIC_PRESET_AIMA] = "encoding=rows,population=100,fitness=pairs,scaling=none,"
                               "selection=roulette,crossover=one-point,mutation=0.1,"
                               "mutation-per=child,elite=0,stagnation=none",
};

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
    {"inverse", NQ_FITNESS_INVERSE, "1 / conflicts"},
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
static const nq_choice mutation_units[] = {
    {"child", NQ_MUTATION_PER_CHILD, "one change in a child"},
    {"gene", NQ_MUTATION_PER_GENE, "a change of each gene by itself"},
    {0},
};
static const nq_choice adaptations[] = {
    {"fixed", NQ_ADAPTATION_FIXED, "the probability does not change"},
    {"one-fifth", NQ_ADAPTATION_ONE_FIFTH, "it keeps a fifth of the mutated children better"},
    {0},
};
static const nq_choice topologies[] = {
    {"ring", NQ_TOPOLOGY_RING, "to the next island"},
    {"full", NQ_TOPOLOGY_FULL, "to every other island"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, genetic.member)

const nq_option nq_genetic_table[] = {
    {NQ_OPTION_CHOICE, "preset", .key_only = true, .offset = AT(preset), .choices = presets,
     .fallback = "none", .help = "an algorithm as printed: sets the defaults of the other options"},
    {NQ_OPTION_CHOICE, "selection", .offset = AT(selection), .choices = selections,
     .fallback = "roulette", .help = "how parents are drawn"},
    {NQ_OPTION_CHOICE, "fitness", .offset = AT(fitness), .choices = fitnesses,
     .only_with = "selection=roulette|sus", .fallback = "reciprocal",
     .help = "what makes an individual fit"},
    {NQ_OPTION_CHOICE, "scaling", .offset = AT(scaling), .choices = scalings,
     .only_with = "selection=roulette|sus",
     .fallback = "power; none with other fitnesses than reciprocal",
     .help = "how fitness becomes the chance to be a parent"},
    {NQ_OPTION_COUNT32, "power", .offset = AT(power), .least = 1, .most = INT32_MAX,
     .only_with = "scaling=power", .fallback = "64",
     .help = "exponent of the fitness with scaling power"},
    {NQ_OPTION_CHOICE, "encoding", .offset = AT(encoding), .choices = encodings,
     .fallback = "permutation, or what the crossover needs", .help = "what the genes are"},
    {NQ_OPTION_CHOICE, "crossover", .offset = AT(crossover), .choices = crossovers,
     .only_with = "crossover-probability!=0", .fallback = "pmx; two-point with encoding rows",
     .help = "how two parents make a child"},
    {NQ_OPTION_REAL, "crossover-probability", .offset = AT(crossover_probability), .least = 0,
     .most = 1, .fallback = "0.1",
     .help = "probability, per child, that it has two parents: 0.1 is a tenth of the children"},
    {NQ_OPTION_REAL, "mutation", .offset = AT(mutation), .least = 0, .most = 1,
     .fallback = "0.9 per child, 1/(n+1) per gene",
     .help = "probability of a change, per child or per gene: 0.9 per child changes 9 of 10 "
             "children once, 0.04 per gene changes 4 of 100 genes of each child"},
    {NQ_OPTION_CHOICE, "mutation-per", .key_only = true, .offset = AT(mutation_unit),
     .choices = mutation_units, .only_with = "mutation!=0",
     .fallback = "child; gene with encoding rows or mutation-rule one-fifth",
     .help = "what that probability is for"},
    {NQ_OPTION_CHOICE, "mutation-rule", .key_only = true, .offset = AT(adaptation),
     .choices = adaptations, .only_with = "mutation!=0", .fallback = "fixed",
     .help = "how that probability changes during the run"},
    {NQ_OPTION_COUNT32, "population", .alias = "pop", .offset = AT(population), .least = 2,
     .most = POPULATION_MAX, .times_n = true, .fallback = "20 per island, 8 from n = 256 on",
     .help = "number of individuals, of all islands together"},
    {NQ_OPTION_COUNT32, "elite", .offset = AT(elite), .least = 0, .most = INT32_MAX,
     .fallback = "1", .help = "elitism: copy this many of the best individuals unchanged"},
    {NQ_OPTION_COUNT32, "tournament", .offset = AT(tournament), .least = 1, .most = INT32_MAX,
     .only_with = "selection=tournament", .fallback = "5",
     .help = "individuals that compete in a tournament"},
    {NQ_OPTION_COUNT32, "memetic-steps", .offset = AT(memetic_steps), .least = 1, .most = INT32_MAX,
     .fallback = "none", .help = "steps of min-conflicts on each child"},
    {NQ_OPTION_COUNT64, "stagnation", .offset = AT(stagnation), .least = 1, .most = UINT64_MAX,
     .or_none = true, .fallback = "by n, encoding and population",
     .help = "restart after this many generations without improvement"},
    {NQ_OPTION_COUNT32, "islands", .key_only = true, .offset = AT(islands), .least = 1,
     .most = ISLANDS_MAX, .fallback = "1",
     .help = "populations that breed apart, in as many threads as there are"},
    {NQ_OPTION_CHOICE, "topology", .key_only = true, .offset = AT(topology), .choices = topologies,
     .only_with = "islands!=1", .fallback = "ring", .help = "where the migrants of an island go"},
    {NQ_OPTION_COUNT32, "migration-every", .key_only = true, .offset = AT(migration_every),
     .least = 1, .most = INT32_MAX, .only_with = "islands!=1", .fallback = "50",
     .help = "generations between two migrations"},
    {NQ_OPTION_COUNT32, "migrants", .key_only = true, .offset = AT(migrants), .least = 0,
     .most = INT32_MAX, .only_with = "islands!=1", .fallback = "1",
     .help = "best individuals of an island that are copied to another, over the worst there"},
    {0},
};

/* The name of an option's value, which has one. */
static const char *name_of(const char *option, int value) {
  return nq_option_choice_of(nq_option_find(nq_genetic_table, option), (uint64_t)value)->name;
}

/* ---- Defaults and ranges ---- */

static bool crosses_rows(nq_crossover crossover) {
  return crossover == NQ_CROSSOVER_ONE_POINT || crossover == NQ_CROSSOVER_ONE_POINT_TWO_SIDED ||
         crossover == NQ_CROSSOVER_TWO_POINT;
}

/* Choose the options that are names. */
static void fill_names(nq_genetic_options *options) {
  if (options->selection == NQ_SELECTION_AUTO) options->selection = NQ_SELECTION_ROULETTE;
  if (options->fitness == NQ_FITNESS_AUTO) options->fitness = NQ_FITNESS_RECIPROCAL;
  if (options->topology == NQ_TOPOLOGY_AUTO) options->topology = NQ_TOPOLOGY_RING;
  if (options->adaptation == NQ_ADAPTATION_AUTO) options->adaptation = NQ_ADAPTATION_FIXED;
  if (options->scaling == NQ_SCALING_AUTO)
    options->scaling =
        options->fitness == NQ_FITNESS_RECIPROCAL ? NQ_SCALING_POWER : NQ_SCALING_NONE;
  if (options->encoding == NQ_ENCODING_AUTO)
    options->encoding =
        crosses_rows(options->crossover) ? NQ_ENCODING_ROWS : NQ_ENCODING_PERMUTATION;
  bool rows = options->encoding == NQ_ENCODING_ROWS;
  if (options->crossover == NQ_CROSSOVER_AUTO)
    options->crossover = rows ? NQ_CROSSOVER_TWO_POINT : NQ_CROSSOVER_PMX;
  if (options->mutation_unit == NQ_MUTATION_AUTO)
    options->mutation_unit = rows || options->adaptation == NQ_ADAPTATION_ONE_FIFTH
                                 ? NQ_MUTATION_PER_GENE
                                 : NQ_MUTATION_PER_CHILD;
}

/* Refuse names that do not go together. */
static nq_status require_names(const nq_genetic_options *options, nq_error *error) {
  if (options->adaptation == NQ_ADAPTATION_ONE_FIFTH &&
      options->mutation_unit != NQ_MUTATION_PER_GENE)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "mutation-rule one-fifth adapts a probability per gene: take "
                        "mutation-per gene, or mutation-rule fixed");
  bool rows = options->encoding == NQ_ENCODING_ROWS;
  if (rows != crosses_rows(options->crossover))
    return nq_error_set(
        error, NQ_BAD_VALUE, "crossover %s does not work on encoding %s: take %s, or encoding %s",
        name_of("crossover", (int)options->crossover), name_of("encoding", (int)options->encoding),
        rows ? "one-point, one-point-two-sided or two-point" : "pmx, order or cycle",
        rows ? "permutation" : "rows");
  return NQ_OK;
}

/* Fewer generations cannot distinguish stagnation from bad luck. */
#define STAGNATION_LEAST 50

/* Several times the evaluations that removing the last conflict takes.  The fraction of swaps that
 * remove it falls as 1 / n; that of edits with encoding rows, where one column must find one row,
 * as 1 / n^2. */
static uint64_t default_stagnation(const nq_genetic_options *options, double n) {
  double evaluations = 20000 + (options->encoding == NQ_ENCODING_ROWS ? 50 * n * n : 200 * n);
  double generations = evaluations / options->population;
  return generations < STAGNATION_LEAST ? STAGNATION_LEAST : (uint64_t)generations;
}

/* Of an island.  Measured from n = 8 to n = 10,000, and on instances: up to n = 256 populations of
 * 8 to 20 take about the same time; beyond, the smaller one takes down to .4 of the time.
 * Crossover does not change the number of evaluations, but costs time. */
static uint32_t default_population(const nq_genetic_options *options, uint32_t n) {
  uint32_t population = n < 256 ? 20 : 8;
  /* With topology full an island takes a migrant from each of the others, and sends one. */
  bool full = options->topology == NQ_TOPOLOGY_FULL && options->islands > population;
  return full ? options->islands : population;
}

/* Possibly out of range: POPULATION_MAX + 1 stands for all that is larger. */
static uint32_t choose_population(const nq_genetic_options *options, uint32_t n) {
  uint64_t chosen = options->population;
  if (chosen == 0)
    chosen = (uint64_t)options->islands * default_population(options, n);
  else if (chosen >= NQ_TIMES_N)
    chosen = (chosen - NQ_TIMES_N) * n;
  return chosen <= POPULATION_MAX ? (uint32_t)chosen : POPULATION_MAX + 1;
}

static void fill_numbers(nq_genetic_options *options, uint32_t n) {
  bool per_gene = options->mutation_unit == NQ_MUTATION_PER_GENE;
  if (options->islands == 0) options->islands = 1;
  if (options->migration_every == 0) options->migration_every = 50;
  if (options->migrants < 0) options->migrants = 1;
  options->population = choose_population(options, n);
  if (options->elite < 0) options->elite = 1;
  uint32_t least = options->population / options->islands; /* individuals of the smallest island */
  if (options->tournament == 0) options->tournament = least < 5 ? least : 5;
  if (options->power == 0) options->power = 64;
  if (options->mutation < 0) options->mutation = per_gene ? 1 / (n + 1.0) : 0.9;
  if (options->crossover_probability < 0) options->crossover_probability = 0.1;
  if (options->stagnation == 0) options->stagnation = default_stagnation(options, n);
}

/* An island has at least two individuals, and those that it sends are not those that the arrivals
 * replace. */
static nq_status require_islands(const nq_genetic_options *options, nq_error *error) {
  uint32_t population = options->population, islands = options->islands;
  uint32_t least = population / islands, pairs = population / 2;
  if (islands > ISLANDS_MAX || least < 2)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "islands must be 1 to %" PRIu32 " with a population of %" PRIu32
                        ": an island needs 2 individuals",
                        pairs < ISLANDS_MAX ? pairs : ISLANDS_MAX, population);
  if (islands == 1) return NQ_OK;
  uint32_t ways = options->topology == NQ_TOPOLOGY_FULL ? islands : 2; /* sent once, and got */
  if ((uint32_t)options->migrants > least / ways)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "migrants must be 0 to %" PRIu32 " with topology %s and %" PRIu32
                        " islands of %" PRIu32 " individuals",
                        least / ways, name_of("topology", (int)options->topology), islands, least);
  return NQ_OK;
}

static nq_status choose_numbers(nq_genetic_options *options, uint32_t n, nq_error *error) {
  if (!(options->mutation <= 1))
    return nq_error_set(error, NQ_BAD_VALUE, "mutation is a probability, 0 to 1");
  if (!(options->crossover_probability <= 1))
    return nq_error_set(error, NQ_BAD_VALUE, "crossover probability must be 0 to 1");
  fill_numbers(options, n);
  if (options->population < 2 || options->population > POPULATION_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "population must be 2 to %" PRIu32, POPULATION_MAX);
  nq_status status = require_islands(options, error);
  if (status != NQ_OK) return status;
  const char *of = options->islands > 1 ? "smallest island" : "population";
  uint32_t least = options->population / options->islands;
  if ((uint32_t)options->elite >= least)
    return nq_error_set(error, NQ_BAD_VALUE, "elite must be below the %s, which is %" PRIu32, of,
                        least);
  if (options->tournament > least)
    return nq_error_set(error, NQ_BAD_VALUE, "tournament must be at most the %s, which is %" PRIu32,
                        of, least);
  return NQ_OK;
}

/* Set what the preset sets and no other option has set. */
static nq_status apply_preset(nq_solve_options *options, uint32_t n, nq_error *error) {
  const nq_solve_options defaults = {.genetic = NQ_GENETIC_DEFAULTS};
  nq_genetic_options *genetic = &options->genetic;
  if (genetic->preset == NQ_GENETIC_PRESET_NONE) return NQ_OK;
  /* The cut c = n makes the child a copy of its first parent: no crossover. */
  if (genetic->preset == NQ_GENETIC_PRESET_AIMA && genetic->crossover_probability < 0)
    genetic->crossover_probability = 1 - 1.0 / n;
  return nq_options_set(nq_genetic_table, "preset", preset_lines[genetic->preset], options,
                        &defaults, true, error);
}

nq_status nq_genetic_resolve(nq_solve_options *options, const nq_instance *instance,
                             nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  nq_solve_options chosen = {.genetic = options->genetic};
  nq_status status = apply_preset(&chosen, n, error);
  if (status != NQ_OK) return status;
  fill_names(&chosen.genetic);
  status = require_names(&chosen.genetic, error);
  if (status == NQ_OK) status = choose_numbers(&chosen.genetic, n, error);
  if (status == NQ_OK) options->genetic = chosen.genetic;
  return status;
}

/* ---- Genes ---- */

/* Collect the columns without a placed queen, and the rows without one: equally many. */
static nq_status collect_genes(nq_genetic_plan *plan, nq_error *error) {
  plan->genes = plan->n;
  if (plan->domain->fixed == NULL) return NQ_OK;
  uint64_t boards = (2 + (uint64_t)plan->options.population) * plan->n; /* at least */
  nq_status status = nq_memory_require(boards * sizeof *plan->gene, "the population", error);
  if (status != NQ_OK) return status;
  plan->gene = nq_memory_new(plan->n, sizeof *plan->gene);
  plan->free_row = nq_memory_new(plan->n, sizeof *plan->free_row);
  if (plan->gene == NULL || plan->free_row == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the genes");
  plan->genes = 0;
  for (uint32_t column = 0; column < plan->n; column++) {
    uint32_t row = domain_fixed_row(plan->domain, column);
    if (row != NQ_EMPTY)
      plan->free_row[row] = 1;
    else
      plan->gene[plan->genes++] = column;
  }
  for (uint32_t row = 0, rows = 0; row < plan->n; row++)
    if (plan->free_row[row] == 0) plan->free_row[rows++] = row; /* not read any more: rows <= row */
  /* A single queen has only one row left: there is nothing to breed. */
  if (plan->genes < 2) plan->options.encoding = NQ_ENCODING_PERMUTATION;
  return NQ_OK;
}

nq_status nq_genetic_plan_init(nq_genetic_plan *plan, const nq_genetic_options *options,
                               const nq_domain *domain, nq_error *error) {
  nq_solve_options chosen = {.genetic = *options};
  nq_status status = nq_genetic_resolve(&chosen, domain->instance, error);
  *plan = (nq_genetic_plan){.domain = domain, .n = domain->n, .options = chosen.genetic};
  return status == NQ_OK ? collect_genes(plan, error) : status;
}

void nq_genetic_plan_release(nq_genetic_plan *plan) {
  nq_memory_free(plan->gene, plan->n, sizeof *plan->gene);
  nq_memory_free(plan->free_row, plan->n, sizeof *plan->free_row);
  *plan = (nq_genetic_plan){0};
}
