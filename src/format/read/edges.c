/* MODEL.  What stands beside and between the lines of a picture and is no square: ranks, marks of a
 * list, rules, and the lines of squares that are several lines high.
 *
 *     4 . . Q .      + . . Q .      . . Q .
 *     3 Q . . .      + Q . . .      Q . . .
 *     2 . . . Q      + . . . Q      . . . Q
 *     1 . Q . .      + . Q . .      . Q . .
 *                                   =======
 */
#include "format/read/grid.h"

#include <stdlib.h>
#include <string.h>

static bool has_digits_only(const nq_grid *grid) {
  for (size_t i = 0; i < grid->count; i++)
    if (!is_digit(grid->cells[i])) return false;
  return true;
}

/* Turn each picture of `lines` lines upside down.  Line numbers, for messages, keep their
 * places. */
static void turn_over(nq_grid *grid, size_t lines) {
  for (size_t first = 0; first + lines <= grid->row_count; first += lines)
    for (size_t i = first, k = first + lines - 1; i < k; i++, k--) {
      const nq_grid_row upper = grid->rows[i], lower = grid->rows[k];
      grid->rows[i] = lower;
      grid->rows[k] = upper;
      grid->rows[i].line = upper.line;
      grid->rows[k].line = lower.line;
    }
}

static int64_t label_of(const nq_grid *grid, size_t row, bool trail) {
  return trail ? grid->rows[row].trail : grid->rows[row].lead;
}

/* After how many lines the numbers at an edge begin again; 0 if they are no ranks. */
static size_t count_ranks(const nq_grid *grid, bool trail) {
  int64_t first = label_of(grid, 0, trail), last = first, step = 0;
  size_t count = grid->row_count, lines = 0; /* of each picture, once they begin again */
  if (first < 0) return 0;
  for (size_t i = 1; i < count; i++) {
    int64_t label = label_of(grid, i, trail);
    if (i == 1) step = label - first;
    if (label == first && lines == 0) lines = i;
    bool again = lines > 0 && i % lines == 0;
    if (label < 0 || label != (again ? first : last + step)) return 0;
    last = label;
  }
  if (lines == 0) lines = count;
  return llabs(step) == 1 && count % lines == 0 ? lines : 0;
}

/* Whether the lines without the numbers at these edges are n of n squares, 0 and 1. */
static bool is_matrix(const nq_grid *grid, bool lead, bool trail) {
  bool matrix = grid->row_count >= 4;
  for (size_t i = 0; i < grid->row_count && matrix; i++) {
    const nq_grid_row *row = &grid->rows[i];
    size_t start = row->start + (lead && row->lead_cell);
    size_t count = row->count - (trail && row->trail_cell) - (start - row->start);
    matrix = count == grid->row_count;
    for (size_t k = start; k < start + count && matrix; k++)
      matrix = grid->cells[k] == '0' || grid->cells[k] == '1';
  }
  return matrix;
}

bool nq_grid_strip_labels(nq_grid *grid) {
  const nq_grid_row *rows = grid->rows;
  bool outside = grid->framed && rows[0].lead >= 0 && !rows[0].lead_cell; /* before a bar */
  bool digits = has_digits_only(grid) && !outside;
  bool both = digits && is_matrix(grid, true, true); /* 4 0 0 1 0 4 */
  bool leads = !digits || both || is_matrix(grid, true, false);
  size_t lead = leads ? count_ranks(grid, false) : 0;
  bool trails = !digits || both || is_matrix(grid, false, true);
  size_t trail = trails ? count_ranks(grid, true) : 0;
  grid->ranked = lead > 0 || trail > 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    nq_grid_row *row = &grid->rows[i];
    if (lead == 0 && row->lead >= 0 && !row->lead_cell && !grid->worded) return false;
    if (trail == 0 && row->trail >= 0 && !row->trail_cell) return false;
    if (lead > 0 && row->lead_cell) row->start++, row->count--;
    if (trail > 0 && row->trail_cell) row->count--;
  }
  if (lead > 0 && rows[0].lead > rows[1].lead)
    turn_over(grid, lead);
  else if (trail > 0 && rows[0].trail > rows[1].trail)
    turn_over(grid, trail);
  return true;
}

/* Whether the squares at one edge, or both, are marks: pictures of n lines of n squares stay. */
static bool has_marks(const nq_grid *grid, size_t edges) {
  const nq_grid_row *rows = grid->rows;
  size_t n = rows[0].count - edges;
  bool marks = rows[0].count > edges + 1 && grid->row_count % n == 0;
  for (size_t i = 0; i < grid->row_count && marks; i++) {
    int32_t mark = grid->cells[rows[i - i % n].start];
    bool known = mark == '*' ||
                 (edges == 2 ? mark == '#' : mark == '+' || mark == '-' || mark == NQ_CELL_BLANK);
    marks = rows[i].count == n + edges && known;
    for (size_t k = 0; k < rows[i].count && marks; k++)
      marks = (grid->cells[rows[i].start + k] == mark) == (k == 0 || k == n + 1);
  }
  return marks;
}

void nq_grid_strip_marks(nq_grid *grid) {
  size_t edges = has_marks(grid, 1) ? 1 : has_marks(grid, 2) ? 2 : 0;
  for (size_t i = 0; i < grid->row_count && edges > 0; i++)
    grid->rows[i].start++, grid->rows[i].count -= edges;
}

/* Without the quotes, brackets and tags that close at the end of the line: "..Q.\n",  ..Q.</td> */
static nq_glyphs unclose(nq_glyphs line) {
  for (;;) {
    line = nq_glyphs_trim(line);
    if (line.end - line.at < 2) return line;
    const int32_t *last = line.end - 1;
    if (*last == '>')
      while (last > line.at && *last != '<') last--;
    else if (*last == 'n' && last[-1] == '\\')
      last--;
    else if (*last >= 0x80 || strchr("|,;\"')]", (int)*last) == NULL)
      return line;
    line.end = last;
  }
}

/* Whether squares may begin after this sign. */
static bool is_opening(int32_t sign) {
  return sign == '=' || nq_glyph_is_blank(sign) ||
         (!is_digit(sign) && nq_glyph_kind_of(sign) == NQ_GLYPH_OTHER);
}

/* Whether the digit is 0 or 1 with blanks around it, or a quote or bracket before it. */
static bool is_bit(nq_glyphs line, const int32_t *digit) {
  bool first = digit == line.at || nq_glyph_is_blank(digit[-1]) || digit[-1] == '"' ||
               digit[-1] == '[' || digit[-1] == '(';
  bool last = digit + 1 == line.end || nq_glyph_is_blank(digit[1]);
  return first && last && (*digit == '0' || *digit == '1');
}

nq_glyphs nq_grid_last_squares(nq_glyphs line, int64_t *rank) {
  nq_glyphs squares = unclose(line);
  int32_t one = 0, other = 0;
  const int32_t *at = squares.end;
  size_t count = 0;
  for (; at > squares.at; at--) {
    int32_t cell = at[-1], *own = nq_glyph_kind_of(cell) == NQ_GLYPH_EMPTY ? &one : &other;
    if (nq_glyph_is_blank(cell)) continue;
    bool bit = is_bit(squares, at - 1);
    if ((is_digit(cell) && !bit) || cell == '=' || cell == '+') break;
    if (nq_glyph_kind_of(cell) == NQ_GLYPH_OTHER || (*own != 0 && *own != cell)) break;
    *own = cell;
  }
  while (at > squares.at && at < squares.end && !is_opening(at[-1])) at++;
  const int32_t *end = at;
  bool comment = squares.at < at && (*squares.at == '#' || *squares.at == '%');
  squares = nq_glyphs_trim((nq_glyphs){at, squares.end});
  for (at = squares.at, one = 0; at < squares.end; at++) {
    count += !nq_glyph_is_blank(*at);
    one += nq_glyph_kind_of(*at) == NQ_GLYPH_EMPTY && !nq_glyph_is_blank(*at);
  }
  *rank = -1;
  if (count < 4 || one == 0 || comment) return line;
  while (end > line.at && !is_digit(end[-1])) end--;
  for (int64_t place = 1; end > line.at && is_digit(end[-1]) && place < NQ_N_MAX; place *= 10)
    *rank = (place > 1 ? *rank : 0) + place * (*--end - '0');
  return squares;
}

/* A queen in a line, and the squares before and after it, which are of one glyph. */
typedef struct nq_place_in_row {
  int32_t queen, square;
  size_t count, place; /* squares, with the queen, and those before it */
} nq_place_in_row;

/* The most squares of the next line that may be a row, at least four, whatever stands around them,
 * or blanks, bars and commas between. */
static bool find_row(nq_terms *terms, nq_place_in_row *found) {
  nq_grid grid = {0};
  nq_glyphs line;
  size_t size = 0;
  *found = (nq_place_in_row){.count = 3};
  if (nq_grid_take_line(&grid, terms, &line))
    for (const int32_t *at = line.at; at < line.end; at++)
      if (!nq_glyph_is_blank(*at) && (*at >= 0x80 || strchr("|,;", (int)*at) == NULL))
        grid.glyphs[size++] = *at;
  for (size_t i = 0; i < 2 * size; i++) { /* squares as the one before the queen, or after it */
    size_t place = i / 2, beside = i % 2 == 0 ? place - 1 : place + 1;
    if (beside >= size) continue;
    int32_t queen = grid.glyphs[place], square = grid.glyphs[beside];
    nq_glyph_kind kind = nq_glyph_kind_of(queen);
    bool may = kind == NQ_GLYPH_QUEEN || (kind == NQ_GLYPH_EITHER && !is_digit(queen));
    if (!may || queen == '+' || queen == '=' || queen == square || is_digit(square)) continue;
    size_t before = 0, end = place + 1;
    while (before < place && grid.glyphs[place - before - 1] == square) before++;
    while (end < size && grid.glyphs[end] == square) end++;
    size_t count = before + end - place;
    if (count >= found->count) *found = (nq_place_in_row){queen, square, count, before};
  }
  nq_grid_release(&grid);
  return found->count > 3;
}

bool nq_grid_is_within(nq_terms *terms) {
  nq_place_in_row row, next;
  nq_place here = nq_terms_here(terms);
  bool squares = find_row(terms, &row), rows = false;
  for (size_t i = 0; i < 2 && squares && !rows; i++) { /* the next may have no queen */
    nq_terms_skip_line(terms);
    rows = find_row(terms, &next) && row.queen == next.queen && row.square == next.square &&
           row.count == next.count && row.place != next.place;
  }
  nq_terms_return(terms, here);
  return rows;
}

void nq_grid_part(nq_grid *grid) {
  const nq_grid_row first = grid->rows[0];
  size_t n = first.part, lines = grid->row_count;
  bool parted = n >= 4 && first.count > n && first.count % n == 0;
  parted = parted && lines % n == 0 && lines != first.count;
  for (size_t i = 0; i < lines && parted; i++)
    parted = grid->rows[i].part == n && grid->rows[i].count == first.count;
  if (!parted) return;
  size_t parts = first.count / n;
  while (grid->row_count < lines * parts && !grid->failed)
    nq_grid_end_row(grid, NQ_GRID_ROW, grid->end_line);
  for (size_t at = grid->row_count; at > 0 && !grid->failed; at--) { /* from below, over the same */
    size_t picture = (at - 1) / n, line = picture / parts * n + (at - 1) % n;
    nq_grid_row row = grid->rows[line];
    row.start += picture % parts * n;
    row.count = n;
    grid->rows[at - 1] = row;
  }
  grid->parted = true;
}

/* Whether lines of dashes stand only between pictures of `width` lines, and before and after
 * them. */
static bool are_between(const nq_grid *grid, size_t width) {
  size_t others = 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    if (grid->rows[i].dashes && others % width != 0) return false;
    others += !grid->rows[i].dashes;
  }
  return others % width == 0;
}

/* Take off lines of dashes, but those as long as the row. */
static void drop_dashes(nq_grid *grid, nq_grid_row like) {
  size_t kept = 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    const nq_grid_row *row = &grid->rows[i];
    bool same = row->count == like.count && row->extent == like.extent;
    if (!row->dashes || same) grid->rows[kept++] = *row;
  }
  grid->row_count = kept;
}

void nq_grid_drop_rulers(nq_grid *grid) {
  size_t first = 0;
  while (first < grid->row_count && grid->rows[first].dashes) first++;
  if (first == grid->row_count) return;
  const nq_grid_row like = grid->rows[first];
  if (!grid->framed) drop_dashes(grid, like);
  if (grid->framed || are_between(grid, like.count)) drop_dashes(grid, NQ_GRID_ROW);
}

/* ---- Squares several lines high ---- */

/* Squares that are several lines high, parted by lines of a frame or by underscores:
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
/* What a picture has. */
typedef struct nq_tall {
  bool floors;   /* rows of squares end with lines of underscores */
  size_t bare;   /* lines without queens */
  size_t height; /* of lines in each row of squares; 0: they differ */
  size_t rows;   /* rows of squares */
  size_t fixed;  /* without lines between the rows of squares: lines of each */
  bool single;   /* each row of squares has one line with queens at most, in the same place */
} nq_tall;

static bool has_cell(const nq_grid *grid, const nq_grid_row *row, int32_t cell) {
  for (size_t i = 0; i < row->count; i++)
    if (grid->cells[row->start + i] == cell) return true;
  return false;
}

/* Whether all squares of the line are alike, and empty. */
static bool is_bare(const nq_grid *grid, const nq_grid_row *row) {
  int32_t first = grid->cells[row->start];
  for (size_t i = 1; i < row->count; i++)
    if (grid->cells[row->start + i] != first) return false;
  return first == NQ_CELL_BLANK || first == '_';
}

/* The line after the row of squares that starts with line i. */
static size_t end_of(const nq_grid *grid, size_t i, const nq_tall *tall) {
  size_t end = i + 1;
  for (; end < grid->row_count && grid->rows[end].frames == grid->rows[i].frames; end++) {
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

/* The height and number of the rows of squares, and whether each has one line with queens. */
static void measure_rows(const nq_grid *grid, nq_tall *tall) {
  size_t place = 0;
  tall->single = true;
  tall->rows = 0;
  for (size_t i = 0, end; i < grid->row_count; i = end) {
    bool more;
    end = end_of(grid, i, tall);
    if (tall->rows++ == 0) tall->height = end - i;
    if (tall->height != end - i) tall->height = 0;
    size_t line = main_line(grid, i, end, &more);
    if (is_bare(grid, &grid->rows[line])) continue;
    tall->single = tall->single && !more && (place == 0 || place == line - i + 1);
    place = line - i + 1;
  }
}

/* Where nothing parts the rows of squares, each has as many lines as make the picture a board. */
static nq_tall measure(const nq_grid *grid) {
  nq_tall tall = {0};
  size_t width = grid->rows[0].count, lines = grid->row_count;
  for (size_t i = 0; i < lines; i++) {
    tall.bare += is_bare(grid, &grid->rows[i]);
    tall.floors = tall.floors || has_cell(grid, &grid->rows[i], '_');
  }
  measure_rows(grid, &tall);
  if (tall.rows != 1 || lines % width != 0) return tall;
  tall.fixed = lines / width;
  measure_rows(grid, &tall);
  return tall;
}

void nq_grid_join_lines(nq_grid *grid) {
  const nq_tall tall = measure(grid);
  size_t width = grid->rows[0].count, lines = grid->row_count;
  bool parted = tall.height >= 2 && width >= 2 && tall.rows % width == 0;
  bool joins = parted && tall.single;
  bool sparse = lines > width && 2 * tall.bare >= lines;
  if (!joins && (sparse || (parted && tall.fixed == 0 && tall.height % width != 0)))
    grid->tall_line = grid->rows[0].line;
  if (!joins) return;
  size_t kept = 0;
  for (size_t i = 0, end; i < grid->row_count; i = end) {
    bool more;
    end = end_of(grid, i, &tall);
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
