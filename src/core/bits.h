/* Bits of words. */
#ifndef NQ_CORE_BITS_H
#define NQ_CORE_BITS_H

#include <stdbool.h>
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

/* ---- Sets of numbers: i is bit i % 64 of word i / 64 ---- */

static inline bool has_bit(const uint64_t *words, uint64_t i) {
  return words[i / 64] >> i % 64 & 1; /* NOLINT(clang-analyzer-core.NullDereference) */
}

static inline void add_bit(uint64_t *words, uint64_t i) {
  words[i / 64] |= UINT64_C(1) << i % 64; /* NOLINT(clang-analyzer-core.NullDereference) */
}

static inline void drop_bit(uint64_t *words, uint64_t i) {
  words[i / 64] &= ~(UINT64_C(1) << i % 64);
}

#endif
