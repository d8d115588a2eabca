/* What an experiment runs: every variant on every n with every seed.
 *
 * MODEL.  Run i of a plan is (seed, n, variant) in this order, and the variant changes fastest.  So
 * whatever slows the machine down for a while slows all variants equally, and after one seed every
 * cell (variant, n) has a run.
 *
 *     i = (seed index * n_count + n index) * variant_count + variant index */
#ifndef NQ_EXPERIMENT_COMPARE_PLAN_H
#define NQ_EXPERIMENT_COMPARE_PLAN_H

#include "core/bytes.h"
#include "core/limits.h"
#include "experiment/variant.h"

#include <stddef.h>
#include <stdint.h>

#define NQ_PLAN_N_LEAST   4 /* n = 2 and 3 have no solution, n = 1 needs no search */
#define NQ_PLAN_SEED_MOST INT64_MAX
#define NQ_PLAN_RUNS_MOST 1000000

typedef struct nq_plan {
  nq_variant *variant;
  size_t variant_count;
  uint32_t *n; /* ascending */
  size_t n_count;
  uint64_t first_seed, seeds; /* seeds first_seed .. first_seed + seeds - 1 */
  double time_limit;          /* seconds per run, > 0 */
  uint64_t step_limit;        /* 0: none */
  nq_watch *watch;            /* or NULL; polled while stored runs are read or summarised */
} nq_plan;

typedef struct nq_plan_run {
  size_t variant, n; /* indices */
  uint64_t seed;
} nq_plan_run;

/* An empty plan is all zero.  Frees what was added. */
void nq_plan_release(nq_plan *plan);

/* Add the methods of a list such as `a,b`, without options, or one variant with options.  All
 * variants have labels after it.  NQ_BAD_VALUE when the plan has one of them, or its label,
 * already. */
nq_status nq_plan_add_methods(nq_plan *plan, const char *list, nq_error *error);
nq_status nq_plan_add_variant(nq_plan *plan, const char *text, nq_error *error);

/* Set the sizes from a list such as `8..128:x2,1e3` (core/sizes.h), in any order, each once. */
nq_status nq_plan_set_sizes(nq_plan *plan, const char *list, nq_error *error);

/* NQ_BAD_VALUE unless there is something to run and every variant can run: each is tried for a
 * moment on the smallest n. */
nq_status nq_plan_check(const nq_plan *plan, nq_error *error);

uint64_t nq_plan_runs(const nq_plan *plan);
nq_plan_run nq_plan_get(const nq_plan *plan, uint64_t i);

/* The plan on its way to another process.  Release it even after an error. */
void nq_plan_pack(const nq_plan *plan, nq_bytes *bytes);
nq_status nq_plan_unpack(nq_plan *plan, nq_bytes *bytes, nq_error *error);

/* The run's options, ready for nq_solve: one thread, seed and limits. */
nq_solve_options nq_plan_options(const nq_plan *plan, const nq_plan_run *run);

#endif
