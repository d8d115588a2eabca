/* The checker's description of invalid boards. */
#include "nqueens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static nq_instance *new_described(void) {
  nq_instance *instance = nq_instance_new(8);
  assert_non_null(instance);
  assert_int_equal(nq_instance_place(instance, 0, 0, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 7, 2, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 1, 6, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 3, 7, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_falling(instance, 6, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, 12, NULL), NQ_OK);
  return instance;
}

static void describes_the_first_defect(void **state) {
  (void)state;
  static const struct {
    uint32_t rows[8];
    const char *text;
  } cases[] = {
      {{0, 4, 7, 5, 2, 6, 1, 3}, ""},
      {{0, 0, 7, NQ_EMPTY, 2, 9, 1, 8}, "column 5 has row 9, outside 0..7"},
      {{0, NQ_EMPTY, 7, 5, 2, 6, 1, 3}, "column 1 is empty"},
      {{0, 0, NQ_EMPTY, NQ_EMPTY, 2, 6, 1, NQ_EMPTY}, "column 2 is empty, and 2 more"},
      {{0, 4, 7, 5, 2, 7, 1, 3}, "columns 2 and 5 share row 7"},
      {{2, 5, 3, 1, 4, 6, 0, 7}, "columns 2 and 5 share falling diagonal 8"},
      {{0, 5, 7, 4, 2, 6, 1, 3}, "columns 1 and 4 share rising diagonal 6"},
      {{2, 4, 7, 3, 0, 6, 1, 5}, "column 0 has row 2, but a queen is placed on row 0"},
      {{0, 6, 4, 7, 1, 3, 5, 2}, "column 1, row 6 is blocked"},
      {{0, 5, 7, 2, 6, 3, 1, 4}, "column 3, row 2 is on excluded falling diagonal 6"},
  };
  nq_instance *instance = new_described();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_check_report report;
    char text[200] = "unwritten", plain[200] = "unwritten";
    assert_int_equal(nq_check(cases[i].rows, 8, instance, &report, NULL), NQ_OK);
    nq_check_describe(&report, 8, instance, text, sizeof text);
    assert_string_equal(text, cases[i].text);
    assert_int_equal(report.valid, *text == '\0');
    assert_int_equal(nq_check(cases[i].rows, 8, NULL, &report, NULL), NQ_OK);
    nq_check_describe(&report, 8, NULL, plain, sizeof plain);
    assert_string_equal(plain, strstr(text, "shar") || strstr(text, "out") || strstr(text, "empty")
                                   ? cases[i].text
                                   : "");
  }
  nq_instance_free(instance);
}

static void describes_an_excluded_rising_diagonal(void **state) {
  (void)state;
  const uint32_t rows[4] = {1, 3, 0, 2};
  nq_instance *instance = nq_instance_new(4);
  assert_int_equal(nq_instance_exclude_falling(instance, 2, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, 1, NULL), NQ_OK);
  nq_check_report report;
  char text[100];
  assert_int_equal(nq_check(rows, 4, instance, &report, NULL), NQ_OK);
  assert_int_equal(report.broken, 2);
  nq_check_describe(&report, 4, instance, text, sizeof text);
  assert_string_equal(text, "column 0, row 1 is on excluded rising diagonal 1");
  nq_instance_free(instance);
}

static void describes_within_the_size(void **state) {
  (void)state;
  const uint32_t rows[4] = {1, 3, 1, 2};
  nq_check_report report;
  char text[20] = "xxxxxxxxxxxxxxxxxxx";
  assert_int_equal(nq_check(rows, 4, NULL, &report, NULL), NQ_OK);
  nq_check_describe(&report, 4, NULL, text, 8);
  assert_string_equal(text, "columns");
  assert_int_equal(text[8], 'x');
  nq_check_describe(&report, 4, NULL, text, 0);
  assert_string_equal(text, "columns");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(describes_the_first_defect),
      cmocka_unit_test(describes_an_excluded_rising_diagonal),
      cmocka_unit_test(describes_within_the_size),
  };
  return cmocka_run_group_tests_name("check_describe", tests, NULL, NULL);
}
