#include "board/sums.h"

#include <stdbool.h>
#include <string.h>

#define IMPOSSIBLE (INT64_MAX / 4)

/* The diagonals of one direction, with u = index - n + 1, and their bound so far. */
typedef struct direction {
  uint64_t *left;
  uint32_t parity; /* of the index where row + column is even */
  int64_t sum;     /* of u */
  int64_t centre;  /* twice the u that choices lie around */
  int64_t *least;  /* [k]: lower bound of the sum of 4 u^2, if k queens have an even row + column */
  int64_t *near[2];  /* [k]: sum of (2 u - centre)^2 over the k nearest diagonals where row + column
                       is even, odd */
  uint32_t found[2]; /* as many of them, at most all queens */
} direction;

/* The first diagonal left from `index` on; over 2 n - 2: there is none. */
static int64_t next_left(const nq_sums *sums, const direction *diagonals, int64_t index) {
  int64_t words = ((int64_t)sums->n * 2 - 2) / 64 + 1;
  if (index >= 64 * words) return index;
  uint64_t bits = diagonals->left[index / 64] >> index % 64 << index % 64;
  int64_t word = index / 64;
  while (bits == 0 && ++word < words) bits = diagonals->left[word];
  return bits == 0 ? 64 * words : 64 * word + __builtin_ctzll(bits);
}

/* The last one before `index`, or -1. */
static int64_t previous_left(const direction *diagonals, int64_t index) {
  if (index <= 0) return -1;
  int64_t word = (index - 1) / 64;
  uint64_t bits = diagonals->left[word] << (63 - (index - 1) % 64) >> (63 - (index - 1) % 64);
  while (bits == 0 && --word >= 0) bits = diagonals->left[word];
  return bits == 0 ? -1 : 64 * word + 63 - __builtin_clzll(bits);
}

/* Fill `near`; return the sum of u of the nearest diagonals, one for each queen. */
static int64_t sum_nearest(const nq_sums *sums, direction *diagonals) {
  int64_t last = 2 * (int64_t)sums->n - 2, middle = sums->n - 1, chosen = 0;
  int64_t from = (diagonals->centre + last + 1) / 2;
  int64_t above = next_left(sums, diagonals, from), below = previous_left(diagonals, from);
  uint32_t queens = sums->queens, all = 0, *found = diagonals->found;
  diagonals->near[0][0] = diagonals->near[1][0] = 0;
  found[0] = found[1] = 0;
  while ((above <= last || below >= 0) && (found[0] < queens || found[1] < queens)) {
    int64_t up = 2 * (above - middle) - diagonals->centre;
    int64_t down = diagonals->centre - 2 * (below - middle);
    bool upward = below < 0 || (above <= last && up <= down);
    int64_t index = upward ? above : below, distance = upward ? up : down;
    uint32_t odd = ((uint32_t)index ^ diagonals->parity) & 1;
    int64_t *near = diagonals->near[odd];
    if (upward)
      above = next_left(sums, diagonals, above + 1);
    else
      below = previous_left(diagonals, below);
    if (all++ < queens) chosen += index - middle;
    if (found[odd] == queens) continue;
    near[found[odd] + 1] = near[found[odd]] + distance * distance;
    found[odd]++;
  }
  return chosen;
}

/* The bound by the choice around the centre, for k queens with an even row + column. */
static int64_t bound_at(const nq_sums *sums, const direction *diagonals, uint32_t k) {
  uint32_t queens = sums->queens;
  int64_t centre = diagonals->centre;
  if (k > diagonals->found[0] || queens - k > diagonals->found[1]) return IMPOSSIBLE;
  return diagonals->near[0][k] + diagonals->near[1][queens - k] + 4 * centre * diagonals->sum -
         queens * centre * centre;
}

/* The possible k, from the first one on, are even or odd. */
static uint32_t first_even(const nq_sums *sums) {
  return (sums->queens + sums->even) % 2;
}

/* Raise the bounds by the choice around the centre; return the sum of u of the most central choice. */
static int64_t raise_bounds(const nq_sums *sums, direction *diagonals) {
  int64_t chosen = sum_nearest(sums, diagonals);
  for (uint32_t k = first_even(sums); k <= sums->queens; k += 2) {
    int64_t bound = bound_at(sums, diagonals, k);
    if (diagonals->least[k] < bound) diagonals->least[k] = bound;
  }
  return chosen;
}

static bool exceed(const nq_sums *sums, const direction *one, const direction *other) {
  for (uint32_t k = first_even(sums); k <= sums->queens; k += 2)
    if (one->least[k] + other->least[k] <= 2 * sums->squares) return false;
  return true;
}

/* The largest distance, squared, of a diagonal that can be used, for each parity. */
static void find_limits(const nq_sums *sums, const direction *one, const direction *other,
                        int64_t most[2]) {
  uint32_t queens = sums->queens;
  most[0] = most[1] = -1;
  for (uint32_t k = first_even(sums); k <= queens; k += 2) {
    if (one->least[k] + other->least[k] > 2 * sums->squares) continue;
    int64_t slack = 2 * sums->squares - other->least[k] - bound_at(sums, one, k);
    for (uint32_t odd = 0; odd < 2; odd++) {
      const int64_t *near = one->near[odd];
      uint32_t number = odd ? queens - k : k;
      if (number == 0) continue;
      int64_t farthest = near[number] - near[number - 1] + slack;
      if (most[odd] < farthest) most[odd] = farthest;
    }
  }
}

/* Clear the diagonals that are too far from the centre. */
static bool clear_outer(const nq_sums *sums, direction *one, const int64_t most[2]) {
  int64_t last = 2 * (int64_t)sums->n - 2, middle = sums->n - 1;
  bool cleared = false;
  for (int64_t i = next_left(sums, one, 0); i <= last; i = next_left(sums, one, i + 1)) {
    int64_t distance = 2 * (i - middle) - one->centre;
    if (distance * distance <= most[(i ^ one->parity) & 1]) continue;
    one->left[i / 64] &= ~(UINT64_C(1) << i % 64);
    cleared = true;
  }
  return cleared;
}

/* Both ends are the farthest from the centre, so mostly there is nothing to clear. */
static bool clear_unusable(const nq_sums *sums, direction *one, const direction *other) {
  int64_t most[2], middle = sums->n - 1;
  find_limits(sums, one, other, most);
  int64_t least = most[0] < most[1] ? most[0] : most[1];
  int64_t first = 2 * (next_left(sums, one, 0) - middle) - one->centre;
  int64_t last = 2 * (previous_left(one, 2 * middle + 1) - middle) - one->centre;
  if (first * first <= least && last * last <= least) return false;
  return clear_outer(sums, one, most);
}

/* Where a central diagonal is not used, the next one after the most central choice takes its place.
 * Find the distance, squared, within which this would be too much, for each parity. */
static void find_needed(const nq_sums *sums, const direction *one, const direction *other,
                        int64_t least[2]) {
  uint32_t queens = sums->queens;
  least[0] = least[1] = INT64_MAX;
  for (uint32_t k = first_even(sums); k <= queens; k += 2) {
    if (one->least[k] + other->least[k] > 2 * sums->squares) continue;
    int64_t slack = 2 * sums->squares - other->least[k] - bound_at(sums, one, k);
    for (uint32_t odd = 0; odd < 2; odd++) {
      const int64_t *near = one->near[odd];
      uint32_t number = odd ? queens - k : k, found = one->found[odd];
      if (number == found && found < queens) continue;
      int64_t next = number < found ? near[number + 1] - near[number] : 0;
      if (least[odd] > next - slack) least[odd] = next - slack;
    }
  }
}

static void add_needed(const nq_sums *sums, const direction *one, const direction *other,
                       uint64_t *needed) {
  int64_t least[2], last = 2 * (int64_t)sums->n - 2, middle = sums->n - 1;
  find_needed(sums, one, other, least);
  if (least[0] <= 0 && least[1] <= 0) return;
  for (int64_t i = next_left(sums, one, 0); i <= last; i = next_left(sums, one, i + 1)) {
    int64_t distance = 2 * (i - middle) - one->centre;
    if (distance * distance < least[(i ^ one->parity) & 1]) needed[i / 64] |= UINT64_C(1) << i % 64;
  }
}

static void init_direction(const nq_sums *sums, direction *one, int64_t *room) {
  size_t size = (size_t)sums->queens + 1;
  one->least = room;
  one->near[0] = room + size;
  one->near[1] = room + 2 * size;
  memset(one->least, 0, size * sizeof *room);
  one->centre = 2 * one->sum / (int64_t)sums->queens;
}

/* To where the choice would have had the right sum. */
static int64_t move_centre(const direction *one, int64_t chosen, int64_t queens, int64_t most) {
  int64_t centre = one->centre + 3 * (one->sum - chosen) / queens;
  return centre > most ? most : centre < -most ? -most : centre;
}

/* Any centre gives a bound.  The best one is where the most central choice has the right sum of u. */
nq_sums_verdict nq_sums_filter(const nq_sums *sums, uint64_t *rising, uint64_t *falling,
                               uint64_t *const needed[2], int64_t *room) {
  int64_t queens = sums->queens, middle = (int64_t)sums->n - 1, most = 2 * middle;
  direction up = {.left = rising, .sum = sums->rising - queens * middle};
  direction down = {.left = falling, .parity = (uint32_t)middle % 2, .sum = sums->falling};
  if (queens == 0) return NQ_SUMS_POSSIBLE;
  init_direction(sums, &up, room);
  init_direction(sums, &down, room + 3 * (queens + 1));
  int64_t chosen_up = raise_bounds(sums, &up), chosen_down = raise_bounds(sums, &down);
  if (exceed(sums, &up, &down)) return NQ_SUMS_EXCEEDED;
  up.centre = move_centre(&up, chosen_up, queens, most);
  down.centre = move_centre(&down, chosen_down, queens, most);
  raise_bounds(sums, &up);
  raise_bounds(sums, &down);
  if (exceed(sums, &up, &down)) return NQ_SUMS_EXCEEDED;
  if (needed != NULL) {
    add_needed(sums, &up, &down, needed[0]);
    add_needed(sums, &down, &up, needed[1]);
  }
  bool cleared = clear_unusable(sums, &up, &down);
  cleared = clear_unusable(sums, &down, &up) || cleared;
  return cleared ? NQ_SUMS_CLEARED : NQ_SUMS_POSSIBLE;
}
