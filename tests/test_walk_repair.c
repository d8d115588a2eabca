/* Swaps on the compact counters: from a shuffled board to a solution, with correct counters. */
#include "local/walk.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <cmocka.h>

struct bench {
  nq_instance *instance;
  nq_domain domain;
  nq_watch watch;
  nq_walk_plan plan;
  nq_board board;
  nq_walk walk;
};

/* A walk on compact counters of a shuffled board, queens placed on columns 0 .. placed - 1. */
static void set_up(struct bench *bench, uint32_t n, uint32_t placed, uint64_t seed) {
  bench->instance = nq_instance_new(n);
  assert_non_null(bench->instance);
  assert_int_equal(nq_board_init(&bench->board, n, NULL), NQ_OK);
  uint32_t *rows = bench->board.rows;
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, 0);
  for (uint32_t column = 0; column < n; column++) rows[column] = column;
  nq_pcg64_shuffle(&random, rows, n);
  for (uint32_t column = 0; column < placed; column++)
    assert_int_equal(nq_instance_place(bench->instance, column, rows[column], NULL), NQ_OK);
  assert_int_equal(nq_domain_init(&bench->domain, bench->instance, NULL), NQ_OK);
  nq_watch_init(&bench->watch, 0, NULL, NULL);
  bench->plan = (nq_walk_plan){.domain = &bench->domain,
                               .watch = &bench->watch,
                               .options = {.start = NQ_START_GREEDY, .step = NQ_STEP_SWAP},
                               .n = n,
                               .threads = 1,
                               .compact = true};
  assert_int_equal(nq_walk_init(&bench->walk, &bench->plan, rows, NULL), NQ_OK);
  assert_true(nq_walk_room(&bench->plan) >= n);
  nq_pcg64_seed(&bench->walk.random, seed, 1);
  for (uint32_t column = 0; column < n; column++) {
    bool crowded = nq_occupancy_diagonals(&bench->walk.occupancy, column, rows[column]) > 0;
    assert_true(nq_occupancy_place(&bench->walk.occupancy, column, rows[column]));
    if (crowded && column >= placed) bench->walk.left[bench->walk.left_count++] = column;
  }
}

static void tear_down(struct bench *bench) {
  nq_walk_release(&bench->walk);
  nq_watch_release(&bench->watch);
  nq_domain_release(&bench->domain);
  nq_board_release(&bench->board);
  nq_instance_free(bench->instance);
}

/* The counter of every line agrees with the board. */
static void expect_counters(const struct bench *bench) {
  uint64_t pairs = 0, n = bench->plan.n;
  nq_check_report report;
  assert_int_equal(nq_check(bench->board.rows, bench->plan.n, NULL, &report, NULL), NQ_OK);
  pairs = report.conflicts;
  assert_int_equal(report.pairs[NQ_ROW], 0);
  assert_int_equal(bench->walk.occupancy.total, pairs);
  for (uint32_t column = 0; column < n; column++)
    assert_true(nq_occupancy_diagonals(&bench->walk.occupancy, column, bench->board.rows[column]) >=
                2);
}

static void solves_shuffled_boards(void **state) {
  (void)state;
  static const uint32_t sizes[] = {50, 333, 5000, 8000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (uint64_t seed = 0; seed < 3; seed++) {
      struct bench bench = {0};
      set_up(&bench, sizes[i], 0, seed);
      nq_walk_repair(&bench.walk, UINT64_MAX, UINT64_MAX);
      assert_false(bench.walk.failed);
      assert_int_equal(bench.walk.conflicts_now, 0);
      assert_true(bench.walk.steps > 0 && bench.walk.steps <= bench.walk.tries);
      expect_counters(&bench);
      tear_down(&bench);
    }
}

static void keeps_placed_queens(void **state) {
  (void)state;
  struct bench bench = {0};
  set_up(&bench, 2000, 2, 5);
  uint32_t first = bench.board.rows[0], second = bench.board.rows[1];
  nq_walk_repair(&bench.walk, UINT64_MAX, UINT64_MAX);
  assert_int_equal(bench.walk.conflicts_now, 0);
  assert_int_equal(bench.board.rows[0], first);
  assert_int_equal(bench.board.rows[1], second);
  expect_counters(&bench);
  tear_down(&bench);
}

static void keeps_to_its_limits(void **state) {
  (void)state;
  struct bench bench = {0};
  set_up(&bench, 3000, 0, 6);
  nq_walk_repair(&bench.walk, 500, UINT64_MAX);
  assert_int_equal(bench.walk.tries, 500);
  assert_true(bench.walk.conflicts_now > 0);
  expect_counters(&bench);
  tear_down(&bench);
  bench = (struct bench){0};
  set_up(&bench, 3000, 0, 6);
  nq_walk_repair(&bench.walk, UINT64_MAX, 70);
  assert_int_equal(bench.walk.steps, 70);
  expect_counters(&bench);
  tear_down(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_shuffled_boards),
      cmocka_unit_test(keeps_placed_queens),
      cmocka_unit_test(keeps_to_its_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
