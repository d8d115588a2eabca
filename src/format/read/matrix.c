/* Lines of numbers that are a matrix: of 0 and 1, or with numbers for the queens; and the digits of
 * numbers as the rows of a board: 2413. */
#include "format/read/read.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Matrices ---- */

/* Take the numbers of the columns below a matrix. */
static nq_status skip_below_matrix(nq_numbers *table) {
  nq_block_line next;
  nq_status status = nq_block_next(table, &next);
  if (status != NQ_OK) return status == NQ_END ? NQ_OK : status;
  size_t last = table->row_count - 1;
  if (table->rows[last].count != table->rows[0].count || !nq_numbers_is_series(table, last))
    nq_block_give_back(table);
  return NQ_OK;
}

/* Take the lines of a matrix, also with blank lines between all of them. */
static nq_status gather_matrix(nq_numbers *table, nq_label like, size_t n) {
  nq_terms *terms = &table->reader->terms;
  nq_place here = nq_terms_here(terms);
  nq_status status = nq_block_gather(table, like, n, n, true);
  bool single = table->row_count == 1 && n > 1;
  if (!single) return status;
  for (size_t rows = 0; status == NQ_OK && rows < table->row_count;) {
    rows = table->row_count;
    nq_terms_skip_blank(terms);
    status = nq_block_gather(table, like, n, rows < n ? rows + 1 : n, true);
  }
  while (table->row_count > 1 && table->row_count < n) nq_block_give_back(table);
  if (table->row_count == 1) nq_terms_return(terms, here);
  return status;
}

nq_status nq_matrix_read(nq_numbers *table, const nq_block_line *found) {
  size_t n = table->rows[0].count;
  nq_label like = found->label;
  nq_terms *terms = &table->reader->terms;
  nq_status status = gather_matrix(table, like, n);
  if (status != NQ_OK) return status;
  if (table->row_count == n) {
    status = nq_numbers_boards(table);
    return status == NQ_OK ? skip_below_matrix(table) : status;
  }
  size_t rows = table->row_count;
  while (table->row_count > 1) nq_block_give_back(table);
  status = nq_matrix_read_values(table, like);
  if (status == NQ_END) status = nq_block_gather(table, like, n, rows, true);
  if (status != NQ_OK || table->row_count != rows) return status;
  if (found->list) return nq_tree_again(table->reader); /* each is a list of its own */
  bool gap = nq_terms_look(terms, 0).size == 0;
  nq_terms_skip_paragraph(terms); /* what may be the rest of it */
  if (gap && like == NQ_LABEL_NONE && rows < 3)
    return nq_numbers_each(table); /* none of them is a solution */
  return nq_error_at(terms->error, table->rows[0].line,
                     "these %zu lines of 0 and 1 may be boards, or the first lines of a picture: a "
                     "picture has %zu lines",
                     rows, n);
}

/* Whether all but one or two numbers of the row are of empty squares. */
static bool is_sparse(const nq_numbers *table, size_t row, int64_t empty) {
  size_t empties = 0, n = table->rows[row].count;
  for (size_t i = 0; i < n; i++) empties += table->values[table->rows[row].start + i] == empty;
  return empties + 2 >= n;
}

nq_status nq_matrix_read_values(nq_numbers *table, nq_label like) {
  size_t n = table->rows[0].count, rows = 0, queens = 0;
  int64_t empty = is_sparse(table, 0, NQ_HOLE) ? NQ_HOLE : 0, first = 0;
  bool holes = empty == NQ_HOLE, alike = true;
  if (n < 4 || !is_sparse(table, 0, empty)) return NQ_END;
  nq_status status = nq_block_gather(table, like, n, n, false);
  while (rows < table->row_count && is_sparse(table, rows, empty)) rows++;
  bool matrix = status == NQ_OK && rows == n;
  nq_sheet sheet;
  nq_sheet_begin_board(&sheet, holes ? "picture" : "matrix", table->rows[0].line, n);
  for (size_t i = 0; i < n * n && matrix; i++) {
    if (table->values[i] == empty) continue;
    if (queens++ == 0) first = table->values[i];
    alike = alike && table->values[i] == first;
    nq_sheet_queen(&sheet, (int64_t)(i % n), (int64_t)(i / n));
    nq_numbers_add(table, table->values[i]);
  }
  bool numbered =
      matrix && queens == n && !table->failed && nq_numbers_is_whole(table->values + n * n, n, 1);
  if (matrix && !table->failed) table->count = n * n;
  if (holes ? numbered : matrix && (queens == n || alike))
    return nq_sheet_finish(&sheet, table->reader);
  nq_sheet_release(&sheet);
  while ((!matrix || holes) && table->row_count > 1) nq_block_give_back(table);
  if (!matrix || holes) return status == NQ_OK ? NQ_END : status;
  return nq_error_at(table->reader->error, table->rows[0].line,
                     "%zu lines of %zu numbers, most of them 0: write 1 for each queen", n, n);
}

nq_status nq_matrix_refuse(nq_numbers *table, nq_label like) {
  const nq_reader *reader = table->reader;
  size_t n = table->rows[0].count;
  bool below = reader->seen_loose && reader->seen_n == n; /* boards of the same kind stand above */
  bool whole = nq_numbers_is_whole(table->values, n, 1) && !nq_numbers_is_series(table, 0);
  if (whole || (below && !nq_numbers_is_outside(table, 0, (int64_t)n))) return NQ_END;
  nq_status status = nq_block_gather(table, like, n, n + 1, false);
  if (status == NQ_OK) status = nq_numbers_refuse_square(table);
  while (status == NQ_END && table->row_count > 1) nq_block_give_back(table);
  return status;
}

bool nq_matrix_follows(nq_numbers *table) {
  nq_terms *terms = &table->reader->terms;
  nq_place here = nq_terms_here(terms);
  size_t n = table->rows[0].count;
  nq_block_line next;
  if (nq_text_is_rule(nq_terms_look(terms, 0))) nq_terms_skip_line(terms);
  bool line = nq_block_next(table, &next) == NQ_OK;
  bool above = line && next.label == NQ_LABEL_NONE && nq_block_last(table)->count == n &&
               (nq_numbers_is_binary(table, 1) || next.bars);
  if (line) nq_block_give_back(table);
  if (!above) nq_terms_return(terms, here);
  return above;
}

/* ---- Digits as rows ---- */

/* Make a table of the digits of the first `count` lines of the unit, a row each. */
static void take_digits(nq_numbers *table, size_t count) {
  nq_terms *terms = &table->reader->terms;
  nq_place end = nq_terms_here(terms);
  nq_terms_return(terms, (nq_place){0, table->reader->input.line});
  for (size_t i = 0; i < count; i++, nq_terms_skip_line(terms)) {
    nq_text line = nq_terms_look(terms, 0);
    for (size_t k = 0; k < line.size; k++)
      if (is_digit(line.at[k])) nq_numbers_add(table, line.at[k] - '0');
    nq_numbers_end_row(table, terms->line, false);
  }
  nq_terms_return(terms, end);
}

static nq_status refuse_digits(const nq_reader *reader, uint64_t line, int64_t number) {
  return nq_error_at(
      reader->error, line,
      "%" PRId64 " may be the rows of a board or a number: write blanks between rows", number);
}

/* What lines of as many digits each are. */
typedef enum digits_kind {
  DIGITS_NUMBERS,
  DIGITS_MATRIX,
  DIGITS_BOARDS,
  DIGITS_DOUBTFUL /* boards or numbers */
} digits_kind;

/* Boards are permutations, or some are, or the digits are 1 to n; the `column` has the numbers,
 * which are no rows of one board. */
static digits_kind judge_digits(const nq_numbers *digits, const nq_numbers *column, size_t first,
                                size_t count) {
  size_t width = digits->rows[first].count, wholes = 0, most = 0;
  bool matrix = width >= 2 && count % width == 0, zeros = false, large = true;
  if (width == 0) return DIGITS_NUMBERS;
  for (size_t i = first; i < first + count; i++) {
    const int64_t *values = digits->values + digits->rows[i].start;
    matrix = matrix && nq_numbers_is_binary(digits, i);
    wholes += nq_numbers_is_whole(values, width, 1);
    large = large && column->values[i] >= (int64_t)column->row_count;
    for (size_t k = 0; k < width; k++) {
      zeros = zeros || values[k] == 0;
      most = (size_t)values[k] > most ? (size_t)values[k] : most;
    }
  }
  if (matrix) return DIGITS_MATRIX;
  if (width < 4 || width > 10) return DIGITS_NUMBERS;
  bool fit = width < 10 + (count > 1) && most <= width && large;
  if (wholes == count || (fit && (wholes > 0 || (!zeros && most == width)))) return DIGITS_BOARDS;
  return fit ? DIGITS_DOUBTFUL : DIGITS_NUMBERS;
}

/* Add what the lines are; NQ_END if they are numbers. */
static nq_status add_digits(nq_numbers *digits, const nq_numbers *column, size_t first,
                            size_t count) {
  digits_kind kind = judge_digits(digits, column, first, count);
  nq_number_row *rows = digits->rows + first;
  size_t width = rows->count, start = rows->start;
  nq_numbers lines = {.reader = column->reader,
                      .setting = column->setting,
                      .values = digits->values + start,
                      .count = count * width,
                      .rows = rows,
                      .row_count = count};
  for (size_t i = 0; i < count; i++) {
    rows[i].start -= start;
    rows[i].truths = width == 2; /* the table would take them for pairs */
  }
  if (kind == DIGITS_MATRIX) return nq_numbers_boards(&lines);
  if (kind == DIGITS_BOARDS) return nq_numbers_each(&lines);
  if (kind == DIGITS_NUMBERS) return NQ_END;
  return refuse_digits(column->reader, column->rows[first].line, column->values[first]);
}

/* The lines from `first` on with so many digits. */
static size_t count_alike(const nq_numbers *digits, size_t first, size_t width) {
  size_t count = 0;
  while (first + count < digits->row_count && digits->rows[first + count].count == width) count++;
  return count;
}

/* Whether the lines are boards, as many digits in each, and numbers of at most three digits beside
 * them: n, or the number of the board. */
static bool has_numbers_beside(const nq_numbers *digits, const nq_numbers *column, size_t *width) {
  bool boards = true;
  size_t rows = digits->row_count;
  for (size_t i = 0; i < rows; i++)
    if (digits->rows[i].count > *width) *width = digits->rows[i].count;
  for (size_t i = 0, count; i < rows && boards; i += count) {
    count = count_alike(digits, i, *width);
    boards = count == 0 ? digits->rows[i].count <= 3 && *width > 3
                        : judge_digits(digits, column, i, count) != DIGITS_NUMBERS;
    count += count == 0;
  }
  return boards;
}

/* Whether the digits of the row, four or more, are a permutation. */
static bool is_board_of_digits(const nq_numbers *digits, size_t row) {
  if (digits->failed || row >= digits->row_count) return false;
  const nq_number_row *at = &digits->rows[row];
  return at->count >= 4 && nq_numbers_is_whole(digits->values + at->start, at->count, 1);
}

/* The first of the lines whose number is hardly one beside the others, or their count. */
static size_t find_board_of_digits(const nq_numbers *digits, const nq_numbers *column) {
  size_t rows = column->row_count, row = 0;
  while (row < rows && !(column->values[row] > (int64_t)rows && is_board_of_digits(digits, row)))
    row++;
  return row;
}

nq_status nq_digits_try(const nq_numbers *column) {
  nq_reader *reader = column->reader;
  nq_numbers digits = {.reader = reader};
  size_t rows = column->row_count, width = 0;
  take_digits(&digits, rows);
  bool beside = !digits.failed && has_numbers_beside(&digits, column, &width);
  nq_status status = NQ_END;
  size_t others = 0; /* numbers after each other, of which more than two may be rows */
  for (size_t i = 0, count; i < rows && beside; i += count) {
    count = count_alike(&digits, i, width);
    others = count > 0 ? 0 : others + 1;
    if (others == 3)
      status = nq_error_at(reader->error, column->rows[i].line,
                           "these numbers may be the rows of a board beside others: write an empty "
                           "line between boards");
    if (count > 0) status = add_digits(&digits, column, i, count);
    beside = status == NQ_OK || (count == 0 && status == NQ_END);
    count += count == 0;
  }
  if (rows == 1 && !digits.failed && nq_numbers_is_sample(&digits, 0))
    status = nq_numbers_vector(&digits, 0);
  size_t board = status == NQ_END ? find_board_of_digits(&digits, column) : rows;
  if (board < rows) status = refuse_digits(reader, column->rows[board].line, column->values[board]);
  for (size_t i = 0; i < rows && status == NQ_END; i++)
    if (column->values[i] > (int64_t)NQ_EMPTY)
      status = nq_error_at(reader->error, column->rows[i].line,
                           "a row, 0 to 4294967294, or a line of a matrix with as many lines as "
                           "digits was expected");
  nq_numbers_release(&digits);
  return status;
}

/* The digits of the number that ends the line, 2413 or 2413., if they may be the rows of a board;
 * otherwise none. */
static nq_text last_digits(const nq_terms *terms) {
  const nq_node *last = nq_terms_end(terms) - 1;
  if (last->kind != NQ_KIND_NUMBER) return (nq_text){NULL, 0};
  nq_text digits = {last->text, last->size - nq_node_is_pointed(last)};
  bool rows = digits.size >= 4 && digits.size <= 9;
  for (size_t i = 0; rows && i < digits.size; i++)
    rows = digits.at[i] >= '0' && digits.at[i] <= '0' + (int)digits.size;
  return rows ? digits : (nq_text){NULL, 0};
}

bool nq_digits_may_be(const nq_reader *reader) {
  return last_digits(&reader->terms).size > 0;
}

/* Add the digits as a row. */
static void put_digits(nq_numbers *table, nq_text digits, uint64_t line) {
  for (size_t i = 0; i < digits.size; i++) nq_numbers_add(table, digits.at[i] - '0');
  nq_numbers_end_row(table, line, false);
}

nq_status nq_digits_beside(nq_numbers *table, nq_block_line *found) {
  const nq_terms *terms = &table->reader->terms;
  size_t boards = table->rows[0].count, n = found->after->size;
  bool bits = n >= 4 && n <= 18 && boards != n; /* n numbers are a matrix */
  for (const nq_node *at = found->after; at < nq_terms_end(terms) && bits; at++)
    bits = at->size == n && nq_text_span((nq_text){at->text, at->size}, "01") == n;
  nq_block_line next;
  nq_status status = bits ? NQ_OK : NQ_END;
  while (status == NQ_OK && table->row_count < n) {
    status = nq_block_next(table, &next);
    if (status == NQ_OK && nq_block_last(table)->count != boards) status = NQ_END;
  }
  if (!bits || status == NQ_NO_MEMORY) return status;
  if (status != NQ_OK) return nq_block_again(table, found);
  for (size_t board = 0; board < boards && status == NQ_OK; board++) {
    nq_numbers matrix = {.reader = table->reader, .setting = table->setting};
    for (size_t row = 0; row < n; row++) {
      char digits[24];
      snprintf(digits, sizeof digits, "%0*" PRId64, (int)n, table->values[row * boards + board]);
      put_digits(&matrix, (nq_text){digits, n}, table->rows[row].line);
    }
    matrix.setting.native = false;
    status = nq_numbers_boards(&matrix);
    nq_numbers_release(&matrix);
  }
  return status;
}

nq_status nq_digits_flat(const nq_numbers *table, const nq_node *first, const nq_node *end) {
  nq_numbers lines = {.reader = table->reader, .setting = table->setting};
  size_t n = first->size;
  bool bits = n >= 4, boards = bits, zero = false;
  for (const nq_node *at = first; at < end && (bits || boards); at++) {
    bool same = at->kind == NQ_KIND_NUMBER && at->size == n;
    put_digits(&lines, (nq_text){at->text, same ? n : 0}, at->line);
    bits = bits && same && nq_text_span((nq_text){at->text, n}, "01") == n;
    zero = zero || *at->text == '0';
    boards = boards && same && is_board_of_digits(&lines, lines.row_count - 1);
  }
  nq_status status = NQ_END;
  int64_t count = (int64_t)table->rows[0].count;
  bool first_is_board = is_board_of_digits(&lines, 0);
  if (bits && table->rows[0].count == n)
    status = nq_numbers_boards(&lines);
  else if (boards)
    status = nq_numbers_each(&lines);
  else if ((bits && zero) || (first_is_board && first->value > count * count))
    status = refuse_digits(table->reader, first->line, first->value);
  nq_numbers_release(&lines);
  return status;
}

nq_status nq_digits_numbered(nq_numbers *table, nq_block_line *first) {
  nq_terms *terms = &table->reader->terms;
  nq_numbers boards = {.reader = table->reader, .setting = table->setting};
  size_t count = table->count;
  size_t odd = 0; /* the first line that is none, from 1 */
  int64_t largest = 0;
  bool some = false;
  nq_status status = NQ_OK;
  if (last_digits(terms).size == 0) return NQ_END;
  for (bool alike = true; alike && status == NQ_OK;) {
    nq_block_line next;
    nq_text last = last_digits(terms);
    put_digits(&boards, last, terms->last_line);
    bool matrix = last.size > 0 && nq_text_span(last, "01") == last.size;
    bool board = matrix || is_board_of_digits(&boards, boards.row_count - 1);
    some = some || board;
    if (!board && odd == 0) odd = table->row_count;
    if (table->values[table->count - 1] > largest) largest = table->values[table->count - 1];
    status = nq_block_next(table, &next);
    alike = status == NQ_OK && next.label == first->label && nq_block_last(table)->count == count;
    if (status == NQ_OK && !alike) nq_block_give_back(table);
  }
  if (status == NQ_END) status = boards.failed ? NQ_NO_MEMORY : NQ_OK;
  bool squares = odd > 0 && (!some || largest <= (int64_t)table->row_count);
  if (status == NQ_OK && odd == 0)
    status =
        nq_numbers_is_binary(&boards, 0) ? nq_numbers_boards(&boards) : nq_numbers_each(&boards);
  else if (status == NQ_OK && !squares)
    status =
        refuse_digits(table->reader, table->rows[odd - 1].line, table->values[count * odd - 1]);
  nq_numbers_release(&boards);
  return status == NQ_OK && squares ? nq_block_again(table, first) : status;
}

nq_status nq_digits_named(nq_numbers *table) {
  const nq_terms *terms = &table->reader->terms;
  const nq_node *last = nq_terms_end(terms) - 1;
  nq_numbers digits = {.reader = table->reader};
  bool bits = last->kind == NQ_KIND_NUMBER && last->size >= 16; /* too many for rows */
  nq_text rows = nq_word_is_board(nq_terms_first(terms)) ? last_digits(terms) : (nq_text){NULL, 0};
  nq_status status = NQ_END;
  if (!bits && rows.size == 0) return NQ_END;
  put_digits(&digits, bits ? (nq_text){last->text, last->size} : rows, last->line);
  if (!bits) digits.setting = table->setting;
  if (bits ? !digits.failed && nq_numbers_is_sample(&digits, 0) : is_board_of_digits(&digits, 0))
    status = nq_numbers_vector(&digits, 0);
  else if (!bits)
    status = refuse_digits(table->reader, last->line, last->value);
  nq_numbers_release(&digits);
  return status;
}
