/* The checker's quick way: most boards that it sees are solutions. */
#ifndef NQ_BOARD_CLEAN_H
#define NQ_BOARD_CLEAN_H

#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>

/* True when every row is below n and no two queens attack each other.  False otherwise, and when
 * memory cannot be had or `watch`, which may be NULL, says stop: then nothing is known.  Up to
 * `threads` threads. */
bool nq_rows_are_clean(const uint32_t *rows, uint32_t n, unsigned threads, nq_watch *watch);

/* The bytes that it allocates: n/4 a thread, for at most three of them. */
uint64_t nq_clean_bytes(uint32_t n, unsigned threads);

#endif
