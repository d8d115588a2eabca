/* A run over the items, as units of work, which another process may do: jobs and items as bytes. */
#include "board/board.h"
#include "generate/kinds.h"
#include "parallel/work.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t place_of(const nq_generate_kind *kind) {
  size_t place = 0;
  while (nq_generate_kind_at(place) != kind) place++;
  return place;
}

static void pack_job(const void *job, nq_bytes *bytes) {
  const nq_generating *generation = job;
  size_t kind = place_of(&generation->entry->kind);
  nq_bytes_add(bytes, &kind, sizeof kind);
  nq_bytes_add(bytes, &generation->options, sizeof generation->options);
}

static nq_status open_job(nq_bytes *packed, nq_watch *watch, void **job, nq_error *error) {
  size_t kind;
  nq_generating *generation = calloc(1, sizeof *generation);
  if (generation == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the job");
  *job = generation;
  generation->watch = watch;
  nq_generate_options *options = &generation->options;
  if (!nq_bytes_take(packed, &kind, sizeof kind) ||
      !nq_bytes_take(packed, options, sizeof *options))
    return nq_error_set(error, NQ_INTERNAL, "the job is cut off");
  const nq_generate_kind *entry = nq_generate_kind_at(kind);
  options->kind = entry != NULL ? entry->name : "";
  options->progress = NULL;
  options->context = NULL;
  options->crew = NULL;
  return nq_generate_begin(generation, error);
}

static void close_job(void *job) {
  nq_generating *generation = job;
  nq_generate_end(generation);
  free(generation);
}

/* ---- Items: the struct, the kind's place in the table, instance, rows and completions ---- */

static size_t completions_size(const nq_generated *item) {
  return (size_t)item->solutions * item->n * sizeof *item->completions; /* was in memory */
}

static void pack_item(const void *result, nq_bytes *bytes) {
  const nq_generated *item = result;
  size_t kind = place_of(item->kind);
  nq_bytes_add(bytes, item, sizeof *item);
  nq_bytes_add(bytes, &kind, sizeof kind);
  if (item->instance != NULL) nq_instance_pack(item->instance, bytes);
  if (item->board.rows != NULL)
    nq_bytes_add(bytes, item->board.rows, item->board.n * sizeof *item->board.rows);
  if (item->completions != NULL) nq_bytes_add(bytes, item->completions, completions_size(item));
}

static bool unpack_item(nq_bytes *bytes, void *result) {
  nq_generated *item = result;
  size_t kind;
  if (!nq_bytes_take(bytes, item, sizeof *item) || !nq_bytes_take(bytes, &kind, sizeof kind))
    return false;
  bool has_instance = item->instance != NULL, has_board = item->board.rows != NULL;
  bool has_completions = item->completions != NULL;
  uint32_t n = item->board.n;
  item->kind = nq_generate_kind_at(kind);
  item->instance = NULL;
  item->board = (nq_board){0};
  item->completions = NULL;
  if (has_instance && !nq_instance_unpack(bytes, item->n, &item->instance)) return false;
  if (has_board && (nq_board_init(&item->board, n, NULL) != NQ_OK ||
                    !nq_bytes_take(bytes, item->board.rows, n * sizeof *item->board.rows)))
    return false;
  if (!has_completions) return true;
  item->completions = malloc(completions_size(item));
  return item->completions != NULL &&
         nq_bytes_take(bytes, item->completions, completions_size(item));
}

const nq_work_kind nq_generate_work = {.name = "generate",
                                       .unit_size = sizeof(uint64_t),
                                       .result_size = sizeof(nq_generated),
                                       .perform = nq_generate_make_item,
                                       .release = nq_generate_release,
                                       .pack_job = pack_job,
                                       .open = open_job,
                                       .close = close_job,
                                       .pack = pack_item,
                                       .unpack = unpack_item};

/* ---- The run ---- */

static nq_status visit_item(void *context, nq_work_slot *slot) {
  const nq_generating *generation = context;
  nq_watch *watch = generation->watch;
  pthread_mutex_lock(&watch->calling); /* not while a worker calls `progress` */
  bool more = generation->visit(generation->options.context, slot->result);
  pthread_mutex_unlock(&watch->calling);
  return more ? NQ_OK : NQ_END;
}

static void poll_items(void *context, nq_work *work) {
  (void)work;
  (void)nq_generate_poll(context);
}

static nq_status visit_items(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  const nq_work_plan plan = {.kind = &nq_generate_work,
                             .job = generation,
                             .threads = nq_generate_threads(options),
                             .first = options->first,
                             .most = options->count,
                             .ordered = true,
                             .alone = true,
                             .watch = generation->watch,
                             .crew = options->crew,
                             .context = generation,
                             .settle = visit_item,
                             .poll = poll_items};
  return nq_work_run(&plan, error);
}

nq_status nq_generate(const nq_generate_options *options, nq_generate_visit *visit,
                      nq_error *error) {
  nq_watch watch;
  nq_generating generation = {.options = *options, .watch = &watch, .visit = visit};
  nq_watch_init(&watch, options->seconds > 0 ? options->seconds : 0, options->progress,
                options->context);
  nq_status status = nq_generate_begin(&generation, error);
  if (status == NQ_OK && options->count > 0) status = visit_items(&generation, error);
  nq_generate_end(&generation);
  nq_watch_release(&watch);
  return status;
}

/* ---- An item in words ---- */

const char *nq_known_name(nq_known answer) {
  static const char *const names[] = {[NQ_KNOWN_VALID] = "valid",
                                      [NQ_KNOWN_INVALID] = "invalid",
                                      [NQ_KNOWN_SOLVABLE] = "solvable",
                                      [NQ_KNOWN_UNSOLVABLE] = "unsolvable",
                                      [NQ_KNOWN_NOTHING] = "unknown"};
  return names[answer];
}

void nq_generated_describe(const nq_generated *item, char *text, size_t size) {
  if (size == 0) return;
  nq_generate_options used;
  memcpy(used.value, item->value, sizeof used.value);
  snprintf(text, size, "kind=%s n=%" PRIu32 " seed=%" PRIu64 " index=%" PRIu64, item->kind->name,
           item->n, item->seed, item->index);
  for (size_t i = 0; i < NQ_GENERATE_PARAMETERS; i++) {
    char value[32];
    bool verdict = i == NQ_GENERATE_VERDICT;     /* shown by the answer */
    bool conflicts = i == NQ_GENERATE_CONFLICTS; /* and by the board's conflicts */
    if (item->value[i] == NQ_GENERATE_DEFAULT || verdict || conflicts) continue;
    nq_option_format(&nq_generate_table[i], &used, value, sizeof value);
    nq_text_add(text, size, " %s=%s", nq_generate_table[i].name, value);
  }
  nq_text_add(text, size, " answer=%s", nq_known_name(item->answer));
  if (item->instance == NULL) nq_text_add(text, size, " conflicts=%" PRIu64, item->conflicts);
  if (item->solutions != UINT64_MAX)
    nq_text_add(text, size, " solutions=%" PRIu64, item->solutions);
  if (item->branches != UINT64_MAX) nq_text_add(text, size, " branches=%" PRIu64, item->branches);
  if (item->reason[0] != '\0') nq_text_add(text, size, " (%s)", item->reason);
}
