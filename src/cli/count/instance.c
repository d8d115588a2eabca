/* nqueens count --instance: instance -> nq_count_instance -> a number. */
#include "cli/count/count.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

static void summarise(const cli_count_options *options, uint32_t n,
                      const nq_count_instance_result *result) {
  char time[32], slice[60] = "";
  cli_describe_seconds(result->seconds, time, sizeof time);
  if (options->sliced)
    snprintf(slice, sizeof slice, " in slice %" PRIu64 "/%" PRIu64, options->slice.part,
             options->slice.parts);
  cli_say("n = %" PRIu32 ": %" PRIu64 " %s%s, %" PRIu64 " node%s, %" PRIu64
          " failure%s, in %s (%u thread%s)",
          n, result->count, cli_count_noun(options, (wide){result->count, 0}), slice, result->nodes,
          nq_plural(result->nodes), result->failures, nq_plural(result->failures), time,
          result->threads, nq_plural(result->threads));
}

static int say_unfinished(const cli_count_options *options, uint32_t n,
                          const nq_count_instance_result *result) {
  char time[32];
  cli_describe_seconds(result->seconds, time, sizeof time);
  if (!options->quiet)
    cli_say("n = %" PRIu32 " not counted: %s after %s, %" PRIu64 " of %" PRIu64
            " part%s done, %" PRIu64 " node%s",
            n, result->interrupted ? "interrupted" : "the time limit was reached", time,
            result->done, result->parts, nq_plural(result->parts), result->nodes,
            nq_plural(result->nodes));
  return result->interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
}

int cli_count_instance(cli_count_output *output, const nq_instance *instance,
                       const cli_signals *signals) {
  const cli_count_options *options = output->options;
  cli_progress progress;
  nq_error error = {0};
  nq_count_instance_options ask;
  nq_count_instance_result result;
  uint32_t n = nq_instance_n(instance);
  cli_progress_init(&progress, signals, options->quiet);
  nq_count_instance_options_init(&ask);
  ask.slice = options->slice.part;
  ask.slices = options->slice.parts;
  ask.seconds = cli_limit_seconds(options->seconds);
  ask.threads = cli_count_threads(options);
  ask.progress = cli_progress_report;
  ask.context = &progress;
  nq_status status = nq_count_instance(instance, &ask, &result, &error);
  cli_progress_clear(&progress);
  if (status != NQ_OK) return cli_say_error(options->instance_path, &error);
  const cli_counted counted = {.n = n,
                               .threads = result.threads,
                               .whole = !result.stopped,
                               .searched = true,
                               .count = {result.count, 0},
                               .units = result.parts,
                               .done = result.done,
                               .nodes = result.nodes,
                               .failures = result.failures,
                               .seconds = result.seconds};
  int code = cli_count_show(output, &counted);
  if (result.stopped) return say_unfinished(options, n, &result);
  if (!options->quiet && !options->table) summarise(options, n, &result);
  return code;
}
