/* MODEL.  Lines of squares, the top one row 0.  They may have any of these around them:
 *
 *     4 | . . Q .        +---+---+        |Q| |        Q _ _ _        0 Q 0 0
 *     3 | Q . . .        |   | Q |        | |Q|        _ _ Q _        0 0 0 Q
 *     ...                +---+---+        ...          ...            ...
 *       a b c d          ...
 *
 * A line of a frame has only dashes and crosses.  Numbers at the left or right edge, one more or
 * one less in each line, are ranks; a line of letters or numbers in sequence names the files. 
 * Within bars, commas or tabs a square may be blank; blanks.c reads pictures of queens and blanks
 * alone. */
#include "format/read/grid.h"
#include "core/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool is_bar(int32_t cell) {
  return cell == '|' || cell == 0x2502 || cell == 0x2503 || cell == 0x2551 || cell == 0xFF5C;
}

static bool is_frame(int32_t cell) {
  return cell == '-' || cell == '=' || cell == '+' || is_bar(cell) ||
         (cell >= 0x2500 && cell <= 0x257F);
}

static bool is_space(int32_t cell) {
  return cell == ' ' || cell == '\t' || cell == 0xA0 || cell == 0x2003 || cell == 0x2002;
}

/* ---- A line ---- */

typedef enum line_kind {
  LINE_OTHER, /* no line of squares */
  LINE_CELLS,
  LINE_FRAME,
  LINE_LABELS /* of the files */
} line_kind;

/* A line of text as glyphs, or a part of it. */
typedef struct glyphs {
  const int32_t *at, *end;
} glyphs;

static bool take_number(glyphs part, int64_t *value) {
  *value = 0;
  for (const int32_t *at = part.at; at < part.end; at++) {
    if (*at < '0' || *at > '9' || *value > NQ_N_MAX) return false;
    *value = 10 * *value + (*at - '0');
  }
  return part.end > part.at;
}

/* The next run of glyphs without blanks, taken from *line; false at the end. */
static bool next_token(glyphs *line, glyphs *token) {
  while (line->at < line->end && is_space(*line->at)) line->at++;
  token->at = line->at;
  while (line->at < line->end && !is_space(*line->at)) line->at++;
  token->end = line->at;
  return token->end > token->at;
}

static glyphs trim(glyphs part) {
  while (part.at < part.end && is_space(*part.at)) part.at++;
  while (part.end > part.at && is_space(part.end[-1])) part.end--;
  return part;
}

/* a b c d or 1 2 3 4, also without blanks: labels in sequence, at least two. */
static bool is_labels(glyphs line) {
  glyphs token;
  int64_t first = -1, value = 0, count = 0;
  while (next_token(&line, &token)) {
    bool number = take_number(token, &value);
    for (const int32_t *at = token.at; at < token.end; at = number ? token.end : at + 1, count++) {
      if (!number) value = *at | 0x20;
      if (!number && (value < 'a' || value > 'z')) return false;
      if (count == 0) first = value;
      if (value != first + count) return false;
    }
  }
  return count >= 2 && (first == 0 || first == 1 || first == 'a');
}

/* | | a | b | c |: the same between bars, the first of which has the ranks. */
static bool is_bar_labels(glyphs line) {
  int32_t next = 'a';
  bool bars = false;
  for (const int32_t *at = line.at; at < line.end; at++) {
    if (is_space(*at)) continue;
    bars = bars || is_bar(*at);
    if (!is_bar(*at) && (*at | 0x20) != next++) return false;
  }
  return bars && next > 'a' + 2;
}

static bool is_binary(glyphs line) {
  for (; line.at < line.end; line.at++)
    if (*line.at != '0' && *line.at != '1' && !is_space(*line.at)) return false;
  return true;
}

/* Only the signs of frames, and blanks.  *dashes: they may be empty squares as well. */
static bool is_frame_line(glyphs line, bool *dashes) {
  bool dash = false, cross = false;
  for (const int32_t *at = line.at; at < line.end; at++) {
    if (is_space(*at)) continue;
    if (!is_frame(*at)) return false;
    bool line_sign = *at == '-' || *at == '=' || *at == 0x2500 || *at == 0x2501 || *at == 0x2550;
    dash = dash || line_sign;
    cross = cross || *at == '+' || is_bar(*at) || (*at > 0x2500 && *at <= 0x257F && !line_sign);
  }
  *dashes = dash && !cross;
  return dash;
}

/* The glyphs as one square: Q, wQ, Q3, __, or blank; or -1. */
static int32_t square_of(glyphs part) {
  int64_t number;
  ptrdiff_t size = part.end - part.at;
  if (size == 0) return NQ_CELL_BLANK;
  int32_t first = part.at[0];
  if (size == 1) return nq_glyph_kind_of(first) != NQ_GLYPH_OTHER || is_digit(first) ? first : -1;
  bool queen = part.at[1] == 'Q' || part.at[1] == 'q';
  if (size == 2 && queen && strchr("wbWB", first) != NULL) return NQ_CELL_QUEEN;
  if ((first == 'Q' || first == 'q') && take_number((glyphs){part.at + 1, part.end}, &number))
    return NQ_CELL_NUMBERED + (int32_t)(number < 0x70000000 ? number : 0x70000000);
  return -1;
}

/* Whether a run of glyphs may be squares without blanks between. */
static bool is_tight(glyphs token) {
  for (const int32_t *at = token.at; at < token.end; at++) {
    bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    if (letter ? strchr("QqOoXxWw", *at) == NULL : nq_glyph_kind_of(*at) == NQ_GLYPH_OTHER)
      return false;
  }
  return true;
}

/* A run of one glyph for empty squares is one square where others are wider, as in `__ Q3 __`. */
static bool has_wide(glyphs line) {
  for (glyphs token; next_token(&line, &token);)
    if (token.end - token.at > 1 && square_of(token) >= 0) return true;
  return false;
}

/* The squares of a line with blanks between, or without; false if it has others.  A number at an
 * edge may be a label. */
static bool take_plain(nq_grid *grid, glyphs line, nq_grid_row *row) {
  bool wide = grid->wide = grid->wide || has_wide(line), label = false, word = false;
  glyphs token;
  for (size_t tokens = 0; next_token(&line, &token); tokens++) {
    int64_t value;
    ptrdiff_t size = token.end - token.at;
    int32_t square = square_of(token);
    bool number = take_number(token, &value) && (size == 1 || *token.at != '0');
    if (label || (word && size == 1 && *token.at == '=')) return false; /* q_1 = 1 */
    word = size > 1;
    label = number && size > 1 && tokens > 0;
    row->trail = number && tokens > 0 ? value : -1;
    row->trail_cell = number && size == 1;
    if (number && tokens == 0) {
      row->lead = value;
      row->lead_cell = size == 1;
    }
    if (number && size > 1) continue;
    if (square < 0 && wide && size > 1 && nq_glyph_kind_of(*token.at) == NQ_GLYPH_EMPTY)
      square = *token.at;
    if (square >= 0) {
      nq_grid_add(grid, square);
      continue;
    }
    if (!is_tight(token)) return false;
    grid->tight = true;
    for (; token.at < token.end; token.at++) nq_grid_add(grid, *token.at);
  }
  return true;
}

/* The glyph that stands for a kind of separator: any bar, a comma or semicolon. */
static int32_t separator_of(int32_t cell) {
  return is_bar(cell) ? '|' : cell == ';' ? ',' : cell;
}

static bool has(glyphs line, int32_t separator) {
  while (line.at < line.end && separator_of(*line.at) != separator) line.at++;
  return line.at < line.end;
}

/* The squares between separators: each blank, or one square, in quotes or not; false for others. */
static bool split_cells(nq_grid *grid, glyphs line, int32_t separator) {
  for (bool last = false; !last;) {
    glyphs cell = {line.at, line.at};
    while (cell.end < line.end && separator_of(*cell.end) != separator) cell.end++;
    last = cell.end == line.end;
    line.at = cell.end + 1;
    cell = trim(cell);
    bool quoted = cell.end - cell.at >= 2 && (*cell.at == '"' || *cell.at == '\'');
    if (quoted && cell.end[-1] == *cell.at) cell = trim((glyphs){cell.at + 1, cell.end - 1});
    int32_t square = square_of(cell);
    bool run = square < 0 && nq_glyph_kind_of(*cell.at) == NQ_GLYPH_EMPTY;
    for (const int32_t *at = cell.at; run && at < cell.end; at++) run = *at == *cell.at;
    if (run) square = *cell.at; /* |__|Q1| */
    if (square < 0) return false;
    nq_grid_add(grid, square);
  }
  return true;
}

/* |Q| | | or Q | | : outer bars, and numbers beside them, are not squares. */
static bool take_framed(nq_grid *grid, glyphs line, nq_grid_row *row) {
  glyphs before = {line.at, line.at}, after = {line.end, line.end};
  while (!is_bar(*before.end)) before.end++;
  while (!is_bar(after.at[-1])) after.at--;
  before = trim(before);
  after = trim(after);
  bool left = before.at == before.end, right = after.at == after.end;
  bool outer = left || (right && take_number(before, &row->lead));
  if (outer) {
    while (!is_bar(*line.at)) line.at++;
    line.at++;
  }
  if (line.end > line.at && (right || (outer && take_number(after, &row->trail)))) do
      line.end--;
    while (line.end > line.at && !is_bar(*line.end));
  if (!outer) row->lead = -1;
  grid->framed = true;
  grid->tight = true;
  nq_grid_row inner = {0};
  size_t start = grid->count;
  if (!has(line, '|')) return take_plain(grid, line, &inner);
  bool good = split_cells(grid, line, '|');
  row->lead_cell = good && outer && grid->count > start && is_digit(grid->cells[start]);
  if (row->lead_cell) row->lead = grid->cells[start] - '0'; /* a rank within the frame */
  return good;
}

/* Add the squares of a line. */
static line_kind parse_line(nq_grid *grid, glyphs line, nq_grid_row *row) {
  size_t start = grid->count;
  if (is_frame_line(line, &row->dashes) && !row->dashes) return LINE_FRAME;
  if ((is_labels(line) || is_bar_labels(line)) && !(grid->strict && is_binary(line)))
    return LINE_LABELS;
  bool bars = has(line, '|'), latex = !bars && has(line, '&') && has(line, '\\'), good = false;
  int32_t separator = latex ? '&' : !bars && has(line, ',') ? ',' : 0;
  for (const int32_t *at = line.at; latex && at < line.end; at++)
    if (*at == '\\') line.end = at; /* Q & & \\ */
  if (separator != 0) grid->tight = true;
  if (bars)
    good = take_framed(grid, line, row);
  else if (separator != 0)
    good = split_cells(grid, line, separator);
  else if (has(line, '\t'))
    good = split_cells(grid, line, '\t') && grid->count - start > 1;
  if (!good && !bars && separator == 0) {
    grid->count = start;
    good = take_plain(grid, line, row);
  }
  if (good && grid->count > start) return LINE_CELLS;
  grid->count = start;
  return LINE_OTHER;
}

/* [Q][ ][ ]: squares in brackets next to each other. */
static bool is_boxed(glyphs line) {
  bool boxed = *line.at == '[' && line.end[-1] == ']' && line.end - line.at > 3;
  for (const int32_t *at = line.at + 1; at + 1 < line.end && boxed; at++)
    boxed = *at != ',' && (*at == '[') == (at[-1] == ']');
  return boxed;
}

static bool is_tag(const int32_t *at, const int32_t *end, const char *name) {
  for (; *name != '\0' && at < end && *at == *name; at++) name++;
  return *name == '\0';
}

/* <tr><td>Q</td><td></td></tr> */
static bool is_table_row(glyphs line) {
  size_t cells = 0;
  for (const int32_t *at = line.at; at < line.end; at++) cells += is_tag(at, line.end, "<td");
  return cells > 1 && is_tag(line.at, line.end, "<t");
}

/* Put bars for the cells of the table at `to`, and drop its other tags; returns the end. */
static int32_t *put_bars(int32_t *to, glyphs line) {
  for (const int32_t *at = line.at; at < line.end; at++) {
    bool tag = *at == '<', blank = is_tag(at, line.end, "&nbsp;");
    if (is_tag(at, line.end, "<td") || is_tag(at, line.end, "<th")) *to++ = '|';
    if (!tag) *to++ = blank ? ' ' : *at;
    while (at + 1 < line.end && ((tag && *at != '>') || (blank && *at != ';'))) at++;
  }
  *to++ = '|';
  return to;
}

/* ---- A picture ---- */

/* The next line as glyphs, in *buffer; false at the end and at an empty line. */
static bool take_glyphs(nq_grid *grid, nq_terms *terms, int32_t **buffer, size_t *room,
                        glyphs *line, size_t *indent) {
  size_t size;
  if (!nq_terms_line(terms, &size) || size == SIZE_MAX) return false;
  while (*room <= size && !grid->failed)
    grid->failed = !nq_memory_grow(buffer, *room, room, sizeof **buffer);
  if (grid->failed) return false;
  const unsigned char *text = terms->input->next + terms->at;
  int32_t *end = *buffer;
  if (size > 0 && text[size - 1] == '\r') size--;
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph(text + at, size - at, &bytes);
    if (cell != 0xFE0F) *end++ = cell; /* only says how the glyph is drawn */
  }
  *line = (glyphs){*buffer, end};
  glyphs inner = trim(*line);
  if (is_table_row(inner)) inner = *line = (glyphs){*buffer, put_bars(*buffer, inner)};
  if (inner.at < inner.end && is_boxed(inner)) {
    end = *buffer;
    for (const int32_t *at = inner.at; at < inner.end; at++)
      if (*at != '[' || at == inner.at) *end++ = *at == ']' || *at == '[' ? '|' : *at;
    inner = *line = (glyphs){*buffer, end};
  }
  *indent = (size_t)(inner.at - line->at);
  return inner.at < inner.end;
}

static bool has_cell(const nq_grid *grid, size_t count, int32_t cell) {
  for (size_t i = 0; i < count; i++)
    if (grid->cells[i] == cell) return true;
  return false;
}

/* Whether a line that starts with #, whose squares are those from `start` on, is a comment: the
 * first #, in a line of other glyphs than those before or of another size. */
static bool is_comment(const nq_grid *grid, size_t start) {
  if (grid->row_count == 0 || has_cell(grid, start, '#')) return false;
  bool comment = grid->count - start != grid->rows[0].count;
  for (size_t i = start; i < grid->count; i++)
    comment = comment || (grid->cells[i] != '#' && !has_cell(grid, start, grid->cells[i]));
  return comment;
}

/* All lines up to an empty one or one of another kind. */
static void gather(nq_grid *grid, nq_terms *terms) {
  int32_t *buffer = NULL;
  size_t room = 0;
  glyphs line;
  nq_grid_row row = {.lead = -1, .trail = -1};
  for (bool labels = false; !labels && take_glyphs(grid, terms, &buffer, &room, &line, &row.indent);
       row = (nq_grid_row){.lead = -1, .trail = -1}) {
    size_t start = grid->count;
    line_kind kind = parse_line(grid, line, &row);
    bool comment = line.at[row.indent] == '#' && is_comment(grid, start);
    if (comment) grid->count = start;
    if (comment || kind == LINE_OTHER) break;
    labels = kind == LINE_LABELS && grid->row_count > 0;
    if (kind == LINE_CELLS) nq_grid_end_row(grid, terms->line);
    if (kind == LINE_CELLS && !grid->failed) {
      nq_grid_row *last = &grid->rows[grid->row_count - 1];
      row.start = last->start;
      row.count = last->count;
      row.line = last->line;
      *last = row;
    }
    nq_terms_skip_line(terms);
  }
  grid->end_line = terms->line;
  free(buffer);
}

/* Squares of 0 and 1 have no numbers at their edges. */
static bool has_digits_only(const nq_grid *grid) {
  for (size_t i = 0; i < grid->count; i++)
    if (!is_digit(grid->cells[i])) return false;
  return true;
}

/* Take off the numbers at the edges: each is one more, or one less, than that of the line before.
 */
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
  return true;
}

static void drop_row(nq_grid *grid, size_t index) {
  grid->row_count--;
  memmove(grid->rows + index, grid->rows + index + 1,
          (grid->row_count - index) * sizeof *grid->rows);
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
    if (grid->rows[i].dashes && (grid->framed || (edge && other))) drop_row(grid, i);
  }
}

/* Whether all squares may be squares, and the lines are a picture for certain: queens beside empty
 * squares, or bars. */
static bool judge(const nq_grid *grid, bool *certain) {
  bool queen = false, empty = false, digits = true;
  for (size_t i = 0; i < grid->row_count; i++)
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      nq_glyph_kind kind = nq_glyph_kind_of(cell);
      if (kind == NQ_GLYPH_OTHER) return false;
      queen = queen || kind == NQ_GLYPH_QUEEN;
      empty = empty || kind == NQ_GLYPH_EMPTY;
      digits = digits && is_digit(cell);
    }
  *certain = (queen && empty) || grid->framed;
  bool piece = queen && strchr("qwW", grid->cells[0] < 0x80 ? (int)grid->cells[0] : '.') == NULL;
  bool one = grid->count == 1 && (piece || grid->cells[0] == '_');
  if (grid->strict) return grid->row_count > 0;
  if (grid->row_count == 1 && grid->rows[0].count == 1 && !one) return false;
  bool sure = empty || queen || grid->row_count >= 4; /* letters alone may be words */
  return !digits && sure;
}

/* Lines of dots with one 1 in each are a picture if they are n; others are partial boards. */
static bool may_be_rows(const nq_grid *grid) {
  bool dots = true, one = true, all = true; /* all digits are 1 */
  for (size_t i = 0; i < grid->row_count; i++) {
    size_t ones = 0;
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      dots = dots && (cell == '.' || is_digit(cell));
      ones += cell == '1';
      all = all && (cell == '.' || cell == '1');
    }
    one = one && ones == 1;
  }
  return dots && !(one && grid->row_count >= 3) && !(all && grid->row_count >= 4);
}

nq_status nq_grid_read(nq_grid *grid, nq_terms *terms, bool strict) {
  size_t at = terms->at;
  uint64_t line = terms->line;
  bool certain = false;
  nq_status status = nq_grid_read_blanks(grid, terms);
  if (status != NQ_END) return status;
  for (bool again = true, wide = false; again; wide = true) {
    nq_grid_release(grid);
    *grid = (nq_grid){.strict = strict, .wide = wide};
    terms->at = at;
    terms->line = line;
    gather(grid, terms);
    again = grid->wide && !wide; /* lines without queens have no such squares */
  }
  bool good = grid->row_count > 0 && !grid->failed && strip_labels(grid);
  if (good) drop_rulers(grid);
  good = good && judge(grid, &certain);
  status = good || grid->failed ? nq_grid_check(grid, true, terms->error) : NQ_OK;
  if (status == NQ_OK && good) status = nq_grid_choose_queen(grid, terms->error);
  bool doubtful = status == NQ_BAD_FORMAT || (good && may_be_rows(grid));
  bool taken = good && (certain || strict || !doubtful);
  if (taken && status == NQ_BAD_FORMAT) nq_terms_skip_paragraph(terms);
  if (status == NQ_NO_MEMORY || taken) return status;
  terms->at = at;
  terms->line = line;
  return NQ_END;
}
