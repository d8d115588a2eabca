/* nqueens solve: options -> instance -> nq_solve -> writer. */
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/solve/large.h"
#include "cli/solve/log.h"
#include "cli/solve/work.h"
#include "cli/stats.h"
#include "core/limits.h"
#include "core/memory.h"
#include "core/number.h"
#include "parallel/work.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct cli_solve_options {
  const char *output_path, *instance_path, *stats_path, *log_path, *method;
  uint64_t n; /* where there is no instance_path */
  uint64_t count, first_diagonals, shards;
  double seconds; /* negative: not given */
  int format;     /* an nq_format */
  bool one_based, quiet, typical, wide, json;
  nq_solve_options solve;
} cli_solve_options;

/* The parts of a run. */
struct job {
  const cli_solve_options *options;
  const nq_instance *instance;
  uint32_t n;
  nq_solve_options solve;
  cli_progress progress;
  cli_boards boards;
  cli_stats stats;
  cli_log log;
  nq_crew *crew;       /* or NULL; with it: */
  uint64_t next, done; /* boards that were handed out, and those that were written */
  int code;            /* so far */
};

/* The memory used, and the size of the mapped file if there is one. */
static void describe_memory(const struct job *job, const nq_result *result, char *text,
                            size_t size) {
  char memory[32], file[32];
  nq_memory_describe(result->memory_bytes, memory, sizeof memory);
  nq_memory_describe(job->boards.mapped_bytes, file, sizeof file);
  if (job->boards.mapped_bytes > 0)
    snprintf(text, size, "%s and %s in the file", memory, file);
  else
    snprintf(text, size, "%s", memory);
}

static void summarise(const struct job *job, const nq_result *result) {
  char time[32], memory[80];
  uint64_t steps = result->steps, restarts = result->restarts;
  const char *method = result->member != NULL ? result->member : job->solve.method;
  cli_describe_seconds(result->seconds_total, time, sizeof time);
  describe_memory(job, result, memory, sizeof memory);
  cli_say("n = %" PRIu32 " solved by %s in %s and checked (seed %" PRIu64 ", %" PRIu64
          " step%s, %" PRIu64 " restart%s, %s)",
          job->n, method, time, job->solve.seed, steps, nq_plural(steps), restarts,
          nq_plural(restarts), memory);
}

/* Report how far an unfinished run got.  If it left no conflicts, only the check was unfinished. */
static void say_unsolved(const struct job *job, const nq_result *result) {
  char time[32], at[160] = "";
  uint64_t steps = result->steps, restarts = result->restarts, conflicts = result->conflicts;
  cli_describe_seconds(result->seconds_total, time, sizeof time);
  if (conflicts == 0)
    snprintf(at, sizeof at, ", before its check was done");
  else if (steps > 0 || conflicts != UINT64_MAX)
    snprintf(at, sizeof at, ", %" PRIu64 " step%s and %" PRIu64 " restart%s", steps,
             nq_plural(steps), restarts, nq_plural(restarts));
  size_t used = strlen(at);
  if (conflicts > 0 && conflicts != UINT64_MAX)
    snprintf(at + used, sizeof at - used, ", %" PRIu64 " conflict%s left", conflicts,
             nq_plural(conflicts));
  cli_say("n = %" PRIu32 " not solved: %s after %s%s (seed %" PRIu64 ")", job->n, result->reason,
          time, at, job->solve.seed);
}

/* Report after how many of several boards the run stopped. */
static int say_stopped(struct job *job, uint64_t done) {
  const char *why;
  int code = cli_progress_stop(&job->progress, &why);
  cli_progress_clear(&job->progress);
  cli_say("%s after %" PRIu64 " of %" PRIu64 " solutions", why, done, job->options->count);
  return code;
}

/* The time limit covers all boards together. */
static void set_time_left(struct job *job) {
  if (job->progress.deadline == 0) return;
  double left = job->progress.deadline - nq_clock();
  job->solve.limits.seconds = left > 1e-9 ? left : 1e-9;
}

/* Write the statistics.  With --json the board's own object has them, where that is on standard
 * output: then they are returned as its members, "key":value,.., to be freed. */
static char *write_stats(struct job *job, const nq_result *result) {
  const cli_solve_options *options = job->options;
  char *text = NULL;
  if (job->stats.stream == NULL && !options->json) return NULL;
  json_t *object = cli_stats_describe(job->solve.method, job->instance, job->n, &job->solve,
                                      job->boards.mapped_bytes, result);
  bool within =
      options->json && result->verdict == NQ_SOLVED && cli_output_is_standard(options->output_path);
  cli_stats_put(&job->stats, json_incref(object), options->json && !within);
  if (within) {
    json_object_del(object, "n"); /* the board's object has it */
    text = cli_stats_text(object);
    job->stats.short_of_memory |= text == NULL;
  }
  json_decref(object);
  if (text == NULL) return NULL;
  size_t length = strlen(text);
  memmove(text, text + 1, length); /* without the braces */
  text[length - 2] = '\0';
  return text;
}

static int write_board(struct job *job, const uint32_t *rows, char *members) {
  nq_error error = {0};
  if (members != NULL) nq_writer_members(job->boards.writer, members);
  nq_status status = cli_boards_add(&job->boards, rows, &error);
  free(members);
  return status == NQ_OK ? CLI_YES : cli_say_not_written(job->boards.name, &job->progress, &error);
}

/* Report the result of a solver and write its board; the exit code so far. */
static int take_result(struct job *job, const nq_result *result, const uint32_t *rows) {
  bool quiet = job->options->quiet;
  char *members = write_stats(job, result);
  if (!quiet && job->options->count == 1 && result->verdict == NQ_SOLVED) summarise(job, result);
  if (!quiet && result->verdict == NQ_UNKNOWN) say_unsolved(job, result);
  if (result->verdict == NQ_UNSOLVABLE) {
    static const char no[] = "no solution exists";
    bool whole = strncmp(result->reason, no, strlen(no)) == 0;
    cli_say("%s%s%s", whole ? "" : no, whole ? "" : ": ", result->reason);
    return CLI_NO;
  }
  if (result->verdict == NQ_UNKNOWN) return result->interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
  return write_board(job, rows, members);
}

/* Solve and write one board; the exit code so far. */
static int run_one(struct job *job, uint64_t stream) {
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  job->solve.stream = stream;
  set_time_left(job);
  uint32_t *lent = cli_boards_lend(&job->boards);
  nq_status status = lent != NULL ? nq_solve_into(job->instance, &job->solve, lent, &result, &error)
                                  : nq_solve(job->instance, &job->solve, &board, &result, &error);
  bool more = job->options->count > 1 && status == NQ_OK && result.verdict == NQ_SOLVED;
  if (!more || job->options->stats_path != NULL) cli_progress_clear(&job->progress);
  if (status == NQ_OK) status = cli_log_flush(&job->log, &error);
  if (status != NQ_OK) nq_board_release(&board);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  int code = take_result(job, &result, lent != NULL ? lent : board.rows);
  nq_board_release(&board);
  return code;
}

/* ---- Several boards, with the help of other processes ---- */

static nq_work_next next_stream(void *context, void *stream) {
  struct job *job = context;
  if (job->next == job->options->count) return NQ_WORK_END;
  *(uint64_t *)stream = job->next++;
  return NQ_WORK_UNIT;
}

static nq_status take_solved(void *context, nq_work_slot *slot) {
  struct job *job = context;
  const cli_solved *solved = slot->result;
  memcpy(&job->solve.stream, slot->unit, sizeof job->solve.stream);
  bool more = solved->result.verdict == NQ_SOLVED;
  if (!more || job->options->stats_path != NULL) cli_progress_clear(&job->progress);
  job->code = take_result(job, &solved->result, solved->board.rows);
  if (job->code == CLI_YES) cli_progress_items_done(&job->progress, ++job->done);
  return job->code == CLI_YES ? NQ_OK : NQ_END;
}

static void poll(void *context, nq_work *work) {
  (void)context;
  (void)nq_watch_poll(nq_work_plan_of(work)->watch, (nq_progress){.phase = "solve"});
}

/* The exit code so far. */
static int run_together(struct job *job, nq_crew *crew) {
  nq_watch watch;
  nq_error error = {0};
  nq_bytes packed = {0};
  cli_solve_job solving = {.instance = job->instance, .solve = job->solve, .watch = &watch};
  set_time_left(job);
  nq_watch_init(&watch, job->solve.limits.seconds, cli_progress_report, &job->progress);
  cli_solve_pack(&solving, &packed);
  const nq_work_plan plan = {.kind = &cli_solve_work,
                             .job = &solving,
                             .packed = &packed,
                             .threads = 1, /* the method has more */
                             .most = job->options->count,
                             .ordered = true,
                             .watch = &watch,
                             .crew = crew,
                             .context = job,
                             .next = next_stream,
                             .settle = take_solved,
                             .poll = poll};
  nq_status status = packed.failed ? nq_error_set(&error, NQ_NO_MEMORY, "out of memory")
                                   : nq_work_run(&plan, &error);
  nq_bytes_release(&packed);
  nq_watch_release(&watch);
  if (status == NQ_OK || job->code != CLI_YES) return job->code;
  cli_progress_clear(&job->progress);
  return status == NQ_END ? say_stopped(job, job->done) : cli_say_error(NULL, &error);
}

/* The exit code so far. */
static int run_alone(struct job *job) {
  for (uint64_t i = 0; i < job->options->count; i++) {
    if (i > 0 && cli_progress_stop(&job->progress, NULL) != CLI_YES) return say_stopped(job, i);
    int code = run_one(job, i);
    if (code != CLI_YES) return code;
    cli_progress_items_done(&job->progress, i + 1);
  }
  return CLI_YES;
}

static int run_all(struct job *job) {
  uint64_t count = job->options->count;
  nq_error error = {0};
  if (cli_boards_begin(&job->boards, count, &error) != NQ_OK) return cli_say_error(NULL, &error);
  bool together = job->crew != NULL && count > 1 && job->solve.proof == NULL;
  int code = together ? run_together(job, job->crew) : run_alone(job);
  if (code != CLI_YES) return code;
  if (cli_boards_commit(&job->boards, &error) != NQ_OK)
    return cli_say_not_written(job->boards.name, &job->progress, &error);
  cli_progress_clear(&job->progress);
  if (job->options->quiet) return CLI_YES;
  if (count > 1)
    cli_say("%" PRIu64 " solutions for n = %" PRIu32 " (seed %" PRIu64 "), each checked", count,
            job->n, job->solve.seed);
  cli_say_written(&job->boards);
  return CLI_YES;
}

/* Statistics are kept whatever the verdict, but not after an error; a file of boards only when it
 * is complete. */
static int finish(struct job *job, int code) {
  cli_progress_end(&job->progress);
  cli_boards_abort(&job->boards);
  cli_log_close(&job->log);
  return cli_stats_finish(&job->stats, code);
}

/* Ends a run whose log cannot be written. */
static bool goes_on(void *context, const nq_progress *progress) {
  struct job *job = context;
  return job->log.failed == 0 && cli_progress_report(&job->progress, progress);
}

/* With --json, a board on standard output is an object. */
static int choose_format(const cli_solve_options *options) {
  bool object = options->json && cli_output_is_standard(options->output_path);
  return object ? NQ_FORMAT_JSON : options->format;
}

static int run(const cli_solve_options *options, const nq_instance *instance,
               const cli_signals *signals, nq_crew *crew) {
  nq_error error = {0};
  struct job job = {
      .options = options, .instance = instance, .n = nq_instance_n(instance), .crew = crew};
  job.boards = (cli_boards){.path = options->output_path,
                            .asked = choose_format(options),
                            .n = job.n,
                            .one_based = options->one_based,
                            .scale = NQ_DRAW_SCALE,
                            .instance = instance,
                            .progress = cli_progress_in_time,
                            .context = &job.progress};
  job.solve = options->solve;
  job.solve.progress = goes_on;
  job.solve.context = &job;
  cli_progress_init(&job.progress, signals, options->quiet);
  job.progress.beside_output = cli_output_is_terminal(options->output_path);
  if (options->count > 1) cli_progress_items(&job.progress, "solutions", options->count);
  cli_progress_limit(&job.progress, options->solve.limits.seconds);
  if (cli_path_names_folder(options->output_path)) signals->catch_interrupts();
  if (cli_boards_open(&job.boards, &error) != NQ_OK) return cli_say_error(NULL, &error);
  if (cli_stats_open(&job.stats, options->stats_path, &error) != NQ_OK) {
    cli_boards_abort(&job.boards);
    return cli_say_error(NULL, &error);
  }
  if (cli_log_open(&job.log, options->log_path, &error) != NQ_OK) {
    cli_say_error(NULL, &error);
    return finish(&job, CLI_ERROR);
  }
  cli_log_attach(&job.log, &job.solve);
  signals->catch_interrupts();
  return finish(&job, run_all(&job));
}

/* ---- The command ---- */

/* Set the method and the options in its text; options that are given separately must belong to
 * it. */
static bool choose_method(const cli_call *call, cli_solve_options *options) {
  nq_solve_options *solve = &options->solve;
  nq_error error = {0};
  const char *method = options->method != NULL          ? options->method
                       : options->instance_path != NULL ? "auto"
                                                        : nq_method_name(0);
  if (options->typical && options->method != NULL)
    return cli_refuse("--typical is short for --method typical: give one of them");
  if (options->typical) method = "typical";
  if (nq_solve_options_set(solve, method, &error) != NQ_OK)
    return cli_refuse("--method: %s", error.message);
  for (size_t i = 0; i < call->row_count; i++) {
    const cli_row *row = &call->rows[i];
    char owners[100];
    if (!row->given || row->group.of == NULL || cli_method_has(solve->method, row->option))
      continue;
    cli_method_owners(row->option, owners, sizeof owners);
    return cli_refuse("--%s: it is an option of %s, but the method is %s", row->option->name,
                      owners, solve->method);
  }
  if (options->log_path != NULL && strcmp(solve->method, "genetic") != 0)
    return cli_refuse("--log: it is an option of genetic, but the method is %s", solve->method);
  if (options->log_path != NULL && options->count > 1)
    return cli_refuse("--log: it is for one run, but --count is %" PRIu64, options->count);
  solve->limits.seconds = cli_limit_seconds(options->seconds);
  return true;
}

static bool set_defaults(void *values) {
  cli_solve_options *options = values;
  *options = (cli_solve_options){.count = 1, .first_diagonals = UINT64_MAX, .seconds = -1};
  nq_solve_options_init(&options->solve);
  options->solve.threads = cli_processors();
  return cli_system_seed(&options->solve.seed);
}

/* Is the board for a folder of shards, or too large for rows of 32 bits? */
static bool is_large(const cli_solve_options *options) {
  bool drawn = cli_output_picture(options->format, options->output_path) != NQ_DRAW_NONE;
  return options->n > NQ_N_MAX || options->wide ||
         (cli_path_names_folder(options->output_path) && !drawn);
}

/* Name the option that a large board does not have, if one is given. */
static bool refuse_options(const cli_solve_options *options) {
  const nq_solve_options *solve = &options->solve;
  bool npy = options->format == NQ_FORMAT_AUTO || options->format == NQ_FORMAT_NPY;
  const char *name = options->instance_path != NULL ? "instance"
                     : options->count > 1           ? "count"
                     : !npy                         ? "format"
                     : options->one_based           ? "one-based"
                     : solve->limits.steps > 0      ? "max-steps"
                     : solve->limits.restarts > 0   ? "max-restarts"
                                                    : NULL;
  char text[1024];
  nq_solve_options_text(solve, text, sizeof text);
  if (name == NULL && strcmp(text, nq_method_name(0)) != 0) name = "method";
  if (name == NULL) return true;
  return cli_refuse("--%s: not for boards in shards or with rows of 64 bits", name);
}

static int run_large(const cli_call *call, const cli_solve_options *options) {
  if (!refuse_options(options)) return CLI_ERROR;
  const cli_large_solve large = {.n = options->n,
                                 .path = options->output_path,
                                 .shards = options->shards,
                                 .wide = options->wide,
                                 .solve = &options->solve,
                                 .stats_path = options->stats_path,
                                 .json = options->json,
                                 .quiet = options->quiet,
                                 .signals = call->signals,
                                 .crew = call->crew};
  return cli_solve_large(&large);
}

static int run_solve(const cli_call *call) {
  cli_solve_options *options = call->options;
  if (!cli_take_size(call, options->instance_path != NULL, options) ||
      !choose_method(call, options))
    return CLI_ERROR;
  if (options->format != choose_format(options) && options->format != NQ_FORMAT_AUTO)
    return cli_say("--format: with --json a board on standard output is JSON: give -o FILE");
  if (is_large(options)) return run_large(call, options);
  if (options->shards > 0) return cli_say("--shards needs a folder: -o DIR/");
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, (uint32_t)options->n);
  if (instance == NULL) return CLI_ERROR;
  int code = run(options, instance, call->signals, call->crew);
  nq_instance_free(instance);
  return code;
}

#define AT(member) offsetof(cli_solve_options, member)

static const nq_option usual[] = {
    CLI_OUTPUT(cli_solve_options, "standard output",
               "write to this file, completely or not at all; DIR/: in shards"),
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .choices = cli_format_choices, .fallback = CLI_FORMAT_DEFAULT, .help = CLI_FORMAT_HELP},
    CLI_SEED(cli_solve_options, solve.seed, INT64_MAX, "drawn from the system and reported",
             "the same seed gives the same board"),
    {NQ_OPTION_COUNT64, "count", .letter = 'c', .argument = "C", .offset = AT(count), .least = 1,
     .most = UINT32_MAX, .fallback = "1", .help = "number of solutions"},
    CLI_THREADS(cli_solve_options, solve.threads,
                "number of threads; the board does not depend on it"),
    CLI_TIME_LIMIT(cli_solve_options, seconds, "none", "give up after this time, with exit code 3"),
    CLI_INSTANCE(cli_solve_options, "use its queens, blocked squares and diagonals"),
    {NQ_OPTION_TEXT, "method", .letter = 'm', .argument = "METHOD", .offset = AT(method),
     .names = cli_method_names, .keys = nq_method_option,
     .fallback = "auto for an instance, otherwise min-conflicts",
     .help = "the method; METHOD:key=value,... sets its options too"},
    CLI_QUIET(cli_solve_options),
    {0},
};

static const nq_option others[] = {
    {NQ_OPTION_FLAG, "typical", .offset = AT(typical),
     .help = "a board like one drawn at random from all solutions (method typical)"},
    {NQ_OPTION_COUNT64, "max-steps", .argument = "K", .offset = AT(solve.limits.steps), .least = 1,
     .most = UINT64_MAX, .fallback = "none", .help = "give up after K steps"},
    {NQ_OPTION_COUNT64, "max-restarts", .argument = "R", .offset = AT(solve.limits.restarts),
     .least = 1, .most = UINT64_MAX, .fallback = "none", .help = "give up after R restarts"},
    {NQ_OPTION_OUTPUT, "stats", .dash = STDERR_FILENO, .argument = "FILE", .offset = AT(stats_path),
     .help = "write a JSON object about the run; `-`: to standard error"},
    CLI_JSON(cli_solve_options,
             "print a JSON object for each run, with its board unless -o is given"),
    {NQ_OPTION_OUTPUT, "log", .argument = "FILE", .offset = AT(log_path),
     .help = "genetic: write a line of CSV for each generation, while the run goes on"},
    {NQ_OPTION_COUNT64, "shards", .argument = "K", .offset = AT(shards), .least = 1, .most = 512,
     .fallback = "as many as hold up to 2^27 columns each",
     .help = "number of files of a board in a folder"},
    {NQ_OPTION_FLAG, "wide", .offset = AT(wide),
     .help = "write rows of 64 bits to the folder or .npy file, as from n = 2^32 on"},
    CLI_ONE_BASED(cli_solve_options),
    CLI_FIRST_DIAGONALS(cli_solve_options),
    {0},
};

static const cli_group groups[] = {{.heading = "Options of every method", .options = others}, {0}};

static bool method_group(size_t i, cli_group *group) {
  if (!cli_method_group(i, false, group)) return false;
  group->offset = AT(solve);
  return true;
}

static const cli_list lists[] = {{"Methods:", cli_method_names}, {0}};
static const nq_option size = {NQ_OPTION_COUNT64, "N", .offset = AT(n), .least = 1,
                               .most = NQ_LARGE_N_MAX};

const cli_command cli_solve = {
    .name = "solve",
    .summary = "find one or more solutions for any n",
    .description = "Find one solution, random and verified.",
    .usage = "N | --instance FILE",
    .example = "nqueens solve 1000000 -o board.npy",
    .about = "one random solution, verified",
    .usual = usual,
    .groups = groups,
    .more_groups = method_group,
    .lists = lists,
    .notes = "Numbers may be written 1000000, 1e6 or 1_000_000.\n",
    .exits = {"solved", "no solution", "error", "limit reached", "interrupted"},
    .first = &size,
    .most_arguments = 1,
    .options_size = sizeof(cli_solve_options),
    .set_defaults = set_defaults,
    .run = run_solve,
};
