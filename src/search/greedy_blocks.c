/* MODEL.  The columns are filled block by block (search/blocks.h).  A column draws one of the
 * strata, by the density of greedy boards (search/profile.h), and in the block of rows that its
 * own block meets there a byte of row bits: the 56 rows from there on are its window,
 *
 *     used = rows[y ..] | rising[column / 8 + y ..] >> column % 8
 *                       | falling[f / 8 + y ..] >> f % 8            f = n - 1 - column
 *
 * in bytes, eight of them at a time.  As y counts bytes of rows, only the diagonals need a shift,
 * and one that is the same for all windows of the column.  The queen goes to the first zero bit.
 *
 * Columns whose window is full stay in the list for another pass over the block, with up to eight
 * windows one behind the other.  After some passes the rest, below a percent, are left over.
 *
 * Every block draws from a random stream of its own, and two blocks fewer than blocks.apart apart
 * touch different bytes.  So a thread may begin block b as soon as all blocks up to b - apart are
 * finished, and the board is the one that the blocks make in their order. */
#include "search/greedy_blocks.h"
#include "core/random.h"
#include "search/blocks.h"
#include "search/profile.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define PASSES        5
#define BATCH         64 /* columns whose draws are made together */
#define WINDOWS       8  /* of a column in the passes after the first */
#define CACHE_LINE    64
#define PREFETCH_N    (1U << 22) /* from here on the bits outgrow the L2 cache */
#define BLOCK_COLUMNS (8 * NQ_BLOCK_BYTES)
#define POLL_COLUMNS  65536
#define SPINS         256 /* looks at another thread's block before the system may run it */
#define FINISHED      (UINT64_MAX / 2)

struct thread {
  struct fill *fill;
  pthread_t handle;
  bool started;
  /* The block it is at, or FINISHED; on a cache line that no other thread writes to. */
  _Alignas(CACHE_LINE) atomic_uint_least64_t block;
};

/* What the threads share. */
struct fill {
  nq_greedy *greedy;
  nq_blocks blocks;
  nq_profile profile;
  uint64_t key; /* of the blocks' random streams */
  unsigned threads;
  struct thread thread[NQ_BLOCKS_APART];
  _Alignas(CACHE_LINE) atomic_uint_least64_t next; /* block that no thread has claimed */
};

/* One thread, on one block of columns. */
struct filler {
  const struct fill *fill;
  nq_pcg32 random;
  uint32_t band;                     /* that deal[] is for */
  uint8_t deal[NQ_PROFILE_DEAL];     /* draw -> stratum */
  uint32_t first[NQ_PROFILE_STRATA]; /* stratum -> first byte of the row block met there */
  uint32_t columns[BLOCK_COLUMNS];   /* those without a queen */
};

/* ---- The inner loop ---- */

static inline uint64_t load_bytes(const uint8_t *bytes) {
  return load_bits(bytes, 0);
}

/* Draw where the windows of `count` columns begin: bytes of row bits, of which `spare` more must
 * follow in the block. */
static inline void draw_starts(struct filler *filler, uint32_t *restrict starts, uint32_t count,
                               uint32_t spare) {
  const uint8_t *const deal = filler->deal;
  const uint32_t *const first = filler->first;
  const uint64_t bytes = filler->fill->blocks.bytes - spare;
  nq_pcg32 random = filler->random;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t draw = next_pcg32(&random);
    uint64_t byte = (draw >> NQ_PROFILE_DEAL_BITS) * bytes >> (32 - NQ_PROFILE_DEAL_BITS);
    starts[i] = first[deal[draw % NQ_PROFILE_DEAL]] + (uint32_t)byte;
  }
  filler->random = random;
}

/* Look for a square for each of columns[0 .. count - 1], in up to `windows` windows; returns how
 * many found none: they come to the front, in their order. */
static inline __attribute__((always_inline)) uint32_t
place_columns(struct filler *filler, uint32_t *columns, uint32_t count, uint32_t windows) {
  const nq_greedy *greedy = filler->fill->greedy;
  const nq_domain *domain = greedy->domain;
  uint8_t *const row_bits = greedy->occupancy->rows;
  uint8_t *const rising = greedy->occupancy->rising, *const falling = greedy->occupancy->falling;
  uint32_t *const rows = greedy->rows;
  const uint32_t last_column = domain->n - 1;
  const bool restricted = domain->restricted;
  uint32_t kept = 0, starts[BATCH];
  for (uint32_t i = 0; i < count; i++) {
    if (i % BATCH == 0)
      draw_starts(filler, starts, count - i < BATCH ? count - i : BATCH, 8 * (windows - 1));
    uint32_t column = columns[i], mirrored = last_column - column;
    const uint8_t *up = rising + column / 8, *down = falling + mirrored / 8;
    uint64_t y = starts[i % BATCH], used;
    const uint64_t end = y + 8 * windows;
    do { /* the window's 56 squares to the high end: 1 bits are free */
      used = load_bytes(row_bits + y) | load_bytes(up + y) >> column % 8 |
             load_bytes(down + y) >> mirrored % 8;
      used = ~used << (64 - NQ_WINDOW);
      y += 8;
    } while (used == 0 && y < end);
    uint64_t row = 8 * (y - 8) + (unsigned)__builtin_ctzll(used | UINT64_C(1) << 63) - 8;
    if (used == 0 || (restricted && !domain_allows(domain, column, (uint32_t)row))) {
      columns[kept++] = column;
      continue;
    }
    set_bit(row_bits, row);
    set_bit(rising, column + row);
    set_bit(falling, mirrored + row);
    rows[column] = (uint32_t)row;
  }
  return kept;
}

/* ---- A block of columns ---- */

/* Turn consecutive numbers into unrelated ones (a bijection of 64 bits; the constants are those of
 * S. Vigna's splitmix64). */
static uint64_t scatter(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static void aim_at_block(struct filler *filler, uint64_t block) {
  const struct fill *fill = filler->fill;
  uint64_t row_block[NQ_PROFILE_STRATA];
  blocks_meet(&fill->blocks, block, row_block);
  for (uint32_t j = 0; j < fill->blocks.strata; j++)
    filler->first[j] = (uint32_t)(row_block[j] * fill->blocks.bytes);
  uint32_t band = (uint32_t)(block * fill->blocks.strata / fill->blocks.count);
  if (band != filler->band) nq_profile_deal(&fill->profile, band, filler->deal);
  filler->band = band;
  nq_pcg32_seed(&filler->random, scatter(fill->key + block), block);
}

/* The block's columns without a placed queen, into filler->columns. */
static uint32_t list_columns(struct filler *filler, uint64_t block) {
  const nq_domain *domain = filler->fill->greedy->domain;
  uint64_t width = 8 * (uint64_t)filler->fill->blocks.bytes;
  uint64_t column = block * width, end = column + width;
  uint32_t count = 0;
  if (end > domain->n) end = domain->n;
  for (; column < end; column++)
    if (!domain_is_fixed(domain, (uint32_t)column)) filler->columns[count++] = (uint32_t)column;
  return count;
}

static void fetch(const uint8_t *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i += CACHE_LINE) __builtin_prefetch(bytes + i, 1, 2);
}

/* Fetch the bits where a block of columns meets a block of rows. */
static void fetch_pair(const struct fill *fill, uint64_t block, uint64_t row_block) {
  const nq_occupancy *occupancy = fill->greedy->occupancy;
  uint64_t bytes = fill->blocks.bytes, column = 8 * bytes * block, row = bytes * row_block;
  fetch(occupancy->rows + row, bytes);
  fetch(occupancy->rising + column / 8 + row, 2 * bytes);
  if (column + 8 * bytes <= occupancy->n)
    fetch(occupancy->falling + (occupancy->n - column) / 8 - bytes + row, 2 * bytes);
}

/* The first pass over a block, and the bits of block `next` fetched meanwhile. */
static uint32_t place_and_fetch(struct filler *filler, uint32_t count, uint64_t next) {
  const struct fill *fill = filler->fill;
  uint64_t row_block[NQ_PROFILE_STRATA];
  uint32_t kept = 0, done = 0, strata = fill->blocks.strata;
  blocks_meet(&fill->blocks, next, row_block);
  for (uint32_t j = 0; j < strata; j++) {
    uint32_t end = (uint32_t)((uint64_t)count * (j + 1) / strata);
    fetch_pair(fill, next, row_block[j]);
    uint32_t missed = place_columns(filler, filler->columns + done, end - done, 1);
    for (uint32_t i = 0; i < missed; i++) filler->columns[kept++] = filler->columns[done + i];
    done = end;
  }
  return kept;
}

static void fill_block(struct filler *filler, uint64_t block, uint64_t next) {
  const nq_blocks *blocks = &filler->fill->blocks;
  const nq_greedy *greedy = filler->fill->greedy;
  aim_at_block(filler, block);
  uint32_t count = list_columns(filler, block);
  if (greedy->domain->n >= PREFETCH_N && next < blocks->count)
    count = place_and_fetch(filler, count, next);
  else
    count = place_columns(filler, filler->columns, count, 1);
  uint32_t windows = blocks->bytes / 8 < WINDOWS ? blocks->bytes / 8 : WINDOWS;
  for (uint32_t pass = 1; pass < PASSES && count > 0; pass++)
    count = place_columns(filler, filler->columns, count, windows);
  for (uint32_t i = 0; i < count; i++) greedy->rows[filler->columns[i]] = NQ_EMPTY;
}

/* ---- All blocks ---- */

static bool stopped(const nq_greedy *greedy, uint64_t done) {
  uint32_t n = greedy->domain->n;
  nq_progress progress = {.phase = "start", .done = done < n ? done : n, .total = n};
  return nq_watch_poll(greedy->watch, progress);
}

/* Wait until no thread is at a block that `block` might touch; false when the run must stop.  All
 * blocks before this one have been claimed, and a thread that has yet to say so stands, for the
 * others, at an earlier one still. */
static bool wait_for_turn(struct fill *fill, uint64_t block) {
  for (unsigned i = 0; i < fill->threads; i++) {
    unsigned spins = 0;
    while (atomic_load_explicit(&fill->thread[i].block, memory_order_acquire) +
               fill->blocks.apart <=
           block) {
      if (++spins % SPINS != 0) continue;
      if (watch_stop(fill->greedy->watch) != NQ_STOP_NOT) return false;
      sched_yield();
    }
  }
  return true;
}

/* Fill blocks as they come, until there are no more or the run must stop. */
static void *work(void *argument) {
  struct thread *thread = argument;
  struct fill *fill = thread->fill;
  struct filler filler = {.fill = fill, .band = UINT32_MAX};
  uint64_t width = 8 * (uint64_t)fill->blocks.bytes, polled = 0;
  for (;;) {
    uint64_t block = atomic_fetch_add_explicit(&fill->next, 1, memory_order_relaxed);
    if (block >= fill->blocks.count) break;
    atomic_store_explicit(&thread->block, block, memory_order_release);
    if (!wait_for_turn(fill, block)) break;
    fill_block(&filler, block, block + fill->threads);
    if ((block - polled) * width < POLL_COLUMNS) continue;
    polled = block;
    if (stopped(fill->greedy, block * width)) break;
  }
  atomic_store_explicit(&thread->block, FINISHED, memory_order_release);
  return NULL;
}

bool nq_greedy_fill_blocks(nq_greedy *greedy) {
  struct fill fill = {.greedy = greedy, .key = next_pcg64(greedy->random)};
  nq_blocks_init(&fill.blocks, greedy->domain->n, greedy->random);
  nq_profile_init(&fill.profile, fill.blocks.strata);
  fill.threads = greedy->threads < fill.blocks.apart ? greedy->threads : fill.blocks.apart;
  for (unsigned i = 0; i < fill.threads; i++) fill.thread[i].fill = &fill;
  for (unsigned i = 1; i < fill.threads; i++) {
    struct thread *thread = &fill.thread[i];
    thread->started = pthread_create(&thread->handle, NULL, work, thread) == 0;
    if (!thread->started) atomic_store_explicit(&thread->block, FINISHED, memory_order_release);
  }
  work(&fill.thread[0]);
  for (unsigned i = 1; i < fill.threads; i++)
    if (fill.thread[i].started) pthread_join(fill.thread[i].handle, NULL);
  return watch_stop(greedy->watch) == NQ_STOP_NOT;
}
