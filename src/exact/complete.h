/* Complete search for one solution of any instance: a board, or the proof that there is none.
 *
 * MODEL.  Depth first, fail-first: the next queen goes to an open line, column or row, with the
 * fewest squares left, and its squares are tried in turn.  A line without a square is a dead end,
 * one with a single square is given its queen at once.  What it costs depends on the open columns
 * (open.h), not on n.
 *
 * A search is a sequence of walks.  Each begins at the root with lines and squares in another
 * order, and breaks off after a number of dead ends that grows geometrically: so in the end one
 * goes through the whole tree.  Two kinds of board do the walks:
 *
 *     masks    few squares: a bit for each square that is left (complete_masks.c)
 *     counts   many: how many are left on each line (complete_counts.c)
 *
 * All is determined by the instance, the seed and the stream; how a run is cut into pieces does not
 * matter. */
#ifndef NQ_EXACT_COMPLETE_H
#define NQ_EXACT_COMPLETE_H

#include "board/method.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nq_complete nq_complete;

typedef struct nq_complete_plan {
  const nq_instance *instance;
  uint64_t seed, stream;
  const char *proof;      /* as in nq_solve_options, or NULL */
  nq_branch_trace *trace; /* or NULL */
  void *trace_context;
  bool by_counts; /* also where masks are faster: for tests */
} nq_complete_plan;

typedef enum nq_complete_end {
  NQ_COMPLETE_BRANCHES, /* the budget is spent: run it again to go on */
  NQ_COMPLETE_STOPPED,  /* the watch said stop; it can go on all the same */
  NQ_COMPLETE_SOLVED,
  NQ_COMPLETE_REFUTED
} nq_complete_end;

typedef struct nq_complete_statistics {
  uint64_t branches; /* queens put on a square that was not the last one left to a line */
  uint64_t failures; /* dead ends: a line without a square */
  uint64_t restarts; /* walks after the first */
  uint64_t queens;   /* all queens put, forced ones too */
  uint32_t open;     /* columns, once a run has begun */
  uint32_t best;     /* most of these with a queen at a time */
  uint64_t bytes;    /* of memory */
  char reason[200];  /* why there is no solution, where no search was needed; or empty */
} nq_complete_statistics;

/* A search of plan->instance, which must outlive it; nothing is done yet.  NQ_BAD_VALUE: a trace of
 * too large a board; NQ_IO; NQ_NO_MEMORY: *search is NULL then. */
nq_status nq_complete_new(const nq_complete_plan *plan, nq_complete **search, nq_error *error);
/* Without nq_complete_finish no proof is left. */
void nq_complete_free(nq_complete *search);

/* Search on for at most `branches` more branches; 0: without limit.  NQ_NO_MEMORY, NQ_IO,
 * NQ_UNSUPPORTED: a proof with too many open columns.  After SOLVED or REFUTED, further calls return
 * the same. */
nq_status nq_complete_run(nq_complete *search, uint64_t branches, nq_watch *watch,
                          nq_complete_end *end, nq_error *error);
const nq_complete_statistics *nq_complete_statistics_of(const nq_complete *search);
/* The board that was found, into n rows. */
void nq_complete_rows(const nq_complete *search, uint32_t *rows);
/* Give the proof's files their names, where it was REFUTED.  NQ_IO. */
nq_status nq_complete_finish(nq_complete *search, nq_error *error);

#endif
