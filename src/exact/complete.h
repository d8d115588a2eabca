/* Complete search for one solution of any instance: a board, or the proof that there is none.
 *
 * MODEL.  Depth first, fail-first: the next queen goes to an open line (column or row) with few
 * squares left, and its squares are tried in turn.  A line without a square is a dead end; a line
 * with a single square gets its queen at once.  The cost depends on the open columns (open.h), not
 * on n.
 *
 * A search is a sequence of walks.  Each starts at the root with the lines and squares in a new
 * order, and ends after a number of dead ends that grows geometrically, so one of them finally
 * covers the whole tree.  There are four kinds of board:
 *
 *     diagonals   many diagonals are excluded: these are lines too (complete_diagonals.c)
 *     masks       few squares: a bit for each square left (complete_tables.h)
 *     counts      many squares: the number left on each line (complete_counts.c)
 *     textbook    that of counts, column by column in one walk (textbook.c)
 *
 * The result depends on the instance, the seed and the stream alone, however a run is cut into
 * pieces of steps.  A run that the watch has stopped does not go on. */
#ifndef NQ_EXACT_COMPLETE_H
#define NQ_EXACT_COMPLETE_H

#include "board/method.h"
#include "board/open.h"
#include "exact/sat_proof.h"

typedef struct nq_complete nq_complete;

typedef enum nq_complete_choice {
  NQ_CHOICE_NONE,  /* all were made */
  NQ_CHOICE_LATER, /* the walk pauses before it */
  NQ_CHOICE_MADE
} nq_complete_choice;

/* `open` makes search->board, in search->arrays: NQ_END if another kind suits the instance better,
 * or NQ_NO_MEMORY.  `begin` takes back all queens, for another walk.  `enter` puts the queens that
 * follow at a level and finds its choices; it counts dead ends.  `choose` makes the next choice at
 * search->level, which leads to the next level; `take_back` takes it back. */
typedef struct nq_complete_kind {
  nq_status (*open)(nq_complete *search, nq_error *error);
  void (*begin)(nq_complete *search);
  nq_verdict (*enter)(nq_complete *search, uint32_t level);
  nq_complete_choice (*choose)(nq_complete *search);
  void (*take_back)(nq_complete *search);
  bool brief; /* a walk soon finds a solution or has begun badly: restart often */
} nq_complete_kind;

extern const nq_complete_kind nq_complete_diagonals, nq_complete_masks, nq_complete_counts,
    nq_complete_textbook;

/* A queen by its numbers among the open columns and rows. */
typedef struct nq_open_square {
  uint32_t column, row;
} nq_open_square;

typedef struct nq_complete_statistics {
  uint64_t branches; /* queens put in the tree that were not forced, and decisions on diagonals */
  uint64_t steps;    /* branches, and for each linear relaxation as many as take its time */
  uint64_t failures; /* dead ends: a line without a square, or none but refuted ones */
  uint64_t restarts; /* walks after the first */
  uint64_t queens;   /* all queens put: forced ones and those of looks too; of textbook.c, squares
                        looked at */
  uint32_t open;     /* open columns, known after the first run */
  uint32_t best;     /* the most of them that had a queen at once */
  uint64_t bytes;    /* of memory */
  char reason[200];  /* why there is no solution, if that is simple; else empty */
} nq_complete_statistics;

/* The proof while it is written: complete_proof.c. */
typedef struct nq_refutation {
  nq_sat_proof *files; /* or NULL: there is none */
  bool linear;         /* in the format of VeriPB: it may use sums */
  int *literals;       /* deny the decisions, level by level */
  size_t *ends;        /* of those up to a level */
  uint64_t *clauses;   /* by level: the number of the last one that was learned there */
  int *clause;
  struct nq_derived *derived;
  size_t derived_count, derived_room;
} nq_refutation;

struct nq_complete {
  const nq_task *task;
  bool textbook;  /* preset=textbook */
  bool by_counts; /* for tests: always use counts, */
  bool relaxed;   /* use the linear relaxation from the first walk on */
  nq_open open;
  nq_pcg64 random;
  nq_complete_statistics statistics;
  nq_verdict verdict;
  bool prepared;
  uint64_t walk;          /* its number, from 1; 0: none has begun */
  uint64_t walk_failures; /* failures at which the walk ends */
  /* The walk returns when one of these is reached. */
  uint64_t pause_steps, pause_failures, pause_queens;
  nq_open_square *queens; /* on the board now, in the order they were put */
  uint32_t depth;         /* how many */
  uint32_t level;         /* of the walk */
  const nq_complete_kind *kind;
  void *board;
  nq_arrays arrays; /* of board, queens and the refutation */
  uint32_t *traced; /* for traces, n rows and n numbers of squares; or NULL */
  nq_refutation refutation;
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

/* Poll the watch, in a walk or before the first one. */
bool nq_complete_stops(const nq_complete *search);
static inline bool complete_prepare_stops(const nq_complete *search) {
  return nq_watch_poll(search->task->watch, (nq_progress){.phase = "prepare"});
}

/* Report an event: the board and the squares left, counted from scratch. */
void nq_complete_trace(const nq_complete *search, nq_branch_event event, nq_open_square square,
                       bool forced);

static inline void complete_put(nq_complete *search, nq_open_square square, bool forced) {
  search->queens[search->depth++] = square;
  search->statistics.queens++;
  if (search->depth > search->statistics.best) search->statistics.best = search->depth;
  if (search->traced != NULL) nq_complete_trace(search, NQ_BRANCH_PLACE, square, forced);
}

/* Take back the last queen and return it; the caller updates its board. */
static inline nq_open_square complete_take_back(nq_complete *search) {
  nq_open_square square = search->queens[--search->depth];
  if (search->traced != NULL) nq_complete_trace(search, NQ_BRANCH_TAKE_BACK, square, false);
  return square;
}

static inline void complete_take_back_to(nq_complete *search, uint32_t depth) {
  while (search->depth > depth) complete_take_back(search);
}

/* The board as it stands is a dead end. */
static inline void complete_refuse(nq_complete *search) {
  search->statistics.failures++;
  if (search->traced != NULL && search->depth > 0)
    nq_complete_trace(search, NQ_BRANCH_REFUSE, search->queens[search->depth - 1], false);
}

/* ---- Proofs ---- */

static inline bool complete_proves(const nq_complete *search) {
  return search->refutation.files != NULL;
}

/* Write the formula of the open part.  NQ_NO_MEMORY, NQ_UNSUPPORTED (too many open columns). */
nq_status nq_refutation_begin(nq_complete *search, nq_error *error);
/* Begin decision `level`, from 0, as one that follows; assume squares with or without a queen. */
void nq_refutation_follow(nq_complete *search, uint32_t level);
void nq_refutation_assume(nq_complete *search, uint32_t level, nq_open_square square, bool queen);
/* Decide on a queen.  The last square of a line follows from the refuted ones, so it is not a
 * decision. */
void nq_refutation_decide(nq_complete *search, uint32_t level, nq_open_square square, bool last);
/* The decisions up to `level` were refuted. */
void nq_refutation_learn(nq_complete *search, uint32_t level);
/* Remember the number of a clause or a sum that holds below the decisions before `level`, to delete
 * it after them. */
void nq_refutation_note(nq_complete *search, uint64_t number, uint32_t level);
/* Close the files, which are kept if `refuted`; as nq_sat_proof_close. */
nq_status nq_refutation_close(nq_complete *search, bool refuted, nq_error *error);

#endif
