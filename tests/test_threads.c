/* src/parallel/threads: the threads of the library take no signals, and none is left. */
#include "parallel/threads.h"
#include "nqueens.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Of all threads: those that were started, and ended. */
static unsigned started, joined, with_signals;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __real_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_join(pthread_t thread, void **result);

/* A new thread blocks what the one that starts it does. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  static const int some[] = {SIGINT, SIGTERM, SIGUSR1, SIGALRM, SIGCHLD, SIGWINCH};
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  for (size_t i = 0; i < sizeof some / sizeof *some; i++)
    with_signals += !sigismember(&blocked, some[i]);
  started++;
  return __real_pthread_create(thread, attributes, start, argument);
}

int __wrap_pthread_join(pthread_t thread, void **result) {
  joined++;
  return __real_pthread_join(thread, result);
}

static void expect_threads(unsigned least) {
  sigset_t blocked;
  assert_in_range(started, least, 1000);
  assert_int_equal(joined, started);
  assert_int_equal(with_signals, 0);
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  assert_false(sigismember(&blocked, SIGINT)); /* the caller's are as before */
  started = joined = 0;
}

static void *count_one(void *context) {
  atomic_fetch_add((atomic_int *)context, 1);
  return NULL;
}

static void start_in_a_row(void **state) {
  pthread_t thread[3];
  atomic_int calls = 0;
  (void)state;
  assert_int_equal(nq_threads_start(thread, 3, count_one, &calls), 3);
  nq_threads_join(thread, 3);
  assert_int_equal(atomic_load(&calls), 3);
  expect_threads(3);
  nq_threads_run(3, count_one, &calls);
  assert_int_equal(atomic_load(&calls), 6);
  expect_threads(2);
}

static nq_instance *plain(uint32_t n) {
  nq_instance *instance = nq_instance_new(n);
  assert_non_null(instance);
  return instance;
}

static bool stop(void *context, const nq_progress *progress) {
  (void)context;
  (void)progress;
  return false;
}

static void solve(uint32_t n, nq_solve_options *options) {
  nq_instance *instance = plain(n);
  uint32_t *rows = calloc(n, sizeof *rows);
  nq_result result;
  options->threads = 3;
  assert_int_equal(nq_solve_into(instance, options, rows, &result, NULL), NQ_OK);
  free(rows);
  nq_instance_free(instance);
}

static void methods_start_threads_without_signals(void **state) {
  nq_solve_options options;
  (void)state;
  nq_solve_options_init(&options);
  options.method = "min-conflicts";
  options.min_conflicts.patience = 1;
  options.limits.restarts = 20;
  solve(40, &options);
  expect_threads(2);
  nq_solve_options_init(&options);
  options.method = "min-conflicts"; /* with its greedy start */
  solve(1 << 21, &options);
  expect_threads(2);
  options.method = "genetic";
  options.genetic.islands = 3;
  solve(12, &options);
  expect_threads(2);
}

static bool count_board(void *context, const uint32_t *rows) {
  (void)rows;
  ++*(uint32_t *)context;
  return true;
}

static void searches_start_threads_without_signals(void **state) {
  nq_enumerate_options enumerate;
  nq_enumerate_result found;
  nq_count_instance_options count;
  nq_count_instance_result counted;
  nq_instance *instance = plain(10);
  uint32_t boards = 0;
  (void)state;
  nq_enumerate_options_init(&enumerate);
  enumerate.threads = 3;
  enumerate.context = &boards;
  assert_int_equal(nq_enumerate(instance, &enumerate, count_board, &found, NULL), NQ_OK);
  assert_int_equal(boards, 724);
  expect_threads(3);
  nq_count_instance_options_init(&count);
  count.threads = 3;
  assert_int_equal(nq_count_instance(instance, &count, &counted, NULL), NQ_OK);
  assert_int_equal(counted.count, 724);
  expect_threads(2);
  nq_instance_free(instance);
}

static bool has_sat(void) {
  const char *name;
  for (size_t i = 0; (name = nq_method_name(i)) != NULL; i++)
    if (strcmp(name, "sat") == 0) return true;
  return false;
}

/* It frees millions of clauses before the call returns. */
static void a_stopped_sat_solver_leaves_no_thread(void **state) {
  nq_solve_options options;
  (void)state;
  nq_solve_options_init(&options);
  options.method = "sat";
  options.progress = stop;
  if (!has_sat()) skip();
  solve(60, &options);
  expect_threads(0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(start_in_a_row),
      cmocka_unit_test(methods_start_threads_without_signals),
      cmocka_unit_test(searches_start_threads_without_signals),
      cmocka_unit_test(a_stopped_sat_solver_leaves_no_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
