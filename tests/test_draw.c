/* src/draw: pictures of boards, sheets, density maps and runs. */
#include "draw/canvas.h"
#include "draw/squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef NQ_HAVE_CAIRO
#include <cairo/cairo.h>
#endif

/* What src/draw/board.c lays out for n = 8, in units. */
#define BAND 34
#define CELL 64

static const uint32_t solution[8] = {3, 1, 6, 4, 0, 7, 5, 2};
/* Columns 0 and 7 share row 3; column 4 is empty; nothing else meets. */
static const uint32_t partial[8] = {3, 1, 6, NQ_EMPTY, NQ_EMPTY, 7, NQ_EMPTY, 3};

static void require_contains(const nq_bytes *bytes, const char *text) {
  nq_bytes ended = {0};
  nq_bytes_add(&ended, bytes->data, bytes->size);
  nq_bytes_add(&ended, "", 1);
  assert_false(ended.failed);
  if (strstr((const char *)ended.data, text) == NULL) fail_msg("no %s", text);
  nq_bytes_release(&ended);
}

static size_t count_text(const nq_bytes *bytes, const char *text) {
  size_t count = 0, size = strlen(text);
  for (size_t i = 0; i + size <= bytes->size; i++)
    count += memcmp(bytes->data + i, text, size) == 0;
  return count;
}

/* ---- Bytes, letters, colours ---- */

static void numbers_have_two_decimals(void **state) {
  (void)state;
  static const struct {
    double number;
    const char *text;
  } cases[] = {{0, "0"},       {-0.001, "0"},       {1, "1"},          {-1, "-1"},
               {0.5, "0.5"},   {-0.25, "-0.25"},    {3.14159, "3.14"}, {1.005, "1"},
               {0.05, "0.05"}, {12345.999, "12346"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    nq_bytes bytes = {0};
    nq_bytes_number(&bytes, cases[i].number);
    nq_bytes_add(&bytes, "", 1);
    assert_string_equal((const char *)bytes.data, cases[i].text);
    nq_bytes_release(&bytes);
  }
}

static void base64_is_that_of_rfc_4648(void **state) {
  (void)state;
  static const char *const plain[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar"};
  static const char *const packed[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                       "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    nq_bytes bytes = {0};
    nq_bytes_base64(&bytes, (const unsigned char *)plain[i], strlen(plain[i]));
    nq_bytes_add(&bytes, "", 1);
    assert_string_equal((const char *)bytes.data, packed[i]);
    nq_bytes_release(&bytes);
  }
}

static void every_letter_of_a_label_is_known(void **state) {
  (void)state;
  const char *known = "0123456789abcdefghijklmnopqrstuvwxyz.-+%=:/()";
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

/* The luminance of the linear light, up to the power of sRGB. */
static double luminance(nq_colour colour) {
  double red = pow((colour >> 16 & 255) / 255.0, 2.2);
  double green = pow((colour >> 8 & 255) / 255.0, 2.2), blue = pow((colour & 255) / 255.0, 2.2);
  return .2126 * red + .7152 * green + .0722 * blue;
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

/* ---- Attacks ---- */

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

/* ---- SVG ---- */

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

static void a_sheet_has_limits(void **state) {
  (void)state;
  nq_bytes bytes = {0};
  nq_error error = {0};
  uint32_t rows[3 * 8];
  for (size_t i = 0; i < 3; i++) memcpy(rows + 8 * i, solution, sizeof solution);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, rows, 3, 8, &bytes, &error), NQ_OK);
  assert_int_equal(count_text(&bytes, "href=\"#q\""), 24);
  nq_bytes_release(&bytes);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, rows, 0, 8, &bytes, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, rows, 1001, 8, &bytes, &error), NQ_BAD_VALUE);
  assert_int_equal(nq_draw_sheet(NQ_DRAW_SVG, rows, 1, 33, &bytes, &error), NQ_BAD_VALUE);
  nq_bytes_release(&bytes);
}

/* ---- Runs ---- */

static void a_run_moves_queens_and_ends_as_the_last_board(void **state) {
  (void)state;
  static const uint32_t rows[] = {1, 1, 0, 2, 1, 3, 0, 2};
  const nq_run run = {.n = 4, .boards = 2, .rows = rows};
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_run(&run, &bytes, &error), NQ_OK);
  /* Four queens and the dot of the chart go their ways; one queen has a way to go. */
  assert_int_equal(count_text(&bytes, "<animateTransform"), 5);
  require_contains(&bytes, "values=\"130 114;130 114;130 242;130 242\"");
  require_contains(&bytes, "<g transform=\"translate(130 242)\">");
  /* At the end all are filled. */
  assert_int_equal(count_text(&bytes, "href=\"#h\" color=\"#d55e00\" visibility=\"hidden\""), 4);
  assert_int_equal(count_text(&bytes, "href=\"#q\" color=\"#1f2a44\" visibility=\"visible\""), 4);
  assert_int_equal(count_text(&bytes, "<path visibility"), 1); /* lines of the first board */
  nq_bytes_release(&bytes);
  nq_run large = run;
  large.n = NQ_DRAW_RUN_N_MAX + 1;
  assert_int_equal(nq_draw_run(&large, &bytes, &error), NQ_BAD_VALUE);
}

/* ---- Density ---- */

static void require_cells_add_up(const nq_density *density, uint64_t queens) {
  uint32_t side = nq_density_side(density);
  uint64_t sum = 0;
  double area = 0, span = nq_density_span(density);
  for (uint32_t x = 0; x < side; x++)
    for (uint32_t y = 0; y < side; y++) {
      sum += nq_density_count(density, x, y);
      area += nq_density_area(density, x, y);
    }
  assert_int_equal(sum, queens);
  assert_int_equal(nq_density_queens(density), queens);
  assert_true(area > .999999 * span * span && area < 1.000001 * span * span);
}

/* All at once, or some at a time: the same cells, and right ones. */
static void check_density(uint32_t n, size_t piece, uint32_t empty) {
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t i = 0; i < n; i++) rows[i] = (uint32_t)((uint64_t)i * 7 % n);
  for (uint32_t i = 0; i < empty; i++) rows[i * 3] = NQ_EMPTY;
  nq_density *density = nq_density_new();
  nq_error error = {0};
  assert_non_null(density);
  for (uint32_t at = 0; at < n; at += (uint32_t)piece)
    nq_density_add(density, rows + at, n - at < piece ? n - at : piece);
  assert_int_equal(nq_density_finish(density, &error), NQ_OK);
  assert_int_equal(nq_density_n(density), n);
  require_cells_add_up(density, n - empty);
  uint32_t side = nq_density_side(density);
  uint64_t cell = (uint64_t)((double)n / nq_density_span(density) + .5);
  uint32_t *expected = calloc((size_t)side * side, sizeof *expected);
  assert_non_null(expected);
  for (uint32_t i = 0; i < n; i++) {
    if (rows[i] == NQ_EMPTY) continue;
    uint64_t x = i / cell, y = rows[i] / cell;
    x = x < side ? x : side - 1;
    y = y < side ? y : side - 1;
    expected[x * side + y]++;
  }
  for (uint32_t x = 0; x < side; x++)
    for (uint32_t y = 0; y < side; y++)
      if (nq_density_count(density, x, y) != expected[x * side + y])
        fail_msg("n = %u, pieces of %zu: cell %u, %u", n, piece, x, y);
  free(expected);
  nq_density_free(density);
  free(rows);
}

static void cells_hold_every_queen(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 2, 7, 512, 513, 1000, 2001, 65536, 100003, 600000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    check_density(sizes[i], sizes[i], 0);
    check_density(sizes[i], 1000, sizes[i] / 4);
    check_density(sizes[i], 65537, 0);
  }
  check_density(3000, 1, 5);
}

static void cells_are_neither_slivers_nor_too_many(void **state) {
  (void)state;
  uint32_t rows[4096];
  for (uint32_t n = 2001; n < 1000000; n += n / 3 + 17) {
    nq_density *density = nq_density_new();
    nq_error error = {0};
    for (uint32_t at = 0; at < n;) {
      uint32_t count = n - at < 4096 ? n - at : 4096;
      for (uint32_t i = 0; i < count; i++) rows[i] = at + i;
      nq_density_add(density, rows, count);
      at += count;
    }
    assert_int_equal(nq_density_finish(density, &error), NQ_OK);
    uint32_t last = nq_density_side(density) - 1;
    double area = nq_density_area(density, last, 0);
    assert_true(area >= .5 && area < 1.5);
    double span = nq_density_span(density);
    assert_true(span <= 512 && n / (span * span) >= 8);
    assert_true(nq_density_area(density, 0, 0) == 1);
    nq_density_free(density);
  }
}

static void a_density_refuses_rows_off_the_board(void **state) {
  (void)state;
  uint32_t rows[3000];
  for (uint32_t i = 0; i < 3000; i++) rows[i] = i;
  rows[1234] = 4000000000U;
  nq_density *density = nq_density_new();
  nq_error error = {0};
  assert_int_equal(nq_density_finish(density, &error), NQ_BAD_VALUE); /* no column */
  nq_density_add(density, rows, 1000);
  nq_density_add(density, rows + 1000, 2000);
  assert_int_equal(nq_density_finish(density, &error), NQ_BAD_VALUE);
  assert_string_equal(error.message, "column 1234 has row 4000000000, but a board of 3000 columns "
                                     "has the rows 0..2999");
  nq_density_free(density);
}

static nq_density *diagonal_density(uint32_t n) {
  nq_density *density = nq_density_new();
  nq_error error = {0};
  uint32_t *rows = malloc(n * sizeof *rows);
  assert_non_null(rows);
  for (uint32_t i = 0; i < n; i++) rows[i] = i;
  nq_density_add(density, rows, n);
  assert_int_equal(nq_density_finish(density, &error), NQ_OK);
  free(rows);
  return density;
}

static void a_map_is_an_image_in_an_svg(void **state) {
  (void)state;
  nq_density *density = diagonal_density(5000);
  nq_bytes bytes = {0};
  nq_error error = {0};
  assert_int_equal(nq_draw_density(NQ_DRAW_SVG, 1, density, &bytes, &error), NQ_OK);
  require_contains(&bytes, "href=\"data:image/png;base64,iVBORw0KGgo");
  nq_bytes_release(&bytes);
  nq_density_free(density);
}

/* ---- Pixels ---- */

#ifdef NQ_HAVE_CAIRO

struct source {
  const nq_bytes *bytes;
  size_t at;
};

static cairo_status_t give(void *context, unsigned char *data, unsigned size) {
  struct source *source = context;
  if (source->bytes->size - source->at < size) return CAIRO_STATUS_READ_ERROR;
  memcpy(data, source->bytes->data + source->at, size);
  source->at += size;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *read_png(const nq_bytes *bytes) {
  struct source source = {.bytes = bytes};
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(give, &source);
  assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  return surface;
}

static nq_colour pixel(cairo_surface_t *surface, int x, int y) {
  nq_colour colour;
  assert_in_range(x, 0, cairo_image_surface_get_width(surface) - 1);
  assert_in_range(y, 0, cairo_image_surface_get_height(surface) - 1);
  const unsigned char *line = cairo_image_surface_get_data(surface) +
                              (size_t)y * (size_t)cairo_image_surface_get_stride(surface);
  memcpy(&colour, line + 4 * (size_t)x, sizeof colour);
  return colour & 0xFFFFFF;
}

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

static void a_map_shows_the_diagonal(void **state) {
  (void)state;
  nq_density *density = diagonal_density(8192); /* 32 cells of 256 */
  nq_bytes bytes = {0};
  nq_error error = {0};
  nq_colour colours[256];
  nq_colours_fill(colours);
  assert_int_equal(nq_density_side(density), 32);
  assert_int_equal(nq_draw_density(NQ_DRAW_PNG, 2, density, &bytes, &error), NQ_OK);
  cairo_surface_t *surface = read_png(&bytes);
  for (int x = 0; x < 32; x++)
    for (int y = 0; y < 32; y++)
      assert_int_equal(pixel(surface, 48 + 32 * x + 16, 48 + 32 * y + 16),
                       colours[x == y ? 255 : 0]);
  cairo_surface_destroy(surface);
  nq_bytes_release(&bytes);
  nq_density_free(density);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_have_two_decimals),
      cmocka_unit_test(base64_is_that_of_rfc_4648),
      cmocka_unit_test(every_letter_of_a_label_is_known),
      cmocka_unit_test(colours_grow_lighter),
      cmocka_unit_test(kinds_go_by_suffix),
      cmocka_unit_test(neighbours_on_a_line_are_found),
      cmocka_unit_test(an_svg_has_a_mark_for_each_queen),
      cmocka_unit_test(rows_off_the_board_are_refused),
      cmocka_unit_test(a_sheet_has_limits),
      cmocka_unit_test(a_run_moves_queens_and_ends_as_the_last_board),
      cmocka_unit_test(cells_hold_every_queen),
      cmocka_unit_test(cells_are_neither_slivers_nor_too_many),
      cmocka_unit_test(a_density_refuses_rows_off_the_board),
      cmocka_unit_test(a_map_is_an_image_in_an_svg),
#ifdef NQ_HAVE_CAIRO
      cmocka_unit_test(queens_stand_where_they_should),
      cmocka_unit_test(attacked_queens_are_outlined_and_joined),
      cmocka_unit_test(an_instance_is_marked),
      cmocka_unit_test(a_map_shows_the_diagonal),
      cmocka_unit_test(a_pdf_is_the_same_again),
#else
      cmocka_unit_test(without_cairo_png_and_pdf_are_refused),
#endif
  };
  return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
