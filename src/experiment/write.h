/* A summary and the runs themselves in the forms that people and programs read.  Each returns
 * NQ_OK, or an error; that the stream took everything is the caller's to see (ferror). */
#ifndef NQ_EXPERIMENT_WRITE_H
#define NQ_EXPERIMENT_WRITE_H

#include "experiment/summary.h"

#include <stdio.h>

/* Tables and claims as text, at most 100 columns wide. */
void nq_summary_write_text(const nq_summary *summary, FILE *stream);

/* The same figures as one JSON object. */
nq_status nq_summary_write_json(const nq_summary *summary, FILE *stream, nq_error *error);

/* The plan's runs as CSV (RFC 4180: lines end with CR LF, the first names the columns).  A text
 * that a spreadsheet would take for a formula has an apostrophe before it. */
nq_status nq_runs_write_csv(const nq_plan *plan, nq_store *store, FILE *stream, nq_error *error);

/* One CSV cell, quoted where needed. */
void nq_csv_write_cell(const char *text, FILE *stream);

#endif
