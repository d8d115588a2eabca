#include "local/walk.h"
#include "core/memory.h"
#include "local/greedy.h"

#include <inttypes.h>

uint64_t nq_walk_room(const nq_walk_plan *plan) {
  return plan->compact ? nq_greedy_room(plan->domain) : plan->n;
}

uint64_t nq_walk_bytes(const nq_walk_plan *plan) {
  uint64_t bytes = 2 * sizeof(uint32_t) * nq_walk_room(plan);
  if (plan->start == NQ_START_GREEDY) bytes += nq_occupancy_bytes(plan->n);
  if (plan->step == NQ_STEP_COLUMN) bytes += sizeof(uint32_t) * (uint64_t)plan->n;
  if (!plan->compact) bytes += nq_conflicts_bytes(plan->n);
  return bytes;
}

nq_status nq_walk_init(nq_walk *walk, const nq_walk_plan *plan, uint32_t *rows, nq_error *error) {
  *walk = (nq_walk){.plan = plan, .rows = rows};
  uint64_t room = nq_walk_room(plan);
  bool have = true;
  walk->left = nq_memory_new(room, sizeof *walk->left);
  walk->free_rows = nq_memory_new(room, sizeof *walk->free_rows);
  if (plan->start == NQ_START_GREEDY) have = nq_occupancy_init(&walk->occupancy, plan->n);
  if (plan->step == NQ_STEP_COLUMN) {
    walk->ties = nq_memory_new(plan->n, sizeof *walk->ties);
    have = have && walk->ties != NULL;
  }
  if (!plan->compact) {
    walk->conflicts = nq_conflicts_new(plan->n);
    have = have && walk->conflicts != NULL;
  }
  if (have && walk->left != NULL && walk->free_rows != NULL) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY,
                      "the search for n = %" PRIu32 " needs %" PRIu64 " bytes beyond the board",
                      plan->n, nq_walk_bytes(plan));
}

void nq_walk_release(nq_walk *walk) {
  if (walk->plan == NULL) return;
  uint64_t room = nq_walk_room(walk->plan);
  nq_memory_free(walk->left, room, sizeof *walk->left);
  nq_memory_free(walk->free_rows, room, sizeof *walk->free_rows);
  nq_memory_free(walk->ties, walk->plan->n, sizeof *walk->ties);
  nq_occupancy_release(&walk->occupancy);
  nq_conflicts_free(walk->conflicts);
  *walk = (nq_walk){0};
}

void nq_walk_run(nq_walk *walk, uint32_t index, uint64_t tries, uint64_t steps) {
  const nq_walk_plan *plan = walk->plan;
  double begin = nq_clock();
  nq_pcg64_seed(&walk->random, plan->seed, plan->stream << 32 | index);
  walk->index = index;
  walk->solved = walk->stopped = walk->superseded = walk->failed = false;
  walk->tries = walk->steps = walk->start_conflicts = 0;
  walk->seconds_search = 0;
  walk->conflicts_now = UINT64_MAX;
  walk->seconds_start = 0;
  bool started = nq_walk_start(walk);
  double middle = nq_clock();
  walk->seconds_start = middle - begin;
  if (!started) return;
  if (plan->compact)
    nq_walk_repair(walk, tries, steps);
  else
    nq_walk_steps(walk, tries, steps);
  walk->solved = !walk->failed && walk->conflicts_now == 0;
  /* A short walk ends before it polls the watch, and a run may consist of short walks only. */
  if (!walk->solved && !walk->stopped) (void)walk_must_stop(walk, walk->conflicts_now);
  walk->seconds_search = nq_clock() - middle;
}
