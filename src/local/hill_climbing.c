/* Hill climbing as textbooks have it (S. Russell, P. Norvig, "Artificial Intelligence: A Modern
 * Approach", 3rd ed. 2010, section 4.1.1, figure 4.2).
 *
 * MODEL.  A board has a queen in each column, its neighbours are the n (n - 1) boards in which one
 * of them stands on another row.  A step goes to a neighbour with fewer conflicts:
 *
 *     steepest       the best of all; among equals one at random
 *     first-choice   the first better one of neighbours drawn at random
 *     stochastic     any better one, each with the same probability
 *
 * Where no neighbour is better, a sideways step goes to one with as many conflicts, at most
 * `sideways` of them in a row.  A board without a step is a local optimum: the next start board
 * follows, or the run ends after `restarts` of them. */
#include "local/local.h"
#include "local/mover.h"

#define SIDEWAYS 100

static const nq_choice climbs[] = {
    {"steepest", NQ_CLIMB_STEEPEST, "to the best of all n (n - 1) neighbours"},
    {"first-choice", NQ_CLIMB_FIRST_CHOICE, "to the first better neighbour, drawn at random"},
    {"stochastic", NQ_CLIMB_STOCHASTIC, "to any better neighbour, with equal probability"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, hill_climbing.member)

static const nq_option options[] = {
    {NQ_OPTION_CHOICE, "climb", .key_only = true, .offset = AT(climb), .choices = climbs,
     .fallback = "steepest", .help = "which better neighbour a step goes to"},
    {NQ_OPTION_COUNT32, "sideways", .key_only = true, .offset = AT(sideways), .least = 0,
     .most = INT32_MAX, .fallback = "100",
     .help = "steps in a row that leave the conflicts as they are"},
    {NQ_OPTION_COUNT64, "restarts", .key_only = true, .offset = AT(restarts), .least = 0,
     .most = UINT64_MAX, .fallback = "no limit",
     .help = "start boards after the first; 0: end in the first local optimum"},
    {0},
};

/* A neighbour, and how much it changes the conflicts. */
typedef struct neighbour {
  uint32_t column, row;
  int64_t change;
  uint64_t equal; /* so many were as good: it was drawn from them; 0: there is none */
} neighbour;

/* Take the neighbour in place of `chosen` where it is as good as that, with the probability that
 * makes all of them equally likely, or where it is better. */
static void offer(nq_mover *mover, neighbour *chosen, neighbour offered, bool better) {
  if (chosen->equal == 0 || better) {
    *chosen = offered;
    chosen->equal = 1;
  } else if (below_pcg64(&mover->random, ++chosen->equal) == 0) {
    offered.equal = chosen->equal;
    *chosen = offered;
  }
}

/* Look at all neighbours: one of the best, or (any) one of those with fewer conflicts, or else one
 * with as many. */
static neighbour look_at_all(nq_mover *mover, bool any) {
  neighbour chosen = {.change = 1};
  uint32_t n = mover->task->n;
  for (uint32_t i = 0; i < mover->columns && !nq_mover_must_stop(mover); i++) {
    uint32_t column = mover->column[i], now = mover->conflicts->rows[column];
    for (uint32_t row = 0; row < n; row++) {
      if (row == now || !domain_allows(&mover->domain, column, row)) continue;
      neighbour one = {.column = column, .row = row, .change = mover_evaluate(mover, column, row)};
      if (one.change > 0) continue;
      int64_t rank = any && one.change < 0 ? -1 : one.change;
      int64_t best = any && chosen.change < 0 ? -1 : chosen.change;
      if (chosen.equal == 0 || rank <= best) offer(mover, &chosen, one, rank < best);
    }
  }
  return chosen;
}

/* Draw neighbours until one is better, or as good where sideways steps are left; as many times as
 * there are neighbours, after which the board counts as a local optimum. */
static neighbour look_at_random(nq_mover *mover, bool sideways) {
  uint32_t n = mover->task->n;
  for (uint64_t i = 0; i < mover->squares && !nq_mover_must_stop(mover); i++) {
    uint32_t column = mover->column[below_pcg64(&mover->random, mover->columns)];
    uint32_t row = (uint32_t)below_pcg64(&mover->random, n);
    if (row == mover->conflicts->rows[column] || !domain_allows(&mover->domain, column, row))
      continue;
    neighbour one = {column, row, mover_evaluate(mover, column, row), 1};
    if (one.change < 0 || (one.change == 0 && sideways)) return one;
  }
  return (neighbour){0};
}

static neighbour choose_neighbour(nq_mover *mover, nq_climb climb, bool sideways) {
  if (climb == NQ_CLIMB_FIRST_CHOICE) return look_at_random(mover, sideways);
  return look_at_all(mover, climb == NQ_CLIMB_STOCHASTIC);
}

/* From a start board to a solution, a local optimum, or a stop. */
static void climb(nq_mover *mover, const void *chosen) {
  const nq_hill_climbing_options *own = chosen;
  int32_t level = 0; /* sideways steps in a row */
  while (mover->conflicts->total > 0 && !nq_mover_must_stop(mover)) {
    neighbour next = choose_neighbour(mover, own->climb, level < own->sideways);
    if (mover->stopped || next.equal == 0 || (next.change == 0 && level >= own->sideways)) return;
    level = next.change == 0 ? level + 1 : 0;
    nq_mover_move(mover, next.column, next.row);
  }
}

static nq_status resolve(nq_solve_options *chosen, const nq_instance *instance, nq_error *error) {
  nq_hill_climbing_options *own = &chosen->hill_climbing;
  (void)instance;
  (void)error;
  if (own->climb == NQ_CLIMB_AUTO) own->climb = NQ_CLIMB_STEEPEST;
  if (own->sideways < 0) own->sideways = SIDEWAYS;
  return NQ_OK;
}

static nq_status climb_hills(nq_task *task, nq_error *error) {
  nq_solve_options chosen = *task->options;
  (void)resolve(&chosen, task->instance, error);
  const nq_hill_climbing_options *own = &chosen.hill_climbing;
  const nq_mover_plan plan = {.search = climb,
                              .own = own,
                              .restarts = own->restarts,
                              .exhausted = "a local optimum was reached, and no restart is left",
                              .trace = own->trace,
                              .trace_context = own->trace_context};
  return nq_mover_run(task, &plan, error);
}

const nq_method nq_method_hill_climbing = {
    .name = "hill-climbing",
    .summary = "steps to boards with fewer conflicts, as in textbooks",
    .solve = climb_hills,
    .options = options,
    .step = "a queen moved within its column",
    .resolve = resolve,
};
