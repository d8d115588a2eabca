/* At most one of some variables is true, as clauses in DIMACS. */
#ifndef NQ_FORMAT_EXPORTS_AT_MOST_ONE_H
#define NQ_FORMAT_EXPORTS_AT_MOST_ONE_H

#include "format/output.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nq_clause_writer {
  nq_output *output;
  int next;   /* number of the next auxiliary variable */
  char *text; /* of the variables of one line: NQ_CLAUSE_TEXT bytes each */
} nq_clause_writer;

#define NQ_CLAUSE_TEXT 32

/* An encoding: at most one of `count` variables is true.  `count` adds the number of auxiliary
 * variables and of clauses; `write` has room for 4 * count + 16 variables. */
typedef struct nq_at_most_one {
  const char *name;
  void (*count)(size_t count, uint64_t *variables, uint64_t *clauses);
  void (*write)(nq_clause_writer *writer, int *variables, size_t count);
} nq_at_most_one;

enum { NQ_PAIRWISE, NQ_LADDER, NQ_SEQUENTIAL, NQ_PRODUCT, NQ_AT_MOST_ONES };
extern const nq_at_most_one nq_at_most_ones[NQ_AT_MOST_ONES];

#endif
