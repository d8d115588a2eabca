/* Exact numbers of solutions by joining half boards; as library code behind `nqueens count`.
 *
 * MODEL.  Cut the board between its columns.  Fix R, the rows whose queens stand in the left half.
 * List all left half boards on R and all right half boards on the other rows, each as a signature:
 * the set of diagonals that it uses among those that cross the cut.  Any pair with disjoint
 * signatures is a solution.
 *
 *       left half   right half
 *       . Q . . | . . . .       Each list is built from strips of half its width in the same way.
 *     R . . . Q | . . . .       Pairs are counted 512 at a time (counting_join.c), and seven of
 *       . . . . | . . Q .       eight images of a solution are left out before they are built
 *       Q . . . | . . . .       (counting_plan.c).  Each R is a unit of work of its own: threads,
 *       . . . . | . . . Q       machines and broken-off runs only have to share out the units.
 *            ...
 *
 * A plan numbers the units 0 .. units - 1.  Each unit's contribution has its weight in it already:
 * the contributions of all units add up to the number of solutions.  The numbering is part of the
 * checkpoint format (checkpoint.h): who changes it must change NQ_COUNT_NUMBERING. */
#ifndef NQ_COUNTING_COUNTING_H
#define NQ_COUNTING_COUNTING_H

#include "nqueens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NQ_COUNT_N_MAX: signature and tag of a half board share 64 bits; see counting_parts.h. */

enum { NQ_COUNT_NUMBERING = 1 /* version of the units' numbers */ };

typedef struct nq_count_plan nq_count_plan;

/* The plan for 1 <= n <= NQ_COUNT_N_MAX into *result: NQ_BAD_VALUE for n = 0, NQ_UNSUPPORTED beyond,
 * NQ_NO_MEMORY. */
nq_status nq_count_plan_new(uint32_t n, nq_count_plan **result, nq_error *error);
void nq_count_plan_free(nq_count_plan *plan);
uint32_t nq_count_plan_n(const nq_count_plan *plan);
uint64_t nq_count_plan_units(const nq_count_plan *plan);

/* Units begin .. end - 1, what they contribute and how long they took on one thread. */
typedef struct nq_count_range {
  uint64_t begin, end;
  uint64_t count;
  double seconds;
} nq_count_range;

/* Most slices: k * units fits in 64 bits. */
#define NQ_COUNT_SLICES_MAX (UINT64_C(1) << 32)

/* Part k of m, 0 <= k < m, into range->begin and end (count and seconds are 0): the parts are
 * disjoint, make up all units, and differ in size by at most one.  Equal runs of units are about
 * equal work.  NQ_BAD_VALUE otherwise. */
nq_status nq_count_slice(const nq_count_plan *plan, uint64_t k, uint64_t m, nq_count_range *range,
                         nq_error *error);

typedef struct nq_count_progress {
  uint64_t done, total; /* units of this run */
  uint64_t count;       /* what those done contribute */
  double seconds;       /* since the run began */
  double seconds_left;  /* at the speed so far; negative: not known yet */
} nq_count_progress;

typedef struct nq_count_options {
  uint32_t threads; /* >= 1 */
  const char *path; /* of the inner loops: NULL for the fastest here, or a name */
  /* Both may be NULL.  They are called from any of the run's threads, but never two at once.
   * `record` gets each range when it is done; an error of its own ends the run, and it is not
   * called again.  `progress` is called some ten times a second; when it returns false the run ends, interrupted. */
  nq_status (*record)(void *context, const nq_count_range *range, nq_error *error);
  bool (*progress)(void *context, const nq_count_progress *progress);
  void *context;
} nq_count_options;

typedef struct nq_count_result {
  uint64_t count; /* contributed by the units done */
  uint64_t units; /* done */
  double seconds; /* wall clock */
  bool interrupted;
} nq_count_result;

/* Count the units of all `ranges` (only begin and end matter), which must lie in the plan and not
 * overlap.  *result holds also after an error what was done and recorded until then.
 * NQ_BAD_VALUE, NQ_UNSUPPORTED (a path that this machine does not have), NQ_NO_MEMORY,
 * NQ_INTERNAL, or what `record` returned. */
nq_status nq_count_run(const nq_count_plan *plan, const nq_count_range *ranges, size_t range_count,
                       const nq_count_options *options, nq_count_result *result, nq_error *error);

/* The name of the i-th path, the fastest first, and whether this machine has it; NULL past the
 * end. */
const char *nq_count_path_name(size_t i, bool *available);

/* ---- Known numbers: counting_known.c -------------------------------------------------------- */

/* The number of solutions, n <= NQ_COUNT_N_MAX. */
uint64_t nq_count_known(uint32_t n);

/* NQ_BAD_FORMAT, naming the `source` of the count, unless it is that number, or at most that number
 * where it is not of the whole board. */
nq_status nq_count_verify(uint32_t n, uint64_t count, bool whole, const char *source,
                          nq_error *error);

/* ---- Small searches: counting_simple.c ------------------------------------------------------ */

/* The number of solutions by plain backtracking, column by column.  1 <= n <= 31, for small n. */
uint64_t nq_count_backtracking(uint32_t n);

/* Asked thousands of times a second whether to go on. */
typedef bool nq_count_ask(void *context);

/* The answer when that said no. */
#define NQ_COUNT_UNKNOWN UINT64_MAX

/* Solutions that a half turn (P) or a quarter turn (R) maps to themselves.  1 <= n <= 31; P of
 * n = 27 takes a minute.  `ask` may be NULL. */
uint64_t nq_count_half_turn(uint32_t n, nq_count_ask *ask, void *context);
uint64_t nq_count_quarter_turn(uint32_t n);

/* Classes of solutions under the 8 symmetries, from the number Q of all solutions (Burnside's
 * lemma): (Q + P + 2R) / 8, as no solution but that of n = 1 is its own reflection.  NQ_INTERNAL
 * when that does not divide. */
nq_status nq_count_fundamental(uint32_t n, uint64_t solutions, nq_count_ask *ask, void *context,
                               uint64_t *classes, nq_error *error);

#endif
