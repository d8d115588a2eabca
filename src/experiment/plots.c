#include "experiment/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define TINY         1e-9 /* seconds: shown for 0 on a logarithmic axis */
#define CURVE_POINTS 400  /* per distribution, at most */

static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#7f7f7f"};

#define COLOURS (sizeof colours / sizeof *colours)

const char *nq_plots_colour(size_t variant) {
  return colours[variant % COLOURS];
}

/* ---- Common to all plots ---- */

static void write_style(FILE *script) {
  fputs("set encoding utf8\nset border 3\nset tics nomirror out\nset grid lc rgb '#888888' lw 0.4 "
        "dt 3\n"
        "set key above\nset key samplen 3\nset errorbars 0.7\n",
        script);
}

static void write_curve_style(size_t variant, FILE *script) {
  fprintf(script, "lc rgb '%s' dt %zu lw 1.5", nq_plots_colour(variant), variant % 5 + 1);
}

/* Between single quotes gnuplot replaces nothing but a doubled quote; labels hold no line ends. */
static void write_label(const nq_plan *plan, size_t variant, FILE *script) {
  fputc('\'', script);
  for (const char *c = plan->variant[variant].label; *c != '\0'; c++) {
    if (*c == '\'') fputc('\'', script);
    fputc(*c, script);
  }
  fputc('\'', script);
}

static void write_title(const nq_plan *plan, size_t variant, FILE *script) {
  fputs("title ", script);
  write_label(plan, variant, script);
}

static void separate(bool *first, FILE *script) {
  fputs(*first ? "plot " : ", \\\n  ", script);
  *first = false;
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

/* Time and percent, at the steps of 100 (1 - the Kaplan-Meier estimate). */
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
  fprintf(script, "%.9g %.9g\n", range.high, 100 * (1 - unsolved));
}

void nq_plots_distribution(const nq_summary *summary, size_t n, FILE *script) {
  const nq_plan *plan = summary->plan;
  nq_interval range = range_of(summary, n);
  bool first = true;
  write_style(script);
  fprintf(script,
          "set logscale x\nset format x '%%.0s%%cs'\nset xrange [%.9g:%.9g]\n"
          "set yrange [0:102]\nset xlabel 'time'\nset ylabel 'runs solved, %%'\n",
          range.low, range.high);
  for (size_t i = 0; i < plan->variant_count; i++) {
    fprintf(script, "$d%zu << EOD\n", i);
    write_distribution(nq_summary_cell(summary, i, n), range, script);
    fputs("EOD\n", script);
  }
  for (size_t i = 0; i < plan->variant_count; i++) {
    separate(&first, script);
    fprintf(script, "$d%zu using 1:2 with steps ", i);
    write_curve_style(i, script);
    fputc(' ', script);
    write_title(plan, i, script);
  }
  fputc('\n', script);
}

void nq_plots_boxes(const nq_summary *summary, size_t n, FILE *script) {
  const nq_plan *plan = summary->plan;
  nq_interval range = range_of(summary, n);
  bool first = true;
  write_style(script);
  fprintf(script,
          "set logscale y\nset format y '%%.0s%%cs'\nset yrange [%.9g:%.9g]\nset ylabel 'time'\n"
          "set key off\nset boxwidth 0.5\nset style boxplot pointtype 6\nset pointsize 0.5\n"
          "set xrange [0.4:%zu.6]\nset xtics scale 0 %s\nset xtics (",
          range.low, range.high, plan->variant_count,
          plan->variant_count > 4 ? "rotate by -30" : "");
  for (size_t i = 0; i < plan->variant_count; i++) {
    if (i > 0) fputs(", ", script);
    write_label(plan, i, script);
    fprintf(script, " %zu", i + 1);
  }
  fputs(")\n", script);
  for (size_t i = 0; i < plan->variant_count; i++) {
    const nq_cell *cell = nq_summary_cell(summary, i, n);
    fprintf(script, "$d%zu << EOD\n", i);
    for (size_t j = 0; j < cell->count; j++)
      fprintf(script, "%.9g\n", shown(cell->measure[NQ_SECONDS].sorted[j].value));
    fputs("EOD\n", script);
  }
  for (size_t i = 0; i < plan->variant_count; i++) {
    if (nq_summary_cell(summary, i, n)->count == 0) continue;
    separate(&first, script);
    fprintf(script, "$d%zu using (%zu):1 with boxplot lc rgb '%s' lw 1.3", i, i + 1,
            nq_plots_colour(i));
  }
  fputc('\n', script);
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

/* n, median and interval; an upper bound beyond the limit is drawn at the limit. */
static void write_medians(const nq_summary *summary, size_t variant, FILE *script) {
  const nq_plan *plan = summary->plan;
  fprintf(script, "$d%zu << EOD\n", variant);
  for (size_t n = 0; n < plan->n_count; n++) {
    const nq_cell *cell = nq_summary_cell(summary, variant, n);
    const nq_measure *seconds = &cell->measure[NQ_SECONDS];
    if (cell->count == 0 || !isfinite(seconds->quartile[NQ_MEDIAN])) continue;
    nq_interval interval = seconds->interval[NQ_MEDIAN];
    fprintf(script, "%" PRIu32 " %.9g %.9g %.9g\n", plan->n[n], shown(seconds->quartile[NQ_MEDIAN]),
            shown(interval.low), shown(fmin(interval.high, plan->time_limit)));
  }
  fputs("EOD\n", script);
}

static void plot_medians(const nq_summary *summary, size_t variant, bool *first, FILE *script) {
  const nq_plan *plan = summary->plan;
  const nq_fit *fit = &summary->fit[variant];
  separate(first, script);
  fprintf(script, "$d%zu using 1:2:3:4 with yerrorbars pt %zu ps 0.7 dt 1 lc rgb '%s' ", variant,
          variant % 7 + 4, nq_plots_colour(variant));
  write_title(plan, variant, script);
  if (fit->points == 0) return;
  separate(first, script);
  fprintf(script, "[%" PRIu32 ":%" PRIu32 "] exp(%.9g + %.9g * log(x)) with lines notitle ",
          plan->n[fit->first], plan->n[fit->last], fit->intercept, fit->exponent);
  write_curve_style(variant, script);
}

void nq_plots_scaling(const nq_summary *summary, FILE *script) {
  const nq_plan *plan = summary->plan;
  bool first = true;
  write_style(script);
  write_sizes(plan, script);
  fputs("set logscale y\nset format y '%.0s%cs'\nset ylabel 'median time'\n", script);
  for (size_t i = 0; i < plan->variant_count; i++) write_medians(summary, i, script);
  for (size_t i = 0; i < plan->variant_count; i++) {
    bool any = false;
    for (size_t n = 0; n < plan->n_count; n++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      any = any || (cell->count > 0 && isfinite(cell->measure[NQ_SECONDS].quartile[NQ_MEDIAN]));
    }
    if (any) plot_medians(summary, i, &first, script);
  }
  if (first) fputs("set yrange [1e-6:1]\nplot NaN notitle", script);
  fputc('\n', script);
}

void nq_plots_success(const nq_summary *summary, FILE *script) {
  const nq_plan *plan = summary->plan;
  bool first = true;
  write_style(script);
  write_sizes(plan, script);
  fputs("set yrange [-3:103]\nset ylabel 'runs solved, %'\n", script);
  for (size_t i = 0; i < plan->variant_count; i++) {
    fprintf(script, "$d%zu << EOD\n", i);
    for (size_t n = 0; n < plan->n_count; n++) {
      const nq_cell *cell = nq_summary_cell(summary, i, n);
      if (cell->count == 0) continue;
      /* Side by side, so that they do not hide each other. */
      double aside = pow(1.05, (double)i - (double)(plan->variant_count - 1) / 2);
      fprintf(script, "%.9g %.9g %.9g %.9g\n", plan->n[n] * aside,
              100 * (double)cell->solved / (double)cell->count, 100 * cell->solved_share.low,
              100 * cell->solved_share.high);
    }
    fputs("EOD\n", script);
  }
  for (size_t i = 0; i < plan->variant_count; i++) {
    separate(&first, script);
    fprintf(script, "$d%zu using 1:2:3:4 with yerrorlines dt 1 pt %zu ps 0.7 lc rgb '%s' ", i,
            i % 7 + 4, nq_plots_colour(i));
    write_title(plan, i, script);
  }
  fputc('\n', script);
}

void nq_plots_convergence(const nq_plan *plan, const nq_trace *traces, FILE *script) {
  bool first = true;
  write_style(script);
  /* Conflicts + 1, so that a solution is on the logarithmic axis. */
  fputs("set logscale xy\nset format x '%.0s%c'\nset xlabel 'generation + 1'\n"
        "set ylabel 'conflicts + 1'\nset yrange [0.9:*]\n",
        script);
  for (size_t i = 0; i < plan->variant_count; i++) {
    fprintf(script, "$d%zu << EOD\n", i);
    for (size_t j = 0; j < traces[i].count; j++) {
      const nq_trace_point *point = &traces[i].point[j];
      fprintf(script, "%" PRIu64 " %.9g %.9g\n", point->generation + 1, point->best + 1,
              point->mean + 1);
    }
    fputs("EOD\n", script);
  }
  for (size_t i = 0; i < plan->variant_count; i++) {
    if (traces[i].count == 0) continue;
    separate(&first, script);
    fprintf(script, "$d%zu using 1:2 with lines dt 1 lw 1.5 lc rgb '%s' ", i, nq_plots_colour(i));
    write_title(plan, i, script);
    separate(&first, script);
    fprintf(script, "$d%zu using 1:3 with lines dt 2 lw 0.8 lc rgb '%s' notitle", i,
            nq_plots_colour(i));
  }
  fputc('\n', script);
}
