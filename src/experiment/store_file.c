/* The file of a store: creating it, locking it, and checking that it is one. */
#include "experiment/store_file.h"
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define APPLICATION       0x4e514e53 /* "NQNS" */
#define VERSION           2
#define BUSY_MILLISECONDS 5000

/* The SQLite file header (https://www.sqlite.org/fileformat.html, 1.3). */
#define HEADER_SIZE        100
#define HEADER_MAGIC       "SQLite format 3"
#define HEADER_VERSION     60 /* big-endian, 4 bytes */
#define HEADER_APPLICATION 68

static const char run_table[] =
    "CREATE TABLE run ("
    " id INTEGER PRIMARY KEY,"
    " variant TEXT NOT NULL, method TEXT NOT NULL, options TEXT NOT NULL,"
    " n INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " verdict TEXT NOT NULL CHECK (verdict IN ('solved', 'unsolvable', 'unknown')),"
    " outcome TEXT NOT NULL, reason TEXT NOT NULL,"
    " steps INTEGER NOT NULL, evaluations INTEGER, restarts INTEGER NOT NULL, conflicts INTEGER,"
    " seconds REAL NOT NULL, cpu_seconds REAL NOT NULL, memory_bytes INTEGER NOT NULL,"
    " counters TEXT NOT NULL, instance TEXT NOT NULL, digest TEXT NOT NULL,"
    " version TEXT NOT NULL, machine TEXT NOT NULL, finished TEXT NOT NULL,"
    " UNIQUE (variant, n, instance, digest, seed))%s;"
    "CREATE TABLE solver (variant TEXT NOT NULL PRIMARY KEY, version TEXT NOT NULL)%s;";

/* What version 1 has instead of an outcome is the beginning of the reason. */
static const char update[] =
    "INSERT INTO run SELECT id, variant, method, options, n, seed, verdict,"
    " CASE WHEN verdict = 'solved' THEN 'solved' WHEN reason LIKE 'wrong answer: %' THEN 'wrong'"
    " WHEN reason = 'the time limit was reached' THEN 'time'"
    " WHEN reason = 'the memory limit was reached' THEN 'memory'"
    " WHEN reason LIKE 'signal %' OR reason LIKE 'exit code %' THEN 'crashed' ELSE 'unknown' END,"
    " CASE WHEN reason LIKE 'wrong answer: %' THEN substr(reason, 15) ELSE reason END,"
    " steps, evaluations, restarts, conflicts, seconds, cpu_seconds, memory_bytes, counters,"
    " '', '', version, machine, finished FROM run_1; DROP TABLE run_1";

nq_status nq_store_fail(const nq_store *store, nq_error *error) {
  int code = sqlite3_errcode(store->database);
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    return nq_error_set(error, NQ_IO, "%s: locked by another process: wait for it or end it",
                        store->name);
  return nq_error_set(error, code == SQLITE_NOMEM ? NQ_NO_MEMORY : NQ_IO, "%s: %s", store->name,
                      sqlite3_errmsg(store->database));
}

nq_status nq_store_prepare(nq_store *store, const char *text, sqlite3_stmt **statement,
                           nq_error *error) {
  if (sqlite3_prepare_v2(store->database, text, -1, statement, NULL) == SQLITE_OK) return NQ_OK;
  return nq_store_fail(store, error);
}

nq_status nq_store_execute(nq_store *store, nq_error *error, const char *format, ...) {
  char text[2000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK) return NQ_OK;
  return nq_store_fail(store, error);
}

/* ---- Tables ---- */

/* Make the tables, of an empty database or in place of those of version 1: all or none. */
static nq_status make_tables(nq_store *store, const nq_plan *plan, int version, nq_error *error) {
  /* Since SQLite 3.37 tables check the types of values; rows that are read are checked anyway. */
  const char *strict = sqlite3_libversion_number() >= 3037000 ? " STRICT" : "";
  nq_status status = nq_store_execute(store, error, "BEGIN IMMEDIATE");
  if (status == NQ_OK && version == 1)
    status = nq_store_execute(store, error, "ALTER TABLE run RENAME TO run_1");
  if (status == NQ_OK) status = nq_store_execute(store, error, run_table, strict, strict);
  if (status == NQ_OK && version == 1) status = nq_store_execute(store, error, "%s", update);
  if (status == NQ_OK && version == 0)
    status = nq_store_execute(
        store, error,
        "PRAGMA application_id = %d;"
        "CREATE TABLE setting (time_limit REAL NOT NULL, step_limit INTEGER NOT NULL)%s;"
        "INSERT INTO setting VALUES (%.17g, %" PRIu64 ")",
        APPLICATION, strict, plan->time_limit, plan->step_limit);
  if (status == NQ_OK)
    status = nq_store_execute(store, error, "PRAGMA user_version = %d; COMMIT", VERSION);
  if (status != NQ_OK) (void)nq_store_execute(store, NULL, "ROLLBACK");
  return status;
}

/* Runs with other limits are not part of the same experiment. */
static nq_status check_limits(nq_store *store, const nq_plan *plan, nq_error *error) {
  sqlite3_stmt *statement = NULL;
  nq_status status =
      nq_store_prepare(store, "SELECT time_limit, step_limit FROM setting", &statement, error);
  if (status != NQ_OK) return status;
  int code = sqlite3_step(statement);
  bool sound = sqlite3_column_type(statement, 0) == SQLITE_FLOAT &&
               sqlite3_column_type(statement, 1) == SQLITE_INTEGER;
  double seconds = sqlite3_column_double(statement, 0);
  uint64_t steps = (uint64_t)sqlite3_column_int64(statement, 1);
  if (code != SQLITE_ROW) {
    status = code == SQLITE_DONE ? nq_error_set(error, NQ_BAD_FORMAT,
                                                "%s: the table `setting` is empty", store->name)
                                 : nq_store_fail(store, error);
  } else if (!sound || !(seconds > 0 && seconds <= NQ_STORE_SECONDS) || steps > INT64_MAX ||
             sqlite3_step(statement) == SQLITE_ROW) {
    status = nq_error_set(error, NQ_BAD_FORMAT,
                          "%s: its limits are damaged: there must be one row of `setting`, with "
                          "seconds above 0 and a whole number of steps",
                          store->name);
  } else if (seconds != plan->time_limit || steps != plan->step_limit) {
    char time[48], limit[64] = "no limit of steps";
    snprintf(time, sizeof time, "%g second%s", seconds, seconds == 1 ? "" : "s");
    if (steps > 0) snprintf(limit, sizeof limit, "%" PRIu64 " step%s", steps, nq_plural(steps));
    status = nq_error_set(error, NQ_BAD_VALUE,
                          "%s: its runs were limited to %s and %s: give the same limits, or "
                          "use another store",
                          store->name, time, limit);
  }
  sqlite3_finalize(statement);
  return status;
}

/* ---- The file ---- */

/* SQLite adds -journal and -wal to the name. */
static nq_status require_room_in_name(const char *path, nq_error *error) {
  char *longest = sqlite3_mprintf("%s-journal", path);
  if (longest == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a store");
  bool fits = access(longest, F_OK) == 0 || errno != ENAMETOOLONG;
  sqlite3_free(longest);
  if (fits) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s: the name is too long: SQLite adds -journal to it", path);
}

static uint32_t read_big_endian(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* An empty file is to become a store. */
static nq_status check_header(const char *path, int descriptor, nq_error *error) {
  unsigned char header[HEADER_SIZE] = {0};
  ssize_t count = pread(descriptor, header, sizeof header, 0);
  if (count < 0) return nq_error_system(error, errno, "%s", path);
  if (count == 0) return NQ_OK;
  if (count < HEADER_SIZE || memcmp(header, HEADER_MAGIC, sizeof HEADER_MAGIC) != 0)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: not an SQLite database: name a store of runs, or a file that does not "
                        "exist",
                        path);
  if (read_big_endian(header + HEADER_APPLICATION) != APPLICATION)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: an SQLite database, but not a store of runs made by nqueens compare",
                        path);
  uint32_t version = read_big_endian(header + HEADER_VERSION);
  if (version < 1 || version > VERSION)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: a store of version %" PRIu32
                        ", but this program reads versions 1 to %d only",
                        path, version, VERSION);
  return NQ_OK;
}

/* Lock out other writers, on a new file if there is none.  What is no store is not changed. */
static nq_status claim(nq_store *store, const char *path, nq_error *error) {
  struct stat there;
  bool exists = stat(path, &there) == 0;
  if (!exists && errno != ENOENT) return nq_error_system(error, errno, "%s", path);
  if (exists && !S_ISREG(there.st_mode))
    return nq_error_set(error, NQ_IO, "%s: not a regular file", path);
  nq_status status = require_room_in_name(path, error);
  if (status != NQ_OK) return status;
  store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (store->lock < 0) return nq_error_system(error, errno, "%s", path);
  errno = nq_file_lock(store->lock, AT_FDCWD, path);
  if (errno == EBUSY)
    return nq_error_set(error, NQ_IO, "%s: in use by another nqueens: wait for it or end it", path);
  if (errno != 0) return nq_error_system(error, errno, "%s", path);
  store->created = !exists;
  return check_header(path, store->lock, error);
}

/* ---- Opening ---- */

static nq_status open_database(nq_store *store, const char *path, nq_error *error) {
  /* To SQLite, "file:x" and ":memory:" are no files of these names; "./file:x" is. */
  char *file = path == NULL ? sqlite3_mprintf(":memory:")
                            : sqlite3_mprintf("%s%s", path[0] == '/' ? "" : "./", path);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (path == NULL ? SQLITE_OPEN_CREATE : 0);
  int code = file == NULL ? SQLITE_NOMEM : sqlite3_open_v2(file, &store->database, flags, NULL);
  sqlite3_free(file);
  if (code != SQLITE_OK) return nq_store_fail(store, error);
  sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
  /* Our stores have no triggers or views; a view in a foreign file may return runs without end. */
  sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  return NQ_OK;
}

/* A process that was killed here leaves an empty file, or one that SQLite makes empty again. */
static nq_status open_tables(nq_store *store, const char *path, const nq_plan *plan,
                             nq_error *error) {
  sqlite3_stmt *statement = NULL;
  nq_status status = nq_store_prepare(store, "PRAGMA user_version", &statement, error);
  if (status != NQ_OK) return status;
  int version = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : VERSION;
  sqlite3_finalize(statement);
  if (version == 0) status = make_tables(store, plan, version, error);
  if (status != NQ_OK || path == NULL) return status;
  if (sqlite3_db_readonly(store->database, "main") == 1)
    return nq_error_set(error, NQ_IO, "%s: it cannot be written", path);
  if (version == 0) status = nq_store_execute(store, error, "PRAGMA journal_mode = WAL");
  if (status == NQ_OK) status = check_limits(store, plan, error);
  if (status == NQ_OK && version == 1) status = make_tables(store, plan, version, error);
  /* Detect another writer now, not after the first run. */
  if (status == NQ_OK) status = nq_store_execute(store, error, "BEGIN IMMEDIATE; ROLLBACK");
  /* A killed process loses nothing, and runs do not wait for the disk. */
  if (status == NQ_OK) status = nq_store_execute(store, error, "PRAGMA synchronous = NORMAL");
  return status;
}

nq_status nq_store_open_file(nq_store *store, const char *path, const nq_plan *plan,
                             nq_error *error) {
  store->lock = -1;
  nq_status status = path == NULL ? NQ_OK : claim(store, path, error);
  if (status == NQ_OK) status = open_database(store, path, error);
  if (status == NQ_OK) status = open_tables(store, path, plan, error);
  if (status != NQ_OK && path != NULL && store->created) unlink(path);
  return status;
}
