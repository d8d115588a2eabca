/* Each plot of a summary in files of its own, and what all plots need. */
#include "experiment/graphics.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

nq_status nq_plots_init(nq_plots *plots, const nq_summary *summary, nq_progress_function *progress,
                        void *context, nq_error *error) {
  const nq_plan *plan = summary->plan;
  bool any = false;
  *plots = (nq_plots){.summary = summary, .missing = nq_plot_require(NULL) != NQ_OK};
  if (plots->missing) return NQ_OK;
  plots->traces = calloc(plan->variant_count, sizeof *plots->traces);
  if (plots->traces == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plots");
  for (size_t i = 0; i < plan->variant_count; i++)
    any = nq_trace_run(&plots->traces[i], plan, i, progress, context) || any;
  if (!any) nq_plots_release(plots);
  return NQ_OK;
}

void nq_plots_release(nq_plots *plots) {
  free(plots->traces);
  plots->traces = NULL;
}

char *nq_plots_text(const nq_plots *plots, nq_plot_kind kind, size_t n, nq_plot_form form) {
  nq_bytes script = {0};
  FILE *stream = nq_bytes_stream(&script);
  if (stream != NULL) nq_plots_script(plots, kind, n, form, stream);
  return nq_bytes_close_text(&script, stream);
}

struct output {
  const nq_plots *plots;
  nq_plot_add *add;
  void *context;
};

static nq_status write_form(const struct output *output, nq_plot_kind kind, size_t n,
                            nq_plot_form form, const char *name, nq_error *error) {
  char file[80];
  nq_bytes bytes = {0};
  char *script = nq_plots_text(output->plots, kind, n, form);
  if (script == NULL) return nq_error_set(error, NQ_NO_MEMORY, "no memory for the plots");
  nq_status status = nq_plot_draw(script, output->plots->summary->plan->watch, &bytes, error);
  free(script);
  if (status == NQ_OK && bytes.size == 0)
    status = nq_error_set(error, NQ_IO, "gnuplot drew nothing");
  snprintf(file, sizeof file, "%s.%s", name, form == NQ_PLOT_PDF ? "pdf" : "svg");
  if (status == NQ_OK) status = output->add(output->context, file, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

static nq_status write_plot(const struct output *output, nq_plot_kind kind, size_t n,
                            const char *name, nq_error *error) {
  nq_status status = write_form(output, kind, n, NQ_PLOT_SVG, name, error);
  return status == NQ_OK ? write_form(output, kind, n, NQ_PLOT_PDF, name, error) : status;
}

nq_status nq_plots_write(const nq_plots *plots, nq_plot_add *add, void *context, nq_error *error) {
  const struct output output = {plots, add, context};
  const nq_plan *plan = plots->summary->plan;
  nq_status status = NQ_OK;
  if (plan->n_count > 1) status = write_plot(&output, NQ_PLOT_SCALING, 0, "scaling", error);
  if (plan->n_count > 1 && status == NQ_OK)
    status = write_plot(&output, NQ_PLOT_SUCCESS, 0, "success", error);
  for (size_t n = 0; n < plan->n_count && status == NQ_OK; n++) {
    char name[64];
    snprintf(name, sizeof name, "times-%" PRIu32, plan->n[n]);
    status = write_plot(&output, NQ_PLOT_DISTRIBUTION, n, name, error);
    snprintf(name, sizeof name, "boxes-%" PRIu32, plan->n[n]);
    if (status == NQ_OK) status = write_plot(&output, NQ_PLOT_BOXES, n, name, error);
  }
  if (plots->traces != NULL && status == NQ_OK)
    status = write_plot(&output, NQ_PLOT_CONVERGENCE, 0, "convergence", error);
  return status;
}
