/* The plots of a report, as scripts for gnuplot. */
#ifndef NQ_EXPERIMENT_PLOTS_H
#define NQ_EXPERIMENT_PLOTS_H

#include "experiment/summary.h"
#include "experiment/trace.h"

#include <stdio.h>

/* Colours that those who are colour-blind can tell apart (M. Okabe, K. Ito, Color Universal Design,
 * 2008), as "#rrggbb"; they repeat after the last, with another dash pattern. */
const char *nq_plots_colour(size_t variant);

/* Each writes the script of one plot; n is an index. */

/* The share of runs solved within a time (H. Hoos, T. Stuetzle, Stochastic Local Search, 2005,
 * chapter 4: the run-time distribution), a curve a variant. */
void nq_plots_distribution(const nq_summary *summary, size_t n, FILE *script);
/* The seconds of the runs on one n, a box a variant. */
void nq_plots_boxes(const nq_summary *summary, size_t n, FILE *script);
/* Median seconds over n with the fitted power of n. */
void nq_plots_scaling(const nq_summary *summary, FILE *script);
/* The share of runs solved over n. */
void nq_plots_success(const nq_summary *summary, FILE *script);
/* Conflicts over generations: the best of each, and the mean dashed; traces[i] is of variant i,
 * empty where it has none. */
void nq_plots_convergence(const nq_plan *plan, const nq_trace *traces, FILE *script);

#endif
