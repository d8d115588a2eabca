/* PNG files of few colours, for the images inside an SVG (ISO/IEC 15948). */
#ifndef NQ_DRAW_PNG_H
#define NQ_DRAW_PNG_H

#include "draw/canvas.h"

/* Marks *bytes as failed when memory is short. */
void nq_png_write(nq_bytes *bytes, const nq_image *image);

#endif
