/* What the modes of `nqueens count` share. */
#ifndef NQ_CLI_COUNT_MODES_H
#define NQ_CLI_COUNT_MODES_H

#include "cli/commands.h"
#include "core/random.h"
#include "ledger/ledger.h"

#include <jansson.h>

typedef struct cli_count_options {
  const char *checkpoint_path, *instance_path, *path, *stats_path;
  uint32_t threads;
  uint64_t first_diagonals;
  double seconds;        /* negative: not given */
  double relative_error; /* negative: not given */
  uint64_t seed, nth;
  nq_option_slice slice;
  const char *verify; /* P%; NULL: not given */
  uint32_t sample;
  double memory; /* in GiB; 0: the default */
  bool sliced, fundamental, merge, plan, estimate, json, table, quiet;
} cli_count_options;

/* A count that has ended. */
typedef struct cli_counted {
  uint32_t n, threads;
  bool whole, searched; /* not stopped; of an instance, with nodes and failures */
  nq_wide count;
  uint64_t units, done; /* of the count or slice; of an instance its parts */
  uint64_t earlier;     /* of them, by a checkpoint */
  uint64_t nodes, failures;
  double seconds;
  size_t records, files;                  /* of checkpoints that were merged or verified, or 0 */
  const nq_checkpoint_recount *recounted; /* of a verification, or NULL */
} cli_counted;

/* A run of the command, in one of its modes. */
typedef struct cli_count_run {
  const cli_count_options *options;
  nq_crew *crew;
  cli_progress progress;    /* with the time limit */
  uint32_t n;               /* of a mode for one N */
  nq_count_plan *plan;      /* for n, of a mode about its units */
  nq_sizes sizes;           /* of a mode for several */
  bool stream;              /* instead, numbers come from standard input */
  const char *const *words; /* the other arguments: files */
  size_t word_count;
  cli_stats stats;                         /* of --stats, an object for each exact count */
  bool headed;                             /* the head of the table is printed */
  cli_counted counted[NQ_COUNT_N_MAX + 1]; /* `whole` for each n that is known */
} cli_count_run;

/* The modes.  Each returns the exit code. */
typedef int cli_count_mode(cli_count_run *run);
cli_count_mode cli_count_exact, cli_count_estimate, cli_count_nth, cli_count_files, cli_count_plan;

/* Add the numbers of the text, each up to `most`; false after a message, which begins with `place`:
 * "N", or where it was read. */
bool cli_count_take_sizes(const char *text, const char *place, uint32_t most, nq_sizes *sizes);

/* --memory in bytes. */
uint64_t cli_count_memory(const cli_count_options *options);

/* Write its statistics, and print the count, if it is whole or with --json; and flush it, so that a
 * waiting reader sees it at once.  CLI_YES, CLI_UNKNOWN if it is not whole, or CLI_ERROR if it
 * cannot be printed; the message about that follows when the program ends. */
int cli_count_show(cli_count_run *run, const cli_counted *counted);

/* Unless --quiet: what was counted in how long. */
void cli_count_say(const cli_count_options *options, const cli_counted *counted);

/* "solutions" or "classes". */
const char *cli_count_noun(const cli_count_options *options, nq_wide count);

/* Whether a complete count of n is checked by its classes: where that takes less than a second, or
 * the number of solutions is not known. */
bool cli_count_is_checked(uint32_t n);

/* The classes that a number of solutions makes; with --fundamental *count becomes their number. */
nq_status cli_count_classes(cli_count_run *run, uint32_t n, nq_wide *count,
                            nq_count_classes *classes, bool *interrupted, nq_error *error);

/* Put a number and [low, high], its interval; both are null where they are not known. */
void cli_count_put_interval(json_t **object, const char *name, const char *interval, bool known,
                            double number, double low, double high);

#endif
