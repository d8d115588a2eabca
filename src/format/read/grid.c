/* MODEL.  Which glyph is a queen is decided for the whole picture: Q, q, W and the queens of
 * Unicode are; X, O, *, # and other signs are, if no queen stands beside them, and if they alone
 * are n, or all other squares are of a glyph that is only used for empty ones.  Beside queens they
 * are empty or blocked squares. */
#include "core/core.h"
#include "format/read/read.h"

#include <stdlib.h>
#include <string.h>

/* ---- Glyphs ---- */

static bool is_among(int32_t cell, const int32_t *set, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (set[i] == cell) return true;
  return false;
}

#define AMONG(cell, set) is_among(cell, set, sizeof(set) / sizeof *(set))

nq_glyph_kind nq_glyph_kind_of(int32_t cell) {
  static const int32_t queens[] = {'Q', 'q', 'W', 'w', 0x2655, 0x265B, 0x1F451};
  static const int32_t empties[] = {'.',    '_',    '-',    ' ',    '0',    '~',    0xB7,   0x25A1,
                                    0x2B1C, 0x25FB, 0x25FD, 0x25AB, 0x2219, 0x22C5, 0x2591, 0x1F532,
                                    0x2013, 0x2014, 0x25A2, 0xB0,   0x30FB, 0x2027, 0x3000};
  static const int32_t either[] = {'*', '#', '+', '@', '&', '%', '$', '1', '='};
  if (cell >= NQ_CELL_NUMBERED || AMONG(cell, queens)) return NQ_GLYPH_QUEEN;
  if (AMONG(cell, empties)) return NQ_GLYPH_EMPTY;
  bool letter = (cell >= 'a' && cell <= 'z') || (cell >= 'A' && cell <= 'Z');
  bool symbol = cell >= 0x2190 && (cell < 0x2500 || cell > 0x257F) && cell < 0x1FB00 &&
                !(cell >= 0x2E80 && cell < 0x1F000);
  return letter || symbol || cell == 0xD7 || AMONG(cell, either) ? NQ_GLYPH_EITHER : NQ_GLYPH_OTHER;
}

/* ---- Grids ---- */

void nq_grid_release(nq_grid *grid) {
  free(grid->cells);
  free(grid->rows);
  free(grid->glyphs);
  *grid = (nq_grid){0};
}

void nq_grid_add(nq_grid *grid, int32_t cell) {
  grid->failed =
      grid->failed || !nq_memory_grow(&grid->cells, grid->count, &grid->room, sizeof *grid->cells);
  if (!grid->failed) grid->cells[grid->count++] = cell;
}

void nq_grid_end_row(nq_grid *grid, nq_grid_row row, uint64_t line) {
  grid->failed = grid->failed ||
                 !nq_memory_grow(&grid->rows, grid->row_count, &grid->row_room, sizeof *grid->rows);
  if (grid->failed || grid->rows == NULL) return;
  const nq_grid_row *last = grid->row_count > 0 ? &grid->rows[grid->row_count - 1] : NULL;
  row.start = last != NULL ? last->start + last->count : 0;
  row.count = grid->count - row.start;
  row.line = line;
  grid->rows[grid->row_count++] = row;
  grid->end_line = line;
}

int32_t nq_grid_add_text(nq_grid *grid, const char *text, size_t size) {
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph((const unsigned char *)text + at, size - at, &bytes);
    if (cell == 0xFE0F) continue; /* only says how the glyph is drawn */
    if (nq_glyph_kind_of(cell) == NQ_GLYPH_OTHER) return cell;
    nq_grid_add(grid, cell);
  }
  return -1;
}

nq_status nq_grid_check(const nq_grid *grid, bool several, nq_error *error) {
  if (grid->failed) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  size_t width = grid->rows[0].count, lines = grid->row_count;
  for (size_t i = 0; i < lines; i++)
    if (grid->rows[i].count != width)
      return nq_error_at(error, grid->rows[i].line,
                         "this line of the picture has %s the %zu squares of the first, %zu",
                         grid->rows[i].count < width ? "fewer than" : "more than", width,
                         grid->rows[i].count);
  if (width > NQ_N_MAX || width == 0 || lines < width)
    return nq_error_at(error, grid->end_line,
                       "the picture is %zu square%s wide but only %zu line%s high", width,
                       width == 1 ? "" : "s", lines, lines == 1 ? "" : "s");
  if (lines % width == 0 && (several || lines == width)) return NQ_OK;
  return nq_error_at(error, grid->rows[width].line,
                     "an empty line was expected after the %zu lines of the picture", width);
}

/* ---- Queens ---- */

typedef struct glyph_count {
  int32_t cell;
  uint64_t count;
} glyph_count;

#define GLYPHS 8 /* different ones in a picture */

/* The glyphs that may be queens, and how many of each; false if there are too many. */
static bool count_glyphs(const nq_grid *grid, glyph_count found[GLYPHS], size_t *kinds,
                         bool *strong, bool *empty) {
  *kinds = 0;
  *strong = *empty = false;
  for (size_t i = 0; i < grid->row_count; i++)
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      nq_glyph_kind kind = nq_glyph_kind_of(cell);
      *strong = *strong || kind == NQ_GLYPH_QUEEN;
      *empty = *empty || kind == NQ_GLYPH_EMPTY;
      if (kind != NQ_GLYPH_EITHER) continue;
      size_t g = 0;
      while (g < *kinds && found[g].cell != cell) g++;
      if (g == GLYPHS) return false;
      if (g == *kinds) found[(*kinds)++] = (glyph_count){cell, 0};
      found[g].count++;
    }
  return true;
}

static nq_status ask_glyph(const nq_grid *grid, nq_error *error) {
  return nq_error_at(error, grid->rows[0].line,
                     "a picture of %zu lines, but none of its glyphs is certain to be the queen: "
                     "write Q for a queen and . for an empty square",
                     grid->row_count);
}

nq_status nq_grid_choose_queen(nq_grid *grid, nq_error *error) {
  glyph_count found[GLYPHS];
  size_t kinds, fits = 0, fit = 0;
  bool strong, empty;
  grid->queen = 0;
  if (!count_glyphs(grid, found, &kinds, &strong, &empty)) return ask_glyph(grid, error);
  for (size_t i = 0; i < kinds; i++) {
    bool letter = found[i].cell < 0x7F && is_letter((int)found[i].cell) && found[i].cell != '_';
    if (strong && (found[i].cell == '1' || (letter && strchr("OoXxBb", found[i].cell) == NULL)))
      return ask_glyph(grid, error);
    if (found[i].count == grid->row_count) fit = i;
    fits += found[i].count == grid->row_count;
  }
  if (strong || kinds == 0) return NQ_OK;
  if (kinds == 1 && (empty || grid->row_count == 1)) fits = 1, fit = 0;
  if (fits != 1) return ask_glyph(grid, error);
  grid->queen = found[fit].cell;
  return NQ_OK;
}

/* ---- Boards ---- */

/* Each queen's number is that of its column, all from 0 or all from 1. */
static nq_status check_numbers(const nq_grid *grid, nq_error *error) {
  int64_t base = -1;
  uint64_t bare = 0; /* the line of a queen without a number */
  for (size_t i = 0; i < grid->row_count; i++)
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      int64_t number = (int64_t)cell - NQ_CELL_NUMBERED, counted = number - (int64_t)k;
      if (cell == 'Q' || cell == 'q') bare = grid->rows[i].line;
      if (cell < NQ_CELL_NUMBERED) continue;
      if (base < 0) base = counted;
      if (counted != base || base < 0 || base > 1)
        return nq_error_at(error, grid->rows[i].line,
                           "the queen with the number %" PRId64 " is square %zu of its line",
                           number, k + 1);
    }
  if (base < 0 || bare == 0) return NQ_OK;
  return nq_error_at(error, bare, "a queen with its number, Q1 or _, was expected, not 'Q'");
}

static bool is_queen(const nq_grid *grid, int32_t cell) {
  return grid->queen != 0 ? cell == grid->queen : nq_glyph_kind_of(cell) == NQ_GLYPH_QUEEN;
}

/* The board of the n lines from `first` on, or of queens. */
static nq_status add_board(const nq_grid *grid, size_t first, size_t n, nq_reader *reader) {
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, "picture", grid->rows[first].line, n);
  for (size_t i = 0; i < grid->queens_n; i++)
    nq_sheet_queen(&sheet, (int64_t)grid->rows[i].indent, grid->rows[i].lead);
  for (size_t row = 0; row < n && grid->queens_n == 0; row++)
    for (size_t column = 0; column < n; column++)
      if (is_queen(grid, grid->cells[grid->rows[first + row].start + column]))
        nq_sheet_queen(&sheet, (int64_t)column, (int64_t)row);
  return nq_sheet_finish(&sheet, reader);
}

nq_status nq_grid_boards(nq_grid *grid, nq_reader *reader) {
  if (grid->queens_n > 0) return add_board(grid, 0, grid->queens_n, reader);
  size_t n = grid->rows[0].count;
  if (n == 1 && grid->row_count > 1 && reader->entry == NULL)
    return nq_error_at(reader->error, grid->rows[0].line,
                       "%zu lines of one queen may be boards of n = 1, or a picture without its "
                       "blanks: give --from fen for boards, or write . for empty squares",
                       grid->row_count);
  nq_status status = nq_grid_choose_queen(grid, reader->error);
  if (status == NQ_OK) status = check_numbers(grid, reader->error);
  for (size_t first = 0; first < grid->row_count && status == NQ_OK; first += n)
    status = add_board(grid, first, n, reader);
  return status;
}

/* ---- Lines of squares ----
 *
 * It may have any of these around them:
 *
 *     4 | . . Q .        +---+---+        |Q| |        Q _ _ _        0 Q 0 0
 *     3 | Q . . .        |   | Q |        | |Q|        _ _ Q _        0 0 0 Q
 *     ...                +---+---+        ...          ...            ...
 *       a b c d          ...
 *
 * A line of a frame has only dashes and crosses.  Within bars, commas or tabs, and in tables of
 * HTML, a square may be blank. */

static bool is_bar(int32_t cell) {
  return cell == '|' || nq_is_tall_bracket(cell) || cell == 0x2502 || cell == 0x2503 ||
         cell == 0x2551 || cell == 0xFF5C;
}

static bool is_frame(int32_t cell) {
  return cell == '-' || cell == '=' || cell == '+' || is_bar(cell) ||
         (cell >= 0x2500 && cell <= 0x257F);
}

static bool is_gap(int32_t cell, bool commas) {
  return nq_glyph_is_blank(cell) || is_bar(cell) ||
         (commas && (cell == ',' || cell == ';' || cell == '"'));
}

/* *value is set only if the part is a number. */
static bool take_number(nq_glyphs part, int64_t *value) {
  int64_t number = 0;
  for (const int32_t *at = part.at; at < part.end; at++) {
    if (!is_digit(*at) || number > NQ_N_MAX) return false;
    number = 10 * number + (*at - '0');
  }
  if (part.end > part.at) *value = number;
  return part.end > part.at;
}

/* The next run of glyphs without blanks, bars or, where they count, commas; false at the end. */
static bool next_token(nq_glyphs *line, nq_glyphs *token, bool commas) {
  while (line->at < line->end && is_gap(*line->at, commas)) line->at++;
  token->at = line->at;
  while (line->at < line->end && !is_gap(*line->at, commas)) line->at++;
  token->end = line->at;
  return token->end > token->at;
}

/* a b c d or 1 2 3 4, also without blanks, between bars or, if a comma is first or there are no
 * numbers, commas: labels in sequence, at least two. */
static bool is_labels(nq_glyphs line) {
  nq_glyphs token;
  int64_t first = -1, value = 0, count = 0;
  bool commas = line.at < line.end && !is_digit(*line.at);
  while (next_token(&line, &token, commas)) {
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

static bool is_binary(nq_glyphs line) {
  for (; line.at < line.end; line.at++)
    if (*line.at != '0' && *line.at != '1' && !nq_glyph_is_blank(*line.at)) return false;
  return true;
}

/* Only the signs of frames, and blanks.  *dashes: they may be empty squares as well. */
static bool is_frame_line(nq_glyphs line, bool *dashes) {
  bool dash = false, cross = false, stars = line.end - line.at >= 3 && *line.at == '*';
  for (const int32_t *at = line.at; at < line.end && stars; at++) stars = *at == '*';
  *dashes = stars;
  if (stars) return true;
  for (const int32_t *at = line.at; at < line.end; at++) {
    if (nq_glyph_is_blank(*at)) continue;
    if (!is_frame(*at)) return false;
    bool line_sign = *at == '-' || *at == '=' || *at == 0x2500 || *at == 0x2501 || *at == 0x2550;
    dash = dash || line_sign;
    cross = cross || *at == '+' || is_bar(*at) || (*at > 0x2500 && *at <= 0x257F && !line_sign);
  }
  *dashes = dash && !cross;
  return dash;
}

/* The glyphs as one square: Q, wQ, Q3, __, or blank; or -1. */
static int32_t square_of(nq_glyphs part) {
  int64_t number = 0;
  ptrdiff_t size = part.end - part.at;
  if (size == 0) return NQ_CELL_BLANK;
  int32_t first = part.at[0];
  if (size == 1) return nq_glyph_kind_of(first) != NQ_GLYPH_OTHER || is_digit(first) ? first : -1;
  bool queen = part.at[1] == 'Q' || part.at[1] == 'q';
  if (size == 2 && queen && strchr("wbWB", first) != NULL) return NQ_CELL_QUEEN;
  if ((first == 'Q' || first == 'q') && take_number((nq_glyphs){part.at + 1, part.end}, &number))
    return NQ_CELL_NUMBERED + (int32_t)(number < 0x70000000 ? number : 0x70000000);
  return -1;
}

/* Whether a run of glyphs may be squares without blanks between. */
static bool is_tight(nq_glyphs token) {
  for (const int32_t *at = token.at; at < token.end; at++) {
    bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    if (letter ? strchr("QqOoXxWw", *at) == NULL : nq_glyph_kind_of(*at) == NQ_GLYPH_OTHER)
      return false;
  }
  return true;
}

/* A run of one glyph for empty squares is one square where others are wider, as in `__ Q3 __`. */
static bool has_wide(nq_glyphs line) {
  for (nq_glyphs token; next_token(&line, &token, false);)
    if (token.end - token.at > 1 && square_of(token) >= 0) return true;
  return false;
}

/* The squares of a line with blanks between, or without; false if it has others.  A number at an
 * edge may be a label. */
static bool take_plain(nq_grid *grid, nq_glyphs line, nq_grid_row *row) {
  bool wide = grid->wide = grid->wide || has_wide(line), label = false, word = false;
  nq_glyphs token;
  for (size_t tokens = 0; next_token(&line, &token, false); tokens++) {
    int64_t value = 0;
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
    for (; token.at < token.end; token.at++) nq_grid_add(grid, *token.at);
  }
  return true;
}

/* The glyph that stands for a kind of separator: any bar, a comma or semicolon. */
static int32_t separator_of(int32_t cell) {
  return is_bar(cell) ? '|' : cell == ';' ? ',' : cell;
}

/* 'Q' without its quotes. */
static nq_glyphs unquote(nq_glyphs part) {
  bool quoted = part.end - part.at >= 2 && (*part.at == '"' || *part.at == '\'');
  return quoted && part.end[-1] == *part.at ? nq_glyphs_trim((nq_glyphs){part.at + 1, part.end - 1})
                                            : part;
}

/* Up to the next separator. */
static nq_glyphs before(nq_glyphs line, int32_t separator) {
  nq_glyphs part = {line.at, line.at};
  while (part.end < line.end && separator_of(*part.end) != separator) part.end++;
  return part;
}

static bool has(nq_glyphs line, int32_t separator) {
  return before(line, separator).end < line.end;
}

/* The squares between separators: each blank, or one square, in quotes or not; false for others. */
static bool split_cells(nq_grid *grid, nq_glyphs line, int32_t separator) {
  for (bool last = false; !last;) {
    nq_glyphs cell = before(line, separator);
    last = cell.end == line.end;
    line.at = cell.end + 1;
    cell = unquote(nq_glyphs_trim(cell));
    int32_t square = square_of(cell);
    bool run = square < 0 && nq_glyph_kind_of(*cell.at) == NQ_GLYPH_EMPTY;
    for (const int32_t *at = cell.at; run && at < cell.end; at++) run = *at == *cell.at;
    if (run) square = *cell.at; /* |__|Q1| */
    if (square < 0) return false;
    nq_grid_add(grid, square);
  }
  return true;
}

/* The same after a number, which may be a label: 1,.,Q,.,. */
static bool split_line(nq_grid *grid, nq_glyphs line, int32_t separator, nq_grid_row *row) {
  nq_glyphs first = before(line, separator), label = nq_glyphs_trim(first);
  if (first.end < line.end && take_number(label, &row->lead)) {
    row->lead_cell = label.end - label.at == 1;
    if (!row->lead_cell) line.at = first.end + 1;
  }
  return split_cells(grid, line, separator);
}

/* |Q| | | or Q | | : outer bars, and numbers beside them, are not squares. */
static bool take_framed(nq_grid *grid, nq_glyphs line, nq_grid_row *row) {
  nq_glyphs first = before(line, '|'), label = nq_glyphs_trim(first), after = {line.end, line.end};
  while (!is_bar(after.at[-1])) after.at--;
  after = nq_glyphs_trim(after);
  bool left = label.at == label.end && !grid->open;
  bool right = after.at == after.end && !grid->open;
  bool both = !left && !right && take_number(label, &row->lead) &&
              take_number(after, &row->trail) && row->lead == row->trail; /* 4| |Q| | |4 */
  for (const int32_t *at = first.end; at < after.at && both; at++) both = !is_digit(*at);
  bool outer = left || both || (right && take_number(label, &row->lead));
  if (outer) line.at = first.end + 1;
  if (line.end > line.at && (right || (outer && take_number(after, &row->trail)))) do
      line.end--;
    while (line.end > line.at && !is_bar(*line.end));
  if (!outer) row->lead = row->trail = -1;
  grid->framed = true;
  nq_grid_row inner = {0};
  size_t start = grid->count;
  if (!has(line, '|')) return take_plain(grid, line, &inner);
  nq_glyphs rank = before(line, '|'), number = nq_glyphs_trim(rank);
  if (outer && number.end - number.at > 1 && take_number(number, &row->lead)) {
    line.at = rank.end + 1;
    return split_cells(grid, line, '|');
  }
  bool good = split_cells(grid, line, '|');
  row->lead_cell = good && outer && grid->count > start && is_digit(grid->cells[start]);
  if (row->lead_cell) row->lead = grid->cells[start] - '0'; /* a rank within the frame */
  return good;
}

/* Add the squares of a line. */
nq_line_kind nq_grid_parse(nq_grid *grid, nq_glyphs line, nq_grid_row *row) {
  size_t start = grid->count;
  if (is_frame_line(line, &row->dashes) && !row->dashes) return NQ_LINE_FRAME;
  if (is_labels(line) && !(grid->strict && is_binary(line))) return NQ_LINE_LABELS;
  const int32_t *rank = line.at; /* Row 1: . Q */
  while (rank < line.end && *rank < 0x80 && is_letter((int)*rank)) rank++;
  if (rank < line.at + 3) rank = line.at;
  while (rank < line.end && nq_glyph_is_blank(*rank)) rank++;
  const int32_t *digits = rank;
  while (rank < line.end && is_digit(*rank)) rank++;
  bool ranked = rank > digits && rank < line.end && (*rank == ':' || *rank == ')');
  if (ranked && take_number((nq_glyphs){digits, rank}, &row->lead)) line.at = rank + 1; /* 1:. Q */
  bool bars = has(line, '|'), latex = !bars && has(line, '&') && has(line, '\\'), good = false;
  int32_t separator = latex ? '&' : !bars && has(line, ',') ? ',' : 0;
  for (const int32_t *at = line.at; latex && at < line.end; at++)
    if (*at == '\\') line.end = at; /* Q & & \\ */
  if (bars)
    good = take_framed(grid, line, row);
  else if (separator != 0)
    good = split_line(grid, line, separator, row);
  else if (has(line, '\t'))
    good = split_line(grid, line, '\t', row) && grid->count - start > 1;
  if (!good && !bars && separator == 0) {
    grid->count = start;
    row->lead = -1;
    good = take_plain(grid, line, row);
  }
  if (good && grid->count > start) return NQ_LINE_CELLS;
  grid->count = start;
  return NQ_LINE_OTHER;
}
