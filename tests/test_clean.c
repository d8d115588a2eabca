/* The checker's quick way, on several threads. */
#include "core/check.h"
#include "core/clean.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

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
    assert_int_equal(nq_check(rows, n, NULL, &one, NULL), NQ_OK);
    assert_int_equal(one.valid, damage == 0);
    for (unsigned threads = 2; threads <= 5; threads++) {
      assert_int_equal(nq_check_threaded(rows, n, NULL, threads, &many, NULL), NQ_OK);
      assert_memory_equal(&one, &many, sizeof one);
      assert_int_equal(nq_rows_are_clean(rows, n, threads), damage == 0);
    }
  }
  free(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_itself_on_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
