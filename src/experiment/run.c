#include "experiment/run.h"
#include "core/limits.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define THREADS_MOST         1024
#define NANOSECONDS_A_REPORT 100000000

struct experiment {
  const nq_plan *plan;
  nq_store *store;
  uint64_t total, found;
  double begin;
  atomic_bool stop;
  /* the rest is guarded by the lock */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool *stored; /* for each run of the plan */
  uint64_t next, done, running;
  unsigned working; /* threads */
  nq_error error;   /* the first */
};

/* ---- Stored runs ---- */

static nq_status mark_stored(void *context, const nq_stored_run *stored, nq_error *error) {
  (void)error;
  struct experiment *experiment = context;
  const nq_plan *plan = experiment->plan;
  const nq_plan_run *run = &stored->run;
  uint64_t i = ((run->seed - plan->first_seed) * plan->n_count + run->n) * plan->variant_count +
               run->variant;
  experiment->stored[i] = true;
  experiment->done++;
  return NQ_OK;
}

/* ---- A thread ---- */

static bool keep_going(void *context, const nq_progress *progress) {
  (void)progress;
  return !atomic_load(&((struct experiment *)context)->stop);
}

static double thread_seconds(void) {
  struct timespec used = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* Make one run and store it unless it was interrupted; sets *stored. */
static nq_status run_one(struct experiment *experiment, const nq_plan_run *run, bool *stored,
                         nq_error *error) {
  const nq_plan *plan = experiment->plan;
  nq_solve_options options = nq_plan_options(plan, run);
  options.progress = keep_going;
  options.context = experiment;
  nq_instance *instance = nq_instance_new(plan->n[run->n]);
  if (instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a run");
  nq_board board = {0};
  nq_result result;
  nq_error why = {0};
  double begin = thread_seconds();
  nq_status status = nq_solve(instance, &options, &board, &result, &why);
  double cpu_seconds = thread_seconds() - begin;
  nq_board_release(&board);
  nq_instance_free(instance);
  if (status != NQ_OK)
    return nq_error_set(error, status, "%.120s, n = %" PRIu32 ", seed %" PRIu64 ": %.200s",
                        plan->variant[run->variant].text, plan->n[run->n], run->seed, why.message);
  *stored = !(result.verdict == NQ_UNKNOWN && result.interrupted);
  return *stored ? nq_store_add(experiment->store, plan, run, &result, cpu_seconds, error) : NQ_OK;
}

/* The next run that is not stored; false when there is none.  Call with the lock held. */
static bool take_run(struct experiment *experiment, nq_plan_run *run) {
  while (experiment->next < experiment->total && experiment->stored[experiment->next])
    experiment->next++;
  if (experiment->next == experiment->total || atomic_load(&experiment->stop)) return false;
  *run = nq_plan_get(experiment->plan, experiment->next++);
  return true;
}

static void *work(void *argument) {
  struct experiment *experiment = argument;
  nq_plan_run run;
  pthread_mutex_lock(&experiment->lock);
  while (take_run(experiment, &run)) {
    bool stored = false;
    nq_error error = {0};
    experiment->running++;
    pthread_mutex_unlock(&experiment->lock);
    nq_status status = run_one(experiment, &run, &stored, &error);
    pthread_mutex_lock(&experiment->lock);
    experiment->running--;
    experiment->done += status == NQ_OK && stored;
    if (status != NQ_OK) {
      if (experiment->error.status == NQ_OK) experiment->error = error;
      atomic_store(&experiment->stop, true);
    }
  }
  experiment->working--;
  pthread_cond_signal(&experiment->changed);
  pthread_mutex_unlock(&experiment->lock);
  return NULL;
}

/* ---- All of them ---- */

static nq_experiment_progress describe(const struct experiment *experiment) {
  nq_experiment_progress progress = {.done = experiment->done,
                                     .total = experiment->total,
                                     .running = experiment->running,
                                     .seconds = nq_clock() - experiment->begin,
                                     .seconds_left = -1};
  uint64_t fresh = experiment->done - experiment->found;
  if (fresh > 0)
    progress.seconds_left =
        progress.seconds / (double)fresh * (double)(experiment->total - experiment->done);
  return progress;
}

/* Report until the last thread is done. */
static void supervise(struct experiment *experiment, nq_experiment_function *report, void *context,
                      bool *interrupted) {
  pthread_mutex_lock(&experiment->lock);
  while (experiment->working > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NANOSECONDS_A_REPORT;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&experiment->changed, &experiment->lock, &until);
    nq_experiment_progress progress = describe(experiment);
    pthread_mutex_unlock(&experiment->lock);
    if (report != NULL && !report(context, &progress)) {
      *interrupted = true;
      atomic_store(&experiment->stop, true);
    }
    pthread_mutex_lock(&experiment->lock);
  }
  pthread_mutex_unlock(&experiment->lock);
}

static nq_status run_threads(struct experiment *experiment, unsigned threads,
                             nq_experiment_function *progress, void *context, bool *interrupted) {
  pthread_t thread[THREADS_MOST];
  unsigned started = 0;
  uint64_t missing = experiment->total - experiment->done;
  if (threads > THREADS_MOST) threads = THREADS_MOST;
  if (threads > missing) threads = (unsigned)missing;
  experiment->working = threads;
  while (started < threads && pthread_create(&thread[started], NULL, work, experiment) == 0)
    started++;
  if (started == 0 && threads > 0)
    return nq_error_set(&experiment->error, NQ_NO_MEMORY, "no thread could be started");
  pthread_mutex_lock(&experiment->lock);
  experiment->working -= threads - started;
  pthread_mutex_unlock(&experiment->lock);
  supervise(experiment, progress, context, interrupted);
  for (unsigned i = 0; i < started; i++) pthread_join(thread[i], NULL);
  return experiment->error.status;
}

nq_status nq_experiment_run(const nq_plan *plan, nq_store *store, unsigned threads,
                            nq_experiment_function *progress, void *context,
                            nq_experiment_outcome *outcome, nq_error *error) {
  struct experiment experiment = {.plan = plan, .store = store, .total = nq_plan_runs(plan)};
  *outcome = (nq_experiment_outcome){0};
  if (experiment.total <= SIZE_MAX)
    experiment.stored = calloc((size_t)experiment.total, sizeof *experiment.stored);
  if (experiment.stored == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  nq_status status = nq_store_each(store, plan, mark_stored, &experiment, error);
  outcome->found = experiment.found = experiment.done;
  if (status == NQ_OK) {
    pthread_mutex_init(&experiment.lock, NULL);
    pthread_cond_init(&experiment.changed, NULL);
    atomic_init(&experiment.stop, false);
    experiment.begin = nq_clock();
    status = run_threads(&experiment, threads, progress, context, &outcome->interrupted);
    if (status != NQ_OK && error != NULL) *error = experiment.error;
    pthread_mutex_destroy(&experiment.lock);
    pthread_cond_destroy(&experiment.changed);
  }
  outcome->done = experiment.done;
  free(experiment.stored);
  return status;
}
