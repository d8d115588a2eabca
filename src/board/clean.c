/* MODEL.  The columns are split into one share per thread.  One direction at a time, each thread
 * marks the lines of its queens in its own bitset.  No line has two queens if and only if n lines
 * are marked in all bitsets together.
 *
 *     rows      line = row                            shift 0
 *     rising    line = row + column                   shift column
 *     falling   line = row + n - 1 - column           shift n - 1 - column
 *
 * In the boards that this library finds, neighbouring columns use the same few ranges of lines,
 * which stay in the cache. */
#include "board/board.h"
#include "parallel/threads.h"

#include <stdatomic.h>
#include <string.h>

#define SHARES_MOST 3
#define SHARED_N    (1U << 18) /* smaller boards are not worth a thread */
#define FETCH_N     (1U << 22) /* from this n on the marks outgrow the L2 cache */
#define FETCH_AHEAD 256        /* columns between fetching a mark and using it */
#define PIECE       (1U << 22) /* columns between looks at the watch */

struct share {
  const uint32_t *rows;
  uint32_t n, begin, end; /* its columns */
  nq_direction direction;
  uint64_t *marks;             /* 2n bits */
  bool clean;                  /* so far: all rows in range, and not stopped */
  nq_watch *watch;             /* or NULL */
  atomic_uint_least64_t *done; /* columns of all shares, in all three directions */
};

static uint64_t words_needed(uint32_t n) {
  return (uint64_t)n / 32 + 1;
}

static unsigned count_shares(uint32_t n, unsigned threads) {
  if (n < SHARED_N || threads == 0) return 1;
  return threads < SHARES_MOST ? threads : SHARES_MOST;
}

uint64_t nq_clean_bytes(uint32_t n, unsigned threads) {
  return count_shares(n, threads) * words_needed(n) * sizeof(uint64_t);
}

/* Look at the watch after `columns` more columns; true when the run must stop.  Only the first
 * share reports: of two reports at the same time, the smaller could be the later one. */
static bool must_stop(const struct share *share, uint32_t columns) {
  if (share->watch == NULL) return false;
  uint64_t done = atomic_fetch_add_explicit(share->done, columns, memory_order_relaxed) + columns;
  if (share->begin > 0) return watch_stop(share->watch) != NQ_STOP_NOT;
  nq_progress progress = {.phase = "check", .done = done / 3, .total = share->n};
  return nq_watch_poll(share->watch, progress);
}

/* Mark line rows[column] + shift for the columns `column` .. end - 1, where shift grows by `slope`
 * per column; fetch marks `ahead` columns early.  All rows must be below n. */
static inline void mark_lines(const struct share *share, uint64_t column, uint64_t end,
                              uint64_t shift, uint64_t slope, uint32_t ahead) {
  const uint32_t *const restrict rows = share->rows;
  uint64_t *const restrict marks = share->marks;
#pragma GCC unroll 8
  for (; column < end; column++) {
    if (ahead > 0)
      __builtin_prefetch(&marks[(rows[column + ahead] + shift + slope * (column + ahead)) / 64], 1);
    uint64_t line = rows[column] + shift + slope * column;
    marks[line / 64] = with_bit(marks[line / 64], line);
  }
}

/* Mark the whole share; false when the run must stop. */
static inline bool mark_share(const struct share *share, uint64_t shift, uint64_t slope) {
  for (uint32_t begin = share->begin; begin < share->end;) {
    uint32_t size = share->end - begin < PIECE ? share->end - begin : PIECE;
    uint32_t end = begin + size, middle = begin;
    if (share->n >= FETCH_N && size > FETCH_AHEAD) {
      middle = end - FETCH_AHEAD;
      mark_lines(share, begin, middle, shift, slope, FETCH_AHEAD);
    }
    mark_lines(share, middle, end, shift, slope, 0);
    begin = end;
    if (must_stop(share, size)) return false;
  }
  return true;
}

static bool rows_in_range(const struct share *share) {
  uint32_t highest = 0;
  for (uint32_t column = share->begin; column < share->end; column++)
    if (share->rows[column] > highest) highest = share->rows[column];
  return highest < share->n;
}

/* Mark the lines of a share in its direction; a job of the team. */
static void check_share(void *context, uint64_t i) {
  struct share *share = (struct share *)context + i;
  if (share->direction != NQ_ROW) /* new memory is zero */
    memset(share->marks, 0, (size_t)words_needed(share->n) * sizeof *share->marks);
  share->clean = share->direction == NQ_ROW      ? rows_in_range(share) && mark_share(share, 0, 0)
                 : share->direction == NQ_RISING ? mark_share(share, 0, 1)
                                                 : mark_share(share, share->n - 1, UINT64_MAX);
}

/* The number of set bits (H. S. Warren, Hacker's Delight, figure 5-2), so that the loop around it
 * can be vectorized. */
static inline uint64_t count_bits(uint64_t word) {
  word -= word >> 1 & UINT64_C(0x5555555555555555);
  word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
  word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  word += word >> 8;
  word += word >> 16;
  return (word + (word >> 32)) & 0x7f;
}

/* The number of lines that are marked by any share. */
static uint64_t count_marked(const struct share *share, unsigned shares) {
  uint64_t words = words_needed(share->n), count = 0;
  const uint64_t *a = share[0].marks, *b = share[shares / 2].marks, *c = share[shares - 1].marks;
  for (uint64_t i = 0; i < words; i++) count += count_bits(a[i] | b[i] | c[i]);
  return count;
}

static bool direction_is_clean(nq_team *team, struct share *share, unsigned shares,
                               nq_direction direction) {
  bool clean = true;
  for (unsigned i = 0; i < shares; i++) share[i].direction = direction;
  nq_team_run(team, check_share, share, shares);
  for (unsigned i = 0; i < shares; i++) clean = clean && share[i].clean;
  return clean && count_marked(share, shares) == share->n;
}

bool nq_rows_are_clean(const uint32_t *rows, uint32_t n, unsigned threads, nq_watch *watch) {
  unsigned shares = count_shares(n, threads);
  uint64_t words = words_needed(n);
  uint64_t *marks = nq_memory_new(shares * words, sizeof *marks);
  if (marks == NULL) return false;
  atomic_uint_least64_t done = 0;
  struct share share[SHARES_MOST] = {{0}};
  for (unsigned i = 0; i < shares; i++)
    share[i] = (struct share){.rows = rows,
                              .n = n,
                              .begin = (uint32_t)((uint64_t)n * i / shares),
                              .end = (uint32_t)((uint64_t)n * (i + 1) / shares),
                              .marks = marks + i * words,
                              .watch = n > PIECE ? watch : NULL,
                              .done = &done};
  bool clean = true;
  nq_team team;
  nq_team_init(&team, shares);
  for (nq_direction direction = NQ_ROW; clean && direction <= NQ_FALLING; direction++)
    clean = direction_is_clean(&team, share, shares, direction);
  nq_team_release(&team);
  nq_memory_free(marks, shares * words, sizeof *marks);
  return clean;
}

/* ---- Small boards ---- */

/* MODEL.  A bit per line that holds a queen:
 *
 *     used     bit row         rising   bit row + column       falling  bit row + n - 1 - column
 *
 * n queens are a solution if n bits of each mask are set.  The diagonals of one direction fit one
 * word up to n = 32, otherwise two. */
#define NARROW_N 32

static bool check_wide(const uint32_t *rows, uint32_t n) {
  uint64_t used = 0, rising[2] = {0}, falling[2] = {0}, twice = 0;
  for (uint32_t column = 0; column < n; column++) {
    uint32_t row = rows[column], up = column + row, down = row + n - 1 - column;
    if (row >= n) return false;
    uint64_t row_bit = UINT64_C(1) << row;
    uint64_t up_bit = UINT64_C(1) << up % 64, down_bit = UINT64_C(1) << down % 64;
    twice |= (used & row_bit) | (rising[up / 64] & up_bit) | (falling[down / 64] & down_bit);
    used |= row_bit;
    rising[up / 64] |= up_bit;
    falling[down / 64] |= down_bit;
  }
  return twice == 0;
}

/* Shifting by one per column turns row bits into diagonal bits. */
static bool check_narrow(const uint32_t *rows, uint32_t n) {
  uint64_t used = 0, rising = 0, falling = 0;
  uint32_t over = 0;
  for (uint32_t column = 0; column < n; column++) {
    uint64_t queen = UINT64_C(1) << rows[column] % 32;
    over |= rows[column];
    used |= queen;
    rising = rising >> 1 | queen << (n - 1);
    falling = falling << 1 | queen;
  }
  return over < 32 && used == (UINT64_C(1) << n) - 1 &&
         (uint32_t)__builtin_popcountll(rising) == n &&
         (uint32_t)__builtin_popcountll(falling) == n;
}

bool nq_check_small(const uint32_t *rows, uint32_t n) {
  return n <= NARROW_N ? check_narrow(rows, n) : check_wide(rows, n);
}
