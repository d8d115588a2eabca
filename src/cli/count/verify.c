/* nqueens count --verify: N, checkpoints -> a random share of their records counted again. */
#include "cli/count/count.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "core/limits.h"
#include "core/number.h"
#include "ledger/checkpoint.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

/* The parts of an audit. */
typedef struct verification {
  const cli_count_options *options;
  uint32_t n;
  const nq_count_plan *plan;
  const char *const *paths;
  size_t path_count;
  nq_checkpoint_audit audit;
  nq_checkpoint_recount recount;
  cli_progress progress;
  double seconds;
} verification;

static void say_wrong(const verification *work, const nq_checkpoint_wrong *wrong) {
  char recorded[WIDE_TEXT_BYTES], counted[WIDE_TEXT_BYTES];
  const nq_count_range *was = &wrong->recorded, *is = &wrong->counted;
  cli_say("%s:%" PRIu64 ": units %" PRIu64 " to %" PRIu64
          " have %s solutions, counted by %s; the record has %s, counted by %s",
          work->paths[wrong->file], wrong->line, was->begin, was->end - 1,
          nq_wide_format((wide){is->count, is->count_high}, counted), is->path,
          nq_wide_format((wide){was->count, was->count_high}, recorded),
          was->path[0] != '\0' ? was->path : "a path that it does not name");
}

static void summarise(const verification *work) {
  const nq_checkpoint_recount *recount = &work->recount;
  uint64_t recorded = work->audit.counted;
  char time[32];
  cli_describe_seconds(work->seconds, time, sizeof time);
  cli_say("n = %" PRIu32 ": counted again: %zu of %zu record%s, %" PRIu64 " of %" PRIu64
          " unit%s (%.3g %%), in %s (seed %" PRIu64 "): %zu wrong",
          work->n, recount->records, work->audit.records, nq_plural(work->audit.records),
          recount->units, recorded, nq_plural(recorded),
          recorded == 0 ? 100 : 100 * (double)recount->units / (double)recorded, time,
          work->options->seed, recount->wrong_count);
}

/* What is known of the count; `count` is NULL where that is not. */
static cli_counted describe(const verification *work, const wide *count) {
  return (cli_counted){.n = work->n,
                       .whole = count != NULL,
                       .count = count != NULL ? *count : (wide){0, 0},
                       .units = work->audit.units,
                       .done = work->audit.counted,
                       .threads = cli_count_threads(work->options),
                       .seconds = work->seconds,
                       .records = work->audit.records,
                       .files = work->path_count,
                       .recounted = &work->recount};
}

/* Check the sum of a count without gaps by the published number and by its classes, and print it. */
static int finish(verification *work) {
  const char *why;
  nq_error error = {0};
  nq_count_classes by;
  bool interrupted;
  const nq_count_range *sum = &work->audit.sum;
  char number[WIDE_TEXT_BYTES];
  wide count = {sum->count, sum->count_high};
  if (nq_checkpoint_verify(work->n, sum, true, "the files", &error) != NQ_OK ||
      nq_count_classify(work->n, count.low, count.high, cli_progress_in_time, &work->progress, &by,
                        &interrupted, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  cli_progress_clear(&work->progress);
  if (interrupted) {
    const cli_counted unknown = describe(work, NULL);
    int code = cli_progress_stop(&work->progress, &why);
    cli_count_print_json(work->options, &unknown);
    return cli_say("the classes were not counted: %s", why), code;
  }
  if (!work->options->quiet && work->n > 1)
    cli_say("n = %" PRIu32 ": %s = 8 x %" PRIu64 " + 4 x %" PRIu64 " + 2 x %" PRIu64
            ": the classes without symmetry, and those kept by half turns and by quarter turns",
            work->n, nq_wide_format(count, number), by.plain, by.half_turn, by.quarter_turn);
  if (work->options->fundamental) count = (wide){by.plain + by.half_turn + by.quarter_turn, 0};
  const cli_counted counted = describe(work, &count);
  return cli_count_print(work->options, &counted);
}

static int report(verification *work) {
  const nq_checkpoint_recount *recount = &work->recount;
  const char *why;
  for (size_t i = 0; i < recount->wrong_count; i++) say_wrong(work, &recount->wrong[i]);
  uint64_t twice = cli_count_say_flaws(&work->audit, work->paths, true);
  uint64_t missing = cli_count_say_flaws(&work->audit, work->paths, false);
  if (!work->options->quiet) summarise(work);
  if (recount->wrong_count > 0 || recount->interrupted || missing > 0) {
    const cli_counted counted = describe(work, NULL);
    cli_count_print_json(work->options, &counted);
  }
  if (recount->wrong_count > 0) return CLI_NO;
  if (recount->interrupted) {
    int code = cli_progress_stop(&work->progress, &why);
    return cli_say("the audit is not complete: %s", why), code;
  }
  if (twice > 0)
    return cli_say("%" PRIu64 " unit%s in the files more than once", twice,
                   twice == 1 ? " is" : "s are");
  return missing > 0 ? CLI_UNKNOWN : finish(work);
}

static int verify(verification *work) {
  const cli_count_options *options = work->options;
  nq_error error = {0};
  double began = nq_clock();
  work->recount = (nq_checkpoint_recount){.share = options->share,
                                          .seed = options->seed,
                                          .path = options->path,
                                          .threads = cli_count_threads(options),
                                          .progress = cli_progress_in_time,
                                          .context = &work->progress};
  nq_status status = nq_checkpoint_recount_run(work->plan, &work->audit, &work->recount, &error);
  cli_progress_clear(&work->progress);
  work->seconds = nq_clock() - began;
  int code = status == NQ_OK ? report(work) : cli_say_error(NULL, &error);
  free(work->recount.wrong);
  return code;
}

int cli_count_verify(cli_count_options *options, const char *n_text, const char *const *paths,
                     size_t path_count, const cli_signals *signals) {
  verification work = {.options = options, .paths = paths, .path_count = path_count};
  nq_error error = {0};
  nq_count_plan *plan;
  if (!cli_count_parse_n(n_text, "N", &work.n)) return CLI_ERROR;
  if (!options->seeded && !cli_system_seed(&options->seed)) return CLI_ERROR;
  if (nq_count_plan_new(work.n, &plan, &error) != NQ_OK) return cli_say_error(NULL, &error);
  work.plan = plan;
  signals->catch_interrupts();
  cli_progress_init(&work.progress, signals, options->quiet);
  cli_progress_limit(&work.progress, cli_limit_seconds(options->seconds));
  int code = CLI_ERROR;
  if (nq_checkpoint_read(plan, paths, path_count, &work.audit, &error) == NQ_OK) {
    code = verify(&work);
    nq_checkpoint_audit_release(&work.audit);
  } else {
    cli_say_error(NULL, &error);
  }
  nq_count_plan_free(plan);
  return code;
}
