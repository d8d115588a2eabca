/* nqueens count: N -> plan -> units of work that no checkpoint has -> nq_count_run -> a
 * number.  Instances go to count_instance.c, unless they are plain: those are counted as an N. */
#include "cli/count.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "core/limits.h"
#include "core/number.h"
#include "ledger/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a run. */
struct job {
  const cli_count_options *options;
  cli_progress progress;
  double deadline; /* on the monotonic clock */
  bool late;       /* it has passed */
  bool known[NQ_COUNT_N_MAX + 1];
  uint64_t answer[NQ_COUNT_N_MAX + 1];
};

/* The running count of one n. */
struct tally {
  struct job *job;
  uint32_t n;
  nq_checkpoint *checkpoint; /* or NULL */
  uint64_t units, earlier;   /* to be counted; and how many of them the checkpoint had */
  uint64_t done;             /* in this run */
  uint64_t count;            /* of both */
  double seconds;
  bool interrupted;
};

/* ---- Options ---- */

static bool check_path(const char *path) {
  bool available;
  const char *name;
  for (size_t i = 0; (name = nq_count_path_name(i, &available)) != NULL; i++)
    if (strcmp(name, path) == 0 && !available)
      return cli_refuse("--path: this machine cannot run '%s'", name);
  return true;
}

/* The numbers to count come from arguments or from an instance. */
static bool check_arguments(const cli_count_options *options, size_t arguments) {
  if (options->instance_path == NULL && arguments == 0)
    return cli_refuse(
        "N is needed, as in `nqueens count 8`, or `-` for numbers on standard input, or "
        "--instance FILE");
  if (options->instance_path == NULL || (arguments == 0 && !options->merge)) return true;
  return cli_refuse(arguments > 0
                        ? "--instance: N cannot be given too, since the file has n"
                        : "--merge cannot be combined with --instance: it adds up counts of an N");
}

/* An instance has fewer parts than a board. */
static bool check_slice(const cli_count_options *options) {
  const nq_option_slice *slice = &options->slice;
  if (options->instance_path == NULL || slice->parts <= NQ_COUNT_INSTANCE_SLICES_MAX) return true;
  return cli_refuse("--slice: '%" PRIu64 "/%" PRIu64
                    "' is out of range: for an instance M must be 1 to %d",
                    slice->part, slice->parts, NQ_COUNT_INSTANCE_SLICES_MAX);
}

/* Check that the options can be combined with each other and with this number of arguments. */
static bool check_options(const cli_count_options *options, size_t arguments, char **words) {
  bool stream = arguments > 0 && strcmp(words[0], "-") == 0;
  const char *checkpoint = options->checkpoint_path;
  if (!check_arguments(options, arguments) || !check_slice(options)) return false;
  if (options->merge && (options->sliced || checkpoint != NULL || options->threads != 0 ||
                         options->seconds >= 0 || options->path != NULL))
    return cli_refuse("--merge only adds up files: it cannot be combined with --slice, "
                      "--checkpoint, --threads, --time-limit or --path");
  if (options->merge && (stream || arguments == 1))
    return cli_refuse("--merge: N and then the checkpoint files are needed, as in "
                      "`nqueens count 20 --merge a.txt b.txt`");
  if (options->fundamental && options->sliced)
    return cli_refuse("--fundamental cannot be combined with --slice: classes follow from the "
                      "number of all solutions; merge the parts with --fundamental");
  if (checkpoint != NULL && (stream || arguments > 1))
    return cli_refuse("--checkpoint: a file keeps the count of a single N, given as an argument");
  return options->path == NULL || check_path(options->path);
}

bool cli_count_parse_n(const char *text, const char *place, uint32_t *n) {
  const nq_option size = {NQ_OPTION_COUNT32, place, .least = 1, .most = NQ_COUNT_N_MAX};
  nq_error error = {0};
  uint64_t value = 0;
  if (nq_option_set(&size, text, n, &error) == NQ_OK) return true;
  nq_number number = nq_number_parse(text, &value);
  bool large = number == NQ_NUMBER_LARGE || (number == NQ_NUMBER_OK && value > NQ_COUNT_N_MAX);
  return cli_refuse("%s%s", error.message,
                    large ? ", so that the diagonals of a half board fit in 64 bits" : "");
}

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
                                .record = tally->checkpoint != NULL ? record : NULL,
                                .progress = report,
                                .context = tally};
  nq_count_result result;
  nq_status status = nq_count_run(plan, ranges, range_count, &run, &result, error);
  cli_progress_clear(&tally->job->progress);
  if (status != NQ_OK) return status;
  tally->done = result.units;
  tally->seconds = result.seconds;
  tally->interrupted = result.interrupted;
  tally->count += result.count;
  return NQ_OK;
}

/* Count what the open checkpoint does not have yet. */
static nq_status count_rest(struct tally *tally, const nq_count_plan *plan,
                            const nq_count_range *wanted, nq_error *error) {
  nq_count_range done, *missing;
  size_t missing_count;
  nq_status status =
      nq_checkpoint_rest(tally->checkpoint, wanted, &done, &missing, &missing_count, error);
  if (status != NQ_OK) return status;
  tally->count = done.count;
  tally->earlier = tally->units;
  for (size_t i = 0; i < missing_count; i++) tally->earlier -= missing[i].end - missing[i].begin;
  status = count_ranges(tally, plan, missing, missing_count, error);
  free(missing);
  if (status != NQ_OK || tally->interrupted) return status;
  return nq_checkpoint_verify(tally->n, tally->count, tally->units == nq_count_plan_units(plan),
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

nq_status cli_count_classes(const cli_count_options *options, uint32_t n,
                            nq_progress_function *progress, void *context, uint64_t *count,
                            bool *interrupted, nq_error *error) {
  *interrupted = false;
  if (!options->fundamental) return NQ_OK;
  return nq_count_fundamental(n, *count, progress, context, count, interrupted, error);
}

int cli_count_print(uint64_t answer) {
  return printf("%" PRIu64 "\n", answer) > 0 && fflush(stdout) == 0 ? CLI_YES : CLI_ERROR;
}

const char *cli_count_noun(const cli_count_options *options, uint64_t count) {
  if (options->fundamental) return count == 1 ? "class" : "classes";
  return count == 1 ? "solution" : "solutions";
}

static void summarise(const struct tally *tally, uint64_t answer) {
  const cli_count_options *options = tally->job->options;
  char time[32], slice[60] = "", earlier[40] = "";
  cli_describe_seconds(tally->seconds, time, sizeof time);
  if (options->sliced)
    snprintf(slice, sizeof slice, " in slice %" PRIu64 "/%" PRIu64, options->slice.part,
             options->slice.parts);
  if (tally->earlier > 0)
    snprintf(earlier, sizeof earlier, ", %" PRIu64 " of them earlier", tally->earlier);
  uint64_t threads = cli_count_threads(options);
  if (threads > tally->done) threads = tally->done > 0 ? tally->done : 1;
  cli_say("n = %" PRIu32 ": %" PRIu64 " %s%s in %s (%" PRIu64 " unit%s%s, %" PRIu64 " thread%s)",
          tally->n, answer, cli_count_noun(options, answer), slice, time, tally->units,
          nq_plural(tally->units), earlier, threads, nq_plural(threads));
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
            tally->n, tally->job->late ? "time limit reached" : "interrupted", time,
            tally->earlier + tally->done, tally->units, nq_plural(tally->units),
            file != NULL ? "the same command continues from " : "--checkpoint FILE would keep them",
            file != NULL ? file : "");
  return tally->job->late ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

/* The same when only the classes are missing. */
static int say_unclassed(const struct tally *tally) {
  bool late = tally->job->late;
  if (!tally->job->options->quiet)
    cli_say("n = %" PRIu32 ": %" PRIu64 " solution%s, but their classes were not counted: %s",
            tally->n, tally->count, nq_plural(tally->count),
            late ? "time limit reached" : "interrupted");
  return late ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

/* Count and print one n; the exit code so far. */
static int answer(struct job *job, uint32_t n) {
  if (!job->known[n]) {
    struct tally tally = {.job = job, .n = n};
    nq_error error = {0};
    if (count_n(&tally, &error) != NQ_OK) return cli_say_error(NULL, &error);
    if (tally.interrupted) return say_unfinished(&tally);
    job->answer[n] = tally.count;
    if (cli_count_classes(job->options, n, keep_going, job, &job->answer[n], &tally.interrupted,
                          &error) != NQ_OK)
      return cli_say_error(NULL, &error);
    if (tally.interrupted) return say_unclassed(&tally);
    if (!job->options->quiet) summarise(&tally, job->answer[n]);
    job->known[n] = true;
  }
  return cli_count_print(job->answer[n]);
}

/* Stopped before the next number. */
static int say_late(const struct job *job) {
  if (!job->options->quiet) cli_say("%s", job->late ? "time limit reached" : "interrupted");
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
    return cli_refuse("--checkpoint and --path are for plain boards up to n = 27, not for this "
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
    code = cli_count_instance(options, instance, signals);
  nq_instance_free(instance);
  return code;
}

/* ---- The command ---- */

static bool set_defaults(void *values) {
  cli_count_options *options = values;
  *options = (cli_count_options){.first_diagonals = UINT64_MAX,
                                 .seconds = -1,
                                 .relative_error = -1,
                                 .slice = {.part = 0, .parts = 1}};
  return cli_system_seed(&options->seed);
}

static int run_count(const cli_call *call) {
  cli_count_options *options = call->options;
  size_t count = call->argument_count;
  char **words = call->arguments;
  options->sliced = cli_row_find(call, "slice")->given;
  options->numbered = cli_row_find(call, "nth")->given;
  if (!cli_count_check_kind(call, options) || !check_options(options, count, words))
    return CLI_ERROR;
  if (options->estimate || options->numbered) {
    call->signals->catch_interrupts();
    return options->estimate ? cli_count_estimate(options, count, words, call->signals)
                             : cli_count_nth(options, words[0], call->signals);
  }
  if (options->merge)
    return cli_count_merge(options, words[0], (const char *const *)words + 1, count - 1);
  struct job job = {.options = options, .deadline = nq_clock() + 1e12};
  if (options->seconds >= 0) job.deadline = nq_clock() + options->seconds;
  cli_progress_init(&job.progress, call->signals, options->quiet);
  if (options->instance_path != NULL) return answer_instance(&job, call->signals);
  bool stream = count == 1 && strcmp(words[0], "-") == 0;
  if (!stream) call->signals->catch_interrupts();
  return stream ? answer_stream(&job) : answer_arguments(&job, count, words);
}

static const char *path_names(const void *options, size_t i, const char **about) {
  bool available = true;
  const char *name = nq_count_path_name(i, &available);
  (void)options;
  *about = available ? NULL : "not on this machine";
  return name;
}

#define AT(member) offsetof(cli_count_options, member)

static const nq_option usual[] = {
    {NQ_OPTION_FLAG, "estimate", .offset = AT(estimate),
     .help = "estimate the number, with a 95 % interval; N up to 1000000"},
    {NQ_OPTION_FLAG, "fundamental", .offset = AT(fundamental),
     .help = "count classes under the 8 symmetries of the square"},
    CLI_THREADS(cli_count_options, threads, "number of threads"),
    {NQ_OPTION_SLICE, "slice", .argument = "K/M", .offset = AT(slice), .most = NQ_COUNT_SLICES_MAX,
     .fallback = "0/1", .help = "count part K of M, K from 0; the M numbers add up to the total"},
    {NQ_OPTION_OUTPUT, "checkpoint", .argument = "FILE", .offset = AT(checkpoint_path),
     .help = "save the count in FILE, and continue from it"},
    {NQ_OPTION_FLAG, "merge", .offset = AT(merge),
     .help = "add up the checkpoint FILEs that follow N; they may come from many machines"},
    CLI_INSTANCE(cli_count_options, "use its queens, blocked squares and diagonals"),
    CLI_TIME_LIMIT(cli_count_options, seconds, "none", "give up after this time, with exit code 3"),
    CLI_QUIET(cli_count_options),
    {0},
};

static const nq_option others[] = {
    {NQ_OPTION_REAL, "relative-error", .argument = "R", .offset = AT(relative_error), .most = 1000,
     .fallback = "not set: about 6 s of one core up to n = 10000",
     .help = "with --estimate: continue until the interval is the number times 1 +- R"},
    CLI_SEED(cli_count_options, seed, INT64_MAX, "drawn from the system and reported",
             "with --estimate: the same seed gives the same estimate"),
    {NQ_OPTION_COUNT64, "nth", .argument = "R", .offset = AT(nth), .most = UINT64_MAX,
     .help = "print solution number R, from 0 on, in the order of the count; N up to 20"},
    {NQ_OPTION_FLAG, "json", .offset = AT(json),
     .help = "with --estimate: print one JSON object for each N"},
    CLI_FIRST_DIAGONALS(cli_count_options),
    {NQ_OPTION_NAME, "path", .argument = "NAME", .offset = AT(path), .names = path_names,
     .fallback = "the first one below that this machine supports",
     .help = "the inner loops to count with"},
    {0},
};

static const cli_group groups[] = {{.heading = "Further options", .options = others}, {0}};
static const cli_list lists[] = {{"Paths:", path_names}, {0}};
static const nq_option size = {NQ_OPTION_COUNT32, "N", .least = 1, .most = NQ_COUNT_N_MAX};
static const nq_option checkpoint = {.kind = NQ_OPTION_INPUT, .name = "FILE"};

const cli_command cli_count = {
    .name = "count",
    .summary = "count all solutions exactly, or estimate their number",
    .description = "Print the exact number of solutions, one line for each N or for the instance.",
    .usage = "N...\n-\n--instance FILE\nN --merge FILE...",
    .example = "nqueens count 18",
    .about = "how many solutions are there?",
    .usual = usual,
    .groups = groups,
    .lists = lists,
    .notes =
        "`count -` reads numbers from standard input, up to a 0.  N is at most 27.\n\n"
        "Plain boards are counted by joining half boards, not by search, so there are no node "
        "counts.  The summary has units (sets of rows for the left half), seconds and threads.\n\n"
        "Instances are searched, and their solutions counted one by one.  At most 64 columns may "
        "be without a placed queen.\n\n"
        "--estimate prints ln Q for the number Q, Q itself and alpha = (n ln n - ln Q) / n, each "
        "with an interval that contains the true value in 95 of 100 runs.  With --time-limit and "
        "without --relative-error it uses all of that time.\n",
    .exits = {"counted", "no solution exists (--estimate, --nth)", "error",
              "incomplete (time limit, units missing in FILEs)", "interrupted"},
    .first = &size,
    .further = &checkpoint,
    .most_arguments = SIZE_MAX,
    .options_size = sizeof(cli_count_options),
    .set_defaults = set_defaults,
    .run = run_count,
};
