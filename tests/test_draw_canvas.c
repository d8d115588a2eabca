/* src/draw/canvas, letters and colours: the parts of every picture. */
#include "draw/canvas.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The luminance of the linear light, up to the power of sRGB. */
static double luminance(nq_colour colour) {
  double red = pow((colour >> 16 & 255) / 255.0, 2.2);
  double green = pow((colour >> 8 & 255) / 255.0, 2.2), blue = pow((colour & 255) / 255.0, 2.2);
  return .2126 * red + .7152 * green + .0722 * blue;
}

static void every_letter_of_a_label_is_known(void **state) {
  (void)state;
  const char *known = "0123456789abcdefghijklmnopqrstuvwxyzM.-+%=:/()\xB1";
  double blank = nq_label_width("  ", 8) - nq_label_width(" ", 8);
  for (; *known != '\0'; known++) {
    char two[] = {'0', *known, '\0'};
    double wide = nq_label_width(two, 8) - nq_label_width("0", 8);
    assert_true(wide != blank);
  }
  assert_true(nq_label_width("", 8) == 0);
  assert_true(nq_label_width("0", 8) == 4);
  assert_true(nq_label_width("00", 16) == 20);
}

static void colours_grow_lighter(void **state) {
  (void)state;
  nq_colour colours[256];
  nq_colours_fill(colours);
  for (unsigned i = 4; i < 256; i++) assert_true(luminance(colours[i]) > luminance(colours[i - 4]));
  assert_true(luminance(colours[0]) < .03);
  assert_true(luminance(colours[255]) > .75);
}

static void kinds_go_by_suffix(void **state) {
  (void)state;
  assert_int_equal(nq_draw_kind_by_suffix("a.svg"), NQ_DRAW_SVG);
  assert_int_equal(nq_draw_kind_by_suffix("a.svg/b.png"), NQ_DRAW_PNG);
  assert_int_equal(nq_draw_kind_by_suffix(".pdf"), NQ_DRAW_PDF);
  assert_int_equal(nq_draw_kind_by_suffix("svg"), NQ_DRAW_NONE);
  assert_int_equal(nq_draw_kind_by_suffix("a.svgz"), NQ_DRAW_NONE);
  assert_int_equal(nq_draw_kind_by_suffix("a.SVG"), NQ_DRAW_NONE);
  assert_string_equal(nq_draw_kind_name(NQ_DRAW_PDF), "pdf");
  assert_null(nq_draw_kind_name(NQ_DRAW_NONE));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_letter_of_a_label_is_known),
      cmocka_unit_test(colours_grow_lighter),
      cmocka_unit_test(kinds_go_by_suffix),
  };
  return cmocka_run_group_tests_name("draw_canvas", tests, NULL, NULL);
}
