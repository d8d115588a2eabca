/* Test boards and instances, each with its known answer.
 *
 * Every answer that a generator claims has been checked or proved.
 *
 * MODEL.  A kind is an entry of the table in generate.c.  Item i of a run draws from the random
 * stream (seed, NQ_GENERATE_STREAM + i), or its solver draws from (seed, i).  So it depends on the
 * options and i alone, and threads may make items in any order. */
#ifndef NQ_GENERATE_KINDS_H
#define NQ_GENERATE_KINDS_H

#include "board/conflicts.h"
#include "core/option.h"
#include "exact/backtracking.h"
#include "parallel/work.h"

/* Differs from the solvers' streams, item << 32 | walk, for the first 2^30 items. */
#define NQ_GENERATE_STREAM (UINT64_C(1) << 62)

/* One call of nq_generate. */
typedef struct nq_generating {
  nq_generate_options options;
  const struct nq_generate_entry *entry;
  nq_watch *watch;
  nq_generate_visit *visit; /* of the items; NULL in other processes */
  unsigned solver_threads;  /* that a solver may use for one item */
  uint8_t *solutions;       /* uniform ones for all items, n rows each; or NULL */
  struct nq_split *split;   /* of puzzles; or NULL */
} nq_generating;

/* Check the options and prepare the kind; release it in any case. */
nq_status nq_generate_begin(nq_generating *generation, nq_error *error);
void nq_generate_end(nq_generating *generation);
/* The number of threads that make items; an item may use all threads if this is 1. */
unsigned nq_generate_threads(const nq_generate_options *options);

/* Make an item: a unit of work is its index, the result an nq_generated. */
nq_status nq_generate_make_item(void *job, void *worker, const void *unit, void *result,
                                nq_error *error);
void nq_generate_release(void *result);

/* One that is not made yet. */
nq_generated nq_generate_blank(const nq_generate_options *options, const nq_generate_kind *kind,
                               uint64_t index);

/* Items that another process may make: items.c */
extern const nq_work_kind nq_generate_work;

/* ---- The table ---- */

/* An item that is being made. */
typedef struct nq_making {
  const nq_generating *generation;
  nq_generated *item;
  uint32_t n;
  nq_pcg64 random;
  nq_look look;     /* for loops elsewhere */
  nq_arrays arrays; /* freed when it is made */
  nq_error *error;
} nq_making;

/* Check n and the parameters, and fill in defaults. */
typedef nq_status nq_generate_prepare(nq_generating *generation, nq_error *error);

/* Fill in the item's instance and the answer, or its board, which is judged afterwards.  The other
 * members are set already, from the options.  NQ_END when the watch stops the run. */
typedef nq_status nq_generate_make(nq_making *at);

typedef enum nq_makes {
  NQ_MAKES_INSTANCE,
  NQ_MAKES_BOARD,    /* reserved, with n rows */
  NQ_MAKES_SOLUTION, /* the same, valid */
  NQ_MAKES_FAULT     /* the same, not valid; its length may change */
} nq_makes;

typedef struct nq_generate_entry {
  nq_generate_kind kind;
  nq_makes makes;
  nq_generate_prepare *prepare; /* or NULL */
  nq_generate_make *make;
} nq_generate_entry;

/* The parameters, in the order of nq_generate_parameter. */
extern const nq_option nq_generate_table[];
/* "completion, blocked": the kinds that take the parameter. */
void nq_generate_takers(const nq_option *parameter, char *text, size_t size);

nq_generate_prepare nq_solved_prepare, nq_typical_prepare, nq_near_prepare, nq_symmetric_prepare,
    nq_toroidal_prepare, nq_corrupt_prepare, nq_partial_prepare, nq_unique_prepare,
    nq_sampled_prepare, nq_hard_prepare, nq_unsolvable_prepare, nq_puzzles_prepare;
nq_generate_make nq_solved_make, nq_typical_make, nq_near_make, nq_random_make, nq_permutation_make,
    nq_symmetric_make, nq_toroidal_make, nq_corrupt_make, nq_plain_make, nq_partial_make,
    nq_unique_make, nq_sampled_make, nq_hard_make, nq_unsolvable_make, nq_puzzles_make;
void nq_split_free(struct nq_split *split);

/* The suite queens-2026, which is never changed: a new one gets a new name. */
extern const nq_suite nq_queens_2026_smoke, nq_queens_2026_main, nq_queens_2026_open;

/* ---- What the kinds share: shared.c ---- */

/* Poll the watch; true when the run must stop.  The second function polls at few of the steps
 * i = 0, 1, .. of a long loop. */
bool nq_generate_poll(const nq_generating *generation);
bool nq_generate_poll_at(const nq_making *at, uint64_t i);

/* NQ_NO_MEMORY, with a message about n. */
nq_status nq_generate_no_memory(uint32_t n, nq_error *error);

/* NQ_NONE for n = 2 and n = 3, where no solution exists. */
nq_status nq_generate_require_solution(uint32_t n, nq_error *error);

/* Fill in the default of a parameter; NQ_BAD_VALUE unless it is from `least` to `most`. */
nq_status nq_generate_settle(nq_generating *generation, nq_generate_parameter parameter,
                             uint64_t fallback, uint64_t least, uint64_t most, nq_error *error);

/* A number below `bound`. */
static inline uint32_t next_below(nq_making *at, uint32_t bound) {
  return (uint32_t)nq_pcg64_below(&at->random, bound);
}

/* An nq_progress_function for a run inside the generation: the context is its watch, which it
 * polls. */
nq_progress_function nq_generate_report;

/* Fill in 0 .. n - 1 in random order; false when the watch stops it. */
bool nq_generate_permutation(nq_making *at, uint32_t *values, uint32_t n);

/* Store in rows[] a random solution of the plain problem, found by min-conflicts. */
nq_status nq_generate_solution(nq_making *at, uint32_t *rows);

/* Draw uniform solutions for all items, n up to NQ_COUNT_PICK_N_MAX.  The number of an item's
 * solution comes first from its random stream. */
nq_status nq_generate_pick(nq_generating *generation, nq_error *error);
/* Make item->board that solution, or, where none were drawn, one that the method finds from the
 * item's seed and index. */
nq_status nq_generate_own(const nq_making *at, const char *method);

/* Make item->instance anew of the queens in the first `show` of `columns`, in ascending order, and
 * check that rows[] solves it. */
nq_status nq_generate_show(const nq_making *at, const uint32_t *rows, const uint32_t *columns,
                           uint64_t show);

/* Check item->board and fill in answer, conflicts and, unless it is a solution, the reason.
 * NQ_INTERNAL when the kind should not have made this board. */
nq_status nq_generate_judge(const nq_making *at);

/* ---- Exact search, within limits that do not depend on the clock ---- */

/* Visit the solutions of plan.instance, n up to 64, after the checker, in unspecified order, with
 * the plan's limits, visitor and context. */
nq_status nq_exact_search(const nq_making *at, nq_backtrack_plan plan, nq_enumerate_result *report);

/* Fill in the answer to item->instance, and why it is unsolvable, by a few seconds of the method
 * auto; unknown when that does not decide. */
nq_status nq_exact_verdict(const nq_making *at);

#endif
