/* MODEL.  Pictures whose light squares are blanks, and whose dark ones have a sign:
 *
 *      Q # #        # Q #        all dark squares have the sign or a queen, all light ones a blank
 *     #   #Q          #   # Q    or a queen.  Which colour is dark, how far the squares are apart
 *      #Q#          Q #   #      and how many there are follows from the places of the glyphs;
 *     # # #           #   #      lines may lack the blanks at their ends.
 */
#include "format/read/grid.h"

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
    if (kind == NQ_GLYPH_OTHER || *at >= NQ_CELL_WORD || is_digit(*at)) return false;
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
  return !grid->failed;
}

/* All lines of blanks and of two glyphs, after a rule if there is one; whether there are some, and
 * both glyphs. */
static bool gather_lines(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line;
  int32_t glyphs[2] = {0, 0};
  bool more = nq_grid_take_line(grid, terms, &line);
  if (more && is_rule(nq_glyphs_trim(line))) nq_terms_skip_line(terms);
  while (more && nq_grid_take_line(grid, terms, &line)) {
    size_t count = grid->count;
    more = add_line(grid, line, glyphs, terms->line);
    if (more) nq_terms_skip_line(terms);
    if (!more) grid->count = count;
  }
  return !grid->failed && grid->row_count >= WIDTH_MIN && glyphs[1] != 0;
}

static size_t common_divisor(size_t a, size_t b) {
  while (b != 0) {
    size_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
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
        places.stride = common_divisor(k - places.least, places.stride);
  places.width = places.stride > 0 ? (last - places.least) / places.stride + 1 : 0;
  return places;
}

/* Add the squares of a line to the board; false if a dark one of them is blank. */
static bool add_squares(nq_grid *board, const nq_grid *grid, const nq_grid_row *row,
                        nq_places places, bool dark) {
  for (size_t k = 0; k < places.width; k++, dark = !dark) {
    size_t place = places.least + k * places.stride;
    int32_t cell = place < row->count ? grid->cells[row->start + place] : NQ_CELL_BLANK;
    if (dark && cell == NQ_CELL_BLANK) return false;
    nq_grid_add(board, cell);
  }
  nq_grid_end_row(board, NQ_GRID_ROW, row->line);
  return !board->failed;
}

/* Whether the light squares have only queens. */
static bool has_light_queens(const nq_grid *board, size_t width, bool dark) {
  for (size_t i = 0; i < board->count; i++) {
    size_t line = i / width % width, column = i % width;
    int32_t cell = board->cells[i];
    bool light = ((line + column) % 2 == 0) != dark;
    if (light && cell != NQ_CELL_BLANK && !nq_grid_is_queen(board, cell)) return false;
  }
  return true;
}

/* The boards if the first square is dark, or is not. */
static bool lay_out(nq_grid *board, const nq_grid *grid, nq_places places, bool dark) {
  *board = (nq_grid){.end_line = grid->end_line};
  for (size_t i = 0; i < grid->row_count; i++)
    if (!add_squares(board, grid, &grid->rows[i], places, dark == (i % places.width % 2 == 0)))
      return false;
  return true;
}

nq_status nq_grid_read_checkers(nq_grid *grid, nq_terms *terms) {
  nq_place start = nq_terms_here(terms);
  nq_status status = NQ_END;
  nq_grid board = {0};
  *grid = (nq_grid){0};
  if (gather_lines(grid, terms)) {
    nq_places places = measure(grid);
    bool whole = places.width >= WIDTH_MIN && grid->row_count % places.width == 0;
    for (int dark = 1; dark >= 0 && whole && status == NQ_END; dark--) {
      nq_grid_release(&board);
      if (!lay_out(&board, grid, places, dark == 1)) continue;
      status = nq_grid_choose_queen(&board, terms->error);
      if (status == NQ_OK && !has_light_queens(&board, places.width, dark == 1)) status = NQ_END;
    }
  }
  bool failed = grid->failed || board.failed;
  nq_grid_release(grid);
  *grid = board;
  grid->failed = failed;
  if (failed) return nq_error_set(terms->error, NQ_NO_MEMORY, "no memory for the picture");
  if (status == NQ_END) {
    nq_grid_release(grid);
    nq_terms_return(terms, start);
  }
  return status;
}
