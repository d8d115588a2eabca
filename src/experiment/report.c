/* The report, an HTML page.  report.html has its frame, with comments where this file writes what
 * the comment names; report.css and report.js its looks.  The Makefile turns them into arrays.  In
 * report.css, white is the colour of gnuplot's rings around points; in report.html, the digest is
 * that of what stands between <script> and </script>, the only script that a browser runs. */
#include "experiment/graphics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char nq_report_html[], nq_report_css[], nq_report_js[];

struct report {
  const nq_plots *plots;
  FILE *html;
  const char *frame; /* of report.html what is not yet written */
  unsigned drawn;
  nq_status status; /* of drawing */
};

/* Write the frame up to the comment of this name or, with `leave_out`, leave it out. */
static void go_to(struct report *report, const char *name, bool leave_out) {
  char mark[40];
  int size = snprintf(mark, sizeof mark, "<!-- %s -->", name);
  const char *end = strstr(report->frame, mark);
  if (!leave_out) fwrite(report->frame, 1, (size_t)(end - report->frame), report->html);
  report->frame = end + size + (end[-1] == '\n'); /* of a line of its own the end, too */
}

/* ---- Tables ---- */

static void write_solved(const nq_cell *cell, FILE *html) {
  fprintf(html, "<td>%zu of %zu</td><td>%.1f to %.1f %%</td>", cell->solved, cell->count,
          100 * cell->solved_share.low, 100 * cell->solved_share.high);
  nq_html(html, "<td>%s</td>", nq_words_seconds(cell->par2).text);
}

static void write_quartiles(const nq_cell *cell, nq_measure_kind kind, FILE *html) {
  const nq_measure *measure = &cell->measure[kind];
  for (size_t i = 0; i < NQ_QUARTILES; i++)
    nq_html(html, "<td>%s %s</td>", nq_words_measure(kind, measure->quartile[i]).text,
            nq_words_interval(kind, measure->interval[i]).text);
}

/* Of a measure, or with NQ_MEASURES of the runs solved. */
static void write_cells(const nq_summary *summary, nq_measure_kind kind, FILE *html) {
  const nq_plan *plan = summary->plan;
  for (size_t n = 0; n < nq_plan_groups(plan); n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      nq_html(html, i == 0 && n > 0 ? "<tr class=\"next\">" : "<tr>");
      nq_html(html, "<th scope=\"row\">%s</th><td>%s</td>", plan->variant[i].label,
              nq_words_group_short(plan, n).text);
      if (cell->count == 0)
        nq_html(html, "<td colspan=\"3\">no run</td>");
      else if (kind == NQ_MEASURES)
        write_solved(cell, html);
      else
        write_quartiles(cell, kind, html);
      nq_html(html, "</tr>\n");
    }
}

static void write_tables(struct report *report) {
  const nq_summary *summary = report->plots->summary;
  go_to(report, "solved", false);
  write_cells(summary, NQ_MEASURES, report->html);
  go_to(report, "seconds", false);
  write_cells(summary, NQ_SECONDS, report->html);
  go_to(report, "steps", false);
  write_cells(summary, NQ_STEPS, report->html);
  go_to(report, "notes", false);
  nq_html(report->html,
          "%s <code>%s</code>: %s PAR-2: mean seconds, where a stopped run counts %s s.",
          NQ_WORDS_BRACKETS, NQ_BEYOND, NQ_WORDS_BEYOND,
          nq_say("%g", 2 * summary->plan->time_limit).text);
}

static void write_best(struct report *report) {
  const nq_summary *summary = report->plots->summary;
  const nq_plan *plan = summary->plan;
  bool compared = summary->best.runs > 0 && plan->variant_count > 1;
  if (compared) {
    go_to(report, "best", false);
    nq_html(report->html, "%zu of %zu solved, PAR-2 %s", summary->best.solved, summary->best.runs,
            nq_words_seconds(summary->best.par2).text);
    go_to(report, "additions", false);
    for (size_t i = 0; i < plan->variant_count; i++)
      nq_html(report->html,
              "<tr><th scope=\"row\">%s</th><td>%zu</td><td>%zu</td><td>%s</td></tr>\n",
              plan->variant[i].label, summary->adds[i].fastest, summary->adds[i].alone,
              nq_words_seconds(summary->adds[i].par2).text);
  }
  go_to(report, "virtual best", !compared);
}

/* ---- The first screen ---- */

#define OVERVIEW_MOST 6 /* n that have a column */

/* The median, and the runs solved where some were not. */
static void write_median(const nq_cell *cell, double limit, FILE *html) {
  const nq_measure *seconds = &cell->measure[NQ_SECONDS];
  double median = seconds->quartile[NQ_MEDIAN];
  if (cell->count == 0) {
    nq_html(html, "<td>no run</td>");
    return;
  }
  bool known = isfinite(median);
  if (!known) median = fmin(limit, seconds->sorted[cell->count - 1].value);
  nq_html(html, "<td>%s%s", known ? "" : "> ", nq_words_seconds(median).text);
  if (cell->solved < cell->count)
    nq_html(html, "<br><small>%zu of %zu</small>", cell->solved, cell->count);
  nq_html(html, "</td>");
}

/* Of many n those that are about equally far apart, with the first and the last. */
static void write_overview(struct report *report) {
  const nq_summary *summary = report->plots->summary;
  const nq_plan *plan = summary->plan;
  size_t groups = nq_plan_groups(plan);
  size_t columns = groups < OVERVIEW_MOST ? groups : OVERVIEW_MOST;
  size_t gaps = columns > 1 ? columns - 1 : 1;
  FILE *html = report->html;
  go_to(report, "overview columns", false);
  nq_html(html, "<th scope=\"col\">%s</th>", plan->n_count > 0 ? "n" : "");
  for (size_t j = 0; j < columns; j++)
    nq_html(html, "<th scope=\"col\">%s</th>",
            nq_words_group_short(plan, j * (groups - 1) / gaps).text);
  go_to(report, "overview", false);
  for (size_t i = 0; i < plan->variant_count; i++) {
    nq_html(html, "<tr><th scope=\"row\">%s</th>", plan->variant[i].label);
    for (size_t j = 0; j < columns; j++)
      write_median(nq_summary_cell(summary, i, j * (groups - 1) / gaps), plan->time_limit, html);
    nq_html(html, "</tr>\n");
  }
}

/* How runs ended, with a mark where answers were wrong. */
static void write_outcomes(const nq_summary *summary, FILE *html) {
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    nq_words line = nq_words_outcomes(summary, i);
    bool wrong = nq_summary_outcomes(summary, i, NQ_OUTCOME_WRONG) > 0;
    if (line.text[0] != '\0')
      nq_html(html, "<p class=\"%s\">%s</p>\n", wrong ? "wrong" : "note", line.text);
  }
}

/* The answer, and how far it can be trusted. */
static void write_answer(const nq_summary *summary, FILE *html) {
  const nq_plan *plan = summary->plan;
  nq_words failures = nq_words_failures(summary);
  if (summary->claims > 0)
    nq_html(html, "<p class=\"answer\">%s.</p>\n", nq_words_answer(summary).text);
  if (failures.text[0] != '\0') nq_html(html, "<p>%s.</p>\n", failures.text);
  nq_html(html, "<p class=\"note\">%zu run%s of each method %s, at most %s each",
          (size_t)plan->seeds, nq_plural(plan->seeds),
          plan->instance_count > 0 ? "for each question" : "at each n", nq_words_limits(plan).text);
  if (summary->conditions.threads > 0)
    fprintf(html, ", %u at a time on %u processor%s", summary->conditions.threads,
            summary->conditions.processors, nq_plural(summary->conditions.processors));
  if (summary->claims > 0) nq_html(html, "; %s", nq_words_power(summary).text);
  nq_html(html, ".</p>\n");
}

/* ---- Plots ---- */

/* The plot with its legend, or why there is none. */
static void write_figure(struct report *report, const nq_figure *figure) {
  FILE *html = report->html;
  nq_error why = {0};
  nq_bytes svg = {0};
  fputs("<figure>\n", html);
  nq_status status = nq_plots_draw(report->plots, figure, NQ_PLOT_PAGE, &svg, &why);
  if (status == NQ_OK) status = nq_plot_embed(&svg, ++report->drawn, figure->caption, html, &why);
  if (status == NQ_OK)
    nq_plot_write_key(report->plots, figure->kind, report->drawn, html);
  else if (status != NQ_END)
    nq_html(html, "<p class=\"missing\">No plot: %s.</p>\n", why.message);
  nq_bytes_release(&svg);
  nq_html(html, "<figcaption>%s</figcaption>\n</figure>\n", figure->caption);
  if (status == NQ_END) report->status = status;
}

/* Times of the instances, or over n, or on the only n. */
static bool is_first(const struct report *report, const nq_figure *figure) {
  const nq_plan *plan = report->plots->summary->plan;
  return figure->kind == (plan->instance_count > 0 ? NQ_PLOT_CACTUS
                          : plan->n_count > 1      ? NQ_PLOT_SCALING
                                                   : NQ_PLOT_BOXES);
}

/* The first plot, or all others. */
static void write_plots(struct report *report, bool first) {
  nq_figure figure;
  for (size_t i = 0; report->status == NQ_OK && nq_plots_figure(report->plots, i, &figure); i++)
    if (is_first(report, &figure) == first) write_figure(report, &figure);
}

/* ---- What holds ---- */

static void write_legend(const nq_plan *plan, FILE *html) {
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    nq_html(html, "<li>");
    nq_plot_write_line(i, 0, html);
    nq_html(html, " %zu %s", i + 1, variant->label);
    if (strcmp(variant->label, variant->text) != 0)
      nq_html(html, " = <code>%s</code>", variant->text);
    if (variant->version[0] != '\0') nq_html(html, " (%s)", variant->version);
    nq_html(html, "</li>\n");
  }
}

/* "4.4", "920", "16k": two digits suffice in a matrix. */
static void write_factor(double ratio, FILE *html) {
  static const char *const units[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  ratio = strtod(nq_say("%.1e", ratio).text, NULL);
  for (; ratio >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++) ratio /= 1000;
  fprintf(html, "%.3g%s", ratio, units[unit]);
}

/* By what factor the method of the row is faster or slower than that of the column. */
static void write_pair(const nq_summary *summary, size_t row, size_t column, size_t n, FILE *html) {
  const nq_claim *claim = nq_summary_claim(summary, row, column, n);
  if (claim == NULL || !nq_claim_holds(claim)) {
    fprintf(html, "<td>%s</td>", claim == NULL ? "" : "&ndash;");
    return;
  }
  bool won = claim->first == row;
  fprintf(html, "<td class=\"%s\">", won ? "won" : "lost");
  if (claim->ratio.value > 0) {
    fprintf(html, "<span class=\"sign\">%s</span>", won ? "&times;" : "&divide;");
    write_factor(claim->ratio.value, html);
  } else {
    fputs(won ? "+" : "&minus;", html);
  }
  fputs("</td>", html);
}

/* A narrow screen shows only the numbers of the legend, and no signs. */
static void write_matrix(const nq_summary *summary, size_t n, FILE *html) {
  const nq_plan *plan = summary->plan;
  nq_html(html, "<table><caption>%s</caption>\n<thead><tr><th></th>", nq_words_group(plan, n).text);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_html(html, "<th scope=\"col\">%zu</th>", i + 1);
  nq_html(html, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < plan->variant_count; i++) {
    nq_html(html, "<tr><th scope=\"row\">%zu <span class=\"name\">%s</span></th>", i + 1,
            plan->variant[i].label);
    for (size_t j = 0; j < plan->variant_count; j++) write_pair(summary, i, j, n, html);
    nq_html(html, "</tr>\n");
  }
  nq_html(html, "</tbody></table>\n");
}

static void write_claim(bool holds, nq_words claim, FILE *html) {
  nq_html(html, "<li class=\"%s\">%s</li>\n", holds ? "holds" : "open", claim.text);
}

static void write_findings(struct report *report) {
  const nq_summary *summary = report->plots->summary;
  FILE *html = report->html;
  bool compared = summary->claims > 0;
  if (compared) {
    size_t groups = nq_plan_groups(summary->plan);
    go_to(report, "legend", false);
    write_legend(summary->plan, html);
    go_to(report, "matrices", false);
    for (size_t n = 0; n < groups; n++) write_matrix(summary, n, html);
    go_to(report, "fastest", false);
    for (size_t n = 0; n < groups; n++)
      write_claim(nq_summary_fastest(summary, n) != NULL, nq_words_fastest(summary, n), html);
    go_to(report, "pairs", false);
    nq_html(html, "%zu pair%s", summary->claims, nq_plural(summary->claims));
    go_to(report, "tests", false);
    nq_html_write(NQ_WORDS_TESTS, html);
    go_to(report, "claims", false);
    for (size_t i = 0; i < summary->claims; i++)
      write_claim(nq_claim_holds(&summary->claim[i]), nq_words_claim(summary, &summary->claim[i]),
                  html);
  }
  go_to(report, "differences", !compared);
}

static void write_growth(struct report *report) {
  const nq_summary *summary = report->plots->summary;
  bool grows = summary->plan->n_count > 1;
  if (grows) go_to(report, "growth", false);
  for (size_t i = 0; grows && i < summary->plan->variant_count; i++)
    nq_html(report->html, "<li>%s</li>\n", nq_words_fit(summary, i).text);
  go_to(report, "sizes", !grows);
}

/* ---- Parameters ---- */

/* The first variant of the plan with the method of `variant`. */
static size_t first_like(const nq_plan *plan, size_t variant) {
  size_t i = 0;
  while (strcmp(plan->variant[i].solve.method, plan->variant[variant].solve.method) != 0) i++;
  return i;
}

/* The parameter on boards of size n, as people read it: "0.00389105" instead of
 * "0.0038910505836575876", and a default rate as the formula that it comes from. */
static void find_value(const nq_variant *variant, uint32_t n, size_t row, nq_parameter *parameter) {
  char *end;
  (void)nq_variant_parameter(variant, n, row, parameter);
  double number = strtod(parameter->value, &end);
  if (*end != '\0' || end == parameter->value) return;
  nq_words shorter = nq_say("%.6g", number);
  if (!parameter->given && number == 1 / (n + 1.0)) shorter = nq_say("1/(n + 1)");
  if (strlen(parameter->value) > strlen(shorter.text))
    snprintf(parameter->value, sizeof parameter->value, "%.20s", shorter.text);
}

/* How many questions give sizes for parameters: the plain boards, or else the first instance. */
static size_t sizes_of(const nq_plan *plan) {
  return plan->n_count > 0 ? plan->n_count : 1;
}

/* Once, or with the n that it holds for where it depends on n. */
static void write_value(const nq_plan *plan, const nq_variant *variant, size_t row, FILE *html) {
  nq_parameter parameter = {0}, next;
  const char *begin = "<td>";
  size_t sizes = sizes_of(plan);
  for (size_t n = 0, last; n < sizes; n = last) {
    find_value(variant, n_of(plan, n), row, &parameter);
    for (last = n + 1; last < sizes; last++) {
      find_value(variant, n_of(plan, last), row, &next);
      if (strcmp(next.value, parameter.value) != 0) break;
    }
    fputs(n == 0 && parameter.given ? "<td class=\"given\">" : begin, html);
    begin = "<br>";
    nq_html_write(parameter.value, html);
    if (n == 0 && last == sizes) continue;
    fprintf(html, " (n = %" PRIu32, n_of(plan, n));
    if (last > n + 1) fprintf(html, " to %" PRIu32, n_of(plan, last - 1));
    fputc(')', html);
  }
  fputs("</td>", html);
}

/* Does the parameter do something in one of the variants of the method? */
static bool is_used(const nq_plan *plan, size_t first, size_t row) {
  nq_parameter parameter;
  for (size_t i = first; i < plan->variant_count; i++)
    for (size_t n = 0; n < sizes_of(plan) && first_like(plan, i) == first; n++)
      if (nq_variant_parameter(&plan->variant[i], n_of(plan, n), row, &parameter) &&
          parameter.value[0] != '\0')
        return true;
  return false;
}

static void write_parameters(const nq_plan *plan, size_t first, FILE *html) {
  nq_parameter parameter;
  const nq_variant *variant = &plan->variant[first];
  nq_html(html, "<h3>%s</h3>\n<p>A step: %s.</p>\n", variant->solve.method,
          nq_variant_step(variant));
  if (!nq_variant_parameter(variant, n_of(plan, 0), 0, &parameter)) return;
  nq_html(html,
          "<div class=\"wide\"><table class=\"words\">\n<thead><tr><th scope=\"col\">Parameter"
          "</th>");
  for (size_t i = first; i < plan->variant_count; i++)
    if (first_like(plan, i) == first)
      nq_html(html, "<th scope=\"col\">%s</th>\n", plan->variant[i].label);
  nq_html(html, "</tr></thead>\n<tbody>\n");
  for (size_t row = 0; nq_variant_parameter(variant, n_of(plan, 0), row, &parameter); row++) {
    if (!is_used(plan, first, row)) continue;
    nq_html(html, "<tr><th scope=\"row\">%s</th>", parameter.name);
    for (size_t i = first; i < plan->variant_count; i++)
      if (first_like(plan, i) == first) write_value(plan, &plan->variant[i], row, html);
    nq_html(html, "</tr>\n");
  }
  nq_html(html, "</tbody></table></div>\n");
}

/* A method of ours with its parameters, at the first of its variants, or a solver of others. */
static void write_method(const nq_plan *plan, size_t i, FILE *html) {
  const nq_variant *variant = &plan->variant[i];
  if (nq_command_is(variant->text))
    nq_html(html, "<h3>%s</h3>\n<p><code>%s</code></p>\n", variant->label, variant->text);
  else if (first_like(plan, i) == i)
    write_parameters(plan, i, html);
}

/* ---- What was run ---- */

static void write_row(const char *name, nq_words value, FILE *html) {
  nq_html(html, "<dt>%s</dt><dd>%s</dd>\n", name, value.text);
}

static nq_words say_conditions(const nq_summary *summary) {
  const nq_conditions *conditions = &summary->conditions;
  if (conditions->found == summary->runs)
    return nq_say("not known: the runs were in the store before");
  nq_words words = nq_say("%u at a time%s, on %u processor%s", conditions->threads,
                          conditions->several ? " in each of several processes" : "",
                          conditions->processors, nq_plural(conditions->processors));
  if (conditions->found > 0)
    nq_say_more(&words, "; %" PRIu64 " run%s in the store before", conditions->found,
                conditions->found == 1 ? " was" : "s were");
  return words;
}

static void write_setup(const nq_summary *summary, FILE *html) {
  const nq_plan *plan = summary->plan;
  if (summary->command != NULL)
    nq_html(html, "<dt>Command</dt><dd><code>%s</code>\n</dd>\n", summary->command);
  write_row("Runs", nq_say("%" PRIu64 " of %" PRIu64, summary->runs, nq_plan_runs(plan)), html);
  if (summary->first_end[0] != '\0')
    write_row("Ended", nq_say("%s to %s", summary->first_end, summary->last_end), html);
  write_row("Seeds", nq_say("%s, the same for each method and question", nq_words_seeds(plan).text),
            html);
  write_row("Limit of a run", nq_words_limits(plan), html);
  if (summary->conditions.threads > 0) write_row("Threads", say_conditions(summary), html);
  write_row("Program",
            nq_say("nqueens %s%s", summary->version,
                   summary->versions_differ ? " and other versions" : ""),
            html);
  write_row("Machine",
            nq_say("%s%s", summary->machine, summary->machines_differ ? " and other machines" : ""),
            html);
}

/* ---- The page ---- */

/* The colours of gnuplot, as it writes them, become those of the page's scheme. */
static void write_colours(FILE *html) {
  for (size_t i = 0; i < NQ_PLOT_COLOURS; i++) {
    unsigned colour = (unsigned)strtoul(nq_plots_look(i).colour + 1, NULL, 16);
    fprintf(html, ":root { --m%zu: %s }\n@media screen and (prefers-color-scheme: dark) { :root ",
            i, nq_plots_look(i).colour);
    fprintf(html, "{ --m%zu: %s } }\n", i, nq_plots_look(i).dark);
    for (int j = 0; j < 2; j++)
      fprintf(html, "[data-m] [%s=\"rgb(%3u, %3u, %3u)\"] { %s: var(--m%zu) }\n",
              j == 0 ? "stroke" : "color", colour >> 16, colour >> 8 & 255, colour & 255,
              j == 0 ? "stroke" : "color", i);
  }
}

/* The parts in the order of the page; with plots, or once that there are none. */
nq_status nq_report_write(const nq_plots *plots, FILE *html) {
  const nq_summary *summary = plots->summary;
  struct report report = {.plots = plots, .html = html, .frame = nq_report_html};
  go_to(&report, "style", false);
  fputs(nq_report_css, html);
  write_colours(html);
  go_to(&report, "answer", false);
  write_answer(summary, html);
  go_to(&report, "first plot", false);
  if (!plots->missing) write_plots(&report, true);
  write_overview(&report);
  go_to(&report, "outcomes", false);
  write_outcomes(summary, html);
  go_to(&report, "missing plots", !plots->missing);
  go_to(&report, "hint", plots->missing);
  write_findings(&report);
  write_best(&report);
  write_growth(&report);
  if (!plots->missing) {
    go_to(&report, "plots", false);
    write_plots(&report, false);
  }
  go_to(&report, "figures", plots->missing);
  write_tables(&report);
  go_to(&report, "on steps", false);
  nq_html_write(NQ_WORDS_STEPS, html);
  go_to(&report, "methods", false);
  for (size_t i = 0; i < summary->plan->variant_count; i++) write_method(summary->plan, i, html);
  go_to(&report, "setup", false);
  write_setup(summary, html);
  go_to(&report, "script", false);
  fputs(nq_report_js, html);
  fputs(report.frame, html);
  return report.status;
}
