/* MODEL.  A line of numbers is a board, unless the lines after it say otherwise:
 *
 *     1 3 0 2       a board            0 0 1 0     n lines of n,     0 1     n lines of two:    1   n lines of
 *     2 4 1 3       another            1 0 0 0     0 and 1: a        1 3     n squares          3   one: the
 *     2413          its digits         0 0 0 1     matrix            2 0                        0   rows
 *                                      0 1 0 0                       3 2                        2
 *
 *     4             n before these     [,1] [,2]     : 1 2 :=      0  1       labels of R, AMPL
 *     1 3 0 2                          [1,] 0 1      1 0 1       0 1  0       and pandas
 *
 * A label stands before the numbers, as `Solution 1:` or `1)`, or, where only the first gap is wider than
 * one blank, the number of the solution.  A number alone at the end, after boards, is their count. */
#include "format/read/lines.h"
#include "format/read/dialect.h"
#include "format/read/found.h"
#include "format/read/labels.h"
#include "format/read/numbers.h"
#include "format/read/term.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* A line: its numbers are the last row of the table. */
typedef struct line {
  nq_label label;
  int64_t number; /* of R's label */
  bool commas, wide_gap;
  bool real;          /* a number is not whole */
  const nq_node *gap; /* the first number without a comma before it, where others have one */
  const nq_node *odd; /* the first that is no row: not whole, below 0 or too large */
} line;

typedef struct block {
  nq_reader *reader;
  nq_terms *terms;
  nq_numbers table;
  nq_setting setting;
  nq_error *error;
} block;

/* ---- A line ---- */

static bool is_separator(const nq_node *node) {
  return nq_node_is_sign(node, ';') || nq_node_is_sign(node, '&') || nq_node_is_sign(node, '\\') ||
         nq_node_is_sign(node, '|');
}

static bool is_value(const nq_node *node) {
  return node->kind <= NQ_KIND_HOLE;
}

static const nq_node *next_of(const nq_terms *terms, const nq_node *node) {
  return terms->nodes + node->end;
}

/* The first number that no comma precedes. */
static const nq_node *find_gap(const nq_terms *terms, const nq_node *node) {
  for (; node + 1 < terms->nodes + terms->count; node++)
    if (memchr(nq_node_text(terms, node) + node->size, ',',
               (size_t)(node[1].at - node->at) - node->size) == NULL)
      return node + 1;
  return NULL;
}

/* Add the numbers of the tree as a row; false if it is no line of numbers. */
static bool take_line(block *state, line *found, nq_status *status) {
  const nq_terms *terms = state->terms;
  *found = (line){0};
  const nq_node *node = nq_label_skip(terms, &found->label), *end = terms->nodes + terms->count;
  const nq_node *start = node;
  if (found->label == NQ_LABEL_HEAD) end--;
  bool head = node < end && found->label == NQ_LABEL_R && nq_label_is_r(terms, node);
  if (found->label == NQ_LABEL_R) found->number = terms->nodes[2].value;
  if (head) found->label = NQ_LABEL_HEAD;
  if (head) node = terms->nodes + 1;
  size_t count = state->table.count, truths = 0;
  *status = NQ_OK;
  for (; node < end && *status == NQ_OK; node = next_of(terms, node)) {
    if (is_separator(node)) {
      found->commas = true;
      continue;
    }
    const nq_node *value = head && nq_label_is_r(terms, node) ? node + 1 : node;
    if (!is_value(value) || (head && value == node)) return false;
    bool outside = value->value < 0 || value->value > (int64_t)NQ_EMPTY - 1;
    if (value->kind == NQ_KIND_NUMBER && outside && found->odd == NULL) found->odd = value;
    if (value->kind == NQ_KIND_REAL) found->real = true;
    if (value->kind == NQ_KIND_REAL && found->odd == NULL) found->odd = value;
    truths += value->kind == NQ_KIND_TRUTH;
    *status = nq_numbers_add(&state->table, value->kind == NQ_KIND_HOLE ? NQ_HOLE : value->value,
                             state->error);
  }
  count = state->table.count - count;
  if (truths > 0 && count < 3) return false; /* true alone is the answer of a program */
  found->commas = found->commas || terms->nodes[0].value > 0;
  if (terms->nodes[0].value > 0 && terms->nodes[0].value + 1 < (int64_t)count)
    found->gap = find_gap(terms, start);
  if (found->label == NQ_LABEL_NONE && count > 3) found->wide_gap = nq_label_has_gap(terms, start);
  if (*status == NQ_OK && count > 0)
    *status = nq_numbers_end_row(&state->table, terms->first_line, truths == count, state->error);
  return count > 0;
}

static const nq_number_row *last_row(const block *state) {
  return &state->table.rows[state->table.row_count - 1];
}

static void drop_row(block *state) {
  state->table.count -= last_row(state)->count;
  state->table.row_count--;
}

/* Read the next line, if it is one of numbers, as another row.  NQ_END, and nothing is taken, if not. */
static nq_status take_next(block *state, line *found) {
  nq_terms *terms = state->terms;
  size_t at = terms->at, size, values = state->table.count;
  uint64_t number = terms->line;
  nq_error unused;
  if (!nq_terms_line(terms, &size) || size == SIZE_MAX) return NQ_END;
  nq_status status = nq_terms_read(terms, &unused);
  if (status == NQ_NO_MEMORY) return status;
  bool numbers = status == NQ_OK && terms->line <= number + 1 && take_line(state, found, &status);
  if (status == NQ_NO_MEMORY) return nq_error_set(state->error, status, "%s", unused.message);
  if (numbers && status == NQ_OK) return NQ_OK;
  state->table.count = values;
  terms->at = at;
  terms->line = number;
  return NQ_END;
}

/* Where the scanner was before a line, to return to. */
typedef struct place {
  size_t at;
  uint64_t line;
} place;

static place here(const block *state) {
  return (place){state->terms->at, state->terms->line};
}

static void give_back(block *state, place before) {
  drop_row(state);
  state->terms->at = before.at;
  state->terms->line = before.line;
}

/* Take rows like the last one, of `count` numbers, up to `most` in all; `binary`: all 0 or 1. */
static nq_status gather(block *state, nq_label like, size_t count, size_t most, bool binary) {
  while (state->table.row_count < most) {
    line found;
    place before = here(state);
    nq_status status = take_next(state, &found);
    if (status == NQ_END) break;
    if (status != NQ_OK) return status;
    size_t row = state->table.row_count - 1;
    bool same = found.label == like && last_row(state)->count == count && !found.real &&
                (!binary || nq_numbers_is_binary(&state->table, row));
    if (same) continue;
    give_back(state, before);
    break;
  }
  return NQ_OK;
}

static nq_status finish(block *state) {
  return nq_numbers_boards(&state->table, &state->setting, state->reader, state->error);
}

/* Whether an empty line or the end is next. */
static bool at_gap(block *state) {
  size_t size;
  if (!nq_terms_line(state->terms, &size)) return true;
  const unsigned char *text = state->terms->input->next + state->terms->at;
  for (size_t i = 0; i < size; i++)
    if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') return false;
  return true;
}

/* Whether nothing but blanks follows. */
static bool at_end(block *state) {
  for (size_t ahead = 0;; ahead++) {
    int byte = nq_terms_peek(state->terms, ahead);
    if (byte < 0) return true;
    if (byte != '\n' && byte != ' ' && byte != '\t' && byte != '\r' && byte != '`') return false;
  }
}

/* ---- Shapes of lines ---- */

/* Each number is one more than that before it, from 0 or from 1. */
static bool is_ascending(const block *state, size_t row) {
  const nq_number_row *at = &state->table.rows[row];
  const int64_t *values = state->table.values + at->start;
  for (size_t i = 1; i < at->count; i++)
    if (values[i] != values[i - 1] + 1) return false;
  return at->count >= 2 && (values[0] == 0 || values[0] == 1);
}

/* After a line that may name the columns, take the n lines of a matrix with labels of their own.  NQ_END
 * if there are none. */
static nq_status take_labelled(block *state, nq_label head) {
  size_t n = state->table.rows[0].count;
  place start = here(state);
  nq_numbers whole = state->table;
  state->table = (nq_numbers){0};
  nq_status status = NQ_OK;
  bool good = true;
  for (size_t i = 0; i < n && good && status == NQ_OK; i++) {
    line found;
    status = take_next(state, &found);
    if (status != NQ_OK) break;
    nq_number_row *row = &state->table.rows[i];
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
    return finish(state);
  }
  nq_numbers_release(&state->table);
  state->table = whole;
  state->terms->at = start.at;
  state->terms->line = start.line;
  return status == NQ_OK ? NQ_END : status;
}

/* A line of 0 and 1, and those after it. */
static nq_status take_matrix(block *state, nq_label like) {
  size_t n = state->table.rows[0].count;
  nq_status status = gather(state, like, n, n, true);
  if (status != NQ_OK || state->table.row_count == n)
    return status == NQ_OK ? finish(state) : status;
  uint64_t first = state->table.rows[0].line;
  bool gap = at_gap(state);
  while (!gap && !at_gap(state)) nq_terms_skip_line(state->terms); /* what may be the rest of it */
  if (!gap || like != NQ_LABEL_NONE)
    return nq_error_at(
        state->error, first,
        "these %zu lines of 0 and 1 may be boards, or the first lines of a picture: a "
        "picture has %zu lines",
        state->table.row_count, n);
  nq_numbers *table = &state->table; /* boards, of which none is a solution */
  size_t rows = table->row_count;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    nq_numbers one = {table->values, table->count, 0, table->rows + i, 1, 0};
    status = nq_numbers_boards(&one, &state->setting, state->reader, state->error);
  }
  return status;
}

/* Lines of two numbers, after n or not. */
static nq_status take_pairs(block *state, uint64_t n, nq_label like) {
  bool binary = nq_numbers_is_binary(&state->table, 0);
  nq_status status = gather(state, like, 2, n > 0 ? (size_t)n : SIZE_MAX, false);
  size_t rows = state->table.row_count;
  if (status != NQ_OK) return status;
  for (size_t i = 1; i < rows; i++) binary = binary && nq_numbers_is_binary(&state->table, i);
  if (rows == 2 && binary && n == 0 && state->setting.native &&
      state->reader->dialect->format == NQ_FORMAT_AUTO)
    return nq_error_at(state->error, state->table.rows[0].line,
                       "0 and 1 may be rows or squares here: give --from line or --from picture");
  if (n > 0 && rows < n)
    return nq_error_at(state->error, state->terms->line,
                       "%zu squares follow, where %" PRIu64 " are announced", rows, n);
  return rows == 1
             ? finish(state)
             : nq_numbers_pairs(&state->table, n, &state->setting, state->reader, state->error);
}

/* ---- Numbers alone ---- */

/* Make a table of the digits of `count` lines from `start` on; NQ_END if some have a different number of
 * digits. */
static nq_status take_digits(block *state, place start, size_t count, nq_numbers *table) {
  place end = here(state);
  size_t width = 0, size;
  nq_status status = NQ_OK;
  state->terms->at = start.at;
  state->terms->line = start.line;
  for (size_t i = 0; i < count && status == NQ_OK; i++) {
    if (!nq_terms_line(state->terms, &size)) break;
    const char *text = (const char *)state->terms->input->next + state->terms->at;
    size_t digits = 0, values = table->count;
    for (size_t k = 0; k < size && status == NQ_OK; k++)
      if (is_digit(text[k])) status = nq_numbers_add(table, text[k] - '0', state->error);
    digits = table->count - values;
    if (i == 0) width = digits;
    if (status == NQ_OK)
      status = nq_numbers_end_row(table, state->terms->line, false, state->error);
    if (status == NQ_OK && digits != width) status = NQ_END;
    nq_terms_skip_line(state->terms);
  }
  state->terms->at = end.at;
  state->terms->line = end.line;
  return status;
}

/* 2413, a board a line, or 0100, a line of a matrix.  NQ_END if the lines are neither. */
static nq_status try_digits(block *state, place start) {
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
    status = nq_numbers_boards(&flat, &state->setting, state->reader, state->error);
  } else if (status == NQ_OK) {
    status = finish(state);
  }
  state->table = column;
  nq_numbers_release(&digits);
  return status;
}

/* All numbers of the table as one row, from the `first` on. */
static nq_numbers as_row(const block *state, size_t first, nq_number_row *row) {
  *row = (nq_number_row){first, state->table.count - first, state->table.rows[first].line, false};
  return (nq_numbers){
      .values = state->table.values, .count = state->table.count, .rows = row, .row_count = 1};
}

static nq_status add_singles(block *state, size_t first) {
  nq_number_row row;
  nq_numbers column = as_row(state, first, &row);
  return nq_numbers_boards(&column, &state->setting, state->reader, state->error);
}

/* Lines of one number: n rows, n and n rows, the digits of boards, or boards of n = 1. */
static nq_status decide_singles(block *state, place start) {
  size_t rows = state->table.row_count;
  const int64_t *values = state->table.values;
  nq_number_row row, rest;
  nq_numbers column = as_row(state, 0, &row), after = as_row(state, rows > 1, &rest);
  bool whole = nq_numbers_is_whole(&column, 0), zeros = true;
  bool headed = rows > 2 && values[0] == (int64_t)rows - 1 && nq_numbers_is_whole(&after, 0);
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
    status = nq_numbers_boards(&one, &state->setting, state->reader, state->error);
  }
  return status;
}

static nq_status take_singles(block *state, place start) {
  nq_reader *reader = state->reader;
  int64_t n = state->table.values[0];
  line next;
  place before = here(state);
  nq_status status = take_next(state, &next);
  if (status != NQ_OK && status != NQ_END) return status;
  size_t count = status == NQ_OK ? last_row(state)->count : 0;
  if (status == NQ_OK) give_back(state, before);
  if (count == 2 && n >= 2) {
    drop_row(state);
    status = take_next(state, &next);
    return status == NQ_OK ? take_pairs(state, (uint64_t)n, NQ_LABEL_NONE) : status;
  }
  if (count >= 3 && (int64_t)count == n) return NQ_OK; /* n, before its boards */
  bool boards = reader->found > 0 || nq_found_any(reader);
  if (n > 0 && boards && reader->last_n > 1 && at_end(state)) return NQ_OK; /* their number */
  status = gather(state, NQ_LABEL_NONE, 1, SIZE_MAX, false);
  return status == NQ_OK ? decide_singles(state, start) : status;
}

/* ---- Any line ---- */

/* R's line of a vector goes on in lines whose label is the place of their first number. */
static nq_status join_vector(block *state) {
  nq_status status = NQ_OK;
  while (status == NQ_OK) {
    line found;
    place before = here(state);
    status = take_next(state, &found);
    if (status != NQ_OK) break;
    bool goes_on =
        found.label == NQ_LABEL_R && found.number == (int64_t)state->table.rows[0].count + 1;
    if (goes_on)
      state->table.rows[0].count += last_row(state)->count;
    else
      give_back(state, before);
    if (!goes_on) break;
    state->table.row_count--;
  }
  return status == NQ_END ? NQ_OK : status;
}

static nq_status refuse_line(block *state, const line *found) {
  static const char row[] = "a row, 0 to 4294967294, or . for an empty column";
  if (found->gap != NULL)
    return nq_node_unexpected(state->terms, found->gap, "a comma", state->error);
  if (found->odd != NULL) return nq_node_unexpected(state->terms, found->odd, row, state->error);
  return nq_error_at(state->error, state->terms->first_line, "%s was expected, not '#'", row);
}

/* A line of three numbers or more. */
static nq_status take_vector(block *state, const line *found) {
  nq_number_row *row = &state->table.rows[0];
  bool binary = nq_numbers_is_binary(&state->table, 0);
  if (found->label == NQ_LABEL_HEAD || (found->label == NQ_LABEL_NONE && is_ascending(state, 0))) {
    nq_status status = take_labelled(state, found->label);
    if (status != NQ_END) return status;
    if (found->label == NQ_LABEL_HEAD)
      return nq_error_at(state->error, row->line,
                         "a heading of %zu columns, but no lines of 0 and 1 with labels follow",
                         row->count);
  }
  if (binary) return take_matrix(state, found->label);
  if (found->label == NQ_LABEL_R) {
    nq_status status = join_vector(state);
    if (status != NQ_OK) return status;
  }
  row = &state->table.rows[0];
  if (found->wide_gap && !nq_numbers_is_whole(&state->table, 0)) row->start++, row->count--;
  state->setting.native = state->setting.native && !found->wide_gap;
  if (state->setting.native) state->reader->native_n = (uint32_t)row->count;
  return finish(state);
}

static nq_status take_block(block *state, place start) {
  line found;
  nq_status status;
  bool numbers = take_line(state, &found, &status);
  if (status != NQ_OK || !numbers) return status == NQ_OK ? NQ_END : status;
  size_t count = state->table.rows[0].count;
  bool judge = state->reader->dialect->format == NQ_FORMAT_JUDGE,
       labelled = found.label != NQ_LABEL_NONE;
  if (labelled && count < 3 && found.label != NQ_LABEL_HEAD) return NQ_END;
  bool plain = !labelled && !found.commas;
  state->setting.native = plain && !judge;
  bool literals = found.odd != NULL && !found.real && nq_numbers_is_literals(&state->table, 0);
  bool commented = state->terms->commented && plain;
  bool refused = found.real || (found.odd != NULL && (plain || judge) && !literals);
  if (refused || commented || found.gap != NULL) return refuse_line(state, &found);
  if (judge) return finish(state);
  if (count == 1) return take_singles(state, start);
  return count == 2 ? take_pairs(state, 0, found.label) : take_vector(state, &found);
}

nq_status nq_lines_read(nq_reader *reader, nq_error *error) {
  nq_terms *terms = &reader->terms;
  block state = {.reader = reader, .terms = terms, .error = error};
  state.setting = (nq_setting){.base = reader->dialect->base, .likely = reader->dialect->likely};
  nq_status status = take_block(&state, (place){0, terms->first_line});
  nq_numbers_release(&state.table);
  return status;
}
