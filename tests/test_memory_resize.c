/* nq_memory_resize keeps the old elements, between all kinds of blocks. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Below, at and above 1 MiB, from which blocks are mapped, and half a huge page more than some. */
static const uint64_t counts[] = {1,       1000,    262143,  262144,  262145, 300000,
                                  1048575, 1048577, 1310720, 3000000, 9000000};

#define COUNTS (sizeof counts / sizeof *counts)

static void keeps_elements(void **state) {
  (void)state;
  for (size_t from = 0; from < COUNTS; from++)
    for (size_t to = 0; to < COUNTS; to++) {
      uint64_t old_count = counts[from], new_count = counts[to];
      uint32_t *block = nq_memory_new(old_count, sizeof *block);
      assert_non_null(block);
      for (uint64_t i = 0; i < old_count; i++) block[i] = (uint32_t)i * 2654435761u;
      block = nq_memory_resize(block, old_count, new_count, sizeof *block);
      assert_non_null(block);
      for (uint64_t i = 0; i < old_count && i < new_count; i++)
        assert_true(block[i] == (uint32_t)i * 2654435761u);
      block[new_count - 1] = 7;
      nq_memory_free(block, new_count, sizeof *block);
    }
}

static void refuses_and_keeps(void **state) {
  (void)state;
  static const uint64_t sizes[] = {10, 2000000};
  for (size_t i = 0; i < 2; i++) {
    uint32_t *block = nq_memory_new(sizes[i], sizeof *block);
    assert_non_null(block);
    block[9] = 9;
    assert_null(nq_memory_resize(block, sizes[i], UINT64_MAX / 2, sizeof *block));
    assert_null(nq_memory_resize(block, sizes[i], UINT64_C(1) << 58, sizeof *block));
    assert_int_equal(block[9], 9);
    nq_memory_free(block, sizes[i], sizeof *block);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_elements),
      cmocka_unit_test(refuses_and_keeps),
  };
  return cmocka_run_group_tests_name("memory_resize", tests, NULL, NULL);
}
