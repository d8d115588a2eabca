/* Boards: empty columns, and the state after a failed allocation. */
#include "nqueens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void begins_empty(void **state) {
  (void)state;
  nq_board board;
  assert_int_equal(nq_board_init(&board, 5, NULL), NQ_OK);
  assert_int_equal(board.n, 5);
  for (uint32_t column = 0; column < 5; column++) assert_int_equal(board.rows[column], NQ_EMPTY);
  nq_board_release(&board);
  assert_int_equal(board.n, 0);
  assert_null(board.rows);
  nq_board_release(&board);
}

static void can_be_released_after_an_error(void **state) {
  (void)state;
  uint32_t elsewhere;
  nq_board board = {.n = 7, .rows = &elsewhere}; /* as if never initialized */
  assert_int_equal(nq_board_init(&board, 0, NULL), NQ_BAD_VALUE);
  assert_int_equal(board.n, 0);
  assert_null(board.rows);
  nq_board_release(&board);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(begins_empty),
      cmocka_unit_test(can_be_released_after_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
