/* MODEL.  A line of numbers is a board, unless the lines after it say otherwise:
 *
 *     1 3 0 2    a board       0 0 1 0  n lines of n,   0 1  n lines of two:   1  n lines of
 *     2 4 1 3    another       1 0 0 0  0 and 1: a      1 3  n squares         3  one: the
 *     2413       its digits    0 0 0 1  matrix          2 0                    0  rows
 *     1. 2413    numbered      0 1 0 0                  3 2                    2
 *
 *     4          n before      [,1] [,2]    : 1 2 :=      0  1    labels of R, AMPL
 *     1 3 0 2    these         [1,] 0 1     1 0 1       0 1  0    and pandas
 *
 * A label stands before the numbers, as `Solution 1:` or `1)`, or, where only the first gap is
 * wider than one blank, the number of the solution.  A number alone at the end is their count. */
#include "format/read/read.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lines of two or three numbers ---- */

/* The values of the table from the `first` row on are a row. */
static nq_status finish_row(nq_numbers *table, size_t first) {
  nq_number_row *row = table->rows;
  row->line = row[first].line;
  row->start = first;
  row->count = table->count - first;
  table->row_count = 1;
  return nq_numbers_boards(table);
}

/* Whether the values are rows: of lines with the indices 0, 1, 2 ... that end as a series of
 * pandas, or, if the first has a `point`, of a list in Markdown: 1. 2, 1. 4, ... */
static bool is_indexed(const nq_numbers *table, bool point) {
  static const char *const ends[] = {"dtype:", "Name:", "Length:", NULL};
  bool series = nq_text_starts_any(nq_terms_look(&table->reader->terms, 0), ends);
  bool alike = point && table->row_count > 1;
  for (size_t i = 0; i < table->row_count; i++) {
    series = series && table->values[2 * i] == (int64_t)i;
    alike = alike && table->values[2 * i] == table->values[0];
  }
  return series || alike;
}

/* 1,0; 3,0; 0,0; 2,0: all in row 0, unless these are decimal commas. */
static nq_status take_pairs(nq_numbers *table, uint64_t n) {
  const nq_setting *setting = &table->setting;
  bool decimal =
      setting->commas && !setting->swapped && table->reader->entry == NULL && table->count > 2;
  for (size_t i = 1; i < table->count; i += 2) decimal = decimal && table->values[i] == 0;
  if (!decimal) return nq_numbers_pairs(table, n);
  return nq_error_at(table->reader->error, table->rows[0].line,
                     "these may be %zu squares, all in row 0, or as many rows with decimal commas: "
                     "give --from pairs for squares, or write points for decimal commas",
                     table->count / 2);
}

/* 1. as in a list of Markdown. */
static bool is_pointed(const nq_node *node) {
  return node->kind == NQ_KIND_NUMBER && node->text[node->size - 1] == '.';
}

/* Lines of two numbers, after n or not. */
static nq_status take_two(nq_numbers *table, uint64_t n, nq_label like) {
  nq_reader *reader = table->reader;
  bool point = is_pointed(nq_terms_first(&reader->terms));
  nq_status status = nq_block_gather(table, like, 2, n > 0 ? (size_t)n : SIZE_MAX, false);
  size_t rows = table->row_count;
  bool binary = rows == 2 && nq_numbers_is_binary(table, 0) && nq_numbers_is_binary(table, 1);
  if (status != NQ_OK) return status;
  if (n == 0 && is_indexed(table, point)) {
    table->count = rows;
    for (size_t i = 0; i < rows; i++) table->values[i] = table->values[2 * i + 1];
    return finish_row(table, 0);
  }
  if (binary && n == 0 && table->setting.native && reader->dialect->format == NQ_FORMAT_AUTO)
    return nq_error_at(reader->error, table->rows[0].line,
                       "0 and 1 may be rows or squares here: give --from line or --from picture");
  if (n > 0 && rows < n)
    return nq_error_at(reader->error, reader->terms.line,
                       "%zu squares follow, where %" PRIu64 " are announced", rows, n);
  return rows == 1 ? nq_numbers_boards(table) : take_pairs(table, n);
}

static nq_status take_three(nq_numbers *table) {
  nq_status status = nq_block_gather(table, NQ_LABEL_NONE, 3, SIZE_MAX, false);
  size_t rows = table->row_count, n = nq_side(rows), kept = 0;
  bool index = rows >= 4, squares = rows >= 16 && n * n == rows;
  int64_t *values = table->values;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    index = index && values[3 * i] == values[0] + (int64_t)i && values[0] >= 0 && values[0] <= 1;
    squares = squares && (values[3 * i + 2] == 0 || values[3 * i + 2] == 1);
  }
  if (status != NQ_OK) return status;
  if (!index && !squares) {
    while (table->row_count > 1) nq_block_give_back(table);
    return NQ_END;
  }
  for (size_t i = 0; i < rows; i++) {
    if (squares && values[3 * i + 2] == 0) continue;
    values[kept++] = values[3 * i + !squares];
    values[kept++] = values[3 * i + 1 + !squares];
  }
  table->count = kept;
  return nq_numbers_pairs(table, squares ? n : 0);
}

/* ---- Numbers alone ---- */

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

/* 2413, a board a line, or 0100, a line of a matrix.  NQ_END if the lines are neither. */
static nq_status try_digits(const nq_numbers *column, nq_place start) {
  nq_reader *reader = column->reader;
  nq_numbers digits = {.reader = reader, .setting = column->setting};
  size_t rows = column->row_count, width = take_digits(&reader->terms, start, rows, &digits);
  bool matrix = rows > 1 && width >= 2 && rows % width == 0, boards = width >= 4 && width <= 9;
  for (size_t i = 0; i < rows && width > 0; i++) {
    matrix = matrix && nq_numbers_is_binary(&digits, i);
    boards = boards && nq_numbers_is_whole(digits.values + i * width, width, 1);
  }
  nq_status status = NQ_END;
  for (size_t i = 0; i < rows && width == 2; i++)
    digits.rows[i].truths = true; /* n = 2: the table would take them for pairs */
  if (matrix && width == 2)
    status = finish_row(&digits, 0);
  else if (matrix || boards)
    status = nq_numbers_boards(&digits);
  for (size_t i = 0; i < rows && status == NQ_END; i++)
    if (column->values[i] > (int64_t)NQ_EMPTY)
      status = nq_error_at(reader->error, column->rows[i].line,
                           "a row, 0 to 4294967294, or a line of a matrix with as many lines as "
                           "digits was expected");
  nq_numbers_release(&digits);
  return status;
}

/* Each row of the table is a board. */
static nq_status finish_each(const nq_numbers *table) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i < table->row_count && status == NQ_OK; i++)
    status = nq_numbers_vector(table, i);
  return status;
}

/* Lines of one number: n rows, n and n rows, the digits of boards, or boards of n = 1. */
static nq_status decide_singles(nq_numbers *table, nq_place start) {
  size_t rows = table->row_count;
  const int64_t *values = table->values;
  bool whole = nq_numbers_is_whole(values, rows, 1), zeros = true;
  bool headed =
      rows > 4 && values[0] == (int64_t)rows - 1 && nq_numbers_is_whole(values + 1, rows - 1, 1);
  if (headed && whole)
    return nq_error_at(table->reader->error, table->rows[0].line,
                       "these numbers may be %zu rows, or %zu and as many rows: give --n", rows,
                       rows - 1);
  if (headed) return finish_row(table, 1);
  nq_status status = whole ? NQ_END : try_digits(table, start);
  if (status != NQ_END) return status;
  for (size_t i = 0; i < rows; i++) zeros = zeros && values[i] == 0;
  table->setting.native = table->setting.native || zeros;
  return zeros ? finish_each(table) : finish_row(table, 0);
}

/* Whether nothing but blanks follows. */
static bool at_end(nq_terms *terms) {
  for (size_t ahead = 0;; ahead++) {
    int byte = nq_terms_peek(terms, ahead);
    if (byte <= 0 || memchr(" \t\r\n`", byte, 5) == NULL) return byte < 0;
  }
}

/* The number that ends the line, if its digits may be the rows of a board; otherwise NULL. */
static const nq_node *last_digits(const nq_terms *terms) {
  const nq_node *last = nq_terms_end(terms) - 1;
  bool digits = last->kind == NQ_KIND_NUMBER && last->size >= 4 && last->size <= 9;
  for (size_t i = 0; digits && i < last->size; i++)
    digits = last->text[i] >= '0' && last->text[i] <= '0' + (int)last->size;
  return digits ? last : NULL;
}

/* Add that number as a board, or `binary`, as a line of a matrix; false if it is none. */
static bool add_last_digits(nq_numbers *boards, bool binary) {
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

/* Whether the number alone on its line is about what follows it, after blank lines or not. */
static bool heads_what_follows(nq_reader *reader, int64_t number) {
  nq_terms *terms = &reader->terms;
  nq_place here = nq_terms_here(terms);
  nq_terms_skip_blank(terms);
  nq_text line = nq_terms_look(terms, 0);
  bool adjacent = terms->line == here.line, heads = line.at != NULL;
  if (heads && !adjacent && nq_text_span(line, "0123456789 \t") == line.size) {
    int64_t numbers = 1;
    for (size_t i = 1; i < line.size; i++)
      numbers += is_digit(line.at[i]) && !is_digit(line.at[i - 1]);
    heads = numbers == 1 ? nq_terms_look(terms, 1).size > 0
                         : numbers == number || number == reader->heading + 1;
  }
  nq_terms_return(terms, here);
  return heads;
}

/* A number above something else numbers the boards, or is the n of those that follow. */
static void note_heading(nq_reader *reader, int64_t number, uint64_t line) {
  if (number <= 0 || number == reader->heading + 1) {
    reader->heading = number;
  } else {
    reader->stated_n = number;
    reader->stated_line = line;
  }
}

static nq_status take_one(nq_numbers *table, nq_place start) {
  nq_reader *reader = table->reader;
  nq_numbers digits = {.reader = reader};
  bool point = is_pointed(nq_terms_first(&reader->terms)), board = add_last_digits(&digits, false);
  nq_numbers_release(&digits);
  int64_t n = table->values[0];
  nq_block_line next;
  nq_status status = nq_block_next(table, &next);
  if (status != NQ_OK && status != NQ_END) return status;
  size_t count = status == NQ_OK ? nq_block_last(table)->count : 0;
  if (status == NQ_OK) nq_block_give_back(table);
  if (count == 2 && n >= 2) {
    table->count = table->row_count = 0;
    status = nq_block_next(table, &next);
    return status == NQ_OK ? take_two(table, (uint64_t)n, NQ_LABEL_NONE) : status;
  }
  if (count >= 3 && (int64_t)count == n) return NQ_OK; /* n, before its boards */
  bool boards = reader->found > 0 || reader->finds.first != NULL;
  if (n > 0 && boards && reader->last_n > 1 && at_end(&reader->terms))
    return NQ_OK; /* their number */
  status = nq_block_gather(table, NQ_LABEL_NONE, 1, SIZE_MAX, false);
  bool alone =
      status == NQ_OK && table->row_count == 1 && n != NQ_HOLE && (n != 0 || point) && !board;
  if (!alone || reader->dialect->format != NQ_FORMAT_AUTO || !heads_what_follows(reader, n))
    return status == NQ_OK ? decide_singles(table, start) : status;
  note_heading(reader, n, table->rows[0].line);
  return NQ_OK;
}

/* ---- Shapes of lines ---- */

/* A line of 0 and 1, and those after it. */
static nq_status take_matrix(nq_numbers *table, const nq_block_line *found, nq_place start) {
  size_t n = table->rows[0].count;
  nq_label like = found->label;
  nq_terms *terms = &table->reader->terms;
  nq_status status = nq_block_gather(table, like, n, n, true);
  if (status != NQ_OK || table->row_count == n)
    return status == NQ_OK ? nq_numbers_boards(table) : status;
  if (found->list) nq_terms_return(terms, start); /* each is a list of its own */
  if (found->list) return nq_terms_read(terms) == NQ_OK ? NQ_END : NQ_NO_MEMORY;
  bool gap = nq_terms_look(terms, 0).size == 0;
  nq_terms_skip_paragraph(terms);                              /* what may be the rest of it */
  if (gap && like == NQ_LABEL_NONE) return finish_each(table); /* none of them is a solution */
  return nq_error_at(terms->error, table->rows[0].line,
                     "these %zu lines of 0 and 1 may be boards, or the first lines of a picture: a "
                     "picture has %zu lines",
                     table->row_count, n);
}

/* The numbers of a line, digit by digit: 0010 1000 0001 0100 is a matrix, 2413 3142 are boards.
 * NQ_END if they are neither. */
static nq_status take_flat(const nq_numbers *table) {
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
  if (boards && !matrix) status = finish_each(&lines);
  nq_numbers_release(&lines);
  return status;
}

/* ---- Any line ---- */

/* R's line of a vector goes on in lines whose label is the place of their first number; literals
 * in lines whose first is the next, or the 0 at their end. */
static nq_status join_vector(nq_numbers *table, nq_label like) {
  for (;;) {
    nq_block_line found;
    nq_status status = nq_block_next(table, &found);
    if (status != NQ_OK) return status == NQ_END ? NQ_OK : status;
    int64_t first = table->values[nq_block_last(table)->start];
    int64_t place =
        first == 0 && nq_block_last(table)->count == 1 ? 0 : (int64_t)table->rows[0].count + 1;
    if (found.label != like || (like == NQ_LABEL_R ? found.number : llabs(first)) != place) {
      nq_block_give_back(table);
      return NQ_OK;
    }
    table->rows[0].count += nq_block_last(table)->count;
    table->row_count--;
  }
}

/* Literals over any number of lines, up to their 0.  NQ_END if the line is none. */
static nq_status take_literals(nq_numbers *table) {
  nq_number_row *row = table->rows;
  bool ended = row->count > 4 && table->values[row->count - 1] == 0;
  row->count -= ended;
  if (!nq_numbers_is_literals(table, 0)) {
    row->count += ended;
    return NQ_END;
  }
  nq_status status = ended ? NQ_OK : join_vector(table, NQ_LABEL_NONE);
  row = table->rows;
  if (!ended && table->values[row->count - 1] == 0) row->count--;
  if (status != NQ_OK || nq_numbers_is_literals(table, 0))
    return status == NQ_OK ? nq_numbers_boards(table) : status;
  return nq_error_at(table->reader->error, row->line,
                     "the literals 1, -2, ... were expected in order, each once, up to their 0");
}

static nq_status refuse_line(const nq_terms *terms, const nq_block_line *found) {
  static const char row[] = "a row, 0 to 4294967294, or . for an empty column";
  if (found->gap != NULL) return nq_node_unexpected(terms, found->gap, "a comma");
  if (found->odd != NULL) return nq_node_unexpected(terms, found->odd, row);
  return nq_error_at(terms->error, terms->first_line, "%s was expected, not '#'", row);
}

/* Queen: 1 2 3 4, above Row: 2 4 1 3: the second line is the board.  NQ_END. */
static nq_status skip_indices(nq_numbers *table) {
  const nq_node *word = nq_terms_first(&table->reader->terms);
  bool turned = !nq_word_is_queen(word) && !nq_word_is_columns(word) && word->size > 1;
  bool named = nq_word_names_square(word) || word->size == 1;
  nq_block_line next;
  if (!named || nq_block_next(table, &next) != NQ_OK) return NQ_END;
  bool board = next.label == NQ_LABEL_WORDS && nq_block_last(table)->count == table->rows[0].count;
  if (!board) nq_block_give_back(table);
  if (board) table->setting.turned = turned, table->rows[0] = *nq_block_last(table);
  table->row_count = 1;
  return NQ_END;
}

/* A line of three numbers or more. */
static nq_status take_vector(nq_numbers *table, const nq_block_line *found, nq_place start) {
  nq_number_row *row = table->rows;
  nq_status status = NQ_END;
  bool plain = found->label == NQ_LABEL_NONE;
  bool heading = found->label == NQ_LABEL_HEAD || found->label == NQ_LABEL_INDEX;
  if (plain && nq_heading_fits(table->reader)) {
    row->start++, row->count--;
    table->setting.native = false;
  } else if (heading || (plain && nq_numbers_is_series(table, 0))) {
    status = nq_labelled_read(table, found->label);
  }
  if (status == NQ_END && heading)
    return nq_error_at(table->reader->error, row->line,
                       "a heading of %zu columns, but no lines of 0 and 1 with labels follow",
                       row->count);
  if (found->label == NQ_LABEL_WORDS && nq_numbers_is_series(table, 0))
    status = skip_indices(table);
  if (status == NQ_END && row->count == 3 && plain) status = take_three(table);
  if (status != NQ_END) return status;
  if (nq_numbers_is_binary(table, 0)) return take_matrix(table, found, start);
  status = found->label == NQ_LABEL_R ? join_vector(table, NQ_LABEL_R) : NQ_OK;
  if (status != NQ_OK) return status;
  row = table->rows;
  if (found->wide_gap && !nq_numbers_is_whole(table->values, row->count, 1))
    row->start++, row->count--;
  table->setting.native = table->setting.native && !found->wide_gap;
  if (table->setting.native) table->reader->native_n = (uint32_t)row->count;
  return nq_numbers_boards(table);
}

static nq_status refuse_digits(const nq_reader *reader, uint64_t line, int64_t number) {
  return nq_error_at(
      reader->error, line,
      "%" PRId64 " may be the rows of a board or a number: write blanks between rows", number);
}

/* Lines as the `first`, of a number and the digits of a board: 1. 2413.  NQ_END, and the first is
 * taken again, if they may be squares. */
static nq_status take_numbered(nq_numbers *table, nq_block_line *first, nq_place start) {
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
    if (!add_last_digits(&boards, true) && odd == 0) odd = table->row_count;
    if (table->values[table->count - 1] > largest) largest = table->values[table->count - 1];
    status = nq_block_next(table, &next);
    alike = status == NQ_OK && next.label == first->label && nq_block_last(table)->count == count;
    if (status == NQ_OK && !alike) nq_block_give_back(table);
  }
  if (status == NQ_END) status = boards.failed ? NQ_NO_MEMORY : NQ_OK;
  bool squares = odd > 0 && (boards.row_count == 0 || largest <= (int64_t)table->row_count);
  if (status == NQ_OK && odd == 0)
    status = nq_numbers_is_binary(&boards, 0) ? nq_numbers_boards(&boards) : finish_each(&boards);
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

/* Solution: 2413.  NQ_END if the line is no name of a board and its digits. */
static nq_status take_named(nq_numbers *table) {
  static const char *const names[] = {"solution", "board", "queens", "answer", NULL};
  const nq_terms *terms = &table->reader->terms;
  if (!nq_node_is_any(nq_terms_first(terms), names) || last_digits(terms) == NULL) return NQ_END;
  int64_t number = table->values[table->count - 1];
  table->count = table->row_count = 0;
  return add_last_digits(table, false) ? nq_numbers_boards(table)
                                       : refuse_digits(table->reader, terms->first_line, number);
}

static nq_status take_block(nq_numbers *table, nq_place start) {
  const nq_terms *terms = &table->reader->terms;
  nq_block_line found;
  if (!nq_block_take(table, &found)) return NQ_END;
  size_t count = table->rows[0].count;
  bool judge = table->reader->dialect->format == NQ_FORMAT_JUDGE;
  bool labelled = found.label != NQ_LABEL_NONE, plain = !labelled && !found.commas;
  if (count > 1 && !labelled) {
    nq_status status = take_flat(table);
    if (status != NQ_END) return status;
  }
  bool numbered = (count == 1 && found.label == NQ_LABEL_NUMBER) || (count == 2 && !labelled);
  if (numbered && table->reader->dialect->format == NQ_FORMAT_AUTO) {
    nq_status status = take_numbered(table, &found, start);
    if (status != NQ_END) return status;
  }
  if (labelled && count < 3 && found.label != NQ_LABEL_HEAD)
    return count == 1 && found.label == NQ_LABEL_WORDS ? take_named(table) : NQ_END;
  table->setting.native = plain && !judge;
  table->setting.commas = terms->nodes->value > 0;
  const nq_node *first = nq_terms_first(terms);
  if (found.label == NQ_LABEL_WORDS && nq_node_is_gives(nq_next(first)))
    table->setting.turned = nq_word_is_columns(first);
  nq_status literals = found.odd != NULL && !found.real ? take_literals(table) : NQ_END;
  if (literals != NQ_END) return literals;
  if (found.pairs) return take_pairs(table, 0);
  bool refused = found.real || (found.odd != NULL && (plain || judge));
  if (refused || (terms->commented && plain) || found.gap != NULL)
    return refuse_line(terms, &found);
  if (judge) return nq_numbers_boards(table);
  if (count == 1) return take_one(table, start);
  bool two = count == 2 && found.label != NQ_LABEL_HEAD;
  return two ? take_two(table, 0, found.label) : take_vector(table, &found, start);
}

nq_status nq_lines_read(nq_reader *reader) {
  nq_numbers table = {.reader = reader,
                      .setting = {.swapped = reader->row_first, .turned = reader->columns_only}};
  nq_status status = take_block(&table, (nq_place){0, reader->terms.first_line});
  nq_numbers_release(&table);
  return status;
}
