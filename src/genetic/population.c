#include "genetic/genetic.h"

#include <math.h>
#include <string.h>

#define WORK_BETWEEN_LOOKS 65536 /* numbers read or written between polls of the watch */
#define DIVERSITY_GENES    (UINT64_C(1) << 22) /* of all individuals, looked at for the diversity */

/* ---- Memory ---- */

static void take_memory(nq_population *population, const nq_task *task) {
  const nq_genetic_plan *plan = population->plan;
  nq_arrays *arrays = &population->arrays;
  uint32_t count = plan->options.population, genomes = 2 * count;
  population->now = nq_arrays_take(arrays, count, sizeof *population->now);
  population->next = nq_arrays_take(arrays, count, sizeof *population->next);
  population->cost = nq_arrays_take(arrays, count, sizeof *population->cost);
  population->holder = nq_arrays_take(arrays, genomes, sizeof *population->holder);
  population->common = nq_arrays_take(arrays, genomes, sizeof *population->common);
  population->elite = nq_arrays_take(arrays, count, sizeof *population->elite);
  population->first = nq_arrays_take(arrays, count, sizeof *population->first);
  population->second = nq_arrays_take(arrays, count, sizeof *population->second);
  population->mates = nq_arrays_take(arrays, count, sizeof *population->mates);
  population->mirrored = nq_arrays_take(arrays, count, sizeof *population->mirrored);
  population->wanted = nq_arrays_take(arrays, count, sizeof *population->wanted);
  population->scratch = nq_arrays_take(arrays, 4 * (uint64_t)plan->n, sizeof *population->scratch);
  population->solution = nq_arrays_take(arrays, plan->n, sizeof *population->solution);
  nq_genome_store_init(&population->store, plan, genomes, arrays);
  nq_selector_init(&population->selector, plan, population->cost, arrays);
  if (task->options->genetic.trace == NULL || plan->n > NQ_TRACE_N_MAX) return;
  population->shown = nq_arrays_take(arrays, plan->n, sizeof *population->shown);
  if (plan->options.islands == 1)
    population->family = nq_arrays_take(arrays, 1, sizeof *population->family);
  if (population->family == NULL) return;
  population->family->rows = nq_arrays_take(arrays, 4 * (uint64_t)plan->n, sizeof(uint32_t));
  population->family->before = nq_arrays_take(arrays, count, sizeof(uint64_t));
}

uint64_t nq_population_bytes(const nq_genetic_plan *plan, const nq_task *task) {
  nq_population measured = {.plan = plan, .arrays = {.measures = true}};
  bool improves = plan->options.memetic_steps > 0;
  uint64_t work = improves ? task->improver->bytes(plan->domain, has_rows(plan)) : 0;
  take_memory(&measured, task);
  return measured.arrays.bytes > UINT64_MAX - work ? UINT64_MAX : measured.arrays.bytes + work;
}

nq_status nq_population_init(nq_population *population, const nq_genetic_plan *plan,
                             const nq_task *task, nq_error *error) {
  *population = (nq_population){.plan = plan,
                                .watch = task->watch,
                                .improver = task->improver,
                                .steps_limit = task->options->limits.steps,
                                .look = {.watch = task->watch, .progress = {.phase = "breed"}},
                                .lowest_conflicts = UINT64_MAX};
  bool improves = plan->options.memetic_steps > 0;
  take_memory(population, task);
  if (improves)
    population->improver_work = population->improver->begin(plan->domain, has_rows(plan));
  if (!population->arrays.failed && (!improves || population->improver_work != NULL)) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "the population needs %" PRIu64 " bytes of memory",
                      nq_population_bytes(plan, task));
}

void nq_population_release(nq_population *population) {
  nq_arrays_release(&population->arrays);
  if (population->improver_work != NULL) population->improver->end(population->improver_work);
  *population = (nq_population){0};
}

/* ---- State of a generation ---- */

static void note_conflicts(nq_population *population, uint64_t conflicts) {
  if (conflicts >= population->lowest_conflicts) return;
  population->lowest_conflicts = population->look.progress.conflicts = conflicts;
}

/* Recount every board; changes them meanwhile, so not while another island reads them. */
static bool scores_are_right(const nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  for (uint32_t i = 0; i < plan->options.population; i++) {
    const nq_individual *individual = &population->now[i];
    nq_genome genome = genome_in(&population->store, individual->genome);
    nq_score score = nq_genome_count(plan, &genome, NULL);
    nq_edit undo[NQ_PENDING];
    for (uint32_t k = 0; k < individual->edits; k++) {
      score = nq_genome_edited(plan, &genome, score, individual->edit[k]);
      undo[k] = nq_genome_edit(plan, &genome, individual->edit[k]);
    }
    for (uint32_t k = individual->edits; k-- > 0;) (void)nq_genome_edit(plan, &genome, undo[k]);
    if (score.conflicts != individual->score.conflicts || score.broken != individual->score.broken)
      return false;
  }
  return true;
}

/* Among equal individuals the last is the youngest: choosing it as the elite lets the search drift
 * across a plateau. */
void nq_population_survey(nq_population *population) {
  uint32_t best = 0;
  for (uint32_t i = 0; i < population->plan->options.population; i++) {
    population->cost[i] = cost_of(population->now[i].score);
    if (population->cost[i] <= population->cost[best]) best = i;
  }
  population->best_individual = best;
  population->best = population->cost[best];
  note_conflicts(population, population->now[best].score.conflicts);
}

static bool must_stop(nq_population *population) {
  if (population->unwatched < WORK_BETWEEN_LOOKS) return false;
  population->unwatched = 0;
  return nq_watch_poll(population->watch, population->look.progress);
}

/* The fraction of genes that differ, averaged over all pairs of individuals: in a column where k of
 * P individuals have the same row, k(k - 1) of the P(P - 1) ordered pairs agree.  Of a population
 * that is too large for this, only genes at equal distances are looked at. */
static double measure_diversity(const nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  uint32_t *holders = population->scratch; /* by row */
  double agreeing = 0, count = plan->options.population;
  if (plan->genes == 0) return 0;
  uint64_t looked_at = 0,
           step = (uint64_t)plan->genes * plan->options.population / DIVERSITY_GENES + 1;
  memset(holders, 0, plan->n * sizeof *holders);
  for (uint64_t gene = 0; gene < plan->genes; gene += step, looked_at++) {
    uint32_t column = gene_column(plan, (uint32_t)gene);
    for (int pass = 0; pass < 2; pass++)
      for (uint32_t i = 0; i < plan->options.population; i++) {
        const nq_individual *individual = &population->now[i];
        nq_genome genome = genome_in(&population->store, individual->genome);
        uint32_t row = individual_row(plan, &genome, individual, column);
        if (pass == 0)
          agreeing += 2.0 * holders[row]++;
        else
          holders[row] = 0;
      }
  }
  return 1 - agreeing / (count * (count - 1) * (double)looked_at);
}

/* Show how the best individual came about.  next[] has the generation before. */
static const nq_birth *show_birth(const nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  nq_lineage *family = population->family;
  uint32_t n = plan->n;
  if (family == NULL || !family->whole) return NULL;
  for (uint32_t i = 0; i < plan->options.population; i++)
    family->before[i] = cost_of(population->next[i].score);
  family->birth =
      (nq_birth){.copied = population->best_individual < (uint32_t)plan->options.elite,
                 .first = population->first[family->child],
                 .second = population->second[family->child],
                 .from = family->from < plan->genes ? gene_column(plan, family->from) : n,
                 .to = family->to < plan->genes ? gene_column(plan, family->to) : n,
                 .first_rows = family->rows,
                 .second_rows = family->rows + n,
                 .crossed_rows = family->rows + 2 * (size_t)n,
                 .population = plan->options.population,
                 .conflicts = family->before,
                 .wheel = population->selector.wheel};
  return &family->birth;
}

nq_generation nq_population_describe(const nq_population *population) {
  const nq_genetic_plan *plan = population->plan;
  double conflicts = 0, fitness = 0;
  uint64_t worst = 0;
  for (uint32_t i = 0; i < plan->options.population; i++) {
    conflicts += (double)population->cost[i];
    if (population->cost[i] > worst) worst = population->cost[i];
    fitness += nq_selector_fitness(plan, population->cost[i]);
  }
  if (population->shown != NULL)
    nq_individual_write(population, &population->now[population->best_individual],
                        population->shown);
  return (nq_generation){.restart = population->restart,
                         .generation = population->generation,
                         .evaluations = population->evaluations,
                         .best_conflicts = population->best,
                         .mean_conflicts = conflicts / plan->options.population,
                         .best_fitness = nq_selector_fitness(plan, population->best),
                         .mean_fitness = fitness / plan->options.population,
                         .diversity = measure_diversity(population),
                         .worst_conflicts = worst,
                         .worst_fitness = nq_selector_fitness(plan, worst),
                         .n = plan->n,
                         .seconds = nq_clock() - population->watch->begin,
                         .rows = population->shown,
                         .birth = show_birth(population)};
}

/* ---- Migration ---- */

void nq_population_rank(nq_population *population) {
  nq_order_by_cost(population->elite, population->cost, population->plan->options.population);
}

void nq_population_receive(nq_population *population, const nq_population *from, uint32_t count,
                           uint32_t arrived) {
  nq_genome_store *store = &population->store;
  uint32_t last = population->plan->options.population - 1 - arrived;
  for (uint32_t i = 0; i < count; i++) {
    nq_individual *place = &population->now[population->elite[last - i]];
    const nq_individual *migrant = &from->now[from->elite[i]];
    nq_genome_drop(store, place->genome);
    *place = *migrant;
    place->genome = nq_genome_copy(store, &from->store, migrant->genome, &population->look);
    nq_individual_settle(population, place);
  }
}

/* ---- Generations ---- */

nq_breeding nq_population_start(nq_population *population, uint64_t seed, uint64_t stream,
                                uint64_t restart) {
  const nq_genetic_plan *plan = population->plan;
  nq_pcg64_seed(&population->random, seed, stream << 32 | restart);
  nq_genome_store_clear(&population->store);
  population->restart = population->look.progress.restarts = restart;
  population->generation = 0;
  population->mutation = plan->options.mutation;
  population->complete = false;
  population->best = UINT64_MAX;
  if (population->family != NULL) population->family->whole = false;
  for (uint32_t i = 0; i < plan->options.population; i++) {
    nq_individual *individual = &population->now[i];
    *individual = (nq_individual){.genome = nq_genome_take(&population->store)};
    nq_genome genome = genome_in(&population->store, individual->genome);
    if (plan->given == NULL)
      nq_genome_draw(plan, &genome, &population->random, &population->look);
    else /* the first is the board, the others are ever more unlike it */
      nq_genome_give(plan, &genome, i < plan->n ? i : plan->n, population->scratch,
                     &population->random, &population->look);
    if (!population->look.stopped) nq_individual_evaluate(population, individual);
    if (population->look.stopped) return NQ_BREEDING_STOPPED;
    note_conflicts(population, individual->score.conflicts);
    population->evaluations++;
    if (must_stop(population)) return NQ_BREEDING_STOPPED;
  }
  invariant(population->plan->n > 64 || scores_are_right(population));
  nq_population_survey(population);
  population->complete = true;
  if (population->best > 0) return NQ_BREEDING_ON;
  bool given = plan->given != NULL && cost_of(population->now[0].score) == 0;
  nq_individual_write(population, &population->now[given ? 0 : population->best_individual],
                      population->solution);
  return NQ_BREEDING_SOLVED;
}

/* Select the parents of `count` children. */
static void select_parents(nq_population *population, uint32_t count) {
  const nq_genetic_plan *plan = population->plan;
  bool two_sided = plan->options.crossover == NQ_CROSSOVER_ONE_POINT_TWO_SIDED;
  uint32_t *first = population->first, *second = population->second, mates = 0;
  nq_selector_prepare(&population->selector, population->best);
  nq_selector_draw(&population->selector, first, count, &population->random);
  for (uint32_t i = 0; i < count; i++)
    second[i] =
        unit_pcg64(&population->random) < plan->options.crossover_probability ? mates++ : NQ_EMPTY;
  nq_selector_draw(&population->selector, population->mates, mates, &population->random);
  memset(population->mirrored, 0, count);
  for (uint32_t i = 0; i < count; i++) {
    if (second[i] == NQ_EMPTY) continue;
    second[i] = population->mates[second[i]];
    if (!two_sided || i + 1 == count) continue;
    first[i + 1] = second[i];
    second[i + 1] = first[i];
    population->mirrored[++i] = 1;
  }
}

/* Drop all individuals except elite and parents. */
static void drop_others(nq_population *population, uint32_t count) {
  const nq_genetic_plan *plan = population->plan;
  uint8_t *wanted = population->wanted;
  memset(wanted, 0, plan->options.population);
  for (int32_t i = 0; i < plan->options.elite; i++) wanted[population->elite[i]] = 1;
  for (uint32_t i = 0; i < count; i++) {
    wanted[population->first[i]] = 1;
    if (population->second[i] != NQ_EMPTY) wanted[population->second[i]] = 1;
  }
  for (uint32_t i = 0; i < plan->options.population; i++)
    if (wanted[i] == 0) nq_genome_drop(&population->store, population->now[i].genome);
}

/* The 1/5 success rule (I. Rechenberg, "Evolutionsstrategie", 1973), with the factors of S. Kern
 * et al., "Learning probability distributions in continuous evolutionary algorithms", Natural
 * Computing 3, 2004: times F when over a fifth of the mutated children are better than their
 * parent, by F^(1/4) less otherwise.  At least one gene of a child changes on average, at most half
 * of them do. */
static void adapt_mutation(nq_population *population) {
  const double factor = 1.5, least = 1.0 / population->plan->n, most = 0.5;
  double mutation = population->mutation;
  if (population->plan->options.adaptation != NQ_ADAPTATION_ONE_FIFTH || population->mutated == 0)
    return;
  bool rises = 5 * population->improved > population->mutated;
  mutation *= rises ? factor : 1 / sqrt(sqrt(factor));
  population->mutation = mutation < least ? least : mutation > most ? most : mutation;
}

nq_breeding nq_population_breed(nq_population *population) {
  uint32_t elite = (uint32_t)population->plan->options.elite,
           count = population->plan->options.population - elite;
  invariant(elite < population->plan->options.population);
  if (elite == 1)
    population->elite[0] = population->best_individual;
  else if (elite > 1)
    nq_population_rank(population);
  select_parents(population, count);
  drop_others(population, count);
  nq_individual_fold(population);
  population->mutated = population->improved = 0;
  if (population->family != NULL)
    population->family->whole = false, population->family->cost = UINT64_MAX;
  for (uint32_t i = 0; i < elite; i++) {
    population->next[i] = population->now[population->elite[i]];
    population->store.users[population->next[i].genome]++;
  }
  bool solved = false;
  for (uint32_t i = 0; i < count; i++) {
    nq_individual *child = &population->next[elite + i];
    bool stopped = must_stop(population);
    if (solved && (stopped || steps_left(population) == 0)) return NQ_BREEDING_SOLVED;
    if (stopped) return NQ_BREEDING_STOPPED;
    if (steps_left(population) == 0) return NQ_BREEDING_STEPS;
    nq_individual_bear(population, child, i);
    if (population->look.stopped) return solved ? NQ_BREEDING_SOLVED : NQ_BREEDING_STOPPED;
    if (solved || cost_of(child->score) > 0) continue;
    nq_individual_write(population, child, population->solution);
    solved = true;
  }
  for (uint32_t i = 0; i < elite + count; i++)
    if (population->wanted[i] != 0) nq_genome_drop(&population->store, population->now[i].genome);
  nq_individual *before = population->now;
  population->now = population->next;
  population->next = before;
  population->generation++;
  if (population->family != NULL) population->family->whole = true;
  adapt_mutation(population);
  invariant(population->plan->n > 64 || scores_are_right(population));
  nq_population_survey(population);
  return solved ? NQ_BREEDING_SOLVED : NQ_BREEDING_ON;
}
