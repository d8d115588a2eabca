/* Generated boards: what each kind promises, against definitions in O(n^2) and lists of all boards.
 */
#include "counting/parts.h"
#include "generate.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <cmocka.h>

/* ---- solved ---- */

static void expect_answer(const nq_generated *item, void *context) {
  (void)context;
  assert_null(item->instance);
  assert_int_equal(item->board.n, item->n);
  assert_int_equal(item->conflicts, count_pairs(item->board.rows, item->n));
  bool in_range = true;
  for (uint32_t column = 0; column < item->n; column++)
    in_range = in_range && item->board.rows[column] < item->n;
  assert_true(in_range);
  assert_int_equal(item->answer, item->conflicts == 0 ? NQ_KNOWN_VALID : NQ_KNOWN_INVALID);
  assert_true(item->answer == NQ_KNOWN_VALID || item->reason[0] != '\0');
}

static void expect_solution_item(const nq_generated *item, void *context) {
  expect_answer(item, context);
  assert_int_equal(item->answer, NQ_KNOWN_VALID);
}

static void solved_boards_are_solutions(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n++) {
    nq_generate_options options = options_for("solved", n, n);
    options.count = 5;
    if (n == 2 || n == 3)
      assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
    else
      run_all(&options, expect_solution_item, NULL);
  }
}

/* How often each solution was drawn, by its rows as a number. */
typedef struct tally {
  uint64_t key[512], times[512];
  size_t count;
} tally;

static void note_solution(const nq_generated *item, void *context) {
  tally *seen = context;
  uint64_t key = 0;
  size_t i = 0;
  expect_solution_item(item, NULL);
  for (uint32_t column = 0; column < item->n; column++)
    key = key * item->n + item->board.rows[column];
  while (i < seen->count && seen->key[i] != key) i++;
  if (i == seen->count) {
    assert_true(seen->count < 512);
    seen->key[seen->count] = key;
    seen->times[seen->count++] = 0;
  }
  seen->times[i]++;
}

/* Pearson's chi-square against equal shares.  A correct generator fails each n with probability
 * .001; the seed is fixed, so the result is too. */
static void uniform_draws_are_uniform(void **state) {
  (void)state;
  static const struct {
    uint32_t n;
    size_t solutions;
    double critical; /* 99.9 % of chi-square with solutions - 1 degrees of freedom */
  } cases[] = {{6, 4, 16.27}, {7, 40, 72.1}, {8, 92, 138.5}};
  const uint64_t each = 200;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tally seen = {0};
    nq_generate_options options = options_for("solved", cases[i].n, 17);
    options.value[NQ_GENERATE_UNIFORM] = 1;
    options.count = each * cases[i].solutions;
    run_all(&options, note_solution, &seen);
    assert_int_equal(seen.count, cases[i].solutions);
    double statistic = 0;
    for (size_t k = 0; k < seen.count; k++) {
      double off = (double)seen.times[k] - (double)each;
      statistic += off * off / (double)each;
    }
    if (statistic > cases[i].critical) fail_msg("n %" PRIu32 ": %g", cases[i].n, statistic);
    assert_true(statistic > 0); /* independent draws are never this even */
  }
}

static void uniform_needs_numbers(void **state) {
  (void)state;
  nq_generate_options options = options_for("solved", 14, 1);
  options.value[NQ_GENERATE_UNIFORM] = 1;
  run_all(&options, expect_solution_item, NULL);
  options.n = 21;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_UNSUPPORTED);
}

static void distinct_draws_never_repeat(void **state) {
  (void)state;
  tally seen = {0};
  nq_generate_options options = options_for("solved", 8, 4);
  options.value[NQ_GENERATE_UNIFORM] = options.value[NQ_GENERATE_DISTINCT] = 1;
  options.count = 60;
  run_all(&options, note_solution, &seen);
  options.first = 60;
  options.count = 32;
  run_all(&options, note_solution, &seen);
  assert_int_equal(seen.count, 92); /* each once */
  options.count = 33;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
  options.value[NQ_GENERATE_UNIFORM] = 0;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_BAD_VALUE);
}

/* ---- random, permutation ---- */

static void count_rows(const nq_generated *item, void *context) {
  uint64_t *times = context;
  expect_answer(item, NULL);
  for (uint32_t column = 0; column < item->n; column++)
    times[(size_t)column * item->n + item->board.rows[column]]++;
}

static void rows_are_drawn_evenly(void **state) {
  (void)state;
  static const char *const kinds[] = {"random", "permutation"};
  const uint64_t items = 8000;
  for (size_t k = 0; k < 2; k++) {
    uint64_t times[64] = {0};
    nq_generate_options options = options_for(kinds[k], 8, 5);
    options.count = items;
    run_all(&options, count_rows, times);
    double statistic = 0, expected = (double)items / 8;
    for (size_t i = 0; i < 64; i++)
      statistic += ((double)times[i] - expected) * ((double)times[i] - expected) / expected;
    /* 56 (49) degrees of freedom; 99.9 %: 94.5 */
    assert_true(statistic < 94.5 && statistic > 10);
  }
}

static void expect_permutation(const nq_generated *item, void *context) {
  (void)context;
  nq_check_report report;
  expect_answer(item, NULL);
  assert_int_equal(nq_check(item->board.rows, item->n, NULL, &report, NULL), NQ_OK);
  assert_int_equal(report.pairs[NQ_ROW], 0);
}

static void permutations_share_no_row(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n++) {
    nq_generate_options options = options_for("permutation", n, 3);
    options.count = 3;
    run_all(&options, expect_permutation, NULL);
  }
}

/* ---- near ---- */

/* The numbers of conflicts that occur among the n^n boards. */
static void list_feasible(uint32_t n, bool *feasible) {
  uint32_t rows[6] = {0};
  for (;;) {
    feasible[count_pairs(rows, n)] = true;
    uint32_t column = 0;
    while (column < n && ++rows[column] == n) rows[column++] = 0;
    if (column == n) return;
  }
}

static void expect_conflicts(const nq_generated *item, void *context) {
  expect_answer(item, NULL);
  assert_int_equal(item->conflicts, *(const uint64_t *)context);
}

static nq_status run_near(uint32_t n, uint64_t conflicts, nq_error *error) {
  nq_generate_options options = options_for("near", n, 1000 * n + conflicts);
  options.value[NQ_GENERATE_CONFLICTS] = conflicts;
  return try_run(&options, expect_conflicts, &conflicts, error);
}

static void near_makes_what_exists_up_to_6(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 6; n++) {
    bool feasible[32] = {false};
    list_feasible(n, feasible);
    for (uint64_t conflicts = 0; conflicts <= n * (n - 1) / 2 + 1; conflicts++) {
      nq_status status = run_near(n, conflicts, NULL);
      if (status != (feasible[conflicts] ? NQ_OK : NQ_NONE))
        fail_msg("n %" PRIu32 ", %" PRIu64 " conflicts: status %d", n, conflicts, (int)status);
    }
  }
}

/* For larger n, a bound refuses numbers.  All others are made except one: 27 conflicts of 9 queens
 * would need three lines of three in each direction. */
static void near_makes_what_the_bound_allows(void **state) {
  (void)state;
  static const uint64_t none[] = {[7] = 3, [8] = 4, [12] = 12, [20] = 36, [30] = 80};
  for (uint32_t n = 7; n <= 30; n++) {
    uint64_t refused = 0;
    for (uint64_t conflicts = 0; conflicts <= n * (n - 1) / 2; conflicts++) {
      nq_error error = {0};
      nq_status status = run_near(n, conflicts, &error);
      if (n == 9 && conflicts == 27)
        assert_int_equal(status, NQ_UNSUPPORTED);
      else if (status != NQ_OK && status != NQ_NONE)
        fail_msg("n %" PRIu32 ", %" PRIu64 " conflicts: %s", n, conflicts, error.message);
      refused += status == NQ_NONE;
    }
    assert_int_equal(run_near(n, n * (n - 1) / 2 + 1, NULL), NQ_NONE);
    if (none[n] != 0) assert_int_equal(refused, none[n]);
  }
}

static void near_works_on_large_boards(void **state) {
  (void)state;
  static const uint64_t conflicts[] = {0, 1, 2, 77, 499, 501, 1000, 20000, 400000, 499500};
  for (size_t i = 0; i < sizeof conflicts / sizeof *conflicts; i++)
    assert_int_equal(run_near(1000, conflicts[i], NULL), NQ_OK);
  assert_int_equal(run_near(1000, 499499, NULL), NQ_NONE);
}

/* Without a loop over 2^32 lines. */
static void near_refuses_at_once(void **state) {
  (void)state;
  uint64_t most = (uint64_t)NQ_N_MAX * (NQ_N_MAX - 1) / 2;
  for (uint64_t i = 1; i < 1000; i++) assert_int_equal(run_near(NQ_N_MAX, most - i, NULL), NQ_NONE);
}

/* ---- symmetric ---- */

static void expect_turned(const nq_generated *item, void *context) {
  bool quarter = *(const uint64_t *)context == 1;
  uint32_t last = item->n - 1;
  const uint32_t *rows = item->board.rows;
  expect_solution_item(item, NULL);
  for (uint32_t column = 0; column < item->n; column++) {
    assert_int_equal(rows[last - column], last - rows[column]);
    if (quarter) assert_int_equal(rows[rows[column]], last - column);
  }
}

static void symmetric_boards_exist_where_counted(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n++)
    for (uint64_t turn = 0; turn < 2; turn++) {
      nq_generate_options options = options_for("symmetric", n, n);
      options.value[NQ_GENERATE_TURN] = turn;
      options.count = 3;
      uint64_t turned[2] = {0};
      if (n <= 20) turned[0] = nq_count_half_turn(n, &turned[1], NULL, NULL);
      bool exists = n > 20 ? turn == 0 || n % 4 < 2 : turned[turn] > 0;
      if (exists)
        run_all(&options, expect_turned, &turn);
      else
        assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
    }
}

static void symmetric_boards_can_be_large(void **state) {
  (void)state;
  for (uint64_t turn = 0; turn < 2; turn++) {
    nq_generate_options options = options_for("symmetric", 5001, 9);
    options.value[NQ_GENERATE_TURN] = turn;
    run_all(&options, expect_turned, &turn);
  }
}

/* ---- toroidal ---- */

static void expect_modular(const nq_generated *item, void *context) {
  (void)context;
  uint32_t n = item->n;
  const uint32_t *rows = item->board.rows;
  expect_solution_item(item, NULL);
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++) {
      assert_int_not_equal((a + rows[a]) % n, (b + rows[b]) % n);
      assert_int_not_equal((rows[a] + n - a) % n, (rows[b] + n - b) % n);
    }
}

static void toroidal_boards_wrap(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 100; n++) {
    nq_generate_options options = options_for("toroidal", n, n);
    options.count = 3;
    if (n % 2 != 0 && n % 3 != 0)
      run_all(&options, expect_modular, NULL);
    else
      assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
  }
}

/* ---- corrupt ---- */

enum { DUPLICATE, DIAGONAL, RANGE, SHORT, LONG, FAULTS };

/* Whether the board is a solution for a reader whose rows are from 1. */
static bool is_valid_from_1(const uint32_t *rows, uint32_t n) {
  uint32_t less[70];
  nq_check_report report;
  for (uint32_t column = 0; column < n; column++) less[column] = rows[column] - 1;
  assert_int_equal(nq_check(less, n, NULL, &report, NULL), NQ_OK);
  return report.valid;
}

static void expect_fault(const nq_generated *item, void *context) {
  (void)context;
  uint64_t fault = item->value[NQ_GENERATE_FAULT];
  uint32_t n = item->board.n, outside = 0;
  const uint32_t *rows = item->board.rows;
  nq_check_report report;
  assert_int_equal(nq_check(rows, n, NULL, &report, NULL), NQ_OK);
  assert_false(report.valid);
  assert_int_equal(item->answer, NQ_KNOWN_INVALID);
  assert_int_equal(item->conflicts, report.conflicts);
  assert_true(item->reason[0] != '\0');
  for (uint32_t column = 0; column < n; column++) outside += rows[column] >= item->n;
  assert_int_equal(n, fault == SHORT ? item->n - 1 : fault == LONG ? item->n + 1 : item->n);
  assert_int_equal(outside, fault == RANGE ? 1 : 0);
  assert_false(is_valid_from_1(rows, n));
  if (fault == DUPLICATE && item->n > 3) assert_int_equal(report.pairs[NQ_ROW], 1);
  if (fault == DIAGONAL) {
    assert_int_equal(report.conflicts, 1);
    assert_int_equal(report.pairs[NQ_ROW], 0);
  }
}

static void corrupt_boards_have_their_fault(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n++)
    for (uint64_t fault = 0; fault < FAULTS; fault++) {
      nq_generate_options options = options_for("corrupt", n, n);
      options.value[NQ_GENERATE_FAULT] = fault;
      options.count = 4;
      bool none = (n == 1 && fault != RANGE && fault != LONG) || (n == 5 && fault == DIAGONAL) ||
                  (n == 2 && fault == SHORT);
      if (none)
        assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
      else
        run_all(&options, expect_fault, NULL);
    }
}

static void note_fault(const nq_generated *item, void *context) {
  unsigned *times = context;
  expect_fault(item, NULL);
  times[item->value[NQ_GENERATE_FAULT]]++;
}

static void faults_come_in_turn(void **state) {
  (void)state;
  unsigned times[FAULTS] = {0}, five[FAULTS] = {0};
  nq_generate_options options = options_for("corrupt", 8, 2);
  options.count = 10;
  run_all(&options, note_fault, times);
  for (unsigned fault = 0; fault < FAULTS; fault++) assert_int_equal(times[fault], 2);
  options.n = 5;
  options.count = 8;
  run_all(&options, note_fault, five);
  for (unsigned fault = 0; fault < FAULTS; fault++)
    assert_int_equal(five[fault], fault == DIAGONAL ? 0 : 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solved_boards_are_solutions),
      cmocka_unit_test(uniform_draws_are_uniform),
      cmocka_unit_test(uniform_needs_numbers),
      cmocka_unit_test(distinct_draws_never_repeat),
      cmocka_unit_test(rows_are_drawn_evenly),
      cmocka_unit_test(permutations_share_no_row),
      cmocka_unit_test(near_makes_what_exists_up_to_6),
      cmocka_unit_test(near_makes_what_the_bound_allows),
      cmocka_unit_test(near_works_on_large_boards),
      cmocka_unit_test(near_refuses_at_once),
      cmocka_unit_test(symmetric_boards_exist_where_counted),
      cmocka_unit_test(symmetric_boards_can_be_large),
      cmocka_unit_test(toroidal_boards_wrap),
      cmocka_unit_test(corrupt_boards_have_their_fault),
      cmocka_unit_test(faults_come_in_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
