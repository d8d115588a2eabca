/* The schedule of a large greedy start: which rows a block of columns meets.
 *
 * MODEL.  Columns and rows are cut into `count` blocks of 8 * bytes each (the last may reach past
 * the board), and the rows again into strata of count / strata blocks.  A block of columns meets
 * one block of rows in each stratum, all at the same height above the stratum's floor; from one
 * block of columns to the next that height grows by the slope, modulo the height of a stratum:
 *
 *     row block = (height + stratum * count) / strata,   height = (offset + slope * column block)
 *                                                                 modulo count
 *     stratum 2   . . . # . . #           Heights are counted in units of 1 / strata of a block,
 *                 # . . . # . .           so a stratum is `count` of them high, whether or not
 *     stratum 1   . # . . . # .           that is a whole number of blocks.  The slope is coprime
 *                 . . . # . . #           to count: every height comes once, and every block of
 *                 # . . . # . .           rows meets `strata` blocks of columns.
 *     stratum 0   . # . . . # .
 *                 column block ->
 *
 * So the bits in use at a time, of strata blocks of rows and twice as many of rising and of falling
 * diagonals, fit into the L2 cache, whatever n.  A queen fetches 5 * strata / 512 cache lines, which
 * is what counts once all the bits together outgrow the L3 cache.  With fewer strata a cell of the
 * board, a 64th of it wide and high, is met less often, and its queens get less even; but the larger
 * the board, the less.  So there are 64 strata up to where that pays, then 32 and 16.
 *
 * The load of rows and diagonals must stay even all along, or late columns find none free.  Along
 * the rows the heights are a rotation by slope / count of a turn; along the rising and falling
 * diagonals, whose blocks are numbered column block +- row block, by (slope +- strata) / count.
 * A rotation spreads its points evenly when no small multiple of it comes close to a whole turn:
 * the slope is drawn until all three are so, for the multiples up to the blocks of columns between
 * two that meet the same block of rows. */
#ifndef NQ_LOCAL_GREEDY_SCHEDULE_H
#define NQ_LOCAL_GREEDY_SCHEDULE_H

#include "nqueens.h"

#include <stdint.h>

/* Most bytes of row bits of a block: so many blocks of so many strata fill a third of 1 MiB. */
#define NQ_SCHEDULE_BYTES 512
/* Most blocks of columns that are looked at whether they are disjoint: the most threads. */
#define NQ_SCHEDULE_APART 16

typedef struct nq_greedy_schedule {
  uint64_t count;
  uint64_t slope, offset;
  uint32_t strata, bytes;
  uint32_t layers; /* equal parts of the rows whose loads are told apart: a multiple of strata */
  /* Blocks of columns fewer than `apart` apart share no row and no diagonal. */
  uint32_t apart;
} nq_greedy_schedule;

/* The schedule for n > 512 columns. */
void nq_greedy_schedule_init(nq_greedy_schedule *blocks, uint32_t n, nq_pcg64 *random);

static inline uint64_t blocks_height(const nq_greedy_schedule *blocks, uint64_t column_block) {
  return (blocks->offset + blocks->slope * column_block) % blocks->count;
}

/* The layer that a block of columns meets in stratum 0; in stratum j it is j * layers / strata more. */
static inline uint32_t schedule_layer(const nq_greedy_schedule *blocks, uint64_t column_block) {
  uint64_t layers = blocks->layers / blocks->strata;
  return (uint32_t)(blocks_height(blocks, column_block) * layers / blocks->count);
}

/* The row blocks that a block of columns meets, by stratum, into row_block[0 .. strata - 1]. */
static inline void schedule_meet(const nq_greedy_schedule *blocks, uint64_t column_block,
                                 uint64_t *row_block) {
  uint64_t height = blocks_height(blocks, column_block);
  for (uint32_t j = 0; j < blocks->strata; j++)
    row_block[j] = (height + j * blocks->count) / blocks->strata;
}

#endif
