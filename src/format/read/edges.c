/* MODEL.  What stands beside and between the lines of a picture and is no square: ranks, marks of a
 * list, and rules.
 *
 *     4 . . Q .      + . . Q .      . . Q .
 *     3 Q . . .      + Q . . .      Q . . .
 *     2 . . . Q      + . . . Q      . . . Q
 *     1 . Q . .      + . Q . .      . Q . .
 *                                   =======
 */
#include "format/read/grid.h"

#include <stdlib.h>

/* Squares of 0 and 1 have no numbers at their edges. */
static bool has_digits_only(const nq_grid *grid) {
  for (size_t i = 0; i < grid->count; i++)
    if (!is_digit(grid->cells[i])) return false;
  return true;
}

/* Turn each picture, of so many lines, upside down; the numbers of the lines stay where they
 * are. */
static void turn_over(nq_grid *grid, size_t lines) {
  for (size_t first = 0; first + lines <= grid->row_count; first += lines)
    for (size_t i = first, k = first + lines - 1; i < k; i++, k--) {
      nq_grid_row upper = grid->rows[i], lower = grid->rows[k];
      uint64_t line = upper.line;
      upper.line = lower.line;
      lower.line = line;
      grid->rows[i] = lower;
      grid->rows[k] = upper;
    }
}

static int64_t label_of(const nq_grid *grid, size_t row, bool trail) {
  return trail ? grid->rows[row].trail : grid->rows[row].lead;
}

/* After how many lines the numbers at an edge begin again, lines of dashes not counted; 0 if they
 * are no ranks. */
static size_t count_ranks(const nq_grid *grid, bool trail) {
  int64_t first = -1, step = 0, last = -1;
  size_t count = 0, lines = 0; /* lines; lines of each picture, once they begin again */
  for (size_t i = 0; i < grid->row_count; i++) {
    int64_t label = label_of(grid, i, trail);
    if (grid->rows[i].dashes && label < 0) continue;
    if (label < 0) return 0;
    if (count == 0) first = label;
    if (count == 1) step = label - first;
    if (count > 0 && label == first && lines == 0) lines = count;
    bool again = lines > 0 && count % lines == 0;
    if (count > 0 && label != (again ? first : last + step)) return 0;
    last = label;
    count++;
  }
  if (lines == 0) lines = count;
  return count > 1 && llabs(step) == 1 && count % lines == 0 ? lines : 0;
}

/* Take off the lines without numbers at an edge, where the others have ranks: they are rules. */
static void drop_unranked(nq_grid *grid, bool trail) {
  size_t kept = 0;
  for (size_t i = 0; i < grid->row_count; i++)
    if (label_of(grid, i, trail) >= 0) grid->rows[kept++] = grid->rows[i];
  grid->row_count = kept;
}

bool nq_grid_strip_labels(nq_grid *grid) {
  const nq_grid_row *rows = grid->rows;
  bool outside = grid->framed && rows[0].lead >= 0 && !rows[0].lead_cell; /* before a bar */
  bool digits = has_digits_only(grid) && !outside;
  size_t lead = digits ? 0 : count_ranks(grid, false), trail = digits ? 0 : count_ranks(grid, true);
  if (lead > 0) drop_unranked(grid, false);
  if (trail > 0) drop_unranked(grid, true);
  grid->ranked = lead > 0 || trail > 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    nq_grid_row *row = &grid->rows[i];
    if (lead == 0 && row->lead >= 0 && !row->lead_cell) return false;
    if (trail == 0 && row->trail >= 0 && !row->trail_cell) return false;
    if (lead > 0 && row->lead_cell) row->start++, row->count--;
    if (trail > 0 && row->trail_cell && row->count > 0) row->count--;
  }
  if (lead > 0 && rows[0].lead > rows[1].lead)
    turn_over(grid, lead);
  else if (trail > 0 && rows[0].trail > rows[1].trail)
    turn_over(grid, trail);
  return true;
}

void nq_grid_strip_marks(nq_grid *grid) {
  const nq_grid_row *rows = grid->rows;
  int32_t mark = grid->count > 0 ? grid->cells[rows[0].start] : 0;
  bool marks = grid->row_count > 1 && (mark == '+' || mark == '-' || mark == '*');
  for (size_t i = 0; i < grid->row_count && marks; i++) {
    marks = rows[i].count == grid->row_count + 1;
    for (size_t k = 0; k < rows[i].count && marks; k++)
      marks = (grid->cells[rows[i].start + k] == mark) == (k == 0);
  }
  for (size_t i = 0; i < grid->row_count && marks; i++)
    grid->rows[i].start++, grid->rows[i].count--;
}

/* Whether lines of dashes stand only between pictures of `width` lines, and before and after
 * them. */
static bool are_between(const nq_grid *grid, size_t width) {
  size_t others = 0, dashes = 0;
  bool between = width > 0;
  for (size_t i = 0; i < grid->row_count && between; i++) {
    between = !grid->rows[i].dashes || others % width == 0;
    if (grid->rows[i].dashes)
      dashes++;
    else
      others++;
  }
  return between && others % width == 0 && dashes <= others / width + 1;
}

/* Whether lines that are not of dashes have the sign, or have only one sign at all. */
static bool may_have_sign(const nq_grid *grid, int32_t sign) {
  int32_t one = 0;
  bool single = true;
  for (size_t i = 0; i < grid->row_count; i++) {
    const nq_grid_row *row = &grid->rows[i];
    for (size_t k = 0; k < row->count && !row->dashes; k++) {
      int32_t cell = grid->cells[row->start + k];
      if (cell == sign) return true;
      single = single && (one == 0 || one == cell);
      one = cell;
    }
  }
  return single;
}

/* Take off lines of dashes that are no squares for certain: they are shorter or longer than that
 * line, or of a sign that no other line has. */
static void drop_other_rulers(nq_grid *grid, const nq_grid_row *like) {
  size_t kept = 0, count = like->count, extent = like->extent;
  int32_t sign = 0; /* the last that was looked for, */
  bool may = true;  /* and whether it may be a square */
  for (size_t i = 0; i < grid->row_count; i++) {
    const nq_grid_row *row = &grid->rows[i];
    int32_t own = row->dashes && row->count > 0 ? grid->cells[row->start] : sign;
    if (own != sign) may = may_have_sign(grid, own);
    sign = own;
    bool same = row->count == count && row->extent == extent && may;
    if (!row->dashes || same) grid->rows[kept++] = *row;
  }
  grid->row_count = kept;
}

void nq_grid_drop_rulers(nq_grid *grid) {
  size_t first = 0, kept = 0, dashes = 0;
  while (first < grid->row_count && grid->rows[first].dashes) first++;
  if (first == grid->row_count) return;
  if (!grid->framed) {
    drop_other_rulers(grid, &grid->rows[first]);
    first = 0;
    while (grid->rows[first].dashes) first++;
  }
  for (size_t i = 0; i < grid->row_count; i++) dashes += grid->rows[i].dashes;
  size_t width = grid->rows[first].count;
  bool odd = width > 0 && grid->row_count % width != 0;
  bool all = grid->framed || (are_between(grid, width) && (odd || dashes > 1));
  for (size_t i = 0; i < grid->row_count; i++) {
    bool edge = i == 0 || i + 1 == grid->row_count;
    bool ruler = grid->rows[i].dashes && (all || (edge && (odd || grid->rows[i].count != width)));
    if (!ruler) grid->rows[kept++] = grid->rows[i];
  }
  grid->row_count = kept;
}
