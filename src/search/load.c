/* MODEL.  The board is scaled so that a stratum of rows has height 1, and columns count in the same
 * unit.  A column at c = band + t, 0 <= t < 1, meets in stratum j the rising diagonals from c + j
 * to c + j + 1: the upper part, 1 - t, of strip band + j and the lower part, t, of the next one.
 *
 *     rising    (1 - t) rising[band + j] + t rising[band + j + 1]
 *     falling   t falling[j - band + strata - 1] + (1 - t) falling[j - band + strata]
 *
 * Queens are counted to the strips in the same shares.  As a strip has as many diagonals as a
 * stratum has rows, a load of 1 is a full one in all three. */
#include "search/load.h"

#include <string.h>

void nq_load_init(nq_load *load, uint32_t n, uint64_t height, uint32_t strata) {
  memset(load, 0, sizeof *load);
  load->strata = strata;
  load->unit = (float)strata / (float)height;
  load->last = 1 / (1 - (float)(height - n) * load->unit);
}

/* The band of a place, which is never the one behind the last, and how far it lies within. */
static uint32_t band_of(const nq_load *load, float place, float *within) {
  uint32_t band = (uint32_t)place;
  if (band >= load->strata) band = load->strata - 1;
  *within = place - (float)band;
  return band;
}

void nq_load_add(nq_load *load, float place, const uint16_t *placed) {
  float t, part[NQ_STRATA] = {0};
  uint32_t strata = load->strata, band = band_of(load, place, &t);
  float *rising = load->rising + band, *falling = load->falling + (strata - 1 - band);
  for (uint32_t j = 0; j < strata; j++) part[j] = load->unit * (float)placed[j];
  for (uint32_t j = 0; j < strata; j++) load->row[j] += part[j];
  load->row[strata - 1] += part[strata - 1] * (load->last - 1);
  for (uint32_t j = 0; j < strata; j++) rising[j] += (1 - t) * part[j];
  for (uint32_t j = 0; j < strata; j++) rising[j + 1] += t * part[j];
  for (uint32_t j = 0; j < strata; j++) falling[j] += t * part[j];
  for (uint32_t j = 0; j < strata; j++) falling[j + 1] += (1 - t) * part[j];
}

static float above_zero(float x) {
  return x > 0 ? x : 0;
}

void nq_load_weigh(const nq_load *load, float place, float *weight) {
  float t;
  uint32_t strata = load->strata, band = band_of(load, place, &t);
  const float *rising = load->rising + band, *falling = load->falling + (strata - 1 - band);
  for (uint32_t j = 0; j < strata; j++)
    weight[j] = above_zero(1 - load->row[j]) *
                above_zero(1 - (1 - t) * rising[j] - t * rising[j + 1]) *
                above_zero(1 - t * falling[j] - (1 - t) * falling[j + 1]);
}

void nq_load_deal(const float *weight, uint32_t strata, float shift,
                  uint8_t stratum[NQ_DEAL_ROOM]) {
  float sum = 0;
  for (uint32_t j = 0; j < strata; j++) sum += weight[j];
  float scale = sum > 0 ? (float)NQ_DEAL / sum : 0;
  uint32_t next = 0;
  for (uint32_t j = 0; j < strata; j++) {
    shift += weight[j] * scale;
    uint32_t end = j + 1 < strata && shift < (float)NQ_DEAL ? (uint32_t)shift : NQ_DEAL;
    for (uint32_t i = next; i < end; i += NQ_DEAL_PIECE) memset(stratum + i, (int)j, NQ_DEAL_PIECE);
    if (end > next) next = end;
  }
}
