/* The runs on a suite as one JSON file, which can be merged with those of other machines. */
#ifndef NQ_EXPERIMENT_RESULTS_H
#define NQ_EXPERIMENT_RESULTS_H

#include "experiment/store.h"

#include <jansson.h>
#include <stdio.h>

/* MODEL.
 *
 *     {"nqueens": "2.0.0", "suite": "e3b0...", "time_limit": 10.0, "step_limit": 0,
 *      "variants": [{"label": "cadical", "variant": "run:dimacs:cadical -q {}", "version": "1.9"}],
 *      "runs": [{"variant": ..., and every other column of the table of runs}]} */
nq_status nq_results_write(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error);

/* Add the variants of such a file to the plan, those that it does not have as merged ones.
 * NQ_BAD_VALUE when the file is of another suite or other limits. */
nq_status nq_results_add_variants(const json_t *results, nq_plan *plan, nq_error *error);

/* Add its runs to the store, those that are not there, of the variants that are only merged. */
nq_status nq_results_add_runs(const json_t *results, const nq_plan *plan, nq_store *store,
                              nq_error *error);

#endif
