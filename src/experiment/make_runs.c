#include "experiment/store.h"
#include "experiment/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* ---- The machine ---- */

/* The X of "model name : X" in /proc/cpuinfo, truncated to size. */
static void read_processor(char *text, size_t size) {
  char line[256];
  text[0] = '\0';
  FILE *file = fopen("/proc/cpuinfo", "re");
  if (file == NULL) return;
  while (text[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (colon == NULL || strncmp(line, "model name", strlen("model name")) != 0) continue;
    line[strcspn(line, "\n")] = '\0';
    snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " "));
  }
  fclose(file);
}

void nq_machine_describe(char *text, size_t size) {
  struct utsname system;
  char processor[128];
  read_processor(processor, sizeof processor);
  if (uname(&system) != 0) {
    snprintf(text, size, "%s", processor);
    return;
  }
  snprintf(text, size, "%s %s %s%s%s", system.sysname, system.release, system.machine,
           processor[0] != '\0' ? ", " : "", processor);
}

/* ---- Jobs: how a run is made, in any process ---- */

struct job {
  const nq_plan *plan;
  nq_plan own; /* of a job from another process */
  nq_watch *watch;
  char machine[NQ_MACHINE_BYTES];
};

/* Up to this n, a run is made twice, the first time for at most so many seconds and uncounted:
 * caches that another method's run has left may cost more than a small board takes. */
#define WARMED_N       10000
#define WARMED_SECONDS .001

static void warm_up(const nq_instance *instance, nq_solve_options options, nq_board *board) {
  nq_result result;
  if (nq_instance_n(instance) > WARMED_N) return;
  if (!(options.limits.seconds <= WARMED_SECONDS)) options.limits.seconds = WARMED_SECONDS;
  (void)nq_solve(instance, &options, board, &result, NULL);
  nq_board_release(board);
  *board = (nq_board){0};
}

/* By a method of ours.  One that cannot take an instance, or not with these options, has that as
 * its outcome; on plain boards nq_plan_check has found it. */
static nq_status solve_run(nq_attempt *attempt, nq_error *error) {
  nq_solve_options options = nq_plan_options(attempt->plan, &attempt->run);
  const nq_question *question = question_of(attempt);
  nq_board board = {0};
  options.progress = nq_watch_goes_on;
  options.context = attempt->watch;
  warm_up(question->instance, options, &board);
  double begin = nq_clock_thread();
  nq_status status = nq_solve(question->instance, &options, &board, &attempt->result, error);
  attempt->cpu_seconds = nq_clock_thread() - begin;
  nq_board_release(&board);
  if (status == NQ_OK) nq_attempt_judge(attempt);
  if (question->digest[0] == '\0' || (status != NQ_UNSUPPORTED && status != NQ_BAD_VALUE))
    return status;
  attempt->result = (nq_result){.verdict = NQ_UNKNOWN, .conflicts = UINT64_MAX};
  nq_attempt_end(attempt, NQ_OUTCOME_UNSUPPORTED, "", error->message);
  return NQ_OK;
}

static nq_status make_run(void *context, void *worker, const void *unit, void *result,
                          nq_error *error) {
  struct job *job = context;
  nq_attempt *attempt = result;
  const nq_plan_run *run = unit;
  nq_error why = {0};
  (void)worker;
  *attempt = (nq_attempt){.plan = job->plan, .run = *run, .watch = job->watch};
  memcpy(attempt->machine, job->machine, sizeof attempt->machine);
  const char *text = variant_of(attempt)->text;
  nq_status status = nq_command_is(text) ? nq_command_run(attempt, &why) : solve_run(attempt, &why);
  if (status == NQ_END) return status;
  if (status != NQ_OK)
    return nq_error_set(error, status, "%.120s, n = %" PRIu32 ", seed %" PRIu64 ": %.200s", text,
                        n_of(job->plan, run->question), run->seed, why.message);
  return attempt->result.verdict == NQ_UNKNOWN && attempt->result.interrupted ? NQ_END : NQ_OK;
}

static void pack_compare_job(const void *job, nq_bytes *bytes) {
  nq_plan_pack(((const struct job *)job)->plan, bytes);
}

static nq_status open_compare_job(nq_bytes *packed, nq_watch *watch, void **result,
                                  nq_error *error) {
  struct job *job = calloc(1, sizeof *job);
  if (job == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  *result = job;
  *job = (struct job){.plan = &job->own, .watch = watch};
  nq_machine_describe(job->machine, sizeof job->machine);
  return nq_plan_unpack(&job->own, packed, error);
}

static void close_compare_job(void *context) {
  struct job *job = context;
  nq_plan_release(&job->own);
  free(job);
}

static void pack_made(const void *result, nq_bytes *bytes) {
  const nq_attempt *made = result;
  nq_bytes_add(bytes, &made->outcome, sizeof made->outcome);
  nq_bytes_add(bytes, &made->cpu_seconds, sizeof made->cpu_seconds);
  nq_bytes_add(bytes, made->machine, sizeof made->machine);
  nq_bytes_add_result(bytes, &made->result);
}

static bool unpack_made(nq_bytes *bytes, void *result) {
  nq_attempt *made = result;
  return nq_bytes_take(bytes, &made->outcome, sizeof made->outcome) &&
         nq_bytes_take(bytes, &made->cpu_seconds, sizeof made->cpu_seconds) &&
         nq_bytes_take(bytes, made->machine, sizeof made->machine) &&
         nq_bytes_take_result(bytes, &made->result, &made->names);
}

const nq_work_kind nq_compare_work = {.name = "compare",
                                      .unit_size = sizeof(nq_plan_run),
                                      .result_size = sizeof(nq_attempt),
                                      .perform = make_run,
                                      .pack_job = pack_compare_job,
                                      .open = open_compare_job,
                                      .close = close_compare_job,
                                      .pack = pack_made,
                                      .unpack = unpack_made};

/* ---- Experiments: which runs are made ---- */

struct experiment {
  const nq_plan *plan;
  nq_store *store;
  nq_experiment_outcome *outcome;
  uint64_t total, next;
  bool *stored; /* for each run of the plan */
  nq_watch watch;
};

static void mark_stored(void *context, const nq_stored_run *stored) {
  struct experiment *experiment = context;
  const nq_plan *plan = experiment->plan;
  const nq_plan_run *run = &stored->run;
  uint64_t i = ((run->seed - plan->first_seed) * nq_plan_questions(plan) + run->question) *
                   plan->variant_count +
               run->variant;
  experiment->stored[i] = true;
  experiment->outcome->done++;
}

/* The next run that is not stored. */
static nq_work_next next_run(void *context, void *unit) {
  struct experiment *experiment = context;
  while (experiment->next < experiment->total && experiment->stored[experiment->next])
    experiment->next++;
  if (experiment->next == experiment->total) return NQ_WORK_END;
  *(nq_plan_run *)unit = nq_plan_get(experiment->plan, experiment->next++);
  return NQ_WORK_UNIT;
}

static nq_status store_run(void *context, nq_work_slot *slot) {
  struct experiment *experiment = context;
  nq_status status =
      nq_store_add(experiment->store, experiment->plan, slot->unit, slot->result, &slot->error);
  experiment->outcome->done += status == NQ_OK;
  return status;
}

static void report_runs(void *context, nq_work *work) {
  struct experiment *experiment = context;
  const nq_experiment_outcome *outcome = experiment->outcome;
  (void)work;
  (void)nq_watch_poll(&experiment->watch,
                      (nq_progress){.phase = "compare",
                                    .unit = "runs",
                                    .done = outcome->done - outcome->found,
                                    .total = experiment->total - outcome->found});
}

static nq_status make_missing_runs(struct experiment *experiment, unsigned threads, nq_crew *crew,
                                   nq_error *error) {
  struct job job = {.plan = experiment->plan, .watch = &experiment->watch};
  nq_machine_describe(job.machine, sizeof job.machine);
  const nq_work_plan work = {.kind = &nq_compare_work,
                             .job = &job,
                             .threads = threads,
                             .most = experiment->total - experiment->outcome->done,
                             .watch = &experiment->watch,
                             .crew = crew,
                             .context = experiment,
                             .next = next_run,
                             .settle = store_run,
                             .poll = report_runs};
  return work.most > 0 ? nq_work_run(&work, error) : NQ_OK;
}

static void note_wrong(void *context, const nq_stored_run *stored) {
  nq_experiment_outcome *outcome = context;
  if (stored->ended != NQ_OUTCOME_WRONG || outcome->wrong++ > 0) return;
  outcome->wrong_run = stored->run;
  snprintf(outcome->wrong_reason, sizeof outcome->wrong_reason, "%s", stored->reason);
}

nq_status nq_experiment_ask_versions(nq_plan *plan, nq_store *store, nq_error *error) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i < plan->variant_count && status == NQ_OK; i++) {
    nq_variant *variant = &plan->variant[i];
    nq_bytes output = {0};
    bool known = false;
    if (!nq_command_is(variant->text) || variant->merged) continue;
    status = nq_store_version(store, variant, &known, error);
    if (status != NQ_OK || known) continue;
    status = nq_command_version(variant->text, plan->watch, &output, error);
    if (status == NQ_OK) nq_bytes_add(&output, "", 1);
    if (status == NQ_OK && !output.failed) nq_variant_set_version(variant, (char *)output.data);
    nq_bytes_release(&output);
    if (status == NQ_OK) status = nq_store_note_version(store, variant, error);
  }
  return status;
}

nq_status nq_experiment_run(const nq_plan *plan, nq_store *store, unsigned threads, nq_crew *crew,
                            nq_progress_function *progress, void *context,
                            nq_experiment_outcome *outcome, nq_error *error) {
  struct experiment experiment = {
      .plan = plan, .store = store, .outcome = outcome, .total = nq_plan_runs(plan)};
  *outcome = (nq_experiment_outcome){0};
  if (experiment.total <= SIZE_MAX)
    experiment.stored = calloc((size_t)experiment.total, sizeof *experiment.stored);
  if (experiment.stored == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plan");
  nq_status status = nq_store_each(store, plan, mark_stored, &experiment, error);
  outcome->found = outcome->done;
  /* Runs of merged variants that are not stored are not made. */
  for (uint64_t i = 0; i < experiment.total; i++)
    if (!experiment.stored[i] && plan->variant[i % plan->variant_count].merged) {
      experiment.stored[i] = true;
      outcome->done++;
    }
  if (status == NQ_OK) {
    nq_watch_init(&experiment.watch, 0, progress, context);
    status = make_missing_runs(&experiment, threads, crew, error);
    nq_watch_release(&experiment.watch);
    outcome->interrupted = status == NQ_END;
    if (outcome->interrupted) status = NQ_OK;
  }
  if (status == NQ_OK && plan->instance_count > 0) status = nq_store_settle(store, error);
  if (status == NQ_OK && !outcome->interrupted)
    status = nq_store_each(store, plan, note_wrong, outcome, error);
  free(experiment.stored);
  return status;
}
