/* Backtracking as textbooks have it (S. Russell, P. Norvig, "Artificial Intelligence: A Modern
 * Approach", 3rd ed. 2010, section 6.3, figure 6.5): column by column, the rows of a column in
 * order.
 *
 * MODEL.  Columns are variables and rows are values.  A level of the tree is a column and the rows
 * that are still to be tried there:
 *
 *     variable   first: the leftmost open column; mrv: one with the fewest squares left (minimum
 *                remaining values), the leftmost of these
 *     value      first: rows from 0 on; lcv: those first that remove the fewest squares from other
 *                open columns (least constraining value), then from 0 on
 *     inference  none: a square is looked at when its turn comes; forward-checking: a queen that
 *                leaves an open column without a square is taken back at once
 *
 * The board is that of complete_counts.h.  A node is a queen put on a square, an evaluation a
 * square looked at: also one on the row of a queen.  Of a level, `passed` rows were tried, in its
 * order, and `left` is 1 where the next one is known to be left. */
#include "exact/complete_counts.h"

/* ---- Choices ---- */

static const nq_backtracking_options *own(const nq_complete *search) {
  return &search->task->options->backtracking;
}

static uint32_t choose_column(const nq_complete *search) {
  const nq_counts *counts = search->board;
  const uint32_t *left = counts->left[COLUMNS];
  uint32_t chosen = NQ_EMPTY;
  for (uint32_t column = 0; column < counts->count; column++) {
    if (!counts_are_open(counts, COLUMNS, column)) continue;
    if (own(search)->variable != NQ_VARIABLE_MRV) return column;
    if (chosen == NQ_EMPTY || left[column] < left[chosen]) chosen = column;
  }
  return chosen;
}

/* Squares that a queen on this row of the board would remove from the other open columns. */
static uint32_t squares_removed(nq_complete *search, uint32_t column, uint64_t row) {
  const nq_counts counts = *(const nq_counts *)search->board; /* in registers */
  const nq_open *open = &search->open;
  uint32_t removed = 0;
  for (uint32_t i = 0; i < counts.open; i++) {
    uint32_t other = counts.list[COLUMNS][i];
    uint64_t right = (uint64_t)open->columns[other] - open->columns[column];
    if (other == column) continue;
    removed += counts_have(&counts, open, other, row);
    removed += counts_have(&counts, open, other, row + right);
    removed += counts_have(&counts, open, other, row - right);
  }
  search->statistics.queens++;
  return removed;
}

/* Order the rows of the level's column by the squares that they remove, those not left last; not
 * all where the watch stops it. */
static void order_values(nq_complete *search, uint32_t level) {
  const nq_counts *counts = search->board;
  uint32_t n = counts->n, column = counts->levels[level].line;
  uint16_t *order = counts->order + (size_t)level * n;
  uint32_t *removed = counts->removed;
  for (uint32_t row = 0; row < n; row++) {
    if (row % 256 == 255 && nq_complete_stops(search)) return;
    bool left = counts_have(counts, &search->open, column, row);
    removed[row] = left ? squares_removed(search, column, row) : UINT32_MAX;
    uint32_t i = row; /* rows before have their places: insert this one after its equals */
    for (; i > 0 && removed[order[i - 1]] > removed[row]; i--) order[i] = order[i - 1];
    order[i] = (uint16_t)row;
  }
}

/* The next row of the level that is left, or NQ_EMPTY. */
static uint32_t next_row(nq_complete *search, nq_counts_level *level) {
  const nq_counts *counts = search->board;
  const uint32_t n = counts->n, c = search->open.columns[level->line];
  const uint16_t *order = counts->order;
  const uint8_t *closed = counts->closed, *rising = counts->rising + c;
  const uint8_t *falling = counts->falling + n - 1 - c;
  uint32_t at = level->passed, row = NQ_EMPTY;
  if (order != NULL) order += (size_t)search->level * n;
  for (; at < n; at++) {
    row = order != NULL ? order[at] : at;
    bool attacked = closed[row] || rising[row] || falling[row];
    if (!attacked && counts_have(counts, &search->open, level->line, row)) break;
  }
  search->statistics.queens += at - level->passed + (at < n && level->left == 0);
  level->passed = at;
  level->left = at < n;
  return at < n ? row : NQ_EMPTY;
}

/* ---- The walk ---- */

static bool has_empty_column(const nq_counts *counts) {
  for (uint32_t i = 0; i < counts->open; i++)
    if (counts->left[COLUMNS][counts->list[COLUMNS][i]] == 0) return true;
  return false;
}

static nq_verdict enter(nq_complete *search, uint32_t level) {
  const nq_counts *counts = search->board;
  bool checks = level > 0 && own(search)->inference == NQ_INFERENCE_FORWARD_CHECKING;
  if (counts->open == 0) return NQ_SOLVED;
  if (checks && has_empty_column(counts)) {
    complete_refuse(search);
    return NQ_UNSOLVABLE;
  }
  counts->levels[level] = (nq_counts_level){.line = choose_column(search)};
  if (counts->order != NULL) order_values(search, level);
  return NQ_UNKNOWN;
}

static nq_complete_choice choose(nq_complete *search) {
  const nq_counts *counts = search->board;
  nq_counts_level *level = &counts->levels[search->level];
  uint32_t row = next_row(search, level);
  if (row == NQ_EMPTY) {
    search->statistics.failures++;
    return NQ_CHOICE_NONE;
  }
  if (complete_pauses(search)) return NQ_CHOICE_LATER;
  level->passed++;
  level->left = 0;
  complete_branch(search);
  search->statistics.queens--; /* counted when it was looked at */
  nq_counts_put(search, (nq_open_square){level->line, counts->row_of[row]}, false);
  return NQ_CHOICE_MADE;
}

static nq_status open_board(nq_complete *search, nq_error *error) {
  uint64_t n = search->open.n;
  nq_status status = nq_counts_open(search, error);
  if (status != NQ_OK) return status;
  nq_counts *counts = search->board;
  counts->columns_only = true;
  if (own(search)->value != NQ_VALUE_LCV) return NQ_OK;
  status = nq_memory_require(n * n * sizeof *counts->order, "the squares", error);
  if (status != NQ_OK) return status;
  counts->order = nq_arrays_take(&search->arrays, n * n, sizeof *counts->order);
  counts->removed = nq_arrays_take(&search->arrays, n, sizeof *counts->removed);
  search->statistics.bytes += n * n * sizeof *counts->order;
  if (!search->arrays.failed) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the squares");
}

const nq_complete_kind nq_complete_textbook = {open_board, nq_counts_begin,     enter,
                                               choose,     nq_counts_take_back, false};
