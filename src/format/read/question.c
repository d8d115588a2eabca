/* From the squares that a text names to an instance: all of them show what they count from. */
#include "format/read/question.h"
#include "core/core.h"

#include <stdarg.h>
#include <stdio.h>

void nq_question_fail(nq_question *state, uint64_t line, const char *format, ...) {
  char message[sizeof state->error->message];
  va_list arguments;
  if (state->status != NQ_OK) return;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  state->status = nq_error_at(state->error, line, "%s", message);
}

void nq_question_add(nq_question *state, nq_asked found) {
  if (state->status != NQ_OK) return;
  if (!nq_memory_grow(&state->items, state->count, &state->room, sizeof found)) {
    state->status = nq_error_set(state->error, NQ_NO_MEMORY,
                                 "no memory for %zu squares of an instance", state->count + 1);
    return;
  }
  state->diagonals += found.kind == ASK_DIAGONAL;
  state->items[state->count++] = found;
}

/* Whether the squares without queens have two glyphs in turn, as those of a chess board. */
static bool has_colours(const nq_grid *grid) {
  int32_t glyphs[2] = {0, 0};
  size_t n = grid->rows[0].count;
  for (size_t i = 0; i < grid->row_count; i++)
    for (size_t k = 0; k < grid->rows[i].count; k++) {
      int32_t cell = grid->cells[grid->rows[i].start + k], *own = &glyphs[(i + k) % 2];
      if (nq_glyph_kind_of(cell) == NQ_GLYPH_QUEEN) continue;
      if (*own == 0) *own = cell;
      if (*own != cell) return false;
    }
  return n >= 4 && glyphs[0] != glyphs[1];
}

void nq_question_picture(nq_question *state, const nq_grid *grid) {
  if (grid->row_count == 0) return;
  size_t n = grid->queens_n > 0 ? grid->queens_n : grid->rows[0].count;
  bool queens = grid->queens_n > 0, empties = false;
  for (size_t i = 0; i < grid->count; i++) {
    queens = queens || nq_glyph_kind_of(grid->cells[i]) == NQ_GLYPH_QUEEN;
    empties = empties || nq_glyph_kind_of(grid->cells[i]) == NQ_GLYPH_EMPTY;
  }
  bool colours = grid->queens_n == 0 && has_colours(grid);
  if (state->count > 0 || (state->n > 0 && state->n != n) ||
      (grid->queens_n == 0 && grid->row_count != n))
    nq_question_fail(state, grid->rows[0].line,
                     "a picture beside another instance: give one of them");
  state->n = (uint32_t)n;
  for (size_t i = 0; i < grid->queens_n; i++)
    nq_question_add(state, (nq_asked){"the picture", ASK_QUEEN, 0, 0, (int64_t)grid->rows[i].indent,
                                      grid->rows[i].lead, grid->rows[i].line});
  for (size_t i = 0; i < n * n && grid->queens_n == 0 && state->status == NQ_OK; i++) {
    const nq_grid_row *row = &grid->rows[i / n];
    int32_t cell = grid->cells[row->start + i % n];
    nq_glyph_kind glyph = nq_glyph_kind_of(cell);
    bool block = cell == 'X' || cell == 'x' || cell == '#' || cell == 0xD7 || cell == 0x2588;
    if (colours && glyph == NQ_GLYPH_EITHER && block)
      nq_question_fail(state, row->line,
                       "squares of two colours, or every other square blocked: write . for an "
                       "empty square, X for a blocked one");
    if (colours && glyph != NQ_GLYPH_QUEEN) continue;
    if (glyph == NQ_GLYPH_EMPTY || (glyph == NQ_GLYPH_EITHER && queens && !empties)) continue;
    if (glyph == NQ_GLYPH_EITHER && !block && !queens)
      nq_question_fail(state, row->line,
                       "a picture without Q, whose glyphs may be queens or blocked squares: "
                       "write Q for a queen and X for a blocked square");
    nq_question_add(state,
                    (nq_asked){"the picture", glyph == NQ_GLYPH_QUEEN ? ASK_QUEEN : ASK_BLOCK, 0, 0,
                               (int64_t)(i % n), (int64_t)(i / n), row->line});
  }
}

void nq_question_strings(nq_question *state, const nq_node *node, const nq_node *end) {
  nq_grid grid = {0};
  for (; node < end && state->status == NQ_OK; node++) {
    uint64_t line = node->line;
    int32_t other = nq_grid_add_text(&grid, node->text, node->size);
    if (node->kind != NQ_KIND_STRING || other >= 0)
      nq_question_fail(state, line, "a string of Q and . was expected, not '%.*s'",
                       (int)(node->size < 40 ? node->size : 40), node->text);
    nq_grid_end_row(&grid, NQ_GRID_ROW, line);
  }
  if (state->status == NQ_OK) state->status = nq_grid_check(&grid, false, state->error);
  if (state->status == NQ_OK) nq_question_picture(state, &grid);
  nq_grid_release(&grid);
}

/* What the numbers that do not say it count from. */
static void choose_base(nq_question *state) {
  int64_t least = INT64_MAX, most = -1;
  uint64_t line = 0;
  for (size_t i = 0; i < state->count; i++) {
    const nq_asked *at = &state->items[i];
    if (at->row_base != NQ_BASE_SEEN) continue;
    if (line == 0) line = at->line;
    if (at->row < least) least = at->row;
    if (at->row > most) most = at->row;
    if (at->column_base != NQ_BASE_SEEN) continue;
    if (at->column < least) least = at->column;
    if (at->column > most) most = at->column;
  }
  if (least == 0 || most == (int64_t)state->n) state->base = least > 0;
  if (line > 0 && state->base == NQ_BASE_SEEN)
    nq_question_fail(state, line,
                     "these squares may count from 0 or from 1: give {\"base\":0, ...} or "
                     "{\"base\":1, ...}, or lines such as n %" PRIu32 " and queen 0 3",
                     state->n);
}

static bool check_range(nq_question *state, const nq_asked *at, const char *what, int64_t value,
                        int base, uint64_t count) {
  if (value >= base && (uint64_t)(value - base) < count) return true;
  char words[NQ_INDEX_WORDS];
  nq_question_fail(state, at->line, "%s: %s %s is out of range: it must be %d to %" PRIu64,
                   at->name, what, nq_index_words(value, words), base, count - 1 + (uint64_t)base);
  return false;
}

/* Diagonals after the first ones are only checked. */
static void add_to(nq_instance *instance, nq_question *state, const nq_asked *at, bool skip) {
  uint64_t n = state->n;
  int column_base = at->column_base == NQ_BASE_SEEN ? state->base : at->column_base;
  int row_base = at->row_base == NQ_BASE_SEEN ? state->base : at->row_base;
  nq_status status = NQ_OK;
  if (at->kind == ASK_DIAGONAL) {
    if (at->row != 0 && at->row != 1)
      nq_question_fail(state, at->line,
                       "diags: the type %" PRId64
                       " is not known; 1 is row + column, 0 is row - column + n - 1",
                       at->row);
    if (!check_range(state, at, "diagonal", at->column, 0, 2 * n - 1) || skip) return;
    uint64_t diagonal = (uint64_t)at->column;
    status = at->row == 1 ? nq_instance_exclude_rising(instance, diagonal, state->error)
                          : nq_instance_exclude_falling(instance, diagonal, state->error);
  } else if (check_range(state, at, "column", at->column, column_base, n) &&
             check_range(state, at, "row", at->row, row_base, n)) {
    uint32_t column = (uint32_t)(at->column - column_base), row = (uint32_t)(at->row - row_base);
    status = at->kind == ASK_QUEEN ? nq_instance_place(instance, column, row, state->error)
                                   : nq_instance_block(instance, column, row, state->error);
  }
  if (status == NQ_OK || state->status != NQ_OK) return;
  state->status = status;
  state->error->line = at->line;
}

static void check_counts(nq_question *state, uint64_t first) {
  if (state->status != NQ_OK) return;
  if (state->n == 0)
    nq_question_fail(state, state->terms.line, "n: the board size, as in n = 8, is missing");
  else if (state->announced >= 0 && (uint64_t)state->announced != state->diagonals)
    nq_question_fail(state, state->announced_line,
                     "numdiags: it is %" PRId64 ", but diags lists %zu", state->announced,
                     state->diagonals);
  else if (first != UINT64_MAX && !state->listed)
    state->status = nq_error_set(state->error, NQ_BAD_VALUE,
                                 "the first %" PRIu64
                                 " diagonals were requested, but the instance has no list of "
                                 "diagonals",
                                 first);
  else if (first != UINT64_MAX && first > state->diagonals)
    state->status =
        nq_error_set(state->error, NQ_BAD_VALUE,
                     "the first %" PRIu64 " diagonals were requested, but the list has %zu", first,
                     state->diagonals);
}

nq_instance *nq_question_build(nq_question *state, uint64_t first) {
  check_counts(state, first);
  if (state->status == NQ_OK) choose_base(state);
  nq_instance *instance = state->status == NQ_OK ? nq_instance_new(state->n) : NULL;
  size_t diagonals = 0;
  if (state->status == NQ_OK && instance == NULL)
    state->status = nq_error_set(state->error, NQ_NO_MEMORY,
                                 "no memory for an instance of n = %" PRIu32, state->n);
  for (size_t i = 0; i < state->count && state->status == NQ_OK; i++) {
    bool skip = state->items[i].kind == ASK_DIAGONAL && diagonals++ >= first;
    add_to(instance, state, &state->items[i], skip);
  }
  if (state->status == NQ_OK) return instance;
  nq_instance_free(instance);
  return NULL;
}
