/* MODEL.  Up to SCAN_N columns: each column in turn gets a uniformly random square without
 * conflicts, if it has one.  More columns are filled in two stages:
 *
 *   1. local/greedy_blocks.c fills nearly all columns, block by block.
 *   2. local/greedy_pairs.c matches the columns left over with the rows that are still free.
 *
 * The caller repairs the columns that are then left over: about a dozen, whatever n. */
#include "local/greedy.h"
#include "core/invariant.h"
#include "core/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCAN_N     1024 /* whole columns are scanned up to this n */
#define PIECE      32   /* columns counted at a time */
#define LARGE_N    (1U << 22)
#define SMALL_ROOM 8192

/* Of a plain board the blocks leave over about 1/24 + 1/100 of the columns, of a large one 1/64 +
 * 1/100 or less; the room is a fifth larger.  With many placed queens they may leave all. */
uint64_t nq_greedy_room(const nq_domain *domain) {
  uint64_t n = domain->n;
  bool plain = domain->fixed == NULL && !domain->restricted;
  return plain && n > SMALL_ROOM ? n / (n < LARGE_N ? 16 : 32) + SMALL_ROOM : n;
}

static void put(nq_greedy *greedy, uint32_t column, uint32_t row) {
  occupy_free(greedy->occupancy, column, row);
  greedy->rows[column] = row;
}

static void leave_over(nq_greedy *greedy, uint32_t column) {
  invariant(greedy->left_count < nq_greedy_room(greedy->domain));
  greedy->rows[column] = NQ_EMPTY;
  greedy->left[greedy->left_count++] = column;
}

/* ---- Stage 1, small n ---- */

/* The index of the i-th set bit of a word, i from 0. */
static unsigned select_bit(uint64_t word, unsigned i) {
  while (i-- > 0) word &= word - 1;
  return (unsigned)__builtin_ctzll(word);
}

/* The squares of a window that are free and allowed. */
static uint64_t allowed_window(const nq_greedy *greedy, uint32_t column, uint32_t base) {
  uint64_t free = occupancy_window(greedy->occupancy, column, base);
  if (!greedy->domain->restricted) return free;
  uint64_t allowed = 0;
  for (; free != 0; free &= free - 1) {
    unsigned bit = (unsigned)__builtin_ctzll(free);
    if (domain_allows(greedy->domain, column, base + bit)) allowed |= UINT64_C(1) << bit;
  }
  return allowed;
}

/* Draw a square without conflicts in the column, uniformly; NQ_EMPTY: there is none. */
static uint32_t scan_column(const nq_greedy *greedy, uint32_t column) {
  uint64_t windows[SCAN_N / NQ_WINDOW + 1] = {0};
  unsigned count = 0, squares = 0;
  for (uint32_t base = 0; base < greedy->domain->n; base += NQ_WINDOW) {
    windows[count] = allowed_window(greedy, column, base);
    squares += (unsigned)__builtin_popcountll(windows[count++]);
  }
  if (squares == 0) return NQ_EMPTY;
  unsigned chosen = (unsigned)below_pcg64(greedy->random, squares);
  for (unsigned i = 0;; i++) {
    unsigned here = (unsigned)__builtin_popcountll(windows[i]);
    if (chosen < here) return i * NQ_WINDOW + select_bit(windows[i], chosen);
    chosen -= here;
  }
}

static void scan_columns(nq_greedy *greedy) {
  for (uint32_t column = 0; column < greedy->domain->n; column++) {
    if (domain_is_fixed(greedy->domain, column)) continue;
    uint32_t row = scan_column(greedy, column);
    if (row == NQ_EMPTY)
      leave_over(greedy, column);
    else
      put(greedy, column, row);
  }
}

/* ---- Stage 2 ---- */

/* Collect the rows without a queen.  There are as many as columns left over, because no two queens
 * of a greedy start share a row. */
static void collect_free_rows(nq_greedy *greedy) {
  const nq_occupancy *occupancy = greedy->occupancy;
  uint64_t count = 0;
  for (uint64_t base = 0; base < occupancy->n; base += NQ_WINDOW) {
    uint64_t free = ~load_bits(occupancy->rows, base) & ((UINT64_C(1) << NQ_WINDOW) - 1);
    for (; free != 0; free &= free - 1)
      greedy->free_rows[count++] = (uint32_t)base + (uint32_t)__builtin_ctzll(free);
  }
  invariant(count == greedy->left_count);
}

/* Collect the columns left over in left[]; false when there are too many. */
static bool collect_left(nq_greedy *greedy) {
  const uint32_t *rows = greedy->rows;
  uint32_t n = greedy->domain->n;
  uint64_t room = nq_greedy_room(greedy->domain), count = 0;
  for (uint32_t column = greedy->left_from; column < n;) {
    uint32_t end = n - column < PIECE ? n : column + PIECE, empty = 0;
    for (uint32_t i = column; i < end; i++) empty += rows[i] == NQ_EMPTY;
    if (empty > room - count) return false;
    for (; empty > 0 && column < end; column++)
      if (rows[column] == NQ_EMPTY) greedy->left[count++] = column;
    column = end;
  }
  greedy->left_count = count;
  return true;
}

/* Place the fixed queens, which may attack each other; false when there is no memory. */
static bool place_fixed(nq_greedy *greedy) {
  const nq_domain *domain = greedy->domain;
  for (uint32_t column = 0; domain->fixed != NULL && column < domain->n; column++) {
    if (!domain_is_fixed(domain, column)) continue;
    greedy->rows[column] = domain_fixed_row(domain, column);
    if (!nq_occupancy_place(greedy->occupancy, column, greedy->rows[column])) return false;
  }
  return true;
}

nq_greedy_end nq_greedy_fill(nq_greedy *greedy) {
  const nq_domain *domain = greedy->domain;
  greedy->left_count = 0;
  if (!place_fixed(greedy)) return NQ_GREEDY_NO_MEMORY;
  if (domain->n <= SCAN_N) {
    scan_columns(greedy);
    nq_pcg64_shuffle(greedy->random, greedy->left, (size_t)greedy->left_count);
    collect_free_rows(greedy);
    return NQ_GREEDY_FILLED;
  }
  nq_greedy_end end = nq_greedy_fill_blocks(greedy);
  if (end != NQ_GREEDY_FILLED) return end;
  if (!collect_left(greedy)) return NQ_GREEDY_STUCK;
  collect_free_rows(greedy);
  return nq_greedy_fill_pairs(greedy) ? NQ_GREEDY_FILLED : NQ_GREEDY_STOPPED;
}
