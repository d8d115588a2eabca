/* src/draw/bytes: bytes that grow, numbers and base64. */
#include "draw/draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void numbers_have_two_decimals(void **state) {
  (void)state;
  static const struct {
    double number;
    const char *text;
  } cases[] = {{0, "0"},       {-0.001, "0"},       {1, "1"},          {-1, "-1"},
               {0.5, "0.5"},   {-0.25, "-0.25"},    {3.14159, "3.14"}, {1.005, "1"},
               {0.05, "0.05"}, {12345.999, "12346"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_bytes bytes = {0};
    nq_bytes_number(&bytes, cases[i].number);
    nq_bytes_add(&bytes, "", 1);
    assert_string_equal((const char *)bytes.data, cases[i].text);
    nq_bytes_release(&bytes);
  }
}

static void base64_is_that_of_rfc_4648(void **state) {
  (void)state;
  static const char *const plain[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar"};
  static const char *const packed[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                       "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    nq_bytes bytes = {0};
    nq_bytes_base64(&bytes, (const unsigned char *)plain[i], strlen(plain[i]));
    nq_bytes_add(&bytes, "", 1);
    assert_string_equal((const char *)bytes.data, packed[i]);
    nq_bytes_release(&bytes);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_have_two_decimals),
      cmocka_unit_test(base64_is_that_of_rfc_4648),
  };
  return cmocka_run_group_tests_name("draw_bytes", tests, NULL, NULL);
}
