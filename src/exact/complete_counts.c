/* Complete search where many squares are left (complete_counts.h): large plain boards, wide open
 * ones.
 *
 * MODEL.  Squares are not stored, only the number left on each open line and the diagonals that
 * have a queen.  A queen takes at most three squares from an open column, so an update costs O(open
 * lines).  When the queen is taken back, the same squares are found again, so no log is needed.  A
 * line leaves the list of open columns or rows by an exchange with the last one.  Undoing these in
 * reverse restores the list, so a place in it shows which squares of a line were already tried.
 *
 * Whatever takes O(open lines) polls the watch now and then, and breaks off where that stops it:
 * the counts are of no use then, and the walk ends. */
#include "exact/complete_counts.h"

#include <stdlib.h>

/* ---- Queens ---- */

static void close_line(nq_counts *counts, int kind, uint32_t line) {
  uint32_t *list = counts->list[kind], *place = counts->place[kind];
  uint32_t at = place[line], last = list[counts->open - 1];
  list[at] = last;
  place[last] = at;
  list[counts->open - 1] = line;
  place[line] = ~at;
}

static void open_line(nq_counts *counts, int kind, uint32_t line) {
  uint32_t *list = counts->list[kind], *place = counts->place[kind];
  uint32_t at = ~place[line], moved = list[at];
  list[counts->open - 1] = moved;
  place[moved] = counts->open - 1;
  list[at] = line;
  place[line] = at;
}

/* Take a square from the line (`by` is -1) or give it back (1); true when none is left. */
static bool change(nq_counts *counts, int kind, uint32_t line, uint32_t by) {
  return (counts->left[kind][line] += by) == 0;
}

/* The square of an open column that a queen attacks on a diagonal of the board, on row `row`. */
static bool change_diagonal(nq_complete *search, uint32_t column, uint64_t row, uint32_t by) {
  nq_counts *counts = search->board;
  if (!counts_have(counts, &search->open, column, row)) return false;
  uint32_t number = counts->row_of[row];
  bool dead = change(counts, COLUMNS, column, by);
  return change(counts, ROWS, number, by) || dead;
}

/* Change the counts for the squares that the queen takes from the open columns at places begin ..
 * end - 1 of their list, while its lines are not marked; true when a line has no square left.
 * Not inlined: the loop is then faster. */
static __attribute__((noinline)) bool change_columns(nq_complete *search, nq_open_square queen,
                                                     uint32_t by, uint32_t begin, uint32_t end) {
  nq_counts *counts = search->board;
  const uint32_t *columns = search->open.columns;
  uint64_t row = search->open.rows[queen.row];
  bool dead = false;
  for (uint32_t i = begin; i < end; i++) {
    uint32_t column = counts->list[COLUMNS][i];
    uint64_t right = (uint64_t)columns[column] - columns[queen.column];
    if (counts_leave(search, column, queen.row)) dead |= change(counts, COLUMNS, column, by);
    dead |= change_diagonal(search, column, row + right, by);
    dead |= change_diagonal(search, column, row - right, by);
  }
  return dead;
}

/* The same for the open rows. */
static bool change_rows(nq_complete *search, nq_open_square queen, uint32_t by, uint32_t begin,
                        uint32_t end) {
  nq_counts *counts = search->board;
  bool dead = false;
  for (uint32_t i = begin; i < end; i++) {
    uint32_t line = counts->list[ROWS][i];
    if (counts_leave(search, queen.column, line)) dead |= change(counts, ROWS, line, by);
  }
  return dead;
}

/* Take the squares that the queen attacks (`by` is -1) or give them back (1), while its lines are
 * not marked. */
static void change_squares(nq_complete *search, nq_open_square queen, uint32_t by) {
  nq_counts *counts = search->board;
  counts->dead = false;
  for (uint32_t begin = 0, end; begin < counts->open; begin = end) {
    if (begin > 0 && nq_complete_stops(search)) return;
    end = (uint32_t)look_next(begin, counts->open);
    counts->dead |= change_columns(search, queen, by, begin, end);
    if (!counts->columns_only) counts->dead |= change_rows(search, queen, by, begin, end);
  }
}

static void mark_lines(nq_complete *search, nq_open_square queen, uint8_t mark) {
  const nq_counts *counts = search->board;
  uint64_t c = search->open.columns[queen.column], r = search->open.rows[queen.row];
  counts->rising[c + r] = mark;
  counts->falling[r + counts->n - 1 - c] = mark;
  counts->closed[r] = mark;
}

void nq_counts_put(nq_complete *search, nq_open_square queen, bool forced) {
  nq_counts *counts = search->board;
  close_line(counts, COLUMNS, queen.column);
  close_line(counts, ROWS, queen.row);
  counts->open--;
  change_squares(search, queen, UINT32_MAX);
  mark_lines(search, queen, 1);
  complete_put(search, queen, forced);
}

void nq_counts_take_back(nq_complete *search) {
  nq_counts *counts = search->board;
  nq_open_square queen = complete_take_back(search);
  mark_lines(search, queen, 0);
  change_squares(search, queen, 1);
  counts->open++;
  open_line(counts, ROWS, queen.row);
  open_line(counts, COLUMNS, queen.column);
}

/* ---- The walk ---- */

/* The open line at place i of columns and rows in a circle from `start` on. */
static uint32_t line_at(const nq_counts *counts, uint32_t start, uint32_t i) {
  uint32_t at = start + i < 2 * counts->open ? start + i : start + i - 2 * counts->open;
  return at < counts->open ? counts->list[COLUMNS][at]
                           : counts->count + counts->list[ROWS][at - counts->open];
}

static uint32_t left_on(const nq_counts *counts, uint32_t line) {
  return line < counts->count ? counts->left[COLUMNS][line]
                              : counts->left[ROWS][line - counts->count];
}

/* Find the narrowest line for the level, the first of them from a random one on. */
static nq_verdict enter(nq_complete *search, uint32_t at) {
  const nq_counts *counts = search->board;
  if (counts->open == 0) return NQ_SOLVED;
  if (counts->dead) {
    complete_refuse(search);
    return NQ_UNSOLVABLE;
  }
  const uint32_t lines = 2 * counts->open;
  const uint32_t start = (uint32_t)below_pcg64(&search->random, lines);
  nq_counts_level level = {.left = UINT32_MAX};
  for (uint32_t begin = 0, end; begin < lines && level.left > 1; begin = end) {
    if (begin > 0 && nq_complete_stops(search)) return NQ_UNKNOWN;
    end = (uint32_t)look_next(begin, lines);
    for (uint32_t i = begin; i < end && level.left > 1; i++) {
      uint32_t line = line_at(counts, start, i), left = left_on(counts, line);
      if (left < level.left) level = (nq_counts_level){.line = line, .left = left};
    }
  }
  level.start = (uint32_t)below_pcg64(&search->random, counts->open);
  level.single = level.left == 1;
  counts->levels[at] = level;
  return NQ_UNKNOWN;
}

/* The next square that is left on the level's line; there must be one. */
static nq_open_square next_square(const nq_complete *search, nq_counts_level *level) {
  const nq_counts *counts = search->board;
  bool is_column = level->line < counts->count;
  const uint32_t *list = counts->list[is_column ? ROWS : COLUMNS];
  nq_open_square square;
  do {
    uint64_t place = (uint64_t)level->start + level->passed++;
    uint32_t other = list[place < counts->open ? place : place - counts->open];
    square = is_column ? (nq_open_square){level->line, other}
                       : (nq_open_square){other, level->line - counts->count};
  } while (!counts_leave(search, square.column, square.row));
  level->left--;
  return square;
}

/* Put a queen on the next square of the level. */
static nq_complete_choice choose(nq_complete *search) {
  const nq_counts *counts = search->board;
  nq_counts_level *level = &counts->levels[search->level];
  if (level->left == 0) return NQ_CHOICE_NONE;
  if (complete_pauses(search)) return NQ_CHOICE_LATER;
  nq_open_square square = next_square(search, level);
  if (!level->single) complete_branch(search);
  nq_refutation_decide(search, search->level, square, level->left == 0);
  nq_counts_put(search, square, level->single);
  return NQ_CHOICE_MADE;
}

void nq_counts_begin(nq_complete *search) {
  while (search->depth > 0) nq_counts_take_back(search);
}

/* ---- The beginning ---- */

/* Whether the watch stops the preparation: it is polled once in a while, by the counter i. */
static bool must_stop(const nq_complete *search, uint64_t i) {
  return i % LOOK_NUMBERS == LOOK_NUMBERS - 1 && complete_prepare_stops(search);
}

static void count_left(nq_complete *search, uint32_t column) {
  nq_counts *counts = search->board;
  for (uint32_t row = 0; row < counts->count && !must_stop(search, row); row++)
    if (counts_leave(search, column, row)) {
      counts->left[COLUMNS][column]++;
      counts->left[ROWS][row]++;
    }
}

static void fill_left(nq_complete *search) {
  nq_counts *counts = search->board;
  uint32_t count = counts->count;
  if (!nq_instance_is_plain(search->task->instance)) {
    for (uint32_t column = 0; column < count && !complete_prepare_stops(search); column++)
      count_left(search, column);
    return;
  }
  for (uint32_t i = 0; i < count && !must_stop(search, i); i++)
    counts->left[COLUMNS][i] = counts->left[ROWS][i] = count;
}

/* Incomplete when the watch stops it. */
static void fill(nq_complete *search) {
  nq_counts *counts = search->board;
  const nq_open *open = &search->open;
  for (int kind = COLUMNS; kind <= ROWS; kind++)
    for (uint32_t i = 0; i < counts->count && !must_stop(search, i); i++)
      counts->list[kind][i] = counts->place[kind][i] = i;
  for (uint32_t i = 0; i < counts->n && !must_stop(search, i); i++) counts->closed[i] = 1;
  for (uint32_t i = 0; i < counts->count && !must_stop(search, i); i++) {
    counts->row_of[open->rows[i]] = i;
    counts->closed[open->rows[i]] = 0;
  }
  for (uint64_t i = 0; i < 2 * (uint64_t)counts->n - 1 && !must_stop(search, i); i++) {
    counts->rising[i] = has_bit(open->rising, i);
    counts->falling[i] = has_bit(open->falling, i);
  }
  fill_left(search);
}

static uint64_t bytes_of(const nq_counts *counts) {
  return (uint64_t)counts->n * (5 + sizeof *counts->row_of) +
         counts->count * (6 * sizeof(uint32_t) + sizeof *counts->levels);
}

static bool allocate(nq_counts *counts, nq_arrays *arrays) {
  for (int kind = COLUMNS; kind <= ROWS; kind++) {
    counts->left[kind] = nq_arrays_take(arrays, counts->count, sizeof **counts->left);
    counts->list[kind] = nq_arrays_take(arrays, counts->count, sizeof **counts->list);
    counts->place[kind] = nq_arrays_take(arrays, counts->count, sizeof **counts->place);
  }
  counts->rising = nq_arrays_take(arrays, 2 * (uint64_t)counts->n, 1);
  counts->falling = nq_arrays_take(arrays, 2 * (uint64_t)counts->n, 1);
  counts->closed = nq_arrays_take(arrays, counts->n, 1);
  counts->row_of = nq_arrays_take(arrays, counts->n, sizeof *counts->row_of);
  counts->levels = nq_arrays_take(arrays, (uint64_t)counts->count + 1, sizeof *counts->levels);
  return !arrays->failed;
}

nq_status nq_counts_open(nq_complete *search, nq_error *error) {
  const nq_open *open = &search->open;
  nq_counts *counts = search->board = nq_arrays_take(&search->arrays, 1, sizeof *counts);
  if (counts == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the search");
  *counts = (nq_counts){.count = open->count,
                        .open = open->count,
                        .n = open->n,
                        .blocked = open->blocked != NULL || open->lookup};
  nq_status status = nq_memory_require(bytes_of(counts), "the search", error);
  if (status != NQ_OK) return status;
  if (!allocate(counts, &search->arrays))
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the counts of %" PRIu32 " columns",
                        counts->count);
  fill(search);
  search->statistics.bytes += bytes_of(counts);
  return NQ_OK;
}

const nq_complete_kind nq_complete_counts = {nq_counts_open, nq_counts_begin,     enter,
                                             choose,         nq_counts_take_back, true};
