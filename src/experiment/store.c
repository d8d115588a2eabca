/* One connection, used by one thread at a time under the lock.  Statements are prepared once. */
#include "experiment/store.h"
#include "core/json.h"
#include "core/number.h"
#include "experiment/store_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define BUSY_MILLISECONDS 5000
#define SECONDS_MOST      1e12 /* so that sums over all runs stay finite */

struct nq_store {
  char *name; /* for messages */
  sqlite3 *database;
  sqlite3_stmt *insert, *select;
  int lock; /* holds the file's lock; -1 in memory */
  pthread_mutex_t mutex;
  char machine[NQ_MACHINE_BYTES];
};

static const char insert_text[] =
    "INSERT INTO run (variant, method, options, n, seed, verdict, reason, steps, evaluations,"
    " restarts, conflicts, seconds, cpu_seconds, memory_bytes, counters, version, machine,"
    " finished) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
    " ?17, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))";

static const char select_text[] =
    "SELECT seed, n, verdict, steps, restarts, evaluations, conflicts, seconds, cpu_seconds,"
    " memory_bytes, reason, counters, version, machine, finished FROM run WHERE variant = ?1 AND n "
    "= ?2 AND seed BETWEEN ?3 AND ?4 ORDER BY seed";

/* ---- The machine ---- */

/* The X of "model name : X" in /proc/cpuinfo, truncated to size. */
static void read_processor(char *text, size_t size) {
  char line[256];
  text[0] = '\0';
  FILE *file = fopen("/proc/cpuinfo", "re");
  if (file == NULL) return;
  while (text[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (colon == NULL || strncmp(line, "model name", strlen("model name")) != 0) continue;
    line[strcspn(line, "\n")] = '\0';
    snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " "));
  }
  fclose(file);
}

void nq_machine_describe(char *text, size_t size) {
  struct utsname system;
  char processor[128];
  read_processor(processor, sizeof processor);
  if (uname(&system) != 0) {
    snprintf(text, size, "%s", processor);
    return;
  }
  snprintf(text, size, "%s %s %s%s%s", system.sysname, system.release, system.machine,
           processor[0] != '\0' ? ", " : "", processor);
}

/* ---- Opening ---- */

static nq_status prepare(nq_store *store, const char *text, sqlite3_stmt **statement,
                         nq_error *error) {
  if (sqlite3_prepare_v2(store->database, text, -1, statement, NULL) == SQLITE_OK) return NQ_OK;
  return nq_store_fail(store->database, store->name, error);
}

static nq_status execute(nq_store *store, const char *text, nq_error *error) {
  if (sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK) return NQ_OK;
  return nq_store_fail(store->database, store->name, error);
}

/* Runs with other limits are not part of the same experiment. */
static nq_status check_limits(nq_store *store, const nq_plan *plan, nq_error *error) {
  sqlite3_stmt *statement = NULL;
  nq_status status =
      prepare(store, "SELECT time_limit, step_limit FROM setting", &statement, error);
  if (status != NQ_OK) return status;
  int code = sqlite3_step(statement);
  bool sound = sqlite3_column_type(statement, 0) == SQLITE_FLOAT &&
               sqlite3_column_type(statement, 1) == SQLITE_INTEGER;
  double seconds = sqlite3_column_double(statement, 0);
  uint64_t steps = (uint64_t)sqlite3_column_int64(statement, 1);
  if (code != SQLITE_ROW) {
    status = code == SQLITE_DONE ? nq_error_set(error, NQ_BAD_FORMAT,
                                                "%s: the table `setting` is empty", store->name)
                                 : nq_store_fail(store->database, store->name, error);
  } else if (!sound || !(seconds > 0 && seconds <= SECONDS_MOST) || steps > INT64_MAX ||
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

static nq_status open_database(nq_store *store, const char *path, const nq_plan *plan,
                               nq_error *error) {
  nq_status status = path == NULL ? NQ_OK : nq_store_claim(path, plan, &store->lock, error);
  if (status != NQ_OK) return status;
  status = nq_store_open_file(path, &store->database, store->name, error);
  if (status != NQ_OK) return status;
  sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
  /* Our stores have neither triggers nor views; in a foreign file a view may return runs without
   * end. */
  sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  if (path == NULL) return nq_store_build(store->database, store->name, plan, error);
  if (sqlite3_db_readonly(store->database, "main") == 1)
    return nq_error_set(error, NQ_IO, "%s: it cannot be written", path);
  status = check_limits(store, plan, error);
  /* Detect another writer now, not after the first run. */
  if (status == NQ_OK) status = execute(store, "BEGIN IMMEDIATE; ROLLBACK", error);
  /* A killed process loses nothing, and runs do not wait for the disk. */
  if (status == NQ_OK) status = execute(store, "PRAGMA synchronous = NORMAL", error);
  return status;
}

nq_store *nq_store_open(const char *path, const nq_plan *plan, nq_error *error) {
  nq_store *store = calloc(1, sizeof *store);
  if (store != NULL) store->name = strdup(path != NULL ? path : "the store in memory");
  if (store == NULL || store->name == NULL) {
    free(store);
    nq_error_set(error, NQ_NO_MEMORY, "no memory for the store");
    return NULL;
  }
  store->lock = -1;
  pthread_mutex_init(&store->mutex, NULL);
  nq_machine_describe(store->machine, sizeof store->machine);
  nq_status status = open_database(store, path, plan, error);
  if (status == NQ_OK) status = prepare(store, insert_text, &store->insert, error);
  if (status == NQ_OK) status = prepare(store, select_text, &store->select, error);
  if (status == NQ_OK) return store;
  nq_store_close(store);
  return NULL;
}

void nq_store_close(nq_store *store) {
  if (store == NULL) return;
  sqlite3_finalize(store->insert);
  sqlite3_finalize(store->select);
  sqlite3_close(store->database);
  if (store->lock >= 0) close(store->lock);
  pthread_mutex_destroy(&store->mutex);
  free(store->name);
  free(store);
}

/* ---- Adding ---- */

static char *write_counters(const nq_result *result) {
  json_t *object = json_object();
  for (size_t i = 0; i < result->counters; i++)
    nq_json_put(&object, result->counter[i].name, nq_json_number(result->counter[i].value));
  char *text = nq_json_text(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
  json_decref(object);
  return text;
}

static void bind_count(sqlite3_stmt *statement, int place, uint64_t value) {
  sqlite3_bind_int64(statement, place, value > INT64_MAX ? INT64_MAX : (int64_t)value);
}

static bool bind_text(sqlite3_stmt *statement, int place, const char *text) {
  return sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

static void bind_evaluations(sqlite3_stmt *statement, int place, const nq_result *result) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, "evaluations") == 0)
      bind_count(statement, place, (uint64_t)result->counter[i].value);
}

/* If binding a text fails it stays NULL, which the table refuses. */
static void bind_run(nq_store *store, const nq_variant *variant, uint32_t n, uint64_t seed,
                     const nq_result *result, double cpu_seconds, const char *machine,
                     const char *counters) {
  sqlite3_stmt *insert = store->insert;
  (void)bind_text(insert, 1, variant->text);
  (void)bind_text(insert, 2, variant->solve.method);
  (void)bind_text(insert, 3, nq_variant_options(variant));
  bind_count(insert, 4, n);
  bind_count(insert, 5, seed);
  (void)bind_text(insert, 6, result->verdict == NQ_SOLVED ? "solved" : "unknown");
  (void)bind_text(insert, 7, result->reason);
  bind_count(insert, 8, result->steps);
  bind_evaluations(insert, 9, result);
  bind_count(insert, 10, result->restarts);
  if (result->conflicts != UINT64_MAX) bind_count(insert, 11, result->conflicts);
  sqlite3_bind_double(insert, 12, result->seconds_total);
  sqlite3_bind_double(insert, 13, cpu_seconds);
  bind_count(insert, 14, result->memory_bytes);
  (void)bind_text(insert, 15, counters);
  (void)bind_text(insert, 16, NQ_VERSION);
  (void)bind_text(insert, 17, machine != NULL ? machine : store->machine);
}

nq_status nq_store_add(nq_store *store, const nq_plan *plan, const nq_plan_run *run,
                       const nq_result *result, double cpu_seconds, const char *machine,
                       nq_error *error) {
  char *counters = write_counters(result);
  if (counters == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the store");
  nq_status status = NQ_OK;
  pthread_mutex_lock(&store->mutex);
  sqlite3_clear_bindings(store->insert);
  bind_run(store, &plan->variant[run->variant], plan->n[run->n], run->seed, result, cpu_seconds,
           machine, counters);
  if (sqlite3_step(store->insert) != SQLITE_DONE)
    status = nq_store_fail(store->database, store->name, error);
  sqlite3_reset(store->insert);
  pthread_mutex_unlock(&store->mutex);
  free(counters);
  return status;
}

/* ---- Reading ---- */

/* The columns of select_text, in its order. */
enum column {
  SEED,
  N,
  VERDICT,
  STEPS,
  RESTARTS,
  EVALUATIONS,
  CONFLICTS,
  SECONDS,
  CPU_SECONDS,
  MEMORY_BYTES,
  REASON,
  COUNTERS,
  VERSION,
  MACHINE,
  FINISHED,
  COLUMNS
};

static const char *column_text(sqlite3_stmt *select, enum column column) {
  const unsigned char *text = sqlite3_column_text(select, (int)column);
  return text != NULL ? (const char *)text : "";
}

/* The column's value; -1 for NULL. */
static int64_t column_count(sqlite3_stmt *select, enum column column) {
  bool known = sqlite3_column_type(select, (int)column) != SQLITE_NULL;
  return known ? sqlite3_column_int64(select, (int)column) : -1;
}

static bool is_solved(sqlite3_stmt *select) {
  return strcmp(column_text(select, VERDICT), "solved") == 0;
}

/* Only its type and length: whoever shows the text must check its bytes. */
static bool is_text(sqlite3_stmt *select, enum column column) {
  if (sqlite3_column_type(select, (int)column) != SQLITE_TEXT) return false;
  size_t size = strlen(column_text(select, column));
  return size == (size_t)sqlite3_column_bytes(select, (int)column);
}

/* What the column must be, or NULL if it is valid. */
static const char *find_fault(sqlite3_stmt *select, enum column column) {
  int type = sqlite3_column_type(select, (int)column);
  bool count = type == SQLITE_INTEGER && sqlite3_column_int64(select, (int)column) >= 0;
  switch (column) {
  case EVALUATIONS:
    return count || type == SQLITE_NULL ? NULL : "a whole number, 0 or more, or NULL";
  case CONFLICTS:
    if (count && is_solved(select) && sqlite3_column_int64(select, (int)column) > 0)
      return "0 in a run that solved its board";
    return count || type == SQLITE_NULL ? NULL : "a whole number, 0 or more, or NULL";
  case SECONDS:
  case CPU_SECONDS: {
    double seconds = sqlite3_column_double(select, (int)column);
    bool sound = type == SQLITE_FLOAT && seconds >= 0 && seconds <= SECONDS_MOST;
    return sound ? NULL : "a real number from 0 to 1e12";
  }
  case VERDICT:
    return is_text(select, column) &&
                   (is_solved(select) || strcmp(column_text(select, column), "unknown") == 0)
               ? NULL
               : "'solved' or 'unknown'";
  case REASON:
  case COUNTERS:
  case VERSION:
  case MACHINE:
  case FINISHED:
    return is_text(select, column) ? NULL : "text without NUL bytes";
  default:
    return count ? NULL : "a whole number, 0 or more";
  }
}

static void describe_value(sqlite3_stmt *select, enum column column, char *words, size_t size) {
  int type = sqlite3_column_type(select, (int)column);
  if (type == SQLITE_NULL || type == SQLITE_BLOB)
    snprintf(words, size, "%s", type == SQLITE_NULL ? "NULL" : "a BLOB");
  else if (type == SQLITE_TEXT && !is_text(select, column))
    snprintf(words, size, "text with a NUL byte");
  else
    snprintf(words, size, type == SQLITE_TEXT ? "'%.40s'" : "%.40s", column_text(select, column));
}

/* Only a row that nqueens did not write, or a table that it did not create, can fail. */
static nq_status check_row(const nq_store *store, const char *variant, nq_error *error) {
  sqlite3_stmt *select = store->select;
  for (enum column column = SEED; column < COLUMNS; column++) {
    const char *must_be = find_fault(select, column);
    if (must_be == NULL) continue;
    char words[64];
    describe_value(select, column, words, sizeof words);
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: the run of %.80s, n = %.20s, seed %.20s: its %s is %s, but must be %s",
                        store->name, variant, column_text(select, N), column_text(select, SEED),
                        sqlite3_column_name(select, (int)column), words, must_be);
  }
  return NQ_OK;
}

static void read_row(sqlite3_stmt *select, nq_stored_run *run) {
  run->run.seed = (uint64_t)sqlite3_column_int64(select, SEED);
  run->record = (nq_record){.solved = is_solved(select),
                            .steps = (uint64_t)sqlite3_column_int64(select, STEPS),
                            .restarts = (uint64_t)sqlite3_column_int64(select, RESTARTS),
                            .evaluations = column_count(select, EVALUATIONS),
                            .conflicts = column_count(select, CONFLICTS),
                            .seconds = sqlite3_column_double(select, SECONDS),
                            .cpu_seconds = sqlite3_column_double(select, CPU_SECONDS),
                            .memory_bytes = (uint64_t)sqlite3_column_int64(select, MEMORY_BYTES)};
  run->reason = column_text(select, REASON);
  run->counters = column_text(select, COUNTERS);
  run->version = column_text(select, VERSION);
  run->machine = column_text(select, MACHINE);
  run->finished = column_text(select, FINISHED);
}

/* The seeds of a cell must ascend, because the receiver has room for the plan's seeds only.  The
 * table guarantees it unless something else created it. */
static nq_status check_seed(const nq_store *store, const nq_plan *plan, uint64_t seed,
                            uint64_t least, nq_error *error) {
  if (seed >= least && seed - plan->first_seed < plan->seeds) return NQ_OK;
  return nq_error_set(error, NQ_BAD_FORMAT,
                      "%s: its runs are damaged: the seed %" PRIu64 " is duplicate or invalid",
                      store->name, seed);
}

/* Runs read between polls of the watch. */
#define RUNS_BETWEEN 1024

/* Read the stored runs of one cell; NQ_END when the watch stops it. */
static nq_status read_cell(nq_store *store, const nq_plan *plan, nq_stored_run *run,
                           nq_stored_run_function *take, void *context, nq_error *error) {
  sqlite3_stmt *select = store->select;
  if (!bind_text(select, 1, plan->variant[run->run.variant].text))
    return nq_store_fail(store->database, store->name, error);
  bind_count(select, 2, plan->n[run->run.n]);
  bind_count(select, 3, plan->first_seed);
  bind_count(select, 4, plan->first_seed + plan->seeds - 1);
  nq_status status = NQ_OK;
  int code = SQLITE_ROW;
  uint64_t least = plan->first_seed;
  while (status == NQ_OK && (code = sqlite3_step(select)) == SQLITE_ROW) {
    status = check_row(store, plan->variant[run->run.variant].text, error);
    read_row(select, run);
    if (sqlite3_errcode(store->database) == SQLITE_NOMEM)
      status = nq_store_fail(store->database, store->name, error);
    else if (status == NQ_OK)
      status = check_seed(store, plan, run->run.seed, least, error);
    if (status == NQ_OK) status = take(context, run, error);
    if (status == NQ_OK && plan->watch != NULL && run->run.seed % RUNS_BETWEEN == 0 &&
        nq_watch_poll(plan->watch, (nq_progress){.phase = "read"}))
      status = NQ_END;
    least = run->run.seed + 1;
  }
  if (status == NQ_OK && code != SQLITE_DONE)
    status = nq_store_fail(store->database, store->name, error);
  sqlite3_reset(select);
  return status;
}

nq_status nq_store_each(nq_store *store, const nq_plan *plan, nq_stored_run_function *take,
                        void *context, nq_error *error) {
  nq_status status = NQ_OK;
  pthread_mutex_lock(&store->mutex);
  for (size_t i = 0; i < plan->variant_count && status == NQ_OK; i++)
    for (size_t j = 0; j < plan->n_count && status == NQ_OK; j++) {
      nq_stored_run run = {.run = {.variant = i, .n = j}};
      status = read_cell(store, plan, &run, take, context, error);
    }
  pthread_mutex_unlock(&store->mutex);
  return status;
}
