/* nqueens solve: options -> instance -> nq_solve -> writer. */
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/inputs.h"
#include "cli/mapping.h"
#include "cli/pictures.h"
#include "cli/progress.h"
#include "cli/stats.h"
#include "core/limits.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct cli_solve_options {
  const char *output_path, *instance_path, *stats_path, *method;
  uint32_t n; /* where there is no instance_path */
  uint64_t count, first_diagonals;
  double seconds; /* negative: not given */
  int format;     /* an nq_format */
  bool one_based, quiet;
  nq_solve_options solve;
} cli_solve_options;

/* The parts of a run. */
struct job {
  const cli_solve_options *options;
  const nq_instance *instance;
  uint32_t n;
  nq_format format;
  nq_solve_options solve;
  cli_progress progress;
  nq_file output;
  cli_pictures pictures; /* of kind NQ_DRAW_NONE: the writer's boards */
  cli_stats stats;
  cli_mapping mapping; /* where the board lives in its file */
  nq_writer *writer;   /* NULL until the first board, and where there is a mapping */
};

static const char *method_name(const struct job *job) {
  return job->solve.method != NULL ? job->solve.method : nq_method_name(0);
}

/* The memory, and beside it what the board takes in its file. */
static void describe_memory(const struct job *job, const nq_result *result, char *text,
                            size_t size) {
  char memory[32], file[32];
  cli_describe_bytes(result->memory_bytes, memory, sizeof memory);
  cli_describe_bytes(job->mapping.bytes, file, sizeof file);
  if (job->mapping.base != NULL)
    snprintf(text, size, "%s and %s in the file", memory, file);
  else
    snprintf(text, size, "%s", memory);
}

static void summarise(const struct job *job, const nq_result *result) {
  char time[32], memory[80];
  uint64_t steps = result->steps, restarts = result->restarts;
  cli_describe_seconds(result->seconds_total, time, sizeof time);
  describe_memory(job, result, memory, sizeof memory);
  cli_say("n = %" PRIu32 " solved by %s in %s and checked (seed %" PRIu64 ", %" PRIu64
          " step%s, %" PRIu64 " restart%s, %s)",
          job->n, method_name(job), time, job->solve.seed, steps, nq_plural(steps), restarts,
          nq_plural(restarts), memory);
}

/* How far a run came that was broken off.  A board without conflicts is one whose check was. */
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

static nq_status write_board(struct job *job, const nq_board *board, nq_error *error) {
  if (job->pictures.kind != NQ_DRAW_NONE)
    return cli_pictures_add(&job->pictures, board->rows, error);
  if (job->writer == NULL)
    job->writer = nq_writer_new(job->output.descriptor, job->format, job->n, job->options->count,
                                job->options->one_based ? 1 : 0);
  if (job->writer == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_writer_watch(job->writer, cli_progress_in_time, &job->progress);
  return nq_writer_board(job->writer, board->rows, error);
}

/* What is left of a board that could not be written is for nobody. */
static int say_write_error(struct job *job, const nq_error *error) {
  nq_writer_free(job->writer);
  job->writer = NULL;
  cli_progress_clear(&job->progress);
  bool pictures = job->pictures.kind != NQ_DRAW_NONE; /* which say what they were written to */
  const char *why;
  int code = cli_progress_stop(&job->progress, &why);
  if (code == CLI_YES) return cli_say_error(pictures ? NULL : job->output.name, error);
  cli_say("%s while writing %s", why, pictures ? job->options->output_path : job->output.name);
  return code;
}

/* Of several boards, say after how many the run was broken off. */
static int say_broken_off(struct job *job, uint64_t done) {
  const char *why;
  int code = cli_progress_stop(&job->progress, &why);
  cli_progress_clear(&job->progress);
  cli_say("%s after %" PRIu64 " of %" PRIu64 " solutions", why, done, job->options->count);
  return code;
}

/* The limit of time is one for all boards. */
static void set_time_left(struct job *job) {
  if (job->progress.deadline == 0) return;
  double left = job->progress.deadline - nq_clock();
  job->solve.limits.seconds = left > 1e-9 ? left : 1e-9;
}

/* Give the one board its place in the output's file, if it may live there. */
static nq_status map_board(struct job *job, nq_error *error) {
  if (job->pictures.kind != NQ_DRAW_NONE) return NQ_OK;
  if (job->options->count != 1 || !cli_mapping_suits(&job->output, job->format, job->n))
    return NQ_OK;
  return cli_mapping_open(&job->mapping, &job->output, job->n, job->progress.interrupted, error);
}

/* Solve and write one board; the exit code so far. */
static int run_one(struct job *job, uint64_t stream) {
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  job->solve.stream = stream;
  set_time_left(job);
  nq_status status = map_board(job, &error);
  if (status != NQ_OK) return cli_say_error(job->output.name, &error);
  if (job->mapping.base != NULL)
    status = nq_solve_into(job->instance, &job->solve, job->mapping.rows, &result, &error);
  else
    status = nq_solve(job->instance, &job->solve, &board, &result, &error);
  cli_progress_clear(&job->progress);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  cli_stats_write(&job->stats, method_name(job), job->n, &job->solve, job->mapping.bytes, &result);
  bool quiet = job->options->quiet;
  if (!quiet && job->options->count == 1 && result.verdict == NQ_SOLVED) summarise(job, &result);
  if (!quiet && result.verdict == NQ_UNKNOWN) say_unsolved(job, &result);
  if (result.verdict == NQ_UNSOLVABLE) {
    cli_say("%s", result.reason);
    return CLI_NO;
  }
  if (result.verdict == NQ_UNKNOWN) return result.interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
  if (job->mapping.base == NULL) status = write_board(job, &board, &error);
  nq_board_release(&board);
  return status == NQ_OK ? CLI_YES : say_write_error(job, &error);
}

static nq_status finish_writing(struct job *job, nq_error *error) {
  nq_status status = job->writer != NULL ? nq_writer_finish(job->writer, error) : NQ_OK;
  job->writer = NULL;
  cli_mapping_close(&job->mapping);
  return status;
}

static int run_all(struct job *job) {
  for (uint64_t i = 0; i < job->options->count; i++) {
    if (i > 0 && cli_progress_stop(&job->progress, NULL) != CLI_YES) return say_broken_off(job, i);
    int code = run_one(job, i);
    if (code != CLI_YES) return code;
  }
  nq_error error = {0};
  nq_status status = finish_writing(job, &error);
  if (status != NQ_OK) return say_write_error(job, &error);
  const char *name = job->options->output_path;
  status = job->pictures.kind != NQ_DRAW_NONE ? cli_pictures_commit(&job->pictures, &error)
                                              : nq_file_commit(&job->output, &error);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  if (job->options->count > 1 && !job->options->quiet)
    cli_say("%" PRIu64 " solutions for n = %" PRIu32 " (seed %" PRIu64 "), each checked",
            job->options->count, job->n, job->solve.seed);
  if (name != NULL && !job->options->quiet) cli_boards_say_written(name, job->options->format);
  return CLI_YES;
}

/* Statistics are kept whatever the verdict, but not after an error; a board file only when it is
 * whole.  On standard output boards stay, the last of them whole, whatever ended the run. */
static int finish(struct job *job, int code) {
  nq_error error = {0};
  bool in_place = job->output.path == NULL;
  if (job->writer != NULL && in_place)
    (void)nq_writer_finish(job->writer, NULL);
  else
    nq_writer_free(job->writer);
  cli_pictures_abort(&job->pictures);
  cli_mapping_close(&job->mapping);
  nq_file_abort(&job->output);
  if (code == CLI_ERROR)
    cli_stats_abort(&job->stats);
  else if (cli_stats_commit(&job->stats, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  return code;
}

static nq_status open_output(struct job *job, nq_error *error) {
  const char *path = job->options->output_path;
  if (job->pictures.kind == NQ_DRAW_NONE) return cli_output_open(&job->output, path, error);
  nq_status status =
      cli_pictures_open(&job->pictures, job->pictures.kind, path, &job->output, error);
  if (status != NQ_OK) return status;
  return cli_pictures_expect(&job->pictures, job->options->count, job->n, job->instance, error);
}

static int run(const cli_solve_options *options, const nq_instance *instance,
               const cli_signals *signals) {
  nq_error error = {0};
  uint32_t n = nq_instance_n(instance);
  struct job job = {.options = options, .instance = instance, .n = n};
  if (!cli_boards_choose(options->format, options->output_path, n, options->one_based,
                         &job.pictures.kind, &job.format))
    return CLI_ERROR;
  job.solve = options->solve;
  job.solve.progress = cli_progress_report;
  job.solve.context = &job.progress;
  cli_progress_init(&job.progress, signals->interrupted, options->quiet);
  cli_progress_limit(&job.progress, options->solve.limits.seconds);
  if (cli_folder_is_meant(options->output_path)) signals->catch_interrupts();
  if (open_output(&job, &error) != NQ_OK) {
    cli_pictures_abort(&job.pictures);
    nq_file_abort(&job.output);
    return cli_say_error(NULL, &error);
  }
  if (cli_stats_open(&job.stats, options->stats_path, &error) != NQ_OK) {
    cli_pictures_abort(&job.pictures);
    nq_file_abort(&job.output);
    return cli_say_error(NULL, &error);
  }
  signals->catch_interrupts();
  return finish(&job, run_all(&job));
}

/* ---- The command ---- */

/* The method by its name, which may have options of it too; those that were given by themselves must
 * be its own. */
static bool choose_method(const cli_call *call, cli_solve_options *options) {
  nq_solve_options *solve = &options->solve;
  nq_error error = {0};
  const char *method = options->method != NULL ? options->method : nq_method_name(0);
  if (nq_solve_options_set(solve, method, &error) != NQ_OK) {
    cli_say("--method: %s", error.message);
    return false;
  }
  for (size_t i = 0; i < call->row_count; i++) {
    const cli_row *row = &call->rows[i];
    const char *of = row->group.of;
    if (!row->given || of == NULL || strcmp(of, solve->method) == 0) continue;
    cli_say("--%s: it is an option of %s, but the method is %s", row->option->name, of,
            solve->method);
    return false;
  }
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

static int run_solve(const cli_call *call) {
  cli_solve_options *options = call->options;
  if (!cli_take_size(call, options->instance_path != NULL, options) ||
      !choose_method(call, options))
    return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options->instance_path, options->first_diagonals, options->n);
  if (instance == NULL) return CLI_ERROR;
  int code = run(options, instance, call->signals);
  nq_instance_free(instance);
  return code;
}

#define AT(member) offsetof(cli_solve_options, member)

static const nq_option usual[] = {
    CLI_OUTPUT(cli_solve_options, "standard output", "write there, whole or not at all"),
    {NQ_OPTION_CHOICE, "format", .letter = 'f', .argument = "FORMAT", .offset = AT(format),
     .choices = cli_format_choices, .fallback = CLI_FORMAT_DEFAULT, .help = CLI_FORMAT_HELP},
    CLI_SEED(cli_solve_options, solve.seed, INT64_MAX, "drawn from the system and reported",
             "the same seed gives the same board"),
    {NQ_OPTION_COUNT64, "count", .letter = 'c', .argument = "C", .offset = AT(count), .least = 1,
     .most = UINT32_MAX, .fallback = "1", .help = "number of solutions"},
    CLI_THREADS(cli_solve_options, solve.threads,
                "number of threads; the board does not depend on it"),
    CLI_TIME_LIMIT(cli_solve_options, seconds, "none", "give up after this time, with exit code 3"),
    CLI_INSTANCE(cli_solve_options, "keep its queens, blocked squares and diagonals"),
    {NQ_OPTION_TEXT, "method", .letter = 'm', .argument = "METHOD", .offset = AT(method),
     .names = cli_method_names, .keys = nq_method_option, .fallback = "min-conflicts",
     .help = "the method; with options of it: METHOD:key=value,..."},
    CLI_QUIET(cli_solve_options),
    {0},
};

static const nq_option others[] = {
    {NQ_OPTION_COUNT64, "max-steps", .argument = "K", .offset = AT(solve.limits.steps), .least = 1,
     .most = UINT64_MAX, .fallback = "none", .help = "give up after K steps"},
    {NQ_OPTION_COUNT64, "max-restarts", .argument = "R", .offset = AT(solve.limits.restarts),
     .least = 1, .most = UINT64_MAX, .fallback = "none", .help = "give up after R restarts"},
    {NQ_OPTION_OUTPUT, "stats", .dash = STDERR_FILENO, .argument = "FILE", .offset = AT(stats_path),
     .help = "write a JSON object about the run; `-`: to standard error"},
    CLI_ONE_BASED(cli_solve_options),
    CLI_FIRST_DIAGONALS(cli_solve_options),
    {0},
};

static const cli_group groups[] = {
    {.heading = "Options of every method", .options = others},
    {0},
};

static bool method_group(size_t i, cli_group *group) {
  if (!cli_method_group(i, false, group)) return false;
  group->offset = AT(solve);
  return true;
}

static const cli_list lists[] = {
    {"Methods:", cli_method_names},
    {0},
};
static const nq_option size = {NQ_OPTION_COUNT32, "N", .offset = AT(n), .least = 1,
                               .most = NQ_N_MAX};

const cli_command cli_solve = {
    .name = "solve",
    .summary = "find one solution for any n, or several",
    .description = "Find one solution, random and verified.",
    .usage = "N | --instance FILE",
    .example = "nqueens solve 1000000 -o board.npy",
    .about = "one random solution, verified",
    .usual = usual,
    .groups = groups,
    .more_groups = method_group,
    .lists = lists,
    .notes = "Numbers may be written 1000000, 1e6 or 1_000_000.\n",
    .exits = {"solved", "no solution exists", "error", "gave up", "interrupted"},
    .first = &size,
    .most_arguments = 1,
    .options_size = sizeof(cli_solve_options),
    .set_defaults = set_defaults,
    .run = run_solve,
};
