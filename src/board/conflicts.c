#include "board/conflicts.h"

#include <stdlib.h>
#include <string.h>

static uint64_t diagonals(uint32_t n) {
  return 2 * (uint64_t)n - 1;
}

static void clear_lines(nq_lines *lines, uint64_t first, uint64_t end) {
  memset(lines->count + first, 0, (size_t)(end - first) * sizeof *lines->count);
  memset(lines->columns + first, 0, (size_t)(end - first) * sizeof *lines->columns);
}

static void take_lines(nq_arrays *arrays, nq_lines *lines, uint64_t count) {
  lines->count = nq_arrays_take(arrays, count, sizeof *lines->count);
  lines->columns = nq_arrays_take(arrays, count, sizeof *lines->columns);
}

static void take_memory(nq_conflicts *conflicts) {
  nq_arrays *arrays = &conflicts->arrays;
  uint32_t n = conflicts->n;
  conflicts->rows = nq_arrays_take(arrays, n, sizeof *conflicts->rows);
  conflicts->queen = nq_arrays_take(arrays, n, sizeof *conflicts->queen);
  conflicts->slot = nq_arrays_take(arrays, n, sizeof *conflicts->slot);
  conflicts->crowded = nq_arrays_take(arrays, n, sizeof *conflicts->crowded);
  take_lines(arrays, &conflicts->row, n);
  take_lines(arrays, &conflicts->rising, diagonals(n));
  take_lines(arrays, &conflicts->falling, diagonals(n));
}

uint64_t nq_conflicts_bytes(uint32_t n) {
  nq_conflicts measured = {.n = n, .arrays = {.measures = true}};
  take_memory(&measured);
  return measured.arrays.bytes;
}

nq_conflicts *nq_conflicts_new(uint32_t n) {
  nq_conflicts *conflicts = n > 0 ? calloc(1, sizeof *conflicts) : NULL;
  if (conflicts == NULL) return NULL;
  conflicts->n = n;
  take_memory(conflicts);
  if (conflicts->arrays.failed) {
    nq_conflicts_free(conflicts);
    return NULL;
  }
  memset(conflicts->rows, 0xff, n * sizeof *conflicts->rows);
  return conflicts;
}

void nq_conflicts_free(nq_conflicts *conflicts) {
  if (conflicts == NULL) return;
  nq_arrays_release(&conflicts->arrays);
  free(conflicts);
}

bool nq_conflicts_clear(nq_conflicts *conflicts, nq_look *look) {
  uint64_t n = conflicts->n, numbers = 4 * n; /* a row and three lines of each column */
  nq_piece piece = {0};
  conflicts->queens = 0;
  conflicts->total = 0;
  while (look_piece(look, &piece, numbers)) {
    uint64_t first = piece.begin / 4, end = piece.end / 4;
    uint64_t last = end < n ? 2 * end : diagonals(conflicts->n);
    clear_lines(&conflicts->row, first, end);
    clear_lines(&conflicts->rising, 2 * first, last);
    clear_lines(&conflicts->falling, 2 * first, last);
    memset(conflicts->rows + first, 0xff, (size_t)(end - first) * sizeof *conflicts->rows);
    memset(conflicts->crowded + first, 0, (size_t)(end - first));
  }
  return piece.end == numbers;
}

/* The queen shares one more of its lines. */
static inline void crowd(nq_conflicts *conflicts, uint32_t column) {
  if (conflicts->crowded[column]++ > 0) return;
  conflicts->slot[column] = conflicts->queens;
  conflicts->queen[conflicts->queens++] = column;
}

/* The queen shares one line less. */
static inline void relieve(nq_conflicts *conflicts, uint32_t column) {
  if (--conflicts->crowded[column] > 0) return;
  uint32_t hole = conflicts->slot[column], last = conflicts->queen[--conflicts->queens];
  conflicts->queen[hole] = last;
  conflicts->slot[last] = hole;
}

static inline void join_line(nq_conflicts *conflicts, nq_lines *lines, uint64_t line,
                             uint32_t column) {
  uint32_t company = lines->count[line]++;
  if (company > 0) crowd(conflicts, column);
  if (company == 1) crowd(conflicts, lines->columns[line]);
  lines->columns[line] ^= column;
  conflicts->total += company;
}

static inline void leave_line(nq_conflicts *conflicts, nq_lines *lines, uint64_t line,
                              uint32_t column) {
  invariant(lines->count[line] > 0 && conflicts->total >= lines->count[line] - 1);
  uint32_t company = --lines->count[line];
  lines->columns[line] ^= column;
  if (company > 0) relieve(conflicts, column);
  if (company == 1) relieve(conflicts, lines->columns[line]);
  conflicts->total -= company;
}

void nq_conflicts_place(nq_conflicts *conflicts, uint32_t column, uint32_t row) {
  invariant(column < conflicts->n && row < conflicts->n);
  invariant(conflicts->rows[column] == NQ_EMPTY);
  conflicts->rows[column] = row;
  join_line(conflicts, &conflicts->row, row, column);
  join_line(conflicts, &conflicts->rising, (uint64_t)column + row, column);
  join_line(conflicts, &conflicts->falling, (uint64_t)row + conflicts->n - 1 - column, column);
}

/* Clear first: a queen would touch new memory on each of its lines, which takes far longer. */
bool nq_conflicts_load(nq_conflicts *conflicts, const uint32_t *rows, nq_look *look) {
  uint64_t numbers = 4 * (uint64_t)conflicts->n;
  nq_piece piece = {0};
  if (!nq_conflicts_clear(conflicts, look)) return false;
  while (look_piece(look, &piece, numbers)) {
    for (uint32_t column = (uint32_t)(piece.begin / 4); column < piece.end / 4; column++)
      if (rows[column] != NQ_EMPTY) nq_conflicts_place(conflicts, column, rows[column]);
    if (look != NULL) look->progress.conflicts = conflicts->total;
  }
  return piece.end == numbers;
}

void nq_conflicts_remove(nq_conflicts *conflicts, uint32_t column) {
  invariant(column < conflicts->n);
  uint32_t row = conflicts->rows[column];
  invariant(row != NQ_EMPTY);
  conflicts->rows[column] = NQ_EMPTY;
  leave_line(conflicts, &conflicts->row, row, column);
  leave_line(conflicts, &conflicts->rising, (uint64_t)column + row, column);
  leave_line(conflicts, &conflicts->falling, (uint64_t)row + conflicts->n - 1 - column, column);
}

void nq_conflicts_swap(nq_conflicts *conflicts, uint32_t column_a, uint32_t column_b) {
  invariant(column_a != column_b);
  uint32_t row_a = conflicts->rows[column_a], row_b = conflicts->rows[column_b];
  nq_conflicts_remove(conflicts, column_a);
  nq_conflicts_remove(conflicts, column_b);
  nq_conflicts_place(conflicts, column_a, row_b);
  nq_conflicts_place(conflicts, column_b, row_a);
}

uint32_t nq_conflicts_row(const nq_conflicts *conflicts, uint32_t column) {
  return conflicts->rows[column];
}

uint64_t nq_conflicts_total(const nq_conflicts *conflicts) {
  return conflicts->total;
}

uint64_t nq_conflicts_at(const nq_conflicts *conflicts, uint32_t column, uint32_t row) {
  return conflicts_at(conflicts, column, row);
}

int64_t nq_conflicts_swap_delta(const nq_conflicts *conflicts, uint32_t column_a,
                                uint32_t column_b) {
  return conflicts_swap_delta(conflicts, column_a, column_b);
}

uint32_t nq_conflicts_queens(const nq_conflicts *conflicts) {
  return conflicts->queens;
}

uint32_t nq_conflicts_queen(const nq_conflicts *conflicts, uint32_t i) {
  return conflicts->queen[i];
}

static bool same_lines(const nq_lines *a, const nq_lines *b, uint64_t count) {
  return memcmp(a->count, b->count, (size_t)count * sizeof *a->count) == 0 &&
         memcmp(a->columns, b->columns, (size_t)count * sizeof *a->columns) == 0;
}

/* The set is right if every queen in it is crowded and has the right slot, and its size is the
 * number of crowded queens. */
static bool verify_set(const nq_conflicts *conflicts) {
  uint32_t crowded = 0;
  for (uint32_t column = 0; column < conflicts->n; column++)
    crowded += conflicts->crowded[column] > 0;
  if (crowded != conflicts->queens) return false;
  for (uint32_t i = 0; i < conflicts->queens; i++) {
    uint32_t column = conflicts->queen[i];
    if (conflicts->crowded[column] == 0 || conflicts->slot[column] != i) return false;
  }
  return true;
}

/* Place the same queens on the board `again`: are the counters equal? */
static bool equals_recount(const nq_conflicts *conflicts, nq_conflicts *again) {
  uint32_t n = conflicts->n;
  (void)nq_conflicts_load(again, conflicts->rows, NULL);
  return again->total == conflicts->total && again->queens == conflicts->queens &&
         same_lines(&again->row, &conflicts->row, n) &&
         same_lines(&again->rising, &conflicts->rising, diagonals(n)) &&
         same_lines(&again->falling, &conflicts->falling, diagonals(n)) &&
         memcmp(again->crowded, conflicts->crowded, n) == 0 && verify_set(conflicts);
}

/* Recount everything: whether the counters are equal, or `unknown` if memory is too short. */
static bool recount(const nq_conflicts *conflicts, bool unknown) {
  nq_conflicts *again = nq_conflicts_new(conflicts->n);
  bool same = again == NULL ? unknown : equals_recount(conflicts, again);
  nq_conflicts_free(again);
  return same;
}

bool nq_conflicts_verify(const nq_conflicts *conflicts) {
  return recount(conflicts, false);
}

bool nq_conflicts_are_wrong(const nq_conflicts *conflicts) {
  return !recount(conflicts, true);
}
