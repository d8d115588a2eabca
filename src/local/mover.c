#include "local/mover.h"
#include "core/memory.h"
#include "core/permutation.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
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

nq_status nq_mover_init(nq_mover *mover, nq_task *task, bool permutes, nq_step_trace *trace,
                        void *trace_context, nq_error *error) {
  *mover = (nq_mover){.task = task,
                      .permutes = permutes,
                      .trace = trace,
                      .trace_context = trace_context,
                      .fewest = UINT64_MAX};
  if (trace != NULL && task->n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a trace needs n <= %d", NQ_TRACE_N_MAX);
  uint64_t bytes = nq_conflicts_bytes(task->n) + sizeof *mover->column * (uint64_t)task->n;
  task->result->memory_bytes = bytes + nq_domain_bytes(task->instance);
  nq_status status = nq_memory_require(task->result->memory_bytes, "the counters", error);
  if (status == NQ_OK) status = nq_domain_init(&mover->domain, task->instance, error);
  if (status == NQ_OK)
    status = nq_domain_refute(&mover->domain, &mover->refuted, task->result->reason,
                              sizeof task->result->reason, error);
  if (mover->refuted) task->result->verdict = NQ_UNSOLVABLE;
  if (status != NQ_OK || mover->refuted) return status;
  mover->conflicts = nq_conflicts_new(task->n);
  if (mover->conflicts == NULL || !reserve_columns(mover))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the counters of n = %" PRIu32, task->n);
  nq_pcg64_seed(&mover->random, task->options->seed, task->options->stream << 32);
  return NQ_OK;
}

void nq_mover_release(nq_mover *mover) {
  nq_conflicts_free(mover->conflicts);
  nq_memory_free(mover->column, mover->task->n, sizeof *mover->column);
  nq_domain_release(&mover->domain);
}

static void show(const nq_mover *mover) {
  if (mover->trace == NULL) return;
  mover->trace(mover->trace_context,
               &(nq_step_state){.restart = mover->restarts,
                                .step = mover->step,
                                .evaluations = mover->evaluations - mover->before,
                                .conflicts = mover->conflicts->total,
                                .n = mover->conflicts->n,
                                .rows = mover->conflicts->rows});
}

/* The row of a queen on a start board; task->rows holds the permutation, if there is one. */
static uint32_t draw_row(nq_mover *mover, uint32_t column) {
  if (mover->permutes) return mover->task->rows[column];
  uint32_t row = domain_fixed_row(&mover->domain, column);
  return row != NQ_EMPTY ? row : nq_domain_draw_row(&mover->domain, column, &mover->random);
}

void nq_mover_start(nq_mover *mover) {
  mover->before = mover->evaluations;
  nq_conflicts_clear(mover->conflicts);
  nq_look look = {.watch = mover->task->watch, .progress = {.phase = "start"}};
  if (mover->permutes &&
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

bool nq_mover_restart(nq_mover *mover, uint64_t restarts) {
  uint64_t limit = mover->task->options->limits.restarts;
  if (mover->conflicts->total < mover->fewest) mover->fewest = mover->conflicts->total;
  if (mover->restarts >= restarts || (limit > 0 && mover->restarts >= limit)) return false;
  mover->restarts++;
  if (mover->step == 0) mover->steps++; /* a start board without a step counts as one */
  nq_mover_start(mover);
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

void nq_mover_report(const nq_mover *mover, const char *limit) {
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
                      mover->stopped ? "the limit of steps was reached" : limit);
  }
}
