/* What the kinds share: solutions, random orders, and the checker's verdict. */
#include "board/board.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

/* Steps of some ten nanoseconds between polls. */
#define STEPS_BETWEEN (UINT32_C(1) << 18)

bool nq_generate_poll(const nq_generating *generation) {
  return nq_watch_poll(generation->watch, (nq_progress){.phase = "generate"});
}

bool nq_generate_poll_at(const nq_generating *generation, uint32_t i) {
  return i % STEPS_BETWEEN == STEPS_BETWEEN - 1 && nq_generate_poll(generation);
}

nq_status nq_generate_require_solution(uint32_t n, nq_error *error) {
  if (n != 2 && n != 3) return NQ_OK;
  return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
}

bool nq_generate_report(void *context, const nq_progress *progress) {
  return !nq_watch_poll(context, *progress);
}

void nq_generate_permutation(uint32_t *values, uint32_t n, nq_pcg64 *random) {
  for (uint32_t i = 0; i < n; i++) values[i] = i;
  nq_pcg64_shuffle(random, values, n);
}

bool nq_generate_large_permutation(const nq_generating *generation, uint32_t *values, uint32_t n,
                                   nq_pcg64 *random) {
  for (uint32_t i = 0; i < n; i++) {
    if (nq_generate_poll_at(generation, i)) return false;
    values[i] = i;
  }
  for (uint32_t left = n; left > 1; left--) { /* as nq_pcg64_shuffle */
    if (nq_generate_poll_at(generation, left)) return false;
    uint32_t chosen = (uint32_t)nq_pcg64_below(random, left), value = values[chosen];
    values[chosen] = values[left - 1];
    values[left - 1] = value;
  }
  return true;
}

nq_status nq_generate_solve(const nq_generating *generation, nq_solve_options *options,
                            uint32_t *rows, nq_error *error) {
  nq_result result;
  options->threads = generation->solver_threads;
  options->progress = nq_generate_report;
  options->context = generation->watch;
  nq_instance *instance = nq_instance_new(generation->options.n);
  if (instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance");
  nq_status status = nq_solve_into(instance, options, rows, &result, error);
  nq_instance_free(instance);
  if (status != NQ_OK || result.verdict == NQ_SOLVED) return status;
  if (result.verdict == NQ_UNSOLVABLE) return nq_error_set(error, NQ_NONE, "%s", result.reason);
  return NQ_END;
}

nq_status nq_generate_solution(const nq_generating *generation, uint64_t seed, uint64_t stream,
                               uint32_t *rows, nq_error *error) {
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = seed;
  options.stream = stream;
  return nq_generate_solve(generation, &options, rows, error);
}

nq_status nq_generate_judge(const nq_generating *generation, nq_generated *item, nq_error *error) {
  nq_check_report report;
  bool stopped;
  const nq_board *board = &item->board;
  nq_status status =
      nq_check_watched(board->rows, board->n, NULL, 1, generation->watch, &report, &stopped, error);
  if (status != NQ_OK || stopped) return status != NQ_OK ? status : NQ_END;
  item->answer = report.valid ? NQ_KNOWN_VALID : NQ_KNOWN_INVALID;
  item->conflicts = report.conflicts;
  nq_check_describe(&report, board->rows, board->n, NULL, item->reason, sizeof item->reason);
  return NQ_OK;
}

nq_status nq_generate_expect(const nq_generating *generation, nq_generated *item, bool valid,
                             nq_error *error) {
  nq_status status = nq_generate_judge(generation, item, error);
  if (status != NQ_OK || (item->answer == NQ_KNOWN_VALID) == valid) return status;
  return nq_error_set(error, NQ_INTERNAL,
                      "a board of the kind %s has the wrong properties (%s): this is a bug of "
                      "nqueens, please report it",
                      item->kind->name, valid ? item->reason : "it is a solution");
}
