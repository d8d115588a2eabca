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

/* X and # are blocked squares beside other empty ones. */
static void add_picture(nq_question *state, const nq_grid *grid) {
  if (grid->row_count == 0) return;
  size_t n = grid->queens_n > 0 ? grid->queens_n : grid->rows[0].count;
  bool queens = false, empties = false;
  int32_t other = 0; /* a sign that stands too often for queens; -1: there are several signs */
  size_t others = 0;
  for (size_t i = 0; i < grid->count; i++) {
    queens = queens || nq_glyph_kind_of(grid->cells[i]) == NQ_GLYPH_QUEEN;
    empties = empties || nq_glyph_kind_of(grid->cells[i]) == NQ_GLYPH_EMPTY;
    if (nq_glyph_kind_of(grid->cells[i]) != NQ_GLYPH_EITHER) continue;
    other = others++ == 0 || other == grid->cells[i] ? grid->cells[i] : -1;
  }
  bool colours = has_colours(grid);
  if (others <= n || !empties || colours) other = 0;
  if (state->count > 0 || (state->n > 0 && state->n != n) || grid->row_count != n)
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
    bool block = cell == 'X' || cell == 'x' || cell == '#' || cell == 0xD7 || cell == 0x2588 ||
                 cell == other;
    if (colours && block)
      nq_question_fail(state, row->line,
                       "squares of two colours, or every other square blocked: write . for an "
                       "empty square, X for a blocked one");
    if (colours && glyph != NQ_GLYPH_QUEEN) continue;
    if (glyph == NQ_GLYPH_EMPTY || (glyph == NQ_GLYPH_EITHER && queens && !empties)) continue;
    if (!block && !queens)
      nq_question_fail(state, row->line,
                       "a picture without Q, whose glyphs may be queens or blocked squares: "
                       "write Q for a queen and X for a blocked square");
    nq_question_add(state,
                    (nq_asked){"the picture", glyph == NQ_GLYPH_QUEEN ? ASK_QUEEN : ASK_BLOCK, 0, 0,
                               (int64_t)(i % n), (int64_t)(i / n), row->line});
  }
}

bool nq_question_is_prose(nq_text line) {
  nq_text rest = line, run;
  nq_node word = nq_text_word(line); /* the last */
  size_t words = 0;
  if (nq_text_starts(line, "exclude ") || nq_text_contains(line, "diagonal")) return false;
  while (nq_text_run(&rest, &run)) {
    if (is_letter(*run.at)) word = nq_text_word(run);
    words += is_letter(*run.at) && run.size > 1;
    if (*run.at == '[' || *run.at == '{') return false;
    if (!is_digit(*run.at)) continue;
    nq_text after = nq_text_trim(rest);
    char last = run.at > line.at ? run.at[-1] : ' ',
         before = run.at > line.at + 1 ? run.at[-2] : ' ';
    bool square = nq_word_names_square(&word) || nq_node_is(&word, "square");
    bool after_word = last == ' ' && is_letter(before) && !square;
    bool before_word = last == ' ' && !is_letter(before) && after.size > 0 && is_letter(*after.at);
    bool good = after_word || before_word || last == '/' || (last == 'x' && is_digit(before));
    if (!good) return false;
  }
  return words > 0;
}

/* Lines of prose above a picture. */
#define HEADING_LINES 16

nq_status nq_question_read_picture(nq_question *state) {
  nq_grid grid = {0};
  nq_terms *terms = &state->terms;
  nq_place here = nq_terms_here(terms);
  nq_status status = nq_grid_read(&grid, terms, false);
  if (nq_grid_is_comment(&grid, terms, here, status != NQ_OK))
    nq_terms_return(terms, here), status = NQ_END;
  if (status == NQ_OK)
    add_picture(state, &grid);
  else if (status != NQ_END)
    state->status = status;
  nq_grid_release(&grid);
  return status;
}

nq_status nq_question_read_headed(nq_question *state) {
  nq_terms *terms = &state->terms;
  const nq_place here = nq_terms_here(terms);
  nq_status status = NQ_END;
  for (size_t i = 0; i < HEADING_LINES && status == NQ_END; i++) {
    if (!nq_question_is_prose(nq_terms_look(terms, 0))) break;
    nq_terms_skip_line(terms);
    nq_terms_skip_blank(terms);
    status = nq_question_read_picture(state);
  }
  if (status == NQ_OK || status == NQ_NO_MEMORY) return status;
  state->status = NQ_OK;
  nq_terms_return(terms, here);
  return NQ_END;
}

void nq_question_strings(nq_question *state, const nq_node *node, const nq_node *end) {
  nq_grid grid = {0};
  for (const nq_node *next; node < end; node = next) {
    uint64_t line = node->line;
    next = nq_next(node);
    for (node += node->kind == NQ_KIND_LIST; node < next; node++) { /* ["..Q."] or [[".", "Q"]] */
      int32_t other = nq_grid_add_text(&grid, node->text, node->size);
      if (node->size == 0) nq_grid_add(&grid, NQ_CELL_BLANK);
      if (node->kind != NQ_KIND_STRING || other >= 0)
        nq_question_fail(state, line, "a string of Q and . was expected, not '%.*s'",
                         (int)(node->size < 40 ? node->size : 40), node->text);
    }
    nq_grid_end_row(&grid, NQ_GRID_ROW, line);
  }
  if (state->status == NQ_OK) state->status = nq_grid_check(&grid, false, state->error);
  if (state->status == NQ_OK) add_picture(state, &grid);
  nq_grid_release(&grid);
}

/* The end of a line of a matrix: a list, or the numbers after a bar. */
static const nq_node *end_of_line(const nq_node *node, const nq_node *end) {
  const nq_node *next = nq_next(node);
  bool bar = nq_node_is_sign(node, '|');
  while (bar && next < end && !nq_node_is_sign(next, '|')) next++;
  return next;
}

bool nq_question_is_matrix(const nq_node *node, const nq_node *end) {
  bool lines = node->kind == NQ_KIND_LIST || nq_node_is_sign(node, '|');
  for (const nq_node *next; node < end && lines; node = next) {
    next = end_of_line(node, end);
    if (next - node > 3 && node[1].kind <= NQ_KIND_TRUTH) return true;
    lines = node->kind == NQ_KIND_SIGN;
  }
  return false;
}

void nq_question_matrix(nq_question *state, nq_asked found, const nq_node *node,
                        const nq_node *end) {
  int64_t row = 0, column = 0;
  for (const nq_node *next; node + 1 < end; node = next, row++) {
    next = end_of_line(node, end);
    column = 0;
    for (const nq_node *cell = node + 1; cell < next; cell++, column++) {
      if (cell->kind > NQ_KIND_TRUTH || (cell->value | 1) != 1)
        nq_question_fail(state, cell->line,
                         "%s: lines of squares, 0 or 1, were expected, or pairs such as [1, 3]",
                         found.name);
      found.column = column;
      found.row = row;
      found.line = cell->line;
      if (cell->value == 1) nq_question_add(state, found);
    }
    if (state->n == 0) state->n = (uint32_t)column;
    if (column != state->n) break;
  }
  if (column != state->n || row != state->n)
    nq_question_fail(state, found.line, "%s: no n lines of n squares for n = %" PRIu32, found.name,
                     state->n);
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
  bool shown = least == 0 || most == (int64_t)state->n;
  if (shown && !state->stated) state->base = least > 0;
  if (line > 0 && state->base == NQ_BASE_SEEN)
    nq_question_fail(state, line,
                     "these squares may count from 0 or from 1: give {\"base\":0, ...} or "
                     "{\"base\":1, ...}, or lines such as n %" PRIu32 " and queen 0 3",
                     state->n);
}

static bool check_range(nq_question *state, const nq_asked *at, const char *what, int64_t value,
                        int base, uint64_t count) {
  if ((uint64_t)(value - base) < count) return true;
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
  choose_base(state);
  if (state->status != NQ_OK) return NULL;
  nq_instance *instance = nq_instance_new(state->n);
  size_t diagonals = 0;
  if (instance == NULL)
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
