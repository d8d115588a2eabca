#include "board/open.h"

/* Up to this many open columns, each square has a bit, set if it is blocked: at most 32 MiB. */
#define BITS_COUNT 16384

/* Items between two polls of the watch. */
#define ITEMS_PER_LOOK (UINT32_C(1) << 16)

static uint64_t words_for(uint64_t bits) {
  return bits / 64 + 1;
}

static uint64_t diagonal_words(const nq_open *open) {
  return words_for(2 * (uint64_t)open->n);
}

static uint64_t blocked_words(const nq_open *open) {
  return words_for((uint64_t)open->count * open->count);
}

uint64_t nq_open_bytes(const nq_instance *instance) {
  uint64_t n = nq_instance_n(instance), placed = nq_instance_placed_count(instance);
  uint64_t count = placed < n ? n - placed : 0, bytes = 2 * n * sizeof(uint32_t) + n / 2 + n / 4;
  if (nq_instance_blocked_count(instance) > 0 && count <= BITS_COUNT) bytes += count * count / 8;
  return bytes;
}

static bool is_stopped(nq_watch *watch, uint64_t i) {
  return i % ITEMS_PER_LOOK == 0 && nq_watch_poll(watch, (nq_progress){.phase = "prepare"});
}

/* List the indices below n whose bit is not set, and return their number; 0 when stopped. */
static uint32_t list_open(const uint64_t *closed, uint32_t n, uint32_t *open, nq_watch *watch) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (is_stopped(watch, i)) return 0;
    if (!has_bit(closed, i)) open[count++] = i;
  }
  return count;
}

/* Close the lines of the placed queens and list the others.  `closed` has a bit for each column,
 * then one for each row. */
static void close_lines(nq_open *open, uint64_t *closed, nq_watch *watch) {
  const nq_instance *instance = open->instance;
  uint64_t *closed_rows = closed + words_for(open->n);
  for (size_t i = 0; i < nq_instance_placed_count(instance) && !is_stopped(watch, i); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    add_bit(closed, column);
    add_bit(closed_rows, row);
    add_bit(open->rising, (uint64_t)column + row);
    add_bit(open->falling, (uint64_t)row + open->n - 1 - column);
  }
  for (size_t i = 0; i < nq_instance_excluded_count(instance) && !is_stopped(watch, i); i++) {
    bool rising;
    uint64_t diagonal = nq_instance_excluded_at(instance, i, &rising);
    add_bit(rising ? open->rising : open->falling, diagonal);
  }
  open->count = list_open(closed, open->n, open->columns, watch);
  (void)list_open(closed_rows, open->n, open->rows, watch);
}

static uint32_t find(const uint32_t *sorted, uint32_t count, uint64_t value) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (sorted[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && sorted[low] == value ? low : NQ_EMPTY;
}

uint32_t nq_open_row(const nq_open *open, uint64_t row) {
  if (open->count == open->n) return row < open->n ? (uint32_t)row : NQ_EMPTY;
  return find(open->rows, open->count, row);
}

static nq_status fill_blocked(nq_open *open, nq_watch *watch, nq_error *error) {
  size_t blocked = nq_instance_blocked_count(open->instance);
  if (blocked == 0) return NQ_OK;
  open->lookup = open->count > BITS_COUNT;
  if (!open->lookup)
    open->blocked = nq_arrays_take(&open->arrays, blocked_words(open), sizeof *open->blocked);
  if (open->blocked == NULL && !open->lookup)
    return nq_error_set(error, NQ_NO_MEMORY, "no memory for %" PRIu32 " open columns", open->count);
  for (size_t i = 0; i < blocked && !is_stopped(watch, i); i++) {
    uint32_t column, row;
    nq_instance_blocked_at(open->instance, i, &column, &row);
    column = find(open->columns, open->count, column);
    row = nq_open_row(open, row);
    if (open->blocked != NULL && column != NQ_EMPTY && row != NQ_EMPTY)
      add_bit(open->blocked, (uint64_t)column * open->count + row);
  }
  return NQ_OK;
}

nq_status nq_open_init(nq_open *open, const nq_instance *instance, nq_watch *watch,
                       nq_error *error) {
  uint32_t n = nq_instance_n(instance);
  *open = (nq_open){.instance = instance, .n = n};
  open->columns = nq_arrays_take(&open->arrays, n, sizeof *open->columns);
  open->rows = nq_arrays_take(&open->arrays, n, sizeof *open->rows);
  open->rising = nq_arrays_take(&open->arrays, diagonal_words(open), sizeof *open->rising);
  open->falling = nq_arrays_take(&open->arrays, diagonal_words(open), sizeof *open->falling);
  uint64_t *closed = nq_memory_new(2 * words_for(n), sizeof *closed);
  bool memory = !open->arrays.failed && closed != NULL;
  if (memory) close_lines(open, closed, watch);
  nq_memory_free(closed, 2 * words_for(n), sizeof *closed);
  if (memory) return fill_blocked(open, watch, error);
  return nq_error_set(error, NQ_NO_MEMORY, "no memory for the lines of n = %" PRIu32, n);
}

void nq_open_release(nq_open *open) {
  nq_arrays_release(&open->arrays);
  *open = (nq_open){0};
}
