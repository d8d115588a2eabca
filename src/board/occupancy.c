#include "board/occupancy.h"
#include "board/conflicts.h"

/* After the last bit: windows may begin NQ_OVERHANG rows past the last one. */
#define GUARD_BYTES (NQ_OVERHANG / 8 + 16)
#define CACHE_LINE  64

static uint64_t whole_lines(uint64_t bytes) {
  return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

uint32_t nq_occupancy_parts(uint32_t n) {
  return n < NQ_PARTS_N || n >= NQ_PARTS_END ? 1 : NQ_PARTS;
}

/* Of a part. */
static uint64_t row_bytes(uint32_t n) {
  return whole_lines((uint64_t)n / 8 / nq_occupancy_parts(n) + GUARD_BYTES);
}

static uint64_t diagonal_bytes(uint32_t n) {
  return whole_lines((uint64_t)n / 4 / nq_occupancy_parts(n) + 1 + GUARD_BYTES);
}

uint64_t nq_occupancy_bytes(uint32_t n) {
  return nq_occupancy_parts(n) * (row_bytes(n) + 2 * diagonal_bytes(n));
}

static void set_guard(nq_occupancy *occupancy) {
  uint64_t bytes = occupancy->row_part / 8;
  for (uint64_t part = 0; part < occupancy->parts; part++) {
    uint8_t *bits = occupancy->rows + part * bytes;
    uint64_t rows = part_lines(occupancy, part), first = (rows + 7) / 8;
    for (uint64_t i = rows; i < 8 * first; i++) set_bit(bits, i);
    memset(bits + first, 0xff, (size_t)(bytes - first));
  }
}

void nq_occupancy_use(nq_occupancy *occupancy, uint32_t n, uint8_t *memory) {
  uint32_t parts = nq_occupancy_parts(n);
  uint8_t *rising = memory + parts * row_bytes(n), *falling = rising + parts * diagonal_bytes(n);
  *occupancy = (nq_occupancy){.n = n,
                              .rows = memory,
                              .rising = rising,
                              .falling = falling,
                              .parts = parts,
                              .shift = parts > 1 ? NQ_PARTS_SHIFT : 0,
                              .row_part = 8 * row_bytes(n),
                              .diagonal_part = 8 * diagonal_bytes(n),
                              .last = parts > 1 ? (n | UINT64_C(31)) - 1 : (n - 1) | 7};
  set_guard(occupancy);
}

void nq_occupancy_release(nq_occupancy *occupancy) {
  nq_table_release(&occupancy->extra);
  *occupancy = (nq_occupancy){0};
}

void nq_occupancy_clear(nq_occupancy *occupancy) {
  memset(occupancy->rows, 0, (size_t)nq_occupancy_bytes(occupancy->n));
  set_guard(occupancy);
  nq_table_clear(&occupancy->extra);
  occupancy->total = 0;
}

static uint64_t table_key(uint64_t bit, nq_direction direction) {
  return bit << 2 | (uint64_t)direction;
}

static bool occupy(nq_occupancy *occupancy, uint8_t *bits, uint64_t bit, nq_direction direction) {
  if (!test_bit(bits, bit)) {
    set_bit(bits, bit);
    return true;
  }
  uint64_t key = table_key(bit, direction);
  uint32_t extra = table_get(&occupancy->extra, key);
  occupancy->total += (uint64_t)extra + 1;
  return nq_table_set(&occupancy->extra, key, extra + 1);
}

static void vacate(nq_occupancy *occupancy, uint8_t *bits, uint64_t bit, nq_direction direction) {
  uint64_t key = table_key(bit, direction);
  uint32_t extra = table_get(&occupancy->extra, key);
  invariant(test_bit(bits, bit) && occupancy->total >= extra);
  if (extra == 0)
    clear_bit(bits, bit);
  else
    (void)nq_table_set(&occupancy->extra, key, extra - 1); /* a known key: cannot fail */
  occupancy->total -= extra;
}

bool nq_occupancy_place(nq_occupancy *occupancy, uint32_t column, uint32_t row) {
  invariant(column < occupancy->n && row < occupancy->n);
  uint64_t rising = rising_bit(occupancy, column, row);
  uint64_t falling = falling_bit(occupancy, column, row);
  bool row_joined = occupy(occupancy, occupancy->rows, row_bit(occupancy, row), NQ_ROW);
  bool rising_joined = occupy(occupancy, occupancy->rising, rising, NQ_RISING);
  return occupy(occupancy, occupancy->falling, falling, NQ_FALLING) && rising_joined && row_joined;
}

void nq_occupancy_remove(nq_occupancy *occupancy, uint32_t column, uint32_t row) {
  uint64_t falling = falling_bit(occupancy, column, row);
  vacate(occupancy, occupancy->rows, row_bit(occupancy, row), NQ_ROW);
  vacate(occupancy, occupancy->rising, rising_bit(occupancy, column, row), NQ_RISING);
  vacate(occupancy, occupancy->falling, falling, NQ_FALLING);
}

static inline uint64_t queens_on(const void *counters, nq_direction direction, uint64_t line) {
  const nq_occupancy *occupancy = counters;
  const uint8_t *bits = direction == NQ_RISING ? occupancy->rising : occupancy->falling;
  uint64_t bit = line_bit(occupancy, line, occupancy->diagonal_part);
  if (!test_bit(bits, bit)) return 0;
  return 1 + (uint64_t)table_get(&occupancy->extra, table_key(bit, direction));
}

uint64_t nq_occupancy_diagonals(const nq_occupancy *occupancy, uint32_t column, uint32_t row) {
  return queens_on(occupancy, NQ_RISING, (uint64_t)column + row) +
         queens_on(occupancy, NQ_FALLING, falling_line(occupancy, column, row));
}

int64_t nq_occupancy_swap_delta(const nq_occupancy *occupancy, uint32_t a, uint32_t row_a,
                                uint32_t b, uint32_t row_b) {
  const nq_swap swap = {a, row_a, b, row_b};
  return swap_change(occupancy, falling_line(occupancy, 0, 0), swap, queens_on);
}
