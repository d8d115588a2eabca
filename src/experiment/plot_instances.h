/* Plots of instances, and what they share with the others of plots.c. */
#ifndef NQ_EXPERIMENT_PLOT_INSTANCES_H
#define NQ_EXPERIMENT_PLOT_INSTANCES_H

#include "experiment/graphics.h"

#include <math.h>
#include <stdio.h>

#define NQ_PLOT_TINY 1e-9 /* seconds: shown for 0 on a logarithmic axis */

/* One that is being written. */
struct plot {
  const nq_plots *plots;
  const nq_figure *figure;
  const nq_plan *plan;
  nq_plot_form form;
  size_t clauses; /* begun */
  FILE *script;
};

/* Writes the lines of a block, or a clause, of a variant. */
typedef void nq_plot_part(const struct plot *plot, size_t variant);

static inline const nq_cell *nq_plot_cell(const struct plot *plot, size_t variant, size_t n) {
  return nq_summary_cell(plot->plots->summary, variant, n);
}

static inline double nq_plot_shown(double seconds) {
  return fmax(seconds, NQ_PLOT_TINY);
}

/* The variant that a scatter plot holds the others against: that with the least PAR-2. */
size_t nq_plot_reference(const nq_summary *summary);

void nq_plot_cactus_axes(const struct plot *plot);
void nq_plot_scatter_axes(const struct plot *plot);
nq_plot_part nq_plot_cactus, nq_plot_cactus_marks, nq_plot_scatter;

#endif
