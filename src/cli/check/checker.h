/* What `nqueens check` shares: its options and state, files, and what options make of them. */
#ifndef NQ_CLI_CHECK_CHECKER_H
#define NQ_CLI_CHECK_CHECKER_H

#include "board/board.h"
#include "cli/commands.h"

#include <stdio.h>

#define DENSITY_CELLS 8

/* Of --typical: sums over the boards of each cell's density, relative to that of the whole board,
 * and of its square. */
typedef struct cli_density {
  uint64_t boards;
  double sum[DENSITY_CELLS][DENSITY_CELLS], squares[DENSITY_CELLS][DENSITY_CELLS];
  double mean[4][4], mean_squares[4][4]; /* the same for means over the 8 images of a cell */
} cli_density;

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
  int code;              /* the exit code so far */
} cli_checker;

/* Note what was found by its exit code: an error is worse than an invalid board, and that worse
 * than an answer that is no board.  The worst is kept. */
void cli_check_note(cli_checker *checker, int code);

/* ---- A file: file.c ---- */

/* Check the boards of the file, or `-`; print the verdicts to checker->out. */
void cli_check_file(cli_checker *checker, const char *file);

/* An nq_progress_function for reading, whose context is a cli_checker. */
bool cli_report_reading(void *context, const nq_progress *at);

/* The job "check" of a crew's `join`: a large board. */
typedef struct cli_check_together {
  cli_shards *shards;     /* open */
  uint64_t memory_bytes;  /* for the marks of a process; 0: its share of all lines */
  nq_check_report report; /* the result, as that of nq_large_check */
} cli_check_together;

/* ---- Files that other processes check: work.c ---- */

/* A unit is the index of a file (uint64_t). */
typedef struct cli_check_job {
  cli_checker checker;
  char **files;
  size_t file_count;
  cli_check_options options; /* of a job from another process, with */
  nq_instance *instance;     /* its instance and */
  char *words;               /* the words that it refers to, each with its 0 */
} cli_check_job;

/* Check the files, with the help of the crew; print the verdicts in the order of the files. */
void cli_check_files(cli_checker *checker, char **files, size_t count, nq_crew *crew);

/* ---- --typical, --all, --grade, and --answers with --against: files of these names, gaps.c of
 * --all.  They return false after a message. ---- */

/* Add a board; one with n < DENSITY_CELLS is left out. */
void cli_density_add(cli_density *density, const nq_board *board);
/* Print the densities of the boards beside those of all solutions: two tables, or JSON. */
bool cli_density_print(const cli_density *density, bool json);

/* Compare the solutions read with all that there are; a missing one is noted. */
bool cli_gaps_print(cli_checker *checker);

/* Check every file in the folder, and write a line of CSV or an object for each.  A file that
 * cannot be read is one too, and noted. */
bool cli_grade_folder(cli_checker *checker);

/* Check the answers of a learned solver to a set of puzzles, and print how many are right for each
 * number of branches; a wrong or missing answer is noted. */
bool cli_score_answers(cli_checker *checker);

#endif
