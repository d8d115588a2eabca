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

/* How many of its cases a test of long searches tries: all of them, or a third with a sanitizer,
 * which makes each step ten times as slow. */
static inline uint32_t trimmed(uint32_t cases) {
#ifdef NQ_SANITIZED
  return cases / 3;
#else
  return cases;
#endif
}

#endif
