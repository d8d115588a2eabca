/* MODEL.  Pictures of queens and blanks alone, which lack the blanks at the ends of their lines.
 * An empty line is the end of a picture, or a row without a queen:
 *
 *       Q      Q        n lines with a queen          Q      a line has two queens, or one
 *     Q      Q          each: a board, up to        Q   Q    too far right: all lines are
 *         Q             the empty line                       one board
 *       Q                                             Q
 *
 * Places are columns, or twice the columns.  They count from that of the leftmost queen, so that a
 * wrong board may be read with its columns moved: a row with two queens stays one. */
#include "format/read/grid.h"

/* Lines that are looked at after an empty one. */
#define LINES_MORE 64

/* Add the queens of a line, each as a row of the grid: its line in `lead`, its place in `indent`.
 * False if the line has other glyphs; *empties: they may be squares, so that it belongs to a
 * picture that is not of blanks. */
static bool take_queens(nq_grid *grid, nq_glyphs line, int64_t lead, uint64_t number,
                        bool *empties) {
  bool others = false;
  *empties = false;
  for (const int32_t *at = line.at; at < line.end; at++) {
    nq_glyph_kind kind = nq_glyph_kind_of(*at);
    *empties = kind != NQ_GLYPH_OTHER;
    others = others || (*at != ' ' && kind != NQ_GLYPH_QUEEN);
    if (!*empties) break;
    if (others || *at == ' ') continue;
    nq_grid_add(grid, *at);
    nq_grid_end_row(grid, (nq_grid_row){.lead = lead, .indent = (size_t)(at - line.at)}, number);
  }
  return !others && !grid->failed;
}

/* The queens of the lines up to one with other glyphs, with empty lines between.  Whether some line
 * has blanks. */
static bool gather_queens(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line;
  nq_place end = nq_terms_here(terms);
  int64_t last = INT64_MAX;
  bool blank = false, empties;
  for (int64_t row = 0; row <= last && nq_grid_take_line(grid, terms, &line); row++) {
    size_t queens = grid->row_count;
    if (!take_queens(grid, line, row, terms->line, &empties)) {
      bool more = empties && queens > 0 && grid->rows[queens - 1].lead + 1 == row;
      grid->row_count = more ? 0 : queens;
      break;
    }
    nq_terms_skip_line(terms);
    blank = blank || (size_t)(line.end - line.at) > grid->row_count - queens;
    if (grid->row_count == queens && last == INT64_MAX) last = row + LINES_MORE;
    if (grid->row_count > queens) end = nq_terms_here(terms);
  }
  nq_terms_return(terms, end);
  grid->end_line = end.line;
  return blank;
}

/* The stride of the places of the queens from `first` to before `end`, and the least; 0 if they are
 * no columns of a board. */
static size_t measure_places(const nq_grid *grid, size_t first, size_t end, size_t n,
                             size_t *least) {
  size_t last = 0, parities[2] = {0, 0};
  *least = SIZE_MAX;
  for (const nq_grid_row *queen = grid->rows + first; queen < grid->rows + end; queen++) {
    if (queen->indent < *least) *least = queen->indent;
    if (queen->indent > last) last = queen->indent;
    parities[queen->indent % 2]++;
  }
  size_t most = last - *least, stride = parities[0] > 0 && parities[1] > 0 ? 1 : 2;
  bool tight = stride == 2 && most > 0 && most < n; /* columns, or twice those of half a board */
  return n >= 2 && most / stride < n && !tight ? stride : 0;
}

/* The queen after those of the lines up to an empty one. *fits: each of the lines has one queen,
 * and they are a board. */
static size_t judge_queens(const nq_grid *grid, size_t first, bool *fits) {
  const nq_grid_row *rows = grid->rows;
  size_t i = first + 1, least;
  *fits = true;
  for (; i < grid->row_count && rows[i].lead <= rows[i - 1].lead + 1; i++)
    *fits = *fits && rows[i].lead > rows[i - 1].lead;
  *fits = *fits && measure_places(grid, first, i, i - first, &least) > 0;
  return i;
}

/* All lines are one board, which has a row with two queens. */
static nq_status check_whole(const nq_grid *grid, nq_error *error) {
  const nq_grid_row *rows = grid->rows;
  size_t count = grid->row_count, lines = (size_t)(rows[count - 1].lead - rows[0].lead) + 1, least;
  bool twice = false;
  for (size_t i = 1; i < count; i++) twice = twice || rows[i].lead == rows[i - 1].lead;
  if (twice && lines <= count && measure_places(grid, 0, count, count, &least) > 0) return NQ_OK;
  return nq_error_at(
      error, rows[0].line,
      "a picture of %zu queens and blanks, whose rows and columns cannot be told: write . "
      "for each empty square",
      count);
}

nq_status nq_grid_read_blanks(nq_grid *grid, nq_terms *terms) {
  nq_place start = nq_terms_here(terms);
  nq_status status = NQ_OK;
  bool fits, blank = gather_queens(grid, terms);
  size_t count = grid->row_count, least;
  if (count < 2 || grid->failed || !blank) {
    nq_terms_return(terms, start);
    return NQ_END;
  }
  size_t first = judge_queens(grid, 0, &fits);
  for (size_t next = first; fits && next < count;) next = judge_queens(grid, next, &fits);
  if (fits) { /* the other boards are read next */
    nq_terms_return(terms, start);
    for (int64_t i = grid->rows[first - 1].lead; i >= 0; i--) nq_terms_skip_line(terms);
  } else {
    status = check_whole(grid, terms->error);
    first = count;
  }
  size_t stride = measure_places(grid, 0, first, first, &least);
  for (size_t i = 0; i < first && status == NQ_OK && stride > 0; i++)
    grid->rows[i].indent = (grid->rows[i].indent - least) / stride;
  grid->row_count = grid->queens_n = first;
  return status;
}
