/* src/experiment/report and plots: the page, with and without its plots. */
#include "experiment.h"
#include "experiment/graphics.h"
#include "gnuplot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* To be freed. */
static char *report_of(const struct experiment *made) {
  char *text = NULL;
  size_t size;
  nq_error error = {0};
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  nq_plots plots;
  assert_int_equal(nq_plots_init(&plots, &made->summary, NULL, NULL, &error), NQ_OK);
  assert_int_equal(nq_report_write(&plots, stream), NQ_OK);
  nq_plots_release(&plots);
  fclose(stream);
  return text;
}

/* The script of a plot, to be freed. */
static char *script_of(const nq_plots *plots, nq_plot_kind kind, size_t n, nq_plot_form form) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  nq_plots_script(plots, &(nq_figure){.kind = kind, .n = n}, form, stream);
  fclose(stream);
  return text;
}

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

static void without_gnuplot_the_report_says_so(void **state) {
  (void)state;
  const char *inherited = getenv("PATH");
  char *path = strdup(inherited != NULL ? inherited : "");
  setenv("PATH", "/nonexistent", 1);
  struct experiment *made = make("construct", 4);
  snprintf(made->summary.machine, sizeof made->summary.machine, "<script>alert(1)</script>");
  char *text = report_of(made);
  setenv("PATH", path, 1);
  assert_int_equal(count_of(text, "No plots: gnuplot is not installed"), 1);
  assert_non_null(strstr(text, "<code>gnuplot-nox</code>"));
  assert_int_equal(count_of(text, "<figure>") + count_of(text, "class=\"figures\""), 0);
  assert_non_null(strstr(text, "min-conflicts is 40 times as fast as construct at n = 10"));
  const char *answer =
      strstr(text, "<p class=\"answer\">min-conflicts is at least 40 times as fast as "
                   "construct at n = 10 to 100.</p>");
  assert_non_null(answer);
  assert_true(answer < strstr(text, "<table"));
  assert_true(strstr(text, "<dt>Machine</dt>") > strstr(text, "<details class=\"setup\">"));
  assert_non_null(strstr(text, "construct solved 14 of 20 runs; the other one solved every run."));
  assert_non_null(strstr(text, "<br><small>4 of 10</small>"));
  assert_non_null(strstr(text, "&lt;script&gt;"));
  assert_int_equal(count_of(text, "<script"), 1); /* the page's own */
  assert_non_null(strstr(text, "</html>"));
  free(path);
  free(text);
  release(made);
}

/* Two plots over n, and two more for each n; methods without generations have no others. */
static void every_plot_is_in_the_report_once(void **state) {
  (void)state;
  gnuplot plotter;
  struct experiment *made = make("construct", 4);
  gnuplot_begin(&plotter, "echo \"<svg><g id='a'/></svg>\"");
  char *text = report_of(made), *told = gnuplot_end(&plotter);
  assert_int_equal(count_of(text, "<svg role=\"img\""), 6);
  assert_int_equal(count_of(text, "<figure>"), 6);
  for (unsigned i = 1; i <= 6; i++) {
    char id[24];
    snprintf(id, sizeof id, "<g id='plot%u-a'/>", i);
    assert_int_equal(count_of(text, id), 1);
  }
  assert_null(strstr(text, "No plot"));
  assert_null(strstr(text, "Convergence"));
  assert_int_equal(count_of(told, "set terminal svg"), 6);
  free(text);
  free(told);
  release(made);
}

/* A cell without runs has no numbers: no "0ns" for a method that never ran. */
static void cells_without_a_run_say_so(void **state) {
  (void)state;
  gnuplot plotter;
  struct experiment *made = make("construct", 4);
  nq_summary_release(&made->summary);
  assert_int_equal(nq_plan_add_variant(&made->plan, "min-conflicts:walk=0.5", NULL), NQ_OK);
  assert_int_equal(nq_summary_init(&made->summary, &made->plan, made->store, NULL), NQ_OK);
  gnuplot_begin(&plotter, "echo \"<svg></svg>\"");
  char *text = report_of(made), *told = gnuplot_end(&plotter);
  assert_int_equal(count_of(text, ">no run</td>"), 8); /* two n in each of four tables */
  assert_null(strstr(text, "0 of 0"));
  assert_null(strstr(text, "0ns"));
  free(text);
  free(told);
  release(made);
}

/* The genetic run is repeated and its curves are drawn; its long name is in the legend. */
static void generations_have_a_curve(void **state) {
  (void)state;
  gnuplot plotter;
  struct experiment *made = make("genetic:encoding=permutation,population=10", 10);
  made->plan.n_count = 1; /* n = 10: as the runs' limits allow */
  made->plan.step_limit = 123;
  gnuplot_begin(&plotter, "echo \"<svg></svg>\"");
  char *text = report_of(made), *told = gnuplot_end(&plotter);
  assert_int_equal(count_of(text, "<figure>"), 3);
  assert_non_null(strstr(text, "their mean (dotted): n = 10, seed 0</figcaption>"));
  assert_non_null(strstr(text, "2 seconds or 123 steps"));
  assert_non_null(
      strstr(text, "genetic = <code>genetic:encoding=permutation,population=10</code>"));
  assert_non_null(strstr(told, "set ylabel 'conflicts + 1'"));
  free(text);
  free(told);
  made->plan.n_count = 2;
  release(made);
}

/* The plot shows generation + 1 and conflicts + 1, because both axes are logarithmic. */
static void convergence_is_a_curve_a_method(void **state) {
  (void)state;
  nq_plan plan = {.first_seed = 0, .seeds = 1, .time_limit = 1};
  assert_int_equal(nq_plan_add_methods(&plan, "construct,genetic", NULL), NQ_OK);
  nq_trace *traces = calloc(2, sizeof *traces);
  assert_non_null(traces);
  nq_trace_add(&traces[1], 5, 8.5);
  nq_trace_add(&traces[1], 0, 2);
  const nq_summary summary = {.plan = &plan};
  const nq_plots plots = {.summary = &summary, .traces = traces};
  char *script = script_of(&plots, NQ_PLOT_CONVERGENCE, 0, NQ_PLOT_SVG);
  assert_non_null(strstr(script, "$d0 << EOD\nEOD\n"));
  assert_non_null(strstr(script, "$d1 << EOD\n1 6 9.5\n2 1 3\nEOD\n"));
  assert_non_null(strstr(script, "\n1 6 \"generation 0: best 5, mean 8.5 conflicts\"\n"));
  assert_int_equal(count_of(script, "$d1 using 1:"), 2);
  assert_int_equal(count_of(script, "$d0 using"), 0);
  assert_int_equal(count_of(script, "title \"genetic\""), 1);
  assert_int_equal(count_of(script, "title \"construct\""), 0);
  free(script);
  free(traces);
  nq_plan_release(&plan);
}

/* Marks, their texts and, in a file, a legend.  Equal shares stand side by side, none above 100
 * %. */
static void scripts_suit_page_and_file(void **state) {
  (void)state;
  struct experiment *made = make("construct", 10);
  const nq_plots plots = {.summary = &made->summary};
  char *page = script_of(&plots, NQ_PLOT_SUCCESS, 0, NQ_PLOT_PAGE);
  char *pdf = script_of(&plots, NQ_PLOT_SUCCESS, 0, NQ_PLOT_PDF);
  assert_int_equal(count_of(page, "with labels hypertext point"), 2);
  assert_int_equal(count_of(page, "keyentry"), 0);
  assert_int_equal(count_of(page, "\"n = 10: 10 of 10 runs solved, 95 % interval 72 to 100 %\""),
                   2);
  assert_int_equal(count_of(page, " 100 72.2"), 4);
  assert_int_equal(count_of(page, "\n10 100 "), 0);
  assert_int_equal(count_of(pdf, "hypertext"), 0);
  assert_int_equal(count_of(pdf, "keyentry"), 2);
  assert_int_equal(strncmp(pdf, "set terminal pdfcairo size 8cm,", 31), 0);
  free(page);
  free(pdf);
  release(made);
}

/* A method that solves no run on the larger n: its mark is at the limit, its bar has no end. */
static void medians_beyond_the_limit_are_marked(void **state) {
  (void)state;
  struct experiment *made = make("construct", 0);
  const nq_plots plots = {.summary = &made->summary};
  char *page = script_of(&plots, NQ_PLOT_SCALING, 0, NQ_PLOT_PAGE);
  assert_non_null(strstr(page, " 2 2 1e+30 \"n = 100: median over 2s, 0 of 10 runs solved\"\n"));
  assert_non_null(strstr(page, "\nset yrange ["));
  assert_null(strstr(page, "inf"));
  free(page);
  release(made);
}

/* Boxes are named below, upright where labels are long. */
static void boxes_have_names(void **state) {
  (void)state;
  struct experiment *made = make("construct", 10);
  const nq_plots plots = {.summary = &made->summary};
  char *page = script_of(&plots, NQ_PLOT_BOXES, 0, NQ_PLOT_PAGE);
  assert_non_null(
      strstr(page, "set xtics scale 0\nset xtics (\"min-conflicts\" 1, \"construct\" 2)\n"));
  free(page);
  strcpy(made->plan.variant[0].label, "as long as labels can be");
  strcpy(made->plan.variant[1].label, "5% \\\"`'as long as these are");
  for (nq_plot_form form = NQ_PLOT_PAGE; form <= NQ_PLOT_PDF; form++) {
    char *script = script_of(&plots, NQ_PLOT_BOXES, 0, form);
    assert_non_null(strstr(script,
                           "set xtics scale 0 rotate offset 0,0\nset xtics (\"as long as "
                           "labels can be\" 1, \"5%% \\\\\\\"\\`'as long as these are\" 2)\n"));
    assert_int_equal(count_of(script, "keyentry"), 0);
    free(script);
  }
  release(made);
}

/* On a page the variant of a clause is known by its number: also when variants lack some. */
static void clauses_are_equally_many(void **state) {
  (void)state;
  static const nq_plot_kind kinds[] = {NQ_PLOT_SCALING, NQ_PLOT_SUCCESS, NQ_PLOT_DISTRIBUTION,
                                       NQ_PLOT_BOXES, NQ_PLOT_CONVERGENCE};
  struct experiment *made = make("construct", 0); /* no median at n = 100, so no fit */
  nq_trace *traces = calloc(2, sizeof *traces);
  assert_non_null(traces);
  nq_trace_add(&traces[1], 5, 8.5);
  const nq_plots plots = {.summary = &made->summary, .traces = traces};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    char *script = script_of(&plots, kinds[i], 1, NQ_PLOT_PAGE);
    assert_int_equal(count_of(script, "\nplot "), 1);
    assert_int_equal(count_of(script, ", \\\n"), 2 * NQ_PLOT_CLAUSES - 1);
    free(script);
  }
  free(traces);
  release(made);
}

struct files {
  size_t count;
  char names[400];
};

static nq_status note_file(void *context, const char *name, const nq_bytes *bytes,
                           nq_error *error) {
  struct files *files = context;
  assert_int_equal(bytes->size, 6);
  strcat(strcat(files->names, name), " ");
  return ++files->count < 9 ? NQ_OK : nq_error_set(error, NQ_IO, "full");
}

static void every_plot_is_a_file_of_each_form(void **state) {
  (void)state;
  gnuplot plotter;
  nq_error error = {0};
  struct files files = {0};
  struct experiment *made = make("construct", 4);
  const nq_plots plots = {.summary = &made->summary};
  gnuplot_begin(&plotter, "echo drawn");
  assert_int_equal(nq_plots_write(&plots, note_file, &files, &error), NQ_IO);
  free(gnuplot_end(&plotter));
  assert_string_equal(error.message, "full");
  assert_string_equal(files.names, "scaling.svg scaling.pdf success.svg success.pdf times-10.svg "
                                   "times-10.pdf boxes-10.svg boxes-10.pdf times-100.svg ");
  release(made);
}

static double light(const char *colour) {
  static const double weight[] = {0.2126, 0.7152, 0.0722};
  unsigned long value = strtoul(colour + 1, NULL, 16);
  double sum = 0.05;
  for (int i = 0; i < 3; i++) {
    double part = (double)(value >> (16 - 8 * i) & 255) / 255;
    sum += weight[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

/* The contrast of WCAG 2.1, 1.4.11: 3 to 1 for what is drawn. */
static void colours_stand_out(void **state) {
  (void)state;
  for (size_t i = 0; i < NQ_PLOT_COLOURS; i++) {
    assert_true(light("#ffffff") / light(nq_plots_look(i).colour) >= 3);
    assert_true(light(nq_plots_look(i).dark) / light("#16181b") >= 3);
  }
}

/* Whatever the colour: no two of the first 40 have both the same mark and the same dashes; of the
 * first 98 the same mark and the same colour. */
static void marks_and_dashes_differ(void **state) {
  (void)state;
  for (size_t i = 0; i < 98; i++)
    for (size_t j = 0; j < i; j++) {
      assert_true(i >= 40 || nq_plots_look(i).mark != nq_plots_look(j).mark ||
                  strcmp(nq_plots_look(i).dashes, nq_plots_look(j).dashes) != 0);
      assert_true(nq_plots_look(i).mark != nq_plots_look(j).mark ||
                  strcmp(nq_plots_look(i).colour, nq_plots_look(j).colour) != 0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_gnuplot_the_report_says_so),
      cmocka_unit_test(every_plot_is_in_the_report_once),
      cmocka_unit_test(cells_without_a_run_say_so),
      cmocka_unit_test(generations_have_a_curve),
      cmocka_unit_test(convergence_is_a_curve_a_method),
      cmocka_unit_test(scripts_suit_page_and_file),
      cmocka_unit_test(medians_beyond_the_limit_are_marked),
      cmocka_unit_test(boxes_have_names),
      cmocka_unit_test(clauses_are_equally_many),
      cmocka_unit_test(every_plot_is_a_file_of_each_form),
      cmocka_unit_test(colours_stand_out),
      cmocka_unit_test(marks_and_dashes_differ),
  };
  return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
