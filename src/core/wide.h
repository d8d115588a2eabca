/* Numbers of 128 bits in halves: not every machine has a type for them. */
#ifndef NQ_CORE_WIDE_H
#define NQ_CORE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wide {
  uint64_t low, high;
} wide;

static inline wide add_wide(wide a, wide b) {
  wide sum = {a.low + b.low, a.high + b.high};
  sum.high += sum.low < a.low;
  return sum;
}

static inline wide subtract_wide(wide a, wide b) {
  return (wide){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

static inline bool is_less_wide(wide a, wide b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* Add to a number that a public struct has in halves. */
static inline void add_to_halves(uint64_t *low, uint64_t *high, wide more) {
  wide sum = add_wide((wide){*low, *high}, more);
  *low = sum.low;
  *high = sum.high;
}

enum { WIDE_TEXT_BYTES = 40 /* 39 digits and a NUL */ };

/* Decimal digits; returns `text`. */
const char *nq_wide_format(wide value, char text[WIDE_TEXT_BYTES]);

/* False unless all of `text` is decimal digits without leading zeros that fit in 128 bits. */
bool nq_wide_parse(const char *text, wide *value);

#endif
