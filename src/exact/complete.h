/* Complete search for one solution of any instance: a board, or the proof that there is none.
 *
 * MODEL.  Depth first, fail-first: the next queen goes to an open line (column or row) with few
 * squares left, and its squares are tried in turn.  A line without a square is a dead end; a line
 * with a single square gets its queen at once.  The cost depends on the open columns (open.h), not
 * on n.
 *
 * A search is a sequence of walks.  Each starts at the root with the lines and squares in a new
 * order, and ends after a number of dead ends that grows geometrically, so one of them finally
 * covers the whole tree.  There are three kinds of board:
 *
 *     diagonals   many diagonals are excluded: these are lines too (complete_diagonals.c)
 *     masks       few squares: a bit for each square left (complete_frames.h)
 *     counts      many squares: the number left on each line (complete_counts.c)
 *
 * The result depends on the instance, the seed and the stream alone, however a run is cut into
 * pieces. */
#ifndef NQ_EXACT_COMPLETE_H
#define NQ_EXACT_COMPLETE_H

#include "board/method.h"

typedef struct nq_complete nq_complete;

typedef struct nq_complete_plan {
  const nq_instance *instance;
  uint64_t seed, stream;
  const char *proof;      /* as in nq_solve_options, or NULL */
  nq_branch_trace *trace; /* or NULL */
  void *trace_context;
  bool by_counts; /* for tests: always use counts, */
  bool relaxed;   /* use the linear relaxation from the first walk on */
} nq_complete_plan;

typedef enum nq_complete_end {
  NQ_COMPLETE_STEPS,   /* the budget is spent; another run continues */
  NQ_COMPLETE_STOPPED, /* the watch stopped it; another run continues */
  NQ_COMPLETE_SOLVED,
  NQ_COMPLETE_REFUTED
} nq_complete_end;

typedef struct nq_complete_statistics {
  uint64_t branches; /* queens put in the tree that were not forced, and decisions on diagonals */
  uint64_t steps;    /* branches, and for each linear relaxation as many as take its time */
  uint64_t failures; /* dead ends: a line without a square, or none but refuted ones */
  uint64_t restarts; /* walks after the first */
  uint64_t queens;   /* all queens put: forced ones and those of looks too */
  uint32_t open;     /* open columns, known after the first run */
  uint32_t best;     /* the most of them that had a queen at once */
  uint64_t bytes;    /* of memory */
  char reason[200];  /* why there is no solution, if that is simple; else empty */
} nq_complete_statistics;

/* Prepare a search of plan->instance, which must outlive it.  On an error *search is NULL:
 * NQ_BAD_VALUE (a trace of too large a board), NQ_IO or NQ_NO_MEMORY. */
nq_status nq_complete_new(const nq_complete_plan *plan, nq_complete **search, nq_error *error);
/* Removes the proof unless nq_complete_finish was called. */
void nq_complete_free(nq_complete *search);

/* Continue the search for about `steps` more steps, and no more branches than that; 0: no limit.
 * After SOLVED or REFUTED, further calls return the same.  NQ_NO_MEMORY, NQ_IO, or NQ_UNSUPPORTED
 * (too many open columns for a proof). */
nq_status nq_complete_run(nq_complete *search, uint64_t steps, nq_watch *watch,
                          nq_complete_end *end, nq_error *error);
const nq_complete_statistics *nq_complete_statistics_of(const nq_complete *search);
/* Write the solution into n rows. */
void nq_complete_rows(const nq_complete *search, uint32_t *rows);
/* If the end was REFUTED, give the files of the proof their names.  NQ_IO. */
nq_status nq_complete_finish(nq_complete *search, nq_error *error);

#endif
