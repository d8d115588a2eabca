/* Inside a store: a connection for one thread, and prepared statements. */
#ifndef NQ_EXPERIMENT_STORE_FILE_H
#define NQ_EXPERIMENT_STORE_FILE_H

#include "experiment/plan.h"

#include <sqlite3.h>

#define NQ_STORE_SECONDS 1e12 /* at most, so that sums over all runs stay finite */

typedef struct nq_store {
  const char *name; /* for messages */
  sqlite3 *database;
  sqlite3_stmt *insert, *select;
  int lock;     /* holds the file's lock; -1 in memory */
  bool created; /* the file is new */
} nq_store;

/* Open the store's file at `path`, or make it; NULL: in memory.  As nq_store_open; the caller
 * closes all of the store even after an error. */
nq_status nq_store_open_file(nq_store *store, const char *path, const nq_plan *plan,
                             nq_error *error);

/* Fill in *error from the connection. */
nq_status nq_store_fail(const nq_store *store, nq_error *error);
nq_status nq_store_prepare(nq_store *store, const char *text, sqlite3_stmt **statement,
                           nq_error *error);
/* Execute statements, as printf writes them. */
nq_status nq_store_execute(nq_store *store, nq_error *error, const char *format, ...)
    NQ_PRINTF(3, 4);

#endif
