/* The number of solutions, estimated.
 *
 * MODEL.  Let <E> be the mean number of conflicts of a permutation with probability in proportion
 * to x^E (swaps.h).  The sum Z(x) of x^E over all permutations has the derivative Z <E> / x; Z(1) =
 * n!; and the part of Z(x) that solutions have, P(x), makes P(x) Z(x) = Q, their number.  So, with
 * x = u^2 for a smooth integrand,
 *
 *     ln Q = ln n! - integral from c to 1 of (2 <E> / u) du + ln P(c^2)        c^2 = 1 / (4 n)
 *
 * At c about half of all boards are solutions, so that P is measured easily, and small boards are
 * not frozen yet.  The integral is a Gauss-Legendre sum over NODES values of u.  It is exact for
 * polynomials of degree 2 NODES - 1; its error is estimated from the decay of the integrand's
 * Legendre coefficients.  (For n <= 11, where Z is known, it is below 10^-7.)
 *
 * A chain is one board that visits the nodes from hot to cold, and c last.  At each it makes sweeps
 * that are discarded, ten times the time in which it forgets the hotter node, and then sweeps whose
 * conflicts are averaged.  It gives one value of the integral and of P.  Chains are independent, so
 * the spread of their values gives the error.  Each half of a chain's averages gives a value too:
 * if these differ more than by chance, the chains were not in equilibrium, and the difference is
 * added to the error. */
#include "sampling/sampling.h"

#include "parallel/threads.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Differs from the streams of solvers and generators, item << 32 and 2^62 + item. */
#define STREAM (UINT64_C(1) << 63)

#define CHAINS_LEAST  16
#define CHAINS_LATE   8 /* with a time limit */
#define CHAINS_MOST   (UINT64_C(1) << 20)
#define SAMPLES       3000                /* sweeps of a chain that are averaged */
#define DEFAULT_TRIES UINT64_C(500000000) /* of all chains */

/* ---- The grid ---- */

/* The nodes and weights of Gauss-Legendre, and the i-th Legendre polynomial at each node. */
static void lay_nodes(nq_estimate_grid *grid) {
  const double pi = 3.14159265358979323846, length = 1 - grid->cold;
  for (int k = 0; k < NODES; k++) {
    double at = cos(pi * (k + 0.75) / (NODES + 0.5)), slope = 1;
    for (int turn = 0; turn < 20; turn++) { /* Newton's method; the recurrence gives both */
      double before = 1, now = at;
      for (int i = 2; i <= NODES; i++) {
        double next = ((2 * i - 1) * at * now - (i - 1) * before) / i;
        before = now;
        now = next;
      }
      slope = NODES * (at * now - before) / (at * at - 1);
      at -= now / slope;
    }
    grid->u[k] = grid->cold + length * (1 + at) / 2;
    grid->weight[k] = length / ((1 - at * at) * slope * slope);
    grid->legendre[0][k] = 1;
    grid->legendre[1][k] = at;
    for (int i = 2; i < NODES; i++)
      grid->legendre[i][k] =
          ((2 * i - 1) * at * grid->legendre[i - 1][k] - (i - 1) * grid->legendre[i - 2][k]) / i;
  }
}

/* Samples in proportion to the error that one sample makes, which gives the smallest error for the
 * work: at a node weight times the root of (variance of E / x) times (correlation time), another
 * fit; at c a constant for P, while the nodes' errors grow with the root of n. */
static void lay_sweeps(nq_estimate_grid *grid, uint32_t n) {
  double share[NODES + 1], sum = 0;
  for (int k = 0; k < NODES; k++) {
    share[k] = grid->weight[k] * (0.5 + 10 * exp(-grid->u[k] / 0.16));
    sum += share[k];
  }
  share[NODES] = sum * fmax(0.04, 1.5 / sqrt(n));
  grid->sweeps = 0;
  for (int k = 0; k <= NODES; k++) {
    /* A chain comes closer to equilibrium by a factor of e in so many sweeps: a fit to measured
     * values for n = 20 .. 10^5. */
    double forgetting = 1 + 28 * exp(-grid->u[k] / 0.17);
    grid->discarded[k] = (uint32_t)(10 * forgetting);
    grid->samples[k] = 2 * (uint32_t)(0.5 * SAMPLES * share[k] / sum + 1);
    grid->sweeps += grid->discarded[k] + grid->samples[k];
  }
}

void nq_estimate_grid_init(nq_estimate_grid *grid, uint32_t n) {
  grid->cold = grid->u[NODES] = 0.5 / sqrt(n);
  lay_nodes(grid);
  lay_sweeps(grid, n);
}

/* ---- Chains ---- */

/* What a chain found. */
typedef struct chain {
  bool done;
  double node[NODES];  /* 2 <E> / u */
  double drift;        /* of the integral, from the first to the second half of the samples */
  double solutions[2]; /* part of the samples at c that were solutions, in each half */
  double value;        /* of what is summed up */
} chain;

typedef struct estimate {
  uint32_t n;
  const nq_estimate_options *options;
  nq_estimate_grid grid;
  nq_watch watch;
  chain *chains;
  uint64_t end; /* of the chains to run now */
  atomic_uint_least64_t next, sweeps;
  atomic_bool failed; /* no memory */
} estimate;

/* Count a sweep of the thread; false when the run must stop.  Looks after about a millisecond, or a
 * sweep. */
static bool keep_on(estimate *run, uint64_t *own) {
  uint64_t between = 1 + 100000 / run->n;
  if (++*own % between != 0) return true;
  atomic_fetch_add(&run->sweeps, between);
  if (nq_watch_claim(&run->watch))
    nq_watch_report(&run->watch, (nq_progress){.phase = "estimate",
                                               .unit = "sweeps",
                                               .done = atomic_load(&run->sweeps),
                                               .total = run->end * run->grid.sweeps});
  return watch_stop(&run->watch) == NQ_STOP_NOT;
}

/* Means over a few sweeps. */
typedef struct sample {
  double conflicts, solutions;
} sample;

/* False when stopped. */
static bool take_sample(estimate *run, nq_swaps *swaps, uint32_t sweeps, uint64_t *own,
                        sample *mean) {
  uint64_t conflicts = 0, solutions = 0;
  for (uint32_t i = 0; i < sweeps; i++) {
    nq_swaps_try(swaps, 0, swaps->n);
    conflicts += swaps->conflicts;
    solutions += swaps->conflicts == 0;
    if (!keep_on(run, own)) return false;
  }
  *mean = (sample){(double)conflicts / sweeps, (double)solutions / sweeps};
  return true;
}

static void follow_chain(estimate *run, nq_swaps *swaps, uint64_t *own, chain *to) {
  const nq_estimate_grid *grid = &run->grid;
  for (int k = 0; k <= NODES; k++) {
    double u = grid->u[k];
    sample half[2];
    nq_swaps_weigh(swaps, u * u);
    if (!take_sample(run, swaps, grid->discarded[k], own, &half[0]) ||
        !take_sample(run, swaps, grid->samples[k] / 2, own, &half[0]) ||
        !take_sample(run, swaps, grid->samples[k] / 2, own, &half[1]))
      return;
    if (k < NODES) {
      to->node[k] = (half[0].conflicts + half[1].conflicts) / u;
      to->drift += grid->weight[k] * 2 * (half[1].conflicts - half[0].conflicts) / u;
    } else {
      for (int i = 0; i < 2; i++) to->solutions[i] = half[i].solutions;
    }
  }
  to->done = true;
}

static void *run_chains(void *argument) {
  estimate *run = argument;
  uint64_t i, own = 0;
  uint32_t *rows = nq_memory_new(run->n, sizeof *rows);
  while (!atomic_load(&run->failed) && watch_stop(&run->watch) == NQ_STOP_NOT &&
         (i = atomic_fetch_add(&run->next, 1)) < run->end) {
    nq_swaps swaps = {0};
    if (rows == NULL ||
        nq_swaps_init(&swaps, rows, run->n, run->options->seed, STREAM + i, NULL, NULL) != NQ_OK)
      atomic_store(&run->failed, true);
    else
      follow_chain(run, &swaps, &own, &run->chains[i]);
    nq_swaps_release(&swaps);
  }
  nq_memory_free(rows, run->n, sizeof *rows);
  return NULL;
}

static nq_status add_chains(estimate *run, uint64_t count, nq_error *error) {
  unsigned threads = run->options->threads;
  chain *chains = realloc(run->chains, (size_t)(run->end + count) * sizeof *chains);
  if (chains != NULL) {
    run->chains = chains;
    memset(chains + run->end, 0, (size_t)count * sizeof *chains);
    atomic_store(&run->next, run->end);
    run->end += count;
    nq_threads_run(threads < count ? threads : (unsigned)count, run_chains, run);
  }
  if (chains != NULL && !atomic_load(&run->failed)) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for an estimate of n = %" PRIu32, run->n);
}

/* ---- From chains to an interval ---- */

/* Stirling's series; from n = 4 on its error is below 10^-8. */
static double ln_factorial(double n) {
  double square = n * n;
  return (n + 0.5) * log(n) - n + 0.91893853320467274178 +
         (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1 / (1680 * square)) / square) / square) / n;
}

/* The quadrature error: coefficients that fall geometrically are extrapolated from degree NODES - 1
 * to the first degree that the sum does not integrate exactly, 2 NODES.  The largest of the last
 * three is taken, noise included. */
static double grid_error(const nq_estimate_grid *grid, const double mean[NODES]) {
  double largest = 0, whole = 0;
  for (int k = 0; k < NODES; k++) whole += grid->weight[k] * mean[k];
  for (int i = NODES - 3; i < NODES; i++) {
    double coefficient = 0;
    for (int k = 0; k < NODES; k++)
      coefficient += (2 * i + 1) * grid->weight[k] * grid->legendre[i][k] * mean[k];
    largest = fmax(largest, fabs(coefficient));
  }
  double fall = whole > 0 ? fmin(1, largest / whole) : 0;
  return largest * pow(fall, (NODES + 1.0) / (NODES - 1.0));
}

/* The mean of the values of `count` chains, and its standard error. */
typedef struct mean_error {
  double mean, error;
} mean_error;

static mean_error summarise(const chain *chains, uint64_t count) {
  double mean = 0, squares = 0, number = (double)count;
  for (uint64_t i = 0; i < count; i++) mean += chains[i].value / number;
  for (uint64_t i = 0; i < count; i++)
    squares += (chains[i].value - mean) * (chains[i].value - mean);
  return (mean_error){mean, sqrt(squares / (number - 1) / number)};
}

/* Sum up the first `count` chains.  A chain's value is its contribution to ln Q, up to a constant,
 * to first order in its own part of P. */
static void sum_up(estimate *run, uint64_t count, nq_estimate_result *result) {
  const nq_estimate_grid *grid = &run->grid;
  chain *chains = run->chains;
  double mean[NODES] = {0}, number = (double)count, n = run->n, part = 0;
  for (uint64_t i = 0; i < count; i++) {
    for (int k = 0; k < NODES; k++) mean[k] += chains[i].node[k] / number;
    part += (chains[i].solutions[0] + chains[i].solutions[1]) / 2 / number;
  }
  if (part == 0) part = 0.5 / number; /* less than once in 10^9 runs */
  for (uint64_t i = 0; i < count; i++)
    chains[i].value = (chains[i].solutions[1] - chains[i].solutions[0]) / part - chains[i].drift;
  mean_error drift = summarise(chains, count);
  for (uint64_t i = 0; i < count; i++) {
    chains[i].value = (chains[i].solutions[0] + chains[i].solutions[1]) / 2 / part;
    for (int k = 0; k < NODES; k++) chains[i].value -= grid->weight[k] * chains[i].node[k];
  }
  mean_error value = summarise(chains, count);
  result->chains = count;
  result->ln_count = ln_factorial(n) + value.mean - 1 + log(part);
  result->spread = nq_student_point(number - 1) * value.error;
  result->grid = grid_error(grid, mean);
  result->drift = fmax(0, fabs(drift.mean) - 3 * drift.error) / 2;
  result->half_width = result->spread + result->grid + result->drift;
  result->alpha = log(n) - result->ln_count / n;
}

/* The number of chains that are done without a gap: those in progress when the time ran out take as
 * long as the others, so leaving them out favours no value. */
static uint64_t chains_done(const estimate *run) {
  uint64_t count = 0;
  while (count < run->end && run->chains[count].done) count++;
  return count;
}

/* ---- Effort ---- */

/* How many chains to add for the wanted half width, given that of `end` chains; 0: enough. */
static uint64_t chains_missing(const estimate *run, const nq_estimate_result *result) {
  double wanted = log1p(run->options->relative_error), have = (double)run->end;
  if (result->half_width <= wanted || run->end >= CHAINS_MOST) return 0;
  double ratio = result->spread / wanted, most = (double)(CHAINS_MOST - run->end);
  double more = fmin(have * (1.1 * ratio * ratio - 1), most);
  return more < 0.1 * have ? 1 + run->end / 10 : (uint64_t)more + 1;
}

static uint64_t chains_at_first(const estimate *run) {
  uint64_t chains = DEFAULT_TRIES / (run->n * run->grid.sweeps);
  bool guided = run->options->relative_error > 0 || run->options->seconds > 0;
  return chains < CHAINS_LEAST || guided ? CHAINS_LEAST : chains;
}

static nq_status run_all(estimate *run, nq_estimate_result *result, nq_error *error) {
  const nq_estimate_options *options = run->options;
  uint64_t add = chains_at_first(run);
  while (add > 0) {
    nq_status status = add_chains(run, add, error);
    if (status != NQ_OK) return status;
    if (watch_stop(&run->watch) != NQ_STOP_NOT) break;
    sum_up(run, run->end, result);
    if (options->relative_error > 0)
      add = chains_missing(run, result);
    else
      add = options->seconds > 0 && run->end < CHAINS_MOST ? run->end : 0;
  }
  nq_stop stop = watch_stop(&run->watch);
  uint64_t done = chains_done(run);
  result->interrupted = stop == NQ_STOP_INTERRUPT;
  result->stopped = result->interrupted || done < CHAINS_LATE;
  if (stop == NQ_STOP_TIME && !result->stopped) sum_up(run, done, result);
  result->wide = options->relative_error > 0 && result->half_width > log1p(options->relative_error);
  return NQ_OK;
}

static nq_status require(uint32_t n, const nq_estimate_options *options, nq_error *error) {
  if (n == 0 || n > NQ_ESTIMATE_N_MAX)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "n = %" PRIu32 " is out of range: estimates go from 1 "
                        "to %d",
                        n, NQ_ESTIMATE_N_MAX);
  if (n == 2 || n == 3)
    return nq_error_set(error, NQ_NONE, "no solution exists for n = %" PRIu32, n);
  if (options->threads == 0) return nq_error_set(error, NQ_BAD_VALUE, "threads must be at least 1");
  if (!(options->relative_error >= 0) || !(options->seconds >= 0))
    return nq_error_set(error, NQ_BAD_VALUE, "relative error and time limit must not be negative");
  return NQ_OK;
}

void nq_estimate_options_init(nq_estimate_options *options) {
  *options = (nq_estimate_options){.threads = 1};
}

nq_status nq_estimate(uint32_t n, const nq_estimate_options *options, nq_estimate_result *result,
                      nq_error *error) {
  *result = (nq_estimate_result){0};
  nq_status status = require(n, options, error);
  if (status != NQ_OK) return status;
  estimate run = {.n = n, .options = options};
  nq_estimate_grid_init(&run.grid, n);
  nq_watch_init(&run.watch, options->seconds, options->progress, options->context);
  if (n > 1) status = run_all(&run, result, error); /* ln 1 = 0 without a chain */
  result->seconds = nq_clock() - run.watch.begin;
  nq_watch_release(&run.watch);
  free(run.chains);
  return status;
}

void nq_estimate_text(double ln_value, int digits, char *text, size_t size) {
  double log_10 = ln_value / 2.30258509299404568402, whole = floor(log_10);
  if (log_10 < 6) {
    int places = digits - 1 - (whole < 0 ? 0 : (int)whole);
    snprintf(text, size, "%.*f", places > 0 ? places : 0, exp(ln_value));
    return;
  }
  double unit = pow(10, 1 - digits), mantissa = pow(10, log_10 - whole);
  if (mantissa > 10 - unit / 2) { /* it would be rounded to 10 */
    mantissa /= 10;
    whole++;
  }
  snprintf(text, size, "%.*fe%.0f", digits - 1, mantissa, whole);
}
