/* nq_enumerate and nq_enumerate_write: the same boards in the same order on any number of threads,
 * each end, and options that are out of range. */
#include "nqueens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

enum { N = 11, SOLUTIONS = 2680 };

/* A digest of the boards, in which the order counts. */
typedef struct seen {
  uint64_t boards, sum, stop_at;
} seen;

static bool see(void *context, const uint32_t *rows) {
  seen *all = context;
  for (uint32_t column = 0; column < N; column++)
    all->sum = (all->sum ^ rows[column]) * UINT64_C(0x100000001b3);
  return ++all->boards != all->stop_at;
}

static nq_enumerate_options options_of(unsigned threads, void *context) {
  nq_enumerate_options options;
  nq_enumerate_options_init(&options);
  options.threads = threads;
  options.context = context;
  return options;
}

static void boards_come_in_one_order(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(N);
  seen first = {0};
  for (unsigned threads = 1; threads <= 4; threads++) {
    seen all = {0};
    nq_enumerate_options options = options_of(threads, &all);
    nq_enumerate_result result;
    assert_int_equal(nq_enumerate(instance, &options, see, &result, NULL), NQ_OK);
    assert_int_equal(result.end, NQ_ENUMERATE_ALL);
    assert_int_equal(result.solutions, SOLUTIONS);
    assert_int_equal(all.boards, SOLUTIONS);
    if (threads == 1) first = all;
    assert_int_equal(all.sum, first.sum);
    assert_int_equal(nq_enumerate(instance, &options, NULL, &result, NULL), NQ_OK);
    assert_int_equal(result.solutions, SOLUTIONS);
  }
  nq_instance_free(instance);
}

static void the_visitor_ends_it(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(N);
  for (unsigned threads = 1; threads <= 4; threads += 3) {
    seen all = {.stop_at = 1777};
    nq_enumerate_options options = options_of(threads, &all);
    nq_enumerate_result result;
    assert_int_equal(nq_enumerate(instance, &options, see, &result, NULL), NQ_OK);
    assert_int_equal(result.end, NQ_ENUMERATE_VISITOR);
    assert_int_equal(result.solutions, 1777);
    assert_int_equal(all.boards, 1777);
  }
  nq_instance_free(instance);
}

static bool refuse(void *context, const nq_progress *progress) {
  (void)context;
  assert_string_equal(progress->phase, "search");
  return false;
}

static void limits_end_it(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(N), *large = nq_instance_new(30);
  seen all = {0};
  nq_enumerate_options options = options_of(2, &all);
  nq_enumerate_result result;
  options.solutions = 7;
  assert_int_equal(nq_enumerate(instance, &options, see, &result, NULL), NQ_OK);
  assert_int_equal(result.end, NQ_ENUMERATE_LIMIT);
  assert_int_equal(all.boards, 7);
  options.solutions = 0;
  options.seconds = .05;
  assert_int_equal(nq_enumerate(large, &options, NULL, &result, NULL), NQ_OK);
  assert_int_equal(result.end, NQ_ENUMERATE_TIME);
  options.seconds = 0;
  options.progress = refuse;
  assert_int_equal(nq_enumerate(large, &options, NULL, &result, NULL), NQ_OK);
  assert_int_equal(result.end, NQ_ENUMERATE_STOPPED);
  nq_instance_free(instance);
  nq_instance_free(large);
}

/* The text of the boards, written on this many threads. */
static size_t write_boards(const nq_instance *instance, unsigned threads, char *text, size_t size) {
  FILE *file = tmpfile();
  assert_non_null(file);
  nq_writer *writer =
      nq_writer_new(fileno(file), NQ_FORMAT_LINE, nq_instance_n(instance), NQ_BOARDS_UNKNOWN, 0);
  nq_enumerate_options options = options_of(threads, NULL);
  nq_enumerate_result result;
  assert_int_equal(nq_enumerate_write(instance, &options, writer, &result, NULL), NQ_OK);
  assert_int_equal(result.solutions, 352);
  assert_int_equal(nq_writer_finish(writer, NULL), NQ_OK);
  rewind(file);
  size_t length = fread(text, 1, size, file);
  fclose(file);
  return length;
}

static void a_writer_gets_the_same_bytes(void **state) {
  (void)state;
  static char one[10000], four[10000];
  nq_instance *instance = nq_instance_new(9);
  size_t length = write_boards(instance, 1, one, sizeof one);
  assert_int_equal(length, 352 * 18);
  assert_int_equal(write_boards(instance, 4, four, sizeof four), length);
  assert_memory_equal(one, four, length);
  assert_memory_equal(one, "0 2 5 7 1 3 8 6 4\n", 18);
  nq_instance_free(instance);
}

/* Also where it takes no more. */
static void boards_that_were_written_are_counted(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  for (unsigned threads = 1; threads <= 3; threads++) {
    FILE *file = tmpfile();
    assert_non_null(file);
    nq_writer *writer = nq_writer_new(fileno(file), NQ_FORMAT_NPY, 8, 20, 0);
    nq_enumerate_options options = options_of(threads, NULL);
    nq_enumerate_result result;
    options.solutions = 7;
    assert_int_equal(nq_enumerate_write(instance, &options, writer, &result, NULL), NQ_OK);
    assert_int_equal(result.solutions, 7);
    options.solutions = 0;
    assert_int_equal(nq_enumerate_write(instance, &options, writer, &result, NULL), NQ_BAD_VALUE);
    assert_int_equal(result.solutions, nq_writer_written(writer) - 7);
    nq_writer_free(writer);
    fclose(file);
  }
  nq_instance_free(instance);
}

static void bad_options_are_refused(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8), *large = nq_instance_new(65);
  nq_writer *writer = nq_writer_new(STDOUT_FILENO, NQ_FORMAT_LINE, 9, NQ_BOARDS_UNKNOWN, 0);
  nq_enumerate_options options = options_of(1, NULL);
  nq_enumerate_result result;
  nq_error error;
  assert_int_equal(nq_enumerate(large, &options, NULL, &result, &error), NQ_UNSUPPORTED);
  assert_int_equal(nq_enumerate_write(instance, &options, writer, &result, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "the writer is for boards of n = 9, the instance has n = 8");
  options.slice = options.slices = 2;
  assert_int_equal(nq_enumerate(instance, &options, NULL, &result, &error), NQ_BAD_VALUE);
  options = options_of(0, NULL);
  assert_int_equal(nq_enumerate(instance, &options, NULL, &result, &error), NQ_BAD_VALUE);
  options = options_of(1, NULL);
  options.seconds = -1;
  assert_int_equal(nq_enumerate(instance, &options, NULL, &result, &error), NQ_BAD_VALUE);
  nq_writer_free(writer);
  nq_instance_free(instance);
  nq_instance_free(large);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boards_come_in_one_order),
      cmocka_unit_test(the_visitor_ends_it),
      cmocka_unit_test(limits_end_it),
      cmocka_unit_test(a_writer_gets_the_same_bytes),
      cmocka_unit_test(boards_that_were_written_are_counted),
      cmocka_unit_test(bad_options_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
