#include "local/load.h"

#include <string.h>

void nq_load_init(nq_load *load, uint64_t n, uint64_t height, uint32_t layers) {
  memset(load, 0, sizeof *load);
  load->layers = layers;
  load->unit = (float)layers / (float)height;
  float missing = (float)(height - n) * load->unit, there = 1 - missing;
  load->last = there > 0 ? 1 / there : 1;
}

/* The whole layers to the left of a place, at most all but one, and the rest. */
static uint32_t split(const nq_load *load, float place, float *rest) {
  uint32_t whole = (uint32_t)place;
  if (whole >= load->layers) whole = load->layers - 1;
  *rest = place - (float)whole;
  return whole;
}

void nq_load_add(nq_load *load, float place, const float *placed) {
  float t, part[NQ_LAYERS] = {0};
  uint32_t layers = load->layers, whole = split(load, place, &t);
  float *rising = load->rising + whole, *falling = load->falling + (layers - 1 - whole);
  float rest = 1 - t, missing = load->last - 1;
  for (uint32_t j = 0; j < layers; j++) part[j] = load->unit * placed[j];
  for (uint32_t j = 0; j < layers; j++) load->row[j] += part[j];
  load->row[layers - 1] = nq_float_multiply_add(part[layers - 1], missing, load->row[layers - 1]);
  for (uint32_t j = 0; j < layers; j++) rising[j] = nq_float_multiply_add(rest, part[j], rising[j]);
  for (uint32_t j = 0; j < layers; j++)
    rising[j + 1] = nq_float_multiply_add(t, part[j], rising[j + 1]);
  for (uint32_t j = 0; j < layers; j++) falling[j] = nq_float_multiply_add(t, part[j], falling[j]);
  for (uint32_t j = 0; j < layers; j++)
    falling[j + 1] = nq_float_multiply_add(rest, part[j], falling[j + 1]);
}

/* The free fraction when a fraction `a` has the load x and a fraction `b` the load y. */
static float free_part(float a, float x, float b, float y) {
  float left = nq_float_add(1, -(float)(a * x)), part = nq_float_add(left, -(float)(b * y));
  return part > 0 ? part : 0;
}

void nq_load_weigh(const nq_load *load, float place, float *weight) {
  float t;
  uint32_t layers = load->layers, whole = split(load, place, &t);
  const float *rising = load->rising + whole, *falling = load->falling + (layers - 1 - whole);
  float rest = 1 - t;
  for (uint32_t j = 0; j < layers; j++) {
    weight[j] = free_part(1, load->row[j], 0, 0);
    weight[j] *= free_part(rest, rising[j], t, rising[j + 1]);
    weight[j] *= free_part(t, falling[j], rest, falling[j + 1]);
  }
}

void nq_load_deal(const float *weight, uint32_t count, float shift, uint8_t deal[NQ_DEAL_ROOM]) {
  float sum = 0;
  for (uint32_t j = 0; j < count; j++) sum += weight[j];
  float scale = sum > 0 ? (float)NQ_DEAL / sum : 0;
  uint32_t next = 0;
  for (uint32_t j = 0; j < count; j++) {
    shift = nq_float_multiply_add(weight[j], scale, shift);
    uint32_t end = j + 1 < count && shift < (float)NQ_DEAL ? (uint32_t)shift : NQ_DEAL;
    for (uint32_t i = next; i < end; i += NQ_DEAL_PIECE) memset(deal + i, (int)j, NQ_DEAL_PIECE);
    if (end > next) next = end;
  }
}
