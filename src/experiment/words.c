#include "core/core.h"
#include "experiment/write.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Write the value with three digits in the largest unit that it reaches; NULL ends the units. */
static void write_scaled(double value, const char *const *units, char word[NQ_WORD]) {
  for (; value >= 999.5 && units[1] != NULL && isfinite(value); units++) value /= 1000;
  if (isfinite(value))
    snprintf(word, NQ_WORD, value < 999.5 ? "%.3g%s" : "%.0f%s", value, *units);
  else
    snprintf(word, NQ_WORD, NQ_BEYOND);
}

void nq_words_seconds(double seconds, char word[NQ_WORD]) {
  static const char *const units[] = {"ns", "us", "ms", "s", NULL};
  write_scaled(seconds * 1e9, units, word);
}

void nq_words_count(double count, char word[NQ_WORD]) {
  static const char *const units[] = {"", "k", "M", "G", NULL}, *const none[] = {"", NULL};
  write_scaled(count, count < 9999.5 ? none : units, word);
}

void nq_words_measure(nq_measure_kind kind, double value, char word[NQ_WORD]) {
  (kind == NQ_SECONDS ? nq_words_seconds : nq_words_count)(value, word);
}

void nq_words_interval(nq_measure_kind kind, nq_interval interval, char words[NQ_WORDS]) {
  char low[NQ_WORD], high[NQ_WORD];
  nq_words_measure(kind, interval.low, low);
  nq_words_measure(kind, interval.high, high);
  snprintf(words, NQ_WORDS, "[%s, %s]", low, high);
}

void nq_words_p(double p, char word[NQ_WORD]) {
  if (p >= 0.001)
    snprintf(word, NQ_WORD, "p = %.2g", p);
  else
    snprintf(word, NQ_WORD, "p < 1e%.0f", ceil(log10(fmax(p, 1e-300))));
}

void nq_words_ratio(double ratio, char word[NQ_WORD]) {
  snprintf(word, NQ_WORD, "%.2e", ratio); /* three digits */
  double rounded = strtod(word, NULL);
  snprintf(word, NQ_WORD, rounded >= 1000 && rounded < 1e7 ? "%.0f" : "%.3g", rounded);
}

void nq_words_seeds(const nq_plan *plan, char words[NQ_WORDS]) {
  uint64_t last = plan->first_seed + plan->seeds - 1;
  int length = snprintf(words, NQ_WORDS, "%" PRIu64, plan->first_seed);
  if (plan->seeds > 1) snprintf(words + length, NQ_WORDS - (size_t)length, " to %" PRIu64, last);
}

void nq_words_group_short(const nq_plan *plan, size_t group, char words[NQ_WORDS]) {
  size_t family = group - plan->n_count;
  if (group < plan->n_count)
    snprintf(words, NQ_WORDS, "%" PRIu32, plan->n[group]);
  else
    snprintf(words, NQ_WORDS, "%s",
             family < plan->family_count ? plan->family[family] : "all instances");
}

void nq_words_group(const nq_plan *plan, size_t group, char words[NQ_WORDS]) {
  char word[NQ_WORDS];
  nq_words_group_short(plan, group, word);
  snprintf(words, NQ_WORDS, "%s%.80s", group < plan->n_count ? "n = " : "", word);
}

void nq_words_where(const nq_plan *plan, size_t group, char words[NQ_WORDS]) {
  char word[NQ_WORDS];
  nq_words_group(plan, group, word);
  snprintf(words, NQ_WORDS, " %s %.80s", group < plan->n_count ? "at" : "on", word);
}

void nq_words_limits(const nq_plan *plan, char words[NQ_WORDS]) {
  int length =
      snprintf(words, NQ_WORDS, "%g second%s", plan->time_limit, plan->time_limit == 1 ? "" : "s");
  if (plan->step_limit > 0)
    snprintf(words + length, NQ_WORDS - (size_t)length, " or %" PRIu64 " step%s", plan->step_limit,
             nq_plural(plan->step_limit));
}

/* "2.7 times as fast as genetic"; false when the ratio is not known. */
static bool write_factor(const nq_summary *summary, const nq_claim *claim, char *text,
                         size_t size) {
  const nq_cell *first = nq_summary_cell(summary, claim->first, claim->n);
  char ratio[NQ_WORD];
  /* A mean within a limit is at most the mean. */
  bool least = claim->horizon > 0 && first->solved == first->count;
  nq_words_ratio(claim->ratio.value, ratio);
  snprintf(text, size, "%s%s times as fast as %s", least ? "at least " : "", ratio,
           summary->plan->variant[claim->second].label);
  return claim->ratio.value > 0;
}

/* "1.9 to 5.1", and what the ratio is of unless it is of medians. */
static void write_interval(const nq_claim *claim, char *text, size_t size) {
  char low[NQ_WORD], high[NQ_WORD], limit[NQ_WORD], of[NQ_WORD + 20] = "";
  nq_words_ratio(claim->ratio.interval.low, low);
  nq_words_ratio(claim->ratio.interval.high, high);
  nq_words_seconds(claim->horizon, limit);
  if (claim->horizon > 0 && isfinite(claim->horizon))
    snprintf(of, sizeof of, ", of means within %s", limit);
  else if (claim->horizon > 0)
    snprintf(of, sizeof of, ", of means");
  snprintf(text, size, "%s to %s%s", low, high, of);
}

/* A sentence, or only the factor; `a`: with A. */
static void write_lead(const nq_summary *summary, const nq_claim *claim, bool whole, bool a,
                       char *text, size_t size) {
  const nq_plan *plan = summary->plan;
  const char *first = plan->variant[claim->first].label;
  char factor[NQ_LABEL + 60], interval[120] = "", begin[NQ_LABEL + 5] = "", end[NQ_WORDS] = "",
                              effect[40] = "";
  if (write_factor(summary, claim, factor, sizeof factor))
    write_interval(claim, interval, sizeof interval);
  else
    snprintf(factor, sizeof factor, "faster than %s", plan->variant[claim->second].label);
  if (whole) snprintf(begin, sizeof begin, "%s is ", first);
  if (whole) nq_words_where(plan, claim->n, end);
  if (a) snprintf(effect, sizeof effect, "%sA = %.2f", interval[0] != '\0' ? "; " : "", claim->a);
  bool brackets = interval[0] != '\0' || a;
  snprintf(text, size, "%s%s%s%s%s%s%s%s", begin, factor, end, brackets ? " (" : "",
           whole && interval[0] != '\0' ? "95 % interval " : "", interval, effect,
           brackets ? ")" : "");
}

void nq_words_claim(const nq_summary *summary, const nq_claim *claim, char text[NQ_SENTENCE]) {
  const nq_plan *plan = summary->plan;
  const char *first = plan->variant[claim->first].label;
  const char *second = plan->variant[claim->second].label;
  char p[NQ_WORD], verdict[NQ_SENTENCE - 100], where[NQ_WORDS];
  nq_words_where(plan, claim->n, where);
  if (nq_summary_cell(summary, claim->first, claim->n)->solved == 0 &&
      nq_summary_cell(summary, claim->second, claim->n)->solved == 0) {
    snprintf(text, NQ_SENTENCE, "neither %s nor %s solved a run%s", first, second, where);
    return;
  }
  if (nq_claim_holds(claim))
    write_lead(summary, claim, true, false, verdict, sizeof verdict);
  else if (claim->p < NQ_SIGNIFICANCE)
    snprintf(verdict, sizeof verdict,
             "%s and %s differ%s, but neither is the faster one throughout", first, second, where);
  else
    snprintf(verdict, sizeof verdict, "no difference shown between %s and %s%s", first, second,
             where);
  nq_words_p(claim->p, p);
  snprintf(text, NQ_SENTENCE, "%s: A = %.2f, %s (%s)", verdict, claim->a, p,
           claim->censored ? "log-rank" : "Mann-Whitney");
}

void nq_words_factor(const nq_summary *summary, const nq_claim *claim, bool whole,
                     char text[NQ_SENTENCE]) {
  write_lead(summary, claim, whole, true, text, NQ_SENTENCE);
}

void nq_words_power(const nq_summary *summary, char words[NQ_SENTENCE]) {
  nq_power power = nq_summary_power(summary);
  int length =
      snprintf(words, NQ_SENTENCE, "with %zu run%s of each ", power.runs, nq_plural(power.runs));
  snprintf(words + length, NQ_SENTENCE - (size_t)length,
           isfinite(power.least_effect)
               ? "only differences with A of %.2f and more are sure to show"
               : "not even a method that is always the faster one is sure to be shown so",
           power.least_effect);
}

#define NAMED_MOST 3

/* Some of the variants: those that none is shown to be faster than on n, or those of a front, or
 * not of it. */
struct choice {
  const nq_summary *summary;
  const nq_front *front; /* NULL: unbeaten */
  bool others;
  size_t n;
};

static bool chooses(const struct choice *choice, size_t variant) {
  return choice->front != NULL
             ? nq_front_has(choice->summary, choice->front, variant) != choice->others
             : nq_summary_is_unbeaten(choice->summary, variant, choice->n);
}

/* "a, b and c", "a, b, c and 4 others". */
static void write_names(const struct choice *choice, char *text, size_t size) {
  const nq_plan *plan = choice->summary->plan;
  size_t all = 0, named = 0, length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < plan->variant_count; i++) all += chooses(choice, i);
  for (size_t i = 0; i < plan->variant_count && named < NAMED_MOST; i++) {
    if (!chooses(choice, i)) continue;
    bool last = ++named == all;
    length += (size_t)snprintf(text + length, size - length, "%s%s",
                               named == 1 ? ""
                               : last     ? " and "
                                          : ", ",
                               plan->variant[i].label);
  }
  if (all > named)
    snprintf(text + length, size - length, " and %zu other%s", all - named, nq_plural(all - named));
}

/* " at n = 8 to 64"; with instances " on all instances". */
static void write_range(const nq_plan *plan, size_t first, char text[NQ_WORDS]) {
  nq_words_where(plan, first, text);
  size_t length = strlen(text);
  if (first + 1 < plan->n_count)
    snprintf(text + length, NQ_WORDS - length, " to %" PRIu32, plan->n[plan->n_count - 1]);
}

#define NAMES (NAMED_MOST * (NQ_LABEL + 5) + 40)

static void write_tie(const nq_summary *summary, char text[NQ_SENTENCE]) {
  size_t n = nq_plan_groups(summary->plan) - 1;
  bool any = nq_summary_power(summary).decided > 0 || summary->plan->instance_count > 0;
  char names[NAMES], range[NQ_WORDS];
  write_range(summary->plan, any ? n : 0, range);
  write_names(&(struct choice){.summary = summary, .n = n}, names, sizeof names);
  snprintf(text, NQ_SENTENCE,
           any ? "Which method is the fastest is not decided:%s it is one of %s"
               : "At%s no difference is shown between %s",
           range + (any ? 0 : strlen(" at")), names);
}

void nq_words_answer(const nq_summary *summary, char text[NQ_SENTENCE]) {
  static const char *const among[] = {"", "", "; between the two ", "; among these "};
  const nq_front front = nq_summary_front(summary);
  char leaders[NAMES], others[NAMES + 20] = "each of ", ratio[NQ_WORD], range[NQ_WORDS];
  if (summary->claims == 0) snprintf(text, NQ_SENTENCE, "There is nothing to compare yet");
  if (summary->claims > 0 && front.members == 0) write_tie(summary, text);
  if (front.members == 0) return;
  size_t prefix = front.others > 1 ? strlen(others) : 0;
  write_names(&(struct choice){.summary = summary, .front = &front}, leaders, sizeof leaders);
  write_names(&(struct choice){summary, &front, true, 0}, others + prefix, sizeof others - prefix);
  if (front.others > NAMED_MOST) snprintf(others, sizeof others, "all %zu others", front.others);
  nq_words_ratio(front.least, ratio);
  write_range(summary->plan, front.first, range);
  snprintf(text, NQ_SENTENCE, "%s %s %s%s%s%s%s%s%s", leaders, front.members > 1 ? "are" : "is",
           front.least > 0 ? "at least " : "faster than", front.least > 0 ? ratio : "",
           front.least > 0 ? " times as fast as " : " ", others, range,
           among[front.members < NAMED_MOST ? front.members : NAMED_MOST],
           front.members == 1 ? ""
           : front.differ     ? "the order depends on n or is not decided"
                              : "no difference is shown");
}

void nq_words_failures(const nq_summary *summary, char text[NQ_SENTENCE]) {
  const nq_plan *plan = summary->plan;
  char limits[NQ_WORDS];
  size_t failing = 0, named = 0;
  nq_words_limits(plan, limits);
  size_t length = (size_t)snprintf(text, NQ_SENTENCE, "Within the limit of %s, ", limits);
  for (size_t i = 0; i < plan->variant_count; i++) {
    size_t runs = 0, solved = 0;
    for (size_t n = 0; n < plan->n_count + plan->family_count; n++) {
      runs += nq_summary_cell(summary, i, n)->count;
      solved += nq_summary_cell(summary, i, n)->solved;
    }
    if (runs == solved || ++failing > NAMED_MOST) continue;
    length += (size_t)snprintf(text + length, NQ_SENTENCE - length, "%s%s solved %zu of %zu runs",
                               named++ > 0 ? ", " : "", plan->variant[i].label, solved, runs);
  }
  if (failing > named)
    length +=
        (size_t)snprintf(text + length, NQ_SENTENCE - length, ", and %zu other%s not all, either",
                         failing - named, nq_plural(failing - named));
  if (failing < plan->variant_count)
    snprintf(text + length, NQ_SENTENCE - length, "; %s solved every run",
             plan->variant_count - failing > 1 ? "all others" : "the other one");
  if (failing == 0) text[0] = '\0';
}

void nq_words_outcomes(const nq_summary *summary, size_t variant, char text[NQ_SENTENCE]) {
  const nq_plan *plan = summary->plan;
  size_t counts[NQ_OUTCOMES] = {0}, length = 0;
  bool notable = false;
  text[0] = '\0';
  for (size_t n = 0; n < plan->n_count + plan->family_count; n++)
    for (nq_outcome i = 0; i < NQ_OUTCOMES; i++)
      counts[i] += nq_summary_cell(summary, variant, n)->outcomes[i];
  for (nq_outcome i = 0; i < NQ_OUTCOMES; i++)
    notable = notable || (counts[i] > 0 && (i == NQ_OUTCOME_PROVED || i > NQ_OUTCOME_TIME));
  for (nq_outcome i = 0; i < NQ_OUTCOMES && notable; i++)
    if (counts[i] > 0)
      length += (size_t)snprintf(text + length, NQ_SENTENCE - length, "%s%s%zu %s",
                                 length == 0 ? plan->variant[variant].label : "",
                                 length == 0 ? ": " : ", ", counts[i], nq_outcome_name(i));
}

void nq_words_fastest(const nq_summary *summary, size_t n, char text[NQ_SENTENCE]) {
  const nq_plan *plan = summary->plan;
  const nq_claim *lead = nq_summary_fastest(summary, n);
  char words[NQ_SENTENCE - NQ_LABEL - NQ_WORDS - 10], group[NQ_WORDS];
  nq_words_group(plan, n, group);
  size_t ran = 0;
  for (size_t i = 0; i < plan->variant_count; i++) ran += nq_summary_cell(summary, i, n)->count > 0;
  if (ran < 2) {
    snprintf(text, NQ_SENTENCE, "%s: nothing to compare yet", group);
  } else if (lead == NULL) {
    write_names(&(struct choice){.summary = summary, .n = n}, words, sizeof words);
    snprintf(text, NQ_SENTENCE, "%s: not decided between %s", group, words);
  } else {
    write_lead(summary, lead, false, false, words, sizeof words);
    snprintf(text, NQ_SENTENCE, "%s: %s, %s", group, plan->variant[lead->first].label, words);
  }
}

void nq_words_fit(const nq_summary *summary, size_t variant, char text[NQ_SENTENCE]) {
  const nq_fit *fit = &summary->fit[variant];
  const char *name = summary->plan->variant[variant].label;
  if (fit->points == 0)
    snprintf(text, NQ_SENTENCE, "%s: fewer than two n with a known median, so no fit", name);
  else
    snprintf(text, NQ_SENTENCE,
             "median time of %s grows as n^%.2f [%.2f, %.2f] over the %zu n from %" PRIu32
             " to %" PRIu32,
             name, fit->exponent, fit->interval.low, fit->interval.high, fit->points,
             summary->plan->n[fit->first], summary->plan->n[fit->last]);
}
