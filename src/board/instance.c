/* The memory of boards, and instances: the plain problem with queens placed, squares blocked and
 * diagonals excluded.
 *
 * Each kind is kept as a list in the order given, for iteration, and as a table, for looking up a
 * square: memory grows with the number of items, not with n. */
#include "board/board.h"
#include "board/lines.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Boards ---- */

nq_status nq_board_reserve(nq_board *board, uint32_t n, nq_error *error) {
  *board = (nq_board){0};
  if (n == 0) return nq_error_set(error, NQ_BAD_VALUE, "a board has at least one column");
  board->rows = nq_memory_new(n, sizeof *board->rows);
  if (board->rows == NULL)
    return nq_error_set(error, NQ_NO_MEMORY,
                        "a board of n = %" PRIu32 " needs %" PRIu64 " bytes of memory", n,
                        (uint64_t)n * sizeof *board->rows);
  board->n = n;
  return NQ_OK;
}

nq_status nq_board_init(nq_board *board, uint32_t n, nq_error *error) {
  nq_status status = nq_board_reserve(board, n, error);
  if (status != NQ_OK) return status;
  for (uint32_t column = 0; column < n; column++) board->rows[column] = NQ_EMPTY;
  return NQ_OK;
}

void nq_board_release(nq_board *board) {
  nq_memory_free(board->rows, board->n, sizeof *board->rows);
  *board = (nq_board){0};
}

/* ---- Instances ---- */

typedef struct list {
  uint64_t *items;
  size_t count, room;
} list;

struct nq_instance {
  uint32_t n;
  list lists[NQ_ITEM_KINDS];
  nq_table placed_row;  /* column -> row + 1 */
  nq_table is_crowded;  /* square of a queen that has another in its column -> 1 */
  nq_table is_blocked;  /* square -> 1 */
  nq_table is_excluded; /* index << 1 | rising -> 1 */
};

static uint64_t square(uint32_t column, uint32_t row) {
  return (uint64_t)column << 32 | row;
}

static bool append(list *items, uint64_t item) {
  if (!nq_memory_grow(&items->items, items->count, &items->room, sizeof item)) return false;
  items->items[items->count++] = item;
  return true;
}

/* Add `item` to the list and `key` -> `number` to the table, unless the key is known. */
static nq_status remember(list *items, uint64_t item, nq_table *table, uint64_t key,
                          uint32_t number, nq_error *error) {
  if (table_get(table, key) != 0) return NQ_OK;
  if (append(items, item)) {
    if (nq_table_set(table, key, number)) return NQ_OK;
    items->count--;
  }
  return nq_error_set(error, NQ_NO_MEMORY, "an instance of %zu items does not fit into memory",
                      items->count);
}

static nq_status require_square(const nq_instance *instance, uint32_t column, uint32_t row,
                                nq_error *error) {
  uint32_t n = instance->n;
  if (column >= n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "column %" PRIu32 " is out of range: it must be 0 to %" PRIu32, column,
                        n - 1);
  if (row >= n)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "row %" PRIu32 " is out of range: it must be 0 to %" PRIu32, row, n - 1);
  return NQ_OK;
}

static nq_status exclude(nq_instance *instance, uint64_t diagonal, bool rising, nq_error *error) {
  uint64_t last = 2 * (uint64_t)instance->n - 2;
  if (diagonal > last)
    return nq_error_set(error, NQ_BAD_VALUE,
                        "diagonal %" PRIu64 " is out of range: it must be 0 to %" PRIu64, diagonal,
                        last);
  uint64_t key = diagonal << 1 | rising;
  return remember(&instance->lists[NQ_ITEM_EXCLUDED], key, &instance->is_excluded, key, 1, error);
}

static bool is_excluded(const nq_instance *instance, uint32_t column, uint32_t row) {
  if (instance->is_excluded.used == 0) return false;
  uint64_t rising = (uint64_t)column + row, falling = (uint64_t)row + instance->n - 1 - column;
  return table_get(&instance->is_excluded, rising << 1 | 1) != 0 ||
         table_get(&instance->is_excluded, falling << 1) != 0;
}

nq_instance *nq_instance_new(uint32_t n) {
  nq_instance *instance = n > 0 ? calloc(1, sizeof *instance) : NULL;
  if (instance != NULL) instance->n = n;
  return instance;
}

void nq_instance_free(nq_instance *instance) {
  if (instance == NULL) return;
  for (nq_item_kind kind = 0; kind < NQ_ITEM_KINDS; kind++) free(instance->lists[kind].items);
  nq_table_release(&instance->placed_row);
  nq_table_release(&instance->is_crowded);
  nq_table_release(&instance->is_blocked);
  nq_table_release(&instance->is_excluded);
  free(instance);
}

nq_status nq_instance_reserve(nq_instance *instance, uint64_t placed, nq_error *error) {
  if (nq_table_reserve(&instance->placed_row, placed)) return NQ_OK;
  return nq_error_set(error, NQ_NO_MEMORY,
                      "an instance of %" PRIu64 " items does not fit into memory", placed);
}

/* Place a further queen in a column.  As this rules out any solution, none of the column's queens
 * then stands on an allowed square. */
static nq_status crowd(nq_instance *instance, uint32_t column, uint32_t row, nq_error *error) {
  uint64_t first = square(column, table_get(&instance->placed_row, column) - 1);
  uint64_t further = square(column, row);
  if (!nq_table_reserve(&instance->is_crowded, instance->is_crowded.used + 2))
    return nq_error_set(error, NQ_NO_MEMORY, "the instance does not fit into memory");
  nq_status status =
      remember(&instance->lists[NQ_ITEM_PLACED], further, &instance->is_crowded, further, 1, error);
  if (status == NQ_OK) nq_table_set(&instance->is_crowded, first, 1); /* there is room */
  return status;
}

nq_status nq_instance_place(nq_instance *instance, uint32_t column, uint32_t row, nq_error *error) {
  nq_status status = require_square(instance, column, row, error);
  if (status != NQ_OK) return status;
  uint32_t before = table_get(&instance->placed_row, column);
  if (before != 0 && before != row + 1) return crowd(instance, column, row, error);
  return remember(&instance->lists[NQ_ITEM_PLACED], square(column, row), &instance->placed_row,
                  column, row + 1, error);
}

nq_status nq_instance_block(nq_instance *instance, uint32_t column, uint32_t row, nq_error *error) {
  nq_status status = require_square(instance, column, row, error);
  if (status != NQ_OK) return status;
  uint64_t key = square(column, row);
  return remember(&instance->lists[NQ_ITEM_BLOCKED], key, &instance->is_blocked, key, 1, error);
}

nq_status nq_instance_exclude_rising(nq_instance *instance, uint64_t diagonal, nq_error *error) {
  return exclude(instance, diagonal, true, error);
}

nq_status nq_instance_exclude_falling(nq_instance *instance, uint64_t diagonal, nq_error *error) {
  return exclude(instance, diagonal, false, error);
}

nq_status nq_instance_add(nq_instance *instance, nq_item_kind kind, uint64_t item,
                          nq_error *error) {
  uint32_t column = (uint32_t)(item >> 32), row = (uint32_t)item;
  if (kind == NQ_ITEM_PLACED) return nq_instance_place(instance, column, row, error);
  if (kind == NQ_ITEM_BLOCKED) return nq_instance_block(instance, column, row, error);
  return exclude(instance, item >> 1, item & 1, error);
}

void nq_instance_pack(const nq_instance *instance, nq_bytes *bytes) {
  for (nq_item_kind kind = 0; kind < NQ_ITEM_KINDS; kind++) {
    const list *items = &instance->lists[kind];
    nq_bytes_add(bytes, &items->count, sizeof items->count);
    nq_bytes_add(bytes, items->items, items->count * sizeof *items->items);
  }
}

bool nq_instance_unpack(nq_bytes *bytes, uint32_t n, nq_instance **instance) {
  *instance = nq_instance_new(n);
  bool whole = *instance != NULL;
  for (nq_item_kind kind = 0; whole && kind < NQ_ITEM_KINDS; kind++) {
    size_t count = 0;
    uint64_t item;
    whole = nq_bytes_take(bytes, &count, sizeof count);
    for (; whole && count > 0; count--)
      whole = nq_bytes_take(bytes, &item, sizeof item) &&
              nq_instance_add(*instance, kind, item, NULL) == NQ_OK;
  }
  return whole;
}

bool nq_instance_digest(const nq_instance *instance, char sum[NQ_SHA256_TEXT]) {
  nq_bytes text = {0};
  FILE *out = nq_bytes_stream(&text);
  if (out == NULL) return false;
  fprintf(out, "n %" PRIu32 "\n", instance->n);
  for (nq_item_kind kind = 0; kind < NQ_ITEM_KINDS; kind++) {
    const list *items = &instance->lists[kind];
    for (size_t i = 0; i < items->count; i++) {
      uint64_t item = items->items[i];
      if (kind == NQ_ITEM_EXCLUDED)
        fprintf(out, "exclude %s %" PRIu64 "\n", item & 1 ? "rising" : "falling", item >> 1);
      else
        fprintf(out, "%s %" PRIu64 " %" PRIu32 "\n", kind == NQ_ITEM_PLACED ? "queen" : "block",
                item >> 32, (uint32_t)item);
    }
  }
  bool whole = fclose(out) == 0 && !text.failed;
  if (whole) nq_sha256(text.data, text.size, sum);
  nq_bytes_release(&text);
  return whole;
}

bool nq_instance_blocks(const nq_instance *instance, uint32_t column, uint32_t row) {
  return table_get(&instance->is_blocked, square(column, row)) != 0;
}

uint32_t nq_instance_n(const nq_instance *instance) {
  return instance->n;
}

size_t nq_instance_placed_count(const nq_instance *instance) {
  return instance->lists[NQ_ITEM_PLACED].count;
}

size_t nq_instance_blocked_count(const nq_instance *instance) {
  return instance->lists[NQ_ITEM_BLOCKED].count;
}

size_t nq_instance_excluded_count(const nq_instance *instance) {
  return instance->lists[NQ_ITEM_EXCLUDED].count;
}

bool nq_instance_is_plain(const nq_instance *instance) {
  return nq_instance_placed_count(instance) == 0 && nq_instance_blocked_count(instance) == 0 &&
         nq_instance_excluded_count(instance) == 0;
}

uint32_t nq_instance_placed_row(const nq_instance *instance, uint32_t column) {
  return table_get(&instance->placed_row, column) - 1; /* 0 - 1 is NQ_EMPTY */
}

bool nq_instance_allows(const nq_instance *instance, uint32_t column, uint32_t row) {
  return !nq_instance_blocks(instance, column, row) && !is_excluded(instance, column, row) &&
         (instance->is_crowded.used == 0 ||
          table_get(&instance->is_crowded, square(column, row)) == 0);
}

void nq_instance_placed_at(const nq_instance *instance, size_t i, uint32_t *column, uint32_t *row) {
  *column = (uint32_t)(instance->lists[NQ_ITEM_PLACED].items[i] >> 32);
  *row = (uint32_t)instance->lists[NQ_ITEM_PLACED].items[i];
}

void nq_instance_blocked_at(const nq_instance *instance, size_t i, uint32_t *column,
                            uint32_t *row) {
  *column = (uint32_t)(instance->lists[NQ_ITEM_BLOCKED].items[i] >> 32);
  *row = (uint32_t)instance->lists[NQ_ITEM_BLOCKED].items[i];
}

uint64_t nq_instance_excluded_at(const nq_instance *instance, size_t i, bool *rising) {
  *rising = instance->lists[NQ_ITEM_EXCLUDED].items[i] & 1;
  return instance->lists[NQ_ITEM_EXCLUDED].items[i] >> 1;
}

/* The number of a placed queen's line, among all. */
static uint64_t placed_line(const nq_instance *instance, size_t i, nq_direction direction) {
  uint32_t column, row;
  nq_instance_placed_at(instance, i, &column, &row);
  return row + line_shift(instance->n, direction, column);
}

/* Report the first queen that shares the line with this later one; false if none does. */
static bool report_attack(const nq_instance *instance, size_t second, nq_direction direction,
                          nq_error *error) {
  const uint64_t *placed = instance->lists[NQ_ITEM_PLACED].items;
  uint64_t line = placed_line(instance, second, direction);
  for (size_t first = 0; first < second; first++) {
    if (placed_line(instance, first, direction) != line) continue;
    nq_error_set(error, NQ_BAD_VALUE,
                 "the queens placed in columns %" PRIu64 " and %" PRIu64 " share %s %" PRIu64,
                 placed[first] >> 32, placed[second] >> 32, nq_line_names[direction],
                 line - line_first(instance->n, direction));
    return true;
  }
  return false;
}

/* Find the first placed queen that shares a line with an earlier one, by a bit for each line, or if
 * memory is short by a look at all pairs. */
static bool find_attack(const nq_instance *instance, nq_error *error) {
  size_t count = nq_instance_placed_count(instance);
  uint64_t words = line_total(instance->n) / 64 + 1;
  uint64_t *seen = count > 0 ? calloc((size_t)words, sizeof *seen) : NULL;
  bool attack = false;
  for (size_t i = 0; i < count && !attack; i++)
    for (nq_direction direction = NQ_ROW; direction <= NQ_FALLING && !attack; direction++) {
      uint64_t line = placed_line(instance, i, direction);
      if (seen == NULL || has_bit(seen, line))
        attack = report_attack(instance, i, direction, error);
      if (seen != NULL) add_bit(seen, line);
    }
  free(seen);
  return attack;
}

bool nq_instance_contradiction(const nq_instance *instance, nq_error *error) {
  /* Otherwise all placed queens stand on allowed squares, no two in a column. */
  bool ruled = instance->is_crowded.used > 0 || nq_instance_blocked_count(instance) > 0 ||
               nq_instance_excluded_count(instance) > 0;
  for (size_t i = 0; ruled && i < nq_instance_placed_count(instance); i++) {
    uint32_t column, row;
    nq_instance_placed_at(instance, i, &column, &row);
    uint32_t first = nq_instance_placed_row(instance, column);
    if (first != row) {
      nq_error_set(error, NQ_BAD_VALUE,
                   "the queens placed on rows %" PRIu32 " and %" PRIu32 " share column %" PRIu32,
                   first, row, column);
      return true;
    }
    if (table_get(&instance->is_crowded, square(column, row)) != 0)
      continue; /* its partner is reported */
    if (nq_instance_allows(instance, column, row)) continue;
    nq_error_set(error, NQ_BAD_VALUE,
                 "the queen placed in column %" PRIu32 " stands on row %" PRIu32 ", which is %s",
                 column, row,
                 is_excluded(instance, column, row) ? "on an excluded diagonal" : "blocked");
    return true;
  }
  return find_attack(instance, error);
}
