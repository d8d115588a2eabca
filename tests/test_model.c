/* The counters and the methods against simple models: thousands of random sequences of moves
 * against a recount from the rows, every method on every n up to 64, and random small instances
 * against an exhaustive search.
 */
#include "board/conflicts.h"
#include "occupancy.h"
#include "instances.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

/* ---- Boards as plain rows ---- */

enum { MODEL_N = 40 };

typedef struct model {
  uint32_t n;
  uint32_t rows[MODEL_N];
} model;

static uint64_t count_attackers(const model *board, uint32_t column, uint32_t row) {
  uint64_t found = 0;
  for (uint32_t other = 0; other < board->n; other++) {
    if (other == column || board->rows[other] == NQ_EMPTY) continue;
    int64_t columns = (int64_t)other - column, rows = (int64_t)board->rows[other] - row;
    found += (uint64_t)(rows == 0) + (rows == columns) + (rows == -columns);
  }
  return found;
}

static uint64_t count_pairs(const model *board) {
  uint64_t twice = 0;
  for (uint32_t column = 0; column < board->n; column++)
    if (board->rows[column] != NQ_EMPTY)
      twice += count_attackers(board, column, board->rows[column]);
  return twice / 2;
}

/* ---- The counters ---- */

static void compare_counters(const nq_conflicts *conflicts, const model *board) {
  bool listed[MODEL_N] = {false};
  uint32_t queens = nq_conflicts_queens(conflicts), attacked = 0;
  assert_int_equal(nq_conflicts_total(conflicts), count_pairs(board));
  for (uint32_t i = 0; i < queens; i++) {
    uint32_t column = nq_conflicts_queen(conflicts, i);
    assert_true(column < board->n && !listed[column]);
    listed[column] = true;
  }
  for (uint32_t column = 0; column < board->n; column++) {
    uint32_t row = board->rows[column];
    assert_int_equal(nq_conflicts_row(conflicts, column), row);
    bool is_attacked = row != NQ_EMPTY && count_attackers(board, column, row) > 0;
    assert_int_equal(listed[column], is_attacked);
    attacked += is_attacked;
  }
  assert_int_equal(queens, attacked);
  assert_true(nq_conflicts_verify(conflicts));
}

/* Draw two distinct columns with queens; false if there are not enough. */
static bool draw_pair(nq_pcg64 *random, const model *board, uint32_t *a, uint32_t *b) {
  *a = draw_below(random, board->n);
  *b = draw_below(random, board->n);
  return *a != *b && board->rows[*a] != NQ_EMPTY && board->rows[*b] != NQ_EMPTY;
}

static void move_counters(nq_pcg64 *random, nq_conflicts *conflicts, model *board) {
  uint32_t a, b, row = draw_below(random, board->n);
  if (draw_below(random, 3) == 0 && draw_pair(random, board, &a, &b)) {
    int64_t before = (int64_t)count_pairs(board), delta = nq_conflicts_swap_delta(conflicts, a, b);
    uint32_t kept = board->rows[a];
    board->rows[a] = board->rows[b];
    board->rows[b] = kept;
    assert_int_equal(before + delta, count_pairs(board));
    nq_conflicts_swap(conflicts, a, b);
    return;
  }
  a = draw_below(random, board->n);
  assert_int_equal(nq_conflicts_at(conflicts, a, row), count_attackers(board, a, row));
  if (board->rows[a] == NQ_EMPTY) {
    nq_conflicts_place(conflicts, a, row);
    board->rows[a] = row;
  } else {
    nq_conflicts_remove(conflicts, a);
    board->rows[a] = NQ_EMPTY;
  }
}

static void counters_equal_a_recount(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= thinned(sized(1000, 10000)); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 1);
    model board = {.n = 1 + draw_below(&random, seed % 4 == 0 ? MODEL_N : 9)};
    for (uint32_t column = 0; column < board.n; column++) board.rows[column] = NQ_EMPTY;
    nq_conflicts *conflicts = nq_conflicts_new(board.n);
    assert_non_null(conflicts);
    for (unsigned move = 0; move < 60; move++) {
      move_counters(&random, conflicts, &board);
      compare_counters(conflicts, &board);
    }
    nq_conflicts_clear(conflicts, NULL);
    for (uint32_t column = 0; column < board.n; column++) board.rows[column] = NQ_EMPTY;
    compare_counters(conflicts, &board);
    nq_conflicts_free(conflicts);
  }
}

/* ---- The compact counters ---- */

/* The free squares of a column from a row on, as in a window. */
static uint64_t plain_window(const model *board, uint32_t column, uint32_t row) {
  uint64_t window = 0;
  for (uint32_t i = 0; i < NQ_WINDOW && row + i < board->n; i++) {
    model without = *board;
    without.rows[column] = NQ_EMPTY;
    uint64_t attackers = count_attackers(&without, column, row + i);
    if (attackers == 0 && board->rows[column] != row + i) window |= UINT64_C(1) << i;
  }
  return window;
}

static uint64_t plain_diagonals(const model *board, uint32_t column, uint32_t row) {
  uint64_t found = 0;
  for (uint32_t other = 0; other < board->n; other++) {
    if (board->rows[other] == NQ_EMPTY) continue;
    int64_t columns = (int64_t)other - column, rows = (int64_t)board->rows[other] - row;
    found += (uint64_t)(rows == columns) + (rows == -columns);
  }
  return found;
}

/* Windows apply to columns without a queen: a queen's own lines would hide squares. */
static void compare_occupancy(const nq_occupancy *occupancy, const model *board, uint32_t column,
                              uint32_t row) {
  assert_int_equal(occupancy->total, count_pairs(board));
  assert_int_equal(nq_occupancy_diagonals(occupancy, column, row),
                   plain_diagonals(board, column, row));
  assert_int_equal(diagonals_free(occupancy, column, row),
                   plain_diagonals(board, column, row) == 0);
  if (board->rows[column] == NQ_EMPTY)
    assert_int_equal(occupancy_window(occupancy, column, row), plain_window(board, column, row));
}

static void move_occupancy(nq_pcg64 *random, nq_occupancy *occupancy, model *board) {
  uint32_t a, b;
  if (draw_pair(random, board, &a, &b) && board->rows[a] != board->rows[b]) {
    model swapped = *board;
    swapped.rows[a] = board->rows[b];
    swapped.rows[b] = board->rows[a];
    int64_t delta = nq_occupancy_swap_delta(occupancy, a, board->rows[a], b, board->rows[b]);
    assert_int_equal((int64_t)count_pairs(board) + delta, count_pairs(&swapped));
    uint64_t left = nq_occupancy_diagonals(occupancy, a, board->rows[a]);
    assert_int_equal(occupancy_swap_raises(occupancy, a, board->rows[a], left, b, board->rows[b]),
                     delta > 0);
  }
  a = draw_below(random, board->n);
  if (board->rows[a] == NQ_EMPTY) {
    board->rows[a] = draw_below(random, board->n);
    assert_true(nq_occupancy_place(occupancy, a, board->rows[a]));
  } else {
    nq_occupancy_remove(occupancy, a, board->rows[a]);
    board->rows[a] = NQ_EMPTY;
  }
}

static void compact_counters_equal_a_recount(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= thinned(sized(1000, 10000)); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 2);
    model board = {.n = 1 + draw_below(&random, seed % 4 == 0 ? MODEL_N : 9)};
    for (uint32_t column = 0; column < board.n; column++) board.rows[column] = NQ_EMPTY;
    nq_occupancy occupancy;
    assert_true(init_occupancy(&occupancy, board.n));
    for (unsigned move = 0; move < 60; move++) {
      move_occupancy(&random, &occupancy, &board);
      compare_occupancy(&occupancy, &board, draw_below(&random, board.n),
                        draw_below(&random, board.n));
    }
    free_occupancy(&occupancy);
  }
}

/* ---- The methods ---- */

/* Is the board a solution, by definition? */
static bool is_solution(const nq_instance *instance, const nq_board *board) {
  bool forbidden[PLAIN_MOST][PLAIN_MOST] = {{false}};
  if (board->n <= PLAIN_N) plain_forbidden(instance, forbidden);
  for (uint32_t a = 0; a < board->n; a++) {
    if (board->rows[a] >= board->n) return false;
    if (board->n <= PLAIN_N && forbidden[a][board->rows[a]]) return false;
    for (uint32_t b = 0; b < a; b++)
      if (plain_attacks(a, board->rows[a], b, board->rows[b])) return false;
  }
  return true;
}

/* Check the verdict of the method; `solutions` is their number, or UINT64_MAX: at least one. */
static nq_verdict judge(const nq_instance *instance, const char *method, uint64_t seed,
                        uint64_t solutions) {
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = method;
  options.seed = seed;
  options.limits.steps = 20000;
  nq_status status = nq_solve(instance, &options, &board, &result, &error);
  if (status == NQ_UNSUPPORTED) return NQ_UNKNOWN;
  if (status != NQ_OK) fail_msg("%s, seed %" PRIu64 ": %s", method, seed, error.message);
  bool wrong =
      (result.verdict == NQ_SOLVED && (solutions == 0 || !is_solution(instance, &board))) ||
      (result.verdict == NQ_UNSOLVABLE && solutions > 0) ||
      (result.verdict != NQ_SOLVED && board.rows != NULL);
  if (wrong)
    fail_msg("%s, n %" PRIu32 ", seed %" PRIu64 ": verdict %d is wrong", method,
             nq_instance_n(instance), seed, (int)result.verdict);
  nq_board_release(&board);
  return result.verdict;
}

static void every_method_on_every_n(void **state) {
  const char *method;
  (void)state;
  for (uint32_t n = 1; n <= 64; n += n < 10 ? 1 : n < 24 ? TRIM : sized(8, 1)) {
    nq_instance *instance = nq_instance_new(n);
    assert_non_null(instance);
    uint64_t solutions = n == 2 || n == 3 ? 0 : UINT64_MAX;
    for (size_t i = 0; (method = nq_method_name(i)) != NULL; i++) {
      nq_verdict verdict = judge(instance, method, n, solutions);
      if (solutions == 0) assert_int_equal(verdict, NQ_UNSOLVABLE);
      if (solutions > 0 && strcmp(method, "min-conflicts") == 0)
        assert_int_equal(verdict, NQ_SOLVED);
    }
    nq_instance_free(instance);
  }
}

/* Exact methods must decide; others may return unknown. */
static void every_method_on_random_instances(void **state) {
  const char *method;
  uint64_t decided = 0, impossible = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= thinned(sized(100, 1000)); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 3);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = random_instance(&random, n, 2, 2 * n, 3);
    uint64_t solutions = plain_count(instance);
    impossible += solutions == 0;
    for (size_t i = 0; (method = nq_method_name(i)) != NULL; i++) {
      nq_verdict verdict = judge(instance, method, seed, solutions);
      decided += verdict != NQ_UNKNOWN;
      if (strcmp(method, "backtracking") == 0) assert_int_not_equal(verdict, NQ_UNKNOWN);
    }
    nq_instance_free(instance);
  }
  assert_true(decided > 0 && impossible > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counters_equal_a_recount),
      cmocka_unit_test(compact_counters_equal_a_recount),
      cmocka_unit_test(every_method_on_every_n),
      cmocka_unit_test(every_method_on_random_instances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
