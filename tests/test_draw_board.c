/* src/draw/board and shapes: boards, queen by queen. */
#include "draw.h"
#include "draw/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#ifdef NQ_HAVE_CAIRO
#include <cairo/cairo.h>
#endif

/* The layout of src/draw/board.c for n = 8, in units. */
#define BAND 34
#define CELL 64

static const uint32_t solution[8] = {3, 1, 6, 4, 0, 7, 5, 2};
/* Columns 0 and 7 share row 3; column 4 is empty; nothing else meets. */
static const uint32_t partial[8] = {3, 1, 6, NQ_EMPTY, NQ_EMPTY, 7, NQ_EMPTY, 3};

struct pairs {
  uint32_t first[32], second[32];
  size_t count;
};

static void note_pair(void *context, uint32_t first, uint32_t second) {
  struct pairs *pairs = context;
  assert_true(pairs->count < 32);
  pairs->first[pairs->count] = first;
  pairs->second[pairs->count++] = second;
}

static void neighbours_on_a_line_are_found(void **state) {
  (void)state;
  struct pairs pairs = {.count = 0};
  assert_true(nq_attacks_visit(solution, 8, note_pair, &pairs));
  assert_int_equal(pairs.count, 0);
  static const uint32_t row[4] = {2, NQ_EMPTY, 2, 2};
  assert_true(nq_attacks_visit(row, 4, note_pair, &pairs));
  assert_int_equal(pairs.count, 2);
  assert_int_equal(pairs.first[0], 0);
  assert_int_equal(pairs.second[0], 2);
  assert_int_equal(pairs.first[1], 2);
  static const uint32_t falling[4] = {0, 1, 2, 3}, rising[4] = {3, 2, 1, 0};
  pairs.count = 0;
  assert_true(nq_attacks_visit(falling, 4, note_pair, &pairs));
  assert_int_equal(pairs.count, 3);
  assert_true(nq_attacks_visit(rising, 4, note_pair, &pairs));
  assert_int_equal(pairs.count, 6);
}

static void an_svg_has_a_mark_for_each_queen(void **state) {
  (void)state;
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_board(NQ_DRAW_SVG, 1, solution, 8, NULL, &bytes, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "href=\"#q\""), 8);
  assert_int_equal(count_text(&bytes, "href=\"#h\""), 0);
  require_contains(&bytes, "width=\"562\" height=\"562\""); /* 34 + 8 * 64 + 16 */
  nq_bytes_release(&bytes);
  assert_int_equal(nq_draw_board(NQ_DRAW_SVG, 1, partial, 8, NULL, &bytes, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "href=\"#q\""), 3);
  assert_int_equal(count_text(&bytes, "href=\"#h\""), 2);
  require_contains(&bytes, "M66 258L514 258\""); /* row 3 from column 0 to 7 */
  nq_bytes_release(&bytes);
}

/* Over 100 columns a queen is a dot, here with a radius of 0.42 squares of 5 units; one that is
 * attacked is larger, with paper within. */
static void large_boards_have_dots(void **state) {
  (void)state;
  uint32_t rows[200];
  for (uint32_t column = 0; column < 200; column++) rows[column] = NQ_EMPTY;
  rows[0] = 0, rows[10] = rows[100] = 50;
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_board(NQ_DRAW_SVG, 1, rows, 200, NULL, &bytes, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "href="), 0);
  assert_int_equal(count_text(&bytes, "a2.1 2.1 0 1 0 4.2 0"), 1);
  assert_int_equal(count_text(&bytes, "a3.36 3.36 0 1 0 6.72 0"), 2);
  assert_int_equal(count_text(&bytes, "a1.68 1.68 0 1 0 3.36 0"), 2);
  require_contains(&bytes, "M34.4 36.5a2.1"); /* left of the middle of the first square */
  nq_bytes_release(&bytes);
}

static void rows_off_the_board_are_refused(void **state) {
  (void)state;
  static const uint32_t rows[3] = {0, 3, 1};
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_board(NQ_DRAW_SVG, 1, rows, 3, NULL, &bytes, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message,
                      "column 1 has row 3, but a board of 3 columns has the rows 0..2");
  nq_bytes_release(&bytes);
}

#ifdef NQ_HAVE_CAIRO

/* At (x, y), in hundredths of the square, of a picture of 8 columns. */
static nq_colour square_pixel(cairo_surface_t *surface, int scale, uint32_t column, uint32_t row,
                              int x, int y) {
  int left = BAND + CELL * (int)column, top = BAND + CELL * (int)row;
  return pixel(surface, scale * (100 * left + CELL * x) / 100,
               scale * (100 * top + CELL * y) / 100);
}

static cairo_surface_t *draw_png(const uint32_t *rows, const nq_instance *instance,
                                 unsigned scale) {
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_board(NQ_DRAW_PNG, scale, rows, 8, instance, &bytes, &error), NQ_OK);
  cairo_surface_t *surface = read_png(&bytes);
  nq_bytes_release(&bytes);
  return surface;
}

static void queens_stand_where_they_should(void **state) {
  (void)state;
  for (int scale = 1; scale <= 3; scale++) {
    cairo_surface_t *surface = draw_png(solution, NULL, (unsigned)scale);
    assert_int_equal(cairo_image_surface_get_width(surface), 562 * scale);
    assert_int_equal(cairo_image_surface_get_height(surface), 562 * scale);
    assert_int_equal(pixel(surface, 1, 1), NQ_COLOUR_PAPER);
    for (uint32_t column = 0; column < 8; column++)
      for (uint32_t row = 0; row < 8; row++) {
        nq_colour square = (column + row) % 2 == 0 ? NQ_COLOUR_LIGHT : NQ_COLOUR_DARK;
        assert_int_equal(square_pixel(surface, scale, column, row, 4, 4), square);
        assert_int_equal(square_pixel(surface, scale, column, row, 50, 58),
                         solution[column] == row ? NQ_COLOUR_QUEEN : square);
      }
    cairo_surface_destroy(surface);
  }
}

static void attacked_queens_are_outlined_and_joined(void **state) {
  (void)state;
  cairo_surface_t *surface = draw_png(partial, NULL, 2);
  /* Paper within, the line from square to square between. */
  assert_int_equal(square_pixel(surface, 2, 0, 3, 50, 58), NQ_COLOUR_PAPER);
  assert_int_equal(square_pixel(surface, 2, 7, 3, 50, 58), NQ_COLOUR_PAPER);
  for (uint32_t column = 1; column < 7; column++)
    assert_int_equal(square_pixel(surface, 2, column, 3, 50, 50), NQ_COLOUR_ATTACKED);
  assert_int_equal(square_pixel(surface, 2, 1, 1, 50, 58), NQ_COLOUR_QUEEN);
  assert_int_equal(square_pixel(surface, 2, 4, 4, 50, 58), NQ_COLOUR_LIGHT); /* empty */
  cairo_surface_destroy(surface);
}

static void an_instance_is_marked(void **state) {
  (void)state;
  nq_instance *instance = nq_instance_new(8);
  assert_int_equal(nq_instance_place(instance, 0, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_block(instance, 2, 4, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_rising(instance, 3, NULL), NQ_OK);
  assert_int_equal(nq_instance_exclude_falling(instance, 12, NULL), NQ_OK); /* row = column + 5 */
  cairo_surface_t *surface = draw_png(solution, instance, 2);
  nq_instance_free(instance);
  assert_int_equal(square_pixel(surface, 2, 0, 3, 4, 50), NQ_COLOUR_PLACED);
  assert_int_equal(square_pixel(surface, 2, 0, 3, 50, 96), NQ_COLOUR_PLACED);
  static const int cross[4][2] = {{50, 50}, {25, 25}, {75, 25}, {25, 75}};
  for (unsigned i = 0; i < 4; i++)
    assert_int_equal(square_pixel(surface, 2, 2, 4, cross[i][0], cross[i][1]), NQ_COLOUR_BLOCKED);
  for (uint32_t column = 0; column < 3; column++) {
    if (column == 0) continue; /* the queen of column 0 stands there */
    assert_int_equal(square_pixel(surface, 2, column, 3 - column, 70, 30), NQ_COLOUR_BLOCKED);
    if (3 - column != solution[column])
      assert_int_equal(square_pixel(surface, 2, column, 3 - column, 30, 70), NQ_COLOUR_BLOCKED);
  }
  for (uint32_t column = 0; column < 3; column++)
    assert_int_equal(square_pixel(surface, 2, column, column + 5, 30, 30), NQ_COLOUR_BLOCKED);
  assert_int_equal(square_pixel(surface, 2, 3, 7, 50, 50), NQ_COLOUR_LIGHT);
  cairo_surface_destroy(surface);
}

static void a_pdf_is_the_same_again(void **state) {
  (void)state;
  nq_bytes pdf[2] = {{0}, {0}};
  nq_error error = {0};
  for (unsigned i = 0; i < 2; i++)
    assert_int_equal(nq_draw_board(NQ_DRAW_PDF, 1, solution, 8, NULL, &pdf[i], &error), NQ_OK);
  assert_int_equal(pdf[0].size, pdf[1].size);
  assert_memory_equal(pdf[0].data, pdf[1].data, pdf[0].size);
  assert_memory_equal(pdf[0].data, "%PDF-", 5);
  assert_int_equal(count_text(&pdf[0], "CreationDate"), 0);
  nq_bytes_release(&pdf[0]);
  nq_bytes_release(&pdf[1]);
}

#else

static void without_cairo_png_and_pdf_are_refused(void **state) {
  (void)state;
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_board(NQ_DRAW_PNG, 1, solution, 8, NULL, &bytes, &error),
                   NQ_UNSUPPORTED);
  assert_non_null(strstr(error.message, "without cairo"));
  assert_int_equal(nq_draw_board(NQ_DRAW_PDF, 1, solution, 8, NULL, &bytes, &error),
                   NQ_UNSUPPORTED);
}

#endif

static bool asks_twice(void *context) {
  unsigned *asked = context;
  return ++*asked < 2;
}

static void a_large_picture_can_be_stopped(void **state) {
  (void)state;
  if (nq_canvas_lacks_cairo() != NULL) skip();
  static const uint32_t rows[] = {3, 1, 6, 4, 0, 7, 5, 2};
  unsigned asked = 0;
  nq_bytes bytes = {.goes_on = asks_twice, .context = &asked};
  nq_error error;
  assert_int_equal(nq_draw_board(NQ_DRAW_PNG, 8, rows, 8, NULL, &bytes, &error), NQ_IO);
  assert_string_equal(error.message, "stopped");
  assert_int_equal(asked, 2);
  nq_bytes_release(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(neighbours_on_a_line_are_found),
      cmocka_unit_test(an_svg_has_a_mark_for_each_queen),
      cmocka_unit_test(large_boards_have_dots),
      cmocka_unit_test(rows_off_the_board_are_refused),
#ifdef NQ_HAVE_CAIRO
      cmocka_unit_test(queens_stand_where_they_should),
      cmocka_unit_test(attacked_queens_are_outlined_and_joined),
      cmocka_unit_test(an_instance_is_marked),
      cmocka_unit_test(a_pdf_is_the_same_again),
#else
      cmocka_unit_test(without_cairo_png_and_pdf_are_refused),
#endif
      cmocka_unit_test(a_large_picture_can_be_stopped),
  };
  return cmocka_run_group_tests_name("draw_board", tests, NULL, NULL);
}
