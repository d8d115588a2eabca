/* Units of work: a source hands them out, workers do them, a sink settles their results.
 *
 * MODEL.
 *
 *       source                       workers                      sink
 *     next: 0, 1, 2, ...  -->  threads of this process  -->  settle: 0, 1, 2, ...
 *                              or other processes (crew)        (or as they finish)
 *
 * A slot holds a unit and its result.  It is taken for a worker, given back when done, then settled
 * and free again; so the number of slots bounds how far the workers run ahead of the sink.
 *
 * The thread that calls nq_work_run settles the results, polls the watch and talks to the crew.
 * Workers are threads of their own.  (With one worker and no crew the calling thread may do it all,
 * which suits units that take microseconds.)
 *
 * What a job is, and what units and results hold, is known to the job's kind only.  To do its units
 * in another process, the job is packed, sent and opened there; units are sent as they are in
 * memory, because all processes run the same program.  A crew is whatever does that: the threads'
 * source and sink are `nq_work_take` and `nq_work_give`, and a crew uses the same. */
#ifndef NQ_PARALLEL_WORK_H
#define NQ_PARALLEL_WORK_H

#include "core/core.h"

#include <pthread.h>

#define NQ_WORK_UNIT_MOST 256 /* bytes of a unit that a crew gets */

/* A kind of job. */
typedef struct nq_work_kind {
  const char *name;
  size_t unit_size, result_size;
  /* What a thread needs for its units, or NULL: made before its first one, and freed unless
   * `dismiss` is NULL. */
  nq_status (*hire)(void *job, void **worker, nq_error *error);
  void (*dismiss)(void *worker);
  /* Do a unit; *result is all zero before.  Polls the job's watch.  NQ_END when that stopped it
   * without a result. */
  nq_status (*perform)(void *job, void *worker, const void *unit, void *result, nq_error *error);
  void (*release)(void *result); /* after any status; or NULL */

  /* For a crew; or NULL.  Pack a job, and open it from its bytes in another process; `watch` stops
   * it.  Close it even after an error, unless it is NULL. */
  void (*pack_job)(const void *job, nq_bytes *bytes);
  nq_status (*open)(nq_bytes *packed, nq_watch *watch, void **job, nq_error *error);
  void (*close)(void *job);
  /* Of results that are not plain memory; otherwise NULL.  `unpack` returns false when memory is
   * short. */
  void (*pack)(const void *result, nq_bytes *bytes);
  bool (*unpack)(nq_bytes *bytes, void *result);
} nq_work_kind;

typedef enum nq_work_next {
  NQ_WORK_UNIT,
  NQ_WORK_LATER, /* none now; ask again */
  NQ_WORK_END    /* there will be none */
} nq_work_next;

typedef struct nq_work nq_work;

/* A unit and, when it is done, its result. */
typedef struct nq_work_slot {
  struct nq_work_slot *next; /* in a list */
  bool done;
  unsigned holder; /* for a crew: the process that has it; 0: this one */
  nq_status status;
  nq_error error;
  void *unit, *result;
} nq_work_slot;

/* Other processes that do units: src/cluster.  Its functions are called from the thread that runs
 * the work. */
struct nq_crew {
  unsigned others;   /* processes, without this one; each has as many threads as this one */
  unsigned together; /* the most processes on one machine; of them and this one */
  void (*begin)(nq_crew *crew, nq_work *work); /* or NULL */
  /* Take units, give results, without waiting.  True if there was something to do. */
  bool (*turn)(nq_crew *crew, nq_work *work);
  /* All units are back.  Or NULL. */
  void (*end)(nq_crew *crew, nq_work *work);
  /* Do a job that is not made of units, all processes together.  `job` is the job's own struct. */
  nq_status (*join)(nq_crew *crew, const char *name, void *job, nq_error *error);
};

typedef struct nq_work_plan {
  const nq_work_kind *kind;
  void *job;
  unsigned threads; /* >= 1 */
  uint64_t most;    /* the number of units where it is known, to start no idle threads; or 0 */
  bool ordered;     /* settle in the order of the units; otherwise as they finish */
  bool alone;       /* one worker, without a crew, is the calling thread */
  nq_watch *watch;  /* ended when a unit fails or the sink refuses */
  nq_crew *crew;    /* or NULL */
  void *context;    /* of the rest */
  /* Write the next unit.  From any thread, but never two at once.  Or NULL: the units are the
   * numbers first .. first + most - 1, of 64 bits. */
  nq_work_next (*next)(void *context, void *unit);
  uint64_t first;
  /* Use the result of a slot; it is released afterwards.  Any status but NQ_OK, with slot->error,
   * ends the run and is its result.  Or NULL: the units leave nothing to be used. */
  nq_status (*settle)(void *context, nq_work_slot *slot);
  bool failures; /* settle failed units too; then they do not end the run */
  /* Poll the watch; about 20 times a second, until it stops.  Or NULL: others end the watch. */
  void (*poll)(void *context, nq_work *work);
} nq_work_plan;

/* NQ_OK when all units are settled; NQ_END when the watch or `settle` ended the run, which then has
 * settled what was finished (if ordered, up to the first that was not); the status of a unit that
 * failed (if ordered, of the first); NQ_NO_MEMORY; NQ_INTERNAL: the kind is for crews, but its
 * units are too large for them. */
nq_status nq_work_run(const nq_work_plan *plan, nq_error *error);

/* ---- For sources and crews ---- */

struct nq_work {
  const nq_work_plan *plan;
  nq_work_slot *slot;
  size_t slots;
  unsigned char *memory; /* of their units and results */
  /* the rest is guarded by the lock */
  pthread_mutex_t lock;
  pthread_cond_t more;        /* workers wait for it: there may be a unit */
  pthread_cond_t changed;     /* the calling thread waits for it: a slot was given back */
  nq_work_slot *free;         /* a list */
  nq_work_slot *first, *last; /* a queue: taken or, if the order does not matter, given slots */
  size_t running;             /* slots that workers have */
  uint64_t numbers;           /* taken, where the units are numbers */
  bool ended;                 /* the source */
  bool closed;                /* nothing is settled any more */
  nq_status status;
  nq_error error;
};

/* A slot with the next unit; NULL when there is none, now or ever. */
nq_work_slot *nq_work_take(nq_work *work);
/* Give it back, done: its result, status and error are set. */
void nq_work_give(nq_work *work, nq_work_slot *slot);
/* No unit will follow: the source has ended, or the run was stopped. */
bool nq_work_is_over(nq_work *work);
/* What a source has is changed with the lock, with which its `next` is called, */
void nq_work_lock(nq_work *work);
/* and then the workers look again, without the lock. */
void nq_work_wake(nq_work *work);

#endif
