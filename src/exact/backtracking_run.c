/* How a run of backtracking pauses and ends, and which solutions count. */
#include "board/board.h"
#include "exact/backtracking_parts.h"

#include <stdatomic.h>

/* Branches between two polls of the watch. */
#define BRANCHES_PER_LOOK (UINT64_C(1) << 14)

/* ---- Ends ---- */

void nq_backtrack_set_pause(nq_backtrack_run *run) {
  uint64_t limit = run->plan.branches;
  run->pause = run->report.branches + BRANCHES_PER_LOOK;
  if (limit > 0 && run->pause > limit) run->pause = limit;
}

static bool is_stopped(const nq_backtrack_run *run) {
  if (run->stop != NULL) return atomic_load_explicit(run->stop, memory_order_relaxed);
  return nq_watch_poll(run->plan.watch, (nq_progress){.phase = "search"});
}

bool nq_backtrack_goes_on(nq_backtrack_run *run) {
  nq_enumerate_result *report = &run->report;
  uint64_t limit = run->plan.branches;
  nq_backtrack_set_pause(run);
  if (limit > 0 && report->branches >= limit)
    report->end = NQ_ENUMERATE_LIMIT;
  else if (is_stopped(run))
    report->end = NQ_ENUMERATE_STOPPED;
  return report->end == NQ_ENUMERATE_ALL;
}

/* ---- Fundamental solutions ---- */

/* Whether no image is lexicographically less than the board. */
static bool is_least(const uint32_t *rows, uint32_t n) {
  uint32_t columns[NQ_BACKTRACK_N_MAX];
  const uint32_t *const lines[2] = {rows, columns};
  for (uint32_t column = 0; column < n; column++) columns[rows[column]] = column;
  for (unsigned i = 1; i < NQ_IMAGES; i++)
    if (image_is_less(lines, n, i, 0)) return false;
  return true;
}

/* A border square is excluded when it is less than `row`, in the upper half, from a corner: some
 * symmetry maps it to (0, 0 .. row - 1). */
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
  nq_enumerate_result *report = &run->report;
  if (run->plan.fundamental && !is_least(run->rows, run->n)) return true;
  report->solutions++;
  if (run->plan.visit != NULL && !run->plan.visit(run->plan.context, run->rows))
    report->end = NQ_ENUMERATE_VISITOR;
  else if (report->solutions == run->plan.solutions)
    report->end = NQ_ENUMERATE_LIMIT;
  return report->end == NQ_ENUMERATE_ALL;
}

/* ---- The walk of lines ---- */

/* Backtracking that keeps the squares left in all lines (board/open.h), for instances.
 *
 * Choose a line and try its squares in turn: the line with the fewest squares (fail-first), or the
 * first open column.  The latter is lexicographic order: a queen on the last square of a line is in
 * every remaining solution, so it does not change the order. */

static void put_on_line(nq_backtrack_run *run, nq_squares *view, nq_squares_line line,
                        uint64_t squares) {
  uint32_t square = (uint32_t)__builtin_ctzll(squares);
  bool of_column = line.kind == SQUARES_OF_COLUMNS;
  uint32_t column = of_column ? line.index : square, row = of_column ? square : line.index;
  squares_put_queen(view, run->n, column, row);
  run->rows[column] = row;
}

/* Recurses at most n deep. */
static bool explore(nq_backtrack_run *run, nq_squares *view) {
  nq_squares_line line = {SQUARES_OF_COLUMNS, 0};
  unsigned squares_left = 2;
  if (run->hand_out != NULL &&
      (uint32_t)__builtin_popcountll(view->open[SQUARES_OF_COLUMNS]) <= run->n - run->columns)
    return run->hand_out(run, view);
  while (view->open[SQUARES_OF_COLUMNS] != 0 &&
         (squares_left = squares_find_narrowest(view, &line)) == 1)
    put_on_line(run, view, line, view->lines[line.kind][line.index]);
  if (view->open[SQUARES_OF_COLUMNS] == 0)
    return run->hand_out != NULL ? run->hand_out(run, view) : nq_backtrack_solution(run);
  if (squares_left == 0) {
    run->report.failures++;
    return true;
  }
  if (!run->plan.fail_first)
    line = (nq_squares_line){SQUARES_OF_COLUMNS,
                             (uint32_t)__builtin_ctzll(view->open[SQUARES_OF_COLUMNS])};
  for (uint64_t left = view->lines[line.kind][line.index]; left != 0; left &= left - 1) {
    nq_squares below = *view;
    put_on_line(run, &below, line, left);
    if (++run->report.branches >= run->pause && !nq_backtrack_goes_on(run)) return false;
    if (!explore(run, &below)) return false;
  }
  return true;
}

bool nq_backtrack_walk_lines(nq_backtrack_run *run, uint32_t columns) {
  nq_squares view;
  if (run->view != NULL)
    view = *run->view;
  else
    squares_init(&view, run->n, run->allowed);
  for (uint32_t column = 0; column < columns; column++)
    squares_put_queen(&view, run->n, column, run->rows[column]);
  return explore(run, &view);
}
