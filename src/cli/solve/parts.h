/* `nqueens solve`: its options, its runs, and what other processes do for it. */
#ifndef NQ_CLI_SOLVE_PARTS_H
#define NQ_CLI_SOLVE_PARTS_H

#include "options/options.h"
#include "output/output.h"
#include "parallel/work.h"

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
int cli_solve_run(const cli_solve_options *options, const nq_instance *instance, nq_crew *crew);

/* Boards of --count in other processes: a unit is a stream (uint64_t), a result a cli_solved. */
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

/* A large board that all processes solve together: the job "solve" of a crew's `join`. */
typedef struct cli_solve_together {
  cli_shards *shards; /* created, a folder; afterwards with the checksums of all files */
  const nq_solve_options *solve;
  nq_result *result;
} cli_solve_together;

#endif
