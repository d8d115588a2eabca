/* How dense greedy boards are, place by place. */
#ifndef NQ_SEARCH_PROFILE_H
#define NQ_SEARCH_PROFILE_H

#include "nqueens.h"

/* Most strata of rows, and bands of columns, that a profile tells apart. */
#define NQ_PROFILE_STRATA 64
/* Entries of a deal: a draw of so many bits picks a stratum. */
#define NQ_PROFILE_DEAL_BITS 9
#define NQ_PROFILE_DEAL      (1U << NQ_PROFILE_DEAL_BITS)

typedef struct nq_profile {
  uint32_t strata; /* as many bands as strata */
  /* [band][stratum]: of the band's queens, each band's shares add up to 1; */
  float share[NQ_PROFILE_STRATA][NQ_PROFILE_STRATA];
  /* and of the stratum's rows, those that are free halfway through the band. */
  float rows[NQ_PROFILE_STRATA][NQ_PROFILE_STRATA];
} nq_profile;

/* The profile of a greedy board in `strata` strata, 1 <= strata <= NQ_PROFILE_STRATA.  O(strata^2)
 */
void nq_profile_init(nq_profile *profile, uint32_t strata);

/* Fill stratum[0 .. NQ_PROFILE_DEAL - 1] so that a uniformly drawn entry is a stratum by the shares
 * of the band, each times its weight if `weight` is not NULL.  The entries are whole numbers: which
 * of them are rounded up depends on `shift`, and for a uniform one in [0, 1) none is favoured. */
void nq_profile_deal(const nq_profile *profile, uint32_t band, const float *weight, float shift,
                     uint8_t *stratum);

#endif
