#include "experiment/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH  80
#define INDENT 4

/* Write a paragraph with lines up to WIDTH, broken at spaces and after commas, then indented. */
static void write_wrapped_at(size_t column, const char *text, FILE *stream) {
  while (*text != '\0') {
    size_t space = *text == ' ', length = strcspn(text + space, " ,");
    length += text[space + length] == ',';
    if (column > INDENT && column + space + length > WIDTH) {
      fprintf(stream, "\n%*s", INDENT, "");
      column = INDENT;
      text += space;
      space = 0;
    }
    fprintf(stream, "%.*s", (int)(space + length), text);
    column += space + length;
    text += space + length;
  }
  fputc('\n', stream);
}

static void write_wrapped(const char *text, FILE *stream) {
  write_wrapped_at(0, text, stream);
}

static void write_labels(const nq_plan *plan, FILE *stream) {
  bool any = false;
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    if (strcmp(variant->label, variant->text) == 0) continue;
    nq_words line = nq_say("%s = %s", variant->label, variant->text);
    if (variant->version[0] != '\0') nq_say_more(&line, " (%s)", variant->version);
    write_wrapped(line.text, stream);
    any = true;
  }
  if (any) fputc('\n', stream);
}

/* ---- Tables ---- */

/* The widths of the columns that differ from plan to plan. */
static int width_of_n(const nq_plan *plan) {
  size_t width = 1;
  for (size_t group = 0; group < nq_plan_groups(plan); group++) {
    size_t length = strlen(nq_words_group_short(plan, group).text);
    if (length > width) width = length;
  }
  return (int)width;
}

static int width_of_labels(const nq_plan *plan) {
  size_t width = strlen("method");
  for (size_t i = 0; i < plan->variant_count; i++) {
    size_t columns = nq_label_columns(plan->variant[i].label);
    if (columns > width) width = columns;
  }
  return (int)width;
}

static void write_label(const nq_plan *plan, size_t variant, FILE *stream) {
  const char *label = plan->variant[variant].label;
  fprintf(stream, "%s%*s", label, width_of_labels(plan) - (int)nq_label_columns(label), "");
}

static void write_solved(const nq_summary *summary, const nq_cell *cell, FILE *stream) {
  int digits = snprintf(NULL, 0, "%" PRIu64, summary->plan->seeds);
  fprintf(
      stream, " %*s %-16s %8s", digits < 3 ? 6 : 2 * digits + 1, /* of "25/25" */
      nq_say("%zu/%zu", cell->solved, cell->count).text,
      nq_say("[%.1f, %.1f] %%", 100 * cell->solved_share.low, 100 * cell->solved_share.high).text,
      nq_words_seconds(cell->par2).text);
}

static void write_quartiles(const nq_cell *cell, nq_measure_kind kind, FILE *stream) {
  const nq_measure *measure = &cell->measure[kind];
  fprintf(stream, "%8s %7s %-18s %7s",
          nq_words_measure(kind, measure->quartile[NQ_LOWER_QUARTILE]).text,
          nq_words_measure(kind, measure->quartile[NQ_MEDIAN]).text,
          nq_words_interval(kind, measure->interval[NQ_MEDIAN]).text,
          nq_words_measure(kind, measure->quartile[NQ_UPPER_QUARTILE]).text);
}

/* A line for each cell, by n: of a measure, or with NQ_MEASURES the runs solved. */
static void write_cells(const nq_summary *summary, nq_measure_kind kind, FILE *stream) {
  const nq_plan *plan = summary->plan;
  fprintf(stream, "%*s  %-*s%s\n", width_of_n(plan), "n", width_of_labels(plan), "method",
          kind == NQ_MEASURES ? "          solved 95 % interval       PAR-2"
                              : "   lower  median 95 % interval        upper");
  for (size_t n = 0; n < nq_plan_groups(plan); n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      fprintf(stream, "%*s  ", width_of_n(plan), nq_words_group_short(plan, n).text);
      write_label(plan, i, stream);
      if (cell->count == 0)
        fputs("  no run", stream);
      else if (kind == NQ_MEASURES)
        write_solved(summary, cell, stream);
      else
        write_quartiles(cell, kind, stream);
      fputc('\n', stream);
    }
  fputc('\n', stream);
}

static void write_outcomes(const nq_summary *summary, FILE *stream) {
  bool any = false;
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    nq_words line = nq_words_outcomes(summary, i);
    if (line.text[0] == '\0') continue;
    if (!any) fputs("Outcomes\n", stream);
    any = true;
    write_wrapped(line.text, stream);
  }
  if (any) fputc('\n', stream);
}

static void write_tables(const nq_summary *summary, FILE *stream) {
  write_cells(summary, NQ_MEASURES, stream);
  write_outcomes(summary, stream);
  fputs("Seconds\n", stream);
  write_cells(summary, NQ_SECONDS, stream);
  fputs("Steps (each method counts its own kind)\n", stream);
  write_cells(summary, NQ_STEPS, stream);
}

static void write_best(const nq_summary *summary, FILE *stream) {
  const nq_plan *plan = summary->plan;
  if (summary->best.runs == 0 || plan->variant_count < 2) return;
  fprintf(stream, "The virtual best solver, on all instances: %zu/%zu solved, PAR-2 %s\n",
          summary->best.solved, summary->best.runs, nq_words_seconds(summary->best.par2).text);
  fprintf(stream, "%-*s  fastest  alone  PAR-2 without it\n", width_of_labels(plan), "method");
  for (size_t i = 0; i < plan->variant_count; i++) {
    write_label(plan, i, stream);
    fprintf(stream, "  %7zu  %5zu  %16s\n", summary->adds[i].fastest, summary->adds[i].alone,
            nq_words_seconds(summary->adds[i].par2).text);
  }
  fputc('\n', stream);
}

static void write_fits(const nq_summary *summary, FILE *stream) {
  const nq_plan *plan = summary->plan;
  if (plan->n_count < 2) return;
  fputs("Growth of the median time with n, with 95 % interval\n", stream);
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_fit *fit = &summary->fit[i];
    write_label(plan, i, stream);
    if (fit->points == 0)
      fputs("  fewer than two n with a known median\n", stream);
    else
      fprintf(stream, "  n^%.2f [%.2f, %.2f], n = %" PRIu32 " to %" PRIu32 "\n", fit->exponent,
              fit->interval.low, fit->interval.high, n_of(plan, fit->first), n_of(plan, fit->last));
  }
  fputc('\n', stream);
}

/* ---- What holds ---- */

#define SCREEN 24 /* lines that it may take, where the wins and losses leave room */

/* How much is said of the fastest variants, the most first. */
enum detail {
  EACH_N_AND_PAIR, /* and at the largest n by what factor each other one is beaten */
  EACH_N,
  STRETCHES, /* of n with the same fastest variant */
};

/* Wins and losses of each variant on as many n, from `first` on, as fit; returns the next n. */
static size_t write_standings(const nq_summary *summary, size_t first, FILE *stream) {
  const nq_plan *plan = summary->plan;
  int left = width_of_labels(plan), width = width_of_n(plan) < 5 ? 7 : width_of_n(plan) + 2;
  size_t fits = (size_t)(WIDTH - left) / (size_t)width;
  size_t groups = nq_plan_groups(plan), end = groups - first < fits ? groups : first + fits;
  fprintf(stream, "%*s", left, plan->n_count > 0 ? "n =" : "");
  for (size_t n = first; n < end; n++)
    fprintf(stream, "%*s", width, nq_words_group_short(plan, n).text);
  fputc('\n', stream);
  for (size_t i = 0; i < plan->variant_count; i++) {
    write_label(plan, i, stream);
    for (size_t n = first; n < end; n++) {
      nq_standing standing = nq_summary_standing(summary, i, n);
      bool ran = nq_summary_cell(summary, i, n)->count > 0;
      fprintf(stream, "%*s", width,
              nq_say(ran ? "%zu-%zu" : "-", standing.wins, standing.losses).text);
    }
    fputc('\n', stream);
  }
  return end;
}

/* How many pairs are decided, and what the number of runs can decide. */
static void write_power(const nq_summary *summary, FILE *stream) {
  size_t decided = nq_summary_power(summary).decided;
  if (decided == summary->claims) return;
  write_wrapped(nq_say("%zu of %zu pair%s decided: %s; more --runs show smaller differences.",
                       decided, summary->claims, nq_plural(summary->claims),
                       nq_words_power(summary).text)
                    .text,
                stream);
}

/* The last of the n from `first` on with the same fastest variant, or with none. */
static size_t find_end(const nq_summary *summary, size_t first) {
  const nq_claim *lead = nq_summary_fastest(summary, first);
  size_t groups = nq_plan_groups(summary->plan);
  for (size_t n = first + 1; n < groups; n++) {
    const nq_claim *next = nq_summary_fastest(summary, n);
    if ((lead == NULL) != (next == NULL) || (lead != NULL && lead->first != next->first))
      return n - 1;
  }
  return groups - 1;
}

/* A line for one n or several. */
static void write_stretch(const nq_summary *summary, size_t first, size_t last, FILE *stream) {
  const nq_plan *plan = summary->plan;
  const nq_claim *lead = nq_summary_fastest(summary, first);
  double low = INFINITY, high = 0;
  for (size_t n = first; n <= last && lead != NULL; n++) {
    double ratio = nq_summary_fastest(summary, n)->ratio.value;
    if (ratio > 0) low = fmin(low, ratio);
    high = fmax(high, ratio);
  }
  nq_words line = nq_words_group(plan, first), from = nq_words_ratio(low),
           to = nq_words_ratio(high);
  if (last > first) nq_say_more(&line, " to %s", nq_words_group_short(plan, last).text);
  nq_say_more(&line, ": %s", lead == NULL ? "not decided" : plan->variant[lead->first].label);
  if (high > 0) nq_say_more(&line, ", %s", from.text);
  if (high > 0 && strcmp(from.text, to.text) != 0) nq_say_more(&line, " to %s", to.text);
  if (high > 0) nq_say_more(&line, " times as fast as the next");
  write_wrapped(line.text, stream);
}

static void write_fastest(const nq_summary *summary, enum detail detail, FILE *stream) {
  fputs(detail == STRETCHES ? "\nThe fastest, and by what factor over the next\n"
                            : "\nThe fastest, and by what factor over the next (95 % interval)\n",
        stream);
  for (size_t n = 0, last; n < nq_plan_groups(summary->plan); n = last + 1) {
    last = detail == STRETCHES ? find_end(summary, n) : n;
    if (detail == STRETCHES)
      write_stretch(summary, n, last, stream);
    else
      write_wrapped(nq_words_fastest(summary, n).text, stream);
  }
}

/* At the largest n that has a fastest method: by what factor it beats the next, and each other. */
static void write_last(const nq_summary *summary, enum detail detail, FILE *stream) {
  const nq_claim *lead = NULL;
  size_t n = nq_plan_groups(summary->plan);
  while (n > 0 && lead == NULL) lead = nq_summary_fastest(summary, --n);
  fputc('\n', stream);
  if (lead == NULL) {
    write_wrapped(nq_say("%s.", nq_words_answer(summary).text).text, stream);
    return;
  }
  write_wrapped(nq_words_factor(summary, lead, true).text, stream);
  for (size_t i = 0; i < summary->plan->variant_count && detail == EACH_N_AND_PAIR; i++) {
    const nq_claim *claim = nq_summary_claim(summary, lead->first, i, n);
    if (claim == NULL || claim == lead) continue;
    fprintf(stream, "%*s", INDENT, "");
    write_wrapped_at(INDENT, nq_words_factor(summary, claim, false).text, stream);
  }
}

static void write_all_findings(const nq_summary *summary, enum detail detail, FILE *stream) {
  fputs("What holds: how many others each method is faster than, and slower than\n", stream);
  for (size_t n = 0; n < nq_plan_groups(summary->plan);) n = write_standings(summary, n, stream);
  write_power(summary, stream);
  write_fastest(summary, detail, stream);
  write_last(summary, detail, stream);
}

static bool fit_a_screen(const nq_summary *summary, enum detail detail) {
  nq_bytes bytes = {0};
  size_t lines = 0;
  FILE *stream = nq_bytes_stream(&bytes);
  if (stream != NULL) write_all_findings(summary, detail, stream);
  char *text = nq_bytes_close_text(&bytes, stream);
  for (size_t i = 0; text != NULL && text[i] != '\0'; i++) lines += text[i] == '\n';
  bool written = text != NULL;
  free(text);
  return written && lines <= SCREEN;
}

static void write_findings(const nq_summary *summary, FILE *stream) {
  enum detail detail = EACH_N_AND_PAIR;
  if (summary->claims == 0) return;
  while (detail < STRETCHES && !fit_a_screen(summary, detail)) detail++;
  write_all_findings(summary, detail, stream);
}

/* ---- Notes ---- */

static bool beyond_limit(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  for (size_t i = 0; i < plan->variant_count * nq_plan_groups(plan); i++)
    for (size_t kind = 0; kind < NQ_MEASURES; kind++)
      for (size_t j = 0; j < NQ_QUARTILES; j++)
        if (summary->cell[i].count > 0 &&
            !isfinite(summary->cell[i].measure[kind].interval[j].high))
          return true;
  return false;
}

static void write_setup(const nq_summary *summary, FILE *stream) {
  const nq_plan *plan = summary->plan;
  uint64_t all = nq_plan_runs(plan);
  nq_words line = nq_say("Runs: ");
  if (summary->runs < all)
    nq_say_more(&line, "only %" PRIu64 " of %" PRIu64 ", ", summary->runs, all);
  nq_say_more(&line, "seed%s %s, at most %s each; nqueens %s%s on %s%s.", nq_plural(plan->seeds),
              nq_words_seeds(plan).text, nq_words_limits(plan).text, summary->version,
              summary->versions_differ ? " and others" : "", summary->machine,
              summary->machines_differ ? " and others" : "");
  write_wrapped(line.text, stream);
}

static void write_notes(const nq_summary *summary, FILE *stream) {
  write_setup(summary, stream);
  write_wrapped(nq_say("%s PAR-2: mean seconds, where a run stopped by a limit counts %g s. lower, "
                       "upper: quartiles.",
                       NQ_WORDS_BRACKETS, 2 * summary->plan->time_limit)
                    .text,
                stream);
  if (beyond_limit(summary)) write_wrapped(NQ_BEYOND ": " NQ_WORDS_BEYOND, stream);
  if (summary->claims > 0) write_wrapped(NQ_WORDS_TESTS, stream);
  fputc('\n', stream);
}

void nq_summary_write_text(const nq_summary *summary, FILE *stream) {
  write_labels(summary->plan, stream);
  write_tables(summary, stream);
  write_best(summary, stream);
  write_fits(summary, stream);
  write_notes(summary, stream);
  write_findings(summary, stream);
}
