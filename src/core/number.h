/* Numbers as people write them, plurals, and the greatest common divisor. */
#ifndef NQ_CORE_NUMBER_H
#define NQ_CORE_NUMBER_H

#include <stdint.h>

/* The result of parsing a text.  *value is set for NQ_NUMBER_OK only. */
typedef enum nq_number {
  NQ_NUMBER_NONE,  /* not such a number */
  NQ_NUMBER_LARGE, /* does not fit in *value */
  NQ_NUMBER_OK
} nq_number;

/* Parse a whole number such as 1000000, 1e6 or 1_000_000, all of `text`. */
nq_number nq_number_parse(const char *text, uint64_t *value);

/* Parse a decimal number such as 12, -0.5 or 1e-3, all of `text`: no hexadecimal, no nan or inf. */
nq_number nq_number_parse_real(const char *text, double *value);

/* The plural ending of a counted noun: "1 conflict", "2 conflicts". */
static inline const char *nq_plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

/* The greatest common divisor (Euclid). */
uint64_t nq_common_divisor(uint64_t a, uint64_t b);

/* The last of count >= 1 ascending numbers that is at most `value`; the first if none is. */
static inline uint64_t last_at_most(const uint64_t *numbers, uint64_t count, uint64_t value) {
  uint64_t first = 0;
  for (uint64_t end = count; end - first > 1;) {
    uint64_t middle = first + (end - first) / 2;
    if (numbers[middle] <= value)
      first = middle;
    else
      end = middle;
  }
  return first;
}

#endif
