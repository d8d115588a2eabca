#include "local/walk_run.h"

bool nq_walk_begin(nq_walk *walk, uint32_t index) {
  const nq_walk_plan *plan = walk->plan;
  double begin = nq_clock();
  nq_pcg64_seed(&walk->random, plan->seed, plan->stream << 32 | index);
  walk->index = index;
  walk->solved = walk->stopped = walk->superseded = walk->failed = false;
  walk->tries = walk->steps = walk->evaluations = walk->start_conflicts = 0;
  walk->seconds_search = 0;
  walk->conflicts_now = UINT64_MAX;
  walk->seconds_start = 0;
  bool started = nq_walk_start(walk);
  walk->evaluations += plan->start == NQ_START_GREEDY ? plan->n : 1;
  walk->seconds_start = nq_clock() - begin;
  return started;
}

void nq_walk_go_on(nq_walk *walk, uint64_t tries, uint64_t steps) {
  double begin = nq_clock();
  if (walk->plan->compact)
    nq_walk_repair(walk, tries, steps);
  else
    nq_walk_steps(walk, tries, steps);
  walk->solved = !walk->failed && walk->conflicts_now == 0;
  /* A short walk ends before it polls the watch, and a run may consist of short walks only. */
  if (!walk->solved && !walk->stopped) (void)walk_must_stop(walk, walk->conflicts_now);
  walk->seconds_search += nq_clock() - begin;
}
