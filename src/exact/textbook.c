/* Backtracking as textbooks have it (S. Russell, P. Norvig, "Artificial Intelligence: A Modern
 * Approach", 3rd ed. 2010, section 6.3, figure 6.5): column by column, the rows of a column in
 * order.
 *
 * MODEL.  Columns are variables and rows are values.  A level of the tree is a column and the rows
 * that are still to be tried there:
 *
 *     variable   first: the leftmost open column; mrv: one with the fewest squares left (minimum
 *                remaining values), the leftmost of these
 *     value      first: rows from 0 on; lcv: those first that remove the fewest squares from other open
 *                columns (least constraining value), then from 0 on
 *     inference  none: a square is looked at when its turn comes; forward-checking: a queen that
 *                leaves an open column without a square is taken back at once
 *
 * attackers[column * n + row] counts the queens that attack a square, and 1 where it is forbidden;
 * a queen changes O(n) of them.  A node is a queen put on a square, an evaluation a square looked
 * at. */
#include "exact/exact.h"

#include <stdio.h>

/* Columns gone through between two polls of the watch: a node goes through all, once or twice, and
 * with lcv n times. */
#define COLUMNS_BETWEEN (UINT64_C(1) << 16)

typedef struct level {
  uint32_t column, tried; /* rows tried, of those in its order */
} level;

typedef struct textbook {
  nq_task *task;
  const nq_backtracking_options *own;
  nq_arrays arrays;
  uint32_t n, open, depth;
  uint8_t *attackers;
  uint32_t *left;  /* squares left in an open column; 0 in one with a queen */
  uint16_t *order; /* with lcv: [level * n + i], the rows of the level's column as they are tried */
  uint32_t *removed; /* with lcv: by row of a column, see squares_removed */
  level *levels;
  uint64_t nodes, failures, evaluations;
  uint64_t columns; /* gone through since the last poll */
  bool stopped;
} textbook;

static bool reserve(textbook *book) {
  const uint64_t n = book->n;
  nq_arrays *arrays = &book->arrays;
  book->attackers = nq_arrays_take(arrays, n * n, sizeof *book->attackers);
  book->left = nq_arrays_take(arrays, n, sizeof *book->left);
  book->levels = nq_arrays_take(arrays, n, sizeof *book->levels);
  if (book->own->value == NQ_VALUE_LCV) {
    book->order = nq_arrays_take(arrays, n * n, sizeof *book->order);
    book->removed = nq_arrays_take(arrays, n, sizeof *book->removed);
  }
  return !arrays->failed;
}

/* Having gone through the columns; true when the search must stop. */
static bool poll(textbook *book) {
  book->columns += book->n;
  if (book->columns < COLUMNS_BETWEEN && book->nodes > 0) return book->stopped;
  book->columns = 0;
  nq_progress progress = {
      .phase = "search", .done = book->depth, .total = book->open, .branches = book->nodes};
  if (nq_watch_poll(book->task->watch, progress)) book->stopped = true;
  return book->stopped;
}

static bool is_open(const textbook *book, uint32_t column) {
  return book->task->rows[column] == NQ_EMPTY;
}

/* The rows in `column` that a queen on (c, r) attacks: at most three. */
static unsigned attacked_rows(const textbook *book, uint32_t c, uint32_t r, uint32_t column,
                              uint32_t rows[3]) {
  uint32_t far = column > c ? column - c : c - column;
  unsigned count = 0;
  rows[count++] = r;
  if (far <= r) rows[count++] = r - far;
  if (far < book->n - r) rows[count++] = r + far;
  return count;
}

/* Put a queen on the square, or take it back: count the squares of the open columns again.  Later
 * queens, which have been taken back, leave a column with a queen as it was. */
static void set_queen(textbook *book, uint32_t c, uint32_t r, bool put) {
  uint32_t rows[3];
  book->task->rows[c] = put ? r : NQ_EMPTY;
  book->left[c] = 0;
  for (uint32_t row = 0; row < book->n && !put; row++)
    book->left[c] += book->attackers[(size_t)c * book->n + row] == 0;
  for (uint32_t column = 0; column < book->n; column++) {
    if (column == c || !is_open(book, column)) continue;
    uint8_t *attackers = book->attackers + (size_t)column * book->n;
    for (unsigned i = attacked_rows(book, c, r, column, rows); i-- > 0;)
      if (put)
        book->left[column] -= attackers[rows[i]]++ == 0;
      else
        book->left[column] += --attackers[rows[i]] == 0;
  }
}

/* Forbid squares, count those left, and put the placed queens. */
static void place_given(textbook *book) {
  uint32_t n = book->n;
  for (uint32_t column = 0; column < n && !poll(book); column++) {
    book->task->rows[column] = NQ_EMPTY;
    book->left[column] = 0;
    for (uint32_t row = 0; row < n; row++) {
      bool allowed = nq_instance_allows(book->task->instance, column, row);
      book->attackers[(size_t)column * n + row] = !allowed;
      book->left[column] += allowed;
    }
  }
  for (uint32_t column = 0; column < n && !book->stopped; column++) {
    uint32_t row = nq_instance_placed_row(book->task->instance, column);
    if (row == NQ_EMPTY)
      book->open++;
    else
      set_queen(book, column, row, true);
  }
}

/* ---- Choices ---- */

static uint32_t choose_column(const textbook *book) {
  uint32_t chosen = NQ_EMPTY;
  for (uint32_t column = 0; column < book->n; column++) {
    if (!is_open(book, column)) continue;
    if (book->own->variable != NQ_VARIABLE_MRV) return column;
    if (chosen == NQ_EMPTY || book->left[column] < book->left[chosen]) chosen = column;
  }
  return chosen;
}

/* Squares that a queen would remove from the other open columns. */
static uint32_t squares_removed(textbook *book, uint32_t c, uint32_t r) {
  uint32_t removed = 0, rows[3];
  for (uint32_t column = 0; column < book->n; column++) {
    if (column == c || !is_open(book, column)) continue;
    const uint8_t *attackers = book->attackers + (size_t)column * book->n;
    for (unsigned i = attacked_rows(book, c, r, column, rows); i-- > 0;)
      removed += attackers[rows[i]] == 0;
  }
  book->evaluations++;
  return removed;
}

/* Order the rows of the level's column by the squares that they remove, those not left last; not
 * all where the search must stop. */
static void order_values(textbook *book) {
  uint32_t n = book->n, column = book->levels[book->depth].column;
  uint16_t *order = book->order + (size_t)book->depth * n;
  uint32_t *removed = book->removed;
  for (uint32_t row = 0; row < n && !poll(book); row++) {
    bool left = book->attackers[(size_t)column * n + row] == 0;
    removed[row] = left ? squares_removed(book, column, row) : UINT32_MAX;
    uint32_t i = row; /* rows before have their places: insert this one after its equals */
    for (; i > 0 && removed[order[i - 1]] > removed[row]; i--) order[i] = order[i - 1];
    order[i] = (uint16_t)row;
  }
}

static void begin_level(textbook *book) {
  book->levels[book->depth] = (level){.column = choose_column(book)};
  if (book->order != NULL) order_values(book);
}

/* The next row of the level that is left, or NQ_EMPTY. */
static uint32_t next_row(textbook *book) {
  level *now = &book->levels[book->depth];
  const uint8_t *attackers = book->attackers + (size_t)now->column * book->n;
  while (now->tried < book->n) {
    uint32_t row = now->tried++;
    if (book->order != NULL) row = book->order[(size_t)book->depth * book->n + row];
    book->evaluations++;
    if (attackers[row] == 0) return row;
  }
  return NQ_EMPTY;
}

/* ---- The search ---- */

static bool has_empty_column(const textbook *book) {
  for (uint32_t column = 0; column < book->n; column++)
    if (is_open(book, column) && book->left[column] == 0) return true;
  return false;
}

static void show(const textbook *book, nq_branch_event event, uint32_t column, uint32_t row) {
  if (book->own->trace == NULL) return;
  book->own->trace(book->own->trace_context, &(nq_branch_state){.event = event,
                                                                .branches = book->nodes,
                                                                .column = column,
                                                                .row = row,
                                                                .n = book->n,
                                                                .rows = book->task->rows,
                                                                .squares = book->left});
}

static bool must_stop(textbook *book) {
  uint64_t limit = book->task->options->limits.steps;
  if (limit > 0 && book->nodes >= limit) book->stopped = true;
  return poll(book);
}

/* Put the queen; true if the search goes deeper. */
static bool try_square(textbook *book, uint32_t column, uint32_t row) {
  book->nodes++;
  set_queen(book, column, row, true);
  show(book, NQ_BRANCH_PLACE, column, row);
  if (book->own->inference != NQ_INFERENCE_FORWARD_CHECKING || !has_empty_column(book)) return true;
  book->failures++;
  show(book, NQ_BRANCH_REFUSE, column, row);
  set_queen(book, column, row, false);
  show(book, NQ_BRANCH_TAKE_BACK, column, row);
  return false;
}

/* Take back the queen of the level above; false at the root. */
static bool go_back(textbook *book) {
  book->failures++;
  if (book->depth == 0) return false;
  uint32_t column = book->levels[--book->depth].column, row = book->task->rows[column];
  set_queen(book, column, row, false);
  show(book, NQ_BRANCH_TAKE_BACK, column, row);
  return true;
}

static nq_verdict search_tree(textbook *book) {
  if (book->open > 0) begin_level(book);
  while (book->depth < book->open && !book->stopped) {
    uint32_t row = next_row(book);
    if (row == NQ_EMPTY) {
      if (!go_back(book)) return NQ_UNSOLVABLE;
    } else if (!must_stop(book) && try_square(book, book->levels[book->depth].column, row)) {
      if (++book->depth < book->open) begin_level(book);
    }
  }
  return book->stopped ? NQ_UNKNOWN : NQ_SOLVED;
}

static void report(const textbook *book, nq_verdict verdict) {
  nq_result *result = book->task->result;
  result->steps = book->nodes;
  result->seconds_search = nq_clock() - book->task->watch->begin;
  nq_result_count(result, "evaluations", (double)book->evaluations);
  nq_result_count(result, "branches", (double)book->nodes);
  nq_result_count(result, "failures", (double)book->failures);
  nq_result_count(result, "open_columns", book->open);
  result->verdict = verdict;
  if (verdict == NQ_UNKNOWN)
    nq_result_unknown(result, book->task->watch, "the limit of steps was reached");
  if (verdict == NQ_UNSOLVABLE)
    snprintf(result->reason, sizeof result->reason,
             "no solution exists: all possibilities were searched, in %" PRIu64 " nodes",
             book->nodes);
}

nq_status nq_textbook_solve(nq_task *task, nq_error *error) {
  textbook book = {.task = task, .own = &task->options->backtracking, .n = task->n};
  uint64_t squares = (uint64_t)task->n * task->n;
  if (task->n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "preset textbook takes boards up to n = %d: take backtracking without it",
                        NQ_TRACE_N_MAX);
  task->result->memory_bytes = squares * (book.own->value == NQ_VALUE_LCV ? 3 : 1);
  nq_status status = nq_memory_require(task->result->memory_bytes, "the squares", error);
  if (status == NQ_OK && !reserve(&book))
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the squares");
  if (status == NQ_OK) {
    place_given(&book);
    report(&book, search_tree(&book));
  }
  nq_arrays_release(&book.arrays);
  return status;
}
