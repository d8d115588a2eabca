#include "experiment/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double quartiles[NQ_QUARTILES] = {0.25, 0.5, 0.75};

const nq_cell *nq_summary_cell(const nq_summary *summary, size_t variant, size_t n) {
  return &summary->cell[variant * nq_plan_groups(summary->plan) + n];
}

size_t nq_summary_outcomes(const nq_summary *summary, size_t variant, nq_outcome outcome) {
  const nq_plan *plan = summary->plan;
  size_t count = 0;
  for (size_t n = 0; n < plan->n_count + plan->family_count; n++)
    count += nq_summary_cell(summary, variant, n)->outcomes[outcome];
  return count;
}

static size_t cells_of(const nq_plan *plan) {
  return plan->variant_count * nq_plan_groups(plan);
}

/* Is the question one of the group? */
static bool group_has(const nq_plan *plan, size_t group, size_t question) {
  if (group < plan->n_count || question < plan->n_count) return group == question;
  return group == plan->n_count + plan->family_count ||
         group == plan->n_count + plan->question[question].family;
}

/* The run's entry in `times`; the seed counts from first_seed. */
static double *time_of_run(const nq_summary *summary, size_t variant, size_t question,
                           uint64_t seed) {
  const nq_plan *plan = summary->plan;
  size_t questions = nq_plan_questions(plan), seeds = (size_t)plan->seeds;
  return &summary->times[(variant * questions + question) * seeds + (size_t)seed];
}

/* ---- Reading the runs ---- */

/* '?' for all but printable ASCII: it goes to a terminal, and anyone may have written the store. */
static void copy_plain(char *plain, size_t size, const char *text) {
  snprintf(plain, size, "%s", text);
  for (; *plain != '\0'; plain++)
    if ((unsigned char)*plain < ' ' || (unsigned char)*plain > '~') *plain = '?';
}

static void note_origin(nq_summary *summary, const nq_stored_run *stored) {
  char version[sizeof summary->version], machine[sizeof summary->machine];
  copy_plain(version, sizeof version, stored->version);
  copy_plain(machine, sizeof machine, stored->machine);
  if (summary->runs == 0) {
    memcpy(summary->version, version, sizeof version);
    memcpy(summary->machine, machine, sizeof machine);
  }
  char end[sizeof summary->first_end];
  copy_plain(end, sizeof end, stored->finished);
  if (summary->runs == 0 || strcmp(end, summary->first_end) < 0)
    memcpy(summary->first_end, end, sizeof end);
  if (strcmp(end, summary->last_end) > 0) memcpy(summary->last_end, end, sizeof end);
  if (strcmp(summary->version, version) != 0) summary->versions_differ = true;
  if (strcmp(summary->machine, machine) != 0) summary->machines_differ = true;
}

/* `gave_up`: another time would not have helped, so the run counts as one that took all of it. */
static void add_run(nq_cell *cell, const nq_stored_run *run, bool gave_up, double limit) {
  size_t i = cell->count++;
  double seconds = gave_up && run->seconds < limit ? limit : run->seconds;
  cell->measure[NQ_SECONDS].sorted[i] = (nq_observation){seconds, !run->solved};
  cell->measure[NQ_STEPS].sorted[i] = (nq_observation){(double)run->steps, !run->solved};
  cell->solved += run->solved;
  cell->outcomes[run->ended]++;
  cell->par2 += run->solved ? run->seconds : 2 * limit;
}

static void take_run(void *context, const nq_stored_run *stored) {
  nq_summary *summary = context;
  const nq_plan *plan = summary->plan;
  size_t groups = nq_plan_groups(plan), variant = stored->run.variant;
  bool gave_up = stored->ended > NQ_OUTCOME_TIME || (stored->ended == NQ_OUTCOME_UNKNOWN &&
                                                     nq_command_is(plan->variant[variant].text));
  for (size_t group = 0; group < groups; group++)
    if (group_has(plan, group, stored->run.question))
      add_run(&summary->cell[variant * groups + group], stored, gave_up, plan->time_limit);
  if (summary->times != NULL)
    *time_of_run(summary, variant, stored->run.question, stored->run.seed - plan->first_seed) =
        stored->solved ? stored->seconds : INFINITY;
  note_origin(summary, stored);
  summary->runs++;
}

/* The memory of the summary, in a block of each kind. */
static bool reserve(nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  size_t cells = cells_of(plan), groups = nq_plan_groups(plan), variants = plan->variant_count;
  uint64_t runs = 0, all = nq_plan_runs(plan);
  nq_arrays *arrays = &summary->arrays;
  for (size_t i = 0; i < groups * nq_plan_questions(plan); i++)
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): the loop ends at once without groups */
    runs += group_has(plan, i % groups, i / groups) ? variants * plan->seeds : 0;
  summary->cell = nq_arrays_take(arrays, cells, sizeof *summary->cell);
  double *medians = nq_arrays_take(arrays, cells, NQ_RESAMPLES * sizeof *medians);
  summary->fit = nq_arrays_take(arrays, variants, sizeof *summary->fit);
  summary->adds = nq_arrays_take(arrays, variants, sizeof *summary->adds);
  summary->claim =
      nq_arrays_take(arrays, variants * (variants - 1) / 2 * groups, sizeof *summary->claim);
  /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
  summary->pair = nq_arrays_take(arrays, cells * variants, sizeof *summary->pair);
  nq_observation *next = nq_arrays_take(arrays, NQ_MEASURES * runs, sizeof *next);
  if (plan->instance_count > 0)
    summary->times = nq_arrays_take(arrays, all, sizeof *summary->times);
  if (arrays->failed) return false;
  for (uint64_t i = 0; summary->times != NULL && i < all; i++) summary->times[i] = NAN;
  for (size_t i = 0; i < cells; i++) {
    nq_cell *cell = &summary->cell[i];
    cell->medians = medians + i * NQ_RESAMPLES;
    for (size_t kind = 0; kind < NQ_MEASURES; kind++) {
      cell->measure[kind].sorted = next;
      for (size_t question = 0; question < nq_plan_questions(plan); question++)
        next += group_has(plan, i % groups, question) ? plan->seeds : 0;
    }
  }
  return true;
}

/* ---- Cells ---- */

/* Each measure has its own random stream, `seed`.  `drawn` has room for all resamples. */
static nq_status summarise_measure(nq_cell *cell, nq_measure_kind kind, uint64_t seed,
                                   nq_watch *watch, double *drawn, nq_error *error) {
  static const nq_statistic statistic = {.p = quartiles, .quantiles = NQ_QUARTILES};
  nq_measure *measure = &cell->measure[kind];
  nq_observations_sort(measure->sorted, cell->count);
  nq_km_quantiles(sample_of(cell, kind), quartiles, NQ_QUARTILES, measure->quartile);
  nq_status status = nq_bootstrap(sample_of(cell, kind), &statistic, seed, watch, drawn, error);
  if (status != NQ_OK) return status;
  if (kind == NQ_SECONDS)
    memcpy(cell->medians, drawn + (size_t)NQ_MEDIAN * NQ_RESAMPLES,
           NQ_RESAMPLES * sizeof *cell->medians);
  for (size_t i = 0; i < NQ_QUARTILES; i++)
    measure->interval[i] = nq_percentile_interval(drawn + i * NQ_RESAMPLES, NQ_RESAMPLES);
  return NQ_OK;
}

static nq_status summarise_cell(nq_cell *cell, uint64_t index, nq_watch *watch, double *drawn,
                                nq_error *error) {
  nq_status status = NQ_OK;
  if (cell->count == 0) return NQ_OK;
  cell->par2 /= (double)cell->count;
  cell->solved_share = nq_wilson_interval(cell->solved, cell->count);
  for (nq_measure_kind kind = 0; kind < NQ_MEASURES && status == NQ_OK; kind++)
    status = summarise_measure(cell, kind, index * NQ_MEASURES + kind, watch, drawn, error);
  return status;
}

/* ---- Claims ---- */

static void compare_pair(const nq_summary *summary, nq_claim *claim) {
  const nq_cell *one = nq_summary_cell(summary, claim->first, claim->n);
  const nq_cell *two = nq_summary_cell(summary, claim->second, claim->n);
  nq_sample a = sample_of(one, NQ_SECONDS), b = sample_of(two, NQ_SECONDS);
  claim->a = nq_vargha_delaney(a, b);
  claim->censored = one->solved < one->count || two->solved < two->count;
  if (claim->censored) {
    double excess;
    claim->p = nq_log_rank(a, b, &excess);
    claim->mixed = (claim->a - 0.5) * excess < 0;
  } else {
    claim->p = nq_mann_whitney(a, b);
  }
  if (claim->a < 0.5) {
    size_t first = claim->first;
    claim->first = claim->second;
    claim->second = first;
    claim->a = 1 - claim->a;
  }
}

/* Of known medians, or means within the limits.  `drawn` has room for the resamples three times. */
static nq_status find_ratio(const nq_summary *summary, nq_claim *claim, double *drawn,
                            nq_error *error) {
  double *a_drawn = drawn + NQ_RESAMPLES, *b_drawn = a_drawn + NQ_RESAMPLES;
  nq_watch *watch = summary->plan->watch;
  const nq_cell *one = nq_summary_cell(summary, claim->first, claim->n);
  const nq_cell *two = nq_summary_cell(summary, claim->second, claim->n);
  nq_sample a = sample_of(one, NQ_SECONDS), b = sample_of(two, NQ_SECONDS);
  claim->ratio = nq_ratio_of(one->measure[NQ_SECONDS].quartile[NQ_MEDIAN], one->medians,
                             two->measure[NQ_SECONDS].quartile[NQ_MEDIAN], two->medians, drawn);
  if (claim->ratio.value > 0 || !claim->censored || one->solved + two->solved == 0) return NQ_OK;
  /* After the streams of the cells. */
  uint64_t seed = cells_of(summary->plan) * NQ_MEASURES + 2 * (uint64_t)(claim - summary->claim);
  const nq_statistic mean = {.horizon = nq_common_horizon(a, b)};
  nq_status status = nq_bootstrap(a, &mean, seed, watch, a_drawn, error);
  if (status == NQ_OK) status = nq_bootstrap(b, &mean, seed + 1, watch, b_drawn, error);
  if (status != NQ_OK) return status;
  claim->horizon = mean.horizon;
  claim->ratio = nq_ratio_of(nq_km_mean(a, mean.horizon), a_drawn, nq_km_mean(b, mean.horizon),
                             b_drawn, drawn);
  return NQ_OK;
}

static nq_claim **pair_of(const nq_summary *summary, size_t one, size_t other, size_t n) {
  size_t variants = summary->plan->variant_count;
  return &summary->pair[(n * variants + one) * variants + other];
}

/* `p` has room for a number of each claim. */
static void make_claims(nq_summary *summary, double **p) {
  const nq_plan *plan = summary->plan;
  for (size_t n = 0; n < nq_plan_groups(plan); n++)
    for (size_t i = 0; i < plan->variant_count; i++)
      for (size_t j = i + 1; j < plan->variant_count; j++) {
        if (nq_summary_cell(summary, i, n)->count == 0 ||
            nq_summary_cell(summary, j, n)->count == 0)
          continue;
        nq_claim *claim = &summary->claim[summary->claims++];
        *claim = (nq_claim){.n = n, .first = i, .second = j};
        compare_pair(summary, claim);
        *pair_of(summary, i, j, n) = *pair_of(summary, j, i, n) = claim;
      }
  for (size_t i = 0; i < summary->claims; i++) p[i] = &summary->claim[i].p;
  nq_holm_adjust(p, summary->claims);
}

bool nq_claim_holds(const nq_claim *claim) {
  return claim->p < NQ_SIGNIFICANCE && !claim->mixed;
}

/* ---- What holds ---- */

const nq_claim *nq_summary_claim(const nq_summary *summary, size_t one, size_t other, size_t n) {
  return *pair_of(summary, one, other, n);
}

nq_standing nq_summary_standing(const nq_summary *summary, size_t variant, size_t n) {
  nq_standing standing = {0};
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_claim *claim = nq_summary_claim(summary, variant, i, n);
    if (claim == NULL || !nq_claim_holds(claim)) continue;
    standing.wins += claim->first == variant;
    standing.losses += claim->first != variant;
  }
  return standing;
}

bool nq_summary_is_unbeaten(const nq_summary *summary, size_t variant, size_t n) {
  return nq_summary_cell(summary, variant, n)->count > 0 &&
         nq_summary_standing(summary, variant, n).losses == 0;
}

/* The claim that the variant is faster than the next; NULL unless it is faster than all others. */
static const nq_claim *find_lead(const nq_summary *summary, size_t variant, size_t n) {
  const nq_claim *least = NULL;
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_claim *claim = nq_summary_claim(summary, variant, i, n);
    if (claim == NULL) continue;
    if (!nq_claim_holds(claim) || claim->first != variant) return NULL;
    bool known = claim->ratio.value > 0;
    if (least == NULL ||
        (known && !(least->ratio.value > 0 && least->ratio.value <= claim->ratio.value)))
      least = claim;
  }
  return least;
}

const nq_claim *nq_summary_fastest(const nq_summary *summary, size_t n) {
  const nq_claim *lead = NULL;
  for (size_t i = 0; i < summary->plan->variant_count && lead == NULL; i++)
    lead = find_lead(summary, i, n);
  return lead;
}

nq_power nq_summary_power(const nq_summary *summary) {
  nq_power power = {.runs = SIZE_MAX, .least_effect = INFINITY};
  for (size_t i = 0; i < summary->claims; i++) power.decided += nq_claim_holds(&summary->claim[i]);
  for (size_t i = 0; i < cells_of(summary->plan); i++)
    if (summary->cell[i].count > 0 && summary->cell[i].count < power.runs)
      power.runs = summary->cell[i].count;
  if (summary->claims > 0)
    power.least_effect =
        nq_least_effect(power.runs, power.runs, NQ_SIGNIFICANCE / (double)summary->claims);
  return power;
}

/* ---- Scaling ---- */

/* Fit through the medians, or those of a resample below NQ_RESAMPLES, all of which must be known.
 * x: log n, y: log median. */
static bool fit_medians(const nq_summary *summary, size_t variant, size_t resample, double *x,
                        double *y, nq_fit *fit) {
  const nq_plan *plan = summary->plan;
  *fit = (nq_fit){0};
  for (size_t n = 0; n < plan->n_count; n++) {
    const nq_cell *cell = nq_summary_cell(summary, variant, n);
    const nq_measure *seconds = &cell->measure[NQ_SECONDS];
    nq_interval bounds = seconds->interval[NQ_MEDIAN];
    if (cell->count == 0 || !isfinite(bounds.high) || !(bounds.low > 0)) continue;
    double median =
        resample < NQ_RESAMPLES ? cell->medians[resample] : seconds->quartile[NQ_MEDIAN];
    if (!(isfinite(median) && median > 0)) return false;
    if (fit->points == 0) fit->first = n;
    fit->last = n;
    x[fit->points] = log((double)n_of(plan, n));
    y[fit->points++] = log(median);
  }
  return nq_line_fit(x, y, fit->points, &fit->intercept, &fit->exponent);
}

static void fit_variant(nq_summary *summary, size_t variant, double *x, double *y, double *drawn) {
  nq_fit *fit = &summary->fit[variant], again;
  size_t fitted = 0;
  if (!fit_medians(summary, variant, NQ_RESAMPLES, x, y, fit)) {
    fit->points = 0;
    return;
  }
  for (size_t i = 0; i < NQ_RESAMPLES; i++)
    if (fit_medians(summary, variant, i, x, y, &again)) drawn[fitted++] = again.exponent;
  fit->interval = fitted < NQ_RESAMPLES / 2 ? (nq_interval){-INFINITY, INFINITY}
                                            : nq_percentile_interval(drawn, fitted);
}

/* ---- Single runs on instances, and what the fastest of all methods would take ---- */

/* Add the run of the seed on the question, if each variant has it: the times of the fastest variant
 * and of the next. */
static void add_best(const nq_summary *summary, size_t question, uint64_t seed, nq_best *best,
                     nq_addition *adds) {
  double first = INFINITY, second = INFINITY, penalty = 2 * summary->plan->time_limit;
  size_t fastest = SIZE_MAX, variants = summary->plan->variant_count;
  for (size_t i = 0; i < variants; i++) {
    double time = *time_of_run(summary, i, question, seed);
    if (isnan(time)) return;
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

static void find_best(nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  nq_best *best = &summary->best;
  for (size_t question = plan->n_count; question < nq_plan_questions(plan); question++)
    for (uint64_t seed = 0; seed < plan->seeds; seed++)
      add_best(summary, question, seed, best, summary->adds);
  best->par2 /= (double)best->runs;
  for (size_t i = 0; i < plan->variant_count; i++) summary->adds[i].par2 /= (double)best->runs;
}

double nq_summary_time(const nq_summary *summary, size_t variant, size_t question) {
  size_t seeds = (size_t)summary->plan->seeds, runs = 0;
  double *times = calloc(seeds, sizeof *times), median = NAN;
  for (size_t i = 0; times != NULL && i < seeds; i++) {
    times[runs] = *time_of_run(summary, variant, question, i);
    if (!isnan(times[runs])) runs++;
  }
  if (runs > 0) {
    nq_numbers_sort(times, runs);
    median = times[(runs - 1) / 2];
  }
  free(times);
  return median;
}

/* ---- The summary ---- */

static nq_status summarise_all(nq_summary *summary, nq_error *error) {
  const nq_plan *plan = summary->plan;
  size_t variants = plan->variant_count;
  nq_arrays arrays = {0};
  double *drawn = nq_arrays_take(&arrays, (size_t)NQ_QUARTILES * NQ_RESAMPLES, sizeof *drawn);
  double *x = nq_arrays_take(&arrays, 2 * plan->n_count + 1, sizeof *x);
  double **p = nq_arrays_take(&arrays, cells_of(plan) * variants, sizeof *p);
  nq_status status = NQ_OK;
  if (arrays.failed) status = nq_error_set(error, NQ_NO_MEMORY, "no memory for the summary");
  for (size_t i = 0; i < cells_of(plan) && status == NQ_OK; i++)
    status = summarise_cell(&summary->cell[i], i, plan->watch, drawn, error);
  if (status == NQ_OK) make_claims(summary, p);
  for (size_t i = 0; i < summary->claims && status == NQ_OK; i++) {
    nq_claim *claim = &summary->claim[i];
    status = find_ratio(summary, claim, drawn, error);
    if (claim->ratio.value > 0 && claim->ratio.value < 1) claim->mixed = true;
  }
  for (size_t i = 0; i < variants && status == NQ_OK; i++)
    fit_variant(summary, i, x, x + plan->n_count, drawn);
  if (status == NQ_OK && plan->instance_count > 0) find_best(summary);
  nq_arrays_release(&arrays);
  return status;
}

nq_status nq_summary_init(nq_summary *summary, const nq_plan *plan, nq_store *store,
                          nq_error *error) {
  *summary = (nq_summary){.plan = plan};
  nq_status status = reserve(summary)
                         ? nq_store_each(store, plan, take_run, summary, error)
                         : nq_error_set(error, NQ_NO_MEMORY, "no memory for the summary");
  if (status == NQ_OK) status = summarise_all(summary, error);
  if (status != NQ_OK) nq_summary_release(summary);
  return status;
}

void nq_summary_release(nq_summary *summary) {
  nq_arrays_release(&summary->arrays);
  *summary = (nq_summary){0};
}
