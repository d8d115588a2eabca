/* The inner loops for AVX-512: a row of 512 lanes is one vector. */
#include "counting/parts.h"

#include <stdalign.h>
#include <string.h>

#if NQ_COUNT_X86

#define TARGET                                                                                     \
  __attribute__((target(                                                                           \
      "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,avx512bitalg,popcnt,bmi,bmi2")))
#include <immintrin.h>

static bool available(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}

/* Keep the strips `two` in a vector and loop over `one`: lists are short, and loads that cross
 * cache lines cost more than the test. */
TARGET static size_t join_strips(uint64_t *restrict out, const count_strip *one, size_t one_count,
                                 const count_strip *two, size_t two_count) {
  /* Unpacking takes strips 0, 4, 1, 5, 2, 6, 3, 7 in this order. */
  static const uint8_t tail[8] = {0x00, 0x01, 0x05, 0x15, 0x55, 0x57, 0x5f, 0x7f};
  uint64_t *next = out;
  for (size_t j = 0; j < two_count; j += 8) {
    __m512i first = _mm512_loadu_si512(two + j), last = _mm512_loadu_si512(two + j + 4);
    __m512i tests = _mm512_unpacklo_epi64(first, last);
    __m512i halves = _mm512_unpackhi_epi64(first, last);
    __mmask8 among = two_count - j >= 8 ? 0xff : tail[two_count - j];
    for (size_t i = 0; i < one_count; i++) {
      __m512i test = _mm512_set1_epi64((long long)one[i].test);
      __m512i half = _mm512_or_si512(_mm512_set1_epi64((long long)one[i].half), halves);
      __mmask8 fits = _mm512_mask_testn_epi64_mask(among, test, tests);
      _mm512_storeu_si512(next, _mm512_maskz_compress_epi64(fits, half));
      next += __builtin_popcount(fits);
    }
  }
  return (size_t)(next - out);
}

TARGET static size_t part_words(uint64_t *words, size_t count, const count_unit *unit,
                                uint32_t half, uint64_t *restrict ties, size_t *tie_count) {
  uint32_t bits = 2 * count_diagonals(half, unit->symmetry);
  bool quarters = unit->symmetry == BY_QUARTERS;
  const __m512i signature = _mm512_set1_epi64((long long)((UINT64_C(1) << bits) - 1));
  const __m512i full = _mm512_set1_epi64((1LL << half) - 1);
  const __m128i shift = _mm_cvtsi32_si128((int)(64 - half));
  size_t kept = 0, tied = 0;
  for (size_t i = 0; i < count; i += 8) {
    __mmask8 among = (__mmask8)(count - i >= 8 ? 0xff : (1u << (count - i)) - 1);
    __m512i word = _mm512_loadu_si512(words + i), measure, bound;
    if (quarters) {
      __mmask8 lower = _mm512_cmpge_epi64_mask(word, _mm512_setzero_si512());
      measure = _mm512_srl_epi64(word, shift);
      measure = _mm512_mask_xor_epi64(measure, lower, measure, full);
      bound = _mm512_set1_epi64(unit->bound);
    } else {
      measure = _mm512_and_si512(_mm512_srli_epi64(word, 56), _mm512_set1_epi64(15));
      bound = _mm512_srli_epi64(word, 60);
    }
    __mmask8 less = _mm512_mask_cmplt_epu64_mask(among, measure, bound);
    __mmask8 tie = _mm512_mask_cmpeq_epu64_mask(among, measure, bound);
    word = _mm512_and_si512(word, signature);
    _mm512_storeu_si512(words + kept, _mm512_maskz_compress_epi64(less, word));
    kept += (size_t)__builtin_popcount(less);
    if (tie == 0) continue;
    _mm512_storeu_si512(ties + tied, _mm512_maskz_compress_epi64(tie, word));
    tied += (size_t)__builtin_popcount(tie);
  }
  *tie_count = tied;
  return kept;
}

/* Moves byte b of word i to byte i of word b: gathers the bytes of 8 words, or puts them back. */
TARGET static __m512i turn_bytes(void) {
  alignas(64) uint8_t order[64];
  for (uint32_t i = 0; i < 64; i++) order[i] = (uint8_t)(i % 8 * 8 + i / 8);
  return _mm512_load_si512(order);
}

TARGET static void order_bits(uint64_t *words, size_t count, const count_bit_order *order) {
  const __m512i bytes = turn_bytes();
  __m512i from[8];
  alignas(64) uint64_t ordered[8] = {0}; /* byte b of all words */
  for (uint32_t b = 0; b < 8; b++) {
    long long eight;
    memcpy(&eight, order->from + 8 * b, sizeof eight);
    from[b] = _mm512_set1_epi64(eight);
  }
  for (size_t i = 0; i < count; i += 8) {
    __m512i word = _mm512_loadu_si512(words + i);
    for (uint32_t b = 0; b < order->bytes; b++)
      ordered[b] = _mm512_bitshuffle_epi64_mask(word, from[b]);
    _mm512_storeu_si512(words + i, _mm512_permutexvar_epi8(bytes, _mm512_load_si512(ordered)));
  }
}

TARGET static size_t keep_words(uint64_t *restrict out, const uint64_t *words, size_t count,
                                uint64_t mask) {
  const __m512i unwanted = _mm512_set1_epi64((long long)mask);
  uint64_t *next = out;
  for (size_t i = 0; i < count; i += 8) {
    __mmask8 among = (__mmask8)(count - i >= 8 ? 0xff : (1u << (count - i)) - 1);
    __m512i word = _mm512_loadu_si512(words + i);
    __mmask8 kept = _mm512_mask_testn_epi64_mask(among, word, unwanted);
    _mm512_storeu_si512(next, _mm512_maskz_compress_epi64(kept, word));
    next += __builtin_popcount(kept);
  }
  return (size_t)(next - out);
}

/* 64 words at a time: gather byte b of 8 words, then of all 64, then extract its bits from the
 * highest down. */
TARGET static void transpose(lanes *restrict columns, const uint64_t words[BLOCK_LANES],
                             uint32_t bits) {
  const __m512i bytes = turn_bytes();
  for (uint32_t group = 0; group < BLOCK_WORDS; group++) {
    alignas(64) uint64_t part[8][8];
    for (uint32_t i = 0; i < 8; i++) {
      alignas(64) uint64_t eight[8];
      __m512i word = _mm512_loadu_si512(words + (size_t)64 * group + (size_t)8 * i);
      _mm512_store_si512(eight, _mm512_permutexvar_epi8(bytes, word));
      for (uint32_t b = 0; b < 8; b++) part[b][i] = eight[b];
    }
    for (uint32_t b = 0; 8 * b < bits; b++) {
      __m512i byte = _mm512_load_si512(part[b]);
      for (uint32_t bit = 8; bit-- > 0; byte = _mm512_add_epi8(byte, byte))
        columns[8 * b + bit].word[group] = _mm512_movepi8_mask(byte);
    }
  }
}

typedef __m512i count_row;

TARGET static inline count_row load_row(const lanes *from) {
  return _mm512_load_si512(from);
}

TARGET static inline count_row join_rows(count_row a, count_row b) {
  return _mm512_or_si512(a, b);
}

TARGET static inline bool all_set(count_row row) {
  return _mm512_cmpneq_epi64_mask(row, _mm512_set1_epi64(-1)) == 0;
}

typedef struct count_tally {
  __m512i sum;
} count_tally;

TARGET static inline uint64_t tally_total(const count_tally *tally) {
  return (uint64_t)_mm512_reduce_add_epi64(tally->sum);
}

enum { ANY_OF_THREE = 0xfe }; /* truth table for ternarylogic */

TARGET static inline void count_words(const count_block *block, count_row pattern,
                                      const uint64_t *word, const uint64_t *end,
                                      count_tally *tally) {
  for (; word < end; word++) {
    count_row piece[CHUNKS];
    for (uint32_t i = 0; i < CHUNKS; i++)
      piece[i] = load_row(&block->chunk[i][*word >> (CHUNK_BITS * i) & CHUNK_MASK]);
    count_row met = _mm512_ternarylogic_epi64(pattern, piece[0], piece[1], ANY_OF_THREE);
    met = _mm512_ternarylogic_epi64(met, piece[2], piece[3], ANY_OF_THREE);
    tally->sum = _mm512_add_epi64(tally->sum, _mm512_popcnt_epi64(met));
  }
}

#include "counting/walk.inc"

const count_path nq_count_path_avx512 = {"avx512",   available,  join_strips,
                                         part_words, order_bits, keep_words,
                                         transpose,  fill_table, count_disjoint};

#endif
