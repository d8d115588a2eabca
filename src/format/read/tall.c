/* MODEL.  Squares that are several lines high, parted by lines of a frame or by underscores:
 *
 *     +-----+-----+       _____ _____
 *     |     |     |      |     |     |     The lines between are one row of squares.  At most one
 *     |     |  Q  |      |     |  Q  |     of them has queens; the others have no glyphs, or
 *     |     |     |      |_____|_____|     underscores in all squares.
 *     +-----+-----+      |     |     |
 *     |     |     |      |  Q  |     |
 *     |  Q  |     |      |_____|_____|
 *     |     |     |
 *     +-----+-----+      As many lines between as squares in each may be a board.
 */
#include "format/read/grid.h"

/* What a picture has. */
typedef struct nq_tall {
  size_t width;       /* squares in its first line */
  bool floors;        /* rows of squares end with lines of underscores, */
  size_t lines, bare; /* without dashes; without queens or underscores */
  size_t height;      /* of lines in each row of squares; 0: they differ */
  size_t rows;        /* rows of squares */
  size_t fixed;       /* without lines between the rows of squares: lines of each */
  bool single;        /* each row of squares has one line with queens at most */
} nq_tall;

static bool has_cell(const nq_grid *grid, const nq_grid_row *row, int32_t cell) {
  for (size_t i = 0; i < row->count; i++)
    if (grid->cells[row->start + i] == cell) return true;
  return false;
}

/* Whether all squares of the line are alike, and empty. */
static bool is_bare(const nq_grid *grid, const nq_grid_row *row) {
  int32_t first = row->count > 0 ? grid->cells[row->start] : NQ_CELL_BLANK;
  for (size_t i = 1; i < row->count; i++)
    if (grid->cells[row->start + i] != first) return false;
  return first == NQ_CELL_BLANK || first == '_';
}

/* The line after the row of squares that starts with line i. */
static size_t end_of(const nq_grid *grid, size_t i, const nq_tall *tall) {
  size_t end = i + 1;
  for (; end < grid->row_count && !grid->rows[i].dashes; end++) {
    if (grid->rows[end].frames > grid->rows[i].frames || grid->rows[end].dashes) break;
    if (end - i == tall->fixed) break;
    if (tall->floors && has_cell(grid, &grid->rows[end - 1], '_')) break;
  }
  return end;
}

/* The line of those from i on which has queens, or the first; *more: another has some as well. */
static size_t main_line(const nq_grid *grid, size_t i, size_t end, bool *more) {
  size_t line = end;
  *more = false;
  for (size_t k = i; k < end; k++) {
    if (is_bare(grid, &grid->rows[k])) continue;
    *more = *more || line < end;
    line = k;
  }
  return line < end ? line : i;
}

/* Measure the rows of squares; where none are parted, those of as many lines as make a board, if
 * all have their queens in the same line. */
static void measure_rows(const nq_grid *grid, nq_tall *tall) {
  size_t place = 0;
  bool same = true, more;
  tall->single = true;
  tall->rows = 0;
  for (size_t i = 0, end; i < grid->row_count; i = end) {
    end = end_of(grid, i, tall);
    if (grid->rows[i].dashes) continue;
    if (tall->rows++ == 0) tall->height = end - i;
    if (tall->height != end - i) tall->height = 0;
    size_t line = main_line(grid, i, end, &more);
    tall->single = tall->single && !more;
    if (is_bare(grid, &grid->rows[line])) continue;
    same = same && (place == 0 || place == line - i + 1);
    place = line - i + 1;
  }
  tall->single = tall->single && (same || tall->fixed == 0);
}

static nq_tall measure(const nq_grid *grid) {
  nq_tall tall = {0};
  bool blank = false;
  for (size_t i = 0; i < grid->row_count; i++) {
    const nq_grid_row *row = &grid->rows[i];
    if (row->dashes) continue;
    if (tall.width == 0) tall.width = row->count;
    tall.lines++;
    bool floor = has_cell(grid, row, '_');
    tall.bare += is_bare(grid, row) && !floor;
    blank = blank || !floor;
    tall.floors = tall.floors || floor;
  }
  tall.floors = tall.floors && blank;
  measure_rows(grid, &tall);
  if (tall.rows != 1 || tall.width == 0 || tall.lines % tall.width != 0) return tall;
  tall.fixed = tall.lines / tall.width;
  measure_rows(grid, &tall);
  return tall;
}

void nq_grid_join_lines(nq_grid *grid) {
  nq_tall tall = measure(grid);
  bool parted = tall.height >= 2 && tall.width >= 2 && tall.rows % tall.width == 0;
  bool joins = parted && tall.single;
  bool sparse = tall.lines > tall.width && 2 * tall.bare >= tall.lines;
  if (!joins && (sparse || (parted && tall.fixed == 0 && tall.height % tall.width != 0)))
    grid->tall_line = grid->rows[0].line;
  if (!joins) return;
  size_t kept = 0;
  for (size_t i = 0, end; i < grid->row_count; i = end) {
    bool more;
    end = end_of(grid, i, &tall);
    if (grid->rows[i].dashes) continue;
    nq_grid_row row = grid->rows[main_line(grid, i, end, &more)];
    for (size_t k = i; k < end; k++) {
      const nq_grid_row *own = &grid->rows[k];
      if (own->lead >= 0 && !own->lead_cell) row.lead = own->lead, row.lead_cell = false;
      if (own->trail >= 0 && !own->trail_cell) row.trail = own->trail, row.trail_cell = false;
    }
    row.line = grid->rows[i].line;
    grid->rows[kept++] = row;
  }
  grid->row_count = kept;
}
