/* At most one of some variables is true, as clauses in DIMACS. */
#ifndef NQ_FORMAT_EXPORTS_AT_MOST_ONE_H
#define NQ_FORMAT_EXPORTS_AT_MOST_ONE_H

#include "format/exports/lines.h"

#include <stdint.h>

/* The amount that a constraint adds to a file. */
typedef struct nq_clause_cost {
  uint64_t variables, clauses, bytes;
} nq_clause_cost;

typedef struct nq_clause_writer {
  nq_output *output;
  char *text; /* of the variables of one line: NQ_CLAUSE_TEXT bytes each */
} nq_clause_writer;

#define NQ_CLAUSE_TEXT 32

/* An encoding: at most one of `variables` is true; auxiliary variables are numbered from
 * `auxiliary` on.  `cost` takes at most O(sqrt(count)) time, and is exact. */
typedef struct nq_at_most_one {
  const char *name;
  nq_clause_cost (*cost)(nq_progression variables, uint64_t auxiliary);
  void (*write)(const nq_clause_writer *writer, nq_progression variables, uint64_t auxiliary);
} nq_at_most_one;

enum { NQ_PAIRWISE, NQ_LADDER, NQ_SEQUENTIAL, NQ_PRODUCT, NQ_AT_MOST_ONES };
extern const nq_at_most_one nq_at_most_ones[NQ_AT_MOST_ONES];

#endif
