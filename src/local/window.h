/* Windows of a column, for the greedy start and the rounds.
 *
 * MODEL.  The window at byte y of the row bits is the 56 rows from 8 * y on,
 *
 *     used = rows[y ..] | rising[column / 8 + y ..] >> column % 8
 *                       | falling[f / 8 + y ..] >> f % 8            f = last - column
 *
 * loaded eight bytes at a time.  As y counts bytes of rows, only the diagonals need a shift, which
 * is the same for all windows of the column: `up` = column % 8 and `down` = f % 8. */
#ifndef NQ_LOCAL_WINDOW_H
#define NQ_LOCAL_WINDOW_H

#include "board/occupancy.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

static inline uint64_t load_bytes(const uint8_t *bytes) {
  return load_bits(bytes, 0);
}

/* The free squares of a window, by its 64 bits of rows and diagonals. */
static inline uint64_t window_squares(uint64_t row, uint64_t rising, uint32_t up, uint64_t falling,
                                      uint32_t down) {
  uint64_t used = row | rising >> up | falling >> down;
  return ~used & ((UINT64_C(1) << NQ_WINDOW) - 1);
}

#ifdef __SSE2__

static inline __m128i load_pair(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/* Of `windows` <= 8 consecutive windows, the first with a free square; any if there is none.  No
 * processor could predict it, so all of them are tested, two at a time. */
static inline uint32_t window_find(const uint8_t *row, const uint8_t *rising, uint32_t up,
                                   const uint8_t *falling, uint32_t down, uint32_t windows) {
  if (windows < 2) return 0;
  const __m128i ones = _mm_set1_epi8(-1);
  const __m128i shift = _mm_cvtsi32_si128((int)up), other = _mm_cvtsi32_si128((int)down);
  /* A bit for each byte without a free square: the last of a window has none. */
  uint64_t full = UINT64_C(0x8080808080808080) | (windows < 8 ? UINT64_MAX << 8 * windows : 0);
  for (uint32_t next = 0; next < windows; next += 2) {
    uint32_t i = next + 2 <= windows ? next : windows - 2;
    __m128i used = _mm_or_si128(_mm_srl_epi64(load_pair(rising + 8 * i), shift),
                                _mm_srl_epi64(load_pair(falling + 8 * i), other));
    used = _mm_or_si128(used, load_pair(row + 8 * i));
    full |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(used, ones)) << 8 * i;
  }
  return ~full != 0 ? (uint32_t)__builtin_ctzll(~full) / 8 : 0;
}

#else

static inline uint32_t window_find(const uint8_t *row, const uint8_t *rising, uint32_t up,
                                   const uint8_t *falling, uint32_t down, uint32_t windows) {
  uint32_t i = 0;
  while (i + 1 < windows && window_squares(load_bytes(row + 8 * i), load_bytes(rising + 8 * i), up,
                                           load_bytes(falling + 8 * i), down) == 0)
    i++;
  return i;
}

#endif

#endif
