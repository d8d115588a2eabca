/* MODEL.  A run is a sequence of restarts 0, 1, 2, .., each with its own random streams.  The next
 * one begins when the best board has not improved for plan->options.stagnation generations.  The
 * first island that solves wins. */
#include "genetic/genetic.h"
#include "genetic/islands.h"
#include "genetic/plan.h"

#include <stdio.h>

static void count_generation(nq_result *result, const nq_population *population) {
  if (!population->complete) return;
  nq_generation last = nq_population_describe(population);
  nq_result_count(result, "best_conflicts", (double)last.best_conflicts);
  nq_result_count(result, "mean_conflicts", last.mean_conflicts);
  nq_result_count(result, "diversity", last.diversity);
}

static void report_islands(const nq_islands *islands, double seconds_start) {
  const nq_task *task = islands->task;
  const nq_genetic_plan *plan = islands->plan;
  nq_result *result = task->result;
  result->steps = islands->steps;
  result->restarts = islands->restart;
  result->conflicts = UINT64_MAX;
  for (uint32_t i = 0; i < plan->options.islands; i++) {
    uint64_t lowest = islands->island[i].population.lowest_conflicts;
    if (lowest < result->conflicts) result->conflicts = lowest;
  }
  result->memory_bytes =
      nq_islands_bytes(plan, task) + nq_genetic_plan_bytes(plan) + nq_domain_bytes(task->instance);
  result->seconds_start = seconds_start;
  result->seconds_search = nq_clock() - task->watch->begin - seconds_start;
  nq_result_count(result, "generations", (double)islands->generations);
  nq_result_count(result, "evaluations", (double)islands->evaluations);
  nq_result_count(result, "population", plan->options.population);
  nq_result_count(result, "memetic_steps", (double)islands->memetic_steps);
  if (plan->options.islands > 1) nq_result_count(result, "migrations", (double)islands->migrations);
  const nq_population *winner = &islands->island[islands->winner].population;
  if (plan->options.adaptation == NQ_ADAPTATION_ONE_FIFTH)
    nq_result_count(result, "mutation", winner->mutation);
  count_generation(result, winner);
  if (islands->end == NQ_BREEDING_SOLVED) {
    result->verdict = NQ_SOLVED;
  } else if (nq_islands_have_one_board(islands)) {
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
  nq_islands islands;
  nq_status status = nq_islands_init(&islands, plan, task, error);
  double seconds_start = nq_clock() - task->watch->begin;
  if (status == NQ_OK) {
    nq_islands_run(&islands);
    report_islands(&islands, seconds_start);
  }
  nq_islands_release(&islands);
  return status;
}

static nq_status solve_by_evolution(nq_task *task, nq_error *error) {
  nq_domain domain;
  nq_genetic_plan plan = {0};
  nq_result *result = task->result;
  bool proved = false;
  nq_status status = nq_domain_init(&domain, task->instance, error);
  if (status == NQ_OK)
    status = nq_genetic_plan_init(&plan, &task->options->genetic, &domain, error);
  plan.given = task->options->from;
  if (status == NQ_OK)
    status = nq_domain_refute(&domain, &proved, result->reason, sizeof result->reason, error);
  if (status == NQ_OK && proved) result->verdict = NQ_UNSOLVABLE;
  if (status == NQ_OK && !proved) status = search_on_islands(task, &plan, error);
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
