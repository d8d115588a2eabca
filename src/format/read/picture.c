/* MODEL.  Lines of squares (squares.c), the top one row 0, up to an empty line or one of another
 * kind.  Numbers at the left or right edge, one more or one less in each line, are ranks; a line of
 * letters or numbers in sequence names the files.  */
#include "format/read/grid.h"
#include "core/core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines as glyphs ---- */

/* ['Q', '.', '.'], ".Q.." or '.Q..' as a line of its own: what the brackets or quotes hold; other
 * lines as they are. */
static nq_glyphs unlist(nq_grid *grid, nq_glyphs line) {
  nq_glyphs inner = line;
  if (line.end - line.at < 3) return line;
  bool bits = line.end - line.at > 4 && line.end[-1] == 'b'; /* 0100b */
  for (const int32_t *at = line.at; at + 1 < line.end && bits; at++)
    bits = *at == '0' || *at == '1';
  grid->quoted = grid->quoted || bits;
  if (bits) return (nq_glyphs){line.at, line.end - 1};
  if (line.end[-1] == ',' || line.end[-1] == ';') inner.end--;
  int32_t quote = line.at[0];
  bool quoted = (quote == '"' || quote == '\'') && inner.end[-1] == quote;
  for (const int32_t *at = line.at + 1; at + 1 < inner.end && quoted; at++) quoted = *at != quote;
  grid->quoted = grid->quoted || quoted;
  if (quoted) return (nq_glyphs){line.at + 1, inner.end - 1};
  if (line.at[0] != '[' || inner.end[-1] != ']') return line;
  for (const int32_t *at = line.at; at + 1 < inner.end; at++)
    if (is_digit(*at)) return line;
  return nq_glyphs_trim((nq_glyphs){line.at + 1, inner.end - 1});
}

/* The square in brackets, quotes or braces at the start of the part, [Q], " Q " or {'Q'}, and its
 * size; a dot for one that is blank. -1 if there is none. */
static int32_t enclosed_square(nq_glyphs part, size_t *size) {
  const int32_t *at = part.at;
  int32_t square = '.';
  bool brace = *at == '{';
  at += brace;
  if (at == part.end || (*at != '[' && *at != '"' && *at != '\'')) return -1;
  int32_t close = *at == '[' ? ']' : *at;
  for (at++; at < part.end && nq_glyph_is_blank(*at);) at++;
  if (at < part.end && *at != close) square = *at++;
  while (at < part.end && nq_glyph_is_blank(*at)) at++;
  if (at == part.end || *at++ != close) return -1;
  if (brace && (at == part.end || *at++ != '}')) return -1;
  *size = (size_t)(at - part.at);
  return square;
}

/* [Q][ ][ ] or "Q" " " "." as R, Julia and MATLAB print squares, after a label such as [1,] or
 * none: the squares alone; other lines as they are. */
static nq_glyphs unbox(nq_grid *grid, nq_glyphs line) {
  const int32_t *first = line.at;
  size_t size = 1, squares = 0;
  while (first < line.end && !nq_glyph_is_blank(*first)) first++;
  if (first - line.at < 4 || first[-2] != ',') first = line.at;
  for (const int32_t *at = first; at < line.end; at += size, size = 1) {
    if (nq_glyph_is_blank(*at)) continue;
    if (enclosed_square((nq_glyphs){at, line.end}, &size) < 0) return line;
    squares++;
  }
  if (squares < 2) return line;
  int32_t *end = grid->glyphs + (first - grid->glyphs);
  for (const int32_t *at = first; at < line.end; at += size, size = 1)
    *end++ = nq_glyph_is_blank(*at) ? *at : enclosed_square((nq_glyphs){at, line.end}, &size);
  grid->quoted = true;
  return (nq_glyphs){line.at, end};
}

/* The next line without the brackets around it; false at the end and at an empty line. */
static bool take_squares(nq_grid *grid, nq_terms *terms, nq_glyphs *line) {
  if (!nq_grid_take_line(grid, terms, line)) return false;
  if (grid->worded) *line = nq_grid_last_squares(*line, &grid->rank);
  nq_glyphs trimmed = nq_glyphs_trim(*line), inner = unlist(grid, unbox(grid, trimmed));
  if (inner.at != trimmed.at || inner.end != trimmed.end) *line = inner;
  return inner.at < inner.end;
}

/* ---- A picture ---- */

static bool has_cell(const nq_grid *grid, size_t count, int32_t cell) {
  for (size_t i = 0; i < count; i++)
    if (grid->cells[i] == cell) return true;
  return false;
}

/* Whether a line that starts with this sign, whose squares are those from `start` on, is a comment:
 * the first with #, of other glyphs than the lines before or of another size. */
static bool is_comment(const nq_grid *grid, size_t start, int32_t sign) {
  if (sign != '#' || grid->row_count == 0 || has_cell(grid, start, sign)) return false;
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

/* Whether the row has as many squares as the first, and no glyph that is none. */
static bool is_alike(const nq_grid *grid, const nq_grid_row *first, const nq_grid_row *row) {
  size_t start = row->lead_cell, end = row->count - row->trail_cell;
  bool alike = row->count == first->count || row->dashes, letters = false;
  for (size_t i = 0; i < first->count; i++) {
    int32_t cell = grid->cells[first->start + i];
    letters = letters || (cell < 0x80 && isalpha((int)cell));
  }
  for (size_t i = start; i < end && alike; i++) {
    int32_t cell = grid->cells[row->start + i];
    bool name = letters && cell >= NQ_CELL_NUMBERED; /* n q1 q2 q3 q4 */
    alike = (nq_glyph_kind_of(cell) != NQ_GLYPH_OTHER || grid->counted) && !name;
  }
  return alike;
}

/* Whether so many lines are one picture or more: with the width of the first, or without what may
 * be labels at its edges. */
static bool is_complete(const nq_grid_row *first, size_t lines) {
  size_t least = first->count - first->lead_cell;
  least -= first->trail_cell;
  for (size_t width = least; width <= first->count && lines > 1; width++)
    if (width > 1 && lines % width == 0) return true;
  return false;
}

/* Whether the last line is the upper edge of squares with bars: underscores only, as in
 *
 *      _ _ _ _
 *     |_|Q|_|_|
 */
static bool is_edge(const nq_grid *grid) {
  const nq_grid_row *row = &grid->rows[grid->row_count - 1];
  for (size_t i = 0; i < row->count; i++)
    if (grid->cells[row->start + i] != '_') return false;
  return !row->barred;
}

/* Whether the labels are fewer than the squares of the row. */
static bool is_short(const nq_grid_row *labels, const nq_grid_row *row) {
  return labels->count + row->lead_cell + row->trail_cell < row->count;
}

/* Whether the first line is none of the picture, which is whole without it: h = 0.  It has another
 * size, and a sign that no other line has. */
static bool has_remark(const nq_grid *grid) {
  const nq_grid_row *rows = grid->rows;
  size_t lines = grid->row_count;
  bool whole = lines > 4, alien = false;
  for (size_t i = 1; i < lines && whole; i++)
    whole = rows[i].count == rows[1].count && rows[i].count != rows[0].count;
  if (!whole || !is_complete(&rows[1], lines - 1)) return false;
  for (size_t i = 0; i < rows[0].count && !alien; i++) {
    int32_t cell = grid->cells[i];
    alien = nq_glyph_kind_of(cell) != NQ_GLYPH_QUEEN;
    for (size_t k = rows[1].start; k < grid->count && alien; k++) alien = grid->cells[k] != cell;
  }
  return alien;
}

/* All lines up to an empty one or one of another kind, or one of another size after a whole
 * picture. */
static void gather(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line;
  nq_grid_row row = NQ_GRID_ROW;
  size_t frames = 0, before = 0; /* lines of the frame; rows before the last of them */
  size_t first = 0, lines = 0; /* the first row that is no line of dashes; those before this one */
  bool even = true;            /* all are alike */
  for (bool labels = false; !labels && take_squares(grid, terms, &line); row = NQ_GRID_ROW) {
    size_t start = grid->count;
    nq_line_kind kind = nq_grid_parse(grid, line, &row);
    if (grid->worded) row.lead = grid->rank, row.lead_cell = false;
    bool comment = is_comment(grid, start, *nq_glyphs_trim(line).at);
    if (comment) grid->count = start;
    if (comment || kind == NQ_LINE_OTHER) break;
    labels = kind == NQ_LINE_LABELS && grid->row_count > 0;
    if (labels && is_short(&row, &grid->rows[first])) break; /* 1 2 below four squares */
    row.frames = frames;
    if (kind == NQ_LINE_CELLS) {
      bool edge = grid->row_count > 0 && row.barred && is_edge(grid);
      nq_grid_end_row(grid, row, terms->line);
      if (grid->failed) break;
      if (edge) {
        size_t last = --grid->row_count;
        grid->rows[last - 1] = grid->rows[last];
        lines--;
      }
      if (grid->rows[first].dashes) first = grid->row_count - 1;
      const nq_grid_row *head = &grid->rows[first], *last = &grid->rows[grid->row_count - 1];
      bool alike = is_alike(grid, head, last);
      if (!alike && even && is_complete(head, lines)) {
        grid->row_count--;
        grid->count = start;
        grid->cut = true;
        break;
      }
      even = even && alike;
      frames += last->dashes;
      lines += !last->dashes;
    }
    if (kind == NQ_LINE_LABELS && !labels && row.extent == row.count)
      grid->headed = row.count; /* abcd or 0123 */
    if (kind == NQ_LINE_FRAME) frames++, before = grid->row_count;
    nq_terms_skip_line(terms);
  }
  if (before == 1) drop_heading(grid);
  if (has_remark(grid)) grid->row_count = 0;
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
      bool cell = nq_text_starts(rest, "<td") || nq_text_starts(rest, "<th");
      last = last || nq_text_starts(rest, "</table");
      if (grid->glyph_count == 0) row_line = terms->line;
      if (cell || ends) nq_grid_put_glyph(grid, '|');
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
      if (grid->glyph_count > 0) nq_grid_put_glyph(grid, glyph);
    }
  }
  if (!good || grid->glyph_count > 0) grid->row_count = 0;
  grid->end_line = terms->line;
}

/* ---- Any picture ---- */

/* Whether all squares may be squares.  *certain: the lines are a picture, as they have queens
 * beside empty squares, or bars, or are four lines of two signs.  *partial: they may be partial
 * boards. */
static bool judge(nq_grid *grid, bool *certain, bool *partial) {
  bool queen = false, empty = false, zero = false, digits = true, dots = true;
  bool signs = grid->row_count >= 4, two = false;
  if (grid->word[0] != 0 && grid->rows[0].count < 4)
    return false; /* | i64 | i64 | above | 0 | 0 | */
  for (size_t i = 0; i < grid->row_count; i++)
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      nq_glyph_kind kind = nq_glyph_kind_of(cell);
      if (kind == NQ_GLYPH_OTHER && !grid->counted) return false;
      signs = signs && grid->rows[i].count >= 4 && cell < 0x80 && !isalnum((int)cell);
      two = two || cell != grid->cells[0];
      queen = queen || kind == NQ_GLYPH_QUEEN;
      empty = empty || kind == NQ_GLYPH_EMPTY;
      digits = digits && (is_digit(cell) || grid->rows[i].dashes);
      dots = dots && (cell == '.' || is_digit(cell));
      zero = zero || cell == '0';
    }
  bool ranked = grid->ranked && grid->row_count >= 4;
  *certain = (queen && (empty || ranked)) || (grid->counted && grid->row_count > 1) ||
             grid->framed || (signs && two);
  bool headed = grid->headed == grid->row_count; /* 0123, above digits */
  bool matrix = headed || grid->parted || grid->quoted || grid->ranked;
  *partial = dots && !matrix && (zero || grid->row_count < 4);
  grid->matrix = digits && matrix && !headed && !grid->framed;
  if (grid->strict) return true;
  if (grid->row_count == 1 && grid->rows[0].count == 1) {
    int32_t glyph = grid->cells[grid->rows[0].start];
    bool piece = queen && strchr("qwW", glyph < 0x80 ? (int)glyph : '.') == NULL;
    if (!piece && (glyph != '_' || grid->wide)) return false;
  }
  bool sure = empty || queen || grid->rows[0].count >= 4; /* letters alone may be words */
  return (!digits || matrix) && sure;
}

/* Gather the lines, without labels and rulers, with the flags of `like`; false if they are none of
 * a picture. */
static bool take_lines(nq_grid *grid, nq_terms *terms, nq_grid like) {
  nq_place start = nq_terms_here(terms);
  for (bool again = true, wide = false; again; wide = true) {
    nq_grid_release(grid);
    *grid = like;
    grid->wide = wide;
    nq_terms_return(terms, start);
    if (nq_text_starts(nq_terms_look(terms, 0), "<t"))
      gather_table(grid, terms);
    else
      gather(grid, terms);
    again = grid->wide && !wide; /* lines without queens have no such squares */
  }
  if (grid->row_count == 0) return false;
  nq_grid_drop_rulers(grid);
  if (grid->framed) nq_grid_join_lines(grid);
  if (grid->tall_line > 0) return true;
  if (!nq_grid_strip_labels(grid)) return false;
  nq_grid_strip_marks(grid);
  nq_grid_part(grid);
  nq_grid_clear_attacks(grid);
  return true;
}

/* Whether the lines are n of n squares, and another picture does not follow at once. */
static bool is_whole(const nq_grid *grid) {
  return !grid->cut && nq_grid_check(grid, true, NULL) == NQ_OK;
}

/* The lines, whose bars may stand around the squares or only between them. */
static nq_status read_lines(nq_grid *grid, nq_terms *terms) {
  static const nq_open opens[] = {NQ_OPEN_NONE, NQ_OPEN_BOTH, NQ_OPEN_RIGHT, NQ_OPEN_NONE};
  const nq_place start = nq_terms_here(terms);
  const bool strict = grid->strict;
  bool certain = false, partial = false, good = false, fits = false;
  for (size_t i = 0; i < sizeof opens / sizeof *opens && !fits; i++) {
    nq_terms_return(terms, start);
    good = take_lines(grid, terms, (nq_grid){.strict = strict, .open = opens[i]});
    fits = good ? is_whole(grid) || !grid->framed : i == 0;
  }
  if (!good || !judge(grid, &certain, &partial)) return NQ_END;
  nq_status status = nq_grid_check(grid, true, terms->error);
  bool shaped = status == NQ_OK && grid->row_count >= 4;
  certain = certain || strict || (shaped && has_cell(grid, grid->count, NQ_CELL_QUEEN));
  if (status == NQ_OK) status = nq_grid_choose_queen(grid, terms->error);
  if (!certain && (partial || status != NQ_OK)) return NQ_END;
  if (status == NQ_BAD_FORMAT) nq_terms_skip_paragraph(terms);
  return status;
}

/* Whether all squares are of two glyphs, one of which is for empty squares; 1 stands n times. */
static bool has_two_glyphs(const nq_grid *grid) {
  int32_t glyphs[2] = {0, 0}; /* empty; not */
  size_t ones = 0;
  for (size_t i = 0; i < grid->count; i++) {
    int32_t cell = grid->cells[i], *own = &glyphs[nq_glyph_kind_of(cell) != NQ_GLYPH_EMPTY];
    if (*own != 0 && *own != cell) return false;
    *own = cell;
    ones += cell == '1';
  }
  bool binary = glyphs[1] == '1';
  return glyphs[0] != 0 && glyphs[1] != 0 && (!binary || ones == grid->row_count);
}

/* The lines that have other words before or after their squares. */
static nq_status read_worded(nq_grid *grid, nq_terms *terms) {
  nq_glyphs line, squares;
  int64_t rank;
  if (!nq_grid_take_line(grid, terms, &line)) return NQ_END;
  line = nq_glyphs_trim(line);
  squares = nq_grid_last_squares(line, &rank);
  if (squares.at == line.at && squares.end == line.end) return NQ_END;
  bool whole = take_lines(grid, terms, (nq_grid){.worded = true}) && grid->row_count >= 4 &&
               nq_grid_check(grid, true, NULL) == NQ_OK && has_two_glyphs(grid) &&
               nq_grid_choose_queen(grid, NULL) == NQ_OK;
  grid->matrix = has_cell(grid, grid->count, '0');
  return whole ? NQ_OK : NQ_END;
}

nq_status nq_grid_read(nq_grid *grid, nq_terms *terms, bool strict) {
  static nq_grid_kind *const kinds[] = {nq_grid_read_fen, nq_grid_read_checkers,
                                        nq_grid_read_blanks, read_lines, read_worded};
  const size_t count = sizeof kinds / sizeof *kinds - strict; /* then words are no part of it */
  const nq_place start = nq_terms_here(terms);
  nq_status status = NQ_END;
  for (size_t i = 0; i < count && status == NQ_END; i++) {
    uint64_t end_line = grid->end_line;
    nq_grid_release(grid);
    grid->strict = strict;
    grid->end_line = end_line;
    nq_terms_return(terms, start);
    status = kinds[i](grid, terms);
    if (grid->failed) return nq_grid_check(grid, true, terms->error);
  }
  bool remark = grid->commented && (status == NQ_BAD_FORMAT || grid->row_count < 4);
  if (remark) status = NQ_END; /* comments may be anything */
  if (status == NQ_END) nq_terms_return(terms, start);
  return status;
}

/* Whether the next line is four squares or more of two glyphs, one of which is for empty squares or
 * stands once. */
static bool is_row(nq_terms *terms) {
  nq_grid grid = {0};
  nq_grid_row row = NQ_GRID_ROW;
  nq_glyphs line;
  bool cells = take_squares(&grid, terms, &line) && !grid.commented &&
               nq_grid_parse(&grid, line, &row) == NQ_LINE_CELLS && grid.count >= 4;
  int32_t other = 0;
  size_t ones = 0;
  bool empty = false;
  for (size_t i = 0; i < grid.count && cells; i++) {
    int32_t cell = grid.cells[i], one = grid.cells[0];
    if (cell != one && other == 0) other = cell;
    ones += cell == one;
    empty = empty || nq_glyph_kind_of(cell) == NQ_GLYPH_EMPTY;
    cells = (cell == one || cell == other) && !is_digit(cell);
  }
  bool single = ones == 1 || ones + 1 == grid.count; /* B B W B */
  nq_grid_release(&grid);
  return cells && other != 0 && (empty || single);
}

bool nq_grid_is_row(nq_terms *terms) {
  return is_row(terms) || nq_grid_is_within(terms);
}

bool nq_grid_is_comment(const nq_grid *grid, const nq_terms *terms, nq_place from, bool broken) {
  const unsigned char *text = terms->input->next;
  size_t lines = 0;
  bool begins = true;
  for (size_t at = from.at; at < terms->at && lines < grid->row_count; at++) {
    char sign = (char)text[at], next = at + 1 < terms->at ? (char)text[at + 1] : '\n';
    bool comment = (sign == '#' || sign == '$') && (broken || isspace((unsigned char)next));
    if (begins && !comment && (sign != '/' || next != '/')) return false;
    begins = sign == '\n';
    lines += begins;
  }
  return terms->at > from.at;
}
