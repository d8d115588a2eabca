/* MODEL.  Walks 0, 1, 2, .. (see local/walk.h), each with its own random stream and a number of
 * tries from the restart schedule.  Walk 0 runs alone: on a plain board it nearly always solves.
 * If it does not, the following walks are units of work (parallel/work.h), whose outcomes are
 * settled in the order of the walks' numbers.  So the lowest walk that solves wins, whenever it
 * finishes, and steps, restarts and limits count as if the walks had run one after another. */
#include "local/local.h"
#include "local/walk.h"
#include "parallel/threads.h"
#include "parallel/work.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define THREADS_LIMIT 128

/* A unit of work: the number of a walk, and its most steps.  Its result is the walker after it. */
struct stint {
  uint64_t walk, steps;
};

struct pool {
  nq_task *task;
  nq_walk_plan plan;
  uint64_t walks_limit; /* walk numbers are below this */
  uint64_t next, until; /* walks to run */
  uint32_t walkers, walkers_most;
  atomic_uint hired;          /* walkers that a thread has */
  atomic_uint_least64_t last; /* later walks are not needed */
  atomic_uint_least64_t steps_left;
  /* The rest is for the calling thread: the walks that are settled. */
  bool done, again; /* again: the next one made more steps than were left */
  nq_walk ended;    /* that solved or failed, or all zero */
  uint64_t settled, tries, steps, evaluations, conflicts;
  uint64_t idle;    /* walks without a step: each counts as one step, so that the limit also ends a
                    run whose queens cannot move */
  nq_walk walker[]; /* walkers_most */
};

/* Element i >= 1 of the sequence: 2^(k - 1) for i = 2^k - 1; between two such i the sequence starts
 * again from its beginning. */
static uint64_t luby(uint64_t i) {
  for (;;) {
    uint64_t block = 1;
    while (2 * block - 1 < i) block *= 2;
    if (2 * block - 1 == i) return block;
    i -= block - 1;
  }
}

uint64_t nq_min_conflicts_budget(nq_restart restart, uint64_t patience, uint32_t index) {
  uint64_t budget;
  uint64_t factor = restart == NQ_RESTART_LUBY ? luby((uint64_t)index + 1) : 1;
  return nq_multiply(patience, factor, &budget) ? budget : UINT64_MAX;
}

/* ---- Walks, in any thread ---- */

/* The pool keeps it: its board may be the answer. */
static nq_status hire_walker(void *job, void **worker, nq_error *error) {
  struct pool *pool = job;
  (void)error;
  *worker = &pool->walker[atomic_fetch_add(&pool->hired, 1)];
  return NQ_OK;
}

static nq_status run_walk(void *job, void *worker, const void *unit, void *result,
                          nq_error *error) {
  struct pool *pool = job;
  nq_walk *walk = worker;
  const struct stint *stint = unit;
  uint32_t index = (uint32_t)stint->walk;
  uint64_t tries =
      nq_min_conflicts_budget(pool->plan.options.restart, pool->plan.options.patience, index);
  (void)error;
  if (nq_walk_begin(walk, index)) nq_walk_go_on(walk, tries, stint->steps);
  if (walk->solved) lower_to(&pool->last, index);
  if (walk->failed) lower_to(&pool->last, 0);
  *(nq_walk *)result = *walk;
  return NQ_OK;
}

static const nq_work_kind walks = {.name = "walks",
                                   .unit_size = sizeof(struct stint),
                                   .result_size = sizeof(nq_walk),
                                   .hire = hire_walker,
                                   .perform = run_walk};

static nq_work_next next_walk(void *context, void *unit) {
  struct pool *pool = context;
  if (pool->next >= pool->until || pool->next >= atomic_load(&pool->last)) return NQ_WORK_END;
  *(struct stint *)unit =
      (struct stint){.walk = pool->next++, .steps = atomic_load(&pool->steps_left)};
  return NQ_WORK_UNIT;
}

/* ---- Settling, in the calling thread ---- */

static void count_walk(struct pool *pool, const nq_walk *walk) {
  uint64_t limit = pool->task->options->limits.steps, left = UINT64_MAX;
  pool->tries += walk->tries;
  pool->steps += walk->steps;
  pool->evaluations += walk->evaluations;
  pool->idle += walk->steps == 0 && !walk->solved;
  pool->settled++;
  if (limit > 0) left = limit - pool->steps - pool->idle;
  atomic_store(&pool->steps_left, left);
  pool->done = walk->solved || pool->settled == pool->walks_limit || left == 0;
}

/* Of a walk that was stopped, only its conflicts count. */
static nq_status settle_walk(void *context, nq_work_slot *slot) {
  struct pool *pool = context;
  const struct stint *stint = slot->unit;
  const nq_walk *walk = slot->result;
  uint64_t left = atomic_load(&pool->steps_left);
  bool ended = walk->failed || walk->stopped;
  if (pool->done && !walk->stopped) return NQ_OK;
  /* In sequence this walk would have reached the limit of steps: it is repeated with that limit.
   * Even a walk of exactly that many steps went on trying. */
  pool->again = !ended && walk->steps >= left && stint->steps > left;
  if (walk->conflicts_now < pool->conflicts && !pool->again) pool->conflicts = walk->conflicts_now;
  if (ended || pool->again)
    pool->done = true;
  else
    count_walk(pool, walk);
  if (walk->failed || (walk->solved && !pool->again)) pool->ended = *walk;
  if (pool->done) lower_to(&pool->last, 0);
  return NQ_OK;
}

/* ---- The run ---- */

/* The task has the rows of the first. */
static void release_walker(struct pool *pool, uint32_t walker) {
  nq_walk *walk = &pool->walker[walker];
  uint32_t *rows = walker > 0 ? walk->rows : NULL;
  nq_walk_release(walk);
  nq_memory_free(rows, pool->plan.n, sizeof *rows);
}

/* Add a walker with its own rows; false when memory is short. */
static bool add_walker(struct pool *pool) {
  uint32_t n = pool->plan.n, walker = pool->walkers;
  uint64_t bytes = nq_walk_bytes(&pool->plan) + sizeof(uint32_t) * (uint64_t)n;
  if (nq_memory_require(bytes, "a thread", NULL) != NQ_OK) return false;
  uint32_t *rows = nq_memory_new(n, sizeof *rows);
  if (rows == NULL) return false;
  nq_status status = nq_walk_init(&pool->walker[walker], &pool->plan, rows, NULL);
  if (status != NQ_OK)
    release_walker(pool, walker);
  else
    pool->walkers++;
  return status == NQ_OK;
}

/* Run walks from the first that is not settled up to before `until`. */
static nq_status run_until(struct pool *pool, uint64_t until, unsigned threads, nq_error *error) {
  const nq_work_plan plan = {.kind = &walks,
                             .job = pool,
                             .threads = threads,
                             .ordered = true,
                             .alone = true,
                             .watch = pool->task->watch,
                             .context = pool,
                             .next = next_walk,
                             .settle = settle_walk};
  pool->next = pool->settled;
  pool->until = until;
  pool->done = pool->again = false;
  atomic_store(&pool->last, UINT64_MAX);
  atomic_store(&pool->hired, 0);
  nq_status status = nq_work_run(&plan, error);
  return status == NQ_END ? NQ_OK : status;
}

/* Walk 0, and the others on as many threads as wanted, if memory allows. */
static nq_status run_walks(struct pool *pool, nq_error *error) {
  nq_status status = run_until(pool, 1, 1, error);
  if (status != NQ_OK || pool->done) return status;
  while (pool->walkers < pool->walkers_most && add_walker(pool)) continue;
  status = run_until(pool, pool->walks_limit, pool->walkers, error);
  return pool->again ? run_until(pool, pool->settled + 1, 1, error) : status;
}

static nq_status init_pool(struct pool *pool, nq_task *task, const nq_domain *domain,
                           nq_error *error) {
  const nq_solve_options *options = task->options;
  pool->task = task;
  pool->conflicts = UINT64_MAX;
  pool->walks_limit = UINT32_MAX;
  atomic_init(&pool->last, UINT64_MAX);
  atomic_init(&pool->steps_left, options->limits.steps > 0 ? options->limits.steps : UINT64_MAX);
  nq_status status = nq_walk_plan_init(&pool->plan, task, domain, error);
  if (status != NQ_OK) return status;
  pool->plan.last = &pool->last;
  if (options->limits.restarts > 0 && options->limits.restarts < UINT32_MAX)
    pool->walks_limit = options->limits.restarts + 1;
  pool->walkers = 1;
  return nq_walk_init(&pool->walker[0], &pool->plan, task->rows, error);
}

static void report_walks(struct pool *pool) {
  nq_task *task = pool->task;
  nq_result *result = task->result;
  const nq_walk *winner = &pool->ended, *shown = winner->solved ? winner : &pool->walker[0];
  result->steps = pool->steps;
  result->restarts = pool->settled > 0 ? pool->settled - 1 : 0;
  result->conflicts = pool->conflicts;
  result->memory_bytes = nq_walk_bytes(&pool->plan) * pool->walkers +
                         sizeof(uint32_t) * (uint64_t)task->n * (pool->walkers - 1) +
                         nq_domain_bytes(task->instance);
  result->seconds_start = shown->seconds_start;
  result->seconds_search = nq_clock() - task->watch->begin - shown->seconds_start;
  nq_result_count(result, "tries", (double)pool->tries);
  nq_result_count(result, "evaluations", (double)pool->evaluations);
  if (winner->solved) {
    if (winner->rows != task->rows) memcpy(task->rows, winner->rows, task->n * sizeof *task->rows);
    result->verdict = NQ_SOLVED;
    nq_result_count(result, "start_conflicts", (double)winner->start_conflicts);
    nq_result_count(result, "left_over", (double)winner->left_over);
    return;
  }
  bool steps = atomic_load(&pool->steps_left) == 0;
  nq_result_unknown(result, task->watch,
                    steps ? "the limit of steps was reached" : "the limit of restarts was reached");
}

static nq_status search_by_walks(nq_task *task, const nq_domain *domain, nq_error *error) {
  unsigned threads = task->options->threads;
  uint32_t most = threads < 1 ? 1 : threads < THREADS_LIMIT ? threads : THREADS_LIMIT;
  struct pool *pool = calloc(1, sizeof *pool + most * sizeof *pool->walker);
  if (pool == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  pool->walkers_most = most;
  nq_status status = init_pool(pool, task, domain, error);
  if (status == NQ_OK) status = run_walks(pool, error);
  if (status == NQ_OK && !pool->ended.failed) {
    report_walks(pool);
  } else if (status == NQ_OK) { /* a start may have found that there is no solution */
    status = nq_error_pass(error, &pool->ended.error);
  }
  for (uint32_t i = 0; i < pool->walkers; i++) release_walker(pool, i);
  free(pool);
  return status;
}

static nq_status solve_by_walks(nq_task *task, nq_error *error) {
  nq_domain domain;
  nq_status status = nq_domain_init(&domain, task->instance, error);
  if (status == NQ_OK) status = nq_domain_refute(&domain, error);
  if (status == NQ_OK) status = search_by_walks(task, &domain, error);
  nq_domain_release(&domain);
  return status;
}

const nq_method nq_method_min_conflicts = {
    .name = "min-conflicts",
    .summary = "local search that reduces conflicts; any n and any instance",
    .solve = solve_by_walks,
    .options = nq_min_conflicts_table,
    .step = "one queen moved, or the rows of two exchanged",
    .resolve = nq_min_conflicts_resolve,
    .starts = true,
};
