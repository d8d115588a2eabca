/* Crossover of parents that differ in a few genes. */
#ifndef NQ_GENETIC_DIFFER_H
#define NQ_GENETIC_DIFFER_H

#include "genetic/cross.h"
#include "genetic/genome.h"

#include <stdbool.h>
#include <stdint.h>

/* Most genes in which the parents may differ. */
#define NQ_DIFFERENCES 64

/* The edits that turn parent a into the child that nq_cross makes of the mating's count and cuts,
 * in edit[NQ_DIFFERENCES].  False when the parents differ in more genes, or the crossover moves
 * genes that they have in common: then nq_cross must do it. */
bool nq_differ_cross(const nq_genome_store *store, const nq_individual *a, const nq_individual *b,
                     const nq_mating *mating, nq_edit *edit, uint32_t *edits);

#endif
