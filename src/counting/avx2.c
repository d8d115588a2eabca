/* The inner loops for AVX2: a row of 512 lanes is two vectors. */
#include "counting/parts.h"

#if NQ_COUNT_X86

#define TARGET __attribute__((target("avx2,popcnt")))
#include <immintrin.h>

static bool available(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

/* For each set of 4 words: the permutation, in 32-bit lanes, that moves its words to the front in
 * order. */
static const uint32_t front[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7},
    {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 0, 1, 2, 3, 4, 5},
    {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1},
    {0, 1, 2, 3, 4, 5, 6, 7}};

TARGET static size_t join_strips(uint64_t *restrict out, const count_strip *one, size_t one_count,
                                 const count_strip *two, size_t two_count) {
  /* Unpacking takes strips 0, 2, 1, 3 in this order. */
  static const uint8_t tail[4] = {0, 1, 5, 7};
  uint64_t *next = out;
  for (size_t j = 0; j < two_count; j += 4) {
    __m256i first = _mm256_loadu_si256((const __m256i *)(two + j));
    __m256i last = _mm256_loadu_si256((const __m256i *)(two + j + 2));
    __m256i tests = _mm256_unpacklo_epi64(first, last);
    __m256i halves = _mm256_unpackhi_epi64(first, last);
    uint32_t among = two_count - j >= 4 ? 15 : tail[two_count - j];
    for (size_t i = 0; i < one_count; i++) {
      __m256i test = _mm256_and_si256(_mm256_set1_epi64x((long long)one[i].test), tests);
      __m256i fits = _mm256_cmpeq_epi64(test, _mm256_setzero_si256());
      uint32_t set = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(fits)) & among;
      __m256i half = _mm256_or_si256(_mm256_set1_epi64x((long long)one[i].half), halves);
      __m256i order = _mm256_loadu_si256((const __m256i *)front[set]);
      _mm256_storeu_si256((__m256i *)next, _mm256_permutevar8x32_epi32(half, order));
      next += __builtin_popcount(set);
    }
  }
  return (size_t)(next - out);
}

TARGET static size_t keep_words(uint64_t *restrict out, const uint64_t *words, size_t count,
                                uint64_t mask) {
  const __m256i unwanted = _mm256_set1_epi64x((long long)mask);
  uint64_t *next = out;
  for (size_t i = 0; i < count; i += 4) {
    __m256i word = _mm256_loadu_si256((const __m256i *)(words + i));
    __m256i fits = _mm256_cmpeq_epi64(_mm256_and_si256(word, unwanted), _mm256_setzero_si256());
    uint32_t among = count - i >= 4 ? 15 : (1u << (count - i)) - 1;
    uint32_t kept = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(fits)) & among;
    __m256i order = _mm256_loadu_si256((const __m256i *)front[kept]);
    _mm256_storeu_si256((__m256i *)next, _mm256_permutevar8x32_epi32(word, order));
    next += __builtin_popcount(kept);
  }
  return (size_t)(next - out);
}

typedef struct count_row {
  __m256i part[2];
} count_row;

TARGET static inline count_row load_row(const lanes *from) {
  const __m256i *part = (const __m256i *)from->word;
  return (count_row){{_mm256_load_si256(part), _mm256_load_si256(part + 1)}};
}

TARGET static inline count_row join_rows(count_row a, count_row b) {
  return (count_row){
      {_mm256_or_si256(a.part[0], b.part[0]), _mm256_or_si256(a.part[1], b.part[1])}};
}

TARGET static inline bool all_set(count_row row) {
  __m256i both = _mm256_and_si256(row.part[0], row.part[1]);
  return _mm256_testc_si256(both, _mm256_set1_epi64x(-1)) != 0;
}

typedef struct count_tally {
  __m256i sum;
} count_tally;

TARGET static inline uint64_t tally_total(const count_tally *tally) {
  uint64_t part[4];
  _mm256_storeu_si256((__m256i *)part, tally->sum);
  return part[0] + part[1] + part[2] + part[3];
}

/* The number of bits set in each byte, looked up by half bytes. */
TARGET static inline __m256i count_byte_bits(__m256i x) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                         1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(15);
  __m256i upper = _mm256_and_si256(_mm256_srli_epi16(x, 4), low);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(x, low)),
                         _mm256_shuffle_epi8(table, upper));
}

enum { BYTE_TURNS = 15 }; /* 15 times 16 bits, of two vectors, fit in a byte */

TARGET static inline void count_words(const count_block *block, count_row pattern,
                                      const uint64_t *word, const uint64_t *end,
                                      count_tally *tally) {
  const __m256i zero = _mm256_setzero_si256();
  while (word < end) {
    const uint64_t *stop = end - word > BYTE_TURNS ? word + BYTE_TURNS : end;
    __m256i bytes = zero;
    for (; word < stop; word++) {
      count_row met = pattern;
      for (uint32_t i = 0; i < CHUNKS; i++)
        met = join_rows(met, load_row(&block->chunk[i][*word >> (CHUNK_BITS * i) & CHUNK_MASK]));
      bytes = _mm256_add_epi8(bytes, count_byte_bits(met.part[0]));
      bytes = _mm256_add_epi8(bytes, count_byte_bits(met.part[1]));
    }
    tally->sum = _mm256_add_epi64(tally->sum, _mm256_sad_epu8(bytes, zero));
  }
}

#include "counting/walk.inc"

const count_path nq_count_path_avx2 = {
    "avx2",     available,          join_strips, nq_count_part_words, nq_count_order_bits,
    keep_words, nq_count_transpose, fill_table,  count_disjoint};

#endif
