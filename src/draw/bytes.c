#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void nq_bytes_number(nq_bytes *bytes, double number) {
  int64_t hundredths = llround(number * 100);
  uint64_t size = (uint64_t)(hundredths < 0 ? -hundredths : hundredths);
  char text[48];
  unsigned rest = (unsigned)(size % 100);
  int length = snprintf(text, sizeof text, "%s%" PRIu64, hundredths < 0 ? "-" : "", size / 100);
  if (rest > 0)
    snprintf(text + length, sizeof text - (size_t)length, rest % 10 == 0 ? ".%u" : ".%02u",
             rest % 10 == 0 ? rest / 10 : rest);
  nq_bytes_text(bytes, text);
}

void nq_bytes_format(nq_bytes *bytes, const char *text, const double *numbers) {
  for (;;) {
    size_t plain = strcspn(text, "#");
    nq_bytes_add(bytes, text, plain);
    if (text[plain] == '\0') return;
    nq_bytes_number(bytes, *numbers++);
    text += plain + 1;
  }
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
