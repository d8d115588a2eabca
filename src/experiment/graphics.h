/* What is drawn of a summary: plots, by gnuplot, in files of their own and in the report. */
#ifndef NQ_EXPERIMENT_GRAPHICS_H
#define NQ_EXPERIMENT_GRAPHICS_H

#include "experiment/summary.h"

#include <stdio.h>

/* ---- How a run converges ----
 *
 * A curve of some hundred points of a method with generations.  The report repeats a run to trace
 * it (the same seed gives the same run), so tracing does not slow timed runs. */

#define NQ_TRACE_POINTS 512

typedef struct nq_trace_point {
  uint64_t generation; /* over all restarts */
  double best, mean;   /* conflicts */
} nq_trace_point;

typedef struct nq_trace {
  nq_trace_point point[NQ_TRACE_POINTS + 1];
  size_t count, kept;   /* the latest generation is a point, even where it is not kept */
  uint64_t seen, every; /* generations; every `every`-th is kept */
} nq_trace;

/* Add the next generation; of a long run only every 2nd, 4th, ... and the latest are kept.  An
 * empty trace is all zero. */
void nq_trace_add(nq_trace *trace, double best, double mean);

/* Run the variant on the largest n with the first seed and fill in the trace.  False when the
 * method has no generations, or the run failed or was stopped by `progress`. */
bool nq_trace_run(nq_trace *trace, const nq_plan *plan, size_t variant,
                  nq_progress_function *progress, void *context);

/* ---- Plots, as scripts for gnuplot: plots.c ---- */

typedef enum nq_plot_kind {
  NQ_PLOT_SCALING,      /* median seconds over n, with the fitted powers of n */
  NQ_PLOT_SUCCESS,      /* the share of runs solved over n */
  NQ_PLOT_DISTRIBUTION, /* the share of runs solved over time, one curve per variant: the run-time
                         * distribution (H. Hoos, T. Stuetzle, Stochastic Local Search, 2005,
                         * chapter 4) */
  NQ_PLOT_BOXES,        /* the seconds of the runs on one n, one box per variant */
  NQ_PLOT_CACTUS,       /* time over the number of instances solved within it */
  NQ_PLOT_SCATTER,      /* times of each variant over those of the best, a mark an instance; those
                         * without an answer are beyond the limit */
  NQ_PLOT_CONVERGENCE   /* conflicts over generations: the best of each, and the mean dotted */
} nq_plot_kind;

/* A plot and what is said of it. */
typedef struct nq_figure {
  nq_plot_kind kind;
  size_t n;      /* index, for plots of one n */
  char name[32]; /* of its files, without suffix */
  char caption[200];
} nq_figure;

typedef enum nq_plot_form {
  NQ_PLOT_PAGE, /* SVG for a page */
  NQ_PLOT_SVG,  /* 8 cm wide: a column of a paper */
  NQ_PLOT_PDF,
  NQ_PLOT_WIDE_SVG, /* 16:9: a slide */
  NQ_PLOT_WIDE_PDF,
  NQ_PLOT_WIDE_PNG,
  NQ_PLOT_FORMS
} nq_plot_form;

typedef struct nq_plots {
  const nq_summary *summary;
  nq_trace *traces; /* of each variant, empty if it has no generations; NULL: all are */
  bool wide;        /* files of the wide forms */
  bool missing;     /* gnuplot is not installed: there are neither plots nor traces */
} nq_plots;

/* Get ready to draw plots of the summary, which must outlive them.  Repeats runs, which
 * end when `progress`, which may be NULL, returns false; their curves are then missing. */
nq_status nq_plots_init(nq_plots *plots, const nq_summary *summary, nq_progress_function *progress,
                        void *context, nq_error *error);
void nq_plots_release(nq_plots *plots);

#define NQ_PLOT_CLAUSES 3 /* of each variant on a page: groups of its SVG */

/* The i-th plot: two over n, if there are several, two of each group, two of all instances, then
 * convergence, if any.  False past the end. */
bool nq_plots_figure(const nq_plots *plots, size_t i, nq_figure *figure);

/* Whether a plot of this kind has a curve of the variant. */
bool nq_plots_shows(const nq_plots *plots, nq_plot_kind kind, size_t variant);

/* Write the script of a plot.  On a page, marks have texts, and the plot has no legend. */
void nq_plots_script(const nq_plots *plots, const nq_figure *figure, nq_plot_form form,
                     FILE *script);

/* ---- Parts of scripts: plots.c, plot_instances.c ---- */

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

/* The variant that a scatter plot holds the others against: that with the least PAR-2. */
size_t nq_plot_reference(const nq_summary *summary);

void nq_plot_cactus_axes(const struct plot *plot);
void nq_plot_scatter_axes(const struct plot *plot);
nq_plot_part nq_plot_cactus, nq_plot_cactus_marks, nq_plot_scatter;

/* ---- How they look, and drawing them: plot_looks.c, plot_files.c ---- */

/* Colours that colour-blind people can tell apart, after M. Okabe and K. Ito (Color Universal
 * Design, 2008), with a contrast of at least 3 to white; and for dark pages.  As "#rrggbb".  After
 * the last they repeat with other dashes and marks. */
typedef struct nq_plot_look {
  const char *colour, *dark;
  int mark;           /* the type of its points, as gnuplot counts them */
  const char *dashes; /* of its curves as an SVG stroke-dasharray, or "" */
} nq_plot_look;

nq_plot_look nq_plots_look(size_t variant);
#define NQ_PLOT_COLOURS 7
#define NQ_PLOT_DASHES  5 /* gnuplot's first ones */

/* Set gnuplot's terminal.  `lines` of text are beside the plot: a legend, or upright labels. */
void nq_plots_write_terminal(nq_plot_form form, size_t lines, FILE *script);

/* The Debian package of gnuplot. */
#define NQ_PLOT_PACKAGE "gnuplot-nox"

/* NQ_UNSUPPORTED when gnuplot is not in PATH. */
nq_status nq_plot_require(nq_error *error);

/* Run gnuplot on a script, a file, and add what it draws to `bytes`.  NQ_UNSUPPORTED when gnuplot
 * is not installed, NQ_IO when it fails or takes more than a minute, NQ_END when `watch`, which
 * may be NULL, stops it; then nothing is added. */
nq_status nq_plot_draw(FILE *script, nq_watch *watch, nq_bytes *bytes, nq_error *error);

/* Draw a plot by its script.  Errors as of nq_plot_draw. */
nq_status nq_plots_draw(const nq_plots *plots, const nq_figure *figure, nq_plot_form form,
                        nq_bytes *bytes, nq_error *error);

/* Called with each file.  An error ends the writing. */
typedef nq_status nq_plot_add(void *context, const char *name, const nq_bytes *bytes,
                              nq_error *error);

/* Draw each plot as NAME.svg, NAME.pdf and, if wide, NAME.png.  Errors as of nq_plot_draw. */
nq_status nq_plots_write(const nq_plots *plots, nq_plot_add *add, void *context, nq_error *error);

/* ---- Pages: page.c ---- */

/* Write plain text as HTML, escaped. */
void nq_html_write(const char *text, FILE *html);

/* Write HTML as fprintf would, with texts (%s) escaped.  Numbers: %zu. */
void nq_html(FILE *html, const char *format, ...) NQ_PRINTF(2, 3);

/* Write a plot drawn for a page, as gnuplot wrote it, without prolog, with ids made unique by
 * `number`, and with `label` (plain text) for screen readers.  Groups have their variant in data-m,
 * marks their text in data-v.  NQ_IO when it is no SVG; then nothing is written. */
nq_status nq_plot_embed(nq_bytes *svg, unsigned number, const char *label, FILE *html,
                        nq_error *error);

/* Write the legend of the plot with this number: a button for each variant that it shows. */
void nq_plot_write_key(const nq_plots *plots, nq_plot_kind kind, unsigned number, FILE *html);

/* Write a piece of a variant's curve, with its mark in the plot of this number unless that is 0. */
void nq_plot_write_line(size_t variant, unsigned number, FILE *html);

/* ---- The report, one HTML file for screens of any size and for print: report.c ---- */

/* Write the report of the plots' summary.  Without gnuplot it has no plots and says so once; a
 * plot that cannot be drawn is replaced by the reason.  NQ_END: the plan's watch stopped it. */
nq_status nq_report_write(const nq_plots *plots, FILE *html);

#endif
