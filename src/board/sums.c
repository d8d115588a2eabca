#include "board/sums.h"

#include <string.h>

#define IMPOSSIBLE (INT64_MAX / 4)

/* The diagonals of one direction, with u = index - n + 1, and their bound so far. */
typedef struct direction {
  const uint64_t *left;
  uint32_t parity; /* of the index where row + column is even */
  int64_t sum;     /* of u */
  int64_t centre;  /* twice the u that choices lie around */
  int64_t *least;  /* [k]: lower bound of the sum of 4 u^2, if k queens have an even row + column */
} direction;

static bool is_left(const direction *diagonals, int64_t index) {
  return diagonals->left[index / 64] >> index % 64 & 1;
}

/* Sum (2 u - centre)^2 over the 0, 1, .. `queens` nearest diagonals of each parity: near[0][..] where
 * row + column is even, then near[1][..].  Set their numbers, and return the sum of u of the `queens`
 * nearest. */
static int64_t sum_nearest(const nq_sums *sums, const direction *diagonals, int64_t *near[2],
                           uint32_t found[2]) {
  int64_t last = 2 * (int64_t)sums->n - 2, middle = sums->n - 1, chosen = 0;
  int64_t above = (diagonals->centre + last + 1) / 2, below = above - 1;
  uint32_t queens = sums->queens, all = 0;
  near[0][0] = near[1][0] = 0;
  found[0] = found[1] = 0;
  while ((above <= last || below >= 0) && (found[0] < queens || found[1] < queens)) {
    int64_t up = 2 * (above - middle) - diagonals->centre;
    int64_t down = diagonals->centre - 2 * (below - middle);
    bool upward = below < 0 || (above <= last && up <= down);
    int64_t index = upward ? above++ : below--, distance = upward ? up : down;
    if (!is_left(diagonals, index)) continue;
    uint32_t odd = ((uint32_t)index ^ diagonals->parity) & 1;
    if (all++ < queens) chosen += index - middle;
    if (found[odd] == queens) continue;
    near[odd][found[odd] + 1] = near[odd][found[odd]] + distance * distance;
    found[odd]++;
  }
  return chosen;
}

/* Raise the bounds by the choice around `centre`; return the sum of u of the most central choice. */
static int64_t raise_bounds(const nq_sums *sums, const direction *diagonals, int64_t *room) {
  uint32_t queens = sums->queens, found[2];
  int64_t *near[2] = {room, room + queens + 1};
  int64_t chosen = sum_nearest(sums, diagonals, near, found), centre = diagonals->centre;
  int64_t shift = 4 * centre * diagonals->sum - queens * centre * centre;
  for (uint32_t k = 0; k <= queens; k++) {
    bool possible = k <= found[0] && queens - k <= found[1];
    int64_t bound = possible ? near[0][k] + near[1][queens - k] + shift : IMPOSSIBLE;
    if (diagonals->least[k] < bound) diagonals->least[k] = bound;
  }
  return chosen;
}

static bool exceed(const nq_sums *sums, const direction *rising, const direction *falling) {
  for (uint32_t k = (sums->queens + sums->even) % 2; k <= sums->queens; k += 2)
    if (rising->least[k] + falling->least[k] <= 2 * sums->squares) return false;
  return true;
}

/* Any centre gives a bound.  The best one is where the most central choice has the right sum of u. */
bool nq_sums_exceed(const nq_sums *sums, const uint64_t *rising, const uint64_t *falling,
                    int64_t *room) {
  int64_t queens = sums->queens, middle = (int64_t)sums->n - 1, most = 2 * middle;
  direction directions[2] = {{rising, 0, sums->rising - queens * middle, 0, room},
                             {falling, (uint32_t)middle % 2, sums->falling, 0, room + queens + 1}};
  if (queens == 0) return false;
  memset(room, 0, 2 * ((size_t)queens + 1) * sizeof *room);
  for (int i = 0; i < 2; i++) directions[i].centre = 2 * directions[i].sum / queens;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 2; i++) {
      direction *one = &directions[i];
      int64_t chosen = raise_bounds(sums, one, room + 2 * (queens + 1));
      one->centre += 3 * (one->sum - chosen) / queens;
      if (one->centre > most) one->centre = most;
      if (one->centre < -most) one->centre = -most;
    }
    if (exceed(sums, &directions[0], &directions[1])) return true;
  }
  return false;
}
