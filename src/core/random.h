/* PCG generators, inline for the search's inner loops; nqueens.h has the contract.
 *
 * MODEL.  A PCG generator is a linear congruential one, state = state * multiplier + increment
 * modulo 2^64 or 2^128, whose output is a permutation of the state:
 *
 *   XSH-RR 64/32   xorshift the high bits down, take 32, rotate them by the top 5 bits.
 *   XSL-RR 128/64  xor the two halves, rotate by the top 6 bits.
 *
 * The increment, an odd number made from the stream, selects one of 2^63 or 2^127 sequences.  As in
 * the reference implementation, pcg32 outputs the state before the step, pcg64 the state after. */
#ifndef NQ_CORE_RANDOM_H
#define NQ_CORE_RANDOM_H

#include "nqueens.h"

/* ---- Numbers of 128 bits in halves: not every machine has a type for them ---- */

typedef struct nq_wide {
  uint64_t low, high;
} nq_wide;

static inline nq_wide add_wide(nq_wide a, nq_wide b) {
  nq_wide sum = {a.low + b.low, a.high + b.high};
  sum.high += sum.low < a.low;
  return sum;
}

static inline nq_wide subtract_wide(nq_wide a, nq_wide b) {
  return (nq_wide){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

static inline bool is_less_wide(nq_wide a, nq_wide b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* Add to a number that a public struct has in halves. */
static inline void add_to_halves(uint64_t *low, uint64_t *high, nq_wide more) {
  nq_wide sum = add_wide((nq_wide){*low, *high}, more);
  *low = sum.low;
  *high = sum.high;
}

enum { WIDE_TEXT_BYTES = 40 /* 39 digits and a NUL */ };

/* Decimal digits; returns `text`. */
const char *nq_wide_format(nq_wide value, char text[WIDE_TEXT_BYTES]);

/* False unless all of `text` is decimal digits without leading zeros that fit in 128 bits. */
bool nq_wide_parse(const char *text, nq_wide *value);

/* ---- Generators ---- */

#define PCG_MULTIPLIER_64       UINT64_C(6364136223846793005)
#define PCG_MULTIPLIER_128_LOW  UINT64_C(4865540595714422341)
#define PCG_MULTIPLIER_128_HIGH UINT64_C(2549297995355413924)

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128;
#endif

/* The full 128-bit product of two 64-bit numbers. */
static inline nq_wide multiply_full(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
  uint128 product = (uint128)a * b;
  return (nq_wide){(uint64_t)product, (uint64_t)(product >> 64)};
#else
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  return (nq_wide){(other << 32) | (uint32_t)low, a1 * b1 + (middle >> 32) + (other >> 32)};
#endif
}

static inline nq_wide multiply_wide(nq_wide a, nq_wide b) {
  nq_wide product = multiply_full(a.low, b.low);
  product.high += a.high * b.low + a.low * b.high;
  return product;
}

static inline nq_wide load_wide(const uint64_t half[2]) {
  return (nq_wide){half[0], half[1]};
}

static inline void store_wide(uint64_t half[2], nq_wide value) {
  half[0] = value.low;
  half[1] = value.high;
}

static inline uint32_t next_pcg32(nq_pcg32 *random) {
  uint64_t state = random->state;
  random->state = state * PCG_MULTIPLIER_64 + random->increment;
  uint32_t mixed = (uint32_t)(((state >> 18) ^ state) >> 27);
  unsigned turn = (unsigned)(state >> 59);
  return (mixed >> turn) | (mixed << (-turn & 31));
}

static inline uint32_t below_pcg32(nq_pcg32 *random, uint32_t bound) {
  uint64_t product = (uint64_t)next_pcg32(random) * bound;
  if ((uint32_t)product < bound) {
    uint32_t threshold = -bound % bound;
    while ((uint32_t)product < threshold) product = (uint64_t)next_pcg32(random) * bound;
  }
  return (uint32_t)(product >> 32);
}

static inline nq_wide next_state_pcg64(const nq_pcg64 *random) {
  return add_wide(multiply_wide(load_wide(random->state),
                                (nq_wide){PCG_MULTIPLIER_128_LOW, PCG_MULTIPLIER_128_HIGH}),
                  load_wide(random->increment));
}

static inline uint64_t next_pcg64(nq_pcg64 *random) {
  nq_wide state = next_state_pcg64(random);
  store_wide(random->state, state);
  uint64_t mixed = state.high ^ state.low;
  unsigned turn = (unsigned)(state.high >> 58);
  return (mixed >> turn) | (mixed << (-turn & 63));
}

static inline uint64_t below_pcg64(nq_pcg64 *random, uint64_t bound) {
  nq_wide product = multiply_full(next_pcg64(random), bound);
  if (product.low < bound) {
    uint64_t threshold = -bound % bound;
    while (product.low < threshold) product = multiply_full(next_pcg64(random), bound);
  }
  return product.high;
}

static inline double unit_pcg64(nq_pcg64 *random) {
  return (double)(next_pcg64(random) >> 11) * 0x1p-53;
}

static inline void swap_values(uint32_t *values, uint64_t a, uint64_t b) {
  uint32_t value = values[a];
  values[a] = values[b];
  values[b] = value;
}

/* A part of nq_pcg64_shuffle: of `left` values still to be shuffled, all but the first `end`. */
static inline void shuffle_part(nq_pcg64 *random, uint32_t *values, size_t left, size_t end) {
  for (; left > end && left > 1; left--) swap_values(values, below_pcg64(random, left), left - 1);
}

/* Map consecutive numbers to unrelated ones (a bijection of 64 bits: the finaliser of S. Vigna's
 * splitmix64). */
static inline uint64_t scatter(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

#endif
