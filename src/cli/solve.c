/* nqueens solve: options -> instance -> nq_solve -> writer. */
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/stats.h"

#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* A picture is the default on a terminal up to this n. */
#define PICTURE_N 40

typedef struct cli_solve_options {
  const char *output_path, *instance_path, *stats_path, *method;
  uint64_t n, seed, count, first_diagonals, threads, steps, restarts, patience;
  double seconds, walk;
  int format, start, step, restart;
  bool one_based, quiet;
} cli_solve_options;

/* The parts of a run. */
struct job {
  const cli_solve_options *options;
  const nq_instance *instance;
  uint32_t n;
  nq_format format;
  nq_solve_options solve;
  cli_progress progress;
  cli_output output;
  cli_stats stats;
  nq_writer *writer; /* NULL until the first board */
};

/* ---- Options ---- */

static const char *const start_names[] = {"random", "permutation", "greedy", NULL};
static const char *const step_names[] = {"column", "swap", NULL};
static const char *const restart_names[] = {"fixed", "luby", NULL};
static const char *const format_names[] = {"line", "picture", "json", "npy", NULL};

#define AT(member) offsetof(cli_solve_options, member)

static const cli_option table[] = {
    {CLI_TEXT, "output", 'o', "FILE", AT(output_path), 0, 0, NULL,
     "write there, whole or not at all (default: standard output)"},
    {CLI_CHOICE, "format", 'f', NULL, AT(format), NQ_FORMAT_LINE, 0, format_names,
     "default: by FILE's suffix (.txt .pic .json .npy), or line"},
    {CLI_COUNT, "seed", 's', "S", AT(seed), 0, INT64_MAX, NULL,
     "same seed, same board (default: drawn from the system and told)"},
    {CLI_COUNT, "count", 'c', "C", AT(count), 1, UINT32_MAX, NULL, "that many solutions"},
    {CLI_TEXT, "instance", 'i', "FILE", AT(instance_path), 0, 0, NULL,
     "keep its placed queens, blocked squares, excluded diagonals"},
    {CLI_COUNT, "first-diagonals", 0, "D", AT(first_diagonals), 0, UINT64_MAX - 1, NULL,
     "use the first D of a CSPLib list of diagonals"},
    {CLI_TEXT, "method", 'm', "METHOD", AT(method), 0, 0, NULL,
     "default: the first of those below"},
    {CLI_COUNT, "threads", 't', "T", AT(threads), 1, 1024, NULL,
     "default: all cores; the board does not depend on it"},
    {CLI_REAL, "time-limit", 0, "SECONDS", AT(seconds), 0, 1000000000, NULL,
     "give up after that (exit code 3)"},
    {CLI_COUNT, "max-steps", 0, "K", AT(steps), 1, UINT64_MAX, NULL, "give up after K steps"},
    {CLI_COUNT, "max-restarts", 0, "R", AT(restarts), 1, UINT64_MAX, NULL,
     "give up after R restarts"},
    {CLI_FLAG, "one-based", 0, NULL, AT(one_based), 0, 0, NULL, "rows from 1 (line, json)"},
    {CLI_TEXT, "stats", 0, "FILE", AT(stats_path), 0, 0, NULL,
     "a JSON object on the run; `-`: standard error"},
    {CLI_FLAG, "quiet", 'q', NULL, AT(quiet), 0, 0, NULL, "say nothing but errors"},
    {CLI_HEADING, NULL, 0, NULL, 0, 0, 0, NULL, "Of min-conflicts:"},
    {CLI_CHOICE, "start", 0, NULL, AT(start), NQ_START_RANDOM, 0, start_names, "default: greedy"},
    {CLI_CHOICE, "step", 0, NULL, AT(step), NQ_STEP_COLUMN, 0, step_names,
     "default: swap; column after start random"},
    {CLI_CHOICE, "restart", 0, NULL, AT(restart), NQ_RESTART_FIXED, 0, restart_names,
     "how the tries between restarts grow"},
    {CLI_COUNT, "patience", 0, "TRIES", AT(patience), 1, UINT64_MAX, NULL,
     "tries before a restart"},
    {CLI_REAL, "walk", 0, "P", AT(walk), 0, 1, NULL, "probability of a random step"},
    {0}};

/* The table of methods, for the end of the help. */
static void list_methods(char *text, size_t size) {
  size_t length = (size_t)snprintf(text, size, "Methods:\n");
  for (size_t i = 0; nq_method_name(i) != NULL && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, "  %-14s %s\n", nq_method_name(i),
                               nq_method_summary(i));
  if (length < size)
    snprintf(text + length, size - length,
             "\nNumbers may be written 1000000, 1e6 or 1_000_000.\n"
             "Exit codes: 0 solved, 1 no solution exists, 2 error, 3 gave up, 130 interrupted.\n");
}

/* 53 bits: what is told in the statistics comes through any reader of JSON as it was. */
static bool system_seed(uint64_t *seed) {
  bool drawn = getrandom(seed, sizeof *seed, 0) == (ssize_t)sizeof *seed;
  *seed >>= 11;
  return drawn;
}

static bool is_method(const char *name) {
  for (size_t i = 0; nq_method_name(i) != NULL; i++)
    if (strcmp(nq_method_name(i), name) == 0) return true;
  return false;
}

static void refuse_method(const char *name) {
  char known[300] = "";
  size_t length = 0;
  for (size_t i = 0; nq_method_name(i) != NULL && length < sizeof known; i++)
    length += (size_t)snprintf(known + length, sizeof known - length, "%s %s",
                               i == 0                          ? ""
                               : nq_method_name(i + 1) == NULL ? " or"
                                                               : ",",
                               nq_method_name(i));
  cli_say("solve: --method: '%.80s' is not known: it must be%s", name, known);
}

/* What was asked for, or an exit code in *code. */
static bool parse(int argc, char **argv, cli_solve_options *options, int *code) {
  char notes[1024], why[400];
  list_methods(notes, sizeof notes);
  const cli_usage usage = {.name = "solve",
                           .arguments = "N | --instance FILE",
                           .summary = "Find one solution, random and verified.",
                           .notes = notes,
                           .range = "N must be 1 to 4294967295",
                           .most_arguments = 1};
  *options = (cli_solve_options){.seed = 0,
                                 .count = 1,
                                 .first_diagonals = UINT64_MAX,
                                 .threads = cli_processors(),
                                 .seconds = -1,
                                 .walk = -1};
  *code = CLI_ERROR;
  if (!system_seed(&options->seed)) {
    cli_say("the system gives no random seed: say --seed S");
    return false;
  }
  size_t arguments = cli_options_parse(&usage, table, argc, argv, options);
  if ((arguments == 1) == (options->instance_path != NULL)) {
    cli_say("solve: either N or --instance FILE is needed, as in `nqueens solve 1000`");
    return false;
  }
  if (arguments == 1 && !cli_parse_count(argv[1], 1, NQ_N_MAX, &options->n, why, sizeof why)) {
    cli_say("solve: N: %s", why);
    return false;
  }
  if (options->method != NULL && !is_method(options->method)) {
    refuse_method(options->method);
    return false;
  }
  return true;
}

/* ---- The run ---- */

static nq_format choose_format(const cli_solve_options *options, uint32_t n) {
  if (options->format != NQ_FORMAT_AUTO) return (nq_format)options->format;
  bool standard = options->output_path == NULL || strcmp(options->output_path, "-") == 0;
  if (standard && isatty(STDOUT_FILENO) && n <= PICTURE_N) return NQ_FORMAT_PICTURE;
  nq_format format = standard ? NQ_FORMAT_AUTO : nq_format_by_suffix(options->output_path);
  return format == NQ_FORMAT_AUTO ? NQ_FORMAT_LINE : format;
}

static void fill_solve_options(struct job *job) {
  const cli_solve_options *options = job->options;
  nq_solve_options *solve = &job->solve;
  nq_solve_options_init(solve);
  solve->method = options->method;
  solve->seed = options->seed;
  solve->threads = (unsigned)options->threads;
  solve->limits.steps = options->steps;
  solve->limits.restarts = options->restarts;
  solve->limits.seconds = options->seconds == 0  ? 1e-9
                          : options->seconds < 0 ? 0
                                                 : options->seconds;
  solve->progress = cli_progress_report;
  solve->context = &job->progress;
  solve->min_conflicts.start = (nq_start)options->start;
  solve->min_conflicts.step = (nq_step)options->step;
  solve->min_conflicts.restart = (nq_restart)options->restart;
  solve->min_conflicts.patience = options->patience;
  solve->min_conflicts.walk = options->walk;
}

static const char *method_name(const struct job *job) {
  return job->solve.method != NULL ? job->solve.method : nq_method_name(0);
}

/* "59 us", "26.2 ms", "1.63 s". */
static void describe_seconds(double seconds, char *text, size_t size) {
  const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
  double scale = seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
  snprintf(text, size, "%.3g %s", seconds * scale, unit);
}

/* "557 bytes", "5.69 MB". */
static void describe_bytes(uint64_t bytes, char *text, size_t size) {
  const char *unit = bytes < 1000         ? "bytes"
                     : bytes < 1000000    ? "kB"
                     : bytes < 1000000000 ? "MB"
                                          : "GB";
  double scale = bytes < 1000 ? 1 : bytes < 1000000 ? 1e-3 : bytes < 1000000000 ? 1e-6 : 1e-9;
  snprintf(text, size, "%.3g %s", (double)bytes * scale, unit);
}

static void summarise(const struct job *job, const nq_result *result) {
  if (job->options->quiet || result->verdict == NQ_UNSOLVABLE) return;
  char time[32], memory[32], left[64] = "before all queens were placed";
  describe_seconds(result->seconds_total, time, sizeof time);
  describe_bytes(result->memory_bytes, memory, sizeof memory);
  if (result->conflicts != UINT64_MAX)
    snprintf(left, sizeof left, "%" PRIu64 " conflicts left", result->conflicts);
  if (result->verdict == NQ_SOLVED)
    cli_say("n = %" PRIu32 " solved by %s in %s and checked (seed %" PRIu64 ", %" PRIu64
            " steps, %" PRIu64 " restarts, %s)",
            job->n, method_name(job), time, job->options->seed, result->steps, result->restarts,
            memory);
  else
    cli_say("n = %" PRIu32 " not solved: %s after %s, %" PRIu64 " steps and %" PRIu64
            " restarts, %s (seed %" PRIu64 ")",
            job->n, result->reason, time, result->steps, result->restarts, left,
            job->options->seed);
}

static nq_status write_board(struct job *job, const nq_board *board, nq_error *error) {
  if (job->writer == NULL)
    job->writer = nq_writer_new(job->output.descriptor, job->format, job->n, job->options->count,
                                job->options->one_based ? 1 : 0);
  if (job->writer == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_writer_watch(job->writer, cli_progress_report, &job->progress);
  return nq_writer_board(job->writer, board->rows, error);
}

static int say_write_error(struct job *job, const nq_error *error) {
  cli_progress_clear(&job->progress);
  if (!atomic_load(job->progress.interrupted)) return cli_say_error(job->output.name, error);
  cli_say("interrupted while writing %s", job->output.name);
  return CLI_INTERRUPTED;
}

/* Solve and write one board; the exit code so far. */
static int run_one(struct job *job, uint64_t stream) {
  nq_board board = {0};
  nq_result result;
  nq_error error = {0};
  job->solve.stream = stream;
  nq_status status = nq_solve(job->instance, &job->solve, &board, &result, &error);
  cli_progress_clear(&job->progress);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  cli_stats_write(&job->stats, method_name(job), job->n, job->options->seed, stream, &result);
  if (job->options->count == 1 || result.verdict != NQ_SOLVED) summarise(job, &result);
  if (result.verdict == NQ_UNSOLVABLE) {
    cli_say("%s", result.reason);
    return CLI_NO;
  }
  if (result.verdict == NQ_UNKNOWN) return result.interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
  status = write_board(job, &board, &error);
  nq_board_release(&board);
  return status == NQ_OK ? CLI_YES : say_write_error(job, &error);
}

static int run_all(struct job *job) {
  for (uint64_t i = 0; i < job->options->count; i++) {
    int code = run_one(job, i);
    if (code != CLI_YES) return code;
    if (i + 1 < job->options->count && atomic_load(job->progress.interrupted)) {
      cli_say("interrupted after %" PRIu64 " of %" PRIu64 " solutions", i + 1, job->options->count);
      return CLI_INTERRUPTED;
    }
  }
  nq_error error = {0};
  nq_status status = nq_writer_finish(job->writer, &error);
  job->writer = NULL;
  if (status != NQ_OK) return say_write_error(job, &error);
  const char *name = job->options->output_path;
  if (cli_output_commit(&job->output, &error) != NQ_OK) return cli_say_error(NULL, &error);
  if (job->options->count > 1 && !job->options->quiet)
    cli_say("%" PRIu64 " solutions for n = %" PRIu32 " (seed %" PRIu64 "), each checked",
            job->options->count, job->n, job->options->seed);
  if (name != NULL && !job->options->quiet) cli_say("written to %s", name);
  return CLI_YES;
}

/* Statistics are kept whatever the verdict; a board file only when it is whole.  Lines that went
 * to standard output before a later board failed stay there. */
static int finish(struct job *job, int code) {
  nq_error error = {0};
  bool in_place = job->output.path == NULL;
  if (job->writer != NULL && in_place && (code == CLI_NO || code == CLI_UNKNOWN))
    (void)nq_writer_finish(job->writer, NULL);
  else
    nq_writer_free(job->writer);
  cli_output_abort(&job->output);
  if (cli_stats_commit(&job->stats, &error) != NQ_OK) return cli_say_error(NULL, &error);
  return code;
}

static int run(const cli_solve_options *options, const nq_instance *instance,
               const cli_signals *signals) {
  nq_error error = {0};
  uint32_t n = nq_instance_n(instance);
  struct job job = {.options = options, .instance = instance, .n = n};
  job.format = choose_format(options, n);
  if (options->one_based && (job.format == NQ_FORMAT_NPY || job.format == NQ_FORMAT_PICTURE)) {
    cli_say("--one-based is for the formats line and json");
    return CLI_ERROR;
  }
  fill_solve_options(&job);
  signals->catch_interrupts();
  cli_progress_init(&job.progress, signals->interrupted, options->quiet);
  const char *output = options->output_path, *stats = options->stats_path;
  if (output != NULL && stats != NULL && strcmp(output, "-") != 0 && strcmp(output, stats) == 0) {
    cli_say("solve: --stats: '%s' is the output's file too: it must be another", stats);
    return CLI_ERROR;
  }
  if (cli_output_open(&job.output, output, &error) != NQ_OK) return cli_say_error(NULL, &error);
  if (cli_stats_open(&job.stats, options->stats_path, &error) != NQ_OK) {
    cli_output_abort(&job.output);
    return cli_say_error(NULL, &error);
  }
  return finish(&job, run_all(&job));
}

int cli_solve(int argc, char **argv, const cli_signals *signals) {
  cli_solve_options options;
  int code;
  if (!parse(argc, argv, &options, &code)) return code;
  nq_instance *instance = options.instance_path != NULL
                              ? cli_read_instance(options.instance_path, options.first_diagonals)
                              : nq_instance_new((uint32_t)options.n);
  if (instance == NULL) return CLI_ERROR;
  code = run(&options, instance, signals);
  nq_instance_free(instance);
  return code;
}
