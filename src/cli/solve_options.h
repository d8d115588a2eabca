/* What `nqueens solve` is asked for. */
#ifndef NQ_CLI_SOLVE_OPTIONS_H
#define NQ_CLI_SOLVE_OPTIONS_H

#include "cli/cli.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_solve_options {
  const char *output_path, *instance_path, *stats_path;
  uint64_t n; /* where there is no instance_path */
  uint64_t count, first_diagonals;
  int format; /* an nq_format */
  bool one_based, quiet;
  nq_solve_options solve; /* method, its options, seed, threads and limits */
} cli_solve_options;

/* Parse argv[1 ..]; false when that cannot be, which has been said. */
bool cli_solve_options_parse(int argc, char **argv, cli_solve_options *options);

#endif
