/* The method typical: simulated annealing to a solution that stands for all solutions.
 *
 * MODEL.  The schedule of S sweeps (swaps.h), with the inverse temperature 1 / T:
 *
 *     ramp   3/4 S sweeps: from 0, where all permutations are equally likely, linearly to ln(4 n)
 *     hold   1/4 S sweeps at ln(4 n), where about half of all boards are solutions
 *
 * If the board is no solution after the hold, the hold is repeated.  A board is looked at only
 * after a whole hold, never when it has just become a solution: in equilibrium each solution is
 * then equally likely, while the first solution met would favour those with many neighbours.  So
 * the last conflicts are repaired at the same temperature, without a bias.
 *
 * What remains is the distance from equilibrium.  It falls by a factor of e in about 25 sweeps when
 * cold, whatever n, because solutions are connected: a random swap keeps about one in a hundred. */
#include "sampling/sampling.h"

#include <math.h>

/* Tries between two polls of the watch. */
#define TRIES_BETWEEN (UINT32_C(1) << 18)

#define LEAST_SWEEPS 4
#define MOST_SWEEPS  1000000000

/* A run of the schedule. */
typedef struct annealing {
  nq_task *task;
  nq_swaps swaps;
  uint64_t done, total; /* sweeps */
  uint64_t tries;       /* since the last poll */
  double coldness;      /* 1 / T */
  bool stopped;         /* by the watch or the limit of steps */
} annealing;

static const nq_option options[] = {
    {NQ_OPTION_COUNT64, "sweeps", .argument = "S",
     .offset = offsetof(nq_solve_options, typical.sweeps), .least = LEAST_SWEEPS,
     .most = MOST_SWEEPS, .fallback = "400 + 16000 / n",
     .help = "sweeps of n tries each: more come closer to a uniform draw"},
    {0},
};

static void poll(annealing *run) {
  run->tries = 0;
  run->stopped = nq_watch_poll(run->task->watch, (nq_progress){.phase = "anneal",
                                                               .unit = "sweeps",
                                                               .done = run->done,
                                                               .total = run->total,
                                                               .conflicts = run->swaps.conflicts,
                                                               .temperature = 1 / run->coldness});
}

/* A sweep of a large board takes minutes, so it is polled within. */
static void sweep(annealing *run) {
  uint32_t n = run->task->n;
  for (uint32_t first = 0, count; first < n && !run->stopped; first += count) {
    count = n - first < TRIES_BETWEEN ? n - first : TRIES_BETWEEN;
    nq_swaps_try(&run->swaps, first, count);
    run->tries += count;
    if (run->tries >= TRIES_BETWEEN) poll(run);
  }
  run->done += !run->stopped; /* a whole one */
  uint64_t limit = run->task->options->limits.steps;
  if (limit > 0 && run->swaps.steps >= limit) run->stopped = true;
}

static void anneal(annealing *run) {
  uint64_t ramp = run->total / 4 * 3, hold = run->total - ramp;
  double coldest = log(4 * (double)run->task->n);
  for (uint64_t i = 0; i < ramp && !run->stopped; i++) {
    run->coldness = coldest * (double)(i + 1) / (double)ramp;
    nq_swaps_weigh(&run->swaps, exp(-run->coldness));
    sweep(run);
  }
  do {
    if (run->done + hold > run->total) run->total = run->done + hold;
    for (uint64_t i = 0; i < hold && !run->stopped; i++) sweep(run);
  } while (run->swaps.conflicts > 0 && !run->stopped);
}

static void report(annealing *run, double seconds_start) {
  nq_task *task = run->task;
  nq_result *result = task->result;
  result->steps = run->swaps.steps;
  result->conflicts = run->swaps.conflicts;
  result->memory_bytes = nq_swaps_bytes(task->n);
  result->seconds_start = seconds_start;
  result->seconds_search = nq_clock() - task->watch->begin - seconds_start;
  nq_result_count(result, "sweeps", (double)run->done);
  nq_result_count(result, "evaluations", (double)run->done * task->n);
  if (run->stopped)
    nq_result_unknown(result, task->watch, "the limit of steps was reached");
  else
    result->verdict = NQ_SOLVED;
}

static uint64_t default_sweeps(uint32_t n) {
  return 400 + 16000 / n;
}

static nq_status solve(nq_task *task, nq_error *error) {
  uint64_t sweeps = task->options->typical.sweeps;
  annealing run = {.task = task, .total = sweeps > 0 ? sweeps : default_sweeps(task->n)};
  if (run.total < LEAST_SWEEPS || run.total > MOST_SWEEPS)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "sweeps: %" PRIu64 " is out of range: it must be %d to %d", run.total,
                        LEAST_SWEEPS, MOST_SWEEPS);
  nq_status status =
      nq_memory_require(nq_swaps_bytes(task->n), "the diagonals of a typical board", error);
  if (status != NQ_OK) return status;
  status = nq_swaps_init(&run.swaps, task->rows, task->n, task->options->seed,
                         task->options->stream << 32, task->watch, error);
  run.stopped = watch_stop(task->watch) != NQ_STOP_NOT;
  double seconds_start = nq_clock() - task->watch->begin;
  if (status == NQ_OK) {
    anneal(&run);
    report(&run, seconds_start);
  }
  nq_swaps_release(&run.swaps);
  return status;
}

static nq_status resolve(nq_solve_options *chosen, const nq_instance *instance, nq_error *error) {
  (void)error;
  if (chosen->typical.sweeps == 0) chosen->typical.sweeps = default_sweeps(nq_instance_n(instance));
  return NQ_OK;
}

const nq_method nq_method_typical = {
    .name = "typical",
    .summary = "annealing, for boards like uniform ones; plain boards only",
    .plain_only = true,
    .solve = solve,
    .options = options,
    .step = "the rows of two queens exchanged",
    .resolve = resolve,
};
