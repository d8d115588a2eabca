/* Large boards are as random as plain greedy ones whose columns come in any order: queens in 64 x
 * 64 cells, and in narrow strips at the borders of the groups of columns and of rows.
 *
 * MODEL.  z is a count's distance from the mean of plain boards, in their deviations
 * (data/greedy-density-any-order.txt).  Of a plain board the root mean square of the z of 4096
 * cells is 1, with a deviation of 0.011.  The strips, a quarter as wide as cells, have a quarter of
 * the mean and half of the deviation of the cells that they lie in.
 *
 * The boards here are less even (see data/performance-notes.md): each limit is four deviations
 * above the mean of 40 boards, so one board in some thousands would pass one of them.  Seeds are
 * fixed: this cannot fail by chance. */
#include "local/rounds/rounds.h"
#include "nqueens.h"
#include "sized.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define N     1000000
#define CELLS 64
#define HALF  (CELLS / 2)
#define STRIP 3906 /* a quarter of a cell */
#define SEEDS 8

struct reference {
  double mean[CELLS][CELLS], deviation[CELLS][CELLS]; /* by band of columns and of rows */
};

struct density {
  double rms, farthest;
};

static uint64_t *rows;

static nq_status write_rows(void *context, uint64_t column, const uint64_t *from, size_t count,
                            nq_error *error) {
  (void)context, (void)error;
  memcpy(rows + column, from, count * sizeof *rows);
  return NQ_OK;
}

static nq_status read_rows(void *context, uint64_t column, uint64_t *to, size_t count,
                           nq_error *error) {
  (void)context, (void)error;
  memcpy(to, rows + column, count * sizeof *rows);
  return NQ_OK;
}

static void solve(uint64_t seed) {
  const nq_large_board board = {.n = N, .write = write_rows, .read = read_rows};
  nq_solve_options options;
  nq_result result;
  nq_solve_options_init(&options);
  options.seed = seed;
  assert_int_equal(nq_large_solve(&board, &options, &result, NULL), NQ_OK);
  assert_int_equal(result.verdict, NQ_SOLVED);
}

static int read_reference(void **state) {
  static struct reference reference;
  FILE *file = fopen(NQ_SOURCE_ROOT "/data/greedy-density-any-order.txt", "r");
  if (file == NULL) return -1;
  int failed = 0;
  for (int line = 0; line < 2; line++) failed |= fscanf(file, "#%*[^\n] ") != 0;
  for (int i = 0; i < HALF * HALF; i++) {
    double mean, deviation;
    failed |= fscanf(file, "%lf %lf", &mean, &deviation) != 2;
    for (int mirrored = 0; mirrored < 4; mirrored++) {
      int band = i / HALF, cell = i % HALF;
      if (mirrored & 1) band = CELLS - 1 - band;
      if (mirrored & 2) cell = CELLS - 1 - cell;
      reference.mean[band][cell] = mean;
      reference.deviation[band][cell] = deviation;
    }
  }
  fclose(file);
  rows = malloc(N * sizeof *rows);
  *state = &reference;
  return failed || rows == NULL ? -1 : 0;
}

static int release(void **state) {
  (void)state;
  free(rows);
  return 0;
}

static struct density compare(uint32_t count[CELLS][CELLS], const struct reference *reference) {
  struct density density = {0, 0};
  for (int band = 0; band < CELLS; band++)
    for (int cell = 0; cell < CELLS; cell++) {
      double z =
          (count[band][cell] - reference->mean[band][cell]) / reference->deviation[band][cell];
      density.rms += z * z / (CELLS * CELLS);
      density.farthest = fmax(density.farthest, fabs(z));
    }
  density.rms = sqrt(density.rms);
  return density;
}

static struct density compare_cells(const struct reference *reference) {
  static uint32_t count[CELLS][CELLS];
  memset(count, 0, sizeof count);
  for (uint64_t column = 0; column < N; column++)
    count[column * CELLS / N][rows[column] * CELLS / N]++;
  return compare(count, reference);
}

/* Strips along the borders of groups, or `halves` of a group before them, across the cells of the
 * other direction. */
static struct density compare_strips(const struct reference *reference, uint64_t halves,
                                     bool of_rows) {
  static uint32_t count[CELLS][CELLS];
  static struct reference strips;
  nq_pcg64 random;
  nq_rounds_plan plan;
  nq_pcg64_seed(&random, 0, 0);
  nq_rounds_plan_init(&plan, N, &random); /* its groups do not depend on the random numbers */
  assert_int_equal(plan.groups, CELLS + 1);
  uint64_t group = 8 * plan.bytes * plan.blocks, before = halves * group / 2;
  memset(count, 0, sizeof count);
  for (uint64_t column = 0; column < N; column++) {
    uint64_t along = (of_rows ? rows[column] : column) + before + STRIP / 2;
    uint64_t across = of_rows ? column : rows[column], border = along / group;
    if (border > 0 && border <= CELLS && along % group < STRIP)
      count[border - 1][across * CELLS / N]++;
  }
  const double part = (double)STRIP * CELLS / N;
  for (uint64_t border = 1; border <= CELLS; border++)
    for (uint64_t cell = 0; cell < CELLS; cell++) {
      uint64_t along = (border * group - before) * CELLS / N;
      uint64_t band = of_rows ? cell : along, place = of_rows ? along : cell;
      strips.mean[border - 1][cell] = part * reference->mean[band][place];
      strips.deviation[border - 1][cell] = sqrt(part) * reference->deviation[band][place];
    }
  return compare(count, &strips);
}

static void expect_density(const char *what, uint64_t seed, struct density density, double rms,
                           double farthest) {
  if (density.rms > rms || density.rms < 0.9 || density.farthest > farthest)
    fail_msg("%s, seed %" PRIu64 ": root mean square %.3f, farthest %.2f", what, seed, density.rms,
             density.farthest);
}

static void are_as_dense_as_plain_boards(void **state) {
  const struct reference *reference = *state;
  for (uint64_t seed = 1; seed <= trimmed(SEEDS); seed++) {
    solve(seed);
    expect_density("cells", seed, compare_cells(reference), 1.1, 6);
    expect_density("borders of columns", seed, compare_strips(reference, 0, false), 1.6, 8);
    expect_density("columns between borders", seed, compare_strips(reference, 1, false), 1.23, 7);
    expect_density("borders of rows", seed, compare_strips(reference, 0, true), 1.43, 7);
    expect_density("rows between borders", seed, compare_strips(reference, 1, true), 1.46, 7);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_as_dense_as_plain_boards),
  };
  return cmocka_run_group_tests(tests, read_reference, release);
}
