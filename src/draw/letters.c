/* Labels without fonts.
 *
 * MODEL.  A letter is a list of strokes on a grid; digits are 4 wide and 8 high.  A stroke is a
 * list of points, two characters each: x, and y downwards (a is 10).  A blank starts the next
 * stroke.
 *
 *     y 0  . . . . .     '4' is "38300545": (3,8) (3,0) (0,5) (4,5)
 *       3                small letters go from 3 to 8, the base line;
 *       8                descenders go down to a */
#include "draw/canvas.h"

#include <string.h>

#define HEIGHT 8
#define GAP    2
#define BLANK  3

struct letter {
  char character;
  uint8_t width;
  const char *strokes;
};

static const struct letter letters[] = {
    {'0', 4, "103041473818070110"},
    {'1', 4, "123038"},
    {'2', 4, "01103041430848"},
    {'3', 4, "004023334447381807"},
    {'4', 4, "38300545"},
    {'5', 4, "4000033344473808"},
    {'6', 4, "3012050718384745341405"},
    {'7', 4, "004018"},
    {'8', 4, "14030110304143341405071838474534"},
    {'9', 4, "1836434130100103143443"},
    {'.', 2, "1818"},
    {'-', 4, "0444"},
    {'+', 4, "0444 2226"},
    {'%', 5, "0850 0010110100 4757584847"},
    {'=', 4, "0343 0646"},
    {':', 2, "1414 1717"},
    {'/', 4, "0840"},
    {'(', 2, "20121628"},
    {')', 2, "00121608"},
    {'\xB1', 4, "0343 2125 0747"}, /* plus-minus */
    {'M', 5, "0800255058"},
    {'a', 4, "4348 4433130407183847"},
    {'b', 4, "0008 0413334447381807"},
    {'c', 4, "4433130407183847"},
    {'d', 4, "4048 4433130407183847"},
    {'e', 4, "06464433130407183847"},
    {'f', 3, "30201118 0333"},
    {'g', 4, "43493a1a 4433130407183847"},
    {'h', 4, "0008 0413334448"},
    {'i', 2, "1318 1111"},
    {'j', 2, "13190a 1111"},
    {'k', 4, "0008 4306 1548"},
    {'l', 2, "1018"},
    {'m', 6, "0308 0413233438 3443536468"},
    {'n', 4, "0308 0413334448"},
    {'o', 4, "133344473818070413"},
    {'p', 4, "030a 0413334447381807"},
    {'q', 4, "434a 4433130407183847"},
    {'r', 3, "0308 041333"},
    {'s', 4, "4433130415354647381807"},
    {'t', 3, "10172838 0333"},
    {'u', 4, "0307183847 4348"},
    {'v', 4, "032843"},
    {'w', 6, "0318355863"},
    {'x', 4, "0348 4308"},
    {'y', 4, "0328 431a"},
    {'z', 4, "03430848"},
};

static const struct letter *find_letter(char character) {
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    if (letters[i].character == character) return &letters[i];
  return NULL;
}

static double advance(const struct letter *letter) {
  return letter != NULL ? letter->width + GAP : BLANK;
}

double nq_label_width(const char *text, double size) {
  double width = 0;
  for (; *text != '\0'; text++) width += advance(find_letter(*text));
  return width > GAP ? (width - GAP) * size / HEIGHT : 0;
}

static int coordinate(char digit) {
  return digit == 'a' ? 10 : digit - '0';
}

static void trace(nq_canvas *canvas, const struct letter *letter, double x, double y, double unit) {
  const char *at = letter->strokes;
  while (*at != '\0') {
    size_t size = strcspn(at, " ");
    for (size_t i = 0; i < size; i += 2)
      (i == 0 ? canvas->functions->move : canvas->functions->line)(
          canvas, x + unit * coordinate(at[i]), y + unit * coordinate(at[i + 1]));
    at += size + (at[size] == ' ');
  }
}

void nq_canvas_label(nq_canvas *canvas, double x, double y, double size, nq_align align,
                     nq_colour colour, const char *text) {
  double unit = size / HEIGHT, width = nq_label_width(text, size);
  x -= align == NQ_ALIGN_CENTRE ? width / 2 : align == NQ_ALIGN_RIGHT ? width : 0;
  canvas->functions->begin(canvas, colour, 1.1 * unit);
  for (; *text != '\0'; text++) {
    const struct letter *letter = find_letter(*text);
    if (letter != NULL) trace(canvas, letter, x, y - size / 2, unit);
    x += unit * advance(letter);
  }
  canvas->functions->end(canvas);
}
