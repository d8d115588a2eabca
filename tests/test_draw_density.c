/* src/draw/density: counts of queens in square cells. */
#include "draw/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void require_cells_add_up(const nq_density *density, uint64_t queens) {
  uint32_t side = density->side;
  uint64_t sum = 0;
  double area = 0, span = density->span;
  for (uint32_t x = 0; x < side; x++)
    for (uint32_t y = 0; y < side; y++) {
      sum += density->cells[x][y];
      area += nq_density_area(density, x, y);
    }
  assert_int_equal(sum, queens);
  assert_int_equal(density->queens, queens);
  assert_true(area > .999999 * span * span && area < 1.000001 * span * span);
}

/* Rows added all at once or in pieces give the same, correct cells. */
static void check_density(uint32_t n, size_t piece, uint32_t empty) {
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t i = 0; i < n; i++) rows[i] = (uint32_t)((uint64_t)i * 7 % n);
  for (uint32_t i = 0; i < empty; i++) rows[i * 3] = NQ_EMPTY;
  nq_density *density = calloc(1, sizeof(nq_density));
  nq_error error = {0};
  assert_non_null(density);
  for (uint32_t at = 0; at < n; at += (uint32_t)piece)
    nq_density_add(density, rows + at, n - at < piece ? n - at : piece);
  assert_int_equal(nq_density_finish(density, &error), NQ_OK);
  assert_int_equal(density->columns, n);
  require_cells_add_up(density, n - empty);
  uint32_t side = density->side;
  uint64_t cell = (uint64_t)((double)n / density->span + .5);
  uint32_t *expected = calloc((size_t)side * side, sizeof *expected);
  assert_non_null(expected);
  for (uint32_t i = 0; i < n; i++) {
    if (rows[i] == NQ_EMPTY) continue;
    uint64_t x = i / cell, y = rows[i] / cell;
    x = x < side ? x : side - 1;
    y = y < side ? y : side - 1;
    expected[x * side + y]++;
  }
  for (uint32_t x = 0; x < side; x++)
    for (uint32_t y = 0; y < side; y++)
      if (density->cells[x][y] != expected[x * side + y])
        fail_msg("n = %u, pieces of %zu: cell %u, %u", n, piece, x, y);
  free(expected);
  free(density);
  free(rows);
}

static void cells_hold_every_queen(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 2, 7, 512, 513, 1000, 2001, 65536, 100003, 600000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    check_density(sizes[i], sizes[i], 0);
    check_density(sizes[i], 1000, sizes[i] / 4);
    check_density(sizes[i], 65537, 0);
  }
  check_density(3000, 1, 5);
}

static void cells_are_neither_slivers_nor_too_many(void **state) {
  (void)state;
  uint32_t rows[4096];
  for (uint32_t n = 2001; n < 1000000; n += n / 3 + 17) {
    nq_density *density = calloc(1, sizeof(nq_density));
    nq_error error = {0};
    for (uint32_t at = 0; at < n;) {
      uint32_t count = n - at < 4096 ? n - at : 4096;
      for (uint32_t i = 0; i < count; i++) rows[i] = at + i;
      nq_density_add(density, rows, count);
      at += count;
    }
    assert_int_equal(nq_density_finish(density, &error), NQ_OK);
    uint32_t last = density->side - 1;
    double area = nq_density_area(density, last, 0);
    assert_true(area >= .5 && area < 1.5);
    double span = density->span;
    assert_true(span <= 512 && n / (span * span) >= 8);
    assert_true(nq_density_area(density, 0, 0) == 1);
    free(density);
  }
}

static void a_density_refuses_rows_off_the_board(void **state) {
  (void)state;
  uint32_t rows[3000];
  for (uint32_t i = 0; i < 3000; i++) rows[i] = i;
  rows[1234] = 4000000000U;
  nq_density *density = calloc(1, sizeof(nq_density));
  nq_error error = {0};
  assert_int_equal(nq_density_finish(density, &error), NQ_BAD_VALUE); /* no column */
  nq_density_add(density, rows, 1000);
  nq_density_add(density, rows + 1000, 2000);
  assert_int_equal(nq_density_finish(density, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "column 1234 has row 4000000000, but a board of 3000 columns "
                                     "has the rows 0..2999");
  free(density);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cells_hold_every_queen),
      cmocka_unit_test(cells_are_neither_slivers_nor_too_many),
      cmocka_unit_test(a_density_refuses_rows_off_the_board),
  };
  return cmocka_run_group_tests_name("draw_density", tests, NULL, NULL);
}
