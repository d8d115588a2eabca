/* Solutions drawn at random from all, and estimates of their number.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_SAMPLE_H
#define NQUEENS_SAMPLE_H

#include "nqueens/base.h"

/* ---- Solutions by number --------------------------------------------------------------------- */

/* Largest n whose solutions can be picked by their number. */
#define NQ_COUNT_PICK_N_MAX 20

/* All solutions of n have numbers from 0 to nq_count_known(n) - 1, in an order that depends on n
 * and NQ_COUNT_NUMBERING alone.  Put the solution with the number ranks[i] into rows[i * n] ..
 * rows[i * n + n - 1], a byte for each row, for each i < count.  Any ranks, in any order, take one
 * count of n (nq_count) and a little time for each.  Uniform numbers make uniform boards.
 * `progress`, or NULL, is called with the phases "count" and "pick"; when it returns false, the
 * call ends with *interrupted true.  NQ_UNSUPPORTED (n = 0 or n > NQ_COUNT_PICK_N_MAX), NQ_NONE
 * (n = 2, n = 3), NQ_BAD_VALUE (no such number; no thread), NQ_NO_MEMORY, NQ_INTERNAL. */
NQ_API nq_status nq_count_pick(uint32_t n, const uint64_t *ranks, size_t count, unsigned threads,
                               nq_progress_function *progress, void *context, uint8_t *rows,
                               bool *interrupted, nq_error *error);

/* ---- Estimating the number of solutions ------------------------------------------------------ */

/* Largest n of an estimate. */
#define NQ_ESTIMATE_N_MAX 1000000

typedef struct nq_estimate_options {
  uint64_t seed;
  unsigned threads;               /* >= 1; the estimate does not depend on it */
  double relative_error;          /* wanted at 95 % confidence, 0 < r; 0: the default effort */
  double seconds;                 /* wall clock: use this time; 0: no limit */
  nq_progress_function *progress; /* phase "estimate", done and total in sweeps; or NULL */
  void *context;
  uint64_t reserved[8]; /* 0: options of later versions */
} nq_estimate_options;

/* Intervals contain the true value in 95 of 100 runs. */
typedef struct nq_estimate_result {
  double ln_count;   /* the natural logarithm of the number of solutions Q */
  double half_width; /* of its interval */
  double alpha;      /* (n ln n - ln Q) / n; its interval has the half width half_width / n */
  /* The parts of half_width: the spread of the chains, the error of the integration, and the
   * distance from equilibrium. */
  double spread, grid, drift;
  uint64_t chains;  /* independent chains */
  bool wide;        /* the time limit came before the relative error was reached */
  bool stopped;     /* there is no estimate: stopped with too few chains, or interrupted */
  bool interrupted; /* by `progress` */
  double seconds;   /* wall clock */
} nq_estimate_result;

/* Defaults: seed 0, one thread, the default effort, no limit. */
NQ_API void nq_estimate_options_init(nq_estimate_options *options);

/* Estimate the number of solutions for 1 <= n <= NQ_ESTIMATE_N_MAX, by thermodynamic integration:
 * Metropolis chains of permutations (N. Metropolis et al., J. Chem. Phys. 21, 1953) measure the
 * mean number of conflicts at temperatures from infinite to low.  Without a time limit the result
 * depends only on n, the seed and the relative error.  With a time limit and no relative error the
 * whole time is used.  NQ_NONE: n = 2 or n = 3, which have no solution; NQ_BAD_VALUE;
 * NQ_NO_MEMORY. */
NQ_API nq_status nq_estimate(uint32_t n, const nq_estimate_options *options,
                             nq_estimate_result *result, nq_error *error);

/* Write exp(ln_value) as "2.34e17", with `digits` significant digits, 1 to 15; below 10^6 as
 * "352.1".  64 bytes suffice. */
NQ_API void nq_estimate_text(double ln_value, int digits, char *text, size_t size);

#endif
