/* The last columns of a plain board, from a table.
 *
 * MODEL.  A tail is the queens of the last NQ_TAIL_COLUMNS columns, none of which attack each
 * other.  All tails are listed by their set of rows, and for each set in lexicographic order.
 * Earlier queens attack a diagonal at its square in the first of these columns:
 *
 *     . . . | . . Q        a queen on row r, j columns after the cut, is attacked by
 *     . . . | . . .            rising  bit r + j    (shifted by -1 with every column)
 *     . . . | . . .            falling bit r - j    (shifted by +1)
 *      cut ^  j = 2        if that is on the board
 *
 * So a tail fits a board with the same free rows if none of its bits is attacked.  Tails are
 * scanned 16 at a time with a filter of the 16 middle bits of each direction, which are all bits up
 * to n = 16; those that pass are tested against all bits. */
#include "core/core.h"
#include "exact/backtracking_parts.h"

#include <stdlib.h>

#define BLOCK    16
#define ROW_BITS 5

struct nq_backtrack_tails {
  nq_arrays arrays;
  uint32_t n;
  uint32_t *start;  /* 2^n + 1, by row set: its first tail, a multiple of BLOCK */
  uint32_t *filter; /* 16 bits of rising, 16 of falling */
  uint64_t *lines;  /* n bits of rising; from bit 32 on, n bits of falling */
  uint32_t *rows;   /* ROW_BITS for each column */
};

static uint32_t filter_of(uint64_t lines, uint32_t n) {
  uint32_t skip = n > 16 ? (n - 16) / 2 : 0;
  return (uint32_t)(lines >> skip & 0xffff) | (uint32_t)(lines >> (32 + skip) & 0xffff) << 16;
}

/* ---- Scanning ---- */

/* Vector extension of gcc and clang, for unaligned loads of four words, which every processor has.
 * Wider vectors were no faster. */
typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t two __attribute__((vector_size(16)));

/* The first block from `at` on with a tail that passes the filter; `end`: none. */
static uint32_t find_block(const uint32_t *filter, uint32_t at, uint32_t end, uint32_t attacked) {
  const four all = {attacked, attacked, attacked, attacked};
  for (; at < end; at += BLOCK) {
    const four *block = (const four *)(filter + at);
    two passes = (two)((block[0] & all) == 0) | (two)((block[1] & all) == 0) |
                 (two)((block[2] & all) == 0) | (two)((block[3] & all) == 0);
    if ((passes[0] | passes[1]) != 0) break;
  }
  return at;
}

/* The tails of a block that pass, as bits; without branches. */
static uint32_t find_in_block(const uint32_t *filter, uint32_t attacked) {
  static const four bits[] = {{1 << 0, 1 << 1, 1 << 2, 1 << 3},
                              {1 << 4, 1 << 5, 1 << 6, 1 << 7},
                              {1 << 8, 1 << 9, 1 << 10, 1 << 11},
                              {1 << 12, 1 << 13, 1 << 14, 1 << 15}};
  const four all = {attacked, attacked, attacked, attacked};
  const four *block = (const four *)filter;
  two passes = (two)((four)((block[0] & all) == 0) & bits[0]) |
               (two)((four)((block[1] & all) == 0) & bits[1]) |
               (two)((four)((block[2] & all) == 0) & bits[2]) |
               (two)((four)((block[3] & all) == 0) & bits[3]);
  uint64_t both = passes[0] | passes[1];
  return (uint32_t)(both | both >> 32);
}

/* ---- Building ---- */

/* A partial tail. */
struct tail {
  uint32_t set, rows;
  uint64_t lines, rising, falling;
};

static struct tail extend(const struct tail *before, uint32_t n, uint32_t column, uint32_t row) {
  uint64_t queen = UINT64_C(1) << row;
  struct tail tail = *before;
  tail.set |= (uint32_t)queen;
  tail.rows |= row << (ROW_BITS * column);
  if (row + column < n) tail.lines |= queen << column;
  if (row >= column) tail.lines |= queen >> column << 32;
  tail.rising = (tail.rising | queen) >> 1;
  tail.falling = (tail.falling | queen) << 1;
  return tail;
}

/* Visit all tails: the first pass counts those of each set, the second stores them. */
static void build(nq_backtrack_tails *tails, const struct tail *before, uint32_t column) {
  if (column == NQ_TAIL_COLUMNS) {
    uint32_t at = tails->start[before->set]++;
    if (tails->rows == NULL) return;
    tails->filter[at] = filter_of(before->lines, tails->n);
    tails->lines[at] = before->lines;
    tails->rows[at] = before->rows;
    return;
  }
  uint64_t left = (UINT64_C(1) << tails->n) - 1;
  for (left &= ~(before->set | before->rising | before->falling); left != 0; left &= left - 1) {
    struct tail tail = extend(before, tails->n, column, (uint32_t)__builtin_ctzll(left));
    build(tails, &tail, column + 1);
  }
}

/* Turn counts into starts, each rounded up to whole blocks; returns the total. */
static uint32_t add_up(uint32_t *start, size_t sets) {
  uint32_t sum = 0;
  for (size_t set = 0; set < sets; set++) {
    uint32_t count = start[set];
    start[set] = sum;
    sum += (count + BLOCK - 1) / BLOCK * BLOCK;
  }
  return sum;
}

/* Places without a tail are filled so that they never fit. */
static bool reserve(nq_backtrack_tails *tails, size_t count) {
  tails->filter = nq_arrays_take(&tails->arrays, count, sizeof *tails->filter);
  tails->lines = nq_arrays_take(&tails->arrays, count, sizeof *tails->lines);
  tails->rows = nq_arrays_take(&tails->arrays, count, sizeof *tails->rows);
  for (size_t i = 0; i < count && !tails->arrays.failed; i++) {
    tails->filter[i] = UINT32_MAX;
    tails->lines[i] = UINT64_MAX;
  }
  return !tails->arrays.failed;
}

nq_backtrack_tails *nq_backtrack_tails_new(uint32_t n) {
  static const struct tail none = {0};
  size_t sets = (size_t)1 << n;
  nq_backtrack_tails *tails = calloc(1, sizeof *tails);
  if (tails == NULL) return NULL;
  tails->n = n;
  tails->start = nq_arrays_take(&tails->arrays, sets + 1, sizeof *tails->start);
  if (tails->start != NULL) {
    build(tails, &none, 0);
    uint32_t count = add_up(tails->start, sets);
    if (count > 0 && reserve(tails, count)) {
      build(tails, &none, 0);
      /* Storing the tails has moved each start to the set's end. */
      for (size_t set = sets; set > 0; set--)
        tails->start[set] = (tails->start[set - 1] + BLOCK - 1) / BLOCK * BLOCK;
      tails->start[0] = 0;
      return tails;
    }
  }
  nq_backtrack_tails_free(tails);
  return NULL;
}

void nq_backtrack_tails_free(nq_backtrack_tails *tails) {
  if (tails != NULL) nq_arrays_release(&tails->arrays);
  free(tails);
}

/* ---- Taking ---- */

static bool take_solution(nq_backtrack_run *run, uint32_t rows) {
  for (uint32_t i = 0; i < NQ_TAIL_COLUMNS; i++)
    run->rows[run->n - NQ_TAIL_COLUMNS + i] = rows >> (ROW_BITS * i) & ((1U << ROW_BITS) - 1);
  run->tails_taken++;
  return nq_backtrack_solution(run);
}

bool nq_backtrack_take_tails(nq_backtrack_run *run, uint64_t rows, uint64_t rising,
                             uint64_t falling) {
  const nq_backtrack_tails *tails = run->tails;
  uint64_t board = (UINT64_C(1) << tails->n) - 1, set = board & ~rows;
  uint64_t attacked = (rising & board) | (falling & board) << 32;
  uint32_t filter = filter_of(attacked, tails->n), end = tails->start[set + 1];
  bool taken = false, exact = tails->n <= 16;
  if ((set & ~(rising | falling)) == 0) end = 0; /* no square in the tail's first column */
  for (uint32_t at = tails->start[set]; (at = find_block(tails->filter, at, end, filter)) < end;
       at += BLOCK) {
    for (uint32_t left = find_in_block(tails->filter + at, filter); left != 0; left &= left - 1) {
      uint32_t i = at + (uint32_t)__builtin_ctz(left);
      if (!exact && (tails->lines[i] & attacked) != 0) continue;
      taken = true;
      if (!take_solution(run, tails->rows[i])) return false;
    }
  }
  run->report->failures += !taken;
  return true;
}
