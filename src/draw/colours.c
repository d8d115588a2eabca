/* Colours for densities.
 *
 * MODEL.  Two ends and a middle in OKLCH (B. Ottosson, "A perceptual color space for image
 * processing", 2020): lightness, chroma, and hue in degrees.  Lightness grows evenly between them,
 * so equal steps of density look equal, also in grey and to eyes that cannot tell red from green.
 *
 *     i      0     128     255
 *     L     .26            .93
 *     C     .08    .095    .14
 *     h     275    190     105 */
#include "draw/canvas.h"

#include <math.h>

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
