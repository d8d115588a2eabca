/* Bits of words. */
#ifndef NQ_CORE_BITS_H
#define NQ_CORE_BITS_H

#include <stdint.h>

/* The word with bit i % 64 set.  On x86 compilers shift a 1 to its place, which takes three
 * operations; this is one. */
static inline uint64_t with_bit(uint64_t word, uint64_t i) {
#if defined(__x86_64__) && defined(__GNUC__)
  __asm__("btsq %1, %0" : "+r"(word) : "r"(i) : "cc");
  return word;
#else
  return word | UINT64_C(1) << i % 64;
#endif
}

#endif
