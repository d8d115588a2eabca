/* nq_count: known numbers, threads, refusals, stops; and nq_version. */
#include "nqueens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void count_known_numbers(void **state) {
  static const uint64_t known[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200};
  (void)state;
  for (uint32_t n = 1; n <= 12; n++)
    for (unsigned threads = 1; threads <= 3; threads++) {
      uint64_t solutions = 99;
      bool interrupted = true;
      nq_error error;
      assert_int_equal(nq_count(n, threads, NULL, NULL, &solutions, &interrupted, &error), NQ_OK);
      assert_int_equal(solutions, known[n - 1]);
      assert_false(interrupted);
    }
}

static void refuse_what_cannot_be_counted(void **state) {
  uint64_t solutions = 99;
  bool interrupted = true;
  nq_error error;
  (void)state;
  assert_int_equal(nq_count(0, 1, NULL, NULL, &solutions, &interrupted, &error), NQ_BAD_VALUE);
  assert_int_equal(solutions, 0);
  assert_false(interrupted);
  assert_int_equal(nq_count(8, 0, NULL, NULL, &solutions, &interrupted, &error), NQ_BAD_VALUE);
  assert_non_null(strstr(error.message, "threads"));
  assert_int_equal(nq_count(NQ_COUNT_N_MAX + 1, 1, NULL, NULL, &solutions, &interrupted, &error),
                   NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "29"));
  assert_int_equal(nq_count(29, 1, NULL, NULL, &solutions, &interrupted, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "exceeds 64 bits"));
}

static bool stop(void *context, const nq_progress *progress) {
  unsigned *calls = context;
  assert_string_equal(progress->phase, "count");
  assert_true(progress->done <= progress->total);
  assert_true(progress->total > 0);
  (*calls)++;
  return false;
}

static void stop_when_asked(void **state) {
  uint64_t solutions = 99;
  bool interrupted = false;
  unsigned calls = 0;
  nq_error error;
  (void)state;
  assert_int_equal(nq_count(22, 1, stop, &calls, &solutions, &interrupted, &error), NQ_OK);
  assert_true(interrupted);
  assert_int_equal(solutions, 0);
  assert_int_equal(calls, 1);
}

static void tell_the_version(void **state) {
  (void)state;
  assert_string_equal(nq_version(), NQ_VERSION);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(count_known_numbers), cmocka_unit_test(refuse_what_cannot_be_counted),
      cmocka_unit_test(stop_when_asked), cmocka_unit_test(tell_the_version)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
