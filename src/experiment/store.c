#include "experiment/store.h"
#include "board/method.h"
#include "core/json.h"
#include "experiment/store_file.h"

#include <jansson.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(nq_stored_run, member)

static const nq_run_column columns[] = {
    {"variant", NQ_RUN_TEXT, AT(variant)},
    {"method", NQ_RUN_TEXT, AT(method)},
    {"options", NQ_RUN_TEXT, AT(options)},
    {"n", NQ_RUN_COUNT, AT(n)},
    {"seed", NQ_RUN_COUNT, AT(run.seed)},
    {"verdict", NQ_RUN_VERDICT, AT(verdict)},
    {"outcome", NQ_RUN_OUTCOME, AT(outcome)},
    {"reason", NQ_RUN_TEXT, AT(reason)},
    {"steps", NQ_RUN_COUNT, AT(steps)},
    {"evaluations", NQ_RUN_MAYBE, AT(evaluations)},
    {"restarts", NQ_RUN_COUNT, AT(restarts)},
    {"conflicts", NQ_RUN_MAYBE, AT(conflicts)},
    {"seconds", NQ_RUN_SECONDS, AT(seconds)},
    {"cpu_seconds", NQ_RUN_SECONDS, AT(cpu_seconds)},
    {"memory_bytes", NQ_RUN_COUNT, AT(memory_bytes)},
    {"counters", NQ_RUN_TEXT, AT(counters)},
    {"instance", NQ_RUN_TEXT, AT(instance)}, /* of a plain board "", as its digest */
    {"digest", NQ_RUN_TEXT, AT(digest)},
    {"version", NQ_RUN_TEXT, AT(version)},
    {"machine", NQ_RUN_TEXT, AT(machine)},
    {"finished", NQ_RUN_TEXT, AT(finished)}, /* NULL: when it is added */
};

#define NAMES                                                                                      \
  "variant, method, options, n, seed, verdict, outcome, reason, steps, evaluations, restarts, "    \
  "conflicts, seconds, cpu_seconds, memory_bytes, counters, instance, digest, version, machine, "  \
  "finished"

#define INSERT_RUN                                                                                 \
  "INSERT INTO run (" NAMES ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "        \
  "?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, coalesce(?21, "                                         \
  "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))"

static const char select_text[] =
    "SELECT " NAMES " FROM run WHERE variant = ?1 AND n = ?2 AND seed "
    "BETWEEN ?3 AND ?4 AND instance = ?5 AND digest = ?6 ORDER BY seed";

enum { N = 3, SEED = 4, COLUMNS = sizeof columns / sizeof *columns };

const nq_run_column *nq_run_column_at(size_t i) {
  return i < COLUMNS ? &columns[i] : NULL;
}

/* ---- Opening ---- */

nq_store *nq_store_open(const char *path, const nq_plan *plan, nq_error *error) {
  nq_store *store = calloc(1, sizeof *store);
  if (store == NULL) {
    nq_error_set(error, NQ_NO_MEMORY, "no memory for the store");
    return NULL;
  }
  store->name = path != NULL ? path : "the store in memory";
  nq_status status = nq_store_open_file(store, path, plan, error);
  if (status == NQ_OK) status = nq_store_prepare(store, INSERT_RUN, &store->insert, error);
  if (status == NQ_OK) status = nq_store_prepare(store, select_text, &store->select, error);
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

static const char *column_text(sqlite3_stmt *select, int i) {
  const unsigned char *text = sqlite3_column_text(select, i);
  return text != NULL ? (const char *)text : "";
}

static bool bind_text(sqlite3_stmt *statement, int place, const char *text) {
  return sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

/* Counts above INT64_MAX are capped.  A text not bound stays NULL, which the table refuses. */
static void bind_column(sqlite3_stmt *insert, int i, const nq_stored_run *run) {
  const void *value = (const char *)run + columns[i].offset;
  int64_t count = columns[i].kind == NQ_RUN_COUNT || columns[i].kind == NQ_RUN_MAYBE
                      ? *(const int64_t *)value
                      : 0;
  if (columns[i].kind <= NQ_RUN_OUTCOME)
    (void)bind_text(insert, i + 1, *(const char *const *)value);
  else if (columns[i].kind == NQ_RUN_SECONDS)
    sqlite3_bind_double(insert, i + 1, *(const double *)value);
  else if (columns[i].kind == NQ_RUN_COUNT || count >= 0)
    sqlite3_bind_int64(insert, i + 1, count >= 0 ? count : INT64_MAX);
}

static nq_status insert(nq_store *store, sqlite3_stmt *statement, const nq_stored_run *run,
                        nq_error *error) {
  nq_status status = NQ_OK;
  sqlite3_clear_bindings(statement);
  for (int i = 0; i < COLUMNS; i++) bind_column(statement, i, run);
  if (sqlite3_step(statement) != SQLITE_DONE) status = nq_store_fail(store, error);
  sqlite3_reset(statement);
  return status;
}

nq_status nq_store_add(nq_store *store, const nq_plan *plan, const nq_plan_run *run,
                       const nq_attempt *made, nq_error *error) {
  const nq_variant *variant = &plan->variant[run->variant];
  const nq_question *question = &plan->question[run->question];
  const nq_result *result = &made->result;
  char *counters = write_counters(result);
  if (counters == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the store");
  const nq_stored_run added = {.run = *run,
                               .n = n_of(plan, run->question),
                               .steps = result->steps,
                               .restarts = result->restarts,
                               .evaluations = (int64_t)nq_result_counted(result, "evaluations"),
                               .conflicts =
                                   result->conflicts <= INT64_MAX ? (int64_t)result->conflicts : -1,
                               .seconds = result->seconds_total,
                               .cpu_seconds = made->cpu_seconds,
                               .memory_bytes = result->memory_bytes,
                               .variant = variant->text,
                               .method = variant->solve.method,
                               .options = nq_variant_options(variant),
                               .verdict = nq_outcome_verdict(made->outcome),
                               .outcome = nq_outcome_name(made->outcome),
                               .reason = result->reason,
                               .counters = counters,
                               .instance = question->name,
                               .digest = question->digest,
                               .version = NQ_VERSION,
                               .machine = made->machine};
  nq_status status = insert(store, store->insert, &added, error);
  free(counters);
  return status;
}

nq_status nq_store_merge(nq_store *store, const nq_stored_run *run, nq_error *error) {
  sqlite3_stmt *statement = NULL;
  nq_status status = nq_store_prepare(
      store, INSERT_RUN " ON CONFLICT (variant, n, instance, digest, seed) DO NOTHING", &statement,
      error);
  if (status == NQ_OK) status = insert(store, statement, run, error);
  sqlite3_finalize(statement);
  return status;
}

nq_status nq_store_settle(nq_store *store, nq_error *error) {
  return nq_store_execute(store, error,
                          "UPDATE run SET outcome = 'wrong', verdict = 'unknown',"
                          " reason = 'no solution, but another run found one'"
                          " WHERE outcome = 'proved' AND (n, instance, digest) IN"
                          " (SELECT n, instance, digest FROM run WHERE outcome = 'solved')");
}

/* ---- Versions of solvers ---- */

nq_status nq_store_version(nq_store *store, nq_variant *variant, bool *known, nq_error *error) {
  sqlite3_stmt *select = NULL;
  nq_status status =
      nq_store_prepare(store, "SELECT version FROM solver WHERE variant = ?1", &select, error);
  if (status != NQ_OK) return status;
  (void)bind_text(select, 1, variant->text);
  int code = sqlite3_step(select);
  *known = code == SQLITE_ROW;
  if (*known) nq_variant_set_version(variant, column_text(select, 0));
  if (code != SQLITE_ROW && code != SQLITE_DONE) status = nq_store_fail(store, error);
  sqlite3_finalize(select);
  return status;
}

nq_status nq_store_note_version(nq_store *store, const nq_variant *variant, nq_error *error) {
  sqlite3_stmt *insert = NULL;
  nq_status status = nq_store_prepare(
      store, "INSERT OR REPLACE INTO solver (variant, version) VALUES (?1, ?2)", &insert, error);
  if (status == NQ_OK &&
      (!bind_text(insert, 1, variant->text) || !bind_text(insert, 2, variant->version) ||
       sqlite3_step(insert) != SQLITE_DONE))
    status = nq_store_fail(store, error);
  sqlite3_finalize(insert);
  return status;
}

/* ---- Reading ---- */

/* Only its type and length: whoever shows the text must check its bytes. */
static bool is_text(sqlite3_stmt *select, int i) {
  if (sqlite3_column_type(select, i) != SQLITE_TEXT) return false;
  size_t size = strlen(column_text(select, i));
  return size == (size_t)sqlite3_column_bytes(select, i);
}

/* Read the column into the run.  What it must be, or NULL if it is valid. */
static const char *read_column(sqlite3_stmt *select, int i, nq_stored_run *run) {
  int type = sqlite3_column_type(select, i);
  void *value = (char *)run + columns[i].offset;
  int64_t count = type == SQLITE_NULL ? -1 : sqlite3_column_int64(select, i);
  double seconds = sqlite3_column_double(select, i);
  bool is_count = type == SQLITE_INTEGER && count >= 0;
  const char *text = is_text(select, i) ? column_text(select, i) : NULL;
  switch (columns[i].kind) {
  case NQ_RUN_TEXT:
    *(const char **)value = text;
    return text != NULL ? NULL : "text without NUL bytes";
  case NQ_RUN_VERDICT:
    run->verdict = text;
    run->solved = text != NULL && strcmp(text, "unknown") != 0;
    if (text != NULL &&
        (!run->solved || strcmp(text, "solved") == 0 || strcmp(text, "unsolvable") == 0))
      return NULL;
    return "'solved', 'unsolvable' or 'unknown'";
  case NQ_RUN_OUTCOME:
    run->outcome = text;
    run->ended = text != NULL ? nq_outcome_by_name(text) : NQ_OUTCOMES;
    return run->ended < NQ_OUTCOMES ? NULL : "the name of an outcome";
  case NQ_RUN_SECONDS:
    *(double *)value = seconds;
    return type == SQLITE_FLOAT && seconds >= 0 && seconds <= NQ_STORE_SECONDS
               ? NULL
               : "a real number from 0 to 1e12";
  case NQ_RUN_COUNT:
    *(int64_t *)value = count;
    return is_count ? NULL : "a whole number, 0 or more";
  case NQ_RUN_MAYBE:
    *(int64_t *)value = count;
    if (columns[i].offset == AT(conflicts) && run->ended == NQ_OUTCOME_SOLVED && count > 0)
      return "0 in a run that solved its board";
    return is_count || type == SQLITE_NULL ? NULL : "a whole number, 0 or more, or NULL";
  }
  return NULL;
}

static void describe_value(sqlite3_stmt *select, int i, char *words, size_t size) {
  int type = sqlite3_column_type(select, i);
  if (type == SQLITE_NULL || type == SQLITE_BLOB)
    snprintf(words, size, "%s", type == SQLITE_NULL ? "NULL" : "a BLOB");
  else if (type == SQLITE_TEXT && !is_text(select, i))
    snprintf(words, size, "text with a NUL byte");
  else
    snprintf(words, size, type == SQLITE_TEXT ? "'%.40s'" : "%.40s", column_text(select, i));
}

/* Only a row that nqueens did not write, or a table that it did not create, can fail. */
static nq_status read_row(const nq_store *store, nq_stored_run *run, nq_error *error) {
  sqlite3_stmt *select = store->select;
  for (int i = 0; i < COLUMNS; i++) {
    const char *must_be = read_column(select, i, run);
    if (must_be == NULL) continue;
    char words[64];
    describe_value(select, i, words, sizeof words);
    return nq_error_set(error, NQ_BAD_FORMAT,
                        "%s: the run of %.80s, n = %.20s, seed %.20s: its %s is %s, but must be %s",
                        store->name, run->variant, column_text(select, N),
                        column_text(select, SEED), columns[i].name, words, must_be);
  }
  return NQ_OK;
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
  const nq_question *question = &plan->question[run->run.question];
  if (!bind_text(select, 1, plan->variant[run->run.variant].text) ||
      !bind_text(select, 5, question->name) || !bind_text(select, 6, question->digest))
    return nq_store_fail(store, error);
  sqlite3_bind_int64(select, 2, n_of(plan, run->run.question));
  sqlite3_bind_int64(select, 3, (int64_t)plan->first_seed);
  sqlite3_bind_int64(select, 4, (int64_t)(plan->first_seed + plan->seeds - 1));
  nq_status status = NQ_OK;
  int code = SQLITE_ROW;
  uint64_t least = plan->first_seed;
  while (status == NQ_OK && (code = sqlite3_step(select)) == SQLITE_ROW) {
    status = read_row(store, run, error);
    if (sqlite3_errcode(store->database) == SQLITE_NOMEM)
      status = nq_store_fail(store, error);
    else if (status == NQ_OK)
      status = check_seed(store, plan, run->run.seed, least, error);
    if (status == NQ_OK) take(context, run);
    if (status == NQ_OK && plan->watch != NULL && run->run.seed % RUNS_BETWEEN == 0 &&
        nq_watch_poll(plan->watch, (nq_progress){.phase = "read"}))
      status = NQ_END;
    least = run->run.seed + 1;
  }
  if (status == NQ_OK && code != SQLITE_DONE) status = nq_store_fail(store, error);
  sqlite3_reset(select);
  return status;
}

nq_status nq_store_each(nq_store *store, const nq_plan *plan, nq_stored_run_function *take,
                        void *context, nq_error *error) {
  nq_status status = NQ_OK;
  for (size_t i = 0; i < plan->variant_count && status == NQ_OK; i++)
    for (size_t j = 0; j < nq_plan_questions(plan) && status == NQ_OK; j++) {
      nq_stored_run run = {.run = {.variant = i, .question = j}};
      status = read_cell(store, plan, &run, take, context, error);
    }
  return status;
}
