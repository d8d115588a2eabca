/* Numbers as people write them. */
#include "core/core.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void expect_whole(const char *text, uint64_t expected) {
  uint64_t value = 99;
  if (nq_number_parse(text, &value) != NQ_NUMBER_OK || value != expected)
    fail_msg("'%s' is %" PRIu64 ", not %" PRIu64, text, value, expected);
}

static void test_whole(void **state) {
  (void)state;
  expect_whole("0", 0);
  expect_whole("0008", 8);
  expect_whole("1_000_000", 1000000);
  expect_whole("1e6", 1000000);
  expect_whole("12E+02", 1200);
  expect_whole("0e99999999999999999999999", 0);
  expect_whole("18446744073709551615", UINT64_MAX);
  expect_whole("1844674407370955161e1", UINT64_MAX - 5);
  static const char *const none[] = {"",   "-1", "+1",  " 1",  "1 ", "1_",  "_1",   "1__0",
                                     "1e", "e1", "1e-", "0x8", "8.", "nan", "1e99x"};
  static const char *const large[] = {"18446744073709551616",
                                      "1844674407370955162e1",
                                      "1e20",
                                      "99999999999999999999999999999999999999999",
                                      "1e9999999999",
                                      "1e18446744073709551616"};
  uint64_t value;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (nq_number_parse(none[i], &value) != NQ_NUMBER_NONE) fail_msg("'%s'", none[i]);
  for (size_t i = 0; i < sizeof large / sizeof *large; i++)
    if (nq_number_parse(large[i], &value) != NQ_NUMBER_LARGE) fail_msg("'%s'", large[i]);
}

static void test_real(void **state) {
  (void)state;
  static const char *const none[] = {"", ".", "1e", "e5", "0x10", "nan", "inf", "1p3", " 1", "1,5"};
  double value;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (nq_number_parse_real(none[i], &value) != NQ_NUMBER_NONE) fail_msg("'%s'", none[i]);
  assert_int_equal(nq_number_parse_real("-2.5e-1", &value), NQ_NUMBER_OK);
  assert_true(value == -0.25);
  assert_int_equal(nq_number_parse_real("1e-999", &value), NQ_NUMBER_OK);
  assert_true(value == 0);
  assert_int_equal(nq_number_parse_real("1e999", &value), NQ_NUMBER_LARGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole), cmocka_unit_test(test_real)};
  return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
