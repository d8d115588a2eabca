/* Swaps at a temperature: counters, and the distribution that they keep. */
#include "sampling/sampling.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static nq_swaps open_swaps(uint32_t *rows, uint32_t n, uint64_t seed) {
  nq_swaps swaps;
  nq_error error;
  assert_int_equal(nq_swaps_init(&swaps, rows, n, seed, 0, NULL, &error), NQ_OK);
  return swaps;
}

/* The conflicts are those that the checker counts; the board stays a permutation. */
static void expect_counted(const nq_swaps *swaps) {
  nq_check_report report;
  assert_int_equal(nq_check(swaps->rows, swaps->n, NULL, &report, NULL), NQ_OK);
  assert_int_equal(report.conflicts, swaps->conflicts);
  assert_int_equal(report.pairs[NQ_ROW], 0);
}

static void conflicts_are_counted(void **state) {
  static const uint32_t sizes[] = {1, 2, 3, 4, 5, 17, 1000, 32767, 32768, 40000};
  (void)state;
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    uint32_t *rows = calloc(sizes[k], sizeof *rows);
    nq_swaps swaps = open_swaps(rows, sizes[k], k);
    expect_counted(&swaps);
    for (int i = 0; i < 12; i++) {
      nq_swaps_weigh(&swaps, pow(0.6, i));
      nq_swaps_try(&swaps, 0, swaps.n);
      expect_counted(&swaps);
    }
    nq_swaps_release(&swaps);
    free(rows);
  }
}

/* At weight 0 conflicts never increase, and the swaps go on. */
static void cold_boards_never_get_worse(void **state) {
  uint32_t rows[100];
  nq_swaps swaps = open_swaps(rows, 100, 3);
  (void)state;
  nq_swaps_weigh(&swaps, 0);
  for (int i = 0; i < 1000; i++) {
    uint64_t before = swaps.conflicts;
    nq_swaps_try(&swaps, 0, swaps.n);
    assert_true(swaps.conflicts <= before);
  }
  assert_int_equal(swaps.conflicts, 0);
  uint64_t steps = swaps.steps;
  for (int i = 0; i < 1000; i++) nq_swaps_try(&swaps, 0, swaps.n);
  assert_true(swaps.steps > steps);
  nq_swaps_release(&swaps);
}

/* Mean conflicts after many sweeps agree with the exact mean: error rate 10^-4 for each weight. */
static void the_distribution_is_kept(void **state) {
  static const double weights[] = {1, 0.5, 0.2, 0.05};
  uint64_t sizes[16] = {0};
  uint32_t rows[6] = {0, 1, 2, 3, 4, 5};
  (void)state;
  plain_conflicts(rows, 6, 0, sizes);
  for (size_t k = 0; k < sizeof weights / sizeof *weights; k++) {
    double whole = 0, exact = 0, sum = 0, squares = 0, size = 400;
    for (int e = 0; e < 16; e++) {
      whole += (double)sizes[e] * pow(weights[k], e);
      exact += e * (double)sizes[e] * pow(weights[k], e);
    }
    nq_swaps swaps = open_swaps(rows, 6, 11 + k);
    nq_swaps_weigh(&swaps, weights[k]);
    for (int i = 0; i < 500; i++) nq_swaps_try(&swaps, 0, swaps.n);
    for (int batch = 0; batch < size; batch++) {
      double mean = 0;
      for (int i = 0; i < 1000; i++) {
        nq_swaps_try(&swaps, 0, swaps.n);
        mean += (double)swaps.conflicts / 1000;
      }
      sum += mean;
      squares += mean * mean;
    }
    double mean = sum / size, error = sqrt((squares / size - mean * mean) / (size - 1));
    assert_true(fabs(mean - exact / whole) < 3.95 * error);
    nq_swaps_release(&swaps);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conflicts_are_counted),
      cmocka_unit_test(cold_boards_never_get_worse),
      cmocka_unit_test(the_distribution_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
