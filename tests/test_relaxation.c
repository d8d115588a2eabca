/* The linear relaxation: what it refutes has no solution, and what has none even in fractions is
 * refuted. */
#include "exact/relaxation.h"
#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

enum { N = 7, LINES = 6 * N - 2, SQUARES = N * N };

typedef struct lines_left {
  uint32_t n, squares;
  uint16_t lines[RELAXATION_LINES * SQUARES];
  uint8_t left[SQUARES], must[LINES];
} lines_left;

static void init(lines_left *board, uint32_t n) {
  memset(board, 0, sizeof *board);
  board->n = n;
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n; row++) {
      uint16_t *lines = board->lines + (size_t)RELAXATION_LINES * board->squares;
      lines[0] = (uint16_t)column;
      lines[1] = (uint16_t)(n + row);
      lines[2] = (uint16_t)(2 * n + column + row);
      lines[3] = (uint16_t)(4 * n - 1 + row + n - 1 - column);
      board->left[board->squares++] = 1;
    }
  memset(board->must, 1, 2 * (size_t)n);
}

static bool fits(const lines_left *board, const uint32_t *rows, uint32_t column) {
  for (uint32_t other = 0; other < column; other++)
    if (plain_attacks(other, rows[other], column, rows[column])) return false;
  return board->left[column * board->n + rows[column]] != 0;
}

/* Is there a solution, with a queen on each line that must have one? */
static bool is_solvable(const lines_left *board, uint32_t *rows, uint32_t column) {
  uint32_t n = board->n;
  if (column == n) {
    uint8_t used[LINES] = {0};
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < RELAXATION_LINES; j++)
        used[board->lines[RELAXATION_LINES * (i * n + rows[i]) + j]] = 1;
    for (uint32_t i = 0; i < 6 * n - 2; i++)
      if (board->must[i] != 0 && !used[i]) return false;
    return true;
  }
  for (rows[column] = 0; rows[column] < n; rows[column]++)
    if (fits(board, rows, column) && is_solvable(board, rows, column + 1)) return true;
  return false;
}

static nq_relaxation *new_relaxation(const lines_left *board, nq_arrays *arrays) {
  nq_relaxation *relaxation =
      nq_relaxation_new(arrays, 6 * board->n - 2, board->squares, board->lines, false);
  assert_non_null(relaxation);
  return relaxation;
}

static bool refutes(nq_relaxation *relaxation, const lines_left *board) {
  uint64_t work;
  return nq_relaxation_refutes(relaxation, board->left, board->must, &work) != NULL;
}

/* Boards one after the other, so that the table comes from others. */
static void refutes_no_solution(void **state) {
  (void)state;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 1, 9);
  unsigned solvable = 0, refuted = 0, missed = 0;
  for (uint32_t n = 1; n <= N; n++) {
    lines_left board;
    init(&board, n);
    nq_arrays arrays = {0};
    nq_relaxation *relaxation = new_relaxation(&board, &arrays);
    for (unsigned i = 0; i < 1500; i++) {
      uint32_t rows[N], share = 2 + draw_below(&random, 8);
      for (uint32_t s = 0; s < board.squares; s++) board.left[s] = draw_below(&random, share) > 0;
      for (uint32_t l = 2 * n; l < 6 * n - 2; l++) board.must[l] = draw_below(&random, 2 * n) == 0;
      bool says_no = refutes(relaxation, &board);
      bool has_one = is_solvable(&board, rows, 0);
      if (says_no && has_one) fail_msg("n = %" PRIu32 ", board %u: refuted", n, i);
      solvable += has_one;
      refuted += says_no;
      missed += !says_no && !has_one;
    }
    nq_arrays_release(&arrays);
  }
  assert_true(solvable > 700 && refuted > 5000);
  assert_true(missed < refuted / 3);
}

/* Two columns that share their only row; a diagonal that must have a queen, but has no square. */
static void refutes_simple_boards(void **state) {
  (void)state;
  lines_left board;
  init(&board, N);
  nq_arrays arrays = {0};
  nq_relaxation *relaxation = new_relaxation(&board, &arrays);
  assert_false(refutes(relaxation, &board));
  for (uint32_t column = 2; column < 4; column++)
    for (uint32_t row = 0; row < N; row++) board.left[column * N + row] = row == 5;
  assert_true(refutes(relaxation, &board));
  board.left[3 * N] = 1;
  assert_false(refutes(relaxation, &board));
  board.must[4 * N - 2] = 1; /* the corner of the last column and row */
  assert_false(refutes(relaxation, &board));
  board.left[N * N - 1] = 0;
  assert_true(refutes(relaxation, &board));
  nq_relaxation_reset(relaxation);
  assert_true(refutes(relaxation, &board));
  nq_arrays_release(&arrays);
}

/* Two queens on a board of 2 x 2, or 3 on 3 x 3, attack each other, but fractions fit. */
static void knows_fractions(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 4; n++) {
    lines_left board;
    uint32_t rows[N];
    init(&board, n);
    nq_arrays arrays = {0};
    nq_relaxation *relaxation = new_relaxation(&board, &arrays);
    assert_false(refutes(relaxation, &board));
    assert_int_equal(is_solvable(&board, rows, 0), n == 1 || n == 4);
    nq_arrays_release(&arrays);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refutes_no_solution),
      cmocka_unit_test(refutes_simple_boards),
      cmocka_unit_test(knows_fractions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
