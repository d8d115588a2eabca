#include "draw/canvas.h"

#ifdef NQ_HAVE_CAIRO

#include <cairo/cairo-pdf.h>
#include <cairo/cairo.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define TURN 6.283185307179586

/* The gateway to cairo, loaded with the first PNG or PDF, since it and the twenty libraries that it
 * needs take longer than solving a small board.  Each function used, without its prefix: */
/* clang-format off */
#define CAIRO_FUNCTIONS(FUNCTION) \
  FUNCTION(arc_negative) FUNCTION(clip) FUNCTION(close_path) FUNCTION(create) FUNCTION(destroy) \
  FUNCTION(fill) FUNCTION(get_source) FUNCTION(image_surface_create) \
  FUNCTION(image_surface_get_data) FUNCTION(image_surface_get_stride) FUNCTION(line_to) \
  FUNCTION(move_to) FUNCTION(new_path) FUNCTION(new_sub_path) FUNCTION(paint) \
  FUNCTION(pattern_set_filter) FUNCTION(pdf_surface_create_for_stream) \
  FUNCTION(pdf_surface_set_metadata) FUNCTION(rectangle) FUNCTION(restore) FUNCTION(save) \
  FUNCTION(scale) FUNCTION(set_line_cap) FUNCTION(set_line_join) FUNCTION(set_line_width) \
  FUNCTION(set_source_rgb) FUNCTION(set_source_surface) FUNCTION(show_page) FUNCTION(status) \
  FUNCTION(status_to_string) FUNCTION(stroke) FUNCTION(surface_destroy) FUNCTION(surface_finish) \
  FUNCTION(surface_get_type) FUNCTION(surface_mark_dirty) FUNCTION(surface_status) \
  FUNCTION(surface_write_to_png_stream) FUNCTION(translate)
/* clang-format on */

/* Filled once, when the first picture needs it. */
#define MEMBER(name) __typeof__(cairo_##name) *name;
static struct { CAIRO_FUNCTIONS(MEMBER) } cairo;
static const char *lack; /* why it is not there */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Copied: C converts no pointer to data into one to a function; in POSIX they have one size. */
static bool find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void load(void) {
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  const char *why = library == NULL ? dlerror() : NULL;
  bool missing = why != NULL && strstr(why, "No such file") != NULL;
#define FIND(name) &&find(library, "cairo_" #name, &cairo.name)
  if (!(library != NULL CAIRO_FUNCTIONS(FIND)))
    lack = missing ? "cairo is not installed (Debian: libcairo2)"
                   : "there is no memory for cairo, or it is damaged";
#undef FIND
}

static void paint_begin(nq_canvas *canvas, nq_colour colour, double width) {
  cairo.set_source_rgb(canvas->context, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                       (colour & 255) / 255.0);
  canvas->pen = width;
  cairo.new_path(canvas->context);
}

static void paint_add(nq_canvas *canvas, nq_path_part part) {
  cairo_t *context = canvas->context;
  switch (part.kind) {
  case 'M':
    cairo.move_to(context, part.x, part.y);
    break;
  case 'L':
    cairo.line_to(context, part.x, part.y);
    break;
  case 'B':
    cairo.rectangle(context, part.x, part.y, part.width, part.height);
    break;
  case 'O':
    cairo.new_sub_path(context);
    cairo.arc_negative(context, part.x, part.y, part.width, TURN, 0);
    cairo.close_path(context);
    break;
  default:
    cairo.close_path(context);
  }
}

static void paint_end(nq_canvas *canvas) {
  if (canvas->pen > 0) {
    cairo.set_line_width(canvas->context, canvas->pen);
    cairo.stroke(canvas->context);
  } else {
    cairo.fill(canvas->context);
  }
}

static void paint_queen(nq_canvas *canvas, double x, double y, double size, nq_colour colour,
                        bool hollow) {
  cairo.save(canvas->context);
  cairo.translate(canvas->context, x, y);
  cairo.scale(canvas->context, size / 100, size / 100);
  if (hollow) {
    paint_begin(canvas, colour, NQ_QUEEN_PEN);
    nq_canvas_trace_queen(canvas);
    paint_end(canvas);
  }
  paint_begin(canvas, hollow ? NQ_COLOUR_PAPER : colour, 0);
  nq_canvas_trace_queen(canvas);
  paint_end(canvas);
  cairo.restore(canvas->context);
}

static void paint_image(nq_canvas *canvas, double x, double y, double size, double span,
                        const nq_image *cells) {
  cairo_t *context = canvas->context;
  int side = (int)cells->side;
  cairo_surface_t *pixels = cairo.image_surface_create(CAIRO_FORMAT_RGB24, side, side);
  if (cairo.surface_status(pixels) == CAIRO_STATUS_SUCCESS) {
    unsigned char *data = cairo.image_surface_get_data(pixels);
    size_t stride = (size_t)cairo.image_surface_get_stride(pixels);
    for (size_t i = 0; i < (size_t)cells->side * cells->side; i++)
      memcpy(data + i / cells->side * stride + 4 * (i % cells->side),
             &cells->colours[cells->index[i]], sizeof(nq_colour));
    cairo.surface_mark_dirty(pixels);
    cairo.save(context);
    cairo.rectangle(context, x, y, size, size);
    cairo.clip(context);
    cairo.translate(context, x, y);
    cairo.scale(context, span / side, span / side);
    cairo.set_source_surface(context, pixels, 0, 0);
    cairo.pattern_set_filter(cairo.get_source(context), CAIRO_FILTER_NEAREST);
    cairo.paint(context);
    cairo.restore(context);
  } else {
    canvas->bytes->failed = true;
  }
  cairo.surface_destroy(pixels);
}

static cairo_status_t take_bytes(void *context, const unsigned char *data, unsigned size) {
  nq_bytes *bytes = context;
  if (bytes->goes_on != NULL && !bytes->goes_on(bytes->context)) return CAIRO_STATUS_WRITE_ERROR;
  nq_bytes_add(bytes, data, size);
  return bytes->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static nq_status paint_finish(nq_canvas *canvas, nq_error *error) {
  cairo_status_t status = cairo.status(canvas->context);
  bool png = cairo.surface_get_type(canvas->surface) == CAIRO_SURFACE_TYPE_IMAGE;
  if (!png) cairo.show_page(canvas->context);
  cairo.destroy(canvas->context);
  if (png && status == CAIRO_STATUS_SUCCESS)
    status = cairo.surface_write_to_png_stream(canvas->surface, take_bytes, canvas->bytes);
  cairo.surface_finish(canvas->surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo.surface_status(canvas->surface);
  cairo.surface_destroy(canvas->surface);
  if (status == CAIRO_STATUS_SUCCESS) return NQ_OK;
  if (status == CAIRO_STATUS_WRITE_ERROR) return nq_error_set(error, NQ_IO, "stopped");
  return nq_error_set(error, NQ_NO_MEMORY, "the picture cannot be drawn: %s",
                      cairo.status_to_string(status));
}

static const nq_canvas_functions functions = {paint_begin, paint_add,   paint_end,
                                              paint_queen, paint_image, paint_finish};

nq_status nq_canvas_start_cairo(nq_canvas *canvas, nq_draw_kind kind, unsigned scale,
                                nq_error *error) {
  canvas->draw = &functions;
  double width = canvas->width, height = canvas->height;
  if (kind == NQ_DRAW_PNG) {
    canvas->surface = cairo.image_surface_create(CAIRO_FORMAT_RGB24, (int)(width * scale + .5),
                                                 (int)(height * scale + .5));
  } else {
    canvas->surface = cairo.pdf_surface_create_for_stream(take_bytes, canvas->bytes, width, height);
    /* No date: the same board gives the same bytes. */
    cairo.pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  }
  cairo_status_t status = cairo.surface_status(canvas->surface);
  if (status != CAIRO_STATUS_SUCCESS) {
    cairo.surface_destroy(canvas->surface);
    return nq_error_set(error, NQ_NO_MEMORY, "the picture cannot be drawn: %s",
                        cairo.status_to_string(status));
  }
  canvas->context = cairo.create(canvas->surface);
  if (kind == NQ_DRAW_PNG) cairo.scale(canvas->context, scale, scale);
  cairo.set_line_cap(canvas->context, CAIRO_LINE_CAP_ROUND);
  cairo.set_line_join(canvas->context, CAIRO_LINE_JOIN_ROUND);
  return NQ_OK;
}

const char *nq_canvas_lacks_cairo(void) {
  pthread_once(&once, load);
  return lack;
}

#else

nq_status nq_canvas_start_cairo(nq_canvas *canvas, nq_draw_kind kind, unsigned scale,
                                nq_error *error) {
  (void)canvas, (void)kind, (void)scale, (void)error;
  return NQ_UNSUPPORTED; /* nq_draw_kind_require, called before, says why */
}

const char *nq_canvas_lacks_cairo(void) {
  return "this nqueens was built without cairo (Debian: libcairo2-dev)";
}

#endif
