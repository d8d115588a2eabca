#include "experiment/summary.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

nq_words nq_say(const char *format, ...) {
  nq_words words;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words.text, sizeof words.text, format, arguments);
  va_end(arguments);
  return words;
}

/* ---- Numbers ---- */

/* The value with three digits in the largest unit that it reaches; NULL ends the units. */
static nq_words say_scaled(double value, const char *const *units) {
  for (; value >= 999.5 && units[1] != NULL && isfinite(value); units++) value /= 1000;
  if (!isfinite(value)) return nq_say(NQ_BEYOND);
  return nq_say(value < 999.5 ? "%.3g%s" : "%.0f%s", value, *units);
}

nq_words nq_words_seconds(double seconds) {
  static const char *const units[] = {"ns", "us", "ms", "s", NULL};
  return say_scaled(seconds * 1e9, units);
}

nq_words nq_words_count(double count) {
  static const char *const units[] = {"", "k", "M", "G", NULL}, *const none[] = {"", NULL};
  return say_scaled(count, count < 9999.5 ? none : units);
}

nq_words nq_words_measure(nq_measure_kind kind, double value) {
  return kind == NQ_SECONDS ? nq_words_seconds(value) : nq_words_count(value);
}

nq_words nq_words_interval(nq_measure_kind kind, nq_interval interval) {
  return nq_say("[%s, %s]", nq_words_measure(kind, interval.low).text,
                nq_words_measure(kind, interval.high).text);
}

nq_words nq_words_ratio(double ratio) {
  double rounded = strtod(nq_say("%.2e", ratio).text, NULL); /* three digits */
  return nq_say(rounded >= 1000 && rounded < 1e7 ? "%.0f" : "%.3g", rounded);
}

/* ---- The plan ---- */

nq_words nq_words_seeds(const nq_plan *plan) {
  nq_words words = nq_say("%" PRIu64, plan->first_seed);
  if (plan->seeds > 1) nq_say_more(&words, " to %" PRIu64, plan->first_seed + plan->seeds - 1);
  return words;
}

nq_words nq_words_group_short(const nq_plan *plan, size_t group) {
  size_t family = group - plan->n_count;
  if (group < plan->n_count) return nq_say("%" PRIu32, n_of(plan, group));
  return nq_say("%s", family < plan->family_count ? plan->family[family] : "all instances");
}

nq_words nq_words_group(const nq_plan *plan, size_t group) {
  return nq_say("%s%s", group < plan->n_count ? "n = " : "",
                nq_words_group_short(plan, group).text);
}

/* " at n = 64", " on blocked". */
static nq_words say_where(const nq_plan *plan, size_t group) {
  return nq_say(" %s %s", group < plan->n_count ? "at" : "on", nq_words_group(plan, group).text);
}

nq_words nq_words_limits(const nq_plan *plan) {
  nq_words words = nq_say("%g second%s", plan->time_limit, plan->time_limit == 1 ? "" : "s");
  if (plan->step_limit > 0)
    nq_say_more(&words, " or %" PRIu64 " step%s", plan->step_limit, nq_plural(plan->step_limit));
  return words;
}

/* ---- Pairs ---- */

/* A sentence, or only the factor; `a`: with A. */
static nq_words say_lead(const nq_summary *summary, const nq_claim *claim, bool whole, bool a) {
  const nq_variant *variant = summary->plan->variant;
  const nq_cell *first = nq_summary_cell(summary, claim->first, claim->n);
  bool known = claim->ratio.value > 0, means = known && claim->horizon > 0;
  nq_words words = {""};
  if (whole) nq_say_more(&words, "%s is ", variant[claim->first].label);
  /* A mean within a limit is at most the mean. */
  if (means && first->solved == first->count) nq_say_more(&words, "at least ");
  nq_say_more(&words, known ? "%s times as fast as " : "faster than ",
              nq_words_ratio(claim->ratio.value).text);
  nq_say_more(&words, "%s%s", variant[claim->second].label,
              whole ? say_where(summary->plan, claim->n).text : "");
  if (!known && !a) return words;
  nq_say_more(&words, " (%s", known && whole ? "95 % interval " : "");
  if (known)
    nq_say_more(&words, "%s to %s", nq_words_ratio(claim->ratio.interval.low).text,
                nq_words_ratio(claim->ratio.interval.high).text);
  if (means) nq_say_more(&words, ", of means");
  if (means && isfinite(claim->horizon))
    nq_say_more(&words, " within %s", nq_words_seconds(claim->horizon).text);
  if (a) nq_say_more(&words, "%sA = %.2f", known ? "; " : "", claim->a);
  nq_say_more(&words, ")");
  return words;
}

nq_words nq_words_factor(const nq_summary *summary, const nq_claim *claim, bool whole) {
  return say_lead(summary, claim, whole, true);
}

nq_words nq_words_claim(const nq_summary *summary, const nq_claim *claim) {
  const nq_plan *plan = summary->plan;
  const char *first = plan->variant[claim->first].label;
  const char *second = plan->variant[claim->second].label;
  nq_words where = say_where(plan, claim->n), words;
  if (nq_summary_cell(summary, claim->first, claim->n)->solved == 0 &&
      nq_summary_cell(summary, claim->second, claim->n)->solved == 0)
    return nq_say("neither %s nor %s solved a run%s", first, second, where.text);
  if (nq_claim_holds(claim))
    words = say_lead(summary, claim, true, false);
  else if (claim->p < NQ_SIGNIFICANCE)
    words = nq_say("%s and %s differ%s, but neither is the faster one throughout", first, second,
                   where.text);
  else
    words = nq_say("no difference shown between %s and %s%s", first, second, where.text);
  nq_say_more(&words, ": A = %.2f, ", claim->a);
  if (claim->p >= 0.001)
    nq_say_more(&words, "p = %.2g", claim->p);
  else
    nq_say_more(&words, "p < 1e%.0f", ceil(log10(fmax(claim->p, 1e-300))));
  nq_say_more(&words, " (%s)", claim->censored ? "log-rank" : "Mann-Whitney");
  return words;
}

nq_words nq_words_power(const nq_summary *summary) {
  nq_power power = nq_summary_power(summary);
  nq_words words = nq_say("with %zu run%s of each ", power.runs, nq_plural(power.runs));
  nq_say_more(&words,
              isfinite(power.least_effect)
                  ? "only differences with A of %.2f and more are sure to show"
                  : "not even a method that is always the faster one is sure to be shown so",
              power.least_effect);
  return words;
}

/* ---- The variants in front ---- */

/* The fewest variants that are each shown to be faster than each of the others, on each n from
 * `first` on; with instances, on the last group alone. */
struct front {
  size_t first;           /* index of the least n that it holds from */
  size_t members, others; /* no members: there is no such front */
  double least;           /* the least known ratio between them; 0: none is known */
  bool differ;            /* a member is shown to be faster than another on some n */
};

/* Faster than as many on each n. */
static bool is_member(const nq_summary *summary, const struct front *front, size_t variant) {
  for (size_t n = front->first; n < nq_plan_groups(summary->plan); n++)
    if (nq_summary_standing(summary, variant, n).wins < front->others) return false;
  return true;
}

/* The ratios of a member to the others, or what differs among members; false when one of the others
 * is not shown to be slower. */
static bool hold_against(const nq_summary *summary, struct front *front, size_t member,
                         size_t other) {
  bool both = is_member(summary, front, other);
  for (size_t n = front->first; n < nq_plan_groups(summary->plan); n++) {
    const nq_claim *claim = nq_summary_claim(summary, member, other, n);
    bool holds = claim != NULL && nq_claim_holds(claim);
    if (both) front->differ = front->differ || holds;
    if (both) continue;
    if (!holds || claim->first != member) return false;
    if (claim->ratio.value > 0 && !(front->least > 0 && front->least <= claim->ratio.value))
      front->least = claim->ratio.value;
  }
  return true;
}

static bool is_front(const nq_summary *summary, struct front *front) {
  size_t variants = summary->plan->variant_count;
  for (size_t i = 0; i < variants; i++) front->members += is_member(summary, front, i);
  if (front->members + front->others != variants) return false;
  for (size_t i = 0; i < variants; i++)
    for (size_t j = 0; j < variants && is_member(summary, front, i); j++)
      if (i != j && !hold_against(summary, front, i, j)) return false;
  return true;
}

/* That of the smallest `first`. */
static struct front find_front(const nq_summary *summary) {
  size_t groups = nq_plan_groups(summary->plan);
  for (size_t first = summary->plan->instance_count > 0 ? groups - 1 : 0; first < groups; first++)
    for (size_t others = summary->plan->variant_count - 1; others > 0; others--) {
      struct front front = {.first = first, .others = others};
      if (is_front(summary, &front)) return front;
    }
  return (struct front){0};
}

/* ---- All variants ---- */

#define NAMED_MOST 3

/* Some of the variants: those unbeaten on n, or those of a front, or not of it. */
struct choice {
  const nq_summary *summary;
  const struct front *front; /* NULL: unbeaten */
  bool others;
  size_t n;
};

static bool chooses(const struct choice *choice, size_t variant) {
  return choice->front != NULL
             ? is_member(choice->summary, choice->front, variant) != choice->others
             : nq_summary_is_unbeaten(choice->summary, variant, choice->n);
}

/* "a, b and c", "a, b, c and 4 others". */
static nq_words say_names(struct choice choice) {
  const nq_plan *plan = choice.summary->plan;
  size_t all = 0, named = 0;
  nq_words words = {""};
  for (size_t i = 0; i < plan->variant_count; i++) all += chooses(&choice, i);
  for (size_t i = 0; i < plan->variant_count && named < NAMED_MOST; i++) {
    if (!chooses(&choice, i)) continue;
    bool last = ++named == all;
    nq_say_more(&words, "%s%s", named == 1 ? "" : last ? " and " : ", ", plan->variant[i].label);
  }
  if (all > named) nq_say_more(&words, " and %zu other%s", all - named, nq_plural(all - named));
  return words;
}

/* " at n = 8 to 64"; with instances " on all instances". */
static nq_words say_range(const nq_plan *plan, size_t first) {
  nq_words words = say_where(plan, first);
  if (first + 1 < plan->n_count) nq_say_more(&words, " to %" PRIu32, n_of(plan, plan->n_count - 1));
  return words;
}

static nq_words say_tie(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  size_t n = nq_plan_groups(plan) - 1;
  bool any = nq_summary_power(summary).decided > 0 || plan->instance_count > 0;
  nq_words names = say_names((struct choice){.summary = summary, .n = n});
  if (any)
    return nq_say("Which method is the fastest is not decided:%s it is one of %s",
                  say_range(plan, n).text, names.text);
  return nq_say("At%s no difference is shown between %s", say_range(plan, 0).text + strlen(" at"),
                names.text);
}

nq_words nq_words_answer(const nq_summary *summary) {
  const struct front front = find_front(summary);
  if (summary->claims == 0) return nq_say("There is nothing to compare yet");
  if (front.members == 0) return say_tie(summary);
  nq_words words = say_names((struct choice){.summary = summary, .front = &front});
  nq_say_more(&words, front.members > 1 ? " are " : " is ");
  nq_say_more(&words, front.least > 0 ? "at least %s times as fast as " : "faster than ",
              nq_words_ratio(front.least).text);
  if (front.others > NAMED_MOST)
    nq_say_more(&words, "all %zu others", front.others);
  else
    nq_say_more(&words, "%s%s", front.others > 1 ? "each of " : "",
                say_names((struct choice){summary, &front, true, 0}).text);
  nq_say_more(&words, "%s", say_range(summary->plan, front.first).text);
  if (front.members == 1) return words;
  nq_say_more(&words, "; %s %s", front.members == 2 ? "between the two" : "among these",
              front.differ ? "the order depends on n or is not decided" : "no difference is shown");
  return words;
}

nq_words nq_words_failures(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  size_t failing = 0, named = 0;
  bool all_ran = true;
  nq_words words = nq_say("Within the limit of %s, ", nq_words_limits(plan).text);
  for (size_t i = 0; i < plan->variant_count; i++) {
    size_t runs = 0, solved = 0;
    for (size_t n = 0; n < plan->n_count + plan->family_count; n++) {
      runs += nq_summary_cell(summary, i, n)->count;
      solved += nq_summary_cell(summary, i, n)->solved;
    }
    all_ran = all_ran && runs > 0;
    if (runs == solved || ++failing > NAMED_MOST) continue;
    nq_say_more(&words, "%s%s solved %zu of %zu runs", named++ > 0 ? ", " : "",
                plan->variant[i].label, solved, runs);
  }
  if (failing == 0) return (nq_words){""};
  if (failing > named)
    nq_say_more(&words, ", and %zu other%s not all, either", failing - named,
                nq_plural(failing - named));
  if (failing < plan->variant_count && all_ran)
    nq_say_more(&words, "; %s solved every run",
                plan->variant_count - failing > 1 ? "all others" : "the other one");
  return words;
}

nq_words nq_words_outcomes(const nq_summary *summary, size_t variant) {
  nq_words words = nq_say("%s", summary->plan->variant[variant].label);
  const char *separator = ": ";
  bool notable = false;
  for (nq_outcome i = 0; i < NQ_OUTCOMES; i++) {
    size_t count = nq_summary_outcomes(summary, variant, i);
    if (count == 0) continue;
    notable = notable || i == NQ_OUTCOME_PROVED || i > NQ_OUTCOME_TIME;
    nq_say_more(&words, "%s%zu %s", separator, count, nq_outcome_name(i));
    separator = ", ";
  }
  return notable ? words : (nq_words){""};
}

nq_words nq_words_fastest(const nq_summary *summary, size_t n) {
  const nq_plan *plan = summary->plan;
  const nq_claim *lead = nq_summary_fastest(summary, n);
  nq_words words = nq_words_group(plan, n);
  size_t ran = 0;
  for (size_t i = 0; i < plan->variant_count; i++) ran += nq_summary_cell(summary, i, n)->count > 0;
  if (ran < 2)
    nq_say_more(&words, ": nothing to compare yet");
  else if (lead == NULL)
    nq_say_more(&words, ": not decided between %s",
                say_names((struct choice){.summary = summary, .n = n}).text);
  else
    nq_say_more(&words, ": %s, %s", plan->variant[lead->first].label,
                say_lead(summary, lead, false, false).text);
  return words;
}

nq_words nq_words_fit(const nq_summary *summary, size_t variant) {
  const nq_fit *fit = &summary->fit[variant];
  const char *name = summary->plan->variant[variant].label;
  if (fit->points == 0) return nq_say("%s: fewer than two n with a known median, so no fit", name);
  return nq_say("median time of %s grows as n^%.2f [%.2f, %.2f] over the %zu n from %" PRIu32
                " to %" PRIu32,
                name, fit->exponent, fit->interval.low, fit->interval.high, fit->points,
                n_of(summary->plan, fit->first), n_of(summary->plan, fit->last));
}
