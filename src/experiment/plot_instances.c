/* Plots of instances: how many are solved within a time (cactus), and the times of each method
 * against those of the best one, a mark an instance (scatter). */
#include "experiment/graphics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CACTUS_MARKS 12   /* per curve, about */
#define LEAST        1e-6 /* seconds: shown for less, as where a theorem answers */
#define RIM          1.6  /* times the limit: where marks of runs without an answer are */

static double shown(double seconds) {
  return fmax(seconds, LEAST);
}

static size_t all_instances(const nq_plan *plan) {
  return nq_plan_groups(plan) - 1;
}

/* The least and the greatest time of a solved run, and the limit. */
static nq_interval range_of(const struct plot *plot) {
  nq_interval range = {plot->plan->time_limit, plot->plan->time_limit};
  for (size_t i = 0; i < plot->plan->variant_count; i++) {
    const nq_cell *cell = nq_plot_cell(plot, i, all_instances(plot->plan));
    if (cell->solved > 0)
      range.low = fmin(range.low, shown(cell->measure[NQ_SECONDS].sorted[0].value));
  }
  return range;
}

/* Within double quotes. */
static void write_text(const char *text, FILE *script) {
  for (; *text != '\0'; text++)
    fputc((unsigned char)*text < ' ' || strchr("\\\"`", *text) != NULL ? '?' : *text, script);
}

/* ---- Cactus ---- */

void nq_plot_cactus_axes(const struct plot *plot) {
  nq_interval range = range_of(plot);
  fprintf(plot->script,
          "set logscale y\nset format y '%%.0s%%cs'\nset xlabel 'solved'\nset ylabel 'time'\n"
          "set xrange [0:%.9g]\nset yrange [%.9g:%.9g]\n",
          1.02 * (double)(plot->plan->instance_count * plot->plan->seeds), range.low / 1.6,
          range.high * 1.6);
}

/* The i-th fastest of the solved runs is at (i, its time). */
void nq_plot_cactus(const struct plot *plot, size_t variant) {
  const nq_cell *cell = nq_plot_cell(plot, variant, all_instances(plot->plan));
  size_t solved = 0;
  for (size_t i = 0; i < cell->count; i++)
    if (!cell->measure[NQ_SECONDS].sorted[i].censored)
      fprintf(plot->script, "%zu %.9g\n", ++solved,
              shown(cell->measure[NQ_SECONDS].sorted[i].value));
}

void nq_plot_cactus_marks(const struct plot *plot, size_t variant) {
  const nq_cell *cell = nq_plot_cell(plot, variant, all_instances(plot->plan));
  size_t solved = 0, every = cell->solved / CACTUS_MARKS + 1;
  for (size_t i = 0; i < cell->count; i++) {
    const nq_observation *run = &cell->measure[NQ_SECONDS].sorted[i];
    if (run->censored || (++solved % every != 0 && solved < cell->solved)) continue;
    fprintf(plot->script, "%zu %.9g \"%zu of %zu within %s each\"\n", solved, shown(run->value),
            solved, cell->count, nq_words_seconds(run->value).text);
  }
}

/* ---- Scatter ---- */

size_t nq_plot_reference(const nq_summary *summary) {
  size_t group = all_instances(summary->plan), best = 0;
  double least = INFINITY;
  for (size_t i = 0; i < summary->plan->variant_count; i++) {
    const nq_cell *cell = nq_summary_cell(summary, i, group);
    if (cell->count == 0 || cell->par2 >= least) continue;
    least = cell->par2;
    best = i;
  }
  return best;
}

void nq_plot_scatter_axes(const struct plot *plot) {
  nq_interval range = range_of(plot);
  double low = range.low / 1.6, high = range.high * RIM * 1.3;
  fprintf(plot->script,
          "set logscale xy\nset format xy '%%.0s%%cs'\nset xrange [%.9g:%.9g]\n"
          "set yrange [%.9g:%.9g]\nset ylabel 'time of each other method'\n"
          "set arrow from first %.9g, first %.9g to first %.9g, first %.9g nohead dt 3 lw 0.8\n",
          low, high, low, high, low, low, high, high);
  if (high / low > 1e5) fputs("set xtics 100\n", plot->script);
  fprintf(plot->script,
          "set arrow from graph 0, first %.9g to graph 1, first %.9g nohead dt 2 lw 0.8\n"
          "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead dt 2 lw 0.8\n",
          range.high, range.high, range.high, range.high);
  fputs("set xlabel \"time of ", plot->script);
  write_text(plot->plan->variant[nq_plot_reference(plot->plots->summary)].label, plot->script);
  fputs("\"\n", plot->script);
}

/* Times of the reference and of the variant, and a text; without an answer, beyond the limit. */
void nq_plot_scatter(const struct plot *plot, size_t variant) {
  const nq_plan *plan = plot->plan;
  size_t reference = nq_plot_reference(plot->plots->summary);
  for (size_t question = plan->n_count; question < nq_plan_questions(plan); question++) {
    double place[2], time[] = {nq_summary_time(plot->plots->summary, reference, question),
                               nq_summary_time(plot->plots->summary, variant, question)};
    nq_words words[2];
    if (isnan(time[0]) || isnan(time[1])) continue;
    for (int i = 0; i < 2; i++) {
      place[i] = isfinite(time[i]) ? shown(time[i]) : plan->time_limit * RIM;
      words[i] = isfinite(time[i]) ? nq_words_seconds(time[i]) : nq_say("no answer");
    }
    fprintf(plot->script, "%.9g %.9g \"", place[0], place[1]);
    write_text(plan->question[question].name, plot->script);
    fprintf(plot->script, ": %s against %s\"\n", words[1].text, words[0].text);
  }
}
