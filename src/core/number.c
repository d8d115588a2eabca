#include "core/number.h"

/* Digits, single underscores between them allowed, from *text on; moves *text behind them.  False
 * when there is no digit; UINT64_MAX when they are too many for 64 bits. */
static bool parse_digits(const char **text, uint64_t *value) {
  const char *c = *text;
  bool large = false;
  if (*c < '0' || *c > '9') return false;
  *value = 0;
  for (;; c++) {
    if (*c == '_' && c[1] >= '0' && c[1] <= '9') continue;
    if (*c < '0' || *c > '9') break;
    uint64_t digit = (uint64_t)(*c - '0');
    large = large || *value > (UINT64_MAX - digit) / 10;
    *value = large ? UINT64_MAX : *value * 10 + digit;
  }
  *text = c;
  return true;
}

static uint64_t scale(uint64_t value, uint64_t exponent) {
  while (value != 0 && exponent-- > 0) {
    if (value > UINT64_MAX / 10) return UINT64_MAX;
    value *= 10;
  }
  return value;
}

bool nq_number_parse(const char *text, uint64_t *value) {
  if (!parse_digits(&text, value)) return false;
  if (*text == 'e' || *text == 'E') {
    uint64_t exponent;
    text += text[1] == '+' ? 2 : 1;
    if (!parse_digits(&text, &exponent)) return false;
    *value = scale(*value, exponent);
  }
  return *text == '\0';
}

uint64_t nq_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

uint32_t nq_square_root(uint64_t square) {
  uint64_t low = 0, high = UINT32_MAX;
  while (low < high) {
    uint64_t middle = high - (high - low) / 2;
    if (middle <= square / middle)
      low = middle;
    else
      high = middle - 1;
  }
  return (uint32_t)low;
}
