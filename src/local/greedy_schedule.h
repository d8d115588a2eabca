/* The schedule of a large greedy start: the rows that a block of columns meets.
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
 * So the bits in use at a time (`strata` blocks of rows, and twice as many of rising and of falling
 * diagonals) fit into the L2 cache, whatever n.  A queen fetches 5 * strata / 512 cache lines; this
 * dominates once the bits outgrow the L3 cache, and favours few strata.  But with fewer strata each
 * cell of the board, 1/64 of it wide and high, is met less often, and its queens become less even;
 * the larger the board, the less this matters.  So there are 64 strata up to the n where fewer pay,
 * then 32 and 16.
 *
 * The load of rows and diagonals must stay even all the time, or late columns find no free squares.
 * Along the rows the heights are a rotation by slope / count of a turn; along the rising and
 * falling diagonals, whose blocks are numbered column block +- row block, by (slope +- strata) /
 * count. A rotation spreads its points evenly if no small multiple of it comes close to a whole
 * turn.  So slopes are drawn until this holds for all three rotations, for multiples up to the
 * number of blocks of columns between two that meet the same block of rows. */
#ifndef NQ_LOCAL_GREEDY_SCHEDULE_H
#define NQ_LOCAL_GREEDY_SCHEDULE_H

#include "nqueens.h"

/* Most strata, and layers. */
#define NQ_STRATA 64
/* Most bytes of row bits in a block: the blocks of all strata then fill a third of 1 MiB. */
#define NQ_SCHEDULE_BYTES 512
/* At most this many consecutive blocks of columns are tested for being disjoint, so there are at
 * most as many threads. */
#define NQ_SCHEDULE_APART 16

typedef struct nq_greedy_schedule {
  uint64_t count;
  uint64_t slope, offset;
  uint32_t strata, bytes;
  uint32_t layers; /* equal parts of the rows with separate loads: a multiple of strata */
  /* Blocks of columns fewer than `apart` apart share no row and no diagonal. */
  uint32_t apart;
} nq_greedy_schedule;

/* Is every multiple m <= reach of the rotation by slope / count of a turn at least percent / m
 * hundredths of a turn away from whole turns? */
bool nq_rotation_is_even(uint64_t count, uint64_t slope, uint64_t percent, uint64_t reach);

/* The schedule for n > 512 columns. */
void nq_greedy_schedule_init(nq_greedy_schedule *schedule, uint32_t n, nq_pcg64 *random);

static inline uint64_t schedule_height(const nq_greedy_schedule *schedule, uint64_t column_block) {
  return (schedule->offset + schedule->slope * column_block) % schedule->count;
}

/* The layer that a block of columns meets in stratum 0; in stratum j add j * layers / strata. */
static inline uint32_t schedule_layer(const nq_greedy_schedule *schedule, uint64_t column_block) {
  uint64_t layers = schedule->layers / schedule->strata;
  return (uint32_t)(schedule_height(schedule, column_block) * layers / schedule->count);
}

/* row_block[j] = the block of rows that a block of columns meets in stratum j. */
static inline void schedule_meet(const nq_greedy_schedule *schedule, uint64_t column_block,
                                 uint64_t *row_block) {
  uint64_t height = schedule_height(schedule, column_block);
  unsigned shift = (unsigned)__builtin_ctz(schedule->strata);
  for (uint32_t j = 0; j < schedule->strata; j++)
    row_block[j] = (height + j * schedule->count) >> shift;
}

#endif
