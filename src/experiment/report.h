/* The report: one HTML file with everything in it, for screens of any size and for print. */
#ifndef NQ_EXPERIMENT_REPORT_H
#define NQ_EXPERIMENT_REPORT_H

#include "experiment/summary.h"

#include <stdio.h>

/* Write the report of the summary.  Without gnuplot (nq_plot_require) it has no plots and
 * says so once; where a single plot cannot be drawn it says why instead.  Runs
 * that are made anew for it (experiment/trace.h) end when `progress`, which may be NULL, asks for
 * it; their curves are missing then.  That the stream took everything is the caller's to see
 * (ferror). */
nq_status nq_report_write(const nq_summary *summary, nq_progress_function *progress, void *context,
                          FILE *html, nq_error *error);

#endif
