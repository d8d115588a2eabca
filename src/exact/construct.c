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
#include "exact/construct.h"

#include <inttypes.h>
#include <stdbool.h>

/* Columns and rows here are 0-based: column = i - 1, row = rows[i] - 1. */
static void construct_stairs(uint32_t *rows, uint64_t n) {
  uint64_t half = n / 2;
  for (uint64_t i = 0; i < half; i++) {
    rows[i] = (uint32_t)(2 * i + 1);
    rows[half + i] = (uint32_t)(2 * i);
  }
}

static void construct_wrapped(uint32_t *rows, uint64_t n) {
  uint64_t half = n / 2, row = half - 1; /* 2i + h - 3 at i = 1 */
  for (uint64_t i = 0; i < half; i++) {
    rows[i] = (uint32_t)row;
    rows[n - 1 - i] = (uint32_t)(n - 1 - row);
    row = row + 2 >= n ? row + 2 - n : row + 2;
  }
}

bool nq_construct(uint32_t *rows, uint32_t n) {
  if (n == 0 || n == 2 || n == 3) return false;
  uint32_t even = n - n % 2;
  if (even % 6 == 2)
    construct_wrapped(rows, even);
  else
    construct_stairs(rows, even);
  if (n % 2 == 1) rows[n - 1] = n - 1;
  return true;
}

nq_status nq_construct_solve(nq_task *task, nq_error *error) {
  if (!nq_instance_is_plain(task->instance))
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "the method construct knows only plain boards: this instance has placed "
                        "queens, blocked squares or excluded diagonals; take min-conflicts");
  double begin = nq_clock();
  nq_construct(task->rows, task->n);
  task->result->verdict = NQ_SOLVED;
  task->result->seconds_search = nq_clock() - begin;
  return NQ_OK;
}
