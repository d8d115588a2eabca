/* Generated instances: what each kind promises, against a plain search for small n and exact search
 * for larger n. */
#include "generate.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <cmocka.h>

/* ---- partial ---- */

static void expect_shown(const nq_generated *item, void *context) {
  assert_int_equal(nq_instance_placed_count(item->instance), *(const uint64_t *)context);
  assert_int_equal(nq_instance_blocked_count(item->instance), 0);
  assert_int_equal(nq_instance_excluded_count(item->instance), 0);
  assert_false(nq_instance_contradiction(item->instance, NULL));
  assert_int_equal(item->answer, NQ_KNOWN_SOLVABLE);
  if (item->n <= 24) assert_int_equal(decide_exactly(item->instance), NQ_SOLVED);
}

static void partial_boards_can_be_completed(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n += n < 20 ? 1 : sized(11, 1))
    for (uint64_t show = 0; show <= n; show += 1 + n / 8) {
      nq_generate_options options = options_for("partial", n, n);
      options.value[NQ_GENERATE_SHOW] = show;
      options.count = 2;
      if (n == 2 || n == 3)
        assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
      else
        run_all(&options, expect_shown, &show);
    }
  nq_generate_options options = options_for("partial", 8, 1);
  options.value[NQ_GENERATE_SHOW] = 9;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_BAD_VALUE);
}

/* ---- unique ---- */

/* A copy without the i-th placed queen. */
static nq_instance *leave_out(const nq_instance *instance, size_t i) {
  nq_instance *fewer = nq_instance_new(nq_instance_n(instance));
  for (size_t k = 0; k < nq_instance_placed_count(instance); k++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, k, &column, &row);
    if (k != i) assert_int_equal(nq_instance_place(fewer, column, row, NULL), NQ_OK);
  }
  return fewer;
}

static void expect_unique(const nq_generated *item, void *context) {
  (void)context;
  assert_int_equal(item->answer, NQ_KNOWN_SOLVABLE);
  assert_int_equal(item->solutions, 1);
  if (item->n > PLAIN_N) {
    assert_int_equal(decide_exactly(item->instance), NQ_SOLVED);
    return;
  }
  assert_int_equal(plain_count(item->instance), 1);
  for (size_t i = 0; i < nq_instance_placed_count(item->instance); i++) {
    nq_instance *fewer = leave_out(item->instance, i);
    assert_true(plain_count(fewer) > 1);
    nq_instance_free(fewer);
  }
}

static void unique_instances_have_one_solution(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n += n < 24 ? 1 : sized(8, 1)) {
    nq_generate_options options = options_for("unique", n, n);
    options.count = n <= PLAIN_N ? trimmed(10) : 1;
    if (n == 2 || n == 3)
      assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_NONE);
    else
      run_all(&options, expect_unique, NULL);
  }
  nq_generate_options options = options_for("unique", 65, 1);
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_UNSUPPORTED);
}

/* ---- completion, blocked, diagonals ---- */

/* The number of squares left in the column or row with the fewest. */
static uint32_t least_left(const nq_instance *instance) {
  uint32_t n = nq_instance_n(instance), least = n;
  for (uint32_t line = 0; line < n; line++) {
    uint32_t in_column = 0, in_row = 0;
    for (uint32_t at = 0; at < n; at++) {
      in_column += nq_instance_allows(instance, line, at);
      in_row += nq_instance_allows(instance, at, line);
    }
    if (in_column < least) least = in_column;
    if (in_row < least) least = in_row;
  }
  return least;
}

/* The number of items and the verdict are as stated. */
static void expect_sampled(const nq_generated *item, void *context) {
  const nq_instance *instance = item->instance;
  const uint64_t *value = item->value;
  const size_t counts[] = {nq_instance_placed_count(instance), nq_instance_blocked_count(instance),
                           nq_instance_excluded_count(instance)};
  const uint64_t asked[] = {value[NQ_GENERATE_PLACED], value[NQ_GENERATE_BLOCKS],
                            value[NQ_GENERATE_DIAGONALS]};
  (void)context;
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(counts[i], asked[i] == NQ_GENERATE_DEFAULT ? 0 : asked[i]);
  assert_false(nq_instance_contradiction(instance, NULL));
  if (value[NQ_GENERATE_LEAST] != NQ_GENERATE_DEFAULT)
    assert_true(least_left(instance) >= value[NQ_GENERATE_LEAST]);
  if (value[NQ_GENERATE_VERDICT] != 1) {
    assert_int_equal(item->answer, NQ_KNOWN_NOTHING);
    return;
  }
  assert_int_not_equal(item->answer, NQ_KNOWN_NOTHING);
  bool solvable =
      item->n <= PLAIN_N ? plain_count(instance) > 0 : decide_exactly(instance) == NQ_SOLVED;
  assert_int_equal(item->answer, solvable ? NQ_KNOWN_SOLVABLE : NQ_KNOWN_UNSOLVABLE);
  assert_int_equal(item->reason[0] != '\0', !solvable);
}

static void samples_keep_their_parameters(void **state) {
  (void)state;
  static const char *const kinds[] = {"completion", "blocked", "diagonals"};
  for (size_t k = 0; k < 3; k++)
    for (uint32_t n = 1; n <= 64; n++) {
      nq_generate_options options = options_for(kinds[k], n, n);
      options.count = n <= PLAIN_N ? 12 : 2;
      if (n <= 12) options.value[NQ_GENERATE_VERDICT] = 1;
      run_all(&options, expect_sampled, NULL);
    }
}

static nq_status run_sampled(const char *kind, uint32_t n, nq_generate_parameter parameter,
                             uint64_t value, uint64_t least) {
  nq_generate_options options = options_for(kind, n, value);
  options.value[parameter] = value;
  if (least != NQ_GENERATE_DEFAULT) options.value[NQ_GENERATE_LEAST] = least;
  return try_run(&options, expect_sampled, NULL, NULL);
}

static void samples_are_refused_out_of_range(void **state) {
  (void)state;
  const uint64_t none = NQ_GENERATE_DEFAULT;
  assert_int_equal(run_sampled("completion", 8, NQ_GENERATE_PLACED, 0, none), NQ_OK);
  assert_int_equal(run_sampled("completion", 8, NQ_GENERATE_PLACED, 6, none), NQ_OK);
  assert_int_equal(run_sampled("completion", 8, NQ_GENERATE_PLACED, 9, none), NQ_BAD_VALUE);
  assert_int_equal(run_sampled("completion", 3, NQ_GENERATE_PLACED, 3, none), NQ_UNSUPPORTED);
  assert_int_equal(run_sampled("blocked", 8, NQ_GENERATE_BLOCKS, 0, 8), NQ_OK);
  assert_int_equal(run_sampled("blocked", 8, NQ_GENERATE_BLOCKS, 64, 0), NQ_OK);
  assert_int_equal(run_sampled("blocked", 8, NQ_GENERATE_BLOCKS, 65, 0), NQ_BAD_VALUE);
  assert_int_equal(run_sampled("blocked", 8, NQ_GENERATE_BLOCKS, 1, 8), NQ_UNSUPPORTED);
  assert_int_equal(run_sampled("blocked", 8, NQ_GENERATE_BLOCKS, 1, 9), NQ_BAD_VALUE);
  assert_int_equal(run_sampled("diagonals", 8, NQ_GENERATE_DIAGONALS, 30, 0), NQ_OK);
  assert_int_equal(run_sampled("diagonals", 8, NQ_GENERATE_DIAGONALS, 30, 4), NQ_UNSUPPORTED);
  assert_int_equal(run_sampled("diagonals", 8, NQ_GENERATE_DIAGONALS, 31, 0), NQ_BAD_VALUE);
}

/* A list ends only when nothing more can be excluded, as in the published instances. */
static void expect_maximal(const nq_generated *item, void *context) {
  uint64_t *seen = context;
  nq_instance *instance = nq_instance_new(item->n);
  for (size_t i = 0; i < nq_instance_excluded_count(item->instance); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(item->instance, i, &rising);
    if (rising)
      assert_int_equal(nq_instance_exclude_rising(instance, diagonal, NULL), NQ_OK);
    else
      assert_int_equal(nq_instance_exclude_falling(instance, diagonal, NULL), NQ_OK);
  }
  assert_true(least_left(instance) >= 4);
  *seen += 1;
  nq_instance_free(instance);
}

/* The published instances of n = 10 have 12 to 17 diagonals; so must generated ones. */
static void diagonals_are_as_many_as_published(void **state) {
  (void)state;
  uint64_t seen = 0;
  nq_generate_options options = options_for("diagonals", 10, 1);
  options.value[NQ_GENERATE_DIAGONALS] = 14;
  options.count = 50;
  run_all(&options, expect_maximal, &seen);
  assert_int_equal(seen, 50);
  options.value[NQ_GENERATE_DIAGONALS] = 25;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_UNSUPPORTED);
}

/* ---- hard ---- */

typedef struct shares {
  uint64_t family[3], solvable[3], count[3];
} shares;

static void note_hard(const nq_generated *item, void *context) {
  static const nq_generate_parameter counts[] = {NQ_GENERATE_PLACED, NQ_GENERATE_BLOCKS,
                                                 NQ_GENERATE_DIAGONALS};
  shares *seen = context;
  uint64_t family = item->value[NQ_GENERATE_FAMILY];
  expect_sampled(item, NULL);
  seen->family[family]++;
  seen->solvable[family] += item->answer == NQ_KNOWN_SOLVABLE;
  seen->count[family] += item->value[counts[family]];
}

/* About half have a solution: 200 draws of each family at n = 10 and 12. */
static void hard_instances_are_half_solvable(void **state) {
  (void)state;
  for (uint32_t n = 10; n <= 12; n += 2) {
    shares seen = {0};
    nq_generate_options options = options_for("hard", n, 3);
    options.value[NQ_GENERATE_VERDICT] = 1;
    options.count = 600;
    run_all(&options, note_hard, &seen);
    for (size_t family = 0; family < 3; family++) {
      assert_int_equal(seen.family[family], 200);
      if (seen.solvable[family] < 70 || seen.solvable[family] > 130)
        fail_msg("n %" PRIu32 ", family %zu: %" PRIu64 " of 200", n, family, seen.solvable[family]);
    }
    double mean = (double)seen.count[2] / 200, point = n == 10 ? 6 : 8.3;
    assert_true(mean > point - .12 && mean < point + .12);
  }
}

static void hard_has_a_range(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n++) {
    nq_generate_options options = options_for("hard", n, n);
    options.count = 3;
    if (n < 8)
      assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_UNSUPPORTED);
    else
      run_all(&options, expect_sampled, NULL);
  }
}

/* ---- unsolvable ---- */

enum { PLACED, BLOCKED, DIAGONALS, PIGEONHOLE, REASONS };

/* A copy without the last item; all items have the same kind. */
static nq_instance *without_last(const nq_instance *instance) {
  nq_instance *fewer = nq_instance_new(nq_instance_n(instance));
  uint32_t column, row;
  bool rising;
  for (size_t i = 0; i + 1 < nq_instance_placed_count(instance); i++) {
    nq_instance_placed_at(instance, i, &column, &row);
    assert_int_equal(nq_instance_place(fewer, column, row, NULL), NQ_OK);
  }
  for (size_t i = 0; i + 1 < nq_instance_blocked_count(instance); i++) {
    nq_instance_blocked_at(instance, i, &column, &row);
    assert_int_equal(nq_instance_block(fewer, column, row, NULL), NQ_OK);
  }
  for (size_t i = 0; i + 1 < nq_instance_excluded_count(instance); i++) {
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    if (rising)
      assert_int_equal(nq_instance_exclude_rising(fewer, diagonal, NULL), NQ_OK);
    else
      assert_int_equal(nq_instance_exclude_falling(fewer, diagonal, NULL), NQ_OK);
  }
  return fewer;
}

static void expect_unsolvable(const nq_generated *item, void *context) {
  const nq_instance *instance = item->instance;
  uint64_t reason = item->value[NQ_GENERATE_REASON];
  (void)context;
  assert_int_equal(item->answer, NQ_KNOWN_UNSOLVABLE);
  assert_true(item->reason[0] != '\0');
  assert_false(nq_instance_contradiction(instance, NULL));
  assert_true((nq_instance_placed_count(instance) > 0) <= (reason == PLACED));
  assert_true((nq_instance_excluded_count(instance) > 0) <= (reason == DIAGONALS));
  if (item->n <= PLAIN_N) assert_int_equal(plain_count(instance), 0);
  assert_int_equal(decide_exactly(instance), NQ_UNSOLVABLE);
  if (item->n < 4 || item->n > 12 || reason == PIGEONHOLE) return;
  nq_instance *fewer = without_last(instance);
  assert_int_equal(decide_exactly(fewer), NQ_SOLVED);
  nq_instance_free(fewer);
}

static void unsolvable_instances_are_so_by_one_item(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 64; n += n < 16 ? 1 : 8)
    for (uint64_t reason = 0; reason < REASONS; reason++) {
      nq_generate_options options = options_for("unsolvable", n, n);
      options.value[NQ_GENERATE_REASON] = reason;
      options.count = n <= PLAIN_N ? trimmed(8) : 1;
      if (n > 1 && (reason != PIGEONHOLE || n > 3))
        run_all(&options, expect_unsolvable, NULL);
      else
        assert_int_not_equal(try_run(&options, NULL, NULL, NULL), NQ_OK);
    }
}

static void pigeonholes_can_be_large(void **state) {
  (void)state;
  nq_generate_options options = options_for("unsolvable", 1000, 1);
  options.value[NQ_GENERATE_REASON] = PIGEONHOLE;
  nq_error error = {0};
  assert_int_equal(try_run(&options, NULL, NULL, &error), NQ_OK);
  options.value[NQ_GENERATE_REASON] = BLOCKED;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_UNSUPPORTED);
  options.value[NQ_GENERATE_REASON] = NQ_GENERATE_DEFAULT;
  assert_int_equal(try_run(&options, NULL, NULL, NULL), NQ_UNSUPPORTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(partial_boards_can_be_completed),
      cmocka_unit_test(unique_instances_have_one_solution),
      cmocka_unit_test(samples_keep_their_parameters),
      cmocka_unit_test(samples_are_refused_out_of_range),
      cmocka_unit_test(diagonals_are_as_many_as_published),
      cmocka_unit_test(hard_instances_are_half_solvable),
      cmocka_unit_test(hard_has_a_range),
      cmocka_unit_test(unsolvable_instances_are_so_by_one_item),
      cmocka_unit_test(pigeonholes_can_be_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
