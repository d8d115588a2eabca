/* Strips on one set of rows, searched for when they are needed: for boards whose tables would be too
 * large.  A unit of such a board takes so long that the search adds a few percent at most. */
#include "counting/parts.h"

#include <stdbool.h>
#include <stdint.h>

/* A search for the strips with columns .. end - 1. */
typedef struct list_walk {
  const count_tables *tables;
  uint32_t end;
  count_list *list;
} list_walk;

/* A partial strip.  The diagonals are masks of rows as in simple.c. */
typedef struct list_lines {
  uint32_t rows, rising, falling; /* rows: those left */
  uint32_t tag;
  count_strip words;
} list_lines;

/* As strip_key in strips.c: a strip whose middle column has its queen too near the centre for the
 * middle row's queen is left out. */
static bool is_wanted(const list_walk *walk, uint64_t half) {
  const count_tables *tables = walk->tables;
  if (tables->symmetry == BY_QUARTERS || walk->end <= tables->half) return true;
  uint32_t column_distance = (uint32_t)(half >> 60), row_distance = (uint32_t)(half >> 56 & 15);
  if (row_distance == 0) row_distance = tables->half - tables->width + 1;
  return row_distance < column_distance;
}

static void list_column(const list_walk *walk, uint32_t column, const list_lines *taken) {
  const count_tables *tables = walk->tables;
  uint32_t half = tables->half;
  if (column == walk->end) {
    count_list *list = walk->list;
    if (!is_wanted(walk, taken->words.half)) return;
    list->tag[list->count] = (uint16_t)taken->tag;
    list->strip[list->count++] = taken->words;
    return;
  }
  uint32_t free = taken->rows & tables->open[column] & ~(taken->rising | taken->falling);
  for (; free != 0; free &= free - 1) {
    uint32_t row = free & -free, place = (uint32_t)__builtin_ctz(free);
    const count_strip *square = &tables->square[column][place];
    uint32_t tag = column < half && place < half ? 1u << (half - 1 - column) : 0;
    const list_lines next = {taken->rows ^ row,
                             (taken->rising | row) >> 1,
                             (taken->falling | row) << 1,
                             taken->tag | tag,
                             {taken->words.test | square->test, taken->words.half | square->half}};
    list_column(walk, column + 1, &next);
  }
}

void nq_count_strips_list(const count_tables *tables, uint32_t kind, uint32_t rows,
                          count_list *list) {
  const list_walk walk = {tables, tables->kinds[kind].end, list};
  const list_lines none = {.rows = rows};
  list->count = 0;
  list_column(&walk, tables->kinds[kind].first, &none);
}
