/* What solves: the method auto, the queens of a start board, and large boards. */
#ifndef NQ_SOLVE_PARTS_H
#define NQ_SOLVE_PARTS_H

#include "board/method.h"
#include "parallel/party.h"

/* Searches that take turns. */
extern const nq_method nq_method_auto;

/* NQ_BAD_VALUE where an option of every method is out of range. */
nq_status nq_solve_require(const nq_solve_options *options, nq_error *error);

/* NQ_BAD_VALUE unless options->from is a board of n queens, or NULL and options->keep is false. */
nq_status nq_keep_require(const nq_solve_options *options, uint32_t n, nq_error *error);

/* Count the queens of options->from that the solution in task->rows has moved.  With options->keep,
 * first change the solution so that it moves fewer.  NQ_NO_MEMORY, or NQ_OK; where the watch stops
 * it early, with what it has found. */
nq_status nq_keep_queens(nq_task *task, nq_error *error);

/* nq_large_solve by a party, at all of its ranks, but without a check, which is the caller's:
 * `board` writes and reads the same rows at all ranks.  NULL: nq_large_solve. */
nq_status nq_large_solve_party(const nq_large_board *board, const nq_solve_options *options,
                               nq_party *party, nq_result *result, nq_error *error);

#endif
