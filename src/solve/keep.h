/* A solution that moves few queens of the board that its search started from. */
#ifndef NQ_SOLVE_KEEP_H
#define NQ_SOLVE_KEEP_H

#include "board/method.h"

/* NQ_BAD_VALUE unless options->from is a board of n queens, or NULL and options->keep is false. */
nq_status nq_keep_require(const nq_solve_options *options, uint32_t n, nq_error *error);

/* Count the queens of options->from that the solution in task->rows has moved.  With options->keep,
 * first change the solution so that it moves fewer.  NQ_NO_MEMORY, or NQ_OK; where the watch stops
 * it early, with what it has found. */
nq_status nq_keep_queens(nq_task *task, nq_error *error);

#endif
