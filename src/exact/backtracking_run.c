/* How a run of backtracking pauses and ends, and which solutions count. */
#include "board/images.h"
#include "exact/backtracking_parts.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Branches between two polls of the watch. */
#define BRANCHES_PER_LOOK (UINT64_C(1) << 14)

/* ---- Ends ---- */

void nq_backtrack_set_pause(nq_backtrack_run *run) {
  uint64_t limit = run->plan->branches;
  run->pause = run->report->branches + BRANCHES_PER_LOOK;
  if (limit > 0 && run->pause > limit) run->pause = limit;
}

static bool is_stopped(const nq_backtrack_run *run) {
  if (run->stop != NULL) return atomic_load_explicit(run->stop, memory_order_relaxed);
  return nq_watch_poll(run->plan->watch, (nq_progress){.phase = "search"});
}

bool nq_backtrack_goes_on(nq_backtrack_run *run) {
  nq_backtrack_report *report = run->report;
  uint64_t limit = run->plan->branches;
  nq_backtrack_set_pause(run);
  if (limit > 0 && report->branches >= limit) {
    report->end = NQ_BACKTRACK_BRANCHES;
  } else if (is_stopped(run)) {
    report->end = NQ_BACKTRACK_WATCH;
  } else {
    return true;
  }
  return false;
}

/* ---- Fundamental solutions ---- */

/* Whether no image is lexicographically less than the board. */
static bool is_least(const uint32_t *rows, uint32_t n) {
  uint32_t columns[NQ_BACKTRACK_N_MAX];
  const uint32_t *const lines[2] = {rows, columns};
  for (uint32_t column = 0; column < n; column++) columns[rows[column]] = column;
  for (unsigned i = 1; i < NQ_IMAGES; i++) {
    uint32_t j = 0;
    while (j < n && image_at(lines, n, i, j) == rows[j]) j++;
    if (j < n && image_at(lines, n, i, j) < rows[j]) return false;
  }
  return true;
}

/* With the first queen on `row`, in the upper half, the least of the images has no queen on a
 * square that some symmetry maps to (0, 0 .. row - 1): a border square less than `row` from a
 * corner. */
void nq_backtrack_allow_least(nq_backtrack_run *run) {
  uint32_t n = run->n, row = run->rows[0];
  uint64_t border = row_bit(0) | row_bit(n - 1), board = UINT64_MAX >> (64 - n);
  for (uint32_t column = 1; column < n; column++) {
    bool corner = column < row || column > n - 1 - row;
    run->allowed[column] = corner ? board & ~border : board;
  }
  if (n > 1) run->allowed[n - 1] &= board >> row << row & board >> row;
}

bool nq_backtrack_solution(nq_backtrack_run *run) {
  const nq_backtrack_plan *plan = run->plan;
  nq_backtrack_report *report = run->report;
  if (plan->fundamental && !is_least(run->rows, run->n)) return true;
  report->solutions++;
  if (plan->visit != NULL && !plan->visit(plan->context, run->rows)) {
    report->end = NQ_BACKTRACK_VISITOR;
    return false;
  }
  if (report->solutions != plan->solutions) return true;
  report->end = NQ_BACKTRACK_SOLUTIONS;
  return false;
}
