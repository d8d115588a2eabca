/* Tables of all strips, which are boards of a few columns without conflicts, by their set of rows.
 *
 * MODEL.  A depth-first search over the columns visits every strip once.  It runs twice: to count
 * the entries of each list, and to fill them in.  Within a list the entries are sorted by a key, so
 * that the entries that a half board may use are consecutive, a run:
 *
 *   BY_QUARTERS   strip 1: the measure of its part of the tag without the highest bit, which
 *                 is always set; strip 2: 0
 *   BY_OFFSET     0; a strip 2 with the middle column is left out when its queen in that column
 *                 is too near the centre for the middle row's queen, here or in strip 1
 *
 * The rank of a row set {p0 < p1 < ...} is the sum of binomial(p_i, i + 1).  Two tables hold the
 * sums for the low and the high half of the set's bits. */
#include "counting/parts.h"

#include <string.h>

/* A partial strip.  The diagonals are masks of rows as in simple.c. */
typedef struct strip_part {
  uint32_t rows, rising, falling; /* rows: those left */
  uint32_t tag;
  count_strip words;
} strip_part;

typedef struct strip_search strip_search;

/* A search for the strips with columns first .. end - 1. */
struct strip_search {
  const count_tables *tables;
  uint32_t first, end;
  void (*take)(strip_search *search, const strip_part *strip);
  count_list *list; /* takes the strips; or NULL, and */
  count_strips *strips;
  bool fill;       /* in the second pass */
  uint64_t filled; /* strips so far in the second pass */
  bool stopped;    /* by the pulse */
};

enum {
  PULSE_COLUMNS = 4, /* pulse when this many columns are left: every few milliseconds, */
  PULSE_STRIPS = 512 /* and after this many strips: each may touch a new page of memory */
};

/* The signature's bit for the i-th rising or falling diagonal where the halves meet.  Both halves
 * have the most squares on diagonal h - 1, and fewer the farther a diagonal is from it. */
static uint64_t signature_bit(const count_tables *tables, int64_t i, bool rising) {
  int64_t count = count_diagonals(tables->half, tables->symmetry), centre = tables->half - 1;
  if (i < 0 || i >= count) return 0;
  int64_t away = i > centre ? 2 * (i - centre) - 1 : 2 * (centre - i);
  return UINT64_C(1) << (2 * (count - 1 - away) + (rising ? 1 : 0));
}

static uint64_t test_word(const count_tables *tables, int64_t column, int64_t row) {
  int64_t n = tables->n, w1 = tables->width;
  int64_t rising = column + row - w1, falling = row - column + w1 - 1;
  uint64_t bits = 0;
  if (rising >= 0 && rising < n - 1) bits |= UINT64_C(1) << rising;
  if (falling >= 0 && falling < n - 1) bits |= UINT64_C(1) << (falling + n - 1);
  return bits;
}

/* The words of tables that are not kept lack the tag of BY_QUARTERS. */
static uint64_t tag_word(const count_tables *tables, uint32_t column, uint32_t row) {
  uint32_t half = tables->half;
  uint64_t tag = 0;
  if (tables->symmetry == BY_QUARTERS)
    return row < half && tables->kept ? UINT64_C(1) << (63 - column) : 0;
  if (column == half) tag |= (uint64_t)(row - half) << 60;
  if (row == half) tag |= (uint64_t)(half - column) << 56;
  return tag;
}

uint64_t nq_count_signature(const count_tables *tables, uint32_t column, uint32_t row) {
  int64_t n = tables->n, half = tables->half;
  int64_t rising = (int64_t)column + row - (n - half), falling = (int64_t)row - column + half - 1;
  return signature_bit(tables, rising, true) | signature_bit(tables, falling, false);
}

/* Whether the square is excluded: attacked from the centre, or in the upper half of the middle
 * column. */
static bool closed(const count_tables *tables, uint32_t column, uint32_t row) {
  uint32_t half = tables->half;
  if (tables->n % 2 == 0) return false;
  if (tables->symmetry == BY_OFFSET) return column == half && row <= half;
  uint32_t across = half - column, along = row < half ? half - row : row - half;
  return along == 0 || along == across;
}

/* A strip whose middle column has its queen too near the centre for the middle row's queen is left
 * out. */
static bool is_wanted(const strip_search *search, uint64_t half) {
  const count_tables *tables = search->tables;
  if (tables->symmetry == BY_QUARTERS || search->end <= tables->half) return true;
  uint32_t column_distance = (uint32_t)(half >> 60), row_distance = (uint32_t)(half >> 56 & 15);
  if (row_distance == 0) row_distance = tables->half - search->first + 1;
  return row_distance < column_distance;
}

static uint32_t strip_key(const strip_search *search, uint64_t half) {
  const count_tables *tables = search->tables;
  if (tables->symmetry == BY_OFFSET || search->first > 0) return 0;
  uint32_t width = tables->width;
  invariant(width > 0 && width < 32);
  return measure_set((uint32_t)((half >> 32) >> (32 - width)), width) -
         (UINT32_C(1) << (width - 1));
}

static void ask_pulse(strip_search *search) {
  const count_tables *tables = search->tables;
  if (!tables->pulse(tables->context)) search->stopped = true;
}

static void search_column(strip_search *search, uint32_t column, const strip_part *taken) {
  const count_tables *tables = search->tables;
  if (column == search->end) {
    if (is_wanted(search, taken->words.half)) search->take(search, taken);
    return;
  }
  if (search->list == NULL && search->end - column == PULSE_COLUMNS) ask_pulse(search);
  uint32_t half = tables->half;
  uint32_t free = taken->rows & tables->open[column] & ~(taken->rising | taken->falling);
  for (; free != 0 && !search->stopped; free &= free - 1) {
    uint32_t row = free & -free, place = (uint32_t)__builtin_ctz(free);
    const count_strip *square = &tables->square[column][place];
    uint32_t tag = column < half && place < half ? 1u << (half - 1 - column) : 0;
    const strip_part next = {taken->rows ^ row,
                             (taken->rising | row) >> 1,
                             (taken->falling | row) << 1,
                             taken->tag | tag,
                             {taken->words.test | square->test, taken->words.half | square->half}};
    search_column(search, column + 1, &next);
  }
}

static uint32_t all_rows(const count_tables *tables) {
  return UINT32_MAX >> (32 - tables->n);
}

/* ---- Lists on one set of rows, where tables would be too large ---- */

static void append_strip(strip_search *search, const strip_part *strip) {
  count_list *list = search->list;
  list->tag[list->count] = (uint16_t)strip->tag;
  list->strip[list->count++] = strip->words;
}

/* A unit of such a board takes so long that the search adds a few percent at most. */
void nq_count_strips_list(const count_tables *tables, uint32_t kind, uint32_t rows,
                          count_list *list) {
  strip_search search = {.tables = tables,
                         .first = tables->strips[kind].first,
                         .end = tables->strips[kind].end,
                         .take = append_strip,
                         .list = list};
  list->count = 0;
  search_column(&search, search.first, &(strip_part){.rows = rows});
}

/* ---- Their number, before they are built ---------------------------------------------------- */

/* The number of strips that search_column finds from `column` to `end`, with masks as in simple.c.
 * `nearest`: the least distance of the middle row's queen from the centre. */
static uint64_t count_strips_from(const count_tables *tables, uint32_t end, uint32_t column,
                                  uint32_t rows, uint32_t rising, uint32_t falling,
                                  uint32_t nearest) {
  uint32_t left = tables->open[column] & ~(rows | rising | falling), half = tables->half;
  if (column + 1 == end) {
    bool middle = tables->symmetry == BY_OFFSET && column == half;
    return set_size(middle ? left >> (half + nearest) >> 1 : left);
  }
  uint64_t count = 0;
  for (; left != 0; left &= left - 1) {
    uint32_t row = left & -left, near = row >> half == 1 ? half - column : nearest;
    count += count_strips_from(tables, end, column + 1, rows | row, (rising | row) >> 1,
                               (falling | row) << 1, near);
  }
  return count;
}

static void lay_out(count_tables *tables, uint32_t n, count_symmetry symmetry, bool keep) {
  uint32_t half = n / 2, middle = symmetry == BY_OFFSET ? 1 : 0, width = (half + middle) / 2;
  memset(tables, 0, sizeof *tables);
  tables->n = n;
  tables->half = half;
  tables->symmetry = symmetry;
  tables->width = width;
  tables->kept = keep;
  tables->strips[0] = (count_strips){.end = width, .keys = middle != 0 ? 1 : 1u << (width - 1)};
  tables->strips[1] = (count_strips){.first = width, .end = half, .keys = 1};
  tables->strips[2] =
      (count_strips){.first = width, .end = middle != 0 ? half + 1 : width, .keys = 1};
  for (uint32_t column = 0; column < half + middle; column++)
    for (uint32_t row = 0; row < n; row++) {
      tables->square[column][row] =
          (count_strip){test_word(tables, column, row),
                        nq_count_signature(tables, column, row) | tag_word(tables, column, row)};
      tables->open[column] |= (uint32_t)!closed(tables, column, row) << row;
    }
}

/* Take the arrays of kept tables, or measure them.  The padding is for join_strips, which may read
 * 8 strips too many. */
static void take_strips(count_tables *tables, nq_arrays *arrays) {
  for (uint32_t i = 0; i < 3; i++) {
    count_strips *strips = &tables->strips[i];
    uint32_t first = strips->first, end = strips->end;
    if (first == end) continue;
    strips->rank_bits = (tables->n + 1) / 2;
    strips->lists = binomial(tables->n, end - first);
    strips->entries = count_strips_from(tables, end, first, 0, 0, 0, tables->half - first + 1);
    uint64_t ranks = UINT64_C(1) << strips->rank_bits;
    strips->strip = nq_arrays_take(arrays, strips->entries + 8, sizeof *strips->strip);
    strips->start = nq_arrays_take(arrays, strips->lists * strips->keys + 1, sizeof(uint32_t));
    strips->low_rank = nq_arrays_take(arrays, ranks, sizeof(uint32_t));
    strips->high_rank = nq_arrays_take(arrays, ranks, sizeof(uint32_t));
  }
}

uint64_t nq_count_tables_bytes(uint32_t n) {
  count_tables tables;
  nq_arrays arrays = {.measures = true};
  for (uint32_t symmetry = 0; symmetry <= n % 2; symmetry++) {
    lay_out(&tables, n, (count_symmetry)symmetry, true);
    take_strips(&tables, &arrays);
  }
  return arrays.bytes;
}

/* ---- Tables --------------------------------------------------------------------------------- */

/* The rank of a bit in the high half depends on the number of bits in the low half, which is the
 * strip's width minus the number in the high half. */
static void table_ranks(count_strips *strips) {
  uint32_t bits = strips->rank_bits, width = strips->end - strips->first;
  for (uint32_t set = 0; set < 1u << bits; set++) {
    uint64_t low = 0, high = 0;
    uint32_t size = set_size(set), index = 0, below = size > width ? 0 : width - size;
    for (uint32_t i = 0; i < bits; i++)
      if ((set >> i & 1) != 0) {
        index++;
        low += binomial(i, index);
        high += binomial(bits + i, below + index);
      }
    strips->low_rank[set] = (uint32_t)low;
    strips->high_rank[set] = (uint32_t)high;
  }
}

/* Turn the counts in start[1 ..] into the beginnings of the lists, shifted up by one: filling in
 * moves start[i + 1] from the beginning of list i to its end. */
static void sum_starts(count_strips *strips) {
  uint32_t sum = 0;
  for (uint64_t i = 1; i <= strips->lists * strips->keys; i++) {
    uint32_t count = strips->start[i];
    strips->start[i] = sum;
    sum += count;
  }
  invariant(sum == strips->entries);
  (void)sum;
}

static void enter_strip(strip_search *search, const strip_part *strip) {
  count_strips *strips = search->strips;
  uint32_t rows = all_rows(search->tables) ^ strip->rows;
  uint64_t list = rank_rows(strips, rows) * strips->keys + strip_key(search, strip->words.half);
  uint32_t place = strips->start[list + 1]++;
  if (!search->fill) return;
  strips->strip[place] = strip->words;
  if (++search->filled % PULSE_STRIPS == 0) ask_pulse(search);
}

/* False when stopped. */
static bool fill(const count_tables *tables, count_strips *strips) {
  strip_search search = {.tables = tables,
                         .first = strips->first,
                         .end = strips->end,
                         .take = enter_strip,
                         .strips = strips};
  const strip_part none = {.rows = all_rows(tables)};
  table_ranks(strips);
  search_column(&search, search.first, &none);
  if (search.stopped) return false;
  sum_starts(strips);
  search.fill = true;
  search_column(&search, search.first, &none);
  return !search.stopped;
}

static nq_status init_tables(count_tables *tables, nq_error *error) {
  if (tables->kept) take_strips(tables, &tables->arrays);
  if (tables->arrays.failed)
    return nq_error_set(error, NQ_NO_MEMORY,
                        "counting n = %" PRIu32 ": no memory for the table of strips", tables->n);
  for (uint32_t i = 0; i < 3; i++)
    if (tables->strips[i].lists > 0 && !fill(tables, &tables->strips[i])) return NQ_END;
  return tables->pulse(tables->context) ? NQ_OK : NQ_END;
}

nq_status nq_count_tables_init(count_tables tables[2], uint32_t n, bool keep, count_pulse *pulse,
                               void *context, nq_error *error) {
  nq_status status = NQ_OK;
  for (uint32_t i = 0; i <= n % 2 && status == NQ_OK; i++) {
    lay_out(&tables[i], n, (count_symmetry)i, keep);
    tables[i].pulse = pulse;
    tables[i].context = context;
    status = init_tables(&tables[i], error);
  }
  return status;
}

void nq_count_tables_release(count_tables tables[2]) {
  for (uint32_t i = 0; i < 2; i++) nq_arrays_release(&tables[i].arrays);
}
