#include "genetic/islands.h"
#include "core/core.h"
#include "core/random.h"
#include "parallel/threads.h"

#include <string.h>

#define STAGE 128 /* most generations of a stage, between which nothing is traced */
#define TURNS 16  /* of each island in a stage, where threads cannot have equally many islands */

/* ---- Memory ---- */

static uint64_t stage_most(const nq_genetic_plan *plan) {
  return plan->options.islands > 1 ? STAGE : 1;
}

static nq_genetic_plan plan_island(const nq_genetic_plan *plan, uint32_t i) {
  nq_genetic_plan own = *plan;
  own.options.population = island_population(plan, i);
  return own;
}

static bool is_traced(const nq_islands *islands) {
  return islands->task->options->genetic.trace != NULL;
}

/* Boards that a trace shows: those of a stage, and the last one before. */
static uint64_t boards_size(const nq_islands *islands) {
  bool shown = is_traced(islands) && islands->task->n <= NQ_TRACE_N_MAX;
  return shown ? (stage_most(islands->plan) + 1) * islands->task->n : 0;
}

/* An equal part of the limit of steps for each island; one without a step rests. */
static void limit_steps(nq_island *island, uint64_t limit, uint32_t i) {
  uint32_t islands = island->plan.options.islands;
  island->population.steps_limit = limit / islands + (i < limit % islands);
  if (limit > 0 && island->population.steps_limit == 0) island->breeding = NQ_BREEDING_STEPS;
}

/* Besides its population. */
static void take_memory(const nq_islands *islands, nq_island *island) {
  uint64_t boards = boards_size(islands);
  nq_arrays *arrays = &island->population.arrays;
  island->record = nq_arrays_take(arrays, stage_most(islands->plan), sizeof *island->record);
  if (boards > 0) island->boards = nq_arrays_take(arrays, boards, sizeof *island->boards);
  island->solution = nq_arrays_take(arrays, islands->task->n, sizeof *island->solution);
  if (boards == 0 || islands->plan->options.islands > 1) return;
  island->before = nq_arrays_take(arrays, island->plan.options.population, sizeof *island->before);
  island->family.rows =
      nq_arrays_take(arrays, 4 * (uint64_t)islands->task->n, sizeof *island->family.rows);
  if (island->family.rows != NULL) island->population.family = &island->family;
}

uint64_t nq_islands_bytes(const nq_genetic_plan *plan, const nq_task *task) {
  const nq_islands islands = {.plan = plan, .task = task};
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < plan->options.islands; i++) {
    const nq_genetic_plan own = plan_island(plan, i);
    nq_island measured = {.plan = own, .population = {.arrays = {.measures = true}}};
    take_memory(&islands, &measured);
    uint64_t each = nq_population_bytes(&own, task->improver);
    uint64_t rest = sizeof measured + measured.population.arrays.bytes;
    if (each > UINT64_MAX - rest || bytes > UINT64_MAX - rest - each) return UINT64_MAX;
    bytes += each + rest;
  }
  return bytes;
}

static nq_status init_island(nq_islands *islands, uint32_t i, nq_error *error) {
  nq_island *island = &islands->island[i];
  island->plan = plan_island(islands->plan, i);
  nq_status status = nq_population_init(&island->population, &island->plan, islands->task, error);
  if (status == NQ_OK) take_memory(islands, island);
  if (island->population.arrays.failed && status == NQ_OK)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for island %u of %u", i + 1,
                          islands->plan->options.islands);
  island->population.solution = island->solution;
  limit_steps(island, islands->task->options->limits.steps, i);
  return status;
}

nq_status nq_islands_init(nq_islands *islands, const nq_genetic_plan *plan, nq_task *task,
                          nq_error *error) {
  *islands = (nq_islands){.task = task, .plan = plan};
  nq_status status = nq_memory_require(nq_islands_bytes(plan, task), "the population", error);
  if (status != NQ_OK) return status;
  islands->island = nq_memory_new(plan->options.islands, sizeof *islands->island);
  if (islands->island == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for islands");
  for (uint32_t i = 0; status == NQ_OK && i < plan->options.islands; i++)
    status = init_island(islands, i, error);
  return status;
}

void nq_islands_release(nq_islands *islands) {
  if (islands->island == NULL) return;
  for (uint32_t i = 0; i < islands->plan->options.islands; i++)
    nq_population_release(&islands->island[i].population);
  nq_memory_free(islands->island, islands->plan->options.islands, sizeof *islands->island);
  *islands = (nq_islands){0};
}

/* ---- An island's part of a stage: in any thread ---- */

/* Show the board of the best individual, as board i of the stage. */
static void show_best(nq_island *island, nq_island_record *record, uint64_t i) {
  const nq_population *population = &island->population;
  if (island->boards == NULL) return;
  uint32_t *rows = island->boards + i * population->plan->n;
  nq_individual_write(population, &population->now[population->best_individual], rows);
  record->shown.rows = rows;
}

/* Show how the best individual of a complete generation came about.  next[] has the one before. */
static void show_birth(nq_island *island, nq_island_record *record) {
  const nq_population *population = &island->population;
  const nq_genetic_plan *plan = population->plan;
  const nq_lineage *family = population->family;
  uint32_t n = plan->n;
  if (family == NULL || population->generation == 0 ||
      population->generation + 1 != island->reached)
    return;
  for (uint32_t i = 0; i < plan->options.population; i++)
    island->before[i] = population->next[i].score.conflicts + population->next[i].score.broken;
  island->birth =
      (nq_birth){.copied = population->best_individual < (uint32_t)plan->options.elite,
                 .first = population->first[family->child],
                 .second = population->second[family->child],
                 .from = family->from < plan->genes ? gene_column(plan, family->from) : n,
                 .to = family->to < plan->genes ? gene_column(plan, family->to) : n,
                 .first_rows = family->rows,
                 .second_rows = family->rows + n,
                 .crossed_rows = family->rows + 2 * (size_t)n,
                 .population = plan->options.population,
                 .conflicts = island->before,
                 .wheel = population->selector.wheel};
  record->shown.birth = &island->birth;
}

static void record_generation(const nq_islands *islands, nq_island *island) {
  const nq_population *population = &island->population;
  uint64_t i = island->reached++ - islands->first;
  nq_island_record *record = &island->record[i];
  if (is_traced(islands))
    record->shown = nq_population_describe(population);
  else
    record->shown =
        (nq_generation){.best_conflicts = population->best, .evaluations = population->evaluations};
  show_best(island, record, i);
  show_birth(island, record);
  record->steps = population->steps;
  record->memetic_steps = population->memetic_steps;
}

static void note_solved(nq_islands *islands, uint64_t generation) {
  uint_least64_t at = atomic_load(&islands->solved_at);
  while (generation < at && !atomic_compare_exchange_weak(&islands->solved_at, &at, generation))
    continue;
}

/* The seed of island i: the run's, or one drawn from it. */
static uint64_t draw_seed(const nq_solve_options *options, uint32_t i) {
  nq_pcg64 random;
  uint64_t seed = options->seed;
  nq_pcg64_seed(&random, seed, options->stream << 32 | UINT32_MAX);
  for (; i > 0; i--) seed = next_pcg64(&random);
  return seed;
}

static void start_island(nq_islands *islands, nq_island *island) {
  const nq_solve_options *options = islands->task->options;
  nq_population *population = &island->population;
  island->reached = 0;
  island->steps_before = population->steps;
  island->left_out = island->breeding == NQ_BREEDING_STEPS;
  if (island->left_out) return;
  uint64_t seed = draw_seed(options, (uint32_t)(island - islands->island));
  island->breeding = nq_population_start(population, seed, options->stream, islands->restart);
  if (population->complete) record_generation(islands, island);
}

/* Nothing is bred past a solution: generation `reached` comes next. */
static bool may_breed(const nq_islands *islands, const nq_island *island, uint64_t until) {
  return island->breeding == NQ_BREEDING_ON && island->reached < until &&
         island->reached <= atomic_load_explicit(&islands->solved_at, memory_order_relaxed);
}

/* Breed the turn's part of the generations of the stage. */
static void breed_island(nq_islands *islands, nq_island *island, uint64_t turn) {
  uint64_t until = islands->first + (islands->until - islands->first) * (turn + 1) / islands->turns;
  while (may_breed(islands, island, until)) {
    uint64_t generation = island->population.generation;
    island->breeding = nq_population_breed(&island->population);
    if (island->population.generation > generation || island->breeding == NQ_BREEDING_SOLVED)
      record_generation(islands, island);
  }
}

static void receive(const nq_islands *islands, nq_island *to) {
  const nq_genetic_plan *plan = islands->plan;
  uint32_t migrants = (uint32_t)plan->options.migrants;
  uint32_t count = plan->options.islands,
           ways = plan->options.topology == NQ_TOPOLOGY_FULL ? count - 1 : 1;
  uint32_t i = (uint32_t)(to - islands->island), arrived = 0;
  for (uint32_t way = 1; way <= ways; way++) {
    const nq_island *from = &islands->island[(i + count - way) % count];
    if (to->breeding != NQ_BREEDING_ON || from->breeding != NQ_BREEDING_ON) continue;
    nq_population_receive(&to->population, &from->population, migrants, arrived);
    arrived += migrants;
  }
  if (arrived > 0) nq_population_survey(&to->population);
}

static void work_on(nq_islands *islands, nq_island *island, uint64_t turn) {
  bool last = turn + 1 == islands->turns;
  if (islands->stage == NQ_STAGE_RECEIVE) {
    receive(islands, island);
    return;
  }
  if (islands->stage == NQ_STAGE_START)
    start_island(islands, island);
  else
    breed_island(islands, island, turn);
  if (island->breeding == NQ_BREEDING_SOLVED) note_solved(islands, island->reached - 1);
  if (last && island->breeding == NQ_BREEDING_ON) nq_population_rank(&island->population);
}

/* ---- Between two stages: the calling thread alone ---- */

/* The island after the generation, or after its last one before. */
static const nq_island_record *find_record(const nq_islands *islands, const nq_island *island,
                                           uint64_t generation) {
  if (island->reached <= islands->first) return &island->last;
  uint64_t last = island->reached - 1;
  return &island->record[(generation < last ? generation : last) - islands->first];
}

static void add_shown(nq_generation *all, const nq_generation *one, double part) {
  if (one->best_conflicts < all->best_conflicts) {
    all->best_conflicts = one->best_conflicts;
    all->rows = one->rows;
    all->birth = one->birth;
  }
  if (one->worst_conflicts >= all->worst_conflicts) {
    all->worst_conflicts = one->worst_conflicts;
    all->worst_fitness = one->worst_fitness;
  }
  if (one->best_fitness > all->best_fitness) all->best_fitness = one->best_fitness;
  if (one->seconds > all->seconds) all->seconds = one->seconds;
  all->mean_conflicts += part * one->mean_conflicts;
  all->mean_fitness += part * one->mean_fitness;
  all->diversity += part * one->diversity;
}

/* Count a generation of all islands, and trace it. */
static void note_generation(nq_islands *islands, uint64_t generation) {
  const nq_genetic_options *options = &islands->task->options->genetic;
  nq_generation all = {.restart = islands->restart,
                       .generation = generation,
                       .best_conflicts = UINT64_MAX,
                       .n = islands->task->n};
  double individuals = 0;
  islands->steps = islands->memetic_steps = 0;
  for (uint32_t i = 0; i < islands->plan->options.islands; i++)
    if (!islands->island[i].left_out) individuals += islands->island[i].plan.options.population;
  for (uint32_t i = 0; i < islands->plan->options.islands; i++) {
    const nq_island *island = &islands->island[i];
    const nq_island_record *record = find_record(islands, island, generation);
    all.evaluations += record->shown.evaluations;
    islands->steps += record->steps;
    islands->memetic_steps += record->memetic_steps;
    if (!island->left_out)
      add_shown(&all, &record->shown, island->plan.options.population / individuals);
  }
  islands->evaluations = all.evaluations;
  islands->generations += generation > 0;
  if (all.best_conflicts < islands->best) {
    islands->best = all.best_conflicts;
    islands->recorded = generation;
  }
  if (options->trace != NULL) options->trace(options->trace_context, &all);
}

static bool any(const nq_islands *islands, nq_breeding breeding) {
  for (uint32_t i = 0; i < islands->plan->options.islands; i++)
    if (islands->island[i].breeding == breeding) return true;
  return false;
}

/* The generations that all islands have reached; those that rest do not count. */
static uint64_t count_reached(const nq_islands *islands) {
  uint64_t solved_at = atomic_load(&islands->solved_at), most = 0;
  uint64_t reached = solved_at < islands->until ? solved_at + 1 : islands->until;
  bool resting = true;
  for (uint32_t i = 0; i < islands->plan->options.islands; i++) {
    const nq_island *island = &islands->island[i];
    if (island->reached > most) most = island->reached;
    if (island->breeding == NQ_BREEDING_STEPS) continue;
    resting = false;
    if (island->reached < reached) reached = island->reached;
  }
  return resting && most < reached ? most : reached;
}

/* The first of the islands that solved in the earliest generation. */
static uint32_t find_solver(const nq_islands *islands) {
  uint64_t solved_at = atomic_load(&islands->solved_at);
  uint32_t found = 0;
  for (uint32_t i = islands->plan->options.islands; i-- > 0;) {
    const nq_island *island = &islands->island[i];
    if (island->breeding == NQ_BREEDING_SOLVED && island->reached - 1 == solved_at) found = i;
  }
  return found;
}

/* Without a solution nothing is left out. */
static void count_all(nq_islands *islands) {
  islands->evaluations = islands->steps = islands->memetic_steps = 0;
  for (uint32_t i = islands->plan->options.islands; i-- > 0;) {
    const nq_population *population = &islands->island[i].population;
    islands->evaluations += population->evaluations;
    islands->steps += population->steps;
    islands->memetic_steps += population->memetic_steps;
    if (population->best < islands->island[islands->winner].population.best) islands->winner = i;
  }
}

static void finish_run(nq_islands *islands, nq_breeding end) {
  islands->done = true;
  islands->end = end;
  if (end == NQ_BREEDING_SOLVED)
    islands->winner = find_solver(islands);
  else
    count_all(islands);
}

bool nq_islands_have_one_board(const nq_islands *islands) {
  return islands->plan->genes < 2 && islands->island[0].population.complete;
}

/* The next stage ends with a migration, at the latest when it can be seen to be stagnant. */
static void plan_stage(nq_islands *islands) {
  const nq_genetic_plan *plan = islands->plan;
  uint64_t most = stage_most(plan), now = islands->until - 1;
  uint64_t to_migration = plan->options.migration_every - now % plan->options.migration_every;
  uint64_t to_restart = plan->options.stagnation - (now - islands->recorded);
  if (to_migration < most) most = to_migration;
  if (to_restart < most) most = to_restart;
  islands->stage = NQ_STAGE_BREED;
  islands->turns = islands->turns_most;
  islands->first = islands->until;
  islands->until += most;
}

static void plan_restart(nq_islands *islands) {
  islands->stage = NQ_STAGE_START;
  islands->turns = 1;
  islands->first = 0;
  islands->until = 1;
  islands->best = UINT64_MAX;
  islands->recorded = 0;
}

/* A restart without a step counts as one. */
static void count_idle(nq_islands *islands) {
  for (uint32_t i = 0; i < islands->plan->options.islands; i++) {
    nq_island *island = &islands->island[i];
    if (island->left_out || island->population.steps > island->steps_before) continue;
    island->population.idle++;
    if (steps_left(&island->population) == 0) island->breeding = NQ_BREEDING_STEPS;
  }
}

/* Begin the next restart, if there may be one. */
static void begin_restart(nq_islands *islands) {
  uint64_t limit = islands->task->options->limits.restarts;
  if (limit == 0 || limit > UINT32_MAX) limit = UINT32_MAX;
  count_idle(islands);
  if (!any(islands, NQ_BREEDING_ON)) {
    finish_run(islands, NQ_BREEDING_STEPS);
  } else if (islands->restart == limit) {
    finish_run(islands, NQ_BREEDING_ON);
  } else {
    islands->restart++;
    plan_restart(islands);
  }
}

/* The records of the next stage replace those of this one. */
static void keep_last(const nq_islands *islands, nq_island *island) {
  uint32_t n = islands->task->n;
  island->last = *find_record(islands, island, UINT64_MAX);
  if (island->last.shown.rows == NULL) return;
  uint32_t *rows = island->boards + stage_most(islands->plan) * n;
  memcpy(rows, island->last.shown.rows, n * sizeof *rows);
  island->last.shown.rows = rows;
}

/* The generations of the stage are counted: what comes next? */
static void decide_stage(nq_islands *islands) {
  uint64_t now = islands->until - 1;
  bool migrates = islands->plan->options.islands > 1 && now > 0 &&
                  now % islands->plan->options.migration_every == 0;
  if (any(islands, NQ_BREEDING_SOLVED)) {
    finish_run(islands, NQ_BREEDING_SOLVED);
  } else if (any(islands, NQ_BREEDING_STOPPED)) {
    finish_run(islands, NQ_BREEDING_STOPPED);
  } else if (nq_islands_have_one_board(islands)) {
    finish_run(islands, NQ_BREEDING_ON);
  } else if (!any(islands, NQ_BREEDING_ON)) {
    finish_run(islands, NQ_BREEDING_STEPS);
  } else if (now - islands->recorded >= islands->plan->options.stagnation) {
    begin_restart(islands);
  } else if (migrates) {
    islands->stage = NQ_STAGE_RECEIVE;
    islands->turns = 1;
    islands->migrations++;
  } else {
    plan_stage(islands);
  }
}

static void settle_stage(nq_islands *islands) {
  if (islands->stage == NQ_STAGE_RECEIVE) {
    plan_stage(islands);
    return;
  }
  uint64_t reached = count_reached(islands);
  for (uint64_t g = islands->first; g < reached; g++) note_generation(islands, g);
  for (uint32_t i = 0; i < islands->plan->options.islands; i++) {
    nq_island *island = &islands->island[i];
    if (island->reached > islands->first) keep_last(islands, island);
  }
  decide_stage(islands);
}

/* ---- The run ---- */

/* A turn of an island, after its earlier ones. */
static void take_turn(void *context, uint64_t job) {
  nq_islands *islands = context;
  nq_island *island = &islands->island[job % islands->plan->options.islands];
  uint64_t turn = job / islands->plan->options.islands;
  for (unsigned looks = 0; atomic_load_explicit(&island->turns, memory_order_acquire) < turn;)
    nq_threads_look_again(&looks);
  work_on(islands, island, turn);
  atomic_store_explicit(&island->turns, turn + 1, memory_order_release);
}

static void run_stage(nq_islands *islands, nq_team *team) {
  uint32_t count = islands->plan->options.islands;
  for (uint32_t i = 0; i < count; i++)
    atomic_store_explicit(&islands->island[i].turns, 0, memory_order_relaxed);
  nq_team_run(team, take_turn, islands, islands->turns * count);
}

void nq_islands_run(nq_islands *islands) {
  unsigned threads = islands->task->options->threads;
  nq_team team;
  if (threads > islands->plan->options.islands) threads = islands->plan->options.islands;
  islands->turns_most = islands->plan->options.islands % threads == 0 ? 1 : TURNS;
  atomic_store(&islands->solved_at, UINT64_MAX);
  plan_restart(islands);
  nq_team_init(&team, threads);
  while (!islands->done) {
    run_stage(islands, &team);
    settle_stage(islands);
  }
  nq_team_release(&team);
  const nq_island *winner = &islands->island[islands->winner];
  if (islands->end == NQ_BREEDING_SOLVED)
    memcpy(islands->task->rows, winner->solution, islands->task->n * sizeof *winner->solution);
}
