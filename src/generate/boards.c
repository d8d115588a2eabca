/* Boards that need no more than a solver, a shuffle or a line of arithmetic; and what the kinds
 * share.
 *
 * MODEL of `solved --uniform`.  All solutions are listed once, n bytes each; an item is one of them,
 * its place in the list drawn without bias.
 *
 * MODEL of `toroidal`.  On the modular board a diagonal that leaves at one edge comes in at the
 * opposite one.  rows[c] = a c + b modulo n is a solution of it when a, a - 1 and a + 1 have no
 * factor in common with n: then rows, falling and rising diagonals are permutations too.  Such an a
 * exists when n has no factor in common with 6, and for no other n does any modular solution
 * (G. Polya, "Ueber die doppelt-periodischen Loesungen des n-Damen-Problems", 1918). */
#include "board/board.h"
#include "core/number.h"
#include "exact/backtracking.h"
#include "generate/generate.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#define UNIFORM_N 14

/* Columns between looks at the watch. */
#define PIECE (UINT32_C(1) << 20)

/* ---- Shared ---- */

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

nq_status nq_generate_solution(const nq_generating *generation, uint64_t seed, uint64_t stream,
                               uint32_t *rows, nq_error *error) {
  nq_solve_options solve;
  nq_result result;
  nq_solve_options_init(&solve);
  solve.seed = seed;
  solve.stream = stream;
  solve.threads = generation->solver_threads;
  solve.progress = nq_generate_report;
  solve.context = generation->watch;
  nq_instance *instance = nq_instance_new(generation->options.n);
  if (instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance");
  nq_status status = nq_solve_into(instance, &solve, rows, &result, error);
  nq_instance_free(instance);
  if (status != NQ_OK || result.verdict == NQ_SOLVED) return status;
  if (result.verdict == NQ_UNSOLVABLE) return nq_error_set(error, NQ_NONE, "%s", result.reason);
  return NQ_END;
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
                      "a board of the kind %s is not what it was to be (%s): this is a bug of "
                      "nqueens, please report it",
                      item->kind->name, valid ? item->reason : "it is a solution");
}

/* ---- solved ---- */

/* Solutions as they are found. */
typedef struct listing {
  uint8_t *rows;
  size_t count, room;
  uint32_t n;
} listing;

static bool list_solution(void *context, const uint32_t *rows) {
  listing *all = context;
  if (all->count == all->room) {
    size_t room = all->room > 0 ? 2 * all->room : 64;
    uint8_t *larger = realloc(all->rows, room * all->n);
    if (larger == NULL) return false;
    all->rows = larger;
    all->room = room;
  }
  uint8_t *to = all->rows + all->count++ * all->n;
  for (uint32_t column = 0; column < all->n; column++) to[column] = (uint8_t)rows[column];
  return true;
}

static nq_status list_solutions(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  listing all = {.n = n};
  nq_backtrack_report report;
  nq_instance *instance = nq_instance_new(n);
  if (instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance");
  const nq_backtrack_plan plan = {
      .instance = instance, .visit = list_solution, .context = &all, .watch = generation->watch};
  nq_status status = nq_backtrack_enumerate(&plan, &report, error);
  nq_instance_free(instance);
  generation->solutions = all.rows;
  generation->solution_count = all.count;
  if (status != NQ_OK) return status;
  if (report.end == NQ_BACKTRACK_WATCH) return NQ_END;
  return report.end == NQ_BACKTRACK_EXHAUSTED
             ? NQ_OK
             : nq_error_set(error, NQ_NO_MEMORY, "no memory for all solutions");
}

nq_status nq_solved_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t *uniform = &generation->options.value[NQ_GENERATE_UNIFORM];
  nq_status status = nq_generate_require_solution(n, error);
  if (*uniform == NQ_GENERATE_DEFAULT) *uniform = 0;
  if (status != NQ_OK || *uniform == 0) return status;
  if (n > UNIFORM_N)
    return nq_error_set(error, NQ_UNSUPPORTED,
                        "n = %" PRIu32 " is too large to list every solution: uniform draws are "
                        "for n up to %d",
                        n, UNIFORM_N);
  return list_solutions(generation, error);
}

static void draw_listed(const nq_generating *generation, uint32_t *rows, nq_pcg64 *random) {
  uint32_t n = generation->options.n;
  const uint8_t *from =
      generation->solutions + n * nq_pcg64_below(random, generation->solution_count);
  for (uint32_t column = 0; column < n; column++) rows[column] = from[column];
}

nq_status nq_solved_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                         nq_error *error) {
  nq_status status = nq_board_reserve(&item->board, item->n, error);
  if (status != NQ_OK) return status;
  if (generation->solutions != NULL)
    draw_listed(generation, item->board.rows, random);
  else
    status = nq_generate_solution(generation, item->seed, item->index, item->board.rows, error);
  return status == NQ_OK ? nq_generate_expect(generation, item, true, error) : status;
}

/* ---- random, permutation ---- */

nq_status nq_random_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                         nq_error *error) {
  nq_status status = nq_board_reserve(&item->board, item->n, error);
  if (status != NQ_OK) return status;
  for (uint32_t column = 0; column < item->n; column++) {
    if (column % PIECE == PIECE - 1 && nq_generate_poll(generation)) return NQ_END;
    item->board.rows[column] = (uint32_t)nq_pcg64_below(random, item->n);
  }
  return nq_generate_judge(generation, item, error);
}

nq_status nq_permutation_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                              nq_error *error) {
  nq_status status = nq_board_reserve(&item->board, item->n, error);
  if (status != NQ_OK) return status;
  nq_generate_permutation(item->board.rows, item->n, random);
  return nq_generate_judge(generation, item, error);
}

/* ---- toroidal ---- */

nq_status nq_toroidal_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  if (n % 2 != 0 && n % 3 != 0) return NQ_OK;
  return nq_error_set(error, NQ_NONE,
                      "the modular board of n = %" PRIu32
                      " has no solution: n must have no factor in common with 6",
                      n);
}

static uint64_t draw_slope(uint32_t n, nq_pcg64 *random) {
  uint64_t slope;
  do slope = nq_pcg64_below(random, n);
  while (nq_common_divisor(slope, n) != 1 || nq_common_divisor(slope + 1, n) != 1 ||
         nq_common_divisor(slope + n - 1, n) != 1);
  return slope;
}

/* Whether (row + times * column) modulo n takes every value. */
static bool takes_all(const nq_board *board, uint64_t times, uint8_t *seen) {
  uint32_t n = board->n;
  for (uint32_t column = 0; column < n; column++) seen[column] = 0;
  for (uint32_t column = 0; column < n; column++) {
    uint64_t line = (board->rows[column] + times * column) % n;
    if (seen[line]++ != 0) return false;
  }
  return true;
}

static nq_status check_modular(const nq_board *board, nq_error *error) {
  uint8_t *seen = malloc(board->n);
  if (seen == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a check");
  bool valid = takes_all(board, 0, seen) && takes_all(board, 1, seen) &&
               takes_all(board, (uint64_t)board->n - 1, seen);
  free(seen);
  return valid ? NQ_OK : nq_error_set(error, NQ_INTERNAL, "a modular board is no solution");
}

nq_status nq_toroidal_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                           nq_error *error) {
  (void)generation;
  uint32_t n = item->n;
  nq_status status = nq_board_reserve(&item->board, n, error);
  if (status != NQ_OK) return status;
  uint64_t slope = draw_slope(n, random), row = nq_pcg64_below(random, n);
  for (uint32_t column = 0; column < n; column++) {
    item->board.rows[column] = (uint32_t)row;
    row = (row + slope) % n;
  }
  status = check_modular(&item->board, error);
  return status == NQ_OK ? nq_generate_expect(generation, item, true, error) : status;
}
