/* Presets: genetic algorithms as their pages print them. */
#ifndef NQ_GENETIC_PRESET_H
#define NQ_GENETIC_PRESET_H

#include "core/option.h"

#include <stdint.h>

/* Every option at its default. */
#define NQ_GENETIC_DEFAULTS                                                                        \
  ((nq_genetic_options){.crossover_probability = -1, .mutation = -1, .elite = -1, .migrants = -1})

extern const nq_choice nq_genetic_presets[];

/* Set what options->genetic.preset sets and no other option has set; `table` is that of genetic. */
nq_status nq_genetic_apply_preset(const nq_option *table, nq_solve_options *options, uint32_t n,
                                  nq_error *error);

#endif
