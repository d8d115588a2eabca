/* nqueens count --merge and --verify: N and checkpoints -> their number, if every unit is there
 * once; and before it, a random share of the records counted again. */
#include "cli/commands.h"
#include "cli/count/modes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At most this many flaws of a kind are listed one by one. */
#define FLAWS_LISTED 10

/* The parts of an audit. */
struct files {
  cli_count_run *run;
  bool verify;
  nq_checkpoint_audit audit;
  nq_checkpoint_recount recount; /* of a verification */
  double seconds;                /* that it took */
};

/* List the gaps or the overlaps; returns the number of their units. */
static uint64_t say_flaws(const struct files *files, bool overlap) {
  const nq_checkpoint_audit *audit = &files->audit;
  uint64_t units = 0;
  size_t found = 0;
  for (size_t i = 0; i < audit->flaw_count; i++) {
    const nq_checkpoint_flaw *flaw = &audit->flaws[i];
    char text[600];
    if (flaw->overlap != overlap) continue;
    units += flaw->end - flaw->begin;
    if (found++ >= FLAWS_LISTED) continue;
    nq_checkpoint_flaw_describe(flaw, files->run->words, text, sizeof text);
    cli_say("%s", text);
  }
  if (found > FLAWS_LISTED)
    cli_say("and %zu more such range%s", found - FLAWS_LISTED, nq_plural(found - FLAWS_LISTED));
  return units;
}

static void say_wrong(const struct files *files, const nq_checkpoint_wrong *wrong) {
  char recorded[WIDE_TEXT_BYTES], counted[WIDE_TEXT_BYTES];
  const nq_count_range *was = &wrong->record->range, *is = &wrong->counted;
  cli_say("%s:%" PRIu64 ": units %" PRIu64 " to %" PRIu64
          " have %s solutions, counted by %s; the record has %s, counted by %s",
          files->run->words[wrong->record->file], wrong->record->line, was->begin, was->end - 1,
          nq_wide_format((nq_wide){is->count, is->count_high}, counted), is->path,
          nq_wide_format((nq_wide){was->count, was->count_high}, recorded),
          was->path[0] != '\0' ? was->path : "a path that it does not name");
}

static void say_recounted(const struct files *files) {
  const nq_checkpoint_recount *recount = &files->recount;
  uint64_t recorded = files->audit.counted;
  char time[32];
  cli_describe_seconds(files->seconds, time, sizeof time);
  for (size_t i = 0; i < recount->wrong_count; i++) say_wrong(files, &recount->wrong[i]);
  if (files->run->options->quiet) return;
  cli_say("n = %" PRIu32 ": counted again: %zu of %zu record%s, %" PRIu64 " of %" PRIu64
          " unit%s (%.3g %%), in %s (seed %" PRIu64 "): %zu wrong",
          files->run->n, recount->records, files->audit.records.count,
          nq_plural(files->audit.records.count), recount->units, recorded, nq_plural(recorded),
          recorded == 0 ? 100 : 100 * (double)recount->units / (double)recorded, time,
          files->run->options->seed, recount->wrong_count);
}

static void say_merged(const struct files *files, nq_wide count) {
  const cli_count_run *run = files->run;
  const nq_checkpoint_audit *audit = &files->audit;
  char number[WIDE_TEXT_BYTES], time[32];
  cli_describe_seconds(audit->sum.seconds, time, sizeof time);
  cli_say("n = %" PRIu32 ": %s %s, counted in %s of one thread (%" PRIu64
          " unit%s, %zu record%s, %zu file%s)",
          run->n, nq_wide_format(count, number), cli_count_noun(run->options, count), time,
          audit->units, nq_plural(audit->units), audit->records.count,
          nq_plural(audit->records.count), run->word_count, nq_plural(run->word_count));
}

static void say_classes(uint32_t n, const nq_count_range *sum, const nq_count_classes *by) {
  char number[WIDE_TEXT_BYTES];
  cli_say("n = %" PRIu32 ": %s = 8 x %" PRIu64 " + 4 x %" PRIu64 " + 2 x %" PRIu64
          ": the classes without symmetry, and those kept by half turns and by quarter turns",
          n, nq_wide_format((nq_wide){sum->count, sum->count_high}, number), by->plain,
          by->half_turn, by->quarter_turn);
}

/* Print the number; `count` is NULL where it is not known. */
static int print_number(const struct files *files, const nq_wide *count) {
  const cli_count_run *run = files->run;
  const cli_counted counted = {.n = run->n,
                               .whole = count != NULL,
                               .count = count != NULL ? *count : (nq_wide){0, 0},
                               .units = files->audit.units,
                               .done = files->audit.counted,
                               .threads = files->verify ? run->options->threads : 0,
                               .seconds = files->verify ? files->seconds : files->audit.sum.seconds,
                               .records = files->audit.records.count,
                               .files = run->word_count,
                               .recounted = files->verify ? &files->recount : NULL};
  return cli_count_show(files->run, &counted);
}

/* Check the sum of a count without gaps by the published number and its classes; print it. */
static int print_sum(const struct files *files) {
  cli_count_run *run = files->run;
  const nq_count_range *sum = &files->audit.sum;
  const char *why;
  bool interrupted = false;
  nq_error error = {0};
  nq_count_classes by;
  nq_wide count = {sum->count, sum->count_high};
  bool classes = files->verify || run->options->fundamental || cli_count_is_checked(run->n);
  nq_status status = nq_checkpoint_verify(run->n, sum, true, "the files", &error);
  if (status == NQ_OK && classes)
    status = cli_count_classes(run, run->n, &count, &by, &interrupted, &error);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  if (interrupted) {
    int code = cli_progress_stop(&run->progress, &why);
    (void)print_number(files, NULL);
    return cli_say("the classes were not counted: %s", why), code;
  }
  if (files->verify && !run->options->quiet && run->n > 1) say_classes(run->n, sum, &by);
  if (!files->verify && !run->options->quiet) say_merged(files, count);
  return print_number(files, &count);
}

static int judge_files(const struct files *files) {
  const cli_count_run *run = files->run;
  const nq_checkpoint_recount *recount = &files->recount;
  const char *why;
  uint64_t twice = say_flaws(files, true), missing = say_flaws(files, false);
  if (files->verify) say_recounted(files);
  bool sound = recount->wrong_count == 0 && !recount->interrupted;
  if (!sound || (missing > 0 && twice == 0)) (void)print_number(files, NULL);
  if (recount->wrong_count > 0) return CLI_NO;
  if (recount->interrupted) {
    int code = cli_progress_stop(&run->progress, &why);
    return cli_say("the audit is not complete: %s", why), code;
  }
  if (twice > 0)
    return cli_say("n = %" PRIu32 " not counted: %" PRIu64 " unit%s in the files more than once",
                   run->n, twice, twice == 1 ? " is" : "s are");
  if (missing == 0) return print_sum(files);
  cli_say("n = %" PRIu32 " not counted: %" PRIu64 " of %" PRIu64 " unit%s missing", run->n, missing,
          files->audit.units, files->audit.units == 1 ? " is" : "s are");
  return CLI_UNKNOWN;
}

/* ---- A share of the records again ---- */

/* P or P%, 0 < P <= 100, as a part of 1. */
static bool read_share(const char *text, double *share) {
  char number[40];
  size_t length = strlen(text);
  if (length > 0 && text[length - 1] == '%') length--;
  snprintf(number, sizeof number, "%.*s", (int)length, text);
  bool good = length < sizeof number && nq_number_parse_real(number, share) == NQ_NUMBER_OK &&
              *share > 0 && *share <= 100;
  *share /= 100;
  return good || cli_refuse("--verify: '%s' is not a share: it must be P or P%%, over 0 and at "
                            "most 100",
                            text);
}

int cli_count_files(cli_count_run *run) {
  const cli_count_options *options = run->options;
  struct files files = {.run = run, .verify = options->verify != NULL};
  files.recount = (nq_checkpoint_recount){.seed = options->seed,
                                          .path = options->path,
                                          .threads = options->threads,
                                          .progress = cli_progress_in_time,
                                          .context = &run->progress};
  nq_error error = {0};
  if (files.verify && !read_share(options->verify, &files.recount.share)) return CLI_ERROR;
  if (files.verify) cli_catch_interrupts();
  nq_status status = nq_checkpoint_read(run->plan, run->words, run->word_count, !files.verify,
                                        &files.audit, &error);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  double began = nq_clock();
  if (files.verify)
    status = nq_checkpoint_recount_run(run->plan, &files.audit, &files.recount, &error);
  files.seconds = nq_clock() - began;
  int code = status == NQ_OK ? judge_files(&files) : cli_say_error(NULL, &error);
  free(files.recount.wrong);
  nq_checkpoint_audit_release(&files.audit);
  return code;
}
