/* The density of queens on plain greedy boards: the reference for the search's own boards.
 *
 *     density N BOARDS >data/greedy-density.txt
 *     density N BOARDS any-order >data/greedy-density-any-order.txt
 *
 * A plain greedy start goes through the columns from the left.  For each it draws rows without a
 * queen, uniformly, until both diagonals of the square are free; after DRAWS draws the column stays
 * empty.  The board is divided into 64 x 64 cells.  Each line of the output is a band of columns:
 * the mean number of queens and its standard deviation, over the boards, for each of its 64 cells
 * from row 0 on.
 *
 * any-order: the columns come in random order.  Then mirrored boards are as likely, so the output
 * has the lower 32 cells of the left 32 bands, over the four of each kind. */
#include "nqueens.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 64
#define DRAWS 200

typedef struct plain_board {
  uint32_t n;
  uint32_t *pool;            /* rows without a queen */
  uint32_t *order;           /* of the columns; NULL: from the left */
  uint8_t *rising, *falling; /* 1 where the diagonal holds a queen */
} plain_board;

struct density {
  int cells; /* bands in the output, and cells of each */
  double sum[CELLS * CELLS], squares[CELLS * CELLS];
};

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
  for (uint32_t i = 0; board->order != NULL && i < n; i++) board->order[i] = i;
  if (board->order != NULL) nq_pcg64_shuffle(&random, board->order, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t column = board->order != NULL ? board->order[i] : i;
    uint32_t row = draw_row(board, &random, column, free_rows);
    if (row == NQ_EMPTY) continue;
    free_rows--;
    count[(uint64_t)column * CELLS / n * CELLS + (uint64_t)row * CELLS / n]++;
  }
}

/* Add the counts of a board to those of the cells that they are shown as. */
static void add_board(struct density *density, const uint32_t *count) {
  for (int cell = 0; cell < CELLS * CELLS; cell++) {
    int band = cell / CELLS, row = cell % CELLS;
    if (band >= density->cells) band = CELLS - 1 - band;
    if (row >= density->cells) row = CELLS - 1 - row;
    density->sum[band * density->cells + row] += count[cell];
    density->squares[band * density->cells + row] += (double)count[cell] * count[cell];
  }
}

static void write_cells(const struct density *density, double boards) {
  double kinds = CELLS / (double)density->cells, samples = boards * kinds * kinds;
  for (int cell = 0; cell < density->cells * density->cells; cell++) {
    double mean = density->sum[cell] / samples;
    double variance = (density->squares[cell] - mean * density->sum[cell]) / (samples - 1);
    printf("%.2f %.2f%c", mean, sqrt(variance),
           cell % density->cells == density->cells - 1 ? '\n' : ' ');
  }
}

static void release(plain_board *board) {
  free(board->pool);
  free(board->order);
  free(board->rising);
  free(board->falling);
}

int main(int argc, char **argv) {
  static uint32_t count[CELLS * CELLS];
  static struct density density;
  bool any_order = argc == 4 && strcmp(argv[3], "any-order") == 0;
  uint32_t n = argc >= 3 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  uint32_t boards = argc >= 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  if (n < CELLS || boards < 2 || argc > 3 + any_order) {
    fprintf(stderr, "usage: density N BOARDS [any-order]\n");
    return 2;
  }
  density.cells = any_order ? CELLS / 2 : CELLS;
  plain_board board = {.n = n,
                       .pool = malloc(n * sizeof *board.pool),
                       .order = any_order ? malloc(n * sizeof *board.order) : NULL,
                       .rising = malloc(2 * (size_t)n),
                       .falling = malloc(2 * (size_t)n)};
  if (!board.pool || (any_order && !board.order) || !board.rising || !board.falling) {
    fprintf(stderr, "density: no memory\n");
    release(&board);
    return 2;
  }
  for (uint32_t seed = 0; seed < boards; seed++) {
    count_board(&board, seed, count);
    add_board(&density, count);
  }
  printf("# Queens in 64 x 64 cells of plain greedy boards: mean and standard deviation.\n"
         "# Made by `tools/density %" PRIu32 " %" PRIu32 "%s`; seeds 0 .. %" PRIu32 ".\n",
         n, boards, any_order ? " any-order" : "", boards - 1);
  write_cells(&density, boards);
  release(&board);
  return ferror(stdout) != 0;
}
