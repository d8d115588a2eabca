/* Plots as SVG inside of HTML, drawn by gnuplot. */
#ifndef NQ_EXPERIMENT_PLOT_H
#define NQ_EXPERIMENT_PLOT_H

#include "nqueens.h"

#include <stdio.h>

/* The Debian package that has gnuplot. */
#define NQ_PLOT_PACKAGE "gnuplot-nox"

/* NQ_OK, or NQ_UNSUPPORTED when no gnuplot is in the folders of PATH. */
nq_status nq_plot_require(nq_error *error);

/* Run gnuplot on `script` (without a `set terminal`) and write the SVG to `html`: no prolog, its
 * ids made unique by `number`, `label` (plain text) for those who do not see it.  NQ_UNSUPPORTED
 * when gnuplot is not installed, NQ_IO when it fails or says nothing for a minute; nothing is
 * written then. */
nq_status nq_plot_draw(const char *script, unsigned number, const char *label, FILE *html,
                       nq_error *error);

/* Write plain text into HTML, escaped. */
void nq_html_write(const char *text, FILE *html);

#endif
