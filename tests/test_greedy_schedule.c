/* The schedule of blocks: every block of rows is met, blocks of columns fewer than `apart` apart
 * are disjoint, and the meetings are spread evenly. */
#include "core/random.h"
#include "local/greedy.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdlib.h>

/* Blocks of columns `steps` turns apart share no byte of rows or diagonals: a window reaches 7
 * bytes past a block, and a pair of blocks covers two blocks of diagonals. */
static void expect_disjoint(const nq_greedy_schedule *blocks, uint64_t turn, uint32_t steps) {
  uint32_t met[NQ_STRATA], before[NQ_STRATA];
  int64_t apart = (int64_t)steps * blocks->halves * blocks->bytes, bytes = blocks->bytes;
  schedule_meet(blocks, turn, 0, met);
  schedule_meet(blocks, turn - steps, 0, before);
  for (uint32_t j = 0; j < blocks->strata; j++)
    for (uint32_t k = 0; k < blocks->strata; k++) {
      int64_t rows = (int64_t)met[j] - (int64_t)before[k];
      assert_true(llabs(rows) >= bytes + 8);
      assert_true(llabs(rows + apart) >= 2 * bytes + 8);
      assert_true(llabs(rows - apart) >= 2 * bytes + 8);
    }
}

/* Every block of rows meets as many blocks of columns as there are strata; those fewer than `apart`
 * turns apart are disjoint.  Blocks reach to the last row, and hardly further. */
static void rows_are_met_and_columns_disjoint(void **state) {
  (void)state;
  static const uint32_t many[] = {1025,   2000,    4096,     20000,    99991,    262144,
                                  524288, 1000000, 10000000, 33554432, 76543210, 300000001};
  for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
    nq_greedy_schedule blocks = {0};
    nq_pcg64 random;
    nq_pcg64_seed(&random, 11, i);
    nq_greedy_schedule_init(&blocks, many[i], &random);
    uint64_t high = blocks.count * blocks.halves / blocks.strata;
    assert_true(high * blocks.bytes * blocks.strata >= blocks.rows);
    assert_true(many[i] < 10000000 || blocks.apart >= 2);
    assert_true(many[i] < 33554432 || blocks.apart >= 3);
    uint32_t *meetings = calloc(high, sizeof *meetings);
    assert_non_null(meetings);
    for (uint64_t turn = 0; turn < blocks.count; turn++) {
      uint32_t met[NQ_STRATA];
      schedule_meet(&blocks, turn, 0, met);
      assert_int_equal(met[0] % blocks.bytes, 0);
      meetings[met[0] / blocks.bytes]++;
      for (uint32_t j = 1; j < blocks.strata; j++)
        assert_true(met[j] - met[j - 1] <= high * blocks.bytes);
      assert_true(met[blocks.strata - 1] + (uint64_t)blocks.bytes <
                  blocks.rows + high + blocks.bytes);
      for (uint32_t steps = 1; steps < blocks.apart && steps <= turn && turn < 200; steps++)
        expect_disjoint(&blocks, turn, steps);
    }
    for (uint64_t block = 0; block < high; block++)
      assert_int_equal(meetings[block], blocks.strata / blocks.halves);
    free(meetings);
  }
}

/* The difference of the heights of two blocks of columns `steps` apart, modulo a stratum's
 * height. */
static uint64_t distance(uint64_t count, uint64_t slope, uint64_t steps) {
  uint64_t height = slope % count * steps % count;
  return height < count - height ? height : count - height;
}

/* The minimum, over all relevant multiples, of multiple * its distance from a whole turn, in
 * hundredths of a turn: at best 38; 0 to 2 for a random slope. */
static uint64_t evenness(const nq_greedy_schedule *blocks, uint64_t slope) {
  uint64_t least = 100, count = blocks->count;
  for (uint64_t steps = 1; steps <= count * blocks->halves / blocks->strata || steps <= 48;
       steps++) {
    uint64_t percent = distance(count, slope, steps) * steps * 100 / count;
    if (percent < least) least = percent;
  }
  return least;
}

/* Tests every multiple, without the continued fraction of the slope. */
static void meetings_are_spread_evenly(void **state) {
  (void)state;
  static const uint32_t many[] = {1000000,   30000000,   67108864,  100000007,
                                  268435456, 1000000000, 4294967295};
  for (size_t i = 0; i < sizeof many / sizeof *many; i++)
    for (uint64_t seed = 1; seed <= 5; seed++) {
      nq_greedy_schedule blocks = {0};
      nq_pcg64 random;
      nq_pcg64_seed(&random, seed, i);
      nq_greedy_schedule_init(&blocks, many[i], &random);
      const uint64_t slope[] = {blocks.slope, blocks.slope + blocks.strata,
                                blocks.slope + blocks.count - blocks.strata};
      for (int line = 0; line < 3; line++)
        if (evenness(&blocks, slope[line]) < 10)
          fail_msg("n %" PRIu32 ", seed %" PRIu64 ": slope %" PRIu64 " of %" PRIu64, many[i], seed,
                   slope[line], blocks.count);
    }
}

/* The layer of a block is the one that holds its row blocks, in each stratum. */
static void layers_hold_the_rows_met(void **state) {
  (void)state;
  static const uint32_t many[] = {20000, 1000000, 70000000, 300000000, 4294967295};
  for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
    nq_greedy_schedule blocks = {0};
    nq_pcg64 random;
    nq_pcg64_seed(&random, 3, i);
    nq_greedy_schedule_init(&blocks, many[i], &random);
    assert_int_equal(blocks.layers % blocks.strata, 0);
    for (uint64_t turn = 0; turn < blocks.count; turn++) {
      uint32_t met[NQ_STRATA];
      schedule_meet(&blocks, turn, 0, met);
      uint32_t layer = schedule_layer(&blocks, turn);
      for (uint32_t j = 0; j < blocks.strata; j++, layer += blocks.layers / blocks.strata) {
        /* A row block that straddles two layers belongs to the layer of its exact height. */
        assert_true((met[j] + (uint64_t)blocks.bytes) * blocks.layers > layer * blocks.rows);
        assert_true((uint64_t)met[j] * blocks.layers < (layer + UINT64_C(1)) * blocks.rows);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_met_and_columns_disjoint),
      cmocka_unit_test(meetings_are_spread_evenly),
      cmocka_unit_test(layers_hold_the_rows_met),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
