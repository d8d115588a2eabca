/* What the walks of backtracking and its threads share: one run, and its ends. */
#ifndef NQ_EXACT_BACKTRACKING_PARTS_H
#define NQ_EXACT_BACKTRACKING_PARTS_H

#include "board/squares.h"
#include "exact/backtracking.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct nq_backtrack_run nq_backtrack_run;
typedef struct nq_backtrack_tails nq_backtrack_tails;
typedef struct nq_backtrack_team nq_backtrack_team;

/* Visit all solutions that begin with run->rows[0 .. columns - 1]; false: the search ends. */
typedef bool nq_backtrack_walk(nq_backtrack_run *run, uint32_t columns);

struct nq_backtrack_run {
  const nq_backtrack_plan *plan;
  nq_backtrack_report *report;
  uint32_t n;
  uint64_t pause;                       /* branches at which the limits are looked at again */
  uint64_t allowed[NQ_BACKTRACK_N_MAX]; /* by column: rows that the instance leaves */
  uint32_t rows[NQ_BACKTRACK_N_MAX];
  nq_backtrack_tails *tails; /* or NULL: no table */
  uint64_t tails_taken;      /* branches that are not in the report yet */
  bool in_order;             /* nq_backtrack_walk_lines: columns in turn instead of fail-first */

  /* With threads.  The walk of the calling one goes no deeper than `shared` columns. */
  nq_backtrack_team *team; /* that takes the parts of this run, or NULL */
  uint32_t shared;
  const atomic_bool *stop; /* of a thread: looked at instead of the watch; or NULL */

  /* The first columns, where slices and fundamental solutions are told apart. */
  nq_backtrack_walk *walk; /* behind them */
  uint32_t prefix;         /* how many columns */
  uint64_t seen;           /* choices for them so far */
  uint64_t begin, end;     /* those of this slice */
};

/* Plain boards and instances, by masks alone. */
bool nq_backtrack_walk_columns(nq_backtrack_run *run, uint32_t columns);
/* With the squares left to every line in view. */
bool nq_backtrack_walk_lines(nq_backtrack_run *run, uint32_t columns);
/* The same from a view on; run->rows holds the queens that are not in open columns. */
bool nq_backtrack_explore(nq_backtrack_run *run, nq_squares *view);
/* A least board that begins with run->rows[0] has its other queens on run->allowed. */
void nq_backtrack_allow_least(nq_backtrack_run *run);

/* The table pays from the one n on and is too large from the other on. */
enum { NQ_TAIL_COLUMNS = 6, NQ_TAIL_N_LEAST = 13, NQ_TAIL_N_MOST = 18 };

/* The table of tails for n; NULL when there is no memory for it. */
nq_backtrack_tails *nq_backtrack_tails_new(uint32_t n);
void nq_backtrack_tails_free(nq_backtrack_tails *tails);
/* Visit the solutions that begin with run->rows[], all but the last NQ_TAIL_COLUMNS columns, which
 * attack these rows and diagonals in the next one; false: the search ends. */
bool nq_backtrack_take_tails(nq_backtrack_run *run, uint64_t rows, uint64_t rising,
                             uint64_t falling);

/* Small boards are not worth the threads. */
enum { NQ_TEAM_N_LEAST = 8 };

/* Search on plan->threads threads, with run->walk and what else is ready in *run.  False: no
 * thread can be had, and nothing was searched. */
bool nq_backtrack_share(nq_backtrack_run *run, bool (*walk)(nq_backtrack_run *run));
/* A part for the team: all solutions that begin with run->rows[0 .. columns - 1], or, in the end of
 * the walk of lines, those of the view; false: the search ends. */
bool nq_backtrack_hand_out(nq_backtrack_run *run, uint32_t columns, const nq_squares *view);

/* Look at the limits again after some more branches. */
void nq_backtrack_set_pause(nq_backtrack_run *run);
/* A solution stands in run->rows; false: the search ends. */
bool nq_backtrack_solution(nq_backtrack_run *run);
/* The branches have reached run->pause: the same question. */
bool nq_backtrack_goes_on(nq_backtrack_run *run);

#endif
