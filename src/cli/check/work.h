/* Files of `nqueens check` that other processes check. */
#ifndef NQ_CLI_CHECK_WORK_H
#define NQ_CLI_CHECK_WORK_H

#include "cli/check/file.h"
#include "parallel/work.h"

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

#endif
