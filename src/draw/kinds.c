/* The kinds of pictures, and which canvas draws each. */
#include "draw/canvas.h"

#include <string.h>

static const struct {
  const char *name, *suffix;
} kinds[] = {[NQ_DRAW_SVG] = {"svg", ".svg"},
             [NQ_DRAW_PNG] = {"png", ".png"},
             [NQ_DRAW_PDF] = {"pdf", ".pdf"}};

#define KINDS (sizeof kinds / sizeof *kinds)

const char *nq_draw_kind_name(nq_draw_kind kind) {
  return (size_t)kind < KINDS ? kinds[kind].name : NULL;
}

nq_draw_kind nq_draw_kind_by_suffix(const char *path) {
  const char *dot = strrchr(path, '.');
  for (size_t i = NQ_DRAW_SVG; dot != NULL && i < KINDS; i++)
    if (strcmp(dot, kinds[i].suffix) == 0) return (nq_draw_kind)i;
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
  if (status == NQ_OK)
    status = kind == NQ_DRAW_SVG ? nq_canvas_start_svg(canvas)
                                 : nq_canvas_start_cairo(canvas, kind, scale, error);
  if (status == NQ_OK) nq_canvas_rectangle(canvas, 0, 0, width, height, NQ_COLOUR_PAPER);
  return status;
}

nq_status nq_canvas_finish(nq_canvas *canvas, nq_error *error) {
  nq_status status = canvas->functions->finish(canvas, error);
  if (status != NQ_OK || !canvas->bytes->failed) return status;
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the picture");
}
