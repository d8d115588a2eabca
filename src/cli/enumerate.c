/* nqueens enumerate: options -> instance -> backtracking -> checker -> writer. */
#include "board/board.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "core/number.h"
#include "exact/backtracking.h"
#include "format/writer.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct cli_enumerate_options {
  const char *output_path, *instance_path;
  uint32_t n, threads;
  uint64_t limit, first_diagonals;
  nq_option_slice slice;
  double seconds;
  int format;
  bool fundamental, one_based, quiet;
} cli_enumerate_options;

/* The parts of a run. */
struct job {
  const cli_enumerate_options *options;
  const nq_instance *instance;
  uint32_t n;
  bool plain;
  cli_progress progress;
  cli_boards boards;
  nq_watch watch;
  nq_status status; /* of checking and writing */
  nq_error error;
  nq_backtrack_report report;
};

/* ---- Boards ---- */

static nq_status check_board(const struct job *job, const uint32_t *rows, nq_error *error) {
  nq_check_report report;
  if (job->plain && nq_check_small(rows, job->n)) return NQ_OK;
  nq_status status = nq_check(rows, job->n, job->instance, &report, error);
  if (status != NQ_OK || report.valid) return status;
  return nq_error_set(error, NQ_INTERNAL,
                      "the search called a board a solution that is none: this is a bug of "
                      "nqueens, please report it");
}

static bool write_board(void *context, const uint32_t *rows) {
  struct job *job = context;
  job->status = check_board(job, rows, &job->error);
  if (job->status == NQ_OK) job->status = cli_boards_add(&job->boards, rows, &job->error);
  return job->status == NQ_OK;
}

/* ---- Boards of several threads ---- */

/* Boards of one of them. */
struct sink {
  const struct job *job;
  nq_writer *part;
  nq_status status; /* of the board that ended the search */
  nq_error error;
};

static void close_sink(void *context) {
  struct sink *sink = context;
  nq_writer_free(sink->part);
  free(sink);
}

static void *open_sink(void *context) {
  const struct job *job = context;
  struct sink *sink = calloc(1, sizeof *sink);
  if (sink == NULL) return NULL;
  sink->job = job;
  sink->part = nq_part_new(job->boards.writer);
  if (sink->part != NULL) return sink;
  close_sink(sink);
  return NULL;
}

static nq_backtrack_put put_board(void *context, const uint32_t *rows) {
  struct sink *sink = context;
  sink->status = check_board(sink->job, rows, &sink->error);
  if (sink->status == NQ_OK) sink->status = nq_writer_board(sink->part, rows, &sink->error);
  if (sink->status != NQ_OK) return NQ_PUT_END;
  return nq_part_is_full(sink->part) ? NQ_PUT_FULL : NQ_PUT_MORE;
}

static bool pass_on(void *context, void *from) {
  struct job *job = context;
  struct sink *sink = from;
  job->status = cli_boards_append(&job->boards, sink->part, &job->error);
  if (job->status == NQ_OK && sink->status != NQ_OK) {
    job->status = sink->status;
    job->error = sink->error;
  }
  return job->status == NQ_OK;
}

/* ---- The run ---- */

/* Drawing is for one thread. */
static nq_status search(struct job *job, nq_backtrack_visit *visit, uint64_t most) {
  static const nq_backtrack_sink sink = {open_sink, close_sink, put_board, pass_on};
  const cli_enumerate_options *options = job->options;
  const nq_backtrack_plan plan = {.instance = job->instance,
                                  .visit = visit,
                                  .context = job,
                                  .threads = options->threads,
                                  .sink = job->boards.writer != NULL ? &sink : NULL,
                                  .watch = &job->watch,
                                  .solutions = most,
                                  .fundamental = options->fundamental,
                                  .slice = options->slice.part,
                                  .slices = options->slice.parts};
  return nq_backtrack_enumerate(&plan, &job->report, &job->error);
}

/* Where the number of boards must be known before the first, they are counted.  The watch may end
 * that: then none is expected. */
static nq_status begin(struct job *job) {
  uint64_t boards = NQ_BOARDS_UNKNOWN, most, limit = job->options->limit;
  if (cli_boards_need_count(&job->boards, &most)) {
    nq_status status = search(job, NULL, limit > 0 && (most == 0 || limit < most) ? limit : most);
    if (status != NQ_OK || job->report.end == NQ_BACKTRACK_WATCH) return status;
    boards = job->report.solutions;
  }
  return cli_boards_begin(&job->boards, boards, &job->error);
}

static void summarise(const struct job *job, double seconds) {
  static const char *const ends[] = {
      [NQ_BACKTRACK_SOLUTIONS] = " (the limit)", [NQ_BACKTRACK_VISITOR] = " so far"};
  const nq_backtrack_report *report = &job->report;
  const char *end = ends[report->end];
  if (report->end == NQ_BACKTRACK_WATCH)
    end = watch_stop(&job->watch) == NQ_STOP_TIME ? " before the time limit" : " until interrupted";
  if (job->options->quiet) return;
  cli_say("n = %" PRIu32 ": %" PRIu64 " %ssolution%s%s, %" PRIu64 " %s, %" PRIu64
          " failure%s, %.3f seconds",
          job->n, report->solutions, job->options->fundamental ? "fundamental " : "",
          nq_plural(report->solutions), end != NULL ? end : "", report->branches,
          report->branches == 1 ? "branch" : "branches", report->failures,
          nq_plural(report->failures), seconds);
}

/* All slices of an instance without a solution are empty; so are some of one that has solutions. */
static bool proves_none(const struct job *job) {
  return job->report.end == NQ_BACKTRACK_EXHAUSTED && job->report.solutions == 0 &&
         job->options->slice.parts == 1;
}

static int say_none(const struct job *job) {
  if (job->plain)
    cli_say("no solution exists for n = %" PRIu32, job->n);
  else
    cli_say("no solution exists: all possibilities were searched");
  return CLI_NO;
}

static int stopped_code(const struct job *job) {
  return watch_stop(&job->watch) == NQ_STOP_TIME ? CLI_UNKNOWN : CLI_INTERRUPTED;
}

/* Lines that went to standard output stay there, whatever ends the run; a file is left only when
 * it is whole. */
static int run(struct job *job) {
  job->status = begin(job);
  if (job->status == NQ_OK && job->boards.count > 0) {
    nq_status status = search(job, write_board, job->options->limit);
    if (status != NQ_OK) job->status = status;
  }
  cli_progress_clear(&job->progress);
  bool stopped = job->report.end == NQ_BACKTRACK_WATCH, none = proves_none(job);
  if (job->status == NQ_OK && (cli_boards_in_place(&job->boards) || !(stopped || none)))
    job->status = cli_boards_commit(&job->boards, &job->error);
  if (job->status != NQ_OK) return cli_say_not_written(&job->boards, &job->progress, &job->error);
  summarise(job, nq_clock() - job->watch.begin);
  if (stopped) return stopped_code(job);
  if (none) return say_none(job);
  if (!job->options->quiet) cli_say_written(&job->boards);
  return CLI_YES;
}

static int run_job(const cli_enumerate_options *options, const nq_instance *instance,
                   const cli_signals *signals) {
  uint32_t n = nq_instance_n(instance);
  struct job job = {
      .options = options, .instance = instance, .n = n, .plain = nq_instance_is_plain(instance)};
  job.boards = (cli_boards){.path = options->output_path,
                            .asked = options->format,
                            .n = n,
                            .one_based = options->one_based,
                            .scale = NQ_DRAW_SCALE,
                            .instance = instance,
                            .progress = cli_progress_in_time,
                            .context = &job.progress};
  if (cli_folder_is_meant(options->output_path)) signals->catch_interrupts();
  cli_progress_init(&job.progress, signals->interrupted, options->quiet);
  if (cli_boards_open(&job.boards, &job.error) != NQ_OK) return cli_say_error(NULL, &job.error);
  signals->catch_interrupts();
  double seconds = cli_limit_seconds(options->seconds);
  cli_progress_limit(&job.progress, seconds);
  nq_watch_init(&job.watch, seconds, cli_progress_report, &job.progress);
  int code = run(&job);
  nq_watch_release(&job.watch);
  cli_boards_abort(&job.boards);
  return code;
}

/* ---- The command ---- */

static bool set_defaults(void *options) {
  *(cli_enumerate_options *)options = (cli_enumerate_options){.first_diagonals = UINT64_MAX,
                                                              .threads = cli_processors(),
                                                              .slice = {.part = 0, .parts = 1},
                                                              .seconds = -1};
  return true;
}

static int run_enumerate(const cli_call *call) {
  cli_enumerate_options *options = call->options;
  if (!cli_take_size(call, options->instance_path != NULL, options)) return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  if (instance == NULL) return CLI_ERROR;
  int code = run_job(options, instance, call->signals);
  nq_instance_free(instance);
  return code;
}

#define AT(member) offsetof(cli_enumerate_options, member)

static const nq_option usual[] = {
    CLI_OUTPUT(cli_enumerate_options, "standard output",
               "write there, whole or not at all; with a picture's format DIR/: a file for each"),
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .choices = cli_format_choices, .fallback = CLI_FORMAT_DEFAULT, .help = CLI_FORMAT_HELP},
    {NQ_OPTION_COUNT64, "limit", .letter = 'l', .argument = "K", .offset = AT(limit), .least = 1,
     .most = UINT64_MAX, .fallback = "none", .help = "write only the first K solutions"},
    {NQ_OPTION_FLAG, "fundamental", .offset = AT(fundamental),
     .help = "write only the first solution of each class under the 8 symmetries"},
    {NQ_OPTION_SLICE, "slice", .argument = "K/M", .offset = AT(slice),
     .most = NQ_BACKTRACK_SLICES_MAX, .fallback = "0/1",
     .help = "write part K, from 0, of M parts; the parts in order are the whole"},
    CLI_THREADS(cli_enumerate_options, threads,
                "number of threads; the output does not depend on it"),
    CLI_INSTANCE(cli_enumerate_options, "keep its queens, blocked squares and diagonals"),
    CLI_FIRST_DIAGONALS(cli_enumerate_options),
    CLI_TIME_LIMIT(cli_enumerate_options, seconds, "none", "end after this time, with exit code 3"),
    CLI_ONE_BASED(cli_enumerate_options),
    CLI_QUIET(cli_enumerate_options),
    {0},
};

static const cli_group groups[] = {
    {0},
};
static const nq_option size = {NQ_OPTION_COUNT32, "N", .offset = AT(n), .least = 1,
                               .most = NQ_BACKTRACK_N_MAX};

const cli_command cli_enumerate = {
    .name = "enumerate",
    .summary = "write every solution of a board of up to 64 columns",
    .description = "Write every solution, in lexicographic order, each checked.",
    .usage = "N | --instance FILE",
    .example = "nqueens enumerate 6",
    .usual = usual,
    .groups = groups,
    .notes = "N is at most 64: a set of rows is one machine word.\n\n"
             "Numbers may be written 1000000, 1e6 or 1_000_000.\n",
    .exits = {"done", "no solution exists", "error", "time limit reached", "interrupted"},
    .first = &size,
    .most_arguments = 1,
    .options_size = sizeof(cli_enumerate_options),
    .set_defaults = set_defaults,
    .run = run_enumerate,
};
