/* The runs of experiments, in an SQLite database.
 *
 * nqueens.5 describes its tables: `setting` with the limits of all runs, and `run` with a row for
 * each run that ended by itself.
 *
 * Each run is a transaction: runs stored by a killed process are complete, and no run is stored
 * twice.  While a store is open, other processes can read it, but not add to it. */
#ifndef NQ_EXPERIMENT_STORE_H
#define NQ_EXPERIMENT_STORE_H

#include "experiment/plan.h"
#include "parallel/work.h"

#include <jansson.h>
#include <stdio.h>

/* For one thread, as that which settles the results of a run. */
typedef struct nq_store nq_store;

/* Open the store, or create it if there is no file; path NULL: in memory.  The path must outlive
 * it.  Returns NULL with *error, and leaves the file unchanged, when it is not a store, cannot be
 * written, is in use by another process, or holds runs with other limits than the plan's. */
nq_store *nq_store_open(const char *path, const nq_plan *plan, nq_error *error);
void nq_store_close(nq_store *store);

/* Add a run and what came of it, completely or not at all. */
nq_status nq_store_add(nq_store *store, const nq_plan *plan, const nq_plan_run *run,
                       const nq_attempt *made, nq_error *error);

/* The version of the variant's solver, when it was noted, is set in the variant; *known is false
 * when it was not.  Noting it replaces the one before. */
nq_status nq_store_version(nq_store *store, nq_variant *variant, bool *known, nq_error *error);
nq_status nq_store_note_version(nq_store *store, const nq_variant *variant, nq_error *error);

/* A stored run; the texts are valid until the next run. */
typedef struct nq_stored_run {
  nq_plan_run run;
  int64_t n;
  bool solved;      /* or proved, and */
  nq_outcome ended; /* how: as the texts say */
  uint64_t steps, restarts;
  int64_t evaluations; /* -1: the method does not count them */
  int64_t conflicts;   /* as in nq_result; -1: not known */
  double seconds;      /* wall-clock time, including the check */
  double cpu_seconds;
  uint64_t memory_bytes;
  const char *variant, *method, *options, *instance, *digest, *verdict, *outcome, *reason,
      *counters, *version, *machine, *finished;
} nq_stored_run;

/* Add a run of another store, unless it is there. */
nq_status nq_store_merge(nq_store *store, const nq_stored_run *run, nq_error *error);

/* Mark proofs that an instance has no solution as wrong where another run has found one. */
nq_status nq_store_settle(nq_store *store, nq_error *error);

/* A column of the table of runs, which is also one of CSV. */
typedef struct nq_run_column {
  const char *name;
  enum {
    NQ_RUN_TEXT,    /* const char * */
    NQ_RUN_VERDICT, /* a text: solved, unsolvable or unknown */
    NQ_RUN_OUTCOME, /* a text: the name of an nq_outcome */
    NQ_RUN_COUNT,   /* int64_t or uint64_t */
    NQ_RUN_MAYBE,   /* the same; -1 stands for NULL */
    NQ_RUN_SECONDS  /* double */
  } kind;
  size_t offset; /* in nq_stored_run */
} nq_run_column;

/* The i-th column; NULL past the end. */
const nq_run_column *nq_run_column_at(size_t i);

typedef void nq_stored_run_function(void *context, const nq_stored_run *run);

/* Call `take` with each stored run of the plan, in order of variant, question and seed. */
nq_status nq_store_each(nq_store *store, const nq_plan *plan, nq_stored_run_function *take,
                        void *context, nq_error *error);

/* Write the machine of this process, as in "Linux 6.1.0 x86_64, AMD EPYC 9554", as far as known. */
void nq_machine_describe(char *text, size_t size);

/* ---- Making the runs of a plan, each on one thread: make_runs.c ---- */

typedef struct nq_experiment_outcome {
  uint64_t done;  /* runs of the plan that are now in the store */
  uint64_t found; /* of these, found in the store at the start */
  bool interrupted;
  uint64_t wrong;        /* answers of other solvers that were wrong, also stored ones */
  nq_plan_run wrong_run; /* the first of them, */
  char wrong_reason[200];
} nq_experiment_outcome;

/* A job that makes runs. */
extern const nq_work_kind nq_compare_work;

/* Set the version of each solver of others: that of the store, or what its program says, which the
 * store then keeps.  NQ_END when the plan's watch stopped it. */
nq_status nq_experiment_ask_versions(nq_plan *plan, nq_store *store, nq_error *error);

/* Make the runs that the store does not have yet, on this many threads of this process and of each
 * in the crew, which may be NULL.  `progress`, called from the calling thread, counts these runs;
 * if it returns false, unfinished runs are not stored.  An error of a run or the store ends all. */
nq_status nq_experiment_run(const nq_plan *plan, nq_store *store, unsigned threads, nq_crew *crew,
                            nq_progress_function *progress, void *context,
                            nq_experiment_outcome *outcome, nq_error *error);

/* ---- The runs on a suite as one JSON file, for other machines, and as CSV: results.c ---- */

/* MODEL.
 *
 *     {"nqueens": "2.0.0", "suite": "e3b0...", "time_limit": 10.0, "step_limit": 0,
 *      "variants": [{"label": "cadical", "variant": "run:dimacs:cadical -q {}", "version": "1.9"}],
 *      "runs": [{"variant": ..., and every other column of the table of runs}]} */
nq_status nq_results_write(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error);

/* Add the variants of such a file to the plan, those that it does not have as merged ones.
 * NQ_BAD_VALUE when the file is of another suite or other limits. */
nq_status nq_results_add_variants(const json_t *results, nq_plan *plan, nq_error *error);

/* Add its runs to the store, those that are not there, of the variants that are only merged. */
nq_status nq_results_add_runs(const json_t *results, const nq_plan *plan, nq_store *store,
                              nq_error *error);

/* The plan's runs as CSV (RFC 4180: lines end with CR LF, the first names the columns).  A text
 * that a spreadsheet would read as a formula is prefixed with an apostrophe. */
nq_status nq_runs_write_csv(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error);

/* One CSV cell, quoted where needed. */
void nq_csv_write_cell(const char *text, FILE *stream);

#endif
