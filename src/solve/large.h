/* Large boards, by several processes. */
#ifndef NQ_SOLVE_LARGE_H
#define NQ_SOLVE_LARGE_H

#include "nqueens.h"
#include "parallel/party.h"

/* nq_large_solve by a party, at all of its ranks, but without a check, which is the caller's:
 * `board` writes and reads the same rows at all ranks.  NULL: nq_large_solve. */
nq_status nq_large_solve_party(const nq_large_board *board, const nq_solve_options *options,
                               nq_party *party, nq_result *result, nq_error *error);

#endif
