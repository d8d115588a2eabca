/* The compact counters against the full ones, and their windows against single bits. */
#include "board/conflicts.h"
#include "occupancy.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <cmocka.h>

static uint32_t below(nq_pcg64 *random, uint32_t bound) {
  return (uint32_t)nq_pcg64_below(random, bound);
}

static void count_as_the_full_counters(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 2, 5, 8, 9, 63, 64, 65, 200, 1000, NQ_PARTS_N + 1};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i];
    nq_pcg64 random;
    nq_pcg64_seed(&random, 7, n);
    nq_occupancy occupancy;
    assert_true(init_occupancy(&occupancy, n));
    nq_conflicts *conflicts = nq_conflicts_new(n);
    assert_non_null(conflicts);
    for (int round = 0; round < 2; round++) {
      for (uint32_t move = 0; move < 4 * n + 50 && move < 5000; move++) {
        uint32_t column = below(&random, n), before = nq_conflicts_row(conflicts, column);
        if (before != NQ_EMPTY) {
          nq_conflicts_remove(conflicts, column);
          nq_occupancy_remove(&occupancy, column, before);
        } else {
          uint32_t row = below(&random, n);
          nq_conflicts_place(conflicts, column, row);
          assert_true(nq_occupancy_place(&occupancy, column, row));
        }
        assert_int_equal(occupancy.total, nq_conflicts_total(conflicts));
      }
      nq_occupancy_clear(&occupancy);
      nq_conflicts_clear(conflicts, NULL);
      assert_int_equal(occupancy.total, 0);
    }
    free_occupancy(&occupancy);
    nq_conflicts_free(conflicts);
  }
}

static void foretell_swaps_as_the_full_counters(void **state) {
  (void)state;
  for (uint32_t n = 2; n <= 40; n++) {
    nq_pcg64 random;
    uint32_t rows[40];
    nq_pcg64_seed(&random, 8, n);
    for (uint32_t column = 0; column < n; column++) rows[column] = column;
    nq_pcg64_shuffle(&random, rows, n);
    nq_occupancy occupancy;
    assert_true(init_occupancy(&occupancy, n));
    nq_conflicts *conflicts = nq_conflicts_new(n);
    assert_non_null(conflicts);
    for (uint32_t column = 0; column < n; column++) {
      nq_conflicts_place(conflicts, column, rows[column]);
      assert_true(nq_occupancy_place(&occupancy, column, rows[column]));
    }
    for (uint32_t a = 0; a < n; a++)
      for (uint32_t b = 0; b < n; b++)
        if (a != b)
          assert_int_equal(nq_occupancy_swap_delta(&occupancy, a, rows[a], b, rows[b]),
                           nq_conflicts_swap_delta(conflicts, a, b));
    free_occupancy(&occupancy);
    nq_conflicts_free(conflicts);
  }
}

static bool square_is_free(const nq_occupancy *occupancy, uint32_t column, uint64_t row) {
  return row < occupancy->n && !test_bit(occupancy->rows, row_bit(occupancy, row)) &&
         diagonals_free(occupancy, column, (uint32_t)row);
}

static void windows_show_the_free_squares(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 7, 8, 57, 64, 100, 333, NQ_PARTS_N, NQ_PARTS_N + 3};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i];
    nq_pcg64 random;
    nq_pcg64_seed(&random, 9, n);
    nq_occupancy occupancy;
    assert_true(init_occupancy(&occupancy, n));
    uint32_t step = 1 + n / 300; /* of the rows and columns looked at */
    for (uint32_t queens = 0; queens < n / 3; queens++)
      assert_true(nq_occupancy_place(&occupancy, below(&random, n), below(&random, n)));
    for (uint32_t column = 0; column < n; column += step)
      for (uint32_t row = n - 1 - (n - 1) / step * step; row < n; row += step) {
        uint64_t window = occupancy_window(&occupancy, column, row);
        for (uint32_t bit = 0; bit < 64; bit++) {
          bool free = bit < NQ_WINDOW &&
                      square_is_free(&occupancy, column, row + ((uint64_t)bit << occupancy.shift));
          if ((window >> bit & 1) != free)
            fail_msg("n %" PRIu32 ", column %" PRIu32 ", row %" PRIu32 " + %" PRIu32, n, column,
                     row, bit);
        }
      }
    free_occupancy(&occupancy);
  }
}

/* No window past the last row offers a square, as far as windows may begin. */
static void offer_nothing_past_the_last_row(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= NQ_PARTS_N + 9; n = n == 130 ? NQ_PARTS_N : n + 3) {
    nq_occupancy occupancy;
    assert_true(init_occupancy(&occupancy, n));
    for (int round = 0; round < 2; round++) {
      for (uint32_t row = n; row < n + ((uint32_t)NQ_OVERHANG << occupancy.shift); row++)
        assert_int_equal(occupancy_window(&occupancy, n / 2, row), 0);
      nq_occupancy_clear(&occupancy);
    }
    free_occupancy(&occupancy);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(count_as_the_full_counters),
      cmocka_unit_test(foretell_swaps_as_the_full_counters),
      cmocka_unit_test(windows_show_the_free_squares),
      cmocka_unit_test(offer_nothing_past_the_last_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
