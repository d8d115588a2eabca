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

/* Two samples, value by value. */
struct merge {
  nq_sample a, b;            /* the runs of both that are still to come */
  double a_left, b_left;     /* runs that were left before this value */
  double a_solved, b_solved; /* with this value, */
  double a_all, b_all;       /* also censored ones */
};

static void take_ties(nq_sample *sample, double value, double *solved, double *all) {
  for (; sample->count > 0 && sample->sorted->value == value; sample->sorted++, sample->count--) {
    ++*all;
    *solved += !sample->sorted->censored;
  }
}

static bool next_tie(struct merge *merge) {
  *merge = (struct merge){.a = merge->a,
                          .b = merge->b,
                          .a_left = (double)merge->a.count,
                          .b_left = (double)merge->b.count};
  if (merge->a.count == 0 && merge->b.count == 0) return false;
  double value = INFINITY;
  if (merge->a.count > 0) value = merge->a.sorted->value;
  if (merge->b.count > 0) value = fmin(value, merge->b.sorted->value);
  take_ties(&merge->a, value, &merge->a_solved, &merge->a_all);
  take_ties(&merge->b, value, &merge->b_solved, &merge->b_all);
  return true;
}

/* A run wins for sure over those solved later, or censored no earlier than it was solved. */
double nq_vargha_delaney(nq_sample a, nq_sample b) {
  double pairs = (double)a.count * (double)b.count, won = 0, lost = 0;
  struct merge at = {.a = a, .b = b};
  while (next_tie(&at)) {
    won += at.a_solved * (at.b_left - at.b_solved);
    lost += at.b_solved * (at.a_left - at.a_solved);
  }
  return (won + (pairs - won - lost) / 2) / pairs;
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
  double pairs = (double)a.count * (double)b.count, u = 0, ties = 0;
  struct merge at = {.a = a, .b = b};
  while (next_tie(&at)) {
    double size = at.a_all + at.b_all;
    u += at.a_all * ((double)b.count - at.b_left + at.b_all / 2);
    ties += size * (size * size - 1);
  }
  return two_sided(a.count, b.count, fmin(u, pairs - u), ties);
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
  double difference = 0, variance = 0;
  struct merge at = {.a = a, .b = b};
  while (next_tie(&at)) {
    double m = at.a_left, n = at.b_left, at_risk = m + n, solved = at.a_solved + at.b_solved;
    difference += at.a_solved - solved * m / at_risk;
    if (at_risk > 1)
      variance += solved * (m / at_risk) * (n / at_risk) * (at_risk - solved) / (at_risk - 1);
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

static int compare_p(const void *a, const void *b) {
  const double *x = *(double *const *)a, *y = *(double *const *)b;
  return *x < *y ? -1 : *x > *y;
}

void nq_holm_adjust(double **p, size_t count) {
  double most = 0;
  if (count > 1) qsort(p, count, sizeof *p, compare_p);
  for (size_t i = 0; i < count; i++)
    *p[i] = most = fmax(most, fmin(1, (double)(count - i) * *p[i]));
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
