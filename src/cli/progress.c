#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define SECONDS_BEFORE  1.0 /* shorter work needs no line */
#define SECONDS_BETWEEN 0.2

void cli_progress_init(cli_progress *progress, const atomic_bool *interrupted, bool quiet) {
  *progress = (cli_progress){.interrupted = interrupted, .show = !quiet && isatty(STDERR_FILENO)};
}

static void write_line(const nq_progress *at) {
  fprintf(stderr, "\r\033[K%.1f s: %s", at->seconds, at->phase);
  if (at->total > 0) {
    double part = (double)at->done / (double)at->total;
    fprintf(stderr, ", %.1f %% of %" PRIu64, 100 * part, at->total);
    if (part > 0.01) fprintf(stderr, ", %.0f s left", at->seconds * (1 - part) / part);
  } else if (at->bytes > 0) {
    fprintf(stderr, ", %.1f MB", 1e-6 * (double)at->bytes);
  } else {
    fprintf(stderr, ", %" PRIu64 " conflicts", at->conflicts);
  }
  if (at->restarts > 0) fprintf(stderr, ", %" PRIu64 " restarts", at->restarts);
  fflush(stderr);
}

bool cli_progress_due(const cli_progress *progress, double seconds) {
  return progress->show && seconds >= SECONDS_BEFORE &&
         seconds - progress->shown >= SECONDS_BETWEEN;
}

static void note_line(cli_progress *progress, double seconds) {
  progress->shown = seconds;
  progress->visible = true;
}

void cli_progress_line(cli_progress *progress, double seconds, const char *line) {
  fprintf(stderr, "\r\033[K%s", line);
  fflush(stderr);
  note_line(progress, seconds);
}

bool cli_progress_report(void *context, const nq_progress *at) {
  cli_progress *progress = context;
  if (cli_progress_due(progress, at->seconds)) {
    write_line(at);
    note_line(progress, at->seconds);
  }
  return !atomic_load(progress->interrupted);
}

void cli_progress_clear(cli_progress *progress) {
  if (progress->visible) fputs("\r\033[K", stderr);
  progress->visible = false;
  progress->shown = 0;
}
