/* src/draw/run: animated runs. */
#include "draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void a_run_moves_queens_and_ends_as_the_last_board(void **state) {
  (void)state;
  uint32_t rows[] = {1, 1, 0, 2, 1, 3, 0, 2};
  const nq_run run = {.n = 4, .boards = 2, .rows = rows};
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_run(&run, &bytes, &error), NQ_OK);
  /* Four queens and the dot of the chart are animated; one queen moves. */
  assert_int_equal(count_text(&bytes, "<animateTransform"), 5);
  require_contains(&bytes, "values=\"130 130;130 130;130 258;130 258\"");
  require_contains(&bytes, "<g transform=\"translate(130 258)\">");
  /* At the end all are filled. */
  assert_int_equal(count_text(&bytes, "href=\"#h\" color=\"#d55e00\" visibility=\"hidden\""), 4);
  assert_int_equal(count_text(&bytes, "href=\"#q\" color=\"#1f2a44\" visibility=\"visible\""), 4);
  assert_int_equal(count_text(&bytes, "<path visibility"), 1); /* lines of the first board */
  nq_bytes_release(&bytes);
  nq_run large = run;
  large.n = NQ_DRAW_RUN_N_MAX + 1;
  assert_int_equal(nq_draw_run(&large, &bytes, &error), NQ_BAD_VALUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_moves_queens_and_ends_as_the_last_board),
  };
  return cmocka_run_group_tests_name("draw_run", tests, NULL, NULL);
}
