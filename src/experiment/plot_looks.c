/* Colours, marks and dashes of variants.
 *
 * MODEL.  Variant i has colour i mod 7, mark i + floor(i / 14) mod 14 and dashes i mod 5.  So the
 * first 98 differ in colour or mark, and the first 40 in mark or dashes, without any colour. */
#include "experiment/graphics.h"

#include <stdio.h>

nq_plot_look nq_plots_look(size_t variant) {
  static const nq_plot_look looks[NQ_PLOT_COLOURS] = {
      {"#0066a6", "#3f97dc", 0, ""}, {"#bf4a00", "#e66a12", 0, ""}, {"#009e73", "#1fb58a", 0, ""},
      {"#000000", "#ffffff", 0, ""}, {"#c76fa0", "#d98bb6", 0, ""}, {"#c48600", "#f0b429", 0, ""},
      {"#3597d6", "#9ad8ff", 0, ""}};
  static const int marks[] = {7, 5, 9, 13, 11, 6, 4, 15, 12, 8, 10, 14, 2, 1}; /* of gnuplot */
  /* Those of gnuplot's SVG, drawn at half their length. */
  static const char *const dashes[] = {"", "6 4", "2 3", "8 3 2 3", "8 3 2 3 2 3"};
  const size_t count = sizeof marks / sizeof *marks;
  nq_plot_look look = looks[variant % NQ_PLOT_COLOURS];
  look.mark = marks[(variant + variant / count) % count];
  look.dashes = dashes[variant % NQ_PLOT_DASHES];
  return look;
}

/* In files: 8 cm = 302 pixels of 1/96 inch wide, whose letters have 8 points: 4/3 pixels each in
 * SVG, 4/3 of gnuplot's own in PDF.  A slide does not grow with its lines. */
void nq_plots_write_terminal(nq_plot_form form, size_t lines, FILE *script) {
  static const struct {
    const char *begin, *end; /* before and after the height */
    double height, line;     /* with the height of each line */
    int digits;
  } terminals[] = {
      [NQ_PLOT_PAGE] = {"svg size 560,", " dynamic font 'sans-serif,16' linewidth 1.5", 400, 21, 0},
      [NQ_PLOT_SVG] = {"svg size 302,", " fixed font 'sans-serif,10.67' background '#ffffff'", 197,
                       14, 0},
      [NQ_PLOT_PDF] = {"pdfcairo size 8cm,", "cm font 'Sans,8' fontscale 0.75", 5.2, 0.37, 2},
      [NQ_PLOT_WIDE_SVG] = {"svg size 960,",
                            " fixed font 'sans-serif,19' linewidth 1.8 background '#ffffff'", 540,
                            0, 0},
      [NQ_PLOT_WIDE_PDF] = {"pdfcairo size 25.4cm,", "cm font 'Sans,14' fontscale 0.75 linewidth 3",
                            14.29, 0, 2},
      [NQ_PLOT_WIDE_PNG] = {"pngcairo size 1920,",
                            " font 'Sans,19' fontscale 1.5 linewidth 4 pointscale 3", 1080, 0, 0}};
  fprintf(script, "set terminal %s%.*f%s noenhanced\nset encoding utf8\n", terminals[form].begin,
          terminals[form].digits, terminals[form].height + terminals[form].line * (double)lines,
          terminals[form].end);
}
