/* MODEL.  Lines of squares (grid.c), the top one row 0, up to an empty line or one of another
 * kind.  Numbers at the left or right edge, one more or one less in each line, are ranks; a line of
 * letters or numbers in sequence names the files.  */
#include "format/read/read.h"
#include "core/core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines as glyphs ---- */

/* Add a glyph to the line that is read. */
static void put_glyph(nq_grid *grid, int32_t cell) {
  grid->failed = grid->failed ||
                 !nq_memory_grow(&grid->glyphs, grid->glyph_count, &grid->glyph_room, sizeof cell);
  if (!grid->failed) grid->glyphs[grid->glyph_count++] = cell;
}

/* The next line; false at the end. */
static bool take_glyphs(nq_grid *grid, nq_terms *terms, nq_glyphs *line) {
  size_t size;
  if (!nq_terms_line(terms, &size) || size == SIZE_MAX) return false;
  const unsigned char *text = terms->input->next + terms->at;
  if (size > 0 && text[size - 1] == '\r') size--;
  grid->glyph_count = 0;
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph(text + at, size - at, &bytes);
    if (cell != 0xFE0F) put_glyph(grid, cell); /* only says how the glyph is drawn */
  }
  put_glyph(grid, '\n');
  if (!grid->failed) *line = (nq_glyphs){grid->glyphs, grid->glyphs + grid->glyph_count - 1};
  return !grid->failed;
}

/* ['Q', '.', '.'] or ".Q.." as a line of its own: what the brackets or quotes hold; other lines as
 * they are. */
static nq_glyphs unlist(nq_glyphs line) {
  nq_glyphs inner = line;
  if (line.end - line.at < 3) return line;
  if (line.end[-1] == ',' || line.end[-1] == ';') inner.end--;
  bool quoted = line.at[0] == '"' && inner.end[-1] == '"';
  for (const int32_t *at = line.at + 1; at + 1 < inner.end && quoted; at++) quoted = *at != '"';
  if (quoted) return (nq_glyphs){line.at + 1, inner.end - 1};
  if (line.at[0] != '[' || line.at[1] == '[') return line;
  for (const int32_t *at = line.at; at + 1 < inner.end; at++)
    if (*at == ']' || is_digit(*at)) return line;
  return inner.end[-1] == ']' ? nq_glyphs_trim((nq_glyphs){line.at + 1, inner.end - 1}) : line;
}

/* [Q][ ][ ]: with bars for the brackets; other lines as they are. */
static nq_glyphs unbox(nq_grid *grid, nq_glyphs line) {
  bool boxed = line.end - line.at > 3 && *line.at == '[' && line.end[-1] == ']';
  for (const int32_t *at = line.at + 1; boxed && at + 1 < line.end; at++)
    boxed = *at != ',' && (*at == '[') == (at[-1] == ']');
  if (!boxed) return line;
  int32_t *end = grid->glyphs;
  for (const int32_t *at = line.at; at < line.end; at++)
    if (*at != '[' || at == line.at) *end++ = *at == ']' || *at == '[' ? '|' : *at;
  return (nq_glyphs){grid->glyphs, end};
}

/* The next line without the brackets around it; false at the end and at an empty line. */
static bool take_squares(nq_grid *grid, nq_terms *terms, nq_glyphs *line, size_t *indent) {
  if (!take_glyphs(grid, terms, line)) return false;
  nq_glyphs trimmed = nq_glyphs_trim(*line), inner = unlist(unbox(grid, trimmed));
  if (inner.at != trimmed.at || inner.end != trimmed.end) trimmed = *line = inner;
  *indent = (size_t)(trimmed.at - line->at);
  return inner.at < inner.end;
}

/* ---- A picture ---- */

static bool has_cell(const nq_grid *grid, size_t count, int32_t cell) {
  for (size_t i = 0; i < count; i++)
    if (grid->cells[i] == cell) return true;
  return false;
}

/* Whether a line that starts with this sign, whose squares are those from `start` on, is a comment
 * or the prompt of a shell: the first with #, $ or %, of other glyphs than the lines before or of
 * another size. */
static bool is_comment(const nq_grid *grid, size_t start, int32_t sign) {
  if (sign != '#' && sign != '$' && sign != '%') return false;
  if (grid->row_count == 0 || has_cell(grid, start, sign)) return false;
  bool comment = grid->count - start != grid->rows[0].count;
  for (size_t i = start; i < grid->count; i++)
    comment = comment || (grid->cells[i] != sign && !has_cell(grid, start, grid->cells[i]));
  return comment;
}

/* Take off a first line of blanks: the heading that a table in Markdown must have. */
static void drop_heading(nq_grid *grid) {
  for (size_t i = 0; i < grid->rows[0].count; i++)
    if (grid->cells[grid->rows[0].start + i] != NQ_CELL_BLANK) return;
  grid->row_count--;
  memmove(grid->rows, grid->rows + 1, grid->row_count * sizeof *grid->rows);
}

/* All lines up to an empty one or one of another kind. */
static void gather(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line;
  nq_grid_row row = NQ_GRID_ROW;
  size_t frames = 0, before = 0; /* lines of the frame; rows before the last of them */
  for (bool labels = false; !labels && take_squares(grid, terms, &line, &row.indent);
       row = NQ_GRID_ROW) {
    size_t start = grid->count;
    nq_line_kind kind = nq_grid_parse(grid, line, &row);
    bool comment = is_comment(grid, start, line.at[row.indent]);
    if (comment) grid->count = start;
    if (comment || kind == NQ_LINE_OTHER) break;
    labels = kind == NQ_LINE_LABELS && grid->row_count > 0;
    if (kind == NQ_LINE_CELLS) nq_grid_end_row(grid, row, terms->line);
    if (kind == NQ_LINE_FRAME) frames++, before = grid->row_count;
    nq_terms_skip_line(terms);
  }
  if (frames == 1 && before == 1 && !grid->failed) drop_heading(grid);
  grid->end_line = terms->line;
}

/* ---- Tables of HTML ---- */

/* The glyph at *at, which becomes what follows: &#9819; and &nbsp; as well. */
static int32_t take_glyph(nq_text line, size_t *at) {
  nq_text rest = {line.at + *at, line.size - *at};
  size_t bytes;
  int32_t cell = nq_glyph((const unsigned char *)rest.at, rest.size, &bytes);
  bool hex = nq_text_starts(rest, "&#x"), entity = hex || nq_text_starts(rest, "&#9");
  const char *end = entity ? memchr(rest.at, ';', rest.size < 10 ? rest.size : 10) : NULL;
  if (end != NULL) {
    bytes = (size_t)(end + 1 - rest.at);
    cell = (int32_t)strtol(rest.at + (hex ? 3 : 2), NULL, hex ? 16 : 10);
  } else if (nq_text_starts(rest, "&nbsp;")) {
    bytes = 6;
    cell = ' ';
  }
  *at += bytes;
  return cell;
}

/* <table><tr><td>Q</td><td></td></tr>: rows up to </table> or a line of text.  A row becomes a line
 * with bars before its cells, and at its end. */
static void gather_table(nq_grid *grid, nq_terms *terms) {
  uint64_t row_line = terms->line;
  bool good = true;
  for (bool last = false; good && !last; nq_terms_skip_line(terms)) {
    nq_text line = nq_terms_look(terms, 0);
    if (line.size == 0 || (grid->glyph_count == 0 && *line.at != '<')) break;
    for (size_t at = 0; at < line.size && good;) {
      nq_text rest = {line.at + at, line.size - at};
      bool ends = nq_text_starts(rest, "</tr") && grid->glyph_count > 0;
      bool cell = nq_text_starts(rest, "<td") ||
                  (nq_text_starts(rest, "<th") && !nq_text_starts(rest, "<the"));
      last = last || nq_text_starts(rest, "</table");
      if (grid->glyph_count == 0) row_line = terms->line;
      if (cell || ends) put_glyph(grid, '|');
      if (ends && !grid->failed) {
        nq_grid_row row = NQ_GRID_ROW;
        const nq_glyphs glyphs = {grid->glyphs, grid->glyphs + grid->glyph_count};
        nq_line_kind kind = nq_grid_parse(grid, glyphs, &row);
        good = kind != NQ_LINE_OTHER;
        if (kind == NQ_LINE_CELLS) nq_grid_end_row(grid, row, row_line);
        grid->glyph_count = 0;
      }
      const char *end = *rest.at == '<' ? memchr(rest.at, '>', rest.size) : NULL;
      if (end != NULL) {
        at = (size_t)(end + 1 - line.at);
        continue;
      }
      int32_t glyph = take_glyph(line, &at);
      if (grid->glyph_count > 0) put_glyph(grid, glyph);
    }
  }
  if (!good || grid->glyph_count > 0) grid->row_count = 0;
  grid->end_line = terms->line;
}

/* Squares of 0 and 1 have no numbers at their edges. */
static bool has_digits_only(const nq_grid *grid) {
  for (size_t i = 0; i < grid->count; i++)
    if (!is_digit(grid->cells[i])) return false;
  return true;
}

/* The first row last; each place keeps the number of its line. */
static void turn_over(nq_grid *grid) {
  for (size_t i = 0, k = grid->row_count - 1; i < k; i++, k--) {
    nq_grid_row upper = grid->rows[i], lower = grid->rows[k];
    uint64_t line = upper.line;
    upper.line = lower.line;
    lower.line = line;
    grid->rows[i] = lower;
    grid->rows[k] = upper;
  }
}

/* Take off the numbers at the edges: each is one more, or one less, than that of the line before.
 * They say which row a line is: 8 .. 1 as on a chessboard, where the last line is the first row. */
static bool strip_labels(nq_grid *grid) {
  bool lead = grid->row_count > 1 && !has_digits_only(grid), trail = lead;
  const nq_grid_row *rows = grid->rows;
  for (size_t i = 1; i < grid->row_count; i++) {
    int64_t step = rows[1].lead - rows[0].lead, end_step = rows[1].trail - rows[0].trail;
    lead = lead && rows[i].lead == rows[i - 1].lead + step && llabs(step) == 1;
    trail = trail && rows[i].trail == rows[i - 1].trail + end_step && llabs(end_step) == 1;
  }
  lead = lead && rows[0].lead >= 0 && rows[grid->row_count - 1].lead >= 0;
  trail = trail && rows[0].trail >= 0 && rows[grid->row_count - 1].trail >= 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    nq_grid_row *row = &grid->rows[i];
    if (!lead && row->lead >= 0 && !row->lead_cell) return false;
    if (!trail && row->trail >= 0 && !row->trail_cell) return false;
    if (lead && row->lead_cell) row->start++, row->count--;
    if (trail && row->trail_cell && row->count > 0) row->count--;
  }
  if ((lead && rows[0].lead > rows[1].lead) || (trail && rows[0].trail > rows[1].trail))
    turn_over(grid);
  return true;
}

/* Take off the + before each line, which diff puts there, or the - or * of a list: n lines of n + 1
 * squares, and no square of that glyph. */
static void strip_marks(nq_grid *grid) {
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

/* Take off lines of dashes that are of a frame, or above and below the picture. */
static void drop_rulers(nq_grid *grid) {
  size_t width = 0, others = 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    if (grid->rows[i].dashes) continue;
    if (others++ == 0) width = grid->rows[i].count;
  }
  if (others == 0) return;
  for (size_t i = grid->row_count; i-- > 0;) {
    bool edge = i == 0 || i + 1 == grid->row_count;
    bool other = grid->rows[i].count != width || (width > 0 && grid->row_count % width != 0);
    if (!grid->rows[i].dashes || !(grid->framed || (edge && other))) continue;
    grid->row_count--;
    memmove(grid->rows + i, grid->rows + i + 1, (grid->row_count - i) * sizeof *grid->rows);
  }
}

/* Whether all squares may be squares.  *certain: the lines are a picture, as they have queens beside
 * empty squares, or bars.  *partial: they may be partial boards; lines of dots with one 1 in each are
 * a picture if they are n. */
static bool judge(const nq_grid *grid, bool *certain, bool *partial) {
  bool queen = false, empty = false, digits = true, dots = true, one = true, ones_only = true;
  for (size_t i = 0; i < grid->row_count; i++) {
    size_t ones = 0;
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      nq_glyph_kind kind = nq_glyph_kind_of(cell);
      if (kind == NQ_GLYPH_OTHER) return false;
      queen = queen || kind == NQ_GLYPH_QUEEN;
      empty = empty || kind == NQ_GLYPH_EMPTY;
      digits = digits && is_digit(cell);
      dots = dots && (cell == '.' || is_digit(cell));
      ones_only = ones_only && (cell == '.' || cell == '1');
      ones += cell == '1';
    }
    one = one && ones == 1;
  }
  *certain = (queen && empty) || grid->framed;
  *partial = dots && !(one && grid->row_count >= 3) && !(ones_only && grid->row_count >= 4);
  bool piece = queen && strchr("qwW", grid->cells[0] < 0x80 ? (int)grid->cells[0] : '.') == NULL;
  bool single = grid->count == 1 && (piece || grid->cells[0] == '_');
  if (grid->strict) return grid->row_count > 0;
  if (grid->row_count == 1 && grid->rows[0].count == 1 && !single) return false;
  bool sure = empty || queen || grid->row_count >= 4; /* letters alone may be words */
  return !digits && sure;
}

/* ---- Queens and blanks alone ----
 *
 * Pictures of queens and blanks alone, which lack the blanks at the ends of their lines.
  An empty line is the end of a picture, or a row without a queen:
 *
 *       Q      Q        n lines with a queen          Q      a line has two queens, or one
 *     Q      Q          each: a board, up to        Q   Q    too far right: all lines are
 *         Q             the empty line                       one board
 *       Q                                             Q
 *
 * Places are columns, or twice the columns.  They count from that of the leftmost queen, so that a
 * wrong board may be read with its columns moved: a row with two queens stays one. */

/* Lines that are looked at after an empty one. */
#define LINES_MORE 64

/* Add the queens of a line, each as a row of the grid: its line in `lead`, its place in `indent`.
 * False if the line has other glyphs; *empties: they are signs for empty squares, so that it belongs
 * to a picture that is not of blanks. */
static bool take_queens(nq_grid *grid, nq_glyphs line, int64_t lead, uint64_t number,
                        bool *empties) {
  bool others = false;
  *empties = false;
  for (const int32_t *at = line.at; at < line.end; at++) {
    nq_glyph_kind kind = nq_glyph_kind_of(*at);
    *empties = kind == NQ_GLYPH_QUEEN || kind == NQ_GLYPH_EMPTY;
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
  for (int64_t row = 0; row <= last && take_glyphs(grid, terms, &line); row++) {
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

static nq_status read_blanks(nq_grid *grid, nq_terms *terms) {
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

/* ---- Any picture ---- */

/* Gather the lines, without labels and rulers; false if they are none of a picture. */
static bool take_lines(nq_grid *grid, nq_terms *terms, bool strict, bool open) {
  nq_place start = nq_terms_here(terms);
  for (bool again = true, wide = false; again; wide = true) {
    nq_grid_release(grid);
    *grid = (nq_grid){.strict = strict, .wide = wide, .open = open};
    nq_terms_return(terms, start);
    if (nq_text_starts(nq_terms_look(terms, 0), "<t"))
      gather_table(grid, terms);
    else
      gather(grid, terms);
    again = grid->wide && !wide; /* lines without queens have no such squares */
  }
  bool good = grid->row_count > 0 && !grid->failed && strip_labels(grid);
  if (good) drop_rulers(grid);
  if (good) strip_marks(grid);
  return good;
}

nq_status nq_grid_read(nq_grid *grid, nq_terms *terms, bool strict) {
  nq_place start = nq_terms_here(terms);
  bool certain = false, partial = false;
  nq_status status = nq_grid_read_fen(grid, terms);
  if (status == NQ_END) status = read_blanks(grid, terms);
  if (status != NQ_END) return status;
  bool good = take_lines(grid, terms, strict, false);
  if (good && grid->framed && nq_grid_check(grid, true, NULL) == NQ_BAD_FORMAT) {
    nq_terms_return(terms, start);
    good = take_lines(grid, terms, strict, true);
    bool open = good && nq_grid_check(grid, true, NULL) == NQ_OK;
    if (!open) nq_terms_return(terms, start);
    if (!open) good = take_lines(grid, terms, strict, false);
  }
  good = good && judge(grid, &certain, &partial);
  status = good || grid->failed ? nq_grid_check(grid, true, terms->error) : NQ_OK;
  if (status == NQ_OK && good) status = nq_grid_choose_queen(grid, terms->error);
  bool doubtful = status == NQ_BAD_FORMAT || (good && partial);
  bool taken = good && (certain || strict || !doubtful);
  if (taken && status == NQ_BAD_FORMAT) nq_terms_skip_paragraph(terms);
  if (status == NQ_NO_MEMORY || taken) return status;
  nq_terms_return(terms, start);
  return NQ_END;
}

bool nq_grid_is_comment(const nq_terms *terms, nq_place from) {
  const unsigned char *text = terms->input->next;
  bool begins = true;
  for (size_t at = from.at; at < terms->at; at++) {
    char sign = (char)text[at], next = at + 1 < terms->at ? (char)text[at + 1] : '\n';
    if (begins && ((sign != '#' && sign != '$') || !isspace((unsigned char)next))) return false;
    begins = sign == '\n';
  }
  return terms->at > from.at;
}
