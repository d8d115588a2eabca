/* The last few columns without a queen.
 *
 * MODEL.  Each try draws a random column.  With a party, several tries are looked up with one sum
 * over all ranks.  Only the tries up to the first that succeeds are made; the others are looked up
 * again.  All ranks make the same tries. */
#include "local/rounds/settling.h"
#include "core/random.h"

#include <stdlib.h>

#define TRIES_MOST (UINT64_C(1) << 20)
#define TOGETHER   64 /* tries of a party */

/* Tries that were drawn and not yet made. */
struct tries {
  nq_pcg64 random;
  size_t count;
  uint64_t column[TOGETHER];
  square *moved[TOGETHER]; /* a settled square, or NULL */
  uint64_t row[TOGETHER];
  uint64_t taken[TOGETHER]; /* of the diagonals that the exchange needs */
};

static int compare_columns(const void *a, const void *b) {
  uint64_t first = ((const square *)a)->column, second = ((const square *)b)->column;
  return (first > second) - (first < second);
}

/* ---- Repair ---- */

/* Is the column's row in the file?  Those after the last pass were not written. */
static bool is_written(const nq_rounds *rounds, uint64_t column) {
  const nq_rounds_plan *plan = &rounds->plan;
  return column / (8 * plan->bytes) % plan->blocks < plan->filled;
}

static void draw(const nq_rounds *rounds, struct tries *tries) {
  if (tries->count > 0) return;
  tries->count = rounds->party == NULL ? 1 : TOGETHER;
  for (size_t i = 0; i < tries->count; i++)
    tries->column[i] = below_pcg64(&tries->random, rounds->plan.n);
}

/* The row of a queen that no wave placed; NQ_LARGE_EMPTY if there is none, and at other ranks 0. */
static uint64_t read_row(nq_rounds *rounds, uint64_t column) {
  uint64_t row = NQ_LARGE_EMPTY;
  if (column < first_column(rounds) || column >= end_column(rounds)) return 0;
  if (!is_written(rounds, column)) return row;
  nq_error error = {0};
  nq_status status = rounds->board->read(rounds->board->context, column, &row, 1, &error);
  if (status != NQ_OK) nq_rounds_fail(rounds, status, &error);
  return status == NQ_OK && row < rounds->plan.n ? row : NQ_LARGE_EMPTY;
}

static void find_queens(struct settling *settling, struct tries *tries) {
  nq_rounds *rounds = settling->rounds;
  for (size_t t = 0; t < tries->count; t++) {
    square *moved = NULL;
    for (uint64_t i = settling->segment[settling->segments]; i < settling->settled_count; i++)
      if (settling->settled[i].column == tries->column[t]) moved = &settling->settled[i];
    tries->moved[t] = moved;
    tries->row[t] = moved == NULL ? read_row(rounds, tries->column[t]) : 0;
  }
  if (rounds->party != NULL) rounds->party->sum(rounds->party, tries->row, tries->count);
  for (size_t t = 0; t < tries->count; t++)
    if (tries->moved[t] != NULL) tries->row[t] = tries->moved[t]->row;
}

/* The open column would take the queen's row, and the queen the free one: no diagonal of these
 * squares is the queen's own. */
static void test_exchanges(nq_rounds *rounds, const square *open, struct tries *tries) {
  for (size_t t = 0; t < tries->count; t++) {
    const square first = {open->column, tries->row[t]}, second = {tries->column[t], open->row};
    tries->taken[t] = 0;
    if (tries->row[t] != NQ_LARGE_EMPTY)
      tries->taken[t] =
          diagonals_taken_here(rounds, &first) + diagonals_taken_here(rounds, &second);
  }
  if (rounds->party != NULL) rounds->party->sum(rounds->party, tries->taken, tries->count);
  for (size_t t = 0; t < tries->count; t++) {
    const square first = {open->column, tries->row[t]}, second = {tries->column[t], open->row};
    if (tries->row[t] == NQ_LARGE_EMPTY || rising_of(&first) == rising_of(&second) ||
        falling_of(rounds, &first) == falling_of(rounds, &second))
      tries->taken[t] = 1;
  }
}

/* The first try that succeeds; or tries->count. */
static size_t first_success(const struct tries *tries) {
  size_t t = 0;
  while (t < tries->count && tries->taken[t] > 0) t++;
  return t;
}

static void drop(struct tries *tries, size_t made) {
  tries->count -= made;
  for (size_t t = 0; t < tries->count; t++) tries->column[t] = tries->column[t + made];
}

static void set_line(nq_rounds *rounds, rounds_kind kind, uint64_t i, bool taken) {
  uint8_t *bits = rounds_bits(rounds, kind);
  if (!line_is_here(rounds, kind, i)) return;
  if (taken)
    set_bit(bits, i);
  else
    clear_bit(bits, i);
}

static void set_diagonals(nq_rounds *rounds, const square *at, bool taken) {
  set_line(rounds, ROUNDS_RISING, rising_of(at), taken);
  set_line(rounds, ROUNDS_FALLING, falling_of(rounds, at), taken);
}

/* Make the exchange of a try.  There is room for its squares. */
static void exchange(struct settling *settling, const square *open, const struct tries *tries,
                     size_t t) {
  nq_rounds *rounds = settling->rounds;
  const square old = {tries->column[t], tries->row[t]}, queen = {old.column, open->row};
  const square placed = {open->column, old.row};
  uint64_t moved = tries->moved[t] == NULL ? settling->settled_count
                                           : (uint64_t)(tries->moved[t] - settling->settled);
  set_diagonals(rounds, &old, false);
  set_diagonals(rounds, &queen, true);
  set_diagonals(rounds, &placed, true);
  set_line(rounds, ROUNDS_ROWS, open->row, true);
  settling->settled[moved] = queen;
  settling->settled_count += moved == settling->settled_count;
  settling->settled[settling->settled_count++] = placed;
  settling->active--;
}

/* Find a queen for one column; false when there is none, or the run must end. */
static bool repair_column(struct settling *settling, const square *open, struct tries *tries,
                          nq_result *result) {
  nq_rounds *rounds = settling->rounds;
  uint64_t n = rounds->plan.n;
  for (uint64_t made = 0; made < TRIES_MOST;) {
    draw(rounds, tries);
    find_queens(settling, tries);
    if ((rounds->party != NULL || made % 256 == 0) &&
        nq_rounds_must_end(rounds, "repair", n - settling->active))
      return false;
    test_exchanges(rounds, open, tries);
    size_t found = first_success(tries), success = found < tries->count;
    if (success) exchange(settling, open, tries, found);
    made += found + success;
    drop(tries, found + success);
    result->steps += success;
    if (success) return true;
  }
  return false;
}

bool nq_rounds_repair(struct settling *settling, nq_result *result) {
  nq_rounds *rounds = settling->rounds;
  struct tries tries = {0};
  nq_pcg64_seed(&tries.random, settling->key, UINT64_MAX);
  settling->segment[settling->segments] = settling->settled_count;
  if (!nq_rounds_agree(rounds, nq_rounds_make_room(settling, 2 * settling->active))) return false;
  for (uint64_t i = settling->active; i-- > 0;) {
    const square open = {rounds->columns[i], rounds->free_rows[i]};
    if (!repair_column(settling, &open, &tries, result)) return false;
  }
  uint64_t first = settling->segment[settling->segments++];
  if (settling->settled_count > first)
    qsort(settling->settled + first, (size_t)(settling->settled_count - first),
          sizeof *settling->settled, compare_columns);
  settling->segment[settling->segments] = settling->settled_count;
  return true;
}
