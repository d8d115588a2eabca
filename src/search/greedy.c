/* MODEL.  Three stages, each on what the one before left over.
 *
 *   1. Up to SCAN_N columns: all squares of a column are looked at, and one of those without
 *      conflicts is taken, each with the same probability.  Beyond: search/greedy_blocks.c.
 *   2. Pairs.  The columns left over, about a percent, meet the rows that are still free: random
 *      pairs, tested on their two diagonals.  Every test is a cache miss when n is large, so the
 *      next pairs are chosen, and their lines fetched, ahead of time: a ring of them is in flight.
 *      Round after round, while a round still places a good part of them.
 *   3. What then has no square, some dozens whatever n, is the caller's to repair. */
#include "search/greedy.h"
#include "core/random.h"
#include "search/greedy_blocks.h"

#define SCAN_N        1024 /* columns are scanned whole up to this n */
#define RING          32   /* pairs in flight */
#define PAIR_TRIES    64
#define ROUND_LEAST   16 /* a round for fewer columns does not pay */
#define POLL_INTERVAL 65536
#define SMALL_ROOM    8192

/* Some percent are left over of a plain board; of one with many placed queens it may be all. */
uint64_t nq_greedy_room(const nq_domain *domain) {
  uint64_t n = domain->n;
  bool plain = domain->fixed == NULL && !domain->restricted;
  return plain && n > SMALL_ROOM ? n / 32 + SMALL_ROOM : n;
}

static void put(nq_greedy *greedy, uint32_t column, uint32_t row) {
  occupy_free(greedy->occupancy, column, row);
  greedy->rows[column] = row;
}

static void leave_over(nq_greedy *greedy, uint32_t column) {
  greedy->rows[column] = NQ_EMPTY;
  greedy->left[greedy->left_count++] = column;
}

static bool stopped(nq_greedy *greedy, uint64_t done) {
  nq_progress progress = {.phase = "start", .done = done, .total = greedy->domain->n};
  return nq_watch_poll(greedy->watch, progress);
}

/* ---- Stage 1, small n ---- */

/* The i-th set bit of a word, from 0. */
static unsigned select_bit(uint64_t word, unsigned i) {
  while (i-- > 0) word &= word - 1;
  return (unsigned)__builtin_ctzll(word);
}

/* The squares of a window where the column's queen may stand. */
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

/* Of the squares without conflicts in the column, one drawn uniformly, or NQ_EMPTY. */
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

static inline void prefetch(const uint8_t *bits, uint64_t i) {
  __builtin_prefetch(bits + (i >> 3), 1);
}

/* A pair in flight: the column and where its row stands in free_rows[]. */
struct pair {
  uint32_t column, row;
  uint64_t place;
  unsigned tries;
};

static inline void aim_pair(nq_greedy *greedy, struct pair *pair, uint64_t rows) {
  const nq_occupancy *occupancy = greedy->occupancy;
  pair->place = below_pcg64(greedy->random, rows);
  pair->row = greedy->free_rows[pair->place];
  prefetch(occupancy->rising, (uint64_t)pair->column + pair->row);
  prefetch(occupancy->falling, (uint64_t)pair->row + occupancy->n - 1 - pair->column);
}

/* Try the pair; true when the column is done with.  Its row may have been taken since the pair
 * was aimed: then another row, or none, stands at its place. */
static inline bool land_pair(nq_greedy *greedy, struct pair *pair, uint64_t *rows, uint64_t *kept) {
  bool there = pair->place < *rows && greedy->free_rows[pair->place] == pair->row;
  if (there && diagonals_free(greedy->occupancy, pair->column, pair->row) &&
      domain_allows(greedy->domain, pair->column, pair->row)) {
    put(greedy, pair->column, pair->row);
    greedy->free_rows[pair->place] = greedy->free_rows[--*rows];
    return true;
  }
  if (++pair->tries < PAIR_TRIES) return false;
  greedy->left[(*kept)++] = pair->column;
  return true;
}

/* A round: up to PAIR_TRIES pairs for each column of left[]. */
static bool play_round(nq_greedy *greedy, uint64_t *rows) {
  struct pair ring[RING];
  uint64_t columns = greedy->left_count, kept = 0, next = 0, landings = 0;
  uint32_t flying = 0;
  while (flying < RING && next < columns) {
    ring[flying] = (struct pair){.column = greedy->left[next++]};
    aim_pair(greedy, &ring[flying++], *rows);
  }
  for (uint32_t slot = 0; flying > 0; slot = slot + 1 < flying ? slot + 1 : 0) {
    struct pair *pair = &ring[slot];
    if (++landings % POLL_INTERVAL == 0 && stopped(greedy, greedy->domain->n - columns + next))
      return false;
    if (land_pair(greedy, pair, rows, &kept)) {
      if (next == columns) {
        *pair = ring[--flying];
        continue;
      }
      pair->column = greedy->left[next++];
      pair->tries = 0;
    }
    aim_pair(greedy, pair, *rows);
  }
  greedy->left_count = kept;
  return true;
}

/* The columns left over into left[]; false when there is not enough room. */
static bool collect_left(nq_greedy *greedy) {
  const uint32_t *rows = greedy->rows;
  uint32_t n = greedy->domain->n;
  uint64_t room = nq_greedy_room(greedy->domain), count = 0;
  for (uint32_t column = 0; column < n; column++) {
    if (rows[column] != NQ_EMPTY) continue;
    if (count == room) return false;
    greedy->left[count++] = column;
  }
  greedy->left_count = count;
  return true;
}

static bool fill_by_pairs(nq_greedy *greedy) {
  uint64_t rows = collect_free_rows(greedy), before;
  nq_pcg64_shuffle(greedy->random, greedy->left, (size_t)greedy->left_count);
  do {
    before = greedy->left_count;
    if (before > 0 && !play_round(greedy, &rows)) return false;
  } while (greedy->left_count > ROUND_LEAST && greedy->left_count < before - before / 4);
  return true;
}

nq_greedy_end nq_greedy_fill(nq_greedy *greedy) {
  const nq_domain *domain = greedy->domain;
  greedy->left_count = 0;
  for (uint32_t column = 0; domain->fixed != NULL && column < domain->n; column++)
    if (domain_is_fixed(domain, column)) put(greedy, column, domain->fixed[column]);
  if (domain->n <= SCAN_N) {
    scan_columns(greedy);
    nq_pcg64_shuffle(greedy->random, greedy->left, (size_t)greedy->left_count);
    collect_free_rows(greedy);
    return NQ_GREEDY_FILLED;
  }
  if (!nq_greedy_fill_blocks(greedy)) return NQ_GREEDY_STOPPED;
  if (!collect_left(greedy)) return NQ_GREEDY_STUCK;
  return fill_by_pairs(greedy) ? NQ_GREEDY_FILLED : NQ_GREEDY_STOPPED;
}
