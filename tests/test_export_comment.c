/* Comments of exported files: nothing in them is read as code. */
#include "export.h"
#include "format/exports/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static void expect_comment(const char *text, const char *expected) {
  int descriptor = io_file();
  size_t size;
  nq_output output;
  assert_true(nq_output_init(&output, descriptor, NQ_OUTPUT_BYTES));
  nq_export_comment(&output, "#", text);
  assert_int_equal(nq_output_flush(&output, NULL), NQ_OK);
  nq_output_release(&output);
  char *written = io_contents(descriptor, &size);
  assert_string_equal(written, expected);
  free(written);
  close(descriptor);
}

static void marks_every_line(void **state) {
  (void)state;
  expect_comment("", "");
  expect_comment("one", "# one\n");
  expect_comment("one\n", "# one\n");
  expect_comment("one\n\ntwo\n\n", "# one\n#\n# two\n#\n");
  expect_comment("\n", "#\n");
  expect_comment("\ttab", "# \ttab\n");
}

static void lets_no_other_byte_end_a_line(void **state) {
  (void)state;
  expect_comment("a\rimport os", "# a?import os\n");
  expect_comment("a\r\nb", "# a?\n# b\n");
  expect_comment("a\x0b"
                 "b\x0c"
                 "c\x1b"
                 "d\x7f",
                 "# a?b?c?d?\n");
  expect_comment("\x01\x08\x1c\x1f", "# ????\n");
  /* NEL, LINE SEPARATOR, RIGHT-TO-LEFT OVERRIDE, ISOLATE: each of their bytes */
  expect_comment("a\xc2\x85"
                 "b",
                 "# a??b\n");
  expect_comment("a\xe2\x80\xa8"
                 "b\xe2\x80\xae",
                 "# a???b???\n");
  expect_comment("\xe2\x81\xa6\xe2\x81\xa9", "# ??????\n");
}

static void keeps_text_and_replaces_what_is_none(void **state) {
  (void)state;
  expect_comment("Gau\xc3\x9f \xe2\x99\x95 \xf0\x9f\x91\x91",
                 "# Gau\xc3\x9f \xe2\x99\x95 \xf0\x9f\x91\x91\n");
  expect_comment("\xc2\xa0\xe2\x80\xa7\xe2\x80\xaf\xf4\x8f\xbf\xbf",
                 "# \xc2\xa0\xe2\x80\xa7\xe2\x80\xaf\xf4\x8f\xbf\xbf\n");
  expect_comment("\x80 \xff \xf8\x88\x80\x80\x80", "# ? ? ?????\n"); /* no lead bytes */
  expect_comment("\xc3", "# ?\n");                                   /* cut short */
  expect_comment("\xe2\x99\n\x95", "# ??\n# ?\n");
  expect_comment("\xc3(", "# ?(\n");
  expect_comment("\xc0\x8a \xe0\x80\x8a \xf0\x80\x80\x8a", "# ?? ??? ????\n"); /* too long */
  expect_comment("\xc1\x81 \xe0\x81\x81 \xf0\x80\x81\x81", "# ?? ??? ????\n");
  expect_comment("\xed\xa0\x80 \xf4\x90\x80\x80", "# ??? ????\n"); /* surrogate, out of Unicode */
}

/* Every format marks each line of the caller's text, whatever stands in it. */
static void is_a_comment_in_every_format(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(4);
  static const struct {
    const char *format, *encoding, *expected;
  } cases[] = {
      {"smtlib", "int", "; \"x*/ -->\n; ?y\n"},    {"smtlib", "bool", "; \"x*/ -->\n; ?y\n"},
      {"minizinc", NULL, "% \"x*/ -->\n% ?y\n"},   {"opl", NULL, "// \"x*/ -->\n// ?y\n"},
      {"cpsat", "proto", "# \"x*/ -->\n# ?y\n"},   {"cpsat", "python", "# \"x*/ -->\n# ?y\n"},
      {"ortools-cp", NULL, "# \"x*/ -->\n# ?y\n"}, {"z3py", NULL, "# \"x*/ -->\n# ?y\n"},
      {"asp", NULL, "% \"x*/ -->\n% ?y\n"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_export_options options = {
        .format = cases[i].format, .encoding = cases[i].encoding, .comment = "\"x*/ -->\n\ry"};
    char *text = export_text(instance, &options);
    export_has(text, cases[i].expected);
    assert_int_equal(export_count(text, "-->"), 1);
    free(text);
  }
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(marks_every_line),
      cmocka_unit_test(lets_no_other_byte_end_a_line),
      cmocka_unit_test(keeps_text_and_replaces_what_is_none),
      cmocka_unit_test(is_a_comment_in_every_format),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
