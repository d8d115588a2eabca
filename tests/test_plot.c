/* src/experiment/gnuplot: run gnuplot, and make its drawing a part of a page. */
#include "experiment/graphics.h"
#include "gnuplot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static nq_status plot_x(nq_watch *watch, nq_bytes *bytes, nq_error *error) {
  FILE *script = tmpfile();
  assert_non_null(script);
  fputs("plot x\n", script);
  nq_status status = nq_plot_draw(script, watch, bytes, error);
  fclose(script);
  return status;
}

/* A plot drawn and made a part of a page. */
static nq_status draw_into(FILE *stream, nq_error *error) {
  nq_bytes svg = {0};
  nq_status status = plot_x(NULL, &svg, error);
  if (status == NQ_OK) status = nq_plot_embed(&svg, 7, "a < \"b\"", stream, error);
  nq_bytes_release(&svg);
  return status;
}

/* The output of these when gnuplot is a script of these lines.  Free it, and *told. */
static char *draw(const char *lines, nq_status *status, nq_error *error, char **told) {
  gnuplot plotter;
  char *html = NULL;
  size_t size;
  FILE *stream = open_memstream(&html, &size);
  assert_non_null(stream);
  gnuplot_begin(&plotter, lines);
  *status = draw_into(stream, error);
  *told = gnuplot_end(&plotter);
  fclose(stream);
  return html;
}

static void a_plot_becomes_part_of_a_page(void **state) {
  (void)state;
  nq_status status;
  nq_error error = {0};
  char *told, *html = draw("echo \"<?xml version='1.0'?>\n<svg width='5'>"
                           "<title>Gnuplot $*</title><g id='a'/><g id=\\\"b\\\"/>"
                           "<use href='#a'/><a href='x'/></svg>\"",
                           &status, &error, &told);
  assert_int_equal(status, NQ_OK);
  /* No prolog and no title; ids and references have the plot's number. */
  assert_string_equal(html, "<svg role=\"img\" aria-label=\"a &lt; &quot;b&quot;\" width='5'>"
                            "<g id='plot7-a'/><g id=\"plot7-b\"/><use href='#plot7-a'/>"
                            "<a href='x'/></svg>\n");
  free(html);
  assert_string_equal(told, "plot x\n");
  free(told);
}

/* Groups of clauses get their variant, marks their text instead of calls of gnuplot's script. */
static void marks_have_values(void **state) {
  (void)state;
  nq_status status;
  nq_error error = {0};
  char *told, *html = draw("/bin/cat <<END\n<svg><g id=\"gnuplot_plot_3\" ><title>x</title></g>"
                           "<g id=\"gnuplot_plot_4\" >"
                           "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'n = 8: &lt;1us')\" "
                           "onmouseout=\"gnuplot_svg.hideHypertext()\"><title> </title>"
                           "<use xlink:href='#gpPt6'/></g></g></svg>\nEND",
                           &status, &error, &told);
  assert_int_equal(status, NQ_OK);
  assert_non_null(strstr(html, "<g data-m=\"0\" ></g><g data-m=\"1\" >"
                               "<g data-v=\"n = 8: &lt;1us\">"
                               "<use xlink:href='#plot7-gpPt6'/></g></g></svg>"));
  free(html);
  free(told);
}

/* What is not as expected stays as it was, even when it ends in the middle. */
static void odd_marks_stay(void **state) {
  (void)state;
  static const char *const odd[] = {
      "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'a\"b')\">",
      "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'endless",
      "<g onmousemove=\"other(evt,'a')\">",
  };
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    char text[200], *html = NULL;
    size_t size;
    nq_error error = {0};
    nq_bytes svg = {0};
    snprintf(text, sizeof text, "<svg></svg>%s", odd[i]);
    nq_bytes_text(&svg, text);
    FILE *stream = open_memstream(&html, &size);
    assert_non_null(stream);
    assert_int_equal(nq_plot_embed(&svg, 1, "", stream, &error), NQ_OK);
    fclose(stream);
    assert_non_null(strstr(html, odd[i]));
    free(html);
    nq_bytes_release(&svg);
  }
}

static bool stop(void *context, const nq_progress *progress) {
  (void)context;
  (void)progress;
  return false;
}

/* gnuplot may hang: the watch ends it. */
static void a_watch_ends_gnuplot(void **state) {
  (void)state;
  gnuplot plotter;
  nq_watch watch;
  nq_error error = {0};
  nq_bytes bytes = {0};
  nq_watch_init(&watch, 0, stop, NULL);
  gnuplot_begin(&plotter, "exec /bin/sleep 50");
  double begin = nq_clock();
  assert_int_equal(plot_x(&watch, &bytes, &error), NQ_END);
  assert_true(nq_clock() - begin < 10);
  assert_int_equal(bytes.size, 0);
  free(gnuplot_end(&plotter));
  nq_bytes_release(&bytes);
  nq_watch_release(&watch);
}

/* An unclosed title is kept: nothing after it is lost. */
static void a_title_without_an_end_stays(void **state) {
  (void)state;
  nq_status status;
  nq_error error = {0};
  char *told, *html = draw("echo '<svg><title>x</svg>'", &status, &error, &told);
  assert_int_equal(status, NQ_OK);
  assert_non_null(strstr(html, "><title>x</svg>\n"));
  free(html);
  free(told);
}

/* A user's start file must not change the plots. */
static void defaults_are_those_of_gnuplot(void **state) {
  (void)state;
  nq_status status;
  nq_error error = {0};
  char *told, *html = draw("echo \"<svg>$*</svg>\"", &status, &error, &told);
  assert_int_equal(status, NQ_OK);
  assert_non_null(strstr(html, ">-d</svg>"));
  free(html);
  free(told);
}

static void large_plots_are_whole(void **state) {
  (void)state;
  nq_status status;
  nq_error error = {0};
  char *told, *html = draw("echo '<svg>'; i=0; while [ $i -lt 5000 ]; do i=$((i + 1));\n"
                           "echo \"<path d='M0 0L5 5L6 6L7 7L8 8' class='a-name-$i'/>\"; done\n"
                           "echo '</svg>'",
                           &status, &error, &told);
  assert_int_equal(status, NQ_OK);
  assert_true(strlen(html) > 3 * 65536);
  size_t lines = 0;
  for (const char *at = html; (at = strstr(at, "<path d=")) != NULL; at++) lines++;
  assert_int_equal(lines, 5000);
  assert_non_null(strstr(html, "class='a-name-5000'/>\n</svg>\n"));
  free(html);
  free(told);
}

static void what_fails_writes_nothing(void **state) {
  (void)state;
  static const struct {
    const char *lines, *message;
  } cases[] = {{"echo '<svg></svg>'; exit 1", "gnuplot failed"},
               {"exit 127", "gnuplot could not be started"},
               {"echo '<svg></svg>'; kill -9 $$", "gnuplot failed"},
               {"exec /usr/bin/head -c 70000000 /dev/zero", "gnuplot failed"}, /* over 64 MiB */
               {"", "gnuplot drew nothing"},
               {"echo '<html></html>'", "gnuplot drew nothing"},
               {"echo '<svg><g></g>'", "gnuplot drew nothing"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_status status;
    nq_error error = {0};
    char *told, *html = draw(cases[i].lines, &status, &error, &told);
    assert_int_equal(status, NQ_IO);
    assert_string_equal(error.message, cases[i].message);
    assert_string_equal(html, "");
    assert_non_null(told);
    free(html);
    free(told);
  }
}

static void what_cannot_be_run_is_told(void **state) {
  (void)state;
  if (getenv("UNDER") != NULL) skip(); /* under valgrind the child, not the caller, notices */
  gnuplot plotter;
  nq_error error = {0};
  gnuplot_begin(&plotter, "");
  assert_int_equal(chmod(plotter.program, 0600), 0);
  assert_int_equal(draw_into(stdout, &error), NQ_IO);
  assert_string_equal(error.message, "gnuplot: Permission denied");
  unlink(plotter.program);
  assert_int_equal(draw_into(stdout, &error), NQ_UNSUPPORTED);
  assert_string_equal(error.message, "gnuplot is not installed");
  assert_null(gnuplot_end(&plotter));
}

static void gnuplot_is_found_as_it_is_started(void **state) {
  (void)state;
  gnuplot plotter;
  nq_error error = {0};
  char path[100];
  gnuplot_begin(&plotter, "");
  assert_int_equal(nq_plot_require(&error), NQ_OK);
  snprintf(path, sizeof path, "/nonexistent::%s", plotter.folder);
  setenv("PATH", path, 1);
  assert_int_equal(nq_plot_require(&error), NQ_OK);
  unlink(plotter.program);
  assert_int_equal(nq_plot_require(&error), NQ_UNSUPPORTED);
  assert_string_equal(error.message, "gnuplot is not installed");
  setenv("PATH", "", 1);
  assert_int_equal(nq_plot_require(&error), NQ_UNSUPPORTED);
  assert_null(gnuplot_end(&plotter));
}

static void html_is_escaped(void **state) {
  (void)state;
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  nq_html_write("<b a='1' c=\"2\"> & so on", stream);
  fclose(stream);
  assert_string_equal(text, "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt; &amp; so on");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plot_becomes_part_of_a_page),
      cmocka_unit_test(a_title_without_an_end_stays),
      cmocka_unit_test(a_watch_ends_gnuplot),
      cmocka_unit_test(defaults_are_those_of_gnuplot),
      cmocka_unit_test(gnuplot_is_found_as_it_is_started),
      cmocka_unit_test(large_plots_are_whole),
      cmocka_unit_test(marks_have_values),
      cmocka_unit_test(odd_marks_stay),
      cmocka_unit_test(what_fails_writes_nothing),
      cmocka_unit_test(what_cannot_be_run_is_told),
      cmocka_unit_test(html_is_escaped),
  };
  return cmocka_run_group_tests_name("plot", tests, NULL, NULL);
}
