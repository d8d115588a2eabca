/* What the boards of a complete search (complete.h) share. */
#ifndef NQ_EXACT_COMPLETE_PARTS_H
#define NQ_EXACT_COMPLETE_PARTS_H

#include "exact/complete.h"
#include "board/open.h"

typedef struct nq_complete_tracer nq_complete_tracer;
typedef struct nq_refutation nq_refutation;

typedef enum nq_walk_end {
  NQ_WALK_PAUSED, /* before a step: another walk may begin instead */
  NQ_WALK_MIDWAY, /* within a step: the same walk must go on */
  NQ_WALK_SOLVED,
  NQ_WALK_REFUTED
} nq_walk_end;

/* A kind of board.  `open` makes it, in search->board and search->arrays: NQ_END if another kind suits
 * the instance better, or NQ_NO_MEMORY.  `begin` begins another walk; `go` continues it until it
 * pauses or ends. */
typedef struct nq_complete_kind {
  nq_status (*open)(nq_complete *search, nq_watch *watch, nq_error *error);
  void (*close)(void *board); /* what is not in the arrays; or NULL */
  nq_walk_end (*begin)(nq_complete *search);
  nq_walk_end (*go)(nq_complete *search);
  bool brief; /* a walk soon finds a solution or has begun badly: restart often */
} nq_complete_kind;

extern const nq_complete_kind nq_complete_diagonals, nq_complete_masks, nq_complete_counts;

/* A queen by its numbers among the open columns and rows. */
typedef struct nq_open_square {
  uint32_t column, row;
} nq_open_square;

struct nq_complete {
  nq_complete_plan plan;
  nq_open open;
  nq_pcg64 random;
  nq_complete_statistics statistics;
  nq_complete_end end; /* STOPPED until it is known */
  bool prepared;
  uint64_t walk_failures; /* failures at which the walk ends */
  uint64_t walk;          /* its number, from 1; 0: none has begun */
  bool midway;            /* it paused within a step */
  /* The walk returns when one of these is reached. */
  uint64_t pause_steps, pause_failures, pause_queens;
  nq_open_square *queens; /* on the board now, in the order they were put */
  uint32_t depth;         /* how many */
  const nq_complete_kind *kind;
  void *board;
  nq_arrays arrays;           /* of board and queens */
  nq_complete_tracer *tracer; /* or NULL */
  nq_refutation *refutation;  /* the proof, or NULL */
  size_t literals_most; /* of its decisions, and the most levels; 0: one for each open column */
};

static inline bool complete_pauses(const nq_complete *search) {
  return search->statistics.steps >= search->pause_steps ||
         search->statistics.failures >= search->pause_failures ||
         search->statistics.queens >= search->pause_queens;
}

static inline void complete_branch(nq_complete *search) {
  search->statistics.branches++;
  search->statistics.steps++;
}

/* Poll the watch before the first walk. */
static inline bool complete_prepare_stops(nq_watch *watch) {
  return nq_watch_poll(watch, (nq_progress){.phase = "prepare"});
}

/* ---- Traces ---- */

nq_status nq_complete_tracer_new(nq_complete *search, nq_error *error);
void nq_complete_tracer_free(nq_complete_tracer *tracer);
void nq_complete_trace(nq_complete *search, nq_branch_event event, nq_open_square square,
                       bool forced);

static inline void complete_put(nq_complete *search, nq_open_square square, bool forced) {
  search->queens[search->depth++] = square;
  search->statistics.queens++;
  if (search->depth > search->statistics.best) search->statistics.best = search->depth;
  if (search->tracer != NULL) nq_complete_trace(search, NQ_BRANCH_PLACE, square, forced);
}

/* Take back the last queen and return it; the caller updates its board. */
static inline nq_open_square complete_take_back(nq_complete *search) {
  nq_open_square square = search->queens[--search->depth];
  if (search->tracer != NULL) nq_complete_trace(search, NQ_BRANCH_TAKE_BACK, square, false);
  return square;
}

static inline void complete_take_back_to(nq_complete *search, uint32_t depth) {
  while (search->depth > depth) complete_take_back(search);
}

/* The board as it stands is a dead end. */
static inline void complete_refuse(nq_complete *search) {
  search->statistics.failures++;
  if (search->tracer != NULL && search->depth > 0)
    nq_complete_trace(search, NQ_BRANCH_REFUSE, search->queens[search->depth - 1], false);
}

/* ---- Proofs ---- */

nq_status nq_refutation_open(nq_complete *search, nq_error *error);
/* Write the formula of the open part. */
nq_status nq_refutation_state(nq_complete *search, nq_watch *watch, nq_error *error);
/* It may use sums, since it is in the format of VeriPB. */
bool nq_refutation_is_linear(const nq_complete *search);
/* Begin decision `level`, from 0, as one that follows; assume squares with or without a queen. */
void nq_refutation_begin(nq_complete *search, uint32_t level);
void nq_refutation_assume(nq_complete *search, uint32_t level, nq_open_square square, bool queen);
/* Decide on a queen.  The last square of a line follows from the refuted ones, so it is not a
 * decision. */
void nq_refutation_decide(nq_complete *search, uint32_t level, nq_open_square square, bool last);
/* The decisions up to `level` were refuted.  Returns the clause's number, or 0. */
uint64_t nq_refutation_learn(nq_complete *search, uint32_t level);
/* As those of sat_proof.h; the sum refutes the decisions before `level`. */
void nq_refutation_add(nq_complete *search, uint64_t number, uint64_t times);
void nq_refutation_add_line(nq_complete *search, uint64_t line, bool least, uint64_t times);
void nq_refutation_end_sum(nq_complete *search, uint32_t level);
/* The bytes of both files so far, and whether writing failed.  May be called without a proof. */
uint64_t nq_refutation_bytes(const nq_complete *search);
bool nq_refutation_failed(const nq_complete *search);
/* Keep the files if the search ended as REFUTED and `commit` is set. */
nq_status nq_refutation_close(nq_complete *search, bool commit, nq_error *error);

#endif
