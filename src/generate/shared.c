/* What the kinds share: solutions, random orders, and the checker's verdict. */
#include "board/board.h"
#include "board/conflicts.h"
#include "core/core.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdio.h>

/* Steps of some ten nanoseconds between polls. */
#define STEPS_BETWEEN (UINT32_C(1) << 18)

bool nq_generate_poll(const nq_generating *generation) {
  return nq_watch_poll(generation->watch, (nq_progress){.phase = "generate"});
}

bool nq_generate_poll_at(const nq_generating *generation, uint32_t i) {
  return i % STEPS_BETWEEN == STEPS_BETWEEN - 1 && nq_generate_poll(generation);
}

nq_status nq_generate_no_memory(uint32_t n, nq_error *error) {
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for n = %" PRIu32, n);
}

nq_status nq_generate_require_solution(uint32_t n, nq_error *error) {
  if (n != 2 && n != 3) return NQ_OK;
  return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
}

bool nq_generate_report(void *context, const nq_progress *progress) {
  return !nq_watch_poll(context, *progress);
}

bool nq_generate_permutation(const nq_generating *generation, uint32_t *values, uint32_t n,
                             nq_pcg64 *random) {
  nq_look look = {.watch = generation->watch, .progress = {.phase = "generate"}};
  return nq_permutation_draw(values, n, random, &look);
}

bool nq_generate_clear(const nq_generating *generation, nq_conflicts *counters, uint32_t n) {
  for (uint64_t first = 0, end; first < n; first = end) {
    end = look_next(first, n);
    nq_conflicts_clear_part(counters, (uint32_t)first, (uint32_t)end);
    if (end < n && nq_generate_poll(generation)) return false;
  }
  return true;
}

/* Clear them first: a queen would touch new memory on each of its lines, which takes far longer. */
bool nq_generate_count(const nq_generating *generation, nq_conflicts *counters,
                       const uint32_t *rows, uint32_t n) {
  if (!nq_generate_clear(generation, counters, n)) return false;
  for (uint32_t column = 0; column < n; column++) {
    if (nq_generate_poll_at(generation, column)) return false;
    nq_conflicts_place(counters, column, rows[column]);
  }
  return true;
}

nq_status nq_generate_settle(nq_generating *generation, nq_generate_parameter parameter,
                             uint64_t fallback, uint64_t least, uint64_t most, nq_error *error) {
  uint64_t *value = &generation->options.value[parameter];
  if (*value == NQ_GENERATE_DEFAULT) *value = fallback;
  if (*value >= least && *value <= most) return NQ_OK;
  return nq_error_set(error, NQ_BAD_VALUE,
                      "%s: %" PRIu64 " is out of range: it must be %" PRIu64 " to %" PRIu64,
                      nq_generate_table[parameter].name, *value, least, most);
}

static nq_status solve(const nq_generating *generation, nq_solve_options *options, uint32_t *rows,
                       nq_error *error) {
  nq_result result;
  options->threads = generation->solver_threads;
  options->progress = nq_generate_report;
  options->context = generation->watch;
  nq_instance *instance = nq_instance_new(generation->options.n);
  if (instance == NULL) return nq_generate_no_memory(generation->options.n, error);
  nq_status status = nq_solve_into(instance, options, rows, &result, error);
  nq_instance_free(instance);
  if (status != NQ_OK || result.verdict == NQ_SOLVED) return status;
  if (result.verdict == NQ_UNSOLVABLE) return nq_error_set(error, NQ_NONE, "%s", result.reason);
  return NQ_END;
}

nq_status nq_generate_solution(const nq_generating *generation, nq_pcg64 *random, uint32_t *rows,
                               nq_error *error) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = nq_pcg64_next(random);
  return solve(generation, &options, rows, error);
}

nq_status nq_generate_own(const nq_generating *generation, nq_generated *item, const char *method,
                          nq_error *error) {
  uint32_t n = item->n, *rows = item->board.rows;
  uint64_t sweeps = item->value[NQ_GENERATE_SWEEPS];
  if (generation->solutions != NULL) {
    const uint8_t *from = generation->solutions + n * (item->index - generation->options.first);
    for (uint32_t column = 0; column < n; column++) rows[column] = from[column];
    return NQ_OK;
  }
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = method;
  options.seed = item->seed;
  options.stream = item->index;
  if (sweeps != NQ_GENERATE_DEFAULT) options.typical.sweeps = sweeps;
  return solve(generation, &options, rows, error);
}

/* For a board of another length, name that before the checker's reason. */
static void report_length(nq_generated *item) {
  char found[sizeof item->reason];
  if (item->board.n == item->n) return;
  snprintf(found, sizeof found, "%s", item->reason);
  snprintf(item->reason, sizeof item->reason, "%" PRIu32 " rows where n is %" PRIu32 "; %.120s",
           item->board.n, item->n, found);
}

nq_status nq_generate_judge(const nq_generating *generation, nq_generated *item, nq_error *error) {
  nq_check_report report;
  bool stopped;
  const nq_board *board = &item->board;
  nq_makes makes = generation->entry->makes;
  uint64_t goal = item->value[NQ_GENERATE_CONFLICTS];
  nq_status status =
      nq_check_watched(board->rows, board->n, NULL, 1, generation->watch, &report, &stopped, error);
  if (status != NQ_OK || stopped) return status != NQ_OK ? status : NQ_END;
  item->answer = report.valid ? NQ_KNOWN_VALID : NQ_KNOWN_INVALID;
  item->conflicts = report.conflicts;
  nq_check_describe(&report, board->n, NULL, item->reason, sizeof item->reason);
  report_length(item);
  if ((makes == NQ_MAKES_BOARD || (makes == NQ_MAKES_SOLUTION) == report.valid) &&
      (goal == NQ_GENERATE_DEFAULT || goal == report.conflicts))
    return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL,
                      "a board of the kind %s has the wrong properties (%s): this is a bug of "
                      "nqueens, please report it",
                      item->kind->name, report.valid ? "it is a solution" : item->reason);
}
