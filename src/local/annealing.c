/* Simulated annealing as textbooks have it (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi,
 * "Optimization by simulated annealing", Science 220, 1983; Russell and Norvig, 3rd ed. 2010,
 * figure 4.5).
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
#include "local/local.h"
#include "local/mover.h"

#include <math.h>

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

#define AT(member) offsetof(nq_solve_options, annealing.member)

static const nq_option options[] = {
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

static nq_status resolve(nq_solve_options *chosen, const nq_instance *instance, nq_error *error) {
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

static bool accepts(nq_mover *mover, int64_t change, double temperature) {
  return change <= 0 || nq_pcg64_unit(&mover->random) < exp(-(double)change / temperature);
}

static void try_column(nq_mover *mover, double temperature) {
  uint32_t column = mover->column[below_pcg64(&mover->random, mover->columns)];
  uint32_t row = nq_domain_draw_row(&mover->domain, column, &mover->random);
  if (row == mover->conflicts->rows[column]) return;
  if (accepts(mover, mover_evaluate(mover, column, row), temperature))
    nq_mover_move(mover, column, row);
}

static void try_swap(nq_mover *mover, double temperature) {
  uint32_t a = mover->column[below_pcg64(&mover->random, mover->columns)];
  uint32_t b = mover->column[below_pcg64(&mover->random, mover->columns)];
  if (a == b) return;
  mover->evaluations++;
  if (accepts(mover, nq_conflicts_swap_delta(mover->conflicts, a, b), temperature))
    nq_mover_swap(mover, a, b);
}

/* Tries between two settings of the temperature. */
#define TRIES_BETWEEN 64

static void anneal(nq_mover *mover, const void *chosen) {
  const nq_annealing_options *own = chosen;
  double temperature = own->start_temperature;
  for (uint64_t i = 0; i < own->tries && mover->conflicts->total > 0; i++) {
    if (i % TRIES_BETWEEN == 0) temperature = temperature_at(own, i);
    if (nq_mover_must_stop(mover)) return;
    if (own->move == NQ_MOVE_SWAP)
      try_swap(mover, temperature);
    else
      try_column(mover, temperature);
  }
}

static nq_status solve_by_annealing(nq_task *task, nq_error *error) {
  nq_solve_options chosen = *task->options;
  nq_status status = resolve(&chosen, task->instance, error);
  if (status != NQ_OK) return status;
  const nq_annealing_options *own = &chosen.annealing;
  const nq_mover_plan plan = {.search = anneal,
                              .own = own,
                              .permutes = own->move == NQ_MOVE_SWAP,
                              .restarts = UINT64_MAX,
                              .exhausted = "the limit of restarts was reached",
                              .trace = own->trace,
                              .trace_context = own->trace_context};
  return nq_mover_run(task, &plan, error);
}

const nq_method nq_method_annealing = {
    .name = "annealing",
    .summary = "random moves that fade out as a temperature falls",
    .solve = solve_by_annealing,
    .options = options,
    .step = "a queen moved, or two exchanged",
    .resolve = resolve,
};
