/* MODEL.  A line of numbers is a board, unless the lines after it say otherwise:
 *
 *     1 3 0 2    a board       0 0 1 0  n lines of n,   0 1  n lines of two:   1  n lines of
 *     2 4 1 3    another       1 0 0 0  0 and 1: a      1 3  n squares         3  one: the
 *     2413       its digits    0 0 0 1  matrix          2 0                    0  rows
 *                              0 1 0 0                  3 2                    2
 *
 *     4          n before      [,1] [,2]    : 1 2 :=      0  1    labels of R, AMPL
 *     1 3 0 2    these         [1,] 0 1     1 0 1       0 1  0    and pandas
 *
 * A label stands before the numbers, as `Solution 1:` or `1)`, or, where only the first gap is
 * wider than one blank, the number of the solution.  A number alone at the end, after boards, is
 * their count. */
#include "format/read/trees.h"
#include "format/read/block.h"
#include "format/read/found.h"
#include "format/read/dialect.h"
#include "format/read/numbers.h"

#include <inttypes.h>
#include <string.h>

/* ---- Lines of two or three numbers ---- */

/* Whether lines with the indices 0, 1, 2 ... end as those of a series of pandas. */
static bool is_series(const nq_block *state) {
  nq_text line = nq_terms_look(&state->reader->terms, 0);
  bool series = nq_text_starts(line, "dtype:") || nq_text_starts(line, "Name:") ||
                nq_text_starts(line, "Length:");
  for (size_t i = 0; i < state->table.row_count; i++)
    series = series && state->table.values[2 * i] == (int64_t)i;
  return series;
}

/* The values of the table from the `first` on are a row. */
static nq_status finish_row(nq_block *state, size_t first) {
  nq_numbers *table = &state->table;
  table->rows[0] =
      (nq_number_row){first, table->count - first, table->rows[first].line, table->rows[0].truths};
  table->row_count = 1;
  return nq_block_finish(state);
}

/* The values of a series are rows. */
static nq_status take_series(nq_block *state) {
  nq_numbers *table = &state->table;
  table->count = table->row_count;
  for (size_t i = 0; i < table->count; i++) table->values[i] = table->values[2 * i + 1];
  return finish_row(state, 0);
}

/* Lines of two numbers, after n or not. */
static nq_status take_two(nq_block *state, uint64_t n, nq_label like) {
  bool binary = nq_numbers_is_binary(&state->table, 0);
  nq_status status = nq_block_gather(state, like, 2, n > 0 ? (size_t)n : SIZE_MAX, false);
  size_t rows = state->table.row_count;
  if (status != NQ_OK) return status;
  if (n == 0 && is_series(state)) return take_series(state);
  for (size_t i = 1; i < rows; i++) binary = binary && nq_numbers_is_binary(&state->table, i);
  if (rows == 2 && binary && n == 0 && state->setting.native &&
      state->reader->dialect->format == NQ_FORMAT_AUTO)
    return nq_error_at(state->reader->error, state->table.rows[0].line,
                       "0 and 1 may be rows or squares here: give --from line or --from picture");
  if (n > 0 && rows < n)
    return nq_error_at(state->reader->error, state->reader->terms.line,
                       "%zu squares follow, where %" PRIu64 " are announced", rows, n);
  return rows == 1 ? nq_block_finish(state)
                   : nq_numbers_pairs(&state->table, n, &state->setting, state->reader);
}

static nq_status take_three(nq_block *state) {
  nq_place before = nq_terms_here(&state->reader->terms);
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

/* Make a table of the digits of `count` lines from `start` on.  The number of digits in each, or 0. */
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
static nq_status try_digits(nq_block *state, nq_place start) {
  nq_numbers digits = {0}, column = state->table;
  size_t rows = column.row_count;
  size_t width = take_digits(&state->reader->terms, start, rows, &digits);
  bool matrix = rows > 1 && width >= 2 && rows % width == 0, boards = width >= 4 && width <= 9;
  for (size_t i = 0; i < rows && width > 0; i++) {
    matrix = matrix && nq_numbers_is_binary(&digits, i);
    boards = boards && nq_numbers_is_whole(digits.values + i * width, width);
  }
  nq_status status = NQ_END;
  state->table = digits;
  for (size_t i = 0; i < rows && width == 2; i++)
    digits.rows[i].truths = true; /* n = 2: the table would take them for pairs */
  if (matrix && width == 2)
    status = finish_row(state, 0);
  else if (matrix || boards)
    status = nq_block_finish(state);
  state->table = column;
  for (size_t i = 0; i < rows && status == NQ_END; i++)
    if (column.values[i] > (int64_t)NQ_EMPTY)
      status = nq_error_at(state->reader->error, column.rows[i].line,
                           "a row, 0 to 4294967294, or a line of a matrix with as many lines as "
                           "digits was expected");
  nq_numbers_release(&digits);
  return status;
}

/* Each row of the table is a board. */
static nq_status finish_each(nq_block *state) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i < state->table.row_count && status == NQ_OK; i++)
    status = nq_numbers_vector(&state->table, i, &state->setting, state->reader);
  return status;
}

/* Lines of one number: n rows, n and n rows, the digits of boards, or boards of n = 1. */
static nq_status decide_singles(nq_block *state, nq_place start) {
  size_t rows = state->table.row_count;
  const int64_t *values = state->table.values;
  bool whole = nq_numbers_is_whole(values, rows), zeros = true;
  bool headed =
      rows > 4 && values[0] == (int64_t)rows - 1 && nq_numbers_is_whole(values + 1, rows - 1);
  if (headed && whole)
    return nq_error_at(state->reader->error, state->table.rows[0].line,
                       "these numbers may be %zu rows, or %zu and as many rows: give --n", rows,
                       rows - 1);
  if (headed) return finish_row(state, 1);
  nq_status status = whole ? NQ_END : try_digits(state, start);
  if (status != NQ_END) return status;
  for (size_t i = 0; i < rows; i++) zeros = zeros && values[i] == 0;
  state->setting.native = state->setting.native || zeros;
  return zeros ? finish_each(state) : finish_row(state, 0);
}

static nq_status take_one(nq_block *state, nq_place start) {
  nq_reader *reader = state->reader;
  int64_t n = state->table.values[0];
  nq_block_line next;
  nq_place before = nq_terms_here(&state->reader->terms);
  nq_status status = nq_block_next(state, &next);
  if (status != NQ_OK && status != NQ_END) return status;
  size_t count = status == NQ_OK ? nq_block_last(state)->count : 0;
  if (status == NQ_OK) nq_block_give_back(state, before);
  if (count == 2 && n >= 2) {
    nq_block_drop(state);
    status = nq_block_next(state, &next);
    return status == NQ_OK ? take_two(state, (uint64_t)n, NQ_LABEL_NONE) : status;
  }
  if (count >= 3 && (int64_t)count == n) return NQ_OK; /* n, before its boards */
  bool boards = reader->found > 0 || nq_found_any(reader);
  if (n > 0 && boards && reader->last_n > 1 && nq_block_at_end(state))
    return NQ_OK; /* their number */
  status = nq_block_gather(state, NQ_LABEL_NONE, 1, SIZE_MAX, false);
  return status == NQ_OK ? decide_singles(state, start) : status;
}

/* ---- Shapes of lines ---- */

/* Each number is one more than that before it, from 0 or from 1. */
static bool is_ascending(const nq_block *state, size_t row) {
  const nq_number_row *at = &state->table.rows[row];
  const int64_t *values = state->table.values + at->start;
  for (size_t i = 1; i < at->count; i++)
    if (values[i] != values[i - 1] + 1) return false;
  return at->count >= 2 && (values[0] == 0 || values[0] == 1);
}

/* After a line that may name the columns, take the n lines of a matrix with labels of their own.
 * NQ_END if there are none. */
static nq_status take_labelled(nq_block *state, nq_label head) {
  size_t n = state->table.rows[0].count;
  nq_place start = nq_terms_here(&state->reader->terms);
  nq_numbers whole = state->table;
  state->table = (nq_numbers){0};
  nq_status status = NQ_OK;
  bool good = true;
  for (size_t i = 0; i < n && good && status == NQ_OK; i++) {
    nq_block_line found;
    status = nq_block_next(state, &found);
    if (status != NQ_OK) break;
    nq_number_row *row = &state->table.rows[i];
    if (head == NQ_LABEL_INDEX && row->count != n + 1) status = NQ_END;
    if (status != NQ_OK) break;
    bool number = found.label == NQ_LABEL_NONE || found.label == NQ_LABEL_NUMBER;
    good = head == NQ_LABEL_HEAD && found.label == NQ_LABEL_R ? row->count == n : number;
    if (number && found.label == NQ_LABEL_NONE) row->start++, row->count--;
    good = good && row->count == n && nq_numbers_is_binary(&state->table, i);
  }
  if (status == NQ_OK && good) {
    nq_numbers_release(&whole);
    for (size_t i = 0; i < n; i++) { /* without the labels */
      nq_number_row *row = &state->table.rows[i];
      memmove(state->table.values + i * n, state->table.values + row->start,
              n * sizeof *state->table.values);
      row->start = i * n;
    }
    state->table.count = n * n;
    return nq_block_finish(state);
  }
  nq_numbers_release(&state->table);
  state->table = whole;
  nq_terms_return(&state->reader->terms, start);
  return status == NQ_OK ? NQ_END : status;
}

/* A line of 0 and 1, and those after it. */
static nq_status take_matrix(nq_block *state, nq_label like) {
  size_t n = state->table.rows[0].count;
  nq_status status = nq_block_gather(state, like, n, n, true);
  if (status != NQ_OK || state->table.row_count == n)
    return status == NQ_OK ? nq_block_finish(state) : status;
  uint64_t first = state->table.rows[0].line;
  bool gap = nq_block_at_gap(state);
  while (!gap && !nq_block_at_gap(state))
    nq_terms_skip_line(&state->reader->terms); /* what may be the rest of it */
  if (!gap || like != NQ_LABEL_NONE)
    return nq_error_at(
        state->reader->error, first,
        "these %zu lines of 0 and 1 may be boards, or the first lines of a picture: a "
        "picture has %zu lines",
        state->table.row_count, n);
  return finish_each(state); /* boards, of which none is a solution */
}

/* ---- Any line ---- */

/* R's line of a vector goes on in lines whose label is the place of their first number. */
static nq_status join_vector(nq_block *state) {
  nq_status status = NQ_OK;
  while (status == NQ_OK) {
    nq_block_line found;
    nq_place before = nq_terms_here(&state->reader->terms);
    status = nq_block_next(state, &found);
    if (status != NQ_OK) break;
    bool goes_on =
        found.label == NQ_LABEL_R && found.number == (int64_t)state->table.rows[0].count + 1;
    if (goes_on)
      state->table.rows[0].count += nq_block_last(state)->count;
    else
      nq_block_give_back(state, before);
    if (!goes_on) break;
    state->table.row_count--;
  }
  return status == NQ_END ? NQ_OK : status;
}

static nq_status refuse_line(nq_block *state, const nq_block_line *found) {
  static const char row[] = "a row, 0 to 4294967294, or . for an empty column";
  if (found->gap != NULL) return nq_node_unexpected(&state->reader->terms, found->gap, "a comma");
  if (found->odd != NULL) return nq_node_unexpected(&state->reader->terms, found->odd, row);
  return nq_error_at(state->reader->error, state->reader->terms.first_line,
                     "%s was expected, not '#'", row);
}

/* A line of three numbers or more. */
static nq_status take_vector(nq_block *state, const nq_block_line *found) {
  nq_number_row *row = &state->table.rows[0];
  bool binary = nq_numbers_is_binary(&state->table, 0);
  bool heading = found->label == NQ_LABEL_HEAD || found->label == NQ_LABEL_INDEX;
  if (heading || (found->label == NQ_LABEL_NONE && is_ascending(state, 0))) {
    nq_status status = take_labelled(state, found->label);
    if (status != NQ_END) return status;
    if (heading)
      return nq_error_at(state->reader->error, row->line,
                         "a heading of %zu columns, but no lines of 0 and 1 with labels follow",
                         row->count);
  }
  if (row->count == 3 && found->label == NQ_LABEL_NONE) {
    nq_status status = take_three(state);
    if (status != NQ_END) return status;
    binary = nq_numbers_is_binary(&state->table, 0);
  }
  if (binary) return take_matrix(state, found->label);
  if (found->label == NQ_LABEL_R) {
    nq_status status = join_vector(state);
    if (status != NQ_OK) return status;
  }
  row = &state->table.rows[0];
  if (found->wide_gap && !nq_numbers_is_whole(state->table.values, row->count))
    row->start++, row->count--;
  state->setting.native = state->setting.native && !found->wide_gap;
  if (state->setting.native) state->reader->native_n = (uint32_t)row->count;
  return nq_block_finish(state);
}

/* Solution: 2413.  NQ_END if the line is no name of a board and its digits. */
static nq_status take_named(nq_block *state) {
  static const char *const names[] = {"solution", "board", "queens", "answer"};
  const nq_node *first = nq_terms_first(&state->reader->terms);
  const nq_node *last = nq_terms_end(&state->reader->terms) - 1;
  bool named = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    named = named || nq_node_is(first, names[i]);
  if (!named || last->size < 4 || last->size > 9) return NQ_END;
  state->table.count = state->table.row_count = 0;
  for (size_t i = 0; i < last->size; i++) {
    int digit = last->text[i] - '0';
    if (digit < 0 || digit > (int)last->size) return NQ_END;
    nq_numbers_add(&state->table, digit);
  }
  nq_numbers_end_row(&state->table, last->line, false);
  if (nq_numbers_is_whole(state->table.values, last->size)) return nq_block_finish(state);
  return nq_error_at(state->reader->error, last->line,
                     "%.*s may be the rows of a board or a number: write blanks between rows",
                     (int)last->size, last->text);
}

static nq_status take_block(nq_block *state, nq_place start) {
  nq_block_line found;
  if (!nq_block_take(state, &found)) return NQ_END;
  size_t count = state->table.rows[0].count;
  bool judge = state->reader->dialect->format == NQ_FORMAT_JUDGE,
       labelled = found.label != NQ_LABEL_NONE;
  if (labelled && count < 3 && found.label != NQ_LABEL_HEAD)
    return count == 1 && found.label == NQ_LABEL_WORDS ? take_named(state) : NQ_END;
  bool plain = !labelled && !found.commas;
  state->setting.native = plain && !judge;
  bool literals = found.odd != NULL && !found.real && nq_numbers_is_literals(&state->table, 0);
  bool commented = state->reader->terms.commented && plain;
  if (found.pairs) return nq_numbers_pairs(&state->table, 0, &state->setting, state->reader);
  bool refused = found.real || (found.odd != NULL && (plain || judge) && !literals);
  if (refused || commented || found.gap != NULL) return refuse_line(state, &found);
  if (judge) return nq_block_finish(state);
  if (count == 1) return take_one(state, start);
  return count == 2 ? take_two(state, 0, found.label) : take_vector(state, &found);
}

nq_status nq_lines_read(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_block state = {.reader = reader};
  state.setting = (nq_setting){.base = reader->dialect->base,
                               .likely = reader->dialect->likely,
                               .swapped = reader->row_first};
  nq_status status = take_block(&state, (nq_place){0, terms->first_line});
  nq_numbers_release(&state.table);
  return status;
}
