/* Backtracking with all lines in view, for instances.
 *
 * MODEL.  A view of the board is kept twice: of every column the rows that are left to it, and of
 * every row the columns.  A queen on (column, row) takes the same squares from both:
 *
 *     lines[0][c] loses the rows    row, row + (c - column), row - (c - column)
 *     lines[1][r] loses the columns column, column + (r - row), column - (r - row)
 *
 * A line without a queen and with no square left is a dead end; one with a single square gets its
 * queen at once.  Otherwise a line is chosen, and its squares are tried in turn: the one with the
 * fewest (fail-first), or the first column (lexicographic order: squares that are taken at once are
 * taken in all solutions that are left, so they do not disturb it). */
#include "search/backtracking_parts.h"

enum { COLUMNS, ROWS };

typedef struct view {
  uint64_t lines[2][NQ_BACKTRACK_N_MAX];
  uint64_t open[2]; /* lines without a queen */
} view;

/* A line, by its kind and index. */
struct line {
  unsigned kind;
  uint32_t index;
};

static unsigned count_squares(uint64_t squares) {
  return (unsigned)__builtin_popcountll(squares);
}

static void take_squares(uint64_t *lines, uint32_t n, uint32_t at, uint32_t square) {
  const uint64_t queen = UINT64_C(1) << square;
  lines[at] = queen;
  for (uint64_t line = at + 1, up = queen << 1, down = queen >> 1; line < n; line++) {
    lines[line] &= ~(queen | up | down);
    up <<= 1;
    down >>= 1;
  }
  uint64_t up = queen << 1, down = queen >> 1;
  for (uint32_t line = at; line-- > 0;) {
    lines[line] &= ~(queen | up | down);
    up <<= 1;
    down >>= 1;
  }
}

static void put_queen(nq_backtrack_run *run, view *at, uint32_t column, uint32_t row) {
  take_squares(at->lines[COLUMNS], run->n, column, row);
  take_squares(at->lines[ROWS], run->n, row, column);
  at->open[COLUMNS] &= ~(UINT64_C(1) << column);
  at->open[ROWS] &= ~(UINT64_C(1) << row);
  run->rows[column] = row;
}

/* The open line with the fewest squares, and how many; at most one: the search ends there. */
static unsigned find_narrowest(const view *at, struct line *found) {
  unsigned least = UINT32_MAX;
  for (unsigned kind = COLUMNS; kind <= ROWS; kind++)
    for (uint64_t open = at->open[kind]; open != 0; open &= open - 1) {
      uint32_t index = (uint32_t)__builtin_ctzll(open);
      unsigned squares = count_squares(at->lines[kind][index]);
      if (squares >= least) continue;
      least = squares;
      *found = (struct line){kind, index};
      if (squares == 0) return 0;
    }
  return least;
}

static void put_on_line(nq_backtrack_run *run, view *at, struct line line, uint64_t squares) {
  uint32_t square = (uint32_t)__builtin_ctzll(squares);
  if (line.kind == COLUMNS)
    put_queen(run, at, line.index, square);
  else
    put_queen(run, at, square, line.index);
}

/* All solutions from here; false: the search ends.  No deeper than n. */
static bool explore(nq_backtrack_run *run, view *at) {
  struct line line = {COLUMNS, 0};
  unsigned squares_left = 2;
  while (at->open[COLUMNS] != 0 && (squares_left = find_narrowest(at, &line)) == 1)
    put_on_line(run, at, line, at->lines[line.kind][line.index]);
  if (at->open[COLUMNS] == 0) return nq_backtrack_solution(run);
  if (squares_left == 0) {
    run->report->failures++;
    return true;
  }
  if (run->in_order) line = (struct line){COLUMNS, (uint32_t)__builtin_ctzll(at->open[COLUMNS])};
  for (uint64_t left = at->lines[line.kind][line.index]; left != 0; left &= left - 1) {
    view below = *at;
    put_on_line(run, &below, line, left);
    if (++run->report->branches >= run->pause && !nq_backtrack_goes_on(run)) return false;
    if (!explore(run, &below)) return false;
  }
  return true;
}

bool nq_backtrack_walk_lines(nq_backtrack_run *run, uint32_t columns) {
  uint32_t n = run->n;
  view at = {.open = {UINT64_MAX >> (64 - n), UINT64_MAX >> (64 - n)}};
  for (uint32_t column = 0; column < n; column++) {
    at.lines[COLUMNS][column] = run->allowed[column];
    for (uint32_t row = 0; row < n; row++)
      at.lines[ROWS][row] |= (run->allowed[column] >> row & 1) << column;
  }
  for (uint32_t column = 0; column < columns; column++)
    put_queen(run, &at, column, run->rows[column]);
  return explore(run, &at);
}
