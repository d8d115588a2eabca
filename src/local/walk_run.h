/* The plan of a run's walks, and one walk from its start board to its end. */
#ifndef NQ_LOCAL_WALK_RUN_H
#define NQ_LOCAL_WALK_RUN_H

#include "core/option.h"
#include "local/walk.h"

/* The table of options. */
extern const nq_option nq_min_conflicts_table[];

/* Choose every default of options->min_conflicts for the instance. */
nq_status nq_min_conflicts_resolve(nq_solve_options *options, const nq_instance *instance,
                                   nq_error *error);

/* Set the plan's start, step, patience and the rest from the options, for plan->domain and plan->n.
 * NQ_BAD_VALUE. */
nq_status nq_min_conflicts_choose(nq_walk_plan *plan, const nq_min_conflicts_options *options,
                                  nq_error *error);
/* Begin walk number `index`; false: its start board was stopped, stuck or failed.  Go on until it has
 * made, in all, `tries` tries or `steps` steps (both >= 1); with larger limits again. */
bool nq_walk_begin(nq_walk *walk, uint32_t index);
void nq_walk_go_on(nq_walk *walk, uint64_t tries, uint64_t steps);

#endif
