/* The checker's fast path, on several threads. */
#include "board/board.h"
#include "sized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <cmocka.h>

/* The report is the same for every number of threads, above all for two queens in different
 * shares. */
static void agrees_with_itself_on_threads(void **state) {
  (void)state;
  const uint32_t n = (1U << 18) + 6; /* shares are used from 2^18 on */
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (int damage = 0, step = (int)sized(3, 1); damage < 40; damage += step) {
    if (damage >= 3) step = (int)sized(3, 1) * TRIM;
    nq_pcg64 random;
    nq_pcg64_seed(&random, 21, (uint64_t)damage);
    assert_true(nq_construct(rows, n));
    uint32_t a = (uint32_t)nq_pcg64_below(&random, n), b = (uint32_t)nq_pcg64_below(&random, n);
    uint32_t row = rows[a];
    if (damage == 3) rows[a] = n;
    if (damage > 0 && damage != 3 && damage < 20) rows[a] = rows[b];
    if (damage >= 20) rows[a] = rows[b], rows[b] = row; /* mostly pairs on diagonals */
    nq_check_report one, many;
    assert_int_equal(nq_check(rows, n, NULL, &one, NULL), NQ_OK);
    assert_int_equal(one.valid, damage == 0);
    for (unsigned threads = 2; threads <= 5; threads++) {
      assert_int_equal(nq_check_watched(rows, n, NULL, threads, NULL, &many, NULL), NQ_OK);
      assert_memory_equal(&one, &many, sizeof one);
      assert_int_equal(nq_rows_are_clean(rows, n, threads, NULL), damage == 0);
    }
  }
  free(rows);
}

/* The number of progress reports, and the last one. */
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
  told->watch.called -= 1; /* as if the last call was a second ago */
  return !told->stop;
}

static nq_check_report check_watched(const uint32_t *rows, uint32_t n, unsigned threads,
                                     struct telling *told, bool *stopped) {
  nq_check_report report;
  nq_watch *watch = &told->watch;
  nq_watch_init(watch, 0, note, told);
  watch->called -= 1;
  nq_status status = nq_check_watched(rows, n, NULL, threads, watch, &report, NULL);
  assert_true(status == NQ_OK || status == NQ_END);
  *stopped = status == NQ_END;
  nq_watch_release(watch);
  return report;
}

/* A stopped check returns NQ_END and reports nothing; one that continues is not affected. */
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
      /* Three pieces in each of three directions, or only the first. */
      assert_int_equal(told.calls, stop ? 1 : 9);
      assert_int_equal(told.done, stop ? (1U << 22) / 3 : n);
    }
  free(rows);
}

/* The last piece may be shorter or longer than the distance of prefetching; pairs in earlier pieces
 * still count. */
static void pieces_may_be_short(void **state) {
  (void)state;
  static const uint32_t more[] = {1, 24, 70, 1000};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    const uint32_t n = (1U << 22) + more[i];
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

/* Move a queen of the last share to a row below 64 whose queen is in the first share, on free
 * diagonals: one pair, in the first word of the rows' marks.  Returns the queen's column. */
static uint32_t add_row_pair(uint32_t *rows, uint32_t n) {
  bool *rising = calloc(2 * (size_t)n, sizeof *rising);
  bool *falling = calloc(2 * (size_t)n, sizeof *falling);
  assert_non_null(rising);
  assert_non_null(falling);
  bool early[64] = {false};
  for (uint32_t column = 0; column < n; column++) {
    rising[column + rows[column]] = true;
    falling[column + n - rows[column]] = true;
    if (rows[column] < 64) early[rows[column]] = column < n / 3;
  }
  uint32_t found = 0;
  for (uint32_t column = n - 1; found == 0 && column > n / 3 * 2; column--)
    for (uint32_t row = 0; found == 0 && row < 64; row++) {
      if (!early[row] || rising[column + row] || falling[column + n - row]) continue;
      rows[column] = row;
      found = column;
    }
  free(rising);
  free(falling);
  return found;
}

static void a_pair_in_the_first_word_of_two_shares_is_seen(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(1U << 18);
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.seed = 5;
  nq_board board = {0};
  nq_result result;
  assert_int_equal(nq_solve(instance, &options, &board, &result, NULL), NQ_OK);
  assert_true(nq_rows_are_clean(board.rows, board.n, 3, NULL));
  assert_true(add_row_pair(board.rows, board.n) > 0);
  nq_check_report report;
  assert_int_equal(nq_check(board.rows, board.n, NULL, &report, NULL), NQ_OK);
  assert_int_equal(report.conflicts, 1);
  assert_int_equal(report.direction, NQ_ROW);
  for (unsigned threads = 0; threads <= 3; threads++)
    assert_false(nq_rows_are_clean(board.rows, board.n, threads, NULL));
  nq_board_release(&board);
  nq_instance_free(instance);
}

/* Without memory no board is found clean. */
static void without_memory_no_board_is_clean(void **state) {
  (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  skip(); /* sanitizers need address space, */
#endif
  if (getenv("UNDER") != NULL) skip(); /* and so does valgrind */
  const uint32_t n = 1U << 24;
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  assert_true(nq_construct(rows, n));
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  struct rlimit none = {.rlim_cur = 1 << 20, .rlim_max = before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
  bool clean = nq_rows_are_clean(rows, n, 1, NULL);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  assert_false(clean);
  assert_true(nq_rows_are_clean(rows, n, 1, NULL));
  free(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_itself_on_threads),
      cmocka_unit_test(stops_when_asked_to),
      cmocka_unit_test(pieces_may_be_short),
      cmocka_unit_test(a_pair_in_the_first_word_of_two_shares_is_seen),
      cmocka_unit_test(without_memory_no_board_is_clean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
