/* The runs of experiments, in an SQLite database.
 *
 * SCHEMA.  application_id 0x4e514e53 ("NQNS"), user_version 1, journal mode WAL.
 *
 *   setting  one row: the limits that hold for every run in the store
 *     time_limit   seconds a run
 *     step_limit   steps a run, 0: none
 *
 *   run      a row for each run that ended by itself; an interrupted one is not stored
 *     variant      canonical text, as in min-conflicts:start=random,walk=0.05
 *     method       its part before the colon
 *     options      its part behind the colon, or empty
 *     n, seed      variant, n and seed together are unique
 *     verdict      solved, or unknown when a limit was reached (`reason` says which)
 *     reason
 *     steps, restarts
 *     evaluations  NULL where the method counts none
 *     conflicts    as `solve --stats` tells them; NULL where not known
 *     seconds      wall clock, the check of the solution included
 *     cpu_seconds  processor time of the run
 *     memory_bytes
 *     counters     the method's own counters, a JSON object
 *     version      of nqueens
 *     machine      system and processor
 *     finished     when, in UTC
 *
 * Each run is a transaction: what a killed process had stored is there, and nothing is there twice.
 * While a store is open no other process may add to it; reading it is allowed. */
#ifndef NQ_EXPERIMENT_STORE_H
#define NQ_EXPERIMENT_STORE_H

#include "experiment/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is kept of a run. */
typedef struct nq_record {
  bool solved; /* otherwise a limit was reached */
  uint64_t steps, restarts;
  int64_t evaluations; /* -1: the method counts none */
  int64_t conflicts;   /* as in nq_result; -1: not known */
  double seconds;      /* wall clock, the check included */
  double cpu_seconds;
  uint64_t memory_bytes;
} nq_record;

typedef struct nq_store nq_store;

/* Open the store, or create it where there is no file; NULL: one in memory.  NULL with *error, and
 * the file as it was, when it is not a store, cannot be written, is in use by another process, or
 * holds runs with other limits than the plan's. */
nq_store *nq_store_open(const char *path, const nq_plan *plan, nq_error *error);
void nq_store_close(nq_store *store);

/* Add a run: whole or not at all.  Any thread. */
nq_status nq_store_add(nq_store *store, const nq_plan *plan, const nq_plan_run *run,
                       const nq_result *result, double cpu_seconds, nq_error *error);

/* A run as it is stored; the texts last until the next one. */
typedef struct nq_stored_run {
  nq_plan_run run;
  nq_record record;
  const char *reason, *counters, *version, *machine, *finished;
} nq_stored_run;

typedef nq_status nq_stored_run_function(void *context, const nq_stored_run *run, nq_error *error);

/* Call `take` with each run of the plan that is stored, by variant, n and seed; stops at the first
 * status that is not NQ_OK and returns it. */
nq_status nq_store_each(nq_store *store, const nq_plan *plan, nq_stored_run_function *take,
                        void *context, nq_error *error);

/* "Linux 6.1.0 x86_64, AMD EPYC 9554", the machine of this process; what cannot be found out is left out. */
void nq_machine_describe(char *text, size_t size);

#endif
