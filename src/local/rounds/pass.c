/* MODEL.  The passes of the fill.  Columns are dealt to groups of rows by the load of the passes
 * before.  The queens of each pair of groups are summed over all ranks at the
 * end of a pass, so that everyone gets the same load. */
#include "core/random.h"
#include "local/rounds/fill.h"
#include "local/rounds/lines.h"

#include <string.h>

#define WINDOWS 16 /* of a column whose first window is full: at most twice 8 */

/* The middle of the pass in a group of columns, measured in groups from the left. */
static float place_of(const struct fill *fill, uint64_t group) {
  double middle = (double)(fill->first + fill->end) / (2 * (double)fill->plan.blocks);
  return (float)((double)group + middle);
}

static void count_pass(struct fill *fill) {
  uint64_t groups = fill->plan.groups;
  nq_party *party = fill->rounds->party;
  if (party != NULL) party->sum(party, fill->placed[0], sizeof fill->placed / sizeof(uint64_t));
  for (uint64_t i = 0; i < groups; i++) {
    float placed[GROUPS];
    for (uint64_t g = 0; g < groups; g++) placed[g] = (float)fill->placed[i][g];
    nq_load_add(&fill->load, place_of(fill, i), placed);
  }
  memset(fill->placed, 0, sizeof fill->placed);
}

/* The round and the half that are played at `time`: half-rounds before it. */
static uint64_t round_at(const struct fill *fill, uint64_t time, uint64_t *half) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t pass = time / (2 * plan->groups), t = time % (2 * plan->groups) / 2;
  nq_pcg64 random;
  nq_pcg64_seed(&random, fill->rounds->key, pass + 1);
  *half = time % 2;
  return (below_pcg64(&random, plan->groups) + t * plan->step) % plan->groups;
}

/* Plan where the bits must be at `time`. */
static void plan_lines(const struct fill *fill, uint64_t time) {
  const nq_rounds_plan *plan = &fill->plan;
  uint64_t pass = time / (2 * plan->groups), half, round = round_at(fill, time, &half);
  if (pass == plan->passes)
    nq_rounds_lines_plan_home(fill->rounds, time);
  else
    nq_rounds_lines_plan(fill->rounds, time, round, half, rounds_first(plan, pass),
                         rounds_first(plan, pass + 1));
}

/* Bits for the next half-round move meanwhile. */
static void play(struct fill *fill, uint64_t time) {
  nq_rounds *rounds = fill->rounds;
  bool moves = rounds->party != NULL;
  if (moves) nq_rounds_lines_settle(rounds);
  if (moves) plan_lines(fill, time + 1);
  if (moves) nq_rounds_lines_begin(rounds, false);
  fill->round = round_at(fill, time, &fill->half);
  nq_team_run(rounds->team, nq_rounds_play_half, fill, fill->own_groups);
  if (moves) nq_rounds_lines_begin(rounds, true);
}

static bool play_pass(struct fill *fill, uint64_t pass) {
  const nq_rounds_plan *plan = &fill->plan;
  nq_rounds *rounds = fill->rounds;
  fill->first = rounds_first(plan, pass);
  fill->end = rounds_first(plan, pass + 1);
  uint64_t time = 2 * plan->groups * pass;
  uint64_t columns = (fill->end - fill->first) * fill->width; /* of a round */
  for (uint64_t i = 0; i < plan->groups; i++)
    nq_load_weigh(&fill->load, place_of(fill, i), fill->weight[i]);
  nq_team_run(rounds->team, nq_rounds_deal_run, fill, fill->own_groups);
  if (nq_rounds_must_end(rounds, "start", fill->done)) return false;
  for (uint64_t t = 0; t < plan->groups; t++) {
    play(fill, time++);
    play(fill, time++);
    fill->done += columns;
    if (nq_rounds_must_end(rounds, "start", fill->done)) return false;
  }
  nq_team_run(rounds->team, nq_rounds_write_run, fill, fill->own_groups);
  count_pass(fill);
  return !nq_rounds_must_end(rounds, "start", fill->done);
}

/* The columns after the last pass are left over, too. */
static bool leave_rest(struct fill *fill) {
  const nq_rounds_plan *plan = &fill->plan;
  for (uint64_t i = 0; i < fill->own_groups; i++) {
    uint64_t group = fill->own_group + i;
    uint64_t first = (group * plan->blocks + plan->filled) * fill->width;
    uint64_t end = (group + 1) * plan->blocks * fill->width;
    if (end > plan->n) end = plan->n;
    for (uint64_t column = first; column < end; column++)
      if (!nq_rounds_leave_over(fill, &fill->left[group], column)) return false;
  }
  return true;
}

/* Move the columns left over in each group into one array. */
static bool join_left(struct fill *fill) {
  nq_rounds *rounds = fill->rounds;
  for (uint64_t i = 0; i < fill->plan.groups; i++) rounds->left_count += fill->left[i].count;
  if (rounds->left_count > 0)
    rounds->columns = nq_rounds_new(rounds, rounds->left_count, sizeof *rounds->columns);
  rounds->columns_room = rounds->left_count;
  if (rounds->columns == NULL) return rounds->left_count == 0;
  uint64_t *next = rounds->columns;
  for (uint64_t i = 0; i < fill->plan.groups; i++) {
    struct leftover *left = &fill->left[i];
    if (left->count == 0) continue;
    memcpy(next, left->columns, (size_t)left->count * sizeof *next);
    next += left->count;
    nq_rounds_free(rounds, left->columns, left->room, sizeof *left->columns);
    *left = (struct leftover){0};
  }
  return true;
}

static void count_left(nq_rounds *rounds) {
  rounds->left_total = rounds->left_count;
  if (rounds->party != NULL) rounds->party->sum(rounds->party, &rounds->left_total, 1);
}

static bool fill_all(struct fill *fill) {
  bool goes_on = true;
  if (fill->rounds->party != NULL) plan_lines(fill, 0);
  for (uint64_t pass = 0; pass < fill->plan.passes && goes_on; pass++)
    goes_on = play_pass(fill, pass);
  if (fill->rounds->party != NULL) nq_rounds_lines_settle(fill->rounds);
  if (!goes_on) return false;
  bool fine = leave_rest(fill) && join_left(fill);
  count_left(fill->rounds);
  return nq_rounds_agree(fill->rounds, fine);
}

bool nq_rounds_fill(nq_rounds *rounds) {
  const nq_rounds_plan *plan = &rounds->plan;
  struct fill *fill = nq_rounds_new(rounds, 1, sizeof *fill);
  if (!nq_rounds_agree(rounds, fill != NULL) || fill == NULL) {
    nq_rounds_free(rounds, fill, 1, sizeof *fill);
    return false;
  }
  fill->rounds = rounds;
  fill->plan = *plan;
  fill->own_group = nq_rounds_own_group(rounds);
  fill->own_groups = nq_rounds_own_groups(rounds);
  fill->width = 8 * plan->bytes;
  fill->windows = (plan->bytes + 7) / 8 < WINDOWS ? (plan->bytes + 7) / 8 : WINDOWS;
  fill->run = rounds_run(plan);
  nq_load_init(&fill->load, plan->n, plan->groups * plan->blocks * fill->width,
               (uint32_t)plan->groups);
  uint64_t places = nq_rounds_places(plan, fill->own_groups);
  fill->dealt = nq_rounds_new(rounds, places, sizeof *fill->dealt);
  uint64_t counts = fill->own_groups * fill->run * plan->groups + 1;
  fill->counts = nq_rounds_new(rounds, counts, sizeof *fill->counts);
  uint64_t waiting = fill->own_groups * fill->width;
  fill->waiting = nq_rounds_new(rounds, waiting, sizeof *fill->waiting);
  bool fine = fill->dealt != NULL && fill->counts != NULL && fill->waiting != NULL;
  bool filled = nq_rounds_agree(rounds, fine) && fill_all(fill);
  nq_rounds_free(rounds, fill->dealt, places, sizeof *fill->dealt);
  nq_rounds_free(rounds, fill->counts, counts, sizeof *fill->counts);
  nq_rounds_free(rounds, fill->waiting, waiting, sizeof *fill->waiting);
  for (unsigned i = 0; i < GROUPS; i++)
    nq_rounds_free(rounds, fill->left[i].columns, fill->left[i].room, sizeof(uint64_t));
  nq_rounds_free(rounds, fill, 1, sizeof *fill);
  return filled;
}
