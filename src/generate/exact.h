/* What is certain of an instance: verdicts and counts by exact search, within limits that depend on
 * no clock. */
#ifndef NQ_GENERATE_EXACT_H
#define NQ_GENERATE_EXACT_H

#include "generate/generate.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nq_exact {
  nq_known answer;    /* solvable, unsolvable or unknown */
  uint64_t solutions; /* found so far: at most the limit */
  bool searched;      /* unsolvable, and not plainly so: it took a search */
  char reason[200];   /* when unsolvable */
} nq_exact;

/* The number of solutions, up to `limit`, by backtracking with at most `branches` decisions; n up
 * to 64.  The answer is unknown when they were used up before the limit was reached. */
nq_status nq_exact_count(const nq_generating *generation, const nq_instance *instance,
                         uint64_t limit, uint64_t branches, nq_exact *exact, nq_error *error);

/* The verdict, as far as some seconds of backtracking, the method sat where it is there, and
 * min-conflicts tell it. */
nq_status nq_exact_verdict(const nq_generating *generation, const nq_instance *instance,
                           nq_exact *exact, nq_error *error);

#endif
