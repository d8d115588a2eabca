/* Instances against plain lists, and their error messages. */
#include "instances.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <cmocka.h>

static void knows_what_was_said(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 400; seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 1);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = nq_instance_new(n);
    bool blocked[PLAIN_MOST][PLAIN_MOST] = {{false}}, forbidden[PLAIN_MOST][PLAIN_MOST] = {{false}};
    bool excluded[2][2 * PLAIN_N] = {{false}};
    uint32_t placed[PLAIN_N];
    size_t placed_count = 0, blocked_count = 0, excluded_count = 0;
    for (uint32_t column = 0; column < n; column++) placed[column] = NQ_EMPTY;
    for (uint32_t i = draw_below(&random, 40); i > 0; i--) {
      uint32_t column = draw_below(&random, n), row = draw_below(&random, n);
      uint32_t diagonal = draw_below(&random, 2 * n - 1), rising = draw_below(&random, 2);
      switch (draw_below(&random, 3)) {
      case 0: {
        if (placed[column] != NQ_EMPTY && placed[column] != row) break;
        assert_int_equal(nq_instance_place(instance, column, row, NULL), NQ_OK);
        placed_count += placed[column] == NQ_EMPTY;
        placed[column] = row;
        break;
      }
      case 1:
        assert_int_equal(nq_instance_block(instance, column, row, NULL), NQ_OK);
        blocked_count += !blocked[column][row];
        blocked[column][row] = true;
        break;
      default:
        assert_int_equal(rising ? nq_instance_exclude_rising(instance, diagonal, NULL)
                                : nq_instance_exclude_falling(instance, diagonal, NULL),
                         NQ_OK);
        excluded_count += !excluded[rising][diagonal];
        excluded[rising][diagonal] = true;
      }
    }
    assert_int_equal(nq_instance_n(instance), n);
    assert_int_equal(nq_instance_placed_count(instance), placed_count);
    assert_int_equal(nq_instance_blocked_count(instance), blocked_count);
    assert_int_equal(nq_instance_excluded_count(instance), excluded_count);
    assert_int_equal(nq_instance_is_plain(instance),
                     placed_count + blocked_count + excluded_count == 0);
    plain_forbidden(instance, forbidden);
    for (uint32_t column = 0; column < n; column++) {
      assert_int_equal(nq_instance_placed_row(instance, column), placed[column]);
      for (uint32_t row = 0; row < n; row++) {
        bool allowed = !blocked[column][row] && !excluded[1][column + row] &&
                       !excluded[0][row + n - 1 - column];
        if (nq_instance_allows(instance, column, row) != allowed)
          fail_msg("seed %" PRIu64 ": column %" PRIu32 ", row %" PRIu32, seed, column, row);
        /* the lists agree too */
        bool other = placed[column] != NQ_EMPTY && placed[column] != row;
        assert_int_equal(forbidden[column][row], !allowed || other);
      }
    }
    nq_instance_free(instance);
  }
}

static void keeps_the_order_of_first_mention(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(9);
  uint32_t column, row;
  bool rising;
  for (int round = 0; round < 2; round++) {
    assert_int_equal(nq_instance_place(instance, 7, 2, NULL), NQ_OK);
    assert_int_equal(nq_instance_place(instance, 3, 8, NULL), NQ_OK);
    assert_int_equal(nq_instance_block(instance, 8, 0, NULL), NQ_OK);
    assert_int_equal(nq_instance_block(instance, 0, 8, NULL), NQ_OK);
    assert_int_equal(nq_instance_exclude_falling(instance, 16, NULL), NQ_OK);
    assert_int_equal(nq_instance_exclude_rising(instance, 0, NULL), NQ_OK);
  }
  assert_int_equal(nq_instance_placed_count(instance), 2);
  nq_instance_placed_at(instance, 0, &column, &row);
  assert_true(column == 7 && row == 2);
  nq_instance_placed_at(instance, 1, &column, &row);
  assert_true(column == 3 && row == 8);
  nq_instance_blocked_at(instance, 0, &column, &row);
  assert_true(column == 8 && row == 0);
  nq_instance_blocked_at(instance, 1, &column, &row);
  assert_true(column == 0 && row == 8);
  assert_int_equal(nq_instance_excluded_at(instance, 0, &rising), 16);
  assert_false(rising);
  assert_int_equal(nq_instance_excluded_at(instance, 1, &rising), 0);
  assert_true(rising);
  nq_instance_free(instance);
}

static void refuses_what_is_out_of_range(void **state) {
  (void)state;
  nq_error error = {0};
  assert_null(nq_instance_new(0));
  nq_instance_free(NULL);
  nq_instance *instance = nq_instance_new(8);
  assert_int_equal(nq_instance_place(instance, 8, 0, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "column 8 is out of range: it must be 0 to 7");
  assert_int_equal(nq_instance_place(instance, 0, 8, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "row 8 is out of range: it must be 0 to 7");
  assert_int_equal(nq_instance_block(instance, NQ_EMPTY, 0, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_instance_block(instance, 0, NQ_EMPTY, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_instance_exclude_rising(instance, 15, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "diagonal 15 is out of range: it must be 0 to 14");
  assert_int_equal(nq_instance_exclude_falling(instance, UINT64_MAX, &error), NQ_BAD_VALUE);
  assert_true(nq_instance_is_plain(instance));
  assert_int_equal(nq_instance_place(instance, 2, 5, &error), NQ_OK);
  nq_instance_free(instance);
}

static void keeps_two_queens_in_a_column(void **state) {
  (void)state;
  nq_error error = {0};
  nq_instance *instance = nq_instance_new(8);
  assert_int_equal(nq_instance_place(instance, 2, 5, &error), NQ_OK);
  assert_false(nq_instance_contradiction(instance, &error));
  for (int again = 0; again < 2; again++)
    assert_int_equal(nq_instance_place(instance, 2, 6, &error), NQ_OK);
  assert_int_equal(nq_instance_placed_count(instance), 2);
  assert_int_equal(nq_instance_placed_row(instance, 2), 5);
  assert_true(nq_instance_contradiction(instance, &error));
  assert_string_equal(error.message, "the queens placed on rows 5 and 6 share column 2");
  assert_false(nq_instance_allows(instance, 2, 5));
  assert_false(nq_instance_allows(instance, 2, 6));
  assert_true(nq_instance_allows(instance, 3, 5));
  nq_instance_free(instance);
}

static void reaches_the_largest_board(void **state) {
  (void)state;
  const uint32_t n = NQ_N_MAX;
  nq_instance *instance = nq_instance_new(n);
  assert_int_equal(nq_instance_place(instance, n - 1, n - 1, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, n - 1, 0, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, 2 * (uint64_t)n - 2, NULL), NQ_OK);
  assert_int_equal(nq_instance_placed_row(instance, n - 1), n - 1);
  assert_int_equal(nq_instance_placed_row(instance, n - 2), NQ_EMPTY);
  assert_false(nq_instance_allows(instance, n - 1, n - 1));
  assert_false(nq_instance_allows(instance, n - 1, 0));
  assert_true(nq_instance_allows(instance, n - 1, 1));
  assert_true(nq_instance_allows(instance, n - 2, n - 1));
  assert_int_equal(nq_instance_exclude_rising(instance, 2 * (uint64_t)n - 1, NULL), NQ_BAD_VALUE);
  nq_instance_free(instance);
}

/* True when two placed queens attack each other or one stands where none may. */
static bool plainly_contradicts(const nq_instance *instance) {
  bool forbidden[PLAIN_MOST][PLAIN_MOST];
  plain_forbidden(instance, forbidden);
  for (size_t i = 0; i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row, other_column, other_row;
    nq_instance_placed_at(instance, i, &column, &row);
    if (forbidden[column][row]) return true;
    for (size_t j = 0; j < i; j++) {
      nq_instance_placed_at(instance, j, &other_column, &other_row);
      if (plain_attacks(column, row, other_column, other_row)) return true;
    }
  }
  return false;
}

static void sees_contradictions(void **state) {
  (void)state;
  unsigned seen = 0;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 2);
    nq_instance *instance = random_instance(&random, 1 + draw_below(&random, PLAIN_N), 4, 6, 3);
    bool expected = plainly_contradicts(instance);
    nq_error error = {0};
    if (nq_instance_contradiction(instance, &error) != expected)
      fail_msg("seed %" PRIu64 ": '%s'", seed, error.message);
    assert_int_equal(*error.message != '\0', expected);
    assert_int_equal(nq_instance_contradiction(instance, NULL), expected);
    seen += expected;
    nq_instance_free(instance);
  }
  assert_in_range(seen, 200, 1800);
}

static void says_why_it_contradicts(void **state) {
  (void)state;
  static const struct {
    uint32_t queens[2][2];
    int blocked, rising, falling; /* -1: none; blocked: row of column 1 */
    const char *why;
  } cases[] = {
      {{{1, 4}, {5, 4}}, -1, -1, -1, "the queens placed in columns 1 and 5 share row 4"},
      {{{1, 4}, {3, 2}},
       -1,
       -1,
       -1,
       "the queens placed in columns 1 and 3 share rising diagonal 5"},
      {{{1, 4}, {3, 6}},
       -1,
       -1,
       -1,
       "the queens placed in columns 1 and 3 share falling diagonal 10"},
      {{{1, 4}, {7, 1}},
       4,
       -1,
       -1,
       "the queen placed in column 1 stands on row 4, which is blocked"},
      {{{1, 4}, {7, 1}},
       -1,
       5,
       -1,
       "the queen placed in column 1 stands on row 4, which is on an excluded diagonal"},
      {{{1, 4}, {7, 1}},
       -1,
       -1,
       1,
       "the queen placed in column 7 stands on row 1, which is on an excluded diagonal"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_error error = {0};
    nq_instance *instance = nq_instance_new(8);
    for (size_t j = 0; j < 2; j++)
      assert_int_equal(
          nq_instance_place(instance, cases[i].queens[j][0], cases[i].queens[j][1], NULL), NQ_OK);
    if (cases[i].blocked >= 0) nq_instance_block(instance, 1, (uint32_t)cases[i].blocked, NULL);
    if (cases[i].rising >= 0) nq_instance_exclude_rising(instance, (uint64_t)cases[i].rising, NULL);
    if (cases[i].falling >= 0)
      nq_instance_exclude_falling(instance, (uint64_t)cases[i].falling, NULL);
    assert_true(nq_instance_contradiction(instance, &error));
    assert_string_equal(error.message, cases[i].why);
    nq_instance_free(instance);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_what_was_said),
      cmocka_unit_test(keeps_the_order_of_first_mention),
      cmocka_unit_test(refuses_what_is_out_of_range),
      cmocka_unit_test(keeps_two_queens_in_a_column),
      cmocka_unit_test(reaches_the_largest_board),
      cmocka_unit_test(sees_contradictions),
      cmocka_unit_test(says_why_it_contradicts),
  };
  return cmocka_run_group_tests_name("instance", tests, NULL, NULL);
}
