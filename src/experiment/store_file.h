/* The file of a store: what may be opened as one, and how a new one comes to be. */
#ifndef NQ_EXPERIMENT_STORE_FILE_H
#define NQ_EXPERIMENT_STORE_FILE_H

#include "experiment/plan.h"

#include <sqlite3.h>

#define NQ_STORE_APPLICATION 0x4e514e53 /* "NQNS" */
#define NQ_STORE_VERSION     1

/* Fill in *error from the connection, `name` being the file's. */
nq_status nq_store_fail(sqlite3 *database, const char *name, nq_error *error);

/* Create the tables with the plan's limits in an empty database. */
nq_status nq_store_build(sqlite3 *database, const char *name, const nq_plan *plan, nq_error *error);

/* Make sure that there is a store at `path`, creating it, whole or not at all, where there is no
 * file or an empty one; take the lock that keeps other processes out and leave it to
 * *lock, a descriptor to close after the database.  A file that is no store is not touched. */
nq_status nq_store_claim(const char *path, const nq_plan *plan, int *lock, nq_error *error);

#endif
