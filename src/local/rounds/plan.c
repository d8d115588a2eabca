#include "local/rounds/plan.h"
#include "core/random.h"
#include "local/greedy.h"

#define BLOCKS_LEAST    2048 /* in all groups, if they have BYTES_LEAST, */
#define BLOCKS_FEW      24   /* or in each group, for small n */
#define FEW_N           (UINT64_C(1) << 19)
#define BYTES_LEAST     8 /* a window is 7 bytes */
#define PASSES          16
#define LEFT_PART       24                  /* 1/24 of the blocks is left over, */
#define LARGE_N         (UINT64_C(1) << 22) /* or none from this n on */
#define WINDOW_BYTES    8                   /* that a load reads */
#define DRAWS           64                  /* slopes to test before the demands are lowered, */
#define DRAWS_MOST      (UINT64_C(1) << 12) /* and before they may repeat */
#define REPEATS_PERCENT 6

static uint64_t groups_for(uint64_t n) {
  if (n < UINT64_C(1) << 17) return 13;
  if (n < FEW_N) return 25;
  return NQ_ROUNDS_GROUPS;
}

/* Choose the bytes of a block, within a quarter of the wanted ones, so that the last group reaches
 * past the board as little as possible. */
static void cut(nq_rounds_plan *plan) {
  uint64_t blocks_least = plan->n < FEW_N ? BLOCKS_FEW * plan->groups : BLOCKS_LEAST;
  uint64_t wanted = plan->n / 8 / blocks_least, least = UINT64_MAX;
  if (wanted < BYTES_LEAST + BYTES_LEAST / 2) wanted = BYTES_LEAST + BYTES_LEAST / 2;
  if (wanted > NQ_ROUNDS_BYTES) wanted = NQ_ROUNDS_BYTES;
  for (uint64_t bytes = wanted; bytes >= BYTES_LEAST && 4 * bytes >= 3 * wanted; bytes--) {
    uint64_t row = 8 * bytes * plan->groups, blocks = (plan->n + row - 1) / row;
    uint64_t over = row * blocks - plan->n;
    if (over >= least) continue;
    least = over;
    plan->bytes = bytes;
    plan->blocks = blocks;
  }
}

/* Since groups is coprime to 2 and 3, turn - 1, turn, turn + 1 and step are coprime to it. */
static void draw_turn(nq_rounds_plan *plan, nq_pcg64 *random) {
  uint64_t half = plan->groups / 2;
  plan->turn = half + below_pcg64(random, 2);
  plan->step = below_pcg64(random, 2) == 0 ? half + 2 : half - 1;
}

/* The blocks of a group must be spread evenly over rows and diagonals, the teeth of the comb over
 * each diagonal's groups, and the comb must move evenly along rows and diagonals. */
static bool is_even(const nq_rounds_plan *plan, uint64_t slope, uint64_t percent) {
  uint64_t blocks = plan->blocks, groups = plan->groups, turn = groups * blocks;
  return nq_common_divisor(slope, turn) == 1 && nq_rotation_is_even(turn, slope, percent, blocks) &&
         nq_rotation_is_even(turn, slope + groups, percent, blocks) &&
         nq_rotation_is_even(turn, slope + turn - groups, percent, blocks) &&
         nq_rotation_is_even(groups, slope, percent, groups) &&
         nq_rotation_is_even(blocks, slope, percent, blocks) &&
         nq_rotation_is_even(blocks, slope + groups, percent, blocks) &&
         nq_rotation_is_even(blocks, slope + groups * (blocks - 1), percent, blocks);
}

/* Would the blocks of one group of columns meet the same blocks of rows again and again? */
static bool repeats(const nq_rounds_plan *plan) {
  return !nq_rotation_is_even(plan->groups * plan->blocks, plan->slope, REPEATS_PERCENT,
                              plan->blocks);
}

static void draw_slope(nq_rounds_plan *plan, nq_pcg64 *random) {
  uint64_t count = plan->groups * plan->blocks, percent = 25;
  plan->offset = below_pcg64(random, count);
  for (uint64_t draw = 1;; draw++) {
    plan->slope = 1 + below_pcg64(random, count - 1);
    if (draw % DRAWS == 0 && percent > 0) percent--;
    if (draw < DRAWS_MOST && repeats(plan)) continue;
    bool coprime = nq_common_divisor(plan->slope, count) == 1;
    if (percent == 0 ? coprime : is_even(plan, plan->slope, percent)) return;
  }
}

void nq_rounds_plan_init(nq_rounds_plan *plan, uint64_t n, nq_pcg64 *random) {
  *plan = (nq_rounds_plan){.n = n, .groups = groups_for(n)};
  cut(plan);
  plan->filled = n < LARGE_N ? plan->blocks - plan->blocks / LEFT_PART : plan->blocks;
  plan->passes = plan->filled < PASSES ? plan->filled : PASSES;
  draw_turn(plan, random);
  draw_slope(plan, random);
}

bool nq_rounds_plan_ranges(const nq_rounds_plan *plan, uint64_t group, uint64_t round,
                           uint64_t half, uint64_t first, uint64_t end, nq_rounds_range range[3]) {
  uint64_t n = plan->n, blocks = plan->blocks, bytes = plan->bytes, width = 8 * bytes;
  uint64_t floor = (plan->turn * group + round) % plan->groups * blocks;
  uint64_t low = (floor + (half == 1 ? blocks / 2 : 0)) * bytes;
  uint64_t high = (floor + (half == 1 ? blocks : blocks / 2)) * bytes + WINDOW_BYTES;
  uint64_t left = (group * blocks + first) * width, right = (group * blocks + end) * width;
  if (left >= n || high - low <= WINDOW_BYTES) return false;
  if (right > n) right = n;
  range[0] = (nq_rounds_range){low, high};
  range[1] = (nq_rounds_range){left / 8 + low, right / 8 + high};
  range[2] = (nq_rounds_range){(n - right) / 8 + low, (n - 1 - left) / 8 + high};
  return true;
}
