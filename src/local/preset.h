/* Presets: min-conflicts as its pages print it. */
#ifndef NQ_LOCAL_PRESET_H
#define NQ_LOCAL_PRESET_H

#include "core/option.h"

#include <stdint.h>

/* Every option at its default. */
#define NQ_MIN_CONFLICTS_DEFAULTS ((nq_min_conflicts_options){.walk = -1})

extern const nq_choice nq_min_conflicts_presets[];

/* Set what options->min_conflicts.preset sets and no other option has set; `table` is that of
 * min-conflicts. */
nq_status nq_min_conflicts_apply_preset(const nq_option *table, nq_solve_options *options,
                                        uint32_t n, nq_error *error);

#endif
