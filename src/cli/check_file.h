/* What `nqueens check` does with a file. */
#ifndef NQ_CLI_CHECK_FILE_H
#define NQ_CLI_CHECK_FILE_H

#include "cli/progress.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_check_options {
  const char *from; /* the name of a format, or "auto" */
  const char *instance_path;
  uint64_t first_diagonals;
  uint32_t n;           /* 0: not given */
  const char *variable; /* or NULL */
  bool json, quiet;
} cli_check_options;

typedef struct cli_checker {
  const cli_check_options *options;
  const nq_instance *instance; /* or NULL: the plain problem of each board's n */
  nq_format format;
  uint32_t n; /* the one that boards must have, or 0 */
  FILE *out;
  cli_progress *progress;
  bool invalid, unanswered, failed;
} cli_checker;

/* Check the boards of the file, or `-`; print the verdicts to checker->out. */
void cli_check_file(cli_checker *checker, const char *file);

#endif
