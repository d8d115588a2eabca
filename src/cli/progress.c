#include "cli/progress.h"
#include "core/limits.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECONDS_BEFORE  1.0 /* shorter work needs no line */
#define SECONDS_BETWEEN 0.2

void cli_progress_init(cli_progress *progress, const atomic_bool *interrupted, bool quiet) {
  *progress = (cli_progress){.interrupted = interrupted, .show = !quiet && isatty(STDERR_FILENO)};
}

/* "950", "12.3 thousand", "45.6 million". */
static void describe_count(double count, char *text, size_t size) {
  static const char *const units[] = {"", " thousand", " million", " billion"};
  size_t unit = 0;
  for (; count >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++) count /= 1000;
  snprintf(text, size, "%.3g%s", count, units[unit]);
}

/* How much of a known total is done, how fast, and how long the rest takes. */
static void write_part(const cli_progress *progress, const nq_progress *at) {
  double since = at->seconds - progress->began, done = (double)(at->done - progress->done);
  char rate[48];
  fprintf(stderr, ", %.1f %% of %" PRIu64, 100 * (double)at->done / (double)at->total, at->total);
  if (since < 0.1 || done < 1) return;
  describe_count(done / since, rate, sizeof rate);
  fprintf(stderr, ", %s a second, %.0f s left", rate,
          (double)(at->total - at->done) * since / done);
}

/* A complete search: its speed, and the most columns that it has filled so far. */
static void write_branches(const cli_progress *progress, const nq_progress *at) {
  double since = at->seconds - progress->began;
  char branches[48], rate[48];
  describe_count((double)at->branches, branches, sizeof branches);
  describe_count((double)at->branches / (since > 0 ? since : 1), rate, sizeof rate);
  fprintf(stderr, ", %s branches, %s a second, at best %" PRIu64 " of %" PRIu64 " open columns",
          branches, rate, at->done, at->total);
  if (at->bytes > 0) fprintf(stderr, ", %.1f MB of proof", 1e-6 * (double)at->bytes);
}

static void write_line(const cli_progress *progress, const nq_progress *at) {
  fprintf(stderr, "\r\033[K%.1f s: %s", at->seconds, at->phase);
  if (at->temperature > 0)
    fprintf(stderr, ", temperature %.3g, %" PRIu64 " conflict%s", at->temperature, at->conflicts,
            nq_plural(at->conflicts));
  if (at->branches > 0)
    write_branches(progress, at);
  else if (at->total > 0)
    write_part(progress, at);
  else if (at->bytes > 0)
    fprintf(stderr, ", %.1f MB", 1e-6 * (double)at->bytes);
  else
    fprintf(stderr, ", %" PRIu64 " conflict%s", at->conflicts, nq_plural(at->conflicts));
  if (at->restarts > 0)
    fprintf(stderr, ", %" PRIu64 " restart%s", at->restarts, nq_plural(at->restarts));
  fflush(stderr);
}

/* The first phase began with the run; a later one begins with its first report. */
static void note_phase(cli_progress *progress, const nq_progress *at) {
  if (progress->phase != NULL && at->done >= progress->done &&
      strcmp(progress->phase, at->phase) == 0)
    return;
  bool first = progress->phase == NULL;
  progress->phase = at->phase;
  progress->began = first ? 0 : at->seconds;
  progress->done = first ? 0 : at->done;
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
  note_phase(progress, at);
  if (cli_progress_due(progress, at->seconds)) {
    write_line(progress, at);
    note_line(progress, at->seconds);
  }
  return !atomic_load(progress->interrupted);
}

bool cli_progress_in_time(void *context, const nq_progress *at) {
  return cli_progress_report(context, at) && cli_progress_stop(context, NULL) == CLI_YES;
}

void cli_progress_limit(cli_progress *progress, double seconds) {
  progress->deadline = seconds > 0 ? nq_clock() + seconds : 0;
}

int cli_progress_stop(const cli_progress *progress, const char **why) {
  bool interrupted = atomic_load(progress->interrupted);
  bool late = progress->deadline > 0 && nq_clock() >= progress->deadline;
  if (why != NULL) *why = interrupted ? "interrupted" : "the time limit was reached";
  return interrupted ? CLI_INTERRUPTED : late ? CLI_UNKNOWN : CLI_YES;
}

void cli_progress_clear(cli_progress *progress) {
  if (progress->visible) fputs("\r\033[K", stderr);
  progress->visible = false;
  progress->shown = 0;
  progress->phase = NULL;
}
