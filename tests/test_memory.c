/* Checked multiplication, blocks of every kind, and the available memory. */
#define _GNU_SOURCE /* nftw, mkdtemp */
#include "core/core.h"

#include <ftw.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <cmocka.h>

static void multiplies_within_64_bits(void **state) {
  (void)state;
  static const struct {
    uint64_t a, b;
    bool fits;
  } cases[] = {{0, UINT64_MAX, true},
               {UINT64_MAX, 0, true},
               {1, UINT64_MAX, true},
               {UINT64_MAX, 1, true},
               {UINT64_MAX, 2, false},
               {2, UINT64_MAX / 2, true},
               {2, UINT64_MAX / 2 + 1, false},
               {UINT32_MAX, UINT32_MAX, true},
               {UINT64_C(1) << 32, UINT64_C(1) << 32, false},
               {UINT64_C(1) << 32, UINT32_MAX, true},
               {3, UINT64_MAX / 3, true},
               {3, UINT64_MAX / 3 + 1, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint64_t product = 77;
    assert_int_equal(nq_multiply(cases[i].a, cases[i].b, &product), cases[i].fits);
    assert_int_equal(product, cases[i].fits ? cases[i].a * cases[i].b : 77);
  }
}

/* Sizes around the limit for mapped blocks, and around whole pages. */
static const uint64_t sizes[] = {1,       4095,    4194303, 4194304, 4194305,
                                 4198400, 6291456, 6291457, 9000001};

static void gives_zeroed_memory(void **state) {
  (void)state;
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      unsigned char *bytes = nq_memory_new(sizes[i], 1);
      assert_non_null(bytes);
      assert_int_equal((uintptr_t)bytes % 16, 0);
      for (uint64_t at = 0; at < sizes[i]; at++) assert_true(bytes[at] == 0);
      memset(bytes, 0xa5, sizes[i]);
      nq_memory_free(bytes, sizes[i], 1);
    }
  nq_memory_free(NULL, 5, 8);
}

static void refuses_what_cannot_be(void **state) {
  (void)state;
  assert_null(nq_memory_new(UINT64_MAX, 1));
  assert_null(nq_memory_new(UINT64_MAX / 4 + 1, 4)); /* would wrap to 0 */
  assert_null(nq_memory_new(UINT64_MAX / 8, 8));
  assert_null(nq_memory_new(UINT64_C(1) << 48, 8));
}

static void resizes_and_keeps_what_was_there(void **state) {
  (void)state;
  const size_t count = sizeof sizes / sizeof *sizes;
  for (size_t from = 0; from < count; from++)
    for (size_t to = 0; to < count; to++) {
      unsigned char *bytes = nq_memory_new(sizes[from], 1);
      assert_non_null(bytes);
      for (uint64_t at = 0; at < sizes[from]; at++) bytes[at] = (unsigned char)(at * 7 + at / 4096);
      bytes = nq_memory_resize(bytes, sizes[from], sizes[to], 1);
      assert_non_null(bytes);
      uint64_t kept = sizes[from] < sizes[to] ? sizes[from] : sizes[to];
      for (uint64_t at = 0; at < kept; at++)
        if (bytes[at] != (unsigned char)(at * 7 + at / 4096))
          fail_msg("%" PRIu64 " to %" PRIu64 " bytes: byte %" PRIu64, sizes[from], sizes[to], at);
      memset(bytes, 1, sizes[to]);
      assert_null(nq_memory_resize(bytes, sizes[to], UINT64_MAX / 2, 4));
      assert_true(bytes[sizes[to] - 1] == 1); /* unchanged */
      nq_memory_free(bytes, sizes[to], 1);
    }
}

static void says_what_is_missing(void **state) {
  (void)state;
  nq_error error = {0};
  assert_in_range(nq_memory_available(), 1, UINT64_C(1) << 60);
  assert_int_equal(nq_memory_require(0, "nothing", &error), NQ_OK);
  assert_int_equal(nq_memory_require(1 << 20, "a little", &error), NQ_OK);
  assert_int_equal(nq_memory_require(UINT64_C(3) << 59, "the board", &error), NQ_NO_MEMORY);
  assert_int_equal(error.status, NQ_NO_MEMORY);
  const char begin[] = "the board needs 1.5 EiB of memory, but only ";
  assert_memory_equal(error.message, begin, sizeof begin - 1);
  assert_non_null(strstr(error.message, " is available"));
  assert_int_equal(nq_memory_require(UINT64_MAX, "the board", NULL), NQ_NO_MEMORY);
}

static void knows_the_limit_of_the_address_space(void **state) {
  (void)state;
  struct rlimit before, within;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  within = (struct rlimit){UINT64_C(64) << 20, before.rlim_max};
#if defined(__SANITIZE_ADDRESS__)
  skip(); /* the sanitizer needs its address space */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  skip();
#endif
#endif
  struct rlimit kept;
  assert_int_equal(setrlimit(RLIMIT_AS, &within), 0);
  assert_int_equal(getrlimit(RLIMIT_AS, &kept), 0);
  if (kept.rlim_cur != within.rlim_cur) skip(); /* qemu keeps no such limit */
  uint64_t available = nq_memory_available();
  nq_status status = nq_memory_require(UINT64_C(65) << 20, "the board", NULL);
  void *memory = nq_memory_new(UINT64_C(65) << 20, 1);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  assert_true(available < UINT64_C(64) << 20);
  assert_int_equal(status, NQ_NO_MEMORY);
  assert_null(memory);
}

/* ---- Control groups ---- */

static char tree[] = "/tmp/nqueens-groups-XXXXXX";

/* Write a file in the tree, making its folders. */
static void put(const char *path, const char *text) {
  char name[300];
  snprintf(name, sizeof name, "%s/%s", tree, path);
  for (char *at = name + strlen(tree) + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = '\0';
    (void)mkdir(name, 0700);
    *at = '/';
  }
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

static uint64_t available_with(const char *groups) {
  char name[300];
  put("groups", groups);
  snprintf(name, sizeof name, "%s/groups", tree);
  return nq_memory_group_available(name, tree);
}

static int make_tree(void **state) {
  (void)state;
  strcpy(tree + strlen(tree) - 6, "XXXXXX");
  return mkdtemp(tree) != NULL ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  return remove(path);
}

static int remove_tree(void **state) {
  (void)state;
  return nftw(tree, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void every_level_of_version_2_counts(void **state) {
  (void)state;
  assert_int_equal(available_with("0::/a/b\n"), UINT64_MAX);
  put("a/b/memory.max", "max\n");
  assert_int_equal(available_with("0::/a/b\n"), UINT64_MAX);
  put("a/b/memory.max", "9000\n");
  assert_int_equal(available_with("0::/a/b\n"), 9000); /* unknown use */
  put("a/b/memory.current", "1000\n");
  assert_int_equal(available_with("0::/a/b\n"), 8000);
  put("a/memory.max", "7000\n");
  put("a/memory.current", "2500\n");
  assert_int_equal(available_with("0::/a/b\n"), 4500);
  assert_int_equal(available_with("0::/a/b/not/there\n"), 4500);
  assert_int_equal(available_with("0::/ab\n"), UINT64_MAX);
  put("memory.max", "5000\n");
  put("memory.current", "6000\n");
  assert_int_equal(available_with("0::/a/b\n"), 0);
  assert_int_equal(available_with("0::/\n"), 0);
  put("memory.stat", "anon 300\ninactive_anon 100\ninactive_file 2000\nactive_file 500\n");
  assert_int_equal(available_with("0::/\n"), 1500);
  assert_int_equal(available_with("0::/not/there\n"), 1500);
}

static void every_level_of_version_1_counts(void **state) {
  (void)state;
  put("memory/memory.limit_in_bytes", "9223372036854771712\n");
  put("memory/memory.usage_in_bytes", "123456\n");
  assert_in_range(available_with("4:memory:/a/b\n"), UINT64_C(1) << 62, UINT64_C(1) << 63);
  put("memory/a/memory.limit_in_bytes", "9000\n");
  put("memory/a/memory.usage_in_bytes", "4000\n");
  put("memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 900\ntotal_active_file 100\n");
  static const char *const groups[] = {"4:memory:/a/b\n", "9:cpu,memory:/a\n",
                                       "3:cpuset:/\n2:memory,hugetlb:/a/b/c\n1:name=x:/a\n0::/\n"};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    assert_int_equal(available_with(groups[i]), 6000);
  assert_in_range(available_with("4:memory:/b\n"), UINT64_C(1) << 62, UINT64_C(1) << 63);
  assert_int_equal(available_with("4:memories,x:/a\n4\n:\n"), UINT64_MAX);
  put("unified/u/memory.max", "50\n");
  assert_int_equal(available_with("4:memory:/a\n0::/u\n"), 50);
  assert_int_equal(nq_memory_group_available("/not/there", tree), UINT64_MAX);
}

/* Small, mapped and empty arrays are released together; one that is too large fails for good. */
static void arrays_are_released_together(void **state) {
  (void)state;
  nq_arrays arrays = {0};
  uint8_t *small = nq_arrays_take(&arrays, 10, 1), *empty = nq_arrays_take(&arrays, 0, 8);
  uint64_t *large = nq_arrays_take(&arrays, 1 << 20, sizeof *large);
  assert_true(small != NULL && empty != NULL && large != NULL && !arrays.failed);
  assert_int_equal(small[9] | large[(1 << 20) - 1], 0);
  assert_null(nq_arrays_take(&arrays, UINT64_MAX, 2));
  assert_true(arrays.failed);
  assert_non_null(nq_arrays_take(&arrays, 1, 1));
  assert_true(arrays.failed);
  nq_arrays_release(&arrays);
  assert_int_equal(arrays.used, 0);
  assert_false(arrays.failed);
}

static void an_array_grows_item_by_item(void **state) {
  (void)state;
  uint64_t *items = NULL;
  size_t room = 0;
  for (size_t count = 0; count < 1000; count++) {
    assert_true(nq_memory_grow(&items, count, &room, sizeof *items));
    assert_true(room > count);
    items[count] = count;
  }
  for (size_t i = 0; i < 1000; i++) assert_int_equal(items[i], i);
  size_t large = SIZE_MAX / 4;
  assert_false(nq_memory_grow(&items, large, &large, sizeof *items)); /* more than all addresses */
  assert_int_equal(large, SIZE_MAX / 4);
  assert_int_equal(items[999], 999);
  free(items);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(multiplies_within_64_bits),
      cmocka_unit_test(gives_zeroed_memory),
      cmocka_unit_test(arrays_are_released_together),
      cmocka_unit_test(an_array_grows_item_by_item),
      cmocka_unit_test(refuses_what_cannot_be),
      cmocka_unit_test(resizes_and_keeps_what_was_there),
      cmocka_unit_test(says_what_is_missing),
      cmocka_unit_test(knows_the_limit_of_the_address_space),
      cmocka_unit_test_setup_teardown(every_level_of_version_2_counts, make_tree, remove_tree),
      cmocka_unit_test_setup_teardown(every_level_of_version_1_counts, make_tree, remove_tree),
  };
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
