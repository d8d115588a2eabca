/* The arithmetic of the largest board, on memory of which only the touched pages are there. */
#include "core/occupancy.h"
#include "search/blocks.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdlib.h>

#define LAST (NQ_N_MAX - 1)

static void skip_narrow(void) {
  if (sizeof(size_t) < 8) skip();
}

static void place(nq_occupancy *occupancy, uint32_t column, uint32_t row, uint64_t total) {
  assert_true(nq_occupancy_place(occupancy, column, row));
  assert_int_equal(occupancy->total, total);
}

static void counts_in_the_corners(void **state) {
  (void)state;
  skip_narrow();
  nq_occupancy occupancy;
  if (!nq_occupancy_init(&occupancy, NQ_N_MAX)) {
    nq_occupancy_release(&occupancy);
    skip(); /* the system maps no more than it has */
  }
  place(&occupancy, 0, 0, 0);
  place(&occupancy, LAST, LAST, 1); /* the falling diagonal of 0 0 */
  place(&occupancy, 0, LAST, 2);    /* the row of the last; columns are not counted */
  nq_occupancy_remove(&occupancy, 0, LAST);
  assert_int_equal(occupancy.total, 1);
  nq_occupancy_remove(&occupancy, 0, 0);
  nq_occupancy_remove(&occupancy, LAST, LAST);
  place(&occupancy, LAST, 1, 0);
  place(&occupancy, 1, LAST, 1); /* the same rising diagonal, past 2^32 */
  assert_false(diagonals_free(&occupancy, LAST / 2 + 1, LAST / 2));
  assert_true(diagonals_free(&occupancy, LAST, LAST));
  nq_occupancy_release(&occupancy);
}

/* A window at the last row offers nothing behind it. */
static void offers_the_last_row(void **state) {
  (void)state;
  skip_narrow();
  nq_occupancy occupancy;
  if (nq_occupancy_init(&occupancy, NQ_N_MAX)) {
    static const uint64_t window = (UINT64_C(1) << NQ_WINDOW) - 1;
    assert_int_equal(occupancy_window(&occupancy, LAST, LAST) & window, 1);
    assert_int_equal(occupancy_window(&occupancy, 0, LAST - 2) & window, 7);
    assert_int_equal(occupancy_window(&occupancy, 0, 0) & window, window);
  }
  nq_occupancy_release(&occupancy);
}

static void every_block_of_rows_is_met(void **state) {
  (void)state;
  static const uint32_t sizes[] = {NQ_N_MAX, (UINT32_C(1) << 31) + 1};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    nq_pcg64 random;
    nq_blocks blocks;
    nq_pcg64_seed(&random, 5, i);
    nq_blocks_init(&blocks, sizes[i], &random);
    assert_true(blocks.count * blocks.bytes * 8 >= sizes[i]);
    assert_true((blocks.count - 1) * blocks.bytes * 8 < sizes[i]);
    uint8_t *met = calloc((size_t)blocks.count, 1);
    assert_non_null(met);
    for (uint64_t column = 0; column < blocks.count; column++) {
      uint64_t rows[64];
      assert_in_range(blocks.strata, 1, 64);
      blocks_meet(&blocks, column, rows);
      for (uint32_t j = 0; j < blocks.strata; j++) {
        if (rows[j] >= blocks.count) fail_msg("n %" PRIu32 ", block %" PRIu64, sizes[i], rows[j]);
        met[rows[j]]++;
      }
    }
    for (uint64_t row = 0; row < blocks.count; row++)
      if (met[row] != blocks.strata) fail_msg("n %" PRIu32 ", block %" PRIu64, sizes[i], row);
    free(met);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_in_the_corners),
      cmocka_unit_test(offers_the_last_row),
      cmocka_unit_test(every_block_of_rows_is_met),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
