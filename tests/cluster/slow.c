/* A library to preload: each read of half a mebibyte, as the check of a board of 64-bit rows makes them,
 * takes a second.  The first makes the file that SLOW_MARK names. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SLOW_BYTES (1 << 19)

static void wait_a_second(void) {
  const char *mark = getenv("SLOW_MARK");
  struct timespec left = {.tv_sec = 1};
  if (mark != NULL) close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
  while (nanosleep(&left, &left) != 0) {
  }
}

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
  if (size == SLOW_BYTES) wait_a_second();
  return syscall(SYS_pread64, file, bytes, size, offset);
}

/* What a build with checked library calls uses. */
ssize_t __pread64_chk(int file, void *bytes, size_t size, off64_t offset, size_t room) {
  if (size > room) abort();
  return pread64(file, bytes, size, offset);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)
