/* MODEL.  The columns are filled block by block, and in a block part by part.  The rows are cut
 * into strata, and a block of columns meets one block of rows in each stratum.  A column draws a
 * stratum, in proportion to the squares estimated to be free there, and then a byte of row bits
 * within the block of rows met there, where its window begins.  The queen goes to the window's
 * first free square.
 *
 * Columns whose window is full stay in the list for further passes over the block, in the same
 * stratum, with up to eight consecutive windows.  The columns then left, below one percent, and the
 * last columns, whose free squares are sparse, become pairs, in greedy_start.c.
 *
 * Each half has bits, counts and threads of its own (greedy.h), so two threads never wait for each
 * other.  More threads share a half: every block has its own random stream, and two blocks of a
 * half fewer than schedule.apart turns apart touch different bytes.  So a thread may begin turn t
 * once all turns up to t - apart are finished, and the board is the same as when the blocks are
 * filled one after another.  For the same reason a block's draws depend on the queens that those
 * turns placed in each stratum, and on no later ones: each thread sums them up separately. */
#include "local/greedy.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define PASSES      3
#define WINDOWS     8   /* per column in the passes after the first */
#define PAIRS_PART  24  /* 1/24 of the columns is left to the pairs, */
#define PAIRS_FAR   64  /* or 1/64 if the pairs are cache misses, */
#define PAIRS_HUGE  128 /* or 1/128 if a block also meets few strata: */
#define STRATA_FEW  16  /* at most this many */
#define DEALT_BYTES 128 /* 1 + this / parts / bytes consecutive blocks share a deal */
/* Counts lag up to 16 blocks, since up to 17 blocks share a deal, and up to `apart` more, since
 * blocks overlap; another thread may be `apart` ahead and reuse a record.  The ring must outlast
 * all three. */
#define RECORDS       (4 * NQ_SCHEDULE_APART)
#define CACHE_LINE    64
#define BLOCK_COLUMNS (8 * NQ_SCHEDULE_BYTES)
#define CLAIM         2 /* consecutive blocks for a thread, where `apart` allows it */
#define POLL_COLUMNS  65536
#define FINISHED      (UINT64_MAX / 2)

struct half {
  unsigned char apart[CACHE_LINE];
  atomic_uint_least64_t next; /* turn that no thread has claimed */
  /* The queens that turn % RECORDS placed in each stratum. */
  uint16_t placed[RECORDS][NQ_STRATA];
};

/* Shared by the threads. */
struct fill {
  nq_greedy *greedy;
  uint64_t key;   /* of the blocks' random streams */
  uint64_t end;   /* the first turn left to the pairs */
  unsigned claim; /* consecutive turns that a thread claims together */
  unsigned halves;
  unsigned fillers; /* filler i fills half i % halves */
  struct filler *filler;
  struct half half[NQ_HALVES];
  unsigned char apart[CACHE_LINE];
  atomic_uint_least64_t filled; /* columns with a queen, by the last looks at the watch */
};

/* The lines of a part of the columns, in a half. */
struct lines {
  uint8_t *row_bits, *rising, *falling; /* of the parts of the lines */
  uint32_t *rows;                       /* entry of the part's column 0 */
  uint64_t last;                        /* column of the last byte of columns */
  uint32_t up, down;                    /* bits beyond those of column and row, 0 or 1 */
  uint32_t column_part, row_part;
};

/* One thread, on one block of columns. */
struct filler {
  struct fill *fill;
  unsigned half;
  nq_greedy_schedule schedule;
  uint32_t left_from; /* the first column that it left over, or n */
  uint64_t filled;    /* columns since the last look at the watch */
  uint64_t left;      /* columns that it left over */
  nq_pcg32 random;
  uint64_t dealt; /* the first turn that uses deal[] */
  nq_load load;   /* of the turns before `counted` */
  uint64_t counted;
  uint8_t deal[NQ_DEAL_ROOM];      /* draw -> stratum */
  uint32_t floor[NQ_STRATA];       /* stratum -> first byte of the row block met there */
  uint16_t placed[NQ_STRATA];      /* stratum -> queens placed in the block */
  uint32_t first;                  /* column of the block, within its part */
  struct lines lines;              /* of the part at hand */
  uint32_t columns[BLOCK_COLUMNS]; /* the list: i of columns without a queen, */
  uint8_t strata[BLOCK_COLUMNS];   /* and the stratum that each drew */
  /* The current turn, or FINISHED; on a cache line that no other thread writes to. */
  unsigned char apart[CACHE_LINE];
  atomic_uint_least64_t turn;
  unsigned char far[CACHE_LINE];
};

/* The columns that a pass looks at. */
enum pass {
  PASS_WHOLE,  /* all of a part of the block; each draws a stratum */
  PASS_LISTED, /* the list; each draws a stratum */
  PASS_AGAIN   /* the list; each keeps its stratum */
};

/* ---- The inner loop ---- */

/* One pass over columns. */
struct placing {
  struct filler *filler;
  struct lines lines;
  uint64_t starts;  /* bytes of a block of rows at which windows may begin */
  uint32_t windows; /* per column */
  bool restricted;
  nq_pcg32 random;
  uint32_t kept; /* columns in the list without a queen */
};

static inline bool allows(const struct placing *placing, uint64_t column, uint64_t row) {
  const struct filler *filler = placing->filler;
  if (!placing->restricted) return true;
  const nq_greedy *greedy = filler->fill->greedy;
  return domain_allows(greedy->domain,
                       part_line(greedy->occupancy, column, filler->lines.column_part),
                       part_line(greedy->occupancy, row, filler->lines.row_part));
}

/* A column's entry of rows[], the bytes of its diagonals on row 0, and their bits there. */
struct reach {
  uint32_t *row;
  uint8_t *up, *down;
  uint32_t up_bit, down_bit;
};

static inline struct reach reach_of(const struct placing *placing, uint64_t column,
                                    uint32_t shift) {
  return (struct reach){.row = placing->lines.rows + (column << shift),
                        .up = placing->lines.rising + column / 8,
                        .down = placing->lines.falling + (placing->lines.last - column) / 8,
                        .up_bit = (uint32_t)column % 8 + placing->lines.up,
                        .down_bit = 7 - (uint32_t)column % 8 + placing->lines.down};
}

/* Look for a square for a column, in stratum *again or in one that it draws (NULL).  A column that
 * finds none goes into the list. */
static inline __attribute__((always_inline)) void place_column(struct placing *placing,
                                                               uint64_t column, struct reach reach,
                                                               const uint8_t *again,
                                                               uint32_t shift) {
  struct filler *const filler = placing->filler;
  uint32_t draw = next_pcg32(&placing->random);
  uint32_t stratum = again != NULL ? *again : filler->deal[draw % NQ_DEAL];
  uint64_t start = (draw >> NQ_DEAL_BITS) * placing->starts >> (32 - NQ_DEAL_BITS);
  uint64_t y = filler->floor[stratum] + start, free, in_row, in_rising, in_falling;
  if (again != NULL)
    y += 8 * window_find(placing->lines.row_bits + y, reach.up + y, reach.up_bit, reach.down + y,
                         reach.down_bit, placing->windows);
  in_row = load_bytes(placing->lines.row_bits + y);
  in_rising = load_bytes(reach.up + y), in_falling = load_bytes(reach.down + y);
  free = window_squares(in_row, in_rising, reach.up_bit, in_falling, reach.down_bit);
  uint64_t square = free != 0 ? (uint64_t)__builtin_ctzll(free) : 0;
  if (free == 0 || !allows(placing, column, 8 * y + square)) {
    filler->strata[placing->kept] = (uint8_t)stratum;
    filler->columns[placing->kept++] = (uint32_t)column;
    return;
  }
  store_bits(placing->lines.row_bits + y, with_bit(in_row, square));
  store_bits(reach.up + y, with_bit(in_rising, square + reach.up_bit));
  store_bits(reach.down + y, with_bit(in_falling, square + reach.down_bit));
  *reach.row = ((uint32_t)(8 * y + square) << shift) + (shift > 0 ? placing->lines.row_part : 0);
  filler->placed[stratum]++;
}

/* Eight columns at a time, so that all shifts are constants: those of placing, and that of the
 * parts.  Returns the first column of those left. */
static inline __attribute__((always_inline)) uint64_t
place_whole_bytes(struct placing *placing, uint64_t column, uint64_t end, uint32_t up,
                  uint32_t down, uint32_t shift) {
  for (; column + 8 <= end; column += 8) {
    struct reach first = reach_of(placing, column, shift);
#pragma GCC unroll 8
    for (uint32_t bit = 0; bit < 8; bit++) {
      struct reach reach = {first.row + (bit << shift), first.up, first.down, bit + up,
                            7 - bit + down};
      place_column(placing, column + bit, reach, NULL, shift);
    }
  }
  return column;
}

/* Look for a square for each of the columns `begin` .. end - 1 of the block or of the list, in
 * `windows` windows.  Columns that find none go into the list from `kept` on; returns their end. */
static inline __attribute__((always_inline)) uint32_t
place_columns_by(struct filler *filler, uint32_t begin, uint32_t end, uint32_t kept,
                 uint32_t windows, enum pass pass, uint32_t shift) {
  struct placing placing = {.filler = filler,
                            .lines = filler->lines,
                            .starts = filler->schedule.bytes - 8 * (windows - 1),
                            .windows = windows,
                            .restricted =
                                pass != PASS_WHOLE && filler->fill->greedy->domain->restricted,
                            .random = filler->random,
                            .kept = kept};
  uint64_t i = begin, first = filler->first;
  if (pass == PASS_WHOLE) {
    uint64_t from = first + begin, to = first + end;
    i = (shift > 0 && placing.lines.up > 0 ? place_whole_bytes(&placing, from, to, 1, 0, shift)
         : shift > 0 && placing.lines.down > 0
             ? place_whole_bytes(&placing, from, to, 0, 1, shift)
             : place_whole_bytes(&placing, from, to, 0, 0, shift)) -
        first;
  }
  for (; i < end; i++) {
    uint64_t column = pass == PASS_WHOLE ? first + i : filler->columns[i];
    const uint8_t *again = pass == PASS_AGAIN ? &filler->strata[i] : NULL;
    place_column(&placing, column, reach_of(&placing, column, shift), again, shift);
  }
  filler->random = placing.random;
  return placing.kept;
}

/* The same, with the parts' shift as a constant. */
static inline __attribute__((always_inline)) uint32_t place_columns(struct filler *filler,
                                                                    uint32_t begin, uint32_t end,
                                                                    uint32_t kept, uint32_t windows,
                                                                    enum pass pass) {
  if (filler->fill->greedy->occupancy->shift == 0)
    return place_columns_by(filler, begin, end, kept, windows, pass, 0);
  return place_columns_by(filler, begin, end, kept, windows, pass, NQ_PARTS_SHIFT);
}

/* ---- A block of columns ---- */

/* The middle of a block of columns. */
static float place_of(const struct filler *filler, uint64_t turn) {
  const nq_greedy_schedule *schedule = &filler->schedule;
  double block = (double)(turn * schedule->halves + filler->half) + 0.5;
  double middle = (double)(schedule->layers * schedule->bytes) * block; /* exact */
  double place = middle / (double)schedule->rows;
  return (float)place;
}

/* Count the queens of the turns that must be finished by now, whatever the number of threads. */
static void count_placed(struct filler *filler, uint64_t turn) {
  const nq_greedy_schedule *schedule = &filler->schedule;
  uint32_t strata = schedule->strata,
           step = schedule->layers / strata; /* NOLINT(clang-analyzer-core.DivideZero) */
  for (; filler->counted + schedule->apart <= turn; filler->counted++) {
    const uint16_t *placed = filler->fill->half[filler->half].placed[filler->counted % RECORDS];
    float in_layer[NQ_STRATA] = {0};
    uint32_t layer = schedule_layer(schedule, filler->counted);
    for (uint32_t j = 0; j < strata; j++) in_layer[layer + j * step] = placed[j];
    nq_load_add(&filler->load, place_of(filler, filler->counted), in_layer);
  }
}

/* Deal the strata for a part of the block in proportion to their free squares.  In the first half
 * of the columns small consecutive blocks share a deal, unless they meet the row block at the
 * board's end. */
static void deal_strata(struct filler *filler, uint64_t turn) {
  const nq_greedy_schedule *schedule = &filler->schedule;
  const nq_occupancy *occupancy = filler->fill->greedy->occupancy;
  uint64_t base = 8 * (uint64_t)filler->floor[schedule->strata - 1];
  float weight[NQ_STRATA] = {0};
  float part = part_on_board(part_lines(occupancy, 0), base, 8 * (uint64_t)schedule->bytes);
  uint64_t sharing = 1 + DEALT_BYTES / occupancy->parts / schedule->bytes;
  uint64_t first = turn < schedule->count / 2 ? turn - turn % sharing : turn;
  if (first == filler->dealt && part >= 1) return;
  uint32_t layer = schedule_layer(schedule, first);
  float of_layer[NQ_STRATA];
  filler->dealt = part >= 1 ? first : UINT64_MAX;
  count_placed(filler, first);
  nq_load_weigh(&filler->load, place_of(filler, first), of_layer);
  for (uint32_t j = 0; j < schedule->strata; j++) /* the layers that the block meets */
    weight[j] = of_layer[layer + j * (schedule->layers / schedule->strata)];
  weight[schedule->strata - 1] *= part;
  if (turn >= schedule->count / 4 * 3) nq_load_allow_for_full(schedule, weight);
  uint64_t draw = scatter(filler->fill->key - schedule->halves * first - filler->half - 1);
  float shift = (float)(draw >> 40) * 0x1p-24F;
  nq_load_deal(weight, schedule->strata, shift, filler->deal);
}

/* The columns at hand: those of a part of the block. */
static uint32_t count_columns(const struct filler *filler) {
  uint32_t width = 8 * filler->schedule.bytes;
  uint64_t all = part_lines(filler->fill->greedy->occupancy, filler->lines.column_part);
  if (all <= filler->first) return 0;
  return all - filler->first < width ? (uint32_t)all - filler->first : width;
}

/* List those without a placed queen in filler->columns. */
static uint32_t list_columns(struct filler *filler) {
  const nq_greedy *greedy = filler->fill->greedy;
  uint32_t listed = 0, end = filler->first + count_columns(filler),
           part = filler->lines.column_part;
  for (uint32_t i = filler->first; i < end; i++)
    if (!domain_is_fixed(greedy->domain, part_line(greedy->occupancy, i, part)))
      filler->columns[listed++] = i;
  return listed;
}

/* The first pass over `count` columns, while prefetching the bits of the block at turn `next`. */
static inline __attribute__((always_inline)) uint32_t
place_and_fetch(struct filler *filler, uint32_t count, uint64_t next, enum pass pass) {
  const nq_greedy_schedule *schedule = &filler->schedule;
  const struct lines *lines = &filler->lines;
  uint32_t floor[NQ_STRATA];
  uint64_t bytes = schedule->bytes;
  uint64_t column = (next * schedule->halves + filler->half) * 8 * bytes;
  uint32_t kept = 0, done = 0, strata = schedule->strata;
  schedule_meet(schedule, next, filler->lines.column_part, floor);
  for (uint32_t j = 0; j < strata; j++) {
    uint32_t end = j + 1 < strata ? count / 8 * (j + 1) / strata * 8 : count;
    fetch_meeting(lines->row_bits, lines->rising, lines->falling, lines->last + 1, column, floor[j],
                  bytes);
    kept = place_columns(filler, done, end, kept, 1, pass);
    done = end;
  }
  return kept;
}

static inline __attribute__((always_inline)) uint32_t
place_first(struct filler *filler, uint32_t count, uint64_t next, enum pass pass) {
  const struct fill *fill = filler->fill;
  bool far = fill->greedy->domain->n >= NQ_PREFETCH_N || fill->fillers > fill->halves;
  if (far && next < filler->schedule.count) return place_and_fetch(filler, count, next, pass);
  return place_columns(filler, 0, count, 0, 1, pass);
}

/* Fill the columns at hand; returns how many are left over. */
static uint32_t fill_part(struct filler *filler, uint64_t next) {
  const nq_domain *domain = filler->fill->greedy->domain;
  uint32_t windows = filler->schedule.bytes / 8, count;
  count = domain->fixed == NULL && !domain->restricted
              ? place_first(filler, count_columns(filler), next, PASS_WHOLE)
              : place_first(filler, list_columns(filler), next, PASS_LISTED);
  if (windows > WINDOWS) windows = WINDOWS;
  for (uint32_t pass = 1; pass < PASSES && count > 0; pass++)
    count = place_columns(filler, 0, count, 0, windows, PASS_AGAIN);
  return count;
}

static struct lines lines_of(const nq_greedy *greedy, uint32_t column_part, uint32_t row_part) {
  const nq_occupancy *occupancy = greedy->occupancy;
  uint64_t residue = occupancy->parts - 1, bytes = occupancy->diagonal_part / 8;
  uint64_t rising = column_part + row_part;
  uint64_t falling = row_part + (occupancy->last & residue) - column_part; /* >= 0 by half_row */
  return (struct lines){.row_bits = occupancy->rows + row_part * (occupancy->row_part / 8),
                        .rising = occupancy->rising + (rising & residue) * bytes,
                        .falling = occupancy->falling + (falling & residue) * bytes,
                        .rows = greedy->rows + column_part,
                        .last = occupancy->last >> occupancy->shift,
                        .up = (uint32_t)(rising >> occupancy->shift),
                        .down = (uint32_t)(falling >> occupancy->shift),
                        .column_part = column_part,
                        .row_part = row_part};
}

static void fill_block(struct filler *filler, uint64_t turn, uint64_t next) {
  const nq_greedy_schedule *schedule = &filler->schedule;
  const nq_greedy *greedy = filler->fill->greedy;
  uint64_t block = turn * schedule->halves + filler->half;
  filler->first = (uint32_t)(block * 8 * schedule->bytes);
  memset(filler->placed, 0, sizeof filler->placed);
  nq_pcg32_seed(&filler->random, scatter(filler->fill->key + block), block);
  for (uint32_t part = 0; part < greedy->occupancy->parts; part++) {
    filler->lines = lines_of(greedy, part, half_row(greedy->occupancy, filler->half, part));
    schedule_meet(schedule, turn, part, filler->floor);
    deal_strata(filler, turn);
    uint32_t count = turn < filler->fill->end ? fill_part(filler, next) : list_columns(filler);
    filler->filled += count_columns(filler) - count;
    filler->left += count;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t column = part_line(greedy->occupancy, filler->columns[i], part);
      greedy->rows[column] = NQ_EMPTY;
      if (i == 0 && column < filler->left_from) filler->left_from = column;
    }
  }
  memcpy(filler->fill->half[filler->half].placed[turn % RECORDS], filler->placed,
         sizeof filler->placed);
}

/* ---- All blocks ---- */

static bool blocks_stopped(struct filler *filler) {
  struct fill *fill = filler->fill;
  atomic_fetch_add_explicit(&fill->filled, filler->filled, memory_order_relaxed);
  filler->filled = 0;
  return greedy_stopped(fill->greedy, &fill->filled);
}

/* Wait until no thread is at a block that this turn's might touch; false when the run must stop.
 * All earlier turns have been claimed; a thread that has not yet published its claim still shows an
 * earlier one, so the wait is at most too long. */
static bool wait_for_turn(const struct filler *filler, uint64_t turn) {
  const struct fill *fill = filler->fill;
  for (unsigned i = filler->half; i < fill->fillers; i += fill->halves) {
    unsigned looks = 0;
    while (atomic_load_explicit(&fill->filler[i].turn, memory_order_acquire) +
               filler->schedule.apart <=
           turn) {
      if (watch_stop(fill->greedy->watch) != NQ_STOP_NOT) return false;
      nq_threads_look_again(&looks);
    }
  }
  return true;
}

/* Claim and fill blocks of the filler's half until there are no more or the run must stop. */
static void fill_blocks(void *context, uint64_t i) {
  struct fill *fill = context;
  struct filler *filler = &fill->filler[i];
  struct half *half = &fill->half[filler->half];
  uint64_t count = filler->schedule.count, polled = 0;
  uint64_t width = fill->greedy->occupancy->parts * 8 * (uint64_t)filler->schedule.bytes;
  for (bool goes_on = true; goes_on;) {
    uint64_t begin = atomic_fetch_add_explicit(&half->next, fill->claim, memory_order_relaxed);
    uint64_t end = begin + fill->claim, next = begin + fill->claim * (fill->fillers / fill->halves);
    goes_on = begin < count;
    for (uint64_t turn = begin; goes_on && turn < end && turn < count; turn++) {
      atomic_store_explicit(&filler->turn, turn, memory_order_release);
      goes_on = wait_for_turn(filler, turn);
      if (goes_on) fill_block(filler, turn, turn + 1 < end ? turn + 1 : next);
    }
    if ((begin - polled) * width < POLL_COLUMNS) continue;
    polled = begin;
    goes_on = goes_on && !blocks_stopped(filler);
  }
  atomic_store_explicit(&filler->turn, FINISHED, memory_order_release);
}

/* How many blocks of columns are left to the pairs: one in so many. */
static uint64_t part_for_pairs(uint32_t n, uint32_t strata) {
  return n < NQ_PREFETCH_N ? PAIRS_PART : strata > STRATA_FEW ? PAIRS_FAR : PAIRS_HUGE;
}

static void begin_filler(struct filler *filler, struct fill *fill, unsigned half,
                         const nq_greedy_schedule *schedule) {
  const nq_occupancy *occupancy = fill->greedy->occupancy;
  filler->fill = fill;
  filler->half = half;
  filler->schedule = *schedule;
  filler->schedule.offset += half * (schedule->count / NQ_HALVES);
  filler->left_from = occupancy->n;
  filler->dealt = UINT64_MAX;
  uint32_t queens = occupancy->n / schedule->halves;
  nq_load_init(&filler->load, queens, queens, schedule->layers);
}

nq_greedy_end nq_greedy_fill_blocks(nq_greedy *greedy, nq_team *threads) {
  uint32_t n = greedy->domain->n;
  nq_greedy_schedule schedule = {0};
  struct fill *fill = calloc(1, sizeof *fill); /* large for a stack */
  if (fill == NULL) return NQ_GREEDY_NO_MEMORY;
  fill->greedy = greedy;
  fill->key = next_pcg64(greedy->random);
  nq_greedy_schedule_init(&schedule, n, greedy->random);
  uint64_t turns =
      (schedule.rows + schedule.bytes * schedule.halves - 1) / (schedule.bytes * schedule.halves);
  fill->end = turns - turns / part_for_pairs(n, schedule.strata);
  fill->fillers = fill->halves = schedule.halves;
  /* No more than there are threads: others wait for one that has not begun, since the ring of
   * records is short. */
  while (n >= NQ_THREADS_N && fill->fillers < fill->halves * schedule.apart &&
         fill->fillers <= threads->started)
    fill->fillers++;
  fill->claim = schedule.apart < CLAIM * fill->fillers / fill->halves ? 1 : CLAIM;
  fill->filler = calloc(fill->fillers, sizeof *fill->filler);
  for (unsigned i = 0; i < fill->fillers && fill->filler != NULL; i++)
    begin_filler(&fill->filler[i], fill, i % fill->halves, &schedule);
  if (fill->filler != NULL) nq_team_run(threads, fill_blocks, fill, fill->fillers);
  nq_greedy_end end = fill->filler == NULL                       ? NQ_GREEDY_NO_MEMORY
                      : watch_stop(greedy->watch) == NQ_STOP_NOT ? NQ_GREEDY_FILLED
                                                                 : NQ_GREEDY_STOPPED;
  greedy->left_from = n;
  for (unsigned i = 0; end == NQ_GREEDY_FILLED && i < fill->fillers; i++) {
    const struct filler *filler = &fill->filler[i];
    greedy->left_count += filler->left;
    if (filler->left_from < greedy->left_from) greedy->left_from = filler->left_from;
  }
  free(fill->filler);
  free(fill);
  return end;
}
