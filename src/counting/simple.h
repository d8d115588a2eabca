/* Small searches, and counts of symmetric solutions. */
#ifndef NQ_COUNTING_SIMPLE_H
#define NQ_COUNTING_SIMPLE_H

#include "counting/parts.h"
#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>

/* The number of solutions by plain backtracking, column by column.  1 <= n <= 31, for small n. */
uint64_t nq_count_backtracking(uint32_t n);

/* Called thousands of times a second; returns false to stop. */
typedef bool nq_count_ask(void *context);

/* Returned by a search that was stopped. */
#define NQ_COUNT_UNKNOWN UINT64_MAX

/* The number of solutions that a half turn or a quarter turn maps to themselves.  1 <= n <= 31; the
 * half turn of n = 27 takes a minute, that of n = 28 four.  `ask` may be NULL. */
uint64_t nq_count_half_turn(uint32_t n, nq_count_ask *ask, void *context);
uint64_t nq_count_quarter_turn(uint32_t n);

/* The weighted number of the unit's solutions, found one by one: much slower than joining half
 * boards, and shares only plan.c with it.  NQ_COUNT_UNKNOWN when stopped. */
uint64_t nq_count_unit_simple(uint32_t n, const count_unit *unit, nq_count_ask *ask, void *context);

#endif
