/* What all plots need: traces of runs, gnuplot, and files of their own. */
#include "experiment/child.h"
#include "experiment/graphics.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Traces ---- */

void nq_trace_add(nq_trace *trace, double best, double mean) {
  uint64_t generation = trace->seen++;
  if (trace->every == 0) trace->every = 1;
  if (trace->kept == NQ_TRACE_POINTS && generation % trace->every == 0) {
    for (size_t i = 0; i < NQ_TRACE_POINTS / 2; i++) trace->point[i] = trace->point[2 * i];
    trace->kept = NQ_TRACE_POINTS / 2;
    trace->every *= 2;
  }
  trace->point[trace->kept] = (nq_trace_point){generation, best, mean};
  trace->count = trace->kept + 1;
  if (generation % trace->every == 0) trace->kept++;
}

static void note_generation(void *context, const nq_generation *generation) {
  nq_trace_add(context, (double)generation->best_conflicts, generation->mean_conflicts);
}

bool nq_trace_run(nq_trace *trace, const nq_plan *plan, size_t variant,
                  nq_progress_function *progress, void *context) {
  if (plan->n_count == 0) return false;
  const nq_plan_run run = {
      .variant = variant, .question = plan->n_count - 1, .seed = plan->first_seed};
  nq_solve_options options = nq_plan_options(plan, &run);
  *trace = (nq_trace){0};
  if (strcmp(options.method, "genetic") != 0) return false; /* it has no generations */
  options.genetic.trace = note_generation;
  options.genetic.trace_context = trace;
  options.progress = progress;
  options.context = context;
  const nq_instance *instance = plan->question[run.question].instance;
  nq_board board = {0};
  nq_result result = {0};
  bool ran = nq_solve(instance, &options, &board, &result, NULL) == NQ_OK;
  nq_board_release(&board);
  return ran && !result.interrupted && trace->count > 0;
}

/* ---- Drawing ---- */

#define DRAWING_SECONDS 60
#define DRAWING_MOST    ((size_t)64 << 20) /* bytes */

nq_status nq_plot_require(nq_error *error) {
  return nq_child_require("gnuplot", error);
}

nq_status nq_plot_draw(FILE *script, nq_watch *watch, nq_bytes *bytes, nq_error *error) {
  char name[] = "gnuplot", defaults[] = "-d";
  char *const words[] = {name, defaults, NULL};
  size_t before = bytes->size;
  nq_child child = {.words = words,
                    .input = fileno(script),
                    .trusted = true,
                    .seconds = DRAWING_SECONDS,
                    .output_most = before + DRAWING_MOST,
                    .watch = watch};
  if (fflush(script) != 0 || ferror(script) || lseek(child.input, 0, SEEK_SET) < 0)
    return nq_error_system(error, errno, "gnuplot");
  nq_status status = nq_child_run(&child, bytes, error);
  bool exited = child.end == NQ_CHILD_EXITED;
  if (status == NQ_OK && (!exited || child.code != 0))
    status = nq_error_set(error, NQ_IO,
                          exited && child.code == 127 ? "gnuplot could not be started"
                                                      : "gnuplot failed");
  if (status != NQ_OK) bytes->size = before;
  return status;
}

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

/* What each form draws, and the suffix of its files. */
static const char *const suffixes[NQ_PLOT_FORMS] = {"svg", "svg", "pdf", "svg", "pdf", "png"};

/* gnuplot writes "]]>" in texts of an SVG as it is, which XML does not allow. */
static void mend_svg(nq_bytes *svg) {
  nq_bytes whole = {0};
  for (size_t i = 0; i < svg->size; i++) {
    bool end = svg->data[i] == '>' && i >= 2 && memcmp(svg->data + i - 2, "]]", 2) == 0;
    nq_bytes_add(&whole, end ? (const void *)"&gt;" : svg->data + i, end ? 4 : 1);
  }
  nq_bytes_release(svg);
  *svg = whole;
}

nq_status nq_plots_draw(const nq_plots *plots, const nq_figure *figure, nq_plot_form form,
                        nq_bytes *bytes, nq_error *error) {
  FILE *script = tmpfile();
  if (script == NULL) return nq_error_system(error, errno, "gnuplot");
  nq_plots_script(plots, figure, form, script);
  nq_status status = nq_plot_draw(script, plots->summary->plan->watch, bytes, error);
  fclose(script);
  if (strcmp(suffixes[form], "svg") == 0) mend_svg(bytes);
  return status;
}

bool nq_plots_figure(const nq_plots *plots, size_t i, nq_figure *figure) {
  static const struct {
    const char *name, *caption; /* what it is of follows them */
  } texts[] = {
      [NQ_PLOT_SCALING] = {"scaling",
                           "Median time over n with 95 % intervals; the lines are fitted powers of "
                           "n. Bars without an end: beyond the limit"},
      [NQ_PLOT_SUCCESS] =
          {"success",
           "Share of runs solved over n, with 95 % intervals; methods stand side by side"},
      [NQ_PLOT_DISTRIBUTION] = {"times-", "Share of runs solved within a time, "},
      [NQ_PLOT_BOXES] = {"boxes-", "Time of the runs, "},
      [NQ_PLOT_CACTUS] = {"cactus",
                          "How many of the instances each method solves when each may take a time "
                          "(cactus plot)"},
      [NQ_PLOT_SCATTER] = {"scatter",
                           "Times of each method against those of the one with the least PAR-2, a "
                           "mark for each instance; beyond the lines at the limit: not solved"},
      [NQ_PLOT_CONVERGENCE] = {"convergence",
                               "Conflicts of the best board of each generation, and their mean "
                               "(dotted): "}};
  const nq_plan *plan = plots->summary->plan;
  size_t trends = plan->n_count > 1 ? 2 : 0, of_groups = 2 * nq_plan_groups(plan);
  size_t instances = plan->instance_count == 0 ? 0 : plan->variant_count > 1 ? 2 : 1;
  nq_words of = {""}, name = {""};
  *figure = (nq_figure){.kind = (nq_plot_kind)(NQ_PLOT_SCALING + i)};
  if (i >= trends + of_groups + instances) {
    if (i > trends + of_groups + instances || plots->traces == NULL) return false;
    figure->kind = NQ_PLOT_CONVERGENCE;
    of = nq_say("n = %" PRIu32 ", seed %" PRIu64, n_of(plan, plan->n_count - 1), plan->first_seed);
  } else if (i >= trends + of_groups) {
    figure->kind = (nq_plot_kind)(NQ_PLOT_CACTUS + (i - trends - of_groups));
  } else if (i >= trends) {
    figure->kind = (i - trends) % 2 == 0 ? NQ_PLOT_DISTRIBUTION : NQ_PLOT_BOXES;
    figure->n = (i - trends) / 2;
    of = nq_words_group(plan, figure->n);
    name = nq_words_group_short(plan, figure->n);
  }
  for (char *sign = name.text; *sign != '\0'; sign++)
    if (*sign == '/' || *sign == ' ') *sign = '-';
  snprintf(figure->name, sizeof figure->name, "%s%.20s", texts[figure->kind].name, name.text);
  snprintf(figure->caption, sizeof figure->caption, "%s%.80s%s", texts[figure->kind].caption,
           of.text,
           figure->kind == NQ_PLOT_BOXES ? "; runs stopped by a limit count at the limit" : "");
  return true;
}

static nq_status write_file(const nq_plots *plots, const nq_figure *figure, nq_plot_form form,
                            nq_plot_add *add, void *context, nq_error *error) {
  char file[40];
  nq_bytes bytes = {0};
  nq_status status = nq_plots_draw(plots, figure, form, &bytes, error);
  if (status == NQ_OK && bytes.size == 0)
    status = nq_error_set(error, NQ_IO, "gnuplot drew nothing");
  snprintf(file, sizeof file, "%s.%s", figure->name, suffixes[form]);
  if (status == NQ_OK) status = add(context, file, &bytes, error);
  nq_bytes_release(&bytes);
  return status;
}

nq_status nq_plots_write(const nq_plots *plots, nq_plot_add *add, void *context, nq_error *error) {
  const nq_plot_form first = plots->wide ? NQ_PLOT_WIDE_SVG : NQ_PLOT_SVG;
  const nq_plot_form end = plots->wide ? NQ_PLOT_FORMS : NQ_PLOT_WIDE_SVG;
  nq_figure figure;
  nq_status status = NQ_OK;
  for (size_t i = 0; status == NQ_OK && nq_plots_figure(plots, i, &figure); i++)
    for (nq_plot_form form = first; status == NQ_OK && form < end; form++)
      status = write_file(plots, &figure, form, add, context, error);
  return status;
}
