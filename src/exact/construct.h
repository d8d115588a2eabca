/* The method construct: the explicit solution, for plain instances only. */
#ifndef NQ_EXACT_CONSTRUCT_H
#define NQ_EXACT_CONSTRUCT_H

#include "board/method.h"

nq_status nq_construct_require(const nq_instance *instance, nq_error *error);
nq_status nq_construct_solve(nq_task *task, nq_error *error);

#endif
