/* Numbers of 128 bits: text, sums, order. */
#include "core/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define MOST UINT64_MAX

static const struct {
  nq_wide value;
  const char *text;
} numbers[] = {{{0, 0}, "0"},
               {{9, 0}, "9"},
               {{10, 0}, "10"},
               {{MOST, 0}, "18446744073709551615"},
               {{0, 1}, "18446744073709551616"},
               {{MOST, 1}, "36893488147419103231"},
               {{UINT64_C(0x8ac7230489e80000), 0}, "10000000000000000000"},
               {{0, UINT64_C(1) << 63}, "170141183460469231731687303715884105728"},
               {{MOST, MOST}, "340282366920938463463374607431768211455"}};

static void numbers_are_written_and_read(void **state) {
  (void)state;
  char text[WIDE_TEXT_BYTES];
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    nq_wide value = {1, 1};
    assert_string_equal(nq_wide_format(numbers[i].value, text), numbers[i].text);
    assert_true(nq_wide_parse(numbers[i].text, &value));
    assert_int_equal(value.low, numbers[i].value.low);
    assert_int_equal(value.high, numbers[i].value.high);
  }
}

static void other_texts_are_refused(void **state) {
  (void)state;
  static const char *const texts[] = {"",
                                      "-1",
                                      "+1",
                                      "01",
                                      "1x",
                                      " 1",
                                      "1 ",
                                      "00",
                                      "340282366920938463463374607431768211456",
                                      "340282366920938463463374607431768211460",
                                      "999999999999999999999999999999999999999",
                                      "3402823669209384634633746074317682114550"};
  nq_wide value;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    assert_false(nq_wide_parse(texts[i], &value));
}

static void sums_carry(void **state) {
  (void)state;
  nq_wide sum = add_wide((nq_wide){MOST, 2}, (nq_wide){1, 3});
  assert_true(sum.low == 0 && sum.high == 6);
  nq_wide rest = subtract_wide(sum, (nq_wide){1, 3});
  assert_true(rest.low == MOST && rest.high == 2);
  assert_true(is_less_wide((nq_wide){MOST, 1}, (nq_wide){0, 2}));
  assert_true(is_less_wide((nq_wide){1, 2}, (nq_wide){2, 2}));
  assert_false(is_less_wide((nq_wide){2, 2}, (nq_wide){2, 2}));
  assert_false(is_less_wide((nq_wide){0, 3}, (nq_wide){MOST, 2}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_written_and_read),
      cmocka_unit_test(other_texts_are_refused),
      cmocka_unit_test(sums_carry),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
