/* Stage 2 of a greedy start: the columns that the blocks left over; local/greedy.h has the whole. */
#ifndef NQ_LOCAL_GREEDY_PAIRS_H
#define NQ_LOCAL_GREEDY_PAIRS_H

#include "local/greedy.h"

#include <stdbool.h>

/* Place queens in the columns left[0 .. left_count - 1], in their order, on random rows of
 * free_rows[0 .. left_count - 1]; both then hold what still is without a queen.  The same board for
 * every greedy->threads.  False when it was stopped. */
bool nq_greedy_fill_pairs(nq_greedy *greedy);

#endif
