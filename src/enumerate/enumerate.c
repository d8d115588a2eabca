/* nq_enumerate: backtracking -> checker -> visitor or writer.
 *
 * MODEL.  One thread hands each solution on as it is found.  Several threads fill sinks, which the
 * calling thread empties in order: rows of bytes for a visitor, parts of the output for a
 * writer. */
#include "board/board.h"
#include "exact/backtracking.h"
#include "format/format.h"

#include <stdlib.h>

_Static_assert(NQ_PART_N_MAX >= NQ_ENUMERATE_N_MAX, "what is searched can be handed on");

/* Rows of a sink without a part. */
#define SINK_ROWS ((size_t)64 << 10)

struct job {
  const nq_instance *instance;
  const nq_enumerate_options *options;
  nq_enumerate_visit *visit; /* or NULL */
  nq_writer *writer;         /* or NULL */
  uint32_t n;
  bool plain;
  uint64_t visited, before; /* boards; and those that the writer had */
  nq_status status;         /* of checking and writing */
  nq_error error;
};

/* ---- Boards of one thread ---- */

/* Check the board and write it, if there is a writer. */
static nq_status check_and_write(const struct job *job, const uint32_t *rows, nq_writer *writer,
                                 nq_error *error) {
  nq_status status = NQ_OK;
  if (!job->plain || !nq_check_small(rows, job->n)) {
    nq_check_report report;
    status = nq_check(rows, job->n, job->instance, &report, error);
    if (status == NQ_OK) status = nq_report_require_valid(&report, job->n, job->instance, error);
  }
  return status == NQ_OK && writer != NULL ? nq_writer_board(writer, rows, error) : status;
}

static bool visit_board(struct job *job, const uint32_t *rows) {
  job->visited++;
  return job->visit(job->options->context, rows);
}

static bool take_board(void *context, const uint32_t *rows) {
  struct job *job = context;
  job->status = check_and_write(job, rows, job->writer, &job->error);
  return job->status == NQ_OK && (job->writer != NULL || visit_board(job, rows));
}

/* ---- Boards of several threads ---- */

struct sink {
  const struct job *job;
  nq_writer *part; /* or NULL: */
  uint8_t *rows;   /* `used` of SINK_ROWS */
  size_t used;
  nq_status status; /* of the board that ended the search */
  nq_error error;
};

static void close_sink(void *context) {
  struct sink *sink = context;
  nq_writer_free(sink->part);
  free(sink->rows);
  free(sink);
}

static void *open_sink(void *context) {
  const struct job *job = context;
  struct sink *sink = calloc(1, sizeof *sink);
  if (sink == NULL) return NULL;
  sink->job = job;
  if (job->writer != NULL)
    sink->part = nq_part_new(job->writer);
  else
    sink->rows = malloc(SINK_ROWS);
  if (sink->part != NULL || sink->rows != NULL) return sink;
  close_sink(sink);
  return NULL;
}

static nq_backtrack_put put_rows(struct sink *sink, const uint32_t *rows) {
  uint32_t n = sink->job->n;
  for (uint32_t column = 0; column < n; column++) sink->rows[sink->used++] = (uint8_t)rows[column];
  return SINK_ROWS - sink->used < n ? NQ_PUT_FULL : NQ_PUT_MORE;
}

static nq_backtrack_put put_board(void *context, const uint32_t *rows) {
  struct sink *sink = context;
  sink->status = check_and_write(sink->job, rows, sink->part, &sink->error);
  if (sink->status != NQ_OK) return NQ_PUT_END;
  if (sink->part == NULL) return put_rows(sink, rows);
  return nq_part_is_full(sink->part) ? NQ_PUT_FULL : NQ_PUT_MORE;
}

static bool visit_rows(struct job *job, struct sink *sink) {
  uint32_t rows[NQ_ENUMERATE_N_MAX];
  bool goes_on = true;
  for (size_t at = 0; at < sink->used && goes_on; at += job->n) {
    for (uint32_t column = 0; column < job->n; column++) rows[column] = sink->rows[at + column];
    goes_on = visit_board(job, rows);
  }
  sink->used = 0;
  return goes_on;
}

static bool pass_on(void *context, void *from) {
  struct job *job = context;
  struct sink *sink = from;
  if (sink->part != NULL)
    job->status = nq_part_append(job->writer, sink->part, &job->error);
  else if (!visit_rows(job, sink))
    return false;
  if (job->status == NQ_OK && sink->status != NQ_OK) {
    job->status = sink->status;
    job->error = sink->error;
  }
  return job->status == NQ_OK;
}

/* ---- The run ---- */

static nq_status search(struct job *job, nq_watch *watch, nq_enumerate_result *result,
                        nq_error *error) {
  static const nq_backtrack_sink sink = {open_sink, close_sink, put_board, pass_on};
  const nq_enumerate_options *options = job->options;
  bool takes = job->visit != NULL || job->writer != NULL;
  const nq_backtrack_plan plan = {.instance = job->instance,
                                  .visit = takes ? take_board : NULL,
                                  .context = job,
                                  .threads = options->threads,
                                  .sink = takes ? &sink : NULL,
                                  .watch = watch,
                                  .solutions = options->solutions,
                                  .fundamental = options->fundamental,
                                  .slice = options->slice,
                                  .slices = options->slices};
  nq_status status = nq_backtrack_enumerate(&plan, result, error);
  if (result->end == NQ_ENUMERATE_STOPPED && watch_stop(watch) == NQ_STOP_TIME)
    result->end = NQ_ENUMERATE_TIME;
  if (job->visit != NULL) result->solutions = job->visited;
  if (job->writer != NULL) result->solutions = nq_writer_written(job->writer) - job->before;
  result->seconds = nq_clock() - watch->begin;
  if (status != NQ_OK || job->status == NQ_OK) return status;
  nq_error_pass(error, &job->error);
  return job->status;
}

static nq_status require_options(const struct job *job, nq_error *error) {
  const nq_enumerate_options *options = job->options;
  if (options->threads == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "threads is 0; it must be 1 or more");
  if (options->slices == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "slices is 0; the whole is slice 0 of 1");
  if (!(options->seconds >= 0))
    return nq_error_set(error, NQ_BAD_VALUE, "seconds must be 0 (no limit) or more");
  if (job->writer != NULL && job->writer->n != job->n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "the writer is for boards of n = %" PRIu32
                        ", the instance has n = %" PRIu32,
                        job->writer->n, job->n);
  return NQ_OK;
}

static nq_status run(const nq_instance *instance, const nq_enumerate_options *options,
                     nq_enumerate_visit *visit, nq_writer *writer, nq_enumerate_result *result,
                     nq_error *error) {
  struct job job = {.instance = instance,
                    .options = options,
                    .visit = visit,
                    .writer = writer,
                    .n = nq_instance_n(instance),
                    .plain = nq_instance_is_plain(instance)};
  *result = (nq_enumerate_result){0};
  nq_status status = require_options(&job, error);
  if (status != NQ_OK) return status;
  if (writer != NULL) job.before = nq_writer_written(writer);
  nq_watch watch;
  nq_watch_init(&watch, options->seconds, options->progress, options->context);
  status = search(&job, &watch, result, error);
  nq_watch_release(&watch);
  return status;
}

void nq_enumerate_options_init(nq_enumerate_options *options) {
  *options = (nq_enumerate_options){.slices = 1, .threads = 1};
}

nq_status nq_enumerate(const nq_instance *instance, const nq_enumerate_options *options,
                       nq_enumerate_visit *visit, nq_enumerate_result *result, nq_error *error) {
  return run(instance, options, visit, NULL, result, error);
}

nq_status nq_enumerate_write(const nq_instance *instance, const nq_enumerate_options *options,
                             nq_writer *writer, nq_enumerate_result *result, nq_error *error) {
  return run(instance, options, NULL, writer, result, error);
}
