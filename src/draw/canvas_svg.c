/* The kinds of canvas, and SVG, which needs no library; canvas_cairo.c has the others. */
#include "draw/canvas.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- PNG (ISO/IEC 15948): a signature and chunks: length (big-endian), type, data, their CRC.
 *
 *     IHDR  side, side, 8 bits, colour type 3 (a palette), deflate, no filter, no interlace
 *     PLTE  256 colours
 *     IDAT  zlib's stream of the lines, each after a 0: the filter "none"
 *     IEND */

static void put_word(unsigned char *at, uint32_t word) {
  for (unsigned i = 0; i < 4; i++) at[i] = (unsigned char)(word >> (24 - 8 * i));
}

static void add_chunk(nq_bytes *bytes, const char *type, const unsigned char *data, size_t size) {
  unsigned char word[4];
  uLong sum = crc32(0, (const Bytef *)type, 4);
  if (size > 0) sum = crc32(sum, data, (uInt)size);
  put_word(word, (uint32_t)size);
  nq_bytes_add(bytes, word, 4);
  nq_bytes_add(bytes, type, 4);
  nq_bytes_add(bytes, data, size);
  put_word(word, (uint32_t)sum);
  nq_bytes_add(bytes, word, 4);
}

static void add_palette(nq_bytes *bytes, const nq_colour *colours) {
  unsigned char palette[3 * 256];
  for (unsigned i = 0; i < 256; i++)
    for (unsigned part = 0; part < 3; part++)
      palette[3 * i + part] = (unsigned char)(colours[i] >> (16 - 8 * part));
  add_chunk(bytes, "PLTE", palette, sizeof palette);
}

static void add_lines(nq_bytes *bytes, const nq_image *image) {
  size_t side = image->side, size = side * (side + 1);
  uLongf packed = compressBound(size);
  unsigned char *lines = malloc(size), *data = malloc(packed);
  bool ok = lines != NULL && data != NULL;
  for (size_t y = 0; ok && y < side; y++) {
    lines[y * (side + 1)] = 0;
    memcpy(lines + y * (side + 1) + 1, image->index + y * side, side);
  }
  ok = ok && compress2(data, &packed, lines, size, Z_BEST_COMPRESSION) == Z_OK;
  if (ok)
    add_chunk(bytes, "IDAT", data, packed);
  else
    bytes->failed = true;
  free(lines);
  free(data);
}

/* Marks *bytes as failed when memory is short. */
static void write_png(nq_bytes *bytes, const nq_image *image) {
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  unsigned char header[13] = {[8] = 8, [9] = 3};
  put_word(header, image->side);
  put_word(header + 4, image->side);
  nq_bytes_add(bytes, signature, sizeof signature);
  add_chunk(bytes, "IHDR", header, sizeof header);
  add_palette(bytes, image->colours);
  add_lines(bytes, image);
  add_chunk(bytes, "IEND", NULL, 0);
}

/* ---- SVG ---- */

static void svg_begin(nq_canvas *canvas, nq_colour colour, double width) {
  if (width > 0)
    nq_bytes_print(canvas->bytes, "<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%f\" d=\"",
                   colour, width);
  else
    nq_bytes_print(canvas->bytes, "<path fill=\"#%06x\" d=\"", colour);
}

static void svg_add(nq_canvas *canvas, nq_path_part part) {
  double r = part.width;
  switch (part.kind) {
  case 'Z':
    nq_bytes_text(canvas->bytes, "z");
    break;
  case 'B':
    nq_bytes_print(canvas->bytes, "M%f %fh%fv%fh%fz", part.x, part.y, part.width, part.height,
                   -part.width);
    break;
  case 'O':
    nq_bytes_print(canvas->bytes, "M%f %fa%f %f 0 1 0 %f 0a%f %f 0 1 0 %f 0z", part.x - r, part.y,
                   r, r, 2 * r, r, r, -2 * r);
    break;
  default:
    nq_bytes_print(canvas->bytes, "%c%f %f", part.kind, part.x, part.y);
  }
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
  write_png(&png, cells);
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

static const nq_canvas_functions functions = {svg_begin, svg_add,   svg_end,
                                              svg_queen, svg_image, svg_finish};

void nq_svg_queen(nq_bytes *bytes) {
  nq_canvas canvas = {.draw = &functions, .bytes = bytes};
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
static void start_svg(nq_canvas *canvas) {
  canvas->draw = &functions;
  nq_bytes_print(
      canvas->bytes,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%f\" height=\"%f\" "
      "viewBox=\"0 0 %f %f\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<defs>\n",
      canvas->width, canvas->height, canvas->width, canvas->height);
  add_symbol(canvas->bytes, false);
  add_symbol(canvas->bytes, true);
  nq_bytes_text(canvas->bytes, "</defs>\n");
}

/* ---- Kinds ---- */

static const char *const kinds[] = {
    [NQ_DRAW_SVG] = "svg", [NQ_DRAW_PNG] = "png", [NQ_DRAW_PDF] = "pdf"};

#define KINDS (sizeof kinds / sizeof *kinds)

const char *nq_draw_kind_name(nq_draw_kind kind) {
  return (size_t)kind < KINDS ? kinds[kind] : NULL;
}

nq_draw_kind nq_draw_kind_by_suffix(const char *path) {
  const char *dot = strrchr(path, '.');
  for (size_t i = NQ_DRAW_SVG; dot != NULL && i < KINDS; i++)
    if (strcmp(dot + 1, kinds[i]) == 0) return (nq_draw_kind)i;
  return NQ_DRAW_NONE;
}

nq_status nq_draw_kind_require(nq_draw_kind kind, nq_error *error) {
  const char *why = kind == NQ_DRAW_SVG ? NULL : nq_canvas_lacks_cairo();
  if (why == NULL) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED, "%s, which %s needs; .svg can be drawn without it",
                      why, nq_draw_kind_name(kind));
}

nq_status nq_canvas_start(nq_canvas *canvas, nq_draw_kind kind, double width, double height,
                          unsigned scale, nq_bytes *bytes, nq_error *error) {
  *canvas = (nq_canvas){.bytes = bytes, .width = width, .height = height};
  nq_status status = nq_draw_kind_require(kind, error);
  if (status == NQ_OK && kind == NQ_DRAW_SVG) start_svg(canvas);
  if (status == NQ_OK && kind != NQ_DRAW_SVG)
    status = nq_canvas_start_cairo(canvas, kind, scale, error);
  if (status == NQ_OK) nq_canvas_rectangle(canvas, 0, 0, width, height, NQ_COLOUR_PAPER);
  return status;
}

nq_status nq_canvas_finish(nq_canvas *canvas, nq_error *error) {
  nq_status status = canvas->draw->finish(canvas, error);
  if (status != NQ_OK || !canvas->bytes->failed) return status;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
}
