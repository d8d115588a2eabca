/* Stage 1 of a greedy start on many columns; local/greedy.h has the whole. */
#ifndef NQ_LOCAL_GREEDY_BLOCKS_H
#define NQ_LOCAL_GREEDY_BLOCKS_H

#include "local/greedy.h"

#include <stdbool.h>

/* Place most queens, n > 512; rows[] is NQ_EMPTY for the columns left over.  The same board for
 * every greedy->threads.  False when it was stopped. */
bool nq_greedy_fill_blocks(nq_greedy *greedy);

#endif
