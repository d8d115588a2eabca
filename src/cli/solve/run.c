/* A run of `nqueens solve`, from its options to the output. */
#include "board/method.h"
#include "cli/commands.h"
#include "cli/solve/parts.h"
#include "core/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Seconds between writes of the log. */
#define FLUSH_EVERY 0.2

/* The parts of a run. */
struct job {
  const cli_solve_options *options;
  const nq_instance *instance; /* or NULL */
  uint64_t n;
  bool in_files; /* a large board is solved in its files, not in memory */
  nq_solve_options solve;
  cli_progress progress;
  cli_boards boards;
  cli_stats stats;
  FILE *log;      /* or NULL */
  double flushed; /* seconds of the last generation that was written out */
  int log_failed; /* the errno of the first write that failed, or 0 */
  nq_crew *crew;  /* or NULL; with it: */
  uint64_t done;  /* boards that were written */
  int code;       /* so far */
};

/* ---- The log of the genetic algorithm: a line of CSV for each generation ----
 *
 * It is written in place, while the run goes on, so that others can read it meanwhile; after an
 * error or an interrupt the lines so far remain. */

/* NQ_IO when a write has failed. */
static nq_status flush_log(struct job *job, nq_error *error) {
  if (job->log == NULL) return NQ_OK;
  if (job->log_failed == 0 && fflush(job->log) != 0) job->log_failed = errno;
  if (job->log_failed == 0) return NQ_OK;
  return nq_error_system(error, job->log_failed, "%s: writing failed", job->options->log_path);
}

static void log_generation(void *context, const nq_generation *generation) {
  struct job *job = context;
  if (job->log_failed != 0) return;
  int written = fprintf(
      job->log, "%" PRIu64 ",%" PRIu64 ",%.6g,%" PRIu64 ",%.6g,%" PRIu64 ",%.6f,%" PRIu64 "\n",
      generation->generation, generation->best_conflicts, generation->mean_conflicts,
      generation->worst_conflicts, generation->diversity, generation->evaluations,
      generation->seconds, generation->restart);
  if (written < 0) job->log_failed = errno;
  if (generation->seconds < job->flushed + FLUSH_EVERY) return;
  job->flushed = generation->seconds;
  (void)flush_log(job, NULL);
}

/* Create or empty the file and write the heading; nothing without --log. */
static nq_status open_log(struct job *job, nq_error *error) {
  const char *path = job->options->log_path;
  if (path == NULL) return NQ_OK;
  job->log = fopen(path, "we"); /* e: not for child processes */
  if (job->log == NULL) return nq_error_system(error, errno, "%s", path);
  job->solve.genetic.trace = log_generation;
  job->solve.genetic.trace_context = job;
  fputs("generation,best,mean,worst,diversity,evaluations,seconds,restart\n", job->log);
  return flush_log(job, error);
}

/* ---- Reports ---- */

static const char *method_of(const struct job *job) {
  return job->in_files ? "rounds" : job->solve.method;
}

/* "population=50": what differs from the defaults. */
static json_t *describe_options(const nq_solve_options *solve) {
  char text[1024];
  nq_solve_options_text(solve, text, sizeof text);
  const char *colon = strchr(text, ':');
  return json_string(colon != NULL ? colon + 1 : "");
}

/* A count without a limit, as nq_option_format writes it. */
static const char unlimited[] = "18446744073709551615";

/* {"population":50,...}: each option of the method with an effect, given or by default. */
static json_t *describe_parameters(const struct job *job) {
  json_t *object = json_object();
  nq_solve_options resolved = job->solve;
  const nq_option *option;
  if (nq_solve_options_resolve(&resolved, job->instance, NULL) != NQ_OK) return object;
  for (size_t i = 0; (option = nq_method_option(resolved.method, i)) != NULL; i++) {
    char text[64];
    if (!nq_option_is_key(option)) continue;
    nq_option_format(option, &resolved, text, sizeof text);
    bool number = text[0] >= '0' && text[0] <= '9';
    if (text[0] == '\0') continue; /* a preset: none */
    if (!nq_option_has_effect(nq_method_option(resolved.method, 0), option, &resolved)) continue;
    nq_json_put(&object, option->name,
                strcmp(text, unlimited) == 0 ? json_null()
                : number                     ? nq_json_number(strtod(text, NULL))
                                             : json_string(text));
  }
  return object;
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* What the process has used since its start.  Memory that the system has to supply first costs
 * system time, a page fault for each piece. */
static json_t *describe_process(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return json_pack("{s:f, s:f, s:I}", "user_seconds", seconds_of(used.ru_utime), "system_seconds",
                   seconds_of(used.ru_stime), "page_faults",
                   (json_int_t)used.ru_minflt + (json_int_t)used.ru_majflt);
}

/* An object about a run; a large board has no options to resolve. */
static json_t *describe(const struct job *job, const nq_result *result) {
  const nq_solve_options *solve = &job->solve;
  uint64_t file_bytes = job->boards.file_bytes;
  json_t *object = json_object();
  nq_json_put(&object, "method", json_string(method_of(job)));
  if (result->member != NULL) nq_json_put(&object, "member", json_string(result->member));
  nq_json_put(&object, "options", describe_options(solve));
  if (!job->options->large) nq_json_put(&object, "parameters", describe_parameters(job));
  nq_json_put(&object, "n", json_integer((json_int_t)job->n));
  nq_json_put(&object, "seed", json_integer((json_int_t)solve->seed));
  nq_json_put(&object, "stream", json_integer((json_int_t)solve->stream));
  nq_json_put(&object, "verdict", json_string(nq_verdict_name(result->verdict)));
  if (result->reason[0] != '\0') nq_json_put(&object, "reason", json_string(result->reason));
  nq_json_put(&object, "steps", json_integer((json_int_t)result->steps));
  nq_json_put(&object, "restarts", json_integer((json_int_t)result->restarts));
  nq_json_put(&object, "conflicts",
              result->conflicts == UINT64_MAX ? json_null()
                                              : json_integer((json_int_t)result->conflicts));
  nq_json_put(&object, "seconds",
              json_pack("{s:f, s:f, s:f, s:f}", "start", result->seconds_start, "search",
                        result->seconds_search, "check", result->seconds_check, "total",
                        result->seconds_total));
  nq_json_put(&object, "memory_bytes", json_integer((json_int_t)result->memory_bytes));
  if (file_bytes > 0) nq_json_put(&object, "mapped_bytes", json_integer((json_int_t)file_bytes));
  nq_json_put(&object, "process", describe_process());
  for (size_t i = 0; i < result->counters; i++)
    nq_json_put(&object, result->counter[i].name, nq_json_number(result->counter[i].value));
  return object;
}

static void summarise(const struct job *job, const nq_result *result) {
  char time[32], memory[32], disk[32] = "";
  uint64_t steps = result->steps, restarts = result->restarts, bytes = job->boards.file_bytes;
  const char *method = result->member != NULL ? result->member : method_of(job);
  cli_describe_seconds(result->seconds_total, time, sizeof time);
  nq_memory_describe(result->memory_bytes, memory, sizeof memory);
  if (bytes > 0) nq_memory_describe(bytes, disk, sizeof disk);
  cli_say("n = %" PRIu64 " solved by %s in %s and checked (seed %" PRIu64 ", %" PRIu64
          " step%s, %" PRIu64 " restart%s, %s%s%s%s)",
          job->n, method, time, job->solve.seed, steps, nq_plural(steps), restarts,
          nq_plural(restarts), memory, bytes > 0 ? " and " : "", disk, bytes > 0 ? " on disk" : "");
}

/* Report how many queens of --from have moved. */
static void say_moved(const struct job *job, const nq_result *result) {
  uint64_t moved = (uint64_t)nq_result_counted(result, "moved"), queens = 0, n = job->n;
  for (uint64_t column = 0; column < n; column++) queens += job->solve.from[column] != NQ_EMPTY;
  bool proved = nq_result_counted(result, "fewest_moved") > 0;
  if (queens == n)
    cli_say("%" PRIu64 " of %" PRIu64 " queens moved%s", moved, n,
            proved ? ", the fewest possible" : "");
  else
    cli_say("%" PRIu64 " of %" PRIu64 " queens moved%s, and %" PRIu64 " added", moved, queens,
            proved ? ", the fewest possible" : "", n - queens);
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
  if (conflicts > 0 && conflicts != UINT64_MAX)
    nq_text_add(at, sizeof at, ", %" PRIu64 " conflict%s left", conflicts, nq_plural(conflicts));
  cli_say("n = %" PRIu64 " not solved: %s after %s%s (seed %" PRIu64 ")", job->n, result->reason,
          time, at, job->solve.seed);
}

/* Report after how many of several boards the run stopped. */
static int say_stopped(struct job *job, uint64_t done) {
  const char *why;
  int code = cli_progress_stop(&job->progress, &why);
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
  if (job->stats.output.stream == NULL && !options->json) return NULL;
  json_t *object = describe(job, result);
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
  if (!quiet && job->options->count == 1 && result->verdict == NQ_SOLVED) {
    summarise(job, result);
    if (job->solve.from != NULL) say_moved(job, result);
  }
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

/* All processes together, if they can write to the same folder. */
static nq_status solve_in_files(struct job *job, nq_result *result, nq_error *error) {
  cli_shards *shards = &job->boards.files;
  const nq_large_board board = cli_shards_board(shards);
  cli_solve_together together = {.shards = shards, .solve = &job->solve, .result = result};
  if (job->crew == NULL || !cli_path_names_folder(job->options->output_path))
    return nq_large_solve(&board, &job->solve, result, error);
  nq_status status = job->crew->join(job->crew, "solve", &together, error);
  if (status != NQ_END) return status;
  const char *why; /* of a check that was not completed */
  result->verdict = NQ_UNKNOWN;
  result->interrupted = cli_progress_stop(&job->progress, &why) == CLI_INTERRUPTED;
  snprintf(result->reason, sizeof result->reason, "%s", why);
  return NQ_OK;
}

/* Solve the board where its rows are to be: in the output, or in memory. */
static nq_status solve(struct job *job, nq_board *board, nq_result *result, nq_error *error) {
  uint32_t *lent = cli_boards_lend(&job->boards);
  if (job->in_files) return solve_in_files(job, result, error);
  if (lent != NULL) return nq_solve_into(job->instance, &job->solve, lent, result, error);
  return nq_solve(job->instance, &job->solve, board, result, error);
}

/* Solve and write one board; the exit code so far. */
static int run_one(struct job *job, uint64_t stream) {
  nq_board board = {0};
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_error error = {0};
  job->solve.stream = stream;
  set_time_left(job);
  nq_status status = solve(job, &board, &result, &error);
  bool more = job->options->count > 1 && status == NQ_OK && result.verdict == NQ_SOLVED;
  if (!more || job->options->stats_path != NULL) cli_progress_clear(&job->progress);
  if (status == NQ_OK) status = flush_log(job, &error);
  int code = status == NQ_OK ? take_result(job, &result, board.rows) : cli_say_error(NULL, &error);
  nq_board_release(&board);
  return code;
}

/* ---- Several boards, with the help of other processes ---- */

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
  (void)nq_watch_poll(work->plan->watch, (nq_progress){.phase = "solve"});
}

/* The exit code so far. */
static int run_together(struct job *job, nq_crew *crew) {
  nq_watch watch;
  nq_error error = {0};
  cli_solve_job solving = {.instance = job->instance, .solve = job->solve, .watch = &watch};
  set_time_left(job);
  nq_watch_init(&watch, job->solve.limits.seconds, cli_progress_report, &job->progress);
  const nq_work_plan plan = {.kind = &cli_solve_work,
                             .job = &solving,
                             .threads = 1, /* the method has more */
                             .most = job->options->count,
                             .ordered = true,
                             .watch = &watch,
                             .crew = crew,
                             .context = job,
                             .settle = take_solved,
                             .poll = poll};
  nq_status status = nq_work_run(&plan, &error);
  nq_watch_release(&watch);
  if (status == NQ_OK || job->code != CLI_YES) return job->code;
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
  if (cli_boards_begin(&job->boards, count, &error) != NQ_OK)
    return cli_say_not_written(job->boards.name, &job->progress, &error);
  bool together = job->crew != NULL && count > 1 && job->solve.proof == NULL;
  int code = together ? run_together(job, job->crew) : run_alone(job);
  if (code != CLI_YES) return code;
  job->boards.run = (cli_shards_run){.method = method_of(job), .seed = job->solve.seed};
  if (cli_boards_commit(&job->boards, &error) != NQ_OK)
    return cli_say_not_written(job->boards.name, &job->progress, &error);
  if (job->options->quiet) return CLI_YES;
  if (count > 1)
    cli_say("%" PRIu64 " solutions for n = %" PRIu64 " (seed %" PRIu64 "), each checked", count,
            job->n, job->solve.seed);
  cli_say_written(&job->boards);
  return CLI_YES;
}

/* Statistics are kept after any verdict, but not after an error; a file of boards if complete. */
static int finish(struct job *job, int code) {
  cli_progress_end(&job->progress);
  cli_boards_abort(&job->boards);
  if (job->log != NULL) fclose(job->log);
  return cli_stats_finish(&job->stats, code);
}

/* Ends a run whose log cannot be written. */
static bool goes_on(void *context, const nq_progress *progress) {
  struct job *job = context;
  return job->log_failed == 0 && cli_progress_report(&job->progress, progress);
}

static void init(struct job *job, const cli_solve_options *options, const nq_instance *instance) {
  job->options = options;
  job->instance = instance;
  job->n = instance != NULL ? nq_instance_n(instance) : options->n;
  job->in_files = options->large && job->n >= NQ_LARGE_N_MIN;
  job->boards = (cli_boards){.path = options->output_path,
                             .asked = options->format,
                             .n = job->n,
                             .large = options->large,
                             .wide = options->wide,
                             .shards = options->shards,
                             .one_based = options->one_based,
                             .scale = NQ_DRAW_SCALE,
                             .instance = instance,
                             .progress = cli_progress_in_time,
                             .context = &job->progress};
  job->solve = options->solve;
  job->solve.progress = goes_on;
  job->solve.context = job;
  cli_progress_init(&job->progress, options->quiet);
  job->progress.beside_output = cli_output_is_terminal(options->output_path);
  if (options->count > 1) cli_progress_items(&job->progress, "solutions", options->count);
  cli_progress_limit(&job->progress, options->solve.limits.seconds);
}

int cli_solve_run(const cli_solve_options *options, const nq_instance *instance, nq_crew *crew) {
  nq_error error = {0};
  struct job job = {.crew = crew};
  init(&job, options, instance);
  if (cli_path_names_folder(options->output_path)) cli_catch_interrupts();
  if (cli_boards_open(&job.boards, &error) != NQ_OK) return cli_say_error(NULL, &error);
  nq_status status = cli_stats_open(&job.stats, options->stats_path, &error);
  if (status == NQ_OK) status = open_log(&job, &error);
  if (status != NQ_OK) return finish(&job, cli_say_error(NULL, &error));
  cli_catch_interrupts();
  return finish(&job, run_all(&job));
}
