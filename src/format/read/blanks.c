/* Pictures of queens and blanks alone, which lack the blanks at the ends of their lines.
 *
 * MODEL.  An empty line is the end of a picture, or a row without a queen:
 *
 *       Q      Q        n lines with a queen          Q      a line has two queens, or one
 *     Q      Q          each: a board, up to        Q   Q    too far right: all lines are
 *         Q             the empty line                       one board
 *       Q                                             Q
 *
 * Places are columns, or twice the columns.  They count from that of the leftmost queen, so that a
 * wrong board may be read with its columns moved: a row with two queens stays one. */
#include "format/read/grid.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Lines that are looked at after an empty one. */
#define LINES_MORE 64

/* Add the queens of a line, each as a row of the grid: its line in `lead`, its place in `indent`. 
 * False if the line has other glyphs. */
static bool take_line(nq_grid *grid, const nq_terms *terms, size_t size, int64_t row) {
  const unsigned char *text = terms->input->next + terms->at;
  if (size > 0 && text[size - 1] == '\r') size--;
  size_t place = 0;
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph(text + at, size - at, &bytes);
    if (cell == 0xFE0F) continue; /* only says how the glyph is drawn */
    if (cell != ' ' && nq_glyph_kind_of(cell) != NQ_GLYPH_QUEEN) return false;
    if (cell != ' ') {
      nq_grid_add(grid, cell);
      nq_grid_end_row(grid, terms->line);
      if (grid->failed) return false;
      nq_grid_row *queen = &grid->rows[grid->row_count - 1];
      queen->lead = row;
      queen->indent = place;
    }
    place++;
  }
  return true;
}

/* Whether the line has signs for empty squares: it belongs to a picture that is not of blanks. */
static bool has_empties(const nq_terms *terms, size_t size) {
  const unsigned char *text = terms->input->next + terms->at;
  bool empty = false;
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph(text + at, size - at, &bytes);
    nq_glyph_kind kind = nq_glyph_kind_of(cell);
    if (cell == ' ' || cell == '\r') continue;
    if (kind != NQ_GLYPH_EMPTY && kind != NQ_GLYPH_QUEEN) return false;
    empty = empty || kind == NQ_GLYPH_EMPTY;
  }
  return empty;
}

/* The queens of the lines up to one with other glyphs, with empty lines between.  Whether some line
 * has blanks. */
static bool gather(nq_grid *grid, nq_terms *terms) {
  size_t size, end = terms->at;
  int64_t last = INT64_MAX;
  bool blank = false;
  grid->end_line = terms->line;
  for (int64_t row = 0; row <= last && nq_terms_line(terms, &size) && size != SIZE_MAX; row++) {
    size_t queens = grid->row_count;
    blank = blank || memchr(terms->input->next + terms->at, ' ', size) != NULL;
    if (!take_line(grid, terms, size, row)) {
      bool more = queens > 0 && grid->rows[queens - 1].lead + 1 == row && has_empties(terms, size);
      grid->row_count = more ? 0 : queens;
      break;
    }
    nq_terms_skip_line(terms);
    if (grid->row_count == queens && last == INT64_MAX) last = row + LINES_MORE;
    if (grid->row_count == queens) continue;
    end = terms->at;
    grid->end_line = terms->line;
  }
  terms->at = end;
  terms->line = grid->end_line;
  return blank;
}

/* The places of the queens from `first` to before `end`. */
typedef struct places {
  size_t least, most, stride; /* stride 0: they are no columns of a board */
} places;

static places measure(const nq_grid *grid, size_t first, size_t end, size_t n) {
  places found = {SIZE_MAX, 0, 0};
  bool odd = false;
  for (size_t i = first; i < end; i++)
    if (grid->rows[i].indent < found.least) found.least = grid->rows[i].indent;
  for (size_t i = first; i < end; i++) {
    size_t place = grid->rows[i].indent - found.least;
    if (place > found.most) found.most = place;
    odd = odd || place % 2 != 0;
  }
  size_t stride = odd ? 1 : 2;
  bool tight =
      !odd && found.most > 0 && found.most < n; /* columns, or twice those of half a board */
  if (n >= 2 && found.most / stride < n && !tight) found.stride = stride;
  return found;
}

/* The queen after those of the lines up to an empty one. *fits: each of the lines has one queen,
 * and they are a board. */
static size_t judge(const nq_grid *grid, size_t first, bool *fits) {
  const nq_grid_row *rows = grid->rows;
  size_t i = first + 1;
  *fits = true;
  for (; i < grid->row_count && rows[i].lead <= rows[i - 1].lead + 1; i++)
    *fits = *fits && rows[i].lead > rows[i - 1].lead;
  *fits = *fits && measure(grid, first, i, i - first).stride > 0;
  return i;
}

/* All lines are one board, which has a row with two queens. */
static nq_status check_whole(const nq_grid *grid, nq_error *error) {
  const nq_grid_row *rows = grid->rows;
  size_t count = grid->row_count, lines = (size_t)(rows[count - 1].lead - rows[0].lead) + 1;
  bool twice = false;
  for (size_t i = 1; i < count; i++) twice = twice || rows[i].lead == rows[i - 1].lead;
  if (twice && lines <= count && measure(grid, 0, count, count).stride > 0) return NQ_OK;
  return nq_error_at(
      error, rows[0].line,
      "a picture of %zu queens and blanks, whose rows and columns cannot be told: write . "
      "for each empty square",
      count);
}

nq_status nq_grid_read_blanks(nq_grid *grid, nq_terms *terms) {
  size_t at = terms->at, first = 0;
  uint64_t line = terms->line;
  bool fits = true;
  *grid = (nq_grid){0};
  bool blank = gather(grid, terms);
  size_t count = grid->row_count;
  if (count > 1) first = judge(grid, 0, &fits);
  bool taken = count > 1 && !grid->failed && blank;
  for (size_t next = first; taken && fits && next < count;) next = judge(grid, next, &fits);
  nq_status status = taken ? NQ_OK : NQ_END;
  if (taken && !fits) {
    status = check_whole(grid, terms->error);
    first = count;
  } else {
    terms->at = at;
    terms->line = line;
  }
  if (!taken) return NQ_END;
  if (fits) /* the other boards are read next */
    for (int64_t i = grid->rows[first - 1].lead; i >= 0; i--) nq_terms_skip_line(terms);
  const places found = measure(grid, 0, first, first);
  for (size_t i = 0; i < first && status == NQ_OK; i++)
    grid->rows[i].indent = (grid->rows[i].indent - found.least) / found.stride;
  grid->row_count = grid->queens_n = first;
  return status;
}
