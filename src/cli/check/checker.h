/* What all of `nqueens check` shares: its options and state, and reports of progress. */
#ifndef NQ_CLI_CHECK_CHECKER_H
#define NQ_CLI_CHECK_CHECKER_H

#include "cli/check/density.h"
#include "cli/check/gaps.h"
#include "cli/commands.h"

#include <stdio.h>

typedef struct cli_check_options {
  const char *from; /* the name of a format, or "auto" */
  const char *instance_path;
  uint64_t first_diagonals;
  uint32_t n;           /* 0: not given */
  const char *variable; /* or NULL */
  int32_t base;         /* 0, 1 or, to see it, -1 */
  double memory;        /* GiB for a large board; 0: not given */
  const char *grade_path, *csv_path;
  const char *answers_path, *against_path; /* both or neither */
  bool json, quiet, typical, distinct, all, fundamental;
} cli_check_options;

/* What is known of a file of --grade. */
typedef struct cli_grade {
  uint64_t boards, n;
  const char *form; /* of the board that decided, or NULL */
  unsigned base;
  const char *verdict; /* NULL: nothing was found */
  bool invalid;
  char why[512];
  char failure[512]; /* why the file cannot be read; "": it can */
} cli_grade;

typedef struct cli_checker {
  const cli_check_options *options;
  const nq_instance *instance; /* or NULL: the plain problem of each board's n */
  nq_format format;
  uint32_t n; /* the one that boards must have, or 0 */
  FILE *out;
  bool live; /* the boards come from a pipe or a terminal: each is reported at once */
  cli_progress *progress;
  const nq_watch *watch; /* ends the check of a file; or NULL */
  cli_density *density;  /* to add the boards to, or NULL */
  nq_solutions *set;     /* of the solutions so far, or NULL */
  cli_grade *grade;      /* takes the verdicts, which are then not printed; or NULL */
  nq_crew *crew;         /* processes that check a large board together, or NULL */
  unsigned together;     /* processes of this machine that check boards of their own at once */
  bool invalid, unanswered, failed;
} cli_checker;

/* Two nq_progress_functions, whose context is a cli_checker: for reading, and for the check of one
 * board, which is shown only if it takes long. */
bool cli_report_reading(void *context, const nq_progress *at);
bool cli_report_check(void *context, const nq_progress *at);

#endif
