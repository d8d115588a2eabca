/* src/draw/board: many boards on one page. */
#include "draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const uint32_t solution[8] = {3, 1, 6, 4, 0, 7, 5, 2};

static void a_sheet_has_limits(void **state) {
  (void)state;
  nq_bytes bytes = {0};
  nq_error error = {0};
  uint32_t rows[3 * 8];
  for (size_t i = 0; i < 3; i++) memcpy(rows + 8 * i, solution, sizeof solution);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, 2, rows, 3, 8, &bytes, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "href=\"#q\""), 24);
  nq_bytes_release(&bytes);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, 2, rows, 0, 8, &bytes, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, 2, rows, 1001, 8, &bytes, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, 2, rows, 1, 33, &bytes, &error), NQ_BAD_VALUE);
  nq_bytes_release(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sheet_has_limits),
  };
  return cmocka_run_group_tests_name("draw_sheet", tests, NULL, NULL);
}
