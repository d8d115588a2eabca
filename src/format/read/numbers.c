/* MODEL.  What a table is follows from its shape alone:
 *
 *     one row of n                rows, or, if they are true and false, the n^2 squares of a
 *                                 matrix; if all are 1 .. n^2 with or without a minus, literals
 *     n rows of two, or 2n        pairs: no board of n = 2 is a solution, so these are none
 *     numbers in a row
 *     n rows of one               rows
 *     n rows of n, 0 and 1        a matrix, the first row on top
 *     rows of other lengths       a board each
 *
 * 2n numbers are pairs only if rows of 2n queens cannot be meant: none is above n, and the first of
 * each two are the n columns. */
#include "format/read/read.h"
#include "core/core.h"

#include <stdlib.h>

void nq_numbers_release(nq_numbers *table) {
  free(table->values);
  free(table->rows);
  *table = (nq_numbers){0};
}

void nq_numbers_add(nq_numbers *table, int64_t value) {
  table->failed = table->failed || !nq_memory_grow(&table->values, table->count, &table->room,
                                                   sizeof *table->values);
  if (!table->failed) table->values[table->count++] = value;
}

void nq_numbers_end_row(nq_numbers *table, uint64_t line, bool truths) {
  table->failed = table->failed || !nq_memory_grow(&table->rows, table->row_count, &table->row_room,
                                                   sizeof *table->rows);
  if (table->failed || table->rows == NULL) return;
  const nq_number_row *last = table->row_count > 0 ? &table->rows[table->row_count - 1] : NULL;
  size_t start = last != NULL ? last->start + last->count : 0;
  table->rows[table->row_count++] = (nq_number_row){start, table->count - start, line, 0, truths};
}

bool nq_numbers_is_binary(const nq_numbers *table, size_t row) {
  const nq_number_row *at = &table->rows[row];
  for (size_t i = 0; i < at->count; i++)
    if (table->values[at->start + i] != 0 && table->values[at->start + i] != 1) return false;
  return true;
}

bool nq_numbers_is_series(const nq_numbers *table, size_t row) {
  const int64_t *values = table->values + table->rows[row].start;
  for (size_t i = 1; i < table->rows[row].count; i++)
    if (values[i] != values[0] + (int64_t)i) return false;
  return table->rows[row].count > 0 && (values[0] == 0 || values[0] == 1);
}

bool nq_value_is_permutation(const nq_node *list, bool *series) {
  nq_numbers table = {0};
  bool numbers = true;
  for (const nq_node *node = list + 1; node < nq_next(list); node = nq_next(node)) {
    numbers = numbers && nq_node_is_number(node);
    nq_numbers_add(&table, node->value);
  }
  nq_numbers_end_row(&table, list->line, false);
  bool whole = numbers && !table.failed && nq_numbers_is_whole(table.values, table.count, 1);
  *series = whole && nq_numbers_is_series(&table, 0);
  nq_numbers_release(&table);
  return whole;
}

bool nq_numbers_is_literals(const nq_numbers *table, size_t row) {
  const int64_t *values = table->values + table->rows[row].start;
  bool negative = false;
  if (table->rows[row].count < 4) return false;
  for (size_t i = 0; i < table->rows[row].count; i++) {
    if (values[i] != (int64_t)i + 1 && values[i] != -(int64_t)i - 1) return false;
    negative = negative || values[i] < 0;
  }
  return negative;
}

bool nq_numbers_is_whole(const int64_t *values, size_t count, size_t stride) {
  nq_sheet sheet = {0};
  for (size_t i = 0; i < count; i++)
    if (values[stride * i] != NQ_HOLE) nq_sheet_queen(&sheet, (int64_t)i, values[stride * i]);
  bool whole = sheet.queens.count == count &&
               (nq_sheet_is_whole(&sheet, 0, 0) || nq_sheet_is_whole(&sheet, 0, 1));
  nq_sheet_release(&sheet);
  return whole;
}

/* ---- Boards ---- */

/* 0 1 0 0: one row of squares, rather than the rows of queens that are all in two rows. */
static bool is_one_square(const int64_t *values, size_t count) {
  size_t ones = 0;
  for (size_t i = 0; i < count && ones < 2; i++) {
    if (values[i] != 0 && values[i] != 1) return false;
    ones += values[i] == 1;
  }
  return ones == 1 && count > 3;
}

/* A row for each column; `bits`: or a bit for it. */
static nq_status add_rows(const nq_numbers *table, const int64_t *values, size_t count,
                          uint64_t line, bool bits) {
  nq_sheet sheet;
  uint32_t expected = table->reader->expected_n;
  bool bare = !table->setting.native && !table->setting.named && expected == 0;
  if (bare && table->reader->dialect->format == NQ_FORMAT_AUTO && is_one_square(values, count))
    return nq_error_at(table->reader->error, line,
                       "this may be one row of a matrix: write its %zu rows below each other, and "
                       "nothing else beside them",
                       count);
  nq_sheet_begin(&sheet, "rows", line);
  sheet.setting = table->setting;
  sheet.n = table->setting.named && expected > 0 ? expected : count;
  sheet.ordered = sheet.by_column = true;
  sheet.bits = bits;
  for (size_t i = 0; i < count; i++)
    if (values[i] != NQ_HOLE) nq_sheet_queen(&sheet, (int64_t)i, values[i]);
  sheet.named = count;
  return nq_sheet_finish(&sheet, table->reader);
}

/* As many pairs as `at` counts: each a number, `step` after the last one, and that `apart` from
 * it. */
static nq_status add_pairs(const nq_numbers *table, uint64_t n, nq_number_row at, size_t step,
                           size_t apart, bool swapped) {
  const int64_t *values = table->values + at.start;
  nq_sheet sheet;
  nq_sheet_begin(&sheet, "pairs", at.line);
  sheet.failed = table->failed;
  sheet.setting = (nq_setting){.named = true, .loose = table->setting.loose, .unique = true};
  sheet.n = table->reader->expected_n > 0 ? table->reader->expected_n : n;
  for (size_t i = 0; i < at.count; i++) {
    int64_t one = values[step * i], other = values[step * i + apart];
    if (one == NQ_HOLE || other == NQ_HOLE)
      nq_sheet_refuse(&sheet, "square %zu lacks a number", i + 1);
    else
      nq_sheet_queen(&sheet, swapped ? other : one, swapped ? one : other);
  }
  return nq_sheet_finish(&sheet, table->reader);
}

nq_status nq_numbers_pairs(const nq_numbers *table, uint64_t n) {
  uint64_t line = table->row_count > 0 ? table->rows[0].line : 0;
  const nq_number_row all = {.count = table->count / 2, .line = line};
  return add_pairs(table, n, all, 2, 1, table->setting.swapped);
}

/* The squares whose value is above 0, of the first n^2: of the board's rows in turn, or of its
 * columns. */
static nq_status add_squares(const nq_numbers *table, size_t row, size_t count, bool rows, size_t n,
                             const char *form) {
  const int64_t *values = table->values + table->rows[row].start;
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, form, table->rows[row].line, n);
  sheet.setting.loose = table->rows[row].truths; /* [true, true, true, true]: n = 2 */
  for (size_t i = 0; i < count && i < n * n; i++)
    if (values[i] > 0)
      nq_sheet_queen(&sheet, (int64_t)(rows ? i % n : i / n), (int64_t)(rows ? i / n : i % n));
  return nq_sheet_finish(&sheet, table->reader);
}

/* ---- One row ---- */

/* Whether 2n numbers are pairs for certain. */
static bool is_flat_pairs(const int64_t *values, size_t count) {
  size_t n = count / 2;
  bool pairs = count % 2 == 0 && n >= 4;
  for (size_t i = 0; i < count && pairs; i++) pairs = values[i] >= 0 && values[i] <= (int64_t)n;
  return pairs && nq_numbers_is_whole(values, n, 2);
}

/* Put queens on squares by number. */
static void put_by_number(nq_sheet *sheet, const int64_t *values, size_t n, int64_t base) {
  for (size_t i = 0; i < n; i++)
    nq_sheet_queen(sheet, (values[i] - base) / (int64_t)n, (values[i] - base) % (int64_t)n);
}

/* Whether n numbers are squares by number, of which one is in each row and column. */
static bool is_whole_by_number(const int64_t *values, size_t n, int64_t base) {
  nq_sheet sheet = {0};
  put_by_number(&sheet, values, n, base);
  bool whole = nq_sheet_is_whole(&sheet, 0, 0);
  nq_sheet_release(&sheet);
  return whole;
}

/* Whether n numbers, of which half are above n, are squares by number: those that are true among
 * literals, from 1, or places in an array, from 0.  They are if one is in each column, in order,
 * or one in each row and column; *base then is NQ_BASE_SEEN if neither 0 nor n^2 shows it. */
static bool is_places(const int64_t *values, size_t n, int64_t *base) {
  bool zero = true, one = true;
  int64_t side = (int64_t)n;
  int64_t least = INT64_MAX, most = 0;
  size_t large = 0;
  if (n < 4 || n > INT32_MAX) return false;
  for (size_t i = 0; i < n; i++) {
    if (values[i] < 0) return false;
    zero = zero && values[i] / side == (int64_t)i;
    one = one && values[i] > 0 && (values[i] - 1) / side == (int64_t)i;
    large += values[i] > side;
    if (values[i] < least) least = values[i];
    if (values[i] > most) most = values[i];
  }
  if (2 * large < n) return false;
  if (zero || one) {
    *base = !zero;
    return true;
  }
  if (!is_whole_by_number(values, n, 0) && !is_whole_by_number(values, n, 1)) return false;
  *base = least == 0 ? 0 : most == side * side ? 1 : NQ_BASE_SEEN;
  return true;
}

/* Whether n of the n^2 squares have the value, one in each row and column. */
static bool are_queens(const int64_t *values, size_t n, int64_t value) {
  nq_sheet sheet = {0};
  for (size_t i = 0; i < n * n && sheet.queens.count <= n; i++)
    if (values[i] == value) nq_sheet_queen(&sheet, (int64_t)(i % n), (int64_t)(i / n));
  bool whole = sheet.queens.count == n && nq_sheet_is_whole(&sheet, 0, 0);
  nq_sheet_release(&sheet);
  return whole;
}

bool nq_numbers_is_sample(const nq_numbers *table, size_t row) {
  const nq_number_row *at = &table->rows[row];
  size_t n = nq_side(at->count);
  return n >= 4 && n * n == at->count && nq_numbers_is_binary(table, row) &&
         are_queens(table->values + at->start, n, 1);
}

nq_status nq_numbers_vector(const nq_numbers *table, size_t row) {
  const nq_number_row *at = &table->rows[row];
  const nq_setting *setting = &table->setting;
  nq_error *error = table->reader->error;
  size_t count = at->count, side = nq_side(count), expected = table->reader->expected_n;
  bool square = side * side == count, given = expected == count;
  int64_t base = 0;
  if (count == 0)
    return nq_error_at(error, at->line, "the list is empty: a board has at least one column");
  const int64_t *values = table->values + at->start;
  if (setting->samples && !nq_numbers_is_binary(table, row))
    return nq_error_at(error, at->line, "0 or 1 was expected for each square of a sample");
  if (setting->samples && !(square && (expected == 0 || expected == side)))
    return nq_sheet_refuse_sample(count, at->line, error);
  if (((at->truths && side > 1) || setting->samples) && square)
    return add_squares(table, row, count, !setting->samples, side, "matrix");
  if (at->truths)
    return nq_error_at(error, at->line,
                       "%zu values true or false: there must be one for each of the n^2 squares",
                       count);
  bool literals = nq_numbers_is_literals(table, row);
  if (literals && expected == 0 && !square)
    return nq_error_at(
        error, at->line,
        "n cannot be determined from %zu literals: give n, as there may be auxiliary variables",
        count);
  if (literals)
    return add_squares(table, row, count, false, expected > 0 ? expected : side, "literals");
  if (!given && !setting->named && is_flat_pairs(values, count))
    return add_pairs(table, count / 2,
                     (nq_number_row){.start = at->start, .count = count / 2, .line = at->line}, 2,
                     1, setting->swapped);
  if (is_places(values, count, &base)) {
    if (base == NQ_BASE_SEEN) base = table->reader->base;
    if (base == NQ_BASE_SEEN)
      return nq_error_at(error, at->line,
                         "these %zu numbers may be squares, from 0 or from 1: give --base 0 or "
                         "--base 1",
                         count);
    nq_sheet sheet;
    nq_sheet_begin_board(&sheet, "literals", at->line, count);
    put_by_number(&sheet, values, count, base);
    return nq_sheet_finish(&sheet, table->reader);
  }
  size_t ones = 0; /* n of n^2: squares, on which queens may attack each other */
  for (size_t i = 0; i < count && square && side >= 4; i++) ones += values[i] == 1;
  bool sample = !given && ones == side && nq_numbers_is_binary(table, row);
  if (sample && expected == 0) return add_squares(table, row, count, true, side, "matrix");
  if (sample) /* an instance tells rows from columns */
    return nq_error_at(error, at->line,
                       "these %zu numbers may be rows, or squares of a board of %zu: give --from "
                       "list for rows, or --from qubo for squares",
                       count, side);
  return add_rows(table, values, count, at->line, true);
}

/* ---- Several rows ---- */

/* The number of values in every row, or 0. */
static size_t common_width(const nq_numbers *table) {
  size_t width = table->row_count > 0 ? table->rows[0].count : 0;
  for (size_t i = 1; i < table->row_count; i++)
    if (table->rows[i].count != width) return 0;
  return width;
}

static nq_status add_matrices(const nq_numbers *table, size_t n) {
  if (table->row_count % n != 0)
    return nq_error_at(table->reader->error, table->rows[table->row_count - 1].line,
                       "the matrix is %zu squares wide but only %zu lines high", n,
                       table->row_count);
  nq_status status = NQ_OK;
  for (size_t row = 0; row < table->row_count && status == NQ_OK; row += n) {
    bool reversed = n >= 4 && are_queens(table->values + table->rows[row].start, n, 0);
    status = reversed
                 ? nq_error_at(table->reader->error, table->rows[row].line,
                               "a matrix with one 0 in each row and column: write 1 for a queen "
                               "and 0 for an empty square")
                 : add_squares(table, row, n * n, true, n, "matrix");
  }
  return status;
}

/* A line of a matrix among others: no list of boards. */
static nq_status refuse_mixture(const nq_numbers *table) {
  size_t width = 0;
  for (size_t i = 0; i < table->row_count && width == 0; i++)
    if (nq_numbers_is_binary(table, i)) width = table->rows[i].count;
  for (size_t i = 0; i < table->row_count; i++)
    if (!nq_numbers_is_binary(table, i) || table->rows[i].count != width)
      return nq_error_at(table->reader->error, table->rows[i].line,
                         "a line of %zu squares, 0 or 1, was expected", width);
  return NQ_OK;
}

static bool is_sorted(const nq_numbers *table, size_t row) {
  const int64_t *values = table->values + table->rows[row].start;
  for (size_t i = 1; i < table->rows[row].count; i++)
    if (values[i] < values[i - 1]) return false;
  return true;
}

bool nq_numbers_is_outside(const nq_numbers *table, size_t row, int64_t most) {
  const nq_number_row *at = &table->rows[row];
  for (size_t i = at->start; i < at->start + at->count; i++)
    if (table->values[i] > most) return true;
  return false;
}

nq_status nq_numbers_refuse_square(const nq_numbers *table) {
  size_t n = table->row_count, outside = 0, wholes = 0;
  int64_t most = (int64_t)n;
  if (n < 4 || common_width(table) != n) return NQ_END;
  for (size_t i = 0; i < table->count; i++) {
    if (table->values[i] == 0) most = (int64_t)n - 1;
    wholes += table->values[i] == NQ_HOLE; /* partial boards */
  }
  for (size_t row = 0; row < n; row++) {
    outside += nq_numbers_is_outside(table, row, most);
    wholes += nq_numbers_is_whole(table->values + table->rows[row].start, n, 1);
  }
  if (2 * outside <= n && wholes > 0) return NQ_END;
  return nq_error_at(table->reader->error, table->rows[0].line,
                     "%zu times %zu numbers may be those of the squares: give each board alone if "
                     "they are rows",
                     n, n);
}

nq_status nq_numbers_each(const nq_numbers *table) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i < table->row_count && status == NQ_OK; i++) {
    status = nq_numbers_vector(table, i);
    if (status == NQ_BAD_FORMAT && table->row_count > 1) status = nq_found_error(table->reader);
  }
  return status;
}

nq_status nq_numbers_boards(const nq_numbers *table) {
  nq_reader *reader = table->reader;
  size_t width = common_width(table), rows = table->row_count;
  bool binary = true, some = false, several = rows > 1 && !table->setting.samples;
  if (table->failed) return nq_error_set(reader->error, NQ_NO_MEMORY, "no memory for the numbers");
  for (size_t i = 0; i < rows; i++) {
    bool line = nq_numbers_is_binary(table, i);
    binary = binary && line;
    some = some || (line && table->rows[i].count >= 3);
  }
  if (some && !(binary && width > 0)) return refuse_mixture(table);
  if (rows == 2 && width >= 4 && table->setting.tuple && is_sorted(table, 0))
    /* (array([0, 1, 2, 3]), array([1, 3, 0, 2])): NumPy's indices, rows and columns */
    return add_pairs(table, width, table->rows[0], 1, width, true);
  if (several && width == 2 && !table->rows[0].truths) return nq_numbers_pairs(table, 0);
  if (several && width == 1)
    return add_rows(table, table->values, rows, table->rows[0].line, false);
  if (several && width >= 2 && binary) return add_matrices(table, width);
  if (rows > 1 && width == 0 && table->setting.named)
    return nq_error_at(reader->error, table->rows[0].line,
                       "lists of different lengths are no board");
  nq_status status = nq_numbers_refuse_square(table);
  return status == NQ_END ? nq_numbers_each(table) : status;
}

nq_status nq_numbers_one(nq_numbers *table, size_t first) {
  nq_number_row *row = table->rows;
  row->line = row[first].line;
  row->start = first;
  row->count = table->count - first;
  table->row_count = 1;
  return nq_numbers_boards(table);
}
