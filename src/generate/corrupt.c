/* Boards with exactly one known fault.
 *
 * MODEL.  Each fault starts from a solution (n = 2 and n = 3: from a random permutation):
 *
 *     duplicate-row   one queen moves to the row of another
 *     diagonal        two queens exchange rows: exactly one pair attacks, along a diagonal
 *     out-of-range    one row is n or more; row 0 is kept, so the rows are not from 1
 *     short           a column is missing; rows 0 and n - 1 are kept, so the rest is no solution for
 *                     n - 1, whether its rows are from 0 or from 1
 *     long            one column too many, on the row of another: no solution for n + 1 */
#include "board/board.h"
#include "core/core.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <string.h>

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

static nq_status start_board(const nq_generating *generation, uint32_t *rows, nq_pcg64 *random,
                             nq_error *error) {
  uint32_t n = generation->options.n;
  if (n > 3) return nq_generate_solution(generation, random, rows, error);
  (void)nq_permutation_draw(rows, n, random, NULL);
  return NQ_OK;
}

static uint32_t draw(nq_pcg64 *random, uint32_t bound) {
  return (uint32_t)nq_pcg64_below(random, bound);
}

/* ---- The faults ---- */

static void break_row(uint32_t *rows, uint32_t n, nq_pcg64 *random) {
  uint32_t from = draw(random, n), to = (from + 1 + draw(random, n - 1)) % n;
  rows[from] = rows[to];
}

static void break_range(uint32_t *rows, uint32_t n, nq_pcg64 *random) {
  uint32_t column;
  do column = draw(random, n);
  while (rows[column] == 0 && n > 1);
  rows[column] = n + (n > 1 ? draw(random, n) : 1);
}

/* Copy the board without one column, but with the queens on rows 0 and n - 1. */
static nq_status break_short(const uint32_t *rows, uint32_t n, nq_pcg64 *random, nq_board *board,
                             nq_error *error) {
  uint32_t missing;
  nq_status status = nq_board_reserve(board, n - 1, error);
  if (status != NQ_OK) return status;
  do missing = draw(random, n);
  while (rows[missing] == n - 1 || rows[missing] == 0);
  for (uint32_t column = 0; column < n - 1; column++)
    board->rows[column] = rows[column < missing ? column : column + 1];
  return NQ_OK;
}

static nq_status break_long(const uint32_t *rows, uint32_t n, nq_pcg64 *random, nq_board *board,
                            nq_error *error) {
  nq_status status = nq_board_reserve(board, n + 1, error);
  if (status != NQ_OK) return status;
  memcpy(board->rows, rows, n * sizeof *rows);
  board->rows[n] = rows[draw(random, n)];
  return NQ_OK;
}

/* Exchange two rows of a solution so that exactly one pair attacks. */
static nq_status swap_one_diagonal(const nq_generating *generation, uint32_t *rows, uint32_t n,
                                   nq_pcg64 *random, nq_error *error) {
  nq_conflicts *counters = nq_conflicts_new(n);
  if (counters == NULL) return nq_generate_no_memory(n, error);
  if (!nq_generate_count(generation, counters, rows, n)) {
    nq_conflicts_free(counters);
    return NQ_END;
  }
  nq_status status =
      nq_error_set(error, NQ_UNSUPPORTED, "no board with one pair on a diagonal was found");
  for (uint32_t i = 0; i < DIAGONAL_TRIES && status != NQ_OK; i++) {
    uint32_t a = draw(random, n), b = (a + 1 + draw(random, n - 1)) % n;
    if (nq_conflicts_swap_delta(counters, a, b) != 1) continue;
    uint32_t row = rows[a];
    rows[a] = rows[b];
    rows[b] = row;
    status = NQ_OK;
  }
  nq_conflicts_free(counters);
  return status;
}

static nq_status draw_one_diagonal(uint32_t *rows, uint32_t n, nq_pcg64 *random, nq_error *error) {
  nq_check_report report = {0};
  for (uint32_t i = 0; i < DIAGONAL_TRIES && report.conflicts != 1; i++) {
    nq_pcg64_shuffle(random, rows, n);
    nq_status status = nq_check(rows, n, NULL, &report, error);
    if (status != NQ_OK) return status;
  }
  if (report.conflicts == 1) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "no board with one pair on a diagonal was found");
}

/* Apply the fault to *start and move the result to *board. */
static nq_status break_board(const nq_generating *generation, nq_board *start, uint64_t fault,
                             nq_pcg64 *random, nq_board *board, nq_error *error) {
  uint32_t *rows = start->rows, n = start->n;
  nq_status status = NQ_OK;
  if (fault == FAULT_SHORT) return break_short(rows, n, random, board, error);
  if (fault == FAULT_LONG) return break_long(rows, n, random, board, error);
  if (fault == FAULT_ROW)
    break_row(rows, n, random);
  else if (fault == FAULT_RANGE)
    break_range(rows, n, random);
  else if (n <= DRAWN_N)
    status = draw_one_diagonal(rows, n, random, error);
  else
    status = swap_one_diagonal(generation, rows, n, random, error);
  *board = *start;
  *start = (nq_board){0};
  return status;
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

nq_status nq_corrupt_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                          nq_error *error) {
  uint64_t *fault = &item->value[NQ_GENERATE_FAULT];
  if (*fault == NQ_GENERATE_DEFAULT) *fault = fault_in_turn(item->index, item->n);
  nq_board start = {0};
  nq_status status = nq_board_reserve(&start, item->n, error);
  if (status == NQ_OK) status = start_board(generation, start.rows, random, error);
  if (status == NQ_OK)
    status = break_board(generation, &start, *fault, random, &item->board, error);
  nq_board_release(&start);
  return status;
}
