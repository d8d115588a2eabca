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

/* The next solved value after index i with weight > 0, or INFINITY. */
static double next_solved(const nq_observation *sorted, const uint32_t *weights, size_t count,
                          size_t i) {
  for (i++; i < count; i++)
    if (!sorted[i].censored && (weights == NULL || weights[i] > 0)) return sorted[i].value;
  return INFINITY;
}

/* Takes one run after the other, tied runs too: within a tie the product telescopes, so the
 * estimate at its end is the usual one, and all its runs have the same value. */
void nq_km_quantiles(const nq_observation *sorted, const uint32_t *weights, size_t count,
                     const double *p, size_t quantiles, double *quantile) {
  double at_risk = 0, surviving = 1;
  size_t done = 0;
  for (size_t i = 0; i < count; i++) at_risk += weights == NULL ? 1 : weights[i];
  for (size_t i = 0; i < count && done < quantiles; i++) {
    double weight = weights == NULL ? 1 : weights[i];
    if (weight == 0) continue;
    if (!sorted[i].censored) surviving *= (at_risk - weight) / at_risk;
    at_risk -= weight;
    if (sorted[i].censored) continue;
    for (; done < quantiles && surviving <= 1 - p[done] + CLOSE; done++) {
      bool exactly = surviving >= 1 - p[done] - CLOSE;
      double next = exactly ? next_solved(sorted, weights, count, i) : sorted[i].value;
      quantile[done] = isfinite(next) ? (sorted[i].value + next) / 2 : sorted[i].value;
    }
  }
  while (done < quantiles) quantile[done++] = INFINITY;
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void resample(nq_pcg64 *random, uint32_t *weights, size_t count) {
  memset(weights, 0, count * sizeof *weights);
  for (size_t i = 0; i < count; i++) weights[below_pcg64(random, count)]++;
}

double nq_km_mean(const nq_observation *sorted, const uint32_t *weights, size_t count,
                  double horizon) {
  double at_risk = 0, surviving = 1, area = 0, from = 0;
  for (size_t i = 0; i < count; i++) at_risk += weights == NULL ? 1 : weights[i];
  for (size_t i = 0; i < count && from < horizon; i++) {
    double weight = weights == NULL ? 1 : weights[i], to = fmin(sorted[i].value, horizon);
    if (weight == 0) continue;
    area += surviving * (to - from);
    from = to;
    if (!sorted[i].censored) surviving *= (at_risk - weight) / at_risk;
    at_risk -= weight;
  }
  return isfinite(horizon) ? area + surviving * (horizon - from) : area;
}

/* What is computed of each resample: quantiles, or the mean if there are none. */
struct statistic {
  const double *p;
  size_t quantiles;
  double horizon;
};

static void compute(const struct statistic *statistic, const nq_observation *sorted,
                    const uint32_t *weights, size_t count, double *values) {
  if (statistic->quantiles > 0)
    nq_km_quantiles(sorted, weights, count, statistic->p, statistic->quantiles, values);
  else
    values[0] = nq_km_mean(sorted, weights, count, statistic->horizon);
}

static nq_status bootstrap(const nq_observation *sorted, size_t count,
                           const struct statistic *statistic, uint64_t seed, nq_watch *watch,
                           double *drawn, nq_error *error) {
  uint32_t *weights = calloc(count, sizeof *weights);
  if (weights == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the bootstrap");
  nq_pcg64 random;
  double values[QUANTILES_MOST];
  nq_status status = NQ_OK;
  nq_pcg64_seed(&random, seed, count);
  for (size_t i = 0; i < NQ_RESAMPLES && status == NQ_OK; i++) {
    if (watch != NULL && nq_watch_poll(watch, (nq_progress){.phase = "summary"})) status = NQ_END;
    resample(&random, weights, count);
    compute(statistic, sorted, weights, count, values);
    drawn[i] = values[0];
    for (size_t j = 1; j < statistic->quantiles; j++) drawn[j * NQ_RESAMPLES + i] = values[j];
  }
  free(weights);
  return status;
}

nq_status nq_bootstrap_quantiles(const nq_observation *sorted, size_t count, const double *p,
                                 size_t quantiles, uint64_t seed, nq_watch *watch, double *drawn,
                                 nq_error *error) {
  const struct statistic statistic = {.p = p, .quantiles = quantiles};
  return bootstrap(sorted, count, &statistic, seed, watch, drawn, error);
}

nq_status nq_bootstrap_means(const nq_observation *sorted, size_t count, double horizon,
                             uint64_t seed, nq_watch *watch, double *drawn, nq_error *error) {
  const struct statistic statistic = {.horizon = horizon};
  return bootstrap(sorted, count, &statistic, seed, watch, drawn, error);
}

nq_interval nq_percentile_interval(double *drawn, size_t count) {
  qsort(drawn, count, sizeof *drawn, compare_numbers);
  return (nq_interval){drawn[count / 40], drawn[count - 1 - count / 40]};
}

/* ---- Two samples ---- */

/* The number of pairs (x of a, y of b) with x < y for certain: x solved, and y solved later or
 * censored no earlier. */
static double count_wins(const nq_observation *a, size_t a_count, const nq_observation *b,
                         size_t b_count) {
  double wins = 0;
  size_t j = 0; /* a[i] is not known to beat any of b before j */
  for (size_t i = 0; i < a_count; i++) {
    while (j < b_count && (b[j].value < a[i].value || (b[j].value == a[i].value && !b[j].censored)))
      j++;
    if (!a[i].censored) wins += (double)(b_count - j);
  }
  return wins;
}

double nq_vargha_delaney(const nq_observation *a, size_t a_count, const nq_observation *b,
                         size_t b_count) {
  double pairs = (double)a_count * (double)b_count;
  double won = count_wins(a, a_count, b, b_count), lost = count_wins(b, b_count, a, a_count);
  return (won + (pairs - won - lost) / 2) / pairs;
}

/* Merges two sorted samples, value by value. */
struct merge {
  const nq_observation *a, *b;
  size_t a_count, b_count, i, j;
};

/* The numbers of solved and of all runs with the next value, in a and in b. */
struct tie {
  double a_solved, b_solved, a_all, b_all;
};

static bool next_tie(struct merge *merge, struct tie *tie) {
  *tie = (struct tie){0};
  if (merge->i == merge->a_count && merge->j == merge->b_count) return false;
  double value = INFINITY;
  if (merge->i < merge->a_count) value = merge->a[merge->i].value;
  if (merge->j < merge->b_count) value = fmin(value, merge->b[merge->j].value);
  for (; merge->i < merge->a_count && merge->a[merge->i].value == value; merge->i++) {
    tie->a_all++;
    tie->a_solved += !merge->a[merge->i].censored;
  }
  for (; merge->j < merge->b_count && merge->b[merge->j].value == value; merge->j++) {
    tie->b_all++;
    tie->b_solved += !merge->b[merge->j].censored;
  }
  return true;
}

/* P(U <= u) when both samples have the same distribution.  The number of ways to choose the ranks
 * of a with a given sum satisfies w(m, n, u) = w(m - 1, n, u - n) + w(m, n - 1, u). */
static double exact_lower_tail(size_t m, size_t n, size_t u) {
  enum { SUMS = EXACT_COUNT * EXACT_COUNT + 1 };
  static const double none[SUMS];
  double ways[EXACT_COUNT + 1][SUMS];
  double below = 0, all = 0;
  for (size_t i = 0; i <= m; i++) {
    memcpy(ways[i], none, sizeof none);
    ways[i][0] = 1; /* without b: u = 0 */
  }
  for (size_t j = 1; j <= n; j++)
    for (size_t i = 1; i <= m; i++)
      for (size_t sum = i * j; sum >= j; sum--) ways[i][sum] += ways[i - 1][sum - j];
  for (size_t sum = 0; sum <= m * n; sum++) {
    all += ways[m][sum];
    if (sum <= u) below += ways[m][sum];
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

double nq_mann_whitney(const nq_observation *a, size_t a_count, const nq_observation *b,
                       size_t b_count) {
  double m = (double)a_count, n = (double)b_count, rank_sum = 0, ties = 0, rank = 0;
  struct merge merge = {.a = a, .b = b, .a_count = a_count, .b_count = b_count};
  struct tie tie;
  while (next_tie(&merge, &tie)) {
    double size = tie.a_all + tie.b_all;
    rank_sum += tie.a_all * (rank + (size + 1) / 2);
    ties += size * (size * size - 1);
    rank += size;
  }
  double u = rank_sum - m * (m + 1) / 2;
  return two_sided(a_count, b_count, fmin(u, m * n - u), ties);
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

double nq_log_rank(const nq_observation *a, size_t a_count, const nq_observation *b, size_t b_count,
                   double *excess) {
  double m = (double)a_count, n = (double)b_count, difference = 0, variance = 0;
  struct merge merge = {.a = a, .b = b, .a_count = a_count, .b_count = b_count};
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

/* 0 and INFINITY stand for themselves, and for what is not known the one that widens the interval:
 * INFINITY. */
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

double nq_common_horizon(const nq_observation *a, size_t a_count, const nq_observation *b,
                         size_t b_count) {
  double horizon = INFINITY;
  if (a[a_count - 1].censored) horizon = a[a_count - 1].value;
  if (b[b_count - 1].censored) horizon = fmin(horizon, b[b_count - 1].value);
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
