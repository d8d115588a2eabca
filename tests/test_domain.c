/* The domain against a test of every single square; matchings and refutations against exhaustive
 * search. */
#include "board/domain.h"
#include "instances.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Does no other placed queen attack the square? */
static bool plainly_free(const nq_instance *instance, uint32_t column, uint32_t row) {
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t other_column, other_row;
    nq_instance_placed_at(instance, i, &other_column, &other_row);
    bool itself = other_column == column && other_row == row;
    if (!itself && (other_column == column || plain_attacks(other_column, other_row, column, row)))
      return false;
  }
  return true;
}

static void allows_the_right_squares(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < thinned(1000); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 10);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = random_instance(&random, n, (uint32_t)seed % 3, n, 3);
    if (nq_instance_contradiction(instance, NULL)) {
      nq_instance_free(instance);
      continue;
    }
    nq_domain domain;
    assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
    for (uint32_t column = 0; column < n; column++) {
      uint32_t placed = nq_instance_placed_row(instance, column);
      assert_int_equal(domain_is_fixed(&domain, column), placed != NQ_EMPTY);
      if (placed != NQ_EMPTY) assert_int_equal(domain_fixed_row(&domain, column), placed);
      for (uint32_t row = 0; row < n; row++)
        if (domain_allows(&domain, column, row) !=
            (nq_instance_allows(instance, column, row) && plainly_free(instance, column, row)))
          fail_msg("seed %" PRIu64 ": column %" PRIu32 ", row %" PRIu32, seed, column, row);
    }
    nq_domain_release(&domain);
    nq_instance_free(instance);
  }
}

/* Without the table of squares the instance decides. */
static void allows_the_right_squares_of_large_boards(void **state) {
  (void)state;
  const uint32_t n = 5000;
  nq_pcg64 random;
  nq_pcg64_seed(&random, 1, 11);
  uint32_t *rows = calloc(n, sizeof *rows);
  assert_non_null(rows);
  assert_true(nq_construct(rows, n));
  nq_instance *instance = planted_instance(&random, rows, n, 100, 3000, 50);
  nq_domain domain;
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  assert_true(domain.restricted);
  assert_null(domain.forbidden);
  unsigned forbidden = 0;
  for (uint32_t i = 0; i < 200000; i++) {
    uint32_t column = draw_below(&random, n), row = draw_below(&random, n);
    bool allowed = nq_instance_allows(instance, column, row);
    assert_int_equal(domain_allows(&domain, column, row), allowed);
    forbidden += !allowed;
  }
  assert_true(forbidden > 0);
  uint32_t fixed = 0;
  for (uint32_t column = 0; column < n; column++) fixed += domain_is_fixed(&domain, column);
  assert_int_equal(fixed, nq_instance_placed_count(instance));
  nq_domain_release(&domain);
  nq_instance_free(instance);
  free(rows);
}

/* Can the columns from `column` on have different rows, none of them in `taken`? */
static bool plainly_matches(const nq_domain *domain, uint32_t column, unsigned taken) {
  if (column == domain->n) return true;
  for (uint32_t row = 0; row < domain->n; row++)
    if (!(taken >> row & 1) && domain_allows(domain, column, row) &&
        plainly_matches(domain, column + 1, taken | 1U << row))
      return true;
  return false;
}

static void expect_matching(const nq_domain *domain, const uint32_t *rows, uint64_t seed) {
  unsigned taken = 0;
  for (uint32_t column = 0; column < domain->n; column++) {
    if (rows[column] >= domain->n || !domain_allows(domain, column, rows[column]))
      fail_msg("seed %" PRIu64 ": column %" PRIu32 " has row %" PRIu32, seed, column, rows[column]);
    taken |= 1U << rows[column];
  }
  assert_int_equal(taken, (1U << domain->n) - 1);
}

/* False, with a reason, where there is no matching. */
static bool match(const nq_domain *domain, const uint32_t *order, uint32_t *rows) {
  nq_error reason = {0};
  nq_status status = nq_domain_match(domain, order, rows, NULL, NULL, &reason);
  if (status != NQ_OK) assert_int_equal(status, NQ_NONE);
  assert_int_equal(reason.message[0] != '\0', status == NQ_NONE);
  return status == NQ_OK;
}

static void matches_where_there_is_a_matching(void **state) {
  (void)state;
  unsigned without = 0;
  for (uint64_t seed = 0; seed < thinned(3000); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 12);
    uint32_t n = 1 + draw_below(&random, PLAIN_N), order[PLAIN_N], rows[PLAIN_N];
    nq_instance *instance = random_instance(&random, n, (uint32_t)seed % 3, n * n, 2);
    nq_domain domain;
    assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
    if (!nq_instance_contradiction(instance, NULL)) {
      for (uint32_t i = 0; i < n; i++) order[i] = i, rows[i] = NQ_EMPTY;
      nq_pcg64_shuffle(&random, order, n);
      bool matched = match(&domain, order, rows);
      if (matched != plainly_matches(&domain, 0, 0)) fail_msg("seed %" PRIu64, seed);
      if (matched) expect_matching(&domain, rows, seed);
      without += !matched;
    }
    nq_domain_release(&domain);
    nq_instance_free(instance);
  }
  assert_in_range(without, thinned(300), thinned(2700));
}

/* From the rows of a board whose first columns may only have the rows `only`; whether it matches.
 * */
static bool matches_large_board(const uint32_t *only, uint32_t columns) {
  enum { N = 5000 };
  static uint32_t order[N], rows[N];
  nq_instance *instance = nq_instance_new(N);
  for (uint32_t column = 0; column < columns; column++)
    for (uint32_t row = 0; row < N; row++)
      if (row != only[column])
        assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
  nq_domain domain;
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  for (uint32_t i = 0; i < N; i++) order[i] = i, rows[i] = i < columns ? NQ_EMPTY : i;
  bool matched = match(&domain, order, rows);
  uint32_t moved = 0;
  static uint8_t taken[N];
  memset(taken, 0, sizeof taken);
  for (uint32_t i = 0; i < N && matched; i++) {
    if (i < columns) assert_int_equal(rows[i], only[i]);
    assert_int_equal(taken[rows[i]]++, 0);
    moved += i >= columns && rows[i] != i;
  }
  assert_in_range(moved, 0, columns);
  nq_domain_release(&domain);
  nq_instance_free(instance);
  return matched;
}

static void completes_the_rows_of_large_boards(void **state) {
  (void)state;
  assert_true(matches_large_board((const uint32_t[]){17}, 1));
  assert_true(matches_large_board((const uint32_t[]){2, 0, 4999}, 3));
  assert_false(matches_large_board((const uint32_t[]){17, 17}, 2));
}

/* Refute a small instance, but never one that has a solution; count those that have one. */
static bool refute_soundly(const nq_instance *instance, uint64_t seed, nq_error *reason,
                           unsigned *solvable) {
  nq_domain domain;
  *reason = (nq_error){0};
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  nq_status status = nq_domain_refute(&domain, reason);
  bool proved = status == NQ_NONE;
  nq_domain_release(&domain);
  uint64_t solutions = plain_count(instance);
  if (!proved) assert_int_equal(status, NQ_OK);
  if (proved && solutions > 0)
    fail_msg("seed %" PRIu64 ": '%s', but it has %" PRIu64 " solutions", seed, reason->message,
             solutions);
  assert_int_equal(reason->message[0] != '\0', proved);
  *solvable += solutions > 0;
  return proved;
}

/* It may fail to refute an unsolvable instance, but must never refute a solvable one. */
static void never_refutes_what_has_a_solution(void **state) {
  (void)state;
  unsigned proofs = 0, solvable = 0;
  for (uint64_t seed = 0; seed < thinned(4000); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 13);
    uint32_t n = 1 + draw_below(&random, 7);
    nq_instance *instance =
        random_instance(&random, n, (uint32_t)seed % 2, 2 * n, (uint32_t)seed % 4);
    nq_error reason;
    proofs += refute_soundly(instance, seed, &reason, &solvable);
    nq_instance_free(instance);
  }
  assert_true(proofs > thinned(100) && solvable > thinned(100));
}

static void expect_refuted(nq_instance *instance, const char *why) {
  nq_domain domain;
  nq_error reason = {0};
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  assert_int_equal(nq_domain_refute(&domain, &reason), NQ_NONE);
  assert_string_equal(reason.message, why);
  nq_domain_release(&domain);
  nq_instance_free(instance);
}

static void refutes_lines_without_a_square(void **state) {
  (void)state;
  static const uint32_t sizes[] = {8, 5000}; /* with a table of squares, and without */
  for (size_t i = 0; i < 2; i++) {
    uint32_t n = sizes[i];
    nq_instance *instance = nq_instance_new(n);
    for (uint32_t row = 0; row < n; row++) nq_instance_block(instance, n - 2, row, NULL);
    expect_refuted(instance, i == 0 ? "no square of column 6 is left for a queen"
                                    : "no square of column 4998 is left for a queen");
    instance = nq_instance_new(n);
    for (uint32_t column = 0; column < n; column++) nq_instance_block(instance, column, 3, NULL);
    expect_refuted(instance, "no square of row 3 is left for a queen");
  }
}

/* Three columns with squares in two rows only. */
static void refutes_by_matching(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(9);
  for (uint32_t column = 2; column <= 6; column += 2)
    for (uint32_t row = 0; row < 9; row++)
      if (row != 1 && row != 5) nq_instance_block(instance, column, row, NULL);
  expect_refuted(instance, "the columns cannot all have a row of their own: column 6 and those "
                           "that it would displace have too few squares");
}

/* Boards with few diagonals, on which the sums of the diagonals refute; also with a queen placed.
 * */
static void refutes_by_sums(void **state) {
  (void)state;
  unsigned by_sums = 0, solvable = 0;
  for (uint64_t seed = 0; seed < thinned(3000); seed++) {
    uint32_t n = 6 + (uint32_t)(seed % 3);
    nq_instance *instance = draw_diagonals(seed, n, n / 2);
    if (seed % 2 == 0)
      nq_instance_place(instance, (uint32_t)(seed / 2 % n), (uint32_t)(seed / 18 % n), NULL);
    if (nq_instance_contradiction(instance, NULL)) {
      nq_instance_free(instance);
      continue;
    }
    nq_error reason;
    (void)refute_soundly(instance, seed, &reason, &solvable);
    by_sums += strstr(reason.message, "the diagonals left lie too far out") != NULL;
    nq_instance_free(instance);
  }
  assert_true(by_sums > thinned(100) && solvable > thinned(100));
}

/* Column c may have the rows up to n - 1 - c: there is only one matching, and each new column makes
 * all earlier ones move.  This takes a second, not a minute. */
static void matches_where_all_have_to_move(void **state) {
  (void)state;
  enum { N = 4096 };
  static uint32_t order[N], rows[N];
  nq_instance *instance = nq_instance_new(N);
  for (uint64_t diagonal = N; diagonal <= 2 * N - 2; diagonal++)
    assert_int_equal(nq_instance_exclude_rising(instance, diagonal, NULL), NQ_OK);
  nq_domain domain;
  assert_int_equal(nq_domain_init(&domain, instance, NULL), NQ_OK);
  for (uint32_t i = 0; i < N; i++) order[i] = i, rows[i] = NQ_EMPTY;
  assert_true(match(&domain, order, rows));
  for (uint32_t column = 0; column < N; column++) assert_int_equal(rows[column], N - 1 - column);
  nq_domain_release(&domain);
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(allows_the_right_squares),
      cmocka_unit_test(allows_the_right_squares_of_large_boards),
      cmocka_unit_test(matches_where_there_is_a_matching),
      cmocka_unit_test(completes_the_rows_of_large_boards),
      cmocka_unit_test(never_refutes_what_has_a_solution),
      cmocka_unit_test(refutes_lines_without_a_square),
      cmocka_unit_test(refutes_by_matching),
      cmocka_unit_test(refutes_by_sums),
      cmocka_unit_test(matches_where_all_have_to_move),
  };
  return cmocka_run_group_tests_name("domain", tests, NULL, NULL);
}
