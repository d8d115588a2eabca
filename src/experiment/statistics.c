#include "experiment/statistics.h"
#include "core/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NORMAL_975     1.959963984540054 /* 97.5 % quantile of the normal distribution */
#define QUANTILES_MOST 8
#define EXACT_COUNT    25 /* largest sample of the exact Mann-Whitney test */
#define CLOSE          1e-9

static int compare_observations(const void *a, const void *b) {
  const nq_observation *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return (int)x->censored - (int)y->censored;
}

void nq_observations_sort(nq_observation *sample, size_t count) {
  if (count > 1) qsort(sample, count, sizeof *sample, compare_observations);
}

nq_interval nq_wilson_interval(uint64_t successes, uint64_t trials) {
  double n = (double)trials, share = (double)successes / n, z2 = NORMAL_975 * NORMAL_975;
  double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  double half = NORMAL_975 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  return (nq_interval){successes == 0 ? 0 : middle - half, successes == trials ? 1 : middle + half};
}

/* ---- Quantiles ---- */

static double weight_of(nq_sample sample, size_t i) {
  return sample.weights == NULL ? 1 : sample.weights[i];
}

/* What the Kaplan-Meier estimate takes run after run, tied runs too: within a tie the product
 * telescopes, so the estimate at its end is the usual one, and all its runs have the same value. */
struct survival {
  double at_risk, surviving;
};

static struct survival begin_survival(nq_sample sample) {
  struct survival survival = {.surviving = 1};
  for (size_t i = 0; i < sample.count; i++) survival.at_risk += weight_of(sample, i);
  return survival;
}

static void pass_run(struct survival *survival, nq_sample sample, size_t i) {
  double weight = weight_of(sample, i);
  if (weight > 0 && !sample.sorted[i].censored)
    survival->surviving *= (survival->at_risk - weight) / survival->at_risk;
  survival->at_risk -= weight;
}

/* The next solved value after index i with weight > 0, or INFINITY. */
static double next_solved(nq_sample sample, size_t i) {
  for (i++; i < sample.count; i++)
    if (!sample.sorted[i].censored && weight_of(sample, i) > 0) return sample.sorted[i].value;
  return INFINITY;
}

void nq_km_quantiles(nq_sample sample, const double *p, size_t quantiles, double *quantile) {
  struct survival survival = begin_survival(sample);
  size_t done = 0;
  for (size_t i = 0; i < sample.count && done < quantiles; i++) {
    double value = sample.sorted[i].value;
    pass_run(&survival, sample, i);
    if (sample.sorted[i].censored || weight_of(sample, i) == 0) continue;
    for (; done < quantiles && survival.surviving <= 1 - p[done] + CLOSE; done++) {
      bool exactly = survival.surviving >= 1 - p[done] - CLOSE;
      double next = exactly ? next_solved(sample, i) : value;
      quantile[done] = isfinite(next) ? (value + next) / 2 : value;
    }
  }
  while (done < quantiles) quantile[done++] = INFINITY;
}

double nq_km_mean(nq_sample sample, double horizon) {
  struct survival survival = begin_survival(sample);
  double area = 0, from = 0;
  for (size_t i = 0; i < sample.count && from < horizon; i++) {
    double to = fmin(sample.sorted[i].value, horizon);
    if (weight_of(sample, i) == 0) continue;
    area += survival.surviving * (to - from);
    from = to;
    pass_run(&survival, sample, i);
  }
  return isfinite(horizon) ? area + survival.surviving * (horizon - from) : area;
}

static void resample(nq_pcg64 *random, uint32_t *weights, size_t count) {
  memset(weights, 0, count * sizeof *weights);
  for (size_t i = 0; i < count; i++) weights[below_pcg64(random, count)]++;
}

nq_status nq_bootstrap(nq_sample sample, const nq_statistic *statistic, uint64_t seed,
                       nq_watch *watch, double *drawn, nq_error *error) {
  uint32_t *weights = calloc(sample.count, sizeof *weights);
  if (weights == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the bootstrap");
  nq_pcg64 random;
  nq_sample again = {sample.sorted, sample.count, weights};
  double values[QUANTILES_MOST];
  nq_status status = NQ_OK;
  nq_pcg64_seed(&random, seed, sample.count);
  for (size_t i = 0; i < NQ_RESAMPLES && status == NQ_OK; i++) {
    if (watch != NULL && nq_watch_poll(watch, (nq_progress){.phase = "summary"})) status = NQ_END;
    resample(&random, weights, sample.count);
    if (statistic->quantiles > 0)
      nq_km_quantiles(again, statistic->p, statistic->quantiles, values);
    else
      values[0] = nq_km_mean(again, statistic->horizon);
    drawn[i] = values[0];
    for (size_t j = 1; j < statistic->quantiles; j++) drawn[j * NQ_RESAMPLES + i] = values[j];
  }
  free(weights);
  return status;
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

void nq_numbers_sort(double *numbers, size_t count) {
  qsort(numbers, count, sizeof *numbers, compare_numbers);
}

nq_interval nq_percentile_interval(double *drawn, size_t count) {
  nq_numbers_sort(drawn, count);
  return (nq_interval){drawn[count / 40], drawn[count - 1 - count / 40]};
}

/* ---- Two samples ---- */

/* Pairs (x of a, y of b) with x < y for sure: x solved, y solved later or censored no earlier. */
static double count_wins(nq_sample a, nq_sample b) {
  double wins = 0;
  size_t j = 0; /* a[i] is not known to beat any of b before j */
  for (size_t i = 0; i < a.count; i++) {
    double value = a.sorted[i].value;
    while (j < b.count &&
           (b.sorted[j].value < value || (b.sorted[j].value == value && !b.sorted[j].censored)))
      j++;
    if (!a.sorted[i].censored) wins += (double)(b.count - j);
  }
  return wins;
}

double nq_vargha_delaney(nq_sample a, nq_sample b) {
  double pairs = (double)a.count * (double)b.count;
  double won = count_wins(a, b), lost = count_wins(b, a);
  return (won + (pairs - won - lost) / 2) / pairs;
}

/* Merges two samples, value by value. */
struct merge {
  nq_sample a, b; /* what is left of them */
};

/* The numbers of solved and of all runs with the next value, in a and in b. */
struct tie {
  double a_solved, b_solved, a_all, b_all;
};

static void take_ties(nq_sample *sample, double value, double *solved, double *all) {
  for (; sample->count > 0 && sample->sorted->value == value; sample->sorted++, sample->count--) {
    ++*all;
    *solved += !sample->sorted->censored;
  }
}

static bool next_tie(struct merge *merge, struct tie *tie) {
  *tie = (struct tie){0};
  if (merge->a.count == 0 && merge->b.count == 0) return false;
  double value = INFINITY;
  if (merge->a.count > 0) value = merge->a.sorted->value;
  if (merge->b.count > 0) value = fmin(value, merge->b.sorted->value);
  take_ties(&merge->a, value, &tie->a_solved, &tie->a_all);
  take_ties(&merge->b, value, &tie->b_solved, &tie->b_all);
  return true;
}

/* P(U <= u) when both samples have the same distribution.  The numbers of ways to have each U are
 * the coefficients of the product of (1 - q^(n + i)) / (1 - q^i) over i = 1 .. m. */
static double exact_lower_tail(size_t m, size_t n, size_t u) {
  double ways[EXACT_COUNT * EXACT_COUNT + 1] = {1};
  double below = 0, all = 0;
  size_t most = m * n;
  for (size_t i = 1; i <= m; i++) {
    for (size_t sum = most; sum >= n + i; sum--) ways[sum] -= ways[sum - n - i];
    for (size_t sum = i; sum <= most; sum++) ways[sum] += ways[sum - i];
  }
  for (size_t sum = 0; sum <= most; sum++) {
    all += ways[sum];
    if (sum <= u) below += ways[sum];
  }
  return below / all;
}

/* p of the smaller U; `ties` is the sum of size^3 - size over all ties. */
static double two_sided(size_t a_count, size_t b_count, double u, double ties) {
  double m = (double)a_count, n = (double)b_count, total = m + n;
  if (ties == 0 && a_count <= EXACT_COUNT && b_count <= EXACT_COUNT)
    return fmin(1, 2 * exact_lower_tail(a_count, b_count, (size_t)u));
  double variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)));
  if (!(variance > 0)) return 1;
  double z = (m * n / 2 - u - 0.5) / sqrt(variance);
  return fmin(1, erfc(z / sqrt(2)));
}

double nq_mann_whitney(nq_sample a, nq_sample b) {
  double m = (double)a.count, n = (double)b.count, rank_sum = 0, ties = 0, rank = 0;
  struct merge merge = {a, b};
  struct tie tie;
  while (next_tie(&merge, &tie)) {
    double size = tie.a_all + tie.b_all;
    rank_sum += tie.a_all * (rank + (size + 1) / 2);
    ties += size * (size * size - 1);
    rank += size;
  }
  double u = rank_sum - m * (m + 1) / 2;
  return two_sided(a.count, b.count, fmin(u, m * n - u), ties);
}

double nq_least_effect(size_t a_count, size_t b_count, double level) {
  double pairs = (double)a_count * (double)b_count;
  if (two_sided(a_count, b_count, 0, 0) >= level) return INFINITY;
  double found = 0, not_found = floor(pairs / 2) + 1; /* U that are small enough, and not */
  while (not_found - found > 1) {
    double u = floor((found + not_found) / 2);
    if (two_sided(a_count, b_count, u, 0) < level)
      found = u;
    else
      not_found = u;
  }
  return 1 - found / pairs;
}

double nq_log_rank(nq_sample a, nq_sample b, double *excess) {
  double m = (double)a.count, n = (double)b.count, difference = 0, variance = 0;
  struct merge merge = {a, b};
  struct tie tie;
  while (next_tie(&merge, &tie)) {
    double at_risk = m + n, solved = tie.a_solved + tie.b_solved;
    difference += tie.a_solved - solved * m / at_risk;
    if (at_risk > 1)
      variance += solved * (m / at_risk) * (n / at_risk) * (at_risk - solved) / (at_risk - 1);
    m -= tie.a_all;
    n -= tie.b_all;
  }
  if (excess != NULL) *excess = difference;
  return variance > 0 ? erfc(fabs(difference) / sqrt(2 * variance)) : 1;
}

/* 0 and INFINITY stand for themselves; what is not known is INFINITY, which widens the interval. */
static double divide(double b, double a) {
  return isfinite(a) && a > 0 ? b / a : isfinite(a) || !isfinite(b) ? INFINITY : 0;
}

nq_ratio nq_ratio_of(double a, const double *a_drawn, double b, const double *b_drawn,
                     double *drawn) {
  nq_ratio ratio = {.value = divide(b, a)};
  for (size_t i = 0; i < NQ_RESAMPLES; i++) drawn[i] = divide(b_drawn[i], a_drawn[i]);
  ratio.interval = nq_percentile_interval(drawn, NQ_RESAMPLES);
  bool known = isfinite(ratio.value) && ratio.value > 0 && isfinite(ratio.interval.high) &&
               ratio.interval.low > 0;
  return known ? ratio : (nq_ratio){0};
}

double nq_common_horizon(nq_sample a, nq_sample b) {
  double horizon = INFINITY;
  const nq_observation *a_last = &a.sorted[a.count - 1], *b_last = &b.sorted[b.count - 1];
  if (a_last->censored) horizon = a_last->value;
  if (b_last->censored) horizon = fmin(horizon, b_last->value);
  return horizon;
}

struct ranked {
  double p;
  size_t place;
};

static int compare_ranked(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->p != y->p) return x->p < y->p ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

bool nq_holm_adjust(double *p, size_t count) {
  if (count == 0) return true;
  struct ranked *ranked = calloc(count, sizeof *ranked);
  if (ranked == NULL) return false;
  for (size_t i = 0; i < count; i++) ranked[i] = (struct ranked){p[i], i};
  qsort(ranked, count, sizeof *ranked, compare_ranked);
  double most = 0;
  for (size_t i = 0; i < count; i++) {
    most = fmax(most, fmin(1, (double)(count - i) * ranked[i].p));
    p[ranked[i].place] = most;
  }
  free(ranked);
  return true;
}

/* ---- Scaling ---- */

bool nq_line_fit(const double *x, const double *y, size_t count, double *intercept, double *slope) {
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (size_t i = 0; i < count; i++) {
    mean_x += x[i] / (double)count;
    mean_y += y[i] / (double)count;
  }
  for (size_t i = 0; i < count; i++) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (count < 2 || !(xx > 0)) return false;
  *slope = xy / xx;
  *intercept = mean_y - *slope * mean_x;
  return true;
}
