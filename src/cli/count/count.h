/* What the files of `nqueens count` share. */
#ifndef NQ_CLI_COUNT_H
#define NQ_CLI_COUNT_H

#include "cli/inputs.h"
#include "cli/stats.h"
#include "core/wide.h"
#include "ledger/checkpoint.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_count_options {
  const char *checkpoint_path, *instance_path, *path, *stats_path;
  uint32_t threads; /* 0: not given */
  uint64_t first_diagonals;
  double seconds;        /* negative: not given */
  double relative_error; /* negative: not given */
  uint64_t seed, nth;
  nq_option_slice slice;
  const char *verify; /* P%; NULL: not given */
  double share;       /* the same as a part of 1 */
  uint32_t sample;
  double memory; /* in GiB; 0: the default */
  bool sliced, seeded, sampled, fundamental, merge, plan, estimate, json, table, numbered, quiet;
} cli_count_options;

extern const nq_option cli_count_usual[], cli_count_further[];
nq_option_names cli_count_path_names;

/* Check that the options can be combined with each other and with this number of arguments. */
bool cli_count_check_options(cli_count_options *options, size_t arguments, char **words);

/* --memory in bytes. */
uint64_t cli_count_memory(const cli_count_options *options);

/* ---- The output of exact counts (show.c) ---- */

typedef struct cli_count_output {
  const cli_count_options *options;
  cli_stats stats; /* of --stats, an object for each count */
  bool headed;     /* the head of the table is printed */
} cli_count_output;

/* A count that has ended. */
typedef struct cli_counted {
  uint32_t n, threads;
  bool whole, searched; /* not stopped; of an instance, with nodes and failures */
  wide count;
  uint64_t units, done; /* of the count or slice */
  uint64_t nodes, failures;
  double seconds;
  size_t records, files;                  /* of checkpoints that were merged or verified, or 0 */
  const nq_checkpoint_recount *recounted; /* of a verification, or NULL */
} cli_counted;

/* With --json print the count, known or not, with what is known of it. */
void cli_count_print_json(const cli_count_options *options, const cli_counted *counted);

/* Print the count, if it is whole or with --json, and write its statistics; CLI_YES, CLI_UNKNOWN if
 * it is not whole, or CLI_ERROR if it cannot be printed. */
int cli_count_show(cli_count_output *output, const cli_counted *counted);

/* Count an instance; count.c has checked the options.  Returns the exit code. */
int cli_count_instance(cli_count_output *output, const nq_instance *instance,
                       const cli_signals *signals);

/* Print the board of N with the number given by --nth.  Returns the exit code. */
int cli_count_nth(const cli_count_options *options, const char *word, const cli_signals *signals);

/* Check that exact counts, estimates and numbered boards have only options of their own. */
bool cli_count_check_kind(const cli_call *call, const cli_count_options *options);

/* Estimate the numbers for N...; count.c has checked the options.  Returns the exit code. */
int cli_count_estimate(const cli_count_options *options, size_t count, char **words,
                       const cli_signals *signals);

/* Merge the checkpoints at `paths` of the count of N.  Returns the exit code. */
int cli_count_merge(const cli_count_options *options, const char *n, const char *const *paths,
                    size_t path_count);

/* Count a share of the records in the checkpoints again.  Returns the exit code. */
int cli_count_verify(cli_count_options *options, const char *n, const char *const *paths,
                     size_t path_count, const cli_signals *signals);

/* Print what the count of N takes.  Returns the exit code. */
int cli_count_plan(cli_count_options *options, const char *n, const cli_signals *signals);

/* List the gaps or the overlaps of an audit, at most ten of them; returns the number of their
 * units. */
uint64_t cli_count_say_flaws(const nq_checkpoint_audit *audit, const char *const *paths,
                             bool overlap);

/* Whether a complete count of n is checked by its classes: where that takes less than a second, or
 * the number of solutions is not known. */
bool cli_count_is_checked(uint32_t n);

/* Parse N; false after a message, which begins with `place`: "N", or where it was read. */
bool cli_count_parse_n(const char *text, const char *place, uint32_t *n);

/* With --fundamental, replace the number of solutions by the number of classes.  With `check`, only
 * check that there is a whole number of classes.  `progress` may be NULL. */
nq_status cli_count_classes(const cli_count_options *options, uint32_t n, bool check,
                            nq_progress_function *progress, void *context, wide *count,
                            bool *interrupted, nq_error *error);

/* Print the number and flush it, so that a waiting reader sees it at once.  The error message for a
 * failure follows when the program ends. */
int cli_count_print(const cli_count_options *options, const cli_counted *counted);

/* "solutions" or "classes". */
const char *cli_count_noun(const cli_count_options *options, wide count);

/* The number given by --threads, or all cores. */
uint32_t cli_count_threads(const cli_count_options *options);

#endif
