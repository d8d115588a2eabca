/* MODEL.  Which glyph is a queen is decided for the whole picture: Q, q, W and the queens of
 * Unicode are; X, O, *, # and other signs are, if no queen stands beside them, and if they alone
 * are n, or all other squares are of a glyph that is only used for empty ones.  Beside queens they
 * are empty or blocked squares. */
#include "core/core.h"
#include "format/read/grid.h"

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
  bool letter =
      (cell >= 'a' && cell <= 'z') || (cell >= 'A' && cell <= 'Z') || nq_glyph_is_foreign(cell);
  bool symbol = cell >= 0x2190 && (cell < 0x2500 || cell > 0x257F) && cell < 0x1FB00 &&
                !(cell >= 0x2E80 && cell < 0x1F000);
  bool other = cell == 0xD7 || cell == NQ_CELL_WORD || AMONG(cell, either);
  return letter || symbol || other ? NQ_GLYPH_EITHER : NQ_GLYPH_OTHER;
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

void nq_grid_put_glyph(nq_grid *grid, int32_t cell) {
  grid->failed = grid->failed ||
                 !nq_memory_grow(&grid->glyphs, grid->glyph_count, &grid->glyph_room, sizeof cell);
  if (!grid->failed) grid->glyphs[grid->glyph_count++] = cell;
}

/* The size of the line without the sign of Markdown or HTML that the next is one of its own. */
static size_t without_break(const char *text, size_t size) {
  static const char *const breaks[] = {"<br>", "<br/>", "<br />", "\\"};
  const nq_text line = nq_text_trim((nq_text){text, size});
  for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
    size_t rest = line.size - strlen(breaks[i]);
    if (rest < line.size && rest > 3 && memcmp(line.at + rest, breaks[i], line.size - rest) == 0 &&
        line.at[rest - 1] != '\\')
      return (size_t)(line.at - text) + rest;
  }
  return size;
}

bool nq_grid_take_line(nq_grid *grid, nq_terms *terms, nq_glyphs *line) {
  size_t size;
  if (!nq_terms_line(terms, &size) || size == SIZE_MAX) return false;
  const unsigned char *text = terms->input->next + terms->at;
  size = without_break((const char *)text, size - (size > 0 && text[size - 1] == '\r'));
  grid->glyph_count = 0;
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph(text + at, size - at, &bytes);
    if (cell != 0xFE0F) nq_grid_put_glyph(grid, cell); /* only says how the glyph is drawn */
  }
  nq_grid_put_glyph(grid, '\n');
  if (grid->failed) return false;
  *line = (nq_glyphs){grid->glyphs, grid->glyphs + grid->glyph_count - 1};
  const nq_glyphs trimmed = nq_glyphs_trim(*line);
  bool comment = trimmed.at[0] == '/' && trimmed.at[1] == '/';
  if (comment) line->at = trimmed.at + 2;
  if (grid->begun && comment != grid->commented) return false;
  grid->begun = true;
  grid->commented = comment;
  return true;
}

/* . Q . .: a blank after each glyph, but the last at most. */
static bool is_spaced(const char *text, size_t size) {
  bool blank = false;
  for (size_t at = 0, bytes; at < size; at += bytes, blank = !blank)
    if ((nq_glyph((const unsigned char *)text + at, size - at, &bytes) == ' ') != blank)
      return false;
  return size > 4;
}

int32_t nq_grid_add_text(nq_grid *grid, const char *text, size_t size) {
  bool spaced = is_spaced(text, size);
  for (size_t at = 0, bytes; at < size; at += bytes) {
    int32_t cell = nq_glyph((const unsigned char *)text + at, size - at, &bytes);
    if (cell == 0xFE0F) continue; /* only says how the glyph is drawn */
    if (spaced && cell == ' ') continue;
    if (nq_glyph_kind_of(cell) == NQ_GLYPH_OTHER) return cell;
    nq_grid_add(grid, cell);
  }
  return -1;
}

nq_status nq_grid_check(const nq_grid *grid, bool several, nq_error *error) {
  if (grid->failed) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
  if (grid->tall_line > 0)
    return nq_error_at(
        error, grid->tall_line,
        "a picture whose squares are several lines high, but not all alike: write one "
        "line for each row");
  size_t width = grid->rows[0].count, lines = grid->row_count;
  for (size_t i = 0; i < lines; i++)
    if (grid->rows[i].count != width)
      return nq_error_at(error, grid->rows[i].line,
                         "this line of the picture has %s the %zu squares of the first, %zu",
                         grid->rows[i].count < width ? "fewer than" : "more than", width,
                         grid->rows[i].count);
  if (grid->counted && lines > 1)
    return nq_error_at(error, grid->rows[0].line,
                       "digits beside Q that are not the numbers of queens that attack each "
                       "square: write . for an empty square");
  if (width > NQ_N_MAX || width == 0 || lines < width)
    return nq_error_at(error, grid->end_line,
                       "the picture is %zu squares wide but only %zu line%s high", width, lines,
                       lines == 1 ? "" : "s");
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

/* Whether all squares but one in each line are W, so that this is white or black. */
static bool is_white(const nq_grid *grid) {
  size_t whites = 0, squares = 0;
  for (size_t i = 0; i < grid->row_count; i++) {
    squares += grid->rows[i].count - 1;
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k];
      if (cell == 'W' || cell == 'w') whites++;
    }
  }
  return whites == squares;
}

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
  bool strong, empty, has_word = false;
  if (!count_glyphs(grid, found, &kinds, &strong, &empty)) return ask_glyph(grid, error);
  for (size_t i = 0; i < kinds; i++) {
    int32_t cell = found[i].cell;
    bool letter = cell < 0x80 ? is_letter((int)cell) && strchr("OoXxBb", (int)cell) == NULL
                              : nq_glyph_is_foreign(cell);
    bool word = cell == NQ_CELL_WORD && grid->word[0] != '0';
    if (strong && (cell == '1' || letter || word)) return ask_glyph(grid, error);
    has_word = has_word || cell == NQ_CELL_WORD;
    if (found[i].count == grid->row_count) fit = i;
    fits += found[i].count == grid->row_count;
  }
  if (fits == 1 && is_white(grid)) grid->queen = found[fit].cell;
  if (strong || kinds == 0) return NQ_OK;
  /* more may be colours, or attacked squares */
  if (kinds == 1 && empty && found[0].count < 2 * grid->row_count) fits = 1;
  if (fits != 1 || (has_word && found[fit].cell != NQ_CELL_WORD)) return ask_glyph(grid, error);
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

bool nq_grid_is_queen(const nq_grid *grid, int32_t cell) {
  return grid->queen != 0 ? cell == grid->queen : nq_glyph_kind_of(cell) == NQ_GLYPH_QUEEN;
}

/* Whether the n lines from `first` on have none of the glyphs that are queens in other pictures,
 * but one that may be a queen. */
static bool has_other_queens(const nq_grid *grid, size_t first, size_t n) {
  bool either = false;
  for (size_t i = 0; i < n * n; i++) {
    int32_t cell = grid->cells[grid->rows[first + i / n].start + i % n];
    if (nq_grid_is_queen(grid, cell)) return false;
    either = either || nq_glyph_kind_of(cell) == NQ_GLYPH_EITHER;
  }
  return either;
}

/* The board of the n lines from `first` on, or of queens. */
static nq_status add_board(const nq_grid *grid, size_t first, size_t n, nq_reader *reader) {
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, grid->matrix ? "matrix" : "picture", grid->rows[first].line, n);
  for (size_t i = 0; i < grid->queens_n; i++)
    nq_sheet_queen(&sheet, (int64_t)grid->rows[i].indent, grid->rows[i].lead);
  for (size_t row = 0; row < n && grid->queens_n == 0; row++)
    for (size_t column = 0; column < n; column++)
      if (nq_grid_is_queen(grid, grid->cells[grid->rows[first + row].start + column]))
        nq_sheet_queen(&sheet, (int64_t)column, (int64_t)row);
  return nq_sheet_finish(&sheet, reader);
}

void nq_grid_clear_attacks(nq_grid *grid) {
  size_t n = grid->row_count, lines = 2 * n;
  bool tells = n >= 4, several = false; /* a number is above 1 */
  for (size_t i = 0; i < n && tells; i++) tells = grid->rows[i].count == n;
  bool *attacked = tells ? calloc(4 * lines, sizeof *attacked) : NULL;
  tells = attacked != NULL;
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < n * n && tells; i++) {
      size_t row = i / n, column = i % n;
      bool *line[] = {attacked + row, attacked + lines + column,
                      attacked + 2 * lines + row + column, attacked + 3 * lines + row + n - column};
      int32_t cell = grid->cells[grid->rows[row].start + column];
      bool queen = cell == NQ_CELL_QUEEN, any = *line[0] || *line[1] || *line[2] || *line[3];
      for (size_t k = 0; k < 4 && queen; k++) *line[k] = true;
      several = several || (is_digit(cell) && cell > '1');
      tells = queen || (is_digit(cell) && (pass == 0 || (cell > '0') == any));
    }
  free(attacked);
  if (!tells || !several) return;
  for (size_t i = 0; i < grid->count; i++)
    if (is_digit(grid->cells[i])) grid->cells[i] = '.';
  grid->counted = false;
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
  for (size_t first = 0; first < grid->row_count && status == NQ_OK; first += n) {
    if (has_other_queens(grid, first, n))
      return nq_error_at(reader->error, grid->rows[first].line,
                         "another glyph for queens than in the other pictures: write an "
                         "empty line between them");
    status = add_board(grid, first, n, reader);
  }
  return status;
}
