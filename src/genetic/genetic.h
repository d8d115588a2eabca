/* The method genetic: a population of boards, selection, crossover, mutation, restarts. */
#ifndef NQ_GENETIC_GENETIC_H
#define NQ_GENETIC_GENETIC_H

#include "board/method.h"

nq_status nq_genetic_solve(nq_task *task, nq_error *error);

#endif
