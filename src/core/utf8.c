#include "core/core.h"

size_t nq_utf8_read(const char *text, size_t size, uint32_t *point) {
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char lead = (unsigned char)*text;
  *point = lead;
  if (lead < 0x80) return 1;
  size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead >= 0xf8 || length > size) return 0;
  *point = lead & (0x7fU >> length);
  for (size_t i = 1; i < length; i++) {
    unsigned char next = (unsigned char)text[i];
    if ((next & 0xc0) != 0x80) return 0;
    *point = *point << 6 | (next & 0x3f);
  }
  if (*point < smallest[length] || (*point >= 0xd800 && *point <= 0xdfff)) return 0;
  return *point <= 0x10ffff ? length : 0;
}
