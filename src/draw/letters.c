/* Labels without fonts.
 *
 * MODEL.  A letter is a list of strokes on a grid; digits are 4 wide and 8 high.  A stroke is a
 * list of points, two characters each: x, and y downwards (a is 10).  A blank starts the next
 * stroke.
 *
 *     y 0  . . . . .     '4' is "38300545": (3,8) (3,0) (0,5) (4,5)
 *       3                small letters go from 3 to 8, the base line;
 *       8                descenders go down to a; \xB1 is plus-minus */
#include "draw/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
