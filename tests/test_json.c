/* Texts from outside become JSON that every reader accepts; different texts stay different. */
#include "core/json.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void expect(const char *text, const char *expected) {
  json_t *array = json_array();
  nq_json_append(&array, nq_json_bytes(text));
  char *written = nq_json_text(array, JSON_COMPACT);
  assert_non_null(written);
  assert_string_equal(written, expected);
  json_decref(array);
  free(written);
}

static void controls_and_bytes_are_escaped(void **state) {
  (void)state;
  expect("", "[\"\"]");
  expect("a \"b\"\\c\n\t\x01", "[\"a \\\"b\\\"\\\\c\\n\\t\\u0001\"]");
  expect("\x7f|\xc2\x80|\xc2\x9b|\xc2\x9f|\xc2\xa0",
         "[\"\\u007f|\\u0080|\\u009b|\\u009f|\xc2\xa0\"]");
  expect("\xc3\xbc\xe2\x9c\x93\xf0\x9f\x98\x80", "[\"\xc3\xbc\xe2\x9c\x93\xf0\x9f\x98\x80\"]");
  expect("\xff\x80|\x9b|\xc2", "[\"\\udcff\\udc80|\\udc9b|\\udcc2\"]");
  expect("\xe2\x9c|\xf0\x9f\x98", "[\"\\udce2\\udc9c|\\udcf0\\udc9f\\udc98\"]");
  expect("\xc0\xaf", "[\"\\udcc0\\udcaf\"]");            /* too long for its code point */
  expect("\xed\xb2\x80", "[\"\\udced\\udcb2\\udc80\"]"); /* U+DC80 itself */
  expect("\xf4\x90\x80\x80", "[\"\\udcf4\\udc90\\udc80\\udc80\"]"); /* above U+10FFFF */
}

/* A text of the stand-in characters themselves. */
static void noncharacters_do_not_pass_for_escapes(void **state) {
  (void)state;
  expect("\xef\xb7\x99\xef\xb7\x9b", "[\"\\udcef\\udcb7\\udc99\\udcef\\udcb7\\udc9b\"]");
  expect("\xef\xb7\xaf", "[\"\\udcef\\udcb7\\udcaf\"]");
  expect("\xef\xb7\x8f\xef\xb7\xb0", "[\"\xef\xb7\x8f\xef\xb7\xb0\"]"); /* their neighbours */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(controls_and_bytes_are_escaped),
      cmocka_unit_test(noncharacters_do_not_pass_for_escapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
