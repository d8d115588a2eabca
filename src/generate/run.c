/* The run over the items. */
#include "generate/kinds.h"
#include "parallel/work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct generate_run {
  const nq_generating *generation;
  nq_generate_visit *visit;
  uint64_t next;
} generate_run;

static nq_work_next next_item(void *context, void *unit) {
  generate_run *run = context;
  const nq_generate_options *options = &run->generation->options;
  if (run->next == options->first + options->count) return NQ_WORK_END;
  *(uint64_t *)unit = run->next++;
  return NQ_WORK_UNIT;
}

static nq_status visit_item(void *context, nq_work_slot *slot) {
  const generate_run *run = context;
  nq_watch *watch = run->generation->watch;
  pthread_mutex_lock(&watch->calling); /* not while a worker calls `progress` */
  bool more = run->visit(run->generation->options.context, slot->result);
  pthread_mutex_unlock(&watch->calling);
  return more ? NQ_OK : NQ_END;
}

static void poll(void *context, nq_work *work) {
  (void)work;
  (void)nq_generate_poll(((const generate_run *)context)->generation);
}

static nq_status run(nq_generating *generation, nq_generate_visit *visit, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  generate_run run = {.generation = generation, .visit = visit, .next = options->first};
  nq_bytes packed = {0};
  if (options->crew != NULL) nq_generate_pack_job(options, &packed);
  const nq_work_plan plan = {.kind = &nq_generate_work,
                             .job = generation,
                             .packed = &packed,
                             .threads = nq_generate_threads(options),
                             .most = options->count,
                             .ordered = true,
                             .alone = true,
                             .watch = generation->watch,
                             .crew = options->crew,
                             .context = &run,
                             .next = next_item,
                             .settle = visit_item,
                             .poll = poll};
  nq_status status = packed.failed ? nq_error_set(error, NQ_NO_MEMORY, "no memory for the job")
                                   : nq_work_run(&plan, error);
  nq_bytes_release(&packed);
  return status;
}

nq_status nq_generate(const nq_generate_options *options, nq_generate_visit *visit,
                      nq_error *error) {
  nq_watch watch;
  nq_generating generation = {.options = *options, .watch = &watch};
  nq_watch_init(&watch, options->seconds > 0 ? options->seconds : 0, options->progress,
                options->context);
  nq_status status = nq_generate_begin(&generation, error);
  if (status == NQ_OK && options->count > 0) status = run(&generation, visit, error);
  nq_generate_end(&generation);
  nq_watch_release(&watch);
  return status;
}
