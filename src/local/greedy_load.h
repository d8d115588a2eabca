/* The load of a board: the fraction of its lines that are taken, by stratum of rows and by strip of
 * diagonals, while it is filled.  The strata here are the layers of a greedy start's schedule, which
 * may be finer than its strata, or the groups of the rounds. */
#ifndef NQ_LOCAL_GREEDY_LOAD_H
#define NQ_LOCAL_GREEDY_LOAD_H

#include <stdint.h>

/* Most strata of rows in a load, and in that of a greedy start. */
#define NQ_LOAD_STRATA 65
#define NQ_STRATA      64
/* Entries of a deal: a draw of NQ_DEAL_BITS bits picks a stratum. */
#define NQ_DEAL_BITS 10
#define NQ_DEAL      (1U << NQ_DEAL_BITS)
/* Room for a deal: it is written in pieces, the last of which may reach past its end. */
#define NQ_DEAL_PIECE 32
#define NQ_DEAL_ROOM  (NQ_DEAL + NQ_DEAL_PIECE)

/* Round after every operation, so that machines with more precision (x87) deal the same:
 * assignments round, expressions need not. */
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
  float unit;                /* load of a queen: strata / height, so that a full stratum has 1 */
  float last;                /* rows of a full stratum / rows of the last one */
  float row[NQ_LOAD_STRATA]; /* by stratum: the fraction of its rows that are taken */
  float rising[2 * NQ_LOAD_STRATA];  /* by strip of diagonals; strip column + row, */
  float falling[2 * NQ_LOAD_STRATA]; /* and row - column + strata, both in strata */
} nq_greedy_load;

/* An empty board of n columns.  Its strata, 1 <= strata <= NQ_LOAD_STRATA, have `height` rows in
 * total, n or slightly more: the last stratum lacks height - n rows, or all it has. */
void nq_greedy_load_init(nq_greedy_load *load, uint64_t n, uint64_t height, uint32_t strata);

/* Add placed[j] queens in stratum j, in columns at `place`, measured in strata from the left. */
void nq_greedy_load_add(nq_greedy_load *load, float place, const float *placed);

/* weight[j] = the fraction of stratum j's squares, in a column at `place`, that no queen
 * attacks. */
void nq_greedy_load_weigh(const nq_greedy_load *load, float place, float *weight);

/* Fill stratum[0 .. NQ_DEAL - 1] so that a uniformly drawn entry is stratum j in proportion to
 * weight[j] >= 0.  The counts of entries are whole numbers: `shift` decides which ones are rounded
 * up, and a uniform shift in [0, 1) favours none. */
void nq_greedy_load_deal(const float *weight, uint32_t strata, float shift,
                         uint8_t stratum[NQ_DEAL_ROOM]);

#endif
