/* Test boards and instances, each with its known answer.
 *
 * Depends on search as well as on core: what a generator claims, a solver has found or proved.
 *
 * MODEL.  A kind is an entry of the table in generate.c.  Item i of a run draws from the random
 * stream (seed, NQ_GENERATE_STREAM + i), or lets a solver draw from (seed, i); so it depends on
 * nothing but the options and i, and threads make items out of order. */
#ifndef NQ_GENERATE_GENERATE_H
#define NQ_GENERATE_GENERATE_H

#include "core/limits.h"
#include "core/option.h"

#include <stdbool.h>
#include <stdint.h>

/* Apart from the solvers' streams, item << 32 | walk, of the first 2^30 items. */
#define NQ_GENERATE_STREAM (UINT64_C(1) << 62)

/* A run. */
typedef struct nq_generating {
  nq_generate_options options;
  const struct nq_generate_entry *entry;
  nq_watch *watch;
  unsigned solver_threads; /* for one item */
  uint8_t *solutions;      /* every solution, n rows each, for `--uniform`; or NULL */
  uint64_t solution_count;
} nq_generating;

/* Fill in item->board or item->instance and the answer; the head is filled in already, with the
 * values of the options.  NQ_END: the watch says stop. */
typedef nq_status nq_generate_make(const nq_generating *generation, nq_generated *item,
                                   nq_pcg64 *random, nq_error *error);

typedef struct nq_generate_entry {
  nq_generate_kind kind;
  /* Check n and the values, and fill in defaults, or NULL. */
  nq_status (*prepare)(nq_generating *generation, nq_error *error);
  nq_generate_make *make;
} nq_generate_entry;

/* The parameters: members of nq_generate_options. */
extern const nq_option nq_generate_table[];

/* Look at the clock and the caller's wish; true when the run must stop. */
bool nq_generate_poll(const nq_generating *generation);

/* ---- The kinds ---- */

nq_status nq_solved_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_solved_make, nq_random_make, nq_permutation_make;
nq_status nq_toroidal_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_toroidal_make;
nq_status nq_near_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_near_make;
nq_status nq_symmetric_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_symmetric_make;
nq_status nq_corrupt_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_corrupt_make;
nq_status nq_partial_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_partial_make;
nq_status nq_unique_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_unique_make;
nq_status nq_completion_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_completion_make;
nq_status nq_blocked_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_blocked_make;
nq_status nq_diagonals_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_diagonals_make;
nq_status nq_hard_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_hard_make;
nq_status nq_unsolvable_prepare(nq_generating *generation, nq_error *error);
nq_generate_make nq_unsolvable_make;

/* ---- What they share: boards.c ---- */

/* NQ_NONE for n = 2 and n = 3, where no solution exists. */
nq_status nq_generate_require_solution(uint32_t n, nq_error *error);

/* A random solution of the plain problem by min-conflicts into rows[], drawn from
 * (seed, stream). */
nq_status nq_generate_solution(const nq_generating *generation, uint64_t seed, uint64_t stream,
                               uint32_t *rows, nq_error *error);

/* The progress callback of a solver that works for an item; its context is the run's watch. */
nq_progress_function nq_generate_report;

/* 0 .. n - 1 in random order. */
void nq_generate_permutation(uint32_t *values, uint32_t n, nq_pcg64 *random);

/* Let the checker judge item->board: answer, conflicts and, if it is no solution, the reason.
 * NQ_END when the watch said stop. */
nq_status nq_generate_judge(const nq_generating *generation, nq_generated *item, nq_error *error);
/* The same, and a board that is not `valid` is a bug: NQ_INTERNAL. */
nq_status nq_generate_expect(const nq_generating *generation, nq_generated *item, bool valid,
                             nq_error *error);

#endif
