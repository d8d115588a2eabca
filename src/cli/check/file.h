/* What `nqueens check` does with a file. */
#ifndef NQ_CLI_CHECK_FILE_H
#define NQ_CLI_CHECK_FILE_H

#include "cli/check/density.h"
#include "cli/progress.h"
#include "core/limits.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_check_options {
  const char *from; /* the name of a format, or "auto" */
  const char *instance_path;
  uint64_t first_diagonals;
  uint32_t n;           /* 0: not given */
  const char *variable; /* or NULL */
  double memory;        /* GiB for a large board; 0: not given */
  bool json, quiet, typical;
} cli_check_options;

typedef struct cli_checker {
  const cli_check_options *options;
  const nq_instance *instance; /* or NULL: the plain problem of each board's n */
  nq_format format;
  uint32_t n; /* the one that boards must have, or 0 */
  FILE *out;
  cli_progress *progress;
  const nq_watch *watch; /* ends the check of a file; or NULL */
  cli_density *density;  /* to add the boards to, or NULL */
  nq_crew *crew;         /* processes that check a large board together, or NULL */
  unsigned together;     /* processes of this machine that check boards of their own at once */
  bool invalid, unanswered, failed;
} cli_checker;

/* A board or another answer as it was read, with its verdict. */
typedef struct cli_finding {
  const char *file;
  uint64_t line, n;
  nq_answer answer;
  const char *form; /* in which it was written, as by nq_reader_form; or NULL */
  unsigned base;
  bool valid;
  nq_check_report report;
  char reason[400];
} cli_finding;

/* Two nq_progress_functions, whose context is a cli_checker: for reading, and for the check of one
 * board, which is shown only if it takes long. */
bool cli_report_reading(void *context, const nq_progress *at);
bool cli_report_check(void *context, const nq_progress *at);

/* Is the file to be checked as a large board: a folder of shards, or a .npy file with rows of 64
 * bits or of any n if --memory is given?  (check_large.c) */
bool cli_check_is_large(const cli_checker *checker, const char *file);
/* Check it: its size, and the report. */
nq_status cli_check_large(cli_checker *checker, const char *file, uint64_t *n,
                          nq_check_report *report, nq_error *error);

/* Check the boards of the file, or `-`; print the verdicts to checker->out. */
void cli_check_file(cli_checker *checker, const char *file);

#endif
