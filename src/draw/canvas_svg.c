#include "draw/canvas.h"

#include <stdio.h>

#define NUMBERS(...) ((const double[]){__VA_ARGS__})

static void svg_begin(nq_canvas *canvas, nq_colour colour, double width) {
  nq_bytes *bytes = canvas->bytes;
  nq_bytes_text(bytes, width > 0 ? "<path fill=\"none\" stroke=\"" : "<path fill=\"");
  nq_svg_colour(bytes, colour);
  if (width > 0) nq_bytes_format(bytes, "\" stroke-width=\"#", NUMBERS(width));
  nq_bytes_text(bytes, "\" d=\"");
}

static void svg_move(nq_canvas *canvas, double x, double y) {
  nq_bytes_format(canvas->bytes, "M# #", NUMBERS(x, y));
}

static void svg_line(nq_canvas *canvas, double x, double y) {
  nq_bytes_format(canvas->bytes, "L# #", NUMBERS(x, y));
}

static void svg_close(nq_canvas *canvas) {
  nq_bytes_text(canvas->bytes, "z");
}

static void svg_box(nq_canvas *canvas, double x, double y, double width, double height) {
  nq_bytes_format(canvas->bytes, "M# #h#v#h#z", NUMBERS(x, y, width, height, -width));
}

static void svg_disc(nq_canvas *canvas, double x, double y, double r) {
  nq_bytes_format(canvas->bytes, "M# #a# # 0 1 0 # 0a# # 0 1 0 # 0z",
                  NUMBERS(x - r, y, r, r, 2 * r, r, r, -2 * r));
}

static void svg_end(nq_canvas *canvas) {
  nq_bytes_text(canvas->bytes, "\"/>\n");
}

static void svg_queen(nq_canvas *canvas, double x, double y, double size, nq_colour colour,
                      nq_queen_style style) {
  nq_bytes *bytes = canvas->bytes;
  nq_bytes_text(bytes, style == NQ_QUEEN_HOLLOW ? "<use href=\"#h\" color=\""
                                                : "<use href=\"#q\" color=\"");
  nq_svg_colour(bytes, colour);
  nq_bytes_format(bytes, "\" x=\"#\" y=\"#\" width=\"#\" height=\"#\"/>\n",
                  NUMBERS(x, y, size, size));
}

static void svg_image(nq_canvas *canvas, double x, double y, double size, double span,
                      const nq_image *cells) {
  nq_bytes *bytes = canvas->bytes, png = {0};
  nq_png_write(&png, cells);
  nq_bytes_format(bytes, "<svg x=\"#\" y=\"#\" width=\"#\" height=\"#\">\n",
                  NUMBERS(x, y, size, size));
  nq_bytes_format(bytes, "<image width=\"#\" height=\"#\" image-rendering=\"optimizeSpeed\" ",
                  NUMBERS(span, span));
  nq_bytes_text(bytes, "href=\"data:image/png;base64,");
  nq_bytes_base64(bytes, png.data, png.size);
  nq_bytes_text(bytes, "\"/>\n</svg>\n");
  bytes->failed = bytes->failed || png.failed;
  nq_bytes_release(&png);
}

static nq_status svg_finish(nq_canvas *canvas, nq_error *error) {
  (void)error;
  nq_bytes_text(canvas->bytes, "</svg>\n");
  return NQ_OK;
}

static const nq_canvas_functions functions = {svg_begin, svg_move,  svg_line, svg_close,
                                              svg_box,   svg_disc,  svg_end,  svg_queen,
                                              svg_image, svg_finish};

void nq_svg_colour(nq_bytes *bytes, nq_colour colour) {
  char text[8];
  snprintf(text, sizeof text, "#%06x", (unsigned)(colour & 0xFFFFFFu));
  nq_bytes_text(bytes, text);
}

void nq_svg_queen(nq_bytes *bytes) {
  nq_canvas canvas = {.functions = &functions, .bytes = bytes};
  nq_canvas_trace_queen(&canvas);
}

/* Define the queen as a symbol: filled, or an outline on paper. */
static void add_queen(nq_bytes *bytes, const char *id, const char *attributes) {
  nq_bytes_text(bytes, "<symbol id=\"");
  nq_bytes_text(bytes, id);
  nq_bytes_text(bytes, "\" viewBox=\"0 0 100 100\"><path ");
  nq_bytes_text(bytes, attributes);
  nq_bytes_text(bytes, " d=\"");
  nq_svg_queen(bytes);
  nq_bytes_text(bytes, "\"/></symbol>\n");
}

/* Write the head, with the queen as a symbol, up to the first element. */
nq_status nq_canvas_start_svg(nq_canvas *canvas) {
  nq_bytes *bytes = canvas->bytes;
  double width = canvas->width, height = canvas->height;
  canvas->functions = &functions;
  nq_bytes_text(bytes, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  nq_bytes_format(
      bytes,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"#\" height=\"#\" "
      "viewBox=\"0 0 # #\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<defs>\n",
      NUMBERS(width, height, width, height));
  add_queen(bytes, "q", "fill=\"currentColor\"");
  nq_bytes hollow = {0};
  nq_bytes_format(
      &hollow, "fill=\"white\" stroke=\"currentColor\" stroke-width=\"#\" paint-order=\"stroke\"",
      NUMBERS(NQ_QUEEN_PEN));
  nq_bytes_add(&hollow, "", 1);
  if (!hollow.failed) add_queen(bytes, "h", (const char *)hollow.data);
  bytes->failed = bytes->failed || hollow.failed;
  nq_bytes_release(&hollow);
  nq_bytes_text(bytes, "</defs>\n");
  return NQ_OK;
}
