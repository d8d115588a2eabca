/* Statistics of uniform and typical boards and of estimates.  Seeds are pinned, so that a test
 * passes always or never; each comment gives the error rate that it has over seeds.
 *
 * Small samples, except in `make test-long`, where they take minutes. */
#include "generate.h"
#include "sized.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* The normal deviate of a chi-square value (E. B. Wilson, M. M. Hilferty, 1931). */
static double deviate(double square, double freedom) {
  double part = 2 / (9 * freedom);
  return (cbrt(square / freedom) - (1 - part)) / sqrt(part);
}

#define DEVIATE_4  3.719 /* one-sided, error rate 10^-4 */
#define CELLS_MOST 400000

/* ---- All solutions: each as one number, its rows in base 32 (n up to 12) -------------------- */

typedef struct census {
  uint32_t n, rows; /* the first `rows` rows make the class of a board */
  uint64_t *keys;   /* of all classes, ascending */
  uint64_t *sizes;  /* solutions of each */
  uint64_t *seen;   /* boards of each */
  size_t count;
  uint64_t boards;
} census;

static uint64_t key_of(const census *all, const uint32_t *rows) {
  uint64_t key = 0;
  for (uint32_t i = 0; i < all->rows; i++) key = key << 5 | rows[i];
  return key;
}

/* In lexicographic order, so that keys ascend. */
static void visit_all(census *all, uint32_t *rows, uint32_t column) {
  if (column == all->n) {
    uint64_t key = key_of(all, rows);
    if (all->count == 0 || all->keys[all->count - 1] != key) all->keys[all->count++] = key;
    assert_true(all->count < CELLS_MOST);
    all->sizes[all->count - 1]++;
    return;
  }
  for (uint32_t row = 0; row < all->n; row++) {
    bool open = true;
    for (uint32_t c = 0; c < column && open; c++)
      open = rows[c] != row && rows[c] + column - c != row && rows[c] + c != row + column;
    rows[column] = row;
    if (open) visit_all(all, rows, column + 1);
  }
}

static census take_census(uint32_t n, uint32_t rows) {
  census all = {.n = n, .rows = rows};
  uint32_t board[32];
  all.keys = calloc(CELLS_MOST, sizeof *all.keys);
  all.sizes = calloc(CELLS_MOST, sizeof *all.sizes);
  all.seen = calloc(CELLS_MOST, sizeof *all.seen);
  assert_true(all.keys != NULL && all.sizes != NULL && all.seen != NULL);
  visit_all(&all, board, 0);
  return all;
}

static void release_census(census *all) {
  free(all->keys);
  free(all->sizes);
  free(all->seen);
}

static int compare_keys(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
  return one < two ? -1 : one > two;
}

static void tally(census *all, const uint32_t *rows) {
  uint64_t key = key_of(all, rows);
  const uint64_t *at = bsearch(&key, all->keys, all->count, sizeof key, compare_keys);
  assert_non_null(at);
  all->seen[at - all->keys]++;
  all->boards++;
}

static void tally_item(const nq_generated *item, void *context) {
  tally(context, item->board.rows);
}

/* How far the boards seen are from a draw in proportion to the sizes. */
static double distance(const census *all) {
  double square = 0, solutions = 0;
  for (size_t i = 0; i < all->count; i++) solutions += (double)all->sizes[i];
  for (size_t i = 0; i < all->count; i++) {
    double expected = (double)all->boards * (double)all->sizes[i] / solutions;
    square += pow((double)all->seen[i] - expected, 2) / expected;
  }
  return deviate(square, (double)all->count - 1);
}

/* Make `count` boards of the kind and look at them. */
static void make(const char *kind, bool uniform, uint32_t n, uint64_t seed, uint64_t count,
                 look *at, void *context) {
  nq_generate_options options = options_for(kind, n, seed);
  nq_error error = {0};
  options.count = count;
  options.threads = 2;
  if (uniform) options.value[NQ_GENERATE_UNIFORM] = 1;
  assert_int_equal(try_run(&options, at, context, &error), NQ_OK);
}

/* The distance of `draws` boards of the kind. */
static double draw(const char *kind, bool uniform, uint32_t n, uint32_t rows, uint64_t draws) {
  census all = take_census(n, rows);
  make(kind, uniform, n, 20260 + n, draws, tally_item, &all);
  double found = distance(&all);
  print_message("%s n=%" PRIu32 ": %zu classes, %" PRIu64 " boards, z = %.2f\n", kind, n, all.count,
                draws, found);
  release_census(&all);
  return found;
}

/* ---- Uniform -------------------------------------------------------------------------------- */

/* Error rate 10^-4 for each n. */
static void uniform_boards_are_uniform(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= 10; n++)
    assert_true(draw("solved", true, n, n, nq_count_known(n) * (n <= 8 || full_size() ? 200 : 20)) <
                DEVIATE_4);
  assert_true(draw("solved", true, 12, 3, full_size() ? 2000000 : 50000) < DEVIATE_4);
  if (full_size()) assert_true(draw("solved", true, 14, 3, 2000000) < DEVIATE_4);
}

/* Numbers modulo a power of 2, as in a careless draw, are found out. */
static void biased_boards_are_not(void **state) {
  census all = take_census(8, 8);
  uint64_t numbers[92 * 200];
  uint8_t rows[8 * 92 * 200];
  bool interrupted;
  nq_pcg64 random;
  (void)state;
  nq_pcg64_seed(&random, 1, 1);
  for (size_t i = 0; i < 92 * 200; i++) numbers[i] = nq_pcg64_next(&random) % 128 % 92;
  assert_int_equal(nq_count_pick(8, numbers, 92 * 200, 1, NULL, NULL, rows, &interrupted, NULL),
                   NQ_OK);
  for (size_t i = 0; i < 92 * 200; i++) {
    uint32_t board[8];
    for (size_t c = 0; c < 8; c++) board[c] = rows[8 * i + c];
    tally(&all, board);
  }
  assert_true(distance(&all) > DEVIATE_4);
  release_census(&all);
}

/* ---- Typical -------------------------------------------------------------------------------- */

/* Error rate 10^-4 for each n. */
static void small_typical_boards_are_uniform(void **state) {
  (void)state;
  for (uint32_t n = 4; n <= (full_size() ? 10 : 8); n++)
    assert_true(draw("typical", false, n, n, nq_count_known(n) * sized(10, 200)) < DEVIATE_4);
}

/* Too few sweeps are found out. */
static void hasty_boards_are_not(void **state) {
  census all = take_census(8, 8);
  nq_generate_options options = options_for("typical", 8, 1);
  nq_error error = {0};
  (void)state;
  options.count = 92 * 50;
  options.value[NQ_GENERATE_SWEEPS] = 40;
  assert_int_equal(try_run(&options, tally_item, &all, &error), NQ_OK);
  assert_true(distance(&all) > DEVIATE_4);
  release_census(&all);
}

/* What two samples of boards are compared by. */
enum { CELLS = 16, DIAGONALS = CELLS, CORNERS, NEIGHBOURS, MEASURES };

typedef struct measures {
  double sum[MEASURES], squares[MEASURES], boards;
} measures;

static bool is_solution(const uint32_t *rows, uint32_t n) {
  for (uint32_t a = 1; a < n; a++)
    for (uint32_t b = 0; b < a; b++) {
      uint32_t apart = rows[a] > rows[b] ? rows[a] - rows[b] : rows[b] - rows[a];
      if (apart == 0 || apart == a - b) return false;
    }
  return true;
}

/* The number of swaps of two rows that keep the board a solution. */
static double count_neighbours(const uint32_t *rows, uint32_t n) {
  uint32_t board[32], count = 0;
  memcpy(board, rows, n * sizeof *rows);
  for (uint32_t a = 1; a < n; a++)
    for (uint32_t b = 0; b < a; b++) {
      board[a] = rows[b];
      board[b] = rows[a];
      count += is_solution(board, n);
      board[a] = rows[a];
      board[b] = rows[b];
    }
  return count;
}

static void measure_item(const nq_generated *item, void *context) {
  measures *to = context;
  const uint32_t *rows = item->board.rows, n = item->n;
  double value[MEASURES] = {0};
  for (uint32_t c = 0; c < n; c++) {
    value[c * 4 / n * 4 + rows[c] * 4 / n]++;
    value[DIAGONALS] += (rows[c] == c) + (rows[c] == n - 1 - c);
    value[CORNERS] += (c == 0 || c == n - 1) && (rows[c] == 0 || rows[c] == n - 1);
  }
  value[NEIGHBOURS] = count_neighbours(rows, n);
  for (int i = 0; i < MEASURES; i++) {
    to->sum[i] += value[i];
    to->squares[i] += value[i] * value[i];
  }
  to->boards++;
}

static measures measure(const char *kind, bool uniform, uint32_t n, uint64_t boards) {
  measures all = {0};
  make(kind, uniform, n, 500 + n, boards, measure_item, &all);
  return all;
}

/* Error rate 10^-3 for all measures of an n together: 5 * 10^-5 for each. */
static void typical_boards_are_like_uniform_ones(void **state) {
  static const uint32_t sizes[] = {12, 16, 18};
  (void)state;
  for (size_t k = 0; k < (full_size() ? 3 : 2); k++) {
    uint64_t boards = sized(500, 10000);
    measures a = measure("solved", true, sizes[k], boards);
    measures b = measure("typical", false, sizes[k], boards);
    double largest = 0;
    for (int i = 0; i < MEASURES; i++) {
      double mean[2] = {a.sum[i] / a.boards, b.sum[i] / b.boards};
      double variance = (a.squares[i] / a.boards - mean[0] * mean[0]) / a.boards +
                        (b.squares[i] / b.boards - mean[1] * mean[1]) / b.boards;
      largest = fmax(largest, fabs(mean[1] - mean[0]) / sqrt(variance));
    }
    print_message("n=%" PRIu32 ": largest of %d differences: %.2f standard errors\n", sizes[k],
                  MEASURES, largest);
    assert_true(largest < 4.06);
  }
}

/* ---- Density -------------------------------------------------------------------------------- */

/* Of all solutions, as n grows: means over 8 x 8 cells, the upper left quarter. */
static const double density[4][4] = {{.6757, .9232, 1.1413, 1.2598},
                                     {.9232, .9850, 1.0368, 1.0550},
                                     {1.1413, 1.0368, .9290, .8929},
                                     {1.2598, 1.0550, .8929, .7923}};

typedef struct cells {
  double sum[8][8], squares[8][8], boards;
} cells;

static void count_cells(const nq_generated *item, void *context) {
  cells *to = context;
  double value[8][8] = {{0}};
  for (uint32_t c = 0; c < item->n; c++)
    value[(uint64_t)c * 8 / item->n][(uint64_t)item->board.rows[c] * 8 / item->n] += 64.0 / item->n;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      to->sum[i][j] += value[i][j];
      to->squares[i][j] += value[i][j] * value[i][j];
    }
  to->boards++;
}

/* Each cell within 4 standard errors and .005 of the table: error rate below 1 % for all. */
static void expect_density(uint32_t n, uint64_t boards) {
  cells all = {0};
  nq_generate_options options = options_for("typical", n, 5);
  nq_error error = {0};
  double largest = 0;
  options.count = boards;
  options.threads = 2;
  assert_int_equal(try_run(&options, count_cells, &all, &error), NQ_OK);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      double mean = all.sum[i][j] / all.boards;
      double spread = sqrt((all.squares[i][j] / all.boards - mean * mean) / (all.boards - 1));
      double off = fabs(mean - density[i < 4 ? i : 7 - i][j < 4 ? j : 7 - j]);
      assert_true(off < 4 * spread + 0.005);
      largest = fmax(largest, off / spread);
    }
  print_message("n=%" PRIu32 ": %" PRIu64 " boards, largest difference %.2f standard errors\n", n,
                boards, largest);
}

static void typical_boards_have_the_density(void **state) {
  (void)state;
  expect_density(1000, full_size() ? 1000 : 100);
  if (full_size()) expect_density(100000, 20);
}

/* ---- Estimates ------------------------------------------------------------------------------ */

/* Intervals of 95 % contain the number of solutions that often: for all sizes together, the range is
 * 92 to 98 % for 1000 intervals, and for few three standard deviations. */
static void intervals_are_honest(void **state) {
  uint32_t step = full_size() ? 1 : 6, hits = 0, all = 0, seeds = full_size() ? 50 : 20;
  (void)state;
  for (uint32_t n = 8; n <= sized(20, 27); n += step) {
    uint32_t here = 0;
    for (uint64_t i = 0; i < seeds; i++) {
      nq_estimate_options options;
      nq_estimate_result result;
      nq_estimate_options_init(&options);
      options.seed = 1000 + i;
      options.threads = 2;
      options.relative_error = 0.3;
      assert_int_equal(nq_estimate(n, &options, &result, NULL), NQ_OK);
      here += fabs(result.ln_count - log((double)nq_count_known(n))) <= result.half_width;
    }
    print_message("n=%" PRIu32 ": %" PRIu32 " of %" PRIu32 "\n", n, here, seeds);
    hits += here;
    all += seeds;
  }
  double part = (double)hits / all, most = full_size() ? 0.03 : 3 * sqrt(0.95 * 0.05 / all);
  print_message("%" PRIu32 " of %" PRIu32 " intervals\n", hits, all);
  assert_true(fabs(part - 0.95) <= most);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uniform_boards_are_uniform),
      cmocka_unit_test(biased_boards_are_not),
      cmocka_unit_test(small_typical_boards_are_uniform),
      cmocka_unit_test(hasty_boards_are_not),
      cmocka_unit_test(typical_boards_are_like_uniform_ones),
      cmocka_unit_test(typical_boards_have_the_density),
      cmocka_unit_test(intervals_are_honest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
