/* A board for textbook methods: any allowed rows at the start, then one queen moves at a time.
 *
 * MODEL.  Queens stay in their columns.  A move takes the queen of a column to another allowed row;
 * placed queens do not move.  Each change of conflicts that is computed is an evaluation, in O(1)
 * on the counters of board/conflicts.h. */
#ifndef NQ_LOCAL_MOVER_H
#define NQ_LOCAL_MOVER_H

#include "board/conflicts.h"
#include "board/domain.h"
#include "board/method.h"
#include "core/random.h"

typedef struct nq_mover {
  nq_task *task;
  nq_domain domain;
  nq_conflicts *conflicts;
  uint32_t *column; /* columns whose queens may move */
  uint32_t columns;
  uint64_t
      squares; /* of these columns, allowed or not: the size of the neighbourhood and columns */
  nq_pcg64 random;
  const struct nq_mover_plan *plan;
  uint64_t evaluations, steps;
  uint64_t before;          /* evaluations when this start board was begun */
  uint64_t restarts, step;  /* this start board, from 0; steps since it */
  uint64_t fewest;          /* conflicts at the end of any start board */
  uint64_t start_conflicts; /* of this start board */
  uint64_t polled;          /* evaluations at the last poll */
  bool stopped;             /* by the watch or the limit of steps */
} nq_mover;

/* What makes a method of moves. */
typedef struct nq_mover_plan {
  /* Go from a start board to a solution, to where the method gives it up, or to a stop. */
  void (*search)(nq_mover *mover, const void *own);
  const void *own;       /* the method's options, all chosen */
  bool permutes;         /* start boards are permutations of the rows: plain boards only */
  uint64_t restarts;     /* at most; the task may allow fewer */
  const char *exhausted; /* why the result is unknown after the last of them */
  nq_step_trace *trace;  /* or NULL */
  void *trace_context;
} nq_mover_plan;

/* Search from one start board after the other, and fill in the result; there is none to search
 * where the instance is seen to have no solution.  NQ_BAD_VALUE: a trace of too large a board;
 * NQ_NO_MEMORY. */
nq_status nq_mover_run(nq_task *task, const nq_mover_plan *plan, nq_error *error);

/* Move the queen of `column`; exchange the rows of two queens.  Each is a step. */
void nq_mover_move(nq_mover *mover, uint32_t column, uint32_t row);
void nq_mover_swap(nq_mover *mover, uint32_t column_a, uint32_t column_b);

/* The change of the conflicts if the queen of `column` moved to `row`: an evaluation. */
static inline int64_t mover_evaluate(nq_mover *mover, uint32_t column, uint32_t row) {
  const nq_conflicts *conflicts = mover->conflicts;
  mover->evaluations++;
  return (int64_t)conflicts_at(conflicts, column, row) -
         (int64_t)conflicts_at(conflicts, column, conflicts->rows[column]);
}

/* Must the run end?  Polls the watch now and then. */
bool nq_mover_must_stop(nq_mover *mover);

#endif
