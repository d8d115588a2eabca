/* Large boards, by several processes. */
#ifndef NQ_SOLVE_LARGE_H
#define NQ_SOLVE_LARGE_H

#include "core/party.h"
#include "nqueens.h"

/* nq_large_solve by a party, at all of its ranks: `board` writes and reads the same rows there.  `party`
 * may be NULL.  The verdict, the board and the status are the same at all ranks, unless rank 0, which
 * alone checks the board, was stopped meanwhile. */
nq_status nq_large_solve_party(const nq_large_board *board, const nq_solve_options *options,
                               nq_party *party, nq_result *result, nq_error *error);

#endif
