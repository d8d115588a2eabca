/* The verdict on small plain boards, by bit masks.
 *
 * MODEL.  A bit per line that holds a queen:
 *
 *     used     bit row         rising   bit row + column       falling  bit row + n - 1 - column
 *
 * n queens are a solution if n bits of each mask are set.  The diagonals of one direction fit one
 * word up to n = 32, otherwise two. */
#include "board/board.h"

#define NARROW_N 32

static bool check_wide(const uint32_t *rows, uint32_t n) {
  uint64_t used = 0, rising[2] = {0}, falling[2] = {0}, twice = 0;
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column], up = column + row, down = row + n - 1 - column;
    if (row >= n) return false;
    uint64_t row_bit = UINT64_C(1) << row;
    uint64_t up_bit = UINT64_C(1) << up % 64, down_bit = UINT64_C(1) << down % 64;
    twice |= (used & row_bit) | (rising[up / 64] & up_bit) | (falling[down / 64] & down_bit);
    used |= row_bit;
    rising[up / 64] |= up_bit;
    falling[down / 64] |= down_bit;
  }
  return twice == 0;
}

/* Shifting by one per column turns row bits into diagonal bits. */
static bool check_narrow(const uint32_t *rows, uint32_t n) {
  uint64_t used = 0, rising = 0, falling = 0;
  uint32_t over = 0;
  for (uint32_t column = 0; column < n; column++) {
    uint64_t queen = UINT64_C(1) << rows[column] % 32;
    over |= rows[column];
    used |= queen;
    rising = rising >> 1 | queen << (n - 1);
    falling = falling << 1 | queen;
  }
  return over < 32 && used == (UINT64_C(1) << n) - 1 &&
         (uint32_t)__builtin_popcountll(rising) == n &&
         (uint32_t)__builtin_popcountll(falling) == n;
}

bool nq_check_small(const uint32_t *rows, uint32_t n) {
  return n <= NARROW_N ? check_narrow(rows, n) : check_wide(rows, n);
}
