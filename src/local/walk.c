#include "local/walk.h"
#include "core/memory.h"
#include "local/greedy.h"

#include <inttypes.h>

uint64_t nq_walk_room(const nq_walk_plan *plan) {
  return plan->compact ? nq_greedy_room(plan->domain) : plan->n;
}

/* Bytes of walk->memory: all but the full counters. */
static uint64_t memory_bytes(const nq_walk_plan *plan) {
  uint64_t bytes = 2 * sizeof(uint32_t) * nq_walk_room(plan);
  if (plan->start == NQ_START_GREEDY) bytes += nq_occupancy_bytes(plan->n);
  if (walk_in_columns(plan)) bytes += sizeof(uint32_t) * (uint64_t)plan->n;
  return bytes;
}

uint64_t nq_walk_bytes(const nq_walk_plan *plan) {
  return memory_bytes(plan) + (plan->compact ? 0 : nq_conflicts_bytes(plan->n));
}

nq_status nq_walk_init(nq_walk *walk, const nq_walk_plan *plan, uint32_t *rows, nq_error *error) {
  *walk = (nq_walk){.plan = plan, .rows = rows};
  uint64_t room = nq_walk_room(plan);
  walk->memory = nq_memory_new(memory_bytes(plan), 1);
  if (!plan->compact) walk->conflicts = nq_conflicts_new(plan->n);
  if (walk->memory != NULL && (plan->compact || walk->conflicts != NULL)) {
    walk->left = walk->memory;
    walk->free_rows = walk->left + room;
    walk->ties = walk->free_rows + room;
    uint32_t *end = walk->ties + (walk_in_columns(plan) ? plan->n : 0);
    if (plan->start == NQ_START_GREEDY) nq_occupancy_use(&walk->occupancy, plan->n, (uint8_t *)end);
    return NQ_OK;
  }
  return nq_error_set(error, NQ_NO_MEMORY,
                      "the search for n = %" PRIu32 " needs %" PRIu64
                      " bytes of memory besides the board",
                      plan->n, nq_walk_bytes(plan));
}

void nq_walk_release(nq_walk *walk) {
  if (walk->plan == NULL) return;
  nq_memory_free(walk->memory, memory_bytes(walk->plan), 1);
  nq_occupancy_release(&walk->occupancy);
  nq_conflicts_free(walk->conflicts);
  *walk = (nq_walk){0};
}
