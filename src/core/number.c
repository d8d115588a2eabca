#include "core/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Parse digits, with single underscores between them, and move *text past them. */
static nq_number parse_digits(const char **text, uint64_t *value) {
  const char *c = *text;
  if (!is_digit(*c)) return NQ_NUMBER_NONE;
  nq_number found = NQ_NUMBER_OK;
  for (*value = 0; is_digit(*c) || (*c == '_' && is_digit(c[1])); c++) {
    if (*c == '_') continue;
    uint64_t digit = (uint64_t)(*c - '0');
    if (*value > (UINT64_MAX - digit) / 10) found = NQ_NUMBER_LARGE;
    if (found == NQ_NUMBER_OK) *value = *value * 10 + digit;
  }
  *text = c;
  return found;
}

/* Multiply *value by a power of ten; `large`: the exponent does not fit in 64 bits. */
static nq_number scale(uint64_t *value, uint64_t exponent, bool large) {
  if (*value == 0) return NQ_NUMBER_OK;
  for (; large || exponent > 0; exponent--) {
    if (*value > UINT64_MAX / 10) return NQ_NUMBER_LARGE;
    *value *= 10;
  }
  return NQ_NUMBER_OK;
}

nq_number nq_number_parse(const char *text, uint64_t *value) {
  nq_number found = parse_digits(&text, value);
  if (found == NQ_NUMBER_NONE) return found;
  if (*text == 'e' || *text == 'E') {
    uint64_t exponent;
    text += text[1] == '+' ? 2 : 1;
    nq_number power = parse_digits(&text, &exponent);
    if (power == NQ_NUMBER_NONE) return power;
    if (found == NQ_NUMBER_OK) found = scale(value, exponent, power == NQ_NUMBER_LARGE);
  }
  return *text == '\0' ? found : NQ_NUMBER_NONE;
}

nq_number nq_number_parse_real(const char *text, double *value) {
  if (text[strspn(text, "0123456789.eE+-")] != '\0') return NQ_NUMBER_NONE;
  char *end;
  *value = strtod(text, &end);
  if (end == text || *end != '\0') return NQ_NUMBER_NONE;
  return isfinite(*value) ? NQ_NUMBER_OK : NQ_NUMBER_LARGE;
}

uint64_t nq_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

double nq_student_point(double freedom) {
  double z = 1.959963984540054, z2 = z * z;
  double g1 = z * (z2 + 1) / 4, g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  if (freedom < 2) return 12.706;
  if (freedom < 3) return 4.303;
  if (freedom < 4) return 3.182;
  return z + (g1 + (g2 + g3 / freedom) / freedom) / freedom;
}

/* ---- Numbers of 128 bits ---- */

/* Divide by ten, 32 bits at a time; returns the remainder. */
static uint32_t divide_by_ten(nq_wide *value) {
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

const char *nq_wide_format(nq_wide value, char text[WIDE_TEXT_BYTES]) {
  char digits[WIDE_TEXT_BYTES];
  size_t first = sizeof digits - 1;
  digits[first] = '\0';
  do digits[--first] = (char)('0' + divide_by_ten(&value));
  while (value.low != 0 || value.high != 0);
  memcpy(text, digits + first, sizeof digits - first);
  return text;
}

/* value * 10 + digit; false when that overflows. */
static bool push_digit(nq_wide *value, uint32_t digit) {
  if (value->high > UINT64_MAX / 10) return false;
  nq_wide two = add_wide(*value, *value), four = add_wide(two, two), eight = add_wide(four, four);
  nq_wide ten = add_wide(eight, two), next = add_wide(ten, (nq_wide){digit, 0});
  bool fits = !is_less_wide(ten, eight) && !is_less_wide(next, ten);
  *value = next;
  return fits;
}

bool nq_wide_parse(const char *text, nq_wide *value) {
  *value = (nq_wide){0, 0};
  if (text[0] == '\0' || (text[0] == '0' && text[1] != '\0')) return false;
  for (; *text != '\0'; text++)
    if (*text < '0' || *text > '9' || !push_digit(value, (uint32_t)(*text - '0'))) return false;
  return true;
}
