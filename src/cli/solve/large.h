/* Boards in shards, and those of more columns than rows of 32 bits allow. */
#ifndef NQ_CLI_SOLVE_LARGE_H
#define NQ_CLI_SOLVE_LARGE_H

#include "options/command.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_large_solve {
  uint64_t n;
  const char *path; /* as given by -o; or NULL */
  uint64_t shards;  /* 0: not given */
  bool wide;        /* rows of 64 bits for any n */
  const nq_solve_options *solve;
  const char *stats_path; /* or NULL */
  bool json, quiet;
  const cli_signals *signals;
  nq_crew *crew; /* or NULL */
} cli_large_solve;

/* Solve the board and write it; the exit code. */
int cli_solve_large(const cli_large_solve *large);

#endif
