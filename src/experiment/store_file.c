#define _GNU_SOURCE /* realpath */
#include "experiment/store_file.h"
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The SQLite file header (https://www.sqlite.org/fileformat.html, 1.3). */
#define HEADER_SIZE        100
#define HEADER_MAGIC       "SQLite format 3"
#define HEADER_VERSION     60 /* big-endian, 4 bytes */
#define HEADER_APPLICATION 68

static const char setting_table[] =
    "CREATE TABLE setting (time_limit REAL NOT NULL, step_limit INTEGER NOT NULL)%s;";

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
    " '', '', version, machine, finished FROM run_1";

/* The tables check the types of their values, since SQLite 3.37.  Those of rows that are read are
 * checked anyway. */
static const char *strict(void) {
  return sqlite3_libversion_number() >= 3037000 ? " STRICT" : "";
}

nq_status nq_store_fail(sqlite3 *database, const char *name, nq_error *error) {
  int code = sqlite3_errcode(database);
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    return nq_error_set(error, NQ_IO, "%s: locked by another process: wait for it or end it", name);
  return nq_error_set(error, code == SQLITE_NOMEM ? NQ_NO_MEMORY : NQ_IO, "%s: %s", name,
                      sqlite3_errmsg(database));
}

static nq_status fail_on_file(const char *path, nq_error *error) {
  return nq_error_system(error, errno, "%s", path);
}

static nq_status execute_all(sqlite3 *database, const char *name, const char *const *parts,
                             nq_error *error) {
  for (; *parts != NULL; parts++)
    if (sqlite3_exec(database, *parts, NULL, NULL, NULL) != SQLITE_OK)
      return nq_store_fail(database, name, error);
  return NQ_OK;
}

/* "PRAGMA user_version = 2" and the tables of runs. */
static void write_tables(char version[60], char tables[sizeof run_table + 20]) {
  snprintf(version, 60, "PRAGMA user_version = %d", NQ_STORE_VERSION);
  snprintf(tables, sizeof run_table + 20, run_table, strict(), strict());
}

nq_status nq_store_build(sqlite3 *database, const char *name, const nq_plan *plan,
                         nq_error *error) {
  char application[60], version[60], limits[sizeof setting_table + 20];
  char tables[sizeof run_table + 20], setting[200];
  snprintf(application, sizeof application, "PRAGMA application_id = %d", NQ_STORE_APPLICATION);
  snprintf(limits, sizeof limits, setting_table, strict());
  write_tables(version, tables);
  snprintf(setting, sizeof setting, "INSERT INTO setting VALUES (%.17g, %" PRIu64 ")",
           plan->time_limit, plan->step_limit);
  const char *const parts[] = {"BEGIN", application, version,  limits,
                               tables,  setting,     "COMMIT", NULL};
  return execute_all(database, name, parts, error);
}

nq_status nq_store_update(sqlite3 *database, const char *name, nq_error *error) {
  sqlite3_stmt *statement = NULL;
  char version[60], tables[sizeof run_table + 20];
  if (sqlite3_prepare_v2(database, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK)
    return nq_store_fail(database, name, error);
  bool old = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 1;
  sqlite3_finalize(statement);
  if (!old) return NQ_OK;
  write_tables(version, tables);
  const char *const parts[] = {"BEGIN IMMEDIATE",
                               "ALTER TABLE run RENAME TO run_1",
                               tables,
                               update,
                               "DROP TABLE run_1",
                               version,
                               "COMMIT",
                               NULL};
  nq_status status = execute_all(database, name, parts, error);
  if (status != NQ_OK) (void)sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

/* ---- Creating ---- */

nq_status nq_store_open_file(const char *path, sqlite3 **database, const char *name,
                             nq_error *error) {
  /* To SQLite, "file:x" and ":memory:" are no files of these names; "./file:x" is. */
  const char *folder = path == NULL || path[0] == '/' ? "" : "./";
  size_t size = (path != NULL ? strlen(path) : 0) + sizeof ":memory:";
  char *file = malloc(size);
  if (file == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a store");
  snprintf(file, size, "%s%s", folder, path != NULL ? path : ":memory:");
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (path == NULL ? SQLITE_OPEN_CREATE : 0);
  int result = sqlite3_open_v2(file, database, flags, NULL);
  free(file);
  return result == SQLITE_OK ? NQ_OK : nq_store_fail(*database, name, error);
}

/* `name` is an empty temporary file; messages name `path`. */
static nq_status build_file(const char *name, const char *path, const nq_plan *plan,
                            nq_error *error) {
  sqlite3 *database = NULL;
  nq_status status = nq_store_open_file(name, &database, path, error);
  if (status == NQ_OK) status = nq_store_build(database, path, plan, error);
  if (status == NQ_OK &&
      sqlite3_exec(database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) != SQLITE_OK)
    status = nq_store_fail(database, path, error);
  sqlite3_close(database);
  return status;
}

/* SQLite adds -journal and -wal to the name. */
static nq_status require_room_in_name(const char *path, nq_error *error) {
  static const char suffix[] = "-journal";
  size_t length = strlen(path);
  char *longest = malloc(length + sizeof suffix);
  if (longest == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for a store");
  memcpy(longest, path, length);
  memcpy(longest + length, suffix, sizeof suffix);
  bool fits = access(longest, F_OK) == 0 || errno != ENAMETOOLONG;
  free(longest);
  if (fits) return NQ_OK;
  return nq_error_set(error, NQ_IO, "%s: the name is too long: SQLite adds %s to it", path, suffix);
}

/* Create the store under a temporary name, so that a process killed here leaves no partial store.
 * `target` is `path`, or, to replace an empty file, `path` with links resolved. */
static nq_status create_store(const char *path, const char *target, bool replace,
                              const nq_plan *plan, nq_error *error) {
  char *name;
  nq_status status = require_room_in_name(target, error);
  if (status != NQ_OK) return status;
  int descriptor = nq_temporary_open(target, &name);
  if (descriptor < 0) return fail_on_file(path, error);
  status = build_file(name, path, plan, error);
  errno = status == NQ_OK ? nq_name(descriptor, AT_FDCWD, name, target, replace) : 0;
  if (errno != 0 && errno != EEXIST) /* another process has just created it, which is as good */
    status = fail_on_file(path, error);
  close(descriptor);
  unlink(name);
  free(name);
  return status;
}

static nq_status try_lock(const char *path, int descriptor, nq_error *error) {
  errno = nq_file_lock(descriptor, AT_FDCWD, path);
  if (errno == 0) return NQ_OK;
  if (errno != EBUSY) return fail_on_file(path, error);
  return nq_error_set(error, NQ_IO, "%s: in use by another nqueens: wait for it or end it", path);
}

/* Whether `path` still leads to the open file, and it is empty. */
static bool is_still_empty(const char *path, int descriptor) {
  struct stat open_one, there;
  return fstat(descriptor, &open_one) == 0 && stat(path, &there) == 0 &&
         nq_file_is_same(&open_one, &there) && there.st_size == 0;
}

/* Replace an empty file, with a lock on it: if two processes find it empty, only one may replace
 * it, or the store of the other would lose its name. */
static nq_status replace_empty(const char *path, const nq_plan *plan, nq_error *error) {
  int descriptor = open(path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return fail_on_file(path, error);
  nq_status status = try_lock(path, descriptor, error);
  if (status == NQ_OK && is_still_empty(path, descriptor)) {
    char *real = realpath(path, NULL); /* so that a link stays a link */
    status = real != NULL ? create_store(path, real, true, plan, error) : fail_on_file(path, error);
    free(real);
  }
  close(descriptor);
  return status;
}

/* ---- Opening ---- */

static uint32_t read_big_endian(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static nq_status check_header(const char *path, int descriptor, nq_error *error) {
  unsigned char header[HEADER_SIZE] = {0};
  ssize_t count = pread(descriptor, header, sizeof header, 0);
  if (count < 0) return fail_on_file(path, error);
  if (count < HEADER_SIZE || memcmp(header, HEADER_MAGIC, sizeof HEADER_MAGIC) != 0)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: not an SQLite database: name a store of runs, or a file that does not "
                        "exist",
                        path);
  if (read_big_endian(header + HEADER_APPLICATION) != NQ_STORE_APPLICATION)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: an SQLite database, but not a store of runs made by nqueens compare",
                        path);
  uint32_t version = read_big_endian(header + HEADER_VERSION);
  if (version < 1 || version > NQ_STORE_VERSION)
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: a store of version %" PRIu32
                        ", but this program reads versions 1 to %d only",
                        path, version, NQ_STORE_VERSION);
  return NQ_OK;
}

nq_status nq_store_claim(const char *path, const nq_plan *plan, int *lock, nq_error *error) {
  struct stat there;
  bool exists = stat(path, &there) == 0;
  if (!exists && errno != ENOENT) return fail_on_file(path, error);
  if (exists && !S_ISREG(there.st_mode))
    return nq_error_set(error, NQ_IO, "%s: not a regular file", path);
  if (exists && access(path, W_OK) != 0) return fail_on_file(path, error);
  nq_status status = NQ_OK;
  if (!exists)
    status = create_store(path, path, false, plan, error);
  else if (there.st_size == 0)
    status = replace_empty(path, plan, error);
  if (status != NQ_OK) return status;
  *lock = open(path, O_RDWR | O_CLOEXEC);
  if (*lock < 0) return fail_on_file(path, error);
  status = try_lock(path, *lock, error);
  return status == NQ_OK ? check_header(path, *lock, error) : status;
}
