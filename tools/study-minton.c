/* How many repairs min-conflicts needs after a greedy start, exactly as published (S. Minton,
 * M. D. Johnston, A. B. Philips, P. Laird, "Minimizing conflicts: a heuristic repair method for
 * constraint satisfaction and scheduling problems", Artificial Intelligence 58, 1992):
 *
 *   start   column by column, to a row with the fewest conflicts with the queens before it;
 *   repair  a random queen in conflict moves to a row of its column with the fewest conflicts;
 *           ties are broken at random in both.
 *
 * The program's own greedy start looks at only a few rows per column, so it differs.
 *
 *   study-minton RUNS N...      a line for each n: n, runs, median of the repairs and its 95 %
 *                               bootstrap interval, mean of the conflicts after the start
 *
 * MODEL.  count[line][i] queens stand on row i (line 0), rising diagonal i (1), falling diagonal i
 * (2).  Drawing untaken rows until one has no conflicts selects uniformly from the rows that the
 * definition allows; only if TRIES draws fail are all rows examined. */
#include "core/random.h"
#include "experiment/statistics.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define TRIES        200
#define REPAIRS_MOST 1000000

struct search {
  uint32_t n;
  uint32_t *rows, *pool; /* pool: rows not taken yet, then columns in conflict */
  uint32_t *count[3];
  nq_pcg64 random;
};

static uint32_t *count_at(const struct search *search, int line, uint32_t column, uint32_t row) {
  uint64_t at = line == 0   ? row
                : line == 1 ? (uint64_t)column + row
                            : (uint64_t)row + search->n - 1 - column;
  return &search->count[line][at];
}

static uint32_t conflicts_at(const struct search *search, uint32_t column, uint32_t row) {
  uint32_t sum = 0;
  for (int line = 0; line < 3; line++) sum += *count_at(search, line, column, row);
  return sum;
}

static void place(struct search *search, uint32_t column, uint32_t row) {
  for (int line = 0; line < 3; line++) ++*count_at(search, line, column, row);
  search->rows[column] = row;
}

static void lift(struct search *search, uint32_t column) {
  for (int line = 0; line < 3; line++) --*count_at(search, line, column, search->rows[column]);
}

/* A random row among those with the fewest conflicts. */
static uint32_t best_row(struct search *search, uint32_t column) {
  uint32_t best = 0, fewest = UINT32_MAX, ties = 0;
  for (uint32_t row = 0; row < search->n; row++) {
    uint32_t conflicts = conflicts_at(search, column, row);
    if (conflicts > fewest) continue;
    ties = conflicts < fewest ? 1 : ties + 1;
    fewest = conflicts;
    if (below_pcg64(&search->random, ties) == 0) best = row;
  }
  return best;
}

/* Greedy start; returns the sum of each queen's conflicts with earlier queens. */
static uint64_t start(struct search *search) {
  uint32_t left = search->n;
  uint64_t conflicts = 0;
  for (uint32_t row = 0; row < search->n; row++) search->pool[row] = row;
  for (uint32_t column = 0; column < search->n; column++) {
    uint32_t place_of = UINT32_MAX, row = 0;
    for (int i = 0; i < TRIES && left > 0 && place_of == UINT32_MAX; i++) {
      uint32_t at = (uint32_t)below_pcg64(&search->random, left);
      if (conflicts_at(search, column, search->pool[at]) == 0) place_of = at;
    }
    if (place_of != UINT32_MAX) {
      row = search->pool[place_of];
      search->pool[place_of] = search->pool[--left];
    } else {
      row = best_row(search, column);
      conflicts += conflicts_at(search, column, row);
      for (uint32_t i = 0; i < left; i++)
        if (search->pool[i] == row) search->pool[i] = search->pool[--left];
    }
    place(search, column, row);
  }
  return conflicts;
}

/* The number of repairs until no conflict is left, at most REPAIRS_MOST. */
static uint32_t repair(struct search *search) {
  for (uint32_t repairs = 0; repairs < REPAIRS_MOST; repairs++) {
    uint32_t in_conflict = 0;
    for (uint32_t column = 0; column < search->n; column++)
      if (conflicts_at(search, column, search->rows[column]) > 3)
        search->pool[in_conflict++] = column;
    if (in_conflict == 0) return repairs;
    uint32_t column = search->pool[below_pcg64(&search->random, in_conflict)];
    lift(search, column);
    place(search, column, best_row(search, column));
  }
  return REPAIRS_MOST;
}

static void release(struct search *search) {
  free(search->rows);
  free(search->pool);
  for (int line = 0; line < 3; line++) free(search->count[line]);
}

static bool reserve(struct search *search) {
  search->rows = calloc(search->n, sizeof *search->rows);
  search->pool = calloc(search->n, sizeof *search->pool);
  bool reserved = search->rows != NULL && search->pool != NULL;
  for (int line = 0; line < 3; line++) {
    search->count[line] = calloc(2 * (size_t)search->n, sizeof *search->count[line]);
    reserved = reserved && search->count[line] != NULL;
  }
  return reserved;
}

static bool run(uint32_t n, uint64_t seed, nq_observation *repairs, double *conflicts) {
  struct search search = {.n = n};
  nq_pcg64_seed(&search.random, seed, n);
  bool reserved = reserve(&search);
  if (reserved) {
    *conflicts += (double)start(&search);
    uint32_t steps = repair(&search);
    *repairs = (nq_observation){steps, steps == REPAIRS_MOST};
  }
  release(&search);
  return reserved;
}

static bool study(uint32_t n, size_t runs) {
  static const double half = 0.5;
  static const nq_statistic statistic = {.p = &half, .quantiles = 1};
  nq_observation *repairs = calloc(runs, sizeof *repairs);
  double *drawn = calloc(NQ_RESAMPLES, sizeof *drawn);
  const nq_sample sample = {.sorted = repairs, .count = runs};
  double conflicts = 0, median = 0;
  bool ran = repairs != NULL && drawn != NULL;
  for (size_t i = 0; i < runs && ran; i++) ran = run(n, i + 1, &repairs[i], &conflicts);
  if (ran) {
    nq_observations_sort(repairs, runs);
    nq_km_quantiles(sample, &half, 1, &median);
    ran = nq_bootstrap(sample, &statistic, 1, NULL, drawn, NULL) == NQ_OK;
  }
  if (ran) {
    nq_interval interval = nq_percentile_interval(drawn, NQ_RESAMPLES);
    printf("%" PRIu32 " %zu %g %g %g %.1f\n", n, runs, median, interval.low, interval.high,
           conflicts / (double)runs);
    fflush(stdout);
  }
  free(repairs);
  free(drawn);
  return ran;
}

int main(int argc, char **argv) {
  size_t runs = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
  if (runs == 0) {
    fputs("usage: study-minton RUNS N...\n", stderr);
    return 2;
  }
  for (int i = 2; i < argc; i++) {
    unsigned long n = strtoul(argv[i], NULL, 10);
    if (n < 4 || n > 100000000 || !study((uint32_t)n, runs)) {
      fprintf(stderr, "study-minton: cannot do n = %s\n", argv[i]);
      return 2;
    }
  }
  return 0;
}
