/* The greedy start: queens in turn to squares without conflicts. */
#ifndef NQ_LOCAL_GREEDY_H
#define NQ_LOCAL_GREEDY_H

#include "local/greedy_parts.h"

#include <stdint.h>

/* Entries in left[] and in free_rows[]. */
uint64_t nq_greedy_room(const nq_domain *domain);

/* Place queens on squares without conflicts until no more are found.  The board depends on the
 * domain and on *random, not on the number of threads. */
nq_greedy_end nq_greedy_fill(nq_greedy *greedy);

#endif
