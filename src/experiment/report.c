/* The report, an HTML page.  The Makefile turns report.css and report.js into arrays; this file
 * writes everything else.  In report.css, white is the colour of gnuplot's rings around points. */
#include "experiment/graphics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

extern const char nq_report_css[], nq_report_js[];

/* The digest of what stands between <script> and </script>, the only script that a browser runs. */
#define NQ_REPORT_SCRIPT_SHA256 "KlyixhH341zPBMm/TIqO8QR3Ky/MvGBM7JDpYgGrHog="

static const char head[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\""
    " content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
    " script-src 'sha256-" NQ_REPORT_SCRIPT_SHA256 "'\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n"
    "<title>N-queens: methods compared</title>\n"
    "<style>\n";

struct report {
  const nq_plots *plots;
  FILE *html;
  unsigned drawn;
};

/* ---- Tables ---- */

static void begin_table(const char *const *columns, FILE *html) {
  fputs("<div class=\"wide\"><table>\n<thead><tr>", html);
  for (; *columns != NULL; columns++) nq_html(html, "<th scope=\"col\">%s</th>", *columns);
  fputs("</tr></thead>\n<tbody>\n", html);
}

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
static void write_table(const nq_summary *summary, nq_measure_kind kind, FILE *html) {
  static const struct {
    const char *title, *columns[6];
  } tables[] = {
      [NQ_SECONDS] = {"Seconds", {"Method", "n", "Lower quartile", "Median", "Upper quartile"}},
      [NQ_STEPS] = {"Steps", {"Method", "n", "Lower quartile", "Median", "Upper quartile"}},
      [NQ_MEASURES] = {"Solved", {"Method", "n", "Solved", "95 % interval", "PAR-2"}}};
  const nq_plan *plan = summary->plan;
  nq_html(html, "<h3>%s</h3>\n", tables[kind].title);
  begin_table(tables[kind].columns, html);
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
  nq_html(html, "</tbody></table></div>\n");
}

static void write_tables(const nq_summary *summary, FILE *html) {
  nq_html(html, "<h2>Figures</h2>\n");
  write_table(summary, NQ_MEASURES, html);
  write_table(summary, NQ_SECONDS, html);
  write_table(summary, NQ_STEPS, html);
  nq_html(html,
          "<p class=\"note\">%s <code>%s</code>: %s PAR-2: mean seconds, where a "
          "stopped run counts %s s.</p>\n",
          NQ_WORDS_BRACKETS, NQ_BEYOND, NQ_WORDS_BEYOND,
          nq_say("%g", 2 * summary->plan->time_limit).text);
}

static void write_best(const nq_summary *summary, FILE *html) {
  const nq_plan *plan = summary->plan;
  static const char *const columns[] = {"Method", "Fastest", "Solved alone", "PAR-2 without it",
                                        NULL};
  if (plan->instance_count == 0 || plan->variant_count < 2) return;
  nq_html(html,
          "<h2>The virtual best solver</h2>\n<p>The fastest method on each instance together: "
          "%zu of %zu solved, PAR-2 %s. What each adds to it:</p>\n",
          summary->best.solved, summary->best.runs, nq_words_seconds(summary->best.par2).text);
  begin_table(columns, html);
  for (size_t i = 0; i < plan->variant_count; i++)
    nq_html(html, "<tr><th scope=\"row\">%s</th><td>%zu</td><td>%zu</td><td>%s</td></tr>\n",
            plan->variant[i].label, summary->adds[i].fastest, summary->adds[i].alone,
            nq_words_seconds(summary->adds[i].par2).text);
  nq_html(html, "</tbody></table></div>\n");
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
static void write_overview(const nq_summary *summary, FILE *html) {
  const nq_plan *plan = summary->plan;
  size_t groups = nq_plan_groups(plan);
  size_t columns = groups < OVERVIEW_MOST ? groups : OVERVIEW_MOST;
  size_t gaps = columns > 1 ? columns - 1 : 1;
  nq_html(html,
          "<div><div class=\"wide\"><table>\n<caption>Median time</caption>\n<thead><tr>"
          "<th scope=\"col\">%s</th>",
          plan->n_count > 0 ? "n" : "");
  for (size_t j = 0; j < columns; j++)
    nq_html(html, "<th scope=\"col\">%s</th>",
            nq_words_group_short(plan, j * (groups - 1) / gaps).text);
  nq_html(html, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < plan->variant_count; i++) {
    nq_html(html, "<tr><th scope=\"row\">%s</th>", plan->variant[i].label);
    for (size_t j = 0; j < columns; j++)
      write_median(nq_summary_cell(summary, i, j * (groups - 1) / gaps), plan->time_limit, html);
    nq_html(html, "</tr>\n");
  }
  nq_html(html, "</tbody></table></div>\n<p class=\"note\">Every run was solved unless two "
                "numbers say how many were. A run that reached a limit counts as longer than "
                "that.</p></div>\n");
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
static nq_status write_figure(struct report *report, const nq_figure *figure) {
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
  return status == NQ_END ? status : NQ_OK;
}

/* Times of the instances, or over n, or on the only n. */
static bool is_first(const struct report *report, const nq_figure *figure) {
  const nq_plan *plan = report->plots->summary->plan;
  return figure->kind == (plan->instance_count > 0 ? NQ_PLOT_CACTUS
                          : plan->n_count > 1      ? NQ_PLOT_SCALING
                                                   : NQ_PLOT_BOXES);
}

static nq_status write_first_screen(struct report *report) {
  nq_figure figure;
  nq_status status = NQ_OK;
  write_answer(report->plots->summary, report->html);
  nq_html(report->html, "<div class=\"first\">\n");
  for (size_t i = 0; !report->plots->missing && nq_plots_figure(report->plots, i, &figure); i++)
    if (is_first(report, &figure)) {
      status = write_figure(report, &figure);
      break;
    }
  write_overview(report->plots->summary, report->html);
  nq_html(report->html, "</div>\n");
  write_outcomes(report->plots->summary, report->html);
  return status;
}

static void write_fits(const nq_summary *summary, FILE *html) {
  if (summary->plan->n_count < 2) return;
  nq_html(html, "<h2>Growth</h2>\n<ul>\n");
  for (size_t i = 0; i < summary->plan->variant_count; i++)
    nq_html(html, "<li>%s</li>\n", nq_words_fit(summary, i).text);
  nq_html(html, "</ul>\n");
}

static nq_status write_plots(struct report *report) {
  nq_figure figure;
  nq_status status = NQ_OK;
  if (report->plots->missing) return NQ_OK;
  nq_html(report->html, "<h2>Plots</h2>\n<div class=\"figures\">\n");
  for (size_t i = 0; status == NQ_OK && nq_plots_figure(report->plots, i, &figure); i++)
    if (!is_first(report, &figure)) status = write_figure(report, &figure);
  nq_html(report->html, "</div>\n");
  return status;
}

/* Once, before the figures or instead of them. */
static void write_hint(const struct report *report) {
  fputs(
      report->plots->missing
          ? "<p class=\"missing\">No plots: gnuplot is not installed (Debian package "
            "<code>" NQ_PLOT_PACKAGE "</code>).</p>\n"
          : "<p class=\"note hint\">Point at a mark for its value. Click on a method to hide it in "
            "all plots, or to show it again.</p>\n",
      report->html);
}

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

nq_status nq_report_write(const nq_plots *plots, FILE *html) {
  const nq_summary *summary = plots->summary;
  struct report report = {.plots = plots, .html = html};
  fputs(head, html);
  fputs(nq_report_css, html);
  write_colours(html);
  fputs("</style>\n</head>\n<body>\n<main>\n<h1>N-queens: methods compared</h1>\n", html);
  nq_status status = write_first_screen(&report);
  write_hint(&report);
  nq_report_write_findings(summary, html);
  write_best(summary, html);
  write_fits(summary, html);
  if (status == NQ_OK) status = write_plots(&report);
  write_tables(summary, html);
  nq_report_write_parameters(summary->plan, html);
  nq_report_write_setup(summary, html);
  fputs("</main>\n<script>\n", html);
  fputs(nq_report_js, html);
  fputs("</script>\n</body>\n</html>\n", html);
  return status;
}
