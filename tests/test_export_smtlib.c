/* SMT-LIB: the files of small instances to the byte, and the sizes of larger ones. */
#include "export.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void writes_differences_of_integers(void **state) {
  (void)state;
  export_expect("smtlib", "int", NQ_PART_ALL, "n 2\nqueen 1 0\nblock 0 1\nexclude falling 2\n",
                "; n-queens, n = 2: 1 placed, 1 blocked, 1 diagonals excluded\n"
                "; numbered from 1: Q<column> = row, and the first row is on top\n"
                "(set-option :produce-models true)\n"
                "(set-logic QF_IDL)\n"
                "(declare-const Q1 Int)\n"
                "(declare-const rising1 Int)\n"
                "(declare-const falling1 Int)\n"
                "(assert (<= 1 Q1))\n"
                "(assert (<= Q1 2))\n"
                "(assert (= (- rising1 Q1) 0))\n"
                "(assert (= (- falling1 Q1) 1))\n"
                "(declare-const Q2 Int)\n"
                "(declare-const rising2 Int)\n"
                "(declare-const falling2 Int)\n"
                "(assert (<= 1 Q2))\n"
                "(assert (<= Q2 2))\n"
                "(assert (= (- rising2 Q2) 1))\n"
                "(assert (= (- falling2 Q2) 0))\n"
                "(assert (distinct Q1 Q2))\n"
                "(assert (distinct rising1 rising2))\n"
                "(assert (distinct falling1 falling2))\n"
                "(assert (= Q2 1))\n"
                "(assert (not (= Q1 2)))\n"
                "(define-fun on-rising ((sum Int)) Bool"
                " (or (= rising1 sum) (= rising2 sum)))\n"
                "(define-fun on-falling ((sum Int)) Bool"
                " (or (= falling1 sum) (= falling2 sum)))\n"
                "(assert (not (on-falling 3)))\n"
                "(check-sat)\n"
                "(get-value (Q1 Q2))\n");
}

static void writes_bit_vectors(void **state) {
  (void)state;
  export_expect("smtlib", "bv", NQ_PART_ALL, "n 1\nqueen 0 0\nblock 0 0\nexclude rising 0\n",
                "; n-queens, n = 1: 1 placed, 1 blocked, 1 diagonals excluded\n"
                "; numbered from 1: Q<column> = row, and the first row is on top\n"
                "(set-option :produce-models true)\n"
                "(set-logic QF_BV)\n"
                "(declare-const Q1 (_ BitVec 1))\n"
                "(declare-const rising1 (_ BitVec 1))\n"
                "(declare-const falling1 (_ BitVec 1))\n"
                "(assert (bvule (_ bv1 1) Q1))\n"
                "(assert (bvule Q1 (_ bv1 1)))\n"
                "(assert (= (bvsub rising1 Q1) (_ bv0 1)))\n"
                "(assert (= (bvsub falling1 Q1) (_ bv0 1)))\n"
                "(assert (= Q1 (_ bv1 1)))\n"
                "(assert (not (= Q1 (_ bv1 1))))\n"
                "(define-fun on-rising ((sum (_ BitVec 1))) Bool (= rising1 sum))\n"
                "(define-fun on-falling ((sum (_ BitVec 1))) Bool (= falling1 sum))\n"
                "(assert (not (on-rising (_ bv1 1))))\n"
                "(check-sat)\n"
                "(get-value (Q1))\n");
}

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

static void writes_booleans(void **state) {
  (void)state;
  export_expect("smtlib", "bool", NQ_PART_ALL,
                "n 3\nqueen 1 2\nblock 0 2\nexclude rising 1\nexclude falling 0\n",
                "; n-queens, n = 3: 1 placed, 1 blocked, 2 diagonals excluded\n"
                "; numbered from 1: Q<column> = row, and the first row is on top\n"
                "; (_ at-most 1) is an extension of z3\n"
                "(set-option :produce-models true)\n"
                "(declare-const q1_1 Bool)\n"
                "(declare-const q1_2 Bool)\n"
                "(declare-const q1_3 Bool)\n"
                "(declare-const q2_1 Bool)\n"
                "(declare-const q2_2 Bool)\n"
                "(declare-const q2_3 Bool)\n"
                "(declare-const q3_1 Bool)\n"
                "(declare-const q3_2 Bool)\n"
                "(declare-const q3_3 Bool)\n"
                "(assert (or q1_1 q1_2 q1_3))\n"
                "(assert ((_ at-most 1) q1_1 q1_2 q1_3))\n"
                "(assert (or q2_1 q2_2 q2_3))\n"
                "(assert ((_ at-most 1) q2_1 q2_2 q2_3))\n"
                "(assert (or q3_1 q3_2 q3_3))\n"
                "(assert ((_ at-most 1) q3_1 q3_2 q3_3))\n"
                "(assert (or q1_1 q2_1 q3_1))\n"
                "(assert ((_ at-most 1) q1_1 q2_1 q3_1))\n"
                "(assert (or q1_2 q2_2 q3_2))\n"
                "(assert ((_ at-most 1) q1_2 q2_2 q3_2))\n"
                "(assert (or q1_3 q2_3 q3_3))\n"
                "(assert ((_ at-most 1) q1_3 q2_3 q3_3))\n"
                "(assert (not q3_1))\n" /* falling 0 */
                "(assert (not q1_2))\n" /* rising 1 */
                "(assert (not q2_1))\n"
                "(assert ((_ at-most 1) q2_1 q3_2))\n"
                "(assert ((_ at-most 1) q1_3 q2_2 q3_1))\n"
                "(assert ((_ at-most 1) q1_1 q2_2 q3_3))\n"
                "(assert ((_ at-most 1) q2_3 q3_2))\n"
                "(assert ((_ at-most 1) q1_2 q2_3))\n"
                "(assert q2_3)\n"
                "(assert (not q1_3))\n"
                "(define-fun Q1 () Int (+ 0 (ite q1_1 1 0) (ite q1_2 2 0) (ite q1_3 3 0)))\n"
                "(define-fun Q2 () Int (+ 0 (ite q2_1 1 0) (ite q2_2 2 0) (ite q2_3 3 0)))\n"
                "(define-fun Q3 () Int (+ 0 (ite q3_1 1 0) (ite q3_2 2 0) (ite q3_3 3 0)))\n"
                "(check-sat)\n"
                "(get-value (Q1 Q2 Q3))\n");
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
        char *text = export_measured(instance, &options, 0);
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

static void promises_the_size_of_large_files(void **state) {
  (void)state;
  static const uint32_t sizes[] = {31, 32, 33, 99, 100, 101, 300};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    uint32_t n = sizes[i];
    nq_instance *instance = nq_instance_new(n);
    nq_export_options options = {.format = "smtlib", .encoding = "bool"};
    free(export_measured(instance, &options, 1));
    for (uint32_t d = 0; d < 2 * n - 1; d += 3) {
      assert_int_equal(nq_instance_exclude_rising(instance, d, NULL), NQ_OK);
      assert_int_equal(nq_instance_exclude_falling(instance, d, NULL), NQ_OK);
      assert_int_equal(nq_instance_block(instance, d % n, d * 7 % n, NULL), NQ_OK);
    }
    free(export_measured(instance, &options, 1));
    nq_instance_free(instance);
  }
}

/* At once, and with no number that wraps. */
static void promises_the_size_of_the_largest_file(void **state) {
  (void)state;
  uint64_t smaller, larger;
  nq_export_options options = {.format = "smtlib", .encoding = "bool"};
  nq_instance *instance = nq_instance_new(100000000);
  assert_int_equal(nq_export_size(instance, &options, &smaller, NULL), NQ_OK);
  nq_instance_free(instance);
  instance = nq_instance_new(UINT32_MAX);
  assert_int_equal(nq_export_size(instance, &options, &larger, NULL), NQ_OK);
  nq_instance_free(instance);
  assert_true(smaller > UINT64_C(1000000000000000000)); /* 10^16 squares of more than 100 bytes */
  assert_true(larger > smaller);
}

static void stops_where_nothing_can_be_written(void **state) {
  (void)state;
  export_refusal("smtlib", "int", 3000000);
  export_refusal("smtlib", "bool", 20000);
  export_refusal("smtlib", "bv", 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_differences_of_integers),
      cmocka_unit_test(writes_bit_vectors),
      cmocka_unit_test(takes_bits_for_the_largest_sum),
      cmocka_unit_test(writes_booleans),
      cmocka_unit_test(writes_one_square),
      cmocka_unit_test(walks_every_diagonal),
      cmocka_unit_test(promises_the_size_of_large_files),
      cmocka_unit_test(promises_the_size_of_the_largest_file),
      cmocka_unit_test(stops_where_nothing_can_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
