/* What the checker takes beyond the board. */
#ifndef NQ_CORE_CHECK_H
#define NQ_CORE_CHECK_H

#include "nqueens.h"

/* The bytes that nq_check allocates for a board of size n: about n/2. */
uint64_t nq_check_bytes(uint32_t n);

#endif
