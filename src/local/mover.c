#include "local/mover.h"
#include "core/core.h"

#include <inttypes.h>
#include <string.h>

/* Evaluations between two polls of the watch: well below a millisecond. */
#define EVALUATIONS_BETWEEN (UINT64_C(1) << 16)

static bool reserve_columns(nq_mover *mover) {
  uint32_t n = mover->task->n;
  mover->column = nq_memory_new(n, sizeof *mover->column);
  for (uint32_t column = 0; mover->column != NULL && column < n; column++)
    if (!domain_is_fixed(&mover->domain, column)) mover->column[mover->columns++] = column;
  mover->squares = (uint64_t)mover->columns * n;
  return mover->column != NULL;
}

/* Get the memory, or see that there is no solution: then there are no counters. */
static nq_status init_mover(nq_mover *mover, nq_error *error) {
  nq_task *task = mover->task;
  bool refuted = false;
  if (mover->plan->trace != NULL && task->n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a trace needs n <= %d", NQ_TRACE_N_MAX);
  uint64_t bytes = nq_conflicts_bytes(task->n) + sizeof *mover->column * (uint64_t)task->n;
  task->result->memory_bytes = bytes + nq_domain_bytes(task->instance);
  nq_status status = nq_memory_require(task->result->memory_bytes, "the counters", error);
  if (status == NQ_OK) status = nq_domain_init(&mover->domain, task->instance, error);
  if (status == NQ_OK)
    status = nq_domain_refute(&mover->domain, &refuted, task->result->reason,
                              sizeof task->result->reason, error);
  if (refuted) task->result->verdict = NQ_UNSOLVABLE;
  if (status != NQ_OK || refuted) return status;
  mover->conflicts = nq_conflicts_new(task->n);
  if (mover->conflicts == NULL || !reserve_columns(mover))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the counters of n = %" PRIu32, task->n);
  nq_pcg64_seed(&mover->random, task->options->seed, task->options->stream << 32);
  return NQ_OK;
}

static void release_mover(nq_mover *mover) {
  nq_conflicts_free(mover->conflicts);
  nq_memory_free(mover->column, mover->task->n, sizeof *mover->column);
  nq_domain_release(&mover->domain);
}

static void show(const nq_mover *mover) {
  const nq_mover_plan *plan = mover->plan;
  if (plan->trace == NULL) return;
  plan->trace(plan->trace_context,
              &(nq_step_state){.restart = mover->restarts,
                               .step = mover->step,
                               .evaluations = mover->evaluations - mover->before,
                               .conflicts = mover->conflicts->total,
                               .n = mover->conflicts->n,
                               .rows = mover->conflicts->rows});
}

/* The row of a queen on a start board; task->rows holds the permutation, if there is one. */
static uint32_t draw_row(nq_mover *mover, uint32_t column) {
  if (mover->plan->permutes) return mover->task->rows[column];
  uint32_t row = domain_fixed_row(&mover->domain, column);
  return row != NQ_EMPTY ? row : nq_domain_draw_row(&mover->domain, column, &mover->random);
}

/* A new start board: in each column an allowed row, drawn uniformly, or a random permutation. */
static void start_board(nq_mover *mover) {
  mover->before = mover->evaluations;
  nq_conflicts_clear(mover->conflicts);
  nq_look look = {.watch = mover->task->watch, .progress = {.phase = "start"}};
  if (mover->plan->permutes &&
      !nq_permutation_draw(mover->task->rows, mover->task->n, &mover->random, &look))
    mover->stopped = true;
  for (uint32_t column = 0; column < mover->task->n && !mover->stopped; column++) {
    uint32_t row = draw_row(mover, column);
    nq_conflicts_place(mover->conflicts, column, row);
    if (column % EVALUATIONS_BETWEEN == 0 && nq_mover_must_stop(mover)) break;
  }
  mover->evaluations++;
  mover->step = 0;
  mover->start_conflicts = mover->conflicts->total;
  if (!mover->stopped) show(mover);
}

/* The same for the next restart; false where a limit forbids it. */
static bool restart(nq_mover *mover) {
  uint64_t limit = mover->task->options->limits.restarts, restarts = mover->plan->restarts;
  if (mover->conflicts->total < mover->fewest) mover->fewest = mover->conflicts->total;
  if (mover->restarts >= restarts || (limit > 0 && mover->restarts >= limit)) return false;
  mover->restarts++;
  if (mover->step == 0) mover->steps++; /* a start board without a step counts as one */
  start_board(mover);
  return true;
}

static void count_step(nq_mover *mover) {
  mover->steps++;
  mover->step++;
  show(mover);
}

void nq_mover_move(nq_mover *mover, uint32_t column, uint32_t row) {
  nq_conflicts_remove(mover->conflicts, column);
  nq_conflicts_place(mover->conflicts, column, row);
  count_step(mover);
}

void nq_mover_swap(nq_mover *mover, uint32_t column_a, uint32_t column_b) {
  nq_conflicts_swap(mover->conflicts, column_a, column_b);
  count_step(mover);
}

bool nq_mover_must_stop(nq_mover *mover) {
  uint64_t limit = mover->task->options->limits.steps;
  if (limit > 0 && mover->steps >= limit) mover->stopped = true;
  if (mover->evaluations - mover->polled < EVALUATIONS_BETWEEN && mover->evaluations > 0)
    return mover->stopped;
  mover->polled = mover->evaluations;
  nq_progress progress = {
      .phase = "repair", .conflicts = mover->conflicts->total, .restarts = mover->restarts};
  if (nq_watch_poll(mover->task->watch, progress)) mover->stopped = true;
  return mover->stopped;
}

static void report_moves(const nq_mover *mover) {
  nq_task *task = mover->task;
  nq_result *result = task->result;
  bool solved = mover->conflicts->total == 0 && !mover->stopped;
  result->steps = mover->steps;
  result->restarts = mover->restarts;
  result->conflicts =
      mover->conflicts->total < mover->fewest ? mover->conflicts->total : mover->fewest;
  result->seconds_search = nq_clock() - task->watch->begin;
  nq_result_count(result, "evaluations", (double)mover->evaluations);
  nq_result_count(result, "start_conflicts", (double)mover->start_conflicts);
  if (solved) {
    memcpy(task->rows, mover->conflicts->rows, task->n * sizeof *task->rows);
    result->verdict = NQ_SOLVED;
  } else {
    nq_result_unknown(result, task->watch,
                      mover->stopped ? "the limit of steps was reached" : mover->plan->exhausted);
  }
}

nq_status nq_mover_run(nq_task *task, const nq_mover_plan *plan, nq_error *error) {
  nq_mover mover = {.task = task, .plan = plan, .fewest = UINT64_MAX};
  nq_status status = init_mover(&mover, error);
  if (status == NQ_OK && mover.conflicts != NULL) {
    start_board(&mover);
    do plan->search(&mover, plan->own);
    while (mover.conflicts->total > 0 && !mover.stopped && restart(&mover));
    report_moves(&mover);
  }
  release_mover(&mover);
  return status;
}
