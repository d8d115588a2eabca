/* Local search as textbooks have it: hill climbing, and simulated annealing.
 *
 * MODEL.  A board starts with any allowed rows; then one queen moves at a time, to another allowed
 * row of its column, or two exchange rows.  Placed queens do not move.  Each change of conflicts
 * that is computed is an evaluation, in O(1) on the counters of board/conflicts.h. */
#include "board/conflicts.h"
#include "local/local.h"

#include <math.h>
#include <string.h>

/* Evaluations between two polls of the watch: well below a millisecond. */
#define EVALUATIONS_BETWEEN (UINT64_C(1) << 16)

struct mover {
  nq_task *task;
  nq_solve_options chosen; /* the task's, with every default */
  /* Go from a start board to a solution, to where the method gives it up, or to a stop. */
  void (*search)(struct mover *mover);
  bool permutes;         /* start boards are permutations of the rows: plain boards only */
  uint64_t most;         /* restarts; the task may allow fewer */
  const char *exhausted; /* why the result is unknown after the last of them */
  nq_step_trace *trace;  /* or NULL */
  void *trace_context;

  nq_domain domain;
  nq_conflicts *conflicts;
  uint32_t *column; /* columns whose queens may move */
  uint32_t columns;
  nq_pcg64 random;
  uint64_t evaluations, steps;
  uint64_t before;          /* evaluations when this start board was begun */
  uint64_t restarts, step;  /* this start board, from 0; steps since it */
  uint64_t fewest;          /* conflicts at the end of any start board */
  uint64_t start_conflicts; /* of this start board */
  uint64_t polled;          /* evaluations at the last poll */
  bool stopped;             /* by the watch or the limit of steps */
};

/* ---- Memory ---- */

/* NQ_NONE: there is no solution. */
static nq_status init_mover(struct mover *mover, nq_error *error) {
  nq_task *task = mover->task;
  nq_result *result = task->result;
  if (mover->trace != NULL && task->n > NQ_TRACE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE, "a trace needs n <= %d", NQ_TRACE_N_MAX);
  uint64_t bytes = nq_conflicts_bytes(task->n) + sizeof *mover->column * (uint64_t)task->n;
  result->memory_bytes = bytes + nq_domain_bytes(task->instance);
  nq_status status = nq_memory_require(result->memory_bytes, "the counters", error);
  if (status == NQ_OK) status = nq_domain_init(&mover->domain, task->instance, error);
  if (status == NQ_OK) status = nq_domain_refute(&mover->domain, error);
  if (status != NQ_OK) return status;
  mover->column = nq_memory_new(task->n, sizeof *mover->column);
  if (mover->column != NULL) mover->conflicts = nq_conflicts_new(task->n);
  if (mover->column == NULL || mover->conflicts == NULL)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for the counters of n = %" PRIu32, task->n);
  for (uint32_t column = 0; column < task->n; column++)
    if (!domain_is_fixed(&mover->domain, column)) mover->column[mover->columns++] = column;
  nq_pcg64_seed(&mover->random, task->options->seed, task->options->stream << 32);
  return NQ_OK;
}

/* ---- Moves ---- */

static void show(const struct mover *mover) {
  if (mover->trace == NULL) return;
  mover->trace(mover->trace_context,
               &(nq_step_state){.restart = mover->restarts,
                                .step = mover->step,
                                .evaluations = mover->evaluations - mover->before,
                                .conflicts = mover->conflicts->total,
                                .n = mover->conflicts->n,
                                .rows = mover->conflicts->rows});
}

/* The change of the conflicts if the queen of `column` moved to `row`: an evaluation. */
static inline int64_t evaluate(struct mover *mover, uint32_t column, uint32_t row) {
  const nq_conflicts *conflicts = mover->conflicts;
  mover->evaluations++;
  return (int64_t)conflicts_at(conflicts, column, row) -
         (int64_t)conflicts_at(conflicts, column, conflicts->rows[column]);
}

static void count_step(struct mover *mover) {
  mover->steps++;
  mover->step++;
  show(mover);
}

static void move(struct mover *mover, uint32_t column, uint32_t row) {
  nq_conflicts_remove(mover->conflicts, column);
  nq_conflicts_place(mover->conflicts, column, row);
  count_step(mover);
}

/* Must the run end?  Polls the watch now and then. */
static bool must_stop(struct mover *mover) {
  uint64_t limit = mover->task->options->limits.steps;
  if (limit > 0 && mover->steps >= limit) mover->stopped = true;
  if (mover->evaluations - mover->polled < EVALUATIONS_BETWEEN && mover->evaluations > 0)
    return mover->stopped;
  mover->polled = mover->evaluations;
  nq_progress progress = {
      .phase = "repair", .conflicts = mover->conflicts->total, .restarts = mover->restarts};
  if (nq_watch_poll(mover->task->watch, progress)) mover->stopped = true;
  return mover->stopped;
}

/* ---- Start boards ---- */

/* A new start board: in each column an allowed row, drawn uniformly, or a random permutation. */
static void start_board(struct mover *mover) {
  uint32_t *rows = mover->task->rows, n = mover->task->n;
  mover->before = mover->evaluations;
  (void)nq_conflicts_clear(mover->conflicts, NULL);
  nq_look look = {.watch = mover->task->watch, .progress = {.phase = "start"}};
  if (mover->permutes && !nq_permutation_draw(rows, n, &mover->random, &look))
    mover->stopped = true;
  for (uint32_t column = 0; column < n && !mover->stopped; column++) {
    uint32_t row = mover->permutes ? rows[column] : domain_fixed_row(&mover->domain, column);
    if (row == NQ_EMPTY) row = nq_domain_draw_row(&mover->domain, column, &mover->random);
    nq_conflicts_place(mover->conflicts, column, row);
    if (column % EVALUATIONS_BETWEEN == 0 && must_stop(mover)) break;
  }
  mover->evaluations++;
  mover->step = 0;
  mover->start_conflicts = mover->conflicts->total;
  if (!mover->stopped) show(mover);
}

/* The same for the next restart; false where a limit forbids it. */
static bool restart(struct mover *mover) {
  uint64_t limit = mover->task->options->limits.restarts;
  if (mover->conflicts->total < mover->fewest) mover->fewest = mover->conflicts->total;
  if (mover->restarts >= mover->most || (limit > 0 && mover->restarts >= limit)) return false;
  mover->restarts++;
  if (mover->step == 0) mover->steps++; /* a start board without a step counts as one */
  start_board(mover);
  return true;
}

/* ---- The run ---- */

static void report_moves(const struct mover *mover) {
  nq_task *task = mover->task;
  nq_result *result = task->result;
  bool solved = mover->conflicts->total == 0 && !mover->stopped;
  result->steps = mover->steps;
  result->restarts = mover->restarts;
  result->conflicts =
      mover->conflicts->total < mover->fewest ? mover->conflicts->total : mover->fewest;
  result->seconds_search = nq_clock() - task->watch->begin;
  nq_result_count(result, "evaluations", (double)mover->evaluations);
  nq_result_count(result, "start_conflicts", (double)mover->start_conflicts);
  if (solved) {
    memcpy(task->rows, mover->conflicts->rows, task->n * sizeof *task->rows);
    result->verdict = NQ_SOLVED;
  } else {
    nq_result_unknown(result, task->watch,
                      mover->stopped ? "the limit of steps was reached" : mover->exhausted);
  }
}

/* Search from one start board after the other, and fill in the result.  NQ_NONE: the instance is
 * seen to have no solution; NQ_BAD_VALUE: a trace of too large a board; NQ_NO_MEMORY. */
static nq_status run(struct mover *mover, nq_error *error) {
  mover->fewest = UINT64_MAX;
  nq_status status = init_mover(mover, error);
  if (status == NQ_OK && mover->conflicts != NULL) {
    start_board(mover);
    do mover->search(mover);
    while (mover->conflicts->total > 0 && !mover->stopped && restart(mover));
    report_moves(mover);
  }
  nq_conflicts_free(mover->conflicts);
  nq_memory_free(mover->column, mover->task->n, sizeof *mover->column);
  nq_domain_release(&mover->domain);
  return status;
}

/* ---- Hill climbing ---- */

/* S. Russell, P. Norvig, "Artificial Intelligence: A Modern
 * Approach", 3rd ed. 2010, section 4.1.1, figure 4.2.
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

static const nq_choice climbs[] = {
    {"steepest", NQ_CLIMB_STEEPEST, "to the best of all n (n - 1) neighbours"},
    {"first-choice", NQ_CLIMB_FIRST_CHOICE, "to the first better neighbour, drawn at random"},
    {"stochastic", NQ_CLIMB_STOCHASTIC, "to any better neighbour, with equal probability"},
    {0},
};

#define AT(member) offsetof(nq_solve_options, hill_climbing.member)

static const nq_option climbing_options[] = {
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
static void offer(struct mover *mover, neighbour *chosen, neighbour offered, bool better) {
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
static neighbour look_at_all(struct mover *mover, bool any) {
  neighbour chosen = {.change = 1};
  uint32_t n = mover->task->n;
  bool restricted = mover->domain.restricted;
  for (uint32_t i = 0; i < mover->columns && !must_stop(mover); i++) {
    uint32_t column = mover->column[i], now = mover->conflicts->rows[column];
    const uint64_t *forbidden =
        mover->domain.forbidden != NULL ? domain_forbidden(&mover->domain, column) : NULL;
    for (uint32_t row = 0; row < n; row++) {
      if (row == now ||
          (restricted && (forbidden != NULL ? has_bit(forbidden, row)
                                            : !domain_allows(&mover->domain, column, row))))
        continue;
      neighbour one = {.column = column, .row = row, .change = evaluate(mover, column, row)};
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
static neighbour look_at_random(struct mover *mover, bool sideways) {
  uint32_t n = mover->task->n;
  for (uint64_t i = 0; i < (uint64_t)mover->columns * n && !must_stop(mover); i++) {
    uint32_t column = mover->column[below_pcg64(&mover->random, mover->columns)];
    uint32_t row = (uint32_t)below_pcg64(&mover->random, n);
    if (row == mover->conflicts->rows[column] || !domain_allows(&mover->domain, column, row))
      continue;
    neighbour one = {column, row, evaluate(mover, column, row), 1};
    if (one.change < 0 || (one.change == 0 && sideways)) return one;
  }
  return (neighbour){0};
}

/* From a start board to a solution, a local optimum, or a stop. */
static void climb(struct mover *mover) {
  const nq_hill_climbing_options *own = &mover->chosen.hill_climbing;
  int32_t level = 0; /* sideways steps in a row */
  while (mover->conflicts->total > 0 && !must_stop(mover)) {
    neighbour next = own->climb == NQ_CLIMB_FIRST_CHOICE
                         ? look_at_random(mover, level < own->sideways)
                         : look_at_all(mover, own->climb == NQ_CLIMB_STOCHASTIC);
    if (mover->stopped || next.equal == 0 || (next.change == 0 && level >= own->sideways)) return;
    level = next.change == 0 ? level + 1 : 0;
    move(mover, next.column, next.row);
  }
}

static nq_status resolve_climbing(nq_solve_options *chosen, const nq_instance *instance,
                                  nq_error *error) {
  nq_hill_climbing_options *own = &chosen->hill_climbing;
  (void)instance;
  (void)error;
  if (own->climb == NQ_CLIMB_AUTO) own->climb = NQ_CLIMB_STEEPEST;
  if (own->sideways < 0) own->sideways = 100;
  return NQ_OK;
}

static nq_status climb_hills(nq_task *task, nq_error *error) {
  const nq_hill_climbing_options *own = &task->options->hill_climbing;
  struct mover mover = {.task = task,
                        .chosen = *task->options,
                        .search = climb,
                        .most = own->restarts,
                        .exhausted = "a local optimum was reached, and no restart is left",
                        .trace = own->trace,
                        .trace_context = own->trace_context};
  (void)resolve_climbing(&mover.chosen, task->instance, error);
  return run(&mover, error);
}

const nq_method nq_method_hill_climbing = {
    .name = "hill-climbing",
    .summary = "steps to boards with fewer conflicts, as in textbooks",
    .solve = climb_hills,
    .options = climbing_options,
    .step = "a queen moved within its column",
    .resolve = resolve_climbing,
};

/* ---- Annealing ---- */

/* S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220,
 * 1983; Russell and Norvig, 3rd ed. 2010, figure 4.5.
 *
 * MODEL.  A try draws a move: a queen and another row of its column, or two queens that exchange
 * rows.  A move that adds d > 0 conflicts is made with probability exp(-d / T), any other always.
 * The temperature T falls from `start` to `end` over the tries of a start board:
 *
 *     geometric     T = start (end / start)^x, x from 0 to 1
 *     linear        T = start + (end - start) x
 *     logarithmic   T = start / (1 + c ln(1 + t)) after t tries, with c so that it ends at `end`
 *                   (S. Geman, D. Geman, IEEE PAMI 6, 1984, of this form)
 *
 * A run ends at the first solution; if there is none by the last try, the next start board
 * follows. */

static const nq_choice moves[] = {
    {"column", NQ_MOVE_COLUMN, "a queen moves within its column"},
    {"swap", NQ_MOVE_SWAP, "two queens exchange rows"},
    {0},
};
static const nq_choice schedules[] = {
    {"geometric", NQ_SCHEDULE_GEOMETRIC, "the temperature falls by a constant factor"},
    {"linear", NQ_SCHEDULE_LINEAR, "by a constant amount"},
    {"logarithmic", NQ_SCHEDULE_LOGARITHMIC, "with the logarithm of the tries"},
    {0},
};

#undef AT
#define AT(member) offsetof(nq_solve_options, annealing.member)

static const nq_option annealing_options[] = {
    {NQ_OPTION_CHOICE, "move", .key_only = true, .offset = AT(move), .choices = moves,
     .fallback = "swap; column on instances", .help = "what a try moves"},
    {NQ_OPTION_CHOICE, "schedule", .key_only = true, .offset = AT(schedule), .choices = schedules,
     .fallback = "geometric", .help = "how the temperature falls"},
    {NQ_OPTION_REAL, "start-temperature", .key_only = true, .offset = AT(start_temperature),
     .least = 0, .most = 1000000, .fallback = "0.5",
     .help = "where it begins: a move that adds 1 conflict is made with probability exp(-1/T)"},
    {NQ_OPTION_REAL, "end-temperature", .key_only = true, .offset = AT(end_temperature), .least = 0,
     .most = 1000000, .fallback = "0.05", .help = "where it ends"},
    {NQ_OPTION_COUNT64, "tries", .key_only = true, .offset = AT(tries), .least = 1,
     .most = UINT64_MAX, .fallback = "100000 + 400 n", .help = "moves tried on each start board"},
    {0},
};

static nq_status resolve_annealing(nq_solve_options *chosen, const nq_instance *instance,
                                   nq_error *error) {
  nq_annealing_options *own = &chosen->annealing;
  if (own->move == NQ_MOVE_AUTO)
    own->move = nq_instance_is_plain(instance) ? NQ_MOVE_SWAP : NQ_MOVE_COLUMN;
  if (own->schedule == NQ_SCHEDULE_AUTO) own->schedule = NQ_SCHEDULE_GEOMETRIC;
  if (own->start_temperature < 0) own->start_temperature = 0.5;
  if (own->end_temperature < 0) own->end_temperature = fmin(0.05, own->start_temperature);
  if (own->tries == 0) own->tries = 100000 + 400 * (uint64_t)nq_instance_n(instance);
  if (own->move == NQ_MOVE_SWAP && !nq_instance_is_plain(instance))
    return nq_error_set(error, NQ_BAD_VALUE, "move swap needs a plain board: take move column");
  if (!(own->end_temperature <= own->start_temperature && own->end_temperature > 0))
    return nq_error_set(error, NQ_BAD_VALUE,
                        "end-temperature must be above 0 and at most start-temperature");
  return NQ_OK;
}

/* After `done` of the tries. */
static double temperature_at(const nq_annealing_options *own, uint64_t done) {
  double x = (double)done / (double)own->tries, start = own->start_temperature;
  double end = own->end_temperature;
  switch (own->schedule) {
  case NQ_SCHEDULE_LINEAR:
    return start + (end - start) * x;
  case NQ_SCHEDULE_LOGARITHMIC: {
    double c = (start / end - 1) / log1p((double)own->tries);
    return start / (1 + c * log1p((double)done));
  }
  default:
    return start * pow(end / start, x);
  }
}

static bool accepts(struct mover *mover, int64_t change, double temperature) {
  return change <= 0 || nq_pcg64_unit(&mover->random) < exp(-(double)change / temperature);
}

static void try_column(struct mover *mover, double temperature) {
  uint32_t column = mover->column[below_pcg64(&mover->random, mover->columns)];
  uint32_t row = nq_domain_draw_row(&mover->domain, column, &mover->random);
  if (row == mover->conflicts->rows[column]) return;
  if (accepts(mover, evaluate(mover, column, row), temperature)) move(mover, column, row);
}

static void try_swap(struct mover *mover, double temperature) {
  uint32_t a = mover->column[below_pcg64(&mover->random, mover->columns)];
  uint32_t b = mover->column[below_pcg64(&mover->random, mover->columns)];
  if (a == b) return;
  mover->evaluations++;
  if (accepts(mover, nq_conflicts_swap_delta(mover->conflicts, a, b), temperature)) {
    nq_conflicts_swap(mover->conflicts, a, b);
    count_step(mover);
  }
}

/* The temperature is set anew every 64 tries. */
static void anneal(struct mover *mover) {
  const nq_annealing_options *own = &mover->chosen.annealing;
  double temperature = own->start_temperature;
  for (uint64_t i = 0; i < own->tries && mover->conflicts->total > 0; i++) {
    if (i % 64 == 0) temperature = temperature_at(own, i);
    if (must_stop(mover)) return;
    if (own->move == NQ_MOVE_SWAP)
      try_swap(mover, temperature);
    else
      try_column(mover, temperature);
  }
}

static nq_status solve_by_annealing(nq_task *task, nq_error *error) {
  const nq_annealing_options *own = &task->options->annealing;
  struct mover mover = {.task = task,
                        .chosen = *task->options,
                        .search = anneal,
                        .most = UINT64_MAX,
                        .exhausted = "the limit of restarts was reached",
                        .trace = own->trace,
                        .trace_context = own->trace_context};
  nq_status status = resolve_annealing(&mover.chosen, task->instance, error);
  mover.permutes = mover.chosen.annealing.move == NQ_MOVE_SWAP;
  return status == NQ_OK ? run(&mover, error) : status;
}

const nq_method nq_method_annealing = {
    .name = "annealing",
    .summary = "random moves that fade out as a temperature falls",
    .solve = solve_by_annealing,
    .options = annealing_options,
    .step = "a queen moved, or two exchanged",
    .resolve = resolve_annealing,
};
