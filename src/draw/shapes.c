/* What pictures of boards share: rectangles, queens, squares, labels, attacking pairs, colours. */
#include "draw/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LABEL_ROOM 20

static const nq_path_part queen_parts[] = {
    {'M', 13, 33, 0, 0},   {'L', 28, 68, 0, 0},   {'L', 72, 68, 0, 0},   {'L', 87, 33, 0, 0},
    {'L', 69, 52, 0, 0},   {'L', 68, 22, 0, 0},   {'L', 57, 49, 0, 0},   {'L', 50, 18, 0, 0},
    {'L', 43, 49, 0, 0},   {'L', 32, 22, 0, 0},   {'L', 31, 52, 0, 0},   {'Z', 0, 0, 0, 0},
    {'M', 27, 72, 0, 0},   {'L', 73, 72, 0, 0},   {'L', 78, 86, 0, 0},   {'L', 22, 86, 0, 0},
    {'Z', 0, 0, 0, 0},     {'O', 13, 31, 5.5, 0}, {'O', 32, 21, 5.5, 0}, {'O', 50, 16, 5.5, 0},
    {'O', 68, 21, 5.5, 0}, {'O', 87, 31, 5.5, 0}};

void nq_canvas_trace_queen(nq_canvas *canvas) {
  for (size_t i = 0; i < sizeof queen_parts / sizeof *queen_parts; i++)
    canvas->draw->add(canvas, queen_parts[i]);
}

void nq_canvas_line(nq_canvas *canvas, double x, double y, double to_x, double to_y) {
  canvas->draw->add(canvas, (nq_path_part){'M', x, y, 0, 0});
  canvas->draw->add(canvas, (nq_path_part){'L', to_x, to_y, 0, 0});
}

/* Filled, or with lines of this width. */
static void draw_box(nq_canvas *canvas, double x, double y, double width, double height,
                     double line, nq_colour colour) {
  canvas->draw->begin(canvas, colour, line);
  canvas->draw->add(canvas, (nq_path_part){'B', x, y, width, height});
  canvas->draw->end(canvas);
}

void nq_canvas_rectangle(nq_canvas *canvas, double x, double y, double width, double height,
                         nq_colour colour) {
  draw_box(canvas, x, y, width, height, 0, colour);
}

void nq_canvas_frame(nq_canvas *canvas, double x, double y, double width, double height,
                     double line, nq_colour colour) {
  draw_box(canvas, x + line / 2, y + line / 2, width - line, height - line, line, colour);
}

void nq_canvas_squares(nq_canvas *canvas, const nq_place *place) {
  double side = place->n * place->cell, line = place->cell >= 8 ? 1.5 : 1;
  nq_canvas_rectangle(canvas, place->left, place->top, side, side, NQ_COLOUR_LIGHT);
  if (place->n <= NQ_SQUARES_MAX) {
    canvas->draw->begin(canvas, NQ_COLOUR_DARK, 0);
    for (uint32_t row = 0; row < place->n; row++)
      for (uint32_t column = (row + 1) % 2; column < place->n; column += 2)
        canvas->draw->add(canvas,
                          (nq_path_part){'B', place->left + column * place->cell,
                                         place->top + row * place->cell, place->cell, place->cell});
    canvas->draw->end(canvas);
  }
  nq_canvas_frame(canvas, place->left - line, place->top - line, side + 2 * line, side + 2 * line,
                  line, NQ_COLOUR_EDGE);
}

/* ---- Labels without fonts ---- */

/* A letter is a list of strokes on a grid; digits are 4 wide and 8 high.  A stroke is a
 * list of points, two characters each: x, and y downwards (a is 10).  A blank starts the next
 * stroke.
 *
 *     y 0  . . . . .     '4' is "38300545": (3,8) (3,0) (0,5) (4,5)
 *       3                small letters go from 3 to 8, the base line;
 *       8                descenders go down to a; \xB1 is plus-minus */
#define HEIGHT 8
#define GAP    2
#define BLANK  3

/* Each letter: the character, the width, and the strokes up to a semicolon. */
static const char letters[] =
    "04103041473818070110;14123038;2401103041430848;34004023334447381807;4438300545;"
    "544000033344473808;643012050718384745341405;74004018;8414030110304143341405071838474534;"
    "941836434130100103143443;"
    ".21818;-40444;+40444 2226;%50850 0010110100 4757584847;=40343 0646;:21414 1717;/40840;"
    "(220121628;)200121608;\xB1"
    "40343 2125 0747;"
    "M50800255058;"
    "a44348 4433130407183847;b40008 0413334447381807;c44433130407183847;"
    "d44048 4433130407183847;e406464433130407183847;f330201118 0333;"
    "g443493a1a 4433130407183847;h40008 0413334448;i21318 1111;j213190a 1111;"
    "k40008 4306 1548;l21018;m60308 0413233438 3443536468;n40308 0413334448;"
    "o4133344473818070413;p4030a 0413334447381807;q4434a 4433130407183847;r30308 041333;"
    "s44433130415354647381807;t310172838 0333;u40307183847 4348;v4032843;w60318355863;"
    "x40348 4308;y40328 431a;z403430848;";

/* From the width on; NULL for a blank. */
static const char *find_letter(char character) {
  for (const char *at = letters; *at != '\0'; at = strchr(at + 1, ';') + 1)
    if (*at == character) return at + 1;
  return NULL;
}

static double advance(char character) {
  const char *letter = find_letter(character);
  return letter != NULL ? *letter - '0' + GAP : BLANK;
}

double nq_label_width(const char *text, double size) {
  double width = 0;
  for (; *text != '\0'; text++) width += advance(*text);
  return width > GAP ? (width - GAP) * size / HEIGHT : 0;
}

static int coordinate(char digit) {
  return digit == 'a' ? 10 : digit - '0';
}

static void trace(nq_canvas *canvas, char character, double x, double y, double unit) {
  const char *letter = find_letter(character), *at = letter != NULL ? letter + 1 : ";";
  while (*at != ';') {
    size_t size = strcspn(at, " ;");
    for (size_t i = 0; i < size; i += 2)
      canvas->draw->add(canvas, (nq_path_part){i == 0 ? 'M' : 'L', x + unit * coordinate(at[i]),
                                               y + unit * coordinate(at[i + 1]), 0, 0});
    at += size + (at[size] == ' ');
  }
}

void nq_canvas_label(nq_canvas *canvas, double x, double y, double size, nq_align align,
                     const char *format, ...) {
  char text[160];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  double unit = size / HEIGHT, width = nq_label_width(text, size);
  x -= align == NQ_ALIGN_CENTRE ? width / 2 : align == NQ_ALIGN_RIGHT ? width : 0;
  canvas->draw->begin(canvas, NQ_COLOUR_TEXT, 1.1 * unit);
  for (const char *at = text; *at != '\0'; at++) {
    trace(canvas, *at, x, y - size / 2, unit);
    x += unit * advance(*at);
  }
  canvas->draw->end(canvas);
}

uint64_t nq_label_step(uint64_t least) {
  static const uint64_t factors[] = {2, 5, 10};
  uint64_t ten = 1, step = 1;
  for (unsigned i = 0; step < least; i = (i + 1) % 3) {
    step = ten * factors[i];
    if (i == 2) ten = step;
  }
  return step;
}

void nq_canvas_numbers(nq_canvas *canvas, const nq_place *place) {
  double room = place->n > NQ_SQUARES_MAX ? 3 * LABEL_ROOM : LABEL_ROOM;
  uint32_t step = (uint32_t)nq_label_step((uint64_t)ceil(room / place->cell));
  for (uint32_t i = 0; i < place->n; i += step) {
    nq_canvas_label(canvas, place_x(place, i), place->top - 14, NQ_LABEL, NQ_ALIGN_CENTRE,
                    "%" PRIu32, i);
    nq_canvas_label(canvas, place->left - 9, place_y(place, i), NQ_LABEL, NQ_ALIGN_RIGHT,
                    "%" PRIu32, i);
  }
}

bool nq_attacks_visit(const uint32_t *rows, uint32_t n,
                      void (*found)(void *context, uint32_t first, uint32_t second),
                      void *context) {
  /* the column of the last queen on each line, plus 1: rows, rising, falling */
  uint64_t lines = 5 * (uint64_t)n;
  uint32_t *last = nq_memory_new(lines, sizeof *last);
  if (last == NULL) return false;
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column];
    if (row >= n) continue;
    uint32_t *line[] = {last + row, last + n + column + row,
                        last + 3 * (size_t)n + (row + n - 1 - column)};
    for (unsigned i = 0; i < 3; i++) {
      if (*line[i] > 0) found(context, *line[i] - 1, column);
      *line[i] = column + 1;
    }
  }
  nq_memory_free(last, lines, sizeof *last);
  return true;
}

/* ---- Colours ---- */

/* Colours for densities: two ends and a middle in OKLCH (B. Ottosson, "A perceptual color space for
 * image processing", 2020): lightness, chroma, and hue in degrees.  Lightness grows evenly between
 * them, so equal steps of density look equal, also in grey and to eyes that cannot tell red from
 * green.
 *
 *     i      0     128     255
 *     L     .26            .93
 *     C     .08    .095    .14
 *     h     275    190     105 */
struct stop {
  double at, chroma, hue;
};

static const struct stop stops[] = {{0, .08, 275}, {.5, .095, 190}, {1, .14, 105}};

#define DARKEST  .26
#define LIGHTEST .93
#define DEGREE   0.017453292519943295

static double mix(double a, double b, double share) {
  return a + (b - a) * share;
}

/* From linear light to the 8 bits of sRGB (IEC 61966-2-1). */
static uint32_t encode(double linear) {
  double value = linear <= 0 ? 0 : linear >= 1 ? 1 : linear;
  value = value <= .0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - .055;
  return (uint32_t)lround(255 * value);
}

static nq_colour from_oklch(double lightness, double chroma, double hue) {
  double a = chroma * cos(hue * DEGREE), b = chroma * sin(hue * DEGREE);
  double l = pow(lightness + .3963377774 * a + .2158037573 * b, 3);
  double m = pow(lightness - .1055613458 * a - .0638541728 * b, 3);
  double s = pow(lightness - .0894841775 * a - 1.2914855480 * b, 3);
  uint32_t red = encode(4.0767416621 * l - 3.3077115913 * m + .2309699292 * s);
  uint32_t green = encode(-1.2684380046 * l + 2.6097574011 * m - .3413193965 * s);
  uint32_t blue = encode(-.0041960863 * l - .7034186147 * m + 1.7076147010 * s);
  return red << 16 | green << 8 | blue;
}

void nq_colours_fill(nq_colour colours[256]) {
  for (unsigned i = 0; i < 256; i++) {
    double at = i / 255.0;
    const struct stop *from = &stops[at < stops[1].at ? 0 : 1], *to = from + 1;
    double share = (at - from->at) / (to->at - from->at);
    colours[i] = from_oklch(mix(DARKEST, LIGHTEST, at), mix(from->chroma, to->chroma, share),
                            mix(from->hue, to->hue, share));
  }
}
