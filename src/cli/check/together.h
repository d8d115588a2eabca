/* The check of one large board by all processes together. */
#ifndef NQ_CLI_CHECK_TOGETHER_H
#define NQ_CLI_CHECK_TOGETHER_H

#include "output/shards.h"

#include <stdint.h>

/* The job "check" of a crew's `join`. */
typedef struct cli_check_job {
  cli_shards *shards;    /* open */
  uint64_t memory_bytes; /* for the marks of a process; 0: its share of all lines */
  nq_progress_function *progress;
  void *context;
  nq_large_report report; /* the result, as that of nq_large_check */
} cli_check_job;

#endif
