/* A run of `nqueens solve`, from its options to the output. */
#ifndef NQ_CLI_SOLVE_RUN_H
#define NQ_CLI_SOLVE_RUN_H

#include "options/options.h"

typedef struct cli_solve_options {
  const char *output_path, *instance_path, *from_path, *stats_path, *log_path, *method;
  nq_board from; /* the board at from_path */
  uint64_t n;    /* where there is no instance_path */
  uint64_t count, first_diagonals, shards;
  double seconds; /* negative: not given */
  int format;     /* an nq_format */
  int32_t base;   /* of the board at from_path; -1: seen */
  bool one_based, quiet, typical, wide, json;
  bool large; /* for a board in shards, or with rows of 64 bits */
  nq_solve_options solve;
} cli_solve_options;

/* Solve, write and report; the exit code.  The instance is NULL where n is over NQ_N_MAX. */
int cli_solve_run(const cli_solve_options *options, const nq_instance *instance,
                  const cli_signals *signals, nq_crew *crew);

#endif
