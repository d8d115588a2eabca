/* Random lists of queens, squares or diagonals, of which a prefix makes an instance (I. P. Gent,
 * C. Jefferson, P. Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017). */
#ifndef NQ_GENERATE_SAMPLE_H
#define NQ_GENERATE_SAMPLE_H

#include "generate/generate.h"

#include <stdint.h>

/* In the order of the parameter `family`. */
typedef enum nq_family { NQ_FAMILY_COMPLETION, NQ_FAMILY_BLOCKED, NQ_FAMILY_DIAGONALS } nq_family;

#define NQ_FAMILIES 3

/* Squares are column << 32 | row, diagonals index << 1 | rising. */
typedef struct nq_sample {
  nq_family family;
  uint32_t n;
  uint64_t *items;
  uint64_t count, room;
} nq_sample;

/* What a family's list is: up to `most` items, each drawn at random among those that
 *
 *     completion   stand in a free row and column, and attack nothing (it gives up after n^2 draws)
 *     blocked      leave `least` squares in every column and row
 *     diagonals    do the same
 *
 * NQ_UNSUPPORTED when n is too large for the family, NQ_NO_MEMORY, NQ_END; release it in any
 * case. */
nq_status nq_sample_draw(const nq_generating *generation, nq_family family, uint64_t most,
                         uint64_t least, nq_pcg64 *random, nq_sample *sample, nq_error *error);
void nq_sample_release(nq_sample *sample);

/* The instance of the first `count` items; NQ_END when the watch said stop. */
nq_status nq_sample_build(const nq_generating *generation, const nq_sample *sample, uint64_t count,
                          nq_instance **instance, nq_error *error);

#endif
