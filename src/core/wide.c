#include "core/random.h"

#include <string.h>

/* Divide by ten, 32 bits at a time; returns the remainder. */
static uint32_t divide_by_ten(wide *value) {
  uint64_t rest = 0;
  uint64_t *half[2] = {&value->high, &value->low};
  for (int i = 0; i < 2; i++) {
    uint64_t upper = rest << 32 | *half[i] >> 32;
    uint64_t lower = upper % 10 << 32 | (uint32_t)*half[i];
    *half[i] = upper / 10 << 32 | lower / 10;
    rest = lower % 10;
  }
  return (uint32_t)rest;
}

const char *nq_wide_format(wide value, char text[WIDE_TEXT_BYTES]) {
  char digits[WIDE_TEXT_BYTES];
  size_t first = sizeof digits - 1;
  digits[first] = '\0';
  do digits[--first] = (char)('0' + divide_by_ten(&value));
  while (value.low != 0 || value.high != 0);
  memcpy(text, digits + first, sizeof digits - first);
  return text;
}

/* value * 10 + digit; false when that overflows. */
static bool push_digit(wide *value, uint32_t digit) {
  if (value->high > UINT64_MAX / 10) return false;
  wide two = add_wide(*value, *value), four = add_wide(two, two), eight = add_wide(four, four);
  wide ten = add_wide(eight, two), next = add_wide(ten, (wide){digit, 0});
  bool fits = !is_less_wide(ten, eight) && !is_less_wide(next, ten);
  *value = next;
  return fits;
}

bool nq_wide_parse(const char *text, wide *value) {
  *value = (wide){0, 0};
  if (text[0] == '\0' || (text[0] == '0' && text[1] != '\0')) return false;
  for (; *text != '\0'; text++)
    if (*text < '0' || *text > '9' || !push_digit(value, (uint32_t)(*text - '0'))) return false;
  return true;
}
