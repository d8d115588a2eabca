/* The 8 images of a board under the symmetries of the square.
 *
 * An image of rows[] is numbered by bits: columns and rows swapped (1), read from the right (2),
 * upside down (4).  It starts with the queen of the first or last column or, if swapped, row. */
#ifndef NQ_BOARD_IMAGES_H
#define NQ_BOARD_IMAGES_H

#include <stdint.h>

#define NQ_IMAGES 8

/* Entry j of image i < 8; `lines` are rows[] and its inverse. */
static inline uint32_t image_at(const uint32_t *const lines[2], uint32_t n, unsigned i,
                                uint32_t j) {
  uint32_t value = lines[i & 1][(i & 2) != 0 ? n - 1 - j : j];
  return (i & 4) != 0 ? n - 1 - value : value;
}

#endif
