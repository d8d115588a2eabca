/* What other processes do for `nqueens solve`. */
#ifndef NQ_CLI_SOLVE_WORK_H
#define NQ_CLI_SOLVE_WORK_H

#include "output/output.h"
#include "parallel/work.h"

/* Boards of --count that they solve, too.  A unit is a stream (uint64_t), the result a cli_solved. */
extern const nq_work_kind cli_solve_work;

typedef struct cli_solve_job {
  const nq_instance *instance;
  nq_instance *own; /* the same, if it is to be freed */
  nq_board from;    /* its start board, if that is to be freed */
  nq_solve_options solve;
  nq_watch *watch;
} cli_solve_job;

typedef struct cli_solved {
  nq_result result;
  nq_board board;
  nq_result_names names;
} cli_solved;

void cli_solve_pack(const cli_solve_job *job, nq_bytes *bytes);

/* A large board that all processes solve together: the job "solve" of a crew's `join`. */
typedef struct cli_solve_together {
  cli_shards *shards; /* created, a folder; afterwards with the checksums of all files */
  const nq_solve_options *solve;
  /* Of the check and the checksums; false ends them with NQ_END. */
  nq_progress_function *progress;
  void *context;
  nq_result *result;
} cli_solve_together;

#endif
