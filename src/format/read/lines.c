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
#include "format/read/lines.h"
#include "format/read/block.h"
#include "format/read/columns.h"
#include "format/read/dialect.h"
#include "format/read/numbers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

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
  nq_place start = nq_block_here(state);
  nq_numbers whole = state->table;
  state->table = (nq_numbers){0};
  nq_status status = NQ_OK;
  bool good = true;
  for (size_t i = 0; i < n && good && status == NQ_OK; i++) {
    nq_block_line found;
    status = nq_block_next(state, &found);
    nq_number_row *row = &state->table.rows[i];
    if (status == NQ_OK && head == NQ_LABEL_INDEX && row->count != n + 1) status = NQ_END;
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
  state->terms->at = start.at;
  state->terms->line = start.line;
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
    nq_terms_skip_line(state->terms); /* what may be the rest of it */
  if (!gap || like != NQ_LABEL_NONE)
    return nq_error_at(
        state->error, first,
        "these %zu lines of 0 and 1 may be boards, or the first lines of a picture: a "
        "picture has %zu lines",
        state->table.row_count, n);
  nq_numbers *table = &state->table; /* boards, of which none is a solution */
  size_t rows = table->row_count;
  for (size_t i = 0; i < rows && status == NQ_OK; i++) {
    nq_numbers one = {.values = table->values, .rows = table->rows + i, .row_count = 1};
    status = nq_numbers_boards(&one, &state->setting, state->reader);
  }
  return status;
}

/* ---- Any line ---- */

/* R's line of a vector goes on in lines whose label is the place of their first number. */
static nq_status join_vector(nq_block *state) {
  nq_status status = NQ_OK;
  while (status == NQ_OK) {
    nq_block_line found;
    nq_place before = nq_block_here(state);
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
  if (found->gap != NULL) return nq_node_unexpected(state->terms, found->gap, "a comma");
  if (found->odd != NULL) return nq_node_unexpected(state->terms, found->odd, row);
  return nq_error_at(state->error, state->terms->first_line, "%s was expected, not '#'", row);
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
      return nq_error_at(state->error, row->line,
                         "a heading of %zu columns, but no lines of 0 and 1 with labels follow",
                         row->count);
  }
  if (row->count == 3 && found->label == NQ_LABEL_NONE) {
    nq_status status = nq_columns_take_three(state);
    if (status != NQ_END) return status;
    binary = nq_numbers_is_binary(&state->table, 0);
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
  return nq_block_finish(state);
}

static nq_status take_block(nq_block *state, nq_place start) {
  nq_block_line found;
  if (!nq_block_take(state, &found)) return NQ_END;
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
  if (judge) return nq_block_finish(state);
  if (count == 1) return nq_columns_take_one(state, start);
  return count == 2 ? nq_columns_take_two(state, 0, found.label) : take_vector(state, &found);
}

nq_status nq_lines_read(nq_reader *reader) {
  nq_terms *terms = &reader->terms;
  nq_block state = {.reader = reader, .terms = terms, .error = reader->error};
  state.setting = (nq_setting){.base = reader->dialect->base,
                               .likely = reader->dialect->likely,
                               .swapped = reader->row_first};
  nq_status status = take_block(&state, (nq_place){0, terms->first_line});
  nq_numbers_release(&state.table);
  return status;
}
