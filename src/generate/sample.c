/* Random lists of queens, squares and diagonals. */
#include "generate/kinds.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#define POLL_DRAWS  65536
#define BLOCKED_N   4096  /* all n^2 squares are shuffled */
#define DIAGONALS_N 16384 /* every diagonal is walked along */

void nq_sample_release(nq_sample *sample) {
  free(sample->items);
  sample->items = NULL;
}

static nq_status require_n(uint32_t n, uint32_t most, nq_error *error) {
  if (n >= 1 && n <= most) return NQ_OK;
  return nq_error_set(error, NQ_UNSUPPORTED,
                      "n = %" PRIu32 " is over %" PRIu32 ", the most for this kind", n, most);
}

static nq_status fail_memory(uint32_t n, nq_error *error) {
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for an instance of n = %" PRIu32, n);
}

/* ---- completion ---- */

typedef struct free_lines {
  uint32_t *columns, *rows;  /* those without a queen, */
  uint32_t count;            /* as many of each */
  uint8_t *rising, *falling; /* 1: in use */
} free_lines;

static bool init_free(free_lines *left, uint32_t n) {
  *left = (free_lines){.columns = calloc(n, sizeof *left->columns),
                       .rows = calloc(n, sizeof *left->rows),
                       .count = n,
                       .rising = calloc(n, 2), /* one for each of the 2n - 1 diagonals */
                       .falling = calloc(n, 2)};
  if (left->columns == NULL || left->rows == NULL || left->rising == NULL || left->falling == NULL)
    return false;
  for (uint32_t i = 0; i < n; i++) left->columns[i] = left->rows[i] = i;
  return true;
}

static void release_free(free_lines *left) {
  free(left->columns);
  free(left->rows);
  free(left->rising);
  free(left->falling);
}

static void draw_queen(nq_sample *sample, free_lines *left, nq_pcg64 *random) {
  uint64_t i = nq_pcg64_below(random, left->count), j = nq_pcg64_below(random, left->count);
  uint32_t column = left->columns[i], row = left->rows[j];
  uint64_t rising = (uint64_t)column + row, falling = (uint64_t)row + sample->n - 1 - column;
  if (left->rising[rising] || left->falling[falling]) return;
  left->rising[rising] = left->falling[falling] = 1;
  left->count--;
  left->columns[i] = left->columns[left->count];
  left->rows[j] = left->rows[left->count];
  sample->items[sample->count++] = (uint64_t)column << 32 | row;
}

static nq_status draw_queens(const nq_generating *generation, nq_sample *sample, uint64_t most,
                             nq_pcg64 *random, nq_error *error) {
  free_lines left;
  uint64_t draws = (uint64_t)sample->n * sample->n;
  nq_status status = init_free(&left, sample->n) ? NQ_OK : fail_memory(sample->n, error);
  for (uint64_t i = 0; status == NQ_OK && i < draws && sample->count < most; i++) {
    if (i % POLL_DRAWS == POLL_DRAWS - 1 && nq_generate_poll(generation)) status = NQ_END;
    draw_queen(sample, &left, random);
  }
  release_free(&left);
  return status;
}

/* ---- blocked and diagonals ---- */

/* Squares left in each line. */
typedef struct lines {
  uint32_t *columns, *rows;
  uint64_t least;
} lines;

static bool init_lines(lines *left, uint32_t n, uint64_t least) {
  *left = (lines){.columns = calloc(n, sizeof *left->columns),
                  .rows = calloc(n, sizeof *left->rows),
                  .least = least};
  if (left->columns == NULL || left->rows == NULL) return false;
  for (uint32_t i = 0; i < n; i++) left->columns[i] = left->rows[i] = n;
  return true;
}

static void release_lines(lines *left) {
  free(left->columns);
  free(left->rows);
}

static nq_status draw_blocks(nq_sample *sample, uint64_t most, uint64_t least, nq_pcg64 *random,
                             nq_error *error) {
  uint32_t n = sample->n, squares = n * n;
  lines left;
  uint32_t *order = calloc(squares, sizeof *order);
  if (!init_lines(&left, n, least) || order == NULL) {
    release_lines(&left);
    free(order);
    return fail_memory(n, error);
  }
  for (uint32_t i = 0; i < squares; i++) order[i] = i;
  nq_pcg64_shuffle(random, order, squares);
  for (uint32_t i = 0; i < squares && sample->count < most; i++) {
    uint32_t column = order[i] / n, row = order[i] % n;
    if (left.columns[column] <= least || left.rows[row] <= least) continue;
    left.columns[column]--;
    left.rows[row]--;
    sample->items[sample->count++] = (uint64_t)column << 32 | row;
  }
  release_lines(&left);
  free(order);
  return NQ_OK;
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
static bool take_diagonal(lines *left, const uint8_t *taken, uint64_t item, uint32_t n) {
  diagonal along = diagonal_of(item, n);
  bool enough = true;
  for (int pass = 0; pass < 2 && enough; pass++)
    for (int64_t column = along.first; column <= along.last && enough; column++) {
      int64_t row = along.base + along.slope * column;
      uint64_t other =
          item & 1 ? (uint64_t)(row + n - 1 - column) << 1 : (uint64_t)(row + column) << 1 | 1;
      if (taken[other]) continue;
      enough = left->columns[column] > left->least && left->rows[row] > left->least;
      if (pass == 1) {
        left->columns[column]--;
        left->rows[row]--;
      }
    }
  return enough;
}

/* `order` has room for every diagonal of both directions, `taken` is zero. */
static nq_status take_diagonals(const nq_generating *generation, nq_sample *sample, uint64_t most,
                                lines *left, uint32_t *order, uint8_t *taken, nq_pcg64 *random) {
  uint32_t n = sample->n, diagonals = 2 * (2 * n - 1);
  for (uint32_t i = 0; i < diagonals; i++) order[i] = i;
  nq_pcg64_shuffle(random, order, diagonals);
  for (uint32_t i = 0; i < diagonals && sample->count < most; i++) {
    if (i % 64 == 63 && nq_generate_poll(generation)) return NQ_END;
    if (!take_diagonal(left, taken, order[i], n)) continue;
    taken[order[i]] = 1;
    sample->items[sample->count++] = order[i];
  }
  return NQ_OK;
}

static nq_status draw_diagonals(const nq_generating *generation, nq_sample *sample, uint64_t most,
                                uint64_t least, nq_pcg64 *random, nq_error *error) {
  uint32_t n = sample->n, diagonals = 2 * (2 * n - 1);
  lines left;
  uint32_t *order = calloc(diagonals, sizeof *order);
  uint8_t *taken = calloc(diagonals, 1);
  nq_status status = init_lines(&left, n, least) && order != NULL && taken != NULL
                         ? take_diagonals(generation, sample, most, &left, order, taken, random)
                         : fail_memory(n, error);
  release_lines(&left);
  free(order);
  free(taken);
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
  if (sample->items == NULL) return fail_memory(n, error);
  if (family == NQ_FAMILY_COMPLETION)
    return draw_queens(generation, sample, sample->room, random, error);
  if (family == NQ_FAMILY_BLOCKED) return draw_blocks(sample, sample->room, least, random, error);
  return draw_diagonals(generation, sample, sample->room, least, random, error);
}

/* Items between polls of the watch. */
#define ITEMS_BETWEEN 65536

static nq_status add_item(nq_instance *instance, nq_family family, uint64_t item, nq_error *error) {
  uint32_t column = (uint32_t)(item >> 32), row = (uint32_t)item;
  if (family == NQ_FAMILY_COMPLETION) return nq_instance_place(instance, column, row, error);
  if (family == NQ_FAMILY_BLOCKED) return nq_instance_block(instance, column, row, error);
  return item & 1 ? nq_instance_exclude_rising(instance, item >> 1, error)
                  : nq_instance_exclude_falling(instance, item >> 1, error);
}

nq_status nq_sample_build(const nq_generating *generation, const nq_sample *sample, uint64_t count,
                          nq_instance **instance, nq_error *error) {
  nq_status status = NQ_OK;
  *instance = nq_instance_new(sample->n);
  if (*instance == NULL) return fail_memory(sample->n, error);
  for (uint64_t i = 0; i < count && status == NQ_OK; i++)
    if (i % ITEMS_BETWEEN == ITEMS_BETWEEN - 1 && nq_generate_poll(generation))
      status = NQ_END;
    else
      status = add_item(*instance, sample->family, sample->items[i], error);
  if (status == NQ_OK) return NQ_OK;
  nq_instance_free(*instance);
  *instance = NULL;
  return status;
}
