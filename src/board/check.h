/* The checker inside the library. */
#ifndef NQ_BOARD_CHECK_H
#define NQ_BOARD_CHECK_H

#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>

/* As nq_check, on up to `threads` threads, and with `watch`, which may be NULL, asked in between.  When
 * it says stop, *stopped is set and the report says nothing. */
nq_status nq_check_watched(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                           unsigned threads, nq_watch *watch, nq_check_report *report,
                           bool *stopped, nq_error *error);

/* The bytes that it allocates for a board of size n: about n/2 for one or two threads, 3n/4 for
 * more. */
uint64_t nq_check_bytes(uint32_t n, unsigned threads);

/* Largest n of nq_check_small. */
#define NQ_CHECK_SMALL_N 64

/* Only the verdict of nq_check on a plain board of up to 64 columns, for callers with millions of
 * boards. */
bool nq_check_small(const uint32_t *rows, uint32_t n);

#endif
