/* Backtracking with preset textbook. */
#ifndef NQ_EXACT_TEXTBOOK_H
#define NQ_EXACT_TEXTBOOK_H

#include "board/method.h"

/* Solve by options->backtracking.  NQ_UNSUPPORTED: n over NQ_TRACE_N_MAX; NQ_NO_MEMORY. */
nq_status nq_textbook_solve(nq_task *task, nq_error *error);

#endif
