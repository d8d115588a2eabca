/* The report, an HTML page.  The Makefile turns its style report.css and its script report.js into
 * arrays; this file writes everything else.  In report.css, white is the colour of gnuplot's rings around points. */
#include "core/number.h"
#include "experiment/graphics.h"

#include <inttypes.h>
#include <stdbool.h>
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

/* ---- The legend ---- */

static void write_legend(const nq_plan *plan, FILE *html) {
  fputs("<ul class=\"legend\">\n", html);
  for (size_t i = 0; i < plan->variant_count; i++) {
    fputs("<li>", html);
    nq_plot_write_line(i, 0, html);
    fprintf(html, " %zu ", i + 1);
    nq_html_write(plan->variant[i].label, html);
    if (strcmp(plan->variant[i].label, plan->variant[i].text) != 0) {
      fputs(" = <code>", html);
      nq_html_write(plan->variant[i].text, html);
      fputs("</code>", html);
    }
    fputs("</li>\n", html);
  }
  fputs("</ul>\n", html);
}

/* ---- Tables ---- */

static void begin_table(const char *title, const char *const *columns, FILE *html) {
  nq_html_element("h3", title, html);
  fputs("<div class=\"wide\"><table>\n<thead><tr>", html);
  for (; *columns != NULL; columns++) fprintf(html, "<th scope=\"col\">%s</th>", *columns);
  fputs("</tr></thead>\n<tbody>\n", html);
}

/* Both tables have three columns after method and n.  False when the cell has no run; the row is
 * then complete. */
static bool begin_row(const nq_summary *summary, size_t variant, size_t n, FILE *html) {
  const nq_plan *plan = summary->plan;
  fprintf(html, "<tr%s><th scope=\"row\">", variant == 0 && n > 0 ? " class=\"next\"" : "");
  nq_html_write(plan->variant[variant].label, html);
  fprintf(html, "</th><td>%" PRIu32 "</td>", plan->n[n]);
  if (nq_summary_cell(summary, variant, n)->count > 0) return true;
  fputs("<td colspan=\"3\">no run</td></tr>\n", html);
  return false;
}

static void write_solved(const nq_summary *summary, FILE *html) {
  static const char *const columns[] = {"Method", "n", "Solved", "95 % interval", "PAR-2", NULL};
  const nq_plan *plan = summary->plan;
  begin_table("Solved", columns, html);
  for (size_t n = 0; n < plan->n_count; n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      char par2[NQ_WORD];
      if (!begin_row(summary, i, n, html)) continue;
      nq_words_seconds(cell->par2, par2);
      fprintf(html, "<td>%zu of %zu</td><td>%.1f to %.1f %%</td><td>", cell->solved, cell->count,
              100 * cell->solved_share.low, 100 * cell->solved_share.high);
      nq_html_write(par2, html);
      fputs("</td></tr>\n", html);
    }
  fputs("</tbody></table></div>\n", html);
}

static void write_measure(const nq_summary *summary, nq_measure_kind kind, const char *title,
                          FILE *html) {
  static const char *const columns[] = {"Method",         "n", "Lower quartile", "Median",
                                        "Upper quartile", NULL};
  const nq_plan *plan = summary->plan;
  begin_table(title, columns, html);
  for (size_t n = 0; n < plan->n_count; n++)
    for (size_t i = 0; i < plan->variant_count; i++) {
      const nq_measure *measure = &nq_summary_cell(summary, i, n)->measure[kind];
      if (!begin_row(summary, i, n, html)) continue;
      for (size_t j = 0; j < NQ_QUARTILES; j++) {
        char value[NQ_WORD], low[NQ_WORD], high[NQ_WORD], text[4 * NQ_WORD];
        nq_words_measure(kind, measure->quartile[j], value);
        nq_words_measure(kind, measure->interval[j].low, low);
        nq_words_measure(kind, measure->interval[j].high, high);
        snprintf(text, sizeof text, "%s [%s, %s]", value, low, high);
        fputs("<td>", html);
        nq_html_write(text, html);
        fputs("</td>", html);
      }
      fputs("</tr>\n", html);
    }
  fputs("</tbody></table></div>\n", html);
}

static void write_tables(const nq_summary *summary, FILE *html) {
  char text[200];
  nq_html_element("h2", "Figures", html);
  write_solved(summary, html);
  write_measure(summary, NQ_SECONDS, "Seconds", html);
  write_measure(summary, NQ_STEPS, "Steps", html);
  snprintf(text, sizeof text, "%g s", 2 * summary->plan->time_limit);
  fputs("<p class=\"note\">Brackets: 95 % intervals (Wilson for the share solved, otherwise "
        "bootstrap). <code>&gt;lim</code>: beyond the limit at which runs were stopped; stopped "
        "runs are treated as censored (Kaplan-Meier), never omitted. PAR-2: mean seconds, where a "
        "stopped run counts ",
        html);
  nq_html_write(text, html);
  fputs(".</p>\n", html);
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
  fputs("<p class=\"missing\">No plot: ", html);
  nq_html_write(why.message, html);
  fputs(".</p>\n", html);
  return NQ_OK;
}

/* The next `count` figures below a heading. */
static nq_status write_figures(struct report *report, const char *heading, size_t count) {
  nq_figure figure;
  nq_status status = NQ_OK;
  nq_html_element("h2", heading, report->html);
  if (report->plots->missing) return NQ_OK;
  fputs("<div class=\"figures\">\n", report->html);
  for (; status == NQ_OK && count > 0; count--) {
    (void)nq_plots_figure(report->plots, report->figures++, &figure);
    fputs("<figure>\n", report->html);
    status = write_plot(report, &figure);
    nq_html_element("figcaption", figure.caption, report->html);
    fputs("</figure>\n", report->html);
  }
  fputs("</div>\n", report->html);
  return status;
}

static void write_fits(const nq_summary *summary, FILE *html) {
  char text[NQ_SENTENCE];
  fputs("<ul>\n", html);
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    nq_words_fit(summary, i, text);
    nq_html_element("li", text, html);
  }
  fputs("</ul>\n", html);
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
  fputs("</style>\n</head>\n<body>\n<main>\n", html);
  nq_html_element("h1", "N-queens: methods compared", html);
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
