#include "cli/solve/log.h"
#include "core/core.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Seconds between writes. */
#define FLUSH_EVERY 0.2

static void flush(cli_log *log) {
  if (log->failed == 0 && fflush(log->stream) != 0) log->failed = errno;
}

nq_status cli_log_open(cli_log *log, const char *path, nq_error *error) {
  *log = (cli_log){.path = path};
  if (path == NULL) return NQ_OK;
  log->stream = fopen(path, "we"); /* e: not for child processes */
  if (log->stream == NULL) return nq_error_set(error, NQ_IO, "%s: %s", path, strerror(errno));
  fputs("generation,best,mean,worst,diversity,evaluations,seconds,restart\n", log->stream);
  return cli_log_flush(log, error);
}

static void note(void *context, const nq_generation *generation) {
  cli_log *log = context;
  if (log->failed != 0) return;
  int written = fprintf(
      log->stream, "%" PRIu64 ",%" PRIu64 ",%.6g,%" PRIu64 ",%.6g,%" PRIu64 ",%.6f,%" PRIu64 "\n",
      generation->generation, generation->best_conflicts, generation->mean_conflicts,
      generation->worst_conflicts, generation->diversity, generation->evaluations,
      generation->seconds, generation->restart);
  if (written < 0) log->failed = errno;
  if (generation->seconds < log->flushed + FLUSH_EVERY) return;
  log->flushed = generation->seconds;
  flush(log);
}

void cli_log_attach(cli_log *log, nq_solve_options *solve) {
  if (log->stream == NULL) return;
  solve->genetic.trace = note;
  solve->genetic.trace_context = log;
}

nq_status cli_log_flush(cli_log *log, nq_error *error) {
  if (log->stream == NULL) return NQ_OK;
  flush(log);
  if (log->failed == 0) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s: writing failed: %s", log->path, strerror(log->failed));
}

void cli_log_close(cli_log *log) {
  if (log->stream != NULL) fclose(log->stream);
  log->stream = NULL;
}
