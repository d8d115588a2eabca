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
  if (walk_in_columns(plan)) bytes += sizeof(uint32_t) * (uint64_t)plan->n;
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
  if (walk_in_columns(plan)) {
    walk->ties = nq_memory_new(plan->n, sizeof *walk->ties);
    have = have && walk->ties != NULL;
  }
  if (!plan->compact) {
    walk->conflicts = nq_conflicts_new(plan->n);
    have = have && walk->conflicts != NULL;
  }
  if (have && walk->left != NULL && walk->free_rows != NULL) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY,
                      "the search for n = %" PRIu32 " needs %" PRIu64
                      " bytes of memory besides the board",
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
