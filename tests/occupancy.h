/* Compact counters in memory of their own. */
#ifndef NQ_TESTS_OCCUPANCY_H
#define NQ_TESTS_OCCUPANCY_H

#include "board/occupancy.h"
#include "core/core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False when memory is short.  Free it in any case. */
static inline bool init_occupancy(nq_occupancy *occupancy, uint32_t n) {
  *occupancy = (nq_occupancy){0};
  uint8_t *memory = nq_memory_new(nq_occupancy_bytes(n), 1);
  if (memory != NULL) nq_occupancy_use(occupancy, n, memory);
  return memory != NULL;
}

static inline void free_occupancy(nq_occupancy *occupancy) {
  nq_memory_free(occupancy->rows, nq_occupancy_bytes(occupancy->n), 1);
  nq_occupancy_release(occupancy);
}

/* The free squares (1 bits) among 56 rows of a part, from `row` on, of the column. */
static inline uint64_t occupancy_window(const nq_occupancy *occupancy, uint32_t column,
                                        uint32_t row) {
  uint64_t used = load_bits(occupancy->rows, row_bit(occupancy, row)) |
                  load_bits(occupancy->rising, rising_bit(occupancy, column, row)) |
                  load_bits(occupancy->falling, falling_bit(occupancy, column, row));
  return ~used & ((UINT64_C(1) << NQ_WINDOW) - 1);
}

#endif
