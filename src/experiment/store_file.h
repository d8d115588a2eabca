/* The file of a store: creating it, locking it, and checking that it is one. */
#ifndef NQ_EXPERIMENT_STORE_FILE_H
#define NQ_EXPERIMENT_STORE_FILE_H

#include "experiment/compare_plan.h"

#include <sqlite3.h>

#define NQ_STORE_APPLICATION 0x4e514e53 /* "NQNS" */
#define NQ_STORE_VERSION     2

/* Fill in *error from the connection; `name` is the file's. */
nq_status nq_store_fail(sqlite3 *database, const char *name, nq_error *error);

/* Open the existing file `path`, or with NULL a database in memory; messages name `name`. The
 * database is the caller's to close, also after an error. */
nq_status nq_store_open_file(const char *path, sqlite3 **database, const char *name,
                             nq_error *error);

/* Create the tables and store the plan's limits in an empty database. */
nq_status nq_store_build(sqlite3 *database, const char *name, const nq_plan *plan, nq_error *error);

/* Make a store of this version of one of version 1, completely or not at all; one of this version
 * stays as it is. */
nq_status nq_store_update(sqlite3 *database, const char *name, nq_error *error);

/* Make sure that there is a store at `path`: create it, completely or not at all, if there is no
 * file or an empty one.  Take the lock that keeps other writers out; *lock is its descriptor, to be
 * closed after the database.  A file that is not a store is not changed. */
nq_status nq_store_claim(const char *path, const nq_plan *plan, int *lock, nq_error *error);

#endif
