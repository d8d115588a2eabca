/* How full the lines of a board are, place by place, while a greedy start fills it. */
#ifndef NQ_LOCAL_GREEDY_LOAD_H
#define NQ_LOCAL_GREEDY_LOAD_H

#include <stdint.h>

/* Most strata of rows that a load tells apart. */
#define NQ_STRATA 64
/* Entries of a deal: a draw of so many bits picks a stratum. */
#define NQ_DEAL_BITS 10
#define NQ_DEAL      (1U << NQ_DEAL_BITS)
/* Room for a deal: it is written in pieces of so many bytes, the last of which may reach beyond. */
#define NQ_DEAL_PIECE 16
#define NQ_DEAL_ROOM  (NQ_DEAL + NQ_DEAL_PIECE)

/* Rounded at once: machines that compute with more precision (x87) must deal the same.  Assignments
 * round where an expression need not. */
static inline float nq_float_add(float a, float b) {
  float sum = a + b;
  return (float)sum;
}

static inline float nq_float_multiply_add(float a, float b, float c) {
  float product = a * b;
  return nq_float_add(product, c);
}

typedef struct nq_greedy_load {
  uint32_t strata;
  float unit;                   /* of a queen: strata / n, so that a full stratum has 1 */
  float last;                   /* a full stratum's rows to those of the last one */
  float row[NQ_STRATA];         /* by stratum: the part of its rows that are taken */
  float rising[2 * NQ_STRATA];  /* by strip of diagonals; strip column + row, */
  float falling[2 * NQ_STRATA]; /* and row - column + strata, both in strata */
} nq_greedy_load;

/* An empty board of n columns; its `strata` strata, 1 <= strata <= NQ_STRATA, are `height` rows high
 * together, n or a little more: the last stratum lacks the others. */
void nq_greedy_load_init(nq_greedy_load *load, uint32_t n, uint64_t height, uint32_t strata);

/* Count placed[j] more queens in stratum j, in columns at `place` strata from the left. */
void nq_greedy_load_add(nq_greedy_load *load, float place, const uint16_t *placed);

/* weight[j]: the part of the squares of stratum j, in a column at `place`, that no queen attacks. */
void nq_greedy_load_weigh(const nq_greedy_load *load, float place, float *weight);

/* Fill stratum[0 .. NQ_DEAL - 1] so that a uniformly drawn entry is a stratum in proportion to
 * weight[j] >= 0.  The entries are whole numbers: which of them are rounded up depends on `shift`,
 * and for a uniform one in [0, 1) none is favoured. */
void nq_greedy_load_deal(const float *weight, uint32_t strata, float shift,
                         uint8_t stratum[NQ_DEAL_ROOM]);

#endif
