/* Scratch files without names for the fuzzers. */
#ifndef NQ_FUZZ_SCRATCH_H
#define NQ_FUZZ_SCRATCH_H

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static inline void require(int condition) {
  if (!condition) abort();
}

static inline int scratch_file(void) {
  char name[] = "/tmp/nqueens-fuzz-XXXXXX";
  int descriptor = mkstemp(name);
  require(descriptor >= 0);
  unlink(name);
  return descriptor;
}

/* Empty, at its start. */
static inline void scratch_clear(int descriptor) {
  require(ftruncate(descriptor, 0) == 0);
  require(lseek(descriptor, 0, SEEK_SET) == 0);
}

static inline void scratch_fill(int descriptor, const uint8_t *bytes, size_t size) {
  scratch_clear(descriptor);
  require(pwrite(descriptor, bytes, size, 0) == (ssize_t)size);
}

#endif
