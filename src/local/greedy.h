/* The greedy start: queens in turn to squares without conflicts.
 *
 * WORDS
 *
 *     part      every fourth line of a large board, or all lines (board/occupancy.h)
 *     half      queens that share no line with those of the other half
 *     block     8 * bytes columns of a part, or as many rows: whole bytes of bits
 *     turn      the number of a block among those of a half
 *     stratum   an equal part of the rows: 16 to 64 of them
 *     layer     an equal part of a stratum, or all of it, whose load is known
 *     strip     as many diagonals as a layer has rows
 *     deal      the strata that the columns of a block draw from
 *     window    56 rows of a column that are tested at once
 *     pair      a column that the blocks left over, and a free row
 *
 *     stratum 2   . . . # . .         A block of columns meets the blocks of rows marked #, one in
 *                 . . . . # .         each stratum.  Each of its columns draws a stratum from the
 *     stratum 1   . . . # . .         deal, and takes a free square in a window of the block of
 *                 . . . . # .         rows there: greedy_blocks.c.  Columns without one are paired
 *     stratum 0   . . . # . .         with free rows anywhere: greedy_start.c.
 *                 . . . . # .
 *                 blocks of columns ->
 */
#ifndef NQ_LOCAL_GREEDY_H
#define NQ_LOCAL_GREEDY_H

#include "board/domain.h"
#include "board/occupancy.h"
#include "parallel/threads.h"

#include <stdatomic.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef enum nq_greedy_end {
  NQ_GREEDY_FILLED,
  NQ_GREEDY_STUCK, /* more columns are left over than there is room for: the walk ends unsolved */
  NQ_GREEDY_STOPPED,
  NQ_GREEDY_NO_MEMORY
} nq_greedy_end;

typedef struct nq_greedy {
  const nq_domain *domain;
  nq_occupancy *occupancy; /* empty; afterwards it holds every queen placed */
  uint32_t *rows;          /* n entries, any content; afterwards a row for every column, or NQ_EMPTY
                              if the column was left over */
  nq_pcg64 *random;
  nq_watch *watch;
  unsigned threads;    /* >= 1; the board does not depend on it */
  uint32_t left_from;  /* after the blocks: the first column left over, n if none */
  uint32_t *left;      /* room for nq_greedy_room columns */
  uint32_t *free_rows; /* room for as many rows */
  uint64_t left_count; /* after the blocks: columns left over; when filled: columns in left[], and
                          as many rows without a queen in free_rows[] */
} nq_greedy;

/* Entries in left[] and in free_rows[]. */
uint64_t nq_greedy_room(const nq_domain *domain);

/* Place queens on squares without conflicts until no more are found.  The board depends on the
 * domain and on *random, not on the number of threads. */
nq_greedy_end nq_greedy_fill(nq_greedy *greedy);

/* greedy_blocks.c: place most queens, n > 512; rows[] is NQ_EMPTY for the columns left over.  The
 * team has at most as many threads as `greedy`. */
nq_greedy_end nq_greedy_fill_blocks(nq_greedy *greedy, nq_team *threads);

/* Report `filled` columns of the start, if it is time; is the run to stop?  From any thread. */
static inline bool greedy_stopped(const nq_greedy *greedy, const atomic_uint_least64_t *filled) {
  nq_watch *watch = greedy->watch;
  if (nq_watch_claim(watch))
    nq_watch_report(
        watch,
        (nq_progress){.phase = "start", .done = atomic_load(filled), .total = greedy->domain->n});
  return watch_stop(watch) != NQ_STOP_NOT;
}

/* ---- Halves that share no line ---- */

/* MODEL.  On a large board queens of half 0 stand on white squares (column + row is even), on rows
 * 0 and 1 of every four; those of half 1 on black ones, on rows 2 and 3:
 *
 *     column % 4              0 1 2 3
 *     row % 4 in half 0       0 1 0 1
 *     row % 4 in half 1       3 2 3 2
 *
 * So no two queens of different halves are on one row or diagonal: the bits of each half are in
 * parts of their own (board/occupancy.h), and a thread can place its queens without a look at the
 * other's.  The halves have the blocks of columns in turn; a column left over belongs to any half
 * whose rows it is paired with. */
#define NQ_HALVES 2

/* One half is all of a small board. */
static inline unsigned halves_of(uint32_t parts) {
  return parts > 1 ? NQ_HALVES : 1;
}

/* The part of the rows for a column of a part, or for any column. */
static inline uint32_t half_row(const nq_occupancy *occupancy, unsigned half, uint32_t column) {
  if (occupancy->parts == 1) return 0;
  return half == 0 ? column % 2 : 3 - column % 2;
}

/* ---- The schedule: the rows that a block of columns meets ---- */

/* MODEL, for one half and one part.  Columns are cut into blocks of 8 * bytes (the last may reach
 * past the board); rows into strata, and each stratum into blocks of as many rows (the last may
 * reach a little past it).  A block of columns meets one block of rows in each stratum, all at the
 * same height above the stratum's floor; from one block of columns to the next that height grows
 * by the slope, modulo the height of a stratum:
 *
 *     height = (offset + slope * column block) modulo count,   row block = height / strata
 *
 *     stratum 2   . . . # . . #           There are `count` heights, `strata` for each of a
 *                 # . . . # . .           stratum's blocks, and about as many blocks of columns.
 *     stratum 1   . . # . . . #           The slope is coprime to count: every height comes once,
 *                 # . . . # . .           and every block of rows meets `strata` blocks of
 *     stratum 0   . . # . . . #           columns.
 *                 # . . . # . .
 *                 column block ->
 *
 * So the bits in use at a time (`strata` blocks of rows, and twice as many of rising and of falling
 * diagonals) fit into the L2 cache, whatever n.  A queen fetches 5 * strata / 512 cache lines; this
 * dominates once the bits outgrow the L3 cache, and favours few strata.  But with fewer strata each
 * cell of the board, 1/64 of it wide and high, is met less often, and its queens become less even;
 * the larger the board, the less this matters.  So there are 64 strata up to the n where fewer pay,
 * then 32 and 16.
 *
 * The load of rows and diagonals must stay even all the time, or late columns find no free squares.
 * Along the rows the heights are a rotation by slope / count of a turn; along the rising and
 * falling diagonals, whose blocks are numbered column block +- row block, by (slope +- strata) /
 * count. A rotation spreads its points evenly if no small multiple of it comes close to a whole
 * turn.  So slopes are drawn until this holds for all three rotations, for multiples up to the
 * number of blocks of columns between two that meet the same block of rows.
 *
 * Two halves have the blocks of columns in turn, so each has half as many: `count` turns, and
 * strata / 2 heights for each block of rows.  The halves, and on boards with few blocks the parts,
 * have offsets of their own, so that each cell of the board is met often. */

/* Most strata, and layers. */
#define NQ_STRATA 64
/* Most bytes of row bits in a block, of both parts that a half uses: the blocks of all strata then
 * fill a third of 1 MiB. */
#define NQ_SCHEDULE_BYTES 512
/* From this n on threads share a half; below, blocks are too few to be disjoint, and each thread
 * would wait for bits that another has changed. */
#define NQ_THREADS_N (1U << 23)
/* At most this many consecutive blocks of columns are tested for being disjoint, so there are at
 * most as many threads. */
#define NQ_SCHEDULE_APART 16

typedef struct nq_greedy_schedule {
  uint64_t count; /* heights, and turns of a half */
  uint64_t rows;  /* bytes of row bits */
  uint64_t slope, offset;
  uint64_t spread; /* from the offset of a part to the next */
  unsigned halves;
  uint32_t strata, bytes;
  uint32_t align;  /* bytes: blocks begin at multiples of it */
  uint32_t layers; /* equal parts of the rows with separate loads: a multiple of strata */
  /* Blocks of columns of a half fewer than `apart` turns apart share no row and no diagonal. */
  uint32_t apart;
} nq_greedy_schedule;

/* Is every multiple m <= reach of the rotation by slope / count of a turn at least percent / m
 * hundredths of a turn away from whole turns? */
bool nq_rotation_is_even(uint64_t count, uint64_t slope, uint64_t percent, uint64_t reach);

/* The schedule of half 0, for n > 512 columns. */
void nq_greedy_schedule_init(nq_greedy_schedule *schedule, uint32_t n, nq_pcg64 *random);

static inline uint64_t schedule_height(const nq_greedy_schedule *schedule, uint64_t turn,
                                       uint32_t part) {
  /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there are blocks */
  return (schedule->offset + schedule->slope * turn + schedule->spread * part) % schedule->count;
}

/* The layer that a block of columns meets in stratum 0, in any part; in stratum j add j * layers /
 * strata. */
static inline uint32_t schedule_layer(const nq_greedy_schedule *schedule, uint64_t turn) {
  uint64_t layers = schedule->layers / schedule->strata; /* NOLINT(clang-analyzer-*) */
  return (uint32_t)(schedule_height(schedule, turn, 0) * layers / schedule->count);
}

/* floor[j] = the first byte of the block of rows that a block of columns meets in stratum j. */
static inline void schedule_meet(const nq_greedy_schedule *schedule, uint64_t turn, uint32_t part,
                                 uint32_t *floor) {
  uint64_t height = schedule_height(schedule, turn, part);
  unsigned shift = (unsigned)__builtin_ctz(schedule->strata);
  uint64_t above = (height * schedule->halves >> shift) * schedule->bytes;
  for (uint32_t j = 0; j < schedule->strata; j++)
    floor[j] =
        (uint32_t)((j * schedule->rows >> shift) / schedule->align * schedule->align + above);
}

/* ---- The load: the fraction of lines taken, by layer of rows and strip of diagonals ---- */

/* MODEL.  The rows are cut into equal layers.  The board is scaled so that a layer has height 1,
 * and columns use the same unit.  A column at c = whole + t, 0 <= t < 1, meets in layer j the
 * rising diagonals from c + j to c + j + 1: the upper part, 1 - t, of strip whole + j and the lower
 * part, t, of the next strip.
 *
 *     layer j    |   / /          rising    (1 - t) rising[whole + j] + t rising[whole + j + 1]
 *                |  / / / strip   falling   t falling[j - whole + layers - 1]
 *     layer 0    | / / /                    + (1 - t) falling[j - whole + layers]
 *                 whole  c
 *
 * Queens count towards the strips in the same proportions.  As a strip has as many diagonals as a
 * layer has rows, a load of 1 means full in all three. */

/* Most layers. */
#define NQ_LAYERS 65
/* Entries of a deal: a draw of NQ_DEAL_BITS bits picks a layer. */
#define NQ_DEAL_BITS 10
#define NQ_DEAL      (1U << NQ_DEAL_BITS)
/* Room for a deal: it is written in pieces, the last of which may reach past its end. */
#define NQ_DEAL_PIECE 32
#define NQ_DEAL_ROOM  (NQ_DEAL + NQ_DEAL_PIECE)

/* Round after every operation, so that machines with more precision (x87) deal the same:
 * assignments round, expressions need not. */
static inline float nq_float_add(float a, float b) {
  float sum = a + b;
  return (float)sum;
}

static inline float nq_float_multiply_add(float a, float b, float c) {
  float product = a * b;
  return nq_float_add(product, c);
}

typedef struct nq_load {
  uint32_t layers;
  float unit;                   /* load of a queen: layers / height, so that a full layer has 1 */
  float last;                   /* rows of a full layer / rows of the last one */
  float row[NQ_LAYERS];         /* by layer: the fraction of its rows that are taken */
  float rising[2 * NQ_LAYERS];  /* by strip of diagonals; strip column + row, */
  float falling[2 * NQ_LAYERS]; /* and row - column + layers, both in layers */
} nq_load;

/* An empty board of n columns.  Its layers, 1 <= layers <= NQ_LAYERS, have `height` rows in total,
 * n or slightly more: the last one lacks height - n rows, or has none. */
void nq_load_init(nq_load *load, uint64_t n, uint64_t height, uint32_t layers);

/* Add placed[j] queens in layer j, in columns at `place`, measured in layers from the left. */
void nq_load_add(nq_load *load, float place, const float *placed);

/* weight[j] = the fraction of layer j's squares, in a column at `place`, that no queen attacks. */
void nq_load_weigh(const nq_load *load, float place, float *weight);

/* In the last columns a block of rows may have no square for a column.  Give such strata more
 * columns, so that their queens stay in proportion to `weight`.  A column's chance is that of half
 * as many independent squares as the block has rows: free squares form clusters, and become fewer
 * while the block is filled. */
void nq_load_allow_for_full(const nq_greedy_schedule *schedule, float *weight);

/* Fill deal[0 .. NQ_DEAL - 1] so that a uniformly drawn entry is j < count in proportion to
 * weight[j] >= 0.  The counts of entries are whole numbers: `shift` decides which ones are rounded
 * up, and a uniform shift in [0, 1) favours none. */
void nq_load_deal(const float *weight, uint32_t count, float shift, uint8_t deal[NQ_DEAL_ROOM]);

/* ---- Windows of a column ---- */

/* MODEL.  The window at byte y of the row bits is the 56 rows from 8 * y on,
 *
 *     used = rows[y ..] | rising[column / 8 + y ..] >> column % 8
 *                       | falling[f / 8 + y ..] >> f % 8            f = last - column
 *
 * loaded eight bytes at a time.  As y counts bytes of rows, only the diagonals need a shift, which
 * is the same for all windows of the column: `up` = column % 8 and `down` = f % 8. */

static inline uint64_t load_bytes(const uint8_t *bytes) {
  return load_bits(bytes, 0);
}

/* The free squares of a window, by its 64 bits of rows and diagonals. */
static inline uint64_t window_squares(uint64_t row, uint64_t rising, uint32_t up, uint64_t falling,
                                      uint32_t down) {
  uint64_t used = row | rising >> up | falling >> down;
  return ~used & ((UINT64_C(1) << NQ_WINDOW) - 1);
}

#ifdef __SSE2__

static inline __m128i load_pair(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/* Of `windows` <= 8 consecutive windows, the first with a free square; any if there is none.  No
 * processor could predict it, so all of them are tested, two at a time. */
static inline uint32_t window_find(const uint8_t *row, const uint8_t *rising, uint32_t up,
                                   const uint8_t *falling, uint32_t down, uint32_t windows) {
  if (windows < 2) return 0;
  const __m128i ones = _mm_set1_epi8(-1);
  const __m128i shift = _mm_cvtsi32_si128((int)up), other = _mm_cvtsi32_si128((int)down);
  /* A bit for each byte without a free square: the last of a window has none. */
  uint64_t full = UINT64_C(0x8080808080808080) | (windows < 8 ? UINT64_MAX << 8 * windows : 0);
  for (uint32_t next = 0; next < windows; next += 2) {
    uint32_t i = next + 2 <= windows ? next : windows - 2;
    __m128i used = _mm_or_si128(_mm_srl_epi64(load_pair(rising + 8 * i), shift),
                                _mm_srl_epi64(load_pair(falling + 8 * i), other));
    used = _mm_or_si128(used, load_pair(row + 8 * i));
    full |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(used, ones)) << 8 * i;
  }
  return ~full != 0 ? (uint32_t)__builtin_ctzll(~full) / 8 : 0;
}

#else

static inline uint32_t window_find(const uint8_t *row, const uint8_t *rising, uint32_t up,
                                   const uint8_t *falling, uint32_t down, uint32_t windows) {
  uint32_t i = 0;
  while (i + 1 < windows && window_squares(load_bytes(row + 8 * i), load_bytes(rising + 8 * i), up,
                                           load_bytes(falling + 8 * i), down) == 0)
    i++;
  return i;
}

#endif

/* ---- A block of columns meets a block of rows ---- */

#define NQ_PREFETCH_N (1U << 22) /* from this n on the bits outgrow the L2 cache */

/* Always inlined: gcc considers a function that only prefetches free of effects, and drops it. */
static inline __attribute__((always_inline)) void fetch_bytes(const uint8_t *bytes,
                                                              uint64_t count) {
  for (uint64_t i = 0; i < count; i += 64) __builtin_prefetch(bytes + i, 1, 2);
}

/* Fetch the bits where 8 * bytes columns from `column` on meet as many rows from byte `row` on. */
static inline __attribute__((always_inline)) void
fetch_meeting(const uint8_t *rows, const uint8_t *rising, const uint8_t *falling, uint64_t n,
              uint64_t column, uint64_t row, uint64_t bytes) {
  fetch_bytes(rows + row, bytes);
  fetch_bytes(rising + column / 8 + row, 2 * bytes);
  if (column + 8 * bytes <= n) fetch_bytes(falling + (n - column) / 8 - bytes + row, 2 * bytes);
}

/* The fraction of `width` rows from `base` on that lies on the board. */
static inline float part_on_board(uint64_t n, uint64_t base, uint64_t width) {
  uint64_t rows = base < n ? n - base : 0;
  return rows < width ? (float)rows / (float)width : 1;
}

#endif
