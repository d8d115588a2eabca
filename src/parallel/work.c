#include "parallel/work.h"
#include "parallel/threads.h"

#include <stdlib.h>
#include <string.h>

/* Slots for each worker, so that it need not wait for the sink: results that wait for an earlier
 * one may be many. */
#define SLOTS         4
#define SLOTS_ORDERED 16
#define SLOTS_MOST    1024 /* unless there are more workers */

/* Between polls, in nanoseconds.  A crew is asked often while it has something to do. */
#define NAP            50000000
#define NAP_CREW_LEAST 50000
#define NAP_CREW_MOST  2000000

/* ---- Slots ---- */

static size_t align(size_t size) {
  return (size + 15) & ~(size_t)15;
}

static size_t count_slots(const nq_work_plan *plan, bool alone) {
  uint64_t others = plan->crew != NULL ? plan->crew->others : 0;
  uint64_t workers = plan->threads * (1 + others);
  uint64_t slots = workers * (plan->ordered ? SLOTS_ORDERED : SLOTS);
  uint64_t most = workers > SLOTS_MOST / 2 ? 2 * workers : SLOTS_MOST;
  if (alone) slots = 1;
  if (slots > most) slots = most;
  if (plan->most > 0 && slots > plan->most) slots = plan->most;
  return (size_t)slots;
}

static bool init_slots(nq_work *work, bool alone) {
  const nq_work_kind *kind = work->plan->kind;
  size_t unit = align(kind->unit_size), both = unit + align(kind->result_size);
  work->slots = count_slots(work->plan, alone);
  work->slot = calloc(work->slots, sizeof *work->slot);
  work->memory = calloc(work->slots, both > 0 ? both : 1);
  if (work->slot == NULL || work->memory == NULL) return false;
  for (size_t i = work->slots; i-- > 0;) {
    unsigned char *memory = work->memory + i * both;
    work->slot[i] = (nq_work_slot){.next = work->free, .unit = memory, .result = memory + unit};
    work->free = &work->slot[i];
  }
  return true;
}

static void append(nq_work *work, nq_work_slot *slot) {
  slot->next = NULL;
  if (work->first == NULL)
    work->first = slot;
  else
    work->last->next = slot;
  work->last = slot;
}

/* ---- Taking and giving ---- */

/* With the lock. */
static bool is_over(const nq_work *work) {
  return work->ended || watch_stop(work->plan->watch) != NQ_STOP_NOT;
}

/* With the lock. */
static nq_work_next find_unit(nq_work *work, void *unit) {
  const nq_work_plan *plan = work->plan;
  if (plan->next != NULL) return plan->next(plan->context, unit);
  if (work->numbers == plan->most) return NQ_WORK_END;
  *(uint64_t *)unit = plan->first + work->numbers++;
  return NQ_WORK_UNIT;
}

/* A slot with the next unit, or NULL; with the lock. */
static nq_work_slot *fill_slot(nq_work *work) {
  const nq_work_plan *plan = work->plan;
  nq_work_slot *slot = work->free;
  if (slot == NULL || is_over(work)) return NULL;
  nq_work_next next = find_unit(work, slot->unit);
  if (next == NQ_WORK_END) {
    work->ended = true;
    pthread_cond_broadcast(&work->more); /* those who wait for a unit need not */
    pthread_cond_signal(&work->changed);
  }
  if (next != NQ_WORK_UNIT) return NULL;
  work->free = slot->next;
  slot->done = false;
  slot->holder = 0;
  slot->status = NQ_OK;
  slot->error = (nq_error){0};
  memset(slot->result, 0, plan->kind->result_size);
  if (plan->ordered) append(work, slot);
  work->running++;
  return slot;
}

/* `waits`: until there is one, or the work is over. */
static nq_work_slot *take(nq_work *work, bool waits) {
  nq_work_slot *slot;
  pthread_mutex_lock(&work->lock);
  while ((slot = fill_slot(work)) == NULL && waits && !is_over(work))
    pthread_cond_wait(&work->more, &work->lock);
  pthread_mutex_unlock(&work->lock);
  return slot;
}

nq_work_slot *nq_work_take(nq_work *work) {
  return take(work, false);
}

void nq_work_give(nq_work *work, nq_work_slot *slot) {
  pthread_mutex_lock(&work->lock);
  slot->done = true;
  if (!work->plan->ordered) append(work, slot);
  work->running--;
  if (work->first == slot || work->running == 0) pthread_cond_signal(&work->changed);
  pthread_mutex_unlock(&work->lock);
}

bool nq_work_is_over(nq_work *work) {
  pthread_mutex_lock(&work->lock);
  bool over = is_over(work);
  pthread_mutex_unlock(&work->lock);
  return over;
}

void nq_work_lock(nq_work *work) {
  pthread_mutex_lock(&work->lock);
}

void nq_work_wake(nq_work *work) {
  pthread_cond_broadcast(&work->more);
  pthread_mutex_unlock(&work->lock);
}

/* ---- Settling, in the calling thread ---- */

/* After an error, or a gap in the order, nothing is settled any more. */
static void settle_slot(nq_work *work, nq_work_slot *slot) {
  const nq_work_plan *plan = work->plan;
  nq_status status = slot->status;
  if (!work->closed && (status == NQ_OK || plan->failures)) {
    if (plan->settle != NULL) status = plan->settle(plan->context, slot);
    work->closed = status != NQ_OK;
  }
  if (plan->kind->release != NULL) plan->kind->release(slot->result);
  if (status == NQ_OK || (work->status != NQ_OK && work->status != NQ_END)) return;
  if (plan->ordered && work->closed && work->status != NQ_OK) return; /* it was not the first */
  work->closed = work->closed || plan->ordered || status != NQ_END;
  work->status = status;
  work->error = slot->error;
  nq_watch_end(plan->watch);
}

/* Call with the lock; settles without it. */
static void settle_ready(nq_work *work) {
  while (work->first != NULL && work->first->done) {
    nq_work_slot *slot = work->first;
    work->first = slot->next;
    pthread_mutex_unlock(&work->lock);
    settle_slot(work, slot);
    pthread_mutex_lock(&work->lock);
    slot->next = work->free;
    work->free = slot;
    pthread_cond_signal(&work->more);
  }
}

static void poll_watch(nq_work *work) {
  const nq_work_plan *plan = work->plan;
  if (plan->poll != NULL && watch_stop(plan->watch) == NQ_STOP_NOT) plan->poll(plan->context, work);
}

/* ---- A worker ---- */

/* Hire *worker for its first unit. */
static void perform(const nq_work *work, void **worker, bool *hired, nq_work_slot *slot) {
  const nq_work_plan *plan = work->plan;
  const nq_work_kind *kind = plan->kind;
  if (!*hired && kind->hire != NULL) slot->status = kind->hire(plan->job, worker, &slot->error);
  *hired = slot->status == NQ_OK;
  if (slot->status == NQ_OK)
    slot->status = kind->perform(plan->job, *worker, slot->unit, slot->result, &slot->error);
}

/* Do units until there are no more.  `alone`: in the calling thread, which settles them. */
static void do_units(nq_work *work, bool alone) {
  const nq_work_kind *kind = work->plan->kind;
  void *worker = NULL;
  bool hired = false;
  for (nq_work_slot *slot; (slot = take(work, !alone)) != NULL;) {
    perform(work, &worker, &hired, slot);
    nq_work_give(work, slot);
    if (!alone) continue;
    pthread_mutex_lock(&work->lock);
    settle_ready(work);
    pthread_mutex_unlock(&work->lock);
    poll_watch(work);
  }
  if (worker != NULL && kind->dismiss != NULL) kind->dismiss(worker);
}

static void *work_on(void *work) {
  do_units(work, false);
  return NULL;
}

/* ---- The run ---- */

static bool is_finished(const nq_work *work) {
  return is_over(work) && work->running == 0;
}

/* Settle what the workers do until all is done.  What changed while the lock was not held was
 * signalled to nobody: look before each nap. */
static void supervise(nq_work *work) {
  const nq_work_plan *plan = work->plan;
  long nap = NAP;
  pthread_mutex_lock(&work->lock);
  for (;;) {
    settle_ready(work);
    if (is_over(work)) pthread_cond_broadcast(&work->more);
    if (is_finished(work)) break;
    pthread_mutex_unlock(&work->lock);
    poll_watch(work);
    if (plan->crew != NULL)
      nap = plan->crew->turn(plan->crew, work) ? NAP_CREW_LEAST
            : nap < NAP_CREW_MOST              ? 2 * nap
                                               : NAP_CREW_MOST;
    pthread_mutex_lock(&work->lock);
    bool ready = work->first != NULL && work->first->done;
    if (!ready && !is_finished(work)) nq_condition_wait(&work->changed, &work->lock, nap);
  }
  pthread_mutex_unlock(&work->lock);
}

static void work_together(nq_work *work) {
  const nq_work_plan *plan = work->plan;
  unsigned count = plan->threads, started = 0;
  if (plan->most > 0 && count > plan->most) count = (unsigned)plan->most;
  pthread_t *threads = calloc(count, sizeof *threads);
  if (threads != NULL) started = nq_threads_start(threads, count, work_on, work);
  if (started == 0 && plan->crew != NULL) {
    free(threads);
    work->status = nq_error_set(&work->error, NQ_NO_MEMORY, "no thread could be started");
    return;
  }
  if (plan->crew != NULL && plan->crew->begin != NULL) plan->crew->begin(plan->crew, work);
  if (started > 0)
    supervise(work);
  else
    do_units(work, true);
  nq_threads_join(threads, started);
  if (plan->crew != NULL && plan->crew->end != NULL) plan->crew->end(plan->crew, work);
  free(threads);
}

nq_status nq_work_run(const nq_work_plan *plan, nq_error *error) {
  nq_work work = {.plan = plan};
  if (plan->kind->pack_job != NULL && plan->kind->unit_size > NQ_WORK_UNIT_MOST)
    return nq_error_set(error, NQ_INTERNAL, "%s: units of %zu bytes, not at most %d",
                        plan->kind->name, plan->kind->unit_size, NQ_WORK_UNIT_MOST);
  bool alone = plan->alone && plan->crew == NULL && (plan->threads == 1 || plan->most == 1);
  pthread_mutex_init(&work.lock, NULL);
  pthread_cond_init(&work.more, NULL);
  nq_condition_init(&work.changed);
  if (!init_slots(&work, alone))
    work.status =
        nq_error_set(&work.error, NQ_NO_MEMORY, "no memory for %zu units of work", work.slots);
  else if (alone)
    do_units(&work, true);
  else
    work_together(&work);
  if (work.status == NQ_OK && !work.ended) work.status = NQ_END;
  if (work.status != NQ_OK) nq_error_pass(error, &work.error);
  pthread_mutex_destroy(&work.lock);
  pthread_cond_destroy(&work.more);
  pthread_cond_destroy(&work.changed);
  free(work.slot);
  free(work.memory);
  return work.status;
}
