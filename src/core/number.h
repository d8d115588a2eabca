/* Whole numbers: as people write them, with their nouns, their greatest common divisor, and their square root. */
#ifndef NQ_CORE_NUMBER_H
#define NQ_CORE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Parse a whole number such as 1000000, 1e6 or 1_000_000, all of `text`; UINT64_MAX when it does
 * not fit in 64 bits.  False, *value then being anything, when it is not one. */
bool nq_number_parse(const char *text, uint64_t *value);

/* The end of a noun of which there are so many: "1 conflict", "2 conflicts". */
static inline const char *nq_plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

/* The greatest common divisor (Euclid). */
uint64_t nq_common_divisor(uint64_t a, uint64_t b);

/* The largest number whose square is at most this. */
uint32_t nq_square_root(uint64_t square);

#endif
