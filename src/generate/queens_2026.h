/* The suite queens-2026, which is never changed; a new one gets a new name. */
#ifndef NQ_GENERATE_QUEENS_2026_H
#define NQ_GENERATE_QUEENS_2026_H

#include "nqueens.h"

extern const nq_suite nq_queens_2026_smoke, nq_queens_2026_main, nq_queens_2026_open;

#endif
