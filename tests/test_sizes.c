/* Lists and ranges of board sizes. */
#include "core/option.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const nq_option size = {NQ_OPTION_COUNT32, "n", .least = 4, .most = UINT32_MAX};

static void reads_lists_and_ranges(void **state) {
  (void)state;
  static const struct {
    const char *list;
    size_t count;
    uint32_t first, last;
  } cases[] = {{"8", 1, 8, 8},
               {"8,1e3", 2, 8, 1000},
               {"8..12", 5, 8, 12},
               {"8..128", 121, 8, 128},
               {"8..127:x2", 4, 8, 64},
               {"8..8", 1, 8, 8},
               {"8..12:+1", 5, 8, 12},
               {"8..128:x2", 5, 8, 128},
               {"10..1e5:x10", 5, 10, 100000},
               {"10..55:+10", 5, 10, 50},
               {"5,6..7,4", 4, 5, 4},
               {"4..4294967295:x2", 30, 4, 1U << 31},
               {"4294967290..4294967295", 6, 4294967290, 4294967295}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_sizes sizes = {0};
    assert_int_equal(nq_sizes_add(&sizes, &size, cases[i].list, NULL), NQ_OK);
    assert_int_equal(sizes.count, cases[i].count);
    assert_int_equal(sizes.n[0], cases[i].first);
    assert_int_equal(sizes.n[sizes.count - 1], cases[i].last);
    nq_sizes_release(&sizes);
  }
}

static void refuses_others(void **state) {
  (void)state;
  static const struct {
    const char *list, *words;
  } cases[] = {{"x", "n: 'x' is not a whole number"},
               {"", "''"},
               {"8,,9", "''"},
               {"8 ,9", "'8 '"},
               {"3", "'3' is out of range: it must be 4 to 4294967295"},
               {"8..3", "'3' is out of range"},
               {"9..8", "'9..8' is empty: the smaller size comes first"},
               {"8..16..32", "'16..32' is not a whole number"},
               {"8..16:", "'8..16:' has another step"},
               {"8..16:2", "'8..16:2' has another step than :+K"},
               {"8..16:x1", "has another step"},
               {"8..16:+0", "has another step"},
               {"8..16:+1e10", "has another step"},
               {"8..16:x2x", "has another step"},
               {"4..20000", "n: at most 10000 numbers"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_sizes sizes = {0};
    nq_error error = {0};
    assert_int_equal(nq_sizes_add(&sizes, &size, cases[i].list, &error), NQ_BAD_VALUE);
    if (strstr(error.message, cases[i].words) == NULL)
      fail_msg("'%s': %s", cases[i].list, error.message);
    nq_sizes_release(&sizes);
  }
}

static void finds_one_that_is_given_twice(void **state) {
  (void)state;
  nq_sizes sizes = {0};
  nq_error error = {0};
  assert_int_equal(nq_sizes_add(&sizes, &size, "8..32:x2", NULL), NQ_OK);
  assert_int_equal(nq_sizes_require_distinct(&sizes, &size, &error), NQ_OK);
  assert_int_equal(nq_sizes_add(&sizes, &size, "16", NULL), NQ_OK);
  assert_int_equal(nq_sizes_require_distinct(&sizes, &size, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "n: 16 is given twice");
  nq_sizes_release(&sizes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_lists_and_ranges),
      cmocka_unit_test(refuses_others),
      cmocka_unit_test(finds_one_that_is_given_twice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
