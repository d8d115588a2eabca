/* The kinds that need only a solver, a shuffle or a formula, and boards with exactly one known
 * fault.
 *
 * MODEL of `solved --uniform`.  All solutions have numbers (nq_count_pick).  An item's number is
 * drawn without bias from its own random stream; with `--distinct` all numbers come from one
 * stream, and one that has been drawn before is skipped.  All boards are then picked at once.
 *
 * MODEL of `toroidal`.  On the modular board a diagonal that leaves at one edge continues at the
 * opposite edge.  rows[c] = a c + b modulo n is a modular solution when a, a - 1 and a + 1 have no
 * factor in common with n: then rows, falling and rising diagonals are permutations too.  Such an a
 * exists when n has no factor in common with 6; for other n there is no modular solution (G. Polya,
 * "Ueber die doppelt-periodischen Loesungen des n-Damen-Problems", 1918).
 *
 * MODEL of `corrupt`.  Each fault starts from a solution (n = 2 and n = 3: from a random
 * permutation):
 *
 *     duplicate-row   one queen moves to the row of another
 *     diagonal        two queens exchange rows: exactly one pair attacks, along a diagonal
 *     out-of-range    one row is n or more; row 0 is kept, so the rows are not from 1
 *     short           a column is missing; rows 0 and n - 1 are kept, so the rest is no solution for
 *                     n - 1, whether its rows are from 0 or from 1
 *     long            one column too many, on the row of another: no solution for n + 1 */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdlib.h>
#include <string.h>

/* Columns, or draws, between polls of the watch. */
#define PIECE (UINT32_C(1) << 20)

/* ---- solved ---- */

/* The numbers of items `first` .. first + count - 1; with a set, of distinct ones. */
static nq_status draw_numbers(const nq_generating *generation, nq_table *set, uint64_t *numbers) {
  const nq_generate_options *options = &generation->options;
  uint64_t solutions = nq_count_known(options->n), first = options->first, draws = 0;
  nq_pcg64 random;
  nq_pcg64_seed(&random, options->seed, NQ_GENERATE_STREAM);
  for (uint64_t i = set != NULL ? 0 : first; i < first + options->count; i++) {
    if (set == NULL) nq_pcg64_seed(&random, options->seed, NQ_GENERATE_STREAM + i);
    uint64_t number;
    do { /* the last of all solutions take many draws */
      if (++draws % PIECE == 0 && nq_generate_poll(generation)) return NQ_END;
      number = nq_pcg64_below(&random, solutions);
    } while (set != NULL && table_get(set, number) != 0);
    if (set != NULL) (void)nq_table_set(set, number, 1); /* there is room */
    if (i >= first) numbers[i - first] = number;
  }
  return NQ_OK;
}

static nq_status draw_distinct(const nq_generating *generation, uint64_t *numbers,
                               nq_error *error) {
  const nq_generate_options *options = &generation->options;
  uint64_t count = options->first + options->count, solutions = nq_count_known(options->n);
  nq_table set = {0};
  if (count > solutions)
    return nq_error_set(error, NQ_NONE,
                        "n = %" PRIu32 " has only %" PRIu64 " solution%s: there are no %" PRIu64
                        " distinct ones",
                        options->n, solutions, nq_plural(solutions), count);
  nq_status status =
      nq_table_reserve(&set, count)
          ? draw_numbers(generation, &set, numbers)
          : nq_error_set(error, NQ_NO_MEMORY, "no memory for %" PRIu64 " distinct boards", count);
  nq_table_release(&set);
  return status;
}

nq_status nq_generate_pick(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  uint64_t bytes;
  bool interrupted = false;
  if (!nq_multiply(options->count, options->n + sizeof(uint64_t), &bytes)) bytes = UINT64_MAX;
  nq_status status = nq_memory_require(bytes, "the boards", error);
  if (status != NQ_OK) return status;
  size_t count = (size_t)options->count; /* what fits in memory fits in it */
  uint64_t *numbers = malloc(count * sizeof *numbers);
  generation->solutions = malloc(count * options->n);
  if (numbers == NULL || generation->solutions == NULL)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the boards");
  else if (options->value[NQ_GENERATE_DISTINCT] == 1)
    status = draw_distinct(generation, numbers, error);
  else
    status = draw_numbers(generation, NULL, numbers);
  if (status == NQ_OK)
    status = nq_count_pick(options->n, numbers, count, options->threads, nq_generate_report,
                           generation->watch, generation->solutions, &interrupted, error);
  free(numbers);
  return status == NQ_OK && interrupted ? NQ_END : status;
}

nq_status nq_solved_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t *uniform = &generation->options.value[NQ_GENERATE_UNIFORM];
  uint64_t *distinct = &generation->options.value[NQ_GENERATE_DISTINCT];
  nq_status status = nq_generate_require_solution(n, error);
  if (*uniform == NQ_GENERATE_DEFAULT) *uniform = 0;
  if (*distinct == 1 && *uniform == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "distinct: it is for --uniform only");
  if (status != NQ_OK || *uniform == 0) return status;
  if (n > NQ_COUNT_PICK_N_MAX)
    return nq_error_set(
        error, NQ_UNSUPPORTED,
        "uniform: n = %" PRIu32
        " is out of range: it must be 1 to %d; `generate typical` makes boards like uniform ones "
        "for any n",
        n, NQ_COUNT_PICK_N_MAX);
  return nq_generate_pick(generation, error);
}

nq_status nq_solved_make(nq_making *at) {
  return nq_generate_own(at, "min-conflicts");
}

/* ---- typical ---- */

nq_status nq_typical_prepare(nq_generating *generation, nq_error *error) {
  if (generation->options.value[NQ_GENERATE_SWEEPS] == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "sweeps: 0: a schedule needs some");
  return nq_generate_require_solution(generation->options.n, error);
}

nq_status nq_typical_make(nq_making *at) {
  return nq_generate_own(at, "typical");
}

/* ---- random, permutation ---- */

nq_status nq_random_make(nq_making *at) {
  for (uint32_t column = 0; column < at->n; column++) {
    if (nq_generate_poll_at(at, column)) return NQ_END;
    at->item->board.rows[column] = next_below(at, at->n);
  }
  return NQ_OK;
}

nq_status nq_permutation_make(nq_making *at) {
  return nq_generate_permutation(at, at->item->board.rows, at->n) ? NQ_OK : NQ_END;
}

/* ---- toroidal ---- */

nq_status nq_toroidal_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  if (n % 2 != 0 && n % 3 != 0) return NQ_OK;
  return nq_error_set(error, NQ_NONE,
                      "the toroidal board of n = %" PRIu32
                      " has no solution: n must have no factor in common with 6",
                      n);
}

static uint64_t draw_slope(nq_making *at) {
  uint64_t n = at->n, slope;
  do slope = next_below(at, at->n);
  while (nq_common_divisor(slope, n) != 1 || nq_common_divisor(slope + 1, n) != 1 ||
         nq_common_divisor(slope + n - 1, n) != 1);
  return slope;
}

/* Whether (row + times * column) modulo n takes every value; true too when the watch stops it. */
static bool takes_all(const nq_making *at, uint64_t times, uint8_t *seen) {
  memset(seen, 0, at->n);
  for (uint32_t column = 0; column < at->n && !nq_generate_poll_at(at, column); column++) {
    uint64_t line = (at->item->board.rows[column] + times * column) % at->n;
    if (seen[line]++ != 0) return false;
  }
  return true;
}

static nq_status check_modular(const nq_making *at) {
  uint8_t *seen = malloc((size_t)at->n + 1);
  if (seen == NULL) return nq_error_set(at->error, NQ_NO_MEMORY, "no memory for a check");
  bool valid = takes_all(at, 0, seen) && takes_all(at, 1, seen) && takes_all(at, at->n - 1, seen);
  free(seen);
  if (watch_stop(at->generation->watch) != NQ_STOP_NOT) return NQ_END;
  return valid ? NQ_OK : nq_error_set(at->error, NQ_INTERNAL, "a modular board is not a solution");
}

nq_status nq_toroidal_make(nq_making *at) {
  uint64_t slope = draw_slope(at), row = next_below(at, at->n);
  for (uint32_t column = 0; column < at->n; column++) {
    if (nq_generate_poll_at(at, column)) return NQ_END;
    at->item->board.rows[column] = (uint32_t)row;
    row = (row + slope) % at->n;
  }
  return check_modular(at);
}

/* ---- corrupt ---- */

enum { FAULT_ROW, FAULT_DIAGONAL, FAULT_RANGE, FAULT_SHORT, FAULT_LONG, FAULTS };

/* Up to this n the board for a diagonal fault is a random permutation, drawn until it fits. */
#define DRAWN_N         8
#define DIAGONAL_TRIES  1000000
#define DIAGONAL_NONE_N 5 /* no permutation of 5 rows has exactly one pair on a diagonal */
#define SHORT_NONE_N    2 /* a single row is a solution, from 0 or from 1 */

nq_status nq_corrupt_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t fault = generation->options.value[NQ_GENERATE_FAULT];
  if (n == 1 && fault != FAULT_RANGE && fault != FAULT_LONG)
    return nq_error_set(error, NQ_NONE,
                        "a board of one queen can only be too long or out of range: n must be 2 "
                        "or more, or the fault out-of-range or long");
  if (n == DIAGONAL_NONE_N && fault == FAULT_DIAGONAL)
    return nq_error_set(error, NQ_NONE,
                        "no permutation of n = 5 has exactly one pair on a diagonal");
  if (n == SHORT_NONE_N && fault == FAULT_SHORT)
    return nq_error_set(error, NQ_NONE, "a board of n = 2 without a column is a solution of n = 1");
  if (n > UINT32_MAX / 2)
    return nq_error_set(error, NQ_UNSUPPORTED, "n = %" PRIu32 " is over %" PRIu32, n,
                        UINT32_MAX / 2);
  return NQ_OK;
}

static nq_status start_board(nq_making *at, uint32_t *rows) {
  if (at->n > 3) return nq_generate_solution(at, rows);
  (void)nq_generate_permutation(at, rows, at->n);
  return NQ_OK;
}

static void break_row(nq_making *at, uint32_t *rows) {
  uint32_t from = next_below(at, at->n), to = (from + 1 + next_below(at, at->n - 1)) % at->n;
  rows[from] = rows[to];
}

static void break_range(nq_making *at, uint32_t *rows) {
  uint32_t n = at->n, column;
  do column = next_below(at, n);
  while (rows[column] == 0 && n > 1);
  rows[column] = n + (n > 1 ? next_below(at, n) : 1);
}

static nq_status resize_board(const nq_making *at, uint32_t n) {
  nq_board *board = &at->item->board;
  uint32_t *rows = nq_memory_resize(board->rows, board->n, n, sizeof *rows);
  if (rows == NULL) return nq_generate_no_memory(n, at->error);
  *board = (nq_board){.n = n, .rows = rows};
  return NQ_OK;
}

/* Take out a column, but not a queen on row 0 or n - 1. */
static nq_status break_short(nq_making *at, uint32_t *rows) {
  uint32_t missing, n = at->n;
  do missing = next_below(at, n);
  while (rows[missing] == n - 1 || rows[missing] == 0);
  memmove(rows + missing, rows + missing + 1, (n - 1 - missing) * sizeof *rows);
  return resize_board(at, n - 1);
}

static nq_status break_long(nq_making *at, const uint32_t *rows) {
  uint32_t last = rows[next_below(at, at->n)];
  nq_status status = resize_board(at, at->n + 1);
  if (status == NQ_OK) at->item->board.rows[at->n] = last;
  return status;
}

static nq_status none_found(const nq_making *at) {
  return nq_error_set(at->error, NQ_UNSUPPORTED, "no board with one pair on a diagonal was found");
}

/* Exchange two rows of a solution so that exactly one pair attacks. */
static nq_status swap_one_diagonal(nq_making *at, uint32_t *rows) {
  nq_conflicts *counters = nq_conflicts_new(at->n);
  if (counters == NULL) return nq_generate_no_memory(at->n, at->error);
  nq_status status = nq_conflicts_load(counters, rows, &at->look) ? NQ_UNSUPPORTED : NQ_END;
  for (uint32_t i = 0; i < DIAGONAL_TRIES && status == NQ_UNSUPPORTED; i++) {
    uint32_t a = next_below(at, at->n), b = (a + 1 + next_below(at, at->n - 1)) % at->n;
    if (nq_conflicts_swap_delta(counters, a, b) != 1) continue;
    swap_values(rows, a, b);
    status = NQ_OK;
  }
  nq_conflicts_free(counters);
  return status == NQ_UNSUPPORTED ? none_found(at) : status;
}

static nq_status draw_one_diagonal(nq_making *at, uint32_t *rows) {
  nq_check_report report = {0};
  for (uint32_t i = 0; i < DIAGONAL_TRIES && report.conflicts != 1; i++) {
    nq_pcg64_shuffle(&at->random, rows, at->n);
    nq_status status = nq_check(rows, at->n, NULL, &report, at->error);
    if (status != NQ_OK) return status;
  }
  return report.conflicts == 1 ? NQ_OK : none_found(at);
}

static nq_status break_board(nq_making *at, uint64_t fault) {
  uint32_t *rows = at->item->board.rows;
  if (fault == FAULT_SHORT) return break_short(at, rows);
  if (fault == FAULT_LONG) return break_long(at, rows);
  if (fault == FAULT_DIAGONAL)
    return at->n <= DRAWN_N ? draw_one_diagonal(at, rows) : swap_one_diagonal(at, rows);
  (fault == FAULT_ROW ? break_row : break_range)(at, rows);
  return NQ_OK;
}

/* All faults in turn, but one that n does not have. */
static uint64_t fault_in_turn(uint64_t index, uint32_t n) {
  uint64_t without = n == DIAGONAL_NONE_N ? FAULT_DIAGONAL
                     : n == SHORT_NONE_N  ? FAULT_SHORT
                                          : FAULTS;
  if (without == FAULTS) return index % FAULTS;
  uint64_t fault = index % (FAULTS - 1);
  return fault < without ? fault : fault + 1;
}

nq_status nq_corrupt_make(nq_making *at) {
  uint64_t *fault = &at->item->value[NQ_GENERATE_FAULT];
  if (*fault == NQ_GENERATE_DEFAULT) *fault = fault_in_turn(at->item->index, at->n);
  nq_status status = start_board(at, at->item->board.rows);
  return status == NQ_OK ? break_board(at, *fault) : status;
}
