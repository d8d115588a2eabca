/* Shared by the tests of pictures: text and pixels in them. */
#ifndef NQ_TESTS_DRAW_H
#define NQ_TESTS_DRAW_H

#include "draw/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#ifdef NQ_HAVE_CAIRO
#include <cairo/cairo.h>
#endif

static inline void require_contains(const nq_bytes *bytes, const char *text) {
  nq_bytes ended = {0};
  nq_bytes_add(&ended, bytes->data, bytes->size);
  nq_bytes_add(&ended, "", 1);
  assert_false(ended.failed);
  if (strstr((const char *)ended.data, text) == NULL) fail_msg("no %s", text);
  nq_bytes_release(&ended);
}

static inline size_t count_text(const nq_bytes *bytes, const char *text) {
  size_t count = 0, size = strlen(text);
  for (size_t i = 0; i + size <= bytes->size; i++)
    count += memcmp(bytes->data + i, text, size) == 0;
  return count;
}

#ifdef NQ_HAVE_CAIRO

struct source {
  const nq_bytes *bytes;
  size_t at;
};

static inline cairo_status_t give(void *context, unsigned char *data, unsigned size) {
  struct source *source = context;
  if (source->bytes->size - source->at < size) return CAIRO_STATUS_READ_ERROR;
  memcpy(data, source->bytes->data + source->at, size);
  source->at += size;
  return CAIRO_STATUS_SUCCESS;
}

static inline cairo_surface_t *read_png(const nq_bytes *bytes) {
  struct source source = {.bytes = bytes};
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(give, &source);
  assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  return surface;
}

static inline nq_colour pixel(cairo_surface_t *surface, int x, int y) {
  nq_colour colour;
  assert_in_range(x, 0, cairo_image_surface_get_width(surface) - 1);
  assert_in_range(y, 0, cairo_image_surface_get_height(surface) - 1);
  const unsigned char *line = cairo_image_surface_get_data(surface) +
                              (size_t)y * (size_t)cairo_image_surface_get_stride(surface);
  memcpy(&colour, line + 4 * (size_t)x, sizeof colour);
  return colour & 0xFFFFFF;
}

#endif

#endif
