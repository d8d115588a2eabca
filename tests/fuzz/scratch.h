/* Scratch files for the fuzzers. */
#ifndef NQ_FUZZ_SCRATCH_H
#define NQ_FUZZ_SCRATCH_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline void require(int condition) {
  if (!condition) abort();
}

/* A file without a name. */
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

/* A file with a name. */
static inline void scratch_write(const char *path, const uint8_t *bytes, size_t size) {
  int descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  require(descriptor >= 0 && write(descriptor, bytes, size) == (ssize_t)size);
  close(descriptor);
}

/* The file is these bytes, and no more. */
static inline bool scratch_holds(const char *path, const uint8_t *bytes, size_t size) {
  struct stat info;
  int descriptor = open(path, O_RDONLY);
  require(descriptor >= 0 && fstat(descriptor, &info) == 0);
  uint8_t *found = malloc(size + 1);
  require(found != NULL);
  bool same = (size_t)info.st_size == size && read(descriptor, found, size) == (ssize_t)size &&
              memcmp(found, bytes, size) == 0;
  free(found);
  close(descriptor);
  return same;
}

#endif
