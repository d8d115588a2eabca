/* MODEL.  The columns are split into one share per thread.  One direction at a time, each thread
 * marks the lines of its queens in its own bitset: a queen whose line is already marked is attacked
 * from within the share.  If no share has such a queen, a line with two queens is marked by two
 * shares, so the bitsets are compared word by word.
 *
 *     rows      line = row                            shift 0
 *     rising    line = row + column                   shift column
 *     falling   line = row + n - 1 - column           shift n - 1 - column
 *
 * In the boards that this library finds, neighbouring columns use the same few ranges of lines,
 * which stay in the cache. */
#include "board/board.h"
#include "core/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
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
  uint64_t *marks; /* 2n bits */
  bool clean;
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

/* Look at the watch after `columns` more columns; true when the run must stop. */
static bool must_stop(const struct share *share, uint32_t columns) {
  if (share->watch == NULL) return false;
  uint64_t done = atomic_fetch_add_explicit(share->done, columns, memory_order_relaxed) + columns;
  nq_progress progress = {.phase = "check", .done = done / 3, .total = share->n};
  return nq_watch_poll(share->watch, progress);
}

/* Mark line rows[column] + shift for the columns `column` .. end - 1, where shift grows by `slope`
 * per column; fetch marks `ahead` columns early.  Bit 0 of the result: some line was already
 * marked.  All rows must be below n. */
static inline uint64_t mark_lines(const struct share *share, uint32_t column, uint32_t end,
                                  uint64_t shift, uint64_t slope, uint32_t ahead) {
  const uint32_t *const restrict rows = share->rows;
  uint64_t *const restrict marks = share->marks;
  uint64_t twice = 0;
  shift += slope * column;
  for (; column < end; column++, shift += slope) {
    if (ahead > 0)
      __builtin_prefetch(&marks[(rows[column + ahead] + shift + slope * ahead) / 64], 1);
    uint64_t line = rows[column] + shift, word = marks[line / 64];
    twice |= word >> line % 64;
    marks[line / 64] = word | UINT64_C(1) << line % 64;
  }
  return twice;
}

/* Mark the whole share; true when no line was marked twice. */
static inline bool mark_share(const struct share *share, uint64_t shift, uint64_t slope) {
  uint64_t twice = 0;
  for (uint32_t begin = share->begin; begin < share->end;) {
    uint32_t size = share->end - begin < PIECE ? share->end - begin : PIECE;
    uint32_t end = begin + size, middle = begin;
    if (share->n >= FETCH_N && size > FETCH_AHEAD) {
      middle = end - FETCH_AHEAD;
      twice |= mark_lines(share, begin, middle, shift, slope, FETCH_AHEAD);
    }
    twice |= mark_lines(share, middle, end, shift, slope, 0);
    begin = end;
    if (must_stop(share, size)) return false;
  }
  return (twice & 1) == 0;
}

static bool rows_in_range(const struct share *share) {
  uint32_t highest = 0;
  for (uint32_t column = share->begin; column < share->end; column++)
    if (share->rows[column] > highest) highest = share->rows[column];
  return highest < share->n;
}

static void *check_share(void *argument) {
  struct share *share = argument;
  uint64_t bytes = words_needed(share->n) * sizeof *share->marks;
  switch (share->direction) {
  case NQ_ROW:
    share->clean = rows_in_range(share) && mark_share(share, 0, 0);
    break;
  case NQ_RISING:
    memset(share->marks, 0, (size_t)bytes);
    share->clean = mark_share(share, 0, 1);
    break;
  case NQ_FALLING:
    memset(share->marks, 0, (size_t)bytes);
    share->clean = mark_share(share, share->n - 1, UINT64_MAX);
    break;
  }
  return NULL;
}

/* Is no line marked in two shares? */
static bool are_disjoint(const struct share *share, unsigned shares) {
  uint64_t words = words_needed(share->n), common = 0;
  for (unsigned a = 0; a + 1 < shares; a++)
    for (unsigned b = a + 1; b < shares; b++) {
      const uint64_t *one = share[a].marks, *other = share[b].marks;
      for (uint64_t i = 0; i < words; i++) common |= one[i] & other[i];
    }
  return common == 0;
}

static bool direction_is_clean(struct share *share, unsigned shares, nq_direction direction) {
  pthread_t thread[SHARES_MOST];
  bool started[SHARES_MOST] = {false}, clean = true;
  for (unsigned i = 0; i < shares; i++) share[i].direction = direction;
  for (unsigned i = 1; i < shares; i++)
    started[i] = pthread_create(&thread[i], NULL, check_share, &share[i]) == 0;
  for (unsigned i = 0; i < shares; i++)
    if (!started[i]) check_share(&share[i]);
  for (unsigned i = 0; i < shares; i++) {
    if (started[i]) pthread_join(thread[i], NULL);
    clean = clean && share[i].clean;
  }
  return clean && are_disjoint(share, shares);
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
  for (nq_direction direction = NQ_ROW; clean && direction <= NQ_FALLING; direction++)
    clean = direction_is_clean(share, shares, direction);
  nq_memory_free(marks, shares * words, sizeof *marks);
  return clean;
}
