/* The checker's quick way, on several threads. */
#include "core/check.h"
#include "core/clean.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

/* The quick way in shares, each on a thread: the same report for every number of threads, above all
 * for two queens in different shares. */
static void agrees_with_itself_on_threads(void **state) {
  (void)state;
  const uint32_t n = (1U << 20) + 6;
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (int damage = 0; damage < 40; damage++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, 21, (uint64_t)damage);
    assert_true(nq_construct(rows, n));
    uint32_t a = (uint32_t)nq_pcg64_below(&random, n), b = (uint32_t)nq_pcg64_below(&random, n);
    uint32_t row = rows[a];
    if (damage == 1) rows[a] = n;
    if (damage >= 2 && damage < 20) rows[a] = rows[b];
    if (damage >= 20) rows[a] = rows[b], rows[b] = row; /* mostly pairs on diagonals */
    nq_check_report one, many;
    bool stopped;
    assert_int_equal(nq_check(rows, n, NULL, &one, NULL), NQ_OK);
    assert_int_equal(one.valid, damage == 0);
    for (unsigned threads = 2; threads <= 5; threads++) {
      assert_int_equal(nq_check_watched(rows, n, NULL, threads, NULL, &many, &stopped, NULL),
                       NQ_OK);
      assert_memory_equal(&one, &many, sizeof one);
      assert_int_equal(nq_rows_are_clean(rows, n, threads, NULL), damage == 0);
    }
  }
  free(rows);
}

static bool stop_at_once(void *context, const nq_progress *progress) {
  unsigned *calls = context;
  ++*calls;
  assert_string_equal(progress->phase, "check");
  assert_true(progress->done > 0 && progress->done <= progress->total);
  return false;
}

static bool go_on(void *context, const nq_progress *progress) {
  (void)stop_at_once(context, progress);
  return true;
}

/* A check that is stopped says so, and nothing about the board; one that goes on is not touched. */
static void stops_when_asked_to(void **state) {
  (void)state;
  const uint32_t n = 9000000;
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  assert_true(nq_construct(rows, n));
  for (unsigned threads = 1; threads <= 3; threads++)
    for (int stop = 0; stop < 2; stop++) {
      nq_watch watch;
      nq_check_report report;
      unsigned calls = 0;
      bool stopped;
      nq_watch_init(&watch, 0, stop ? stop_at_once : go_on, &calls);
      watch.called -= 1; /* as if it had last been called a second ago */
      assert_int_equal(nq_check_watched(rows, n, NULL, threads, &watch, &report, &stopped, NULL),
                       NQ_OK);
      assert_true(calls >= 1);
      assert_int_equal(stopped, stop);
      assert_int_equal(report.valid, !stop);
      nq_watch_release(&watch);
    }
  free(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_itself_on_threads),
      cmocka_unit_test(stops_when_asked_to),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
