/* Instances for the tests of the search, and a plain search that knows the truth about small ones.
 */
#ifndef NQ_TESTS_INSTANCES_H
#define NQ_TESTS_INSTANCES_H

#include "nqueens.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

/* Largest n of the plain search, and where it takes no time. */
#define PLAIN_MOST 9
#define PLAIN_N    8

static inline void plain_forbid_diagonal(uint32_t n, uint64_t diagonal, bool rising,
                                         bool forbidden[PLAIN_MOST][PLAIN_MOST]) {
  for (uint32_t column = 0; column < n; column++)
    for (uint32_t row = 0; row < n; row++)
      if (diagonal == (rising ? (uint64_t)column + row : (uint64_t)row + n - 1 - column))
        forbidden[column][row] = true;
}

/* [column][row]: by the instance's lists alone, where a queen may not stand. */
static inline void plain_forbidden(const nq_instance *instance,
                                   bool forbidden[PLAIN_MOST][PLAIN_MOST]) {
  uint32_t n = nq_instance_n(instance), column, row;
  memset(forbidden, 0, PLAIN_MOST * sizeof *forbidden);
  for (size_t i = 0; i < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    forbidden[column][row] = true;
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    plain_forbid_diagonal(n, diagonal, rising, forbidden);
  }
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    for (uint32_t other = 0; other < n; other++) forbidden[column][other] |= other != row;
  }
}

static inline bool plain_attacks(uint32_t column_a, uint32_t row_a, uint32_t column_b,
                                 uint32_t row_b) {
  int64_t columns = (int64_t)column_a - column_b, rows = (int64_t)row_a - row_b;
  return rows == 0 || rows == columns || rows == -columns;
}

static inline uint64_t plain_count_from(uint32_t n, uint32_t column, uint32_t *rows,
                                        bool forbidden[PLAIN_MOST][PLAIN_MOST]) {
  if (column == n) return 1;
  uint64_t found = 0;
  for (uint32_t row = 0; row < n; row++) {
    bool fits = !forbidden[column][row];
    for (uint32_t other = 0; other < column && fits; other++)
      fits = !plain_attacks(other, rows[other], column, row);
    rows[column] = row;
    if (fits) found += plain_count_from(n, column + 1, rows, forbidden);
  }
  return found;
}

/* The number of solutions of an instance with n up to PLAIN_MOST. */
static inline uint64_t plain_count(const nq_instance *instance) {
  bool forbidden[PLAIN_MOST][PLAIN_MOST];
  uint32_t rows[PLAIN_MOST];
  assert_in_range(nq_instance_n(instance), 1, PLAIN_MOST);
  plain_forbidden(instance, forbidden);
  return plain_count_from(nq_instance_n(instance), 0, rows, forbidden);
}

static inline uint32_t draw_below(nq_pcg64 *random, uint64_t bound) {
  return (uint32_t)nq_pcg64_below(random, bound);
}

/* An instance of size n with up to so many items of each kind, drawn without a thought. */
static inline nq_instance *random_instance(nq_pcg64 *random, uint32_t n, uint32_t placed,
                                           uint32_t blocked, uint32_t excluded) {
  nq_instance *instance = nq_instance_new(n);
  assert_non_null(instance);
  for (uint32_t i = draw_below(random, placed + 1); i > 0; i--) {
    uint32_t column = draw_below(random, n), row = draw_below(random, n);
    (void)nq_instance_place(instance, column, row, NULL); /* refuses a second in a column */
  }
  for (uint32_t i = draw_below(random, blocked + 1); i > 0; i--) {
    uint32_t column = draw_below(random, n), row = draw_below(random, n);
    assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
  }
  for (uint32_t i = draw_below(random, excluded + 1); i > 0; i--) {
    uint64_t diagonal = nq_pcg64_below(random, 2 * (uint64_t)n - 1);
    nq_status status = draw_below(random, 2)
                           ? nq_instance_exclude_rising(instance, diagonal, NULL)
                           : nq_instance_exclude_falling(instance, diagonal, NULL);
    assert_int_equal(status, NQ_OK);
  }
  return instance;
}

/* Some queens placed, squares blocked and diagonals excluded; n from 20. */
static inline nq_instance *rich_instance(uint32_t n) {
  nq_instance *instance = nq_instance_new(n);
  assert_int_equal(nq_instance_place(instance, 1, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_place(instance, 4, 2, NULL), NQ_OK);
  assert_int_equal(nq_instance_place(instance, 7, 0, NULL), NQ_OK);
  for (uint32_t i = 8; i < n; i++)
    assert_int_equal(nq_instance_block(instance, i, (i * 7 + 1) % n, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, n - 1, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_falling(instance, n + 4, NULL), NQ_OK);
  return instance;
}

/* True when a queen of `rows` stands on the diagonal. */
static inline bool stands_on(const uint32_t *rows, uint32_t n, uint64_t diagonal, bool rising) {
  for (uint32_t column = 0; column < n; column++)
    if (diagonal ==
        (rising ? (uint64_t)column + rows[column] : (uint64_t)rows[column] + n - 1 - column))
      return true;
  return false;
}

/* An instance that `rows` solves, with so many items of each kind (drawn, so some come twice). */
static inline nq_instance *planted_instance(nq_pcg64 *random, const uint32_t *rows, uint32_t n,
                                            uint32_t placed, uint32_t blocked, uint32_t excluded) {
  nq_instance *instance = nq_instance_new(n);
  assert_non_null(instance);
  for (; placed > 0; placed--) {
    uint32_t column = draw_below(random, n);
    assert_int_equal(nq_instance_place(instance, column, rows[column], NULL), NQ_OK);
  }
  for (; blocked > 0; blocked--) {
    uint32_t column = draw_below(random, n), row = draw_below(random, n);
    if (rows[column] != row)
      assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
  }
  for (; excluded > 0; excluded--) {
    bool rising = draw_below(random, 2) != 0;
    uint64_t diagonal = nq_pcg64_below(random, 2 * (uint64_t)n - 1);
    if (stands_on(rows, n, diagonal, rising)) continue;
    nq_status status = rising ? nq_instance_exclude_rising(instance, diagonal, NULL)
                              : nq_instance_exclude_falling(instance, diagonal, NULL);
    assert_int_equal(status, NQ_OK);
  }
  return instance;
}

/* A small one of all kinds, drawn without a thought or around a solution; diagonals are excluded
 * from each `every`-th. */
static inline nq_instance *draw_instance(uint64_t seed, uint64_t stream, unsigned every) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, stream);
  uint32_t n = 1 + draw_below(&random, PLAIN_MOST), rows[PLAIN_MOST];
  uint32_t placed = (uint32_t)(seed % 3), blocked = draw_below(&random, n * n);
  uint32_t excluded = seed % every == 0 ? draw_below(&random, n) : 0;
  if (seed % 5 == 0 && nq_construct(rows, n))
    return planted_instance(&random, rows, n, placed, 2 * blocked, excluded);
  return random_instance(&random, n, placed, blocked, excluded);
}

/* So many diagonals excluded in each direction: with about n / 2 of them, half of the instances have
 * no solution, which takes a search. */
static inline nq_instance *draw_diagonals(uint64_t seed, uint32_t n, unsigned pairs) {
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, 47);
  nq_instance *instance = nq_instance_new(n);
  for (unsigned i = 0; i < pairs; i++) {
    nq_instance_exclude_rising(instance, draw_below(&random, 2 * n - 1), NULL);
    nq_instance_exclude_falling(instance, draw_below(&random, 2 * n - 1), NULL);
  }
  return instance;
}

/* Count the permutations of n rows by their conflicts, those that agree with rows[] in the first
 * `fixed` columns. */
static inline void plain_conflicts(uint32_t *rows, uint32_t n, uint32_t fixed, uint64_t *sizes) {
  nq_check_report report;
  if (fixed == n) {
    assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
    sizes[report.conflicts]++;
    return;
  }
  for (uint32_t i = fixed; i < n; i++) {
    uint32_t row = rows[i];
    rows[i] = rows[fixed];
    rows[fixed] = row;
    plain_conflicts(rows, n, fixed + 1, sizes);
    rows[fixed] = rows[i];
    rows[i] = row;
  }
}

/* The options of a text such as "genetic:population=50". */
static inline nq_solve_options solve_options(const char *method, uint64_t seed) {
  nq_solve_options options;
  nq_error error = {0};
  nq_solve_options_init(&options);
  if (nq_solve_options_set(&options, method, &error) != NQ_OK) fail_msg("%s", error.message);
  options.seed = seed;
  return options;
}

/* The result's counter of that name. */
static inline double counter_of(const nq_result *result, const char *name) {
  for (size_t i = 0; i < result->counters; i++)
    if (strcmp(result->counter[i].name, name) == 0) return result->counter[i].value;
  fail_msg("there is no counter %s", name);
  return 0;
}

/* The board is a solution of the instance; otherwise the test fails and names the instance. */
static inline void expect_solution(const nq_board *board, const nq_instance *instance,
                                   uint64_t seed) {
  nq_check_report report;
  assert_int_equal(board->n, nq_instance_n(instance));
  assert_int_equal(nq_check(board->rows, board->n, instance, &report, NULL), NQ_OK);
  if (!report.valid) fail_msg("n %" PRIu32 ", seed %" PRIu64 " is no solution", board->n, seed);
}

/* A progress callback that interrupts at once. */
static inline bool interrupt(void *context, const nq_progress *progress) {
  (void)context;
  (void)progress;
  return false;
}

#endif
