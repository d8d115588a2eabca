/* Shared by the walks of backtracking and its threads: a run, and its ends. */
#ifndef NQ_EXACT_BACKTRACKING_PARTS_H
#define NQ_EXACT_BACKTRACKING_PARTS_H

#include "board/open.h"
#include "exact/backtracking.h"

#include <stdatomic.h>

typedef struct nq_backtrack_run nq_backtrack_run;
typedef struct nq_backtrack_tails nq_backtrack_tails;
typedef struct nq_backtrack_team nq_backtrack_team;

/* Visits all solutions that begin with run->rows[0 .. columns - 1]; false: the search ends. */
typedef bool nq_backtrack_walk(nq_backtrack_run *run, uint32_t columns);

struct nq_backtrack_run {
  nq_backtrack_plan plan; /* that of a part has its visitor and its limit of solutions */
  nq_enumerate_result report;
  uint32_t n;
  uint64_t pause;                       /* number of branches at the next look at the limits */
  uint64_t allowed[NQ_BACKTRACK_N_MAX]; /* by column: rows that the instance allows */
  uint32_t rows[NQ_BACKTRACK_N_MAX];
  uint32_t columns;          /* that the walk fills: parts, solutions or tails follow */
  const nq_squares *view;    /* of a part of the walk of lines: from here on; or NULL */
  nq_backtrack_tails *tails; /* or NULL: no table */
  uint64_t tails_taken;      /* branches not yet in the report */

  nq_backtrack_team *team; /* that takes the parts, or that this part is of */
  /* Hand a part to the team: all solutions that begin with the columns filled or, in the walk of
   * lines, those of the view.  False: the search ends.  NULL: there are no parts. */
  bool (*hand_out)(nq_backtrack_run *run, const nq_squares *view);
  const atomic_bool *stop; /* of a thread: polled instead of the watch; or NULL */

  /* The first columns, which decide about slices and fundamental solutions. */
  nq_backtrack_walk *walk; /* for the columns after them */
  uint32_t prefix;         /* their number */
  uint64_t seen;           /* choices for them so far */
  uint64_t begin, end;     /* the choices of this slice */
};

static inline uint64_t row_bit(uint32_t row) {
  return UINT64_C(1) << row;
}

/* With the squares left in every line. */
bool nq_backtrack_walk_lines(nq_backtrack_run *run, uint32_t columns);
/* Allow the squares of boards that begin with run->rows[0] and are the least of their images. */
void nq_backtrack_allow_least(nq_backtrack_run *run);

/* Threads do not pay for smaller boards. */
enum { NQ_TEAM_N_LEAST = 8 };

/* Search with plan->threads threads from the prepared *run.  False: no thread could be started, and
 * nothing was searched. */
bool nq_backtrack_share(nq_backtrack_run *run, bool (*walk)(nq_backtrack_run *run));

/* Set the number of branches at the next look at the limits. */
void nq_backtrack_set_pause(nq_backtrack_run *run);
/* Report the solution in run->rows; false: the search ends. */
bool nq_backtrack_solution(nq_backtrack_run *run);
/* Look at the limits, since the branches have reached run->pause; false: the search ends. */
bool nq_backtrack_goes_on(nq_backtrack_run *run);

#endif
