/* Boards as the digits of numbers: 2413 */
#include "format/read/read.h"

#include <string.h>

/* Make a table of the digits of `count` lines from `start` on.  The number of digits in each, or
 * 0. */
static size_t take_digits(nq_terms *terms, nq_place start, size_t count, nq_numbers *table) {
  nq_place end = nq_terms_here(terms);
  bool same = true;
  nq_terms_return(terms, start);
  for (size_t i = 0; i < count; i++, nq_terms_skip_line(terms)) {
    nq_text line = nq_terms_look(terms, 0);
    for (size_t k = 0; k < line.size; k++)
      if (is_digit(line.at[k])) nq_numbers_add(table, line.at[k] - '0');
    nq_numbers_end_row(table, terms->line, false);
    same = same && !table->failed && table->rows[i].count == table->rows[0].count;
  }
  nq_terms_return(terms, end);
  return count > 0 && same ? table->rows[0].count : 0;
}

static nq_status refuse_digits(const nq_reader *reader, uint64_t line, int64_t number) {
  return nq_error_at(
      reader->error, line,
      "%" PRId64 " may be the rows of a board or a number: write blanks between rows", number);
}

nq_status nq_digits_try(const nq_numbers *column, nq_place start) {
  nq_reader *reader = column->reader;
  nq_numbers digits = {.reader = reader, .setting = column->setting};
  size_t rows = column->row_count, width = take_digits(&reader->terms, start, rows, &digits);
  bool matrix = rows > 1 && width >= 2 && rows % width == 0, rest = true;
  size_t wholes = 0, most = 0; /* boards with a queen in each row; the largest digit */
  for (size_t i = 0; i < rows && width > 0; i++) {
    matrix = matrix && nq_numbers_is_binary(&digits, i);
    wholes += nq_numbers_is_whole(digits.values + i * width, width, 1);
    rest = rest && column->values[i] >= (int64_t)rows; /* it is no row of a board of `rows` */
  }
  bool zeros = false;
  for (size_t i = 0; i < digits.count; i++) {
    zeros = zeros || digits.values[i] == 0;
    if (digits.values[i] > (int64_t)most) most = (size_t)digits.values[i];
  }
  bool fit = width >= 4 && width < 10 + (rows > 1) && most <= width && rest;
  bool boards = width >= 4 && width <= 10 &&
                (wholes == rows || (fit && (wholes > 0 || (!zeros && most == width))));
  nq_status status = NQ_END;
  for (size_t i = 0; i < rows && width == 2; i++)
    digits.rows[i].truths = true; /* n = 2: the table would take them for pairs */
  if (matrix)
    status = width == 2 ? nq_numbers_one(&digits, 0) : nq_numbers_boards(&digits);
  else if (boards)
    status = nq_numbers_each(&digits);
  else if (fit)
    status = refuse_digits(reader, column->rows[0].line, column->values[0]);
  for (size_t i = 0; i < rows && status == NQ_END; i++)
    if (column->values[i] > (int64_t)NQ_EMPTY)
      status = nq_error_at(reader->error, column->rows[i].line,
                           "a row, 0 to 4294967294, or a line of a matrix with as many lines as "
                           "digits was expected");
  nq_numbers_release(&digits);
  return status;
}

/* The number that ends the line, if its digits may be the rows of a board; otherwise NULL. */
static const nq_node *last_digits(const nq_terms *terms) {
  const nq_node *last = nq_terms_end(terms) - 1;
  bool digits = last->kind == NQ_KIND_NUMBER && last->size >= 4 && last->size <= 9;
  for (size_t i = 0; digits && i < last->size; i++)
    digits = last->text[i] >= '0' && last->text[i] <= '0' + (int)last->size;
  return digits ? last : NULL;
}

bool nq_digits_last(nq_numbers *boards, bool binary) {
  const nq_node *last = last_digits(&boards->reader->terms);
  size_t start = boards->count;
  for (size_t i = 0; last != NULL && i < last->size; i++)
    nq_numbers_add(boards, last->text[i] - '0');
  bool whole = last != NULL && !boards->failed &&
               (nq_numbers_is_whole(boards->values + start, last->size, 1) ||
                (binary && nq_text_span((nq_text){last->text, last->size}, "01") == last->size));
  boards->count = whole ? boards->count : start;
  if (whole) nq_numbers_end_row(boards, last->line, false);
  return whole;
}

nq_status nq_digits_flat(const nq_numbers *table) {
  const nq_terms *terms = &table->reader->terms;
  const nq_node *first = nq_terms_first(terms);
  nq_numbers lines = {.reader = table->reader, .setting = table->setting};
  size_t n = first->size;
  bool matrix = table->rows[0].count == n && n >= 4, boards = n >= 4 && n <= 9;
  for (const nq_node *at = first; at < nq_terms_end(terms) && (matrix || boards); at++) {
    bool same = at->kind == NQ_KIND_NUMBER && at->size == n;
    for (size_t k = 0; k < n && same; k++) nq_numbers_add(&lines, at->text[k] - '0');
    nq_numbers_end_row(&lines, at->line, false);
    matrix = matrix && same && nq_text_span((nq_text){at->text, n}, "01") == n;
    boards = boards && same && !lines.failed &&
             nq_numbers_is_whole(lines.values + lines.rows[lines.row_count - 1].start, n, 1);
  }
  nq_status status = NQ_END;
  lines.setting.native = false;
  if (matrix) status = nq_numbers_boards(&lines);
  if (boards && !matrix) status = nq_numbers_each(&lines);
  nq_numbers_release(&lines);
  return status;
}

nq_status nq_digits_numbered(nq_numbers *table, nq_block_line *first, nq_place start) {
  nq_terms *terms = &table->reader->terms;
  nq_numbers boards = {.reader = table->reader, .setting = table->setting};
  size_t count = table->count;
  size_t odd = 0; /* the first line that is none, from 1 */
  int64_t largest = 0;
  nq_status status = NQ_OK;
  if (last_digits(terms) == NULL) return NQ_END;
  boards.setting.native = false;
  for (bool alike = true; alike && status == NQ_OK;) {
    nq_block_line next;
    if (!nq_digits_last(&boards, true) && odd == 0) odd = table->row_count;
    if (table->values[table->count - 1] > largest) largest = table->values[table->count - 1];
    status = nq_block_next(table, &next);
    alike = status == NQ_OK && next.label == first->label && nq_block_last(table)->count == count;
    if (status == NQ_OK && !alike) nq_block_give_back(table);
  }
  if (status == NQ_END) status = boards.failed ? NQ_NO_MEMORY : NQ_OK;
  bool squares = odd > 0 && (boards.row_count == 0 || largest <= (int64_t)table->row_count);
  if (status == NQ_OK && odd == 0)
    status =
        nq_numbers_is_binary(&boards, 0) ? nq_numbers_boards(&boards) : nq_numbers_each(&boards);
  else if (status == NQ_OK && !squares)
    status =
        refuse_digits(table->reader, table->rows[odd - 1].line, table->values[count * odd - 1]);
  nq_numbers_release(&boards);
  if (status != NQ_OK || !squares) return status;
  table->count = table->row_count = 0;
  nq_terms_return(terms, start);
  status = nq_terms_read(terms);
  return status == NQ_OK && nq_block_take(table, first) ? NQ_END : NQ_NO_MEMORY;
}

nq_status nq_digits_named(nq_numbers *table) {
  static const char *const names[] = {"solution", "board", "queens", "answer", NULL};
  const nq_terms *terms = &table->reader->terms;
  if (!nq_node_is_any(nq_terms_first(terms), names) || last_digits(terms) == NULL) return NQ_END;
  int64_t number = table->values[table->count - 1];
  table->count = table->row_count = 0;
  return nq_digits_last(table, false) ? nq_numbers_boards(table)
                                      : refuse_digits(table->reader, terms->first_line, number);
}
