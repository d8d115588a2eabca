/* A random permutation, for boards so large that drawing it takes seconds. */
#ifndef NQ_CORE_PERMUTATION_H
#define NQ_CORE_PERMUTATION_H

#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>

/* Fill in 0 .. n - 1 in the order that nq_pcg64_shuffle gives them.  `look` as in look_stops; if
 * its progress has a total, `done` goes up to n.  False when stopped: the values are then of no
 * use. */
bool nq_permutation_draw(uint32_t *values, uint32_t n, nq_pcg64 *random, nq_look *look);

#endif
