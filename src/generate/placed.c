/* Instances whose placed queens are part of a solution: plain, partial and unique.
 *
 * MODEL of `unique`.  Place all queens of a solution: one solution.  Remove them one by one, in
 * random order, where exact search still finds exactly one solution; a search that takes too long
 * counts as a no.  The item is the smallest result from several solutions and orders.  None of its
 * queens can be removed, but a smaller set may exist. */
#include "board/board.h"
#include "generate/kinds.h"

#include <stdio.h>

#define COLUMN_BYTES    9 /* rows, order and search, per column */
#define UNIQUE_TRIES    32
#define UNIQUE_BRANCHES 2000

/* Place the queens of columns[0 .. count - 1], from left to right; the instance is NULL after an
 * error. */
static nq_status place_queens(const nq_making *at, const uint32_t *rows, const uint32_t *columns,
                              uint64_t count, nq_instance **instance) {
  uint64_t words = at->n / 64 + UINT64_C(1), *listed = nq_memory_new(words, sizeof *listed);
  *instance = nq_instance_new(at->n);
  nq_status status = listed != NULL && *instance != NULL
                         ? nq_instance_reserve(*instance, count, at->error)
                         : nq_generate_no_memory(at->n, at->error);
  for (uint64_t i = 0; i < count && status == NQ_OK; i++) {
    if (nq_generate_poll_at(at, i)) status = NQ_END;
    add_bit(listed, columns[i]);
  }
  for (uint32_t column = 0; column < at->n && status == NQ_OK; column++) {
    if (nq_generate_poll_at(at, column)) status = NQ_END;
    if (status == NQ_OK && has_bit(listed, column))
      status = nq_instance_place(*instance, column, rows[column], at->error);
  }
  nq_memory_free(listed, words, sizeof *listed);
  if (status == NQ_OK) return NQ_OK;
  nq_instance_free(*instance);
  *instance = NULL;
  return status;
}

nq_status nq_generate_show(const nq_making *at, const uint32_t *rows, const uint32_t *columns,
                           uint64_t show) {
  nq_check_report report;
  nq_generated *item = at->item;
  nq_instance_free(item->instance);
  nq_status status = place_queens(at, rows, columns, show, &item->instance);
  if (status == NQ_OK)
    status =
        nq_check_watched(rows, at->n, item->instance, 1, at->generation->watch, &report, at->error);
  if (status != NQ_OK) return status;
  item->answer = NQ_KNOWN_SOLVABLE;
  if (report.valid) return NQ_OK;
  return nq_error_set(at->error, NQ_INTERNAL, "a partial board does not fit its solution");
}

/* ---- plain and partial ---- */

nq_status nq_plain_make(nq_making *at) {
  nq_generated *item = at->item;
  bool none = at->n == 2 || at->n == 3;
  item->instance = nq_instance_new(at->n);
  item->answer = none ? NQ_KNOWN_UNSOLVABLE : NQ_KNOWN_SOLVABLE;
  item->solutions = nq_count_known(at->n);
  if (none) snprintf(item->reason, sizeof item->reason, "no solution exists for this n");
  return item->instance != NULL ? NQ_OK : nq_generate_no_memory(at->n, at->error);
}

nq_status nq_partial_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  nq_status status = nq_generate_settle(generation, NQ_GENERATE_SHOW, n / 2, 0, n, error);
  return status == NQ_OK ? nq_generate_require_solution(n, error) : status;
}

nq_status nq_partial_make(nq_making *at) {
  uint32_t n = at->n;
  nq_status status = nq_memory_require(COLUMN_BYTES * (uint64_t)n,
                                       "a board and the order of its columns", at->error);
  if (status != NQ_OK) return status;
  uint32_t *rows = nq_arrays_take(&at->arrays, n, sizeof *rows);
  uint32_t *columns = nq_arrays_take(&at->arrays, n, sizeof *columns);
  if (at->arrays.failed) return nq_generate_no_memory(n, at->error);
  status = nq_generate_solution(at, rows);
  if (status != NQ_OK) return status;
  if (!nq_generate_permutation(at, columns, n)) return NQ_END;
  return nq_generate_show(at, rows, columns, at->item->value[NQ_GENERATE_SHOW]);
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

/* Whether a search with so many branches, 0: any, proves that there is exactly one solution. */
static nq_status is_unique(const nq_making *at, const nq_instance *instance, uint64_t branches,
                           bool *unique) {
  const nq_backtrack_plan plan = {.instance = instance, .solutions = 2, .branches = branches};
  nq_enumerate_result report;
  nq_status status = nq_exact_search(at, plan, &report);
  *unique = report.end == NQ_ENUMERATE_ALL && report.solutions == 1;
  return status;
}

/* Remove queens while the solution stays unique; columns[0 .. *count - 1] are kept. */
static nq_status thin_out(const nq_making *at, const uint32_t *rows, uint32_t *columns,
                          uint64_t *count) {
  nq_status status = NQ_OK;
  *count = at->n;
  for (uint64_t i = *count; i-- > 0 && status == NQ_OK;) {
    bool unique = false;
    nq_instance *instance;
    swap_values(columns, i, *count - 1);
    status = place_queens(at, rows, columns, *count - 1, &instance);
    if (status == NQ_OK) status = is_unique(at, instance, UNIQUE_BRANCHES, &unique);
    nq_instance_free(instance);
    if (status == NQ_OK && unique)
      --*count;
    else
      swap_values(columns, i, *count - 1);
  }
  return status;
}

static nq_status keep_fewest(nq_making *at) {
  uint32_t rows[NQ_BACKTRACK_N_MAX], columns[NQ_BACKTRACK_N_MAX];
  uint64_t fewest = UINT64_MAX, count = 0;
  nq_status status = NQ_OK;
  for (unsigned i = 0; i < UNIQUE_TRIES && status == NQ_OK; i++) {
    status = nq_generate_solution(at, rows);
    if (status != NQ_OK) break;
    (void)nq_generate_permutation(at, columns, at->n);
    status = thin_out(at, rows, columns, &count);
    if (status != NQ_OK || count >= fewest) continue;
    fewest = count;
    status = nq_generate_show(at, rows, columns, count);
  }
  return status;
}

nq_status nq_unique_make(nq_making *at) {
  bool unique = false;
  nq_status status = keep_fewest(at);
  if (status == NQ_OK) status = is_unique(at, at->item->instance, 0, &unique);
  if (status != NQ_OK) return status;
  if (!unique)
    return nq_error_set(at->error, NQ_INTERNAL, "an instance does not have exactly one solution");
  at->item->solutions = 1;
  return NQ_OK;
}
