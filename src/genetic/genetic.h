/* The method genetic: a population of boards, selection, crossover, mutation, restarts. */
#ifndef NQ_GENETIC_GENETIC_H
#define NQ_GENETIC_GENETIC_H

#include "board/method.h"

extern const nq_method nq_method_genetic;

#endif
