/* Random lists of queens, squares and diagonals. */
#include "board/board.h"
#include "core/core.h"
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdlib.h>

#define POLL_DRAWS     65536
#define POLL_DIAGONALS 64
#define BLOCKED_N      4096  /* all n^2 squares are shuffled */
#define DIAGONALS_N    16384 /* every diagonal is walked along */

void nq_sample_release(nq_sample *sample) {
  free(sample->items);
  sample->items = NULL;
}

static nq_status require_n(uint32_t n, uint32_t most, nq_error *error) {
  if (n >= 1 && n <= most) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "n = %" PRIu32 " is over %" PRIu32 ", the most for this kind", n, most);
}

/* The lines while a list is drawn; diagonals by their items. */
typedef struct lines {
  nq_arrays arrays;
  uint32_t *columns, *rows; /* the squares left on each; of completions the free lines, */
  uint32_t count;           /* as many of each */
  uint8_t *taken;           /* 1: a diagonal with a queen, or an excluded one */
  uint64_t least;           /* squares to leave */
} lines;

static uint64_t rising_item(int64_t column, int64_t row) {
  return (uint64_t)(column + row) << 1 | 1;
}

static uint64_t falling_item(int64_t column, int64_t row, uint32_t n) {
  return (uint64_t)(row + n - 1 - column) << 1;
}

static bool init_lines(lines *left, nq_family family, uint32_t n, uint64_t least) {
  *left = (lines){.count = n, .least = least};
  left->columns = nq_arrays_take(&left->arrays, n, sizeof *left->columns);
  left->rows = nq_arrays_take(&left->arrays, n, sizeof *left->rows);
  left->taken = nq_arrays_take(&left->arrays, n, 4); /* two directions of 2n - 1 diagonals */
  for (uint32_t i = 0; i < n && !left->arrays.failed; i++)
    left->columns[i] = left->rows[i] = family == NQ_FAMILY_COMPLETION ? i : n;
  return !left->arrays.failed;
}

/* ---- completion ---- */

static void draw_queen(nq_sample *sample, lines *left, nq_pcg64 *random) {
  uint64_t i = nq_pcg64_below(random, left->count), j = nq_pcg64_below(random, left->count);
  uint32_t column = left->columns[i], row = left->rows[j];
  uint64_t rising = rising_item(column, row), falling = falling_item(column, row, sample->n);
  if (left->taken[rising] || left->taken[falling]) return;
  left->taken[rising] = left->taken[falling] = 1;
  left->count--;
  left->columns[i] = left->columns[left->count];
  left->rows[j] = left->rows[left->count];
  sample->items[sample->count++] = (uint64_t)column << 32 | row;
}

static nq_status draw_queens(const nq_generating *generation, nq_sample *sample, lines *left,
                             nq_pcg64 *random) {
  uint64_t draws = (uint64_t)sample->n * sample->n;
  for (uint64_t i = 0; i < draws && sample->count < sample->room; i++) {
    if (i % POLL_DRAWS == POLL_DRAWS - 1 && nq_generate_poll(generation)) return NQ_END;
    draw_queen(sample, left, random);
  }
  return NQ_OK;
}

/* ---- blocked and diagonals ---- */

static void take_block(nq_sample *sample, lines *left, uint32_t square) {
  uint32_t column = square / sample->n, row = square % sample->n;
  if (left->columns[column] <= left->least || left->rows[row] <= left->least) return;
  left->columns[column]--;
  left->rows[row]--;
  sample->items[sample->count++] = (uint64_t)column << 32 | row;
}

/* The squares of a diagonal: columns first .. last, and the row in a column. */
typedef struct diagonal {
  int64_t first, last, base, slope; /* row = base + slope * column */
} diagonal;

static diagonal diagonal_of(uint64_t item, uint32_t n) {
  int64_t index = (int64_t)(item >> 1), last = (int64_t)n - 1;
  bool rising = item & 1;
  int64_t short_of =
      rising ? index - last : last - index; /* columns missing on the left or right */
  return (diagonal){.first = short_of > 0 ? short_of : 0,
                    .last = short_of > 0 ? last : last + short_of,
                    .base = rising ? index : index - last,
                    .slope = rising ? -1 : 1};
}

/* Remove the squares of a diagonal from their lines, except those that a diagonal of the other
 * direction has removed.  False, with nothing changed, when a line would keep too few. */
static bool may_exclude(lines *left, uint64_t item, uint32_t n) {
  diagonal along = diagonal_of(item, n);
  bool enough = true;
  for (int pass = 0; pass < 2 && enough; pass++)
    for (int64_t column = along.first; column <= along.last && enough; column++) {
      int64_t row = along.base + along.slope * column;
      if (left->taken[item & 1 ? falling_item(column, row, n) : rising_item(column, row)]) continue;
      enough = left->columns[column] > left->least && left->rows[row] > left->least;
      if (pass == 1) {
        left->columns[column]--;
        left->rows[row]--;
      }
    }
  return enough;
}

static void take_diagonal(nq_sample *sample, lines *left, uint32_t item) {
  if (!may_exclude(left, item, sample->n)) return;
  left->taken[item] = 1;
  sample->items[sample->count++] = item;
}

/* All squares, or diagonals, in random order. */
static nq_status draw_items(const nq_generating *generation, nq_sample *sample, lines *left,
                            nq_pcg64 *random, nq_error *error) {
  bool squares = sample->family == NQ_FAMILY_BLOCKED;
  uint32_t all = (uint32_t)nq_sample_most(sample->family, sample->n), *order;
  order = calloc(all, sizeof *order);
  if (order == NULL) return nq_generate_no_memory(sample->n, error);
  for (uint32_t i = 0; i < all; i++) order[i] = i;
  nq_pcg64_shuffle(random, order, all);
  nq_status status = NQ_OK;
  for (uint32_t i = 0; i < all && sample->count < sample->room && status == NQ_OK; i++) {
    if (i % (squares ? POLL_DRAWS : POLL_DIAGONALS) == 63 && nq_generate_poll(generation))
      status = NQ_END;
    else if (squares)
      take_block(sample, left, order[i]);
    else
      take_diagonal(sample, left, order[i]);
  }
  free(order);
  return status;
}

/* ---- All ---- */

uint64_t nq_sample_most(nq_family family, uint32_t n) {
  if (family == NQ_FAMILY_COMPLETION) return n;
  return family == NQ_FAMILY_BLOCKED ? (uint64_t)n * n : 2 * (2 * (uint64_t)n - 1);
}

nq_status nq_sample_draw(const nq_generating *generation, nq_family family, uint64_t most,
                         uint64_t least, nq_pcg64 *random, nq_sample *sample, nq_error *error) {
  static const uint32_t n_most[] = {[NQ_FAMILY_COMPLETION] = UINT32_MAX,
                                    [NQ_FAMILY_BLOCKED] = BLOCKED_N,
                                    [NQ_FAMILY_DIAGONALS] = DIAGONALS_N};
  uint32_t n = generation->options.n;
  uint64_t room = nq_sample_most(family, n);
  *sample = (nq_sample){.family = family, .n = n, .room = most < room ? most : room};
  nq_status status = require_n(n, n_most[family], error);
  if (status != NQ_OK) return status;
  if (sample->room < SIZE_MAX)
    sample->items = calloc((size_t)sample->room + 1, sizeof *sample->items);
  if (sample->items == NULL) return nq_generate_no_memory(n, error);
  lines left;
  if (!init_lines(&left, family, n, least))
    status = nq_generate_no_memory(n, error);
  else if (family == NQ_FAMILY_COMPLETION)
    status = draw_queens(generation, sample, &left, random);
  else
    status = draw_items(generation, sample, &left, random, error);
  nq_arrays_release(&left.arrays);
  return status;
}

nq_status nq_sample_build(const nq_generating *generation, const nq_sample *sample, uint64_t count,
                          nq_instance **instance, nq_error *error) {
  nq_status status = NQ_OK;
  *instance = nq_instance_new(sample->n);
  if (*instance == NULL) return nq_generate_no_memory(sample->n, error);
  for (uint64_t i = 0; i < count && status == NQ_OK; i++)
    if (i % POLL_DRAWS == POLL_DRAWS - 1 && nq_generate_poll(generation))
      status = NQ_END;
    else
      status = nq_instance_add(*instance, (nq_item_kind)sample->family, sample->items[i], error);
  if (status == NQ_OK) return NQ_OK;
  nq_instance_free(*instance);
  *instance = NULL;
  return status;
}
