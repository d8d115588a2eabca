/* Backtracking that keeps the squares left in all lines (board/squares.h), for instances.
 *
 * Choose a line and try its squares in turn: the line with the fewest squares (fail-first), or the
 * first open column.  The latter is lexicographic order: a queen on the last square of a line is in
 * every remaining solution, so it does not change the order. */
#include "exact/backtracking_parts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static void put_queen(nq_backtrack_run *run, nq_squares *view, uint32_t column, uint32_t row) {
  squares_put_queen(view, run->n, column, row);
  run->rows[column] = row;
}

static void put_on_line(nq_backtrack_run *run, nq_squares *view, nq_squares_line line,
                        uint64_t squares) {
  uint32_t square = (uint32_t)__builtin_ctzll(squares);
  if (line.kind == SQUARES_OF_COLUMNS)
    put_queen(run, view, line.index, square);
  else
    put_queen(run, view, square, line.index);
}

/* Whether to hand the view to the threads, which continue from it. */
static bool is_shared(const nq_backtrack_run *run, const nq_squares *view) {
  return run->team != NULL &&
         (uint32_t)__builtin_popcountll(view->open[SQUARES_OF_COLUMNS]) <= run->n - run->shared;
}

/* Recurses at most n deep. */
bool nq_backtrack_explore(nq_backtrack_run *run, nq_squares *view) {
  nq_squares_line line = {SQUARES_OF_COLUMNS, 0};
  unsigned squares_left = 2;
  if (is_shared(run, view)) return run->hand_out(run, run->n, view);
  while (view->open[SQUARES_OF_COLUMNS] != 0 &&
         (squares_left = squares_find_narrowest(view, &line)) == 1)
    put_on_line(run, view, line, view->lines[line.kind][line.index]);
  if (view->open[SQUARES_OF_COLUMNS] == 0)
    return run->team != NULL ? run->hand_out(run, run->n, view) : nq_backtrack_solution(run);
  if (squares_left == 0) {
    run->report->failures++;
    return true;
  }
  if (run->in_order)
    line = (nq_squares_line){SQUARES_OF_COLUMNS,
                             (uint32_t)__builtin_ctzll(view->open[SQUARES_OF_COLUMNS])};
  for (uint64_t left = view->lines[line.kind][line.index]; left != 0; left &= left - 1) {
    nq_squares below = *view;
    put_on_line(run, &below, line, left);
    if (++run->report->branches >= run->pause && !nq_backtrack_goes_on(run)) return false;
    if (!nq_backtrack_explore(run, &below)) return false;
  }
  return true;
}

bool nq_backtrack_walk_lines(nq_backtrack_run *run, uint32_t columns) {
  nq_squares view;
  squares_init(&view, run->n, run->allowed);
  for (uint32_t column = 0; column < columns; column++)
    put_queen(run, &view, column, run->rows[column]);
  return nq_backtrack_explore(run, &view);
}
