/* nqueens count --instance: instance -> nq_count_instance -> a number. */
#include "cli/count.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "core/number.h"
#include "counting/instance.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

static void summarise(const cli_count_options *options, uint32_t n,
                      const nq_count_instance_report *report, double seconds) {
  char time[32], slice[60] = "";
  cli_describe_seconds(seconds, time, sizeof time);
  if (options->sliced)
    snprintf(slice, sizeof slice, " in slice %" PRIu64 "/%" PRIu64, options->slice.part,
             options->slice.parts);
  cli_say("n = %" PRIu32 ": %" PRIu64 " %s%s, %" PRIu64 " node%s, %" PRIu64
          " failure%s, in %s (%" PRIu32 " thread%s)",
          n, report->count, cli_count_noun(options, report->count), slice, report->nodes,
          nq_plural(report->nodes), report->failures, nq_plural(report->failures), time,
          report->threads, nq_plural(report->threads));
}

static int say_unfinished(const cli_count_options *options, uint32_t n,
                          const nq_count_instance_report *report, bool late, double seconds) {
  char time[32];
  cli_describe_seconds(seconds, time, sizeof time);
  if (!options->quiet)
    cli_say("n = %" PRIu32 " not counted: %s after %s, %" PRIu64 " of %" PRIu64
            " part%s done, %" PRIu64 " node%s",
            n, late ? "time limit reached" : "interrupted", time, report->done, report->parts,
            nq_plural(report->parts), report->nodes, nq_plural(report->nodes));
  return late ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

int cli_count_instance(const cli_count_options *options, const nq_instance *instance,
                       const cli_signals *signals) {
  cli_progress progress;
  nq_watch watch;
  nq_error error = {0};
  nq_count_instance_report report;
  uint32_t n = nq_instance_n(instance);
  cli_progress_init(&progress, signals->interrupted, options->quiet);
  double limit = cli_limit_seconds(options->seconds);
  nq_watch_init(&watch, limit, cli_progress_report, &progress);
  const nq_count_instance_plan plan = {.instance = instance,
                                       .watch = &watch,
                                       .threads = cli_count_threads(options),
                                       .slice = options->slice.part,
                                       .slices = options->slice.parts};
  nq_status status = nq_count_instance(&plan, &report, &error);
  double seconds = nq_clock() - watch.begin;
  bool late = watch_stop(&watch) == NQ_STOP_TIME;
  nq_watch_release(&watch);
  cli_progress_clear(&progress);
  if (status != NQ_OK) return cli_say_error(options->instance_path, &error);
  if (report.stopped) return say_unfinished(options, n, &report, late, seconds);
  if (!options->quiet) summarise(options, n, &report, seconds);
  return cli_count_print(report.count);
}
