/* nqueens enumerate: options -> instance -> nq_enumerate -> boards. */
#include "cli/commands.h"
#include "core/json.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

typedef struct cli_enumerate_options {
  const char *output_path, *instance_path, *stats_path;
  uint32_t n, threads;
  uint64_t limit, first_diagonals;
  nq_option_slice slice;
  double seconds;
  int format;
  bool fundamental, one_based, times, json, quiet;
} cli_enumerate_options;

/* Extra time after the limit, to write the boards that were found before it. */
#define WRITING_SECONDS 0.25

/* The parts of a run. */
struct enumeration {
  const cli_enumerate_options *options;
  const nq_instance *instance;
  uint32_t n;
  cli_progress progress;
  cli_boards boards;
  cli_stats stats;
  double began, seconds; /* on the monotonic clock; the time limit, or 0 */
  nq_status status;
  nq_error error;
  nq_enumerate_result result;
};

/* ---- The run ---- */

/* The search and the writing of boards call these from the same thread. */
static void note_solutions(struct enumeration *job) {
  const nq_writer *writer = job->boards.writer;
  cli_progress_items_done(&job->progress,
                          writer != NULL ? nq_writer_written(writer) : job->boards.added);
}

static bool report_search(void *context, const nq_progress *at) {
  struct enumeration *job = context;
  note_solutions(job);
  return cli_progress_report(&job->progress, at);
}

static bool report_writing(void *context, const nq_progress *at) {
  struct enumeration *job = context;
  note_solutions(job);
  return cli_progress_in_time(&job->progress, at);
}

static bool add_board(void *context, const uint32_t *rows) {
  struct enumeration *job = context;
  char text[80];
  snprintf(text, sizeof text, "Solution %" PRIu64 ", time = %.0f ms", job->boards.added + 1,
           1000 * (nq_clock() - job->began));
  job->status = NQ_OK;
  if (job->options->times) job->status = nq_writer_comment(job->boards.writer, text, &job->error);
  if (job->status == NQ_OK) job->status = cli_boards_add(&job->boards, rows, &job->error);
  return job->status == NQ_OK;
}

/* The number of solutions if it is known, or 0. */
static uint64_t known_solutions(const struct enumeration *job) {
  const cli_enumerate_options *options = job->options;
  if (!nq_instance_is_plain(job->instance) || options->fundamental || options->slice.parts > 1)
    return 0;
  uint64_t known = nq_count_known(job->n);
  if (options->limit > 0 && options->limit < known) return options->limit;
  return known != UINT64_MAX ? known : 0;
}

static bool is_cut_short(const struct enumeration *job) {
  return job->result.end == NQ_ENUMERATE_TIME || job->result.end == NQ_ENUMERATE_STOPPED;
}

static nq_enumerate_options ask_for(struct enumeration *job, uint64_t most) {
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
  ask.threads = options->threads;
  ask.progress = report_search;
  ask.context = job;
  return ask;
}

static nq_status take_boards(struct enumeration *job) {
  nq_enumerate_options ask = ask_for(job, job->options->limit);
  if (job->boards.writer != NULL && !job->options->times)
    return cli_boards_enumerate(&job->boards, &ask, &job->result, &job->error);
  ask.threads = 1; /* pictures are drawn, and times taken, one after the other */
  nq_status status = nq_enumerate(job->instance, &ask, add_board, &job->result, &job->error);
  return status != NQ_OK ? status : job->status;
}

/* Count the boards where their number must be known first; none is expected if that is stopped. */
static nq_status begin_boards(struct enumeration *job) {
  uint64_t boards = NQ_BOARDS_UNKNOWN, most, limit = job->options->limit;
  if (cli_boards_need_count(&job->boards, &most)) {
    boards = known_solutions(job);
    if (boards > 0) return cli_boards_begin(&job->boards, boards, &job->error);
    nq_enumerate_options ask =
        ask_for(job, limit > 0 && (most == 0 || limit < most) ? limit : most);
    nq_status status = nq_enumerate(job->instance, &ask, NULL, &job->result, &job->error);
    if (status != NQ_OK || is_cut_short(job)) return status;
    boards = job->result.solutions;
  }
  return cli_boards_begin(&job->boards, boards, &job->error);
}

static void say_solutions(const struct enumeration *job, double seconds) {
  static const char *const ends[] = {
      [NQ_ENUMERATE_LIMIT] = " (the limit)",
      [NQ_ENUMERATE_TIME] = " before the time limit",
      [NQ_ENUMERATE_STOPPED] = " until interrupted",
      [NQ_ENUMERATE_VISITOR] = " so far",
  };
  const nq_enumerate_result *result = &job->result;
  const char *end = ends[result->end];
  char time[32];
  if (job->options->quiet) return;
  cli_describe_seconds(seconds, time, sizeof time);
  cli_say("n = %" PRIu32 ": %" PRIu64 " %ssolution%s%s, %" PRIu64 " %s, %" PRIu64 " failure%s, %s",
          job->n, result->solutions, job->options->fundamental ? "fundamental " : "",
          nq_plural(result->solutions), end != NULL ? end : "", result->branches,
          result->branches == 1 ? "branch" : "branches", result->failures,
          nq_plural(result->failures), time);
}

/* An empty slice proves nothing: instances with solutions may have empty slices too. */
static bool proves_none(const struct enumeration *job) {
  return job->result.end == NQ_ENUMERATE_ALL && job->result.solutions == 0 &&
         job->options->slice.parts == 1;
}

static int say_no_solution(const struct enumeration *job) {
  if (nq_instance_is_plain(job->instance))
    cli_say("no solution exists for n = %" PRIu32, job->n);
  else
    cli_say("no solution exists: all possibilities were searched");
  return CLI_NO;
}

static void write_enumeration(struct enumeration *job, double seconds) {
  static const char *const ends[] = {[NQ_ENUMERATE_ALL] = "all",
                                     [NQ_ENUMERATE_LIMIT] = "limit",
                                     [NQ_ENUMERATE_TIME] = "time",
                                     [NQ_ENUMERATE_STOPPED] = "interrupted",
                                     [NQ_ENUMERATE_VISITOR] = "interrupted"};
  const cli_enumerate_options *options = job->options;
  const nq_enumerate_result *result = &job->result;
  if (job->stats.output.stream == NULL && !options->json) return;
  json_t *slice = json_sprintf("%" PRIu64 "/%" PRIu64, options->slice.part, options->slice.parts);
  json_t *object = json_pack(
      "{s:I, s:I, s:s, s:s, s:o, s:I, s:I, s:I, s:f}", "n", (json_int_t)job->n, "solutions",
      (json_int_t)result->solutions, "of", options->fundamental ? "classes" : "solutions", "end",
      ends[result->end], "slice", slice, "branches", (json_int_t)result->branches, "failures",
      (json_int_t)result->failures, "threads", (json_int_t)options->threads, "seconds", seconds);
  cli_stats_put(&job->stats, object, options->json);
}

/* A stop while boards were written, or an error; the exit code. */
static int end_broken_off(struct enumeration *job, double seconds) {
  int code = cli_say_not_written(job->boards.name, &job->progress, &job->error);
  job->result.end = code == CLI_UNKNOWN ? NQ_ENUMERATE_TIME : NQ_ENUMERATE_STOPPED;
  if (code != CLI_ERROR) write_enumeration(job, seconds);
  return code;
}

/* Lines on standard output stay there, whatever ends the run; a file is kept only when complete. */
static int write_solutions(struct enumeration *job) {
  job->status = begin_boards(job);
  if (job->status == NQ_OK && job->boards.count > 0) job->status = take_boards(job);
  bool stopped = is_cut_short(job), none = proves_none(job);
  if (job->status == NQ_OK && (cli_boards_in_place(&job->boards) || !(stopped || none)))
    job->status = cli_boards_commit(&job->boards, &job->error);
  cli_progress_clear(&job->progress);
  double seconds = nq_clock() - job->began;
  if (job->status != NQ_OK) return end_broken_off(job, seconds);
  write_enumeration(job, seconds);
  say_solutions(job, seconds);
  if (stopped) return job->result.end == NQ_ENUMERATE_TIME ? CLI_UNKNOWN : CLI_INTERRUPTED;
  if (none) return say_no_solution(job);
  if (!job->options->quiet) cli_say_written(&job->boards);
  return CLI_YES;
}

/* Open the files of the boards and of the statistics; CLI_ERROR after a message. */
static int open_enumeration(struct enumeration *job) {
  const cli_boards *boards = &job->boards;
  int code = CLI_YES;
  if (cli_boards_open(&job->boards, &job->error) != NQ_OK) return cli_say_error(NULL, &job->error);
  bool comments = boards->drawn == NQ_DRAW_NONE &&
                  (boards->format == NQ_FORMAT_LINE || boards->format == NQ_FORMAT_PICTURE);
  if (job->options->times && !comments)
    code = cli_say("--times is for the formats line and picture");
  else if (cli_stats_open(&job->stats, job->options->stats_path, &job->error) != NQ_OK)
    code = cli_say_error(NULL, &job->error);
  if (code != CLI_YES) cli_boards_abort(&job->boards);
  return code;
}

static int enumerate_instance(const cli_enumerate_options *options, const nq_instance *instance) {
  uint32_t n = nq_instance_n(instance);
  struct enumeration job = {.options = options, .instance = instance, .n = n};
  job.boards = (cli_boards){.path = options->output_path,
                            .asked = options->format,
                            .n = n,
                            .one_based = options->one_based,
                            .scale = NQ_DRAW_SCALE,
                            .instance = instance,
                            .progress = report_writing,
                            .context = &job};
  if (cli_path_names_folder(options->output_path)) cli_catch_interrupts();
  cli_progress_init(&job.progress, options->quiet);
  if (open_enumeration(&job) != CLI_YES) return CLI_ERROR;
  cli_catch_interrupts();
  job.progress.beside_output = cli_output_is_terminal(options->output_path);
  cli_progress_items(&job.progress, "solutions", known_solutions(&job));
  job.began = nq_clock();
  job.seconds = cli_limit_seconds(options->seconds);
  double grace = job.seconds > 0 && job.boards.drawn == NQ_DRAW_NONE ? WRITING_SECONDS : 0;
  cli_progress_limit(&job.progress, job.seconds + grace);
  int code = write_solutions(&job);
  cli_progress_end(&job.progress);
  cli_boards_abort(&job.boards);
  return cli_stats_finish(&job.stats, code);
}

/* ---- The command ---- */

static bool set_enumerate_defaults(void *options) {
  *(cli_enumerate_options *)options = (cli_enumerate_options){.first_diagonals = UINT64_MAX,
                                                              .threads = cli_processors(),
                                                              .slice = {.part = 0, .parts = 1},
                                                              .seconds = -1};
  return true;
}

static int run_enumerate(const cli_call *call) {
  cli_enumerate_options *options = call->options;
  if (!cli_take_size(call, options->instance_path != NULL, options) ||
      !cli_stats_have_output(options->json, options->output_path, "solutions"))
    return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  if (instance == NULL) return CLI_ERROR;
  int code = enumerate_instance(options, instance);
  nq_instance_free(instance);
  return code;
}

#define AT(member) offsetof(cli_enumerate_options, member)

static const nq_option usual[] = {
    CLI_OUTPUT(
        cli_enumerate_options, "standard output",
        "write to this file, completely or not at all; for pictures, DIR/: one file for each"),
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .choices = cli_format_choices, .fallback = CLI_FORMAT_DEFAULT, .help = CLI_FORMAT_HELP},
    {NQ_OPTION_COUNT64, "limit", .letter = 'l', .argument = "K", .offset = AT(limit), .least = 1,
     .most = UINT64_MAX, .fallback = "all", .help = "write only the first K solutions"},
    {NQ_OPTION_FLAG, "fundamental", .offset = AT(fundamental),
     .help = "write only the first solution of each class under the 8 symmetries"},
    {NQ_OPTION_SLICE, "slice", .argument = "K/M", .offset = AT(slice),
     .most = NQ_ENUMERATE_SLICES_MAX, .fallback = "0/1",
     .help = "write part K of M, K from 0; the parts in order are the complete output"},
    CLI_THREADS(cli_enumerate_options, threads,
                "number of threads; the output does not depend on it"),
    CLI_INSTANCE(cli_enumerate_options, "use its queens, blocked squares and diagonals"),
    CLI_TIME_LIMIT(cli_enumerate_options, seconds, "none", "end after this time, with exit code 3"),
    CLI_QUIET(cli_enumerate_options),
    {0},
};

static const nq_option further[] = {
    {NQ_OPTION_FLAG, "times", .offset = AT(times),
     .help = "write a comment with the number and the time of each solution before it"},
    {NQ_OPTION_OUTPUT, "stats", .dash = STDERR_FILENO, .argument = "FILE", .offset = AT(stats_path),
     .help = "write a JSON object about the run; `-`: to standard error"},
    CLI_JSON(cli_enumerate_options, "print the summary as a JSON object; needs -o FILE"),
    CLI_ONE_BASED(cli_enumerate_options),
    CLI_FIRST_DIAGONALS(cli_enumerate_options),
    {0},
};

static const cli_group groups[] = {{.heading = "Further options", .options = further}, {0}};
static const nq_option size = {NQ_OPTION_COUNT32, "N", .offset = AT(n), .least = 1,
                               .most = NQ_ENUMERATE_N_MAX};

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
    .exits = {"done", "no solution", "error", "time limit reached", "interrupted"},
    .first = &size,
    .most_arguments = 1,
    .options_size = sizeof(cli_enumerate_options),
    .set_defaults = set_enumerate_defaults,
    .run = run_enumerate,
};
