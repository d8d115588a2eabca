/* nqueens count: N -> plan -> units of work that no checkpoint has -> nq_count_run -> a
 * number.  Instances go to instance.c, unless they are plain: those are counted as an N. */
#include "cli/count/count.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/numbers.h"
#include "cli/progress.h"
#include "core/limits.h"
#include "core/number.h"
#include "ledger/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a run. */
struct job {
  const cli_count_options *options;
  nq_crew *crew;
  cli_progress progress;
  cli_count_output output;
  double deadline;                         /* on the monotonic clock */
  bool late;                               /* it has passed */
  cli_counted counted[NQ_COUNT_N_MAX + 1]; /* `whole` for each n that is known */
};

/* The running count of one n. */
struct tally {
  struct job *job;
  uint32_t n;
  nq_checkpoint *checkpoint; /* or NULL */
  uint64_t units, earlier;   /* to be counted; and how many of them the checkpoint had */
  uint64_t done;             /* in this run */
  nq_count_range sum;        /* of both: its count */
  double seconds;
  bool interrupted;
};

/* ---- One count ---- */

static void show_progress(struct tally *tally, const nq_progress *at) {
  char line[200], left[60] = "";
  double part = (double)(tally->earlier + at->done) / (double)tally->units;
  int length = snprintf(line, sizeof line, "%.1f s: n = %" PRIu32 ", %.1f %% of %" PRIu64 " unit%s",
                        at->seconds, tally->n, 100 * part, tally->units, nq_plural(tally->units));
  double rest = (double)(at->total - at->done);
  if (at->done > 0 && at->seconds * rest < 1e12 * (double)at->done) {
    cli_describe_left(at->seconds * rest / (double)at->done, left, sizeof left);
    snprintf(line + length, sizeof line - (size_t)length, ", %s left", left);
  }
  cli_progress_line(&tally->job->progress, line);
}

static bool keep_going(void *context, const nq_progress *at) {
  struct job *job = context;
  (void)at;
  if (atomic_load(job->progress.signals->interrupted)) return false;
  job->late = nq_clock() >= job->deadline;
  return !job->late;
}

static bool report(void *context, const nq_progress *at) {
  struct tally *tally = context;
  struct job *job = tally->job;
  if (cli_progress_due(&job->progress)) show_progress(tally, at);
  if (tally->checkpoint != NULL) /* an error comes again with the next record, or at the end */
    (void)nq_checkpoint_flush(tally->checkpoint, NULL);
  return keep_going(job, NULL);
}

static nq_status record(void *context, const nq_count_range *range, nq_error *error) {
  struct tally *tally = context;
  return nq_checkpoint_append(tally->checkpoint, range, error);
}

uint32_t cli_count_threads(const cli_count_options *options) {
  return options->threads != 0 ? options->threads : cli_processors();
}

/* Count the units of the ranges and add them to the count of the checkpoint. */
static nq_status count_ranges(struct tally *tally, const nq_count_plan *plan,
                              const nq_count_range *ranges, size_t range_count, nq_error *error) {
  const cli_count_options *options = tally->job->options;
  const nq_count_options run = {.threads = cli_count_threads(options),
                                .path = options->path,
                                .memory = cli_count_memory(options),
                                .record = tally->checkpoint != NULL ? record : NULL,
                                .progress = report,
                                .context = tally,
                                .crew = tally->job->crew};
  nq_count_result result;
  nq_status status = nq_count_run(plan, ranges, range_count, &run, &result, error);
  cli_progress_clear(&tally->job->progress);
  if (status != NQ_OK) return status;
  tally->done = result.units;
  tally->seconds = result.seconds;
  tally->interrupted = result.interrupted;
  add_to_halves(&tally->sum.count, &tally->sum.count_high, (wide){result.count, result.count_high});
  return NQ_OK;
}

/* Count what the open checkpoint does not have yet. */
static nq_status count_rest(struct tally *tally, const nq_count_plan *plan,
                            const nq_count_range *wanted, nq_error *error) {
  nq_count_range *missing;
  size_t missing_count;
  nq_status status =
      nq_checkpoint_rest(tally->checkpoint, wanted, &tally->sum, &missing, &missing_count, error);
  if (status != NQ_OK) return status;
  tally->earlier = tally->units;
  for (size_t i = 0; i < missing_count; i++) tally->earlier -= missing[i].end - missing[i].begin;
  status = count_ranges(tally, plan, missing, missing_count, error);
  free(missing);
  if (status != NQ_OK || tally->interrupted) return status;
  return nq_checkpoint_verify(tally->n, &tally->sum, tally->units == nq_count_plan_units(plan),
                              tally->job->options->checkpoint_path, error);
}

static nq_status count_on(struct tally *tally, const nq_count_plan *plan,
                          const nq_count_range *wanted, nq_error *error) {
  const cli_count_options *options = tally->job->options;
  uint64_t dropped = 0;
  nq_status status =
      nq_checkpoint_open(options->checkpoint_path, plan, &tally->checkpoint, &dropped, error);
  if (status != NQ_OK) return status;
  if (dropped > 0 && !options->quiet)
    cli_say("%s:%" PRIu64 ": the last line was torn and is dropped; its units are counted again",
            options->checkpoint_path, dropped);
  status = count_rest(tally, plan, wanted, error);
  nq_error close_error = {0};
  if (nq_checkpoint_close(tally->checkpoint, &close_error) != NQ_OK && status == NQ_OK) {
    *error = close_error;
    status = error->status;
  }
  return status;
}

static nq_status count_n(struct tally *tally, nq_error *error) {
  const cli_count_options *options = tally->job->options;
  nq_count_plan *plan;
  nq_count_range wanted;
  nq_status status = nq_count_plan_new(tally->n, &plan, error);
  if (status != NQ_OK) return status;
  status = nq_count_slice(plan, options->slice.part, options->slice.parts, &wanted, error);
  if (status == NQ_OK) {
    tally->units = wanted.end - wanted.begin;
    status = options->checkpoint_path != NULL ? count_on(tally, plan, &wanted, error)
                                              : count_ranges(tally, plan, &wanted, 1, error);
  }
  nq_count_plan_free(plan);
  return status;
}

/* ---- Answers ---- */

bool cli_count_is_checked(uint32_t n) {
  return n <= 22 || nq_count_known(n) == UINT64_MAX;
}

nq_status cli_count_classes(const cli_count_options *options, uint32_t n, bool check,
                            nq_progress_function *progress, void *context, wide *count,
                            bool *interrupted, nq_error *error) {
  *interrupted = false;
  if (!options->fundamental && !check) return NQ_OK;
  nq_count_classes by;
  nq_status status =
      nq_count_classify(n, count->low, count->high, progress, context, &by, interrupted, error);
  if (options->fundamental) *count = (wide){by.plain + by.half_turn + by.quarter_turn, 0};
  return status;
}

const char *cli_count_noun(const cli_count_options *options, wide count) {
  bool one = count.low == 1 && count.high == 0;
  if (options->fundamental) return one ? "class" : "classes";
  return one ? "solution" : "solutions";
}

/* No more threads than units. */
static uint32_t threads_of(const struct tally *tally) {
  uint32_t threads = cli_count_threads(tally->job->options);
  if (threads <= tally->done) return threads;
  return tally->done > 0 ? (uint32_t)tally->done : 1;
}

static void summarise(const struct tally *tally, wide answer) {
  const cli_count_options *options = tally->job->options;
  char number[WIDE_TEXT_BYTES], time[32], slice[60] = "", earlier[40] = "";
  cli_describe_seconds(tally->seconds, time, sizeof time);
  if (options->sliced)
    snprintf(slice, sizeof slice, " in slice %" PRIu64 "/%" PRIu64, options->slice.part,
             options->slice.parts);
  if (tally->earlier > 0)
    snprintf(earlier, sizeof earlier, ", %" PRIu64 " of them earlier", tally->earlier);
  uint32_t threads = threads_of(tally);
  cli_say("n = %" PRIu32 ": %s %s%s in %s (%" PRIu64 " unit%s%s, %" PRIu32 " thread%s)", tally->n,
          nq_wide_format(answer, number), cli_count_noun(options, answer), slice, time,
          tally->units, nq_plural(tally->units), earlier, threads, nq_plural(threads));
}

/* Report how far an unfinished count got, and how to continue it. */
static int say_unfinished(const struct tally *tally) {
  const cli_count_options *options = tally->job->options;
  const char *file = options->checkpoint_path;
  char time[32];
  cli_describe_seconds(tally->seconds, time, sizeof time);
  if (!options->quiet)
    cli_say("n = %" PRIu32 " not counted: %s after %s, %" PRIu64 " of %" PRIu64
            " unit%s done; %s%s",
            tally->n, tally->job->late ? "the time limit was reached" : "interrupted", time,
            tally->earlier + tally->done, tally->units, nq_plural(tally->units),
            file != NULL ? "the same command continues from " : "--checkpoint FILE would keep them",
            file != NULL ? file : "");
  return tally->job->late ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

/* The same when only the classes are missing. */
static int say_unclassed(const struct tally *tally) {
  bool late = tally->job->late;
  char number[WIDE_TEXT_BYTES];
  if (!tally->job->options->quiet)
    cli_say("n = %" PRIu32 ": %s solutions, but their classes were not counted: %s", tally->n,
            nq_wide_format((wide){tally->sum.count, tally->sum.count_high}, number),
            late ? "the time limit was reached" : "interrupted");
  return late ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

/* Count one n; CLI_YES when its count is known. */
static int find_answer(struct job *job, uint32_t n) {
  const cli_count_options *options = job->options;
  struct tally tally = {.job = job, .n = n};
  nq_error error = {0};
  if (count_n(&tally, &error) != NQ_OK) return cli_say_error(NULL, &error);
  cli_counted *counted = &job->counted[n];
  *counted = (cli_counted){.n = n,
                           .threads = threads_of(&tally),
                           .count = {tally.sum.count, tally.sum.count_high},
                           .units = tally.units,
                           .done = tally.earlier + tally.done,
                           .seconds = tally.seconds};
  if (tally.interrupted) return say_unfinished(&tally);
  bool check = options->checkpoint_path != NULL && !options->sliced && cli_count_is_checked(n);
  if (cli_count_classes(options, n, check, keep_going, job, &counted->count, &tally.interrupted,
                        &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  if (tally.interrupted) return say_unclassed(&tally);
  if (!options->quiet && !options->table) summarise(&tally, counted->count);
  counted->whole = true;
  return CLI_YES;
}

/* Count and print one n; the exit code so far. */
static int answer(struct job *job, uint32_t n) {
  int code = job->counted[n].whole ? CLI_YES : find_answer(job, n);
  if (code == CLI_ERROR) return code;
  int shown = cli_count_show(&job->output, &job->counted[n]);
  return code == CLI_YES ? shown : code;
}

/* Stopped before the next number. */
static int say_late(const struct job *job) {
  if (!job->options->quiet) cli_say("%s", job->late ? "the time limit was reached" : "interrupted");
  return job->late ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

/* ---- Numbers from arguments or standard input ---- */

static int answer_arguments(struct job *job, size_t count, char **words) {
  uint32_t n;
  for (size_t i = 0; i < count; i++)
    if (strcmp(words[i], "-") == 0) {
      return cli_say(
          "'-' must be given alone: numbers come either from standard input or as arguments");
    } else if (!cli_count_parse_n(words[i], "N", &n)) {
      return CLI_ERROR;
    }
  for (size_t i = 0; i < count; i++) {
    if (!cli_count_parse_n(words[i], "N", &n)) return CLI_ERROR;
    int code = answer(job, n);
    if (code != CLI_YES) return code;
    if (i + 1 < count && !keep_going(job, NULL)) return say_late(job);
  }
  return CLI_YES;
}

/* The next word of standard input, cut to `size`, and its line; false at the end. */
static bool read_word(char *word, size_t size, uint64_t *line) {
  static const char blank[] = " \t\r\n\v\f";
  int c = getchar();
  for (; c != EOF && c != '\0' && strchr(blank, c) != NULL; c = getchar())
    if (c == '\n') ++*line;
  size_t length = 0;
  for (; c != EOF && (c == '\0' || strchr(blank, c) == NULL); c = getchar())
    if (length + 1 < size) word[length++] = c == '\0' ? '?' : (char)c;
  word[length] = '\0';
  if (c != EOF) ungetc(c, stdin); /* its line end is counted with the next word */
  return length > 0 && !ferror(stdin);
}

static int answer_stream(struct job *job) {
  char word[100], place[40];
  uint64_t line = 1;
  uint32_t n;
  while (read_word(word, sizeof word, &line)) {
    if (strcmp(word, "0") == 0) return CLI_YES;
    snprintf(place, sizeof place, "-:%" PRIu64, line);
    if (!cli_count_parse_n(word, place, &n)) return CLI_ERROR;
    int code = answer(job, n);
    if (code != CLI_YES) return code;
    if (!keep_going(job, NULL)) return say_late(job);
  }
  if (!ferror(stdin)) return CLI_YES;
  return cli_say("-: reading failed: %s", strerror(errno));
}

/* ---- Instances ---- */

/* Options of plain boards only. */
static bool check_instance_options(const cli_count_options *options) {
  if (options->fundamental)
    return cli_refuse("--fundamental is for plain boards only: an image of a solution may break "
                      "the rules of this instance");
  if (options->checkpoint_path != NULL || options->path != NULL)
    return cli_refuse("--checkpoint and --path are for plain boards up to n = 29, not for this "
                      "instance");
  return true;
}

static int answer_instance(struct job *job, const cli_signals *signals) {
  const cli_count_options *options = job->options;
  nq_instance *instance = cli_read_instance(options->instance_path, options->first_diagonals);
  if (instance == NULL) return CLI_ERROR;
  signals->catch_interrupts();
  int code = CLI_ERROR;
  if (nq_instance_is_plain(instance) && nq_instance_n(instance) <= NQ_COUNT_N_MAX)
    code = answer(job, nq_instance_n(instance));
  else if (check_instance_options(options))
    code = cli_count_instance(&job->output, instance, signals);
  nq_instance_free(instance);
  return code;
}

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(cli_count_options *)options = (cli_count_options){.first_diagonals = UINT64_MAX,
                                                      .seconds = -1,
                                                      .relative_error = -1,
                                                      .sample = 20,
                                                      .slice = {.part = 0, .parts = 1}};
  return true;
}

/* Exact counts of the numbers, which have been checked against the options. */
static int run_exact(const cli_call *call, const cli_numbers *numbers) {
  const cli_count_options *options = call->options;
  struct job job = {.options = options,
                    .crew = call->crew,
                    .output = {.options = options},
                    .deadline = nq_clock() + 1e12};
  nq_error error = {0};
  if (options->seconds >= 0) job.deadline = nq_clock() + options->seconds;
  cli_progress_init(&job.progress, call->signals, options->quiet);
  if (cli_stats_open(&job.output.stats, options->stats_path, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  bool stream = numbers->count == 1 && strcmp(numbers->words[0], "-") == 0;
  bool instance = options->instance_path != NULL;
  if (!stream && !instance) call->signals->catch_interrupts();
  int code = instance ? answer_instance(&job, call->signals)
             : stream ? answer_stream(&job)
                      : answer_arguments(&job, numbers->count, numbers->words);
  return cli_stats_finish(&job.output.stats, code);
}

/* Counts and estimates, of several numbers. */
static int run_numbers(const cli_call *call) {
  const cli_count_options *options = call->options;
  cli_numbers numbers = {0};
  int code = CLI_ERROR;
  if (cli_numbers_take(&numbers, "N", call->argument_count, (const char *const *)call->arguments)) {
    if (options->estimate) call->signals->catch_interrupts();
    code = options->estimate
               ? cli_count_estimate(options, numbers.count, numbers.words, call->signals)
               : run_exact(call, &numbers);
  }
  cli_numbers_release(&numbers);
  return code;
}

static int run_count(const cli_call *call) {
  cli_count_options *options = call->options;
  size_t count = call->argument_count;
  char **words = call->arguments;
  options->sliced = cli_row_find(call, "slice")->given;
  options->seeded = cli_row_find(call, "seed")->given;
  options->sampled = cli_row_find(call, "sample")->given;
  options->numbered = cli_row_find(call, "nth")->given;
  if (!cli_count_check_kind(call, options) || !cli_count_check_options(options, count, words))
    return CLI_ERROR;
  if (options->estimate && !options->seeded && !cli_system_seed(&options->seed)) return CLI_ERROR;
  if (options->numbered) {
    call->signals->catch_interrupts();
    return cli_count_nth(options, words[0], call->signals);
  }
  const char *const *files = (const char *const *)words + 1;
  if (options->merge) return cli_count_merge(options, words[0], files, count - 1);
  if (options->verify != NULL)
    return cli_count_verify(options, words[0], files, count - 1, call->signals);
  if (options->plan) return cli_count_plan(options, words[0], call->signals);
  return run_numbers(call);
}

static const cli_group groups[] = {{.heading = "Further options", .options = cli_count_further},
                                   {0}};
static const cli_list lists[] = {{"Paths:", cli_count_path_names}, {0}};
static const nq_option size = {NQ_OPTION_COUNT32, "N", .least = 1, .most = NQ_COUNT_N_MAX};
static const nq_option checkpoint = {.kind = NQ_OPTION_INPUT, .name = "FILE"};

const cli_command cli_count = {
    .name = "count",
    .summary = "count all solutions exactly, or estimate their number",
    .description = "Print the exact number of solutions, one line for each N or for the instance.",
    .usage = "N... | -\n--instance FILE\nN --merge FILE... | N --verify P% FILE...",
    .example = "nqueens count 18",
    .about = "how many solutions are there?",
    .usual = cli_count_usual,
    .groups = groups,
    .lists = lists,
    .notes =
        "N may be a list or range, as in 8,10..12.  `count -` reads numbers from standard input, "
        "up to a 0.  "
        "N is at most 29.\n\n"
        "Plain boards are counted by joining half boards, not by search, so there are no node "
        "counts.  The summary has units (sets of rows for the left half), seconds and threads.\n\n"
        "Instances are searched, and their solutions counted one by one.  At most 64 columns may "
        "be without a placed queen.\n\n"
        "--estimate prints ln Q for the number Q, Q itself and alpha = (n ln n - ln Q) / n, each "
        "with an interval that contains the true value in 95 of 100 runs.  With --time-limit and "
        "without --relative-error it uses all of that time.\n",
    .exits = {"counted", "no solution (--estimate, --nth), or a wrong record", "error",
              "incomplete (time limit, units missing in FILEs)", "interrupted"},
    .first = &size,
    .further = &checkpoint,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(cli_count_options),
    .set_defaults = set_defaults,
    .run = run_count,
};
