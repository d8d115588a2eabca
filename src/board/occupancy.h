/* Compact O(1) conflict counters for boards with few conflicts: a bit per line, and a table of the
 * few lines with more than one queen.  They take 5n/8 bytes; nq_conflicts takes 53n.
 *
 * MODEL.  Three bitsets mark the lines that hold a queen:
 *
 *     rows     line row
 *     rising   line column + row
 *     falling  line row - column + last, with `last` at least n - 1 and such that the bits of a
 *              column begin at bit 7 - i % 8 of a byte, i being its place in its part
 *
 * On a large board each is in four parts, with the lines 0, 4, 8, .., the lines 1, 5, 9, .., and so
 * on: the bit of a line is line / 4 of part line % 4.  For a fixed column, rows r, r + 4, r + 8, ..
 * are neighbouring bits in all three, so one unaligned load from each covers 56 squares at once (a
 * window):
 *
 *     used = rows[bit of r ..] | rising[bit of column + r ..]
 *                              | falling[bit of r - column + last ..]
 *
 * and a zero bit is a square without conflicts.  Bits after the last row are set, so that a window
 * never offers a row outside the board.  Bit i is bit i % 8 of byte i / 8.
 *
 * Why four parts: queens on rows 0 and 1 of every four and on white squares, and queens on rows 2
 * and 3 and on black ones, use parts of their own.  So two threads can place them, and never meet
 * (local/greedy.h).  Small boards are not worth threads, and have one part.
 *
 * Queens beyond the first of a line are counted in a table.  It stays small: the queens that a
 * greedy start leaves over add a few dozen, whatever n. */
#ifndef NQ_BOARD_OCCUPANCY_H
#define NQ_BOARD_OCCUPANCY_H

#include "core/core.h"

#include <string.h>

/* Squares in a window. */
#define NQ_WINDOW 56
/* Windows may begin up to this many bits past the last row, where they offer no square. */
#define NQ_OVERHANG 8192
/* Parts of each set of lines, from NQ_PARTS_N columns on and below NQ_PARTS_END: larger boards
 * fetch their lines from memory, where it does not matter which thread had them. */
#define NQ_PARTS_SHIFT 2
#define NQ_PARTS       (1U << NQ_PARTS_SHIFT)
#define NQ_PARTS_N     (1U << 18)
#define NQ_PARTS_END   (1U << 25)

typedef struct nq_occupancy {
  uint32_t n;
  uint8_t *rows, *rising, *falling; /* one after the other */
  uint32_t parts, shift;            /* parts = 1 << shift */
  uint64_t row_part, diagonal_part; /* bits from one part to the next: whole cache lines */
  uint64_t last;                    /* the falling diagonal of column 0 on row 0 */
  nq_table extra;                   /* bit << 2 | direction -> queens beyond the first */
  uint64_t total;                   /* attacking pairs */
} nq_occupancy;

/* Parts of each set of lines for size n: 1 or NQ_PARTS. */
uint32_t nq_occupancy_parts(uint32_t n);
/* Bytes for size n, without the table. */
uint64_t nq_occupancy_bytes(uint32_t n);

/* An empty board of size n >= 1, in nq_occupancy_bytes(n) zero bytes of the caller. */
void nq_occupancy_use(nq_occupancy *occupancy, uint32_t n, uint8_t *memory);
void nq_occupancy_release(nq_occupancy *occupancy);
/* Empty the board, O(n). */
void nq_occupancy_clear(nq_occupancy *occupancy);

/* Line i of a part. */
static inline uint32_t part_line(const nq_occupancy *occupancy, uint64_t i, uint64_t part) {
  return (uint32_t)((i << occupancy->shift) + part);
}

/* How many of the lines 0 .. n - 1 are in a part. */
static inline uint64_t part_lines(const nq_occupancy *occupancy, uint64_t part) {
  return (uint64_t)(occupancy->n + (uint64_t)occupancy->parts - 1 - part) >> occupancy->shift;
}

static inline uint64_t line_bit(const nq_occupancy *occupancy, uint64_t line, uint64_t part) {
  return (line >> occupancy->shift) + (line & (occupancy->parts - 1)) * part;
}

static inline uint64_t row_bit(const nq_occupancy *occupancy, uint64_t row) {
  return line_bit(occupancy, row, occupancy->row_part);
}

static inline uint64_t falling_line(const nq_occupancy *occupancy, uint64_t column, uint64_t row) {
  return row + occupancy->last - column;
}

/* The bit of a square's rising diagonal, */
static inline uint64_t rising_bit(const nq_occupancy *occupancy, uint64_t column, uint64_t row) {
  return line_bit(occupancy, column + row, occupancy->diagonal_part);
}

/* and of its falling one. */
static inline uint64_t falling_bit(const nq_occupancy *occupancy, uint64_t column, uint64_t row) {
  return line_bit(occupancy, falling_line(occupancy, column, row), occupancy->diagonal_part);
}

/* A copy of the counters for inner loops: where `shift` is a constant, so are all shifts. */
static inline nq_occupancy shifted_by(const nq_occupancy *occupancy, uint32_t shift) {
  nq_occupancy copy = *occupancy;
  copy.shift = shift;
  copy.parts = 1U << shift;
  return copy;
}

static inline bool test_bit(const uint8_t *bits, uint64_t i) {
  return bits[i >> 3] >> (i & 7) & 1;
}

static inline void set_bit(uint8_t *bits, uint64_t i) {
  bits[i >> 3] |= (uint8_t)(1U << (i & 7));
}

static inline void clear_bit(uint8_t *bits, uint64_t i) {
  bits[i >> 3] &= (uint8_t) ~(1U << (i & 7));
}

/* Bits i .. i + 56, at the low end of the result. */
static inline uint64_t load_bits(const uint8_t *bits, uint64_t i) {
  uint64_t word;
  memcpy(&word, bits + (i >> 3), sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word >> (i & 7);
}

/* The 64 bits from a byte on, as load_bits(bytes, 0) gives them. */
static inline void store_bits(uint8_t *bytes, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(bytes, &word, sizeof word);
}

/* True when no queen stands on the two diagonals of the square. */
static inline bool diagonals_free(const nq_occupancy *occupancy, uint32_t column, uint32_t row) {
  return !test_bit(occupancy->rising, rising_bit(occupancy, column, row)) &&
         !test_bit(occupancy->falling, falling_bit(occupancy, column, row));
}

/* Put a queen on a square without conflicts. */
static inline void occupy_free(nq_occupancy *occupancy, uint32_t column, uint32_t row) {
  invariant(column < occupancy->n && row < occupancy->n);
  invariant(!test_bit(occupancy->rows, row_bit(occupancy, row)) &&
            diagonals_free(occupancy, column, row));
  set_bit(occupancy->rows, row_bit(occupancy, row));
  set_bit(occupancy->rising, rising_bit(occupancy, column, row));
  set_bit(occupancy->falling, falling_bit(occupancy, column, row));
}

/* Put a queen on any square, or remove one; false when memory for the table is short. */
bool nq_occupancy_place(nq_occupancy *occupancy, uint32_t column, uint32_t row);
void nq_occupancy_remove(nq_occupancy *occupancy, uint32_t column, uint32_t row);

/* Queens on the diagonals of a square (a queen that stands there counts on both). */
uint64_t nq_occupancy_diagonals(const nq_occupancy *occupancy, uint32_t column, uint32_t row);

/* The change of the total when the queens (a, row_a) and (b, row_b), in distinct columns and rows,
 * exchange rows. */
int64_t nq_occupancy_swap_delta(const nq_occupancy *occupancy, uint32_t a, uint32_t row_a,
                                uint32_t b, uint32_t row_b);

/* Is that change more than 0?  Most exchanges are ruled out by the bits of the four diagonals that
 * the queens join: each with a queen adds a pair at least.  left: the queens on the diagonals of
 * (a, row_a). */
static inline bool occupancy_swap_raises(const nq_occupancy *occupancy, uint32_t a, uint32_t row_a,
                                         uint64_t left, uint32_t b, uint32_t row_b) {
  uint64_t joined = (uint64_t)test_bit(occupancy->rising, rising_bit(occupancy, a, row_b)) +
                    test_bit(occupancy->rising, rising_bit(occupancy, b, row_a)) +
                    test_bit(occupancy->falling, falling_bit(occupancy, a, row_b)) +
                    test_bit(occupancy->falling, falling_bit(occupancy, b, row_a));
  return (joined > 0 && joined + 4 > left + nq_occupancy_diagonals(occupancy, b, row_b)) ||
         nq_occupancy_swap_delta(occupancy, a, row_a, b, row_b) > 0;
}

#endif
