/* The canvas of a picture: paths, queens, images of cells and labels, as SVG, PNG or PDF.
 *
 * MODEL.  A unit is a pixel of the SVG, a point of the PDF, and `scale` pixels of the PNG.  The
 * origin is the upper left corner; y grows downwards.  Later shapes cover earlier ones.
 * canvas_svg.c writes SVG without a library; canvas_cairo.c writes PNG and PDF if the build has
 * cairo and the machine too.  Letters are the project's own strokes, not fonts, so the
 * same picture has the same bytes on every machine with the same cairo. */
#ifndef NQ_DRAW_CANVAS_H
#define NQ_DRAW_CANVAS_H

#include "draw/draw.h"

/* 0xRRGGBB */
typedef uint32_t nq_colour;

/* A square image of cells; colours[index[y * side + x]] is the colour of a cell. */
typedef struct nq_image {
  uint32_t side;
  const uint8_t *index;
  const nq_colour *colours; /* 256 */
} nq_image;

typedef struct nq_canvas nq_canvas;

/* A part of a path: from here on (M), a line to there (L), closed (Z), a box with its corner at
 * (x, y) (B), or a disc of radius `width` around (x, y) (O). */
typedef struct nq_path_part {
  char kind;
  double x, y, width, height;
} nq_path_part;

/* The operations of a kind of picture. */
typedef struct nq_canvas_functions {
  /* start a path: width 0 fills it, otherwise its lines are drawn, with round ends */
  void (*begin)(nq_canvas *canvas, nq_colour colour, double width);
  void (*add)(nq_canvas *canvas, nq_path_part part);
  void (*end)(nq_canvas *canvas);
  void (*queen)(nq_canvas *canvas, double x, double y, double size, nq_colour colour, bool hollow);
  /* in the square of `size` at (x, y); the image is `span` >= size wide and is cut off there */
  void (*image)(nq_canvas *canvas, double x, double y, double size, double span,
                const nq_image *image);
  nq_status (*finish)(nq_canvas *canvas, nq_error *error);
} nq_canvas_functions;

struct nq_canvas {
  const nq_canvas_functions *draw;
  nq_bytes *bytes;
  double width, height;
  void *surface, *context; /* cairo's */
  double pen;              /* width given to `begin` */
};

/* Start a picture in *bytes, which must be empty.  NQ_UNSUPPORTED: the kind needs cairo.  After
 * NQ_OK end it with nq_canvas_finish, which returns NQ_OK or NQ_NO_MEMORY. */
nq_status nq_canvas_start(nq_canvas *canvas, nq_draw_kind kind, double width, double height,
                          unsigned scale, nq_bytes *bytes, nq_error *error);
nq_status nq_canvas_finish(nq_canvas *canvas, nq_error *error);

/* canvas_cairo.c: a picture of these kinds. */
nq_status nq_canvas_start_cairo(nq_canvas *canvas, nq_draw_kind kind, unsigned scale,
                                nq_error *error);
/* Why cairo cannot be used; NULL: it can. */
const char *nq_canvas_lacks_cairo(void);
/* The outline of the queen, in a square of side 100, as the data of a path. */
void nq_svg_queen(nq_bytes *bytes);

/* ---- Shapes made of these: shapes.c ---- */

void nq_canvas_rectangle(nq_canvas *canvas, double x, double y, double width, double height,
                         nq_colour colour);
/* Draw the outline of a rectangle, inside it. */
void nq_canvas_frame(nq_canvas *canvas, double x, double y, double width, double height,
                     double line, nq_colour colour);
/* Add a line to the path. */
void nq_canvas_line(nq_canvas *canvas, double x, double y, double to_x, double to_y);

/* Add the parts of the queen's shape, in a square of side 100, to the path. */
void nq_canvas_trace_queen(nq_canvas *canvas);
/* Line width of a hollow queen; only the half outside the shape is visible. */
#define NQ_QUEEN_PEN 12.0

/* ---- Labels ---- */

typedef enum nq_align { NQ_ALIGN_LEFT, NQ_ALIGN_CENTRE, NQ_ALIGN_RIGHT } nq_align;

/* Draw a text as of printf: in Latin 1, digits, lower-case letters, M, and . - + % = : / ( ) and
 * plus-minus; others are blank.  `size` is the height of a digit; y is its middle. */
#define NQ_LABEL 9.0
void nq_canvas_label(nq_canvas *canvas, double x, double y, double size, nq_align align,
                     const char *format, ...) NQ_PRINTF(6, 7);
double nq_label_width(const char *text, double size);

/* ---- Colours ---- */

/* They differ in lightness as well as in hue, also for eyes that cannot tell red from green
 * (vermilion and blue after M. Okabe and K. Ito, "Color Universal Design", 2008). */
#define NQ_COLOUR_PAPER    0xFFFFFFu
#define NQ_COLOUR_LIGHT    0xF6F2EAu
#define NQ_COLOUR_DARK     0xDDD5C6u
#define NQ_COLOUR_EDGE     0xA79E8Du
#define NQ_COLOUR_TEXT     0x6E675Bu
#define NQ_COLOUR_QUEEN    0x1F2A44u
#define NQ_COLOUR_ATTACKED 0xD55E00u
#define NQ_COLOUR_PLACED   0x0072B2u
#define NQ_COLOUR_BLOCKED  0x8A8377u

/* 256 colours of evenly increasing lightness, from dark blue through green to light yellow. */
void nq_colours_fill(nq_colour colours[256]);

/* ---- Squares and attacks, for boards, sheets and runs ---- */

/* Up to this n every square is drawn; larger boards are a single field. */
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
/* How far apart the numbers of an axis are: the least of 1, 2, 5, 10, 20, .. not below `least`. */
uint64_t nq_label_step(uint64_t least);
/* Number columns along the top and rows along the left, as many as fit. */
void nq_canvas_numbers(nq_canvas *canvas, const nq_place *place);

/* Call `found` for each pair of queens that are neighbours on a line, `first` < `second`.  Rows
 * must be below n or NQ_EMPTY.  False when memory is short. */
bool nq_attacks_visit(const uint32_t *rows, uint32_t n,
                      void (*found)(void *context, uint32_t first, uint32_t second), void *context);

#endif
