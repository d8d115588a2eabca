/* nqueens enumerate: options -> instance -> nq_enumerate -> writer or pictures. */
#include "cli/options.h"
#include "cli/pictures.h"
#include "cli/progress.h"
#include "cli/slice.h"
#include "core/limits.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct cli_enumerate_options {
  const char *output_path, *instance_path, *slice_text;
  uint64_t n, limit, first_diagonals, threads;
  cli_slice slice;
  double seconds;
  int format;
  bool fundamental, one_based, quiet;
} cli_enumerate_options;

/* After the time limit, to write the boards that were found before it. */
#define WRITING_SECONDS 0.25

/* The parts of a run. */
struct job {
  const cli_enumerate_options *options;
  const nq_instance *instance;
  uint32_t n;
  nq_format format;
  cli_progress progress;
  nq_file output;
  cli_pictures pictures; /* of kind NQ_DRAW_NONE: the writer's boards */
  nq_writer *writer;
  double began, seconds; /* on the monotonic clock; the time limit, or 0 */
  nq_status status;
  nq_error error;
  nq_enumerate_result result;
};

/* ---- Options ---- */

#define AT(member) offsetof(cli_enumerate_options, member)

static const cli_option table[] = {
    {CLI_OUTPUT, "output", 'o', "FILE", AT(output_path), STDOUT_FILENO, 0, NULL,
     "write there, whole or not at all (default: standard output)"},
    {CLI_CHOICE, "format", 'f', "FORMAT", AT(format), NQ_FORMAT_LINE, 0, cli_format_names,
     "line, picture, json, npy, svg, png or pdf; default: by FILE's suffix (.txt .pic .json .npy "
     ".svg .png .pdf), or line (on a terminal picture, up to n = 40); drawings go on one sheet, or "
     "each into a file of DIR/"},
    {CLI_COUNT, "limit", 'l', "K", AT(limit), 1, UINT64_MAX, NULL, "only the first K solutions"},
    {CLI_FLAG, "fundamental", 0, NULL, AT(fundamental), 0, 0, NULL,
     "only the least of each class under the 8 symmetries"},
    {CLI_TEXT, "slice", 0, "K/M", AT(slice_text), 0, 0, NULL,
     "part K, from 0, of M parts that make up the whole, in order"},
    {CLI_COUNT, "threads", 't', "T", AT(threads), 1, 1024, NULL,
     "default: all cores; what is written does not depend on it"},
    {CLI_INPUT, "instance", 'i', "FILE", AT(instance_path), 0, 0, NULL,
     "keep its queens, blocked squares and diagonals"},
    {CLI_COUNT, "first-diagonals", 0, "D", AT(first_diagonals), 0, UINT64_MAX - 1, NULL,
     "use the first D of a CSPLib list of diagonals"},
    {CLI_REAL, "time-limit", 0, "SECONDS", AT(seconds), 0, 1000000000, NULL,
     "end after that (exit code 3)"},
    {CLI_FLAG, "one-based", 0, NULL, AT(one_based), 0, 0, NULL, "rows from 1 (line, json)"},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing but errors"},
    {0}};

static bool parse_slice(cli_enumerate_options *options) {
  char why[300];
  if (options->slice_text == NULL || cli_parse_slice(options->slice_text, NQ_ENUMERATE_SLICES_MAX,
                                                     &options->slice, why, sizeof why))
    return true;
  cli_say("enumerate: --slice: %s", why);
  return false;
}

static bool parse(int argc, char **argv, cli_enumerate_options *options) {
  static const cli_usage usage = {
      .name = "enumerate",
      .arguments = "N | --instance FILE",
      .summary = "Write every solution, in lexicographic order, each checked.",
      .notes = "N is at most 64: a set of rows is one machine word.\n\n"
               "Numbers may be written 1000000, 1e6 or 1_000_000.\n"
               "Exit codes: 0 done, 1 no solution exists, 2 error, 3 the time was over, 130 "
               "interrupted.\n",
      .range = "N must be 1 to 64",
      .most_arguments = 1};
  char why[400];
  *options = (cli_enumerate_options){.first_diagonals = UINT64_MAX,
                                     .threads = cli_processors(),
                                     .slice = {.part = 0, .parts = 1},
                                     .seconds = -1};
  size_t arguments = cli_options_parse(&usage, table, argc, argv, options);
  if ((arguments == 1) == (options->instance_path != NULL)) {
    cli_say("enumerate: either N or --instance FILE is needed, as in `nqueens enumerate 8`");
    return false;
  }
  if (arguments == 1 && !cli_parse_count(argv[1], 1, NQ_N_MAX, &options->n, why, sizeof why)) {
    cli_say("enumerate: N: %s", why);
    return false;
  }
  return parse_slice(options);
}

/* ---- The run ---- */

/* Seconds of the whole run: a count may come before the boards. */
static bool report_progress(void *context, const nq_progress *at) {
  struct job *job = context;
  nq_progress now = *at;
  now.seconds = nq_clock() - job->began;
  return cli_progress_report(&job->progress, &now);
}

/* Pictures take so long that the clock would be read too seldom between them. */
static bool add_picture(void *context, const uint32_t *rows) {
  struct job *job = context;
  job->status = cli_progress_stop(&job->progress, NULL) != CLI_YES
                    ? nq_error_set(&job->error, NQ_IO, "stopped")
                    : cli_pictures_add(&job->pictures, rows, &job->error);
  return job->status == NQ_OK;
}

static bool is_stopped(const struct job *job) {
  return job->result.end == NQ_ENUMERATE_TIME || job->result.end == NQ_ENUMERATE_STOPPED;
}

static nq_enumerate_options ask_for(struct job *job, uint64_t most) {
  const cli_enumerate_options *options = job->options;
  nq_enumerate_options ask;
  nq_enumerate_options_init(&ask);
  ask.solutions = most;
  if (job->seconds > 0) {
    double left = job->began + job->seconds - nq_clock();
    ask.seconds = left > 0 ? left : 1e-9;
  }
  ask.fundamental = options->fundamental;
  ask.slice = options->slice.part;
  ask.slices = options->slice.parts;
  ask.threads = (unsigned)options->threads;
  ask.progress = report_progress;
  ask.context = job;
  return ask;
}

static nq_status count_boards(struct job *job, uint64_t most) {
  nq_enumerate_options ask = ask_for(job, most);
  return nq_enumerate(job->instance, &ask, NULL, &job->result, &job->error);
}

static nq_status take_boards(struct job *job) {
  nq_enumerate_options ask = ask_for(job, job->options->limit);
  if (job->writer != NULL)
    return nq_enumerate_write(job->instance, &ask, job->writer, &job->result, &job->error);
  ask.threads = 1; /* pictures are drawn one after the other */
  nq_status status = nq_enumerate(job->instance, &ask, add_picture, &job->result, &job->error);
  return status != NQ_OK ? status : job->status;
}

/* A sheet is laid out for the number of its boards, and the names of files for theirs. */
static nq_status open_pictures(struct job *job) {
  uint64_t most = cli_pictures_most(&job->pictures) + 1, limit = job->options->limit;
  nq_status status = count_boards(job, limit > 0 && limit < most ? limit : most);
  if (status != NQ_OK || is_stopped(job)) return status;
  return cli_pictures_expect(&job->pictures, job->result.solutions, job->n, job->instance,
                             &job->error);
}

/* A .npy file says in front how many boards there are, so they are counted before. */
static nq_status open_writer(struct job *job) {
  uint64_t boards = NQ_BOARDS_UNKNOWN;
  if (job->pictures.kind != NQ_DRAW_NONE) return open_pictures(job);
  if (job->format == NQ_FORMAT_NPY) {
    nq_status status = count_boards(job, job->options->limit);
    if (status != NQ_OK || is_stopped(job)) return status;
    boards = job->result.solutions;
  }
  job->writer = nq_writer_new(job->output.descriptor, job->format, job->n, boards,
                              job->options->one_based ? 1 : 0);
  if (job->writer == NULL) return nq_error_set(&job->error, NQ_NO_MEMORY, "out of memory");
  nq_writer_watch(job->writer, cli_progress_in_time, &job->progress);
  return NQ_OK;
}

static void summarise(const struct job *job, double seconds) {
  static const char *const ends[] = {
      [NQ_ENUMERATE_LIMIT] = " (the limit)", [NQ_ENUMERATE_VISITOR] = " so far"};
  const nq_enumerate_result *result = &job->result;
  const char *end = ends[result->end];
  if (is_stopped(job))
    end = result->end == NQ_ENUMERATE_TIME ? " before the time limit" : " until interrupted";
  if (job->options->quiet) return;
  cli_say("n = %" PRIu32 ": %" PRIu64 " %ssolution%s%s, %" PRIu64 " %s, %" PRIu64
          " failure%s, %.3f seconds",
          job->n, result->solutions, job->options->fundamental ? "fundamental " : "",
          nq_plural(result->solutions), end != NULL ? end : "", result->branches,
          result->branches == 1 ? "branch" : "branches", result->failures,
          nq_plural(result->failures), seconds);
}

static int say_failure(struct job *job) {
  bool pictures = job->pictures.kind != NQ_DRAW_NONE; /* which say what they were written to */
  const char *why;
  int code = job->status == NQ_IO ? cli_progress_stop(&job->progress, &why) : CLI_YES;
  cli_progress_clear(&job->progress);
  if (code == CLI_YES)
    return cli_say_error(job->status == NQ_IO && !pictures ? job->output.name : NULL, &job->error);
  cli_say("%s while writing %s", why, pictures ? job->options->output_path : job->output.name);
  return code;
}

/* All slices of an instance without a solution are empty; so are some of one that has solutions. */
static bool proves_none(const struct job *job) {
  return job->result.end == NQ_ENUMERATE_ALL && job->result.solutions == 0 &&
         job->options->slice.parts == 1;
}

static int say_none(const struct job *job) {
  if (nq_instance_is_plain(job->instance))
    cli_say("no solution exists for n = %" PRIu32, job->n);
  else
    cli_say("no solution exists: all possibilities were searched");
  return CLI_NO;
}

/* Lines that went to standard output stay there, whatever ends the run; a file is left only when
 * it is whole. */
static int run(struct job *job) {
  job->status = open_writer(job);
  /* Neither: the counting was stopped. */
  if (job->status == NQ_OK && (job->writer != NULL || job->pictures.expected > 0))
    job->status = take_boards(job);
  cli_progress_clear(&job->progress);
  if (job->status != NQ_OK) return say_failure(job);
  bool stopped = is_stopped(job), in_place = job->output.path == NULL;
  if (job->writer != NULL && (!stopped || in_place)) {
    job->status = nq_writer_finish(job->writer, &job->error);
    job->writer = NULL;
    if (job->status != NQ_OK) return say_failure(job);
  }
  summarise(job, nq_clock() - job->began);
  if (stopped) return job->result.end == NQ_ENUMERATE_TIME ? CLI_UNKNOWN : CLI_INTERRUPTED;
  if (proves_none(job)) return say_none(job);
  const char *name = job->options->output_path;
  job->status = job->pictures.kind != NQ_DRAW_NONE
                    ? cli_pictures_commit(&job->pictures, &job->error)
                    : nq_file_commit(&job->output, &job->error);
  if (job->status != NQ_OK) return cli_say_error(NULL, &job->error);
  if (name != NULL && !job->options->quiet) cli_boards_say_written(name, job->options->format);
  return CLI_YES;
}

static int run_job(const cli_enumerate_options *options, const nq_instance *instance,
                   const cli_signals *signals) {
  uint32_t n = nq_instance_n(instance);
  struct job job = {.options = options, .instance = instance, .n = n};
  if (!cli_boards_choose(options->format, options->output_path, n, options->one_based,
                         &job.pictures.kind, &job.format))
    return CLI_ERROR;
  if (cli_folder_is_meant(options->output_path)) signals->catch_interrupts();
  cli_progress_init(&job.progress, signals->interrupted, options->quiet);
  job.status = job.pictures.kind == NQ_DRAW_NONE
                   ? cli_output_open(&job.output, options->output_path, &job.error)
                   : cli_pictures_open(&job.pictures, job.pictures.kind, options->output_path,
                                       &job.output, &job.error);
  if (job.status != NQ_OK) return cli_say_error(NULL, &job.error);
  signals->catch_interrupts();
  job.began = nq_clock();
  job.seconds = cli_limit_seconds(options->seconds);
  double grace = job.pictures.kind == NQ_DRAW_NONE && job.seconds > 0 ? WRITING_SECONDS : 0;
  cli_progress_limit(&job.progress, job.seconds + grace);
  int code = run(&job);
  nq_writer_free(job.writer);
  cli_pictures_abort(&job.pictures);
  nq_file_abort(&job.output);
  return code;
}

int cli_enumerate(int argc, char **argv, const cli_signals *signals) {
  cli_enumerate_options options;
  if (!parse(argc, argv, &options)) return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options.instance_path, options.first_diagonals, (uint32_t)options.n);
  if (instance == NULL) return CLI_ERROR;
  int code = run_job(&options, instance, signals);
  nq_instance_free(instance);
  return code;
}
