/* What other processes do of `nqueens check`: files of their own, or a part of one large board. */
#ifndef NQ_CLI_CHECK_WORK_H
#define NQ_CLI_CHECK_WORK_H

#include "cli/check/file.h"
#include "output/shards.h"
#include "parallel/work.h"

#include <stddef.h>
#include <stdint.h>

/* ---- Files of their own ---- */

/* A unit is the index of a file (size_t). */
typedef struct cli_check_job {
  cli_checker checker;
  char **files;
  size_t file_count;
  nq_watch *watch;
  cli_check_options options; /* of a job from another process, with */
  nq_instance *instance;     /* its instance and */
  char *words;               /* the words that it refers to, each with its 0 */
} cli_check_job;

/* Encode the job for cli_check_work.open. */
void cli_check_pack(const cli_check_job *job, nq_bytes *bytes);

/* Check the files, with the help of the crew; print the verdicts in the order of the files. */
void cli_check_files(cli_checker *checker, char **files, size_t count, nq_crew *crew);

/* ---- A part of one large board ---- */

/* The job "check" of a crew's `join`. */
typedef struct cli_check_together {
  cli_shards *shards;    /* open */
  uint64_t memory_bytes; /* for the marks of a process; 0: its share of all lines */
  nq_progress_function *progress;
  void *context;
  nq_check_report report; /* the result, as that of nq_large_check */
} cli_check_together;

#endif
