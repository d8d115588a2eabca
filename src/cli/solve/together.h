/* A large board that all processes solve together. */
#ifndef NQ_CLI_SOLVE_TOGETHER_H
#define NQ_CLI_SOLVE_TOGETHER_H

#include "output/shards.h"

/* The job "solve" of a crew's `join`. */
typedef struct cli_solve_together {
  cli_shards *shards; /* created, a folder; afterwards with the checksums of all files */
  const nq_solve_options *solve;
  /* Of the check and the checksums; false ends them with NQ_END. */
  nq_progress_function *progress;
  void *context;
  nq_result *result;
} cli_solve_together;

#endif
