/* Edge cases of the checker: it never reads past the board, the fast verdict on small boards equals
 * the full one, and a single defect is described. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "board/board.h"
#include "io.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

/* Rows that end where memory ends: reading past them crashes. */
static uint32_t *map_rows(uint32_t n, void **mapped, size_t *size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = n * sizeof(uint32_t);
  *size = (bytes + page - 1) / page * page + page;
  char *base = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(base != MAP_FAILED);
  assert_int_equal(mprotect(base + *size - page, page, PROT_NONE), 0);
  *mapped = base;
  return (uint32_t *)(void *)(base + *size - page - bytes);
}

static void reads_no_further_than_the_board(void **state) {
  (void)state;
  for (uint32_t kind = 0; kind < 4; kind++)
    for (uint32_t n = 1; n <= 2048; n = n < 70 ? n + 1 : n * 2) {
      void *mapped;
      size_t size;
      uint32_t *rows = map_rows(n, &mapped, &size);
      const uint32_t fill[] = {NQ_EMPTY, 0, n - 1, n};
      nq_check_report report;
      for (uint32_t column = 0; column < n; column++) rows[column] = fill[kind];
      assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
      assert_int_equal(report.pairs[NQ_ROW], kind % 3 == 0 ? 0 : (uint64_t)n * (n - 1) / 2);
      assert_int_equal(report.valid, n == 1 && kind % 3 != 0);
      munmap(mapped, size);
    }
}

/* ---- Small boards ---- */

static void expect_same(const uint32_t *rows, uint32_t n) {
  nq_check_report report;
  assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
  if (nq_check_small(rows, n) == report.valid) return;
  for (uint32_t column = 0; column < n; column++) print_error("%" PRIu32 " ", rows[column]);
  fail_msg("the quick verdict is %d", !report.valid);
}

/* Rows go up to n, which is outside the board. */
static void small_boards_have_the_same_verdict(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 6; n++) {
    uint32_t rows[6] = {0}, column = 0;
    while (column < n) {
      expect_same(rows, n);
      for (column = 0; column < n && ++rows[column] > n; column++) rows[column] = 0;
    }
  }
}

/* Row 32 is out of range, although its bit wraps to that of row 0. */
static void a_row_behind_the_mask_is_seen(void **state) {
  (void)state;
  for (uint32_t row = 1; row <= 64; row++) assert_false(nq_check_small(&row, 1));
}

/* A solution of each n, and the same with one queen on another row. */
static void solutions_have_the_same_verdict(void **state) {
  (void)state;
  uint32_t rows[NQ_CHECK_SMALL_N];
  for (uint32_t n = 4; n <= NQ_CHECK_SMALL_N; n++) {
    assert_true(nq_construct(rows, n));
    assert_true(nq_check_small(rows, n));
    for (uint32_t column = 0; column < n; column++) {
      uint32_t kept = rows[column];
      for (uint32_t row = 0; row <= n; row++) {
        rows[column] = row;
        expect_same(rows, n);
      }
      rows[column] = NQ_EMPTY;
      expect_same(rows, n);
      rows[column] = kept;
    }
  }
}

/* A solution with a queen in a corner, so that the first or last diagonal is used. */
static void solve_with_corner(uint32_t n, uint64_t seed, uint32_t *rows) {
  nq_instance *instance = nq_instance_new(n);
  assert_int_equal(
      nq_instance_place(instance, seed / 2 % 2 == 0 ? 0 : n - 1, seed % 2 == 0 ? 0 : n - 1, NULL),
      NQ_OK);
  nq_solve_options options;
  nq_solve_options_init(&options);
  options.method = "min-conflicts"; /* auto would search completely, which takes longer */
  options.seed = seed;
  nq_result result;
  assert_int_equal(nq_solve_into(instance, &options, rows, &result, NULL), NQ_OK);
  assert_int_equal(result.verdict, NQ_SOLVED);
  nq_instance_free(instance);
}

static void swap(uint32_t *rows, uint32_t a, uint32_t b) {
  uint32_t row = rows[a];
  rows[a] = rows[b];
  rows[b] = row;
}

/* Swapping two queens of a solution causes conflicts on diagonals only, often a single pair.  A
 * word ends between diagonals 63 and 64. */
static void each_pair_of_a_swap_is_seen(void **state) {
  (void)state;
  uint32_t rows[NQ_CHECK_SMALL_N];
  unsigned alone[2][128] = {{0}};
  for (uint32_t n = 33; n <= NQ_CHECK_SMALL_N; n++)
    for (uint64_t seed = 0; seed < trimmed(n < NQ_CHECK_SMALL_N ? 4 : 24); seed++) {
      solve_with_corner(n, seed, rows);
      assert_true(nq_check_small(rows, n));
      for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < a; b++) {
          swap(rows, a, b);
          nq_check_report report;
          assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
          assert_int_equal(nq_check_small(rows, n), report.valid);
          if (report.conflicts == 1) alone[report.direction == NQ_FALLING][report.line]++;
          swap(rows, a, b);
        }
    }
  for (unsigned line = 62; line < 66; line++) {
    assert_true(alone[0][line] > 0);
    assert_true(alone[1][line] > 0);
  }
}

/* ---- Description ---- */

static void expect_words(const uint32_t *rows, uint32_t n, const nq_instance *instance,
                         const char *expected) {
  nq_check_report report;
  char text[200] = "unchanged";
  assert_int_equal(nq_check(rows, n, instance, &report, NULL), NQ_OK);
  nq_check_describe(&report, n, instance, text, sizeof text);
  assert_string_equal(text, expected);
  assert_int_equal(report.valid, *expected == '\0');
  text[0] = 'x';
  nq_check_describe(&report, n, instance, text, 1);
  assert_string_equal(text, "");
  text[0] = 'x';
  nq_check_describe(&report, n, instance, text, 0);
  assert_int_equal(text[0], 'x');
}

static void the_only_defect_is_described(void **state) {
  (void)state;
  const uint32_t solution[] = {1, 3, 0, 2}, outside[] = {1, 3, 4, 2}, pair[] = {1, 3, 0, 3},
                 empty[] = {1, NQ_EMPTY, 0, 2};
  expect_words(solution, 4, NULL, "");
  expect_words(outside, 4, NULL, "column 2 has row 4, outside 0..3");
  expect_words(empty, 4, NULL, "column 1 is empty");
  nq_check_report report;
  assert_int_equal(nq_check(pair, 4, NULL, &report, NULL), NQ_OK);
  assert_int_equal(report.conflicts, 1);
  expect_words(pair, 4, NULL, "columns 1 and 3 share row 3");
  nq_instance *instance = nq_instance_new(4);
  assert_int_equal(nq_instance_block(instance, 2, 3, NULL), NQ_OK);
  expect_words(solution, 4, instance, "");
  nq_instance_free(instance);
  instance = nq_instance_new(4);
  assert_int_equal(nq_instance_block(instance, 2, 0, NULL), NQ_OK);
  expect_words(solution, 4, instance, "column 2, row 0 is blocked");
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_no_further_than_the_board),
      cmocka_unit_test(small_boards_have_the_same_verdict),
      cmocka_unit_test(a_row_behind_the_mask_is_seen),
      cmocka_unit_test(solutions_have_the_same_verdict),
      cmocka_unit_test(each_pair_of_a_swap_is_seen),
      cmocka_unit_test(the_only_defect_is_described),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
