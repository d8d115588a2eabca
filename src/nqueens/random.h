/* Random numbers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_RANDOM_H
#define NQUEENS_RANDOM_H

#include "nqueens/base.h"

/* ---- Random numbers ---------------------------------------------------------------------- */

/* PCG generators (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
 * Algorithms for Random Number Generation", HMC-CS-2014-0905, 2014).  The state belongs to the
 * caller; copying it copies the stream.  Both match the reference implementation bit for bit. */

/* PCG32: setseq, 64-bit state, 32-bit output (XSH-RR 64/32). */
typedef struct nq_pcg32 {
  uint64_t state;
  uint64_t increment; /* odd */
} nq_pcg32;

/* PCG64: setseq, 128-bit state, 64-bit output (XSL-RR 128/64).  [0] is the low half. */
typedef struct nq_pcg64 {
  uint64_t state[2];
  uint64_t increment[2]; /* odd */
} nq_pcg64;

/* Seed from (seed, stream): distinct streams of one seed are distinct sequences.  pcg32 uses the
 * low 63 bits of `stream`. */
NQ_API void nq_pcg32_seed(nq_pcg32 *random, uint64_t seed, uint64_t stream);
NQ_API void nq_pcg64_seed(nq_pcg64 *random, uint64_t seed, uint64_t stream);

/* The next number of the stream, uniform over all 2^32 or 2^64 values. */
NQ_API uint32_t nq_pcg32_next(nq_pcg32 *random);
NQ_API uint64_t nq_pcg64_next(nq_pcg64 *random);

/* Uniform in 0 .. bound - 1 without bias (D. Lemire, "Fast Random Integer Generation in an
 * Interval", ACM TOMACS 29(1), 2019).  bound >= 1. */
NQ_API uint32_t nq_pcg32_below(nq_pcg32 *random, uint32_t bound);
NQ_API uint64_t nq_pcg64_below(nq_pcg64 *random, uint64_t bound);

/* Uniform in [0, 1) with 53 random bits. */
NQ_API double nq_pcg64_unit(nq_pcg64 *random);

/* Jump `delta` numbers ahead (modulo the period, so 2^64 - k goes back k numbers) in O(log delta)
 * (F. Brown, "Random Number Generation with Arbitrary Strides", 1994). */
NQ_API void nq_pcg32_advance(nq_pcg32 *random, uint64_t delta);
NQ_API void nq_pcg64_advance(nq_pcg64 *random, uint64_t delta_low, uint64_t delta_high);

/* Uniform random permutation of values[0 .. count - 1], in place (Fisher & Yates 1938, Durstenfeld
 * 1964). */
NQ_API void nq_pcg64_shuffle(nq_pcg64 *random, uint32_t *values, size_t count);

#endif
