/* A clock that is a second further each time a thread looks, if `clock_hurries`: so every poll of a watch
 * is due, and no test has to wait for one. */
#ifndef NQ_TESTS_HURRIED_H
#define NQ_TESTS_HURRIED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static bool clock_hurries = true;

int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
  static atomic_int seconds;
  if (!clock_hurries) return __real_clock_gettime(clock, now);
  *now = (struct timespec){.tv_sec = atomic_fetch_add(&seconds, 1)};
  return 0;
}

#endif
