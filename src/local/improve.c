#include "local/local.h"
#include "local/walk.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Tries per wanted step: near a solution a swap takes about 50 tries. */
#define TRIES_PER_STEP 64

typedef struct improvement {
  nq_walk_plan plan;
  nq_walk walk;
  nq_watch watch; /* polls the caller's */
} improvement;

static bool ask_caller(void *look, const nq_progress *progress) {
  (void)progress;
  return !look_stops(look);
}

static nq_walk_plan make_plan(const nq_domain *domain, bool columns) {
  return (nq_walk_plan){.domain = domain,
                        .start = NQ_START_PERMUTATION,
                        .step = columns ? NQ_STEP_COLUMN : NQ_STEP_SWAP,
                        .n = domain->n};
}

static void *begin_improving(const nq_domain *domain, bool columns) {
  improvement *work = calloc(1, sizeof *work);
  if (work == NULL) return NULL;
  nq_watch_init(&work->watch, 0, ask_caller, NULL);
  work->plan = make_plan(domain, columns);
  work->plan.watch = &work->watch;
  if (nq_walk_init(&work->walk, &work->plan, NULL, NULL) == NQ_OK) return work;
  nq_walk_release(&work->walk);
  nq_watch_release(&work->watch);
  free(work);
  return NULL;
}

static void end_improving(void *memory) {
  improvement *work = memory;
  nq_walk_release(&work->walk);
  nq_watch_release(&work->watch);
  free(work);
}

static uint64_t improving_bytes(const nq_domain *domain, bool columns) {
  nq_walk_plan plan = make_plan(domain, columns);
  return sizeof(improvement) + nq_walk_bytes(&plan);
}

static uint64_t improve(void *memory, uint32_t *rows, uint64_t steps, nq_pcg64 *random,
                        nq_look *look) {
  improvement *work = memory;
  nq_walk *walk = &work->walk;
  walk->rows = rows;
  walk->random = *random;
  walk->tries = walk->steps = 0;
  work->watch.context = look;
  if (nq_walk_count(walk)) nq_walk_steps(walk, steps * TRIES_PER_STEP, steps);
  *random = walk->random;
  return walk->steps;
}

const nq_improver nq_improver_min_conflicts = {begin_improving, end_improving, improving_bytes,
                                               improve};
