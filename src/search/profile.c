/* MODEL.  A greedy start that goes through the columns from the left and takes each time a random
 * square without conflicts does not make boards of even density.  Where many diagonals that meet
 * the column are taken it places few queens, and the rows that go short there get theirs later.
 * For large n the density has a limit, which this file computes, on a board scaled to the unit
 * square and cut into bands of columns and strata of rows:
 *
 *     stratum                      free[j] = (1 - row) (1 - rising) (1 - falling)
 *      3   .  .  .  .
 *      2   .  .  .  .              the chance that a square of stratum j is free, from the shares
 *      1   .  .  .  .              of its rows and diagonals that the bands before have taken;
 *      0   .  .  .  .              the band's queens are dealt in proportion: share = free / sum
 *          0  1  2  3   band
 *
 * A cell's queens stand on two strips of diagonals, half of them on each: the strips number
 * band + stratum and the one behind it, for either direction.  What the band itself takes is
 * counted in at half, the mean over its columns, which asks for an iteration. */
#include "search/profile.h"

#include <string.h>

#define ITERATIONS 3

struct load {
  float row[NQ_PROFILE_STRATA];
  float rising[2 * NQ_PROFILE_STRATA];  /* strip band + stratum */
  float falling[2 * NQ_PROFILE_STRATA]; /* strip stratum - band + strata - 1 */
};

static float above_zero(float x) {
  return x > 0 ? x : 0;
}

/* share[j] from what is taken, `load` by the bands before, `share` itself by half of this one. */
static void share_band(const struct load *load, uint32_t strata, uint32_t band, float *share) {
  float free[NQ_PROFILE_STRATA], sum = 0;
  const float *rising = load->rising + band, *falling = load->falling + (strata - 1 - band);
  for (uint32_t j = 0; j < strata; j++) {
    float below = j > 0 ? share[j - 1] : 0, above = j + 1 < strata ? share[j + 1] : 0;
    float own = (share[j] + (below + above) / 2) / 4;
    free[j] = above_zero(1 - load->row[j] - share[j] / 2) *
              above_zero(1 - (rising[j] + rising[j + 1]) / 2 - own) *
              above_zero(1 - (falling[j] + falling[j + 1]) / 2 - own);
    sum += free[j];
  }
  for (uint32_t j = 0; j < strata; j++) share[j] = sum > 0 ? free[j] / sum : 1 / (float)strata;
}

/* The last band gets what is left: in the end every row has its queen. */
static void share_rest(const struct load *load, uint32_t strata, float *share) {
  float sum = 0;
  for (uint32_t j = 0; j < strata; j++) sum += share[j] = above_zero(1 - load->row[j]);
  for (uint32_t j = 0; j < strata; j++) share[j] = sum > 0 ? share[j] / sum : 1 / (float)strata;
}

static void add_band(struct load *load, uint32_t strata, uint32_t band, const float *share) {
  float *rising = load->rising + band, *falling = load->falling + (strata - 1 - band);
  for (uint32_t j = 0; j < strata; j++) {
    load->row[j] += share[j];
    rising[j] += share[j] / 2;
    rising[j + 1] += share[j] / 2;
    falling[j] += share[j] / 2;
    falling[j + 1] += share[j] / 2;
  }
}

void nq_profile_init(nq_profile *profile, uint32_t strata) {
  struct load load;
  memset(&load, 0, sizeof load);
  profile->strata = strata;
  for (uint32_t band = 0; band < strata; band++) {
    float *share = profile->share[band];
    memset(share, 0, sizeof profile->share[band]);
    if (band + 1 == strata)
      share_rest(&load, strata, share);
    else
      for (int i = 0; i < ITERATIONS; i++) share_band(&load, strata, band, share);
    for (uint32_t j = 0; j < strata; j++)
      profile->rows[band][j] = above_zero(1 - load.row[j] - share[j] / 2);
    add_band(&load, strata, band, share);
  }
}

void nq_profile_deal(const nq_profile *profile, uint32_t band, const float *weight, float shift,
                     uint8_t *stratum) {
  float part[NQ_PROFILE_STRATA], sum = 0;
  uint32_t next = 0, strata = profile->strata;
  for (uint32_t j = 0; j < strata; j++) {
    part[j] = profile->share[band][j] * (weight != NULL ? weight[j] : 1);
    sum += part[j];
  }
  float scale = sum > 0 ? (float)NQ_PROFILE_DEAL / sum : 0;
  for (uint32_t j = 0; j < strata; j++) {
    shift += part[j] * scale;
    uint32_t end = j + 1 < strata ? (uint32_t)shift : NQ_PROFILE_DEAL;
    for (; next < end && next < NQ_PROFILE_DEAL; next++) stratum[next] = (uint8_t)j;
  }
}
