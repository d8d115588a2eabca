/* A plot has the same number of clauses for each variant, NQ_PLOT_CLAUSES, so that the page finds
 * the variant of each: lines, then bars or further lines, then marks.  A mark on a page has a text,
 * without quotes, that is shown when it is pointed at ("hypertext" of gnuplot). */
#include "experiment/graphics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CURVE_POINTS 400 /* per distribution, at most */
#define CURVE_MARKS  12  /* per curve over generations, about */

#define TINY      1e-9          /* seconds: shown for 0 on a logarithmic axis */
#define FAR_ABOVE 1e30          /* of any plot */
#define NO_CLAUSE "NaN notitle" /* stands for one that a variant does not need */

static double shown(double seconds) {
  return fmax(seconds, TINY);
}

/* ---- Common to all plots ---- */

/* The labels that the plot shows: their number, and the columns of the longest and of all. */
struct labels {
  size_t count, longest, columns;
};

static struct labels measure_labels(const struct plot *plot) {
  struct labels labels = {0};
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    if (!nq_plots_shows(plot->plots, plot->figure->kind, i)) continue;
    size_t columns = nq_label_columns(plot->plan->variant[i].label);
    if (columns > labels.longest) labels.longest = columns;
    labels.columns += columns;
    labels.count++;
  }
  return labels;
}

/* Is there room for them below their boxes? */
static bool labels_fit(struct labels labels) {
  return labels.columns + 2 * labels.count <= 42;
}

/* Two columns of labels where there is room, and two more on a slide.  gnuplot takes letters for
 * wider than they are. */
static void write_style(const struct plot *plot) {
  struct labels labels = measure_labels(plot);
  bool wide = plot->form >= NQ_PLOT_WIDE_SVG;
  size_t columns = (labels.longest <= 16 ? 2 : 1) + (wide ? 2U : 0),
         rows = (labels.count + columns - 1) / columns;
  size_t height = labels.longest * (wide ? 5 : 4) / 10; /* upright */
  bool boxes = plot->figure->kind == NQ_PLOT_BOXES, key = plot->form != NQ_PLOT_PAGE && !boxes;
  bool upright = boxes && !labels_fit(labels);
  nq_plots_write_terminal(plot->form, key ? rows : upright ? height : 0, plot->script);
  fputs("set border 3\nset tics nomirror out scale 0.6\nset xtics offset 0,0.3\n"
        "set xlabel offset 0,0.6\nset grid lc rgb '#888888' lw 0.4 dt 3\nset errorbars 0.7\n",
        plot->script);
  if (key)
    fprintf(plot->script,
            "set tmargin %zu.3\nset key at screen 0.02,0.98 left top horizontal Left reverse "
            "samplen 2.5 width -%.2f maxcols %zu\n",
            rows + 1, (double)labels.longest / (wide ? 7 : 4), columns);
  else
    fputs("set key off\n", plot->script);
  if (upright) fprintf(plot->script, "set bmargin %zu\n", height + 2);
}

static void begin_clause(struct plot *plot) {
  fputs(plot->clauses++ > 0 ? ", \\\n  " : "plot ", plot->script);
}

static void write_curve_style(const struct plot *plot, size_t variant) {
  fprintf(plot->script, "lc rgb '%s' dt %zu lw 1.5", nq_plots_look(variant).colour,
          variant % NQ_PLOT_DASHES + 1);
}

/* Between double quotes; labels hold no line ends.  gnuplot takes a tic's label for a format. */
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
  if (plot->form == NQ_PLOT_PAGE || plot->figure->kind == NQ_PLOT_BOXES) return;
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    if (!nq_plots_shows(plot->plots, plot->figure->kind, i)) continue;
    begin_clause(plot);
    fprintf(plot->script, "keyentry with linespoints pt %d ps 0.7 ", nq_plots_look(i).mark);
    write_curve_style(plot, i);
    fputs(" title ", plot->script);
    write_label(plot->plan, i, false, plot->script);
  }
}

/* ---- Pieces of several plots ---- */

static const double *quartiles_of(const nq_cell *cell) {
  return cell->measure[NQ_SECONDS].quartile;
}

/* The end of a mark's text. */
static void write_bounds(FILE *script, nq_interval bounds) {
  fprintf(script, ", 95 %% interval %s to %s\"\n", nq_words_seconds(bounds.low).text,
          nq_words_seconds(bounds.high).text);
}

/* The shortest and the longest time of any run on the plot's n. */
static nq_interval range_of(const struct plot *plot) {
  nq_interval range = {INFINITY, TINY};
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    const nq_cell *cell = nq_plot_cell(plot, i, plot->figure->n);
    const nq_observation *sorted = cell->measure[NQ_SECONDS].sorted;
    if (cell->count == 0) continue;
    range.low = fmin(range.low, shown(sorted[0].value));
    range.high = fmax(range.high, shown(sorted[cell->count - 1].value));
  }
  if (!isfinite(range.low)) range.low = range.high;
  return (nq_interval){range.low / 1.3, range.high * 1.3};
}

static void write_sizes(const struct plot *plot) {
  const nq_plan *plan = plot->plan;
  fprintf(plot->script, "set logscale x\nset xlabel 'n'\nset xrange [%.9g:%.9g]\n",
          0.8 * n_of(plan, 0), 1.25 * n_of(plan, plan->n_count - 1));
  if (plan->n_count > 8) return;
  fputs("set xtics (", plot->script);
  for (size_t n = 0; n < plan->n_count; n++)
    fprintf(plot->script, "%s'%s' %" PRIu32, n > 0 ? ", " : "", nq_words_count(n_of(plan, n)).text,
            n_of(plan, n));
  fputs(")\n", plot->script);
}

/* About n: `count` variants stand side by side within 0.6 of the least step of n. */
static double aside(const nq_plan *plan, size_t i, size_t count, size_t n) {
  double least = 1.5, place = (double)i - (double)(count - 1) / 2;
  for (size_t j = 1; j < plan->n_count; j++) /* fmin crashes gcc 12 for arm64 here */
    if (least * n_of(plan, j - 1) > n_of(plan, j))
      least = (double)n_of(plan, j) / n_of(plan, j - 1);
  return n_of(plan, n) * pow(fmin(1.08, pow(least, 0.6 / (double)count)), place);
}

/* ---- Median times over n ---- */

/* Where a quantile is shown: one beyond the limit at the time up to which the runs are known. */
static double place_of(const nq_cell *cell, double seconds) {
  double last = cell->measure[NQ_SECONDS].sorted[cell->count - 1].value;
  return shown(isfinite(seconds) ? seconds : last);
}

static bool is_beyond(const nq_cell *cell) {
  return cell->count > 0 && !isfinite(quartiles_of(cell)[NQ_MEDIAN]);
}

/* With a line where the limit stopped runs, if it hides a median. */
static void write_scaling_axes(const struct plot *plot) {
  const nq_plan *plan = plot->plan;
  nq_interval range = {INFINITY, 0};
  bool hidden = false;
  for (size_t i = 0; i < plan->variant_count * plan->n_count; i++) {
    const nq_cell *cell = nq_plot_cell(plot, i / plan->n_count, i % plan->n_count);
    const nq_interval *bounds = &cell->measure[NQ_SECONDS].interval[NQ_MEDIAN];
    if (cell->count == 0) continue;
    range.low = fmin(range.low, place_of(cell, bounds->low));
    range.high = fmax(range.high, place_of(cell, bounds->high));
    hidden = hidden || is_beyond(cell);
  }
  if (range.high == 0) range = (nq_interval){1e-6, 1};
  write_sizes(plot);
  fprintf(plot->script,
          "set logscale y\nset format y '%%.0s%%cs'\nset ylabel 'median time'\n"
          "set yrange [%.9g:%.9g]\n",
          range.low / 1.6, range.high * 2.5);
  if (hidden)
    fprintf(plot->script,
            "set arrow from graph 0, first %.9g to graph 1, first %.9g nohead dt 2 lw 0.8\n"
            "set label 'limit' at graph 0.01, first %.9g offset 0,0.5\n",
            plan->time_limit, plan->time_limit, plan->time_limit);
}

static double place_beyond(const struct plot *plot, size_t variant, size_t n) {
  size_t before = 0, all = 0;
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    bool beyond = is_beyond(nq_plot_cell(plot, i, n));
    before += beyond && i < variant;
    all += beyond;
  }
  return aside(plot->plan, before, all, n);
}

/* n, median, interval and text.  A bar that has no end is drawn off the plot; medians beyond the
 * limit stand side by side. */
static void write_medians(const struct plot *plot, size_t variant) {
  const nq_plan *plan = plot->plan;
  for (size_t n = 0; n < plan->n_count; n++) {
    const nq_cell *cell = nq_plot_cell(plot, variant, n);
    nq_interval bounds = cell->measure[NQ_SECONDS].interval[NQ_MEDIAN];
    double median = quartiles_of(cell)[NQ_MEDIAN];
    if (cell->count == 0) continue;
    fprintf(plot->script, "%.9g %.9g %.9g %.9g \"n = %" PRIu32 ": median %s%s",
            isfinite(median) ? n_of(plan, n) : place_beyond(plot, variant, n),
            place_of(cell, median), place_of(cell, bounds.low),
            isfinite(bounds.high) ? shown(bounds.high) : FAR_ABOVE, n_of(plan, n),
            isfinite(median) ? "" : "over ", nq_words_seconds(place_of(cell, median)).text);
    if (isfinite(median))
      write_bounds(plot->script, bounds);
    else
      fprintf(plot->script, ", %zu of %zu runs solved\"\n", cell->solved, cell->count);
  }
}

static void write_fit(const struct plot *plot, size_t variant) {
  const nq_fit *fit = &plot->plots->summary->fit[variant];
  if (fit->points == 0) {
    fputs(NO_CLAUSE, plot->script);
    return;
  }
  /* The range of the first clause would be that of the axis. */
  fprintf(plot->script, "%s[%" PRIu32 ":%" PRIu32 "] exp(%.9g + %.9g * log(x)) with lines notitle ",
          plot->clauses == 1 ? "sample " : "", n_of(plot->plan, fit->first),
          n_of(plot->plan, fit->last), fit->intercept, fit->exponent);
  write_curve_style(plot, variant);
}

/* ---- Shares of runs solved over n ---- */

static void write_success_axes(const struct plot *plot) {
  write_sizes(plot);
  fputs("set yrange [-3:103]\nset ytics 0, 20, 100\nset ylabel 'runs solved, %'\n", plot->script);
}

/* n, percent, interval and text.  Variants stand side by side, so that none hides another: all of
 * them solve all runs, as a rule. */
static void write_shares(const struct plot *plot, size_t variant) {
  const nq_plan *plan = plot->plan;
  for (size_t n = 0; n < plan->n_count; n++) {
    const nq_cell *cell = nq_plot_cell(plot, variant, n);
    double low = 100 * cell->solved_share.low, high = 100 * cell->solved_share.high;
    if (cell->count == 0) continue;
    fprintf(plot->script,
            "%.9g %.9g %.9g %.9g \"n = %" PRIu32
            ": %zu of %zu runs solved, 95 %% interval %.0f to %.0f %%\"\n",
            aside(plan, variant, plan->variant_count, n),
            100 * (double)cell->solved / (double)cell->count, low, high, n_of(plan, n),
            cell->solved, cell->count, low, high);
  }
}

/* ---- Shares of runs solved over time ---- */

static void write_times_axes(const struct plot *plot) {
  nq_interval range = range_of(plot);
  fprintf(plot->script,
          "set logscale x\nset format x '%%.0s%%cs'\nset xrange [%.9g:%.9g]\n"
          "set yrange [0:102]\nset xlabel 'time'\nset ylabel 'runs solved, %%'\n",
          range.low, range.high);
}

/* Time and percent, at the steps of 100 (1 - the Kaplan-Meier estimate).  A curve that reaches 100
 * % ends there, so that it hides no other. */
static void write_times(const struct plot *plot, size_t variant) {
  const nq_cell *cell = nq_plot_cell(plot, variant, plot->figure->n);
  const nq_observation *sorted = cell->measure[NQ_SECONDS].sorted;
  nq_interval range = range_of(plot);
  double unsolved = 1;
  size_t every = cell->count / CURVE_POINTS + 1;
  fprintf(plot->script, "%.9g 0\n", range.low);
  for (size_t i = 0; i < cell->count; i++) {
    if (sorted[i].censored) continue;
    double at_risk = (double)(cell->count - i);
    unsolved *= (at_risk - 1) / at_risk;
    if (i % every == 0 || i + 1 == cell->count)
      fprintf(plot->script, "%.9g %.9g\n", shown(sorted[i].value), 100 * (1 - unsolved));
  }
  if (unsolved > 0) fprintf(plot->script, "%.9g %.9g\n", range.high, 100 * (1 - unsolved));
}

/* Time, percent and text of each quartile. */
static void write_quartiles(const struct plot *plot, size_t variant) {
  const nq_cell *cell = nq_plot_cell(plot, variant, plot->figure->n);
  for (int j = 0; j < NQ_QUARTILES && cell->count > 0; j++) {
    double quartile = quartiles_of(cell)[j];
    int percent = 25 * (j + 1);
    if (!isfinite(quartile)) continue;
    fprintf(plot->script, "%.9g %d \"%d %% of runs within %s", shown(quartile), percent, percent,
            nq_words_seconds(quartile).text);
    write_bounds(plot->script, cell->measure[NQ_SECONDS].interval[j]);
  }
}

/* ---- Boxes ---- */

/* Upright labels of many boxes get smaller letters, so that they do not overlap. */
static void write_box_labels(const struct plot *plot) {
  const nq_plan *plan = plot->plan;
  bool upright = !labels_fit(measure_labels(plot)), page = plot->form == NQ_PLOT_PAGE;
  double letters = page ? 16 : plot->form == NQ_PLOT_SVG ? 10.67 : 8;
  double room = (page ? 26.0 : 18.0) / (double)plan->variant_count; /* found by looking */
  fprintf(plot->script, "set xrange [0.4:%zu.6]\nset xtics scale 0%s", plan->variant_count,
          upright ? " rotate offset 0,0" : "");
  if (upright && room < 1) fprintf(plot->script, " font ',%.3g'", room * letters);
  fputs("\nset xtics (", plot->script);
  for (size_t i = 0; i < plan->variant_count; i++) {
    if (i > 0) fputs(", ", plot->script);
    write_label(plan, i, true, plot->script);
    fprintf(plot->script, " %zu", i + 1);
  }
  fputs(")\n", plot->script);
}

static void write_box_axes(const struct plot *plot) {
  nq_interval range = range_of(plot);
  fprintf(plot->script,
          "set logscale y\nset format y '%%.0s%%cs'\nset yrange [%.9g:%.9g]\nset ylabel 'time'\n"
          "set boxwidth 0.5\nset style boxplot pointtype 6\nset pointsize 0.5\n",
          range.low, range.high);
  write_box_labels(plot);
}

static void write_seconds(const struct plot *plot, size_t variant) {
  const nq_cell *cell = nq_plot_cell(plot, variant, plot->figure->n);
  for (size_t i = 0; i < cell->count; i++)
    fprintf(plot->script, "%.9g\n", shown(cell->measure[NQ_SECONDS].sorted[i].value));
}

/* Place, median and text. */
static void write_box_mark(const struct plot *plot, size_t variant) {
  const nq_cell *cell = nq_plot_cell(plot, variant, plot->figure->n);
  const double *quartile = quartiles_of(cell);
  if (cell->count == 0 || !isfinite(quartile[NQ_MEDIAN])) return;
  fprintf(plot->script, "%zu %.9g \"median %s, quartiles %s and %s\"\n", variant + 1,
          shown(quartile[NQ_MEDIAN]), nq_words_seconds(quartile[NQ_MEDIAN]).text,
          nq_words_seconds(quartile[NQ_LOWER_QUARTILE]).text,
          nq_words_seconds(quartile[NQ_UPPER_QUARTILE]).text);
}

static void write_box(const struct plot *plot, size_t variant) {
  if (nq_plot_cell(plot, variant, plot->figure->n)->count > 0)
    fprintf(plot->script, "$d%zu using (%zu):1 with boxplot lc rgb '%s' lw 1.3 notitle", variant,
            variant + 1, nq_plots_look(variant).colour);
  else
    fputs(NO_CLAUSE, plot->script);
}

/* ---- Conflicts over generations ---- */

static void write_convergence_axes(const struct plot *plot) {
  fputs("set logscale xy\nset format x '%.0s%c'\nset xlabel 'generation + 1'\n"
        "set ylabel 'conflicts + 1'\nset yrange [0.9:*]\n",
        plot->script);
}

/* Both as they are, + 1, so that a solution is on the logarithmic axis. */
static void write_trace(const struct plot *plot, size_t variant) {
  const nq_trace *trace = &plot->plots->traces[variant];
  for (size_t j = 0; j < trace->count; j++) {
    const nq_trace_point *point = &trace->point[j];
    fprintf(plot->script, "%" PRIu64 " %.9g %.9g\n", point->generation + 1, point->best + 1,
            point->mean + 1);
  }
}

/* Texts of some points, which are about equally far apart on the axis. */
static void write_trace_marks(const struct plot *plot, size_t variant) {
  const nq_trace *trace = &plot->plots->traces[variant];
  double next = 1, factor = pow((double)trace->seen, 1.0 / CURVE_MARKS);
  for (size_t j = 0; j < trace->count; j++) {
    const nq_trace_point *point = &trace->point[j];
    double place = (double)point->generation + 1;
    if (place < next && j + 1 < trace->count) continue;
    while (next <= place) next *= factor > 1 ? factor : 2;
    fprintf(plot->script,
            "%" PRIu64 " %.9g \"generation %" PRIu64 ": best %g, mean %.4g conflicts\"\n",
            point->generation + 1, point->best + 1, point->generation, point->best, point->mean);
  }
}

static void write_mean_line(const struct plot *plot, size_t variant) {
  fprintf(plot->script, "$d%zu using 1:3 with lines dt 3 lw 0.8 lc rgb '%s' notitle", variant,
          nq_plots_look(variant).colour);
}

/* ---- All of them ---- */

static void write_bars(const struct plot *plot, size_t variant) {
  fprintf(plot->script, "$q%zu using 1:2:3:4 with yerrorbars pt -1 dt 1 lc rgb '%s' notitle",
          variant, nq_plots_look(variant).colour);
}

static void write_curve(const struct plot *plot, size_t variant) {
  bool over_time = plot->figure->kind == NQ_PLOT_DISTRIBUTION;
  fprintf(plot->script, "$%c%zu using 1:2 with %s notitle ",
          plot->figure->kind == NQ_PLOT_SUCCESS ? 'q' : 'd', variant,
          over_time ? "steps" : "lines");
  write_curve_style(plot, variant);
}

static void write_none(const struct plot *plot, size_t variant) {
  (void)variant;
  fputs(NO_CLAUSE, plot->script);
}

/* For each variant: the lines of its blocks $d, if any, and $q, and its clauses beside the marks,
 * which are at columns 1 and 2 of $q. */
static const struct {
  void (*axes)(const struct plot *plot);
  nq_plot_part *data, *marks, *line, *further;
} parts[] = {
    [NQ_PLOT_SCALING] = {write_scaling_axes, NULL, write_medians, write_fit, write_bars},
    [NQ_PLOT_SUCCESS] = {write_success_axes, NULL, write_shares, write_curve, write_bars},
    [NQ_PLOT_DISTRIBUTION] = {write_times_axes, write_times, write_quartiles, write_curve,
                              write_none},
    [NQ_PLOT_BOXES] = {write_box_axes, write_seconds, write_box_mark, write_box, write_none},
    [NQ_PLOT_CACTUS] = {nq_plot_cactus_axes, nq_plot_cactus, nq_plot_cactus_marks, write_curve,
                        write_none},
    [NQ_PLOT_SCATTER] = {nq_plot_scatter_axes, NULL, nq_plot_scatter, write_none, write_none},
    [NQ_PLOT_CONVERGENCE] = {write_convergence_axes, write_trace, write_trace_marks, write_curve,
                             write_mean_line}};

static void write_block(const struct plot *plot, char letter, size_t variant, nq_plot_part *lines) {
  if (lines == NULL) return;
  fprintf(plot->script, "$%c%zu << EOD\n", letter, variant);
  lines(plot, variant);
  fputs("EOD\n", plot->script);
}

/* Their texts are in the last column of $q. */
static void write_marks(const struct plot *plot, size_t variant) {
  fprintf(plot->script, "$q%zu using 1:2", variant);
  if (plot->form == NQ_PLOT_PAGE)
    fprintf(plot->script, ":%d with labels hypertext point",
            parts[plot->figure->kind].further == write_bars ? 5 : 3);
  else
    fputs(" with points", plot->script);
  fprintf(plot->script, " pt %d ps 0.7 lc rgb '%s' notitle", nq_plots_look(variant).mark,
          nq_plots_look(variant).colour);
}

bool nq_plots_shows(const nq_plots *plots, nq_plot_kind kind, size_t variant) {
  if (kind == NQ_PLOT_SCATTER) return variant != nq_plot_reference(plots->summary);
  return kind != NQ_PLOT_CONVERGENCE || (plots->traces != NULL && plots->traces[variant].count > 0);
}

void nq_plots_script(const nq_plots *plots, const nq_figure *figure, nq_plot_form form,
                     FILE *script) {
  struct plot plot = {.plots = plots,
                      .figure = figure,
                      .plan = plots->summary->plan,
                      .form = form,
                      .script = script};
  nq_plot_part *const clauses[NQ_PLOT_CLAUSES] = {parts[figure->kind].line,
                                                  parts[figure->kind].further, write_marks};
  write_style(&plot);
  parts[figure->kind].axes(&plot);
  for (size_t i = 0; i < plot.plan->variant_count; i++) {
    write_block(&plot, 'd', i, parts[figure->kind].data);
    write_block(&plot, 'q', i, parts[figure->kind].marks);
  }
  write_key(&plot);
  for (size_t i = 0; i < plot.plan->variant_count; i++)
    for (size_t j = 0; j < NQ_PLOT_CLAUSES; j++) {
      begin_clause(&plot);
      (nq_plots_shows(plots, figure->kind, i) ? clauses[j] : write_none)(&plot, i);
    }
  fputc('\n', script);
}
