/* Exported instances for the tests of the formats, and boards to hold against them. */
#ifndef NQ_TESTS_EXPORT_H
#define NQ_TESTS_EXPORT_H

#include "instances.h"
#include "io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>

/* What is written, with a NUL behind; to be freed. */
static inline char *export_text(const nq_instance *instance, const nq_export_options *options) {
  nq_error error = {0};
  int descriptor = io_file();
  nq_status status = nq_export_write(instance, options, descriptor, &error);
  if (status != NQ_OK) fail_msg("%s: status %d: %s", options->format, (int)status, error.message);
  char *text = io_contents(descriptor, NULL);
  close(descriptor);
  return text;
}

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

#endif
