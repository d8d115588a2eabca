/* The method genetic: islands, which are populations that breed apart, in threads, and exchange
 * their best individuals.
 *
 * MODEL.  A run is a sequence of restarts 0, 1, 2, .., each with its own random streams; the next
 * one begins when the best board has not improved for plan->options.stagnation generations.  A
 * restart is a sequence of stages.  In a stage each island breeds by itself, with its own memory,
 * for as many generations as there are up to the next migration; or it takes its migrants:
 *
 *     stage     0        1                2         3
 *     island 0  start  | breed ........ | receive | breed ........ |
 *     island 1  start  | breed ........ | receive | breed ........ |
 *     island 2  start  | breed ........ | receive | breed ........ |
 *                      ^                ^ settle  ^
 *
 * Any thread works on any island: a stage of all islands is a batch of jobs (parallel/threads.h),
 * one for each island or, where the threads cannot share them equally, for each of its turns.
 * Between two stages the calling thread alone counts, traces and decides, in the order of
 * generations and islands, so that nothing depends on the threads.  An island that solves in
 * generation g ends the run there: the others breed up to g, and what they counted beyond is left
 * out.
 *
 * Migration (R. Tanese, "Distributed genetic algorithms", Proc. 3rd Int. Conf. on Genetic
 * Algorithms, 1989): the best of an island replace the worst of the next one (ring) or of all
 * others (full).  No island sends what it replaces, so all can receive at the same time. */
#include "genetic/genetic.h"
#include "parallel/threads.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define STAGE 128 /* most generations of a stage; one if they are traced */
#define TURNS 16  /* of each island in a stage, where threads cannot have equally many islands */

/* An island after a generation. */
struct record {
  nq_generation shown; /* all of it if the run is traced; otherwise the best and the evaluations */
  uint64_t steps, memetic_steps;
};

struct island {
  nq_genetic_plan plan; /* with the island's part of the population */
  nq_population population;
  nq_breeding breeding;        /* NQ_BREEDING_STEPS: it rests */
  bool left_out;               /* of this restart: it rests already */
  uint64_t reached;            /* generations of this restart, with generation 0 */
  uint64_t steps_before;       /* this restart */
  struct record *record;       /* of the generations of this stage, */
  struct record last;          /* and of the stages before */
  atomic_uint_least64_t turns; /* that it has had in this stage */
  unsigned char apart[64];     /* no two islands share a cache line */
};

enum stage { STAGE_START, STAGE_BREED, STAGE_RECEIVE };

struct islands {
  nq_task *task;
  const nq_genetic_plan *plan;
  struct island *island;
  struct record *record; /* stage_most of each island */
  uint64_t stage_most;   /* generations of a stage */
  uint32_t count;
  uint64_t bytes;
  /* of this stage: generations first .. until - 1 */
  enum stage stage;
  uint64_t turns; /* of each island */
  uint64_t first, until;
  atomic_uint_least64_t solved_at; /* the first generation with a solution, or UINT64_MAX */
  /* of this restart */
  uint64_t restart, best, recorded; /* the lowest cost, and its first generation */
  /* of the run */
  unsigned threads;
  bool done;
  nq_breeding end;
  uint32_t winner; /* the island that solved, or has the best board */
  uint64_t generations, evaluations, steps, memetic_steps, migrations;
};

static bool is_traced(const struct islands *islands) {
  return islands->task->options->genetic.trace != NULL;
}

static nq_genetic_plan plan_island(const struct islands *islands, uint32_t i) {
  nq_genetic_plan own = *islands->plan;
  uint32_t all = own.options.population;
  own.options.population = all / islands->count + (i < all % islands->count);
  return own;
}

/* Bytes of all islands; UINT64_MAX on overflow. */
static uint64_t count_bytes(const struct islands *islands) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < islands->count; i++) {
    const nq_genetic_plan own = plan_island(islands, i);
    uint64_t each = nq_population_bytes(&own, islands->task);
    uint64_t rest = sizeof *islands->island + islands->stage_most * sizeof *islands->record;
    if (each > UINT64_MAX - rest || bytes > UINT64_MAX - rest - each) return UINT64_MAX;
    bytes += each + rest;
  }
  return bytes;
}

/* Each gets an equal part of the limit of steps; without a step it rests. */
static nq_status init_islands(struct islands *islands, nq_error *error) {
  uint64_t limit = islands->task->options->limits.steps;
  islands->stage_most = is_traced(islands) ? 1 : STAGE;
  islands->bytes = count_bytes(islands);
  nq_status status = nq_memory_require(islands->bytes, "the population", error);
  if (status != NQ_OK) return status;
  islands->island = nq_memory_new(islands->count, sizeof *islands->island);
  islands->record = nq_memory_new(islands->count * islands->stage_most, sizeof *islands->record);
  if (islands->island == NULL || islands->record == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for islands");
  for (uint32_t i = 0; status == NQ_OK && i < islands->count; i++) {
    struct island *island = &islands->island[i];
    island->plan = plan_island(islands, i);
    island->record = islands->record + i * islands->stage_most;
    status = nq_population_init(&island->population, &island->plan, islands->task, error);
    island->population.steps_limit = limit / islands->count + (i < limit % islands->count);
    if (limit > 0 && island->population.steps_limit == 0) island->breeding = NQ_BREEDING_STEPS;
  }
  return status;
}

/* ---- An island's part of a stage: in any thread ---- */

static void record_generation(const struct islands *islands, struct island *island) {
  const nq_population *population = &island->population;
  struct record *record = &island->record[island->reached++ - islands->first];
  if (is_traced(islands))
    record->shown = nq_population_describe(population);
  else
    record->shown =
        (nq_generation){.best_conflicts = population->best, .evaluations = population->evaluations};
  record->steps = population->steps;
  record->memetic_steps = population->memetic_steps;
}

/* With the seed of the run, or for another island than the first one drawn from it. */
static void start_island(struct islands *islands, struct island *island) {
  const nq_solve_options *options = islands->task->options;
  nq_population *population = &island->population;
  uint64_t seed = options->seed;
  nq_pcg64 random;
  island->reached = 0;
  island->steps_before = population->steps;
  island->left_out = island->breeding == NQ_BREEDING_STEPS;
  if (island->left_out) return;
  nq_pcg64_seed(&random, seed, options->stream << 32 | UINT32_MAX);
  for (int64_t i = island - islands->island; i > 0; i--) seed = next_pcg64(&random);
  island->breeding = nq_population_start(population, seed, options->stream, islands->restart);
  if (population->complete) record_generation(islands, island);
}

/* Breed the turn's part of the generations of the stage, but nothing past a solution: generation
 * `reached` comes next. */
static void breed_island(struct islands *islands, struct island *island, uint64_t turn) {
  uint64_t until = islands->first + (islands->until - islands->first) * (turn + 1) / islands->turns;
  while (island->breeding == NQ_BREEDING_ON && island->reached < until &&
         island->reached <= atomic_load_explicit(&islands->solved_at, memory_order_relaxed)) {
    uint64_t generation = island->population.generation;
    island->breeding = nq_population_breed(&island->population);
    if (island->population.generation > generation || island->breeding == NQ_BREEDING_SOLVED)
      record_generation(islands, island);
  }
}

static void receive(const struct islands *islands, struct island *to) {
  const nq_genetic_options *options = &islands->plan->options;
  uint32_t migrants = (uint32_t)options->migrants, count = islands->count;
  uint32_t ways = options->topology == NQ_TOPOLOGY_FULL ? count - 1 : 1;
  uint32_t i = (uint32_t)(to - islands->island), arrived = 0;
  for (uint32_t way = 1; way <= ways; way++) {
    const struct island *from = &islands->island[(i + count - way) % count];
    if (to->breeding != NQ_BREEDING_ON || from->breeding != NQ_BREEDING_ON) continue;
    nq_population_receive(&to->population, &from->population, migrants, arrived);
    arrived += migrants;
  }
  if (arrived > 0) nq_population_survey(&to->population);
}

static void work_on(struct islands *islands, struct island *island, uint64_t turn) {
  if (islands->stage == STAGE_RECEIVE) {
    receive(islands, island);
    return;
  }
  if (islands->stage == STAGE_START)
    start_island(islands, island);
  else
    breed_island(islands, island, turn);
  if (island->breeding == NQ_BREEDING_SOLVED) lower_to(&islands->solved_at, island->reached - 1);
  if (islands->count > 1 && turn + 1 == islands->turns && island->breeding == NQ_BREEDING_ON)
    nq_population_rank(&island->population);
}

/* A turn of an island, after its earlier ones. */
static void take_turn(void *context, uint64_t job) {
  struct islands *islands = context;
  struct island *island = &islands->island[job % islands->count];
  uint64_t turn = job / islands->count;
  for (unsigned looks = 0; atomic_load_explicit(&island->turns, memory_order_acquire) < turn;)
    nq_threads_look_again(&looks);
  work_on(islands, island, turn);
  atomic_store_explicit(&island->turns, turn + 1, memory_order_release);
}

/* ---- Between two stages: the calling thread alone ---- */

/* The island after the generation, or after its last one before. */
static const struct record *find_record(const struct islands *islands, const struct island *island,
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
static void note_generation(struct islands *islands, uint64_t generation) {
  const nq_genetic_options *options = &islands->task->options->genetic;
  nq_generation all = {.restart = islands->restart,
                       .generation = generation,
                       .best_conflicts = UINT64_MAX,
                       .n = islands->task->n};
  double individuals = 0;
  islands->steps = islands->memetic_steps = 0;
  for (uint32_t i = 0; i < islands->count; i++)
    if (!islands->island[i].left_out) individuals += islands->island[i].plan.options.population;
  for (uint32_t i = 0; i < islands->count; i++) {
    const struct island *island = &islands->island[i];
    const struct record *record = find_record(islands, island, generation);
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

static bool any(const struct islands *islands, nq_breeding breeding) {
  for (uint32_t i = 0; i < islands->count; i++)
    if (islands->island[i].breeding == breeding) return true;
  return false;
}

/* The generations that all islands have reached; those that rest do not count. */
static uint64_t count_reached(const struct islands *islands) {
  uint64_t solved_at = atomic_load(&islands->solved_at), most = 0;
  uint64_t reached = solved_at < islands->until ? solved_at + 1 : islands->until;
  bool resting = true;
  for (uint32_t i = 0; i < islands->count; i++) {
    const struct island *island = &islands->island[i];
    if (island->reached > most) most = island->reached;
    if (island->breeding == NQ_BREEDING_STEPS) continue;
    resting = false;
    if (island->reached < reached) reached = island->reached;
  }
  return resting && most < reached ? most : reached;
}

/* The winner is the first of the islands that solved in the earliest generation.  Without a
 * solution nothing is left out of the counts. */
static void finish_run(struct islands *islands, nq_breeding end) {
  uint64_t solved_at = atomic_load(&islands->solved_at);
  islands->done = true;
  islands->end = end;
  if (end != NQ_BREEDING_SOLVED) islands->evaluations = islands->steps = islands->memetic_steps = 0;
  for (uint32_t i = islands->count; i-- > 0;) {
    const struct island *island = &islands->island[i];
    const nq_population *population = &island->population;
    if (end == NQ_BREEDING_SOLVED) {
      if (island->breeding == end && island->reached - 1 == solved_at) islands->winner = i;
      continue;
    }
    islands->evaluations += population->evaluations;
    islands->steps += population->steps;
    islands->memetic_steps += population->memetic_steps;
    if (population->best < islands->island[islands->winner].population.best) islands->winner = i;
  }
}

/* True when the placed queens leave at most one open column: the first generation then contains
 * every possible board. */
static bool have_one_board(const struct islands *islands) {
  return islands->plan->genes < 2 && islands->island[0].population.complete;
}

static void plan_start(struct islands *islands) {
  islands->stage = STAGE_START;
  islands->turns = 1;
  islands->first = islands->recorded = 0;
  islands->until = 1;
  islands->best = UINT64_MAX;
}

/* The stage ends with a migration, at the latest when it can be seen to be stagnant. */
static void plan_breeding(struct islands *islands) {
  const nq_genetic_options *options = &islands->plan->options;
  uint64_t most = islands->stage_most, now = islands->until - 1;
  uint64_t to_migration = options->migration_every - now % options->migration_every;
  uint64_t to_restart = options->stagnation - (now - islands->recorded);
  if (to_migration < most) most = to_migration;
  if (to_restart < most) most = to_restart;
  islands->stage = STAGE_BREED;
  islands->turns = islands->count % islands->threads == 0 ? 1 : TURNS;
  islands->first = islands->until;
  islands->until += most;
}

/* Begin the next restart, if there may be one.  One without a step counts as one. */
static void begin_restart(struct islands *islands) {
  uint64_t limit = islands->task->options->limits.restarts;
  if (limit == 0 || limit > UINT32_MAX) limit = UINT32_MAX;
  for (uint32_t i = 0; i < islands->count; i++) {
    struct island *island = &islands->island[i];
    if (island->left_out || island->population.steps > island->steps_before) continue;
    island->population.idle++;
    if (steps_left(&island->population) == 0) island->breeding = NQ_BREEDING_STEPS;
  }
  bool resting = !any(islands, NQ_BREEDING_ON);
  if (resting || islands->restart == limit) {
    finish_run(islands, resting ? NQ_BREEDING_STEPS : NQ_BREEDING_ON);
    return;
  }
  islands->restart++;
  plan_start(islands);
}

/* The generations of the stage are counted: what comes next? */
static void decide_stage(struct islands *islands) {
  const nq_genetic_options *options = &islands->plan->options;
  uint64_t now = islands->until - 1;
  if (any(islands, NQ_BREEDING_SOLVED)) {
    finish_run(islands, NQ_BREEDING_SOLVED);
  } else if (any(islands, NQ_BREEDING_STOPPED)) {
    finish_run(islands, NQ_BREEDING_STOPPED);
  } else if (have_one_board(islands)) {
    finish_run(islands, NQ_BREEDING_ON);
  } else if (!any(islands, NQ_BREEDING_ON)) {
    finish_run(islands, NQ_BREEDING_STEPS);
  } else if (now - islands->recorded >= options->stagnation) {
    begin_restart(islands);
  } else if (islands->count > 1 && now > 0 && now % options->migration_every == 0) {
    islands->stage = STAGE_RECEIVE;
    islands->turns = 1;
    islands->migrations++;
  } else {
    plan_breeding(islands);
  }
}

static void settle_stage(struct islands *islands) {
  if (islands->stage == STAGE_RECEIVE) {
    plan_breeding(islands);
    return;
  }
  uint64_t reached = count_reached(islands);
  for (uint64_t g = islands->first; g < reached; g++) note_generation(islands, g);
  for (uint32_t i = 0; i < islands->count; i++) /* the next records replace those of this stage */
    islands->island[i].last = *find_record(islands, &islands->island[i], UINT64_MAX);
  decide_stage(islands);
}

/* ---- The run ---- */

/* Breed until the task is solved or a limit is reached. */
static void run_islands(struct islands *islands) {
  unsigned threads = islands->task->options->threads;
  nq_team team;
  islands->threads = threads < islands->count ? threads : islands->count;
  atomic_store(&islands->solved_at, UINT64_MAX);
  plan_start(islands);
  nq_team_init(&team, islands->threads);
  while (!islands->done) {
    for (uint32_t i = 0; i < islands->count; i++)
      atomic_store_explicit(&islands->island[i].turns, 0, memory_order_relaxed);
    nq_team_run(&team, take_turn, islands, islands->turns * islands->count);
    settle_stage(islands);
  }
  nq_team_release(&team);
}

static void count_results(const struct islands *islands, nq_result *result) {
  const nq_population *winner = &islands->island[islands->winner].population;
  nq_result_count(result, "generations", (double)islands->generations);
  nq_result_count(result, "evaluations", (double)islands->evaluations);
  nq_result_count(result, "population", islands->plan->options.population);
  nq_result_count(result, "memetic_steps", (double)islands->memetic_steps);
  if (islands->count > 1) nq_result_count(result, "migrations", (double)islands->migrations);
  if (islands->plan->options.adaptation == NQ_ADAPTATION_ONE_FIFTH)
    nq_result_count(result, "mutation", winner->mutation);
  if (!winner->complete) return;
  nq_generation last = nq_population_describe(winner);
  nq_result_count(result, "best_conflicts", (double)last.best_conflicts);
  nq_result_count(result, "mean_conflicts", last.mean_conflicts);
  nq_result_count(result, "diversity", last.diversity);
}

static void report(const struct islands *islands) {
  const nq_task *task = islands->task;
  nq_result *result = task->result;
  uint64_t genes = islands->plan->gene == NULL ? 0 : 2 * sizeof(uint32_t) * (uint64_t)task->n;
  result->steps = islands->steps;
  result->restarts = islands->restart;
  result->conflicts = UINT64_MAX;
  for (uint32_t i = 0; i < islands->count; i++) {
    uint64_t lowest = islands->island[i].population.lowest_conflicts;
    if (lowest < result->conflicts) result->conflicts = lowest;
  }
  result->memory_bytes = islands->bytes + genes + nq_domain_bytes(task->instance);
  result->seconds_search = nq_clock() - task->watch->begin - result->seconds_start;
  count_results(islands, result);
  if (islands->end == NQ_BREEDING_SOLVED) {
    const uint32_t *rows = islands->island[islands->winner].population.solution;
    memcpy(task->rows, rows, task->n * sizeof *rows);
    result->verdict = NQ_SOLVED;
  } else if (have_one_board(islands)) {
    result->verdict = NQ_UNSOLVABLE;
    snprintf(result->reason, sizeof result->reason, "%s",
             "the one square that the placed queens leave is attacked or forbidden");
  } else {
    nq_result_unknown(result, task->watch,
                      islands->end == NQ_BREEDING_STEPS ? "the limit of steps was reached"
                                                        : "the limit of restarts was reached");
  }
}

static nq_status search_on_islands(nq_task *task, const nq_genetic_plan *plan, nq_error *error) {
  struct islands islands = {.task = task, .plan = plan, .count = plan->options.islands};
  nq_status status = init_islands(&islands, error);
  if (status == NQ_OK) {
    task->result->seconds_start = nq_clock() - task->watch->begin;
    run_islands(&islands);
    report(&islands);
  }
  for (uint32_t i = 0; islands.island != NULL && i < islands.count; i++)
    nq_population_release(&islands.island[i].population);
  nq_memory_free(islands.island, islands.count, sizeof *islands.island);
  nq_memory_free(islands.record, islands.count * islands.stage_most, sizeof *islands.record);
  return status;
}

static nq_status solve_by_evolution(nq_task *task, nq_error *error) {
  nq_domain domain;
  nq_genetic_plan plan = {0};
  nq_status status = nq_domain_init(&domain, task->instance, error);
  if (status == NQ_OK)
    status = nq_genetic_plan_init(&plan, &task->options->genetic, &domain, error);
  plan.given = task->options->from;
  if (status == NQ_OK) status = nq_domain_refute(&domain, error);
  if (status == NQ_OK) status = search_on_islands(task, &plan, error);
  nq_genetic_plan_release(&plan);
  nq_domain_release(&domain);
  return status;
}

const nq_method nq_method_genetic = {
    .name = "genetic",
    .summary = "a genetic algorithm; any instance, n up to some 10,000",
    .solve = solve_by_evolution,
    .options = nq_genetic_table,
    .step = "one mutation of a child: a gene changed, or two exchanged; or a memetic step",
    .resolve = nq_genetic_resolve,
    .starts = true,
};
