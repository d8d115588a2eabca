/* The number of collisions of a random permutation as a board, counted as in R. Sosic, J. Gu, "A
 * Polynomial Time Algorithm for the N-Queens Problem", SIGART Bulletin 1(3), 1990: k queens on one
 * diagonal are k - 1 collisions.  (They are k(k - 1)/2 attacking pairs, which nqueens calls
 * conflicts.)
 *
 *   study-permutation BOARDS N...     a line for each n: n, boards, mean of collisions / n and its
 *                                     95 % interval, mean of conflicts / n */
#include "nqueens.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NORMAL_975 1.959963984540054

struct counts {
  double collisions, conflicts;
};

static struct counts count(const uint32_t *rows, uint32_t n, uint32_t *queens) {
  struct counts counts = {0};
  for (int falling = 0; falling < 2; falling++) {
    memset(queens, 0, 2 * (size_t)n * sizeof *queens);
    for (uint32_t column = 0; column < n; column++) {
      uint64_t diagonal =
          falling ? (uint64_t)rows[column] + n - 1 - column : (uint64_t)rows[column] + column;
      uint32_t before = queens[diagonal]++;
      counts.collisions += before > 0;
      counts.conflicts += before;
    }
  }
  return counts;
}

static bool study(uint32_t n, uint64_t boards) {
  uint32_t *rows = calloc(n, sizeof *rows), *queens = calloc(2 * (size_t)n, sizeof *queens);
  bool reserved = rows != NULL && queens != NULL;
  double sum = 0, squares = 0, conflicts = 0;
  for (uint64_t seed = 1; seed <= boards && reserved; seed++) {
    nq_pcg64 random;
    nq_pcg64_seed(&random, seed, n);
    for (uint32_t i = 0; i < n; i++) rows[i] = i;
    nq_pcg64_shuffle(&random, rows, n);
    struct counts counts = count(rows, n, queens);
    double share = counts.collisions / n;
    sum += share;
    squares += share * share;
    conflicts += counts.conflicts / n;
  }
  if (reserved) {
    double many = (double)boards, mean = sum / many;
    double half = NORMAL_975 * sqrt(fmax(0, squares / many - mean * mean) / (many - 1));
    printf("%" PRIu32 " %" PRIu64 " %.5f %.5f %.5f %.5f\n", n, boards, mean, mean - half,
           mean + half, conflicts / many);
    fflush(stdout);
  }
  free(rows);
  free(queens);
  return reserved;
}

int main(int argc, char **argv) {
  uint64_t boards = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
  if (boards < 2) {
    fputs("usage: study-permutation BOARDS N...\n", stderr);
    return 2;
  }
  for (int i = 2; i < argc; i++) {
    unsigned long n = strtoul(argv[i], NULL, 10);
    if (n < 1 || n > 100000000 || !study((uint32_t)n, boards)) {
      fprintf(stderr, "study-permutation: cannot do n = %s\n", argv[i]);
      return 2;
    }
  }
  return 0;
}
