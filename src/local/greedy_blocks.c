/* MODEL.  The columns are filled block by block.  The rows are cut into strata, and a block of
 * columns meets one block of rows in each stratum.  A column draws a
 * stratum, in proportion to the squares estimated to be free there, and then
 * a byte of row bits within the block of rows met there, where its window begins.
 * The queen goes to the window's first free square.
 *
 * Columns whose window is full stay in the list for further passes over the block, in the same
 * stratum, with up to eight consecutive windows.  The columns then left, below one percent, and the
 * last columns, whose free squares are sparse, become pairs, in greedy_start.c.
 *
 * Every block has its own random stream, and two blocks fewer than schedule.apart apart touch
 * different bytes.  So a thread may begin block b once all blocks up to b - apart are finished, and
 * the board is the same as when the blocks are filled one after another.  For the same reason a
 * block's draws depend on the queens that those blocks placed in each stratum, and on no later
 * ones: each thread sums them up separately. */
#include "local/greedy.h"
#include "parallel/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define PASSES      3
#define WINDOWS     8   /* per column in the passes after the first */
#define PAIRS_PART  24  /* 1/24 of the columns is left to the pairs, */
#define PAIRS_FAR   64  /* or 1/64 if the pairs are cache misses, */
#define PAIRS_HUGE  128 /* or 1/128 if a block also meets few strata: */
#define STRATA_FEW  16  /* at most this many */
#define DEALT_BYTES 128 /* 1 + this / bytes consecutive blocks share a deal */
/* Counts lag up to 16 blocks, since up to 17 blocks share a deal, and up to `apart` more, since
 * blocks overlap; another thread may be `apart` ahead and reuse a record.  The ring must outlast
 * all three. */
#define RECORDS       (4 * NQ_SCHEDULE_APART)
#define CACHE_LINE    64
#define THREADS_N     (1U << 21) /* below, threads lose what they gain: others have their bits */
#define BLOCK_COLUMNS (8 * NQ_SCHEDULE_BYTES)
#define CLAIM         2 /* consecutive blocks for a thread, where `apart` allows it */
#define POLL_COLUMNS  65536
#define FINISHED      (UINT64_MAX / 2)

/* Shared by the threads. */
struct fill {
  nq_greedy *greedy;
  nq_greedy_schedule schedule;
  uint64_t key;   /* of the blocks' random streams */
  uint64_t end;   /* the first block left to the pairs */
  uint32_t claim; /* consecutive blocks that a thread claims together */
  /* The queens that block % RECORDS placed in each stratum. */
  uint16_t placed[RECORDS][NQ_STRATA];
  unsigned threads;
  struct filler *filler;                           /* of each thread */
  _Alignas(CACHE_LINE) atomic_uint_least64_t next; /* block that no thread has claimed */
  atomic_uint_least64_t filled; /* columns with a queen, by the last looks at the watch */
};

/* One thread, on one block of columns. */
struct filler {
  struct fill *fill;
  uint32_t left_from; /* the first column that it left over, or n */
  uint64_t filled;    /* columns since the last look at the watch */
  nq_pcg32 random;
  uint64_t dealt; /* the first block that uses deal[] */
  nq_load load;   /* of the blocks before `counted` */
  uint64_t counted;
  uint8_t deal[NQ_DEAL_ROOM];      /* draw -> stratum */
  uint32_t floor[NQ_STRATA];       /* stratum -> first byte of the row block met there */
  uint16_t placed[NQ_STRATA];      /* stratum -> queens placed in the block */
  uint32_t first;                  /* column of the block */
  uint32_t columns[BLOCK_COLUMNS]; /* the list: columns without a queen, */
  uint8_t strata[BLOCK_COLUMNS];   /* and the stratum that each drew */
  /* The current block, or FINISHED; on a cache line that no other thread writes to. */
  unsigned char apart[CACHE_LINE];
  atomic_uint_least64_t block;
  unsigned char far[CACHE_LINE];
};

/* The columns that a pass looks at. */
enum pass {
  PASS_WHOLE,  /* all of the block; each draws a stratum */
  PASS_LISTED, /* the list; each draws a stratum */
  PASS_AGAIN   /* the list; each keeps its stratum */
};

/* ---- The inner loop ---- */

/* One pass over columns. */
struct placing {
  struct filler *filler;
  uint8_t *row_bits, *rising, *falling;
  uint32_t *rows;
  uint64_t starts;  /* bytes of a block of rows at which windows may begin */
  uint32_t windows; /* per column */
  uint32_t last;    /* column of the last byte of columns */
  bool restricted;
  nq_pcg32 random;
  uint32_t kept; /* columns in the list without a queen */
};

static inline bool allows(const struct placing *placing, uint64_t column, uint64_t row) {
  const nq_domain *domain = placing->filler->fill->greedy->domain;
  return !placing->restricted || domain_allows(domain, (uint32_t)column, (uint32_t)row);
}

/* Look for a square for a column, in stratum *again or in one that it draws (NULL).  `up` and
 * `down` are the bytes of its diagonals on row 0, `bit` is column % 8.  A column that finds none
 * goes into the list. */
static inline __attribute__((always_inline)) void place_column(struct placing *placing,
                                                               uint64_t column, uint8_t *up,
                                                               uint8_t *down, uint32_t bit,
                                                               const uint8_t *again) {
  struct filler *const filler = placing->filler;
  uint32_t draw = next_pcg32(&placing->random);
  uint32_t stratum = again != NULL ? *again : filler->deal[draw % NQ_DEAL];
  uint64_t start = (draw >> NQ_DEAL_BITS) * placing->starts >> (32 - NQ_DEAL_BITS);
  uint64_t y = filler->floor[stratum] + start, free, in_row, in_rising, in_falling;
  if (again != NULL)
    y += 8 * window_find(placing->row_bits + y, up + y, bit, down + y, 7 - bit, placing->windows);
  in_row = load_bytes(placing->row_bits + y);
  in_rising = load_bytes(up + y), in_falling = load_bytes(down + y);
  free = window_squares(in_row, in_rising, bit, in_falling, 7 - bit);
  uint64_t square = free != 0 ? (uint64_t)__builtin_ctzll(free) : 0;
  if (free == 0 || !allows(placing, column, 8 * y + square)) {
    filler->strata[placing->kept] = (uint8_t)stratum;
    filler->columns[placing->kept++] = (uint32_t)column;
    return;
  }
  store_bits(placing->row_bits + y, with_bit(in_row, square));
  store_bits(up + y, with_bit(in_rising, square + bit));
  store_bits(down + y, with_bit(in_falling, square + 7 - bit));
  placing->rows[column] = (uint32_t)(8 * y + square);
  filler->placed[stratum]++;
}

/* Eight columns at a time, so that all shifts are constants. */
static inline __attribute__((always_inline)) uint64_t
place_whole_bytes(struct placing *placing, uint64_t column, uint64_t end) {
  for (; column + 8 <= end; column += 8) {
    uint8_t *up = placing->rising + column / 8;
    uint8_t *down = placing->falling + (placing->last - column) / 8;
#pragma GCC unroll 8
    for (uint32_t bit = 0; bit < 8; bit++) place_column(placing, column + bit, up, down, bit, NULL);
  }
  return column;
}

/* Look for a square for each of the columns `begin` .. end - 1 of the block or of the list, in
 * `windows` windows.  Columns that find none go into the list from `kept` on; returns their end. */
static inline __attribute__((always_inline)) uint32_t place_columns(struct filler *filler,
                                                                    uint32_t begin, uint32_t end,
                                                                    uint32_t kept, uint32_t windows,
                                                                    enum pass pass) {
  const nq_greedy *greedy = filler->fill->greedy;
  struct placing placing = {.filler = filler,
                            .row_bits = greedy->occupancy->rows,
                            .rising = greedy->occupancy->rising,
                            .falling = greedy->occupancy->falling,
                            .rows = greedy->rows,
                            .starts = filler->fill->schedule.bytes - 8 * (windows - 1),
                            .windows = windows,
                            .last = (greedy->domain->n - 1) | 7,
                            .restricted = pass != PASS_WHOLE && greedy->domain->restricted,
                            .random = filler->random,
                            .kept = kept};
  uint64_t i = begin, first = filler->first;
  if (pass == PASS_WHOLE) i = place_whole_bytes(&placing, first + begin, first + end) - first;
  for (; i < end; i++) {
    uint64_t column = pass == PASS_WHOLE ? first + i : filler->columns[i];
    uint8_t *up = placing.rising + column / 8;
    uint8_t *down = placing.falling + (placing.last - column) / 8;
    const uint8_t *again = pass == PASS_AGAIN ? &filler->strata[i] : NULL;
    place_column(&placing, column, up, down, (uint32_t)column % 8, again);
  }
  filler->random = placing.random;
  return placing.kept;
}

/* ---- A block of columns ---- */

static float place_of(const struct fill *fill, uint64_t block) {
  double middle = (double)fill->schedule.layers * ((double)block + 0.5); /* exact: less than 2^53 */
  double place = middle / (double)fill->schedule.count;
  return (float)place;
}

/* Count the queens of the blocks that must be finished by now, whatever the number of threads. */
static void count_placed(struct filler *filler, uint64_t block) {
  const struct fill *fill = filler->fill;
  uint32_t strata = fill->schedule.strata,
           step = fill->schedule.layers / strata; /* NOLINT(clang-analyzer-core.DivideZero) */
  for (; filler->counted + fill->schedule.apart <= block; filler->counted++) {
    const uint16_t *placed = fill->placed[filler->counted % RECORDS];
    float in_layer[NQ_STRATA] = {0};
    uint32_t layer = schedule_layer(&fill->schedule, filler->counted);
    for (uint32_t j = 0; j < strata; j++) in_layer[layer + j * step] = placed[j];
    nq_load_add(&filler->load, place_of(fill, filler->counted), in_layer);
  }
}

/* x[j] = x[j]^exponent for NQ_STRATA numbers, side by side. */
static void raise(float *x, uint32_t exponent) {
  float power[NQ_STRATA];
  for (uint32_t j = 0; j < NQ_STRATA; j++) power[j] = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      for (uint32_t j = 0; j < NQ_STRATA; j++) power[j] *= x[j];
    for (uint32_t j = 0; j < NQ_STRATA; j++) x[j] *= x[j];
  }
  memcpy(x, power, sizeof power);
}

/* In the last columns a block of rows may have no square for a column.  Give such strata more
 * columns, so that their queens stay in proportion to `weight`.  A column's chance is that of half
 * as many independent squares as the block has rows: free squares form clusters, and become fewer
 * while the block is filled. */
static void allow_for_full_blocks(const nq_greedy_schedule *schedule, float *weight) {
  float part[NQ_STRATA] = {0}, full[NQ_STRATA] = {0};
  for (uint32_t j = 0; j < schedule->strata; j++) {
    part[j] = weight[j] + 1e-6F;
    full[j] = nq_float_add(1, -part[j]);
  }
  raise(full, 4 * schedule->bytes);
  for (uint32_t j = 0; j < schedule->strata; j++) {
    float found = 1 - full[j];
    weight[j] = part[j] / found;
  }
}

/* Deal the strata for the block in proportion to their free squares.  In the first half of the
 * board small consecutive blocks share a deal, unless they meet the row block at the board's
 * end. */
static void deal_strata(struct filler *filler, uint64_t block) {
  const struct fill *fill = filler->fill;
  const nq_greedy_schedule *schedule = &fill->schedule;
  uint64_t base = 8 * (uint64_t)filler->floor[schedule->strata - 1];
  float weight[NQ_STRATA] = {0};
  float part = part_on_board(fill->greedy->domain->n, base, 8 * (uint64_t)schedule->bytes);
  bool early = block < schedule->count / 2;
  uint64_t first = early ? block - block % (1 + DEALT_BYTES / schedule->bytes) : block;
  if (first == filler->dealt && part >= 1) return;
  uint32_t layer = schedule_layer(schedule, first);
  float of_layer[NQ_STRATA];
  filler->dealt = part >= 1 ? first : UINT64_MAX;
  count_placed(filler, first);
  nq_load_weigh(&filler->load, place_of(fill, first), of_layer);
  for (uint32_t j = 0; j < schedule->strata; j++) /* the layers that the block meets */
    weight[j] = of_layer[layer + j * (schedule->layers / schedule->strata)];
  weight[schedule->strata - 1] *= part;
  if (block >= schedule->count / 4 * 3) allow_for_full_blocks(schedule, weight);
  float shift = (float)(scatter(fill->key - first - 1) >> 40) * 0x1p-24F;
  nq_load_deal(weight, schedule->strata, shift, filler->deal);
}

static uint32_t count_columns(struct filler *filler) {
  uint32_t width = 8 * filler->fill->schedule.bytes,
           rest = filler->fill->greedy->domain->n - filler->first;
  return rest < width ? rest : width;
}

/* List the block's columns without a placed queen in filler->columns. */
static uint32_t list_columns(struct filler *filler) {
  const nq_domain *domain = filler->fill->greedy->domain;
  uint32_t listed = 0, end = filler->first + count_columns(filler);
  for (uint32_t column = filler->first; column < end; column++)
    if (!domain_is_fixed(domain, column)) filler->columns[listed++] = column;
  return listed;
}

/* The first pass over `count` columns, while prefetching the bits of block `next`. */
static inline __attribute__((always_inline)) uint32_t
place_and_fetch(struct filler *filler, uint32_t count, uint64_t next, enum pass pass) {
  const struct fill *fill = filler->fill;
  const nq_occupancy *bits = fill->greedy->occupancy;
  uint64_t row_block[NQ_STRATA], bytes = fill->schedule.bytes;
  uint32_t kept = 0, done = 0, strata = fill->schedule.strata;
  schedule_meet(&fill->schedule, next, row_block);
  for (uint32_t j = 0; j < strata; j++) {
    uint32_t end = j + 1 < strata ? count / 8 * (j + 1) / strata * 8 : count;
    fetch_meeting(bits->rows, bits->rising, bits->falling, bits->n, 8 * bytes * next,
                  bytes * row_block[j], bytes);
    kept = place_columns(filler, done, end, kept, 1, pass);
    done = end;
  }
  return kept;
}

static inline __attribute__((always_inline)) uint32_t
place_first(struct filler *filler, uint32_t count, uint64_t next, enum pass pass) {
  const struct fill *fill = filler->fill;
  bool far = fill->greedy->domain->n >= NQ_PREFETCH_N || fill->threads > 1;
  if (far && next < fill->schedule.count) return place_and_fetch(filler, count, next, pass);
  return place_columns(filler, 0, count, 0, 1, pass);
}

static void fill_block(struct filler *filler, uint64_t block, uint64_t next) {
  const nq_greedy_schedule *schedule = &filler->fill->schedule;
  const nq_greedy *greedy = filler->fill->greedy;
  uint64_t row_block[NQ_STRATA];
  uint32_t count;
  schedule_meet(schedule, block, row_block);
  for (uint32_t j = 0; j < schedule->strata; j++)
    filler->floor[j] = (uint32_t)(row_block[j] * schedule->bytes);
  filler->first = (uint32_t)(block * 8 * schedule->bytes);
  memset(filler->placed, 0, sizeof filler->placed);
  deal_strata(filler, block);
  nq_pcg32_seed(&filler->random, scatter(filler->fill->key + block), block);
  if (block >= filler->fill->end) {
    count = list_columns(filler);
  } else {
    count = greedy->domain->fixed == NULL && !greedy->domain->restricted
                ? place_first(filler, count_columns(filler), next, PASS_WHOLE)
                : place_first(filler, list_columns(filler), next, PASS_LISTED);
    uint32_t windows = schedule->bytes / 8 < WINDOWS ? schedule->bytes / 8 : WINDOWS;
    for (uint32_t pass = 1; pass < PASSES && count > 0; pass++)
      count = place_columns(filler, 0, count, 0, windows, PASS_AGAIN);
  }
  filler->filled += count_columns(filler) - count;
  if (count > 0 && filler->columns[0] < filler->left_from) filler->left_from = filler->columns[0];
  for (uint32_t i = 0; i < count; i++) greedy->rows[filler->columns[i]] = NQ_EMPTY;
  memcpy(filler->fill->placed[block % RECORDS], filler->placed, sizeof filler->placed);
}

/* ---- All blocks ---- */

static bool blocks_stopped(struct filler *filler) {
  struct fill *fill = filler->fill;
  nq_watch *watch = fill->greedy->watch;
  atomic_fetch_add_explicit(&fill->filled, filler->filled, memory_order_relaxed);
  filler->filled = 0;
  if (nq_watch_claim(watch))
    nq_watch_report(watch, (nq_progress){.phase = "start",
                                         .done = atomic_load(&fill->filled),
                                         .total = fill->greedy->domain->n});
  return watch_stop(watch) != NQ_STOP_NOT;
}

/* Wait until no thread is at a block that `block` might touch; false when the run must stop.  All
 * earlier blocks have been claimed; a thread that has not yet published its claim still shows an
 * earlier block, so the wait is at most too long. */
static bool wait_for_turn(struct fill *fill, uint64_t block) {
  for (unsigned i = 0; i < fill->threads; i++) {
    unsigned looks = 0;
    while (atomic_load_explicit(&fill->filler[i].block, memory_order_acquire) +
               fill->schedule.apart <=
           block) {
      if (watch_stop(fill->greedy->watch) != NQ_STOP_NOT) return false;
      nq_threads_look_again(&looks);
    }
  }
  return true;
}

/* Claim and fill blocks until there are no more or the run must stop. */
static void *fill_blocks(void *argument) {
  struct filler *filler = argument;
  struct fill *fill = filler->fill;
  uint64_t width = 8 * (uint64_t)fill->schedule.bytes, polled = 0;
  for (bool goes_on = true; goes_on;) {
    uint64_t begin = atomic_fetch_add_explicit(&fill->next, fill->claim, memory_order_relaxed);
    uint64_t end = begin + fill->claim, next = begin + fill->claim * fill->threads;
    goes_on = begin < fill->schedule.count;
    for (uint64_t block = begin; goes_on && block < end && block < fill->schedule.count; block++) {
      atomic_store_explicit(&filler->block, block, memory_order_release);
      goes_on = wait_for_turn(fill, block);
      if (goes_on) fill_block(filler, block, block + 1 < end ? block + 1 : next);
    }
    if ((begin - polled) * width < POLL_COLUMNS) continue;
    polled = begin;
    goes_on = goes_on && !blocks_stopped(filler);
  }
  atomic_store_explicit(&filler->block, FINISHED, memory_order_release);
  return NULL;
}

nq_greedy_end nq_greedy_fill_blocks(nq_greedy *greedy) {
  uint32_t n = greedy->domain->n;
  pthread_t handles[NQ_SCHEDULE_APART];
  struct fill fill = {.greedy = greedy, .key = next_pcg64(greedy->random)};
  nq_greedy_schedule *schedule = &fill.schedule;
  nq_greedy_schedule_init(schedule, n, greedy->random);
  fill.end = schedule->count - schedule->count / (n < NQ_PREFETCH_N               ? PAIRS_PART
                                                  : schedule->strata > STRATA_FEW ? PAIRS_FAR
                                                                                  : PAIRS_HUGE);
  fill.threads = greedy->threads < schedule->apart ? greedy->threads : schedule->apart;
  if (n < THREADS_N) fill.threads = 1;
  fill.claim = schedule->apart < CLAIM * fill.threads ? 1 : CLAIM;
  fill.filler = calloc(fill.threads, sizeof *fill.filler); /* large for a stack */
  if (fill.filler == NULL) return NQ_GREEDY_NO_MEMORY;
  for (unsigned i = 0; i < fill.threads; i++) {
    struct filler *filler = &fill.filler[i];
    filler->fill = &fill;
    filler->left_from = n;
    filler->dealt = UINT64_MAX;
    nq_load_init(&filler->load, n, 8 * schedule->count * schedule->bytes, schedule->layers);
  }
  /* Others wait for a thread that has not begun, since the ring of records is short. */
  unsigned started = 1 + nq_threads_start(handles, fill.threads - 1, fill_blocks, &fill.filler[1],
                                          sizeof *fill.filler);
  for (unsigned i = started; i < fill.threads; i++)
    atomic_store_explicit(&fill.filler[i].block, FINISHED, memory_order_release);
  fill_blocks(fill.filler);
  nq_threads_join(handles, started - 1);
  greedy->left_from = n;
  for (unsigned i = 0; i < fill.threads; i++)
    if (fill.filler[i].left_from < greedy->left_from) greedy->left_from = fill.filler[i].left_from;
  free(fill.filler);
  return watch_stop(greedy->watch) == NQ_STOP_NOT ? NQ_GREEDY_FILLED : NQ_GREEDY_STOPPED;
}
