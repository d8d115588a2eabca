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
