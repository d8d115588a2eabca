/* What is kept of a run. */
#ifndef NQ_EXPERIMENT_RECORD_H
#define NQ_EXPERIMENT_RECORD_H

#include "nqueens.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nq_record {
  bool solved; /* otherwise a limit was reached */
  uint64_t steps, restarts;
  int64_t evaluations; /* -1: the method counts none */
  int64_t conflicts;   /* as in nq_result; -1: not known */
  double seconds;      /* wall clock, the check included */
  double cpu_seconds;
  uint64_t memory_bytes;
} nq_record;

#endif
