/* The kinds that need only a solver, a shuffle or a formula: solved, random, permutation and
 * toroidal.
 *
 * MODEL of `solved --uniform`.  All solutions have numbers (nq_count_pick).  An item's number is drawn
 * without bias from its own random stream; with `--distinct` all numbers come from one stream, and
 * one that has been drawn before is skipped.  All boards are then picked at once.
 *
 * MODEL of `toroidal`.  On the modular board a diagonal that leaves at one edge continues at the
 * opposite edge.  rows[c] = a c + b modulo n is a modular solution when a, a - 1 and a + 1 have no
 * factor in common with n: then rows, falling and rising diagonals are permutations too.  Such an a
 * exists when n has no factor in common with 6; for other n there is no modular solution (G. Polya,
 * "Ueber die doppelt-periodischen Loesungen des n-Damen-Problems", 1918). */
#include "board/board.h"
#include "core/core.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdlib.h>

/* Columns, or draws, between polls of the watch. */
#define PIECE (UINT32_C(1) << 20)

/* ---- solved ---- */

/* A set of numbers below UINT64_MAX; half of the places stay free. */
typedef struct number_set {
  uint64_t *places; /* a number + 1; 0: free */
  uint64_t size;    /* a power of 2 */
} number_set;

/* False when the number is in the set already. */
static bool add_number(number_set *set, uint64_t number) {
  uint64_t at = number * UINT64_C(0x9e3779b97f4a7c15) >> 20 & (set->size - 1);
  for (; set->places[at] != 0; at = (at + 1) & (set->size - 1))
    if (set->places[at] == number + 1) return false;
  set->places[at] = number + 1;
  return true;
}

/* The numbers of items `first` .. first + count - 1; with a set, of distinct ones. */
static nq_status draw_numbers(const nq_generating *generation, number_set *set, uint64_t *numbers) {
  const nq_generate_options *options = &generation->options;
  uint64_t solutions = nq_count_known(options->n), first = options->first, draws = 0;
  nq_pcg64 random;
  nq_pcg64_seed(&random, options->seed, NQ_GENERATE_STREAM);
  for (uint64_t i = set != NULL ? 0 : first; i < first + options->count; i++) {
    if (set == NULL) nq_pcg64_seed(&random, options->seed, NQ_GENERATE_STREAM + i);
    uint64_t number;
    do { /* the last of all solutions take many draws */
      if (++draws % PIECE == 0 && nq_generate_poll(generation)) return NQ_END;
      number = nq_pcg64_below(&random, solutions);
    } while (set != NULL && !add_number(set, number));
    if (i >= first) numbers[i - first] = number;
  }
  return NQ_OK;
}

static nq_status draw_distinct(const nq_generating *generation, uint64_t *numbers,
                               nq_error *error) {
  const nq_generate_options *options = &generation->options;
  uint64_t count = options->first + options->count, solutions = nq_count_known(options->n);
  number_set set = {.size = 2};
  if (count > solutions)
    return nq_error_set(error, NQ_NONE,
                        "n = %" PRIu32 " has only %" PRIu64 " solution%s: there are no %" PRIu64
                        " distinct ones",
                        options->n, solutions, nq_plural(solutions), count);
  while (set.size < 2 * count) set.size *= 2;
  set.places = nq_memory_new(set.size, sizeof *set.places);
  if (set.places == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for %" PRIu64 " distinct boards", count);
  nq_status status = draw_numbers(generation, &set, numbers);
  nq_memory_free(set.places, set.size, sizeof *set.places);
  return status;
}

nq_status nq_generate_pick(nq_generating *generation, nq_error *error) {
  const nq_generate_options *options = &generation->options;
  uint64_t bytes;
  bool interrupted = false;
  if (!nq_multiply(options->count, options->n + sizeof(uint64_t), &bytes)) bytes = UINT64_MAX;
  nq_status status = nq_memory_require(bytes, "the boards", error);
  if (status != NQ_OK) return status;
  size_t count = (size_t)options->count; /* what fits in memory fits in it */
  uint64_t *numbers = malloc(count * sizeof *numbers);
  generation->solutions = malloc(count * options->n);
  if (numbers == NULL || generation->solutions == NULL)
    status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the boards");
  else if (options->value[NQ_GENERATE_DISTINCT] == 1)
    status = draw_distinct(generation, numbers, error);
  else
    status = draw_numbers(generation, NULL, numbers);
  if (status == NQ_OK)
    status = nq_count_pick(options->n, numbers, count, options->threads, nq_generate_report,
                           generation->watch, generation->solutions, &interrupted, error);
  free(numbers);
  return status == NQ_OK && interrupted ? NQ_END : status;
}

nq_status nq_solved_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  uint64_t *uniform = &generation->options.value[NQ_GENERATE_UNIFORM];
  uint64_t *distinct = &generation->options.value[NQ_GENERATE_DISTINCT];
  nq_status status = nq_generate_require_solution(n, error);
  if (*uniform == NQ_GENERATE_DEFAULT) *uniform = 0;
  if (*distinct == 1 && *uniform == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "distinct: it is for --uniform only");
  if (status != NQ_OK || *uniform == 0) return status;
  if (n > NQ_COUNT_PICK_N_MAX)
    return nq_error_set(
        error, NQ_UNSUPPORTED,
        "uniform: n = %" PRIu32
        " is out of range: it must be 1 to %d; `generate typical` makes boards like uniform ones "
        "for any n",
        n, NQ_COUNT_PICK_N_MAX);
  return nq_generate_pick(generation, error);
}

nq_status nq_solved_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                         nq_error *error) {
  (void)random;
  return nq_generate_own(generation, item, "min-conflicts", error);
}

/* ---- typical ---- */

nq_status nq_typical_prepare(nq_generating *generation, nq_error *error) {
  if (generation->options.value[NQ_GENERATE_SWEEPS] == 0)
    return nq_error_set(error, NQ_BAD_VALUE, "sweeps: 0: a schedule needs some");
  return nq_generate_require_solution(generation->options.n, error);
}

nq_status nq_typical_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                          nq_error *error) {
  (void)random;
  return nq_generate_own(generation, item, "typical", error);
}

/* ---- random, permutation ---- */

nq_status nq_random_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                         nq_error *error) {
  (void)error;
  for (uint32_t column = 0; column < item->n; column++) {
    if (nq_generate_poll_at(generation, column)) return NQ_END;
    item->board.rows[column] = (uint32_t)nq_pcg64_below(random, item->n);
  }
  return NQ_OK;
}

nq_status nq_permutation_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                              nq_error *error) {
  (void)error;
  return nq_generate_permutation(generation, item->board.rows, item->n, random) ? NQ_OK : NQ_END;
}

/* ---- toroidal ---- */

nq_status nq_toroidal_prepare(nq_generating *generation, nq_error *error) {
  uint32_t n = generation->options.n;
  if (n % 2 != 0 && n % 3 != 0) return NQ_OK;
  return nq_error_set(error, NQ_NONE,
                      "the toroidal board of n = %" PRIu32
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

/* Whether (row + times * column) modulo n takes every value; true too when the watch stops it. */
static bool takes_all(const nq_generating *generation, const nq_board *board, uint64_t times,
                      uint8_t *seen) {
  uint32_t n = board->n;
  for (uint32_t column = 0; column < n; column++) seen[column] = 0;
  for (uint32_t column = 0; column < n && !nq_generate_poll_at(generation, column); column++) {
    uint64_t line = (board->rows[column] + times * column) % n;
    if (seen[line]++ != 0) return false;
  }
  return true;
}

static nq_status check_modular(const nq_generating *generation, const nq_board *board,
                               nq_error *error) {
  uint8_t *seen = malloc(board->n);
  if (seen == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a check");
  bool valid = takes_all(generation, board, 0, seen) && takes_all(generation, board, 1, seen) &&
               takes_all(generation, board, (uint64_t)board->n - 1, seen);
  free(seen);
  if (watch_stop(generation->watch) != NQ_STOP_NOT) return NQ_END;
  return valid ? NQ_OK : nq_error_set(error, NQ_INTERNAL, "a modular board is not a solution");
}

nq_status nq_toroidal_make(const nq_generating *generation, nq_generated *item, nq_pcg64 *random,
                           nq_error *error) {
  uint32_t n = item->n;
  uint64_t slope = draw_slope(n, random), row = nq_pcg64_below(random, n);
  for (uint32_t column = 0; column < n; column++) {
    if (nq_generate_poll_at(generation, column)) return NQ_END;
    item->board.rows[column] = (uint32_t)row;
    row = (row + slope) % n;
  }
  return check_modular(generation, &item->board, error);
}
