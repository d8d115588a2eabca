/* When the columns of a board meet which rows, and the load of these: for both greedy fillers. */
#include "local/greedy.h"

#include <string.h>

#define APART       2 /* consecutive blocks of a half should be disjoint where threads share it */
#define SPREAD_END  (1U << 21) /* from this n on blocks are enough without offsets for the parts */
#define BYTES_LEAST 8          /* of a block */
#define CACHE_LINE  64
#define REACH       48   /* test at least this many multiples of a rotation */
#define DRAWS       48   /* slopes to test before the demands are lowered, */
#define DRAWS_HALF  192  /* or so many for two halves, with fewer even slopes, */
#define DRAWS_FAR   4096 /* or this many if more than REACH multiples are tested */

/* The distance of `steps` rotations by `slope` from a whole number of turns, in units. */
static uint64_t miss(const nq_greedy_schedule *schedule, uint64_t slope, uint64_t steps) {
  invariant(schedule->count > 0);
  uint64_t height = slope % schedule->count * steps % schedule->count;
  return height < schedule->count - height ? height : schedule->count - height;
}

/* The denominators of the convergents of slope / count come closer to whole turns than all
 * multiples before the next denominator (A. Khinchin, Continued Fractions, theorem 16), so only
 * they need to be tested: Euclid's algorithm, with the remainder as the distance. */
bool nq_rotation_is_even(uint64_t count, uint64_t slope, uint64_t percent, uint64_t reach) {
  uint64_t last = count, remainder = slope % count;
  uint64_t steps = 1, last_steps = 0;
  while (steps <= reach && steps < count) {
    uint64_t distance = remainder < count - remainder ? remainder : count - remainder;
    if (distance * steps * 100 < percent * count) return false;
    if (remainder == 0) break;
    uint64_t quotient = last / remainder, next = last % remainder;
    uint64_t next_steps = quotient * steps + last_steps;
    last = remainder, remainder = next;
    last_steps = steps, steps = next_steps;
  }
  return true;
}

/* Do two blocks of columns `steps` turns apart share no row and no diagonal?  Their blocks of rows
 * must be at least three apart, since a window may begin in the last byte of a block, and the last
 * block of a stratum may reach into the next; and their blocks of diagonals four, since a pair of
 * blocks covers two of these. */
static bool is_disjoint(const nq_greedy_schedule *schedule, uint64_t slope, uint64_t steps) {
  uint64_t strata = schedule->strata, count = schedule->count, block = strata / schedule->halves;
  return miss(schedule, slope, steps) >= 3 * block &&
         miss(schedule, slope + strata, steps) >= 4 * block &&
         miss(schedule, slope + count - strata, steps) >= 4 * block;
}

/* Draw a slope; the demands on evenness and distance fall with the number of draws. */
static void draw_slope(nq_greedy_schedule *schedule, uint32_t apart, nq_pcg64 *random) {
  uint64_t strata = schedule->strata, count = schedule->count, percent = 25;
  uint64_t reach = count * schedule->halves / strata;
  if (reach < REACH) reach = REACH;
  uint32_t draws = reach > REACH ? DRAWS_FAR : schedule->halves > 1 ? DRAWS_HALF : DRAWS;
  for (uint32_t draw = 1;; draw++) {
    uint64_t slope = 1 + below_pcg64(random, count - 1);
    if (draw % draws == 0 && percent >= 5) percent -= 5;
    if (draw % (8 * draws) == 0 && apart > 1) apart--;
    if (!nq_rotation_is_even(count, slope, percent, reach) ||
        nq_common_divisor(slope, count) != 1 ||
        !nq_rotation_is_even(count, slope + strata, percent, reach) ||
        !nq_rotation_is_even(count, slope + count - strata, percent, reach))
      continue;
    schedule->slope = slope;
    schedule->apart = 1;
    while (schedule->apart < NQ_SCHEDULE_APART && is_disjoint(schedule, slope, schedule->apart))
      schedule->apart++;
    if (schedule->apart >= apart) return;
  }
}

/* How many blocks a stratum is high, at least. */
static uint64_t stratum_blocks(uint32_t n, unsigned halves) {
  return halves == 1 ? 4 : n < 1U << 19 ? 2 : n < SPREAD_END ? 7 : 10;
}

void nq_greedy_schedule_init(nq_greedy_schedule *schedule, uint32_t n, nq_pcg64 *random) {
  uint32_t parts = nq_occupancy_parts(n);
  schedule->halves = halves_of(parts);
  schedule->rows = ((uint64_t)n + 8 * parts - 1) / (8 * parts);
  schedule->strata = n < 1U << 14 || n >= 1U << 28   ? 16
                     : n < 1U << 17 || n >= 1U << 26 ? 32
                                                     : NQ_STRATA;
  while (8 * schedule->strata >= schedule->rows) schedule->strata /= 2;
  schedule->layers = n < SPREAD_END ? schedule->strata : NQ_STRATA;
  uint64_t height = (schedule->rows + schedule->strata - 1) / schedule->strata;
  uint64_t blocks = stratum_blocks(n, schedule->halves);
  if (height < BYTES_LEAST * blocks) blocks = height / BYTES_LEAST;
  uint64_t most = NQ_SCHEDULE_BYTES / schedule->halves;
  if (height > most * blocks) blocks = (height + most - 1) / most;
  schedule->align = n < NQ_PREFETCH_N || schedule->halves > 1 ? 1 : CACHE_LINE;
  schedule->bytes = (uint32_t)((height + blocks - 1) / blocks);
  schedule->bytes = (schedule->bytes + schedule->align - 1) / schedule->align * schedule->align;
  schedule->count = blocks * schedule->strata / schedule->halves;
  schedule->offset = below_pcg64(random, schedule->count);
  schedule->spread = n < SPREAD_END ? schedule->count / (NQ_HALVES * NQ_PARTS) : 0;
  draw_slope(schedule, n < NQ_THREADS_N ? 1 : APART, random);
}

/* ---- The load ---- */

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

/* x[j] = x[j]^exponent for NQ_STRATA numbers, side by side. */
static void raise(float *x, uint32_t exponent) {
  float power[NQ_STRATA];
  for (uint32_t j = 0; j < NQ_STRATA; j++) power[j] = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      for (uint32_t j = 0; j < NQ_STRATA; j++) power[j] *= x[j];
    for (uint32_t j = 0; j < NQ_STRATA; j++) x[j] *= x[j];
  }
  memcpy(x, power, sizeof power);
}

void nq_load_allow_for_full(const nq_greedy_schedule *schedule, float *weight) {
  float part[NQ_STRATA] = {0}, full[NQ_STRATA] = {0};
  for (uint32_t j = 0; j < schedule->strata; j++) {
    part[j] = weight[j] + 1e-6F;
    full[j] = nq_float_add(1, -part[j]);
  }
  raise(full, 4 * schedule->bytes);
  for (uint32_t j = 0; j < schedule->strata; j++) {
    float found = 1 - full[j];
    weight[j] = part[j] / found;
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
