/* The decision: what the shapes found becomes a board.
 *
 * MODEL.  A sheet has the squares of one answer as they are named, in any order: those with a queen
 * and those named as empty.  It does not know what numbers count from.  A reading of a sheet is a
 * base, 0 or 1, for its columns and rows.
 *
 *   - A 0 shows base 0; the number n, and no 0, base 1.  Where neither is there the board lacks
 *     a row, so that no reading is a solution, and the likelier base is taken.
 *   - A reading is whole if each column and each row has one queen: only such a board can be a
 *     solution.  Where the columns count from one base and the rows from the other, and the board
 *     is whole only then, the user is asked.
 *   - Two queens in a column, or one outside the board, make an answer invalid.  A square with a
 *     queen and without one, or a variable with two values, make it contradict itself, which is
 *     refused.
 */
#include "format/read/read.h"
#include "core/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At most this many columns for each named square: no real answer has fewer squares, and a larger
 * board would take memory for all its empty columns. */
#define COLUMNS_PER_SQUARE 4
#define COLUMNS_FREE       1024

/* What the columns and the rows count from, and the numbers that they have. */
typedef struct reading {
  int64_t column_base, row_base;
  int64_t first_column, last_column, first_row, last_row; /* as they are named */
} reading;

void nq_sheet_begin(nq_sheet *sheet, const char *form, uint64_t line) {
  *sheet = (nq_sheet){.form = form, .line = line, .base = NQ_BASE_SEEN};
}

void nq_sheet_begin_board(nq_sheet *sheet, const char *form, uint64_t line, uint64_t n) {
  nq_sheet_begin(sheet, form, line);
  sheet->base = 0;
  sheet->ordered = true;
  sheet->n = sheet->named = n;
}

void nq_sheet_release(nq_sheet *sheet) {
  free(sheet->queens.at);
  free(sheet->empties.at);
  sheet->queens = sheet->empties = (nq_square_list){0};
}

void nq_sheet_refuse(nq_sheet *sheet, const char *format, ...) {
  if (sheet->reason[0] != '\0') return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sheet->reason, sizeof sheet->reason, format, arguments);
  va_end(arguments);
}

static void append(nq_sheet *sheet, nq_square_list *list, int64_t column, int64_t row) {
  sheet->named++;
  sheet->failed =
      sheet->failed || !nq_memory_grow(&list->at, list->count, &list->room, sizeof *list->at);
  if (!sheet->failed) list->at[list->count++] = (nq_square){column, row};
}

void nq_sheet_queen(nq_sheet *sheet, int64_t column, int64_t row) {
  append(sheet, &sheet->queens, column, row);
}

void nq_sheet_value(nq_sheet *sheet, int64_t column, int64_t row, int64_t value) {
  append(sheet, value == 1 ? &sheet->queens : &sheet->empties, column, row);
  if (value == 0 || value == 1 || sheet->has_odd) return;
  sheet->odd = (nq_square){column, row};
  sheet->has_odd = true;
}

nq_status nq_sheet_refuse_sample(uint64_t count, uint64_t line, nq_error *error) {
  return nq_error_at(error, line,
                     "the sample has %" PRIu64 " value%s: it needs one for each of the n^2 squares",
                     count, count == 1 ? "" : "s");
}

/* ---- Readings ---- */

static void widen(int64_t value, int64_t *first, int64_t *last) {
  if (value < *first) *first = value;
  if (value > *last) *last = value;
}

/* The rows of empty columns are below 0. */
static void measure(const nq_sheet *sheet, reading *found) {
  *found = (reading){
      .first_column = INT64_MAX, .last_column = -1, .first_row = INT64_MAX, .last_row = -1};
  const nq_square_list *const lists[] = {&sheet->queens, &sheet->empties};
  for (size_t k = 0; k < 2; k++)
    for (uint64_t i = 0; i < lists[k]->count; i++) {
      const nq_square *square = &lists[k]->at[i];
      widen(square->column, &found->first_column, &found->last_column);
      if (k == 0 || !sheet->by_column) widen(square->row, &found->first_row, &found->last_row);
    }
}

bool nq_sheet_is_whole(const nq_sheet *sheet, int64_t column_base, int64_t row_base) {
  uint64_t n = sheet->queens.count;
  unsigned char *seen = n > 0 ? calloc((size_t)n, 1) : NULL;
  if (seen == NULL) return false;
  bool whole = true;
  for (uint64_t i = 0; i < n && whole; i++) {
    uint64_t column = (uint64_t)(sheet->queens.at[i].column - column_base); /* -1 is very large */
    uint64_t row = (uint64_t)(sheet->queens.at[i].row - row_base);
    whole = column < n && row < n && (seen[column] & 1) == 0 && (seen[row] & 2) == 0;
    if (!whole) break;
    seen[column] |= 1;
    seen[row] |= 2;
  }
  free(seen);
  return whole;
}

/* The base that the numbers of n columns or rows show, or `likely`. */
static int64_t see_base(int64_t first, int64_t last, uint64_t n, int64_t likely) {
  if (first <= 0) return 0;
  return (uint64_t)last == n ? 1 : likely;
}

/* False if columns and rows count from different numbers. */
static bool choose_bases(const nq_sheet *sheet, reading *found) {
  uint64_t n = sheet->n > 0 ? sheet->n : sheet->queens.count;
  int64_t columns = see_base(found->first_column, found->last_column, n, sheet->setting.named);
  int64_t rows = see_base(found->first_row, found->last_row, n, sheet->setting.named);
  if (sheet->base != NQ_BASE_SEEN) columns = rows = sheet->base;
  if (sheet->ordered) columns = 0;
  found->column_base = columns;
  found->row_base = rows;
  if (sheet->ordered || columns == rows) return true;
  if (sheet->queens.count >= 4 && nq_sheet_is_whole(sheet, columns, rows)) /* 2 or 3 do not tell */
    return sheet->by_column && columns == 0; /* Q_0=3, Q_1=1 of Choco */
  bool zero = found->first_column == 0 || found->first_row == 0;
  found->column_base = found->row_base = sheet->by_column ? columns : zero ? 0 : 1;
  return true;
}

/* n, at least as large as the named squares need.  A board that lacks queens is as large as they
 * need; otherwise one too many in a direction is outside. */
static uint64_t choose_n(const nq_sheet *sheet, const reading *found) {
  int64_t columns = found->last_column - found->column_base + 1;
  int64_t rows = found->last_row - found->row_base + 1;
  int64_t queens = (int64_t)sheet->queens.count;
  if (sheet->n > 0) return sheet->n;
  bool whole = sheet->empties.count == 0 && (columns == queens || rows == queens);
  int64_t most = (int64_t)(COLUMNS_FREE + COLUMNS_PER_SQUARE * sheet->named);
  int64_t n = whole && !sheet->by_column ? queens : columns;
  if (!whole && !sheet->by_column && rows > columns && rows <= most) n = rows;
  return n > 0 ? (uint64_t)n : 1;
}

/* ---- The board ---- */

static nq_status fill_queens(nq_sheet *sheet, const reading *found, nq_board *board,
                             nq_error *error) {
  char words[NQ_INDEX_WORDS];
  if (sheet->has_odd)
    nq_sheet_refuse(sheet, "column %" PRId64 ", row %" PRId64 " has a value other than 0 and 1",
                    sheet->odd.column - found->column_base, sheet->odd.row - found->row_base);
  for (uint64_t i = 0; i < sheet->queens.count; i++) {
    int64_t place = sheet->queens.at[i].column - found->column_base;
    int64_t value = sheet->queens.at[i].row - found->row_base;
    int64_t column = sheet->setting.turned ? value : place,
            row = sheet->setting.turned ? place : value;
    if (column < 0 || column >= board->n) {
      nq_sheet_refuse(sheet, "a queen in column %s, outside 0..%" PRIu32,
                      nq_index_words(column, words), board->n - 1);
      continue;
    }
    if (row < 0 || row >= NQ_EMPTY) {
      if (found->row_base == 1 && row == -1)
        nq_sheet_refuse(sheet, "column %" PRId64 " has row 0, but rows are from 1", column);
      nq_sheet_refuse(sheet, "column %" PRId64 " has row %s, outside the board", column,
                      nq_index_words(row, words));
      continue;
    }
    uint32_t *at = &board->rows[column];
    if (*at != NQ_EMPTY && *at != row && sheet->setting.contradicts && sheet->by_column)
      return nq_error_at(error, sheet->line,
                         "the answer contradicts itself: column %" PRId64 " has the rows %" PRIu32
                         " and %" PRId64 ", counted from 0",
                         column, *at, row);
    if (*at == row && sheet->setting.unique)
      nq_sheet_refuse(sheet, "column %" PRId64 ", row %" PRIu32 " has two queens", column, *at);
    if (*at != NQ_EMPTY && *at != row)
      nq_sheet_refuse(sheet, "column %" PRId64 " has queens on rows %" PRIu32 " and %" PRId64,
                      column, *at, row);
    *at = (uint32_t)row;
  }
  return NQ_OK;
}

static nq_status check_empties(const nq_sheet *sheet, const reading *found, const nq_board *board,
                               nq_error *error) {
  for (uint64_t i = 0; i < sheet->empties.count; i++) {
    int64_t column = sheet->empties.at[i].column - found->column_base;
    int64_t row = sheet->empties.at[i].row - found->row_base;
    if (column >= 0 && column < board->n && board->rows[column] == row)
      return nq_error_at(error, sheet->line,
                         "the answer contradicts itself: column %" PRId64 ", row %" PRId64
                         ", counted from 0, has a queen and has none",
                         column, row);
  }
  return NQ_OK;
}

/* Whether squares may be those of several boards, n of each: all are named with a queen, and no
 * other number of them is expected. */
static bool may_be_several(const nq_sheet *sheet, uint64_t n) {
  uint64_t queens = sheet->queens.count;
  return sheet->setting.unique && sheet->n == 0 && n >= 4 && queens > n && queens % n == 0;
}

static nq_status make_board(nq_sheet *sheet, const reading *found, uint64_t n, nq_board *board,
                            const nq_reader *reader) {
  nq_error *error = reader->error;
  char words[NQ_INDEX_WORDS];
  bool any = sheet->n == 0 && reader->dialect->format == NQ_FORMAT_AUTO;
  uint64_t most = COLUMNS_FREE + COLUMNS_PER_SQUARE * sheet->named, largest = n;
  if (any && found->last_row > (int64_t)n) largest = (uint64_t)found->last_row;
  if (n > NQ_N_MAX || (n > most && (sheet->n == 0 || sheet->claimed)) ||
      (any && largest > NQ_ROW_GUESSED(sheet->named)))
    return nq_error_at(
        error, sheet->line,
        "n cannot be determined: %" PRIu64 " square%s named, up to number %s; give n", sheet->named,
        sheet->named == 1 ? " is" : "s are", nq_index_words((int64_t)largest, words));
  if (may_be_several(sheet, n))
    return nq_error_at(error, sheet->line,
                       "%zu squares of a board of %" PRIu64 " may be %" PRIu64
                       " boards or one: write an empty line between boards, or give --n",
                       sheet->queens.count, n, sheet->queens.count / n);
  if (n > most) {
    nq_sheet_refuse(sheet, "%zu queen%s for %" PRIu64 " columns", sheet->queens.count,
                    nq_plural(sheet->queens.count), n);
    return NQ_OK;
  }
  nq_status status = nq_board_init(board, (uint32_t)n, error);
  if (status == NQ_OK) status = fill_queens(sheet, found, board, error);
  bool whole = status == NQ_OK && sheet->reason[0] == '\0';
  return whole ? check_empties(sheet, found, board, error) : status;
}

/* Whether the rows are those of the columns: 0 1 2 3 or 1 2 3 4. */
static bool is_series(const nq_sheet *sheet, const reading *found, uint64_t n) {
  const nq_square_list *queens = &sheet->queens;
  size_t column = 0;
  while (column < queens->count && queens->at[column].row == found->row_base + (int64_t)column)
    column++;
  return column == n;
}

/* Whether 0 may be a column without a queen, as in a step of a search: 3 1 4 0 or 3 0 0 0. */
static bool may_be_step(const nq_sheet *sheet, const reading *found, uint64_t n) {
  const nq_square_list *queens = &sheet->queens;
  size_t zeros = 0;
  while (zeros < queens->count && queens->at[queens->count - 1 - zeros].row == 0) zeros++;
  return zeros >= 2 || (zeros == 1 && found->last_row == (int64_t)n);
}

/* Whether a square is outside the board of n. */
static bool has_outside(const nq_sheet *sheet, const reading *found, uint64_t n) {
  int64_t columns = found->column_base + (int64_t)n, rows = found->row_base + (int64_t)n;
  return sheet->reason[0] != '\0' || found->first_column < found->column_base ||
         found->last_column >= columns || found->first_row < found->row_base ||
         found->last_row >= rows;
}

/* Whether the squares may be something else, beside a board: numbers of a line or a tuple that are
 * few, since no board of 2 or 3 is a solution; or what is far from one at a glance.  Where lines of
 * rows come after each other, all are boards. */
static nq_doubt doubt(const nq_sheet *sheet, const reading *found, uint64_t n,
                      const nq_reader *reader) {
  bool any = reader->dialect->format == NQ_FORMAT_AUTO && reader->expected_n == 0;
  const char *form = reader->seen_form;
  bool below = reader->seen_loose && (form == NULL || (n == reader->seen_n && *form == 'r'));
  bool ours = sheet->setting.native && (!sheet->setting.loose || below);
  if (!any || ours) return NQ_DOUBT_NONE;
  bool rows = sheet->by_column;
  uint64_t last = rows ? (uint64_t)(found->last_row - found->row_base) : 0;  /* -1 is very large */
  bool step = reader->found == 0 && strcmp(sheet->form, "assignments") == 0; /* or the only one */
  bool pair = n == 1 && strcmp(sheet->form, "pairs") == 0;
  bool few = sheet->setting.loose && !sheet->setting.native && (n <= 3 || found->first_row < -1);
  if ((few || pair) && has_outside(sheet, found, n)) return NQ_DOUBT_ALONE;
  if (n <= 3 && (sheet->setting.loose || (n == 1 && (step || last > 1))))
    return NQ_DOUBT_SURE; /* Q1 -> 3 */
  if (n <= 3) return NQ_DOUBT_NONE;
  if (last > NQ_ROW_GUESSED(n) || (rows && reader->found == 0 && may_be_step(sheet, found, n)))
    return NQ_DOUBT_SURE; /* -1 -1 -1 -1: no queen yet */
  bool gaps = sheet->queens.count < n && strcmp(sheet->form, "pairs") == 0;
  if (last > n || gaps) return NQ_DOUBT_OUTSIDE;
  return rows && sheet->setting.loose && is_series(sheet, found, n) ? NQ_DOUBT_SERIES
                                                                    : NQ_DOUBT_NONE;
}

/* The rows 1, 2, 4, 8 ... of as many columns, in any order, are bits, Q1 = #b0010 or 2 8 1 4: they
 * become the numbers of these, from 0 in a list. */
static void count_bits(nq_sheet *sheet) {
  const nq_square_list *queens = &sheet->queens;
  uint64_t count = queens->count, seen = 0;
  if (!sheet->bits || count < 4 || count > 62) return;
  for (size_t i = 0; i < count; i++) {
    int64_t row = queens->at[i].row;
    if (row <= 0 || (row & (row - 1)) != 0) return;
    seen |= (uint64_t)row;
  }
  if (seen != (UINT64_C(1) << count) - 1) return;
  for (size_t i = 0; i < count; i++) {
    int64_t bit = 0;
    while (queens->at[i].row >> bit > 1) bit++;
    queens->at[i].row = bit;
  }
  if (!sheet->ordered) return;
  sheet->form = "masks";
  sheet->setting.native = false;
}

static nq_status decide(nq_sheet *sheet, nq_reader *reader) {
  reading found;
  nq_board board = {0};
  count_bits(sheet);
  if (sheet->base == NQ_BASE_SEEN) sheet->base = reader->dialect->base;
  if (reader->base != NQ_BASE_SEEN) sheet->base = reader->base;
  sheet->setting.named = sheet->setting.named || reader->dialect->likely == 1;
  measure(sheet, &found);
  bool sure = choose_bases(sheet, &found);
  uint64_t n = choose_n(sheet, &found);
  bool native = sheet->setting.native && found.row_base == 0 && !sheet->setting.turned;
  nq_origin origin = {.line = sheet->line,
                      .form = native ? NULL : sheet->form,
                      .base = (unsigned)found.row_base,
                      .loose = sheet->setting.loose,
                      .doubt = doubt(sheet, &found, n, reader)};
  nq_status status;
  if (!sure)
    status = nq_error_at(reader->error, sheet->line,
                         "columns count from %" PRId64 " and rows from %" PRId64
                         " in these %s: number both alike, or give --base 0 or --base 1",
                         found.column_base, found.row_base, sheet->form);
  else if (nq_found_is_none(reader, &origin, (uint32_t)n))
    status = nq_found_beside(reader, sheet->line, n, reader->seen_n);
  else if (origin.doubt == NQ_DOUBT_ALONE && nq_found_any(reader))
    status = nq_found_alone(reader, sheet->line, n);
  else
    status = make_board(sheet, &found, n, &board, reader);
  if (status == NQ_OK && sheet->reason[0] == '\0') return nq_found_board(reader, &origin, &board);
  nq_board_release(&board);
  if (status == NQ_OK) return nq_found_invalid(reader, &origin, (uint32_t)n, sheet->reason);
  return status == NQ_BAD_FORMAT ? nq_found_error(reader) : status;
}

nq_status nq_sheet_finish(nq_sheet *sheet, nq_reader *reader) {
  nq_status status =
      sheet->failed ? nq_error_set(reader->error, NQ_NO_MEMORY,
                                   "no memory for an answer of %" PRIu64 " squares", sheet->named)
                    : decide(sheet, reader);
  nq_sheet_release(sheet);
  return status;
}

uint32_t nq_side(uint64_t squares) {
  uint64_t low = 0, high = UINT32_MAX;
  while (low < high) {
    uint64_t middle = high - (high - low) / 2;
    if (middle <= squares / middle)
      low = middle;
    else
      high = middle - 1;
  }
  return (uint32_t)low;
}
