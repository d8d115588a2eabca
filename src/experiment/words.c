#include "experiment/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct unit {
  double from; /* the least value shown in this unit */
  double scale;
  const char *name;
};

/* Write the value in the largest unit that it reaches; units ascend. */
static void write_scaled(double value, const struct unit *units, size_t count, char word[NQ_WORD]) {
  if (!isfinite(value)) {
    snprintf(word, NQ_WORD, NQ_BEYOND);
    return;
  }
  size_t i = 0;
  while (i + 1 < count && value >= units[i + 1].from) i++;
  snprintf(word, NQ_WORD, "%.3g%s", value / units[i].scale, units[i].name);
}

/* A unit begins where the previous one would round to four digits. */
void nq_words_seconds(double seconds, char word[NQ_WORD]) {
  static const struct unit units[] = {
      {0, 1e-9, "ns"}, {999.5e-9, 1e-6, "us"}, {999.5e-6, 1e-3, "ms"}, {999.5e-3, 1, "s"}};
  if (seconds >= 999.5 && isfinite(seconds))
    snprintf(word, NQ_WORD, "%.0fs", seconds);
  else
    write_scaled(seconds, units, sizeof units / sizeof *units, word);
}

void nq_words_count(double count, char word[NQ_WORD]) {
  static const struct unit units[] = {
      {0, 1, ""}, {9999.5, 1e3, "k"}, {999.5e3, 1e6, "M"}, {999.5e6, 1e9, "G"}};
  if (count >= 999.5 && count < 9999.5)
    snprintf(word, NQ_WORD, "%.0f", count);
  else
    write_scaled(count, units, sizeof units / sizeof *units, word);
}

void nq_words_measure(nq_measure_kind kind, double value, char word[NQ_WORD]) {
  (kind == NQ_SECONDS ? nq_words_seconds : nq_words_count)(value, word);
}

void nq_words_p(double p, char word[NQ_WORD]) {
  if (p >= 0.001)
    snprintf(word, NQ_WORD, "p = %.2g", p);
  else
    snprintf(word, NQ_WORD, "p < 1e%.0f", ceil(log10(fmax(p, 1e-300))));
}

void nq_words_claim(const nq_summary *summary, const nq_claim *claim, char text[NQ_SENTENCE]) {
  const nq_plan *plan = summary->plan;
  const char *first = plan->variant[claim->first].label;
  const char *second = plan->variant[claim->second].label;
  uint32_t n = plan->n[claim->n];
  char p[NQ_WORD];
  nq_words_p(claim->p, p);
  const char *test = claim->censored ? "log-rank" : "Mann-Whitney";
  if (nq_summary_cell(summary, claim->first, claim->n)->solved == 0 &&
      nq_summary_cell(summary, claim->second, claim->n)->solved == 0)
    snprintf(text, NQ_SENTENCE, "neither %s nor %s solved a run at n = %" PRIu32, first, second, n);
  else if (nq_claim_holds(claim))
    snprintf(text, NQ_SENTENCE, "%s is faster than %s at n = %" PRIu32 ": A = %.2f, %s (%s)", first,
             second, n, claim->a, p, test);
  else if (claim->mixed && claim->p < NQ_SIGNIFICANCE)
    snprintf(text, NQ_SENTENCE,
             "%s and %s differ at n = %" PRIu32 ", but neither is the faster one throughout: "
             "A = %.2f, %s (%s)",
             first, second, n, claim->a, p, test);
  else
    snprintf(text, NQ_SENTENCE,
             "no difference shown between %s and %s at n = %" PRIu32 ": A = %.2f, %s (%s)", first,
             second, n, claim->a, p, test);
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
