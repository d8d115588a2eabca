/* The density of queens on plain greedy boards: the reference for the search's own boards.
 *
 *     density N BOARDS >data/greedy-density.txt
 *
 * A plain greedy start goes through the columns from the left.  For each it draws rows without a
 * queen, uniformly, until both diagonals of the square are free; after DRAWS draws the column stays
 * empty.  The board is divided into 64 x 64 cells.  Each line of the output is a band of columns:
 * the mean number of queens and its standard deviation, over the boards, for each of its 64 cells
 * from row 0 on. */
#include "nqueens.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 64
#define DRAWS 200

typedef struct plain_board {
  uint32_t n;
  uint32_t *pool;            /* rows without a queen */
  uint8_t *rising, *falling; /* 1 where the diagonal holds a queen */
} plain_board;

static uint32_t draw_row(plain_board *board, nq_pcg64 *random, uint32_t column,
                         uint32_t free_rows) {
  for (int draw = 0; draw < DRAWS && free_rows > 0; draw++) {
    uint64_t place = nq_pcg64_below(random, free_rows);
    uint32_t row = board->pool[place];
    uint64_t rising = (uint64_t)column + row, falling = (uint64_t)row + board->n - 1 - column;
    if (board->rising[rising] || board->falling[falling]) continue;
    board->rising[rising] = board->falling[falling] = 1;
    board->pool[place] = board->pool[free_rows - 1];
    return row;
  }
  return NQ_EMPTY;
}

static void count_board(plain_board *board, uint64_t seed, uint32_t *count) {
  uint32_t n = board->n, free_rows = n;
  nq_pcg64 random;
  nq_pcg64_seed(&random, seed, 0);
  memset(board->rising, 0, 2 * (size_t)n);
  memset(board->falling, 0, 2 * (size_t)n);
  memset(count, 0, CELLS * CELLS * sizeof *count);
  for (uint32_t row = 0; row < n; row++) board->pool[row] = row;
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = draw_row(board, &random, column, free_rows);
    if (row == NQ_EMPTY) continue;
    free_rows--;
    count[(uint64_t)column * CELLS / n * CELLS + (uint64_t)row * CELLS / n]++;
  }
}

static void write_cells(const double *sum, const double *squares, double boards) {
  for (int cell = 0; cell < CELLS * CELLS; cell++) {
    double mean = sum[cell] / boards;
    double variance = (squares[cell] - mean * sum[cell]) / (boards - 1);
    printf("%.2f %.2f%c", mean, sqrt(variance), cell % CELLS == CELLS - 1 ? '\n' : ' ');
  }
}

int main(int argc, char **argv) {
  static uint32_t count[CELLS * CELLS];
  static double sum[CELLS * CELLS], squares[CELLS * CELLS];
  uint32_t n = argc == 3 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  uint32_t boards = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  if (n < CELLS || boards < 2) {
    fprintf(stderr, "usage: density N BOARDS\n");
    return 2;
  }
  plain_board board = {.n = n,
                       .pool = malloc(n * sizeof *board.pool),
                       .rising = malloc(2 * (size_t)n),
                       .falling = malloc(2 * (size_t)n)};
  if (!board.pool || !board.rising || !board.falling) {
    fprintf(stderr, "density: no memory\n");
    free(board.pool);
    free(board.rising);
    free(board.falling);
    return 2;
  }
  for (uint32_t seed = 0; seed < boards; seed++) {
    count_board(&board, seed, count);
    for (int cell = 0; cell < CELLS * CELLS; cell++) {
      sum[cell] += count[cell];
      squares[cell] += (double)count[cell] * count[cell];
    }
  }
  printf("# Queens in 64 x 64 cells of plain greedy boards: mean and standard deviation.\n"
         "# Made by `tools/density %" PRIu32 " %" PRIu32 "`; seeds 0 .. %" PRIu32 ".\n",
         n, boards, boards - 1);
  write_cells(sum, squares, boards);
  free(board.pool);
  free(board.rising);
  free(board.falling);
  return ferror(stdout) != 0;
}
