/* Exports: what all formats share: the table, sizes, heads, failures, limits. */
#include "export.h"

#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* Call `test` for each format and encoding. */
static void for_each(void (*test)(nq_export_options *options)) {
  const nq_export_format *format;
  for (size_t i = 0; (format = nq_export_format_at(i)) != NULL; i++) {
    nq_export_options options = {.format = format->name};
    test(&options);
    for (size_t k = 0; format->encodings != NULL && format->encodings[k] != NULL; k++) {
      options.encoding = format->encodings[k];
      test(&options);
    }
  }
}

/* Those that grow with n^2 or more. */
static const char *const square_formats[] = {"dimacs", "opb", "lp", "mps", "wcsp"};

static bool is_square(const nq_export_options *options) {
  for (size_t i = 0; i < sizeof square_formats / sizeof *square_formats; i++)
    if (strcmp(options->format, square_formats[i]) == 0) return true;
  return false;
}

static void table_of_formats(void **state) {
  (void)state;
  static const char *const names[] = {"native", "dimacs", "opb",   "lp",
                                      "mps",    "wcsp",   "xcsp3", "csplib"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const nq_export_format *format = nq_export_format_by_name(names[i]);
    assert_non_null(format);
    assert_string_equal(format->name, names[i]);
    assert_int_equal(format->suffix[0], '.');
  }
  assert_null(nq_export_format_by_name("cnf"));
  assert_null(nq_export_format_by_name(""));
  const nq_export_format *format;
  size_t count = 0;
  for (; (format = nq_export_format_at(count)) != NULL; count++)
    assert_ptr_equal(nq_export_format_by_name(format->name), format);
  assert_true(count >= sizeof names / sizeof *names);
  assert_null(nq_export_format_at(count));
  assert_null(nq_export_format_at(SIZE_MAX));
}

static void refuses(const nq_export_options *options, nq_status expected, const char *part) {
  nq_instance *instance = nq_instance_new(4);
  nq_error error = {0};
  assert_int_equal(nq_export_write(instance, options, STDERR_FILENO, &error), expected);
  if (strstr(error.message, part) == NULL) fail_msg("'%s' has no '%s'", error.message, part);
  nq_instance_free(instance);
}

static void refuses_options(void **state) {
  (void)state;
  refuses(&(nq_export_options){.format = "cnf"}, NQ_BAD_VALUE, "no export format 'cnf'");
  refuses(&(nq_export_options){.format = NULL}, NQ_BAD_VALUE, "no export format");
  refuses(&(nq_export_options){.format = "dimacs", .encoding = "x"}, NQ_BAD_VALUE,
          "no encoding 'x'");
  refuses(&(nq_export_options){.format = "opb", .encoding = "x"}, NQ_BAD_VALUE, "no encoding 'x'");
  refuses(&(nq_export_options){.format = "lp", .part = NQ_PART_DATA}, NQ_BAD_VALUE, "no parts");
}

/* ---- Sizes ---- */

static bool note_total(void *context, const nq_progress *progress) {
  *(uint64_t *)context = progress->total;
  return true;
}

/* The total that the reports give is that of the plain board; the queens are some text more. */
static void check_size(nq_export_options *options) {
  uint64_t total = 0;
  for (uint32_t n = 100; n <= 500 && total < 5000000; n += 400) {
    nq_instance *instance = nq_instance_new(n);
    nq_error error = {0};
    int descriptor = io_file();
    nq_export_options told = *options;
    told.progress = note_total;
    told.context = &total;
    assert_int_equal(nq_export_write(instance, &told, descriptor, &error), NQ_OK);
    double ratio = (double)total / (double)lseek(descriptor, 0, SEEK_END);
    close(descriptor);
    if (total > 0 ? ratio < 0.9 || ratio > 1.1 : is_square(options))
      fail_msg("%s %s, n = %" PRIu32 ": %" PRIu64 " bytes expected, %.2f of what came",
               options->format, options->encoding != NULL ? options->encoding : "", n, total,
               ratio);
    nq_instance_free(instance);
  }
}

static void sizes(void **state) {
  (void)state;
  for_each(check_size);
}

/* ---- Heads ---- */

/* Every file states n and the contents of the instance, and has the comment. */
static void check_head(nq_export_options *options) {
  nq_instance *instance = nq_instance_new(6);
  assert_int_equal(nq_instance_place(instance, 1, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_place(instance, 0, 0, NULL), NQ_OK);
  options->comment = "seed 7\nanswer-1";
  char *text = export_text(instance, options);
  bool one_word = strcmp(options->format, "wcsp") == 0;
  bool one_string = options->encoding != NULL && strcmp(options->encoding, "json") == 0;
  assert_non_null(strstr(text, one_word     ? "seed_7;answer-1"
                               : one_string ? "\"seed 7;answer-1\""
                                            : " seed 7\n"));
  assert_non_null(strstr(text, "answer-1"));
  assert_non_null(strstr(text, one_word ? "n=6;placed=2;blocked=0;excluded=0"
                                        : "n = 6: 2 placed, 0 blocked, 0 diagonals excluded"));
  assert_true(strstr(text, one_word ? "from_0" : "from 0") != NULL ||
              strstr(text, "from 1") != NULL);
  assert_non_null(strstr(text, "column"));
  options->comment = NULL;
  free(text);
  nq_instance_free(instance);
}

static void heads(void **state) {
  (void)state;
  for_each(check_head);
}

/* ---- Failures ---- */

static void check_full_disk(nq_export_options *options) {
  int full = open("/dev/full", O_WRONLY);
  nq_instance *instance = nq_instance_new(40);
  nq_error error = {0};
  assert_int_equal(nq_export_write(instance, options, full, &error), NQ_IO);
  assert_non_null(strstr(error.message, "No space left"));
  nq_instance_free(instance);
  close(full);
}

static void full_disk(void **state) {
  (void)state;
  if (access("/dev/full", W_OK) != 0) skip();
  for_each(check_full_disk);
}

static void no_descriptor(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(4);
  nq_error error = {0};
  for (int descriptor = -2; descriptor < 0; descriptor++)
    assert_int_equal(
        nq_export_write(instance, &(nq_export_options){.format = "lp"}, descriptor, &error), NQ_IO);
  nq_instance_free(instance);
}

static bool stop(void *context, const nq_progress *progress) {
  uint64_t *calls = context;
  assert_string_equal(progress->phase, "write");
  assert_true(progress->seconds >= 0 && progress->seconds < 600);
  return ++*calls < 3;
}

/* Not much is written after the stop. */
static void check_stop(nq_export_options *options) {
  bool square = is_square(options);
  if (!square && strcmp(options->format, "csplib") != 0 && strcmp(options->format, "xcsp3") != 0)
    return; /* too short to be asked often */
  uint64_t calls = 0;
  nq_instance *instance = nq_instance_new(square ? 400 : 400000);
  for (uint32_t i = 0; !square && i < 200000; i++)
    assert_int_equal(nq_instance_place(instance, i, i, NULL), NQ_OK);
  nq_error error = {0};
  int descriptor = io_file();
  nq_export_options stopping = *options;
  stopping.progress = stop;
  stopping.context = &calls;
  assert_int_equal(nq_export_write(instance, &stopping, descriptor, &error), NQ_IO);
  assert_int_equal(calls, 3);
  assert_in_range(lseek(descriptor, 0, SEEK_END), 1, 4 << 20);
  close(descriptor);
  nq_instance_free(instance);
}

static void stops(void **state) {
  (void)state;
  for_each(check_stop);
}

/* ---- Limits ---- */

static bool note_and_stop(void *context, const nq_progress *progress) {
  (void)note_total(context, progress);
  return false;
}

static void expect_limit(const char *format, const char *encoding, uint32_t most) {
  uint64_t total = 0;
  const nq_export_options options = {
      .format = format, .encoding = encoding, .progress = note_and_stop, .context = &total};
  for (uint64_t n = most; n <= (uint64_t)most + 1; n++) {
    nq_error error = {0};
    nq_instance *instance = nq_instance_new((uint32_t)n);
    int descriptor = io_file();
    nq_status expected = n > most ? NQ_UNSUPPORTED : NQ_IO;
    assert_int_equal(nq_export_write(instance, &options, descriptor, &error), expected);
    if (n > most) assert_non_null(strstr(error.message, "too large"));
    assert_true(lseek(descriptor, 0, SEEK_END) <= (n > most ? 0 : 1 << 20)); /* one buffer */
    close(descriptor);
    nq_instance_free(instance);
  }
  assert_true(total > UINT64_C(10) * most * most);
  nq_instance *largest = nq_instance_new(NQ_N_MAX);
  assert_int_equal(nq_export_write(largest, &options, STDERR_FILENO, NULL), NQ_UNSUPPORTED);
  nq_instance_free(largest);
}

/* 46340^2 is the last square below 2^31. */
static void limits(void **state) {
  (void)state;
  expect_limit("dimacs", "pairwise", 46340);
  expect_limit("opb", NULL, 46340);
  expect_limit("lp", NULL, 46340);
  expect_limit("mps", NULL, 46340);
  expect_limit("wcsp", NULL, 65536);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(table_of_formats),
                                     cmocka_unit_test(refuses_options),
                                     cmocka_unit_test(sizes),
                                     cmocka_unit_test(heads),
                                     cmocka_unit_test(full_disk),
                                     cmocka_unit_test(no_descriptor),
                                     cmocka_unit_test(stops),
                                     cmocka_unit_test(limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
