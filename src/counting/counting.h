/* Exact numbers of solutions by joining half boards: the engine of `nqueens count`.
 *
 * MODEL.  Cut the board between columns.  Fix R, the rows of the queens in the left half.  List all
 * left half boards on R and all right half boards on the other rows, each as a signature: the set
 * of diagonals it uses among those that cross the cut.  Each pair with disjoint signatures is a
 * solution.
 *
 *       left half   right half
 *       . Q . . | . . . .       Each list is built in the same way from strips of half its width.
 *     R . . . Q | . . . .       Pairs are counted 512 at a time (join.c).  Seven of the eight
 *       . . . . | . . Q .       images of a solution are left out before they are built (plan.c).
 *       Q . . . | . . . .       Each R is an independent unit of work, so threads, machines and
 *       . . . . | . . . Q       resumed runs only have to divide the units.
 *            ...
 *
 * A plan numbers the units 0 .. units - 1.  Each contribution includes the unit's weight, so all
 * contributions add up to the number of solutions.  The numbering is part of the checkpoint format
 * (ledger/checkpoint.h): whoever changes it must change NQ_COUNT_NUMBERING. */
#ifndef NQ_COUNTING_COUNTING_H
#define NQ_COUNTING_COUNTING_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NQ_COUNT_N_MAX: signature and tag of a half board share 64 bits; see parts.h. */

enum { NQ_COUNT_NUMBERING = 1 /* version of the units' numbering */ };

typedef struct nq_count_plan nq_count_plan;

/* Store the plan for 1 <= n <= NQ_COUNT_N_MAX in *result.  NQ_BAD_VALUE for n = 0, NQ_UNSUPPORTED
 * for larger n, NQ_NO_MEMORY. */
nq_status nq_count_plan_new(uint32_t n, nq_count_plan **result, nq_error *error);
void nq_count_plan_free(nq_count_plan *plan);
uint32_t nq_count_plan_n(const nq_count_plan *plan);
uint64_t nq_count_plan_units(const nq_count_plan *plan);

/* Units begin .. end - 1, their contribution, and their time on one thread. */
typedef struct nq_count_range {
  uint64_t begin, end;
  uint64_t count;
  double seconds;
} nq_count_range;

/* So k * units fits in 64 bits. */
#define NQ_COUNT_SLICES_MAX (UINT64_C(1) << 32)

/* Store slice k of m, 0 <= k < m, in range->begin and end (count and seconds become 0).  The slices
 * are disjoint, cover all units, and differ in size by at most one; slices of equal size take about
 * equal work.  NQ_BAD_VALUE for other k and m. */
nq_status nq_count_slice(const nq_count_plan *plan, uint64_t k, uint64_t m, nq_count_range *range,
                         nq_error *error);

typedef struct nq_count_progress {
  uint64_t done, total; /* units of this run */
  uint64_t count;       /* contribution of those done */
  double seconds;       /* since the start of the run */
  double seconds_left;  /* at the speed so far; negative: not known yet */
} nq_count_progress;

typedef struct nq_count_options {
  uint32_t threads; /* >= 1 */
  const char *path; /* name of the inner loops; NULL: the fastest that this machine runs */
  /* Both may be NULL.  Any thread of the run calls them, but never two at once.  `record` gets each
   * finished range; when it returns an error the run ends and it is not called again.  `progress`
   * is called about ten times a second; when it returns false the run ends as interrupted. */
  nq_status (*record)(void *context, const nq_count_range *range, nq_error *error);
  bool (*progress)(void *context, const nq_count_progress *progress);
  void *context;
} nq_count_options;

typedef struct nq_count_result {
  uint64_t count; /* contribution of the units done */
  uint64_t units; /* done */
  double seconds; /* wall-clock time */
  bool interrupted;
} nq_count_result;

/* Count the units of all `ranges` (only begin and end are read), which must lie in the plan and not
 * overlap.  After an error too, *result holds what was counted and recorded.  NQ_BAD_VALUE,
 * NQ_UNSUPPORTED (this machine cannot run the path), NQ_NO_MEMORY, NQ_INTERNAL, or the error of
 * `record`. */
nq_status nq_count_run(const nq_count_plan *plan, const nq_count_range *ranges, size_t range_count,
                       const nq_count_options *options, nq_count_result *result, nq_error *error);

/* The name of the i-th path, fastest first, and whether this machine can run it; NULL after the
 * last. */
const char *nq_count_path_name(size_t i, bool *available);

/* ---- Known numbers -------------------------------------------------------------------------- */

/* The number of solutions, n <= NQ_COUNT_N_MAX. */
uint64_t nq_count_known(uint32_t n);

/* NQ_BAD_FORMAT, naming the `source` of the count, unless it equals the known number, or, when not
 * `whole`, is at most that. */
nq_status nq_count_verify(uint32_t n, uint64_t count, bool whole, const char *source,
                          nq_error *error);

/* ---- Small searches: simple.c --------------------------------------------------------------- */

/* The number of solutions by plain backtracking, column by column.  1 <= n <= 31, for small n. */
uint64_t nq_count_backtracking(uint32_t n);

/* Called thousands of times a second; returns false to stop. */
typedef bool nq_count_ask(void *context);

/* Returned by a search that was stopped. */
#define NQ_COUNT_UNKNOWN UINT64_MAX

/* Solutions that a half turn (P) or a quarter turn (R) maps to themselves.  1 <= n <= 31; P of
 * n = 27 takes a minute.  `ask` may be NULL. */
uint64_t nq_count_half_turn(uint32_t n, nq_count_ask *ask, void *context);
uint64_t nq_count_quarter_turn(uint32_t n);

/* Classes of solutions under the 8 symmetries, from the number Q of all solutions (Burnside's
 * lemma): (Q + P + 2R) / 8, since only the solution of n = 1 is its own reflection.  NQ_INTERNAL
 * when the division leaves a remainder. */
nq_status nq_count_fundamental(uint32_t n, uint64_t solutions, nq_count_ask *ask, void *context,
                               uint64_t *classes, nq_error *error);

#endif
