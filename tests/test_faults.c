/* Every function of the library that asks for memory, with each request refused in turn: an error
 * that says so or the right answer, nothing lost (the sanitized build looks for leaks), and the
 * objects still fit to be released.
 *
 * The linker puts the functions below in the place of those that the library calls (--wrap, see
 * the Makefile). */
#define _GNU_SOURCE /* mremap */
#include "counting/parts.h"
#include "exact/backtracking.h"
#include "experiment/store.h"
#include "experiment/summary.h"
#include "instances.h"
#include "io.h"
#include "ledger/ledger.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

/* ---- Refusals ---- */

static atomic_ulong calls;
static unsigned long refused_call; /* from 1; 0: none */
static bool lasting;               /* and all behind it */

static bool refuse(void) {
  unsigned long call = atomic_fetch_add(&calls, 1) + 1;
  return refused_call != 0 && (lasting ? call >= refused_call : call == refused_call);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__real_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

void *__wrap_malloc(size_t size) {
  return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
  return refuse() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text) {
  return refuse() ? NULL : __real_strdup(text);
}

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return refuse() ? MAP_FAILED : __real_mmap(address, size, protection, flags, file, offset);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  return refuse() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

/* ---- One job after the other ---- */

/* A job does all its work with `context`, releases all, and returns the first error, or NQ_OK after
 * it has compared its answer. */
typedef nq_status job(const void *context, nq_error *error);

/* With lasting refusals too, of every call up to the 40th and of ever fewer behind. */
static void refuse_each(job *run, const void *context, const char *name) {
  for (int last = 0; last < 2; last++)
    for (unsigned long call = 1;; call += call < 40 ? 1 : call / 20) {
      nq_error error = {0};
      atomic_store(&calls, 0);
      refused_call = call;
      lasting = last != 0;
      nq_status status = run(context, &error);
      refused_call = 0;
      bool told = status == NQ_OK || error.message[0] != '\0';
      if ((status != NQ_OK && status != NQ_NO_MEMORY && status != NQ_IO) || !told)
        fail_msg("%s, call %lu%s refused: status %d, '%s'", name, call, last ? " and on" : "",
                 (int)status, error.message);
      if (atomic_load(&calls) >= call) continue;
      assert_int_equal(status, NQ_OK);
      if (call == 1) fail_msg("%s asks for nothing", name);
      break;
    }
}

#define REFUSE_EACH(run, context) refuse_each(run, context, #run)

/* ---- Solving ---- */

typedef struct solving {
  uint32_t n;
  nq_solve_options options;
  bool instance; /* with a few items */
} solving;

static nq_status make_instance(const solving *what, nq_instance **instance, nq_error *error) {
  *instance = nq_instance_new(what->n);
  if (*instance == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no instance");
  nq_status status = NQ_OK;
  if (what->instance) status = nq_instance_place(*instance, 0, 2, error);
  if (what->instance && status == NQ_OK) status = nq_instance_block(*instance, 5, 0, error);
  if (what->instance && status == NQ_OK) status = nq_instance_exclude_rising(*instance, 0, error);
  return status;
}

static nq_status solve(const void *context, nq_error *error) {
  const solving *what = context;
  nq_instance *instance;
  nq_board board = {0};
  nq_result result = {0};
  nq_status status = make_instance(what, &instance, error);
  if (status == NQ_OK) status = nq_solve(instance, &what->options, &board, &result, error);
  if (status == NQ_OK) {
    assert_int_equal(result.verdict, NQ_SOLVED);
    refused_call = 0;
    expect_solution(&board, instance, what->options.seed);
  } else {
    assert_null(board.rows);
  }
  nq_board_release(&board);
  nq_instance_free(instance);
  return status;
}

static solving solving_by(const char *method, uint32_t n) {
  solving what = {.n = n};
  nq_solve_options_init(&what.options);
  what.options.method = method;
  what.options.seed = 7;
  return what;
}

static void every_method_survives(void **state) {
  /* Not sat: CaDiCaL answers a lack of memory with an exception or worse. */
  static const char *const methods[] = {"min-conflicts", "genetic", "backtracking", "construct"};
  (void)state;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    solving what = solving_by(methods[i], 12);
    REFUSE_EACH(solve, &what);
    what.instance = strcmp(methods[i], "construct") != 0;
    REFUSE_EACH(solve, &what);
  }
}

static void complete_searches_survive(void **state) {
  (void)state;
  solving what = solving_by("backtracking", 300);
  REFUSE_EACH(solve, &what);
  what = solving_by("backtracking", 30);
  what.instance = true;
  what.options.proof = "/dev/null";
  REFUSE_EACH(solve, &what);
}

static void every_start_and_step_survives(void **state) {
  (void)state;
  for (nq_start start = NQ_START_RANDOM; start <= NQ_START_FEWEST; start++)
    for (nq_step step = NQ_STEP_COLUMN; step <= NQ_STEP_SWEEP; step++) {
      bool any_row = start == NQ_START_RANDOM || start == NQ_START_FEWEST;
      if (any_row && step == NQ_STEP_SWAP) continue;
      solving what = solving_by("min-conflicts", 30);
      what.options.min_conflicts.start = start;
      what.options.min_conflicts.step = step;
      REFUSE_EACH(solve, &what);
    }
}

static void every_crossover_survives(void **state) {
  (void)state;
  for (nq_crossover crossover = NQ_CROSSOVER_ONE_POINT; crossover <= NQ_CROSSOVER_CYCLE;
       crossover++) {
    solving what = solving_by("genetic", 8);
    what.options.genetic.crossover = crossover;
    what.options.genetic.memetic_steps = crossover % 2;
    REFUSE_EACH(solve, &what);
  }
}

static void islands_survive(void **state) {
  (void)state;
  solving what = solving_by("genetic", 8);
  what.options.genetic.islands = 3;
  what.options.threads = 2;
  REFUSE_EACH(solve, &what);
}

static void keeping_queens_survives(void **state) {
  (void)state;
  uint32_t from[24]; /* a solution, but for its last two queens: few others are tried */
  for (uint32_t column = 0; column < 24; column++) from[column] = (2 * column + 1) % 25;
  from[22] = from[23];
  solving what = solving_by("min-conflicts", 24);
  what.options.from = from;
  what.options.keep = true;
  REFUSE_EACH(solve, &what);
}

static void large_boards_and_threads_survive(void **state) {
  (void)state;
  solving what = solving_by("min-conflicts", 1100000);
  what.options.threads = 2;
  REFUSE_EACH(solve, &what);
}

/* ---- Checking ---- */

/* Every queen on one of two rows: tables are too small for so many crowded lines. */
static nq_status check_crowded(const void *context, nq_error *error) {
  const uint32_t *rows = context;
  nq_check_report report;
  nq_status status = nq_check(rows, 3000, NULL, &report, error);
  if (status == NQ_OK) assert_int_equal(report.pairs[NQ_ROW], UINT64_C(2) * 1500 * 1499 / 2);
  return status;
}

static nq_status count_conflicts(const void *context, nq_error *error) {
  const uint32_t *rows = context;
  nq_conflicts *conflicts = nq_conflicts_new(300);
  if (conflicts == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no counters");
  for (uint32_t column = 0; column < 300; column++)
    nq_conflicts_place(conflicts, column, rows[column]);
  refused_call = 0;
  assert_true(nq_conflicts_verify(conflicts));
  nq_conflicts_free(conflicts);
  return NQ_OK;
}

static nq_status read_two_rows(void *context, uint64_t column, uint64_t *rows, size_t count,
                               nq_error *error) {
  (void)context;
  (void)error;
  for (size_t i = 0; i < count; i++) rows[i] = (column + i) % 2;
  return NQ_OK;
}

static nq_status check_large(const void *context, nq_error *error) {
  const nq_large_board board = {.n = 1000, .read = read_two_rows};
  const nq_check_options options = {.threads = 2, .memory_bytes = 2000};
  nq_check_report report;
  (void)context;
  nq_status status = nq_large_check(&board, &options, &report, error);
  if (status != NQ_OK) return status;
  assert_false(report.more);
  assert_int_equal(report.pairs[NQ_ROW], UINT64_C(500) * 499);
  return NQ_OK;
}

static void checker_and_counters_survive(void **state) {
  uint32_t rows[3000];
  (void)state;
  for (uint32_t column = 0; column < 3000; column++) rows[column] = column % 2;
  REFUSE_EACH(check_crowded, rows);
  REFUSE_EACH(count_conflicts, rows);
  REFUSE_EACH(check_large, NULL);
}

/* ---- Reading and writing ---- */

static nq_status write_boards(int descriptor, nq_format format, nq_error *error) {
  static const uint32_t rows[] = {1, 3, 0, 2};
  nq_writer *writer = nq_writer_new(descriptor, format, 4, 2, 0);
  if (writer == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no writer");
  nq_status status = nq_writer_board(writer, rows, error);
  if (status == NQ_OK) status = nq_writer_board(writer, rows, error);
  if (status == NQ_OK) return nq_writer_finish(writer, error);
  nq_writer_free(writer);
  return status;
}

static nq_status read_boards(int descriptor, nq_format format, nq_error *error) {
  nq_board board = {0};
  nq_status status = NQ_OK;
  uint64_t line, boards = 0;
  nq_reader *reader = nq_reader_new(descriptor, format);
  if (reader == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no reader");
  while ((status = nq_reader_next(reader, &board, &line, error)) == NQ_OK) {
    assert_int_equal(board.n, 4);
    assert_int_equal(board.rows[3], 2);
    boards++;
  }
  nq_board_release(&board);
  nq_reader_free(reader);
  if (status != NQ_END) return status;
  assert_int_equal(boards, 2);
  return NQ_OK;
}

static nq_status write_and_read(const void *context, nq_error *error) {
  const nq_format *format = context;
  unsigned long refused = refused_call;
  refused_call = 0;
  int descriptor = io_file();
  refused_call = refused;
  nq_status status = write_boards(descriptor, *format, error);
  if (status == NQ_OK) assert_int_equal(lseek(descriptor, 0, SEEK_SET), 0);
  if (status == NQ_OK) status = read_boards(descriptor, *format, error);
  close(descriptor);
  return status;
}

static void every_format_survives(void **state) {
  (void)state;
  for (nq_format format = NQ_FORMAT_LINE; format <= NQ_FORMAT_NPY; format++)
    REFUSE_EACH(write_and_read, &format);
}

static nq_status read_instance(const void *context, nq_error *error) {
  int descriptor = io_text(context);
  nq_instance *instance = nq_instance_read(descriptor, UINT64_MAX, error);
  close(descriptor);
  if (instance == NULL) return error->status;
  assert_int_equal(nq_instance_n(instance), 8);
  assert_int_equal(nq_instance_placed_count(instance) + nq_instance_blocked_count(instance) +
                       nq_instance_excluded_count(instance),
                   3);
  int copy = io_file();
  nq_status status = nq_instance_write(instance, copy, error);
  close(copy);
  nq_instance_free(instance);
  return status;
}

static void instances_survive(void **state) {
  (void)state;
  REFUSE_EACH(read_instance, "n 8\nqueen 0 4\nblock 1 1\nexclude rising 3\n");
  REFUSE_EACH(read_instance, "letting n = 8\nletting blocks = [[1, 1], [2, 3], [4, 4]]\n");
}

/* ---- Counting ---- */

static nq_status count(const void *context, nq_error *error) {
  nq_count_plan *plan;
  nq_count_result result = {0};
  const nq_count_options options = {.threads = 2};
  (void)context;
  nq_status status = nq_count_plan_new(10, &plan, error);
  if (status != NQ_OK) return status;
  nq_count_range all = {.end = nq_count_plan_units(plan)};
  status = nq_count_run(plan, &all, 1, &options, &result, error);
  if (status == NQ_OK) assert_int_equal(result.count, 724);
  nq_count_plan_free(plan);
  return status;
}

static nq_status keep_records(nq_count_plan *plan, const char *path, nq_error *error) {
  nq_checkpoint *checkpoint;
  nq_count_range wanted = {.end = nq_count_plan_units(plan)}, done, *missing = NULL;
  size_t missing_count;
  nq_status status = nq_checkpoint_open(path, plan, &checkpoint, NULL, error);
  if (status != NQ_OK) return status;
  const nq_count_range record = {.begin = 1, .end = 2, .count = 5};
  status = nq_checkpoint_append(checkpoint, &record, error);
  if (status == NQ_OK)
    status = nq_checkpoint_rest(checkpoint, &wanted, &done, &missing, &missing_count, error);
  free(missing);
  nq_status closed = nq_checkpoint_close(checkpoint, status == NQ_OK ? error : NULL);
  return status != NQ_OK ? status : closed;
}

static nq_status keep_and_merge(const void *context, nq_error *error) {
  char path[] = "/tmp/nqueens-test-XXXXXX";
  const char *const paths[] = {path};
  nq_count_plan *plan;
  nq_checkpoint_audit audit;
  (void)context;
  nq_status status = nq_count_plan_new(10, &plan, error);
  if (status != NQ_OK) return status;
  close(mkstemp(path));
  status = keep_records(plan, path, error);
  if (status == NQ_OK) {
    status = nq_checkpoint_read(plan, paths, 1, true, &audit, error);
    if (status == NQ_OK) assert_int_equal(audit.sum.count, 5);
    if (status == NQ_OK) nq_checkpoint_audit_release(&audit);
  }
  unlink(path);
  nq_count_plan_free(plan);
  return status;
}

static void counting_survives(void **state) {
  (void)state;
  REFUSE_EACH(count, NULL);
  REFUSE_EACH(keep_and_merge, NULL);
}

/* ---- Experiments ---- */

static nq_status summarise(const nq_plan *plan, nq_store *store, nq_error *error) {
  nq_summary summary;
  nq_status status = nq_summary_init(&summary, plan, store, error);
  if (status != NQ_OK) return status;
  assert_int_equal(summary.runs, 8);
  nq_summary_release(&summary);
  return NQ_OK;
}

static nq_status experiment(const void *context, nq_error *error) {
  nq_plan plan = {.first_seed = 1, .seeds = 2, .time_limit = 10};
  nq_experiment_outcome outcome;
  nq_store *store = NULL;
  (void)context;
  nq_status status = nq_plan_add_methods(&plan, "min-conflicts,construct", error);
  if (status == NQ_OK) status = nq_plan_set_sizes(&plan, "8,10", error);
  if (status == NQ_OK) status = nq_plan_check(&plan, error);
  if (status == NQ_OK && (store = nq_store_open(NULL, &plan, error)) == NULL)
    status = error->status;
  if (status == NQ_OK)
    status = nq_experiment_run(&plan, store, 2, NULL, NULL, NULL, &outcome, error);
  if (status == NQ_OK) status = summarise(&plan, store, error);
  nq_store_close(store);
  nq_plan_release(&plan);
  return status;
}

static void experiments_survive(void **state) {
  (void)state;
  REFUSE_EACH(experiment, NULL);
}

/* ---- Enumerating ---- */

static nq_status enumerate(const void *context, nq_error *error) {
  const solving *what = context;
  nq_instance *instance;
  nq_enumerate_result report;
  nq_status status = make_instance(what, &instance, error);
  nq_watch watch;
  nq_watch_init(&watch, 0, NULL, NULL);
  const nq_backtrack_plan plan = {.instance = instance, .watch = &watch};
  if (status == NQ_OK) status = nq_backtrack_enumerate(&plan, &report, error);
  nq_watch_release(&watch);
  if (status == NQ_OK && !what->instance) assert_int_equal(report.solutions, 724);
  nq_instance_free(instance);
  return status;
}

static void enumerating_survives(void **state) {
  (void)state;
  solving what = {.n = 10};
  REFUSE_EACH(enumerate, &what);
  what.instance = true;
  REFUSE_EACH(enumerate, &what);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_survives),
      cmocka_unit_test(complete_searches_survive),
      cmocka_unit_test(every_start_and_step_survives),
      cmocka_unit_test(every_crossover_survives),
      cmocka_unit_test(islands_survive),
      cmocka_unit_test(keeping_queens_survives),
      cmocka_unit_test(large_boards_and_threads_survive),
      cmocka_unit_test(checker_and_counters_survive),
      cmocka_unit_test(every_format_survives),
      cmocka_unit_test(instances_survive),
      cmocka_unit_test(counting_survives),
      cmocka_unit_test(experiments_survive),
      cmocka_unit_test(enumerating_survives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
