/* Instances written in other languages, as text, for the tests of those. */
#ifndef NQ_TESTS_EXPORTS_H
#define NQ_TESTS_EXPORTS_H

#include "io.h"

#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* The instance of a text in the native format. */
static inline nq_instance *exports_instance(const char *text) {
  nq_error error = {0};
  int descriptor = io_text(text);
  nq_instance *instance = nq_instance_read(descriptor, UINT64_MAX, &error);
  if (instance == NULL) fail_msg("%s: %s", text, error.message);
  close(descriptor);
  return instance;
}

/* What is written, to be freed; where the size promised is more than `percent` off, the test
 * fails. */
static inline char *exports_write(const nq_instance *instance, const nq_export_options *options,
                                  unsigned percent) {
  nq_error error = {0};
  int descriptor = io_file();
  size_t size;
  uint64_t promised = 0;
  nq_status status = nq_export_write(instance, options, descriptor, &error);
  if (status != NQ_OK) fail_msg("%s: %s", options->format, error.message);
  char *text = io_contents(descriptor, &size);
  close(descriptor);
  assert_int_equal(strlen(text), size);
  assert_int_equal(nq_export_size(instance, options, &promised, &error), NQ_OK);
  uint64_t off = promised > size ? promised - size : size - promised;
  if (options->comment == NULL && off * 100 > size * percent)
    fail_msg("%s: %" PRIu64 " bytes were promised, and %zu came", options->format, promised, size);
  return text;
}

/* The same from a native text, by format, encoding and part. */
static inline char *exports_text(const char *format, const char *encoding, nq_part part,
                                 const char *native) {
  nq_instance *instance = exports_instance(native);
  nq_export_options options = {.format = format, .encoding = encoding, .part = part};
  char *text = exports_write(instance, &options, 0);
  nq_instance_free(instance);
  return text;
}

static inline void exports_expect(const char *format, const char *encoding, nq_part part,
                                  const char *native, const char *expected) {
  char *text = exports_text(format, encoding, part, native);
  assert_string_equal(text, expected);
  free(text);
}

/* How often the part stands in the text. */
static inline size_t exports_count(const char *text, const char *part) {
  size_t count = 0;
  for (; (text = strstr(text, part)) != NULL; text += strlen(part)) count++;
  return count;
}

/* The text has the part, exactly once. */
static inline void exports_has(const char *text, const char *part) {
  if (exports_count(text, part) != 1)
    fail_msg("'%s' stands %zu times in\n%s", part, exports_count(text, part), text);
}

/* The format stops with an error when the descriptor refuses to be written. */
static inline void exports_refusal(const char *format, const char *encoding, uint32_t n) {
  nq_error error = {0};
  nq_instance *instance = nq_instance_new(n);
  nq_export_options options = {.format = format, .encoding = encoding};
  int descriptor = open("/dev/full", O_WRONLY);
  assert_true(descriptor >= 0);
  assert_int_equal(nq_instance_exclude_rising(instance, 0, NULL), NQ_OK);
  assert_int_equal(nq_export_write(instance, &options, descriptor, &error), NQ_IO);
  close(descriptor);
  nq_instance_free(instance);
}

/* A queen, two squares and both kinds of diagonals, no two of which may be exchanged. */
#define EXPORTS_MIXED                                                                              \
  "n 5\nqueen 1 4\nblock 0 2\nblock 3 1\nexclude rising 1\nexclude falling 2\nexclude falling 7\n"

#endif
