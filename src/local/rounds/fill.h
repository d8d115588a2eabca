/* The state of the fill: pass.c has its passes, fill.c the jobs of a group of columns in them. */
#ifndef NQ_LOCAL_ROUNDS_FILL_H
#define NQ_LOCAL_ROUNDS_FILL_H

#include "local/greedy.h"
#include "local/rounds/rounds.h"

#define GROUPS NQ_ROUNDS_GROUPS

_Static_assert(GROUPS <= NQ_LAYERS, "each group of rows is a stratum of the load");

/* The columns of a group that are left over so far. */
struct leftover {
  uint64_t *columns;
  uint64_t count, room;
};

/* A column, from its block's first one on, and its row, from the first one met on. */
struct dealt {
  uint16_t column, row;
};

struct fill {
  nq_rounds *rounds;
  nq_rounds_plan plan;
  uint64_t own_group;  /* the first one of this rank, */
  uint64_t own_groups; /* and how many it has */
  uint64_t width;      /* columns of a block */
  uint64_t first, end; /* of the pass, in each group */
  uint64_t round, half;
  uint64_t windows;
  struct dealt *dealt; /* by group of columns, group of rows, block of the run */
  uint16_t *counts;    /* by group of columns, group of rows, block of the run */
  uint16_t *waiting;   /* by group of columns: those of a block that find no square at first */
  uint64_t deal[GROUPS]
               [GROUPS + 1]; /* by group of columns: where the deal to a group of rows begins */
  uint64_t run;              /* blocks that both have room for, in each group */
  uint64_t placed[GROUPS][GROUPS]; /* in this pass, by group of columns and of rows */
  nq_load load;                    /* of the passes before */
  float weight[GROUPS][GROUPS];    /* by group of columns: of each group of rows */
  struct leftover left[GROUPS];
  uint64_t done; /* columns */
};

/* Room for the columns of the runs of `groups` groups: at least so many. */
static inline uint64_t nq_rounds_places(const nq_rounds_plan *plan, uint64_t groups) {
  return (groups * rounds_run(plan) + 1) * 8 * plan->bytes;
}

/* ---- fill.c: jobs of the team, one for each group of columns of this rank, in a struct fill ----
 * */

/* Deal the columns of its run. */
void nq_rounds_deal_run(void *context, uint64_t job);
/* Let its run meet the group of rows of this half-round. */
void nq_rounds_play_half(void *context, uint64_t job);
/* Write its run, and add its columns without a queen to those left over. */
void nq_rounds_write_run(void *context, uint64_t job);

/* Add a column to those left over; false when memory is short. */
bool nq_rounds_leave_over(struct fill *fill, struct leftover *left, uint64_t column);

#endif
