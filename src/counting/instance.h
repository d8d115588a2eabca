/* The exact number of solutions of an instance, whatever is placed, blocked or excluded.
 *
 * MODEL.  The instance's board is searched fail-first: the next queen goes to the line, column or
 * row, with the fewest squares left.  The search is cut into parts:
 *
 *     all positions that are reached first, breadth    then each part of its own, depth first,
 *     first, until there are enough of them            by any thread; where few columns are open
 *                                                      column by column, which is faster there
 *           o
 *         / | \              The parts do not depend on the number of threads.  Slice K of M has
 *        o  o  o             the parts K, K + M, K + 2 M, ...: neighbours are much alike.  What is
 *       /\  |  /\            solved before there are parts belongs to slice 0.
 *      1  2 3 4  5
 *
 * On boards of more than 64 columns only those without a placed queen are looked at; of them there
 * may be 64. */
#ifndef NQ_COUNTING_INSTANCE_H
#define NQ_COUNTING_INSTANCE_H

#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  NQ_COUNT_COLUMNS_MAX = 64,          /* a set of rows is one machine word */
  NQ_COUNT_INSTANCE_SLICES_MAX = 4096 /* a slice is some parts */
};

typedef struct nq_count_instance_plan {
  const nq_instance *instance;
  nq_watch *watch;
  uint32_t threads;       /* >= 1 */
  uint64_t slice, slices; /* the whole is 0 of 1 */
} nq_count_instance_plan;

typedef struct nq_count_instance_report {
  uint64_t count; /* below 2^64: more cannot be counted one by one in a lifetime */
  /* What each thread and slice did, together: queens tried, and lines that had no square left. */
  uint64_t nodes, failures;
  uint64_t parts, done; /* of the slice */
  uint32_t threads;     /* that had a part */
  bool stopped;         /* by the watch: the count is too low */
} nq_count_instance_report;

/* NQ_OK with *report filled in; NQ_UNSUPPORTED when more than NQ_COUNT_COLUMNS_MAX columns of a
 * larger board have no queen; NQ_BAD_VALUE for slices out of range or no thread; NQ_NO_MEMORY. */
nq_status nq_count_instance(const nq_count_instance_plan *plan, nq_count_instance_report *report,
                            nq_error *error);

#endif
