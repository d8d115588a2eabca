#include "core/core.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define SECONDS_BETWEEN_CALLS 0.05
#define SECONDS_LATE          0.25 /* that nobody minds */

double nq_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double nq_clock_thread(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void nq_watch_init(nq_watch *watch, double seconds, nq_progress_function *progress, void *context) {
  watch->begin = nq_clock();
  watch->seconds = seconds;
  watch->progress = progress;
  watch->context = context;
  watch->called = watch->begin;
  pthread_mutex_init(&watch->calling, NULL);
  atomic_init(&watch->stop, NQ_STOP_NOT);
  atomic_init(&watch->reserve, 0);
}

void nq_watch_release(nq_watch *watch) {
  pthread_mutex_destroy(&watch->calling);
}

static void stop(nq_watch *watch, nq_stop why) {
  int none = NQ_STOP_NOT;
  atomic_compare_exchange_strong(&watch->stop, &none, why);
}

void nq_watch_reserve(nq_watch *watch, double seconds) {
  double after = seconds - SECONDS_LATE, most = UINT32_MAX / 1000;
  uint32_t reserve = after <= 0 ? 0 : after < most ? (uint32_t)(1000 * after) : UINT32_MAX;
  atomic_store_explicit(&watch->reserve, reserve, memory_order_relaxed);
}

void nq_watch_end(nq_watch *watch) {
  stop(watch, NQ_STOP_INTERRUPT);
}

bool nq_watch_goes_on(void *watch, const nq_progress *progress) {
  (void)progress;
  return watch_stop(watch) == NQ_STOP_NOT;
}

bool nq_watch_claim(nq_watch *watch) {
  double now = nq_clock();
  double reserve = .001 * atomic_load_explicit(&watch->reserve, memory_order_relaxed);
  if (watch->seconds > 0 && now - watch->begin + reserve >= watch->seconds)
    stop(watch, NQ_STOP_TIME);
  if (watch->progress == NULL || pthread_mutex_trylock(&watch->calling) != 0) return false;
  bool due = now - watch->called >= SECONDS_BETWEEN_CALLS;
  if (due)
    watch->called = now;
  else
    pthread_mutex_unlock(&watch->calling);
  return due;
}

void nq_watch_report(nq_watch *watch, nq_progress progress) {
  progress.seconds = watch->called - watch->begin;
  if (!watch->progress(watch->context, &progress)) stop(watch, NQ_STOP_INTERRUPT);
  pthread_mutex_unlock(&watch->calling);
}

bool nq_watch_poll(nq_watch *watch, nq_progress progress) {
  if (nq_watch_claim(watch)) nq_watch_report(watch, progress);
  return watch_stop(watch) != NQ_STOP_NOT;
}

bool nq_permutation_draw(uint32_t *values, uint32_t n, nq_pcg64 *random, nq_look *look) {
  nq_piece filled = {0}, shuffled = {0};
  while (look_piece(look, &filled, n))
    for (uint64_t i = filled.begin; i < filled.end; i++) values[i] = (uint32_t)i;
  while (filled.end == n && look_piece(look, &shuffled, n)) {
    shuffle_part(random, values, (size_t)(n - shuffled.begin), (size_t)(n - shuffled.end));
    if (look != NULL && look->progress.total > 0) look->progress.done = shuffled.end;
  }
  return shuffled.end == n;
}
