#include "core/system.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No system takes more than about 2 GiB in one call. */
#define CALL_BYTES_MAX ((size_t)1 << 30)

/* Between two questions to the caller whether to go on waiting. */
#define WAIT_MILLISECONDS 50
/* So many times more a slow reader is waited for, so that its input ends with a whole line. */
#define PATIENCE 4

/* After a call failed: true when it should be repeated, once the descriptor is ready. */
static bool worth_repeating(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  struct pollfd waiting = {.fd = descriptor, .events = events};
  return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

int nq_read_some(int descriptor, void *bytes, size_t size, size_t *got) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, size < CALL_BYTES_MAX ? size : CALL_BYTES_MAX);
  } while (count < 0 && worth_repeating(descriptor, POLLIN));
  *got = count > 0 ? (size_t)count : 0;
  return count < 0 ? errno : 0;
}

/* Where a write may wait for a reader: with a caller who may want to stop meanwhile, wait here
 * instead, so that no write of PIPE_BUF bytes does.  False when the caller wants to stop and the
 * reader has had *patience. */
static bool wait_for_room(int descriptor, unsigned *patience, bool (*goes_on)(void *),
                          void *context) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLOUT};
  for (;;) {
    int ready = poll(&waiting, 1, WAIT_MILLISECONDS);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    if (!goes_on(context) && (*patience)-- == 0) return false;
  }
}

int nq_write_all(int descriptor, const void *bytes, size_t size, bool (*goes_on)(void *),
                 void *context) {
  const char *next = bytes;
  struct stat kind;
  bool waits = goes_on != NULL && fstat(descriptor, &kind) == 0 && !S_ISREG(kind.st_mode);
  unsigned patience = PATIENCE;
  const size_t most = waits ? PIPE_BUF : CALL_BYTES_MAX;
  while (size > 0) {
    if (waits && !wait_for_room(descriptor, &patience, goes_on, context)) return ECANCELED;
    ssize_t count = write(descriptor, next, size < most ? size : most);
    if (count == 0) return EIO;
    if (count < 0 && !worth_repeating(descriptor, POLLOUT)) return errno;
    if (count > 0) {
      next += count;
      size -= (size_t)count;
    }
    if (size > 0 && goes_on != NULL && !waits && !goes_on(context)) return ECANCELED;
  }
  return 0;
}

nq_status nq_error_system(nq_error *error, const char *action, int number) {
  char words[128];
  if (strerror_r(number, words, sizeof words) != 0) strcpy(words, "unknown error");
  return nq_error_set(error, NQ_IO, "%s: %s", action, words);
}
