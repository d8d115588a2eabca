/* Colours, marks and dashes of variants.
 *
 * MODEL.  Variant i has colour i mod 7, mark i + floor(i / 14) mod 14 and dashes i mod 5.  So the
 * first 98 differ in colour or mark, and the first 40 in mark or dashes, without any colour. */
#include "experiment/graphics.h"

#include <stddef.h>

struct look {
  const char *colour, *dark;
};

static const struct look looks[NQ_PLOT_COLOURS] = {
    {"#0066a6", "#3f97dc"}, {"#bf4a00", "#e66a12"}, {"#009e73", "#1fb58a"}, {"#000000", "#ffffff"},
    {"#c76fa0", "#d98bb6"}, {"#c48600", "#f0b429"}, {"#3597d6", "#9ad8ff"}};
static const int marks[] = {7, 5, 9, 13, 11, 6, 4, 15, 12, 8, 10, 14, 2, 1}; /* types of gnuplot */

#define MARKS (sizeof marks / sizeof *marks)

const char *nq_plots_colour(size_t variant) {
  return looks[variant % NQ_PLOT_COLOURS].colour;
}

const char *nq_plots_dark_colour(size_t variant) {
  return looks[variant % NQ_PLOT_COLOURS].dark;
}

int nq_plots_mark(size_t variant) {
  return marks[(variant + variant / MARKS) % MARKS];
}

/* Those of gnuplot's SVG, drawn at half their length. */
const char *nq_plots_dashes(size_t variant) {
  static const char *const dashes[NQ_PLOT_DASHES] = {"", "6 4", "2 3", "8 3 2 3", "8 3 2 3 2 3"};
  return dashes[variant % NQ_PLOT_DASHES];
}
