/* What pictures write into bytes: numbers and text of SVG, and base 64. */
#include "draw/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
