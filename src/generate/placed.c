/* Instances whose placed queens are part of a solution: plain, partial and unique.
 *
 * MODEL of `unique`.  Place all queens of a solution: one solution.  Remove them one by one, in
 * random order, where exact search still finds exactly one solution; a search that takes too long
 * counts as a no.  The item is the smallest result from several solutions and orders.  None of its
 * queens can be removed, but a smaller set may exist. */
#include "board/board.h"
#include "core/core.h"
#include "exact/backtracking.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMN_BYTES    9 /* rows, order and search, per column */
#define UNIQUE_TRIES    32
#define UNIQUE_BRANCHES 2000

/* Place the queens of columns[0 .. count - 1], from left to right; the instance is NULL after an
 * error. */
static nq_status place_queens(const nq_generating *generation, const uint32_t *rows,
                              const uint32_t *columns, uint64_t count, nq_instance **instance,
                              nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t words = n / 64 + UINT64_C(1), *listed = nq_memory_new(words, sizeof *listed);
  *instance = nq_instance_new(n);
  nq_status status = listed != NULL && *instance != NULL
                         ? nq_instance_reserve(*instance, count, error)
                         : nq_generate_no_memory(n, error);
  for (uint64_t i = 0; i < count && status == NQ_OK; i++) {
    if (nq_generate_poll_at(generation, (uint32_t)i)) status = NQ_END;
    add_bit(listed, columns[i]);
  }
  for (uint32_t column = 0; column < n && status == NQ_OK; column++) {
    if (nq_generate_poll_at(generation, column)) status = NQ_END;
    if (status == NQ_OK && has_bit(listed, column))
      status = nq_instance_place(*instance, column, rows[column], error);
  }
  nq_memory_free(listed, words, sizeof *listed);
  if (status == NQ_OK) return NQ_OK;
  nq_instance_free(*instance);
  *instance = NULL;
  return status;
}

nq_status nq_generate_show(const nq_generating *generation, nq_generated *item,
                           const uint32_t *rows, const uint32_t *columns, uint64_t show,
                           nq_error *error) {
  nq_check_report report;
  bool stopped = false;
  nq_status status = place_queens(generation, rows, columns, show, &item->instance, error);
  if (status == NQ_OK)
    status = nq_check_watched(rows, item->n, item->instance, 1, generation->watch, &report,
                              &stopped, error);
  if (status != NQ_OK || stopped) return status != NQ_OK ? status : NQ_END;
  item->answer = NQ_KNOWN_SOLVABLE;
  if (report.valid) return NQ_OK;
  return nq_error_set(error, NQ_INTERNAL, "a partial board does not fit its solution");
}

/* ---- plain and partial ---- */

nq_status nq_plain_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                        nq_error *error) {
  (void)generation, (void)random;
  bool none = item->n == 2 || item->n == 3;
  item->instance = nq_instance_new(item->n);
  item->answer = none ? NQ_KNOWN_UNSOLVABLE : NQ_KNOWN_SOLVABLE;
  item->solutions = nq_count_known(item->n);
  if (none) snprintf(item->reason, sizeof item->reason, "no solution exists for this n");
  return item->instance != NULL ? NQ_OK : nq_generate_no_memory(item->n, error);
}

nq_status nq_partial_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  nq_status status = nq_generate_settle(generation, NQ_GENERATE_SHOW, n / 2, 0, n, error);
  return status == NQ_OK ? nq_generate_require_solution(n, error) : status;
}

nq_status nq_partial_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                          nq_error *error) {
  uint32_t n = item->n;
  nq_status status =
      nq_memory_require(COLUMN_BYTES * (uint64_t)n, "a board and the order of its columns", error);
  if (status != NQ_OK) return status;
  uint32_t *rows = calloc(n, sizeof *rows), *columns = calloc(n, sizeof *columns);
  status = rows != NULL && columns != NULL ? nq_generate_solution(generation, random, rows, error)
                                           : nq_generate_no_memory(n, error);
  if (status == NQ_OK && !nq_generate_permutation(generation, columns, n, random)) status = NQ_END;
  if (status == NQ_OK)
    status =
        nq_generate_show(generation, item, rows, columns, item->value[NQ_GENERATE_SHOW], error);
  free(rows);
  free(columns);
  return status;
}

/* ---- unique ---- */

nq_status nq_unique_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  if (n > NQ_BACKTRACK_N_MAX)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is over %d: that the solution is unique is proved by "
                        "exact search",
                        n, NQ_BACKTRACK_N_MAX);
  return nq_generate_require_solution(n, error);
}

/* Whether a short search proves that there is exactly one solution. */
static nq_status is_unique(const nq_generating *generation, const uint32_t *rows,
                           const uint32_t *columns, uint64_t count, bool *unique, nq_error *error) {
  nq_instance *instance;
  nq_exact exact = {0};
  nq_status status = place_queens(generation, rows, columns, count, &instance, error);
  if (status != NQ_OK) return status;
  status = nq_exact_count(generation, instance, 2, UNIQUE_BRANCHES, &exact, error);
  nq_instance_free(instance);
  *unique = exact.answer == NQ_KNOWN_SOLVABLE && exact.solutions == 1;
  return status;
}

static void swap_columns(uint32_t *columns, uint64_t a, uint64_t b) {
  uint32_t column = columns[a];
  columns[a] = columns[b];
  columns[b] = column;
}

/* Remove queens while the solution stays unique; columns[0 .. *count - 1] are kept. */
static nq_status thin_out(const nq_generating *generation, const uint32_t *rows, uint32_t *columns,
                          uint64_t *count, nq_error *error) {
  nq_status status = NQ_OK;
  *count = generation->options.n;
  for (uint64_t i = *count; i-- > 0 && status == NQ_OK;) {
    bool unique = false;
    swap_columns(columns, i, *count - 1);
    status = is_unique(generation, rows, columns, *count - 1, &unique, error);
    if (status == NQ_OK && unique)
      --*count;
    else
      swap_columns(columns, i, *count - 1);
  }
  return status;
}

static nq_status keep_fewest(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                             nq_error *error) {
  uint32_t n = item->n, rows[NQ_BACKTRACK_N_MAX], columns[NQ_BACKTRACK_N_MAX];
  uint64_t fewest = UINT64_MAX, count = 0;
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < UNIQUE_TRIES && status == NQ_OK; i++) {
    status = nq_generate_solution(generation, random, rows, error);
    if (status != NQ_OK) break;
    (void)nq_permutation_draw(columns, n, random, NULL);
    status = thin_out(generation, rows, columns, &count, error);
    if (status != NQ_OK || count >= fewest) continue;
    fewest = count;
    nq_instance_free(item->instance);
    item->instance = NULL;
    status = nq_generate_show(generation, item, rows, columns, count, error);
  }
  return status;
}

nq_status nq_unique_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                         nq_error *error) {
  nq_exact exact;
  nq_status status = keep_fewest(generation, item, random, error);
  if (status == NQ_OK) status = nq_exact_count(generation, item->instance, 2, 0, &exact, error);
  if (status != NQ_OK) return status;
  if (exact.answer != NQ_KNOWN_SOLVABLE || exact.solutions != 1)
    return nq_error_set(error, NQ_INTERNAL, "an instance does not have exactly one solution");
  item->solutions = 1;
  return NQ_OK;
}
