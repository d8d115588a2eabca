/* Estimates of the number of solutions: the grid, intervals, effort, stops, texts. */
#include "sampling/sampling.h"
#include "instances.h"
#include "sized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* With exact means the grid gives the exact number. */
static void the_grid_is_exact(void **state) {
  uint64_t sizes[29] = {0};
  double ln_count = log(40320);
  uint32_t rows[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  nq_estimate_grid grid;
  (void)state;
  plain_conflicts(rows, 8, 0, sizes);
  assert_int_equal(sizes[0], 92);
  nq_estimate_grid_init(&grid, 8);
  for (int k = 0; k <= NODES; k++) {
    double x = grid.u[k] * grid.u[k], whole = 0, conflicts = 0;
    for (int e = 0; e < 29; e++) {
      whole += (double)sizes[e] * pow(x, e);
      conflicts += e * (double)sizes[e] * pow(x, e);
    }
    ln_count += k < NODES ? -grid.weight[k] * 2 * conflicts / whole / grid.u[k]
                          : log((double)sizes[0] / whole);
  }
  assert_true(fabs(ln_count - log(92)) < 1e-7);
}

static void nodes_go_from_hot_to_cold(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= 1000000; n *= 5) {
    nq_estimate_grid grid;
    double sum = 0;
    nq_estimate_grid_init(&grid, n);
    for (int k = 0; k < NODES; k++) {
      sum += grid.weight[k];
      assert_true(grid.u[k + 1] < grid.u[k] && grid.u[k] < 1);
      assert_true(grid.samples[k] >= 2 && grid.samples[k] % 2 == 0 && grid.discarded[k] >= 10);
    }
    assert_true(fabs(sum + grid.cold - 1) < 1e-12);
  }
}

static nq_estimate_result estimate(uint32_t n, uint64_t seed, double relative, unsigned threads) {
  nq_estimate_options options;
  nq_estimate_result result;
  nq_error error;
  nq_estimate_options_init(&options);
  options.seed = seed;
  options.relative_error = relative;
  options.threads = threads;
  assert_int_equal(nq_estimate(n, &options, &result, &error), NQ_OK);
  return result;
}

static void threads_make_no_difference(void **state) {
  nq_estimate_result one = estimate(20, 3, 0.1, 1), many = estimate(20, 3, 0.1, 5);
  (void)state;
  assert_true(one.ln_count == many.ln_count && one.half_width == many.half_width);
  assert_int_equal(one.chains, many.chains);
}

static void the_relative_error_is_reached(void **state) {
  nq_estimate_result rough = estimate(16, 1, 0.3, 2), fine = estimate(16, 1, 0.05, 2);
  (void)state;
  assert_true(rough.half_width <= log1p(0.3) && !rough.wide);
  assert_true(fine.half_width <= log1p(0.05) && fine.chains > rough.chains);
  assert_true(fabs(fine.ln_count - log(14772512)) < 2 * fine.half_width);
  assert_true(fabs(fine.alpha - (log(16) - fine.ln_count / 16)) < 1e-12);
  assert_true(fine.half_width >= fine.spread);
}

/* A large board: n ln n - ln Q is between 1.9 and 1.944 n, as measured for n = 1000 and in the
 * limit. */
static void large_boards_are_near_the_limit(void **state) {
  nq_estimate_result result = estimate(sized(500, 1000), 1, 5, 2);
  (void)state;
  assert_true(result.alpha > 1.93 && result.alpha < 1.945);
}

static void values_are_refused(void **state) {
  nq_estimate_options options;
  nq_estimate_result result;
  nq_error error;
  (void)state;
  nq_estimate_options_init(&options);
  assert_int_equal(nq_estimate(0, &options, &result, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_estimate(NQ_ESTIMATE_N_MAX + 1, &options, &result, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_estimate(2, &options, &result, &error), NQ_NONE);
  assert_int_equal(nq_estimate(3, &options, &result, &error), NQ_NONE);
  options.relative_error = -1;
  assert_int_equal(nq_estimate(8, &options, &result, &error), NQ_BAD_VALUE);
  options.relative_error = 0;
  options.threads = 0;
  assert_int_equal(nq_estimate(8, &options, &result, &error), NQ_BAD_VALUE);
  options.threads = 1;
  assert_int_equal(nq_estimate(1, &options, &result, &error), NQ_OK);
  assert_true(result.ln_count == 0 && result.half_width == 0);
}

static bool stop_at_once(void *context, const nq_progress *progress) {
  (void)context;
  assert_string_equal(progress->phase, "estimate");
  return false;
}

/* Short chains poll the clock too: a time limit is used, and not exceeded much. */
static void limits_are_kept(void **state) {
  static const uint32_t sizes[] = {4, 30};
  nq_estimate_options options;
  nq_estimate_result result;
  nq_error error;
  (void)state;
  nq_estimate_options_init(&options);
  for (int i = 0; i < 2; i++) {
    options.seconds = 0.03;
    do { /* a busy machine may lend too little of a short time */
      options.seconds *= 10;
      assert_int_equal(nq_estimate(sizes[i], &options, &result, &error), NQ_OK);
      assert_true(result.seconds >= options.seconds && result.seconds < 20 + options.seconds);
    } while (result.stopped && options.seconds < 20);
    assert_true(!result.stopped && !result.wide);
  }
  options.relative_error = 1e-9;
  assert_int_equal(nq_estimate(4, &options, &result, &error), NQ_OK);
  assert_true(result.wide && !result.stopped);
  options.seconds = 0.01;
  assert_int_equal(nq_estimate(100000, &options, &result, &error), NQ_OK);
  assert_true(result.stopped && !result.interrupted);
  options.seconds = 0;
  options.progress = stop_at_once;
  assert_int_equal(nq_estimate(1000, &options, &result, &error), NQ_OK);
  assert_true(result.stopped && result.interrupted);
}

static void expect_text(double value, int digits, const char *text) {
  char written[64];
  nq_estimate_text(value, digits, written, sizeof written);
  assert_string_equal(written, text);
}

static void numbers_become_texts(void **state) {
  (void)state;
  expect_text(log(352.1), 4, "352.1");
  expect_text(log(92), 1, "92");
  expect_text(log(0.25), 2, "0.2");
  expect_text(log(999999), 3, "999999");
  expect_text(log(1234567), 3, "1.23e6");
  expect_text(log(9.999e9), 2, "1.0e10");
  expect_text(log(9.94e9), 2, "9.9e9");
  expect_text(log(234907967154122528.0), 6, "2.34908e17");
  expect_text(100000 * log(10) + log(5), 1, "5e100000");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_grid_is_exact),
      cmocka_unit_test(nodes_go_from_hot_to_cold),
      cmocka_unit_test(threads_make_no_difference),
      cmocka_unit_test(the_relative_error_is_reached),
      cmocka_unit_test(large_boards_are_near_the_limit),
      cmocka_unit_test(values_are_refused),
      cmocka_unit_test(limits_are_kept),
      cmocka_unit_test(numbers_become_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
