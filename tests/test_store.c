#define _GNU_SOURCE /* flock */
#include "experiment/store.h"
#include "io.h"
#include "stores.h"

#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static nq_result some_result(uint64_t i) {
  nq_result result = {.verdict = i % 2 == 0 ? NQ_SOLVED : NQ_UNKNOWN,
                      .steps = 100 + i,
                      .restarts = i,
                      .conflicts = i % 2 == 0 ? 0 : UINT64_MAX,
                      .seconds_total = 0.5 + (double)i,
                      .memory_bytes = 4096,
                      .counters = 2};
  result.counter[0] = (nq_counter){"evaluations", 77};
  result.counter[1] = (nq_counter){"share", 0.25};
  if (i % 2 == 1) strcpy(result.reason, "the limit, \"quoted\"");
  return result;
}

static nq_status add(nq_store *store, uint64_t i, nq_error *error) {
  nq_plan_run run = nq_plan_get(&plan, i);
  nq_attempt made = {.result = some_result(i),
                     .outcome = i % 2 == 0 ? NQ_OUTCOME_SOLVED : NQ_OUTCOME_UNKNOWN,
                     .cpu_seconds = 0.25};
  nq_machine_describe(made.machine, sizeof made.machine);
  return nq_store_add(store, &plan, &run, &made, error);
}

struct tally {
  size_t count;
  nq_plan_run last;
};

static void tally_run(void *context, const nq_stored_run *stored) {
  struct tally *tally = context;
  char machine[300];
  nq_machine_describe(machine, sizeof machine);
  const nq_plan_run *run = &stored->run;
  uint64_t i = ((run->seed - 5) * 2 + run->question) * 2 + run->variant;
  nq_result expected = some_result(i);
  assert_int_equal(stored->solved, expected.verdict == NQ_SOLVED);
  assert_int_equal(stored->steps, expected.steps);
  assert_int_equal(stored->restarts, expected.restarts);
  assert_int_equal(stored->evaluations, 77);
  assert_int_equal(stored->conflicts, i % 2 == 0 ? 0 : -1);
  assert_true(stored->seconds == expected.seconds_total && stored->cpu_seconds == 0.25);
  assert_int_equal(stored->memory_bytes, 4096);
  assert_string_equal(stored->reason, expected.reason);
  assert_string_equal(stored->counters, "{\"evaluations\":77,\"share\":0.25}");
  assert_string_equal(stored->version, NQ_VERSION);
  assert_string_equal(stored->machine, machine);
  if (tally->count > 0) {
    const nq_plan_run *last = &tally->last;
    assert_true(last->variant < run->variant ||
                (last->variant == run->variant &&
                 (last->question < run->question ||
                  (last->question == run->question && last->seed < run->seed))));
  }
  tally->last = *run;
  tally->count++;
}

static size_t count_runs(nq_store *store) {
  struct tally tally = {0};
  assert_int_equal(nq_store_each(store, &plan, tally_run, &tally, NULL), NQ_OK);
  return tally.count;
}

static void what_was_added_comes_back(void **state) {
  (void)state;
  nq_store *store = opened();
  assert_int_equal(count_runs(store), 0);
  for (uint64_t i = 0; i < nq_plan_runs(&plan); i++) assert_int_equal(add(store, i, NULL), NQ_OK);
  assert_int_equal(count_runs(store), 16);
  nq_store_close(store);
  store = opened();
  assert_int_equal(count_runs(store), 16);
  nq_store_close(store);
}

static void a_run_is_not_added_twice(void **state) {
  (void)state;
  nq_error error = {0};
  nq_store *store = opened();
  assert_int_equal(add(store, 3, NULL), NQ_OK);
  assert_int_equal(add(store, 3, &error), NQ_IO);
  assert_non_null(strstr(error.message, "UNIQUE"));
  assert_int_equal(add(store, 4, NULL), NQ_OK);
  assert_int_equal(count_runs(store), 2);
  nq_store_close(store);
}

static void runs_of_other_plans_are_not_counted(void **state) {
  (void)state;
  nq_store *store = opened();
  for (uint64_t i = 0; i < 16; i++) add(store, i, NULL);
  plan.seeds = 2;
  assert_int_equal(count_runs(store), 8);
  plan.seeds = 4;
  nq_store_close(store);
}

static void a_store_in_memory_leaves_no_file(void **state) {
  (void)state;
  nq_store *store = nq_store_open(NULL, &plan, NULL);
  assert_non_null(store);
  assert_int_equal(add(store, 0, NULL), NQ_OK);
  assert_int_equal(count_runs(store), 1);
  nq_store_close(store);
  assert_int_equal(access(path, F_OK), -1);
}

static void an_empty_file_becomes_a_store(void **state) {
  (void)state;
  close(open(path, O_CREAT | O_WRONLY, 0600));
  nq_store *store = opened();
  assert_int_equal(add(store, 0, NULL), NQ_OK);
  nq_store_close(store);
}

/* Two processes that find the file empty must not both replace it, or the first would write its
 * runs to a file without a name. */
static void an_empty_file_becomes_one_store(void **state) {
  (void)state;
  int descriptor = open(path, O_CREAT | O_RDWR, 0666);
  assert_int_equal(flock(descriptor, LOCK_EX | LOCK_NB), 0); /* as one that is about to */
  nq_error error = {0};
  assert_null(nq_store_open(path, &plan, &error));
  assert_non_null(strstr(error.message, "in use by another nqueens"));
  struct stat there;
  assert_int_equal(stat(path, &there), 0);
  assert_int_equal(there.st_size, 0);
  close(descriptor);
  nq_store_close(opened());
}

static void a_link_to_an_empty_file_stays_one(void **state) {
  (void)state;
  char link[sizeof folder + 10];
  struct stat there;
  snprintf(link, sizeof link, "%s/link", folder);
  assert_int_equal(symlink("runs.sqlite", link), 0);
  close(open(path, O_CREAT | O_RDWR, 0666));
  nq_store *store = nq_store_open(link, &plan, NULL);
  assert_non_null(store);
  nq_store_close(store);
  assert_int_equal(lstat(link, &there), 0);
  assert_true(S_ISLNK(there.st_mode));
  unlink(link);
  assert_int_equal(stat(path, &there), 0);
  assert_true(there.st_size > 0);
}

static void run_sql(const char *sql) {
  sqlite3 *database;
  assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
  assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(database);
}

static void the_schema_is_as_documented(void **state) {
  (void)state;
  sqlite3 *database;
  sqlite3_stmt *statement;
  nq_store *store = opened();
  add(store, 1, NULL);
  /* Other processes may read while the store is open. */
  assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  static const struct {
    const char *query, *expected;
  } cases[] = {{"PRAGMA application_id", "1313951315"},
               {"PRAGMA user_version", "2"},
               {"PRAGMA journal_mode", "wal"},
               {"SELECT time_limit || ' ' || step_limit FROM setting", "2.5 1000"},
               {"SELECT variant || ' ' || method || ' ' || options || ' ' || n || ' ' || seed ||"
                " ' ' || verdict FROM run",
                "min-conflicts:walk=0.05 min-conflicts walk=0.05 8 5 unknown"},
               {"SELECT count(*) FROM run WHERE finished LIKE '____-__-__T__:__:__Z'", "1"},
               {"SELECT counters ->> 'share' FROM run", "0.25"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(sqlite3_prepare_v2(database, cases[i].query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), cases[i].expected);
    sqlite3_finalize(statement);
  }
  sqlite3_close(database);
  nq_store_close(store);
}

/* SQLite before 3.37 knows no STRICT tables. */
static void a_store_of_an_older_sqlite_is_continued(void **state) {
  (void)state;
  nq_store *store = opened();
  assert_int_equal(add(store, 1, NULL), NQ_OK);
  nq_store_close(store);
  run_sql("PRAGMA writable_schema = ON;"
          "UPDATE sqlite_master SET sql = replace(sql, ' STRICT', '')");
  store = opened();
  assert_int_equal(add(store, 2, NULL), NQ_OK);
  assert_int_equal(count_runs(store), 2);
  nq_store_close(store);
}

/* ---- Files that are not stores, or in use ---- */

static void expect_refused(const char *word) {
  nq_error error = {0};
  nq_store *store = nq_store_open(path, &plan, &error);
  assert_null(store);
  if (strstr(error.message, word) == NULL || strstr(error.message, path) == NULL)
    fail_msg("the message lacks '%s' or the path: %s", word, error.message);
}

/* The file is refused, and no byte is changed. */
static void expect_untouched(const char *word) {
  size_t before_size, after_size;
  int descriptor = open(path, O_RDONLY);
  char *before = io_contents(descriptor, &before_size);
  close(descriptor);
  expect_refused(word);
  descriptor = open(path, O_RDONLY);
  char *after = io_contents(descriptor, &after_size);
  close(descriptor);
  assert_int_equal(before_size, after_size);
  assert_memory_equal(before, after, before_size);
  free(before);
  free(after);
}

static void write_text(const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void other_files_are_left_alone(void **state) {
  (void)state;
  write_text("# not a database, but dear to someone\n");
  expect_untouched("not an SQLite database");
  write_text("SQLite format 3");
  expect_untouched("not an SQLite database");
  remove_file(NULL);
  run_sql("CREATE TABLE run (a); INSERT INTO run VALUES (1)");
  expect_untouched("not a store of runs");
  run_sql("PRAGMA application_id = 1313951315; PRAGMA user_version = 3");
  expect_untouched("version 3, but this program reads versions 1 to 2 only");
  run_sql("PRAGMA user_version = 1");
  expect_untouched("no such table");
}

static void a_truncated_store_is_refused(void **state) {
  (void)state;
  nq_store_close(opened());
  assert_int_equal(truncate(path, 4096), 0);
  expect_untouched("malformed");
}

static void a_folder_or_a_missing_one_is_refused(void **state) {
  (void)state;
  char kept[sizeof path];
  memcpy(kept, path, sizeof path);
  snprintf(path, sizeof path, "%s", folder);
  expect_refused("not a regular file");
  snprintf(path, sizeof path, "%s/none/runs.sqlite", folder);
  expect_refused("No such file or directory");
  memcpy(path, kept, sizeof path);
}

static void other_limits_are_refused(void **state) {
  (void)state;
  nq_store_close(opened());
  plan.time_limit = 3;
  expect_untouched("limited to 2.5 seconds and 1000 steps");
  plan.time_limit = 2.5;
  plan.step_limit = 0;
  expect_untouched("limited to 2.5 seconds and 1000 steps");
  plan.step_limit = 1000;
  nq_store_close(opened());
}

static void a_store_without_limits_is_refused(void **state) {
  (void)state;
  nq_store_close(opened());
  run_sql("DELETE FROM setting");
  expect_refused("the table `setting` is empty");
  run_sql("ALTER TABLE setting RENAME TO settings");
  expect_refused("setting");
}

static void a_second_opener_is_refused(void **state) {
  (void)state;
  nq_store *store = opened();
  expect_refused("in use by another nqueens");
  nq_store_close(store);
  nq_store_close(opened());
}

static void a_database_locked_by_others_is_refused(void **state) {
  (void)state;
  sqlite3 *database;
  nq_store_close(opened());
  assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
  assert_int_equal(sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  expect_refused("locked by another process");
  sqlite3_close(database);
}

static void count_run(void *context, const nq_stored_run *stored) {
  assert_in_range(stored->run.seed, 5, 8);
  ++*(size_t *)context;
}

/* A store whose table is not ours cannot make a cell hold more runs than the plan has seeds, or one
 * with a seed of another plan. */
/* A view may return runs without end, and a trigger may discard them. */
static void what_a_schema_does_of_itself_is_not_done(void **state) {
  (void)state;
  nq_store *store = opened();
  nq_store_close(store);
  run_sql("CREATE TRIGGER swallow BEFORE INSERT ON run BEGIN SELECT RAISE(IGNORE); END");
  store = opened();
  assert_int_equal(add(store, 0, NULL), NQ_OK);
  assert_int_equal(count_runs(store), 1);
  nq_store_close(store);
  run_sql("DROP TRIGGER swallow; ALTER TABLE run RENAME TO kept;"
          "CREATE VIEW run AS SELECT * FROM kept;"
          "CREATE TRIGGER take INSTEAD OF INSERT ON run BEGIN SELECT 1; END");
  expect_refused("view");
}

static void runs_that_no_store_of_ours_has_are_refused(void **state) {
  (void)state;
  static const char copy[] = "ALTER TABLE run RENAME TO kept; CREATE TABLE run AS SELECT * FROM "
                             "kept; DROP TABLE kept;";
  static const char *const changes[] = {
      "INSERT INTO run SELECT * FROM run",
      "ALTER TABLE run DROP COLUMN seed;"
      "ALTER TABLE run ADD COLUMN seed TEXT;"
      "UPDATE run SET seed = '55'",
      "INSERT INTO run SELECT id + 1, variant, method, options, n,"
      " seed + 0.5, verdict, outcome, reason, steps, evaluations, restarts,"
      " conflicts, seconds, cpu_seconds, memory_bytes, counters, instance, digest,"
      " version, machine, finished FROM run"};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    nq_store *store = opened();
    assert_int_equal(add(store, 0, NULL), NQ_OK);
    nq_store_close(store);
    run_sql(copy);
    run_sql(changes[i]);
    store = opened();
    nq_error error = {0};
    size_t runs = 0;
    assert_int_equal(nq_store_each(store, &plan, count_run, &runs, &error), NQ_BAD_FORMAT);
    assert_in_range(runs, 0, 1);
    assert_non_null(strstr(error.message, path));
    nq_store_close(store);
    remove_file(NULL);
  }
}

/* One row that this program cannot have written, in a table that takes anything. */
static void a_bad_row_is_named(void **state) {
  (void)state;
  static const char copy[] =
      "ALTER TABLE run RENAME TO kept; CREATE TABLE run(id, variant, method, options, n, seed,"
      " verdict, outcome, reason, steps, evaluations, restarts, conflicts, seconds, cpu_seconds,"
      " memory_bytes, counters, instance, digest, version, machine, finished);"
      "INSERT INTO run SELECT * FROM kept; DROP TABLE kept;";
  static const struct {
    const char *set, *says;
  } cases[] = {
      {"seconds = -1", "seconds is -1"},
      {"seconds = -1e308", "seconds is -1.0e+308"},
      {"seconds = 9e999", "seconds is Inf"},
      {"seconds = 1e300", "seconds is 1.0e+300"},
      {"seconds = NULL", "seconds is NULL"},
      {"seconds = 'soon'", "seconds is 'soon'"},
      {"cpu_seconds = -0.5", "cpu_seconds is -0.5"},
      {"steps = -1", "steps is -1"},
      {"steps = 1.5", "steps is 1.5"},
      {"steps = 'many'", "steps is 'many'"},
      {"steps = x'00'", "steps is a BLOB"},
      {"restarts = NULL", "restarts is NULL"},
      {"memory_bytes = -9223372036854775807", "memory_bytes is -9223372036854775807"},
      {"evaluations = -1", "evaluations is -1"},
      {"conflicts = -2", "conflicts is -2"},
      {"conflicts = 3", "conflicts is 3"},
      {"verdict = 'foo'", "verdict is 'foo'"},
      {"verdict = NULL", "verdict is NULL"},
      {"verdict = 1", "verdict is 1"},
      {"outcome = 'foo'", "outcome is 'foo'"},
      {"outcome = NULL", "outcome is NULL"},
      {"machine = 5", "machine is 5"},
      {"reason = NULL", "reason is NULL"},
      {"version = 5", "version is 5"},
      {"machine = CAST(x'410042' AS TEXT)", "machine is text with a NUL byte"},
      {"counters = x'7b7d'", "counters is a BLOB"},
      {"finished = NULL", "finished is NULL"},
      {"seed = 5.0", "seed is 5.0"},
      {"n = 8.0", "n is 8.0"},
  };
  char sql[200];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_store *store = opened();
    assert_int_equal(add(store, 0, NULL), NQ_OK);
    nq_store_close(store);
    run_sql(copy);
    snprintf(sql, sizeof sql, "UPDATE run SET %s", cases[i].set);
    run_sql(sql);
    store = opened();
    nq_error error = {0};
    size_t runs = 0;
    nq_status status = nq_store_each(store, &plan, count_run, &runs, &error);
    if (status != NQ_BAD_FORMAT || runs > 0 || strstr(error.message, cases[i].says) == NULL ||
        strstr(error.message, path) == NULL ||
        strstr(error.message, "run of construct, n = 8") == NULL)
      fail_msg("%s: %d: %s", cases[i].set, status, error.message);
    nq_store_close(store);
    remove_file(NULL);
  }
}

static void damaged_limits_are_refused(void **state) {
  (void)state;
  static const char *const changes[] = {
      "UPDATE setting SET step_limit = -1", "UPDATE setting SET time_limit = -2.5",
      "UPDATE setting SET time_limit = 9e999", "INSERT INTO setting SELECT * FROM setting",
      ("DROP TABLE setting; CREATE TABLE setting(time_limit, step_limit);"
       "INSERT INTO setting VALUES ('2.5', 1000)")};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    nq_store_close(opened());
    run_sql(changes[i]);
    expect_refused("its limits are damaged");
    remove_file(NULL);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(what_was_added_comes_back, remove_file),
      cmocka_unit_test_teardown(a_run_is_not_added_twice, remove_file),
      cmocka_unit_test_teardown(runs_of_other_plans_are_not_counted, remove_file),
      cmocka_unit_test_teardown(a_store_in_memory_leaves_no_file, remove_file),
      cmocka_unit_test_teardown(an_empty_file_becomes_a_store, remove_file),
      cmocka_unit_test_teardown(an_empty_file_becomes_one_store, remove_file),
      cmocka_unit_test_teardown(a_link_to_an_empty_file_stays_one, remove_file),
      cmocka_unit_test_teardown(the_schema_is_as_documented, remove_file),
      cmocka_unit_test_teardown(a_store_of_an_older_sqlite_is_continued, remove_file),
      cmocka_unit_test_teardown(other_files_are_left_alone, remove_file),
      cmocka_unit_test_teardown(a_truncated_store_is_refused, remove_file),
      cmocka_unit_test_teardown(a_folder_or_a_missing_one_is_refused, remove_file),
      cmocka_unit_test_teardown(other_limits_are_refused, remove_file),
      cmocka_unit_test_teardown(a_store_without_limits_is_refused, remove_file),
      cmocka_unit_test_teardown(a_second_opener_is_refused, remove_file),
      cmocka_unit_test_teardown(a_database_locked_by_others_is_refused, remove_file),
      cmocka_unit_test_teardown(what_a_schema_does_of_itself_is_not_done, remove_file),
      cmocka_unit_test_teardown(runs_that_no_store_of_ours_has_are_refused, remove_file),
      cmocka_unit_test_teardown(a_bad_row_is_named, remove_file),
      cmocka_unit_test_teardown(damaged_limits_are_refused, remove_file),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
