/* The report, an HTML page.  The Makefile turns its style report.css and its script report.js into
 * arrays; this file writes everything else.  In report.css, white is the colour of gnuplot's rings
 * around points. */
#include "core/number.h"
#include "experiment/graphics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  const nq_summary *summary;
  FILE *html;
  size_t figures; /* written */
  unsigned drawn;
};

static void write_legend(const nq_plan *plan, FILE *html) {
  nq_html(html, "<ul class=\"legend\">\n");
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_variant *variant = &plan->variant[i];
    nq_html(html, "<li>");
    nq_plot_write_line(i, 0, html);
    nq_html(html, " %zu %s", i + 1, variant->label);
    if (strcmp(variant->label, variant->text) != 0)
      nq_html(html, " = <code>%s</code>", variant->text);
    nq_html(html, "</li>\n");
  }
  nq_html(html, "</ul>\n");
}

/* ---- Tables ---- */

/* All have three columns after method and n. */
typedef void write_cells(const nq_cell *cell, nq_measure_kind kind, FILE *html);

static void write_table(const nq_summary *summary, const char *title, const char *const *columns,
                        write_cells *cells, nq_measure_kind kind, FILE *html) {
  const nq_plan *plan = summary->plan;
  nq_html(html,
          "<h3>%s</h3>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Method</th>"
          "<th scope=\"col\">n</th>",
          title);
  for (; *columns != NULL; columns++) nq_html(html, "<th scope=\"col\">%s</th>", *columns);
  nq_html(html, "</tr></thead>\n<tbody>\n");
  for (size_t n = 0; n < plan->n_count; n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      nq_html(html, i == 0 && n > 0 ? "<tr class=\"next\">" : "<tr>");
      nq_html(html, "<th scope=\"row\">%s</th><td>%" PRIu32 "</td>", plan->variant[i].label,
              plan->n[n]);
      if (cell->count > 0)
        cells(cell, kind, html);
      else
        nq_html(html, "<td colspan=\"3\">no run</td>");
      nq_html(html, "</tr>\n");
    }
  nq_html(html, "</tbody></table></div>\n");
}

static void write_solved(const nq_cell *cell, nq_measure_kind kind, FILE *html) {
  char par2[NQ_WORD];
  nq_words_measure(kind, cell->par2, par2);
  fprintf(html, "<td>%zu of %zu</td><td>%.1f to %.1f %%</td>", cell->solved, cell->count,
          100 * cell->solved_share.low, 100 * cell->solved_share.high);
  nq_html(html, "<td>%s</td>", par2);
}

static void write_quartiles(const nq_cell *cell, nq_measure_kind kind, FILE *html) {
  const nq_measure *measure = &cell->measure[kind];
  for (size_t i = 0; i < NQ_QUARTILES; i++) {
    char value[NQ_WORD], interval[NQ_WORDS];
    nq_words_measure(kind, measure->quartile[i], value);
    nq_words_interval(kind, measure->interval[i], interval);
    nq_html(html, "<td>%s %s</td>", value, interval);
  }
}

static void write_tables(const nq_summary *summary, FILE *html) {
  static const char *const solved[] = {"Solved", "95 % interval", "PAR-2", NULL};
  static const char *const quartiles[] = {"Lower quartile", "Median", "Upper quartile", NULL};
  nq_html(html, "<h2>Figures</h2>\n");
  write_table(summary, "Solved", solved, write_solved, NQ_SECONDS, html);
  write_table(summary, "Seconds", quartiles, write_quartiles, NQ_SECONDS, html);
  write_table(summary, "Steps", quartiles, write_quartiles, NQ_STEPS, html);
  nq_html(html,
          "<p class=\"note\">%s <code>%s</code>: %s PAR-2: mean seconds, where a "
          "stopped run counts %g s.</p>\n",
          NQ_WORDS_BRACKETS, NQ_BEYOND, NQ_WORDS_BEYOND, 2 * summary->plan->time_limit);
}

/* ---- Plots ---- */

/* The plot with its legend, or why there is none. */
static nq_status write_plot(struct report *report, const nq_figure *figure) {
  FILE *html = report->html;
  nq_error why = {0};
  nq_bytes svg = {0};
  nq_status status = nq_plots_draw(report->plots, figure, NQ_PLOT_PAGE, &svg, &why);
  if (status == NQ_OK) {
    status = nq_plot_embed(&svg, ++report->drawn, figure->caption, html, &why);
    if (status == NQ_OK) nq_plot_write_key(report->plots, figure->kind, report->drawn, html);
  }
  nq_bytes_release(&svg);
  if (status == NQ_OK || status == NQ_END) return status;
  nq_html(html, "<p class=\"missing\">No plot: %s.</p>\n", why.message);
  return NQ_OK;
}

/* The next `count` figures below a heading. */
static nq_status write_figures(struct report *report, const char *heading, size_t count) {
  nq_figure figure;
  nq_status status = NQ_OK;
  nq_html(report->html, "<h2>%s</h2>\n", heading);
  if (report->plots->missing) return NQ_OK;
  nq_html(report->html, "<div class=\"figures\">\n");
  for (; status == NQ_OK && count > 0; count--) {
    (void)nq_plots_figure(report->plots, report->figures++, &figure);
    nq_html(report->html, "<figure>\n");
    status = write_plot(report, &figure);
    nq_html(report->html, "<figcaption>%s</figcaption>\n</figure>\n", figure.caption);
  }
  nq_html(report->html, "</div>\n");
  return status;
}

static void write_fits(const nq_summary *summary, FILE *html) {
  char text[NQ_SENTENCE];
  nq_html(html, "<ul>\n");
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    nq_words_fit(summary, i, text);
    nq_html(html, "<li>%s</li>\n", text);
  }
  nq_html(html, "</ul>\n");
}

static nq_status write_plots(struct report *report) {
  const nq_plan *plan = report->summary->plan;
  nq_status status = NQ_OK;
  if (plan->n_count > 1) {
    status = write_figures(report, "Over n", 2);
    write_fits(report->summary, report->html);
  }
  for (size_t n = 0; n < plan->n_count && status == NQ_OK && !report->plots->missing; n++) {
    char heading[32];
    snprintf(heading, sizeof heading, "n = %" PRIu32, plan->n[n]);
    status = write_figures(report, heading, 2);
  }
  if (status == NQ_OK && report->plots->traces != NULL)
    status = write_figures(report, "Convergence", 1);
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
    unsigned colour = (unsigned)strtoul(nq_plots_colour(i) + 1, NULL, 16);
    fprintf(html, ":root { --m%zu: %s }\n@media screen and (prefers-color-scheme: dark) { :root ",
            i, nq_plots_colour(i));
    fprintf(html, "{ --m%zu: %s } }\n", i, nq_plots_dark_colour(i));
    for (int j = 0; j < 2; j++)
      fprintf(html, "[data-m] [%s=\"rgb(%3u, %3u, %3u)\"] { %s: var(--m%zu) }\n",
              j == 0 ? "stroke" : "color", colour >> 16, colour >> 8 & 255, colour & 255,
              j == 0 ? "stroke" : "color", i);
  }
}

nq_status nq_report_write(const nq_plots *plots, FILE *html) {
  const nq_summary *summary = plots->summary;
  struct report report = {.plots = plots, .summary = summary, .html = html};
  fputs(head, html);
  fputs(nq_report_css, html);
  write_colours(html);
  fputs("</style>\n</head>\n<body>\n<main>\n<h1>N-queens: methods compared</h1>\n", html);
  nq_report_write_setup(summary, html);
  write_legend(summary->plan, html);
  nq_report_write_findings(summary, html);
  write_hint(&report);
  nq_status status = write_plots(&report);
  write_tables(summary, html);
  nq_report_write_parameters(summary->plan, html);
  fputs("</main>\n<script>\n", html);
  fputs(nq_report_js, html);
  fputs("</script>\n</body>\n</html>\n", html);
  return status;
}
