/* Lines of one number, or of two. */
#ifndef NQ_FORMAT_READ_COLUMNS_H
#define NQ_FORMAT_READ_COLUMNS_H

#include "format/read/block.h"

#include <stdint.h>

/* After a line of one number, which started at `start`: n rows, n and n rows or squares, the digits
 * of boards, or boards of n = 1. */
nq_status nq_columns_take_one(nq_block *state, nq_place start);
/* After a line of two numbers: squares, n of them if n is not 0. */
nq_status nq_columns_take_two(nq_block *state, uint64_t n, nq_label like);
/* After a line of three numbers: an index and a square each, or n^2 squares with 0 or 1.  NQ_END,
 * and nothing more is taken, if the lines are neither. */
nq_status nq_columns_take_three(nq_block *state);

#endif
