/* MODEL.  The board is divided into 8 x 8 cells, band i holding the columns (or rows) with
 * 8 c / n = i, rounded down.  A cell's relative density is its number of queens over columns times
 * rows / n.  The mean over all solutions, as n grows, was computed from the limit of the density
 * (M. Simkin 2021; P. Nobel, A. Agrawal, S. Boyd 2023); it has the 8 symmetries of the square.  The
 * standard error of a mean is that of the boards, so z scores need at least two. */
#include "cli/check/checker.h"
#include "core/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#define HALF (DENSITY_CELLS / 2)

/* The upper left quarter of all solutions' densities. */
static const double expected[HALF][HALF] = {{.6757, .9232, 1.1413, 1.2598},
                                            {.9232, .9850, 1.0368, 1.0550},
                                            {1.1413, 1.0368, .9290, .8929},
                                            {1.2598, 1.0550, .8929, .7923}};

/* The band's number from the nearer edge. */
static int fold(int band) {
  return band < HALF ? band : DENSITY_CELLS - 1 - band;
}

static uint32_t band_size(uint32_t n, int band) {
  uint64_t cells = DENSITY_CELLS, i = (uint64_t)band;
  return (uint32_t)(((i + 1) * n + cells - 1) / cells - (i * n + cells - 1) / cells);
}

void cli_density_add(cli_density *density, const nq_board *board) {
  static const double images[2] = {4, 8}; /* of a cell on a main diagonal, of another one */
  uint64_t queens[DENSITY_CELLS][DENSITY_CELLS] = {{0}};
  double mean[HALF][HALF] = {{0}};
  uint32_t n = board->n;
  if (n < DENSITY_CELLS) return;
  for (uint32_t column = 0; column < n; column++)
    if (board->rows[column] < n)
      queens[(uint64_t)column * DENSITY_CELLS / n]
            [(uint64_t)board->rows[column] * DENSITY_CELLS / n]++;
  density->boards++;
  for (int i = 0; i < DENSITY_CELLS; i++)
    for (int j = 0; j < DENSITY_CELLS; j++) {
      double size = (double)band_size(n, i) * band_size(n, j) / n;
      double value = (double)queens[i][j] / size;
      int a = fold(i), b = fold(j);
      density->sum[i][j] += value;
      density->squares[i][j] += value * value;
      mean[a < b ? a : b][a < b ? b : a] += value / images[a != b];
    }
  for (int i = 0; i < HALF; i++)
    for (int j = i; j < HALF; j++) {
      density->mean[i][j] += mean[i][j];
      density->mean_squares[i][j] += mean[i][j] * mean[i][j];
    }
}

/* A mean, and its distance from the expected one in standard errors; NAN: that is not known. */
static double find_mean(double boards, double sum, double squares, double wanted, double *z) {
  double mean = sum / boards, error = sqrt(fmax(0, squares / boards - mean * mean) / (boards - 1));
  *z = boards > 1 && error > 0 ? (mean - wanted) / error : NAN;
  return mean;
}

static void print_cell(double boards, double sum, double squares, double wanted) {
  double z, mean = find_mean(boards, sum, squares, wanted, &z);
  if (isnan(z))
    printf(" %7.4f      -", mean);
  else
    printf(" %7.4f %+6.1f", mean, z);
}

static bool print_tables(const cli_density *density) {
  double boards = (double)density->boards;
  printf("# density of %" PRIu64
         " board%s in 8 x 8 cells, a line for each band of columns: mean, z\n",
         density->boards, density->boards == 1 ? "" : "s");
  for (int i = 0; density->boards > 0 && i < DENSITY_CELLS; i++) {
    for (int j = 0; j < DENSITY_CELLS; j++)
      print_cell(boards, density->sum[i][j], density->squares[i][j], expected[fold(i)][fold(j)]);
    putchar('\n');
  }
  puts("# means over the 8 symmetries: cell, expected, mean, z");
  for (int i = 0; density->boards > 0 && i < HALF; i++)
    for (int j = i; j < HALF; j++) {
      printf("%d,%d %7.4f", i, j, expected[i][j]);
      print_cell(boards, density->mean[i][j], density->mean_squares[i][j], expected[i][j]);
      putchar('\n');
    }
  return true;
}

static bool print_json(const cli_density *density) {
  double boards = (double)density->boards;
  json_t *means = json_array(), *all = json_array(), *scores = json_array();
  for (int i = 0; density->boards > 0 && i < DENSITY_CELLS; i++) {
    json_t *mean = json_array(), *wanted = json_array(), *score = json_array();
    for (int j = 0; j < DENSITY_CELLS; j++) {
      double z, of_all = expected[fold(i)][fold(j)];
      nq_json_append(&mean, json_real(find_mean(boards, density->sum[i][j], density->squares[i][j],
                                                of_all, &z)));
      nq_json_append(&wanted, json_real(of_all));
      nq_json_append(&score, isnan(z) ? json_null() : json_real(z));
    }
    nq_json_append(&means, mean);
    nq_json_append(&all, wanted);
    nq_json_append(&scores, score);
  }
  json_t *object = json_pack("{s:I, s:o, s:o, s:o}", "boards", (json_int_t)density->boards,
                             "density", means, "expected", all, "z", scores);
  return cli_stats_print(object, CLI_YES) == CLI_YES;
}

bool cli_density_print(const cli_density *density, bool json) {
  return (json ? print_json : print_tables)(density);
}
