/* Instances written in other languages, for the tests of those, and boards to hold against them. */
#ifndef NQ_TESTS_EXPORT_H
#define NQ_TESTS_EXPORT_H

#include "instances.h"
#include "io.h"

#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* The output, with a NUL after it; to be freed. */
static inline char *export_text(const nq_instance *instance, const nq_export_options *options) {
  nq_error error = {0};
  int descriptor = io_file();
  nq_status status = nq_export_write(instance, options, descriptor, &error);
  if (status != NQ_OK) fail_msg("%s: status %d: %s", options->format, (int)status, error.message);
  size_t size;
  char *text = io_contents(descriptor, &size);
  close(descriptor);
  assert_int_equal(strlen(text), size);
  return text;
}

/* ---- Boards to hold against an export ---- */

/* Plain, of each n up to `most`, and then drawn: the i-th of the instances of a test; NULL past the
 * end.  To be freed. */
#define EXPORT_SEED 11
static inline nq_instance *export_instance(uint32_t i, uint32_t most, uint32_t drawn) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, EXPORT_SEED, i);
  if (i < most) return nq_instance_new(i + 1);
  if (i >= most + drawn) return NULL;
  return random_instance(&random, 1 + draw_below(&random, most), 2, 4, 2);
}

/* Whether the rows, one a column, solve the instance. */
static inline bool solves(const nq_instance *instance, const uint32_t *rows) {
  nq_check_report report;
  assert_int_equal(nq_check(rows, nq_instance_n(instance), instance, &report, NULL), NQ_OK);
  return report.valid;
}

/* The next of the n^n boards with a queen in each column; false after the last. */
static inline bool next_board(uint32_t *rows, uint32_t n) {
  for (uint32_t column = 0; column < n; column++) {
    if (++rows[column] < n) return true;
    rows[column] = 0;
  }
  return false;
}

/* The board as a set of squares: bit column * n + row. */
static inline uint64_t board_squares(const uint32_t *rows, uint32_t n) {
  uint64_t squares = 0;
  for (uint32_t column = 0; column < n; column++)
    squares |= UINT64_C(1) << (column * n + rows[column]);
  return squares;
}

/* The squares as a board; false when a column has no queen, or several. */
static inline bool squares_board(uint64_t squares, uint32_t n, uint32_t *rows) {
  for (uint32_t column = 0; column < n; column++) {
    uint64_t queens = squares >> (column * n) & ((UINT64_C(1) << n) - 1);
    if (queens == 0 || (queens & (queens - 1)) != 0) return false;
    for (rows[column] = 0; queens >> rows[column] != 1;) rows[column]++;
  }
  return true;
}

/* ---- Text against text ---- */

/* The instance of a text in the native format. */
static inline nq_instance *export_read(const char *text) {
  nq_error error = {0};
  int descriptor = io_text(text);
  nq_instance *instance = nq_instance_read(descriptor, UINT64_MAX, &error);
  if (instance == NULL) fail_msg("%s: %s", text, error.message);
  close(descriptor);
  return instance;
}

/* What is written of a native text, by format, encoding and part. */
static inline char *export_native(const char *format, const char *encoding, nq_part part,
                                  const char *native) {
  nq_instance *instance = export_read(native);
  nq_export_options options = {.format = format, .encoding = encoding, .part = part};
  char *text = export_text(instance, &options);
  nq_instance_free(instance);
  return text;
}

static inline void export_expect(const char *format, const char *encoding, nq_part part,
                                 const char *native, const char *expected) {
  char *text = export_native(format, encoding, part, native);
  assert_string_equal(text, expected);
  free(text);
}

/* How often the part stands in the text. */
static inline size_t export_count(const char *text, const char *part) {
  size_t count = 0;
  for (; (text = strstr(text, part)) != NULL; text += strlen(part)) count++;
  return count;
}

/* The text has the part, exactly once. */
static inline void export_has(const char *text, const char *part) {
  if (export_count(text, part) != 1)
    fail_msg("'%s' stands %zu times in\n%s", part, export_count(text, part), text);
}

/* The format stops with an error when the descriptor refuses to be written. */
static inline void export_refusal(const char *format, const char *encoding, uint32_t n) {
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
#define EXPORT_MIXED                                                                               \
  "n 5\nqueen 1 4\nblock 0 2\nblock 3 1\nexclude rising 1\nexclude falling 2\nexclude falling 7\n"

#endif
