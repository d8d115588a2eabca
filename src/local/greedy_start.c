/* MODEL.  Up to SMALL_N columns: each column in turn gets a uniformly random square without
 * conflicts, if it has one, on a row that is free.  More columns are filled in two stages:
 *
 *   1. local/greedy_blocks.c fills nearly all columns, block by block.
 *   2. local/greedy_pairs.c matches the columns left over with the rows that are still free.
 *
 * The caller repairs the columns that are then left over: about a dozen, whatever n. */
#include "local/greedy.h"
#include "core/core.h"
#include "core/random.h"

#define SMALL_N    1024
#define DRAWS      32 /* of a free row for a column, before all of them are tried */
#define PIECE      32 /* columns counted at a time */
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

/* Collect the rows without a queen; their number.  After a greedy start there are as many as
 * columns left over, because no two of its queens share a row. */
static uint64_t collect_free_rows(nq_greedy *greedy) {
  const nq_occupancy *occupancy = greedy->occupancy;
  uint64_t count = 0;
  for (uint64_t base = 0; base < occupancy->n; base += NQ_WINDOW) {
    uint64_t free = ~load_bits(occupancy->rows, base) & ((UINT64_C(1) << NQ_WINDOW) - 1);
    for (; free != 0; free &= free - 1)
      greedy->free_rows[count++] = (uint32_t)base + (uint32_t)__builtin_ctzll(free);
  }
  return count;
}

/* ---- Small n ---- */

static bool is_free(const nq_greedy *greedy, uint32_t column, uint32_t row) {
  return diagonals_free(greedy->occupancy, column, row) &&
         (!greedy->domain->restricted || domain_allows(greedy->domain, column, row));
}

/* Draw a square without conflicts in the column, uniformly: its place among the first `count` of
 * free_rows[], or `count` if there is none. */
static uint64_t draw_place(const nq_greedy *greedy, uint32_t column, uint64_t count) {
  for (unsigned draws = 0; draws < DRAWS && count > 0; draws++) {
    uint64_t place = below_pcg64(greedy->random, count);
    if (is_free(greedy, column, greedy->free_rows[place])) return place;
  }
  uint64_t chosen = count, squares = 0;
  for (uint64_t place = 0; place < count; place++)
    if (is_free(greedy, column, greedy->free_rows[place]) &&
        below_pcg64(greedy->random, ++squares) == 0)
      chosen = place;
  return chosen;
}

/* Fill the columns in turn.  free_rows[] begins as all rows without a queen, and loses each row
 * that is taken. */
static void fill_columns(nq_greedy *greedy) {
  uint64_t count = collect_free_rows(greedy);
  for (uint32_t column = 0; column < greedy->domain->n; column++) {
    if (domain_is_fixed(greedy->domain, column)) continue;
    uint64_t place = draw_place(greedy, column, count);
    if (place == count) {
      leave_over(greedy, column);
    } else {
      put(greedy, column, greedy->free_rows[place]);
      greedy->free_rows[place] = greedy->free_rows[--count];
    }
  }
  invariant(count == greedy->left_count);
  nq_pcg64_shuffle(greedy->random, greedy->left, (size_t)greedy->left_count);
}

/* ---- Large n ---- */

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
  if (domain->n <= SMALL_N) {
    fill_columns(greedy);
    return NQ_GREEDY_FILLED;
  }
  nq_greedy_end end = nq_greedy_fill_blocks(greedy);
  if (end != NQ_GREEDY_FILLED) return end;
  if (!collect_left(greedy)) return NQ_GREEDY_STUCK;
  uint64_t rows = collect_free_rows(greedy);
  invariant(rows == greedy->left_count);
  (void)rows;
  return nq_greedy_fill_pairs(greedy) ? NQ_GREEDY_FILLED : NQ_GREEDY_STOPPED;
}
