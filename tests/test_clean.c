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
  const uint32_t n = (1U << 18) + 6; /* from 2^18 on there are shares */
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

/* How often a check told how far it is, and the last it said. */
struct telling {
  nq_watch watch;
  unsigned calls;
  uint64_t done, total;
  bool stop;
};

static bool note(void *context, const nq_progress *progress) {
  struct telling *told = context;
  assert_string_equal(progress->phase, "check");
  assert_true(progress->done > told->done && progress->done <= progress->total);
  told->calls++;
  told->done = progress->done;
  told->total = progress->total;
  told->watch.called -= 1; /* as if this had been a second ago */
  return !told->stop;
}

static nq_check_report check_watched(const uint32_t *rows, uint32_t n, unsigned threads,
                                     struct telling *told, bool *stopped) {
  nq_check_report report;
  nq_watch *watch = &told->watch;
  nq_watch_init(watch, 0, note, told);
  watch->called -= 1;
  assert_int_equal(nq_check_watched(rows, n, NULL, threads, watch, &report, stopped, NULL), NQ_OK);
  nq_watch_release(watch);
  return report;
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
      struct telling told = {.stop = stop};
      bool stopped;
      nq_check_report report = check_watched(rows, n, threads, &told, &stopped);
      assert_true(told.calls >= 1);
      assert_int_equal(told.total, n);
      assert_int_equal(stopped, stop);
      assert_int_equal(report.valid, !stop);
      if (threads > 1) continue;
      /* Three pieces in each of three directions, or the first of them. */
      assert_int_equal(told.calls, stop ? 1 : 9);
      assert_int_equal(told.done, stop ? (1U << 22) / 3 : n);
    }
  free(rows);
}

/* The last piece may be shorter than what is fetched ahead, and the pairs in others are not forgotten
 * over it. */
static void pieces_may_be_short(void **state) {
  (void)state;
  for (uint32_t more = 1; more <= 70; more += 23) {
    const uint32_t n = (1U << 22) + more;
    uint32_t *rows = malloc(n * sizeof *rows);
    assert_non_null(rows);
    assert_true(nq_construct(rows, n));
    assert_true(nq_rows_are_clean(rows, n, 1, NULL));
    uint32_t early = rows[100], late = rows[n - 1];
    rows[100] = rows[5];
    assert_false(nq_rows_are_clean(rows, n, 1, NULL));
    rows[100] = early, rows[n - 1] = rows[5];
    assert_false(nq_rows_are_clean(rows, n, 1, NULL));
    rows[n - 1] = late;
    assert_true(nq_rows_are_clean(rows, n, 1, NULL));
    free(rows);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_itself_on_threads),
      cmocka_unit_test(stops_when_asked_to),
      cmocka_unit_test(pieces_may_be_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
