/* The explicit construction.
 *
 * MODEL (E. Pauls 1874; in this form E. J. Hoffman, J. C. Loessi, R. C. Moore, "Constructions for
 * the solution of the m queens problem", Mathematics Magazine 42, 1969).  Columns and rows from 1,
 * even n = 2h, 1 <= i <= h:
 *
 *     A  n mod 6 != 2:  rows[i] = 2i                     rows[h + i] = 2i - 1
 *     B  n mod 6 == 2:  rows[i] = 1 + (2i + h - 3 mod n)  rows[n + 1 - i] = n - (2i + h - 3 mod n)
 *
 * For odd n: the solution of n - 1, whose main diagonal is free in both, and a queen in the last
 * corner. */
#include "exact/exact.h"

/* Pairs of columns between polls of the watch. */
#define PAIRS_BETWEEN (UINT64_C(1) << 18)

/* Columns and rows are 0-based here: column = i - 1, row = rows[i] - 1.  False when the watch stops
 * it. */
static bool construct(uint32_t *rows, uint32_t n, nq_watch *watch) {
  const uint64_t even = n - n % 2, half = even / 2;
  const bool wrapped = even % 6 == 2;
  uint64_t row = half - 1; /* wrapped: 2i + h - 3 mod n, which is h - 1 at i = 1 */
  if (n % 2 == 1) rows[n - 1] = n - 1;
  for (uint64_t i = 0, end; i < half; i = end) {
    nq_progress progress = {.phase = "construct", .done = 2 * i, .total = even};
    if (nq_watch_poll(watch, progress)) return false;
    end = half - i < PAIRS_BETWEEN ? half : i + PAIRS_BETWEEN;
    for (uint64_t k = i; !wrapped && k < end; k++) { /* several at a time, by the compiler */
      rows[k] = (uint32_t)(2 * k + 1);
      rows[half + k] = (uint32_t)(2 * k);
    }
    for (uint64_t k = i; wrapped && k < end; k++) {
      rows[k] = (uint32_t)row;
      rows[even - 1 - k] = (uint32_t)(even - 1 - row);
      row = row + 2 >= even ? row + 2 - even : row + 2;
    }
  }
  return true;
}

bool nq_construct_with(uint32_t *rows, uint32_t n, nq_progress_function *progress, void *context) {
  if (n == 0 || n == 2 || n == 3) return false;
  nq_watch watch;
  nq_watch_init(&watch, 0, progress, context);
  bool made = construct(rows, n, &watch);
  nq_watch_release(&watch);
  return made;
}

bool nq_construct(uint32_t *rows, uint32_t n) {
  return nq_construct_with(rows, n, NULL, NULL);
}

static nq_status solve_by_construction(nq_task *task, nq_error *error) {
  (void)error;
  double begin = nq_clock();
  nq_result *result = task->result;
  if (construct(task->rows, task->n, task->watch))
    result->verdict = NQ_SOLVED;
  else
    nq_result_unknown(result, task->watch, "");
  result->seconds_search = nq_clock() - begin;
  return NQ_OK;
}

const nq_method nq_method_construct = {
    .name = "construct",
    .summary = "an explicit solution without search; plain boards only",
    .plain_only = true,
    .solve = solve_by_construction,
    .step = "none: the board is computed",
};
