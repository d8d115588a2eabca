#include "genetic/cross.h"

#include <stdbool.h>
#include <string.h>

static void cross_one_point(const nq_mating *mating) {
  uint32_t from = mating->from;
  memcpy(mating->child, mating->a, from * sizeof *mating->child);
  memcpy(mating->child + from, mating->b + from, (mating->count - from) * sizeof *mating->child);
}

static void cross_two_point(const nq_mating *mating) {
  uint32_t from = mating->from;
  memcpy(mating->child, mating->a, mating->count * sizeof *mating->child);
  memcpy(mating->child + from, mating->b + from, (mating->to - from) * sizeof *mating->child);
}

/* Set where[value] to the index of the value in genes[]; false when stopped. */
static bool index_genes(const nq_mating *mating, const uint32_t *genes) {
  for (uint64_t begin = 0, end; begin < mating->count; begin = end) {
    end = look_next(begin, mating->count);
    for (uint64_t i = begin; i < end; i++) mating->where[genes[i]] = (uint32_t)i;
    if (end < mating->count && look_stops(mating->look)) return false;
  }
  return true;
}

/* Poll once in a while, by the number of genes so far. */
static bool stops_at(const nq_mating *mating, uint32_t genes) {
  return genes % LOOK_NUMBERS == LOOK_NUMBERS - 1 && look_stops(mating->look);
}

static void cross_pmx(const nq_mating *mating) {
  uint32_t *child = mating->child, *where = mating->where;
  memcpy(child, mating->a, mating->count * sizeof *child);
  if (!index_genes(mating, child)) return;
  for (uint32_t i = mating->from; i < mating->to && !stops_at(mating, i); i++) {
    uint32_t wanted = mating->b[i], driven = child[i], place = where[wanted];
    child[place] = driven;
    child[i] = wanted;
    where[driven] = place;
    where[wanted] = i;
  }
}

static void cross_order(const nq_mating *mating) {
  uint32_t *child = mating->child, count = mating->count;
  if (!index_genes(mating, mating->a)) return;
  for (uint32_t i = mating->from; i < mating->to; i++) child[i] = mating->a[i];
  uint32_t place = mating->to % count, from = place;
  for (uint32_t i = 0; i < count && !stops_at(mating, i); i++) {
    uint32_t value = mating->b[from], at = mating->where[value];
    if (++from == count) from = 0;
    if (at >= mating->from && at < mating->to) continue;
    child[place] = value;
    if (++place == count) place = 0;
  }
}

static void cross_cycle(const nq_mating *mating) {
  if (!index_genes(mating, mating->a)) return;
  memcpy(mating->child, mating->b, mating->count * sizeof *mating->child);
  uint32_t i = mating->from, genes = 0;
  do {
    mating->child[i] = mating->a[i];
    i = mating->where[mating->b[i]];
  } while (i != mating->from && !stops_at(mating, genes++));
}

void nq_cross(nq_crossover crossover, const nq_mating *mating) {
  static void (*const cross[])(const nq_mating *) = {
      [NQ_CROSSOVER_ONE_POINT] = cross_one_point,
      [NQ_CROSSOVER_ONE_POINT_TWO_SIDED] = cross_one_point,
      [NQ_CROSSOVER_TWO_POINT] = cross_two_point,
      [NQ_CROSSOVER_PMX] = cross_pmx,
      [NQ_CROSSOVER_ORDER] = cross_order,
      [NQ_CROSSOVER_CYCLE] = cross_cycle,
  };
  cross[crossover](mating);
}
