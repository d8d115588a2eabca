/* The vectors of FIPS 180-4 and of NIST's examples. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void known_digests(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
  char text[NQ_SHA256_TEXT];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_sha256(cases[i][0], strlen(cases[i][0]), text);
    assert_string_equal(text, cases[i][1]);
  }
}

/* Lengths at which the padding begins another block. */
static void lengths_about_a_block(void **state) {
  (void)state;
  static const struct {
    size_t size;
    const char *digest;
  } cases[] = {{55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
               {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"}};
  char bytes[64], text[NQ_SHA256_TEXT];
  memset(bytes, 'a', sizeof bytes);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_sha256(bytes, cases[i].size, text);
    assert_string_equal(text, cases[i].digest);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_digests),
      cmocka_unit_test(lengths_about_a_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
