/* Statistics of samples that may be censored.  All are pure functions of their arguments.
 *
 * MODEL.  A sample holds the seconds or steps of a set of runs.  A run that solved took `value`;
 * one that reached its limit is censored: it would have taken more than `value`.  Omitting censored
 * runs, or counting them at their limit, would favour slow methods.  Therefore
 *
 *   - quantiles are those of the Kaplan-Meier estimate of the distribution, and may be beyond the
 *     limit (INFINITY); without censored runs they are plain sample quantiles;
 *   - the probability that one method beats another counts a pair of runs as a tie when censoring
 *     hides which was faster. */
#ifndef NQ_EXPERIMENT_STATISTICS_H
#define NQ_EXPERIMENT_STATISTICS_H

#include "core/core.h"

typedef struct nq_observation {
  double value;
  bool censored;
} nq_observation;

typedef struct nq_interval {
  double low, high;
} nq_interval;

/* Sorted by value, solved before censored if equal. */
typedef struct nq_sample {
  const nq_observation *sorted;
  size_t count;
  const uint32_t *weights; /* sorted[i] counts weights[i] times; NULL: once each */
} nq_sample;

/* Sort as samples are. */
void nq_observations_sort(nq_observation *sample, size_t count);
void nq_numbers_sort(double *numbers, size_t count);

/* Wilson's 95 % score interval of a proportion (E. B. Wilson, JASA 22, 1927).  trials >= 1. */
nq_interval nq_wilson_interval(uint64_t successes, uint64_t trials);

/* ---- Quantiles ---- */

/* The p-quantile, 0 < p < 1, of the Kaplan-Meier estimate (E. L. Kaplan, P. Meier, JASA 53, 1958):
 * the least value by which a share of at least p has solved, or, if the share is exactly p, the
 * mean of it and the next solved value; INFINITY: never.  p[] must ascend. */
void nq_km_quantiles(nq_sample sample, const double *p, size_t quantiles, double *quantile);

/* The mean of the Kaplan-Meier estimate up to `horizon` (INFINITY: the plain mean), the area below
 * its curve: longer runs count as `horizon` (P. Royston, M. Parmar, Stat. Med. 30, 2011). */
double nq_km_mean(nq_sample sample, double horizon);

#define NQ_RESAMPLES 2000

/* What is computed of each resample: at most 8 quantiles or, if there are none, the mean. */
typedef struct nq_statistic {
  const double *p;
  size_t quantiles;
  double horizon;
} nq_statistic;

/* The statistic of resamples without weights (B. Efron, R. Tibshirani, An Introduction to the
 * Bootstrap, 1993): drawn[j * NQ_RESAMPLES + i] is quantile j, or the mean (j = 0), of resample i,
 * from the PCG stream (seed, count).  NQ_NO_MEMORY; NQ_END: `watch`, unless NULL, stopped it. */
nq_status nq_bootstrap(nq_sample sample, const nq_statistic *statistic, uint64_t seed,
                       nq_watch *watch, double *drawn, nq_error *error);

/* The 95 % percentile interval (the same, chapter 13) of drawn[0 .. count - 1], count >= 40.  Sorts
 * drawn[].  Bounds may be INFINITY. */
nq_interval nq_percentile_interval(double *drawn, size_t count);

/* ---- Two samples ---- */

/* Vargha and Delaney's A (J. Educ. Behav. Stat. 25, 2000): the probability that a run of `a` takes
 * less than one of `b`, ties counting half.  1: always; 0.5: no difference.  Counts >= 1. */
double nq_vargha_delaney(nq_sample a, nq_sample b);

/* Two-sided p of the Mann-Whitney U test (H. B. Mann, D. R. Whitney, Ann. Math. Stat. 18, 1947) for
 * samples without censored runs: exact without ties for samples of at most 25,
 * otherwise the normal approximation, corrected for ties and continuity. */
double nq_mann_whitney(nq_sample a, nq_sample b);

/* The least A that this test finds with p < `level`, without ties; above 1: no A is enough. */
double nq_least_effect(size_t a_count, size_t b_count, double level);

/* Two-sided p of the log-rank test (N. Mantel, Cancer Chemother. Rep. 50, 1966).  *excess, unless
 * NULL, is how many more runs of `a` solved than without a difference: above 0, `a` is faster. */
double nq_log_rank(nq_sample a, nq_sample b, double *excess);

/* How many times as fast a is as b. */
typedef struct nq_ratio {
  double value; /* of b's median or mean to a's; 0: not known */
  nq_interval interval;
} nq_ratio;

/* The ratio of a number of b to that of a, and its 95 % percentile interval from the numbers of
 * independent resamples of either, which `drawn` takes (NQ_RESAMPLES).  Not known when a number is
 * infinite or 0, or a bound of the interval would be. */
nq_ratio nq_ratio_of(double a, const double *a_drawn, double b, const double *b_drawn,
                     double *drawn);

/* The time up to which the means of both can be compared: the least at which a sample ends with a
 * censored run, or INFINITY. */
double nq_common_horizon(nq_sample a, nq_sample b);

/* Adjust each *p[i] for multiple tests (S. Holm, Scand. J. Stat. 6, 1979).  Sorts p[]. */
void nq_holm_adjust(double **p, size_t count);

/* ---- Scaling ---- */

/* Least-squares fit of y = intercept + slope * x.  False with fewer than two distinct x. */
bool nq_line_fit(const double *x, const double *y, size_t count, double *intercept, double *slope);

#endif
