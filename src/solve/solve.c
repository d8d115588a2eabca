/* The table of methods, and what all methods have in common: the boards that need no search, the
 * limits, and the checker that every solution passes before anyone sees it. */
#include "board/board.h"
#include "board/check.h"
#include "core/memory.h"
#include "exact/complete.h"
#include "exact/construct.h"
#include "exact/sat.h"
#include "genetic/genetic.h"
#include "local/improve.h"
#include "local/min_conflicts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const nq_method methods[] = {
    {"min-conflicts", "local search by fewest conflicts; any n and any instance", NULL,
     nq_min_conflicts_solve},
    {"genetic", "a genetic algorithm; any instance, n up to some thousands", NULL,
     nq_genetic_solve},
    {"backtracking", "exact search, certain of its answer; any n, by its open columns", NULL,
     nq_backtracking_solve},
#ifdef NQ_HAVE_CADICAL
    {"sat", "the SAT solver CaDiCaL, certain of its answer; n up to 2048", nq_sat_require,
     nq_sat_solve},
#endif
    {"construct", "the explicit solution, without a search; plain boards only",
     nq_construct_require, nq_construct_solve},
};

#define METHODS (sizeof methods / sizeof *methods)

const char *nq_method_name(size_t i) {
  return i < METHODS ? methods[i].name : NULL;
}

const char *nq_method_summary(size_t i) {
  return i < METHODS ? methods[i].summary : NULL;
}

static const nq_method *find_method(const char *name) {
  if (name == NULL) return &methods[0];
  for (size_t i = 0; i < METHODS; i++)
    if (strcmp(methods[i].name, name) == 0) return &methods[i];
  return NULL;
}

void nq_result_count(nq_result *result, const char *name, double value) {
  if (result->counters < NQ_COUNTERS_MAX)
    result->counter[result->counters++] = (nq_counter){name, value};
}

void nq_result_unknown(nq_result *result, const nq_watch *watch, const char *limit) {
  static const char *const stops[] = {
      [NQ_STOP_TIME] = "the time limit was reached", [NQ_STOP_INTERRUPT] = "interrupted"};
  nq_stop stop = watch_stop(watch);
  result->verdict = NQ_UNKNOWN;
  result->interrupted = stop == NQ_STOP_INTERRUPT;
  snprintf(result->reason, sizeof result->reason, "%s", stop == NQ_STOP_NOT ? limit : stops[stop]);
}

void nq_solve_options_init(nq_solve_options *options) {
  *options =
      (nq_solve_options){.threads = 1,
                         .min_conflicts = {.walk = -1},
                         .genetic = {.crossover_probability = -1, .mutation = -1, .elite = -1}};
}

static bool writes_proofs(const char *method) {
  return method != NULL && (strcmp(method, "sat") == 0 || strcmp(method, "backtracking") == 0);
}

static nq_status require_options(const nq_solve_options *options, nq_error *error) {
  if (options->threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  if (options->stream > UINT32_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "stream must be below 2^32");
  if (options->proof != NULL && !writes_proofs(options->method))
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "only the methods backtracking and sat write proofs");
  if (!(options->limits.seconds >= 0))
    return nq_error_set(error, NQ_BAD_VALUE, "the limit of seconds must not be negative");
  return NQ_OK;
}

/* Instances whose answer needs no search; true when the verdict is set.  On a board of 2 or 3 there
 * is no solution, so there is none with more restrictions either. */
static bool decide(const nq_instance *instance, nq_result *result) {
  nq_error contradiction = {0};
  uint32_t n = nq_instance_n(instance);
  if (n == 2 || n == 3) {
    snprintf(result->reason, sizeof result->reason, "no solution exists for n = %" PRIu32, n);
  } else if (nq_instance_contradiction(instance, &contradiction)) {
    /* A line of an error is longer than one of a reason, its text is not. */
    snprintf(result->reason, sizeof result->reason, "%.*s", (int)sizeof result->reason - 1,
             contradiction.message);
  } else {
    return false;
  }
  result->verdict = NQ_UNSOLVABLE;
  return true;
}

/* The checker has the last word.  A board that it could not finish is not a solution yet. */
static nq_status check_solution(const nq_task *task, nq_error *error) {
  double begin = nq_clock();
  nq_check_report report;
  bool stopped = false;
  nq_status status = nq_check_watched(task->rows, task->n, task->instance, task->options->threads,
                                      task->watch, &report, &stopped, error);
  task->result->seconds_check = nq_clock() - begin;
  if (status == NQ_OK && stopped) nq_result_unknown(task->result, task->watch, "");
  if (status != NQ_OK || stopped || report.valid) return status;
  char text[160];
  nq_check_describe(&report, task->rows, task->n, task->instance, text, sizeof text);
  return nq_error_set(error, NQ_INTERNAL,
                      "the search called a board a solution that is none (%s): this is a bug of "
                      "nqueens, please report it",
                      text);
}

static uint64_t board_bytes(uint32_t n) {
  return (uint64_t)n * sizeof(uint32_t);
}

/* The method for the options, and *decided where the instance needs none. */
static nq_status prepare(const nq_instance *instance, const nq_solve_options *options,
                         const nq_method **method, bool *decided, nq_result *result,
                         nq_error *error) {
  *result = (nq_result){.verdict = NQ_UNKNOWN};
  *method = find_method(options->method);
  if (*method == NULL)
    return nq_error_set(error, NQ_BAD_VALUE, "there is no method '%s'", options->method);
  nq_status status = require_options(options, error);
  if (status != NQ_OK) return status;
  *decided = options->proof == NULL && decide(instance, result);
  return *decided || (*method)->require == NULL ? NQ_OK : (*method)->require(instance, error);
}

static nq_status run_method(const nq_method *method, const nq_instance *instance,
                            const nq_solve_options *options, uint32_t *rows, uint64_t row_bytes,
                            nq_result *result, nq_error *error) {
  nq_watch watch;
  nq_watch_init(&watch, options->limits.seconds, options->progress, options->context);
  nq_task task = {.instance = instance,
                  .options = options,
                  .watch = &watch,
                  .n = nq_instance_n(instance),
                  .rows = rows,
                  .row_bytes = row_bytes,
                  .result = result,
                  .improver = &nq_improver_min_conflicts};
  nq_status status = method->solve(&task, error);
  if (status == NQ_OK && result->verdict == NQ_SOLVED) {
    result->conflicts = 0;
    status = check_solution(&task, error);
    uint64_t check_bytes = nq_check_bytes(task.n, options->threads);
    if (check_bytes > result->memory_bytes) result->memory_bytes = check_bytes;
  }
  result->seconds_total = nq_clock() - watch.begin;
  nq_watch_release(&watch);
  return status;
}

nq_status nq_solve_into(const nq_instance *instance, const nq_solve_options *options,
                        uint32_t *rows, nq_result *result, nq_error *error) {
  const nq_method *method;
  bool decided = false;
  nq_status status = prepare(instance, options, &method, &decided, result, error);
  if (status != NQ_OK || decided) return status;
  return run_method(method, instance, options, rows, 0, result, error);
}

nq_status nq_solve(const nq_instance *instance, const nq_solve_options *options, nq_board *board,
                   nq_result *result, nq_error *error) {
  const nq_method *method;
  bool decided = false;
  nq_status status = prepare(instance, options, &method, &decided, result, error);
  if (status != NQ_OK || decided) return status;
  uint32_t n = nq_instance_n(instance);
  status =
      nq_memory_require(board_bytes(n) + nq_check_bytes(n, 1), "the board with its check", error);
  if (status == NQ_OK) status = nq_board_reserve(board, n, error);
  if (status != NQ_OK) return status;
  status = run_method(method, instance, options, board->rows, board_bytes(n), result, error);
  result->memory_bytes += board_bytes(n);
  if (status != NQ_OK || result->verdict != NQ_SOLVED) nq_board_release(board);
  return status;
}
