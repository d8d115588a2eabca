/* The method min-conflicts: local search from a start board, with restarts. */
#ifndef NQ_LOCAL_MIN_CONFLICTS_H
#define NQ_LOCAL_MIN_CONFLICTS_H

#include "board/method.h"

#include <stdint.h>

nq_status nq_min_conflicts_solve(nq_task *task, nq_error *error);
extern const nq_option nq_min_conflicts_table[];

/* How many tries walk `index` gets: `patience` times 1, or times the element of the Luby sequence
 * 1 1 2 1 1 2 4 .. (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms",
 * Information Processing Letters 47, 1993). */
uint64_t nq_min_conflicts_budget(nq_restart restart, uint64_t patience, uint32_t index);

#endif
