/* MODEL.  A run is a sequence of populations 0, 1, 2, .., each with its own random stream.  The
 * next one starts when the best board has not improved for plan->stagnation generations.  The first
 * population that solves wins. */
#include "genetic/genetic.h"
#include "genetic/plan.h"
#include "genetic/population.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static bool is_stagnant(const nq_population *population) {
  return population->generation - population->recorded >= population->plan->stagnation;
}

/* True when the placed queens leave at most one open column: the first generation then contains
 * every possible board. */
static bool has_one_board(const nq_population *population) {
  return population->plan->genes < 2 && population->complete;
}

static void trace(const nq_task *task, const nq_population *population) {
  const nq_genetic_options *options = &task->options->genetic;
  if (options->trace == NULL) return;
  nq_generation generation = nq_population_describe(population);
  options->trace(options->trace_context, &generation);
}

/* Breed one population until it is solved, stopped or stagnant. */
static nq_breeding run_population(nq_task *task, nq_population *population, uint64_t restart) {
  const nq_solve_options *options = task->options;
  uint64_t steps = population->steps;
  nq_breeding breeding = nq_population_start(population, options->seed, options->stream, restart);
  if (population->complete) trace(task, population);
  while (breeding == NQ_BREEDING_ON && !has_one_board(population) && !is_stagnant(population)) {
    uint64_t generation = population->generation;
    breeding = nq_population_breed(population);
    if (population->generation > generation) trace(task, population);
  }
  if (breeding != NQ_BREEDING_ON || population->steps > steps) return breeding;
  population->idle++;
  if (steps_left(population) == 0) breeding = NQ_BREEDING_STEPS;
  return breeding;
}

static void count_generation(nq_result *result, const nq_population *population) {
  if (!population->complete) return;
  nq_generation last = nq_population_describe(population);
  nq_result_count(result, "best_conflicts", (double)last.best_conflicts);
  nq_result_count(result, "mean_conflicts", last.mean_conflicts);
  nq_result_count(result, "diversity", last.diversity);
}

static void report(nq_task *task, const nq_population *population, nq_breeding breeding,
                   double seconds_start) {
  nq_result *result = task->result;
  result->steps = population->steps;
  result->restarts = population->restart;
  result->conflicts = population->lowest_conflicts;
  result->memory_bytes = nq_population_bytes(population->plan, population->improver) +
                         nq_genetic_plan_bytes(population->plan) + nq_domain_bytes(task->instance);
  result->seconds_start = seconds_start;
  result->seconds_search = nq_clock() - task->watch->begin - seconds_start;
  nq_result_count(result, "generations", (double)population->generations);
  nq_result_count(result, "evaluations", (double)population->evaluations);
  nq_result_count(result, "population", population->plan->population);
  nq_result_count(result, "memetic_steps", (double)population->memetic_steps);
  count_generation(result, population);
  if (breeding == NQ_BREEDING_SOLVED) {
    result->verdict = NQ_SOLVED;
  } else if (has_one_board(population)) {
    result->verdict = NQ_UNSOLVABLE;
    snprintf(result->reason, sizeof result->reason, "%s",
             "the one square that the placed queens leave is attacked or forbidden");
  } else {
    nq_result_unknown(result, task->watch,
                      breeding == NQ_BREEDING_STEPS ? "the limit of steps was reached"
                                                    : "the limit of restarts was reached");
  }
}

static nq_status search(nq_task *task, const nq_genetic_plan *plan, nq_error *error) {
  nq_population population;
  nq_breeding breeding = NQ_BREEDING_ON;
  uint64_t limit = task->options->limits.restarts;
  if (limit == 0 || limit > UINT32_MAX) limit = UINT32_MAX;
  nq_status status = nq_population_init(&population, plan, task, error);
  double seconds_start = nq_clock() - task->watch->begin;
  if (status == NQ_OK) {
    for (uint64_t restart = 0; breeding == NQ_BREEDING_ON && restart <= limit; restart++) {
      breeding = run_population(task, &population, restart);
      if (has_one_board(&population)) break;
    }
    report(task, &population, breeding, seconds_start);
  }
  nq_population_release(&population);
  return status;
}

static nq_status solve(nq_task *task, nq_error *error) {
  nq_domain domain;
  nq_genetic_plan plan = {0};
  nq_result *result = task->result;
  bool proved = false;
  nq_status status = nq_domain_init(&domain, task->instance, error);
  if (status == NQ_OK)
    status = nq_genetic_plan_init(&plan, &task->options->genetic, &domain, error);
  if (status == NQ_OK)
    status = nq_domain_refute(&domain, &proved, result->reason, sizeof result->reason, error);
  if (status == NQ_OK && proved) result->verdict = NQ_UNSOLVABLE;
  if (status == NQ_OK && !proved) status = search(task, &plan, error);
  nq_genetic_plan_release(&plan);
  nq_domain_release(&domain);
  return status;
}

const nq_method nq_method_genetic = {"genetic",
                                     "a genetic algorithm; any instance, n up to some thousands",
                                     NULL,
                                     solve,
                                     nq_genetic_table,
                                     "one mutation of a child: a gene changed, or two exchanged; "
                                     "or a memetic step"};
