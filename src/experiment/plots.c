/* A plot has the same number of clauses for each variant, NQ_PLOT_CLAUSES, so that the page finds
 * the variant of each: lines, then bars or further lines, then marks.  A mark on a page has a text,
 * without quotes, that is shown when it is pointed at ("hypertext" of gnuplot). */
#include "experiment/graphics.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TINY         1e-9 /* seconds: shown for 0 on a logarithmic axis */
#define CURVE_POINTS 400  /* per distribution, at most */
#define CURVE_MARKS  12   /* per curve over generations, about */

#define NO_CLAUSE "NaN notitle" /* stands for one that a variant does not need */

/* ---- Common to all plots ---- */

/* One that is being written. */
struct plot {
  const nq_plots *plots;
  nq_plot_kind kind;
  const nq_summary *summary;
  const nq_plan *plan;
  nq_plot_form form;
  bool begun; /* it has a clause */
  FILE *script;
};

/* Is there room for the labels below their boxes? */
static bool labels_fit(const nq_plan *plan) {
  size_t columns = 0;
  for (size_t i = 0; i < plan->variant_count; i++)
    columns += nq_label_columns(plan->variant[i].label) + 2;
  return columns <= 42;
}

/* The longest label of those that the plot shows, and their number. */
static size_t measure_labels(const struct plot *plot, size_t *labels) {
  size_t longest = 0;
  *labels = 0;
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    if (!nq_plots_shows(plot->plots, plot->kind, i)) continue;
    size_t columns = nq_label_columns(plot->plan->variant[i].label);
    if (columns > longest) longest = columns;
    ++*labels;
  }
  return longest;
}

/* In files: 8 cm = 302 pixels of 1/96 inch wide.  Letters have 8 points: 4/3 pixels each in SVG, 4/3
 * of gnuplot's own in PDF.  `lines` of text are beside the plot: a legend, or upright labels. */
static void write_terminal(const struct plot *plot, size_t lines) {
  switch (plot->form) {
  case NQ_PLOT_PAGE:
    fprintf(plot->script,
            "set terminal svg size 560,%zu dynamic font 'sans-serif,16' linewidth 1.5",
            400 + 21 * lines);
    break;
  case NQ_PLOT_SVG:
    fprintf(plot->script,
            "set terminal svg size 302,%zu fixed font 'sans-serif,10.67' background '#ffffff'",
            197 + 14 * lines);
    break;
  case NQ_PLOT_PDF:
    fprintf(plot->script, "set terminal pdfcairo size 8cm,%.2fcm font 'Sans,8' fontscale 0.75",
            5.2 + 0.37 * (double)lines);
    break;
  }
  fputs(" noenhanced\nset encoding utf8\n", plot->script);
}

/* Two columns of labels where there is room.  gnuplot takes letters for wider than they are. */
static void write_style(const struct plot *plot) {
  size_t labels, longest = measure_labels(plot, &labels), columns = longest <= 16 ? 2 : 1;
  size_t rows = (labels + columns - 1) / columns;
  bool boxes = plot->kind == NQ_PLOT_BOXES, key = plot->form != NQ_PLOT_PAGE && !boxes;
  bool upright = boxes && !labels_fit(plot->plan);
  write_terminal(plot, key ? rows : upright ? longest * 2 / 5 : 0);
  fputs("set border 3\nset tics nomirror out scale 0.6\nset xtics offset 0,0.3\n"
        "set xlabel offset 0,0.6\nset grid lc rgb '#888888' lw 0.4 dt 3\nset errorbars 0.7\n",
        plot->script);
  if (key)
    fprintf(plot->script,
            "set tmargin %zu.3\nset key at screen 0.02,0.98 left top horizontal Left reverse "
            "samplen 2.5 width -%.2f maxcols %zu\n",
            rows + 1, (double)longest / 4, columns);
  else
    fputs("set key off\n", plot->script);
  if (upright) fprintf(plot->script, "set bmargin %zu\n", longest * 2 / 5 + 2);
}

static void begin_clause(struct plot *plot) {
  fputs(plot->begun ? ", \\\n  " : "plot ", plot->script);
  plot->begun = true;
}

static void write_curve_style(const struct plot *plot, size_t variant) {
  fprintf(plot->script, "lc rgb '%s' dt %zu lw 1.5", nq_plots_colour(variant),
          variant % NQ_PLOT_DASHES + 1);
}

/* Between double quotes; labels hold no line ends.  gnuplot takes the label of a tic for a format. */
static void write_label(const nq_plan *plan, size_t variant, bool tic, FILE *script) {
  fputc('"', script);
  for (const char *c = plan->variant[variant].label; *c != '\0'; c++) {
    if (strchr("\\\"`", *c) != NULL) fputc('\\', script);
    if (*c == '%' && tic) fputc('%', script);
    fputc(*c, script);
  }
  fputc('"', script);
}

/* The legend of a plot in a file; a page has its own. */
static void write_key(struct plot *plot) {
  for (size_t i = 0; i < plot->plan->variant_count && plot->form != NQ_PLOT_PAGE; i++) {
    if (!nq_plots_shows(plot->plots, plot->kind, i)) continue;
    begin_clause(plot);
    fprintf(plot->script, "keyentry with linespoints pt %d ps 0.7 ", nq_plots_mark(i));
    write_curve_style(plot, i);
    fputs(" title ", plot->script);
    write_label(plot->plan, i, false, plot->script);
  }
}

/* Marks at columns 1 and 2 of the variant's block `letter`; their texts are in column `text`. */
static void write_marks(struct plot *plot, char letter, size_t variant, int text) {
  begin_clause(plot);
  fprintf(plot->script, "$%c%zu using 1:2", letter, variant);
  if (plot->form == NQ_PLOT_PAGE) fprintf(plot->script, ":%d with labels hypertext point", text);
  if (plot->form != NQ_PLOT_PAGE) fputs(" with points", plot->script);
  fprintf(plot->script, " pt %d ps 0.7 lc rgb '%s' notitle", nq_plots_mark(variant),
          nq_plots_colour(variant));
}

static void write_no_clause(struct plot *plot) {
  begin_clause(plot);
  fputs(NO_CLAUSE, plot->script);
}

static double shown(double seconds) {
  return fmax(seconds, TINY);
}

/* ---- One n ---- */

/* The shortest and the longest time of any run on n. */
static nq_interval range_of(const nq_summary *summary, size_t n) {
  nq_interval range = {INFINITY, TINY};
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_cell *cell = nq_summary_cell(summary, i, n);
    const nq_observation *sorted = cell->measure[NQ_SECONDS].sorted;
    if (cell->count == 0) continue;
    range.low = fmin(range.low, shown(sorted[0].value));
    range.high = fmax(range.high, shown(sorted[cell->count - 1].value));
  }
  if (!isfinite(range.low)) range.low = range.high;
  return (nq_interval){range.low / 1.3, range.high * 1.3};
}

/* Time and percent, at the steps of 100 (1 - the Kaplan-Meier estimate).  A curve that reaches 100 %
 * ends there, so that it hides no other. */
static void write_distribution(const nq_cell *cell, nq_interval range, FILE *script) {
  const nq_observation *sorted = cell->measure[NQ_SECONDS].sorted;
  double unsolved = 1;
  size_t every = cell->count / CURVE_POINTS + 1;
  fprintf(script, "%.9g 0\n", range.low);
  for (size_t i = 0; i < cell->count; i++) {
    if (sorted[i].censored) continue;
    double at_risk = (double)(cell->count - i);
    unsolved *= (at_risk - 1) / at_risk;
    if (i % every == 0 || i + 1 == cell->count)
      fprintf(script, "%.9g %.9g\n", shown(sorted[i].value), 100 * (1 - unsolved));
  }
  if (unsolved > 0) fprintf(script, "%.9g %.9g\n", range.high, 100 * (1 - unsolved));
}

/* Time, percent and text of each quartile. */
static void write_quartiles(const nq_measure *seconds, FILE *script) {
  static const int percent[NQ_QUARTILES] = {25, 50, 75};
  for (size_t j = 0; j < NQ_QUARTILES; j++) {
    char value[NQ_WORD], low[NQ_WORD], high[NQ_WORD];
    if (!isfinite(seconds->quartile[j])) continue;
    nq_words_seconds(seconds->quartile[j], value);
    nq_words_seconds(seconds->interval[j].low, low);
    nq_words_seconds(seconds->interval[j].high, high);
    fprintf(script, "%.9g %d \"%d %% of runs within %s, 95 %% interval %s to %s\"\n",
            shown(seconds->quartile[j]), percent[j], percent[j], value, low, high);
  }
}

/* Place, median and text. */
static void write_box_mark(const nq_measure *seconds, size_t place, FILE *script) {
  char quartile[NQ_QUARTILES][NQ_WORD];
  if (!isfinite(seconds->quartile[NQ_MEDIAN])) return;
  for (size_t j = 0; j < NQ_QUARTILES; j++) nq_words_seconds(seconds->quartile[j], quartile[j]);
  fprintf(script, "%zu %.9g \"median %s, quartiles %s and %s\"\n", place,
          shown(seconds->quartile[NQ_MEDIAN]), quartile[NQ_MEDIAN], quartile[NQ_LOWER_QUARTILE],
          quartile[NQ_UPPER_QUARTILE]);
}

/* Write $q: the marks of each variant. */
static void write_mark_blocks(const struct plot *plot, size_t n, bool boxes) {
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    const nq_cell *cell = nq_summary_cell(plot->summary, i, n);
    const nq_measure *seconds = &cell->measure[NQ_SECONDS];
    fprintf(plot->script, "$q%zu << EOD\n", i);
    if (cell->count > 0 && boxes) write_box_mark(seconds, i + 1, plot->script);
    if (cell->count > 0 && !boxes) write_quartiles(seconds, plot->script);
    fputs("EOD\n", plot->script);
  }
}

static void write_distributions(struct plot *plot, size_t n) {
  const nq_plan *plan = plot->plan;
  FILE *script = plot->script;
  nq_interval range = range_of(plot->summary, n);
  fprintf(script,
          "set logscale x\nset format x '%%.0s%%cs'\nset xrange [%.9g:%.9g]\n"
          "set yrange [0:102]\nset xlabel 'time'\nset ylabel 'runs solved, %%'\n",
          range.low, range.high);
  for (size_t i = 0; i < plan->variant_count; i++) {
    fprintf(script, "$d%zu << EOD\n", i);
    write_distribution(nq_summary_cell(plot->summary, i, n), range, script);
    fputs("EOD\n", script);
  }
  write_mark_blocks(plot, n, false);
  write_key(plot);
  for (size_t i = 0; i < plan->variant_count; i++) {
    begin_clause(plot);
    fprintf(script, "$d%zu using 1:2 with steps notitle ", i);
    write_curve_style(plot, i);
    write_no_clause(plot);
    write_marks(plot, 'q', i, 3);
  }
}

static void write_box_places(const nq_plan *plan, FILE *script) {
  fprintf(script, "set xrange [0.4:%zu.6]\n", plan->variant_count);
  fprintf(script, "set xtics scale 0%s\nset xtics (", labels_fit(plan) ? "" : " rotate offset 0,0");
  for (size_t i = 0; i < plan->variant_count; i++) {
    if (i > 0) fputs(", ", script);
    write_label(plan, i, true, script);
    fprintf(script, " %zu", i + 1);
  }
  fputs(")\n", script);
}

static void write_boxes(struct plot *plot, size_t n) {
  const nq_plan *plan = plot->plan;
  FILE *script = plot->script;
  nq_interval range = range_of(plot->summary, n);
  fprintf(script,
          "set logscale y\nset format y '%%.0s%%cs'\nset yrange [%.9g:%.9g]\nset ylabel 'time'\n"
          "set boxwidth 0.5\nset style boxplot pointtype 6\nset pointsize 0.5\n",
          range.low, range.high);
  write_box_places(plan, script);
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_cell *cell = nq_summary_cell(plot->summary, i, n);
    fprintf(script, "$d%zu << EOD\n", i);
    for (size_t j = 0; j < cell->count; j++)
      fprintf(script, "%.9g\n", shown(cell->measure[NQ_SECONDS].sorted[j].value));
    fputs("EOD\n", script);
  }
  write_mark_blocks(plot, n, true);
  for (size_t i = 0; i < plan->variant_count; i++) {
    begin_clause(plot);
    if (nq_summary_cell(plot->summary, i, n)->count > 0)
      fprintf(script, "$d%zu using (%zu):1 with boxplot lc rgb '%s' lw 1.3 notitle", i, i + 1,
              nq_plots_colour(i));
    else
      fputs(NO_CLAUSE, script);
    write_no_clause(plot);
    write_marks(plot, 'q', i, 3);
  }
}

/* ---- Over n ---- */

static void write_sizes(const nq_plan *plan, FILE *script) {
  fprintf(script, "set logscale x\nset xlabel 'n'\nset xrange [%.9g:%.9g]\n", 0.8 * plan->n[0],
          1.25 * plan->n[plan->n_count - 1]);
  if (plan->n_count > 8) return;
  fputs("set xtics (", script);
  for (size_t n = 0; n < plan->n_count; n++) {
    char word[NQ_WORD];
    nq_words_count(plan->n[n], word);
    fprintf(script, "%s'%s' %" PRIu32, n > 0 ? ", " : "", word, plan->n[n]);
  }
  fputs(")\n", script);
}

/* About n: variants stand side by side within 0.6 of the least step of n. */
static double aside(const nq_plan *plan, size_t variant, size_t n) {
  double least = 1.5, place = (double)variant - (double)(plan->variant_count - 1) / 2;
  for (size_t i = 1; i < plan->n_count; i++)
    least = fmin(least, (double)plan->n[i] / plan->n[i - 1]);
  return plan->n[n] * pow(fmin(1.05, pow(least, 0.6 / (double)plan->variant_count)), place);
}

/* Where a quantile is shown: one beyond the limit at the time up to which the runs are known. */
static double place_of(const nq_cell *cell, double seconds) {
  double last = cell->measure[NQ_SECONDS].sorted[cell->count - 1].value;
  return shown(isfinite(seconds) ? seconds : last);
}

#define FAR_ABOVE 1e30 /* of any plot */

/* n, median, interval and text.  A bar that has no end is drawn off the plot; medians beyond the
 * limit stand side by side. */
static void write_median(const struct plot *plot, size_t variant, size_t n) {
  const nq_plan *plan = plot->plan;
  const nq_cell *cell = nq_summary_cell(plot->summary, variant, n);
  const nq_measure *seconds = &cell->measure[NQ_SECONDS];
  nq_interval interval = seconds->interval[NQ_MEDIAN];
  double median = seconds->quartile[NQ_MEDIAN], place = place_of(cell, median);
  char value[NQ_WORD], low[NQ_WORD], high[NQ_WORD];
  nq_words_seconds(place, value);
  nq_words_seconds(interval.low, low);
  nq_words_seconds(interval.high, high);
  fprintf(plot->script, "%.9g %.9g %.9g %.9g \"n = %" PRIu32 ": ",
          isfinite(median) ? plan->n[n] : aside(plan, variant, n), place,
          place_of(cell, interval.low), isfinite(interval.high) ? shown(interval.high) : FAR_ABOVE,
          plan->n[n]);
  if (isfinite(median))
    fprintf(plot->script, "median %s, 95 %% interval %s to %s\"\n", value, low, high);
  else
    fprintf(plot->script, "median over %s, %zu of %zu runs solved\"\n", value, cell->solved,
            cell->count);
}

/* Extends the range to the medians of the variant and the bounds that are known. */
static void write_medians(const struct plot *plot, size_t variant, nq_interval *range) {
  fprintf(plot->script, "$d%zu << EOD\n", variant);
  for (size_t n = 0; n < plot->plan->n_count; n++) {
    const nq_cell *cell = nq_summary_cell(plot->summary, variant, n);
    const nq_interval *interval = &cell->measure[NQ_SECONDS].interval[NQ_MEDIAN];
    if (cell->count == 0) continue;
    write_median(plot, variant, n);
    range->low = fmin(range->low, place_of(cell, interval->low));
    range->high = fmax(range->high, place_of(cell, interval->high));
  }
  fputs("EOD\n", plot->script);
}

static void write_bars(struct plot *plot, size_t variant) {
  begin_clause(plot);
  fprintf(plot->script, "$d%zu using 1:2:3:4 with yerrorbars pt -1 dt 1 lc rgb '%s' notitle",
          variant, nq_plots_colour(variant));
}

static void write_fit(struct plot *plot, size_t variant) {
  const nq_fit *fit = &plot->summary->fit[variant];
  bool first = !plot->begun; /* a range would then be that of the axis */
  begin_clause(plot);
  if (fit->points == 0) {
    fputs(NO_CLAUSE, plot->script);
    return;
  }
  fprintf(plot->script, "%s[%" PRIu32 ":%" PRIu32 "] exp(%.9g + %.9g * log(x)) with lines notitle ",
          first ? "sample " : "", plot->plan->n[fit->first], plot->plan->n[fit->last],
          fit->intercept, fit->exponent);
  write_curve_style(plot, variant);
}

static void write_scaling(struct plot *plot) {
  nq_interval range = {INFINITY, 0};
  write_sizes(plot->plan, plot->script);
  fputs("set logscale y\nset format y '%.0s%cs'\nset ylabel 'median time'\n", plot->script);
  for (size_t i = 0; i < plot->plan->variant_count; i++) write_medians(plot, i, &range);
  if (range.high > 0)
    fprintf(plot->script, "set yrange [%.9g:%.9g]\n", range.low / 1.6, range.high * 2.5);
  else
    fputs("set yrange [1e-6:1]\n", plot->script);
  write_key(plot);
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    write_fit(plot, i);
    write_bars(plot, i);
    write_marks(plot, 'd', i, 5);
  }
}

/* n, percent, interval and text.  Variants stand side by side, so that none hides another: all of
 * them solve all runs, as a rule. */
static void write_shares(const struct plot *plot, size_t variant) {
  const nq_plan *plan = plot->plan;
  fprintf(plot->script, "$d%zu << EOD\n", variant);
  for (size_t n = 0; n < plan->n_count; n++) {
    const nq_cell *cell = nq_summary_cell(plot->summary, variant, n);
    if (cell->count == 0) continue;
    nq_interval share = {100 * cell->solved_share.low, 100 * cell->solved_share.high};
    fprintf(plot->script,
            "%.9g %.9g %.9g %.9g \"n = %" PRIu32
            ": %zu of %zu runs solved, 95 %% interval %.0f to %.0f %%\"\n",
            aside(plan, variant, n), 100 * (double)cell->solved / (double)cell->count, share.low,
            share.high, plan->n[n], cell->solved, cell->count, share.low, share.high);
  }
  fputs("EOD\n", plot->script);
}

static void write_success(struct plot *plot) {
  write_sizes(plot->plan, plot->script);
  fputs("set yrange [-3:103]\nset ytics 0, 20, 100\nset ylabel 'runs solved, %'\n", plot->script);
  for (size_t i = 0; i < plot->plan->variant_count; i++) write_shares(plot, i);
  write_key(plot);
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    begin_clause(plot);
    fprintf(plot->script, "$d%zu using 1:2 with lines notitle ", i);
    write_curve_style(plot, i);
    write_bars(plot, i);
    write_marks(plot, 'd', i, 5);
  }
}

/* ---- Over generations ---- */

/* Both as they are, + 1, so that a solution is on the logarithmic axis; of some points, which are
 * about equally far apart there, texts. */
static void write_trace(const nq_trace *trace, size_t variant, FILE *script) {
  double next = 1, factor = pow((double)trace->seen, 1.0 / CURVE_MARKS);
  fprintf(script, "$d%zu << EOD\n", variant);
  for (size_t j = 0; j < trace->count; j++) {
    const nq_trace_point *point = &trace->point[j];
    fprintf(script, "%" PRIu64 " %.9g %.9g\n", point->generation + 1, point->best + 1,
            point->mean + 1);
  }
  fprintf(script, "EOD\n$q%zu << EOD\n", variant);
  for (size_t j = 0; j < trace->count; j++) {
    const nq_trace_point *point = &trace->point[j];
    double place = (double)point->generation + 1;
    if (place < next && j + 1 < trace->count) continue;
    while (next <= place) next *= factor > 1 ? factor : 2;
    fprintf(script, "%" PRIu64 " %.9g \"generation %" PRIu64 ": best %g, mean %.4g conflicts\"\n",
            point->generation + 1, point->best + 1, point->generation, point->best, point->mean);
  }
  fputs("EOD\n", script);
}

static void write_convergence(struct plot *plot, const nq_trace *traces) {
  size_t count = plot->plan->variant_count;
  fputs("set logscale xy\nset format x '%.0s%c'\nset xlabel 'generation + 1'\n"
        "set ylabel 'conflicts + 1'\nset yrange [0.9:*]\n",
        plot->script);
  for (size_t i = 0; i < count; i++) write_trace(&traces[i], i, plot->script);
  write_key(plot);
  for (size_t i = 0; i < count; i++) {
    if (traces[i].count == 0) {
      for (size_t j = 0; j < NQ_PLOT_CLAUSES; j++) write_no_clause(plot);
      continue;
    }
    begin_clause(plot);
    fprintf(plot->script, "$d%zu using 1:2 with lines notitle ", i);
    write_curve_style(plot, i);
    begin_clause(plot);
    fprintf(plot->script, "$d%zu using 1:3 with lines dt 3 lw 0.8 lc rgb '%s' notitle", i,
            nq_plots_colour(i));
    write_marks(plot, 'q', i, 3);
  }
}

/* ---- All of them ---- */

bool nq_plots_shows(const nq_plots *plots, nq_plot_kind kind, size_t variant) {
  return kind != NQ_PLOT_CONVERGENCE || (plots->traces != NULL && plots->traces[variant].count > 0);
}

void nq_plots_script(const nq_plots *plots, const nq_figure *figure, nq_plot_form form,
                     FILE *script) {
  struct plot plot = {.plots = plots,
                      .kind = figure->kind,
                      .summary = plots->summary,
                      .plan = plots->summary->plan,
                      .form = form,
                      .script = script};
  write_style(&plot);
  switch (figure->kind) {
  case NQ_PLOT_SCALING:
    write_scaling(&plot);
    break;
  case NQ_PLOT_SUCCESS:
    write_success(&plot);
    break;
  case NQ_PLOT_DISTRIBUTION:
    write_distributions(&plot, figure->n);
    break;
  case NQ_PLOT_BOXES:
    write_boxes(&plot, figure->n);
    break;
  case NQ_PLOT_CONVERGENCE:
    write_convergence(&plot, plots->traces);
    break;
  }
  fputc('\n', script);
}
