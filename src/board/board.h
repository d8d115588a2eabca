/* Boards inside the library. */
#ifndef NQ_BOARD_BOARD_H
#define NQ_BOARD_BOARD_H

#include "nqueens.h"

#include <stdint.h>

/* As nq_board_init, but the rows are left as they come: zero. */
nq_status nq_board_reserve(nq_board *board, uint32_t n, nq_error *error);

#endif
