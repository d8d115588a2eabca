/* Test boards and instances, each with its known answer.
 *
 * Every answer that a generator claims has been checked or proved.
 *
 * MODEL.  A kind is an entry of the table in generate.c.  Item i of a run draws from the random
 * stream (seed, NQ_GENERATE_STREAM + i), or its solver draws from (seed, i).  So it depends on the
 * options and i alone, and threads may make items in any order. */
#ifndef NQ_GENERATE_KINDS_H
#define NQ_GENERATE_KINDS_H

#include "core/core.h"
#include "core/option.h"
#include "parallel/work.h"

/* Differs from the solvers' streams, item << 32 | walk, for the first 2^30 items. */
#define NQ_GENERATE_STREAM (UINT64_C(1) << 62)

/* One call of nq_generate. */
typedef struct nq_generating {
  nq_generate_options options;
  const struct nq_generate_entry *entry;
  nq_watch *watch;
  unsigned solver_threads; /* that a solver may use for one item */
  uint8_t *solutions;      /* uniform ones for all items, n rows each; or NULL */
  struct nq_split *split;  /* of puzzles; or NULL */
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

/* ---- Items that another process may make: items.c ---- */

extern const nq_work_kind nq_generate_work;

/* Check n and the parameters, and fill in defaults. */
typedef nq_status nq_generate_prepare(nq_generating *generation, nq_error *error);

/* Fill in item->instance and the answer, or item->board, which is judged afterwards.  The other
 * members are set already, from the options.  NQ_END when the watch stops the run. */
typedef nq_status nq_generate_make(const nq_generating *generation, nq_generated *item,
                                   nq_pcg64 *random, nq_error *error);

typedef enum nq_makes {
  NQ_MAKES_INSTANCE,
  NQ_MAKES_BOARD,    /* reserved, with n rows */
  NQ_MAKES_SOLUTION, /* the same, valid */
  NQ_MAKES_FAULT     /* a board of any length, not valid */
} nq_makes;

typedef struct nq_generate_entry {
  nq_generate_kind kind;
  nq_makes makes;
  nq_generate_prepare *prepare; /* or NULL */
  nq_generate_make *make;
} nq_generate_entry;

/* The parameters, in the order of nq_generate_parameter (describe.c). */
extern const nq_option nq_generate_table[];

/* ---- The kinds ---- */

nq_generate_prepare nq_solved_prepare, nq_typical_prepare, nq_near_prepare, nq_symmetric_prepare,
    nq_toroidal_prepare, nq_corrupt_prepare, nq_partial_prepare, nq_unique_prepare,
    nq_sampled_prepare, nq_hard_prepare, nq_unsolvable_prepare, nq_puzzles_prepare;
nq_generate_make nq_solved_make, nq_typical_make, nq_near_make, nq_random_make, nq_permutation_make,
    nq_symmetric_make, nq_toroidal_make, nq_corrupt_make, nq_plain_make, nq_partial_make,
    nq_unique_make, nq_sampled_make, nq_hard_make, nq_unsolvable_make, nq_puzzles_make;

/* ---- What they share: shared.c ---- */

/* Poll the watch; true when the run must stop.  The second function polls at few of the steps i = 0,
 * 1, .. of a long loop. */
bool nq_generate_poll(const nq_generating *generation);
bool nq_generate_poll_at(const nq_generating *generation, uint32_t i);

/* NQ_NO_MEMORY, with a message about n. */
nq_status nq_generate_no_memory(uint32_t n, nq_error *error);

/* NQ_NONE for n = 2 and n = 3, where no solution exists. */
nq_status nq_generate_require_solution(uint32_t n, nq_error *error);

/* Fill in the default of a parameter; NQ_BAD_VALUE unless it is from `least` to `most`. */
nq_status nq_generate_settle(nq_generating *generation, nq_generate_parameter parameter,
                             uint64_t fallback, uint64_t least, uint64_t most, nq_error *error);

/* Store in rows[] a random solution of the plain problem, found by min-conflicts. */
nq_status nq_generate_solution(const nq_generating *generation, nq_pcg64 *random, uint32_t *rows,
                               nq_error *error);

/* Draw uniform solutions for all items, n up to NQ_COUNT_PICK_N_MAX.  The number of an item's
 * solution comes first from its random stream. */
nq_status nq_generate_pick(nq_generating *generation, nq_error *error);
/* Make item->board that solution, or, where none were drawn, one that the method finds from the
 * item's seed and index. */
nq_status nq_generate_own(const nq_generating *generation, nq_generated *item, const char *method,
                          nq_error *error);

/* Make item->instance of the queens in the first `show` of `columns`, in ascending order, and check
 * that rows[] solves it.  NQ_END when the watch stops it. */
nq_status nq_generate_show(const nq_generating *generation, nq_generated *item,
                           const uint32_t *rows, const uint32_t *columns, uint64_t show,
                           nq_error *error);

/* The progress function for solvers that work on an item; its context is the run's watch. */
nq_progress_function nq_generate_report;

/* Fill in 0 .. n - 1 in random order; false when the watch stops it. */
bool nq_generate_permutation(const nq_generating *generation, uint32_t *values, uint32_t n,
                             nq_pcg64 *random);

/* Empty the counters; the same, then place the queens.  False when the watch stops it. */
bool nq_generate_clear(const nq_generating *generation, nq_conflicts *counters, uint32_t n);
bool nq_generate_count(const nq_generating *generation, nq_conflicts *counters,
                       const uint32_t *rows, uint32_t n);

/* Check item->board and fill in answer, conflicts and, unless it is a solution, the reason.  NQ_END
 * when the watch stops it; NQ_INTERNAL when the kind should not have made this board. */
nq_status nq_generate_judge(const nq_generating *generation, nq_generated *item, nq_error *error);

/* ---- Exact search: exact.c ----
 *
 * Verdicts and counts of instances, within limits that do not depend on the clock. */

typedef struct nq_exact {
  nq_known answer;    /* solvable, unsolvable or unknown */
  uint64_t solutions; /* number found, at most the limit */
  uint64_t branches;  /* 0: propagation alone was enough */
  char reason[200];   /* when unsolvable */
} nq_exact;

/* Count solutions up to `limit` by backtracking with at most `branches` decisions; n up to 64.  The
 * answer is unknown when the branches run out before the limit is reached.  NQ_END when the watch
 * stops it. */
nq_status nq_exact_count(const nq_generating *generation, const nq_instance *instance,
                         uint64_t limit, uint64_t branches, nq_exact *exact, nq_error *error);

/* Visit all solutions, in unspecified order, after the checker; the visitor may be NULL.  The answer
 * is unknown when it ends the search. */
nq_status nq_exact_visit(const nq_generating *generation, const nq_instance *instance,
                         nq_enumerate_visit *visit, void *context, nq_exact *exact,
                         nq_error *error);

/* The verdict by a few seconds of the method auto; unknown when that does not decide. */
nq_status nq_exact_verdict(const nq_generating *generation, const nq_instance *instance,
                           nq_exact *exact, nq_error *error);

/* ---- The parts of a data set: split.c ---- */

/* Each class of solutions or puzzles under the symmetries of the square belongs to one part. */
typedef struct nq_split nq_split;

/* Set generation->split, or leave NULL where options->split has no shares.  NQ_NONE: there are fewer
 * classes of solutions than parts; NQ_BAD_VALUE: a single part; NQ_NO_MEMORY, NQ_END. */
nq_status nq_split_new(nq_generating *generation, nq_error *error);
void nq_split_free(nq_split *split);
/* Puzzles are split by their own classes, not by those of their completions. */
bool nq_split_is_by_puzzles(const nq_generate_options *options);
/* The part of a solution, or of a puzzle. */
unsigned nq_split_part(const nq_split *split, const uint32_t *rows);

/* ---- Random lists: sample.c ----
 *
 * A prefix of a list of queens, squares or diagonals makes an instance (I. P. Gent, C. Jefferson,
 * P. Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017). */

/* In the order of the parameter `family`, and of nq_item_kind. */
typedef enum nq_family { NQ_FAMILY_COMPLETION, NQ_FAMILY_BLOCKED, NQ_FAMILY_DIAGONALS } nq_family;

#define NQ_FAMILIES 3

typedef struct nq_sample {
  nq_family family;
  uint32_t n;
  uint64_t *items; /* as of nq_instance_add */
  uint64_t count, room;
} nq_sample;

/* Draw a family's list: up to `most` items, each at random among those that
 *
 *     completion   are in a free row and column and attack no queen (gives up after n^2 draws)
 *     blocked      leave `least` squares in every column and row
 *     diagonals    leave `least` squares in every column and row
 *
 * NQ_UNSUPPORTED when n is too large for the family, NQ_NO_MEMORY, NQ_END; release it in any
 * case. */
nq_status nq_sample_draw(const nq_generating *generation, nq_family family, uint64_t most,
                         uint64_t least, nq_pcg64 *random, nq_sample *sample, nq_error *error);
void nq_sample_release(nq_sample *sample);

/* The most items of a family's list. */
uint64_t nq_sample_most(nq_family family, uint32_t n);

/* The instance of the first `count` items; NQ_END when the watch stops it. */
nq_status nq_sample_build(const nq_generating *generation, const nq_sample *sample, uint64_t count,
                          nq_instance **instance, nq_error *error);

#endif
