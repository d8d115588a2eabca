/* The number of solutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NQUEENS_COUNT_H
#define NQUEENS_COUNT_H

#include "nqueens/base.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Counting -------------------------------------------------------------------------------- */

/* Largest n that can be counted. */
#define NQ_COUNT_N_MAX 27

/* The exact number of solutions of the plain problem into *solutions, on `threads` threads, >= 1.
 * `progress`, or NULL, is asked with the phase "count"; when it returns false the count ends with
 * *interrupted true (false otherwise) and *solutions 0.  NQ_BAD_VALUE (n = 0, no thread),
 * NQ_UNSUPPORTED (n > NQ_COUNT_N_MAX), NQ_NO_MEMORY, NQ_INTERNAL. */
NQ_API nq_status nq_count(uint32_t n, unsigned threads, nq_progress_function *progress,
                          void *context, uint64_t *solutions, bool *interrupted, nq_error *error);

#ifdef __cplusplus
}
#endif
#endif
