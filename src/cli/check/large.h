/* Large boards in `nqueens check`. */
#ifndef NQ_CLI_CHECK_LARGE_H
#define NQ_CLI_CHECK_LARGE_H

#include "cli/check/checker.h"
#include "output/shards.h"

/* The job "check" of a crew's `join`. */
typedef struct cli_check_together {
  cli_shards *shards;    /* open */
  uint64_t memory_bytes; /* for the marks of a process; 0: its share of all lines */
  nq_progress_function *progress;
  void *context;
  nq_check_report report; /* the result, as that of nq_large_check */
} cli_check_together;

/* Is the file to be checked as a large board: a folder of shards, or a .npy file with rows of 64
 * bits or of any n if --memory is given? */
bool cli_check_is_large(const cli_checker *checker, const char *file);
/* Check it: its size, and the report. */
nq_status cli_check_large(cli_checker *checker, const char *file, uint64_t *n,
                          nq_check_report *report, nq_error *error);

#endif
