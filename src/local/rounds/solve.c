/* MODEL.  The search for a board that need not fit into memory.  Only the bits of the lines, and
 * the columns and rows left over, are accessed at random:
 *
 *     lines        n/8 bytes for rows, n/4 each for rising and falling diagonals
 *     a pass       4 bytes for a column of the pass: n/4
 *     left over    about 25 bytes for a column, at most one in thirty
 *
 *   1. fill.c fills nearly all columns by the schedule and writes them.
 *   2. settle.c places the queens left over.
 *
 * If some queen cannot be placed, which was never seen, the search begins anew with other random
 * numbers. */
#include "local/rounds/rounds.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define ATTEMPTS       4
#define OVERHANG       64                  /* bytes after the last line that a window reads */
#define THREADS_LEAST  (UINT64_C(1) << 22) /* fewer columns are not worth threads */
#define RANKS_TOGETHER 64

/* ---- Bits ---- */

/* With a party, memory for bits is counted as they come and go. */
static uint8_t *new_bits(nq_rounds *rounds, uint64_t bytes) {
  if (rounds->party == NULL) return nq_rounds_new(rounds, bytes, 1);
  uint8_t *bits = nq_memory_map(bytes);
  if (bits == NULL) nq_rounds_lack(rounds, "the addresses of the lines");
  return bits;
}

static void free_bits(nq_rounds *rounds, uint8_t **bits, uint64_t bytes) {
  if (rounds->party == NULL)
    nq_rounds_free(rounds, *bits, bytes, 1);
  else
    nq_memory_unmap(*bits, bytes);
  *bits = NULL;
}

static bool init_bits(nq_rounds *rounds) {
  const nq_rounds_plan *plan = &rounds->plan;
  rounds->row_bytes = plan->groups * plan->blocks * plan->bytes + OVERHANG;
  rounds->diagonal_bytes = rounds->row_bytes + plan->n / 8 + 8;
  rounds->rows = new_bits(rounds, rounds->row_bytes);
  rounds->rising = new_bits(rounds, rounds->diagonal_bytes);
  rounds->falling = new_bits(rounds, rounds->diagonal_bytes);
  if (rounds->rows == NULL || rounds->rising == NULL || rounds->falling == NULL) return false;
  uint64_t row = plan->n; /* no queen stands past the last row */
  for (; row % 8 != 0; row++) set_bit(rounds->rows, row);
  memset(rounds->rows + row / 8, 0xFF, (size_t)(rounds->row_bytes - row / 8));
  return rounds->party == NULL || nq_rounds_lines_init(rounds);
}

/* ---- An attempt ---- */

/* False when the run must end. */
static bool attempt(nq_rounds *rounds, nq_result *result) {
  rounds->left_total = 0;
  double begin = nq_clock();
  bool goes_on = nq_rounds_agree(rounds, init_bits(rounds)) && nq_rounds_fill(rounds);
  double filled = nq_clock();
  if (rounds->party != NULL) rounds->moved = rounds->party->sent_bytes;
  result->seconds_start += filled - begin;
  goes_on = goes_on && nq_rounds_settle(rounds, result);
  result->seconds_search += nq_clock() - filled;
  nq_rounds_drop(rounds, &rounds->columns);
  nq_rounds_drop(rounds, &rounds->free_rows);
  nq_rounds_lines_release(rounds);
  free_bits(rounds, &rounds->rows, rounds->row_bytes);
  free_bits(rounds, &rounds->rising, rounds->diagonal_bytes);
  free_bits(rounds, &rounds->falling, rounds->diagonal_bytes);
  if (rounds->party != NULL) rounds->memory_bytes = 0;
  result->counter[0] = (nq_counter){"left_over", (double)rounds->left_total};
  result->counters = 1;
  return goes_on;
}

/* The number of the rank that has most, by sums of a few numbers each. */
static uint64_t most_of_ranks(nq_party *party, uint64_t own) {
  uint64_t most = 0, of[RANKS_TOGETHER];
  for (unsigned first = 0; first < party->ranks; first += RANKS_TOGETHER) {
    memset(of, 0, sizeof of);
    if (party->own - first < RANKS_TOGETHER) of[party->own - first] = own;
    party->sum(party, of, RANKS_TOGETHER);
    for (unsigned i = 0; i < RANKS_TOGETHER; i++)
      if (of[i] > most) most = of[i];
  }
  return most;
}

/* The traffic of all ranks, and the memory of the one that took most. */
static void report_party(const nq_rounds *rounds, nq_result *result) {
  nq_party *party = rounds->party;
  uint64_t sums[] = {party->messages, party->sent_bytes, rounds->moved,
                     (uint64_t)(party->waited * 1e9)};
  party->sum(party, sums, sizeof sums / sizeof *sums);
  result->memory_bytes = most_of_ranks(party, rounds->peak_bytes);
  nq_result_count(result, "messages", (double)sums[0]);
  nq_result_count(result, "sent_bytes", (double)sums[1]);
  nq_result_count(result, "moved_bytes", (double)sums[2]);
  nq_result_count(result, "waits", (double)party->waits);
  nq_result_count(result, "seconds_waiting", (double)sums[3] / 1e9 / party->ranks);
}

static nq_status attempt_all(nq_rounds *rounds, const nq_solve_options *options, nq_result *result,
                             nq_error *error) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, options->seed, options->stream);
  for (unsigned i = 0; i < ATTEMPTS && !rounds->settled;
       i++, result->restarts += !rounds->settled) {
    rounds->key = next_pcg64(&random);
    nq_rounds_plan_init(&rounds->plan, rounds->board->n, &random);
    if (!attempt(rounds, result)) break;
  }
  result->memory_bytes = rounds->peak_bytes;
  if (rounds->party != NULL) report_party(rounds, result);
  nq_status failed =
      nq_party_agree(rounds->party, (nq_status)atomic_load(&rounds->failed), &rounds->error);
  if (failed != NQ_OK) {
    nq_error_pass(error, &rounds->error);
    return failed;
  }
  if (rounds->settled && watch_stop(rounds->watch) == NQ_STOP_NOT)
    result->verdict = NQ_SOLVED;
  else
    nq_result_unknown(result, rounds->watch, "the search gave up");
  return NQ_OK;
}

nq_status nq_rounds_solve(const nq_large_board *board, const nq_solve_options *options,
                          nq_party *party, nq_watch *watch, nq_rounds_unwritten **unwritten,
                          nq_result *result, nq_error *error) {
  nq_rounds rounds = {.board = board,
                      .watch = watch,
                      .party = party,
                      .own = party != NULL ? party->own : 0,
                      .ranks = party != NULL ? party->ranks : 1,
                      .caller = pthread_self()};
  pthread_mutex_init(&rounds.noting, NULL);
  nq_team_init(&rounds.team, board->n < THREADS_LEAST ? 1 : options->threads);
  nq_status status = attempt_all(&rounds, options, result, error);
  *unwritten = rounds.unwritten;
  nq_team_release(&rounds.team);
  pthread_mutex_destroy(&rounds.noting);
  return status;
}
