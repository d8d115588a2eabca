/* What pictures write into bytes: numbers and text of SVG, base 64, and PNG. */
#include "draw/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void nq_bytes_number(nq_bytes *bytes, double number) {
  char text[32];
  snprintf(text, sizeof text, "%.15g", (double)llround(number * 100) / 100);
  nq_bytes_text(bytes, text);
}

/* Append the next argument by its conversion, after the %; returns what follows that. */
static const char *add_argument(nq_bytes *bytes, const char *conversion, va_list *arguments) {
  char kind = *conversion, text[24] = "";
  if (kind == 's')
    nq_bytes_text(bytes, va_arg(*arguments, const char *));
  else if (kind == 'f')
    nq_bytes_number(bytes, va_arg(*arguments, double));
  else if (kind == 'c')
    text[0] = (char)va_arg(*arguments, int);
  else if (kind == 'u')
    snprintf(text, sizeof text, "%u", va_arg(*arguments, unsigned));
  else if (kind == 'z')
    snprintf(text, sizeof text, "%zu", va_arg(*arguments, size_t));
  else if (kind == 'l')
    snprintf(text, sizeof text, "%" PRIu64, va_arg(*arguments, uint64_t));
  else
    snprintf(text, sizeof text, "%0*x", conversion[1] - '0', va_arg(*arguments, unsigned));
  nq_bytes_text(bytes, text);
  return conversion + (kind == 'z' ? 2 : kind == 'l' ? strlen(PRIu64) : kind == '0' ? 3 : 1);
}

void nq_bytes_print(nq_bytes *bytes, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (;;) {
    size_t plain = strcspn(format, "%");
    nq_bytes_add(bytes, format, plain);
    if (format[plain] == '\0') break;
    format = add_argument(bytes, format + plain + 1, &arguments);
  }
  va_end(arguments);
}

void nq_bytes_base64(nq_bytes *bytes, const unsigned char *data, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    size_t count = size - i < 3 ? size - i : 3;
    uint32_t three = 0;
    for (size_t j = 0; j < 3; j++) three = three << 8 | (j < count ? data[i + j] : 0);
    char four[4];
    for (unsigned j = 0; j < 4; j++)
      four[j] = j <= count ? digits[three >> (18 - 6 * j) & 63] : '=';
    nq_bytes_add(bytes, four, sizeof four);
  }
}

/* ---- PNG: a signature and chunks: length (big-endian), type, data, CRC of type and data.
 *
 *     IHDR  side, side, 8 bits, colour type 3 (a palette), deflate, no filter, no interlace
 *     PLTE  256 colours
 *     IDAT  zlib's stream of the lines, each after a 0: the filter "none"
 *     IEND */

static void put_word(unsigned char *at, uint32_t word) {
  for (unsigned i = 0; i < 4; i++) at[i] = (unsigned char)(word >> (24 - 8 * i));
}

static void add_chunk(nq_bytes *bytes, const char *type, const unsigned char *data, size_t size) {
  unsigned char word[4];
  uLong sum = crc32(0, (const Bytef *)type, 4);
  if (size > 0) sum = crc32(sum, data, (uInt)size);
  put_word(word, (uint32_t)size);
  nq_bytes_add(bytes, word, 4);
  nq_bytes_add(bytes, type, 4);
  nq_bytes_add(bytes, data, size);
  put_word(word, (uint32_t)sum);
  nq_bytes_add(bytes, word, 4);
}

static void add_palette(nq_bytes *bytes, const nq_colour *colours) {
  unsigned char palette[3 * 256];
  for (unsigned i = 0; i < 256; i++)
    for (unsigned part = 0; part < 3; part++)
      palette[3 * i + part] = (unsigned char)(colours[i] >> (16 - 8 * part));
  add_chunk(bytes, "PLTE", palette, sizeof palette);
}

static void add_lines(nq_bytes *bytes, const nq_image *image) {
  size_t side = image->side, size = side * (side + 1);
  uLongf packed = compressBound(size);
  unsigned char *lines = malloc(size), *data = malloc(packed);
  bool ok = lines != NULL && data != NULL;
  for (size_t y = 0; ok && y < side; y++) {
    lines[y * (side + 1)] = 0;
    memcpy(lines + y * (side + 1) + 1, image->index + y * side, side);
  }
  ok = ok && compress2(data, &packed, lines, size, Z_BEST_COMPRESSION) == Z_OK;
  if (ok)
    add_chunk(bytes, "IDAT", data, packed);
  else
    bytes->failed = true;
  free(lines);
  free(data);
}

void nq_png_write(nq_bytes *bytes, const nq_image *image) {
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  unsigned char header[13] = {[8] = 8, [9] = 3};
  put_word(header, image->side);
  put_word(header + 4, image->side);
  nq_bytes_add(bytes, signature, sizeof signature);
  add_chunk(bytes, "IHDR", header, sizeof header);
  add_palette(bytes, image->colours);
  add_lines(bytes, image);
  add_chunk(bytes, "IEND", NULL, 0);
}
