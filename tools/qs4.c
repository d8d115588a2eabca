/* QS4 as its authors describe it (R. Sosic, J. Gu, "Efficient local search with conflict
 * minimization: a case study of the n-queens problem", IEEE TKDE 6, 1994): the algorithm of the
 * strongest public programs, with a byte per diagonal and no other optimization.
 *
 *   initial search  each column in turn draws random free rows until one has no conflicts, with at
 *                   most 3.08n tries in total; the last columns take random rows
 *   final search    each attacked queen of the last columns is swapped with random ones until a swap
 *                   reduces the conflicts */
#include "core/random.h"
#include "qs4.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define TRIES_A_COLUMN 3.08

struct board {
  uint32_t n;
  uint32_t *rows;
  uint8_t *rising, *falling;
  nq_pcg32 random;
};

static uint8_t *rising_of(const struct board *board, uint32_t column, uint32_t row) {
  return &board->rising[(uint64_t)column + row];
}

static uint8_t *falling_of(const struct board *board, uint32_t column, uint32_t row) {
  return &board->falling[(uint64_t)row + board->n - 1 - column];
}

static void exchange(struct board *board, uint32_t a, uint32_t b) {
  uint32_t row = board->rows[a];
  board->rows[a] = board->rows[b];
  board->rows[b] = row;
}

static void count(const struct board *board, uint32_t column, int by) {
  uint32_t row = board->rows[column];
  uint8_t *rising = rising_of(board, column, row), *falling = falling_of(board, column, row);
  *rising = (uint8_t)(*rising + by);
  *falling = (uint8_t)(*falling + by);
}

/* Returns the first column whose queen was placed without testing for conflicts. */
static uint32_t initial_search(struct board *board) {
  uint32_t n = board->n, column = 0;
  for (uint32_t i = 0; i < n; i++) board->rows[i] = i;
  uint64_t tries = (uint64_t)(TRIES_A_COLUMN * n);
  for (; column < n && tries > 0; tries--) {
    uint32_t other = column + below_pcg32(&board->random, n - column), row = board->rows[other];
    if (*rising_of(board, column, row) > 0 || *falling_of(board, column, row) > 0) continue;
    exchange(board, column, other);
    count(board, column, 1);
    column++;
  }
  uint32_t first = column;
  for (; column < n; column++) {
    exchange(board, column, column + below_pcg32(&board->random, n - column));
    count(board, column, 1);
  }
  return first;
}

static int collisions(const struct board *board, uint32_t column) {
  uint32_t row = board->rows[column];
  return *rising_of(board, column, row) - 1 + *falling_of(board, column, row) - 1;
}

/* Swap the queens if that reduces the conflicts. */
static bool improve(struct board *board, uint32_t a, uint32_t b) {
  uint32_t columns[2] = {a, b};
  int before = 0, after = 0;
  for (int i = 0; i < 2; i++) {
    before += collisions(board, columns[i]);
    count(board, columns[i], -1);
  }
  exchange(board, a, b);
  for (int i = 0; i < 2; i++) {
    count(board, columns[i], 1);
    after += collisions(board, columns[i]);
  }
  if (after < before) return true;
  count(board, a, -1);
  count(board, b, -1);
  exchange(board, a, b);
  count(board, a, 1);
  count(board, b, 1);
  return false;
}

/* False when a queen finds no partner in 100n tries: another start is needed. */
static bool final_search(struct board *board, uint32_t first) {
  for (uint32_t column = first; column < board->n; column++) {
    uint64_t tries = 0;
    while (collisions(board, column) > 0) {
      uint32_t other = below_pcg32(&board->random, board->n);
      if (other != column) improve(board, column, other);
      if (++tries > 100 * (uint64_t)board->n) return false;
    }
  }
  for (uint32_t column = 0; column < board->n; column++)
    if (collisions(board, column) > 0) return false;
  return true;
}

bool qs4_solve(uint32_t *rows, uint32_t n, uint64_t seed) {
  struct board board = {.n = n, .rows = rows};
  bool solved = false;
  nq_pcg32_seed(&board.random, seed, 0);
  while (!solved) {
    board.rising = calloc(2 * (size_t)n, 1);
    board.falling = calloc(2 * (size_t)n, 1);
    bool have = board.rising != NULL && board.falling != NULL;
    solved = have && final_search(&board, initial_search(&board));
    free(board.rising);
    free(board.falling);
    if (!have) return false;
  }
  return true;
}

uint64_t qs4_bytes(uint32_t n) {
  return 8 * (uint64_t)n;
}
