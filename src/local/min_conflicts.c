/* MODEL.  Walks 0, 1, 2, .. (see local/walk.h), each with its own random stream and a number of
 * tries from the restart schedule.  Walk 0 runs alone: on a plain board it nearly always solves.
 * If it does not, T threads run the following walks in parallel, but their outcomes are settled in
 * the order of the walks' numbers.  So the lowest walk that solves wins, whenever it finishes, and
 * steps, restarts and limits count as if the walks had run one after another. */
#include "core/memory.h"
#include "local/local.h"
#include "local/walk_run.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define OUTCOMES      256 /* most walks finished or running beyond the settled ones */
#define THREADS_LIMIT 128

struct outcome {
  bool finished, solved;
  uint64_t tries, steps, conflicts;
  uint32_t walker;
};

struct pool {
  nq_task *task;
  nq_walk_plan plan;
  uint64_t walks_limit; /* walk numbers are below this */
  nq_walk walker[THREADS_LIMIT];
  uint32_t *rows[THREADS_LIMIT];
  uint32_t walkers;
  /* The rest is guarded by the lock. */
  pthread_mutex_t lock;
  pthread_cond_t settled_more;
  uint64_t next, settled;              /* walk numbers: next to run; first not yet settled */
  atomic_uint_least64_t lowest_solved; /* UINT64_MAX while none has */
  bool done, failed, solved;
  nq_error error; /* when failed */
  uint64_t tries, steps, conflicts, left_over, start_conflicts;
  uint64_t idle;   /* walks without a step: each counts as one step, so that the limit also ends a
                      run whose queens cannot move */
  uint32_t winner; /* its walker */
  struct outcome outcome[OUTCOMES];
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

/* ---- Walks ---- */

static uint64_t steps_left(const struct pool *pool) {
  uint64_t limit = pool->task->options->limits.steps;
  return limit == 0 ? UINT64_MAX : limit - pool->steps - pool->idle;
}

static void run_walk(struct pool *pool, nq_walk *walk, uint64_t index, uint64_t steps) {
  nq_restart restart = pool->plan.restart;
  nq_walk_run(walk, (uint32_t)index,
              nq_min_conflicts_budget(restart, pool->plan.patience, (uint32_t)index), steps);
}

/* Count the next walk in order; `walker` has run it. */
static void settle(struct pool *pool, uint32_t walker, const struct outcome *outcome) {
  const nq_walk *walk = &pool->walker[walker];
  pool->tries += outcome->tries;
  pool->steps += outcome->steps;
  pool->idle += outcome->steps == 0 && !outcome->solved;
  if (outcome->conflicts < pool->conflicts) pool->conflicts = outcome->conflicts;
  pool->settled++;
  if (outcome->solved) {
    pool->solved = pool->done = true;
    pool->winner = walker;
    pool->left_over = walk->left_over;
    pool->start_conflicts = walk->start_conflicts;
  }
  if (pool->settled == pool->walks_limit || steps_left(pool) == 0) pool->done = true;
}

static struct outcome read_outcome(const nq_walk *walk, uint32_t walker) {
  return (struct outcome){.finished = true,
                          .solved = walk->solved,
                          .tries = walk->tries,
                          .steps = walk->steps,
                          .conflicts = walk->conflicts_now,
                          .walker = walker};
}

/* End the run because the walk was stopped or failed. */
static void give_up(struct pool *pool, const nq_walk *walk) {
  if (walk->failed && !pool->failed) pool->error = walk->error;
  pool->failed = pool->failed || walk->failed;
  if (walk->conflicts_now < pool->conflicts) pool->conflicts = walk->conflicts_now;
  pool->done = true;
}

/* Record the walk's outcome, then settle as many walks as possible, in order.  Needs the lock. */
static void note_outcome(struct pool *pool, uint32_t walker) {
  nq_walk *walk = &pool->walker[walker];
  if (walk->superseded) return;
  if (walk->failed || walk->stopped) {
    give_up(pool, walk);
    return;
  }
  pool->outcome[walk->index % OUTCOMES] = read_outcome(walk, walker);
  if (walk->solved && walk->index < pool->lowest_solved) pool->lowest_solved = walk->index;
  while (!pool->done && pool->outcome[pool->settled % OUTCOMES].finished) {
    struct outcome *outcome = &pool->outcome[pool->settled % OUTCOMES];
    /* In sequence this walk would have reached the limit of steps: repeat it with that limit.  Even
     * a walk of exactly that many steps went on trying.  A single walker already had the limit. */
    if (pool->walkers > 1 && outcome->steps >= steps_left(pool)) {
      run_walk(pool, walk, pool->settled, steps_left(pool));
      if (walk->stopped || walk->failed) {
        give_up(pool, walk);
        return;
      }
      *outcome = read_outcome(walk, walker);
    }
    outcome->finished = false;
    settle(pool, outcome->walker, outcome);
  }
}

/* ---- Threads ---- */

struct worker {
  struct pool *pool;
  uint32_t walker;
};

static void *work(void *argument) {
  const struct worker *worker = argument;
  struct pool *pool = worker->pool;
  nq_walk *walk = &pool->walker[worker->walker];
  pthread_mutex_lock(&pool->lock);
  while (!pool->done && pool->next < pool->walks_limit && pool->next < pool->lowest_solved) {
    if (pool->next - pool->settled >= OUTCOMES) {
      pthread_cond_wait(&pool->settled_more, &pool->lock);
      continue;
    }
    uint64_t index = pool->next++, steps = steps_left(pool);
    pthread_mutex_unlock(&pool->lock);
    run_walk(pool, walk, index, steps);
    pthread_mutex_lock(&pool->lock);
    note_outcome(pool, worker->walker);
    pthread_cond_broadcast(&pool->settled_more);
    if (walk->solved) break; /* keep the board until it is settled */
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

/* Add a walker with its own rows; false when memory is short. */
static bool add_walker(struct pool *pool) {
  uint32_t n = pool->plan.n, walker = pool->walkers;
  uint64_t bytes = nq_walk_bytes(&pool->plan) + sizeof(uint32_t) * (uint64_t)n;
  if (nq_memory_require(bytes, "a thread", NULL) != NQ_OK) return false;
  uint32_t *rows = nq_memory_new(n, sizeof *rows);
  if (rows == NULL) return false;
  if (nq_walk_init(&pool->walker[walker], &pool->plan, rows, NULL) != NQ_OK) {
    nq_walk_release(&pool->walker[walker]);
    nq_memory_free(rows, n, sizeof *rows);
    return false;
  }
  pool->rows[walker] = rows;
  pool->walkers++;
  return true;
}

/* Run the walks after walk 0 on as many threads as wanted, if memory allows; the calling thread is
 * the first. */
static void run_pool(struct pool *pool) {
  unsigned threads = pool->task->options->threads;
  while (pool->walkers < threads && pool->walkers < THREADS_LIMIT && add_walker(pool)) continue;
  pthread_t thread[THREADS_LIMIT];
  struct worker worker[THREADS_LIMIT];
  for (uint32_t i = 0; i < pool->walkers; i++) worker[i] = (struct worker){pool, i};
  unsigned started = nq_threads_start(thread, pool->walkers - 1, work, &worker[1], sizeof *worker);
  work(&worker[0]);
  nq_threads_join(thread, started);
}

static void release_pool(struct pool *pool) {
  for (uint32_t i = 0; i < pool->walkers; i++) {
    nq_walk_release(&pool->walker[i]);
    if (i > 0) nq_memory_free(pool->rows[i], pool->plan.n, sizeof **pool->rows);
  }
  pthread_mutex_destroy(&pool->lock);
  pthread_cond_destroy(&pool->settled_more);
}

static nq_status init_pool(struct pool *pool, nq_task *task, const nq_domain *domain,
                           nq_error *error) {
  const nq_solve_options *options = task->options;
  pool->task = task;
  pool->conflicts = UINT64_MAX;
  pool->walks_limit = UINT32_MAX;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->settled_more, NULL);
  atomic_init(&pool->lowest_solved, UINT64_MAX);
  pool->plan = (nq_walk_plan){.domain = domain,
                              .watch = task->watch,
                              .seed = options->seed,
                              .stream = options->stream,
                              .lowest_solved = &pool->lowest_solved,
                              .n = task->n,
                              .threads = options->threads};
  nq_status status = nq_min_conflicts_choose(&pool->plan, &options->min_conflicts, error);
  if (status != NQ_OK) return status;
  uint64_t bytes = nq_walk_bytes(&pool->plan) + nq_domain_bytes(task->instance) + task->row_bytes;
  status = nq_memory_require(bytes, "the search", error);
  if (status != NQ_OK) return status;
  if (options->limits.restarts > 0 && options->limits.restarts < UINT32_MAX)
    pool->walks_limit = options->limits.restarts + 1;
  pool->rows[0] = task->rows;
  pool->walkers = 1;
  return nq_walk_init(&pool->walker[0], &pool->plan, task->rows, error);
}

static void report(struct pool *pool) {
  nq_task *task = pool->task;
  nq_result *result = task->result;
  const nq_walk *winner = &pool->walker[pool->winner];
  result->steps = pool->steps;
  result->restarts = pool->settled > 0 ? pool->settled - 1 : 0;
  result->conflicts = pool->conflicts;
  result->memory_bytes = nq_walk_bytes(&pool->plan) * pool->walkers +
                         sizeof(uint32_t) * (uint64_t)task->n * (pool->walkers - 1) +
                         nq_domain_bytes(task->instance);
  result->seconds_start = winner->seconds_start;
  result->seconds_search = nq_clock() - task->watch->begin - winner->seconds_start;
  nq_result_count(result, "tries", (double)pool->tries);
  if (pool->solved) {
    result->verdict = NQ_SOLVED;
    nq_result_count(result, "start_conflicts", (double)pool->start_conflicts);
    nq_result_count(result, "left_over", (double)pool->left_over);
    return;
  }
  bool steps = pool->task->options->limits.steps > 0 && steps_left(pool) == 0;
  nq_result_unknown(result, task->watch,
                    steps ? "the limit of steps was reached" : "the limit of restarts was reached");
}

static nq_status search(nq_task *task, const nq_domain *domain, nq_error *error) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  nq_status status = init_pool(pool, task, domain, error);
  if (status == NQ_OK) {
    run_walk(pool, &pool->walker[0], pool->next++, steps_left(pool));
    note_outcome(pool, 0);
    if (!pool->done) run_pool(pool);
    if (pool->failed && pool->error.status == NQ_NONE) {
      task->result->verdict = NQ_UNSOLVABLE; /* a start found that */
      memcpy(task->result->reason, pool->error.message, sizeof task->result->reason - 1);
    } else if (pool->failed) {
      status = pool->error.status;
      if (error != NULL) *error = pool->error;
    } else {
      if (pool->winner > 0)
        memcpy(task->rows, pool->rows[pool->winner], task->n * sizeof *task->rows);
      report(pool);
    }
  }
  release_pool(pool);
  free(pool);
  return status;
}

static nq_status solve(nq_task *task, nq_error *error) {
  nq_domain domain;
  bool proved = false;
  nq_status status = nq_domain_init(&domain, task->instance, error);
  if (status == NQ_OK)
    status = nq_domain_refute(&domain, &proved, task->result->reason, sizeof task->result->reason,
                              error);
  if (status == NQ_OK && proved) task->result->verdict = NQ_UNSOLVABLE;
  if (status == NQ_OK && !proved) status = search(task, &domain, error);
  nq_domain_release(&domain);
  return status;
}

const nq_method nq_method_min_conflicts = {
    "min-conflicts",
    "local search that reduces conflicts; any n and any instance",
    NULL,
    solve,
    nq_min_conflicts_table,
    "one queen moved, or the rows of two exchanged",
    nq_min_conflicts_resolve};
