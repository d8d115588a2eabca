/* nqueens count --instance: instance -> nq_count_instance -> a number. */
#include "cli/count/modes.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

int cli_count_instance(cli_count_run *run, cli_count_output *output, const nq_instance *instance) {
  const cli_count_options *options = run->options;
  nq_error error = {0};
  nq_count_instance_options ask;
  nq_count_instance_result result;
  nq_count_instance_options_init(&ask);
  ask.slice = options->slice.part;
  ask.slices = options->slice.parts;
  ask.threads = cli_count_threads(options);
  ask.progress = cli_progress_in_time;
  ask.context = &run->progress;
  nq_status status = nq_count_instance(instance, &ask, &result, &error);
  cli_progress_clear(&run->progress);
  if (status != NQ_OK) return cli_say_error(options->instance_path, &error);
  const cli_counted counted = {.n = nq_instance_n(instance),
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
  if (counted.whole) {
    cli_count_say(options, &counted);
    return code;
  }
  char nodes[40];
  snprintf(nodes, sizeof nodes, ", %" PRIu64 " node%s", result.nodes, nq_plural(result.nodes));
  return cli_count_say_stopped(run, &counted, nodes);
}
