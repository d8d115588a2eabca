/* MODEL.  What a table is follows from its shape alone:
 *
 *     one row of n                rows, or, if they are true and false, the n^2 squares of a matrix; if all
 *                                 are 1 .. n^2 with or without a minus, literals
 *     n rows of two, or 2n        pairs: no board of n = 2 is a solution, so these are none
 *     numbers in a row
 *     n rows of one               rows
 *     n rows of n, 0 and 1        a matrix, the first row on top
 *     rows of other lengths       a board each
 *
 * 2n numbers are pairs only if rows of 2n queens cannot be meant: none is above n, and the first of
 * each two are the n columns. */
#include "format/read/numbers.h"
#include "format/read/sheet.h"
#include "format/read/found.h"

#include <inttypes.h>
#include <stdlib.h>

void nq_numbers_release(nq_numbers *table) {
  free(table->values);
  free(table->rows);
  *table = (nq_numbers){0};
}

/* Room for one more item of `size` bytes. */
static void *grow(void *items, size_t count, size_t *room, size_t size, nq_error *error) {
  if (count < *room) return items;
  size_t more = *room > 0 ? 2 * *room : 64;
  void *larger = more <= SIZE_MAX / size ? realloc(items, more * size) : NULL;
  if (larger == NULL)
    nq_error_set(error, NQ_NO_MEMORY, "no memory for more than %zu numbers", count);
  else
    *room = more;
  return larger;
}

nq_status nq_numbers_add(nq_numbers *table, int64_t value, nq_error *error) {
  int64_t *values = grow(table->values, table->count, &table->room, sizeof value, error);
  if (values == NULL) return NQ_NO_MEMORY;
  table->values = values;
  values[table->count++] = value;
  return NQ_OK;
}

nq_status nq_numbers_end_row(nq_numbers *table, uint64_t line, bool truths, nq_error *error) {
  nq_number_row *rows = grow(table->rows, table->row_count, &table->row_room, sizeof *rows, error);
  if (rows == NULL) return NQ_NO_MEMORY;
  table->rows = rows;
  size_t start = table->row_count > 0
                     ? rows[table->row_count - 1].start + rows[table->row_count - 1].count
                     : 0;
  rows[table->row_count++] = (nq_number_row){start, table->count - start, line, truths};
  return NQ_OK;
}

bool nq_numbers_is_binary(const nq_numbers *table, size_t row) {
  const nq_number_row *at = &table->rows[row];
  for (size_t i = 0; i < at->count; i++)
    if (table->values[at->start + i] != 0 && table->values[at->start + i] != 1) return false;
  return true;
}

/* ---- Sheets ---- */

static void begin(nq_sheet *sheet, const char *form, uint64_t line, const nq_setting *setting) {
  nq_sheet_begin(sheet, form, line);
  sheet->base = setting->base;
  sheet->likely = setting->likely;
}

static nq_status finish(nq_sheet *sheet, nq_status status, nq_reader *reader, nq_error *error) {
  if (status == NQ_OK) return nq_sheet_finish(sheet, reader, error);
  nq_sheet_release(sheet);
  return status;
}

/* Fill a sheet with a row for each column. */
static nq_status fill_rows(nq_sheet *sheet, const int64_t *values, size_t count, nq_error *error) {
  nq_status status = NQ_OK;
  sheet->ordered = sheet->by_column = true;
  sheet->named = count;
  for (size_t i = 0; i < count && status == NQ_OK; i++)
    if (values[i] != NQ_HOLE) status = nq_sheet_queen(sheet, (int64_t)i, values[i], error);
  sheet->named = count;
  return status;
}

static nq_status add_rows(const int64_t *values, size_t count, uint64_t line,
                          const nq_setting *setting, nq_reader *reader, nq_error *error) {
  nq_sheet sheet;
  begin(&sheet, "rows", line, setting);
  sheet.native = setting->native;
  sheet.n = setting->named && reader->expected_n > 0 ? reader->expected_n : count;
  return finish(&sheet, fill_rows(&sheet, values, count, error), reader, error);
}

bool nq_numbers_is_whole(const nq_numbers *table, size_t row) {
  nq_sheet sheet;
  const nq_number_row *at = &table->rows[row];
  nq_sheet_begin(&sheet, "", 0);
  bool whole = fill_rows(&sheet, table->values + at->start, at->count, NULL) == NQ_OK &&
               (nq_sheet_is_whole(&sheet, 0, 0) || nq_sheet_is_whole(&sheet, 0, 1));
  whole = whole && sheet.queens.count == at->count;
  nq_sheet_release(&sheet);
  return whole;
}

/* `count` values, two for each square. */
static nq_status fill_pairs(nq_sheet *sheet, const int64_t *values, size_t count, bool swapped,
                            nq_error *error) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i + 1 < count && status == NQ_OK; i += 2)
    status = nq_sheet_queen(sheet, values[i + swapped], values[i + !swapped], error);
  return status;
}

nq_status nq_numbers_pairs(const nq_numbers *table, uint64_t n, const nq_setting *setting,
                           nq_reader *reader, nq_error *error) {
  nq_sheet sheet;
  begin(&sheet, "pairs", table->rows[0].line, setting);
  if (setting->base == NQ_BASE_SEEN) sheet.likely = 1;
  sheet.n = reader->expected_n > 0 ? reader->expected_n : n;
  return finish(&sheet, fill_pairs(&sheet, table->values, table->count, setting->swapped, error),
                reader, error);
}

/* n lines of n values, or n^2 values. */
static nq_status add_matrix(const int64_t *values, size_t n, uint64_t line, nq_reader *reader,
                            nq_error *error) {
  nq_sheet sheet;
  nq_sheet_begin(&sheet, "matrix", line);
  sheet.ordered = true;
  sheet.base = 0;
  sheet.n = sheet.named = n;
  nq_status status = NQ_OK;
  for (size_t row = 0; row < n; row++)
    for (size_t column = 0; column < n && status == NQ_OK; column++)
      if (values[row * n + column] == 1)
        status = nq_sheet_queen(&sheet, (int64_t)column, (int64_t)row, error);
  return finish(&sheet, status, reader, error);
}

/* ---- One row ---- */

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

static nq_status add_literals(const int64_t *values, size_t count, uint64_t line, nq_reader *reader,
                              nq_error *error) {
  uint64_t n = reader->expected_n > 0 ? reader->expected_n : nq_side(count);
  if (reader->expected_n == 0 && n * n != count)
    return nq_error_at(
        error, line,
        "n cannot be determined from %zu literals: give n, as there may be auxiliary "
        "variables",
        count);
  nq_sheet sheet;
  nq_sheet_begin(&sheet, "literals", line);
  sheet.ordered = true;
  sheet.base = 0;
  sheet.n = n;
  nq_status status = NQ_OK;
  for (size_t i = 0; i < count && i < n * n && status == NQ_OK; i++)
    if (values[i] > 0) status = nq_sheet_queen(&sheet, (int64_t)(i / n), (int64_t)(i % n), error);
  return finish(&sheet, status, reader, error);
}

/* Whether 2n numbers are pairs for certain. */
static bool is_flat_pairs(const int64_t *values, size_t count) {
  size_t n = count / 2;
  nq_numbers columns = {0};
  bool pairs = count % 2 == 0 && n >= 4;
  for (size_t i = 0; i < count && pairs; i++) pairs = values[i] >= 0 && values[i] <= (int64_t)n;
  for (size_t i = 0; i < count && pairs; i += 2)
    pairs = nq_numbers_add(&columns, values[i], NULL) == NQ_OK;
  pairs = pairs && nq_numbers_end_row(&columns, 0, false, NULL) == NQ_OK &&
          nq_numbers_is_whole(&columns, 0);
  nq_numbers_release(&columns);
  return pairs;
}

/* Whether n^2 values of 0 and 1 have one queen in each row and column. */
static bool is_sample(const nq_numbers *table, size_t row) {
  const nq_number_row *at = &table->rows[row];
  size_t n = nq_side(at->count);
  if (n < 4 || n * n != at->count || !nq_numbers_is_binary(table, row)) return false;
  nq_sheet sheet;
  nq_sheet_begin(&sheet, "", 0);
  nq_status status = NQ_OK;
  for (size_t i = 0; i < at->count && status == NQ_OK; i++)
    if (table->values[at->start + i] == 1)
      status = nq_sheet_queen(&sheet, (int64_t)(i / n), (int64_t)(i % n), NULL);
  bool whole = status == NQ_OK && sheet.queens.count == n && nq_sheet_is_whole(&sheet, 0, 0);
  nq_sheet_release(&sheet);
  return whole;
}

static nq_status add_vector(const nq_numbers *table, size_t row, const nq_setting *setting,
                            nq_reader *reader, nq_error *error) {
  const nq_number_row *at = &table->rows[row];
  const int64_t *values = table->values + at->start;
  size_t side = nq_side(at->count);
  bool square = side * side == at->count, given = reader->expected_n == at->count;
  if (at->count == 0)
    return nq_error_at(error, at->line, "the list is empty: a board has at least one column");
  if (((at->truths && side > 1) || setting->samples) && square)
    return add_matrix(values, side, at->line, reader, error);
  if (setting->samples || at->truths)
    return nq_error_at(error, at->line,
                       "%zu values true or false: there must be one for each of the n^2 squares",
                       at->count);
  if (nq_numbers_is_literals(table, row))
    return add_literals(values, at->count, at->line, reader, error);
  if (!given && !setting->named && is_flat_pairs(values, at->count)) {
    nq_numbers pairs = {
        .values = table->values + at->start, .count = at->count, .rows = table->rows + row};
    return nq_numbers_pairs(&pairs, at->count / 2, setting, reader, error);
  }
  if (!given && is_sample(table, row))
    return nq_error_at(error, at->line,
                       "these %zu numbers may be rows, or squares of a board of %zu: give --from "
                       "list for rows, or --from qubo for squares",
                       at->count, side);
  return add_rows(values, at->count, at->line, setting, reader, error);
}

/* ---- Several rows ---- */

/* The number of values in every row, or 0. */
static size_t common_width(const nq_numbers *table) {
  size_t width = table->rows[0].count;
  for (size_t i = 1; i < table->row_count; i++)
    if (table->rows[i].count != width) return 0;
  return width;
}

static nq_status add_matrices(const nq_numbers *table, size_t n, nq_reader *reader,
                              nq_error *error) {
  if (table->row_count % n != 0)
    return nq_error_at(error, table->rows[table->row_count - 1].line,
                       "the matrix is %zu squares wide but only %zu lines high", n,
                       table->row_count);
  nq_status status = NQ_OK;
  for (size_t row = 0; row < table->row_count && status == NQ_OK; row += n)
    status =
        add_matrix(table->values + table->rows[row].start, n, table->rows[row].line, reader, error);
  return status;
}

/* A line of a matrix among others: no list of boards. */
static nq_status refuse_mixture(const nq_numbers *table, nq_error *error) {
  size_t width = 0;
  for (size_t i = 0; i < table->row_count && width == 0; i++)
    if (nq_numbers_is_binary(table, i)) width = table->rows[i].count;
  for (size_t i = 0; i < table->row_count; i++)
    if (!nq_numbers_is_binary(table, i) || table->rows[i].count != width)
      return nq_error_at(error, table->rows[i].line, "a line of %zu squares, 0 or 1, was expected",
                         width);
  return NQ_OK;
}

/* The first of two rows counts from 0 or from 1. */
static bool is_index(const nq_numbers *table) {
  const int64_t *values = table->values;
  for (size_t i = 1; i < table->rows[0].count; i++)
    if (values[i] != values[0] + (int64_t)i) return false;
  return values[0] == 0 || values[0] == 1;
}

/* (array([0, 1, 2, 3]), array([1, 3, 0, 2])): NumPy's indices of the squares with queens. */
static nq_status add_columns(const nq_numbers *table, const nq_setting *setting, nq_reader *reader,
                             nq_error *error) {
  nq_numbers pairs = {0};
  size_t n = table->rows[0].count;
  nq_status status = NQ_OK;
  for (size_t i = 0; i < n && status == NQ_OK; i++) {
    status = nq_numbers_add(&pairs, table->values[n + i], error);
    if (status == NQ_OK) status = nq_numbers_add(&pairs, table->values[i], error);
  }
  if (status == NQ_OK) status = nq_numbers_end_row(&pairs, table->rows[0].line, false, error);
  if (status == NQ_OK) status = nq_numbers_pairs(&pairs, n, setting, reader, error);
  nq_numbers_release(&pairs);
  return status;
}

nq_status nq_numbers_boards(const nq_numbers *table, const nq_setting *setting, nq_reader *reader,
                            nq_error *error) {
  size_t width = common_width(table), rows = table->row_count;
  bool binary = true, some = false;
  for (size_t i = 0; i < rows; i++) {
    bool line = nq_numbers_is_binary(table, i);
    binary = binary && line;
    some = some || (line && table->rows[i].count >= 3);
  }
  if (rows > 1 && some && !(binary && width > 0) && !setting->samples)
    return refuse_mixture(table, error);
  if (rows == 2 && width == 2 && table->rows[0].truths && table->rows[1].truths)
    return add_matrices(table, width, reader, error);
  if (rows == 2 && width >= 4 && setting->tuple && is_index(table))
    return add_columns(table, setting, reader, error);
  if (rows > 1 && width == 2 && !setting->samples)
    return nq_numbers_pairs(table, 0, setting, reader, error);
  if (rows > 1 && width == 1 && !setting->samples)
    return add_rows(table->values, rows, table->rows[0].line, setting, reader, error);
  if (rows > 1 && width >= 3 && binary && !setting->samples)
    return add_matrices(table, width, reader, error);
  if (rows > 1 && width == 0 && setting->named)
    return nq_error_at(error, table->rows[0].line, "lists of different lengths are no board");
  nq_status status = NQ_OK;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    status = add_vector(table, i, setting, reader, error);
    if (status == NQ_BAD_FORMAT && rows > 1) status = nq_found_error(reader, error);
  }
  return status;
}
