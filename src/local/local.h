/* What local search offers to solve/. */
#ifndef NQ_LOCAL_LOCAL_H
#define NQ_LOCAL_LOCAL_H

#include "board/method.h"
#include "parallel/party.h"

/* Walks from start boards, with restarts. */
extern const nq_method nq_method_min_conflicts;

/* textbook.c */
extern const nq_method nq_method_hill_climbing, nq_method_annealing;

/* Every option at its default. */
#define NQ_MIN_CONFLICTS_DEFAULTS ((nq_min_conflicts_options){.walk = -1})
#define NQ_HILL_CLIMBING_DEFAULTS                                                                  \
  ((nq_hill_climbing_options){.sideways = -1, .restarts = UINT64_MAX})
#define NQ_ANNEALING_DEFAULTS                                                                      \
  ((nq_annealing_options){.start_temperature = -1, .end_temperature = -1})

/* The same walks, one after another in one thread, for the method auto.  A step is a try. */
extern const nq_search_kind nq_search_min_conflicts;

/* The steps of min-conflicts, for boards that other methods made. */
extern const nq_improver nq_improver_min_conflicts;

/* Tries of walk `index`: `patience`, or `patience` times an element of the Luby sequence
 * 1 1 2 1 1 2 4 .. (M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms",
 * Information Processing Letters 47, 1993). */
uint64_t nq_min_conflicts_budget(nq_restart restart, uint64_t patience, uint32_t index);

/* Columns of a large board that was solved, but not yet written. */
typedef struct nq_rounds_unwritten nq_rounds_unwritten;

/* rounds/solve.c: solve a large board, without a check; with a party, at all of its ranks.  Unless
 * *unwritten is NULL then, some columns are still to be written. */
nq_status nq_rounds_solve(const nq_large_board *board, const nq_solve_options *options,
                          nq_party *party, nq_watch *watch, nq_rounds_unwritten **unwritten,
                          nq_result *result, nq_error *error);

/* rounds/unwritten.c: the board, for a check: `read` also writes the columns that are still to be
 * written.  The first time, columns are read from left to right, all of them.  One thread at a
 * time. */
nq_large_board nq_rounds_finishing(nq_rounds_unwritten *unwritten);
void nq_rounds_unwritten_free(nq_rounds_unwritten *unwritten);

#endif
