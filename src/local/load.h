/* The load of a board: the fraction of its lines that are taken, by layer of rows and by strip of
 * diagonals, while it is filled.  Columns are dealt to layers by it.
 *
 * MODEL.  The rows are cut into equal layers.  The board is scaled so that a layer has height 1,
 * and columns use the same unit.  A column at c = whole + t, 0 <= t < 1, meets in layer j the
 * rising diagonals from c + j to c + j + 1: the upper part, 1 - t, of strip whole + j and the lower
 * part, t, of the next strip.
 *
 *     layer j    |   / /          rising    (1 - t) rising[whole + j] + t rising[whole + j + 1]
 *                |  / / / strip   falling   t falling[j - whole + layers - 1]
 *     layer 0    | / / /                    + (1 - t) falling[j - whole + layers]
 *                 whole  c
 *
 * Queens count towards the strips in the same proportions.  As a strip has as many diagonals as a
 * layer has rows, a load of 1 means full in all three. */
#ifndef NQ_LOCAL_LOAD_H
#define NQ_LOCAL_LOAD_H

#include <stdint.h>

/* Most layers. */
#define NQ_LAYERS 65
/* Entries of a deal: a draw of NQ_DEAL_BITS bits picks a layer. */
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

typedef struct nq_load {
  uint32_t layers;
  float unit;                   /* load of a queen: layers / height, so that a full layer has 1 */
  float last;                   /* rows of a full layer / rows of the last one */
  float row[NQ_LAYERS];         /* by layer: the fraction of its rows that are taken */
  float rising[2 * NQ_LAYERS];  /* by strip of diagonals; strip column + row, */
  float falling[2 * NQ_LAYERS]; /* and row - column + layers, both in layers */
} nq_load;

/* An empty board of n columns.  Its layers, 1 <= layers <= NQ_LAYERS, have `height` rows in total,
 * n or slightly more: the last one lacks height - n rows, or has none. */
void nq_load_init(nq_load *load, uint64_t n, uint64_t height, uint32_t layers);

/* Add placed[j] queens in layer j, in columns at `place`, measured in layers from the left. */
void nq_load_add(nq_load *load, float place, const float *placed);

/* weight[j] = the fraction of layer j's squares, in a column at `place`, that no queen attacks. */
void nq_load_weigh(const nq_load *load, float place, float *weight);

/* Fill deal[0 .. NQ_DEAL - 1] so that a uniformly drawn entry is j < count in proportion to
 * weight[j] >= 0.  The counts of entries are whole numbers: `shift` decides which ones are rounded
 * up, and a uniform shift in [0, 1) favours none. */
void nq_load_deal(const float *weight, uint32_t count, float shift, uint8_t deal[NQ_DEAL_ROOM]);

#endif
