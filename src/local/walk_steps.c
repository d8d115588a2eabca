/* The steps of min-conflicts.
 *
 *     column  S. Minton, M. D. Johnston, A. B. Philips, P. Laird, "Minimizing conflicts: a
 *             heuristic repair method for constraint satisfaction and scheduling problems",
 *             Artificial Intelligence 58, 1992: a random queen in conflict moves within its column
 *             to a row with fewest conflicts, ties at random.  O(n) a try.
 *     sweep   the same for every queen in turn, column after column, in conflict or not
 *     swap    R. Sosic, J. Gu, "Efficient local search with conflict minimization: a case study of
 *             the n-queens problem", IEEE Transactions on Knowledge and Data Engineering 6, 1994: a
 *             queen in conflict and a random one exchange rows when that lowers the conflicts, or
 *             keeps them (a plateau move).  O(1) a try.
 *
 * To leave local minima, with probability `walk` a queen moves to a random row of its column, or a
 * swap that raises the conflicts is made all the same. */
#include "local/walk.h"

#define POLL_SWAPS 4096   /* tries between looks at the watch, */
#define POLL_ROWS  262144 /* or rows, if a try scans a whole column */

/* Draws of a queen that may move: all fail once in 10^128 times. */
#define QUEEN_DRAWS 1024

/* A debug build recounts everything from scratch, after every step on small boards and after every
 * n-th step on larger ones. */
static void recount(const nq_walk *walk) {
  (void)walk;
  invariant((walk->plan->n > 64 && walk->steps % walk->plan->n != 0) ||
            !nq_conflicts_are_wrong(walk->conflicts));
}

static void show(const nq_walk *walk) {
  const nq_min_conflicts_options *options = &walk->plan->options;
  if (options->trace == NULL) return;
  const nq_step_state state = {.restart = walk->index,
                               .step = walk->steps,
                               .evaluations = walk->evaluations,
                               .conflicts = walk->conflicts->total,
                               .n = walk->plan->n,
                               .rows = walk->conflicts->rows};
  options->trace(options->trace_context, &state);
}

/* A random queen in conflict that may move.  Placed queens do not attack each other, so on a line
 * at most one queen is placed, and at least one of four queens in conflict may move.  NQ_EMPTY: the
 * draws found only placed queens, which cannot happen unless placed queens do attack each other. */
static uint32_t choose_queen(nq_walk *walk) {
  const nq_conflicts *conflicts = walk->conflicts;
  invariant(conflicts->queens > 0);
  for (unsigned draw = 0; draw < QUEEN_DRAWS; draw++) {
    uint32_t column = conflicts->queen[below_pcg64(&walk->random, conflicts->queens)];
    invariant(conflicts->crowded[column] > 0);
    if (!domain_is_fixed(walk->plan->domain, column)) return column;
  }
  return NQ_EMPTY;
}

static bool takes_random_step(nq_walk *walk) {
  double probability = walk->plan->options.walk;
  return probability > 0 && nq_pcg64_unit(&walk->random) < probability;
}

/* ---- column ---- */

/* Collect the column's allowed rows with fewest conflicts in walk->ties and return their number.
 * The column must be empty on the counters. */
static uint32_t collect_best_rows(nq_walk *walk, uint32_t column) {
  const nq_conflicts *conflicts = walk->conflicts;
  const nq_domain *domain = walk->plan->domain;
  uint32_t n = conflicts->n, ties = 0, best = UINT32_MAX;
  invariant(conflicts->rows[column] == NQ_EMPTY);
  walk->evaluations += n;
  const uint32_t *restrict row_count = conflicts->row.count;
  const uint32_t *restrict rising = conflicts->rising.count + column;
  const uint32_t *restrict falling = conflicts->falling.count + (n - 1 - column);
  const uint64_t *restrict forbidden =
      domain->forbidden != NULL ? domain_forbidden(domain, column) : NULL;
  for (uint32_t row = 0; row < n; row++) {
    uint32_t queens = row_count[row] + rising[row] + falling[row];
    if (queens > best) continue;
    if (domain->restricted &&
        (forbidden != NULL ? has_bit(forbidden, row) : !domain_allows(domain, column, row)))
      continue;
    if (queens < best) best = queens, ties = 0;
    walk->ties[ties++] = row;
  }
  invariant(ties > 0);
  return ties;
}

/* The first of the allowed rows with fewest conflicts, or a later one: each takes the place of the
 * one before with probability 1/2. */
static uint32_t choose_by_halves(nq_walk *walk, uint32_t column) {
  uint32_t ties = collect_best_rows(walk, column), chosen = 0;
  uint64_t coins = 0;
  for (uint32_t i = 1; i < ties; i++) {
    coins = i % 64 == 1 ? next_pcg64(&walk->random) : coins >> 1;
    if (coins & 1) chosen = i;
  }
  return walk->ties[chosen];
}

static uint32_t choose_row(nq_walk *walk, uint32_t column) {
  const nq_walk_plan *plan = walk->plan;
  if (plan->options.ties == NQ_TIES_HALF) return choose_by_halves(walk, column);
  uint32_t ties = collect_best_rows(walk, column);
  /* Half of the time: a queen that always returns may do so for ever. */
  bool returns = plan->keep && (next_pcg64(&walk->random) & 1) != 0;
  for (uint32_t i = 0; returns && i < ties; i++)
    if (walk->ties[i] == plan->given[column]) return walk->ties[i];
  return walk->ties[below_pcg64(&walk->random, ties)];
}

static void move_in_column(nq_walk *walk, uint32_t column) {
  uint32_t before = walk->conflicts->rows[column], row;
  if (before != NQ_EMPTY) nq_conflicts_remove(walk->conflicts, column);
  if (takes_random_step(walk))
    row = nq_domain_draw_row(walk->plan->domain, column, &walk->random);
  else
    row = choose_row(walk, column);
  nq_conflicts_place(walk->conflicts, column, row);
  if (row == before) return;
  walk->steps++;
  show(walk);
}

/* Look at the watch when enough rows have been scanned; a column is scanned next. */
static bool must_stop(nq_walk *walk, uint64_t *scanned) {
  *scanned += walk->plan->n;
  if (*scanned <= POLL_ROWS) return false;
  *scanned = 0;
  return walk_must_stop(walk, walk->conflicts->total);
}

static void walk_by_columns(nq_walk *walk, uint64_t tries, uint64_t steps) {
  bool sweeps = walk->plan->options.step == NQ_STEP_SWEEP;
  uint64_t scanned = 0;
  while (walk->conflicts->queens > 0 && walk->tries < tries && walk->steps < steps) {
    walk->tries++;
    if (must_stop(walk, &scanned)) return;
    uint32_t column = sweeps ? (uint32_t)((walk->tries - 1) % walk->plan->n) : choose_queen(walk);
    if (column != NQ_EMPTY && !domain_is_fixed(walk->plan->domain, column))
      move_in_column(walk, column);
    recount(walk);
  }
}

/* Place the queens that the start left over on rows with fewest conflicts; false when stopped. */
static bool place_left_over(nq_walk *walk) {
  uint64_t scanned = 0;
  for (uint64_t i = 0; i < walk->left_over; i++) {
    if (must_stop(walk, &scanned)) return false;
    nq_conflicts_place(walk->conflicts, walk->left[i], choose_row(walk, walk->left[i]));
  }
  if (walk->plan->options.start != NQ_START_GREEDY) walk->left_over = 0; /* the start is complete */
  return true;
}

/* ---- swap ---- */

static bool may_swap(const nq_walk *walk, uint32_t a, uint32_t b) {
  const nq_domain *domain = walk->plan->domain;
  const uint32_t *rows = walk->conflicts->rows;
  if (a == b || domain_is_fixed(domain, b)) return false;
  return domain_allows(domain, a, rows[b]) && domain_allows(domain, b, rows[a]);
}

static void walk_by_swaps(nq_walk *walk, uint64_t tries, uint64_t steps) {
  nq_conflicts *conflicts = walk->conflicts;
  while (conflicts->queens > 0 && walk->tries < tries && walk->steps < steps) {
    if (++walk->tries % POLL_SWAPS == 0 && walk_must_stop(walk, conflicts->total)) return;
    uint32_t a = choose_queen(walk);
    uint32_t b = (uint32_t)below_pcg64(&walk->random, conflicts->n);
    if (a == NQ_EMPTY || !may_swap(walk, a, b)) continue;
    walk->evaluations++;
    if (conflicts_swap_delta(conflicts, a, b) > 0 && !takes_random_step(walk)) continue;
    nq_conflicts_swap(conflicts, a, b);
    walk->steps++;
    show(walk);
    recount(walk);
  }
}

void nq_walk_steps(nq_walk *walk, uint64_t tries, uint64_t steps) {
  bool by_columns = walk_in_columns(walk->plan);
  if (walk->tries == 0) {
    if (by_columns && !place_left_over(walk)) return;
    walk->start_conflicts = walk->conflicts->total;
    show(walk);
  }
  if (by_columns)
    walk_by_columns(walk, tries, steps);
  else
    walk_by_swaps(walk, tries, steps);
  for (uint32_t column = 0; column < walk->plan->n; column++)
    walk->rows[column] = walk->conflicts->rows[column];
  walk->conflicts_now = walk->conflicts->total;
}

/* ---- swap, on the compact counters ---- */

/* MODEL.  The counters know how many queens stand on a line, not which.  So the queens to repair,
 * left[0 .. count - 1], are not all queens in conflict: of each crowded line at most one is
 * missing: a queen enters the set when it joins a line with other queens, and leaves it when it is
 * found without conflicts.  When the set is empty, no line holds two queens.
 *
 * There are no random steps here: the option `walk` has no effect on compact counters. */

static void exchange(nq_walk *walk, uint32_t a, uint32_t b) {
  uint32_t *rows = walk->rows, row_a = rows[a], row_b = rows[b];
  nq_occupancy *occupancy = &walk->occupancy;
  nq_occupancy_remove(occupancy, a, row_a);
  nq_occupancy_remove(occupancy, b, row_b);
  rows[a] = row_b;
  rows[b] = row_a;
  bool placed_a = nq_occupancy_place(occupancy, a, row_b);
  if (!nq_occupancy_place(occupancy, b, row_a) || !placed_a)
    walk_fail(walk, NQ_NO_MEMORY, "no memory for the table of crowded lines");
}

/* Queens on the column's diagonals: 2 when its queen is alone on both. */
static uint64_t queens_with(const nq_walk *walk, uint32_t column) {
  return nq_occupancy_diagonals(&walk->occupancy, column, walk->rows[column]);
}

void nq_walk_repair(nq_walk *walk, uint64_t tries, uint64_t steps) {
  const nq_walk_plan *plan = walk->plan;
  uint64_t count = walk->left_count, room = nq_walk_room(plan);
  while (count > 0 && walk->tries < tries && walk->steps < steps && !walk->failed) {
    uint64_t place = below_pcg64(&walk->random, count);
    uint32_t a = walk->left[place];
    uint64_t queens = queens_with(walk, a);
    if (queens == 2) {
      walk->left[place] = walk->left[--count];
      continue;
    }
    if (++walk->tries % POLL_SWAPS == 0 && walk_must_stop(walk, walk->occupancy.total)) break;
    uint32_t b = (uint32_t)below_pcg64(&walk->random, plan->n);
    if (a == b || domain_is_fixed(plan->domain, b)) continue;
    walk->evaluations++;
    if (occupancy_swap_raises(&walk->occupancy, a, walk->rows[a], queens, b, walk->rows[b]))
      continue;
    exchange(walk, a, b);
    walk->steps++;
    /* The set may name a queen twice, which only costs time; a walk whose set is full makes no
     * progress. */
    if (queens_with(walk, b) == 2) continue;
    if (count == room) break;
    walk->left[count++] = b;
  }
  walk->left_count = count;
  walk->conflicts_now = walk->occupancy.total;
}

/* ---- A walk ---- */

bool nq_walk_begin(nq_walk *walk, uint32_t index) {
  const nq_walk_plan *plan = walk->plan;
  double begin = nq_clock();
  nq_pcg64_seed(&walk->random, plan->seed, plan->stream << 32 | index);
  walk->index = index;
  walk->solved = walk->stopped = walk->failed = false;
  walk->tries = walk->steps = walk->evaluations = walk->start_conflicts = 0;
  walk->conflicts_now = UINT64_MAX;
  walk->seconds_start = 0;
  bool started = nq_walk_start(walk);
  walk->evaluations += plan->options.start == NQ_START_GREEDY ? plan->n : 1;
  walk->seconds_start = nq_clock() - begin;
  return started;
}

void nq_walk_go_on(nq_walk *walk, uint64_t tries, uint64_t steps) {
  if (walk->plan->compact)
    nq_walk_repair(walk, tries, steps);
  else
    nq_walk_steps(walk, tries, steps);
  walk->solved = !walk->failed && walk->conflicts_now == 0;
  /* A short walk ends before it polls the watch, and a run may consist of short walks only. */
  if (!walk->solved && !walk->stopped) (void)walk_must_stop(walk, walk->conflicts_now);
}
