/* How much a test tries: `make test` takes a sample, `make test-long` (TEST_SIZE=full) everything. */
#ifndef NQ_TESTS_SIZED_H
#define NQ_TESTS_SIZED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline bool full_size(void) {
  const char *size = getenv("TEST_SIZE");
  return size != NULL && strcmp(size, "full") == 0;
}

static inline uint32_t sized(uint32_t sample, uint32_t full) {
  return full_size() ? full : sample;
}

/* A sanitizer makes each step ten times as slow: with one, a test of long searches takes one case
 * of three. */
#ifdef NQ_SANITIZED
#define TRIM 3
#else
#define TRIM 1
#endif

/* How many of its cases such a test tries: all of them, or a third, but at least one. */
static inline uint32_t trimmed(uint32_t cases) {
  return (cases + TRIM - 1) / TRIM;
}

/* The same of hundreds of cases that are drawn alike, at random: with a sanitizer a tenth. */
static inline uint32_t thinned(uint32_t cases) {
  return TRIM > 1 ? (cases + 9) / 10 : cases;
}

#endif
