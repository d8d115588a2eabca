/* The schedule of a large board: which columns meet which rows, and when.
 *
 * MODEL.  Columns and rows are cut into `groups` groups of `blocks` blocks, of 8 * bytes columns or
 * rows each; the last group may reach past the board.  A block of columns meets one block of rows
 * in every group of rows, all at the same height above the group's floor:
 *
 *     height(block) = (offset + slope * block modulo groups * blocks) / groups        < blocks
 *
 * The k-th blocks of all groups of columns meet heights that are equally spaced, and from k to k +
 * 1 this comb moves by slope modulo blocks (in units of 1 / groups of a block).
 *
 * The blocks are filled in passes, each pass a run of blocks in every group.  A pass has `groups`
 * rounds.  In round t the group I of columns meets the group J of rows,
 *
 *     J = turn * I + t modulo groups,     turn - 1, turn and turn + 1 coprime to groups,
 *
 * so that the J, the sums I + J and the differences J - I of one round differ, even modulo groups:
 * a solution of the queens problem on the torus.  A group is `blocks` rows high, and a run is
 * less than half as wide.  So, if a round has two halves, for the lower and the upper half of each
 * group of rows, no two groups of columns touch the same row or diagonal in the same half.  They
 * may be filled in any order, by any number of threads or processes.
 *
 * Groups of columns may belong to different ranks; bits of rows and diagonals then move to where
 * they are used.  With turn = 1/2 and rounds in the order of t = 0, step, 2 step, .., step = 3/2,
 * all modulo groups, a group of columns goes on with the rows that group I + 3 has used last, with
 * the rising diagonals of I + 1 and the falling ones of I - 3.  So only bits at the borders of
 * ranks move.  (-1/2 and -3/2 are as good.)
 *
 *     columns  I = 0       I = 1                   falling diagonals of the lower half of round t:
 *              |.run......|.run......|             (J - I) * blocks - run .. + blocks / 2, so those
 *                                                  of J - I + 1 begin after their end
 */
#ifndef NQ_LOCAL_ROUNDS_PLAN_H
#define NQ_LOCAL_ROUNDS_PLAN_H

#include "core/core.h"

#define NQ_ROUNDS_GROUPS 65 /* at most */
#define NQ_ROUNDS_BYTES  1024

typedef struct nq_rounds_plan {
  uint64_t n;
  uint64_t groups, blocks;
  uint64_t bytes; /* of row bits in a block */
  uint64_t slope, offset, turn, step;
  uint64_t passes;
  uint64_t filled; /* blocks of each group that the passes fill; the others are left over */
} nq_rounds_plan;

/* The schedule for n >= NQ_LARGE_N_MIN. */
void nq_rounds_plan_init(nq_rounds_plan *plan, uint64_t n, nq_pcg64 *random);

/* Bytes from .. to - 1. */
typedef struct nq_rounds_range {
  uint64_t from, to;
} nq_rounds_range;

/* The bytes of rows, rising and falling diagonals that a group of columns uses in a half-round;
 * first and end are the blocks of the pass in each group.  False: none. */
bool nq_rounds_plan_ranges(const nq_rounds_plan *plan, uint64_t group, uint64_t round,
                           uint64_t half, uint64_t first, uint64_t end, nq_rounds_range range[3]);

static inline uint64_t rounds_height(const nq_rounds_plan *plan, uint64_t block) {
  uint64_t turn = plan->groups * plan->blocks;
  return (plan->offset + plan->slope * block) % turn / plan->groups;
}

/* The first block, in each group, of a pass; for `passes`: the end of the last one. */
static inline uint64_t rounds_first(const nq_rounds_plan *plan, uint64_t pass) {
  invariant(plan->passes > 0);
  return plan->filled * pass / plan->passes;
}

/* The blocks of a pass in each group, at most. */
static inline uint64_t rounds_run(const nq_rounds_plan *plan) {
  invariant(plan->passes > 0);
  return plan->filled / plan->passes + 1;
}

#endif
