#include "genetic/cross.h"

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

/* Set where[value] to the index of the value in genes[]. */
static void index_genes(const nq_mating *mating, const uint32_t *genes) {
  for (uint32_t i = 0; i < mating->count; i++) mating->where[genes[i]] = i;
}

static void cross_pmx(const nq_mating *mating) {
  uint32_t *child = mating->child, *where = mating->where;
  memcpy(child, mating->a, mating->count * sizeof *child);
  index_genes(mating, child);
  for (uint32_t i = mating->from; i < mating->to; i++) {
    uint32_t wanted = mating->b[i], driven = child[i], place = where[wanted];
    child[place] = driven;
    child[i] = wanted;
    where[driven] = place;
    where[wanted] = i;
  }
}

static void cross_order(const nq_mating *mating) {
  uint32_t *child = mating->child, count = mating->count;
  index_genes(mating, mating->a);
  for (uint32_t i = mating->from; i < mating->to; i++) child[i] = mating->a[i];
  uint32_t place = mating->to % count, from = place;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t value = mating->b[from], at = mating->where[value];
    if (++from == count) from = 0;
    if (at >= mating->from && at < mating->to) continue;
    child[place] = value;
    if (++place == count) place = 0;
  }
}

static void cross_cycle(const nq_mating *mating) {
  index_genes(mating, mating->a);
  memcpy(mating->child, mating->b, mating->count * sizeof *mating->child);
  uint32_t i = mating->from;
  do {
    mating->child[i] = mating->a[i];
    i = mating->where[mating->b[i]];
  } while (i != mating->from);
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
