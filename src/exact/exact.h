/* The methods of exact search; solve/ has their table. */
#ifndef NQ_EXACT_EXACT_H
#define NQ_EXACT_EXACT_H

#include "board/method.h"

/* Complete search at any n: complete.h. */
extern const nq_method nq_method_backtracking;
extern const nq_search_kind nq_search_backtracking;

/* The SAT solver CaDiCaL on a CNF of the instance, if the build found it (NQ_HAVE_CADICAL).  A step
 * is a clause learned from a conflict. */
extern const nq_method nq_method_sat;
extern const nq_search_kind nq_search_sat;

/* The largest board whose squares are variables: they take some kilobytes per column. */
#define NQ_SAT_N_MAX 2048

/* The explicit solution, for plain instances only. */
extern const nq_method nq_method_construct;

#endif
