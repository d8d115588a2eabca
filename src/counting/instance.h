/* The exact number of solutions of an instance, whatever is placed, blocked or excluded.
 *
 * MODEL.  The search is fail-first: the next queen goes to the line (column or row) with the fewest
 * squares left.  It is cut into parts:
 *
 *     first breadth first, until there are enough      then each part on its own, depth first,
 *     positions: the parts                             by any thread; the last open columns are
 *                                                      searched column by column, which is faster
 *           o
 *         / | \              The parts do not depend on the number of threads.  Slice K of M has
 *        o  o  o             the parts K, K + M, K + 2 M, ..., since neighbouring parts take about
 *       /\  |  /\            equal work.  Solutions found before the cut belong to slice 0.
 *      1  2 3 4  5
 *
 * On boards of more than 64 columns only the open columns are searched, at most 64. */
#ifndef NQ_COUNTING_INSTANCE_H
#define NQ_COUNTING_INSTANCE_H

#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  NQ_COUNT_COLUMNS_MAX = 64,          /* a set of rows is one machine word */
  NQ_COUNT_INSTANCE_SLICES_MAX = 4096 /* a slice must have some parts */
};

typedef struct nq_count_instance_plan {
  const nq_instance *instance;
  nq_watch *watch;
  uint32_t threads;       /* >= 1 */
  uint64_t slice, slices; /* 0 of 1: the whole */
} nq_count_instance_plan;

typedef struct nq_count_instance_report {
  uint64_t count; /* no overflow: nobody counts 2^64 solutions one by one */
  /* Queens tried, and dead ends: lines with no square left.  Sums over all threads. */
  uint64_t nodes, failures;
  uint64_t parts, done; /* of the slice */
  uint32_t threads;     /* that searched a part */
  bool stopped;         /* by the watch: the count is incomplete */
} nq_count_instance_report;

/* Fill in *report.  NQ_UNSUPPORTED for more than NQ_COUNT_COLUMNS_MAX open columns; NQ_BAD_VALUE
 * for a slice out of range or 0 threads; NQ_NO_MEMORY. */
nq_status nq_count_instance(const nq_count_instance_plan *plan, nq_count_instance_report *report,
                            nq_error *error);

#endif
