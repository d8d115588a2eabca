/* The inner loops of counts, on each path, against plain ones. */
#include "core/random.h"
#include "counting/parts.h"
#include "sized.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static uint64_t random_state;

static void seed(uint64_t value) {
  random_state = value;
  print_message("seed %" PRIu64 "\n", value);
}

static uint64_t random_word(void) {
  static const uint64_t multiplier = UINT64_C(6364136223846793005);
  random_state = random_state * multiplier + 1;
  uint64_t high = random_state >> 32;
  random_state = random_state * multiplier + 1;
  return high << 32 | random_state >> 32;
}

/* ---- Inner loops ---------------------------------------------------------------------------- */

/* The next path with inner loops of its own that this machine has. */
static const count_path *next_path(size_t *i) {
  const count_path *path;
  do path = nq_count_path_at((*i)++);
  while (path != NULL && (!path->available() || path->join_strips == NULL));
  return path;
}

static uint64_t sparse_word(uint32_t bits) {
  uint64_t word = random_word();
  word &= random_word();
  return bits == 64 ? word : word & ((UINT64_C(1) << bits) - 1);
}

static uint64_t sparser_word(uint32_t bits) {
  uint64_t word = sparse_word(bits);
  return word & sparse_word(bits);
}

static int by_value(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y ? 1 : 0;
}

static void strips_are_joined(void **state) {
  (void)state;
  seed(11);
  count_strip one[40 + 8], two[40 + 8];
  uint64_t out[40 * 40 + 8] = {0}, expected[40 * 40] = {0};
  for (uint32_t turn = 0; turn < 300; turn++) {
    size_t ones = random_word() % 40, twos = 1 + random_word() % 39, count = 0;
    for (size_t i = 0; i < 48; i++) {
      one[i] = (count_strip){sparse_word(14), random_word()};
      two[i] = (count_strip){sparse_word(14), random_word()};
    }
    for (size_t i = 0; i < ones; i++)
      for (size_t j = 0; j < twos; j++)
        if ((one[i].test & two[j].test) == 0) expected[count++] = one[i].half | two[j].half;
    qsort(expected, count, sizeof *expected, by_value);
    const count_path *path;
    for (size_t i = 0; (path = next_path(&i)) != NULL;) {
      assert_int_equal(path->join_strips(out, one, ones, two, twos), count);
      qsort(out, count, sizeof *out, by_value);
      assert_memory_equal(out, expected, count * sizeof *out);
    }
  }
}

static void words_are_parted(void **state) {
  (void)state;
  seed(12);
  for (uint32_t turn = 0; turn < 300; turn++) {
    const count_unit unit = {.symmetry = turn % 2 == 0 ? BY_QUARTERS : BY_OFFSET,
                             .bound = 16 + turn % 16};
    size_t count = random_word() % 50, kept = 0, tied = 0;
    uint64_t words[58], less[50], ties[50], signature = (UINT64_C(1) << 20) - 1;
    if (unit.symmetry == BY_QUARTERS) signature >>= 2;
    for (size_t i = 0; i < 58; i++) words[i] = random_word();
    for (size_t i = 0; i < count; i++) {
      uint32_t tag = (uint32_t)(words[i] >> 59), measure = tag < 16 ? 31 - tag : tag;
      uint32_t bound = unit.bound;
      if (unit.symmetry == BY_OFFSET)
        measure = words[i] >> 56 & 15, bound = (uint32_t)(words[i] >> 60);
      if (measure < bound) less[kept++] = words[i] & signature;
      if (measure == bound) ties[tied++] = words[i] & signature;
    }
    const count_path *path;
    for (size_t i = 0; (path = next_path(&i)) != NULL;) {
      uint64_t work[58 + 8], more[58 + 8];
      size_t more_count;
      memcpy(work, words, sizeof words);
      assert_int_equal(path->part_words(work, count, &unit, 5, more, &more_count), kept);
      assert_int_equal(more_count, tied);
      assert_memory_equal(work, less, kept * sizeof *less);
      assert_memory_equal(more, ties, tied * sizeof *ties);
    }
  }
}

/* Against words taken one by one: those kept, and bits in another order. */
static void words_are_kept_and_ordered(void **state) {
  (void)state;
  seed(17);
  for (size_t count = 0; count < 70; count++) {
    uint32_t bits = 28 + 2 * (uint32_t)(random_word() % 15);
    uint64_t mask = random_word(), words[70] = {0};
    for (unsigned i = 0; i < 2; i++) mask &= random_word();
    uint64_t kept[70], ordered[70] = {0};
    size_t kept_count = 0;
    count_bit_order *order = calloc(1, sizeof *order);
    uint8_t from[64] = {0};
    assert_non_null(order);
    for (uint32_t i = 0; i < bits; i++) {
      uint32_t j = (uint32_t)(random_word() % (i + 1));
      from[i] = from[j];
      from[j] = (uint8_t)i;
    }
    nq_count_bit_order_init(order, from, bits);
    for (size_t i = 0; i < count; i++) {
      words[i] = sparse_word(bits);
      if ((words[i] & mask) == 0) kept[kept_count++] = words[i];
      for (uint32_t bit = 0; bit < bits; bit++) ordered[i] |= (words[i] >> from[bit] & 1) << bit;
    }
    const count_path *path;
    for (size_t i = 0; (path = next_path(&i)) != NULL;) {
      uint64_t work[70 + 8], more[70 + 8];
      memcpy(work, words, sizeof words);
      assert_int_equal(path->keep_words(more, work, count, mask), kept_count);
      assert_memory_equal(more, kept, kept_count * sizeof *kept);
      path->order_bits(work, count, order);
      assert_memory_equal(work, ordered, count * sizeof *ordered);
    }
    free(order);
  }
}

/* A stream of one group and segment, against pairs taken one by one. */
static void pairs_are_counted(void **state) {
  (void)state;
  seed(13);
  for (uint32_t turn = 0; turn < 20; turn++) {
    uint64_t block_words[BLOCK_LANES], words[200];
    size_t lanes_used = 1 + random_word() % BLOCK_LANES, count = random_word() % 200;
    for (size_t i = 0; i < BLOCK_LANES; i++)
      block_words[i] = i < lanes_used ? sparse_word(CHUNKS_BITS) : 0;
    for (size_t i = 0; i < 200; i++) words[i] = sparser_word(CHUNKS_BITS);
    uint64_t expected = 0;
    for (size_t i = 0; i < lanes_used; i++)
      for (size_t j = 0; j < count; j++) expected += (block_words[i] & words[j]) == 0 ? 1 : 0;
    lanes columns[COLUMNS], empty = {{0}};
    count_block *block = aligned_alloc(64, sizeof *block);
    assert_non_null(block);
    block->high = block->low = &empty;
    for (size_t i = 0; i < BLOCK_LANES; i++)
      if (i % 64 == 0)
        block->none.word[i / 64] = lanes_used >= i + 64 ? 0
                                   : lanes_used <= i    ? UINT64_MAX
                                                        : UINT64_MAX << (lanes_used - i);
    count_segment segment = {0, (uint32_t)count}, group = {0, 1};
    count_stream stream = {
        .words = words, .segments = &segment, .groups = &group, .group_count = 1};
    const count_path *path;
    for (size_t i = 0; (path = next_path(&i)) != NULL;) {
      path->transpose(columns, block_words, CHUNKS_BITS);
      for (size_t bit = 0; bit < CHUNKS_BITS; bit++)
        for (size_t lane = 0; lane < BLOCK_LANES; lane++)
          assert_int_equal(columns[bit].word[lane / 64] >> lane % 64 & 1,
                           block_words[lane] >> bit & 1);
      for (size_t k = 0; k < CHUNKS; k++)
        path->fill_table(block->chunk[k], columns + k * CHUNK_BITS, CHUNK_BITS);
      assert_int_equal(path->count_disjoint(block, &stream), expected);
    }
    free(block);
  }
}

static bool keep_going(void *context) {
  (void)context;
  return true;
}

/* The tables of n, kept or not. */
static void new_tables(count_tables tables[2], uint32_t n, bool keep) {
  nq_error error;
  memset(tables, 0, 2 * sizeof *tables);
  assert_int_equal(nq_count_tables_init(tables, n, keep, keep_going, NULL, &error), NQ_OK);
}

static uint64_t count_unit_with(const count_path *path, const count_tables *tables,
                                const count_unit *unit, const count_limits *limits) {
  nq_error error;
  uint64_t count = 0;
  count_worker *worker =
      nq_count_worker_new(tables[unit->symmetry].n, path, limits, keep_going, NULL);
  assert_non_null(worker);
  assert_int_equal(nq_count_worker_unit(worker, &tables[unit->symmetry], unit, &count, &error),
                   NQ_OK);
  nq_count_worker_free(worker);
  return count;
}

/* Units of n too large to count completely in a test: patterns, segments, many blocks; strips from
 * tables and searched; lists in pieces; sorted in one and in two passes. */
static void units_equal_on_all_paths(void **state) {
  (void)state;
  seed(14);
  static const uint32_t sizes[] = {8, 9, 15, 18, 19, 20};
  static const count_limits limits[] = {{0, 0}, {9000, 0}, {0, 1}, {2000, 3}};
  const size_t tried = sizeof sizes / sizeof *sizes - (TRIM > 1); /* n = 20 takes long */
  for (size_t k = 0; k < tried; k++) {
    uint32_t n = sizes[k];
    nq_count_plan *plan;
    count_tables tables[2][2];
    nq_error error;
    assert_int_equal(nq_count_plan_new(n, &plan, &error), NQ_OK);
    for (int keep = 0; keep < 2; keep++) new_tables(tables[keep], n, keep != 0);
    for (uint32_t turn = 0; turn < trimmed(sized(3, 6)); turn++) {
      count_unit unit;
      nq_count_unit_at(plan, random_word() % nq_count_plan_units(plan), &unit);
      const uint64_t first = count_unit_with(&nq_count_path_portable, tables[1], &unit, NULL);
      const count_path *path;
      for (size_t i = 0; (path = nq_count_path_at(i)) != NULL; i++)
        for (size_t j = 0; j < (turn < (n < 20 ? 2 : 1) ? 8 : 2) && path->available(); j++) {
          if (path->join_strips == NULL && j > 0) continue;
          uint64_t count = count_unit_with(path, tables[j % 2], &unit, &limits[j / 2]);
          if (count != first)
            fail_msg("n %u, %s, way %zu: %" PRIu64 ", not %" PRIu64, n, path->name, j, count,
                     first);
        }
    }
    nq_count_plan_free(plan);
    for (int keep = 0; keep < 2; keep++) nq_count_tables_release(tables[keep]);
  }
}

/* n = 29 has more than 2^64 solutions: Q(29) > 10 Q(28) > 100 Q(27), as far as is known. */
static void sums_over_64_bits(void **state) {
  (void)state;
  nq_wide sum = {0, 0};
  for (int i = 0; i < 100; i++) sum = add_wide(sum, (nq_wide){nq_count_known(27), 0});
  assert_true(sum.high > 0);
  nq_count_classes classes;
  bool stopped;
  nq_error error;
  /* The classes of n = 9, from a number that does not fit in 64 bits. */
  assert_int_equal(nq_count_classify(9, 352, 1, NULL, NULL, &classes, &stopped, &error), NQ_OK);
  assert_true(classes.plain == ((UINT64_C(1) << 61) + 42) && classes.half_turn == 4);
  assert_int_equal(nq_count_classify(9, 353, 1, NULL, NULL, &classes, &stopped, &error),
                   NQ_INTERNAL);
  assert_non_null(strstr(error.message, "18446744073709551969 solutions"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strips_are_joined),          cmocka_unit_test(words_are_parted),
      cmocka_unit_test(words_are_kept_and_ordered), cmocka_unit_test(pairs_are_counted),
      cmocka_unit_test(units_equal_on_all_paths),   cmocka_unit_test(sums_over_64_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
