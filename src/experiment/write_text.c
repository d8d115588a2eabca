#include "core/number.h"
#include "experiment/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WIDTH  80
#define INDENT 4

/* Write a paragraph, broken at spaces and after commas so that no line is longer than WIDTH; later
 * lines are indented. */
static void write_wrapped(const char *text, FILE *stream) {
  size_t column = 0;
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

static void write_labels(const nq_plan *plan, FILE *stream) {
  bool any = false;
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    char line[NQ_VARIANT_TEXT + NQ_LABEL + 3];
    if (strcmp(variant->label, variant->text) == 0) continue;
    snprintf(line, sizeof line, "%s = %s", variant->label, variant->text);
    write_wrapped(line, stream);
    any = true;
  }
  if (any) fputc('\n', stream);
}

static void write_interval(nq_measure_kind kind, nq_interval interval, char text[2 * NQ_WORD + 8]) {
  char low[NQ_WORD], high[NQ_WORD];
  nq_words_measure(kind, interval.low, low);
  nq_words_measure(kind, interval.high, high);
  snprintf(text, 2 * NQ_WORD + 8, "[%s, %s]", low, high);
}

/* Call `write` for each cell, by n, with a line between different n. */
static void each_cell(const nq_summary *summary, FILE *stream, const char *title,
                      void (*write)(const nq_summary *, const nq_cell *, nq_measure_kind, FILE *),
                      nq_measure_kind kind) {
  const nq_plan *plan = summary->plan;
  fprintf(stream, "%-*s %10s %s\n", NQ_LABEL_COLUMNS, "", "n", title);
  for (size_t n = 0; n < plan->n_count; n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      const char *label = plan->variant[i].label;
      fprintf(stream, "%s%*s %10" PRIu32 " ", label,
              NQ_LABEL_COLUMNS - (int)nq_label_columns(label), "", plan->n[n]);
      if (cell->count == 0)
        fputs("no run", stream);
      else
        write(summary, cell, kind, stream);
      fputc('\n', stream);
    }
  fputc('\n', stream);
}

static void write_solved(const nq_summary *summary, const nq_cell *cell, nq_measure_kind kind,
                         FILE *stream) {
  (void)kind;
  char solved[32], interval[40], par2[NQ_WORD];
  snprintf(solved, sizeof solved, "%zu/%zu", cell->solved, cell->count);
  snprintf(interval, sizeof interval, "[%.1f, %.1f] %%", 100 * cell->solved_share.low,
           100 * cell->solved_share.high);
  nq_words_seconds(cell->par2, par2);
  fprintf(stream, "%13s  %-17s %9s", solved, interval, par2);
  if (cell->solved < cell->count)
    fprintf(stream, "  %zu stopped by a limit", cell->count - cell->solved);
  (void)summary;
}

static void write_quartiles(const nq_summary *summary, const nq_cell *cell, nq_measure_kind kind,
                            FILE *stream) {
  (void)summary;
  const nq_measure *measure = &cell->measure[kind];
  for (size_t i = 0; i < NQ_QUARTILES; i++) {
    char value[NQ_WORD], interval[2 * NQ_WORD + 8];
    nq_words_measure(kind, measure->quartile[i], value);
    write_interval(kind, measure->interval[i], interval);
    fprintf(stream, i + 1 < NQ_QUARTILES ? "%6s %-17s" : "%6s %s", value, interval);
  }
}

static bool beyond_limit(const nq_summary *summary) {
  const nq_plan *plan = summary->plan;
  for (size_t i = 0; i < plan->variant_count * plan->n_count; i++)
    for (size_t kind = 0; kind < NQ_MEASURES; kind++)
      for (size_t j = 0; j < NQ_QUARTILES; j++)
        if (summary->cell[i].count > 0 &&
            !isfinite(summary->cell[i].measure[kind].interval[j].high))
          return true;
  return false;
}

static void write_setup(const nq_summary *summary, FILE *stream) {
  const nq_plan *plan = summary->plan;
  char line[600], steps[48] = "";
  if (plan->step_limit > 0)
    snprintf(steps, sizeof steps, " or %" PRIu64 " step%s", plan->step_limit,
             nq_plural(plan->step_limit));
  snprintf(line, sizeof line,
           "Runs: seeds %" PRIu64 " to %" PRIu64 ", at most %g s%s each; nqueens %s%s on %s%s.",
           plan->first_seed, plan->first_seed + plan->seeds - 1, plan->time_limit, steps,
           summary->version, summary->versions_differ ? " and others" : "", summary->machine,
           summary->machines_differ ? " and others" : "");
  fputc('\n', stream);
  write_wrapped(line, stream);
}

void nq_summary_write_text(const nq_summary *summary, FILE *stream) {
  const nq_plan *plan = summary->plan;
  const char *quartiles = " lower quartile            median                  upper quartile";
  char line[NQ_SENTENCE];
  write_labels(plan, stream);
  each_cell(summary, stream, "       solved  95 % interval         PAR-2", write_solved,
            NQ_SECONDS);
  fputs("Seconds\n", stream);
  each_cell(summary, stream, quartiles, write_quartiles, NQ_SECONDS);
  fputs("Steps\n", stream);
  each_cell(summary, stream, quartiles, write_quartiles, NQ_STEPS);
  if (beyond_limit(summary))
    write_wrapped("" NQ_BEYOND ": beyond the limit at which runs were stopped.  Stopped runs are "
                  "treated as censored (Kaplan-Meier), never omitted.\n",
                  stream);
  for (size_t i = 0; plan->n_count > 1 && i < plan->variant_count; i++) {
    nq_words_fit(summary, i, line);
    write_wrapped(line, stream);
  }
  if (plan->n_count > 1 && summary->claims > 0) fputc('\n', stream);
  for (size_t i = 0; i < summary->claims; i++) {
    nq_words_claim(summary, &summary->claim[i], line);
    write_wrapped(line, stream);
  }
  write_setup(summary, stream);
  snprintf(
      line, sizeof line,
      "Brackets: 95 %% intervals (Wilson for solved, otherwise bootstrap). PAR-2: mean seconds, "
      "where a run stopped by a limit counts %g s.",
      2 * plan->time_limit);
  write_wrapped(line, stream);
  if (summary->claims > 0)
    write_wrapped("A: the probability that a run of the first method takes less time than one of "
                  "the second. p: two-sided, adjusted for all claims together (Holm).",
                  stream);
}
