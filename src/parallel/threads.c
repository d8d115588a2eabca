#include "parallel/threads.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#define LOOKS 20000 /* at other threads before the first nap: some 50 microseconds */
#define NAP   20000 /* nanoseconds */

unsigned nq_threads_start(pthread_t *threads, unsigned count, void *(*work)(void *),
                          void *context) {
  unsigned started = 0;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (started < count && pthread_create(&threads[started], NULL, work, context) == 0) started++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

void nq_threads_join(const pthread_t *threads, unsigned count) {
  for (unsigned i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

void nq_threads_run(unsigned threads, void *(*work)(void *), void *context) {
  unsigned started = 0, others = threads > 1 ? threads - 1 : 0;
  pthread_t *thread = others > 0 ? calloc(others, sizeof *thread) : NULL;
  if (thread != NULL) started = nq_threads_start(thread, others, work, context);
  (void)work(context);
  nq_threads_join(thread, started);
  free(thread);
}

void nq_condition_init(pthread_cond_t *condition) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

void nq_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, long nanoseconds) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += nanoseconds;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait(condition, mutex, &until);
}

void nq_threads_look_again(unsigned *looks) {
  const struct timespec nap = {.tv_nsec = NAP};
  if (*looks < LOOKS)
    ++*looks;
  else
    nanosleep(&nap, NULL);
}

/* ---- Teams ---- */

/* Take a job; false when there is none left. */
static bool take_job(nq_team *team) {
  uint64_t limit = atomic_load_explicit(&team->limit, memory_order_acquire);
  uint64_t job = atomic_load_explicit(&team->next, memory_order_relaxed);
  do
    if (job >= limit) return false;
  while (!atomic_compare_exchange_weak_explicit(&team->next, &job, job + 1, memory_order_acq_rel,
                                                memory_order_relaxed));
  /* All jobs of earlier batches are done, so this one belongs to the current batch. */
  team->job(team->context, job - team->first);
  atomic_fetch_add_explicit(&team->done, 1, memory_order_release);
  return true;
}

static void *help(void *argument) {
  nq_team *team = argument;
  for (unsigned looks = 0; !atomic_load_explicit(&team->over, memory_order_relaxed);)
    if (take_job(team))
      looks = 0;
    else
      nq_threads_look_again(&looks);
  return NULL;
}

void nq_team_init(nq_team *team, unsigned threads) {
  *team = (nq_team){0};
  if (threads > NQ_TEAM_THREADS) threads = NQ_TEAM_THREADS;
  if (threads > 1) team->started = nq_threads_start(team->thread, threads - 1, help, team);
}

void nq_team_release(nq_team *team) {
  atomic_store_explicit(&team->over, true, memory_order_relaxed);
  nq_threads_join(team->thread, team->started);
}

void nq_team_run(nq_team *team, void (*job)(void *context, uint64_t i), void *context,
                 uint64_t count) {
  uint64_t limit = team->first + count;
  team->job = job;
  team->context = context;
  atomic_store_explicit(&team->limit, limit, memory_order_release);
  while (take_job(team)) {
  }
  for (unsigned looks = 0; atomic_load_explicit(&team->done, memory_order_acquire) < limit;)
    nq_threads_look_again(&looks);
  team->first = limit;
}
