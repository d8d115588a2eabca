/* Counts of queens in square cells, from rows that are seen once.
 *
 * MODEL.  The grid has GRID x GRID cells of 2^level squares a side, one stripe of columns after the
 * other:
 *
 *     cells[(column >> level) * GRID + (row >> level)]
 *
 * The size of the board may not be known before its end, so level starts at 0.  Whenever a column
 * or row is outside of the grid, four cells become one and level grows by one.  At the end cells
 * are joined until a cell is expected to hold at least EXPECTED queens: n queens on (n / 2^level)^2
 * cells are 4^level / n each.
 *
 * n is rarely a multiple of 2^level.  The last cell of each line takes the rest of the board, half
 * a cell to one and a half, because one queen in a narrow cell would look like a high density;
 * nq_density_area gives its size.
 *
 *     2^level |----|----|----|------|  n
 *                0    1    2    3 */
#include "core/core.h"
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>

#define GRID     512
#define EXPECTED 8

struct nq_density {
  uint32_t *cells;
  unsigned level;
  uint32_t side; /* set by nq_density_finish */
  uint64_t columns, queens;
  uint64_t largest;        /* row, without NQ_EMPTY */
  uint64_t largest_column; /* column where it was first seen */
};

nq_density *nq_density_new(void) {
  nq_density *density = nq_memory_new(1, sizeof *density);
  if (density == NULL) return NULL;
  density->cells = nq_memory_new((uint64_t)GRID * GRID, sizeof *density->cells);
  if (density->cells != NULL) return density;
  nq_density_free(density);
  return NULL;
}

void nq_density_free(nq_density *density) {
  if (density == NULL) return;
  nq_memory_free(density->cells, (uint64_t)GRID * GRID, sizeof *density->cells);
  nq_memory_free(density, 1, sizeof *density);
}

/* Join four cells to one.  In place, since each is read before it is overwritten: 2x >= x. */
static void join_cells(nq_density *density) {
  uint32_t *cells = density->cells;
  for (uint32_t x = 0; x < GRID; x++)
    for (uint32_t y = 0; y < GRID; y++) {
      uint32_t sum = 0;
      if (x < GRID / 2 && y < GRID / 2) {
        const uint32_t *left = cells + 2 * x * GRID + 2 * y, *right = left + GRID;
        sum = left[0] + left[1] + right[0] + right[1];
      }
      cells[x * GRID + y] = sum;
    }
  density->level++;
}

/* The largest row, without NQ_EMPTY. */
static uint32_t find_largest(const uint32_t *rows, size_t count) {
  uint32_t largest = 0; /* of row + 1, which is 0 for NQ_EMPTY */
  for (size_t i = 0; i < count; i++) largest = rows[i] + 1 > largest ? rows[i] + 1 : largest;
  return largest > 0 ? largest - 1 : 0;
}

static void note_largest(nq_density *density, const uint32_t *rows, size_t count) {
  uint32_t largest = find_largest(rows, count);
  if (largest <= density->largest) return;
  size_t at = 0;
  while (rows[at] != largest) at++;
  density->largest = largest;
  density->largest_column = density->columns + at;
}

/* Count the rows of columns that lie in one stripe. */
static uint64_t count_stripe(uint32_t *restrict stripe, unsigned level, const uint32_t *rows,
                             size_t count) {
  uint64_t empty = 0;
  for (size_t i = 0; i < count; i++) {
    if (rows[i] == NQ_EMPTY)
      empty++;
    else
      stripe[rows[i] >> level]++;
  }
  return count - empty;
}

void nq_density_add(nq_density *density, const uint32_t *rows, size_t count) {
  if (count == 0) return;
  note_largest(density, rows, count);
  uint64_t furthest = density->columns + count - 1;
  if (furthest < density->largest) furthest = density->largest;
  while (furthest >> density->level >= GRID) join_cells(density);
  while (count > 0) {
    uint64_t stripe = density->columns >> density->level;
    uint64_t left = ((stripe + 1) << density->level) - density->columns;
    size_t fit = left < count ? (size_t)left : count;
    density->queens += count_stripe(density->cells + stripe * GRID, density->level, rows, fit);
    density->columns += fit;
    rows += fit;
    count -= fit;
  }
}

void nq_density_add_wide(nq_density *density, const uint64_t *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t column = density->columns++, row = rows[i], furthest = row > column ? row : column;
    if (row == UINT64_MAX) continue;
    while (furthest >> density->level >= GRID) join_cells(density);
    density->cells[(column >> density->level) * GRID + (row >> density->level)]++;
    density->queens++;
    if (row <= density->largest) continue;
    density->largest = row;
    density->largest_column = column;
  }
  while (density->columns >> density->level > GRID) join_cells(density);
}

/* Add the lines of cells from `side` on to the last line before them. */
static void join_rest(nq_density *density, uint32_t side) {
  uint32_t *cells = density->cells;
  for (uint32_t x = 0; x < GRID; x++)
    for (uint32_t y = 0; y < GRID; y++) {
      if (x < side && y < side) continue;
      uint32_t to_x = x < side ? x : side - 1, to_y = y < side ? y : side - 1;
      cells[to_x * GRID + to_y] += cells[x * GRID + y];
      cells[x * GRID + y] = 0;
    }
  density->side = side;
}

nq_status nq_density_finish(nq_density *density, nq_error *error) {
  uint64_t n = density->columns;
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board has at least one column");
  if (density->largest >= n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "column %" PRIu64 " has row %" PRIu64 ", but a board of %" PRIu64
                        " columns has the rows 0..%" PRIu64,
                        density->largest_column, density->largest, n, n - 1);
  while (ldexp(1, 2 * (int)density->level) < EXPECTED * (double)n && n >> (density->level + 1) > 0)
    join_cells(density);
  uint64_t side = (n + (UINT64_C(1) << density->level) / 2) >> density->level;
  join_rest(density, side > 0 ? (uint32_t)side : 1);
  return NQ_OK;
}

uint32_t nq_density_side(const nq_density *density) {
  return density->side;
}

uint64_t nq_density_n(const nq_density *density) {
  return density->columns;
}

uint64_t nq_density_queens(const nq_density *density) {
  return density->queens;
}

double nq_density_span(const nq_density *density) {
  return ldexp((double)density->columns, -(int)density->level);
}

uint32_t nq_density_count(const nq_density *density, uint32_t x, uint32_t y) {
  return density->cells[x * GRID + y];
}

double nq_density_area(const nq_density *density, uint32_t x, uint32_t y) {
  double last = nq_density_span(density) - (density->side - 1);
  return (x + 1 == density->side ? last : 1) * (y + 1 == density->side ? last : 1);
}
