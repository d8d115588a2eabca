/* What the solutions that `nqueens check --all` has read lack. */
#ifndef NQ_CLI_CHECK_GAPS_H
#define NQ_CLI_CHECK_GAPS_H

#include "board/solutions.h"
#include "nqueens.h"

/* What a set lacks. */
typedef struct cli_gaps {
  uint64_t solutions; /* of the problem, or classes of them */
  uint64_t missing;
  uint32_t *example; /* the first that is missing, to be freed; or NULL */
} cli_gaps;

/* Compare a set of solutions of the instance with all of them.  NQ_UNSUPPORTED: their number cannot
 * be found, or with `images` the instance is not plain. */
nq_status cli_gaps_find(const nq_solutions *set, const nq_instance *instance,
                        nq_progress_function *progress, void *context, cli_gaps *gaps,
                        nq_error *error);

#endif
