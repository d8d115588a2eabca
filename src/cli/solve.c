/* nqueens solve: options -> instance -> nq_solve -> writer. */
#include "cli/describe.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/solve_options.h"
#include "cli/stats.h"
#include "core/limits.h"
#include "core/number.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The parts of a run. */
struct job {
  const cli_solve_options *options;
  const nq_instance *instance;
  uint32_t n;
  nq_solve_options solve;
  cli_progress progress;
  cli_boards boards;
  cli_stats stats;
};

static const char *method_name(const struct job *job) {
  return job->solve.method != NULL ? job->solve.method : nq_method_name(0);
}

/* The memory, and beside it what the board takes in its file. */
static void describe_memory(const struct job *job, const nq_result *result, char *text,
                            size_t size) {
  char memory[32], file[32];
  cli_describe_bytes(result->memory_bytes, memory, sizeof memory);
  cli_describe_bytes(job->boards.mapped_bytes, file, sizeof file);
  if (job->boards.mapped_bytes > 0)
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
  cli_progress_clear(&job->progress);
  if (status != NQ_OK) return cli_say_error(NULL, &error);
  cli_stats_write(&job->stats, method_name(job), job->n, &job->solve, job->boards.mapped_bytes,
                  &result);
  bool quiet = job->options->quiet;
  if (!quiet && job->options->count == 1 && result.verdict == NQ_SOLVED) summarise(job, &result);
  if (!quiet && result.verdict == NQ_UNKNOWN) say_unsolved(job, &result);
  if (result.verdict == NQ_UNSOLVABLE) {
    cli_say("%s", result.reason);
    return CLI_NO;
  }
  if (result.verdict == NQ_UNKNOWN) return result.interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
  status = cli_boards_add(&job->boards, lent != NULL ? lent : board.rows, &error);
  nq_board_release(&board);
  return status == NQ_OK ? CLI_YES : cli_say_not_written(&job->boards, &job->progress, &error);
}

static int run_all(struct job *job) {
  uint64_t count = job->options->count;
  nq_error error = {0};
  if (cli_boards_begin(&job->boards, count, &error) != NQ_OK) return cli_say_error(NULL, &error);
  for (uint64_t i = 0; i < count; i++) {
    if (i > 0 && cli_progress_stop(&job->progress, NULL) != CLI_YES) return say_broken_off(job, i);
    int code = run_one(job, i);
    if (code != CLI_YES) return code;
  }
  if (cli_boards_commit(&job->boards, &error) != NQ_OK)
    return cli_say_not_written(&job->boards, &job->progress, &error);
  cli_progress_clear(&job->progress);
  if (job->options->quiet) return CLI_YES;
  if (count > 1)
    cli_say("%" PRIu64 " solutions for n = %" PRIu32 " (seed %" PRIu64 "), each checked", count,
            job->n, job->solve.seed);
  cli_say_written(&job->boards);
  return CLI_YES;
}

/* Statistics are kept whatever the verdict, but not after an error; a board file only when it is
 * whole. */
static int finish(struct job *job, int code) {
  nq_error error = {0};
  cli_boards_abort(&job->boards);
  if (code == CLI_ERROR)
    cli_stats_abort(&job->stats);
  else if (cli_stats_commit(&job->stats, &error) != NQ_OK)
    return cli_say_error(NULL, &error);
  return code;
}

static int run(const cli_solve_options *options, const nq_instance *instance,
               const cli_signals *signals) {
  nq_error error = {0};
  struct job job = {.options = options, .instance = instance, .n = nq_instance_n(instance)};
  job.boards = (cli_boards){.path = options->output_path,
                            .asked = options->format,
                            .n = job.n,
                            .one_based = options->one_based,
                            .scale = NQ_DRAW_SCALE,
                            .instance = instance,
                            .progress = cli_progress_in_time,
                            .context = &job.progress};
  job.solve = options->solve;
  job.solve.progress = cli_progress_report;
  job.solve.context = &job.progress;
  cli_progress_init(&job.progress, signals->interrupted, options->quiet);
  cli_progress_limit(&job.progress, options->solve.limits.seconds);
  if (cli_folder_is_meant(options->output_path)) signals->catch_interrupts();
  if (cli_boards_open(&job.boards, &error) != NQ_OK) return cli_say_error(NULL, &error);
  if (cli_stats_open(&job.stats, options->stats_path, &error) != NQ_OK) {
    cli_boards_abort(&job.boards);
    return cli_say_error(NULL, &error);
  }
  signals->catch_interrupts();
  return finish(&job, run_all(&job));
}

int cli_solve(int argc, char **argv, const cli_signals *signals) {
  cli_solve_options options;
  if (!cli_solve_options_parse(argc, argv, &options)) return CLI_ERROR;
  nq_instance *instance =
      cli_take_instance(options.instance_path, options.first_diagonals, (uint32_t)options.n);
  if (instance == NULL) return CLI_ERROR;
  int code = run(&options, instance, signals);
  nq_instance_free(instance);
  return code;
}
