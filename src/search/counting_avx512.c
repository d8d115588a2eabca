/* The inner loops for AVX-512. */
#include "search/counting_parts.h"

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512vbmi,popcnt,bmi,bmi2")))
#include <immintrin.h>

static bool available(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq");
}

TARGET static size_t join_strips(uint64_t *out, const count_strip *one, size_t count1,
                                 const count_strip *two, size_t count2) {
  /* Unpacking takes entries 0 and 4, 1 and 5, ... next to each other. */
  static const uint8_t tail[8] = {0x00, 0x01, 0x05, 0x15, 0x55, 0x57, 0x5f, 0x7f};
  uint64_t *next = out;
  for (size_t j = 0; j < count2; j += 8) {
    __m512i first = _mm512_loadu_si512(two + j), last = _mm512_loadu_si512(two + j + 4);
    __m512i tests = _mm512_unpacklo_epi64(first, last), halves = _mm512_unpackhi_epi64(first, last);
    __mmask8 among = (__mmask8)(count2 - j >= 8 ? 0xff : tail[count2 - j]);
    for (size_t i = 0; i < count1; i++) {
      __m512i test = _mm512_set1_epi64((long long)one[i].test);
      __m512i half = _mm512_set1_epi64((long long)one[i].half);
      __mmask8 fits = _mm512_mask_testn_epi64_mask(among, test, tests);
      __m512i joined = _mm512_maskz_compress_epi64(fits, _mm512_or_si512(half, halves));
      uint32_t count = (uint32_t)__builtin_popcount(fits);
      _mm256_storeu_si256((__m256i *)next, _mm512_castsi512_si256(joined));
      if (__builtin_expect(count > 4, 0))
        _mm256_storeu_si256((__m256i *)(next + 4), _mm512_extracti64x4_epi64(joined, 1));
      next += count;
    }
  }
  return (size_t)(next - out);
}

TARGET static void fill_table(lanes *restrict rows, const lanes *restrict columns, uint32_t bits) {
  _mm512_store_si512(rows[0], _mm512_setzero_si512());
  for (uint32_t bit = 0; bit < bits; bit++) {
    __m512i column = _mm512_load_si512(columns[bit]);
    for (uint32_t set = 0; set < 1u << bit; set++)
      _mm512_store_si512(rows[set + (1u << bit)], _mm512_or_si512(_mm512_load_si512(rows[set]), column));
  }
}

TARGET static size_t part_words(uint64_t *words, size_t count, const count_filter *filter,
                                uint64_t *ties, size_t *tie_count) {
  bool quarters = filter->symmetry == BY_QUARTERS;
  uint32_t bits = 2 * nq_count_diagonals(filter->half, filter->symmetry);
  __m512i signature = _mm512_set1_epi64((long long)((UINT64_C(1) << bits) - 1));
  __m128i shift = _mm_cvtsi32_si128((int)(64 - filter->half));
  __m512i full = _mm512_set1_epi64((1 << filter->half) - 1), bound = _mm512_set1_epi64(filter->bound);
  size_t kept = 0, tied = 0;
  for (size_t i = 0; i < count; i += 8) {
    __m512i word = _mm512_loadu_si512(words + i);
    __mmask8 among = (__mmask8)(count - i >= 8 ? 0xff : (1u << (count - i)) - 1), less, tie;
    if (quarters) {
      __m512i tag = _mm512_srl_epi64(word, shift);
      __mmask8 low = _mm512_cmpge_epi64_mask(word, _mm512_setzero_si512());
      __m512i measure = _mm512_mask_xor_epi64(tag, low, tag, full);
      less = _mm512_mask_cmplt_epu64_mask(among, measure, bound);
      tie = _mm512_mask_cmpeq_epu64_mask(among, measure, bound);
    } else {
      __m512i a = _mm512_srli_epi64(word, 60), b = _mm512_and_si512(_mm512_srli_epi64(word, 56), _mm512_set1_epi64(15));
      tie = _mm512_mask_cmpeq_epu64_mask(among, a, b);
      less = _mm512_mask_cmplt_epu64_mask(among, b, a);
    }
    word = _mm512_and_si512(word, signature);
    _mm512_storeu_si512(words + kept, _mm512_maskz_compress_epi64(less, word));
    kept += (size_t)__builtin_popcount(less);
    if (tie != 0) {
      _mm512_storeu_si512(ties + tied, _mm512_maskz_compress_epi64(tie, word));
      tied += (size_t)__builtin_popcount(tie);
    }
  }
  *tie_count = tied;
  return kept;
}

/* Byte b of 8 words x 8 vectors, then bit by bit. */
TARGET static void transpose(lanes *columns, const uint64_t words[BLOCK_LANES], uint32_t bits) {
  alignas(64) uint8_t pick[64];
  for (uint32_t i = 0; i < 64; i++) pick[i] = (uint8_t)(i % 8 * 8 + i / 8);
  __m512i bytes = _mm512_load_si512(pick);
  const __m512i gather = _mm512_setr_epi64(0, 8, 16, 24, 32, 40, 48, 56);
  (void)gather;
  for (uint32_t group = 0; group < BLOCK_WORDS; group++) {
    alignas(64) uint64_t parts[8][8];
    for (uint32_t i = 0; i < 8; i++) {
      alignas(64) uint64_t t[8];
      _mm512_store_si512(t, _mm512_permutexvar_epi8(bytes, _mm512_loadu_si512(words + 64 * group + 8 * i)));
      for (uint32_t b = 0; b < 8; b++) parts[b][i] = t[b];
    }
    for (uint32_t b = 0; b * 8 < bits; b++) {
      __m512i v = _mm512_load_si512(parts[b]);
      for (uint32_t k = 8; k-- > 0;) {
        columns[8 * b + k][group] = _mm512_movepi8_mask(v);
        v = _mm512_add_epi8(v, v);
      }
    }
  }
}

#define ROW(table, offset) _mm512_load_si512((const char *)(table) + (offset))

TARGET static inline uint64_t count_chunks(const count_block *block, const count_stream *stream, uint32_t chunks) {
  const __m512i ones = _mm512_set1_epi64(-1);
  const uint64_t row = 63 << 6;
  __m512i none = _mm512_load_si512(block->none), sum = _mm512_setzero_si512();
  uint64_t lanes_seen = 0;
  uint32_t segment = 0, word = 0;
  const count_segment *segments = stream->segments;
  for (uint32_t g = 0; g < stream->group_count; g++) {
    __m512i outer = _mm512_or_si512(none, _mm512_load_si512(block->high[stream->groups[g].pattern]));
    uint32_t end = stream->groups[g].end;
    if (_mm512_cmpneq_epi64_mask(outer, ones) == 0) {
      segment = end;
      word = segments[end - 1].end;
      continue;
    }
    for (; segment < end; segment++) {
      __m512i base = _mm512_or_si512(outer, _mm512_load_si512(block->low[segments[segment].pattern]));
      uint32_t word_end = segments[segment].end;
      if (_mm512_cmpneq_epi64_mask(base, ones) == 0) {
        word = word_end;
        continue;
      }
      lanes_seen += word_end - word;
      for (; word < word_end; word++) {
        uint64_t w = stream->words[word];
        __m512i met = _mm512_ternarylogic_epi64(base, ROW(block->chunk[0], w << 6 & row), ROW(block->chunk[1], w & row), 0xfe);
        met = _mm512_ternarylogic_epi64(met, ROW(block->chunk[2], w >> 6 & row), ROW(block->chunk[3], w >> 12 & row), 0xfe);
        if (chunks == 5) met = _mm512_or_si512(met, ROW(block->chunk[4], w >> 18 & row));
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(met));
      }
    }
  }
  return lanes_seen * BLOCK_LANES - (uint64_t)_mm512_reduce_add_epi64(sum);
}

TARGET static uint64_t count_disjoint(const count_block *block, const count_stream *stream) {
  return stream->chunks == 4 ? count_chunks(block, stream, 4) : count_chunks(block, stream, 5);
}

const count_path nq_count_path_avx512 = {"avx512", available, join_strips, part_words, transpose, fill_table, count_disjoint};
