/* src/experiment/report and plots: the page, with and without its plots. */
#include "experiment.h"
#include "experiment/output.h"
#include "gnuplot.h"

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
  assert_int_equal(nq_report_write(&made->summary, NULL, NULL, stream, &error), NQ_OK);
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
  assert_non_null(strstr(text, "&lt;script&gt;"));
  assert_null(strstr(text, "<script"));
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
  assert_int_equal(count_of(text, ">no run</td>"), 6); /* two n in each of three tables */
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
  assert_non_null(strstr(text, "<h2>Convergence</h2>"));
  assert_non_null(strstr(text, "their mean (dashed): n = 10, seed 0</figcaption>"));
  assert_non_null(strstr(text, "2 seconds or 123 steps"));
  assert_non_null(strstr(text, "genetic = <code>genetic:encoding=permutation,population=10</code>"));
  assert_non_null(strstr(told, "set ylabel 'conflicts + 1'"));
  free(text);
  free(told);
  made->plan.n_count = 2;
  release(made);
}

/* The plot shows generation + 1 and conflicts + 1, because both axes are logarithmic. */
static void convergence_is_a_curve_a_method(void **state) {
  (void)state;
  char *script = NULL;
  size_t size;
  nq_plan plan = {.first_seed = 0, .seeds = 1, .time_limit = 1};
  assert_int_equal(nq_plan_add_methods(&plan, "construct,genetic", NULL), NQ_OK);
  nq_trace *traces = calloc(2, sizeof *traces);
  assert_non_null(traces);
  nq_trace_add(&traces[1], 5, 8.5);
  nq_trace_add(&traces[1], 0, 2);
  FILE *stream = open_memstream(&script, &size);
  assert_non_null(stream);
  nq_plots_convergence(&plan, traces, stream);
  fclose(stream);
  assert_non_null(strstr(script, "$d0 << EOD\nEOD\n$d1 << EOD\n1 6 9.5\n2 1 3\nEOD\nplot $d1 "));
  assert_int_equal(count_of(script, "$d1 using 1:"), 2);
  assert_int_equal(count_of(script, "$d0 using"), 0);
  assert_int_equal(count_of(script, "title 'genetic'"), 1);
  free(script);
  free(traces);
  nq_plan_release(&plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_gnuplot_the_report_says_so),
      cmocka_unit_test(every_plot_is_in_the_report_once),
      cmocka_unit_test(cells_without_a_run_say_so),
      cmocka_unit_test(generations_have_a_curve),
      cmocka_unit_test(convergence_is_a_curve_a_method),
  };
  return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
