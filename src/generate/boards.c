/* The kinds that need only a solver, a shuffle or a formula: solved, random, permutation and
 * toroidal.
 *
 * MODEL of `solved --uniform`.  All solutions are listed once, n bytes each.  An item is one of
 * them, drawn without bias.
 *
 * MODEL of `toroidal`.  On the modular board a diagonal that leaves at one edge continues at the
 * opposite edge.  rows[c] = a c + b modulo n is a modular solution when a, a - 1 and a + 1 have no
 * factor in common with n: then rows, falling and rising diagonals are permutations too.  Such an a
 * exists when n has no factor in common with 6; for other n there is no modular solution (G. Polya,
 * "Ueber die doppelt-periodischen Loesungen des n-Damen-Problems", 1918). */
#include "board/board.h"
#include "core/number.h"
#include "exact/backtracking.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#define UNIFORM_N 14

/* Columns between polls of the watch. */
#define PIECE (UINT32_C(1) << 20)

/* ---- solved ---- */

/* A growing list of solutions. */
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
                        "n = %" PRIu32 " is too large to list every solution: uniform draws go "
                        "up to n = %d",
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

/* ---- typical ---- */

nq_status nq_typical_prepare(nq_generating *generation, nq_error *error) {
  if (generation->options.value[NQ_GENERATE_SWEEPS] == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "sweeps: 0: a schedule needs some");
  return nq_generate_require_solution(generation->options.n, error);
}

nq_status nq_typical_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                          nq_error *error) {
  (void)random; /* its solver draws from (seed, index) */
  uint64_t sweeps = item->value[NQ_GENERATE_SWEEPS];
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "typical";
  options.seed = item->seed;
  options.stream = item->index;
  if (sweeps != NQ_GENERATE_DEFAULT) options.typical.sweeps = sweeps;
  nq_status status = nq_board_reserve(&item->board, item->n, error);
  if (status == NQ_OK) status = nq_generate_solve(generation, &options, item->board.rows, error);
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
  return valid ? NQ_OK : nq_error_set(error, NQ_INTERNAL, "a modular board is not a solution");
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
