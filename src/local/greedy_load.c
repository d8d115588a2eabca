/* MODEL.  The board is scaled so that a stratum of rows has height 1, and columns use the same
 * unit. A column at c = band + t, 0 <= t < 1, meets in stratum j the rising diagonals from c + j to
 * c + j + 1: the upper part, 1 - t, of strip band + j and the lower part, t, of the next strip.
 *
 *     rising    (1 - t) rising[band + j] + t rising[band + j + 1]
 *     falling   t falling[j - band + strata - 1] + (1 - t) falling[j - band + strata]
 *
 * Queens count towards the strips in the same proportions.  As a strip has as many diagonals as a
 * stratum has rows, a load of 1 means full in all three. */
#include "local/greedy_load.h"

#include <string.h>

void nq_greedy_load_init(nq_greedy_load *load, uint64_t n, uint64_t height, uint32_t strata) {
  memset(load, 0, sizeof *load);
  load->strata = strata;
  load->unit = (float)strata / (float)height;
  float missing = (float)(height - n) * load->unit, there = 1 - missing;
  load->last = there > 0 ? 1 / there : 1;
}

/* The band of a place, at most the last one, and the offset within it. */
static uint32_t band_of(const nq_greedy_load *load, float place, float *within) {
  uint32_t band = (uint32_t)place;
  if (band >= load->strata) band = load->strata - 1;
  *within = place - (float)band;
  return band;
}

void nq_greedy_load_add(nq_greedy_load *load, float place, const float *placed) {
  float t, part[NQ_LOAD_STRATA] = {0};
  uint32_t strata = load->strata, band = band_of(load, place, &t);
  float *rising = load->rising + band, *falling = load->falling + (strata - 1 - band);
  float rest = 1 - t, missing = load->last - 1;
  for (uint32_t j = 0; j < strata; j++) part[j] = load->unit * placed[j];
  for (uint32_t j = 0; j < strata; j++) load->row[j] += part[j];
  load->row[strata - 1] = nq_float_multiply_add(part[strata - 1], missing, load->row[strata - 1]);
  for (uint32_t j = 0; j < strata; j++) rising[j] = nq_float_multiply_add(rest, part[j], rising[j]);
  for (uint32_t j = 0; j < strata; j++)
    rising[j + 1] = nq_float_multiply_add(t, part[j], rising[j + 1]);
  for (uint32_t j = 0; j < strata; j++) falling[j] = nq_float_multiply_add(t, part[j], falling[j]);
  for (uint32_t j = 0; j < strata; j++)
    falling[j + 1] = nq_float_multiply_add(rest, part[j], falling[j + 1]);
}

/* The free fraction when a fraction `a` has the load x and a fraction `b` the load y. */
static float free_part(float a, float x, float b, float y) {
  float left = nq_float_add(1, -(float)(a * x)), part = nq_float_add(left, -(float)(b * y));
  return part > 0 ? part : 0;
}

void nq_greedy_load_weigh(const nq_greedy_load *load, float place, float *weight) {
  float t;
  uint32_t strata = load->strata, band = band_of(load, place, &t);
  const float *rising = load->rising + band, *falling = load->falling + (strata - 1 - band);
  float rest = 1 - t;
  for (uint32_t j = 0; j < strata; j++) {
    weight[j] = free_part(1, load->row[j], 0, 0);
    weight[j] *= free_part(rest, rising[j], t, rising[j + 1]);
    weight[j] *= free_part(t, falling[j], rest, falling[j + 1]);
  }
}

void nq_greedy_load_deal(const float *weight, uint32_t strata, float shift,
                         uint8_t stratum[NQ_DEAL_ROOM]) {
  float sum = 0;
  for (uint32_t j = 0; j < strata; j++) sum += weight[j];
  float scale = sum > 0 ? (float)NQ_DEAL / sum : 0;
  uint32_t next = 0;
  for (uint32_t j = 0; j < strata; j++) {
    shift = nq_float_multiply_add(weight[j], scale, shift);
    uint32_t end = j + 1 < strata && shift < (float)NQ_DEAL ? (uint32_t)shift : NQ_DEAL;
    for (uint32_t i = next; i < end; i += NQ_DEAL_PIECE) memset(stratum + i, (int)j, NQ_DEAL_PIECE);
    if (end > next) next = end;
  }
}
