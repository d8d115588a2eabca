/* Min-conflicts for other methods: as a search in pieces, walk after walk, each of which may pause;
 * and its steps for boards that they made. */
#include "local/local.h"
#include "local/walk.h"

#include <stdlib.h>
#include <string.h>

struct search {
  const nq_task *task;
  nq_domain domain;
  nq_walk_plan plan;
  nq_walk walk;          /* on the task's rows */
  nq_error refuted;      /* NQ_NONE: why there is no solution, so that no walk begins */
  bool prepared, paused; /* a walk has begun, and is to go on */
  uint64_t walks;        /* begun */
  uint64_t steps, conflicts;
  double seconds_start;
};

/* With forbidden squares, which placed queens make too where there is a table of squares, a step
 * scans a column. */
static bool estimate_walks(const nq_task *task, nq_search_cost *cost) {
  uint64_t n = task->n;
  bool restricted = nq_domain_restricts(task->instance);
  cost->start = restricted && n <= NQ_DOMAIN_TABLE_N ? n * n : 50 * n;
  cost->step = restricted ? 500 + 3 * n : 200;
  return true;
}

static nq_status begin_walks(const nq_task *task, void **begun, nq_error *error) {
  struct search *search = calloc(1, sizeof *search);
  *begun = search;
  if (search == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  search->task = task;
  search->conflicts = UINT64_MAX;
  return NQ_OK;
}

/* The squares, and, unless they show at once that there is no solution, the counters. */
static nq_status prepare_walks(struct search *search, nq_error *error) {
  const nq_task *task = search->task;
  nq_error *why = &search->refuted;
  nq_status status = nq_domain_init(&search->domain, task->instance, why);
  if (status == NQ_OK) status = nq_domain_refute(&search->domain, why);
  if (status == NQ_NONE) return NQ_OK;
  if (status != NQ_OK) return nq_error_pass(error, why);
  status = nq_walk_plan_init(&search->plan, task, &search->domain, error);
  if (status != NQ_OK) return status;
  search->prepared = true;
  return nq_walk_init(&search->walk, &search->plan, task->rows, error);
}

/* Go on with the walk, or begin the next; at most `tries` tries, and the number made: at least 1,
 * so that walks without a try come to an end too. */
static uint64_t go_on(struct search *search, uint64_t tries) {
  nq_walk *walk = &search->walk;
  uint64_t patience = search->plan.options.patience;
  if (!search->paused && !nq_walk_begin(walk, (uint32_t)search->walks++)) return 1;
  uint64_t tried = search->paused ? walk->tries : 0, stepped = search->paused ? walk->steps : 0;
  nq_walk_go_on(walk, patience - tried < tries ? patience : tried + tries, UINT64_MAX);
  search->paused = walk->tries < patience;
  search->steps += walk->steps - stepped;
  if (walk->conflicts_now < search->conflicts) search->conflicts = walk->conflicts_now;
  return walk->tries > tried ? walk->tries - tried : 1;
}

/* A refutation without a written proof is not the answer where one is asked for: another search
 * writes it. */
static nq_status run_walks(void *running, uint64_t steps, nq_verdict *verdict, nq_error *error) {
  struct search *search = running;
  nq_walk *walk = &search->walk;
  double begun = nq_clock();
  nq_status status = NQ_OK;
  if (!search->prepared && search->refuted.status != NQ_NONE) {
    status = prepare_walks(search, error);
    search->seconds_start = nq_clock() - begun;
  }
  bool refuted = search->refuted.status == NQ_NONE;
  *verdict = refuted && search->task->options->proof == NULL ? NQ_UNSOLVABLE : NQ_UNKNOWN;
  if (refuted) return status;
  uint64_t left = steps > 0 ? steps : UINT64_MAX;
  while (status == NQ_OK && *verdict == NQ_UNKNOWN && left > 0 && search->walks < UINT32_MAX) {
    uint64_t tries = go_on(search, left);
    left -= tries < left ? tries : left;
    if (walk->failed) return nq_error_pass(error, &walk->error);
    if (walk->solved) *verdict = NQ_SOLVED;
    if (walk->stopped) break;
  }
  return status;
}

static void report_walks(const void *reported, nq_result *result) {
  const struct search *search = reported;
  result->steps = search->steps;
  result->restarts = search->walks > 0 ? search->walks - 1 : 0;
  result->conflicts = search->conflicts;
  result->seconds_start = search->seconds_start;
  if (search->prepared)
    result->memory_bytes = nq_walk_bytes(&search->plan) + nq_domain_bytes(search->task->instance);
  memcpy(result->reason, search->refuted.message, sizeof result->reason - 1);
}

static void end_walks(void *ended) {
  struct search *search = ended;
  nq_walk_release(&search->walk);
  nq_domain_release(&search->domain);
  free(search);
}

const nq_search_kind nq_search_min_conflicts = {
    "min-conflicts", estimate_walks, begin_walks, run_walks, report_walks, NULL, NULL, end_walks};

/* ---- Steps for boards of other methods ---- */

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
  return (nq_walk_plan){
      .domain = domain,
      .options = {.start = NQ_START_PERMUTATION, .step = columns ? NQ_STEP_COLUMN : NQ_STEP_SWAP},
      .n = domain->n};
}

static void end_improving(void *memory) {
  improvement *work = memory;
  nq_walk_release(&work->walk);
  nq_watch_release(&work->watch);
  free(work);
}

static void *begin_improving(const nq_domain *domain, bool columns) {
  improvement *work = calloc(1, sizeof *work);
  if (work == NULL) return NULL;
  nq_watch_init(&work->watch, 0, ask_caller, NULL);
  work->plan = make_plan(domain, columns);
  work->plan.watch = &work->watch;
  if (nq_walk_init(&work->walk, &work->plan, NULL, NULL) == NQ_OK) return work;
  end_improving(work);
  return NULL;
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
