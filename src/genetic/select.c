/* Selection: which individuals become parents.
 *
 * MODEL.  The search reduces an individual's cost to 0; its fitness decreases with the cost;
 * scaling turns the fitness into a share.  The wheel is the running sum of the shares, so
 * individual i owns the stretch from wheel[i - 1] to wheel[i]:
 *
 *     roulette    a point drawn on the wheel, found by binary search: O(log P) (Holland 1975)
 *     sus         equally spaced points from one random offset, shuffled (J. E. Baker, "Reducing
 *                 bias and inefficiency in the selection algorithm", Proc. 2nd Int. Conf. on
 *                 Genetic Algorithms, 1987)
 *     rank        a wheel whose shares fall linearly from 2 for the best to 0 for the worst (J. E.
 *                 Baker, "Adaptive selection methods for genetic algorithms", Proc. 1st ICGA,
 *                 1985); equal costs have equal shares
 *     tournament  the fittest of some drawn with replacement; on a tie the first drawn (D. E.
 *                 Goldberg, K. Deb, "A comparative analysis of selection schemes used in genetic
 *                 algorithms", Foundations of Genetic Algorithms, 1991)
 *
 *     scaling none   the fitness itself
 *     scaling power  fitness ^ power (A. M. Gillies 1985, after Goldberg 1989)
 *     scaling sigma  1 + (fitness - mean) / (2 deviation), at least .1 (R. Tanese, "Distributed
 *                    genetic algorithms for function optimization", 1989) */
#include "genetic/genetic.h"

#include <math.h>

#define SIGMA_SPREAD 2.0 /* deviations above the mean at which the share doubles */
#define SIGMA_LEAST  0.1

void nq_selector_init(nq_selector *selector, const nq_genetic_plan *plan, const uint64_t *cost,
                      nq_arrays *arrays) {
  *selector = (nq_selector){.plan = plan, .cost = cost, .best = UINT64_MAX};
  if (plan->options.selection != NQ_SELECTION_TOURNAMENT)
    selector->wheel = nq_arrays_take(arrays, plan->options.population, sizeof *selector->wheel);
  if (plan->options.selection == NQ_SELECTION_RANK)
    selector->order = nq_arrays_take(arrays, plan->options.population, sizeof *selector->order);
}

/* ---- Fitness and shares ---- */

double nq_selector_fitness(const nq_genetic_plan *plan, uint64_t cost) {
  if (plan->options.fitness == NQ_FITNESS_RECIPROCAL) return 1 / (1 + (double)cost);
  if (plan->options.fitness == NQ_FITNESS_INVERSE) return 1 / (double)cost;
  /* The largest cost: all pairs of queens attack, and all queens are on forbidden squares. */
  double n = plan->n, most = n * (n - 1) / 2 + (plan->domain->restricted ? n : 0);
  return most - (double)cost;
}

static double raise(double base, uint32_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    base *= base;
  }
  return result;
}

/* Relative to the best fitness, so that no power makes all shares 0. */
static double power_share(const nq_genetic_plan *plan, uint64_t cost, uint64_t best) {
  double of_best = nq_selector_fitness(plan, best);
  if (!(of_best > 0)) return 1;
  return raise(nq_selector_fitness(plan, cost) / of_best, plan->options.power);
}

/* The mean of the fitness, and the deviation from it. */
static double measure_fitness(const nq_selector *selector, double *deviation) {
  double sum = 0, squares = 0, count = selector->plan->options.population;
  for (uint32_t i = 0; i < count; i++)
    sum += nq_selector_fitness(selector->plan, selector->cost[i]);
  double mean = sum / count;
  for (uint32_t i = 0; i < count; i++) {
    double off = nq_selector_fitness(selector->plan, selector->cost[i]) - mean;
    squares += off * off;
  }
  *deviation = sqrt(squares / count);
  return mean;
}

/* The share of a cost, for scaling sigma by the mean and deviation. */
static double share_of(const nq_selector *selector, uint64_t cost, double mean, double deviation) {
  const nq_genetic_plan *plan = selector->plan;
  uint64_t best = selector->best, above = cost - best;
  if (plan->options.scaling == NQ_SCALING_POWER)
    return above < NQ_SHARES ? selector->share[above] : power_share(plan, cost, best);
  if (plan->options.scaling == NQ_SCALING_SIGMA) {
    double off = nq_selector_fitness(plan, cost) - mean, share = 1;
    if (deviation > 0) share += off / (SIGMA_SPREAD * deviation);
    return share < SIGMA_LEAST ? SIGMA_LEAST : share;
  }
  bool none = !(nq_selector_fitness(plan, best) > 0); /* all pairs attack: equal shares */
  return none ? 1 : nq_selector_fitness(plan, cost);
}

/* ---- Ranks ---- */

/* A heap sort, as qsort cannot pass the costs. */
static void sink(uint32_t *order, const uint64_t *cost, uint64_t top, uint64_t count) {
  uint32_t moving = order[top];
  for (uint64_t child; (child = 2 * top + 1) < count; top = child) {
    if (child + 1 < count && cost[order[child]] < cost[order[child + 1]]) child++;
    if (cost[order[child]] <= cost[moving]) break;
    order[top] = order[child];
  }
  order[top] = moving;
}

void nq_order_by_cost(uint32_t *order, const uint64_t *cost, uint64_t count) {
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  for (uint64_t top = count / 2; top-- > 0;) sink(order, cost, top, count);
  while (--count > 0) {
    swap_values(order, 0, count); /* the worst */
    sink(order, cost, 0, count);
  }
}

static void share_by_rank(nq_selector *selector) {
  uint64_t count = selector->plan->options.population;
  const uint64_t *cost = selector->cost;
  uint32_t *order = selector->order;
  nq_order_by_cost(order, cost, count);
  for (uint64_t first = 0, end; first < count; first = end) {
    end = first + 1;
    while (end < count && cost[order[end]] == cost[order[first]]) end++;
    double rank = (double)(first + end - 1) / 2; /* the mean rank of equal costs */
    for (uint64_t i = first; i < end; i++)
      selector->wheel[order[i]] = 2 - 2 * rank / (double)(count - 1);
  }
  for (uint64_t i = 1; i < count; i++) selector->wheel[i] += selector->wheel[i - 1];
}

void nq_selector_prepare(nq_selector *selector, uint64_t best) {
  const nq_genetic_plan *plan = selector->plan;
  double mean = 0, deviation = 0, sum = 0;
  if (selector->wheel == NULL) return;
  if (selector->order != NULL) {
    share_by_rank(selector);
    return;
  }
  if (plan->options.scaling == NQ_SCALING_POWER && selector->best != best)
    for (uint64_t i = 0; i < NQ_SHARES; i++) selector->share[i] = power_share(plan, best + i, best);
  selector->best = best;
  if (plan->options.scaling == NQ_SCALING_SIGMA) mean = measure_fitness(selector, &deviation);
  for (uint32_t i = 0; i < plan->options.population; i++) {
    sum += share_of(selector, selector->cost[i], mean, deviation);
    selector->wheel[i] = sum;
  }
}

/* ---- Drawing ---- */

/* The owner of a point: the first individual whose stretch ends after it. */
static uint32_t find_owner(const nq_selector *selector, double point) {
  const double *wheel = selector->wheel;
  uint32_t low = 0, high = selector->plan->options.population - 1;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (wheel[middle] > point)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void draw_sus(const nq_selector *selector, uint32_t *parents, uint32_t count,
                     nq_pcg64 *random) {
  if (count == 0) return;
  const double *wheel = selector->wheel;
  uint32_t last = selector->plan->options.population - 1, owner = 0;
  double step = wheel[last] / count, offset = unit_pcg64(random);
  for (uint32_t i = 0; i < count; i++) {
    while (owner < last && wheel[owner] <= (i + offset) * step) owner++;
    parents[i] = owner;
  }
  nq_pcg64_shuffle(random, parents, count);
}

static uint32_t hold_tournament(const nq_selector *selector, nq_pcg64 *random) {
  uint32_t population = selector->plan->options.population;
  uint32_t winner = (uint32_t)below_pcg64(random, population);
  for (uint32_t i = 1; i < selector->plan->options.tournament; i++) {
    uint32_t other = (uint32_t)below_pcg64(random, population);
    if (selector->cost[other] < selector->cost[winner]) winner = other;
  }
  return winner;
}

void nq_selector_draw(const nq_selector *selector, uint32_t *parents, uint32_t count,
                      nq_pcg64 *random) {
  if (selector->plan->options.selection == NQ_SELECTION_SUS) {
    draw_sus(selector, parents, count, random);
  } else if (selector->wheel == NULL) {
    for (uint32_t i = 0; i < count; i++) parents[i] = hold_tournament(selector, random);
  } else {
    double sum = selector->wheel[selector->plan->options.population - 1];
    for (uint32_t i = 0; i < count; i++)
      parents[i] = find_owner(selector, unit_pcg64(random) * sum);
  }
}
