/* Boards inside the library: as nq_board_init, but the rows are left as they come (zero). */
#ifndef NQ_CORE_BOARD_H
#define NQ_CORE_BOARD_H

#include "nqueens.h"

#include <stdint.h>

nq_status nq_board_reserve(nq_board *board, uint32_t n, nq_error *error);

#endif
