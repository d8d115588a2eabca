#include "format/read/columns.h"
#include "format/read/dialect.h"
#include "format/read/found.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Whether lines with the indices 0, 1, 2 ... end as those of a series of pandas. */
static bool is_series(const nq_block *state) {
  static const char *const ends[] = {"dtype:", "Name:", "Length:"};
  const char *text = (const char *)state->terms->input->next + state->terms->at;
  bool series = false;
  size_t size;
  if (!nq_terms_line(state->terms, &size)) return false;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    series = series || (size >= strlen(ends[i]) && memcmp(text, ends[i], strlen(ends[i])) == 0);
  for (size_t i = 0; i < state->table.row_count; i++)
    series = series && state->table.values[2 * i] == (int64_t)i;
  return series;
}

/* The values of a series are rows. */
static nq_status take_series(nq_block *state) {
  nq_numbers *table = &state->table;
  table->count = table->row_count;
  for (size_t i = 0; i < table->count; i++) table->values[i] = table->values[2 * i + 1];
  table->rows[0].count = table->count;
  table->row_count = 1;
  return nq_block_finish(state);
}

/* Lines of two numbers, after n or not. */
nq_status nq_columns_take_two(nq_block *state, uint64_t n, nq_label like) {
  bool binary = nq_numbers_is_binary(&state->table, 0);
  nq_status status = nq_block_gather(state, like, 2, n > 0 ? (size_t)n : SIZE_MAX, false);
  size_t rows = state->table.row_count;
  if (status != NQ_OK) return status;
  if (n == 0 && is_series(state)) return take_series(state);
  for (size_t i = 1; i < rows; i++) binary = binary && nq_numbers_is_binary(&state->table, i);
  if (rows == 2 && binary && n == 0 && state->setting.native &&
      state->reader->dialect->format == NQ_FORMAT_AUTO)
    return nq_error_at(state->error, state->table.rows[0].line,
                       "0 and 1 may be rows or squares here: give --from line or --from picture");
  if (n > 0 && rows < n)
    return nq_error_at(state->error, state->terms->line,
                       "%zu squares follow, where %" PRIu64 " are announced", rows, n);
  return rows == 1 ? nq_block_finish(state)
                   : nq_numbers_pairs(&state->table, n, &state->setting, state->reader);
}

nq_status nq_columns_take_three(nq_block *state) {
  nq_place before = nq_block_here(state);
  nq_status status = nq_block_gather(state, NQ_LABEL_NONE, 3, SIZE_MAX, false);
  nq_numbers *table = &state->table;
  size_t rows = table->row_count, n = nq_side(rows);
  bool index = rows >= 4, squares = rows >= 16 && n * n == rows;
  int64_t *values = table->values;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    index = index && values[3 * i] == values[0] + (int64_t)i && values[0] >= 0 && values[0] <= 1;
    squares = squares && (values[3 * i + 2] == 0 || values[3 * i + 2] == 1);
  }
  if (status != NQ_OK) return status;
  if (!index && !squares) {
    while (table->row_count > 1) nq_block_give_back(state, before);
    return NQ_END;
  }
  size_t kept = 0;
  for (size_t i = 0; i < rows; i++) {
    if (squares && values[3 * i + 2] == 0) continue;
    values[kept++] = values[3 * i + !squares];
    values[kept++] = values[3 * i + 1 + !squares];
  }
  table->count = kept;
  return nq_numbers_pairs(table, squares ? n : 0, &state->setting, state->reader);
}

/* ---- Numbers alone ---- */

/* Make a table of the digits of `count` lines from `start` on; NQ_END if some have a different
 * number of digits. */
static nq_status take_digits(nq_block *state, nq_place start, size_t count, nq_numbers *table) {
  nq_place end = nq_block_here(state);
  size_t width = 0, size;
  nq_status status = NQ_OK;
  state->terms->at = start.at;
  state->terms->line = start.line;
  for (size_t i = 0; i < count && status == NQ_OK; i++) {
    if (!nq_terms_line(state->terms, &size)) break;
    const char *text = (const char *)state->terms->input->next + state->terms->at;
    size_t before = table->count;
    for (size_t k = 0; k < size; k++)
      if (is_digit(text[k])) nq_numbers_add(table, text[k] - '0');
    size_t digits = table->count - before;
    if (i == 0) width = digits;
    nq_numbers_end_row(table, state->terms->line, false);
    if (digits != width) status = NQ_END;
    nq_terms_skip_line(state->terms);
  }
  state->terms->at = end.at;
  state->terms->line = end.line;
  return status;
}

/* 2413, a board a line, or 0100, a line of a matrix.  NQ_END if the lines are neither. */
static nq_status try_digits(nq_block *state, nq_place start) {
  nq_numbers digits = {0}, column = state->table;
  size_t rows = column.row_count;
  nq_status status = take_digits(state, start, rows, &digits);
  size_t width = status == NQ_OK && digits.rows != NULL ? digits.rows[0].count : 0;
  bool binary = rows > 1, boards = width >= 4 && width <= 9;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    binary = binary && nq_numbers_is_binary(&digits, i);
    boards = boards && nq_numbers_is_whole(&digits, i);
  }
  bool matrix = binary && width >= 2 && rows % width == 0;
  if (status == NQ_OK && !matrix && !boards) status = NQ_END;
  state->table = digits;
  if (status == NQ_OK && matrix && width == 2) {
    nq_numbers flat = digits; /* n = 2: the table would take them for pairs */
    for (size_t i = 0; i < rows; i++) flat.rows[i].truths = true;
    flat.rows[0].count = digits.count;
    flat.row_count = 1;
    status = nq_numbers_boards(&flat, &state->setting, state->reader);
  } else if (status == NQ_OK) {
    status = nq_block_finish(state);
  }
  state->table = column;
  for (size_t i = 0; i < rows && status == NQ_END; i++)
    if (column.values[i] > (int64_t)NQ_EMPTY)
      status = nq_error_at(state->error, column.rows[i].line,
                           "a row, 0 to 4294967294, or a line of a matrix with as many lines as "
                           "digits was expected");
  nq_numbers_release(&digits);
  return status;
}

/* All numbers of the table as one row, from the `first` on. */
static nq_numbers as_row(const nq_block *state, size_t first, nq_number_row *row) {
  *row = (nq_number_row){first, state->table.count - first, state->table.rows[first].line, false};
  return (nq_numbers){
      .values = state->table.values, .count = state->table.count, .rows = row, .row_count = 1};
}

static nq_status add_singles(nq_block *state, size_t first) {
  nq_number_row row;
  nq_numbers column = as_row(state, first, &row);
  return nq_numbers_boards(&column, &state->setting, state->reader);
}

/* Lines of one number: n rows, n and n rows, the digits of boards, or boards of n = 1. */
static nq_status decide_singles(nq_block *state, nq_place start) {
  size_t rows = state->table.row_count;
  const int64_t *values = state->table.values;
  nq_number_row row, rest;
  nq_numbers column = as_row(state, 0, &row), after = as_row(state, rows > 1, &rest);
  bool whole = nq_numbers_is_whole(&column, 0), zeros = true;
  bool headed = rows > 4 && values[0] == (int64_t)rows - 1 && nq_numbers_is_whole(&after, 0);
  if (headed && whole)
    return nq_error_at(state->error, row.line,
                       "these numbers may be %zu rows, or %zu and as many rows: give --n", rows,
                       rows - 1);
  if (headed) return add_singles(state, 1);
  nq_status status = whole ? NQ_END : try_digits(state, start);
  if (status != NQ_END) return status;
  for (size_t i = 0; i < rows; i++) zeros = zeros && values[i] == 0;
  status = NQ_OK;
  if (!zeros) return add_singles(state, 0);
  state->setting.native = true;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    nq_numbers one = {.values = state->table.values, .rows = state->table.rows + i, .row_count = 1};
    status = nq_numbers_boards(&one, &state->setting, state->reader);
  }
  return status;
}

nq_status nq_columns_take_one(nq_block *state, nq_place start) {
  nq_reader *reader = state->reader;
  int64_t n = state->table.values[0];
  nq_block_line next;
  nq_place before = nq_block_here(state);
  nq_status status = nq_block_next(state, &next);
  if (status != NQ_OK && status != NQ_END) return status;
  size_t count = status == NQ_OK ? nq_block_last(state)->count : 0;
  if (status == NQ_OK) nq_block_give_back(state, before);
  if (count == 2 && n >= 2) {
    nq_block_drop(state);
    status = nq_block_next(state, &next);
    return status == NQ_OK ? nq_columns_take_two(state, (uint64_t)n, NQ_LABEL_NONE) : status;
  }
  if (count >= 3 && (int64_t)count == n) return NQ_OK; /* n, before its boards */
  bool boards = reader->found > 0 || nq_found_any(reader);
  if (n > 0 && boards && reader->last_n > 1 && nq_block_at_end(state))
    return NQ_OK; /* their number */
  status = nq_block_gather(state, NQ_LABEL_NONE, 1, SIZE_MAX, false);
  return status == NQ_OK ? decide_singles(state, start) : status;
}
