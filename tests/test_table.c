/* The table against a plain array, over random operations. */
#include "core/core.h"
#include "nqueens.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define KEYS 300

/* Key `i` of a family: dense, far apart, equal in the low bits, and the largest keys. */
static uint64_t key_of(unsigned family, uint64_t i) {
  static const uint64_t strides[] = {1, UINT64_C(0x9e3779b97f4a7c15), UINT64_C(1) << 40};
  return family < 3 ? i * strides[family] : UINT64_MAX - 1 - i;
}

static void expect_same(const nq_table *table, const uint32_t *model, unsigned family,
                        uint64_t seed) {
  uint64_t used = 0;
  for (uint64_t i = 0; i < KEYS; i++) {
    uint32_t number = table_get(table, key_of(family, i));
    if (number != model[i])
      fail_msg("seed %" PRIu64 ", family %u, key %" PRIu64 ": %" PRIu32 " for %" PRIu32, seed,
               family, i, number, model[i]);
    used += model[i] != 0;
  }
  assert_int_equal(table->used, used);
  assert_true(2 * table->used <= table->slots);
}

/* Use `keys` different keys: few are changed often, many fill the table. */
static void run_operations(unsigned family, uint64_t seed, uint64_t keys) {
  nq_table table = {0};
  uint32_t model[KEYS] = {0};
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, family);
  for (unsigned i = 0; i < 2000; i++) {
    uint64_t key = nq_pcg64_below(&random, keys);
    bool removes = nq_pcg64_below(&random, 5) < 2;
    uint32_t number = removes ? 0 : (uint32_t)nq_pcg64_next(&random);
    assert_true(nq_table_set(&table, key_of(family, key), number));
    model[key] = number;
    if (i % 50 == 0) expect_same(&table, model, family, seed);
    if (nq_pcg64_below(&random, 1000) > 0) continue;
    nq_table_clear(&table);
    for (unsigned j = 0; j < KEYS; j++) model[j] = 0;
  }
  expect_same(&table, model, family, seed);
  nq_table_release(&table);
}

static void agrees_with_an_array(void **state) {
  (void)state;
  static const uint64_t keys[] = {5, 40, KEYS};
  for (unsigned family = 0; family < 4; family++)
    for (uint64_t seed = 0; seed < 30; seed++) run_operations(family, seed, keys[seed % 3]);
}

static void is_empty_at_first_and_after_release(void **state) {
  (void)state;
  nq_table table = {0};
  for (int round = 0; round < 2; round++) {
    assert_int_equal(table_get(&table, 0), 0);
    assert_true(nq_table_set(&table, 7, 0));
    assert_int_equal(table.slots, 0); /* removing a missing key takes no memory */
    nq_table_clear(&table);
    assert_true(nq_table_set(&table, 0, UINT32_MAX));
    assert_int_equal(table_get(&table, 0), UINT32_MAX);
    assert_int_equal(table_get(&table, 1), 0);
    nq_table_release(&table);
    assert_null(table.keys);
    nq_table_release(&table);
  }
}

static void holds_many(void **state) {
  (void)state;
  nq_table table = {0};
  for (uint32_t i = 0; i < 200000; i++) assert_true(nq_table_set(&table, 4 * (uint64_t)i, i + 1));
  assert_int_equal(table.used, 200000);
  for (uint32_t i = 0; i < 200000; i++)
    if (table_get(&table, 4 * (uint64_t)i) != i + 1 || table_get(&table, 4 * (uint64_t)i + 1))
      fail_msg("key %" PRIu32, i);
  for (uint32_t i = 0; i < 200000; i += 2) assert_true(nq_table_set(&table, 4 * (uint64_t)i, 0));
  for (uint32_t i = 0; i < 200000; i++)
    if (table_get(&table, 4 * (uint64_t)i) != (i % 2 ? i + 1 : 0)) fail_msg("key %" PRIu32, i);
  nq_table_clear(&table);
  for (uint32_t i = 0; i < 200000; i++) assert_int_equal(table_get(&table, 4 * (uint64_t)i), 0);
  nq_table_release(&table);
}

/* No key moves, however many are set. */
static void keeps_its_place_after_a_reservation(void **state) {
  (void)state;
  nq_table table = {0};
  assert_true(nq_table_set(&table, 7, 7));
  assert_true(nq_table_reserve(&table, 1000));
  const uint64_t *keys = table.keys;
  for (uint32_t i = 0; i < 1000; i++) assert_true(nq_table_set(&table, i, i + 1));
  assert_ptr_equal(table.keys, keys);
  assert_int_equal(table_get(&table, 7), 8);
  assert_false(nq_table_reserve(&table, UINT64_MAX));
  assert_int_equal(table.used, 1000);
  nq_table_release(&table);
}

/* The inverse of x ^ x >> 33. */
static uint64_t unshift(uint64_t x) {
  return x ^ x >> 33;
}

/* The key that the rounds of MurmurHash3, which are public, map to `hashed`. */
static uint64_t key_hashed_to(uint64_t hashed) {
  hashed = unshift(hashed) * UINT64_C(0x9cb4b2f8129337db);
  return unshift(unshift(hashed) * UINT64_C(0x4f74430c22a54005));
}

/* The author of an instance chooses the keys: if all of them could share one slot, every lookup
 * would probe all of them. */
static void cannot_be_filled_into_one_slot(void **state) {
  (void)state;
  nq_table table = {0};
  uint64_t run = 0, longest = 0;
  for (uint64_t i = 0; i < 20000; i++)
    assert_true(nq_table_set(&table, key_hashed_to((i + 1) << 40), 1));
  for (uint64_t slot = 0; slot < table.slots; slot++) {
    run = table.keys[slot] != 0 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  assert_in_range(longest, 1, 1000);
  nq_table_release(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_an_array),
      cmocka_unit_test(is_empty_at_first_and_after_release),
      cmocka_unit_test(holds_many),
      cmocka_unit_test(keeps_its_place_after_a_reservation),
      cmocka_unit_test(cannot_be_filled_into_one_slot),
  };
  return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
