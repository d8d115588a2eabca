/* Times of single runs on instances, and what the fastest of all methods would take. */
#include "experiment/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Add the run of the seed on the question: the times of the fastest variant and of the next. */
static void add_best(const nq_summary *summary, size_t question, uint64_t seed, nq_best *best,
                     nq_addition *adds) {
  double first = INFINITY, second = INFINITY, penalty = 2 * summary->plan->time_limit;
  size_t fastest = SIZE_MAX, variants = summary->plan->variant_count;
  for (size_t i = 0; i < variants; i++) {
    double time = *nq_summary_run(summary, i, question, seed);
    if (time < first) {
      second = first;
      first = time;
      fastest = i;
    } else if (time < second) {
      second = time;
    }
  }
  double with = isfinite(first) ? first : penalty, without = isfinite(second) ? second : penalty;
  best->runs++;
  best->solved += isfinite(first) ? 1 : 0;
  best->par2 += with;
  for (size_t i = 0; i < variants; i++) adds[i].par2 += i == fastest ? without : with;
  if (fastest == SIZE_MAX) return;
  adds[fastest].fastest++;
  adds[fastest].alone += isfinite(second) ? 0 : 1;
}

nq_best nq_summary_best(const nq_summary *summary, nq_addition *adds) {
  const nq_plan *plan = summary->plan;
  nq_best best = {0};
  memset(adds, 0, plan->variant_count * sizeof *adds);
  for (size_t question = plan->n_count; question < nq_plan_questions(plan); question++)
    for (uint64_t seed = 0; seed < plan->seeds; seed++)
      add_best(summary, question, seed, &best, adds);
  best.par2 /= (double)best.runs;
  for (size_t i = 0; i < plan->variant_count; i++) adds[i].par2 /= (double)best.runs;
  return best;
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

double nq_summary_time(const nq_summary *summary, size_t variant, size_t question) {
  size_t seeds = (size_t)summary->plan->seeds, runs = 0;
  double *times = calloc(seeds, sizeof *times), median = NAN;
  for (size_t i = 0; times != NULL && i < seeds; i++) {
    times[runs] = *nq_summary_run(summary, variant, question, i);
    if (!isnan(times[runs])) runs++;
  }
  if (runs > 0) {
    qsort(times, runs, sizeof *times, compare_times);
    median = times[(runs - 1) / 2];
  }
  free(times);
  return median;
}
