/* Swaps on the compact counters, for the few queens that a greedy start leaves over.
 *
 * MODEL.  The counters know how many queens stand on a line, not which.  So the queens to repair,
 * left[0 .. count - 1], are not all queens in conflict: of each crowded line at most one is
 * missing: a queen enters the set when it joins a line with other queens, and leaves it when it is
 * found without conflicts.  When the set is empty, no line holds two queens.
 *
 * There are no random steps here: the option `walk` has no effect on compact counters. */
#include "core/random.h"
#include "local/walk.h"

#define POLL_TRIES 4096

static void exchange(nq_walk *walk, uint32_t a, uint32_t b) {
  uint32_t *rows = walk->rows, row_a = rows[a], row_b = rows[b];
  nq_occupancy *occupancy = &walk->occupancy;
  nq_occupancy_remove(occupancy, a, row_a);
  nq_occupancy_remove(occupancy, b, row_b);
  rows[a] = row_b;
  rows[b] = row_a;
  bool placed_a = nq_occupancy_place(occupancy, a, row_b);
  if (!nq_occupancy_place(occupancy, b, row_a) || !placed_a)
    walk_fail(walk, NQ_NO_MEMORY, "no memory for the table of crowded lines");
}

/* Queens on the column's diagonals: 2 when its queen is alone on both. */
static uint64_t queens_with(const nq_walk *walk, uint32_t column) {
  return nq_occupancy_diagonals(&walk->occupancy, column, walk->rows[column]);
}

void nq_walk_repair(nq_walk *walk, uint64_t tries, uint64_t steps) {
  const nq_walk_plan *plan = walk->plan;
  uint64_t count = walk->left_count, room = nq_walk_room(plan);
  while (count > 0 && walk->tries < tries && walk->steps < steps && !walk->failed) {
    uint64_t place = below_pcg64(&walk->random, count);
    uint32_t a = walk->left[place];
    uint64_t queens = queens_with(walk, a);
    if (queens == 2) {
      walk->left[place] = walk->left[--count];
      continue;
    }
    if (++walk->tries % POLL_TRIES == 0 && walk_must_stop(walk, walk->occupancy.total)) break;
    uint32_t b = (uint32_t)below_pcg64(&walk->random, plan->n);
    if (a == b || domain_is_fixed(plan->domain, b)) continue;
    walk->evaluations++;
    if (occupancy_swap_raises(&walk->occupancy, a, walk->rows[a], queens, b, walk->rows[b]))
      continue;
    exchange(walk, a, b);
    walk->steps++;
    /* The set may name a queen twice, which only costs time; a walk whose set is full makes no
     * progress. */
    if (queens_with(walk, b) == 2) continue;
    if (count == room) break;
    walk->left[count++] = b;
  }
  walk->left_count = count;
  walk->conflicts_now = walk->occupancy.total;
}
