/* The arithmetic of the largest board, on sparse memory: only touched pages exist. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "board/conflicts.h"
#include "occupancy.h"
#include "local/greedy.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

#define LAST (NQ_N_MAX - 1)

static void skip_narrow(void) {
  if (sizeof(size_t) < 8) skip();
}

static void place(nq_occupancy *occupancy, uint32_t column, uint32_t row, uint64_t total) {
  assert_true(nq_occupancy_place(occupancy, column, row));
  assert_int_equal(occupancy->total, total);
}

static void counts_in_the_corners(void **state) {
  (void)state;
  skip_narrow();
  nq_occupancy occupancy;
  if (!init_occupancy(&occupancy, NQ_N_MAX)) {
    free_occupancy(&occupancy);
    skip(); /* the system does not overcommit */
  }
  place(&occupancy, 0, 0, 0);
  place(&occupancy, LAST, LAST, 1); /* the falling diagonal of 0 0 */
  place(&occupancy, 0, LAST, 2);    /* the row of the last; columns are not counted */
  nq_occupancy_remove(&occupancy, 0, LAST);
  assert_int_equal(occupancy.total, 1);
  nq_occupancy_remove(&occupancy, 0, 0);
  nq_occupancy_remove(&occupancy, LAST, LAST);
  place(&occupancy, LAST, 1, 0);
  place(&occupancy, 1, LAST, 1); /* the same rising diagonal, past 2^32 */
  assert_false(diagonals_free(&occupancy, LAST / 2 + 1, LAST / 2));
  assert_true(diagonals_free(&occupancy, LAST, LAST));
  free_occupancy(&occupancy);
}

/* Sparse memory for `count` entries, all zero; NULL if the system does not overcommit. */
static void *map_sparse(uint64_t count, size_t size) {
  void *memory = mmap(NULL, (size_t)count * size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory != MAP_FAILED ? memory : NULL;
}

static bool map_lines(nq_lines *lines, uint64_t count) {
  lines->count = map_sparse(count, sizeof *lines->count);
  lines->columns = map_sparse(count, sizeof *lines->columns);
  return lines->count != NULL && lines->columns != NULL;
}

static void unmap(void *memory, uint64_t count, size_t size) {
  if (memory != NULL) munmap(memory, (size_t)count * size);
}

static void unmap_lines(nq_lines *lines, uint64_t count) {
  unmap(lines->count, count, sizeof *lines->count);
  unmap(lines->columns, count, sizeof *lines->columns);
}

static bool map_conflicts(nq_conflicts *conflicts) {
  const uint64_t n = NQ_N_MAX;
  *conflicts = (nq_conflicts){.n = NQ_N_MAX};
  conflicts->rows = map_sparse(n, sizeof *conflicts->rows);
  conflicts->queen = map_sparse(n, sizeof *conflicts->queen);
  conflicts->slot = map_sparse(n, sizeof *conflicts->slot);
  conflicts->crowded = map_sparse(n, sizeof *conflicts->crowded);
  bool mapped = map_lines(&conflicts->row, n);
  mapped = map_lines(&conflicts->rising, 2 * n - 1) && mapped;
  mapped = map_lines(&conflicts->falling, 2 * n - 1) && mapped;
  return mapped && conflicts->rows != NULL && conflicts->queen != NULL && conflicts->slot != NULL &&
         conflicts->crowded != NULL;
}

static void unmap_conflicts(nq_conflicts *conflicts) {
  const uint64_t n = NQ_N_MAX;
  unmap(conflicts->rows, n, sizeof *conflicts->rows);
  unmap(conflicts->queen, n, sizeof *conflicts->queen);
  unmap(conflicts->slot, n, sizeof *conflicts->slot);
  unmap(conflicts->crowded, n, sizeof *conflicts->crowded);
  unmap_lines(&conflicts->row, n);
  unmap_lines(&conflicts->rising, 2 * n - 1);
  unmap_lines(&conflicts->falling, 2 * n - 1);
}

static void put(nq_conflicts *conflicts, uint32_t column, uint32_t row, uint64_t total) {
  conflicts->rows[column] = NQ_EMPTY;
  assert_int_equal(nq_conflicts_at(conflicts, column, row), total - conflicts->total);
  nq_conflicts_place(conflicts, column, row);
  assert_int_equal(nq_conflicts_total(conflicts), total);
}

/* The full counters, which are 236 GB for this board. */
static void full_counters_in_the_corners(void **state) {
  (void)state;
  skip_narrow();
  nq_conflicts conflicts;
  if (!map_conflicts(&conflicts)) {
    unmap_conflicts(&conflicts);
    skip();
  }
  put(&conflicts, 0, 0, 0);
  put(&conflicts, LAST, LAST, 1);  /* the falling diagonal of 0 0, */
  put(&conflicts, 5, LAST, 2);     /* the row of the last, */
  put(&conflicts, LAST - 1, 6, 3); /* and a rising diagonal, past 2^32 */
  assert_int_equal(nq_conflicts_at(&conflicts, LAST / 2, LAST / 2), 2);
  assert_int_equal(nq_conflicts_swap_delta(&conflicts, 0, LAST), 0);
  static const uint32_t columns[] = {0, 5, LAST - 1, LAST};
  for (size_t a = 0; a < 4; a++)
    for (size_t b = a + 1; b < 4; b++) {
      int64_t delta = nq_conflicts_swap_delta(&conflicts, columns[a], columns[b]);
      nq_conflicts_swap(&conflicts, columns[a], columns[b]);
      assert_int_equal((int64_t)nq_conflicts_total(&conflicts), 3 + delta);
      nq_conflicts_swap(&conflicts, columns[a], columns[b]);
      assert_int_equal(nq_conflicts_total(&conflicts), 3);
    }
  assert_int_equal(conflicts.queens, 4);
  nq_conflicts_remove(&conflicts, LAST);
  assert_int_equal(nq_conflicts_total(&conflicts), 1);
  nq_conflicts_remove(&conflicts, 5);
  assert_int_equal(nq_conflicts_total(&conflicts), 0);
  assert_int_equal(conflicts.queens, 0);
  unmap_conflicts(&conflicts);
}

/* A window at the last row offers nothing after it. */
static void offers_the_last_row(void **state) {
  (void)state;
  skip_narrow();
  nq_occupancy occupancy;
  if (init_occupancy(&occupancy, NQ_N_MAX)) {
    static const uint64_t window = (UINT64_C(1) << NQ_WINDOW) - 1;
    assert_int_equal(occupancy_window(&occupancy, LAST, LAST) & window, 1);
    assert_int_equal(occupancy_window(&occupancy, 0, LAST - 2) & window, 7);
    assert_int_equal(occupancy_window(&occupancy, 0, 0) & window, window);
  }
  free_occupancy(&occupancy);
}

static void every_block_of_rows_is_met(void **state) {
  (void)state;
  static const uint32_t sizes[] = {NQ_N_MAX, (UINT32_C(1) << 31) + 1};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    nq_pcg64 random;
    nq_greedy_schedule blocks = {0};
    nq_pcg64_seed(&random, 5, i);
    nq_greedy_schedule_init(&blocks, sizes[i], &random);
    assert_in_range(blocks.strata, 1, NQ_STRATA);
    uint64_t high = blocks.count * blocks.halves / blocks.strata;
    assert_true(high * blocks.bytes * blocks.strata >= blocks.rows);
    uint32_t *met = calloc((size_t)high, sizeof *met);
    assert_non_null(met);
    for (uint64_t turn = 0; turn < blocks.count; turn++) {
      uint32_t floor[NQ_STRATA];
      schedule_meet(&blocks, turn, 0, floor);
      assert_true(floor[blocks.strata - 1] < blocks.rows);
      met[floor[0] / blocks.bytes]++;
    }
    for (uint64_t block = 0; block < high; block++)
      assert_int_equal(met[block], blocks.strata / blocks.halves);
    free(met);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_in_the_corners),
      cmocka_unit_test(full_counters_in_the_corners),
      cmocka_unit_test(offers_the_last_row),
      cmocka_unit_test(every_block_of_rows_is_met),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
