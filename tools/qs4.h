/* A plain QS4, the yardstick of tools/bench. */
#ifndef NQ_TOOLS_QS4_H
#define NQ_TOOLS_QS4_H

#include <stdbool.h>
#include <stdint.h>

/* Solve the plain problem of size n >= 4 into rows[0 .. n - 1].  False when memory is short. */
bool qs4_solve(uint32_t *rows, uint32_t n, uint64_t seed);

/* Bytes that it allocates, including the rows. */
uint64_t qs4_bytes(uint32_t n);

#endif
