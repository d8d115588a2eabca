/* The method genetic: a population of boards, selection, crossover, mutation, restarts. */
#ifndef NQ_SEARCH_GENETIC_H
#define NQ_SEARCH_GENETIC_H

#include "search/method.h"

nq_status nq_genetic_solve(nq_task *task, nq_error *error);

#endif
