#include "cli/solve/large.h"
#include "cli/describe.h"
#include "cli/progress.h"
#include "cli/solve/together.h"
#include "cli/stats.h"
#include "core/memory.h"
#include "core/number.h"
#include "output/folder.h"
#include "output/shards.h"
#include "parallel/work.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#define PIECE 1024 /* rows */

struct job {
  const cli_large_solve *large;
  nq_solve_options solve;
  cli_shards shards;
  cli_stats stats;
  cli_progress progress;
  const char *method;
};

/* A board too small to be solved in rounds: in memory, then written. */
static nq_status solve_small(struct job *job, const nq_large_board *target, nq_result *result,
                             nq_error *error) {
  nq_board board = {0};
  uint64_t rows[PIECE];
  nq_instance *instance = nq_instance_new((uint32_t)target->n);
  if (instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "out of memory");
  nq_status status = nq_solve(instance, &job->solve, &board, result, error);
  uint32_t n = status == NQ_OK && result->verdict == NQ_SOLVED ? board.n : 0;
  for (uint32_t column = 0, count; column < n && status == NQ_OK; column += count) {
    count = n - column < PIECE ? n - column : PIECE;
    for (uint32_t i = 0; i < count; i++) rows[i] = board.rows[column + i];
    status = target->write(target->context, column, rows, count, error);
  }
  nq_board_release(&board);
  nq_instance_free(instance);
  return status;
}

static nq_status solve(struct job *job, nq_result *result, nq_error *error) {
  nq_large_board board = cli_shards_board(&job->shards);
  bool small = board.n < NQ_LARGE_N_MIN;
  job->method = small ? nq_method_name(0) : "rounds";
  if (small) return solve_small(job, &board, result, error);
  nq_crew *crew = job->shards.folder >= 0 ? job->large->crew : NULL;
  cli_solve_together together = {.shards = &job->shards,
                                 .solve = &job->solve,
                                 .progress = cli_progress_in_time,
                                 .context = &job->progress,
                                 .result = result};
  return crew != NULL ? crew->join(crew, "solve", &together, error)
                      : nq_large_solve(&board, &job->solve, result, error);
}

static void summarise(const struct job *job, const nq_result *result) {
  char time[32], memory[32], disk[32];
  cli_describe_seconds(result->seconds_total, time, sizeof time);
  nq_memory_describe(result->memory_bytes, memory, sizeof memory);
  nq_memory_describe(job->shards.bytes, disk, sizeof disk);
  cli_say("n = %" PRIu64 " solved by %s in %s and checked (seed %" PRIu64 ", %" PRIu64
          " step%s, %" PRIu64 " restart%s, %s and %s on disk)",
          job->large->n, job->method, time, job->solve.seed, result->steps,
          nq_plural(result->steps), result->restarts, nq_plural(result->restarts), memory, disk);
}

/* The exit code for a verdict other than "solved". */
static int say_unsolved(const struct job *job, const nq_result *result) {
  char time[32];
  cli_describe_seconds(result->seconds_total, time, sizeof time);
  if (result->verdict == NQ_UNSOLVABLE) {
    cli_say("%s", result->reason);
    return CLI_NO;
  }
  if (!job->large->quiet)
    cli_say("n = %" PRIu64 " not solved: %s after %s (seed %" PRIu64 ")", job->large->n,
            result->reason, time, job->solve.seed);
  return result->interrupted ? CLI_INTERRUPTED : CLI_UNKNOWN;
}

/* Report what ended the writing. */
static int say_not_written(struct job *job, nq_status status, const nq_error *error) {
  const char *why;
  int code = status == NQ_END ? cli_progress_stop(&job->progress, &why) : CLI_YES;
  cli_progress_clear(&job->progress);
  if (code == CLI_YES) return cli_say_error(NULL, error);
  cli_say("%s while writing %s", why, job->large->path);
  return code;
}

static int run(struct job *job) {
  nq_error error = {0};
  nq_result result = {.verdict = NQ_UNKNOWN};
  nq_status status = cli_shards_reserve(&job->shards, cli_progress_in_time, &job->progress, &error);
  if (status == NQ_OK) status = solve(job, &result, &error);
  cli_progress_clear(&job->progress);
  if (status != NQ_OK && status != NQ_END) return cli_say_error(NULL, &error);
  if (status == NQ_END) result.verdict = NQ_UNKNOWN; /* its check was not completed */
  if (job->stats.stream != NULL || job->large->json)
    cli_stats_put(&job->stats,
                  cli_stats_describe(job->method, NULL, job->large->n, &job->solve,
                                     job->shards.bytes, &result),
                  job->large->json);
  if (status == NQ_END) return say_not_written(job, status, &error);
  if (result.verdict != NQ_SOLVED) return say_unsolved(job, &result);
  const cli_shards_run about = {.method = job->method, .seed = job->solve.seed};
  status = cli_shards_commit(&job->shards, &about, cli_progress_in_time, &job->progress, &error);
  if (status != NQ_OK) return say_not_written(job, status, &error);
  cli_progress_clear(&job->progress);
  if (job->large->quiet) return CLI_YES;
  summarise(job, &result);
  cli_say("written to %s", job->large->path);
  return CLI_YES;
}

/* The path must be a .npy file or a folder. */
static bool require_path(const cli_large_solve *large) {
  const char *path = large->path;
  if (cli_path_names_folder(path)) return true;
  if (large->shards > 0) return cli_refuse("--shards needs a folder: -o DIR/");
  if (path != NULL && nq_format_by_suffix(path) == NQ_FORMAT_NPY) return true;
  if (large->n <= NQ_N_MAX) return cli_refuse("--wide needs -o DIR/ or -o FILE.npy");
  return cli_refuse("n = %" PRIu64 " is larger than %" PRIu32
                    ": such a board is written to -o DIR/ or -o FILE.npy",
                    large->n, NQ_N_MAX);
}

int cli_solve_large(const cli_large_solve *large) {
  nq_error error = {0};
  if (!require_path(large)) return CLI_ERROR;
  struct job *job = calloc(1, sizeof *job);
  if (job == NULL) return cli_say("out of memory");
  job->large = large;
  job->solve = *large->solve;
  job->solve.progress = cli_progress_report;
  job->solve.context = &job->progress;
  cli_progress_init(&job->progress, large->signals, large->quiet);
  cli_progress_limit(&job->progress, job->solve.limits.seconds);
  large->signals->catch_interrupts();
  int code = CLI_ERROR;
  if (cli_stats_open(&job->stats, large->stats_path, &error) != NQ_OK) {
    cli_say_error(NULL, &error);
  } else if (cli_shards_create(&job->shards, large->path, large->n, large->shards, large->wide,
                               &error) != NQ_OK) {
    cli_say_error(NULL, &error);
    cli_stats_abort(&job->stats);
  } else {
    code = run(job);
    cli_shards_release(&job->shards);
    code = cli_stats_finish(&job->stats, code);
  }
  free(job);
  return code;
}
