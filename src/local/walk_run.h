/* One walk from its start board to its end. */
#ifndef NQ_LOCAL_WALK_RUN_H
#define NQ_LOCAL_WALK_RUN_H

#include "local/walk.h"

#include <stdint.h>

/* Run walk number `index` from its start board to its end: at most `tries` tries and `steps` steps
 * (both >= 1). */
void nq_walk_run(nq_walk *walk, uint32_t index, uint64_t tries, uint64_t steps);

#endif
