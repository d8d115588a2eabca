/* The parts of the half-board join that counting.c puts together; counting.h has the model of the
 * whole, counting_plan.c that of the symmetry.
 *
 * MODEL.  The board is cut between columns; h = n / 2.
 *
 *          0      w1      h              n - 1            The left half has the columns 0 .. h - 1,
 *       0  +-------+------+--------------+                for odd n (unless its queen is in the
 *          | strip | strip|   right half |                centre) also the middle column h.  The
 *          |   1   |   2  |   (mirrored: |                right half has h columns; it is mirrored,
 *          |       |      |   strips 1, 2|                so that strips of the left half make it.
 *   n - 1  +-------+------+--------------+
 *
 * Words of 64 bits, whose disjunction stands for boards put side by side:
 *
 *   test    of a strip: the diagonals where strips 1 and 2 meet, n - 1 rising in the low bits and
 *           n - 1 falling above them.  Two strips make a half board when these are disjoint.
 *   half    of a strip or a half board:
 *
 *              63         2s            0
 *             +------+---+---------------+
 *             | tag  |   |   signature   |
 *             +------+---+---------------+
 *
 *           The signature has a bit for each of the s = 2h - 1 rising and s falling diagonals where
 *           the left and the right half meet, n - h .. n + h - 2.  Two half boards make a solution
 *           when these are disjoint.  The diagonals that are most often occupied on both sides, the
 *           central ones, have the highest bits.  Bits 2i and 2i + 1 are a falling diagonal and the
 *           rising one that is its mirror image: to mirror a half board is to swap them.
 *           The tag says what the symmetry asks for; it has h bits for BY_QUARTERS, 8 for
 *           BY_OFFSET.
 *
 * With n <= 27, h <= 13 that is at most 52 bits for test, 50 + 13 for half. */
#ifndef NQ_COUNTING_PARTS_H
#define NQ_COUNTING_PARTS_H

#include "nqueens.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a solution is chosen among its 8 images, and so what a tag is; see counting_plan.c. */
typedef enum count_symmetry {
  BY_QUARTERS, /* bit h - 1 - c: the queen of column c stands in the rows 0 .. h - 1 */
  BY_OFFSET    /* distance of the middle column's queen from the centre in the high 4 bits, of the
                  middle row's queen in the 4 below */
} count_symmetry;

/* s: how many diagonals of each direction the two halves can share. */
static inline uint32_t count_diagonals(uint32_t half, count_symmetry symmetry) {
  return symmetry == BY_OFFSET ? 2 * half : 2 * half - 1;
}

static inline uint32_t set_size(uint32_t set) {
  return (uint32_t)__builtin_popcount(set);
}

static inline uint64_t binomial(uint32_t n, uint32_t k) {
  uint64_t value = 1;
  for (uint32_t i = 1; i <= k; i++) value = value * (n - k + i) / i;
  return k > n ? 0 : value;
}

/* The measure of a set of `bits` places: the set itself or its complement as a number, whichever
 * has the highest bit.  It does not tell a set from its complement. */
static inline uint32_t measure_set(uint32_t set, uint32_t bits) {
  return (set >> (bits - 1) & 1) != 0 ? set : set ^ ((UINT32_C(1) << bits) - 1);
}

/* ---- Units of work: counting_plan.c --------------------------------------------------------- */

/* One unit: the rows of the left (0) and the right (1) half, and which pairs of their half boards
 * count how often. */
typedef struct count_unit {
  count_symmetry symmetry;
  uint32_t rows[2];
  uint32_t bound;       /* BY_QUARTERS: half boards count up to this measure; a tie has just it */
  uint8_t weight[2][2]; /* [left is a tie][right is a tie]; BY_OFFSET has no ties */
} count_unit;

typedef struct count_units {
  uint32_t n, half;
  uint64_t count;
  uint64_t quarters;      /* the first of them are BY_QUARTERS */
  uint64_t stride;        /* the i-th unit in order of work is number i * stride mod count */
  uint64_t *before;       /* BY_QUARTERS: [i]: how many come before the i-th upper set */
  uint16_t *sets;         /* all sets of h places by size, then by measure; */
  uint32_t first_set[16]; /* where each size begins */
} count_units;

/* 4 <= n <= 27.  Release it even after an error. */
nq_status nq_count_units_init(count_units *units, uint32_t n, nq_error *error);
void nq_count_units_release(count_units *units);
void nq_count_units_at(const count_units *units, uint64_t index, count_unit *unit);

/* ---- Strips: counting_strips.c -------------------------------------------------------------- */

typedef struct count_strip {
  uint64_t test, half;
} count_strip;

/* All strips of one kind: those on the rows S with key k are the entries start[rank(S) * keys + k]
 * to start[rank(S) * keys + k + 1] - 1. */
typedef struct count_strips {
  uint32_t keys;
  uint64_t lists, entries;
  uint32_t *start; /* lists * keys + 1 */
  count_strip *strip;
  uint32_t rank_bits; /* half of a row set's bits; at most 14 */
  uint32_t low_rank[1 << 14], high_rank[1 << 14];
} count_strips;

/* Called some hundred times a second or more often; returns false to break the work off. */
typedef bool count_pulse(void *context);

/* What the half boards of one symmetry are made of. */
typedef struct count_tables {
  uint32_t n, half;
  count_symmetry symmetry;
  uint32_t width;         /* w1 */
  count_strips strips[3]; /* strip 1; strip 2; strip 2 with the middle column */
  uint32_t choices[2];    /* how to choose strip 1's rows among those of the left, right half: */
  uint16_t *choice[2];    /* sets of places in the half's rows */
  count_pulse *pulse;     /* while they are built */
  void *context;
} count_tables;

/* The bytes that they take, which is known in no time compared with building them. */
uint64_t nq_count_tables_bytes(uint32_t n, count_symmetry symmetry);

/* `pulse` may be NULL.  NQ_OK, with tables of no use, when it broke the work off.  Release them even
 * after an error. */
nq_status nq_count_tables_init(count_tables *tables, uint32_t n, count_symmetry symmetry,
                               count_pulse *pulse, void *context, nq_error *error);
void nq_count_tables_release(count_tables *tables);

static inline uint64_t rank_rows(const count_strips *strips, uint32_t rows) {
  return (uint64_t)strips->low_rank[rows & ((1u << strips->rank_bits) - 1)] +
         strips->high_rank[rows >> strips->rank_bits];
}

/* ---- Joining: counting_join.c, and its inner loops for each kind of machine ----------------- */

enum {
  BLOCK_LANES = 512,
  BLOCK_WORDS = BLOCK_LANES / 64,
  CHUNK_BITS = 7,
  CHUNK_MASK = (1 << CHUNK_BITS) - 1,
  CHUNKS = 4, /* their tables take 32 KiB, a first-level cache */
  CHUNKS_BITS = CHUNKS * CHUNK_BITS,
  COLUMNS = 64 /* of a transposed block, one for each bit of a word */
};

/* A bit for each half board of a block. */
typedef struct lanes {
  alignas(64) uint64_t word[BLOCK_WORDS];
} lanes;

/* 512 half boards of one side as tables: which of them share a diagonal with a piece of another
 * signature?  One row for each value of
 *
 *    2s    high        low   28        21        14        7         0
 *     +-----------+-----------+---------+---------+---------+---------+
 *     |        pattern        | chunk 3 | chunk 2 | chunk 1 | chunk 0 |
 *     +-----------+-----------+---------+---------+---------+---------+
 */
typedef struct count_block {
  lanes none; /* the lanes without a half board */
  lanes chunk[CHUNKS][1 << CHUNK_BITS];
  lanes *high, *low; /* the upper and the lower half of the pattern */
} count_block;

/* The half boards of the other side, ordered by pattern.  Segments share the whole pattern, groups
 * of segments its high part. */
typedef struct count_segment {
  uint32_t pattern; /* its low (of a group: high) part */
  uint32_t end;     /* behind its last word (of a group: segment) */
} count_segment;

typedef struct count_stream {
  const uint64_t *words;
  const count_segment *segments, *groups;
  size_t group_count;
} count_stream;

/* Which half boards count; see count_unit. */
typedef struct count_filter {
  count_symmetry symmetry;
  uint32_t half, bound;
} count_filter;

/* The inner loops. */
typedef struct count_path {
  const char *name;
  bool (*available)(void);
  /* Write the half words of all disjoint pairs of strips; returns how many.  May read 8 strips past
   * the end of `two` and write 8 words past the result. */
  size_t (*join_strips)(uint64_t *restrict out, const count_strip *one, size_t one_count,
                        const count_strip *two, size_t two_count);
  /* Keep the words that count without a tie, move ties to `ties`, drop the others, clear all tags.
   * Returns how many are kept.  May read and write 8 words past the end of both. */
  size_t (*part_words)(uint64_t *words, size_t count, const count_filter *filter,
                       uint64_t *restrict ties, size_t *tie_count);
  /* columns[b] = bit b of all words, for b < bits, or a few more. */
  void (*transpose)(lanes *restrict columns, const uint64_t words[BLOCK_LANES], uint32_t bits);
  /* rows[v] = the OR of the columns in the set v, for all sets of `bits` columns. */
  void (*fill_table)(lanes *restrict rows, const lanes *restrict columns, uint32_t bits);
  /* Pairs of a half board of the block and one of the stream that share no diagonal. */
  uint64_t (*count_disjoint)(const count_block *block, const count_stream *stream);
} count_path;

/* The i-th path, the fastest first, NULL past the end; the last is available everywhere. */
const count_path *nq_count_path_at(size_t i);

/* For the paths that have no faster way of their own. */
size_t nq_count_part_words(uint64_t *words, size_t count, const count_filter *filter,
                           uint64_t *restrict ties, size_t *tie_count);
void nq_count_transpose(lanes *restrict columns, const uint64_t words[BLOCK_LANES], uint32_t bits);

extern const count_path nq_count_path_portable;
#if defined(__x86_64__) && defined(__GNUC__)
#define NQ_COUNT_X86 1
extern const count_path nq_count_path_avx2, nq_count_path_avx512;
#endif

/* What one thread works with. */
typedef struct count_worker count_worker;

/* When `pulse` returns false the unit is broken off.  NULL when memory cannot be had. */
count_worker *nq_count_worker_new(uint32_t n, const count_path *path, count_pulse *pulse,
                                  void *context);
void nq_count_worker_free(count_worker *worker);
/* What it takes at the beginning; its lists of half boards come on top. */
uint64_t nq_count_worker_bytes(uint32_t n);
/* The unit's solutions, with their weights, into *count; *whole is false when it was broken off.
 * `tables` are those of the unit's symmetry.  NQ_NO_MEMORY when its half boards find no room. */
nq_status nq_count_worker_unit(count_worker *worker, const count_tables *tables,
                               const count_unit *unit, uint64_t *count, bool *whole,
                               nq_error *error);

#endif
