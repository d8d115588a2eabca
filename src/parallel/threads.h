/* Threads that do the same work, and teams of threads that share out numbered jobs. */
#ifndef NQ_PARALLEL_THREADS_H
#define NQ_PARALLEL_THREADS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* Start up to `count` threads, fewer if some cannot start, which call work(context).  Returns their
 * number.  They take no signals, which are the caller's: to handle, and to interrupt its writes. */
unsigned nq_threads_start(pthread_t *threads, unsigned count, void *(*work)(void *), void *context);
void nq_threads_join(const pthread_t *threads, unsigned count);

/* Call work(context) in `threads` threads, the calling one among them, or in as many as can be
 * started, and wait for all.  What they share out is theirs to agree on. */
void nq_threads_run(unsigned threads, void *(*work)(void *), void *context);

/* A condition for nq_condition_wait: its waits go by CLOCK_MONOTONIC. */
void nq_condition_init(pthread_cond_t *condition);
/* Wait for a signal, or so many nanoseconds. */
void nq_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, long nanoseconds);

/* Lower a number that threads share to `value`, if it is larger. */
static inline void lower_to(atomic_uint_least64_t *shared, uint64_t value) {
  uint_least64_t now = atomic_load(shared);
  while (value < now && !atomic_compare_exchange_weak(shared, &now, value)) continue;
}

#define NQ_TEAM_THREADS 128

/* Call it between looks at what another thread does, with their number since this one last had
 * something to do, from 0.  The first looks follow each other at once, later ones after naps: where
 * others use the processors, a thread that yields one waits for milliseconds. */
void nq_threads_look_again(unsigned *looks);

/* Threads that wait, spinning, for batches of short jobs; the calling thread is one of them. */
typedef struct nq_team {
  void (*job)(void *context, uint64_t i);
  void *context;
  uint64_t first; /* job 0 of the batch, numbered through all batches */
  atomic_uint_least64_t next, limit, done;
  atomic_bool over;
  unsigned started;
  pthread_t thread[NQ_TEAM_THREADS];
} nq_team;

/* Start up to `threads` threads, at least the calling one.  Release it in any case. */
void nq_team_init(nq_team *team, unsigned threads);
void nq_team_release(nq_team *team);
/* Do the jobs 0 .. count - 1, in any order, and wait for all of them. */
void nq_team_run(nq_team *team, void (*job)(void *context, uint64_t i), void *context,
                 uint64_t count);

#endif
