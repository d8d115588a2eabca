/* How messages show times and sizes, above all where one unit ends and the next begins. */
#include "cli/commands.h"
#include "core/core.h"
#include "options/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void reads(double seconds, const char *expected) {
  char text[32];
  cli_describe_seconds(seconds, text, sizeof text);
  assert_string_equal(text, expected);
}

static void test_seconds(void **state) {
  (void)state;
  reads(0, "0 us");
  reads(59e-6, "59 us");
  reads(26.2e-3, "26.2 ms");
  reads(1.634, "1.63 s");
  reads(86400, "86400 s");
}

/* Three digits, rounded: never "1e+03 us". */
static void test_seconds_between_units(void **state) {
  (void)state;
  reads(999.4e-6, "999 us");
  reads(999.6e-6, "1 ms");
  reads(1e-3, "1 ms");
  reads(0.9994, "999 ms");
  reads(0.9996, "1 s");
  reads(999.4, "999 s");
  reads(999.6, "1000 s");
}

static void test_bytes(void **state) {
  static const struct {
    uint64_t bytes;
    const char *text;
  } cases[] = {{0, "0 bytes"},       {557, "557 bytes"},        {1023, "1023 bytes"},
               {1024, "1.0 KiB"},    {102348, "99.9 KiB"},      {102400, "100 KiB"},
               {5690000, "5.4 MiB"}, {17179869308, "16.0 GiB"}, {UINT64_MAX, "16.0 EiB"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[32];
    nq_memory_describe(cases[i].bytes, text, sizeof text);
    assert_string_equal(text, cases[i].text);
  }
}

static void test_left(void **state) {
  static const struct {
    double seconds;
    const char *text;
  } cases[] = {{0, "0 s"},          {59.9, "59 s"},     {60, "1 min 0 s"}, {3599, "59 min 59 s"},
               {7500, "2 h 5 min"}, {273600, "3 d 4 h"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[60];
    cli_describe_left(cases[i].seconds, text, sizeof text);
    assert_string_equal(text, cases[i].text);
  }
}

static void test_plain(void **state) {
  (void)state;
  char text[] = "a\x1b[2Jb\nc\x7f\xc3\xa9";
  cli_mask_controls(text);
  assert_string_equal(text, "a?[2Jb?c?\xc3\xa9");
}

/* U+009B does what ESC [ does; it is a byte of its own in ISO 8859, and part of letters in UTF-8. */
static void test_plain_above_ascii(void **state) {
  (void)state;
  char text[] = "a\xc2\x9b"
                "2Jb\x9b"
                "c\xc2\xa0\xc4\x9b\xe2\x9c\x93\xf0\x9f\x98\x80";
  cli_mask_controls(text);
  assert_string_equal(text, "a??2Jb?c\xc2\xa0\xc4\x9b\xe2\x9c\x93\xf0\x9f\x98\x80");
  char first[] = "\x85";
  cli_mask_controls(first);
  assert_string_equal(first, "?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_seconds), cmocka_unit_test(test_seconds_between_units),
      cmocka_unit_test(test_bytes),   cmocka_unit_test(test_left),
      cmocka_unit_test(test_plain),   cmocka_unit_test(test_plain_above_ascii)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
