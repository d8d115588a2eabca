/* SMT-LIB: special cases, diagonals and bits.  z3 reads the rest (tests/interop/smt.bats). */
#include "export.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* 2n - 1, the largest sum, fits, and half the bits would not do. */
static void takes_bits_for_the_largest_sum(void **state) {
  (void)state;
  static const struct {
    uint32_t n, bits;
  } cases[] = {{1, 1}, {2, 2}, {3, 3}, {4, 3}, {5, 4}, {8, 4}, {9, 5}, {128, 8}, {129, 9}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char native[32], sort[40];
    snprintf(native, sizeof native, "n %" PRIu32 "\n", cases[i].n);
    snprintf(sort, sizeof sort, "(declare-const Q1 (_ BitVec %" PRIu32 "))", cases[i].bits);
    char *text = export_native("smtlib", "bv", NQ_PART_ALL, native);
    export_has(text, sort);
    free(text);
  }
}

/* With n = 1, functions that want two arguments get two. */
static void writes_one_square(void **state) {
  (void)state;
  char *text = export_native("smtlib", "bool", NQ_PART_ALL, "n 1\n");
  assert_int_equal(export_count(text, "(assert (or q1_1 false))\n"), 2);
  export_has(text, "(define-fun Q1 () Int (+ 0 (ite q1_1 1 0)))\n");
  free(text);
  text = export_native("smtlib", NULL, NQ_PART_ALL, "n 1\n");
  assert_null(strstr(text, "distinct"));
  export_has(text, "(set-logic QF_IDL)\n"); /* the default */
  export_has(text, "(get-value (Q1))\n");
  free(text);
}

/* Each square has a place on a rising and on a falling diagonal of its own number. */
static void walks_every_diagonal(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 6; n++)
    for (uint32_t d = 0; d <= 2 * n - 2; d++)
      for (int rising = 0; rising < 2; rising++) {
        nq_instance *instance = nq_instance_new(n);
        nq_export_options options = {.format = "smtlib", .encoding = "bool"};
        assert_int_equal(rising ? nq_instance_exclude_rising(instance, d, NULL)
                                : nq_instance_exclude_falling(instance, d, NULL),
                         NQ_OK);
        char *text = export_text(instance, &options);
        for (uint32_t column = 0; column < n; column++)
          for (uint32_t row = 0; row < n; row++) {
            char denied[40];
            snprintf(denied, sizeof denied, "(assert (not q%" PRIu32 "_%" PRIu32 "))\n", column + 1,
                     row + 1);
            bool allowed = nq_instance_allows(instance, column, row);
            assert_int_equal(export_count(text, denied), allowed ? 0 : 1);
          }
        free(text);
        nq_instance_free(instance);
      }
}

static void stops_where_nothing_can_be_written(void **state) {
  (void)state;
  export_refusal("smtlib", "int", 3000000);
  export_refusal("smtlib", "bool", 20000);
  export_refusal("smtlib", "bv", 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_bits_for_the_largest_sum),
      cmocka_unit_test(writes_one_square),
      cmocka_unit_test(walks_every_diagonal),
      cmocka_unit_test(stops_where_nothing_can_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
