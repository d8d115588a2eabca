/* The small searches: symmetric solutions, against every board without conflicts. */
#include "counting/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct turn_counts {
  uint64_t all, half, quarter;
} turn_counts;

/* Every board without conflicts, tested square by square. */
static void walk_all(uint32_t n, uint32_t column, int *rows, turn_counts *turns) {
  int last = (int)n - 1;
  if (column == n) {
    bool half = true, quarter = true;
    for (int c = 0; c <= last; c++) {
      half = half && rows[last - c] == last - rows[c];
      quarter = quarter && rows[last - rows[c]] == c;
    }
    turns->all++;
    turns->half += half ? 1 : 0;
    turns->quarter += quarter ? 1 : 0;
    return;
  }
  for (int row = 0; row <= last; row++) {
    bool free = true;
    for (int c = 0; c < (int)column && free; c++)
      free = rows[c] != row && abs(rows[c] - row) != (int)column - c;
    rows[column] = row;
    if (free) walk_all(n, column + 1, rows, turns);
  }
}

static void symmetric_solutions(void **state) {
  uint64_t quarter;
  (void)state;
  for (uint32_t n = 1; n <= 9; n++) {
    int rows[9] = {0};
    turn_counts turns = {0};
    walk_all(n, 0, rows, &turns);
    assert_int_equal(nq_count_known(n), turns.all);
    assert_int_equal(nq_count_half_turn(n, &quarter, NULL, NULL), turns.half);
    assert_int_equal(quarter, turns.quarter);
  }
  assert_int_equal(nq_count_half_turn(12, &quarter, NULL, NULL), 80); /* OEIS A032522, A033148 */
  assert_int_equal(quarter, 8);
  assert_int_equal(nq_count_half_turn(16, &quarter, NULL, NULL), 3000);
  (void)nq_count_half_turn(17, &quarter, NULL, NULL);
  assert_int_equal(quarter, 128);
}

static bool ask_thrice(void *context) {
  uint32_t *asked = context;
  return ++*asked < 3;
}

static bool refuse(void *context, const nq_progress *progress) {
  (void)context;
  assert_string_equal(progress->phase, "count");
  return false;
}

static void half_turns_can_be_broken_off(void **state) {
  (void)state;
  uint32_t asked = 0;
  uint64_t classes = 1, quarter;
  bool interrupted = false;
  assert_true(nq_count_half_turn(18, &quarter, ask_thrice, &asked) == NQ_COUNT_UNKNOWN);
  assert_int_equal(asked, 3);
  assert_int_equal(nq_count_fundamental(27, 0, refuse, NULL, &classes, &interrupted, NULL), NQ_OK);
  assert_true(interrupted);
  assert_int_equal(classes, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(symmetric_solutions),
      cmocka_unit_test(half_turns_can_be_broken_off),
  };
  return cmocka_run_group_tests_name("counting_simple", tests, NULL, NULL);
}
