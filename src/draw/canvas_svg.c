#include "draw/canvas.h"

static void svg_begin(nq_canvas *canvas, nq_colour colour, double width) {
  if (width > 0)
    nq_bytes_print(canvas->bytes, "<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%f\" d=\"",
                   colour, width);
  else
    nq_bytes_print(canvas->bytes, "<path fill=\"#%06x\" d=\"", colour);
}

static void svg_move(nq_canvas *canvas, double x, double y) {
  nq_bytes_print(canvas->bytes, "M%f %f", x, y);
}

static void svg_line(nq_canvas *canvas, double x, double y) {
  nq_bytes_print(canvas->bytes, "L%f %f", x, y);
}

static void svg_close(nq_canvas *canvas) {
  nq_bytes_text(canvas->bytes, "z");
}

static void svg_box(nq_canvas *canvas, double x, double y, double width, double height) {
  nq_bytes_print(canvas->bytes, "M%f %fh%fv%fh%fz", x, y, width, height, -width);
}

static void svg_disc(nq_canvas *canvas, double x, double y, double r) {
  nq_bytes_print(canvas->bytes, "M%f %fa%f %f 0 1 0 %f 0a%f %f 0 1 0 %f 0z", x - r, y, r, r, 2 * r,
                 r, r, -2 * r);
}

static void svg_end(nq_canvas *canvas) {
  nq_bytes_text(canvas->bytes, "\"/>\n");
}

static void svg_queen(nq_canvas *canvas, double x, double y, double size, nq_colour colour,
                      bool hollow) {
  nq_bytes_print(
      canvas->bytes,
      "<use href=\"#%c\" color=\"#%06x\" x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\"/>\n",
      hollow ? 'h' : 'q', colour, x, y, size, size);
}

static void svg_image(nq_canvas *canvas, double x, double y, double size, double span,
                      const nq_image *cells) {
  nq_bytes *bytes = canvas->bytes, png = {0};
  nq_png_write(&png, cells);
  nq_bytes_print(bytes,
                 "<svg x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\">\n<image width=\"%f\" "
                 "height=\"%f\" image-rendering=\"optimizeSpeed\" href=\"data:image/png;base64,",
                 x, y, size, size, span, span);
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

void nq_svg_queen(nq_bytes *bytes) {
  nq_canvas canvas = {.functions = &functions, .bytes = bytes};
  nq_canvas_trace_queen(&canvas);
}

/* The queen as a symbol: filled, or an outline on paper. */
static void add_symbol(nq_bytes *bytes, bool hollow) {
  nq_bytes_print(bytes, "<symbol id=\"%c\" viewBox=\"0 0 100 100\"><path ", hollow ? 'h' : 'q');
  if (hollow)
    nq_bytes_print(bytes,
                   "fill=\"white\" stroke=\"currentColor\" stroke-width=\"%f\" "
                   "paint-order=\"stroke\" d=\"",
                   NQ_QUEEN_PEN);
  else
    nq_bytes_text(bytes, "fill=\"currentColor\" d=\"");
  nq_svg_queen(bytes);
  nq_bytes_text(bytes, "\"/></symbol>\n");
}

/* Write the head, with the queen as a symbol, up to the first element. */
nq_status nq_canvas_start_svg(nq_canvas *canvas) {
  canvas->functions = &functions;
  nq_bytes_print(
      canvas->bytes,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" height=\"%f\" "
      "viewBox=\"0 0 %f %f\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<defs>\n",
      canvas->width, canvas->height, canvas->width, canvas->height);
  add_symbol(canvas->bytes, false);
  add_symbol(canvas->bytes, true);
  nq_bytes_text(canvas->bytes, "</defs>\n");
  return NQ_OK;
}
