/* Backtracking: order, counts, classes, slices and limits, against known numbers and a simple
 * search. */
#include "board/board.h"
#include "exact/backtracking.h"
#include "instances.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Boards in the order found: n rows each. */
typedef struct boards {
  uint32_t n;
  size_t count, room, stop_after; /* 0: never */
  uint32_t *rows;
} boards;

static bool keep(void *context, const uint32_t *rows) {
  boards *all = context;
  if (all->count == all->room) {
    all->room = all->room > 0 ? 2 * all->room : 64;
    all->rows = realloc(all->rows, all->room * all->n * sizeof *rows);
    assert_non_null(all->rows);
  }
  memcpy(all->rows + all->count++ * all->n, rows, all->n * sizeof *rows);
  return all->count != all->stop_after;
}

static const uint32_t *board_at(const boards *all, size_t i) {
  return all->rows + i * all->n;
}

static int compare(const uint32_t *a, const uint32_t *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* Search and collect the boards; the caller frees all->rows. */
static nq_enumerate_result run(nq_backtrack_plan plan, boards *all) {
  nq_watch watch;
  nq_enumerate_result report;
  nq_error error = {0};
  *all = (boards){.n = nq_instance_n(plan.instance), .stop_after = all->stop_after};
  nq_watch_init(&watch, 0, NULL, NULL);
  plan.watch = &watch;
  plan.visit = keep;
  plan.context = all;
  if (nq_backtrack_enumerate(&plan, &report, &error) != NQ_OK) fail_msg("%s", error.message);
  nq_watch_release(&watch);
  assert_int_equal(report.solutions, all->count);
  return report;
}

static void expect_ordered(const boards *all) {
  for (size_t i = 1; i < all->count; i++)
    assert_true(compare(board_at(all, i - 1), board_at(all, i), all->n) < 0);
}

static void expect_solutions(const boards *all, const nq_instance *instance) {
  for (size_t i = 0; i < all->count; i++) {
    nq_check_report report;
    assert_int_equal(nq_check(board_at(all, i), all->n, instance, &report, NULL), NQ_OK);
    assert_true(report.valid);
  }
}

static void finds_all_in_order(void **state) {
  (void)state;
  static const uint64_t counts[] = {0, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
  for (uint32_t n = 1; n < sizeof counts / sizeof *counts; n++) {
    nq_instance *instance = nq_instance_new(n);
    boards all = {0};
    nq_enumerate_result report = run((nq_backtrack_plan){.instance = instance}, &all);
    assert_int_equal(report.end, NQ_ENUMERATE_ALL);
    assert_int_equal(all.count, counts[n]);
    assert_true(report.branches >= all.count);
    expect_ordered(&all);
    expect_solutions(&all, instance);
    free(all.rows);
    nq_instance_free(instance);
  }
}

/* The i-th of the 8 images of rows[]. */
static void take_image(const uint32_t *rows, uint32_t n, unsigned i, uint32_t *image) {
  for (uint32_t column = 0; column < n; column++) {
    uint32_t to = (i & 1) != 0 ? n - 1 - column : column;
    uint32_t row = (i & 2) != 0 ? n - 1 - rows[column] : rows[column];
    image[(i & 4) != 0 ? row : to] = (i & 4) != 0 ? to : row;
  }
}

static bool is_least_image(const uint32_t *rows, uint32_t n) {
  uint32_t image[64];
  for (unsigned i = 1; i < 8; i++) {
    take_image(rows, n, i, image);
    if (compare(image, rows, n) < 0) return false;
  }
  return true;
}

static void visits_the_least_of_each_class(void **state) {
  (void)state;
  static const uint64_t classes[] = {0, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787};
  for (uint32_t n = 1; n < sizeof classes / sizeof *classes; n++) {
    nq_instance *instance = nq_instance_new(n);
    boards all = {0}, least = {0};
    run((nq_backtrack_plan){.instance = instance}, &all);
    run((nq_backtrack_plan){.instance = instance, .fundamental = true}, &least);
    assert_int_equal(least.count, classes[n]);
    size_t next = 0;
    for (size_t i = 0; i < all.count; i++)
      if (is_least_image(board_at(&all, i), n))
        assert_int_equal(compare(board_at(&all, i), board_at(&least, next++), n), 0);
    assert_int_equal(next, least.count);
    free(all.rows);
    free(least.rows);
    nq_instance_free(instance);
  }
}

/* The slices of the plan, one after another, are the whole. */
static void expect_slices(nq_backtrack_plan plan, uint64_t slices) {
  boards all = {0}, some = {0};
  size_t next = 0;
  plan.slices = 0;
  run(plan, &all);
  plan.slices = slices;
  for (plan.slice = 0; plan.slice < slices; plan.slice++) {
    some.stop_after = 0;
    run(plan, &some);
    assert_true(next + some.count <= all.count);
    for (size_t i = 0; i < some.count; i++)
      assert_int_equal(compare(board_at(&all, next++), board_at(&some, i), all.n), 0);
    free(some.rows);
  }
  assert_int_equal(next, all.count);
  free(all.rows);
}

static void slices_make_up_the_whole(void **state) {
  (void)state;
  static const uint64_t slices[] = {1, 2, 3, 7, 16, 100, 1000};
  for (uint32_t n = 1; n <= 9; n++)
    for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
      nq_instance *instance = nq_instance_new(n);
      expect_slices((nq_backtrack_plan){.instance = instance}, slices[i]);
      expect_slices((nq_backtrack_plan){.instance = instance, .fundamental = true}, slices[i]);
      nq_instance_free(instance);
    }
}

/* Slices are only useful if none of them holds nearly everything. */
static void slices_share_the_work(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(11);
  boards some = {0};
  for (uint64_t slice = 0; slice < 8; slice++) {
    run((nq_backtrack_plan){.instance = instance, .slice = slice, .slices = 8}, &some);
    assert_in_range(some.count, 2680 / 8 / 4, 2680 / 8 * 2);
    free(some.rows);
  }
  nq_instance_free(instance);
}

static void stops_at_limits(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(10);
  boards all = {0}, some = {0};
  run((nq_backtrack_plan){.instance = instance}, &all);
  nq_enumerate_result report =
      run((nq_backtrack_plan){.instance = instance, .solutions = 100}, &some);
  assert_int_equal(report.end, NQ_ENUMERATE_LIMIT);
  assert_int_equal(some.count, 100);
  assert_memory_equal(some.rows, all.rows, 100 * 10 * sizeof *all.rows);
  free(some.rows);
  report = run((nq_backtrack_plan){.instance = instance, .solutions = 725}, &some);
  assert_int_equal(report.end, NQ_ENUMERATE_ALL);
  free(some.rows);
  report = run((nq_backtrack_plan){.instance = instance, .branches = 1000}, &some);
  assert_int_equal(report.end, NQ_ENUMERATE_LIMIT);
  assert_int_equal(report.branches, 1000);
  free(some.rows);
  some.stop_after = 7;
  report = run((nq_backtrack_plan){.instance = instance}, &some);
  assert_int_equal(report.end, NQ_ENUMERATE_VISITOR);
  assert_int_equal(some.count, 7);
  free(some.rows);
  free(all.rows);
  nq_instance_free(instance);
}

static void obeys_the_watch(void **state) {
  (void)state;
  nq_instance *plain = nq_instance_new(40), *hard = nq_instance_new(40);
  for (uint32_t row = 0; row < 40; row++)
    if (row != 3 && row != 5) nq_instance_block(hard, 20, row, NULL);
  for (int i = 0; i < 4; i++) {
    nq_watch watch;
    nq_enumerate_result report;
    nq_watch_init(&watch, i < 2 ? 1e-3 : 0, i < 2 ? NULL : interrupt, NULL);
    const nq_backtrack_plan plan = {.instance = i % 2 == 0 ? plain : hard, .watch = &watch};
    assert_int_equal(nq_backtrack_enumerate(&plan, &report, NULL), NQ_OK);
    assert_int_equal(report.end, NQ_ENUMERATE_STOPPED);
    assert_int_equal(watch_stop(&watch), i < 2 ? NQ_STOP_TIME : NQ_STOP_INTERRUPT);
    nq_watch_release(&watch);
  }
  nq_instance_free(plain);
  nq_instance_free(hard);
}

static void agrees_with_a_plain_search(void **state) {
  (void)state;
  unsigned solvable = 0, unsolvable = 0;
  for (uint64_t seed = 0; seed < sized(1500, 4000); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 41);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = random_instance(&random, n, (uint32_t)(seed % 3), n, seed % 4 == 0);
    uint64_t solutions = plain_count(instance);
    boards ordered = {0}, fast = {0};
    run((nq_backtrack_plan){.instance = instance}, &ordered);
    run((nq_backtrack_plan){.instance = instance, .fail_first = true}, &fast);
    if (ordered.count != solutions || fast.count != solutions)
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": %zu in order and %zu fail-first of %" PRIu64, seed,
               n, ordered.count, fast.count, solutions);
    expect_ordered(&ordered);
    expect_solutions(&ordered, instance);
    expect_solutions(&fast, instance);
    solvable += solutions > 0;
    unsolvable += solutions == 0;
    free(ordered.rows);
    free(fast.rows);
    if (seed % 8 == 0) expect_slices((nq_backtrack_plan){.instance = instance}, 1 + seed % 31);
    nq_instance_free(instance);
  }
  assert_true(solvable > 200 && unsolvable > 200);
}

/* A sum over all boards that depends on their order. */
typedef struct digest {
  uint32_t n;
  uint64_t sum;
} digest;

static bool add_board(void *context, const uint32_t *rows) {
  digest *all = context;
  assert_true(nq_check_small(rows, all->n));
  for (uint32_t column = 0; column < all->n; column++)
    all->sum = (all->sum ^ rows[column]) * UINT64_C(0x100000001b3);
  return true;
}

static nq_enumerate_result take_digest(nq_backtrack_plan plan, digest *all) {
  nq_watch watch;
  nq_enumerate_result report;
  nq_error error = {0};
  nq_watch_init(&watch, 0, NULL, NULL);
  *all = (digest){.n = nq_instance_n(plan.instance)};
  plan.watch = &watch;
  plan.visit = add_board;
  plan.context = all;
  if (nq_backtrack_enumerate(&plan, &report, &error) != NQ_OK) fail_msg("%s", error.message);
  nq_watch_release(&watch);
  return report;
}

/* Any limit of branches disables the table of tails. */
static void expect_same_with_tails(nq_backtrack_plan plan, uint64_t solutions) {
  digest with, without;
  nq_enumerate_result fast = take_digest(plan, &with);
  plan.branches = UINT64_MAX;
  nq_enumerate_result slow = take_digest(plan, &without);
  assert_true(fast.branches < slow.branches);
  assert_int_equal(fast.solutions, slow.solutions);
  assert_int_equal(with.sum, without.sum);
  if (solutions > 0) assert_int_equal(fast.solutions, solutions);
}

static void tails_change_nothing(void **state) {
  (void)state;
  static const uint64_t counts[] = {73712, 365596}, classes[] = {9233, 45752};
  for (uint32_t n = 13; n <= sized(13, 14); n++) {
    nq_instance *instance = nq_instance_new(n);
    expect_same_with_tails((nq_backtrack_plan){.instance = instance}, counts[n - 13]);
    expect_same_with_tails((nq_backtrack_plan){.instance = instance, .fundamental = true},
                           classes[n - 13]);
    nq_instance_free(instance);
  }
  for (uint32_t n = 14; n <= 18; n++) { /* over 16 the filter is not everything */
    nq_instance *instance = nq_instance_new(n);
    uint64_t slices = n == 14 ? 20 : n == 15 ? 100 : n == 16 ? 600 : n == 17 ? 4000 : 30000;
    for (uint64_t slice = 0; slice < slices; slice += TRIM * (slices / 3 + 1))
      expect_same_with_tails(
          (nq_backtrack_plan){.instance = instance, .slice = slice, .slices = slices}, 0);
    nq_instance_free(instance);
  }
}

/* Squares of a board of 64 columns: masks have no spare bit. */
static void takes_64_columns(void **state) {
  (void)state;
  uint32_t rows[64];
  nq_pcg64 random;
  assert_true(nq_construct(rows, 64));
  for (uint64_t seed = 0; seed < 20; seed++) {
    nq_pcg64_seed(&random, seed, 42);
    nq_instance *instance = planted_instance(&random, rows, 64, 80, 500, 10);
    boards all = {0};
    nq_backtrack_plan plan = {.instance = instance, .solutions = 1, .fail_first = true};
    nq_enumerate_result report = run(plan, &all);
    assert_int_equal(report.end, NQ_ENUMERATE_LIMIT);
    expect_solutions(&all, instance);
    free(all.rows);
    nq_instance_free(instance);
  }
}

static void refuses_what_it_cannot(void **state) {
  (void)state;
  nq_error error = {0};
  nq_enumerate_result report;
  nq_instance *large = nq_instance_new(65), *eight = nq_instance_new(8);
  nq_backtrack_plan plan = {.instance = large};
  assert_int_equal(nq_backtrack_enumerate(&plan, &report, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "n = 65 is over 64"));
  plan.fail_first = true;
  assert_int_equal(nq_backtrack_enumerate(&plan, &report, &error), NQ_UNSUPPORTED);
  plan = (nq_backtrack_plan){.instance = eight, .slice = 4, .slices = 4};
  assert_int_equal(nq_backtrack_enumerate(&plan, &report, &error), NQ_BAD_VALUE);
  plan = (nq_backtrack_plan){.instance = eight, .slices = NQ_ENUMERATE_SLICES_MAX + 1};
  assert_int_equal(nq_backtrack_enumerate(&plan, &report, &error), NQ_BAD_VALUE);
  nq_instance_block(eight, 0, 0, NULL);
  plan = (nq_backtrack_plan){.instance = eight, .fundamental = true};
  assert_int_equal(nq_backtrack_enumerate(&plan, &report, &error), NQ_UNSUPPORTED);
  nq_instance_free(large);
  nq_instance_free(eight);
}

/* ---- The small checker ---- */

static void checks_small_boards_like_the_checker(void **state) {
  (void)state;
  unsigned valid = 0;
  for (uint64_t seed = 0; seed < 20000; seed++) {
    nq_pcg64 random;
    uint32_t rows[64], n;
    nq_check_report report;
    nq_pcg64_seed(&random, seed, 43);
    do n = 1 + draw_below(&random, 64);
    while (n == 2 || n == 3);
    assert_true(nq_construct(rows, n));
    if (seed % 3 == 1) rows[draw_below(&random, n)] = draw_below(&random, n + 1);
    if (seed % 3 == 2) nq_pcg64_shuffle(&random, rows, n);
    assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
    if (nq_check_small(rows, n) != report.valid) fail_msg("seed %" PRIu64, seed);
    valid += report.valid;
  }
  assert_in_range(valid, 6000, 10000);
}

/* ---- The method ---- */

static nq_result solve(const nq_instance *instance, uint64_t steps, nq_board *board) {
  nq_solve_options options;
  nq_result result;
  nq_solve_options_init(&options);
  options.method = "backtracking";
  options.limits.steps = steps;
  nq_error error = {0};
  if (nq_solve(instance, &options, board, &result, &error) != NQ_OK) fail_msg("%s", error.message);
  return result;
}

static void solves_with_statistics(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  nq_board board = {0};
  nq_result result = solve(instance, 0, &board);
  assert_int_equal(result.verdict, NQ_SOLVED);
  expect_solution(&board, instance, 0);
  const double expected[] = {-1, (double)result.steps, -1, 8, 8};
  static const char *const names[] = {"evaluations", "branches", "failures", "open_columns",
                                      "best_depth"};
  assert_int_equal(result.counters, 5);
  assert_true(result.counter[0].value >= 8);
  for (size_t i = 0; i < 5; i++) {
    assert_string_equal(result.counter[i].name, names[i]);
    if (expected[i] >= 0) assert_true(result.counter[i].value == expected[i]);
  }
  nq_board_release(&board);
  nq_instance_free(instance);
}

static void gives_up_honestly(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(50);
  nq_board board = {0};
  nq_result result = solve(instance, 5, &board);
  assert_int_equal(result.verdict, NQ_UNKNOWN);
  assert_int_equal(result.steps, 5);
  assert_string_equal(result.reason, "the limit of steps was reached");
  assert_null(board.rows);
  nq_instance_free(instance);
  instance = nq_instance_new(6);
  nq_instance_place(instance, 0, 0, NULL);
  result = solve(instance, 0, &board);
  assert_int_equal(result.verdict, NQ_UNSOLVABLE);
  assert_non_null(strstr(result.reason, "all possibilities were searched"));
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_all_in_order),
      cmocka_unit_test(visits_the_least_of_each_class),
      cmocka_unit_test(slices_make_up_the_whole),
      cmocka_unit_test(slices_share_the_work),
      cmocka_unit_test(stops_at_limits),
      cmocka_unit_test(obeys_the_watch),
      cmocka_unit_test(agrees_with_a_plain_search),
      cmocka_unit_test(tails_change_nothing),
      cmocka_unit_test(takes_64_columns),
      cmocka_unit_test(refuses_what_it_cannot),
      cmocka_unit_test(checks_small_boards_like_the_checker),
      cmocka_unit_test(solves_with_statistics),
      cmocka_unit_test(gives_up_honestly),
  };
  return cmocka_run_group_tests_name("backtracking", tests, NULL, NULL);
}
