/* The watch over one run: its clock, its time limit, and the caller's request to stop. */
#ifndef NQ_CORE_LIMITS_H
#define NQ_CORE_LIMITS_H

#include "nqueens.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum nq_stop { NQ_STOP_NOT, NQ_STOP_TIME, NQ_STOP_INTERRUPT } nq_stop;

typedef struct nq_watch {
  double begin;                  /* on the monotonic clock */
  double seconds;                /* the limit, or 0 */
  atomic_uint_least32_t reserve; /* milliseconds of it for what follows a stop */
  nq_progress_function *progress;
  void *context;
  pthread_mutex_t calling; /* held while a report is made and `progress` runs */
  double called;           /* time of its last call */
  atomic_int stop;         /* an nq_stop; once set it stays */
} nq_watch;

/* Seconds on the monotonic clock. */
double nq_clock(void);
/* Seconds of processor time of the calling thread. */
double nq_clock_thread(void);

void nq_watch_init(nq_watch *watch, double seconds, nq_progress_function *progress, void *context);
void nq_watch_release(nq_watch *watch);

/* Read the clock and, about twenty times a second, call `progress` (with its seconds filled in).
 * True when the run must stop.  Callable from any thread. */
bool nq_watch_poll(nq_watch *watch, nq_progress progress);

/* The same in two steps, for threads that report a common count.  Where nq_watch_claim is true, the
 * caller reads the count and reports it, and no other thread reports meanwhile: a count that was
 * read before could be reported after a larger one. */
bool nq_watch_claim(nq_watch *watch);
void nq_watch_report(nq_watch *watch, nq_progress progress);

/* Freeing what the run has takes so long after a stop: the time limit stops it so much earlier, but
 * for a quarter of a second.  One run at a time. */
void nq_watch_reserve(nq_watch *watch, double seconds);

/* Stop the run as if `progress` had asked for it.  From any thread. */
void nq_watch_end(nq_watch *watch);

/* An nq_progress_function for a run inside another: the context is the watch of the outer one. */
bool nq_watch_goes_on(void *watch, const nq_progress *progress);

/* Why the run must stop, or NQ_STOP_NOT.  Cheap: no clock is read. */
static inline nq_stop watch_stop(const nq_watch *watch) {
  return (nq_stop)atomic_load_explicit(&watch->stop, memory_order_relaxed);
}

/* ---- Long loops ---- */

/* Numbers read or written, at random, between two polls: some milliseconds. */
#define LOOK_NUMBERS (UINT64_C(1) << 18)

/* What a long loop polls, and reports then. */
typedef struct nq_look {
  nq_watch *watch;
  nq_progress progress;
  bool stopped; /* a poll was told to stop, so the loop broke off */
} nq_look;

/* Poll; true when the loop must break off.  Never without a look (NULL). */
static inline bool look_stops(nq_look *look) {
  if (look == NULL) return false;
  look->stopped = look->stopped || nq_watch_poll(look->watch, look->progress);
  return look->stopped;
}

/* The end of the piece of 0 .. count - 1 that begins at `begin`: a poll comes next. */
static inline uint64_t look_next(uint64_t begin, uint64_t count) {
  return count - begin > LOOK_NUMBERS ? begin + LOOK_NUMBERS : count;
}

#endif
