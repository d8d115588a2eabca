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
#include "core/core.h"
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
    nq_grid_end_row(grid, (nq_grid_row){.lead = lead, .indent = (size_t)(at - line.at)}, number);
  }
  return !others;
}

/* The queens of the lines up to one with other glyphs, with empty lines between.  Whether some line
 * has blanks. */
static bool gather_queens(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line;
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
  }
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

/* Whether all lines are one board, which has a row with two queens. */
static bool are_one(const nq_grid *grid) {
  const nq_grid_row *rows = grid->rows;
  size_t count = grid->row_count, lines = (size_t)(rows[count - 1].lead - rows[0].lead) + 1, least;
  bool twice = false;
  for (size_t i = 1; i < count; i++) twice = twice || rows[i].lead == rows[i - 1].lead;
  return twice && lines <= count && measure_places(grid, 0, count, count, &least) > 0;
}

/* Whether each queen is two glyphs wide, as in QQ. */
static bool are_doubled(const nq_grid *grid) {
  bool doubled = grid->row_count % 2 == 0;
  for (size_t i = 0; i + 1 < grid->row_count && doubled; i += 2)
    doubled = grid->rows[i].lead == grid->rows[i + 1].lead &&
              grid->rows[i].indent + 1 == grid->rows[i + 1].indent;
  return doubled;
}

nq_status nq_grid_read_blanks(nq_grid *grid, nq_terms *terms) {
  nq_place start = nq_terms_here(terms);
  bool fits, blank = gather_queens(grid, terms);
  size_t count = grid->row_count, least;
  if (count < 2 || !blank) return NQ_END;
  if (are_doubled(grid))
    return nq_error_at(terms->error, grid->rows[0].line,
                       "queens that are two glyphs each: write one glyph for each square");
  size_t first = judge_queens(grid, 0, &fits);
  for (size_t next = first; fits && next < count;) next = judge_queens(grid, next, &fits);
  if (fits) { /* the other boards are read next */
    nq_terms_return(terms, start);
    for (int64_t i = grid->rows[first - 1].lead; i >= 0; i--) nq_terms_skip_line(terms);
  } else if (are_one(grid)) {
    first = count;
  } else {
    return nq_error_at(
        terms->error, grid->rows[0].line,
        "a picture of %zu queens and blanks, whose rows and columns cannot be told: write . "
        "for each empty square",
        count);
  }
  size_t stride = measure_places(grid, 0, first, first, &least);
  for (size_t i = 0; i < first; i++) grid->rows[i].indent = (grid->rows[i].indent - least) / stride;
  grid->row_count = grid->queens_n = first;
  return NQ_OK;
}

/* ---- Blanks for the light squares ---- */

/* Pictures whose light squares are blanks, and whose dark ones have a sign:
 *
 *      Q # #        # Q #        all dark squares have the sign or a queen, all light ones a blank
 *     #   #Q          #   # Q    or a queen.  Which colour is dark, how far the squares are apart
 *      #Q#          Q #   #      and how many there are follows from the places of the glyphs;
 *     # # #           #   #      lines may lack the blanks at their ends.
 */
/* The fewest squares in a line: fewer may be anything else. */
#define WIDTH_MIN 3

/* Where the squares stand in the lines. */
typedef struct nq_places {
  size_t least, stride, width;
} nq_places;

/* Whether a line is one glyph over and over, other than queens. */
static bool is_rule(nq_glyphs line) {
  const int32_t *at = line.at;
  while (at < line.end && *at == *line.at) at++;
  bool same = at == line.end && line.end - line.at >= 2;
  return same && nq_glyph_kind_of(*line.at) != NQ_GLYPH_QUEEN;
}

/* Add the glyphs of a line; false if it is none of such a picture. */
static bool add_line(nq_grid *grid, nq_glyphs line, int32_t glyphs[2], uint64_t number) {
  size_t start = grid->count;
  nq_glyphs squares = nq_glyphs_trim(line);
  if (squares.at == squares.end || is_rule(squares)) return false;
  const nq_grid_row *above = grid->row_count > 0 ? &grid->rows[grid->row_count - 1] : NULL;
  for (const int32_t *at = line.at; at < squares.end; at++) {
    size_t place = grid->count - start;
    nq_glyph_kind kind = nq_glyph_kind_of(*at);
    if (kind == NQ_GLYPH_OTHER || is_digit(*at)) return false;
    bool blank = *at == NQ_CELL_BLANK, below = above != NULL && place < above->count;
    bool beside =
        (at > line.at && at[-1] == *at) || (below && grid->cells[above->start + place] == *at);
    if (!blank && kind == NQ_GLYPH_EMPTY && beside) return false; /* its neighbours are light */
    size_t known = 0;
    while (!blank && known < 2 && glyphs[known] != 0 && glyphs[known] != *at) known++;
    if (known == 2) return false;
    if (!blank) glyphs[known] = *at;
    nq_grid_add(grid, *at);
  }
  nq_grid_end_row(grid, NQ_GRID_ROW, number);
  return true;
}

/* All lines of blanks and of two glyphs, after a rule if there is one; whether both glyphs are
 * there. */
static bool gather_lines(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line;
  int32_t glyphs[2] = {0, 0};
  if (!nq_grid_take_line(grid, terms, &line)) return false;
  if (is_rule(nq_glyphs_trim(line))) nq_terms_skip_line(terms);
  while (nq_grid_take_line(grid, terms, &line) && add_line(grid, line, glyphs, terms->line))
    nq_terms_skip_line(terms);
  return glyphs[1] != 0;
}

static nq_places measure(const nq_grid *grid) {
  nq_places places = {.least = SIZE_MAX};
  size_t last = 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    const nq_grid_row *row = &grid->rows[i];
    size_t first = 0;
    while (grid->cells[row->start + first] == NQ_CELL_BLANK) first++;
    if (first < places.least) places.least = first;
    if (row->count - 1 > last) last = row->count - 1;
  }
  for (size_t i = 0; i < grid->row_count; i++)
    for (size_t k = places.least; k < grid->rows[i].count; k++)
      if (grid->cells[grid->rows[i].start + k] != NQ_CELL_BLANK)
        places.stride = (size_t)nq_common_divisor(k - places.least, places.stride);
  places.width = places.stride > 0 ? (last - places.least) / places.stride + 1 : 0;
  return places;
}

/* Lay the lines out as squares, all of them. */
static void lay_out(nq_grid *grid, nq_places places) {
  nq_grid lines = *grid;
  *grid = (nq_grid){.end_line = lines.end_line};
  for (size_t i = 0; i < lines.row_count; i++) {
    const nq_grid_row *row = &lines.rows[i];
    for (size_t k = 0; k < places.width; k++) {
      size_t place = places.least + k * places.stride;
      nq_grid_add(grid, place < row->count ? lines.cells[row->start + place] : NQ_CELL_BLANK);
    }
    nq_grid_end_row(grid, NQ_GRID_ROW, row->line);
  }
  nq_grid_release(&lines);
}

/* Whether the dark squares have a glyph each, and the light ones at most a queen. */
static bool is_checkered(const nq_grid *board, size_t width) {
  bool fits[] = {true, true}; /* the first square is dark, or light */
  for (size_t i = 0; i < board->count; i++) {
    size_t colour = (i / width % width + i % width) % 2;
    int32_t cell = board->cells[i];
    bool blank = cell == NQ_CELL_BLANK;
    fits[colour] = fits[colour] && !blank;
    fits[!colour] = fits[!colour] && (blank || nq_grid_is_queen(board, cell));
  }
  return fits[0] || fits[1];
}

nq_status nq_grid_read_checkers(nq_grid *grid, nq_terms *terms) {
  if (!gather_lines(grid, terms)) return NQ_END;
  const nq_places places = measure(grid);
  if (places.width < WIDTH_MIN || grid->row_count % places.width != 0) return NQ_END;
  lay_out(grid, places);
  bool fits = nq_grid_choose_queen(grid, terms->error) == NQ_OK && is_checkered(grid, places.width);
  return fits ? NQ_OK : NQ_END;
}
