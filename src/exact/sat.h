/* The method `sat`: the SAT solver CaDiCaL decides a CNF of the instance.
 *
 * Only if the build found CaDiCaL (NQ_HAVE_CADICAL); otherwise the table of methods does not have
 * it. */
#ifndef NQ_EXACT_SAT_H
#define NQ_EXACT_SAT_H

#include "board/method.h"

/* The squares of the largest board are variables in memory: some kilobytes a column. */
#define NQ_SAT_N_MAX 2048

/* NQ_UNSUPPORTED when n is larger.  A step is a clause learned from a conflict; the limit of steps
 * is one of conflicts. */
nq_status nq_sat_require(const nq_instance *instance, nq_error *error);
nq_status nq_sat_solve(nq_task *task, nq_error *error);
extern const nq_option nq_sat_table[];

#endif
