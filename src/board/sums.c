#include "board/open.h"

#include <string.h>

#define IMPOSSIBLE (INT64_MAX / 4)

/* A choice is a set of diagonals of one direction, one for each queen: all that must be used, and
 * of the others those nearest to a centre c / 2.  With u = index - n + 1, no set that queens can
 * use has a smaller sum of (2 u - c)^2; and since the sum of u is known, this bounds the sum of
 * squares:
 *
 *     sum of 4 u^2 = sum of (2 u - c)^2 + 4 c (sum of u) - queens c^2
 *
 * Any c gives a bound.  The best one is where the choice has the right sum of u. */
typedef struct direction {
  uint64_t *left, *must;
  uint32_t parity; /* of the index where row + column is even */
  int64_t sum;     /* of u */
  int64_t centre;  /* c */
  int64_t *least;  /* [k]: lower bound of the sum of 4 u^2, if k queens have an even row + column */
  uint32_t forced[2]; /* diagonals that must be used where row + column is even, odd; */
  int64_t forced_sum; /* their sum of (2 u - centre)^2 */
  int64_t *near[2];   /* [k]: the same sum over the k nearest of the others */
  uint32_t found[2];  /* as many of them, at most all queens */
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

static bool is_forced(const direction *diagonals, int64_t index) {
  return has_bit(diagonals->must, (uint64_t)index);
}

static uint32_t count_forced(const nq_sums *sums, const direction *diagonals) {
  uint32_t count = 0;
  for (uint32_t word = 0; word <= (2 * sums->n - 2) / 64; word++)
    count += (uint32_t)__builtin_popcountll(diagonals->must[word]);
  return count;
}

/* Add the next nearest diagonal; true if it belongs to the choice of all queens, of which `others`
 * are not forced. */
static bool add_nearest(const nq_sums *sums, direction *diagonals, int64_t index, int64_t distance,
                        uint32_t *others) {
  uint32_t odd = ((uint32_t)index ^ diagonals->parity) & 1;
  int64_t *near = diagonals->near[odd];
  uint32_t *found = &diagonals->found[odd];
  if (is_forced(diagonals, index)) {
    diagonals->forced[odd]++;
    diagonals->forced_sum += distance * distance;
    return true;
  }
  if (*found < sums->queens) {
    near[*found + 1] = near[*found] + distance * distance;
    ++*found;
  }
  if (*others == 0) return false;
  --*others;
  return true;
}

/* Fill `near`; return the sum of u of the choice of all queens. */
static int64_t sum_nearest(const nq_sums *sums, direction *diagonals) {
  int64_t last = 2 * (int64_t)sums->n - 2, middle = sums->n - 1, chosen = 0;
  int64_t from = (diagonals->centre + last + 1) / 2;
  int64_t above = next_left(sums, diagonals, from), below = previous_left(diagonals, from);
  uint32_t forced = count_forced(sums, diagonals);
  uint32_t others = forced < sums->queens ? sums->queens - forced : 0;
  diagonals->near[0][0] = diagonals->near[1][0] = diagonals->forced_sum = 0;
  memset(diagonals->found, 0, sizeof diagonals->found);
  memset(diagonals->forced, 0, sizeof diagonals->forced);
  while (above <= last || below >= 0) {
    int64_t up = 2 * (above - middle) - diagonals->centre;
    int64_t down = diagonals->centre - 2 * (below - middle);
    bool upward = below < 0 || (above <= last && up <= down);
    int64_t index = upward ? above : below;
    if (add_nearest(sums, diagonals, index, upward ? up : down, &others)) chosen += index - middle;
    if (upward)
      above = next_left(sums, diagonals, above + 1);
    else
      below = previous_left(diagonals, below);
  }
  return chosen;
}

/* The number of diagonals in the choice that are not forced, of those where row + column is even or
 * odd; UINT32_MAX: k is impossible. */
static uint32_t others_of(const nq_sums *sums, const direction *diagonals, uint32_t k,
                          uint32_t odd) {
  uint32_t queens = odd ? sums->queens - k : k, forced = diagonals->forced[odd];
  if (queens < forced || queens - forced > diagonals->found[odd]) return UINT32_MAX;
  return queens - forced;
}

/* The bound by the choice around the centre, for k queens with an even row + column. */
static int64_t bound_at(const nq_sums *sums, const direction *diagonals, uint32_t k) {
  uint32_t even = others_of(sums, diagonals, k, 0), odd = others_of(sums, diagonals, k, 1);
  int64_t centre = diagonals->centre;
  if (even == UINT32_MAX || odd == UINT32_MAX) return IMPOSSIBLE;
  return diagonals->forced_sum + diagonals->near[0][even] + diagonals->near[1][odd] +
         4 * centre * diagonals->sum - sums->queens * centre * centre;
}

/* The possible k, from the first one on, are even or odd. */
static uint32_t first_even(const nq_sums *sums) {
  return (sums->queens + sums->even) % 2;
}

/* Raise the bounds by the choice around the centre; return the sum of u of the most central
 * choice. */
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

/* For each parity, squared: the largest distance of a diagonal that can be used, in place of the
 * last of the choice; and the distance within which one must be used, as the next one after the
 * choice in its place would be too much. */
static void find_limits(const nq_sums *sums, const direction *one, const direction *other,
                        int64_t most[2], int64_t least[2]) {
  uint32_t queens = sums->queens;
  most[0] = most[1] = -1;
  least[0] = least[1] = INT64_MAX;
  for (uint32_t k = first_even(sums); k <= queens; k += 2) {
    if (one->least[k] + other->least[k] > 2 * sums->squares) continue;
    int64_t slack = 2 * sums->squares - other->least[k] - bound_at(sums, one, k);
    for (uint32_t odd = 0; odd < 2; odd++) {
      const int64_t *near = one->near[odd];
      uint32_t number = others_of(sums, one, k, odd), found = one->found[odd];
      int64_t last = number > 0 ? near[number] - near[number - 1] + slack : -1;
      int64_t next = number < found ? near[number + 1] - near[number] : 0;
      if (most[odd] < last) most[odd] = last;
      if (least[odd] > next - slack && (number < found || found == queens))
        least[odd] = next - slack;
    }
  }
}

/* Both ends are the farthest from the centre, and mostly can be used. */
static bool ends_are_usable(const nq_sums *sums, const direction *one, const int64_t most[2]) {
  int64_t middle = sums->n - 1, least = most[0] < most[1] ? most[0] : most[1];
  int64_t first = 2 * (next_left(sums, one, 0) - middle) - one->centre;
  int64_t last = 2 * (previous_left(one, 2 * middle + 1) - middle) - one->centre;
  return first * first <= least && last * last <= least;
}

/* Add the central diagonals that must be used, and clear those that are too far from the centre,
 * unless they must.  Both directions know the bounds by the current centres. */
static bool narrow(const nq_sums *sums, direction *one, const direction *other) {
  int64_t most[2], least[2], last = 2 * (int64_t)sums->n - 2, middle = sums->n - 1;
  bool narrowed = false;
  find_limits(sums, one, other, most, least);
  if (least[0] <= 0 && least[1] <= 0 && ends_are_usable(sums, one, most)) return false;
  for (int64_t i = next_left(sums, one, 0); i <= last; i = next_left(sums, one, i + 1)) {
    int64_t distance = 2 * (i - middle) - one->centre, odd = (i ^ one->parity) & 1;
    bool needed = distance * distance < least[odd];
    if (is_forced(one, i) || (!needed && distance * distance <= most[odd])) continue;
    if (needed)
      add_bit(one->must, (uint64_t)i);
    else
      drop_bit(one->left, (uint64_t)i);
    narrowed = true;
  }
  return narrowed;
}

static void init_direction(const nq_sums *sums, direction *one, const nq_sums_diagonals *diagonals,
                           int64_t *room) {
  size_t size = (size_t)sums->queens + 1;
  one->left = diagonals->left;
  one->must = diagonals->must;
  one->least = room;
  one->near[0] = room + size;
  one->near[1] = room + 2 * size;
  memset(one->least, 0, size * sizeof *room);
  one->centre = 2 * one->sum / (int64_t)sums->queens;
}

/* To where the choice would have had the right sum. */
static void move_centre(direction *one, int64_t chosen, int64_t queens, int64_t most) {
  one->centre += 3 * (one->sum - chosen) / queens;
  if (one->centre > most) one->centre = most;
  if (one->centre < -most) one->centre = -most;
}

nq_sums_verdict nq_sums_filter(const nq_sums *sums, const nq_sums_diagonals *rising,
                               const nq_sums_diagonals *falling, int64_t *room) {
  int64_t queens = sums->queens, middle = (int64_t)sums->n - 1;
  direction up = {.sum = sums->rising - queens * middle};
  direction down = {.parity = (uint32_t)middle % 2, .sum = sums->falling};
  bool changed = false;
  if (queens == 0) return NQ_SUMS_POSSIBLE;
  init_direction(sums, &up, rising, room);
  init_direction(sums, &down, falling, room + 3 * (queens + 1));
  for (int centre = 0; centre < 2; centre++) {
    int64_t chosen_up = raise_bounds(sums, &up), chosen_down = raise_bounds(sums, &down);
    if (exceed(sums, &up, &down)) return NQ_SUMS_EXCEEDED;
    changed = narrow(sums, &up, &down) || changed;
    changed = narrow(sums, &down, &up) || changed;
    move_centre(&up, chosen_up, queens, 2 * middle);
    move_centre(&down, chosen_down, queens, 2 * middle);
  }
  return changed ? NQ_SUMS_NARROWED : NQ_SUMS_POSSIBLE;
}
