/* src/draw/density: maps of the density. */
#include "draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#ifdef NQ_HAVE_CAIRO
#include <cairo/cairo.h>
#endif

static nq_density *diagonal_density(uint32_t n) {
  nq_density *density = calloc(1, sizeof(nq_density));
  nq_error error = {0};
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t i = 0; i < n; i++) rows[i] = i;
  nq_density_add(density, rows, n);
  assert_int_equal(nq_density_finish(density, &error), NQ_OK);
  free(rows);
  return density;
}

/* Ticks of the rows begin at 51. */
static void axes_have_at_most_five_numbers_after_0(void **state) {
  (void)state;
  for (uint32_t n = 2001; n < 3000000; n = n * 7 / 4) {
    nq_density *density = diagonal_density(n);
    nq_bytes bytes = {0};
    nq_error error = {0};
    assert_int_equal(nq_draw_density(NQ_DRAW_SVG, 1, density, &bytes, &error), NQ_OK);
    assert_in_range(count_text(&bytes, "M51 "), 3, 6);
    nq_bytes_release(&bytes);
    free(density);
  }
}

static void a_map_is_an_image_in_an_svg(void **state) {
  (void)state;
  nq_density *density = diagonal_density(5000);
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_density(NQ_DRAW_SVG, 1, density, &bytes, &error), NQ_OK);
  require_contains(&bytes, "href=\"data:image/png;base64,iVBORw0KGgo");
  nq_bytes_release(&bytes);
  free(density);
}

#ifdef NQ_HAVE_CAIRO

static void a_map_shows_the_diagonal(void **state) {
  (void)state;
  nq_density *density = diagonal_density(8192); /* 32 cells of 256 */
  nq_bytes bytes = {0};
  nq_error error = {0};
  nq_colour colours[256];
  nq_colours_fill(colours);
  assert_int_equal(density->side, 32);
  assert_int_equal(nq_draw_density(NQ_DRAW_PNG, 2, density, &bytes, &error), NQ_OK);
  cairo_surface_t *surface = read_png(&bytes);
  for (int x = 0; x < 32; x++)
    for (int y = 0; y < 32; y++)
      assert_int_equal(pixel(surface, 104 + 32 * x + 16, 68 + 32 * y + 16),
                       colours[x == y ? 255 : 0]);
  cairo_surface_destroy(surface);
  nq_bytes_release(&bytes);
  free(density);
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axes_have_at_most_five_numbers_after_0),
      cmocka_unit_test(a_map_is_an_image_in_an_svg),
#ifdef NQ_HAVE_CAIRO
      cmocka_unit_test(a_map_shows_the_diagonal),
#endif
  };
  return cmocka_run_group_tests_name("draw_map", tests, NULL, NULL);
}
