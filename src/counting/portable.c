/* The inner loops in plain C. */
#include "counting/parts.h"

#include <string.h>

#define TARGET

static bool available(void) {
  return true;
}

static size_t join_strips(uint64_t *restrict out, const count_strip *one, size_t one_count,
                          const count_strip *two, size_t two_count) {
  size_t count = 0;
  for (size_t i = 0; i < one_count; i++)
    for (size_t j = 0; j < two_count; j++) {
      out[count] = one[i].half | two[j].half;
      count += (one[i].test & two[j].test) == 0 ? 1 : 0;
    }
  return count;
}

size_t nq_count_part_words(uint64_t *words, size_t count, const count_unit *unit, uint32_t half,
                           uint64_t *restrict ties, size_t *tie_count) {
  uint64_t mask = (UINT64_C(1) << (2 * count_diagonals(half, unit->symmetry))) - 1;
  bool quarters = unit->symmetry == BY_QUARTERS;
  size_t kept = 0, tied = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t word = words[i];
    uint32_t measure =
        quarters ? measure_set((uint32_t)(word >> (64 - half)), half) : (uint32_t)(word >> 56) & 15;
    uint32_t bound = quarters ? unit->bound : (uint32_t)(word >> 60);
    words[kept] = ties[tied] = word & mask;
    kept += measure < bound ? 1 : 0;
    tied += measure == bound ? 1 : 0;
  }
  *tie_count = tied;
  return kept;
}

void nq_count_order_bits(uint64_t *words, size_t count, const count_bit_order *order) {
  for (size_t i = 0; i < count; i++) {
    uint64_t word = words[i], ordered = 0;
    for (uint32_t byte = 0; byte < order->bytes; byte++)
      ordered |= order->to[byte][word >> 8 * byte & 255];
    words[i] = ordered;
  }
}

static size_t keep_words(uint64_t *restrict out, const uint64_t *words, size_t count,
                         uint64_t mask) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    out[kept] = words[i];
    kept += (words[i] & mask) == 0 ? 1 : 0;
  }
  return kept;
}

/* Transpose a square of 64 x 64 bits: swap its off-diagonal quarters, and so on in each quarter
 * (H. S. Warren, "Hacker's Delight", 2nd ed., 2012, section 7-3). */
static void transpose_square(uint64_t square[64]) {
  uint64_t mask = UINT64_C(0x00000000ffffffff);
  for (uint32_t width = 32; width != 0; width /= 2, mask ^= mask << width)
    for (uint32_t i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      uint64_t differ = ((square[i] >> width) ^ square[i | width]) & mask;
      square[i] ^= differ << width;
      square[i | width] ^= differ;
    }
}

void nq_count_transpose(lanes *restrict columns, const uint64_t words[BLOCK_LANES], uint32_t bits) {
  for (uint32_t group = 0; group < BLOCK_WORDS; group++) {
    uint64_t square[64];
    memcpy(square, words + (size_t)64 * group, sizeof square);
    transpose_square(square);
    for (uint32_t bit = 0; bit < bits; bit++) columns[bit].word[group] = square[bit];
  }
}

typedef struct count_row {
  uint64_t word[BLOCK_WORDS];
} count_row;

static inline count_row load_row(const lanes *from) {
  count_row row;
  memcpy(row.word, from->word, sizeof row.word);
  return row;
}

static inline count_row join_rows(count_row a, count_row b) {
  for (uint32_t i = 0; i < BLOCK_WORDS; i++) a.word[i] |= b.word[i];
  return a;
}

static inline bool all_set(count_row row) {
  uint64_t all = row.word[0];
  for (uint32_t i = 1; i < BLOCK_WORDS; i++) all &= row.word[i];
  return all == UINT64_MAX;
}

typedef struct count_tally {
  uint64_t total;
} count_tally;

static inline uint64_t tally_total(const count_tally *tally) {
  return tally->total;
}

/* The number of bits set in each byte. */
static inline uint64_t count_byte_bits(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  return (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline uint64_t sum_bytes(uint64_t x) {
  x = (x & UINT64_C(0x00ff00ff00ff00ff)) + (x >> 8 & UINT64_C(0x00ff00ff00ff00ff));
  return (x * UINT64_C(0x0001000100010001)) >> 48;
}

enum { BYTE_TURNS = 31 }; /* 31 times 8 bits fit in a byte */

static inline void count_words(const count_block *block, count_row pattern, const uint64_t *word,
                               const uint64_t *end, count_tally *tally) {
  while (word < end) {
    const uint64_t *stop = end - word > BYTE_TURNS ? word + BYTE_TURNS : end;
    uint64_t bytes[BLOCK_WORDS] = {0};
    for (; word < stop; word++) {
      const uint64_t *piece[CHUNKS];
      for (uint32_t i = 0; i < CHUNKS; i++)
        piece[i] = block->chunk[i][*word >> (CHUNK_BITS * i) & CHUNK_MASK].word;
      for (uint32_t i = 0; i < BLOCK_WORDS; i++)
        bytes[i] += count_byte_bits(pattern.word[i] | piece[0][i] | piece[1][i] | piece[2][i] |
                                    piece[3][i]);
    }
    for (uint32_t i = 0; i < BLOCK_WORDS; i++) tally->total += sum_bytes(bytes[i]);
  }
}

#include "counting/walk.inc"

const count_path nq_count_path_portable = {
    "portable", available,          join_strips, nq_count_part_words, nq_count_order_bits,
    keep_words, nq_count_transpose, fill_table,  count_disjoint};
