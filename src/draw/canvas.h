/* What pictures are drawn on: paths, queens, images of cells and labels, as SVG, PNG or PDF.
 *
 * MODEL.  Units are pixels of the SVG, points of the PDF, and `scale` pixels of the PNG; the origin
 * is the upper left corner, y grows downwards.  What is drawn later covers what was drawn before.
 * SVG is written by canvas_svg.c with nothing but memory; PNG and PDF by canvas_cairo.c, where the
 * build has cairo.  Letters are strokes of the library's own (letters.c): no fonts are looked for,
 * and the same picture is the same bytes on every machine with the same cairo. */
#ifndef NQ_DRAW_CANVAS_H
#define NQ_DRAW_CANVAS_H

#include "draw/draw.h"

#include <stdbool.h>
#include <stdint.h>

/* 0xRRGGBB */
typedef uint32_t nq_colour;

typedef enum nq_queen_style { NQ_QUEEN_FILLED, NQ_QUEEN_HOLLOW } nq_queen_style;

/* Square pictures of cells: index[y * side + x] says which of the colours. */
typedef struct nq_image {
  uint32_t side;
  const uint8_t *index;
  const nq_colour *colours; /* 256 */
} nq_image;

typedef struct nq_canvas nq_canvas;

/* What a kind of picture provides. */
typedef struct nq_canvas_functions {
  /* width 0 fills the path that follows, otherwise its lines are drawn, with round ends */
  void (*begin)(nq_canvas *canvas, nq_colour colour, double width);
  void (*move)(nq_canvas *canvas, double x, double y);
  void (*line)(nq_canvas *canvas, double x, double y);
  void (*close)(nq_canvas *canvas);
  void (*box)(nq_canvas *canvas, double x, double y, double width, double height);
  void (*disc)(nq_canvas *canvas, double x, double y, double radius);
  void (*end)(nq_canvas *canvas);
  void (*queen)(nq_canvas *canvas, double x, double y, double size, nq_colour colour,
                nq_queen_style style);
  /* into the square of `size` at (x, y); the image is `span` >= size wide, the rest is cut off */
  void (*image)(nq_canvas *canvas, double x, double y, double size, double span,
                const nq_image *image);
  nq_status (*finish)(nq_canvas *canvas, nq_error *error);
} nq_canvas_functions;

struct nq_canvas {
  const nq_canvas_functions *functions;
  nq_bytes *bytes;
  double width, height;
  void *surface, *context; /* cairo's */
  double pen;              /* the width told to begin */
};

/* Start a picture on *bytes, which is empty.  NQ_UNSUPPORTED: the kind needs cairo.  After NQ_OK
 * nq_canvas_finish ends it: NQ_NO_MEMORY or NQ_OK. */
nq_status nq_canvas_start(nq_canvas *canvas, nq_draw_kind kind, double width, double height,
                          unsigned scale, nq_bytes *bytes, nq_error *error);
nq_status nq_canvas_finish(nq_canvas *canvas, nq_error *error);

/* canvas_svg.c, canvas_cairo.c */
nq_status nq_canvas_start_svg(nq_canvas *canvas);
nq_status nq_canvas_start_cairo(nq_canvas *canvas, nq_draw_kind kind, unsigned scale,
                                nq_error *error);
bool nq_canvas_has_cairo(void);
/* The head of an SVG picture of that size with the queen as a symbol, up to the first element. */
void nq_svg_start(nq_bytes *bytes, double width, double height);
/* "#1f2a44" */
void nq_svg_colour(nq_bytes *bytes, nq_colour colour);

/* ---- Shapes made of these ---- */

void nq_canvas_rectangle(nq_canvas *canvas, double x, double y, double width, double height,
                         nq_colour colour);
/* The lines of a rectangle, inside of it. */
void nq_canvas_frame(nq_canvas *canvas, double x, double y, double width, double height,
                     double line, nq_colour colour);

/* A part of the queen, which stands in a square of side 100. */
typedef struct nq_queen_part {
  char kind; /* M move, L line, Z close, O disc about (x, y) with `radius` */
  double x, y, radius;
} nq_queen_part;

/* Ends with a kind of 0. */
extern const nq_queen_part nq_queen_parts[];
/* The pen of a hollow queen; half of the line shows, outside of the shape. */
#define NQ_QUEEN_PEN 12.0

/* ---- Labels (letters.c) ---- */

typedef enum nq_align { NQ_ALIGN_LEFT, NQ_ALIGN_CENTRE, NQ_ALIGN_RIGHT } nq_align;

/* Digits, lower case letters, and . - + % = : / ( ); others are blanks.  (x, y) is on the middle of
 * a digit's height, which is `size`. */
void nq_canvas_label(nq_canvas *canvas, double x, double y, double size, nq_align align,
                     nq_colour colour, const char *text);
double nq_label_width(const char *text, double size);

/* ---- Colours (colours.c) ---- */

/* Chosen so that they differ in lightness as well as in hue, and for eyes that cannot tell red from
 * green (vermilion and blue after M. Okabe and K. Ito, "Color Universal Design", 2008). */
#define NQ_COLOUR_PAPER    0xFFFFFFu
#define NQ_COLOUR_LIGHT    0xF6F2EAu
#define NQ_COLOUR_DARK     0xDDD5C6u
#define NQ_COLOUR_EDGE     0xA79E8Du
#define NQ_COLOUR_TEXT     0x6E675Bu
#define NQ_COLOUR_QUEEN    0x1F2A44u
#define NQ_COLOUR_ATTACKED 0xD55E00u
#define NQ_COLOUR_PLACED   0x0072B2u
#define NQ_COLOUR_BLOCKED  0x8A8377u

/* 256 colours of evenly growing lightness, from dark blue over green to light yellow. */
void nq_colours_fill(nq_colour colours[256]);

/* ---- Images inside an SVG (png.c) ---- */

/* A PNG file of few colours (ISO/IEC 15948).  Marks *bytes as failed when memory is short. */
void nq_png_write(nq_bytes *bytes, const nq_image *image);

/* ---- Boards, alone, on sheets and in runs (shapes.c) ---- */

/* Up to this n every square is drawn; above, a plain field. */
#define NQ_SQUARES_MAX 100

/* Where a board lies on the page. */
typedef struct nq_place {
  double left, top, cell;
  uint32_t n;
} nq_place;

/* The middle of a square. */
static inline double place_x(const nq_place *place, uint32_t column) {
  return place->left + (column + .5) * place->cell;
}

static inline double place_y(const nq_place *place, uint32_t row) {
  return place->top + (row + .5) * place->cell;
}

void nq_canvas_squares(nq_canvas *canvas, const nq_place *place);

/* NQ_BAD_VALUE for a row >= n in a column that is not empty. */
nq_status nq_rows_require(const uint32_t *rows, uint32_t n, nq_error *error);

/* Call `found` for each pair of neighbours on a line, `first` < `second`.  Rows are below n or
 * NQ_EMPTY.  False when memory is short. */
bool nq_attacks_visit(const uint32_t *rows, uint32_t n,
                      void (*found)(void *context, uint32_t first, uint32_t second), void *context);

#endif
