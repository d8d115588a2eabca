/* MODEL.  The search for a board that need not fit into memory.  Only the bits of the lines, and the
 * columns and rows left over, are accessed at random:
 *
 *     lines        n/8 bytes for rows, n/4 each for rising and falling diagonals
 *     a pass       4 bytes for a column of the pass: n/4
 *     left over    about 25 bytes for a column, at most one in thirty
 *
 *   1. rounds_fill.c fills nearly all columns by the schedule of rounds_plan.h and writes them.
 *   2. rounds_left.c places the queens left over.
 *
 * If some queen cannot be placed, which was never seen, the search begins anew with other random
 * numbers. */
#include "local/rounds_parts.h"
#include "board/occupancy.h"
#include "core/random.h"
#include "local/local.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ATTEMPTS      4
#define OVERHANG      64                  /* bytes after the last line that a window reads */
#define THREADS_LEAST (UINT64_C(1) << 22) /* fewer columns are not worth threads */

/* ---- Bits ---- */

/* No queen stands past the last row. */
static void bar_rows(nq_rounds *rounds) {
  uint64_t row = rounds->plan.n;
  for (; row % 8 != 0; row++) set_bit(rounds->rows, row);
  memset(rounds->rows + row / 8, 0xFF, (size_t)(rounds->row_bytes - row / 8));
}

static void release_bits(nq_rounds *rounds) {
  nq_rounds_free(rounds, rounds->rows, rounds->row_bytes, 1);
  nq_rounds_free(rounds, rounds->rising, rounds->diagonal_bytes, 1);
  nq_rounds_free(rounds, rounds->falling, rounds->diagonal_bytes, 1);
  rounds->rows = rounds->rising = rounds->falling = NULL;
}

static bool init_bits(nq_rounds *rounds) {
  const nq_rounds_plan *plan = &rounds->plan;
  rounds->row_bytes = plan->groups * plan->blocks * plan->bytes + OVERHANG;
  rounds->diagonal_bytes = rounds->row_bytes + plan->n / 8 + 8;
  rounds->rows = nq_rounds_new(rounds, rounds->row_bytes, 1);
  rounds->rising = nq_rounds_new(rounds, rounds->diagonal_bytes, 1);
  rounds->falling = nq_rounds_new(rounds, rounds->diagonal_bytes, 1);
  if (rounds->rows == NULL || rounds->rising == NULL || rounds->falling == NULL) return false;
  bar_rows(rounds);
  return true;
}

/* ---- An attempt ---- */

/* False when the run must end. */
static bool attempt(nq_rounds *rounds, nq_result *result, bool *repaired) {
  *repaired = false;
  rounds->columns = rounds->free_rows = NULL;
  rounds->left_count = rounds->columns_room = rounds->rows_room = 0;
  double begin = nq_clock();
  bool goes_on = init_bits(rounds) && nq_rounds_fill(rounds);
  double filled = nq_clock();
  result->seconds_start += filled - begin;
  uint64_t left = rounds->left_count;
  goes_on = goes_on && nq_rounds_settle(rounds, result, repaired);
  result->seconds_search += nq_clock() - filled;
  nq_rounds_free(rounds, rounds->columns, rounds->columns_room, sizeof *rounds->columns);
  nq_rounds_free(rounds, rounds->free_rows, rounds->rows_room, sizeof *rounds->free_rows);
  release_bits(rounds);
  result->counter[0] = (nq_counter){"left_over", (double)left};
  result->counters = 1;
  return goes_on;
}

static nq_status attempt_all(nq_rounds *rounds, const nq_solve_options *options, nq_result *result,
                             nq_error *error) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, options->seed, options->stream);
  bool repaired = false;
  for (unsigned i = 0; i < ATTEMPTS && !repaired; i++, result->restarts += !repaired) {
    rounds->key = next_pcg64(&random);
    nq_rounds_plan_init(&rounds->plan, rounds->board->n, &random);
    if (!attempt(rounds, result, &repaired)) break;
  }
  result->memory_bytes = rounds->peak_bytes;
  nq_status failed = (nq_status)atomic_load(&rounds->failed);
  if (failed != NQ_OK) {
    if (error != NULL) *error = rounds->error;
    return failed;
  }
  if (repaired && watch_stop(rounds->watch) == NQ_STOP_NOT)
    result->verdict = NQ_SOLVED;
  else
    nq_result_unknown(result, rounds->watch, "the search gave up");
  return NQ_OK;
}

nq_status nq_rounds_solve(const nq_large_board *board, const nq_solve_options *options,
                          nq_watch *watch, nq_result *result, nq_error *error) {
  nq_rounds *rounds = calloc(1, sizeof *rounds);
  nq_team *team = calloc(1, sizeof *team);
  nq_status status = NQ_NO_MEMORY;
  if (rounds != NULL && team != NULL) {
    rounds->board = board;
    rounds->watch = watch;
    rounds->team = team;
    pthread_mutex_init(&rounds->noting, NULL);
    nq_team_init(team, board->n < THREADS_LEAST ? 1 : options->threads);
    status = attempt_all(rounds, options, result, error);
    nq_team_release(team);
    pthread_mutex_destroy(&rounds->noting);
  } else {
    nq_error_set(error, NQ_NO_MEMORY, "no memory for the rounds");
  }
  free(rounds);
  free(team);
  return status;
}
