/* Counts of instances: against a plain search and an independent one, slices, threads, boards of
 * more than 64 columns, and refusals. */
#include "exact/backtracking.h"
#include "instances.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <cmocka.h>

static nq_count_instance_result count(const nq_instance *instance,
                                      nq_count_instance_options options) {
  nq_count_instance_result result;
  nq_error error = {0};
  if (options.threads == 0) options.threads = 1;
  if (options.slices == 0) options.slices = 1;
  if (nq_count_instance(instance, &options, &result, &error) != NQ_OK)
    fail_msg("%s", error.message);
  assert_false(result.stopped || result.interrupted);
  assert_int_equal(result.done, result.parts);
  return result;
}

static uint64_t count_slices(const nq_instance *instance, uint64_t slices) {
  uint64_t sum = 0;
  for (uint64_t slice = 0; slice < slices; slice++)
    sum += count(instance, (nq_count_instance_options){.slice = slice, .slices = slices}).count;
  return sum;
}

static void agrees_with_a_plain_search(void **state) {
  (void)state;
  unsigned solvable = 0, unsolvable = 0;
  for (uint64_t seed = 0; seed < sized(1500, 4000); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 51);
    uint32_t n = 1 + draw_below(&random, PLAIN_N);
    nq_instance *instance = random_instance(&random, n, (uint32_t)(seed % 3), n, seed % 4 == 0);
    uint64_t solutions = plain_count(instance);
    uint64_t counted = count(instance, (nq_count_instance_options){0}).count;
    uint64_t added = seed % 16 == 0 ? count_slices(instance, 1 + seed % 7) : solutions;
    if (counted != solutions || added != solutions)
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": %" PRIu64 " and in slices %" PRIu64 " of %" PRIu64,
               seed, n, counted, added, solutions);
    solvable += solutions > 0;
    unsolvable += solutions == 0;
    nq_instance_free(instance);
  }
  assert_true(solvable > 200 && unsolvable > 200);
}

/* Counts by the other search, column by column. */
static uint64_t count_in_order(const nq_instance *instance) {
  nq_watch watch;
  nq_enumerate_result report;
  nq_watch_init(&watch, 0, NULL, NULL);
  const nq_backtrack_plan plan = {.instance = instance, .watch = &watch};
  assert_int_equal(nq_backtrack_enumerate(&plan, &report, NULL), NQ_OK);
  nq_watch_release(&watch);
  return report.solutions;
}

/* Large enough that there are parts, with and without fail-first above their tails. */
static void agrees_with_backtracking(void **state) {
  (void)state;
  unsigned solvable = 0;
  for (uint64_t seed = 0; seed < sized(24, 60); seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 52);
    uint32_t n = 10 + draw_below(&random, 4);
    nq_instance *instance =
        random_instance(&random, n, seed % 5 == 0, 1 + (uint32_t)(seed % 30), seed % 3 == 0);
    uint64_t solutions = count_in_order(instance);
    uint32_t threads = 1 + (uint32_t)(seed % 4);
    nq_count_instance_result whole =
        count(instance, (nq_count_instance_options){.threads = threads});
    if (whole.count != solutions || (seed % 6 == 0 && count_slices(instance, 5) != solutions))
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": %" PRIu64 " of %" PRIu64, seed, n, whole.count,
               solutions);
    solvable += solutions > 0;
    nq_instance_free(instance);
  }
  assert_true(solvable > 12);
}

static void threads_change_nothing(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(12);
  nq_instance_block(instance, 5, 5, NULL);
  nq_count_instance_result one = count(instance, (nq_count_instance_options){0});
  nq_count_instance_result four = count(instance, (nq_count_instance_options){.threads = 4});
  assert_int_equal(one.count, count_in_order(instance));
  assert_int_equal(one.count, four.count);
  assert_int_equal(one.nodes, four.nodes);
  assert_int_equal(one.failures, four.failures);
  assert_true(one.parts >= 1024);
  nq_instance_free(instance);
}

/* Slices help only if no slice has nearly all of the work. */
static void slices_share_the_work(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(12);
  nq_instance_block(instance, 0, 0, NULL);
  uint64_t all = count(instance, (nq_count_instance_options){0}).count;
  for (uint64_t slice = 0; slice < 8; slice++)
    assert_in_range(count(instance, (nq_count_instance_options){.slice = slice, .slices = 8}).count,
                    all / 8 / 2, all / 8 * 2);
  nq_instance_free(instance);
}

/* All ways to fill the open columns from `column` on, by the squares that no queen attacks. */
static uint64_t fill_open(const nq_instance *instance, uint32_t column, uint32_t *rows) {
  uint32_t n = nq_instance_n(instance);
  while (column < n && nq_instance_placed_row(instance, column) != NQ_EMPTY) column++;
  if (column == n) return 1;
  uint64_t found = 0;
  for (uint32_t row = 0; row < n; row++) {
    bool fits = nq_instance_allows(instance, column, row);
    for (uint32_t other = 0; other < n && fits; other++)
      fits = rows[other] == NQ_EMPTY || !plain_attacks(other, rows[other], column, row);
    rows[column] = row;
    if (fits) found += fill_open(instance, column + 1, rows);
    rows[column] = NQ_EMPTY;
  }
  return found;
}

/* All but some queens of a solution are placed, and some squares are blocked. */
static void takes_large_boards(void **state) {
  (void)state;
  static const uint32_t sizes[] = {63, 64, 65, 66, 100, 1000};
  uint64_t more = 0;
  for (uint64_t seed = 0; seed < sized(36, 120); seed++) {
    uint32_t n = sizes[seed % 6], rows[1000], order[1000];
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, 53);
    assert_true(nq_construct(rows, n));
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    nq_pcg64_shuffle(&random, order, n);
    nq_instance *instance = nq_instance_new(n);
    for (uint32_t i = 12; i < n; i++)
      assert_int_equal(nq_instance_place(instance, order[i], rows[order[i]], NULL), NQ_OK);
    for (uint32_t i = 0; i < 12; i++) rows[order[i]] = NQ_EMPTY;
    uint32_t row = draw_below(&random, n);
    assert_int_equal(nq_instance_block(instance, order[0], row, NULL), NQ_OK);
    uint64_t solutions = fill_open(instance, 0, rows);
    uint64_t counted = count(instance, (nq_count_instance_options){0}).count;
    if (counted != solutions)
      fail_msg("seed %" PRIu64 ", n %" PRIu32 ": %" PRIu64 " of %" PRIu64, seed, n, counted,
               solutions);
    more += solutions > 1;
    nq_instance_free(instance);
  }
  assert_true(more > 6);
}

static void refuses_what_it_cannot(void **state) {
  (void)state;
  nq_error error = {0};
  nq_count_instance_options options;
  nq_count_instance_result result;
  nq_count_instance_options_init(&options);
  nq_instance *large = nq_instance_new(66), *eight = nq_instance_new(8);
  nq_instance *largest = nq_instance_new(NQ_N_MAX);
  nq_instance_place(large, 3, 5, NULL);
  assert_int_equal(nq_count_instance(large, &options, &result, &error), NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "n = 66 with 65 columns without a placed queen"));
  /* Without memory for its lines, which would be gigabytes. */
  assert_int_equal(nq_count_instance(largest, &options, &result, &error), NQ_UNSUPPORTED);
  static const uint64_t slices[][2] = {{0, 0}, {4, 4}, {0, NQ_COUNT_INSTANCE_SLICES_MAX + 1}};
  for (size_t i = 0; i < 3; i++) {
    options.slice = slices[i][0];
    options.slices = slices[i][1];
    assert_int_equal(nq_count_instance(eight, &options, &result, &error), NQ_BAD_VALUE);
  }
  options = (nq_count_instance_options){.slices = 1};
  assert_int_equal(nq_count_instance(eight, &options, &result, &error), NQ_BAD_VALUE);
  options = (nq_count_instance_options){.slices = 1, .threads = 1, .seconds = -1};
  assert_int_equal(nq_count_instance(eight, &options, &result, &error), NQ_BAD_VALUE);
  nq_instance_free(large);
  nq_instance_free(largest);
  nq_instance_free(eight);
}

static void obeys_its_limits(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(40);
  nq_instance_block(instance, 20, 20, NULL);
  for (unsigned threads = 1; threads <= 3; threads++)
    for (int i = 0; i < 2; i++) {
      const nq_count_instance_options options = {.slices = 1,
                                                 .threads = threads,
                                                 .seconds = i == 0 ? 1e-3 : 0,
                                                 .progress = i == 0 ? NULL : interrupt};
      nq_count_instance_result result;
      assert_int_equal(nq_count_instance(instance, &options, &result, NULL), NQ_OK);
      assert_true(result.stopped);
      assert_int_equal(result.interrupted, i == 1);
    }
  nq_instance_free(instance);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_a_plain_search), cmocka_unit_test(agrees_with_backtracking),
      cmocka_unit_test(threads_change_nothing),     cmocka_unit_test(slices_share_the_work),
      cmocka_unit_test(takes_large_boards),         cmocka_unit_test(refuses_what_it_cannot),
      cmocka_unit_test(obeys_its_limits),
  };
  return cmocka_run_group_tests_name("counting_instance", tests, NULL, NULL);
}
